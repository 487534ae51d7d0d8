#include "pose/deform.hpp"

#include <algorithm>

#include "pose/curves.hpp"

namespace sinew {

namespace {

/// Calls visit(index, value) for every number of the interpolated deform, in ascending runs. Keys are sparse: where
/// neither key has numbers the value is 0.
template <class Visit>
void for_each_number(const DeformKey& from, const DeformKey* to, double fraction, std::size_t size, Visit visit) {
  const std::size_t p0 = from.offset, p1 = p0 + from.vertices.size();
  const std::size_t q0 = to ? to->offset : 0, q1 = to ? q0 + to->vertices.size() : 0;
  if (!to || (p0 == q0 && p1 == q1)) {
    // As nearly all are: one range of numbers, zeros around it.
    const std::size_t begin = std::min(p0, size), end = std::min(p1, size);
    const double* p = from.vertices.data();
    const double* q = to ? to->vertices.data() : nullptr;
    std::size_t j = 0;
    for (; j < begin; ++j) visit(j, 0.0);
    if (q) {
      for (; j < end; ++j, ++p, ++q) visit(j, *p + (*q - *p) * fraction);
    } else {
      for (; j < end; ++j, ++p) visit(j, *p);
    }
    for (; j < size; ++j) visit(j, 0.0);
    return;
  }
  std::size_t cuts[6] = {0, std::min(p0, size), std::min(p1, size), std::min(q0, size), std::min(q1, size), size};
  std::sort(cuts, cuts + 6);
  for (int i = 0; i < 5; ++i) {
    const std::size_t begin = cuts[i], end = cuts[i + 1];
    if (begin == end) continue;
    const bool in_p = begin >= p0 && begin < p1;
    const bool in_q = begin >= q0 && begin < q1;
    const double* p = in_p ? from.vertices.data() + (begin - p0) : nullptr;
    const double* q = in_q ? to->vertices.data() + (begin - q0) : nullptr;
    if (p && q) {
      for (std::size_t j = begin; j < end; ++j, ++p, ++q) visit(j, *p + (*q - *p) * fraction);
    } else if (p && to) {
      for (std::size_t j = begin; j < end; ++j, ++p) visit(j, *p - *p * fraction);
    } else if (p) {
      for (std::size_t j = begin; j < end; ++j, ++p) visit(j, *p);
    } else if (q) {
      for (std::size_t j = begin; j < end; ++j, ++q) visit(j, *q * fraction);
    } else {
      for (std::size_t j = begin; j < end; ++j) visit(j, 0.0);
    }
  }
}

void mix_into(const PoseBuffers& pose, SlotPose& slots, std::uint32_t target_index, std::size_t size,
              const Timeline& timeline, const Moment& at, const Mix& mix) noexcept {
  const DeformSegment segment = evaluate_deform(timeline, at, mix.rules);
  const DeformTarget& target = pose.compiled->deform_targets[target_index];
  size = std::min<std::size_t>(size, target.size);
  std::uint8_t& set = slots.deform_set[target_index];
  const double w = mix.weight;
  if (segment.key == npos) {
    if (mix.base == MixBase::current || !set) return;
    if (mix.base == MixBase::setup || w == 1) {
      set = 0;
      return;
    }
    double* const faded = slots.deform[target_index];
    for (std::size_t j = 0; j < size; ++j) faded[j] -= faded[j] * w;
    return;
  }
  if (!reserve_deform(pose, slots, target_index)) return;
  double* const numbers = slots.deform[target_index];
  const DeformKey& from = timeline.deforms[segment.key];
  const DeformKey* to = segment.to_next ? &timeline.deforms[segment.key + 1] : nullptr;
  const double y = segment.fraction;
  // Cleared memory counts as zeros; from zeros, replacing and adding at weight w are the same.
  const bool from_zero = !set || mix.base == MixBase::setup;
  set = 1;
  if (w == 1 && (from_zero || !mix.additive)) {
    for_each_number(from, to, y, size, [&](std::size_t j, double v) { numbers[j] = v; });
  } else if (from_zero) {
    for_each_number(from, to, y, size, [&](std::size_t j, double v) { numbers[j] = v * w; });
  } else if (mix.additive) {
    for_each_number(from, to, y, size, [&](std::size_t j, double v) { numbers[j] += v * w; });
  } else {
    for_each_number(from, to, y, size, [&](std::size_t j, double v) { numbers[j] += (v - numbers[j]) * w; });
  }
  // Whatever lies behind (another attachment's longer deform) is not of this one.
  if (from_zero) std::fill(numbers + size, numbers + target.size, 0.0);
}

}  // namespace

void apply_deform(const PoseBuffers& pose, SlotPose& slots, const Timeline& timeline, const Moment& at,
                  const Mix& mix) noexcept {
  const SkeletonData& data = *pose.data;
  const CompiledData& compiled = *pose.compiled;
  if (mix.rigby()) {
    const Vertices* vertices = data[timeline.attachment].vertices();
    const std::uint32_t target = compiled.deform_target_of[timeline.attachment.value];
    if (vertices && target != CompiledData::none) {
      mix_into(pose, slots, target, vertices->deform_size(), timeline, at, mix);
    }
    return;
  }
  // Spine: the slot's deform, while it shows something that follows these timelines. Spec: animation.md 5.4.
  const auto act_on = [&](SlotIndex slot) {
    if (!pose.active[data[slot].bone.value]) return;
    const AttachmentIndex current = slots.attachment[slot.value];
    if (!current || data[current].timeline_attachment != timeline.attachment) return;
    const Vertices* vertices = data[current].vertices();
    const std::uint32_t target = compiled.deform_target_of[slot.value];
    if (vertices && target != CompiledData::none) {
      mix_into(pose, slots, target, vertices->deform_size(), timeline, at, mix);
    }
  };
  act_on(timeline.slot);
  if (compiled.follower_first.empty()) return;
  const std::uint32_t end = compiled.follower_first[timeline.attachment.value + 1];
  for (std::uint32_t i = compiled.follower_first[timeline.attachment.value]; i < end; ++i) {
    act_on(compiled.follower_slots[i]);
  }
}

}  // namespace sinew
