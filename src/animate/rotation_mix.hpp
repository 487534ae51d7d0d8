// Mixing rotations the short way round, going on in the direction they began with. Spec: animation.md 10.5.
#pragma once

#include "pose/mix.hpp"
#include "pose/pose_buffers.hpp"
#include "pose/sampling.hpp"

namespace sinew {

/// Applies a rotate timeline. `memory` holds the timeline's total and last difference in its entry.
///
/// Where there is nothing to go, the reference applies the total it remembers, for one frame. `steady`: it does not;
/// for what the reference does not have.
void mix_rotation(PoseBuffers& pose, const Timeline& timeline, const Moment& at, const Mix& mix, double* memory,
                  bool steady = false) noexcept;

}  // namespace sinew
