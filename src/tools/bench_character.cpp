#include "tools/bench_character.hpp"

#include <cmath>
#include <memory>
#include <optional>

#include "base/visible_text.hpp"
#include "sinew/animation_state.hpp"
#include "sinew/draw.hpp"
#include "sinew/file.hpp"
#include "tools/bench_times.hpp"
#include "tools/common.hpp"
#include "tools/find_atlas.hpp"
#include "tools/json_output.hpp"

namespace sinew::tools {
namespace {

constexpr double step = 1 / 60.0;
/// Frames that are not counted: memory grows.
constexpr std::size_t warm_up = 2;
constexpr std::size_t loads = 10;

struct AnimationFigures {
  std::string name;
  StageTimes animate, solve, draw;
};

struct Figures {
  StageTimes load;
  std::size_t bones = 0, slots = 0;
  bool drawn = false;  ///< there is an atlas
  std::vector<AnimationFigures> animations;
};

/// Some characters that play the animation, each at another moment.
AnimationFigures measure(const BenchCharacterOptions& options, const SkeletonDataPtr& data, AnimationIndex animation,
                         const AtlasBinding* binding) {
  AnimationFigures figures;
  figures.name = (*data)[animation].name;
  std::vector<Skeleton> skeletons;
  std::vector<AnimationState> players;
  skeletons.reserve(options.count);
  players.reserve(options.count);
  for (std::size_t i = 0; i < options.count; ++i) {
    Skeleton& skeleton = skeletons.emplace_back(data);
    skeleton.set_skin(data->find_skin(options.skin));
    skeleton.set_to_setup_pose();
    AnimationState& player = players.emplace_back(data);
    player.set_animation(0, animation, Loop::yes);
    player.update((*data)[animation].duration * static_cast<double>(i) / static_cast<double>(options.count));
  }
  DrawList list;
  for (std::size_t frame = 0; frame < warm_up + options.frames; ++frame) {
    if (frame == warm_up) figures.animate = figures.solve = figures.draw = {};
    auto now = StageTimes::Clock::now();
    for (std::size_t i = 0; i < options.count; ++i) {
      players[i].update(step);
      players[i].apply(skeletons[i]);
    }
    figures.animate.add_since(now);
    for (Skeleton& skeleton : skeletons) skeleton.update(step);
    figures.solve.add_since(now);
    if (binding == nullptr) continue;
    for (const Skeleton& skeleton : skeletons) {
      list.clear();
      draw(skeleton, *binding, list);
    }
    figures.draw.add_since(now);
  }
  return figures;
}

std::string report(const BenchCharacterOptions& options, const Figures& figures) {
  std::string text = visible_text(options.skeleton) + ": " + std::to_string(figures.bones) + " bones, " +
                     std::to_string(figures.slots) + " slots, loaded in " + fixed(figures.load.median() * 1e3, 3) +
                     " ms (fastest " + fixed(figures.load.fastest() * 1e3, 3) + ")\n\n";
  std::size_t width = 9;
  for (const AnimationFigures& animation : figures.animations) width = wider(width, animation.name);
  text += "  " + left("animation", width);
  for (const char* stage : {"animate", "solve", "draw", "together"}) text += right(stage, 10);
  text += "   microseconds a frame\n";
  const auto us = [&](const StageTimes& times) {
    return right(fixed(times.median() * 1e6 / static_cast<double>(options.count), 3), 10);
  };
  for (const AnimationFigures& animation : figures.animations) {
    text += "  " + left(visible_text(animation.name), width) + us(animation.animate) + us(animation.solve);
    text += figures.drawn ? us(animation.draw) : right("-", 10);
    text += figures.drawn ? us(StageTimes::sum({&animation.animate, &animation.solve, &animation.draw}))
                          : us(StageTimes::sum({&animation.animate, &animation.solve}));
    text += '\n';
  }
  return text;
}

std::string json_of(const BenchCharacterOptions& options, const Figures& figures) {
  JsonOutput json;
  json.open_object();
  json.key("skeleton").text(options.skeleton);
  json.key("bones").count(figures.bones);
  json.key("slots").count(figures.slots);
  json.key("load");
  json.open_object();
  json.key("median_ms").number(figures.load.median() * 1e3);
  json.key("fastest_ms").number(figures.load.fastest() * 1e3);
  json.close_object();
  json.key("animations");
  json.open_list();
  const auto stage = [&](const char* name, const StageTimes& times) {
    const double to_us = 1e6 / static_cast<double>(options.count);
    json.key(name);
    json.open_object();
    json.key("median_us").number(times.median() * to_us);
    json.key("fastest_us").number(times.fastest() * to_us);
    json.close_object();
  };
  for (const AnimationFigures& animation : figures.animations) {
    json.open_object();
    json.key("name").text(animation.name);
    stage("animate", animation.animate);
    stage("solve", animation.solve);
    if (figures.drawn) stage("draw", animation.draw);
    json.close_object();
  }
  json.close_list();
  json.close_object();
  return json.take();
}

}  // namespace

int bench_character(const BenchCharacterOptions& options) {
  LoadOptions load;
  load.semantics = options.semantics;
  const auto data = load_and_warn(options.skeleton, load);
  if (!data) return print_error(data.error());
  if (!options.skin.empty() && !(*data)->find_skin(options.skin)) {
    return print_error(unknown_name_error("skin", options.skin, names_of((*data)->skins), options.skeleton));
  }
  std::vector<AnimationIndex> animations;
  for (const std::string& name : options.animations) {
    const AnimationIndex animation = (*data)->find_animation(name);
    if (!animation) {
      return print_error(unknown_name_error("animation", name, names_of((*data)->animations), options.skeleton));
    }
    animations.push_back(animation);
  }
  if (options.animations.empty()) {
    for (std::size_t i = 0; i < (*data)->animations.size(); ++i) animations.emplace_back(i);
  }
  if (animations.empty()) {
    return print_error(
        {ErrorCode::unknown_name, "The skeleton has no animations to measure.", {options.skeleton, 0, 0, {}, {}}});
  }

  std::optional<AtlasBinding> binding;
  const auto beside = options.atlas.empty() ? find_atlas(options.skeleton) : Result<std::string>(options.atlas);
  if (!beside && beside.error().code != ErrorCode::file_not_found) return print_error(beside.error());
  if (beside) {
    auto atlas = load_atlas(*beside);
    if (!atlas) return print_error(atlas.error());
    binding.emplace(*data, std::make_shared<const Atlas>(std::move(*atlas)));
  }

  const auto bytes = read_file(options.skeleton);
  if (!bytes) return print_error(bytes.error());
  Figures figures;
  for (std::size_t i = 0; i < loads; ++i) {
    auto now = StageTimes::Clock::now();
    const auto loaded = parse_skeleton(*bytes, options.skeleton, load);
    figures.load.add_since(now);
    if (!loaded) return print_error(loaded.error());
  }
  figures.bones = (*data)->bones.size();
  figures.slots = (*data)->slots.size();
  figures.drawn = binding.has_value();
  for (const AnimationIndex animation : animations) {
    figures.animations.push_back(measure(options, *data, animation, binding ? &*binding : nullptr));
  }
  return print_result(options.json ? json_of(options, figures) : report(options, figures));
}

}  // namespace sinew::tools
