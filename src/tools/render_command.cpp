// sinew render: pictures and clips of a skeleton or a scene.
#include <cmath>
#include <map>
#include <memory>

#include "media/output_file.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/render_names.hpp"
#include "tools/render_options.hpp"
#include "tools/render_values.hpp"

namespace sinew::tools {
namespace {

/// What options cannot say alone; empty: all is well.
std::string contradiction(const RenderOptions& options, const CLI::App& command) {
  const bool skeleton = !options.skeleton.empty(), manifest = !options.manifest.empty();
  if (skeleton && manifest) return "Either a file or --manifest can be drawn, not both.";
  if (!skeleton && !manifest) return "What is to be drawn is missing: a skeleton or scene file, or --manifest.";
  if (manifest) {
    for (const CLI::Option* option : command.get_options()) {
      const std::string name = option->get_name();
      if (option->count() > 0 && name != "--manifest" && name != "--output" && name != "--supersample") {
        return "The manifest says how its pictures are drawn; " + name + " cannot be used with it.";
      }
    }
    return {};
  }
  if (options.scene) {
    for (const char* name : {"--atlas", "--animation", "--skin", "--warmup", "--bounds", "--padding"}) {
      if (command.count(name) > 0) return std::string("A scene says that itself; ") + name + " is for skeletons.";
    }
  } else if (!options.shots.empty()) {
    return "--shot is for scenes; '" + options.skeleton + "' is none.";
  }
  if (options.size && options.scale) return "The size follows from --scale; --size cannot be used with it.";
  if (is_still_name(options.output)) {
    if (options.duration || options.loops) {
      return "A '.png' is a still: --duration and --loops are for clips (a '%04d' in the name makes a numbered "
             "sequence).";
    }
  } else {
    if (options.time) return "--time makes a still, whose name must end in '.png' and have no '%'.";
    if (options.framing == Framing::frame) return "--bounds frame is for stills.";
    if (options.duration && options.loops) return "Use --duration or --loops, not both.";
  }
  if (options.region && options.framing != Framing::automatic)
    return "--region says what is shown; --bounds cannot be used with it.";
  return {};
}

void add_what(CLI::App& command, RenderOptions& options) {
  command.add_option("FILE", options.skeleton, "Skeleton file, or scene file (.scene.json)");
  command.add_option("-o,--output", options.output, "File to write (see below), with --manifest a folder")
      ->required()
      ->option_text("OUT")
      ->check(not_empty());
  command.add_option("--atlas", options.atlas, "Atlas file (beside the skeleton: of its name, else the only one)")
      ->option_text("FILE")
      ->check(not_empty());
  command.add_option("--animation", options.animations, "Animation to draw, or all; may be repeated (the first)")
      ->option_text("NAME")
      ->expected(1)
      ->take_all();
  command
      .add_option("--skin", options.skins,
                  "Skin to put on; repeated ones are combined, later over earlier (the default skin\nalone, or if that "
                  "is nearly bare, the fullest)")
      ->option_text("NAME")
      ->expected(1)
      ->take_all();
  command.add_option("--shot", options.shots, "Shot of a scene to draw, or all; may be repeated (all, in one file)")
      ->option_text("NAME")
      ->expected(1)
      ->take_all();
  add_semantics_option(command, options.semantics);
  command.add_flag_callback(
      "--pma", [&options] { options.premultiplied = true; }, "The pages are premultiplied, whatever the atlas says");
  command
      .add_flag_callback(
          "--straight", [&options] { options.premultiplied = false; }, "The pages are not premultiplied")
      ->excludes("--pma");
}

void add_when(CLI::App& command, RenderOptions& options) {
  const auto seconds = number_between(0, 86400, "a number of seconds from 0 to 86400");
  command.add_option("--time", options.time, "Moment of a still, the end if that is earlier (0)")
      ->option_text("SECONDS")
      ->check(seconds);
  command.add_option("--fps", options.fps, "Frames a second (30; a scene's own)")
      ->option_text("N")
      ->check(number_between(0.1, 1000, "a rate from 0.1 to 1000"));
  command.add_option("--duration", options.duration, "Length of a clip; the animation is looped (one loop)")
      ->option_text("SECONDS")
      ->check(seconds);
  command.add_option("--loops", options.loops, "How often the animation is in a clip (1)")
      ->option_text("N")
      ->check(CLI::Range(1, 100000, "a number from 1 to 100000"));
  command.add_option("--warmup", options.warmup, "Play so long before the first frame, to let physics settle (0)")
      ->option_text("SECONDS")
      ->check(number_between(0, 3600, "a number of seconds from 0 to 3600"));
  command.add_option("--plays", options.plays, "How often a GIF, APNG or WebP plays, 0 for ever (0)")
      ->option_text("N")
      ->check(CLI::Range(0, 65535, "a number from 0 to 65535"));
}

void add_how(CLI::App& command, RenderOptions& options) {
  add_parsed(command, "--size", options.size, parse_size, "a size such as 640x480", "Size of the picture in pixels")
      ->option_text("WxH");
  command
      .add_option("--scale", options.scale, "Pixels a world unit (1, or what makes the picture 1024 pixels at most)")
      ->option_text("N")
      ->check(number_between(1e-6, 1e6, "a factor from 0.000001 to 1000000"));
  command.add_option("--padding", options.padding, "Free pixels on every side (8)")
      ->option_text("PIXELS")
      ->check(CLI::Range(0, 8192, "a number from 0 to 8192"));
  static const std::map<std::string, Framing> framings{
      {"setup", Framing::setup}, {"animation", Framing::animation}, {"frame", Framing::frame}};
  command
      .add_option_function<std::string>(
          "--bounds", [&options](const std::string& name) { options.framing = framings.at(name); },
          "What must be seen whole: the setup pose, the animation, or a\nstill's frame (clips: animation, stills: "
          "frame)")
      ->option_text("setup|animation|frame")
      ->check(CLI::IsMember({"setup", "animation", "frame"}));
  command
      .add_option_function<std::vector<double>>(
          "--region",
          [&options](const std::vector<double>& numbers) {
            options.region = WorldRect{numbers[0], numbers[1], numbers[2], numbers[3]};
            if (!(numbers[2] > 0) || !(numbers[3] > 0)) {
              throw CLI::ValidationError("--region", "Width and height must be above 0");
            }
            for (const double number : numbers) {
              if (!std::isfinite(number)) throw CLI::ValidationError("--region", "The numbers must be finite");
            }
          },
          "Rectangle of the world to show, from its lower left corner, y up; without padding")
      ->option_text("X,Y,W,H")
      ->delimiter(',')
      ->expected(4);
  add_parsed(command, "--background", options.background, parse_color, "RRGGBB, RRGGBBAA (hexadecimal) or transparent",
             "Colour behind everything (transparent; a scene's own)")
      ->option_text("RRGGBB[AA]");
  command.add_option("--supersample", options.supersampling, "N x N samples a pixel (stills 4, clips 3)")
      ->option_text("N")
      ->check(CLI::Range(1, 16, "a number from 1 to 16"));
  command.add_option("--quality", options.quality, "Quality of lossy formats; makes a WebP lossy")
      ->option_text("0-100")
      ->check(CLI::Range(0, 100, "a number from 0 to 100"));
  command
      .add_option_function<std::vector<std::string>>(
          "--debug",
          [&options](const std::vector<std::string>& kinds) {
            for (const std::string& kind : kinds) {
              if (kind == "bones") options.debug_bones = true;
              if (kind == "meshes") options.debug_meshes = true;
              if (kind == "bounds") options.debug_bounds = true;
            }
          },
          "Show the rig over the picture: bones, meshes, bounds")
      ->option_text("LIST")
      ->delimiter(',')
      ->check(CLI::IsMember({"bones", "meshes", "bounds"}));
}

}  // namespace

void add_render_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<RenderOptions>();
  CLI::App* command = app.add_subcommand("render");
  command->description(
      "Draw a skeleton or a scene as a still or a clip\n\nNeeds neither a display nor a GPU, only OpenGL ES 3 through "
      "EGL (Mesa "
      "brings it).");
  add_what(*command, *options);
  add_when(*command, *options);
  add_how(*command, *options);
  command
      ->add_option("--manifest", options->manifest, "Draw the pictures that a JSON list describes, into the folder OUT")
      ->option_text("FILE");
  command->footer(
      "The ending of OUT says what is made:\n"
      "  .png             a still: of the setup pose, or with --animation or --time of an animation\n"
      "  .png with %04d   numbered pictures, one a frame\n"
      "  .gif .apng .webp animated pictures; a GIF's alpha is on or off\n"
      "  .webm .mov       video with alpha (VP9, ProRes 4444), .mp4 without; these need the program ffmpeg\n"
      "With several animations there is one file each: '{animation}' in OUT is the animation's name; without it the "
      "name\n"
      "is put before the ending (hero.gif: hero-walk.gif) or before the number (hero-%04d.png: hero-walk-%04d.png).\n"
      "\n"
      "A scene is drawn in its own size, whole or by shots; --time is then the scene's, or the shot's, and '{shot}' in "
      "OUT\n"
      "the shot's name.\n"
      "\n"
      "Page images that are missing are named, and what is on them is left out. The exit status is then still 0, and "
      "1\n"
      "only when there is none at all.\n"
      "\n"
      "With --manifest, entries whose file name another entry has taken go to a folder in OUT named after their "
      "atlas.\n"
      "\n"
      "Examples:\n"
      "  sinew render hero.json -o hero.png\n"
      "  sinew render hero.json --animation walk -o walk.gif --size 400x400 --background ffffff\n"
      "  sinew render hero.json --animation all -o 'clips/{animation}.webp'\n"
      "  sinew render meeting.scene.json -o meeting.webm --scale 0.5\n"
      "  sinew render hero.json --animation jump --time 0.4 --skin base --skin hat -o jump.png --debug bones");
  command->callback([options, command, &exit_code] {
    options->scene = !options->skeleton.empty() && is_scene_file(options->skeleton);
    const std::string problem = contradiction(*options, *command);
    if (!problem.empty()) {
      exit_code = print_usage_error("render", problem);
      return;
    }
    remove_temporary_files_on_interrupt();
    options->own_fps = command->count("--fps") == 0;
    options->own_background = command->count("--background") == 0;
    exit_code = !options->manifest.empty() ? render_manifest(*options)
                : options->scene           ? render_scene(*options)
                                           : render_skeleton(*options);
  });
}

}  // namespace sinew::tools
