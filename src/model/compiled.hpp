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

/// What later steps want to know of the poses that a constraint changes. What nobody wants to know is only worked out
/// for a host that asks.
enum class PoseUse : std::uint8_t {
  none,
  composing,  ///< the bone is composed again: the local matrix will do
  reading,    ///< a step reads the numbers
};

/// One step of computing the world transforms: a run of bones, or a constraint.
struct UpdateStep {
  enum class Kind : std::uint8_t {
    compose_normal,   ///< every bone inherits normally at all times
    compose_any,      ///< looked at bone by bone
    compose_missing,  ///< spine 4.3 with constraints: those bones that are not up to date
    constraint,       ///< `first` is the constraint's index
  };
  Kind kind = Kind::compose_normal;
  PoseUse use = PoseUse::reading;  ///< of a constraint
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
  std::uint32_t clock = 0;  ///< likewise: two numbers, which springs may share
  std::uint8_t parts = 0;   ///< bits of physics_part
};

/// A physics constraint's values as its steps use them (model/spring_form.hpp).
struct SpringForm {
  double step = 0, step_by_mass = 0;
  double damping = 1;  ///< of a step
  double inertia = 0, strength = 0, wind = 0, gravity = 0, mix = 0;
};

/// A physics constraint, and what its setup values come to.
struct SpringData {
  const PhysicsData* data = nullptr;
  double length = 0;  ///< of its bone
  SpringForm form;
};

/// What holds one deform, in memory of its own once there is one: rigby has one for each attachment that some animation
/// deforms, spine one for each slot.
struct DeformTarget {
  std::uint32_t size = 0;  ///< in numbers
};

/// The numbers of a local pose that are stored together, as bits.
namespace pose_group {
enum : std::uint8_t { translate = 1, rotate = 2, scale = 4, shear = 8 };
}

/// Lean: a bone whose translation is kept, and where.
struct LeanMove {
  std::uint16_t bone = 0, number = 0;
};
/// Lean: a bone whose rotation or scale is kept, and where both are: among the numbers kept or in the setup pose.
struct LeanTurn {
  std::uint16_t bone = 0, rotation = 0, scale = 0;
};
/// Lean: a bone that may be sheared, and where its shear is.
struct LeanShear {
  std::uint16_t bone = 0, shear = 0;
  bool own = false;  ///< among the numbers kept
};

/// Lean: an applied pose that is kept, by its places among all applied poses and among those kept.
struct KeptPose {
  std::uint16_t applied = 0, kept = 0, bone = 0;
};

/// What a lean instance keeps: only what some animation changes. All else is as in the setup pose; when a host changes
/// that, the instance becomes a wide one, which has memory for everything (Skeleton::widen).
struct LeanLayout {
  static constexpr std::size_t most_bones = 128;  ///< solving has memory for so many on the stack
  bool possible = false;                          ///< not for large skeletons, nor with sliders
  std::span<const std::uint32_t> first_number;    ///< by bone: of its groups, in the order of their bits
  std::span<const std::uint8_t> groups;           ///< by bone
  std::span<const double> setup_numbers;          ///< of all bones
  std::span<const std::uint16_t> number_places;   ///< by number: its place in an array of whole poses, in doubles
  std::span<const LeanMove> moves;
  // Bones whose rotation is kept, the scale too, the scale alone.
  std::span<const LeanTurn> rotations, rotations_and_scales, scales;
  std::span<const LeanShear> shears;        ///< of bones with a number kept
  std::span<const std::uint16_t> posed;     ///< bones whose whole poses some step may read
  std::span<const std::uint32_t> color_of;  ///< by slot; `none`: as in the setup pose
  std::span<const Color> setup_colors;
  /// By applied pose: its place among those that are kept; `none`: it is put together from the matrix when a host asks.
  /// Spine 4.2 has such, of bones whose matrix alone constraints change.
  std::span<const std::uint32_t> kept_of;
  std::uint32_t kept_count = 0;
  std::span<const KeptPose> kept_poses;
  std::span<const std::uint32_t> constraint_of;  ///< by constraint; likewise
  std::span<const ConstraintPose> setup_constraints;
  std::span<const PhysicsLayout> physics_layouts;
  std::uint32_t physics_numbers = 0;
  /// The clock of all springs that can never go by another one, in numbers; `none`: there are no such springs.
  std::uint32_t shared_clock = 0xffffffffu;
  double shared_fps = 60;  ///< of these springs
};

struct CompiledData {
  RuleSet rules = RuleSet::rigby;
  bool four_lanes = false;  ///< has_four_lanes(), where the data were loaded
  LeanLayout lean;
  std::span<const BonePose> setup_bones;
  std::span<const Affine> setup_locals;  ///< the same as matrices
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
  std::span<const SpringData> springs;
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
