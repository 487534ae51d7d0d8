// Physics constraints: what the rest of the pose needs to know of them.
#pragma once

#include "pose/pose_buffers.hpp"

namespace sinew {

/// Forgets offsets and velocities; the next update starts from where the bone is. Spec: constraints.md 9.2.
void reset_physics(PoseBuffers& pose, std::uint32_t state) noexcept;

}  // namespace sinew
