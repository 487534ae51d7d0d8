// Sequence timelines.
#pragma once

#include "pose/mix.hpp"
#include "pose/pose_buffers.hpp"
#include "pose/sampling.hpp"

namespace sinew {

/// The frame of a sequence of `count` images, `elapsed` seconds after a key. Not negative for keys with index >= 0; may
/// exceed `count` in mode hold. Spec: animation.md 5.5.
[[nodiscard]] std::int32_t sequence_frame_at(const SequenceKey& key, double elapsed, std::uint32_t count) noexcept;

void apply_sequence(const PoseBuffers& pose, SlotPose& slots, const Timeline& timeline, const Moment& at,
                    const Mix& mix) noexcept;

}  // namespace sinew
