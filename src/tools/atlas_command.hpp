// sinew atlas pack, unpack and info.
#pragma once

#include <CLI/CLI.hpp>

namespace sinew::tools {

/// Needs the media library (SINEW_HAS_RENDER).
void add_atlas_command(CLI::App& app, int& exit_code);

}  // namespace sinew::tools
