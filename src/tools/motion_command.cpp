// sinew motion: .motion clips and the rigs that they move.

#include <algorithm>
#include <limits>
#include <memory>

#include "base/visible_text.hpp"
#include "sinew/file.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/motion_assets.hpp"
#include "tools/motion_gltf.hpp"
#include "tools/motion_plot.hpp"
#include "tools/motion_reports.hpp"

namespace sinew::tools {

namespace {

CLI::Validator any_number(std::string what) {
  return number_between(-std::numeric_limits<double>::max(), std::numeric_limits<double>::max(), std::move(what));
}

/// Whether a file is a rig or a scene rather than a clip. What cannot be told is treated as a clip.
Result<bool> is_binding(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  const auto kind = motion::kind_of_text(*text);
  if (kind) return *kind != motion::FileKind::clip;
  const std::size_t dot = path.rfind('.');
  const std::string ending = dot == std::string::npos ? "" : path.substr(dot);
  return ending == ".rig" || ending == ".scene";
}

Result<bool> is_clip(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  const auto kind = motion::kind_of_text(*text);
  return kind && *kind == motion::FileKind::clip;
}

/// Whether a file name has another ending than `wanted`, in any case. One without an ending, and standard output, have
/// none.
bool has_other_ending(const std::string& path, std::string_view wanted) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (path == "-" || dot == std::string::npos) return false;
  std::string ending = name.substr(dot);
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return ending != wanted;
}

// ---------------------------------------------------------------------------------------------------------------------

struct CheckArguments {
  std::string clip, rig;
};

int check(const CheckArguments& arguments) {
  if (arguments.rig.empty()) {
    const auto binding = is_binding(arguments.clip);
    if (!binding) return print_error(binding.error());
    if (*binding) {
      const auto loaded = load_binding_and_warn(arguments.clip);
      if (!loaded) return print_error(loaded.error());
      return print_result(visible_text(arguments.clip + ": fine, " + describe(*loaded) + ".") + '\n');
    }
  }
  if (!arguments.rig.empty()) {
    const auto rig = is_clip(arguments.rig);
    if (!rig) return print_error(rig.error());
    if (*rig) {
      return print_usage_error("motion check", "'" + arguments.rig +
                                                   "' is a clip, and what comes second is the rig that the first one "
                                                   "moves. Check clips one at a time.");
    }
  }
  const auto assets = load_motion(arguments.clip, arguments.rig);
  if (!assets) return print_error(assets.error());
  std::string text = arguments.clip + ": fine, " + describe(assets->clip);
  if (assets->binding) text += "; fits " + arguments.rig + ", " + describe(*assets->binding);
  return print_result(visible_text(text + ".") + '\n');
}

void add_check(CLI::App& motion, int& exit_code) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command = motion.add_subcommand(
      "check",
      "Say whether a clip is valid, and fits a rig\n\n"
      "Loads a clip, and connects it to a rig where one is named. Prints the first problem with its place,\n"
      "and ends with status 1, where there is one. Takes a .rig or scene alone, too.");
  command->add_option("CLIP", arguments->clip, ".motion file")->required();
  command->add_option("RIG", arguments->rig, ".rig file, or scene");
  command->footer("Example:\n  sinew motion check swing.motion weapon.rig");
  command->callback([arguments, &exit_code] { exit_code = check(*arguments); });
}

// ---------------------------------------------------------------------------------------------------------------------

struct SampleArguments {
  std::string clip, rig;
  std::vector<double> elapsed, times;
  double weight = 1;
  bool world = false, json = false;
};

int sample(const SampleArguments& arguments) {
  const auto assets = load_motion(arguments.clip, arguments.rig);
  if (!assets) return print_error(assets.error());
  auto rig = motion::Rig::create(assets->parts, assets->clip);
  if (!rig) return print_error(rig.error());
  MotionSamples samples{{}, arguments.weight, arguments.world};
  for (const double elapsed : arguments.elapsed) samples.times.push_back(motion::clip_time(assets->clip, elapsed));
  samples.times.insert(samples.times.end(), arguments.times.begin(), arguments.times.end());
  if (samples.times.empty()) samples.times.push_back(0);
  return print_result(arguments.json ? motion_samples_json(arguments.clip, *assets, *rig, samples)
                                     : motion_samples(arguments.clip, *assets, *rig, samples));
}

void add_sample(CLI::App& motion, int& exit_code) {
  auto arguments = std::make_shared<SampleArguments>();
  CLI::App* command = motion.add_subcommand(
      "sample",
      "Say where every part is at a time of a clip\n\n"
      "Without --rig, the parts that the clip names are shown side by side, and what no track moves is\n"
      "at 0, not turned, of scale 1.");
  command->add_option("CLIP", arguments->clip, ".motion file")->required();
  command->add_option("--rig", arguments->rig, ".rig file, or scene, that the clip moves")
      ->option_text("RIG")
      ->check(not_empty());
  command
      ->add_option("--time", arguments->elapsed,
                   "Seconds since the clip started, looping as it does (0); as often as you like")
      ->option_text("SECONDS")
      ->check(any_number("a number of seconds"));
  command
      ->add_option("--clip-time", arguments->times,
                   "Time of the clip itself; as often as you like, after those of --time")
      ->option_text("SECONDS")
      ->check(any_number("a number of seconds"));
  command->add_option("--weight", arguments->weight, "From the rest pose (0) to the clip (1)")
      ->option_text("WEIGHT")
      ->check(any_number("a number"));
  command->add_flag("--world", arguments->world,
                    "Print poses in the world, not relative to the parents (JSON has both)");
  command->add_flag("--json", arguments->json, "Print JSON instead of text: exact numbers, rotations as matrices");
  command->footer(
      "Examples:\n"
      "  sinew motion sample swing.motion --rig weapon.rig --time 0.5 --time 9\n"
      "  sinew motion sample swing.motion --rig weapon.rig --json | jq '.samples[0].parts[1].world'");
  command->callback([arguments, &exit_code] { exit_code = sample(*arguments); });
}

// ---------------------------------------------------------------------------------------------------------------------

struct InfoArguments {
  std::string file;
  bool json = false;
};

int info(const InfoArguments& arguments) {
  const auto binding = is_binding(arguments.file);
  if (!binding) return print_error(binding.error());
  if (*binding) {
    const auto loaded = load_binding_and_warn(arguments.file);
    if (!loaded) return print_error(loaded.error());
    return print_result(arguments.json ? motion_info_json(arguments.file, *loaded)
                                       : motion_info(arguments.file, *loaded));
  }
  const auto loaded = load_clip_and_warn(arguments.file);
  if (!loaded) return print_error(loaded.error());
  return print_result(arguments.json ? motion_info_json(arguments.file, *loaded)
                                     : motion_info(arguments.file, *loaded));
}

void add_info(CLI::App& motion, int& exit_code) {
  auto arguments = std::make_shared<InfoArguments>();
  CLI::App* command = motion.add_subcommand("info", "Say what is in a clip, a rig or a scene");
  command->add_option("FILE", arguments->file, ".motion or .rig file, or scene")->required();
  command->add_flag("--json", arguments->json, "Print JSON instead of text");
  command->footer("Examples:\n  sinew motion info swing.motion\n  sinew motion info weapon.rig --json");
  command->callback([arguments, &exit_code] { exit_code = info(*arguments); });
}

// ---------------------------------------------------------------------------------------------------------------------

struct FileArguments {
  std::string clip, rig, output;
  bool nodes_only = false;
};

int plot(const FileArguments& arguments) {
  if (has_other_ending(arguments.output, ".svg")) {
    return print_usage_error("motion plot", "A plot is written as SVG; '" + arguments.output +
                                                "' does not end in '.svg'. Other programs make pictures of it.");
  }
  const auto assets = load_motion(arguments.clip, {});
  if (!assets) return print_error(assets.error());
  const Status written = write_output(arguments.output, motion_plot(arguments.clip, assets->clip));
  return written ? exit_success : print_error(written.error());
}

void add_plot(CLI::App& motion, int& exit_code) {
  auto arguments = std::make_shared<FileArguments>();
  CLI::App* command = motion.add_subcommand(
      "plot",
      "Draw the value of every track over time, as SVG\n\n"
      "One row for each track, x red, y green, z blue, a dot for each key; held values are pale.\n"
      "Rotations are in degrees; those of rig clips go the way that the parts go, which is the shortest.");
  command->add_option("CLIP", arguments->clip, ".motion file")->required();
  command->add_option("-o,--output", arguments->output, "SVG file to write; - is standard output")
      ->option_text("FILE")
      ->required()
      ->check(not_empty());
  command->footer("Example:\n  sinew motion plot swing.motion -o swing.svg");
  command->callback([arguments, &exit_code] { exit_code = plot(*arguments); });
}

int convert(const FileArguments& arguments) {
  if (has_other_ending(arguments.output, ".gltf")) {
    return print_usage_error("motion convert", "A clip becomes glTF 2.0 as JSON, with all data inside; '" +
                                                   arguments.output + "' does not end in '.gltf'.");
  }
  const auto assets = load_motion(arguments.clip, arguments.rig);
  if (!assets) return print_error(assets.error());
  if (!assets->binding && assets->clip.kind == motion::ClipKind::rig) {
    return print_usage_error("motion convert", "A rig clip needs the rig that it moves: --rig RIG.");
  }
  const auto gltf = motion_gltf(*assets, !arguments.nodes_only);
  if (!gltf) return print_error(gltf.error());
  const Status written = write_output(arguments.output, *gltf);
  return written ? exit_success : print_error(written.error());
}

void add_convert(CLI::App& motion, int& exit_code) {
  auto arguments = std::make_shared<FileArguments>();
  CLI::App* command = motion.add_subcommand(
      "convert",
      "Make a glTF 2.0 file that plays a clip\n\n"
      "The nodes of the rig become nodes, the clip becomes an animation; small shapes show where nodes and\n"
      "the ways between them are. What glTF cannot say (bezier easing, angles one by one) becomes keys\n"
      "that are close enough together. A model clip, which has no rig, gives one node for each part.");
  command->add_option("CLIP", arguments->clip, ".motion file")->required();
  command->add_option("--rig", arguments->rig, ".rig file, or scene, that the clip moves")
      ->option_text("RIG")
      ->check(not_empty());
  command->add_option("-o,--output", arguments->output, "glTF file to write; - is standard output")
      ->option_text("FILE")
      ->required()
      ->check(not_empty());
  command->add_flag("--nodes-only", arguments->nodes_only, "Leave out the shapes that make nodes visible");
  command->footer("Example:\n  sinew motion convert swing.motion --rig weapon.rig -o swing.gltf");
  command->callback([arguments, &exit_code] { exit_code = convert(*arguments); });
}

}  // namespace

void add_motion_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("motion", "Check, sample, draw and convert .motion clips and .rig hierarchies");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  sinew motion check swing.motion weapon.rig\n"
      "  sinew motion sample swing.motion --rig weapon.rig --time 0.5\n"
      "  sinew motion plot swing.motion -o swing.svg\n\n"
      "'sinew motion COMMAND --help' says more about each command.");
  add_check(*command, exit_code);
  add_info(*command, exit_code);
  add_sample(*command, exit_code);
  add_plot(*command, exit_code);
  add_convert(*command, exit_code);
}

}  // namespace sinew::tools
