// The sinew command.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

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
  try {
    CLI::App app(
        "Sinew looks into, poses, checks and draws skeletal animation files: skeleton JSON as the\n"
        "Rigby2D and Spine editors export it.",
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
        "  sinew golden check tests/golden                    do poses match the recorded ones?\n"
        "\n"
        "'sinew COMMAND --help' says more about each command.");

    // Every sub-command is added here.
    add_info_command(app, exit_code);
    add_pose_command(app, exit_code);
    add_golden_command(app, exit_code);
#ifdef SINEW_HAS_RENDER
    // Those that need the renderer or the media writers.
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
      return print_usage_error(chosen_command(app), sentence(error.what()));
    }
  } catch (const std::bad_alloc&) {
    return print_error("There is not enough memory.");
  } catch (const std::exception& error) {
    return print_error(sentence(error.what()));
  }
  return exit_code;
}
