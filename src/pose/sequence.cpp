#include "pose/sequence.hpp"

#include <algorithm>
#include <cmath>

#include "pose/curves.hpp"

namespace sinew {

std::int32_t sequence_frame_at(const SequenceKey& key, double elapsed, std::uint32_t count) noexcept {
  if (key.mode == SequenceMode::hold) return key.index;
  // A delay of 0 or less counts as no time having passed. The bound keeps the number of frames an integer.
  double passed = key.delay > 0 ? std::trunc(elapsed / key.delay + 0.00001) : 0;
  if (!(passed < 1e15)) passed = 1e15;
  const auto n = static_cast<std::int64_t>(count);
  const std::int64_t k = std::max<std::int64_t>(key.index + static_cast<std::int64_t>(passed), 0);
  const std::int64_t period = 2 * n - 2;
  std::int64_t frame = 0;
  switch (key.mode) {
    case SequenceMode::hold:
      break;
    case SequenceMode::once:
      frame = std::min(n - 1, k);
      break;
    case SequenceMode::loop:
      frame = k % n;
      break;
    case SequenceMode::ping_pong: {
      const std::int64_t q = period > 0 ? k % period : 0;
      frame = q < n ? q : period - q;
      break;
    }
    case SequenceMode::once_reverse:
      frame = std::max<std::int64_t>(n - 1 - k, 0);
      break;
    case SequenceMode::loop_reverse:
      frame = n - 1 - k % n;
      break;
    case SequenceMode::ping_pong_reverse: {
      const std::int64_t q = period > 0 ? (k + n - 1) % period : 0;
      frame = q < n ? q : period - q;
      break;
    }
  }
  return static_cast<std::int32_t>(std::min<std::int64_t>(frame, 0x7fffffff));
}

namespace {

void act_on(const PoseBuffers& pose, SlotPose& slots, SlotIndex slot, const Timeline& timeline, std::size_t key,
            double time, const Mix& mix) noexcept {
  const SkeletonData& data = *pose.data;
  if (!mix.rigby() && !pose.active[data[slot].bone.value]) return;
  const AttachmentIndex current = slots.attachment[slot.value];
  if (!current) return;
  const bool own = mix.rules != RuleSet::spine_4_3 && current == timeline.attachment;
  if (!own && data[current].timeline_attachment != timeline.attachment) return;
  const Sequence* sequence = data[mix.rules == RuleSet::spine_4_3 ? current : timeline.attachment].sequence;
  if (!sequence) return;
  switch (mix_held(key == npos, mix)) {
    case Held::keep:
      return;
    case Held::setup:
      slots.sequence[slot.value] = -1;
      return;
    case Held::key:
      break;
  }
  const std::size_t at = key == npos ? 0 : key;
  // Before its first key, rigby holds that key's start.
  const double elapsed = std::max(0.0, time - timeline.times[at]);
  slots.sequence[slot.value] = sequence_frame_at(timeline.sequences[at], elapsed, sequence->count);
}

}  // namespace

void apply_sequence(const PoseBuffers& pose, SlotPose& slots, const Timeline& timeline, const Moment& at,
                    const Mix& mix) noexcept {
  const std::size_t key = key_at(timeline, at);
  act_on(pose, slots, timeline.slot, timeline, key, at.time, mix);
  const CompiledData& compiled = *pose.compiled;
  if (compiled.follower_first.empty()) return;
  const std::uint32_t end = compiled.follower_first[timeline.attachment.value + 1];
  for (std::uint32_t i = compiled.follower_first[timeline.attachment.value]; i < end; ++i) {
    act_on(pose, slots, compiled.follower_slots[i], timeline, key, at.time, mix);
  }
}

}  // namespace sinew
