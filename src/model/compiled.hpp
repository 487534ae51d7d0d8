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

namespace physics_part {
enum : std::uint8_t { x = 1, y = 2, tip = 4, rotation = 8, scale = 16 };
}

/// Where an instance has the state of a physics constraint: only the parts that the constraint uses.
struct PhysicsLayout {
  std::uint32_t first = 0;  ///< in numbers
  std::uint8_t parts = 0;   ///< bits of physics_part
};

/// A place in an instance's memory that holds one deform: rigby has one for each attachment that some animation
/// deforms, spine one for each slot.
struct DeformTarget {
  std::uint32_t first = 0, size = 0;  ///< in numbers, in the instance's deform memory
};

/// The numbers of a local pose that are stored together, as bits.
namespace pose_group {
enum : std::uint8_t { translate = 1, rotate = 2, scale = 4, shear = 8 };
}

/// What a lean instance keeps: only what some animation changes. All else is as in the setup pose; when a host changes
/// that, the instance becomes a wide one, which has memory for everything (Skeleton::widen).
struct LeanLayout {
  bool possible = false;                         ///< not for large skeletons, nor with sliders
  std::span<const std::uint32_t> first_number;   ///< by bone: of its groups, in the order of their bits
  std::span<const std::uint8_t> groups;          ///< by bone
  std::span<const double> setup_numbers;         ///< of all bones
  std::span<const std::uint16_t> number_places;  ///< by number: its place in an array of whole poses, in doubles
  std::span<const std::uint32_t> color_of;       ///< by slot; `none`: as in the setup pose
  std::span<const Color> setup_colors;
  /// By applied pose: its place among those that are kept; `none`: it is put together from the matrix when a host asks.
  /// Spine 4.2 has such, of bones whose matrix alone constraints change.
  std::span<const std::uint32_t> kept_of;
  std::uint32_t kept_count = 0;
  std::span<const std::uint32_t> constraint_of;  ///< by constraint; likewise
  std::span<const ConstraintPose> setup_constraints;
};

struct CompiledData {
  RuleSet rules = RuleSet::rigby;
  LeanLayout lean;
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
  std::span<const PhysicsLayout> physics_layouts;
  std::uint32_t physics_numbers = 0;  ///< of all of them
  std::uint32_t path_scratch = 0;     ///< numbers that the largest path constraint needs to work with
  bool any_slider = false;
  bool any_dark = false;      ///< some slot has a dark colour at some time
  bool any_folder = false;    ///< some animation has a draw order folder
  bool any_order = false;     ///< some animation changes the draw order
  bool any_inherit = false;   ///< some animation changes an inherit mode
  bool any_sequence = false;  ///< some animation has a sequence timeline
  std::span<const SlotIndex> setup_order;
  // Without a skin; instances with one have tables of their own.
  std::span<const std::uint8_t> active, constraint_active;  ///< by bone, by constraint
  std::span<const AttachmentIndex> attachments;             ///< by slot: what the setup pose shows

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
