// Deform timelines.
#pragma once

#include "pose/mix.hpp"
#include "pose/pose_buffers.hpp"
#include "pose/sampling.hpp"

namespace sinew {

void apply_deform(const PoseBuffers& pose, SlotPose& slots, const Timeline& timeline, const Moment& at,
                  const Mix& mix) noexcept;

}  // namespace sinew
