// Tables that finish() derives from the model, so that a frame needs no look-ups and few branches.
#pragma once

#include <cstdint>
#include <span>

#include "sinew/skeleton_data.hpp"

namespace sinew {

/// The rules that a skeleton is played by: its semantics and, under spine, the version of the reference.
enum class RuleSet : std::uint8_t { rigby, spine_4_2, spine_4_3 };

/// One step of computing the world transforms: a run of bones.
struct UpdateStep {
  enum class Kind : std::uint8_t {
    compose_normal,  ///< every bone is active and inherits normally at all times
    compose_any,     ///< activity and inherit mode are looked at bone by bone
  };
  Kind kind = Kind::compose_normal;
  std::uint32_t first = 0, count = 0;
};

/// A place in an instance's memory that holds one deform: rigby has one for each attachment that some animation
/// deforms, spine one for each slot.
struct DeformTarget {
  std::uint32_t first = 0, size = 0;  ///< in numbers, in the instance's deform memory
};

struct CompiledData {
  RuleSet rules = RuleSet::rigby;
  std::span<const BonePose> setup_bones;
  std::span<const Inherit> setup_inherits;
  std::span<const Color> setup_colors, setup_darks;
  std::span<const std::uint32_t> parents;  ///< [0] is not used
  std::span<const UpdateStep> schedule;
  bool any_dark = false;    ///< some slot has a dark colour at some time
  bool any_folder = false;  ///< some animation has a draw order folder

  static constexpr std::uint32_t none = 0xffffffffu;
  std::span<const DeformTarget> deform_targets;
  std::uint32_t deform_numbers = 0;  ///< of all targets together
  /// Rigby: by attachment; spine: by slot; `none` where nothing deforms it.
  std::span<const std::uint32_t> deform_target_of;

  /// Spine 4.3: slots beside its own that hold a linked mesh following attachment a:
  /// follower_slots[follower_first[a]] .. Empty when no mesh has any.
  std::span<const std::uint32_t> follower_first;
  std::span<const SlotIndex> follower_slots;
};

}  // namespace sinew
