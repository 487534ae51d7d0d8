// The files that `sinew render` writes.
#pragma once

#include <string>
#include <string_view>

namespace sinew::tools {

/// Whether a name stands for one still picture: it ends in ".png" (in any case) and has no number in it.
[[nodiscard]] bool is_still_name(std::string_view output);

/// The name of an animation's file: "{animation}" in `output` replaced; where it is not there, and `several` are made,
/// put before the ending ("hero.gif": "hero-walk.gif"), or before the number of a sequence ("hero-%04d.png":
/// "hero-walk-%04d.png"). Blanks, and characters that do not belong in a file name, become '-' in it.
/// `placeholder` may be another: "{shot}".
[[nodiscard]] std::string output_name(const std::string& output, std::string_view animation, bool several,
                                      std::string_view placeholder = "{animation}");

/// Whether a file is a scene by its name, which ends in ".scene.json" (in any case).
[[nodiscard]] bool is_scene_name(std::string_view file);

}  // namespace sinew::tools
