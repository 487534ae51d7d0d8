// Polygons cut into convex pieces, and convex hulls.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sinew/types.hpp"

namespace sinew {

/// Corners `first` .. `first + count - 1` of ConvexCutter::corners.
struct ConvexPiece {
  std::uint32_t first = 0, count = 0;
};

/// Twice the signed area, positive when counterclockwise.
[[nodiscard]] double doubled_area(std::span<const Vec2> polygon) noexcept;

/// Whether the polygon has so little area, compared with the box round it, that it is a line or a point but for
/// rounding.
[[nodiscard]] bool has_no_area(std::span<const Vec2> polygon) noexcept;

/// Cuts polygons into convex pieces. Keeps its memory, so that it stops allocating once warmed up.
///
/// The polygon may be concave and of either winding. Where it crosses or touches itself the pieces are some
/// triangles between its corners.
class ConvexCutter {
 public:
  /// Pieces have at most this many corners: as many edges as fit in the codes of draw/clip.cpp.
  static constexpr std::uint32_t max_corners = 31;
  /// Ear cutting takes time quadratic in the number of corners (cubic for malicious ones). A polygon with more is
  /// replaced by its hull.
  static constexpr std::size_t max_polygon = 1024;

  /// Fills `corners` and `pieces`. Coordinates must be finite.
  void cut(std::span<const Vec2> polygon);
  /// The convex hull, as one piece with any number of corners.
  void hull(std::span<const Vec2> polygon);
  /// Divides pieces with more than max_corners corners.
  void limit_corners();

  std::vector<std::uint32_t> corners;  ///< numbers of polygon corners; each piece counterclockwise
  std::vector<ConvexPiece> pieces;

 private:
  static constexpr std::uint32_t none = 0xffffffffu;
  /// A corner of a piece while pieces are being joined.
  struct Node {
    std::uint32_t corner, next, previous;
  };
  struct Loop {
    std::uint32_t first, count;
  };

  void cut_ears(std::span<const Vec2> polygon);
  [[nodiscard]] bool is_ear(std::span<const Vec2> polygon, std::size_t at) const noexcept;
  void update_reflex(std::span<const Vec2> polygon, std::size_t at) noexcept;
  void add_triangle(std::span<const Vec2> polygon, std::uint32_t a, std::uint32_t b, std::uint32_t c);
  [[nodiscard]] bool join(std::span<const Vec2> polygon, Loop& loop, std::uint32_t a, std::uint32_t b, std::uint32_t c);

  std::vector<std::uint32_t> ring_;   // corners that are left, counterclockwise
  std::vector<std::uint8_t> reflex_;  // by corner
  std::vector<Node> nodes_;
  std::vector<Loop> loops_;
};

}  // namespace sinew
