// Targets for .motion clips and .rig hierarchies.
#pragma once

#include <string_view>

namespace sinew::fuzz {

/// Reads a clip, samples it on a rig of the parts that it names, writes it and reads that.
void motion_clip(std::string_view bytes);
/// Reads a rig, poses it by a clip that moves its first node, writes it and reads that.
void motion_rig(std::string_view bytes);

}  // namespace sinew::fuzz
