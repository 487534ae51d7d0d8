// Several animations as one, weighted by where a point lies between them: walk and run by speed, a walk by direction.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sinew/load.hpp"

namespace sinew {

/// An animation and its place.
struct BlendPoint {
  std::string_view animation;
  double x = 0, y = 0;
};

/// How much each animation counts at some place: at most three of them do, the weights are above 0 and sum up to 1.
struct BlendWeights {
  struct Item {
    std::uint32_t point = 0;  ///< in the order of the list that the space was made of
    double weight = 0;
  };
  std::array<Item, 3> items{};  ///< ascending by point
  std::uint32_t count = 0;

  [[nodiscard]] const Item* begin() const noexcept { return items.data(); }
  [[nodiscard]] const Item* end() const noexcept { return items.data() + count; }
};

/// Made by blend_line() or blend_plane(); never changes, and may be shared by any number of states.
class BlendSpace {
 public:
  /// No more animations than this are in one space.
  static constexpr std::size_t max_points = 64;

  [[nodiscard]] const SkeletonData& data() const noexcept { return *data_; }
  [[nodiscard]] std::size_t size() const noexcept { return points_.size(); }
  [[nodiscard]] AnimationIndex animation(std::uint32_t point) const { return points_[point].animation; }

  /// Linear between neighbours. On a line: between the two points around x; in a plane: by barycentric coordinates in
  /// the triangle around (x, y) (Delaunay's), and outside of all triangles as at the nearest point of the outline. At a
  /// point's place that point alone counts.
  [[nodiscard]] BlendWeights weights(double x, double y = 0) const noexcept;
  /// Seconds that a round takes: the weighted mean of the durations.
  [[nodiscard]] double duration(const BlendWeights& weights) const noexcept;

  // For the players: the timelines of all points in one row, and which points set one of a timeline's properties.
  [[nodiscard]] std::size_t timeline_count() const noexcept { return overlaps_.size(); }
  [[nodiscard]] std::size_t first_timeline(std::uint32_t point) const { return points_[point].first_timeline; }
  [[nodiscard]] std::uint64_t overlaps(std::size_t timeline) const { return overlaps_[timeline]; }

 private:
  friend Result<std::shared_ptr<const BlendSpace>> make_blend(const SkeletonDataPtr& data,
                                                              std::span<const BlendPoint> points, bool plane);

  struct Point {
    AnimationIndex animation;
    double x = 0, y = 0;
    std::size_t first_timeline = 0;
  };

  SkeletonDataPtr data_;
  std::vector<Point> points_;
  Vec2 center_;                                          ///< of the box around all points
  double size_ = 0;                                      ///< and its longer side
  std::vector<std::array<std::uint32_t, 2>> edges_;      ///< the outline; on a line: the pieces between neighbours
  std::vector<std::array<std::uint32_t, 3>> triangles_;  ///< none: all points lie on one line
  std::vector<std::uint64_t> overlaps_;                  ///< by timeline: a bit a point
};

using BlendSpacePtr = std::shared_ptr<const BlendSpace>;

/// A space with one axis: only x counts. Error unknown_name: no such animation; duplicate: two points at one place;
/// limit: more than max_points; empty_input: none; bad_value: a place that is not a number from -1e30 to 1e30.
[[nodiscard]] Result<BlendSpacePtr> blend_line(const SkeletonDataPtr& data, std::span<const BlendPoint> points);
[[nodiscard]] Result<BlendSpacePtr> blend_line(const SkeletonDataPtr& data, std::initializer_list<BlendPoint> points);
/// A space with two axes. Errors as above. Points that all lie on one line make a line.
[[nodiscard]] Result<BlendSpacePtr> blend_plane(const SkeletonDataPtr& data, std::span<const BlendPoint> points);
[[nodiscard]] Result<BlendSpacePtr> blend_plane(const SkeletonDataPtr& data, std::initializer_list<BlendPoint> points);

}  // namespace sinew
