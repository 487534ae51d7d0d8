// The convex hull of a polygon.
#pragma once

#include <span>
#include <vector>

namespace sinew::convert {

/// The corners of the smallest convex polygon around points (x, y, x, y, ...), counterclockwise, without points on its
/// sides. A convex polygon is returned as it is, whatever its winding. O(n log n).
[[nodiscard]] std::vector<double> convex_hull(std::span<const double> points);

}  // namespace sinew::convert
