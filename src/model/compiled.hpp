// Tables that finish() derives from the model, so that a frame needs no look-ups and few branches.
#pragma once

#include <cstdint>
#include <span>

#include "sinew/skeleton_data.hpp"

namespace sinew {

/// The rules that a skeleton is played by: its semantics and, under spine, the version of the reference.
/// 4.0 and 4.1 are played by the rules of 4.2.
enum class RuleSet : std::uint8_t { rigby, spine_3_8, spine_4_2, spine_4_3 };

/// Posing 3.8 differs from 4.2 in a few places only; they ask for spine_3_8.
[[nodiscard]] constexpr bool is_spine_before_4_3(RuleSet rules) noexcept {
  return rules == RuleSet::spine_3_8 || rules == RuleSet::spine_4_2;
}

/// One step of computing the world transforms: a run of bones, or a constraint.
struct UpdateStep {
  enum class Kind : std::uint8_t {
    compose_normal,   ///< every bone inherits normally at all times, and no constraint changes its pose
    compose_any,      ///< looked at bone by bone
    compose_missing,  ///< spine 4.3 with constraints: those bones that are not up to date
    constraint,       ///< `first` is the constraint's index
  };
  Kind kind = Kind::compose_normal;
  /// Of a constraint that changes matrices: whether a later step reads what that makes of its bones' applied poses. If
  /// not, they are only worked out for a host that asks.
  bool poses_needed = true;
  std::uint32_t first = 0, count = 0;
};

/// What the timelines change of a constraint. Which numbers mean what hangs on the type: see the ..._value constants.
struct ConstraintPose {
  double values[7] = {};
  IkFlags ik;
};
namespace ik_value {
enum : std::uint8_t { mix, softness };
}
namespace transform_value {
enum : std::uint8_t { rotate, x, y, scale_x, scale_y, shear_y };
}
namespace path_value {
enum : std::uint8_t { position, spacing, mix_rotate, mix_x, mix_y };
}
namespace physics_value {
enum : std::uint8_t { inertia, strength, damping, mass, wind, gravity, mix };
}
namespace slider_value {
enum : std::uint8_t { time, mix };
}

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
  std::span<const UpdateStep> schedule;  ///< without a skin; instances with a skin build their own (model/schedule.hpp)
  std::span<const std::uint8_t> plain;   ///< by bone: nothing can make it anything but active and inheriting normally

  // Constraints. The arrays by bone are empty when there are none.
  std::span<const ConstraintPose> setup_constraints;
  std::span<const std::uint32_t> applied_of;   ///< by bone: its applied pose, or `none` when no constraint changes it
  std::span<const BoneIndex> applied_bones;    ///< by applied pose: its bone
  std::span<const std::uint32_t> first_child;  ///< by bone, one more than bones: into `children`
  std::span<const std::uint32_t> children;     ///< ascending
  std::span<const std::uint32_t> physics_of;   ///< by constraint: its physics state, or `none`
  std::uint32_t physics_count = 0;
  std::uint32_t path_scratch = 0;  ///< numbers that the largest path constraint needs to work with
  bool any_slider = false;
  bool any_dark = false;    ///< some slot has a dark colour at some time
  bool any_folder = false;  ///< some animation has a draw order folder

  static constexpr std::uint32_t none = 0xffffffffu;
  std::span<const DeformTarget> deform_targets;
  std::uint32_t deform_numbers = 0;  ///< of all targets together
  /// Rigby: by attachment; spine: by slot; `none` where nothing deforms it.
  std::span<const std::uint32_t> deform_target_of;

  /// Spine: the properties that animation a sets, ascending: properties[first_property[a]] .. Empty under rigby.
  std::span<const std::uint32_t> first_property;
  std::span<const std::uint64_t> properties;

  /// Spine 4.3: slots beside its own that hold a linked mesh following attachment a:
  /// follower_slots[follower_first[a]] .. Empty when no mesh has any.
  std::span<const std::uint32_t> follower_first;
  std::span<const SlotIndex> follower_slots;
};

}  // namespace sinew
