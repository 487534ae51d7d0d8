// The sub-commands: one function each, one file each.
#pragma once

#include <CLI/CLI.hpp>

namespace sinew::tools {

void add_info_command(CLI::App& app, int& exit_code);
void add_pose_command(CLI::App& app, int& exit_code);
void add_diff_command(CLI::App& app, int& exit_code);
void add_check_command(CLI::App& app, int& exit_code);
void add_convert_command(CLI::App& app, int& exit_code);
void add_golden_command(CLI::App& app, int& exit_code);
void add_bench_command(CLI::App& app, int& exit_code);
void add_scene_command(CLI::App& app, int& exit_code);
#ifdef SINEW_HAS_MOTION
void add_motion_command(CLI::App& app, int& exit_code);
#endif
#ifdef SINEW_HAS_RENDER
void add_atlas_command(CLI::App& app, int& exit_code);
void add_render_command(CLI::App& app, int& exit_code);
#endif

}  // namespace sinew::tools
