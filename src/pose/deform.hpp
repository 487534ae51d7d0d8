// Deform timelines.
#pragma once

#include "pose/mix.hpp"
#include "pose/pose_buffers.hpp"

namespace sinew {

void apply_deform(const PoseBuffers& pose, SlotPose& slots, const Timeline& timeline, double time,
                  const Mix& mix) noexcept;

}  // namespace sinew
