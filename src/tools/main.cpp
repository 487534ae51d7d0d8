// The sinew command.

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/help_formatter.hpp"

namespace {

/// Which sub-command the arguments got to, e.g. "golden check".
std::string chosen_command(const CLI::App& app) {
  std::string name;
  for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
    at = at->get_subcommands().front();
    if (!name.empty()) name += ' ';
    name += at->get_name();
  }
  return name;
}

/// What stands where a command was expected and is none; empty: nothing does.
std::string unknown_command(const CLI::App& app) {
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  if (at->get_require_subcommand_min() == 0) return {};
  for (const std::string& word : at->remaining()) {
    if (word.empty() || word[0] == '-') continue;
    std::vector<std::string> commands;
    for (const CLI::App* command : at->get_subcommands([](const CLI::App*) { return true; })) {
      commands.push_back(command->get_name());
    }
    const auto similar = sinew::tools::similar_names(word, {commands.begin(), commands.end()}, 1);
    return "There is no command '" + word + "'." +
           (similar.empty() ? "" : " Did you mean '" + std::string(similar[0]) + "'?");
  }
  return {};
}

/// Opens what the caller has closed of the three standard streams, so that no file takes its number and is written to
/// in its place. Opened the wrong way round, they still cannot be used.
void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    [[maybe_unused]] const int opened = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

/// The parser's complaints as sentences.
std::string sentence(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace sinew::tools;
  int exit_code = exit_success;
  occupy_standard_streams();
  try {
    CLI::App app(
        "Sinew looks into, poses, checks, converts and draws skeletal animation files: skeletons as the Rigby2D\n"
        "and Spine editors export them (JSON, or binary .skel), their atlases, scenes, and .motion clips.",
        "sinew");
    app.formatter(std::make_shared<HelpFormatter>());
    app.set_version_flag("--version", "sinew " SINEW_VERSION, "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.require_subcommand(1);
    app.footer(
        "Results go to standard output, everything else to standard error.\n"
        "Exit status: 0 success; 1 what was asked fell short (a file is invalid, frames differ); 2 wrong usage.\n"
        "\n"
        "Examples:\n"
        "  sinew info hero.json                               what is in the file\n"
        "  sinew pose hero.json --animation walk --time 0.5   where every bone is at that time\n"
        "  sinew render hero.json --animation walk -o w.gif   what it looks like\n"
        "  sinew golden check golden                          do poses match the recorded ones?\n"
        "\n"
        "'sinew COMMAND --help' says more about each command.");

    // Every sub-command is added here.
    add_info_command(app, exit_code);
    add_pose_command(app, exit_code);
    add_check_command(app, exit_code);
    add_convert_command(app, exit_code);
    add_diff_command(app, exit_code);
    add_golden_command(app, exit_code);
    add_bench_command(app, exit_code);
    add_scene_command(app, exit_code);
#ifdef SINEW_HAS_MOTION
    add_motion_command(app, exit_code);
#endif
#ifdef SINEW_HAS_RENDER
    // Those that need the renderer or the media writers.
    add_atlas_command(app, exit_code);
    add_render_command(app, exit_code);
#endif

    if (argc <= 1) {
      const std::string help = app.help();
      std::fwrite(help.data(), 1, help.size(), stderr);
      return exit_usage;
    }
    try {
      app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      return print_result(app.help());
    } catch (const CLI::CallForVersion& version) {
      return print_result(std::string(version.what()) + '\n');
    } catch (const CLI::ParseError& error) {
      const std::string unknown = unknown_command(app);
      return print_usage_error(chosen_command(app), unknown.empty() ? sentence(error.what()) : unknown);
    }
  } catch (const std::bad_alloc&) {
    return print_error("There is not enough memory.");
  } catch (const std::exception& error) {
    return print_error(sentence(error.what()));
  }
  return exit_code;
}
