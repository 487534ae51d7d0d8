// sinew bench: what characters cost on this machine.

#include <memory>

#include "tools/bench_character.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#ifdef SINEW_HAS_RENDER
#include "media/output_file.hpp"
#include "tools/bench_crowd.hpp"
#include "tools/render_names.hpp"
#include "tools/render_values.hpp"
#endif

namespace sinew::tools {
namespace {

void add_character(CLI::App& bench, int& exit_code) {
  auto options = std::make_shared<BenchCharacterOptions>();
  CLI::App* command = bench.add_subcommand(
      "character",
      "Measure loading, posing and drawing of one character\n\n"
      "Loads the skeleton from memory, and plays its animations on some characters at once, each "
      "at another\nmoment: 'animate' applies an animation, 'solve' makes world transforms of the "
      "pose, 'draw' makes triangles\nof it, if there is an atlas. Times are medians of all frames, "
      "for one character.");
  command->add_option("FILE", options->skeleton, "Skeleton file")->required()->check(not_empty());
  command->add_option("--atlas", options->atlas, "Atlas file (beside the skeleton: of its name, else the only one)")
      ->option_text("FILE")
      ->check(not_empty());
  command->add_option("--animation", options->animations, "Animation to play; may be repeated (all)")
      ->option_text("NAME")
      ->expected(1)
      ->take_all();
  command->add_option("--skin", options->skin, "Skin to put on (the default skin alone)")
      ->option_text("NAME")
      ->check(not_empty());
  add_semantics_option(*command, options->semantics);
  command->add_option("--count", options->count, "Characters (100)")
      ->option_text("N")
      ->check(CLI::Range(1, 100000, "a number from 1 to 100000"));
  command->add_option("--frames", options->frames, "Frames of each animation (60)")
      ->option_text("N")
      ->check(CLI::Range(1, 100000, "a number from 1 to 100000"));
  command->add_flag("--json", options->json, "Print JSON instead of text, with the fastest times, too");
  command->footer(
      "Examples:\n"
      "  sinew bench character hero.json\n"
      "  sinew bench character hero.skel --animation walk --count 10000");
  command->callback([options, &exit_code] { exit_code = bench_character(*options); });
}

#ifdef SINEW_HAS_RENDER

void add_crowd(CLI::App& bench, int& exit_code) {
  auto options = std::make_shared<BenchCrowdOptions>();
  CLI::App* command = bench.add_subcommand(
      "crowd",
      "Pose and draw a crowd, skinned by the CPU and by the GPU\n\n"
      "Characters stand in rows, each at another moment of an animation. Each frame poses all of them and draws\n"
      "them both ways:\n"
      "  pose    animations, constraints, world transforms, on several threads\n"
      "  skin    by the CPU: all triangles in the world; by the GPU: matrices, colours, and what is shown\n"
      "  submit  uploads and draw calls\n"
      "  finish  waiting until the picture is done\n"
      "Needs neither a display nor a GPU, only OpenGL ES 3 through EGL (Mesa brings it).");
  command->add_option("FILE", options->skeleton, "Skeleton file")->required()->check(not_empty());
  command->add_option("--atlas", options->atlas, "Atlas file (beside the skeleton: of its name, else the only one)")
      ->option_text("FILE")
      ->check(not_empty());
  command->add_option("--count", options->count, "Characters (1000)")
      ->option_text("N")
      ->check(CLI::Range(1, 100000, "a number from 1 to 100000"));
  command->add_option("--animation", options->animations, "Animation to play; repeated ones are played in turn (all)")
      ->option_text("NAME")
      ->expected(1)
      ->take_all();
  command
      ->add_option("--skin", options->skins,
                   "Skin to wear; repeated ones are worn in turn (the default skin alone, or if that\nis nearly bare, "
                   "the fullest ones)")
      ->option_text("NAME")
      ->expected(1)
      ->take_all();
  add_semantics_option(*command, options->semantics);
  command->add_option("--frames", options->frames, "Frames (20)")
      ->option_text("N")
      ->check(CLI::Range(1, 100000, "a number from 1 to 100000"));
  add_parsed(*command, "--size", options->size, parse_size, "a size such as 640x480",
             "Pixels of the picture (1280x720)")
      ->option_text("WxH");
  command
      ->add_option_function<std::string>(
          "--skinning",
          [options](const std::string& who) {
            options->cpu = who != "gpu";
            options->gpu = who != "cpu";
          },
          "Who skins (both, one after the other)")
      ->option_text("cpu|gpu|both")
      ->check(CLI::IsMember({"cpu", "gpu", "both"}));
  command->add_option("--threads", options->threads, "Threads that pose (as many as the machine has)")
      ->option_text("N")
      ->check(CLI::Range(1, 1024, "a number from 1 to 1024"));
  command->add_option("-o,--output", options->output, "Write the last frame as a PNG")
      ->option_text("PICTURE.png")
      ->check(not_empty());
  command->add_flag("--json", options->json, "Print JSON instead of text");
  command->footer(
      "Examples:\n"
      "  sinew bench crowd hero.json\n"
      "  sinew bench crowd hero.json --count 5000 --animation walk --skinning gpu --size 1920x1080 -o crowd.png");
  command->callback([options, &exit_code] {
    if (!options->output.empty() && !is_still_name(options->output)) {
      exit_code = print_usage_error("bench crowd", "The picture's name must end in '.png' and have no '%'.");
      return;
    }
    remove_temporary_files_on_interrupt();
    exit_code = bench_crowd(*options);
  });
}

#endif

}  // namespace

void add_bench_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("bench",
                                         "Measure what characters cost on this machine\n\n"
                                         "Times are of the machine as it is: on a busy one they are longer. Look at "
                                         "ratios within one run.");
  command->footer("'sinew bench COMMAND --help' says more about each command.");
  command->require_subcommand(1);
  add_character(*command, exit_code);
#ifdef SINEW_HAS_RENDER
  add_crowd(*command, exit_code);
#endif
}

}  // namespace sinew::tools
