// A clip and its rig as glTF 2.0.
#pragma once

#include <string>

#include "tools/motion_assets.hpp"

namespace sinew::tools {

/// A .gltf document with everything in it. `shapes`: small meshes show where nodes and the ways between them are.
[[nodiscard]] Result<std::string> motion_gltf(const MotionAssets& assets, bool shapes);

}  // namespace sinew::tools
