// What a point or a segment meets: bounding box attachments, polygons, boxes. And where point attachments are.
#pragma once

#include <optional>
#include <span>

#include "sinew/geometry.hpp"
#include "sinew/skeleton.hpp"

namespace sinew {

/// The first slot, in setup order, with an active bone and a bounding box attachment whose polygon contains the point
/// (even-odd rule, deform and weights included); none: no hit. Does not allocate.
[[nodiscard]] SlotIndex hit_test(const Skeleton& skeleton, double x, double y);

/// The first slot, in setup order, whose bounding box polygon the segment crosses or touches; none: no hit. A segment
/// that lies wholly inside a polygon does not count: test an end point too if that is wanted.
[[nodiscard]] SlotIndex hit_test_segment(const Skeleton& skeleton, double x1, double y1, double x2, double y2);

/// Whether the point is in the polygon, (x, y) a corner, by the even-odd rule. An edge counts when exactly one of its
/// ends is below the point, so that a point on a common edge of two polygons is in just one of them.
[[nodiscard]] bool polygon_contains(std::span<const double> polygon, double x, double y) noexcept;

/// Whether the segment crosses or touches an edge of the polygon. Edges parallel to it do not count.
[[nodiscard]] bool segment_hits_polygon(std::span<const double> polygon, double x1, double y1, double x2,
                                        double y2) noexcept;

/// Whether the point is in the box or on its border.
[[nodiscard]] bool box_contains(const Bounds& box, double x, double y) noexcept;
/// Whether the boxes have an inner point in common: touching is not enough.
[[nodiscard]] bool boxes_overlap(const Bounds& a, const Bounds& b) noexcept;
/// Whether the segment meets the inside of the box. A segment with both ends on or beyond one side does not.
[[nodiscard]] bool segment_hits_box(const Bounds& box, double x1, double y1, double x2, double y2) noexcept;

/// A place in the world with a direction.
struct WorldPoint {
  double x = 0, y = 0;
  double rotation = 0;  ///< degrees, counterclockwise, above -180 to 180
};

/// Where the slot's point attachment is, as of the last Skeleton::update(); nothing when it shows no point.
[[nodiscard]] std::optional<WorldPoint> world_point(const Skeleton& skeleton, SlotIndex slot);

}  // namespace sinew
