// Applying an animation whole.
#pragma once

#include "pose/mix.hpp"
#include "pose/pose_buffers.hpp"
#include "pose/sampling.hpp"

namespace sinew {

/// Whether a mix takes the animation's values as they are (or the setup pose before their first keys): then a program's
/// steps do the same as its timelines one by one.
[[nodiscard]] inline bool is_whole(const Mix& mix) noexcept {
  return mix.weight == 1 && mix.base != MixBase::current && !mix.additive && !mix.out && !mix.slider;
}

/// Does all steps of a program at a moment with samples, base `setup` or `first`. What is in its `rest` is the caller's
/// to apply, afterwards.
void apply_steps(PoseBuffers& pose, const AnimationProgram& program, const Moment& at, MixBase base) noexcept;

}  // namespace sinew
