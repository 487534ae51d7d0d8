// The memory of one skeleton instance: plain arrays in a single allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/compiled.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew {

struct PoseBuffers {
  const SkeletonData* data = nullptr;
  const CompiledData* compiled = nullptr;
  std::size_t bytes = 0;  ///< of the whole allocation, this struct included

  // One entry a bone.
  std::span<BonePose> local;      ///< as the animations left it
  std::span<Affine> world;
  std::span<Inherit> inherit;
  std::span<std::uint8_t> active;  ///< 0 or 1

  // One entry a slot.
  std::span<Color> color;
  std::span<Color> dark;               ///< empty when no slot ever has a dark colour
  std::span<std::uint8_t> has_dark;    ///< likewise
  std::span<AttachmentIndex> attachment;
  std::span<AttachmentIndex> setup_attachment;  ///< the setup pose's under the active skin
  std::span<std::int32_t> sequence;    ///< frame of a sequence; -1: the setup frame
  std::span<SlotIndex> draw_order;
  std::span<std::uint32_t> order_scratch;  ///< for draw order folders; empty when there are none
  std::span<std::uint8_t> slot_mark;       ///< likewise; all 0 between uses

  // One entry a deform target.
  std::span<double> deform;            ///< of all targets, DeformTarget::first apart
  std::span<std::uint8_t> deform_set;  ///< 0: all zeros, whatever the memory says

  SkinIndex skin;
  Color tint;
  double time = 0;
  bool own_inherits = false;  ///< the host has changed inherit modes: the schedule's "plain" runs may not be plain

  [[nodiscard]] RuleSet rules() const noexcept { return compiled->rules; }
  [[nodiscard]] bool is_rigby() const noexcept { return compiled->rules == RuleSet::rigby; }
};

/// Shows another attachment on a slot, with what follows for its deform and sequence. Spec: animation.md 5.3.
void change_attachment(PoseBuffers& pose, SlotIndex slot, AttachmentIndex attachment) noexcept;

/// The attachment for a placeholder under the active skin, else the default skin, else none.
[[nodiscard]] AttachmentIndex resolve(const PoseBuffers& pose, PlaceholderIndex placeholder) noexcept;

}  // namespace sinew
