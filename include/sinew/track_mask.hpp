// Which parts of a skeleton a track may set: the upper body, the face, everything but the arms.
#pragma once

#include <memory>
#include <vector>

#include "sinew/skeleton_data.hpp"

namespace sinew {

/// Weights, 0 to 1, of the bones, slots and constraints of a skeleton: 0: the track leaves it alone, 1: it sets it as
/// if there was no mask; in between, it counts as if the track's alpha was smaller by that factor.
///
/// Everything has the weight that the mask is made with until it gets another.
class TrackMask {
 public:
  explicit TrackMask(const SkeletonData& data, double weight = 0);

  // Of an index that is none, nothing is set, and the weight is 0.

  /// One bone alone, without its slots.
  TrackMask& set(BoneIndex bone, double weight);
  TrackMask& set(SlotIndex slot, double weight);
  TrackMask& set(ConstraintIndex constraint, double weight);
  /// A bone, every bone below it, and their slots. Constraints have to be named.
  TrackMask& set_branch(BoneIndex bone, double weight);
  /// What belongs to the skeleton as a whole: draw order and folders, and timelines for all physics constraints at
  /// once.
  TrackMask& set_skeleton(double weight);

  [[nodiscard]] double weight(BoneIndex bone) const;
  [[nodiscard]] double weight(SlotIndex slot) const;
  [[nodiscard]] double weight(ConstraintIndex constraint) const;
  /// The weight of what a timeline sets. Events fire whatever the mask says.
  [[nodiscard]] double weight(const Timeline& timeline) const noexcept;

  /// Whether the mask was made for a skeleton like this one.
  [[nodiscard]] bool fits(const SkeletonData& data) const noexcept;

 private:
  std::vector<BoneIndex> parents_, slot_bones_;
  std::vector<double> bones_, slots_, constraints_;
  double skeleton_;
};

/// Masks are shared: one may serve any number of tracks and characters.
using TrackMaskPtr = std::shared_ptr<const TrackMask>;

}  // namespace sinew
