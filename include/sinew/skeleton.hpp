// An instance of a skeleton: its pose, and the world transforms that follow from it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sinew/load.hpp"
#include "sinew/result.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew {

struct PoseBuffers;  // pose/pose_buffers.hpp

/// What update() does with physics constraints.
enum class PhysicsMode : std::uint8_t {
  none,    ///< leaves their bones as they are
  reset,   ///< resets them first: no movement so far
  update,  ///< advances them
  pose,    ///< shows them as they were last, without advancing
};

/// One character. A skeleton is used by one thread at a time; any number of skeletons may share their data.
///
/// Its state is a single allocation made by the constructor, with memory for what the animations of its data change.
/// Each deform gets memory of its own when it is first applied. When the host sets something else than what is in the
/// setup pose and no animation changes (set_local_pose(), set_inherit(), set_color(), set_constraint_value(),
/// set_ik_flags()), the state moves to memory that has room for everything; spans and references into it end then.
/// set_skin() allocates; nothing else does. Without memory for it, deforms are left out. reserve() takes all of that at
/// once, for those who want no allocation later.
///
/// Of an index that is none, nothing is set, and what is read is a default value: no attachment, an inactive bone, an
/// identity matrix (sinew/types.hpp).
class Skeleton {
 public:
  /// In the setup pose, with the default skin alone, world transforms computed.
  explicit Skeleton(SkeletonDataPtr data);
  ~Skeleton();
  Skeleton(Skeleton&& other) noexcept;
  Skeleton& operator=(Skeleton&& other) noexcept;
  /// A snapshot: an instance of its own in the same state, springs and clock included, which goes on bit for bit as the
  /// original would. Assigning to a skeleton of the same data allocates nothing (with a skin: once its memory is as
  /// large).
  Skeleton(const Skeleton& other);
  Skeleton& operator=(const Skeleton& other);

  [[nodiscard]] const SkeletonData& data() const noexcept { return *data_; }
  [[nodiscard]] const SkeletonDataPtr& shared_data() const noexcept { return data_; }

  // -- Skin -----------------------------------------------------------------------------------------------------------

  /// Makes a skin active beside the default skin; none: the default skin alone. Works out which bones are active, and
  /// exchanges attachments as docs/drawing.md "Skins" says. Usually followed by set_to_setup_pose().
  void set_skin(SkinIndex skin);
  /// The same by name. Error unknown_name when there is no such skin; the skeleton is then unchanged.
  Status set_skin(std::string_view name);
  /// Makes the last skin of `dressed` active, which SkinBuilder or compose_skins() made of the skeleton's data, and
  /// goes on with those: pose, physics and animations stay as they are, and every slot goes on to show the same key,
  /// now as the new skin has it, or else the default skin. A skeleton that was not made of this one's data changes
  /// nothing.
  void set_skin(SkeletonDataPtr dressed);
  [[nodiscard]] SkinIndex skin() const noexcept;
  /// The attachment for (slot, key) under the active skin: the active skin's, else the default skin's, else none.
  [[nodiscard]] AttachmentIndex find_attachment(PlaceholderIndex placeholder) const noexcept;

  // -- Pose -----------------------------------------------------------------------------------------------------------

  /// Everything as the file has it: bones, slots and draw order. World transforms stay until update().
  void set_to_setup_pose();
  void set_bones_to_setup_pose();
  void set_slots_to_setup_pose();

  /// A bone's transform relative to its parent, as the animations left it.
  [[nodiscard]] BonePose local_pose(BoneIndex bone) const;
  void set_local_pose(BoneIndex bone, const BonePose& pose);
  [[nodiscard]] Inherit inherit(BoneIndex bone) const;
  void set_inherit(BoneIndex bone, Inherit inherit);

  /// Advances the clock by `dt` seconds, solves the constraints, and computes the world transforms of all bones.
  ///
  /// Physics constraints advance in fixed steps (their `fps`, 60 as a rule), as many as fit into the time since their
  /// last update. How far the movement still hangs on the frame rate: docs/physics.md has the bounds. They know no
  /// other time than this: for slow motion pass `dt * time_scale`; with 0 they stand still. A frame takes at most
  /// 10,000 steps of each constraint; time beyond that is dropped. A negative `dt` counts as none for physics; one that
  /// is not finite as 0.
  ///
  /// World transforms are finite where the local poses and the skeleton's place and scale are moderate numbers,
  /// whatever the constraints do: a spring that runs away starts anew, a bone that constraints leave without a place is
  /// shown where the animations have it.
  void update(double dt, PhysicsMode physics = PhysicsMode::update);

  /// A bone's world transform as of the last update(). Also meaningful for inactive bones under rigby semantics.
  [[nodiscard]] const Affine& world(BoneIndex bone) const;
  [[nodiscard]] std::span<const Affine> world_transforms() const noexcept;
  /// Whether a bone is active: not skin_required, or listed by the skin.
  [[nodiscard]] bool active(BoneIndex bone) const;

  // -- The whole skeleton ---------------------------------------------------------------------------------------------

  /// Where the skeleton stands in the world.
  void set_position(double x, double y) noexcept;
  [[nodiscard]] Vec2 position() const noexcept;
  /// Scale of the whole skeleton; negative flips it. Neither may be 0. Physics follow: see docs/physics.md "Scale".
  void set_scale(double x, double y) noexcept;
  [[nodiscard]] Vec2 scale() const noexcept;

  // -- Constraints ----------------------------------------------------------------------------------------------------

  /// Whether a constraint is active: its source bone is, and a skin lists it where it is skin_required.
  [[nodiscard]] bool active(ConstraintIndex constraint) const;
  /// What the animations, and then sliders, made of a constraint's values, as of the last update(): ik mix, softness;
  /// transform mixes rotate, x, y, scale x, scale y, shear y; path position, spacing, mixes rotate, x, y; physics
  /// inertia, strength, damping, mass, wind, gravity, mix; slider time, mix.
  [[nodiscard]] std::span<const double> constraint_values(ConstraintIndex constraint) const;
  /// The same before sliders, as the animations and the host left it.
  [[nodiscard]] std::span<const double> keyed_values(ConstraintIndex constraint) const;
  [[nodiscard]] IkFlags keyed_ik_flags(ConstraintIndex constraint) const;
  /// Overrides one of them, by its place in the list above, until the next reset to the setup pose or key.
  void set_constraint_value(ConstraintIndex constraint, std::size_t which, double value);
  [[nodiscard]] IkFlags ik_flags(ConstraintIndex constraint) const;
  void set_ik_flags(ConstraintIndex constraint, const IkFlags& flags);
  /// A bone's pose after constraints, as of the last update().
  [[nodiscard]] BonePose applied_pose(BoneIndex bone) const;

  /// Physics forget all movement and start from where the bones are at the next update(). Call it after a teleport, a
  /// flip or a change of scale, which would fling the bones else. Under gravity they then sag anew.
  void reset_physics();
  /// Tells physics that the skeleton was moved by (x, y) in the world, or turned about (x, y): they see so much extra
  /// movement. Moving the skeleton itself does that already. Translate by the opposite amount after a jump, and the
  /// springs go on as if it had not been: set_position(x + 500, y) with translate_physics(-500, 0).
  void translate_physics(double x, double y);
  void rotate_physics(double x, double y, double degrees);
  /// Directions of wind and gravity for physics of format 4.3; (1, 0) and (0, 1) at first. Their y counts downwards:
  /// gravity along (0, 1) pulls towards negative y. In older formats wind blows along x, gravity pulls towards negative
  /// y.
  void set_wind(double x, double y) noexcept;
  void set_gravity(double x, double y) noexcept;

  // -- Slots ----------------------------------------------------------------------------------------------------------

  /// The attachment a slot shows; none: nothing.
  [[nodiscard]] AttachmentIndex attachment(SlotIndex slot) const;
  /// Shows another attachment; its deform and sequence frame start from setup (spine: unless it follows the same
  /// timelines).
  void set_attachment(SlotIndex slot, AttachmentIndex attachment);
  /// The slot's tint; animations may leave 0 to 1.
  [[nodiscard]] Color color(SlotIndex slot) const;
  void set_color(SlotIndex slot, const Color& color);
  /// The slot's dark colour, if it has one (alpha is not used).
  [[nodiscard]] std::optional<Color> dark_color(SlotIndex slot) const;
  /// Gives the slot a dark colour. False, and no effect, when no slot of the skeleton ever has one: such instances have
  /// no memory for it.
  bool set_dark_color(SlotIndex slot, const Color& color);
  /// The frame that a slot's sequence shows, resolved against the attachment's count and setup frame; 0 without a
  /// sequence.
  [[nodiscard]] std::uint32_t sequence_frame(SlotIndex slot) const;
  /// What is added to the vertices of the slot's attachment (Vertices::deform_size() numbers); empty: nothing.
  [[nodiscard]] std::span<const double> deform(SlotIndex slot) const;
  /// Slots back to front.
  [[nodiscard]] std::span<const SlotIndex> draw_order() const noexcept;
  /// Tints the whole skeleton when it is drawn.
  [[nodiscard]] Color tint() const noexcept;
  void set_tint(const Color& color) noexcept;

  /// Takes all memory that this instance may ever need, so that nothing but set_skin() allocates any more. Two to three
  /// times as much as most need.
  void reserve();

  /// Bytes of this instance, without the shared data.
  [[nodiscard]] std::size_t memory() const noexcept;

  /// For the library's own passes.
  [[nodiscard]] PoseBuffers& buffers() noexcept { return *buffers_; }
  [[nodiscard]] const PoseBuffers& buffers() const noexcept { return *buffers_; }

 private:
  void work_out_activity();
  void copy_from(const Skeleton& other);
  void set_tables();
  void widen();

  SkeletonDataPtr data_;
  std::unique_ptr<struct SkinTables> tables_;  // of the active skin; without one the data's own are used
  PoseBuffers* buffers_ = nullptr;             // first object of the one allocation
};

}  // namespace sinew
