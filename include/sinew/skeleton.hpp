// An instance of a skeleton: its pose, and the world transforms that follow from it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "sinew/load.hpp"
#include "sinew/result.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew {

struct PoseBuffers;  // pose/pose_buffers.hpp

/// One character. All its state is a single allocation made by the constructor; nothing below allocates, but for set_skin().
/// A skeleton is used by one thread at a time; any number of skeletons may share their data.
class Skeleton {
 public:
  /// In the setup pose, with the default skin alone, world transforms computed.
  explicit Skeleton(SkeletonDataPtr data);
  ~Skeleton();
  Skeleton(Skeleton&& other) noexcept;
  Skeleton& operator=(Skeleton&& other) noexcept;
  Skeleton(const Skeleton&) = delete;
  Skeleton& operator=(const Skeleton&) = delete;

  [[nodiscard]] const SkeletonData& data() const noexcept { return *data_; }
  [[nodiscard]] const SkeletonDataPtr& shared_data() const noexcept { return data_; }

  // -- Skin -----------------------------------------------------------------------------------------------------------

  /// Makes a skin active beside the default skin; none: the default skin alone. Works out which bones are active, and
  /// exchanges attachments as docs/drawing.md "Skins" says. Usually followed by set_to_setup_pose().
  void set_skin(SkinIndex skin);
  /// The same by name. Error unknown_name when there is no such skin; the skeleton is then unchanged.
  Status set_skin(std::string_view name);
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

  /// Advances the clock by `dt` seconds and computes the world transforms of all bones.
  void update(double dt);

  /// A bone's world transform as of the last update(). Also meaningful for inactive bones under rigby semantics.
  [[nodiscard]] const Affine& world(BoneIndex bone) const;
  [[nodiscard]] std::span<const Affine> world_transforms() const noexcept;
  /// Whether a bone is active: not skin_required, or listed by the skin.
  [[nodiscard]] bool active(BoneIndex bone) const;

  // -- Slots ----------------------------------------------------------------------------------------------------------

  /// The attachment a slot shows; none: nothing.
  [[nodiscard]] AttachmentIndex attachment(SlotIndex slot) const;
  /// Shows another attachment; its deform and sequence frame start from setup (spine: unless it follows the same timelines).
  void set_attachment(SlotIndex slot, AttachmentIndex attachment);
  /// The slot's tint; animations may leave 0 to 1.
  [[nodiscard]] Color color(SlotIndex slot) const;
  void set_color(SlotIndex slot, const Color& color);
  /// The slot's dark colour, if it has one (alpha is not used).
  [[nodiscard]] std::optional<Color> dark_color(SlotIndex slot) const;
  /// Gives the slot a dark colour. False, and no effect, when no slot of the skeleton ever has one: such instances have no
  /// memory for it.
  bool set_dark_color(SlotIndex slot, const Color& color);
  /// The frame that a slot's sequence shows, resolved against the attachment's count and setup frame; 0 without a sequence.
  [[nodiscard]] std::uint32_t sequence_frame(SlotIndex slot) const;
  /// What is added to the vertices of the slot's attachment (Vertices::deform_size() numbers); empty: nothing.
  [[nodiscard]] std::span<const double> deform(SlotIndex slot) const;
  /// Slots back to front.
  [[nodiscard]] std::span<const SlotIndex> draw_order() const noexcept;
  /// Tints the whole skeleton when it is drawn.
  [[nodiscard]] Color tint() const noexcept;
  void set_tint(const Color& color) noexcept;

  /// Bytes of this instance, without the shared data.
  [[nodiscard]] std::size_t memory() const noexcept;

  /// For the library's own passes.
  [[nodiscard]] PoseBuffers& buffers() noexcept { return *buffers_; }
  [[nodiscard]] const PoseBuffers& buffers() const noexcept { return *buffers_; }

 private:
  void work_out_activity();

  SkeletonDataPtr data_;
  PoseBuffers* buffers_ = nullptr;  // first object of the one allocation
};

}  // namespace sinew
