#include "tools/bench_crowd.hpp"

#include <cmath>
#include <cstdlib>
#include <memory>

#include "media/png.hpp"
#include "media/progress.hpp"
#include "sinew/batch.hpp"
#include "tools/common.hpp"
#include "tools/render_assets.hpp"
#include "tools/render_framing.hpp"
#include "tools/render_output.hpp"

namespace sinew::tools {
namespace {

constexpr double step = 1 / 60.0;
/// Frames that are not counted: memory grows, the driver compiles shaders.
constexpr std::size_t warm_up = 3;
constexpr Color backdrop{0.55f, 0.6f, 0.62f, 1};

/// What the characters play and wear, in turn.
struct Cast {
  std::vector<AnimationIndex> animations;  ///< empty: the setup pose
  std::vector<SkinIndex> skins;            ///< at least one; none: the default skin alone
};

Result<Cast> cast(const BenchCrowdOptions& options, const SkeletonData& data) {
  Cast cast;
  for (const std::string& name : options.animations) {
    const AnimationIndex animation = data.find_animation(name);
    if (!animation) return unknown_name_error("animation", name, names_of(data.animations), options.skeleton);
    cast.animations.push_back(animation);
  }
  if (options.animations.empty()) {
    for (std::size_t i = 0; i < data.animations.size(); ++i) cast.animations.emplace_back(i);
  }
  for (const std::string& name : options.skins) {
    const SkinIndex skin = data.find_skin(name);
    if (!skin) return unknown_name_error("skin", name, names_of(data.skins), options.skeleton);
    cast.skins.push_back(skin);
  }
  if (options.skins.empty()) cast.skins = choose_skins(data);
  return cast;
}

/// Characters in rows, the far ones first, and what a picture of them shows.
struct Stage {
  std::vector<Skeleton> skeletons;
  std::vector<AnimationState> players;
  std::vector<Instance> instances;
  Bounds box;
};

/// The box of what the setup pose shows in any of the skins; where that is nothing, of the first moments of animations.
Bounds box_of_one(const RenderAssets& assets, const Cast& cast) {
  Bounds box;
  DrawList scratch;
  const auto add = [&](const Skeleton& skeleton) {
    const Bounds shown = drawn_bounds(skeleton, assets.binding, true, scratch);
    if (shown.empty()) return;
    box.add(shown.min_x, shown.min_y);
    box.add(shown.max_x, shown.max_y);
  };
  for (const SkinIndex skin : cast.skins) {
    Skeleton skeleton(assets.data);
    skeleton.set_skin(skin);
    skeleton.set_to_setup_pose();
    skeleton.update(0);
    add(skeleton);
    if (!box.empty()) continue;
    for (const AnimationIndex animation : cast.animations) {
      apply(skeleton, (*assets.data)[animation], 0);
      skeleton.update(0);
      add(skeleton);
    }
  }
  return box;
}

Stage set_stage(const BenchCrowdOptions& options, const RenderAssets& assets, const Cast& cast) {
  Stage stage;
  const Bounds one = box_of_one(assets, cast);
  if (one.empty()) return stage;
  const double width = std::max(one.max_x - one.min_x, 1e-3), height = std::max(one.max_y - one.min_y, 1e-3);
  // As many columns as give the crowd the picture's shape.
  const double shape = options.size.width / static_cast<double>(options.size.height) * height / width;
  const auto count = static_cast<double>(options.count);
  const auto columns = static_cast<std::size_t>(std::clamp(std::round(std::sqrt(count * shape)), 1.0, count));
  stage.skeletons.reserve(options.count);
  stage.players.reserve(options.count);
  for (std::size_t i = 0; i < options.count; ++i) {
    Skeleton& skeleton = stage.skeletons.emplace_back(assets.data);
    skeleton.set_skin(cast.skins[i % cast.skins.size()]);
    skeleton.set_to_setup_pose();
    skeleton.set_position(static_cast<double>(i % columns) * width, -static_cast<double>(i / columns) * height);
    AnimationState& player = stage.players.emplace_back(assets.data);
    if (!cast.animations.empty()) {
      const AnimationIndex animation = cast.animations[i / cast.skins.size() % cast.animations.size()];
      player.set_animation(0, animation, Loop::yes);
      // Moments that are spread evenly, however many characters play the same.
      const double part = std::fmod(static_cast<double>(i) * 0.6180339887498949, 1.0);
      player.update(part * (*assets.data)[animation].duration);
    }
    stage.instances.push_back({&skeleton, &player, true});
  }
  const std::size_t rows = (options.count + columns - 1) / columns;
  stage.box.add(one.min_x, one.min_y - static_cast<double>(rows - 1) * height);
  stage.box.add(one.max_x + static_cast<double>(columns - 1) * width, one.max_y);
  return stage;
}

/// What draws; the parts that hold OpenGL objects go before the context.
class Studio {
 public:
  static Result<std::unique_ptr<Studio>> open(const BenchCrowdOptions& options) {
    auto context = HeadlessContext::create();
    if (!context) {
      Error error = context.error();
      error.message += " Without it, 'sinew bench character' measures what needs no picture.";
      return error;
    }
    auto renderer = Renderer::create();
    if (!renderer) return renderer.error();
    OffscreenOptions offscreen;
    offscreen.width = options.size.width;
    offscreen.height = options.size.height;
    offscreen.max_tile = std::max(options.size.width, options.size.height);
    auto target = OffscreenTarget::create(offscreen);
    if (!target) return target.error();
    return std::unique_ptr<Studio>(new Studio(std::move(*context), std::move(*renderer), std::move(*target)));
  }

  Status draw_on_cpu(const Stage& stage, const RenderAssets& assets, const WorldRect& world, CrowdWay& way,
                     Image& image) {
    auto now = StageTimes::Clock::now();
    list_.clear();
    for (const Skeleton& skeleton : stage.skeletons) draw(skeleton, assets.binding, list_);
    way.skin.add_since(now);
    way.uploaded_bytes = list_.vertices.size() * sizeof(Vertex) + list_.indices.size() * sizeof(*list_.indices.data());
    return target_.draw(
        world, backdrop,
        [&](const WorldRect& tile) {
          now = StageTimes::Clock::now();
          renderer_.draw(list_, assets.textures, tile);
          way.submit.add_since(now);
          context_.finish();
          way.finish.add_since(now);
          way.draw_calls = renderer_.draw_calls();
        },
        image.pixels);
  }

  Status draw_on_gpu(const Stage& stage, const RenderAssets& assets, const WorldRect& world, CrowdRenderer& crowd,
                     CrowdFrame& frame, CrowdWay& way, Image& image) {
    auto now = StageTimes::Clock::now();
    frame.clear();
    for (const Skeleton& skeleton : stage.skeletons) frame.add(skeleton);
    way.skin.add_since(now);
    Status uploaded = ok();
    const Status drawn = target_.draw(
        world, backdrop,
        [&](const WorldRect& tile) {
          now = StageTimes::Clock::now();
          uploaded = crowd.upload(frame);
          crowd.draw(assets.textures, tile);
          way.submit.add_since(now);
          context_.finish();
          way.finish.add_since(now);
        },
        image.pixels);
    way.draw_calls = crowd.statistics().draw_calls;
    way.uploaded_bytes = crowd.statistics().uploaded_bytes;
    return uploaded ? drawn : uploaded;
  }

  [[nodiscard]] std::string driver() const { return context_.description(); }

 private:
  Studio(HeadlessContext context, Renderer renderer, OffscreenTarget target)
      : context_(std::move(context)), renderer_(std::move(renderer)), target_(std::move(target)) {
    list_.max_vertices = std::size_t{1} << 28;
    list_.max_indices = std::size_t{1} << 29;
  }

  HeadlessContext context_;  // first, so that it goes last
  Renderer renderer_;
  OffscreenTarget target_;
  DrawList list_;
};

std::size_t count_differences(const Image& a, const Image& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.pixels.size(); i += 4) {
    bool differs = false;
    for (std::size_t c = i; c < i + 4; ++c) differs = differs || std::abs(int{a.pixels[c]} - int{b.pixels[c]}) > 1;
    if (differs) ++count;
  }
  return count;
}

/// All frames. `image` is the last one, the GPU's if it draws.
Status measure(const BenchCrowdOptions& options, Studio& studio, const RenderAssets& assets, Stage& stage,
               CrowdFigures& figures, Image& image) {
  RenderOptions framing;
  framing.size = options.size;
  framing.padding = std::min(8, std::min(options.size.width, options.size.height) / 4);
  const auto picture = frame_picture(stage.box, framing);
  if (!picture) return picture.error();

  std::optional<CrowdRenderer> crowd;
  std::optional<CrowdFrame> frame;
  if (options.gpu) {
    auto created = CrowdRenderer::create(assets.binding);
    if (!created) return created.error();
    crowd.emplace(std::move(*created));
    frame.emplace(*crowd);
    figures.static_bytes = crowd->static_bytes();
  }
  ThreadPool pool(options.threads);
  figures.threads = pool.threads();
  BatchOptions batch;
  batch.tasks = pool.tasks();
  batch.reset_pose = true;

  image = Image(options.size.width, options.size.height);
  Image other = options.cpu && options.gpu ? image : Image();
  Progress progress("crowd", warm_up + options.frames);
  for (std::size_t i = 0; i < warm_up + options.frames; ++i) {
    if (i == 0 || i == warm_up) {
      figures.pose = {};
      if (options.cpu) figures.cpu.emplace();
      if (options.gpu) figures.gpu.emplace();
    }
    auto now = StageTimes::Clock::now();
    update_all(stage.instances, step, batch);
    figures.pose.add_since(now);
    if (options.cpu) {
      const Status drawn = studio.draw_on_cpu(stage, assets, picture->world, *figures.cpu, options.gpu ? other : image);
      if (!drawn) return drawn;
    }
    if (options.gpu) {
      const Status drawn = studio.draw_on_gpu(stage, assets, picture->world, *crowd, *frame, *figures.gpu, image);
      if (!drawn) return drawn;
      figures.crowd = crowd->statistics();
    }
    progress.step();
  }
  if (options.cpu && options.gpu) figures.different_pixels = count_differences(image, other);
  return ok();
}

}  // namespace

int bench_crowd(const BenchCrowdOptions& options) {
  if (!options.output.empty()) {
    const Status writable = check_writable(options.output);
    if (!writable) return print_error(writable.error());
  }
  auto studio = Studio::open(options);
  if (!studio) return print_error(studio.error());
  AssetRequest request;
  request.skeleton = options.skeleton;
  request.atlas = options.atlas;
  request.default_skin_alone = true;  // the cast says which
  request.semantics = options.semantics;
  const auto assets = load_assets(request);
  if (!assets) return print_error(assets.error());
  const auto roles = cast(options, *assets->data);
  if (!roles) return print_error(roles.error());

  Stage stage = set_stage(options, *assets, *roles);
  if (stage.box.empty()) {
    return print_error({ErrorCode::bad_value,
                        "There is nothing to draw: in its setup pose the character shows no image of the atlas. --skin "
                        "puts something on.",
                        {options.skeleton, 0, 0, {}, {}}});
  }
  CrowdFigures figures;
  figures.driver = (*studio)->driver();
  for (const AnimationIndex animation : roles->animations) {
    figures.animations.emplace_back((*assets->data)[animation].name);
  }
  for (const SkinIndex skin : roles->skins) {
    if (skin) figures.skins.emplace_back((*assets->data)[skin].name);
  }
  Image image;
  const Status measured = measure(options, **studio, *assets, stage, figures, image);
  if (!measured) return print_error(measured.error());

  std::string written;
  if (!options.output.empty()) {
    const auto line = write_still(options.output, image, true, "the last frame");
    if (!line) return print_error(line.error());
    written = *line + '\n';
  }
  if (options.json) return print_result(crowd_json(options, figures));
  return print_result(crowd_report(options, figures) + written);
}

}  // namespace sinew::tools
