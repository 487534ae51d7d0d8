// Physics constraints: what the rest of the pose needs to know of them.
#pragma once

#include "pose/pose_buffers.hpp"

namespace sinew {

class Solver;

/// Forgets offsets and velocities; the next update starts from where the bone is. Spec: constraints.md 9.2.
void reset_physics(PoseBuffers& pose, std::uint32_t state) noexcept;

/// Adds to the time that all clocks show.
void move_clocks(PoseBuffers& pose, double by) noexcept;

/// Advances the clock that springs of a lean instance share, before any of them is solved.
void start_clock(Solver& solver) noexcept;

}  // namespace sinew
