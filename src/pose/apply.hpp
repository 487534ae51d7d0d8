// Applying single timelines: what apply() and sliders share.
#pragma once

#include "pose/mix.hpp"
#include "pose/pose_buffers.hpp"
#include "pose/sampling.hpp"

namespace sinew {

void apply_timeline(PoseBuffers& pose, const Timeline& timeline, const Moment& at, const Mix& mix) noexcept;

/// A constraint's timeline: pose/constraint_timelines.cpp.
void apply_constraint(PoseBuffers& pose, const Timeline& timeline, const Moment& at, const Mix& mix) noexcept;

}  // namespace sinew
