// What the motion commands share: loading clips and rigs, and the hierarchy that a clip is shown on.
#pragma once

#include <optional>
#include <string>

#include "sinew/motion.hpp"

namespace sinew::tools {

/// A clip and what it moves.
struct MotionAssets {
  motion::Clip clip;
  std::optional<motion::Binding> binding;  ///< where a rig was named
  std::vector<motion::Part> parts;  ///< the rig's; without one, those that the clip names, at rest where they are made
};

/// Loads both, connects them, and prints warnings to standard error. `rig` empty: none.
[[nodiscard]] Result<MotionAssets> load_motion(const std::string& clip, const std::string& rig);

[[nodiscard]] Result<motion::Clip> load_clip_and_warn(const std::string& path);
[[nodiscard]] Result<motion::Binding> load_binding_and_warn(const std::string& path);

}  // namespace sinew::tools
