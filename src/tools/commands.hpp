// The sub-commands: one function each, one file each.
#pragma once

#include <CLI/CLI.hpp>

namespace sinew::tools {

void add_info_command(CLI::App& app, int& exit_code);
void add_pose_command(CLI::App& app, int& exit_code);
void add_golden_command(CLI::App& app, int& exit_code);

}  // namespace sinew::tools
