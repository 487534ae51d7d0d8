// sinew diff: what differs between two skeletons by meaning, and how far apart they pose.

#include <cmath>
#include <memory>

#include "base/number_text.hpp"
#include "base/visible_text.hpp"
#include "model/names.hpp"
#include "sinew/diff.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/json_output.hpp"

namespace sinew::tools {

namespace {

struct DiffArguments {
  std::string a, b;
  bool pose = false, no_physics = false, all = false, json = false;
  std::optional<double> tolerance;
  std::size_t most = 50;
  Semantics semantics = Semantics::automatic;
};

struct Comparison {
  std::vector<Difference> differences;
  std::optional<PoseDifference> poses;
  double pose_tolerance = 0;
  [[nodiscard]] bool alike() const { return differences.empty() && (!poses || poses->alike(pose_tolerance)); }
};

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + ' ' + std::string(count == 1 ? one : many);
}

std::string distance_text(double value) {
  if (value > 0 && value < 1e-9) return "below 0.000000001";
  return std::isfinite(value) ? rounded(value, 9) : "without bound";
}

std::string place_text(const PoseDifference::Place& place, std::string_view kind) {
  std::string text = std::string(kind) + " '" + visible_text(place.what) + "'";
  text += place.animation.empty()
              ? ", setup pose"
              : ", animation '" + visible_text(place.animation) + "' at " + rounded(place.time, 4) + " s";
  if (!place.skin.empty()) text += ", skin '" + visible_text(place.skin) + "'";
  return text;
}

std::string value_text(const std::string& value) {
  return value.empty() ? "nothing" : visible_text(value);
}

std::string for_people(const DiffArguments& arguments, const Comparison& comparison) {
  std::string text;
  const std::vector<Difference>& list = comparison.differences;
  if (!list.empty()) text += visible_text("place: " + arguments.a + " | " + arguments.b) + '\n';
  for (std::size_t i = 0; i < std::min(list.size(), arguments.most); ++i) {
    const Difference& d = list[i];
    text += visible_text(d.path) + ": " + value_text(d.a) + " | " + value_text(d.b);
    if (d.count > 1) text += "  (" + std::to_string(d.count) + " numbers differ; these most)";
    text += '\n';
  }
  if (list.size() > arguments.most) {
    text += "... and " + std::to_string(list.size() - arguments.most) + " more; --most shows them\n";
  }
  text += list.empty() ? "The skeletons say the same.\n" : counted(list.size(), "difference", "differences") + ".\n";
  if (!comparison.poses) return text;

  const PoseDifference& poses = *comparison.poses;
  text += counted(poses.poses, "pose", "poses") + " of " + counted(poses.animations, "animation", "animations") +
          " compared: " + (poses.alike(comparison.pose_tolerance) ? "alike" : "different") + " within " +
          rounded(comparison.pose_tolerance, 9) + ".\n";
  const auto most = [&](std::string_view name, const PoseDifference::Most& value, std::string_view kind) {
    text += "  " + left(name, 12) + distance_text(value.distance);
    if (value.distance > 0) text += "  (" + place_text(value.where, kind) + ")";
    text += '\n';
  };
  most("bones", poses.bone, "bone");
  most("colours", poses.color, "slot");
  most("deforms", poses.deform, "slot");
  const auto count = [&](std::string_view name, const PoseDifference::Count& value, std::string_view kind) {
    text += "  " + left(name, 12) +
            (value.poses == 0 ? "the same" : "different in " + counted(value.poses, "pose", "poses"));
    if (value.poses > 0) text += "  (first: " + place_text(value.first, kind) + ")";
    text += '\n';
  };
  count("activity", poses.activity, "bone");
  count("attachments", poses.attachment, "slot");
  count("draw order", poses.draw_order, "slot");
  return text;
}

void write_place(JsonOutput& json, const PoseDifference::Place& place) {
  json.open_object();
  json.key("name").text(place.what);
  json.key("animation");
  place.animation.empty() ? json.null() : json.text(place.animation);
  json.key("skin");
  place.skin.empty() ? json.null() : json.text(place.skin);
  json.key("time").number(place.time);
  json.close_object();
}

void write_poses(JsonOutput& json, const Comparison& comparison) {
  const PoseDifference& poses = *comparison.poses;
  json.open_object();
  json.key("alike").boolean(poses.alike(comparison.pose_tolerance));
  json.key("tolerance").number(comparison.pose_tolerance);
  json.key("poses").count(poses.poses);
  json.key("animations").count(poses.animations);
  const auto most = [&](std::string_view name, const PoseDifference::Most& value) {
    json.key(name).open_object();
    json.key("distance").number(value.distance);  // null: without bound
    if (value.distance > 0) {
      json.key("where");
      write_place(json, value.where);
    }
    json.close_object();
  };
  most("bones", poses.bone);
  most("colors", poses.color);
  most("deforms", poses.deform);
  const auto count = [&](std::string_view name, const PoseDifference::Count& value) {
    json.key(name).open_object();
    json.key("poses").count(value.poses);
    if (value.poses > 0) {
      json.key("first");
      write_place(json, value.first);
    }
    json.close_object();
  };
  count("activity", poses.activity);
  count("attachments", poses.attachment);
  count("drawOrder", poses.draw_order);
  json.close_object();
}

std::string for_programs(const DiffArguments& arguments, const SkeletonData& a, const SkeletonData& b,
                         const Comparison& comparison) {
  JsonOutput json;
  json.open_object();
  const auto file = [&](std::string_view name, const std::string& path, const SkeletonData& data) {
    json.key(name).open_object();
    json.key("file").text(path);
    json.key("version").text(data.version_text);
    json.key("readAs").text(name_of(data.version));
    json.key("semantics").text(name_of(data.semantics));
    json.close_object();
  };
  file("a", arguments.a, a);
  file("b", arguments.b, b);
  json.key("alike").boolean(comparison.alike());
  json.key("differences").open_list();
  for (const Difference& d : comparison.differences) {
    json.open_object();
    json.key("path").text(d.path);
    json.key("a");
    d.a.empty() ? json.null() : json.text(d.a);
    json.key("b");
    d.b.empty() ? json.null() : json.text(d.b);
    if (d.distance > 0) json.key("distance").number(d.distance);
    if (d.count > 1) json.key("count").count(d.count);
    json.close_object();
  }
  json.close_list();
  if (comparison.poses) {
    json.key("poses");
    write_poses(json, comparison);
  }
  json.close_object();
  return json.take();
}

int diff(const DiffArguments& arguments) {
  LoadOptions load_options;
  load_options.semantics = arguments.semantics;
  const Result<SkeletonDataPtr> a = load_and_warn(arguments.a, load_options);
  if (!a) return print_error(a.error());
  const Result<SkeletonDataPtr> b = load_and_warn(arguments.b, load_options);
  if (!b) return print_error(b.error());

  DiffOptions options;
  options.tolerance = arguments.tolerance.value_or(0);
  options.header = options.editor = options.every_order = arguments.all;
  Comparison comparison;
  comparison.differences = diff_skeletons(**a, **b, options);
  if (arguments.pose) {
    PoseDiffOptions pose_options;
    pose_options.physics = !arguments.no_physics;
    comparison.poses = diff_poses(*a, *b, pose_options);
    comparison.pose_tolerance = arguments.tolerance.value_or(0.001);
  }
  const int printed =
      print_result(arguments.json ? for_programs(arguments, **a, **b, comparison) : for_people(arguments, comparison));
  if (printed != exit_success) return printed;
  return comparison.alike() ? exit_success : exit_fell_short;
}

}  // namespace

void add_diff_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<DiffArguments>();
  CLI::App* command = app.add_subcommand(
      "diff",
      "Say what differs between two skeletons\n\n"
      "Compares what two skeleton files mean, not their text: bones, slots, skins, attachments, constraints,\n"
      "events, animations and keys, matched by name. Each line has a place, what A has there and what B has.\n"
      "Binary skeletons have colours in bytes and numbers in single precision: 0.002 is a tolerance for both.\n"
      "Exit status 0: alike; 1: different.");
  command->add_option("A", arguments->a, "Skeleton file")->required();
  command->add_option("B", arguments->b, "Skeleton file to compare it with")->required();
  command->add_flag("--pose", arguments->pose,
                    "Also pose both in every animation and skin, and say how far apart they are at most and where");
  command->add_flag("--no-physics", arguments->no_physics, "Leave physics out of the poses");
  command
      ->add_option("--tolerance", arguments->tolerance, "Numbers that differ by no more are alike (0; for poses 0.001)")
      ->option_text("NUMBER")
      ->check(number_between(0, 1e9, "a distance of 0 or more"));
  command->add_flag("--all", arguments->all,
                    "Also compare what changes no pose: hash, version, bounds, what only editors show,\n"
                    "and orders that mean nothing");
  command->add_option("--most", arguments->most, "Print so many differences at most (50)")
      ->option_text("COUNT")
      ->check(number_between(0, 1e9, "a number of differences from 0 to 1000000000"));
  add_semantics_option(*command, arguments->semantics);
  command->add_flag("--json", arguments->json, "Print JSON instead of text");
  command->footer(
      "Examples:\n"
      "  sinew diff hero.json hero-new.json\n"
      "  sinew diff hero.json hero.skel --tolerance 0.002\n"
      "  sinew diff hero-4.2.json hero-4.3.json --pose --no-physics");
  command->callback([arguments, &exit_code] { exit_code = diff(*arguments); });
}

}  // namespace sinew::tools
