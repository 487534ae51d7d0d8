#include "draw/convex.hpp"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// Twice the area of the triangle, positive when counterclockwise.
double cross(Vec2 a, Vec2 b, Vec2 c) noexcept {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool same(Vec2 a, Vec2 b) noexcept {
  return a.x == b.x && a.y == b.y;
}

}  // namespace

double doubled_area(std::span<const Vec2> polygon) noexcept {
  // Relative to a corner, so that a small polygon far from the origin keeps its digits.
  double sum = 0;
  for (std::size_t i = 2; i < polygon.size(); ++i) sum += cross(polygon[0], polygon[i - 1], polygon[i]);
  return sum;
}

bool has_no_area(std::span<const Vec2> polygon) noexcept {
  if (polygon.size() < 3) return true;
  double min_x = polygon[0].x, max_x = min_x, min_y = polygon[0].y, max_y = min_y;
  for (const Vec2 p : polygon) {
    min_x = std::min(min_x, p.x), max_x = std::max(max_x, p.x);
    min_y = std::min(min_y, p.y), max_y = std::max(max_y, p.y);
  }
  // Corners on a slanted line give a tiny area by rounding: about 1e-16 of the box for a polygon near the origin.
  return !(std::fabs(doubled_area(polygon)) > 1e-12 * (max_x - min_x) * (max_y - min_y));
}

void ConvexCutter::cut(std::span<const Vec2> polygon) {
  corners.clear();
  pieces.clear();
  if (polygon.size() < 3) return;
  if (polygon.size() > max_polygon) {
    hull(polygon);
    limit_corners();
    return;
  }
  // Counterclockwise, without repeated corners.
  ring_.clear();
  for (std::uint32_t i = 0; i < polygon.size(); ++i) {
    if (ring_.empty() || !same(polygon[ring_.back()], polygon[i])) ring_.push_back(i);
  }
  while (ring_.size() > 1 && same(polygon[ring_.back()], polygon[ring_.front()])) ring_.pop_back();
  if (ring_.size() < 3) return;
  if (doubled_area(polygon) < 0) std::reverse(ring_.begin(), ring_.end());

  bool convex = true;
  reflex_.assign(polygon.size(), 0);
  for (std::size_t i = 0; i < ring_.size(); ++i) {
    update_reflex(polygon, i);
    convex = convex && reflex_[ring_[i]] == 0;
  }
  if (convex) {
    corners.assign(ring_.begin(), ring_.end());
    pieces.push_back({0, static_cast<std::uint32_t>(corners.size())});
    limit_corners();
    return;
  }
  cut_ears(polygon);
}

void ConvexCutter::update_reflex(std::span<const Vec2> polygon, std::size_t at) noexcept {
  const std::size_t n = ring_.size();
  const double turn = cross(polygon[ring_[(at + n - 1) % n]], polygon[ring_[at]], polygon[ring_[(at + 1) % n]]);
  reflex_[ring_[at]] = turn < 0;
}

bool ConvexCutter::is_ear(std::span<const Vec2> polygon, std::size_t at) const noexcept {
  const std::size_t n = ring_.size();
  const std::uint32_t ia = ring_[(at + n - 1) % n], ib = ring_[at], ic = ring_[(at + 1) % n];
  const Vec2 a = polygon[ia], b = polygon[ib], c = polygon[ic];
  // A straight corner, or the tip of a spike, takes no area with it.
  if (cross(a, b, c) == 0) return true;
  for (const std::uint32_t i : ring_) {
    if (reflex_[i] == 0 || i == ia || i == ib || i == ic) continue;
    const Vec2 p = polygon[i];
    // Where the polygon touches itself in a corner, that corner blocks nothing.
    if (same(p, a) || same(p, b) || same(p, c)) continue;
    if (cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0) return false;
  }
  return true;
}

void ConvexCutter::cut_ears(std::span<const Vec2> polygon) {
  nodes_.clear();
  loops_.clear();
  std::size_t start = 0;
  while (ring_.size() > 3) {
    const std::size_t n = ring_.size();
    std::size_t chosen = n, convex = n;
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t at = (start + k) % n;
      if (reflex_[ring_[at]] != 0) continue;
      if (convex == n) convex = at;
      if (is_ear(polygon, at)) {
        chosen = at;
        break;
      }
    }
    // Degenerate or self-crossing: any convex corner, else any one.
    if (chosen == n) chosen = convex == n ? start % n : convex;
    add_triangle(polygon, ring_[(chosen + n - 1) % n], ring_[chosen], ring_[(chosen + 1) % n]);
    ring_.erase(ring_.begin() + static_cast<std::ptrdiff_t>(chosen));
    const std::size_t left = n - 1;
    const std::size_t after = chosen % left, before = (chosen + left - 1) % left;
    update_reflex(polygon, before);
    update_reflex(polygon, after);
    start = after;
  }
  add_triangle(polygon, ring_[0], ring_[1], ring_[2]);

  for (const Loop& loop : loops_) {
    const auto first = static_cast<std::uint32_t>(corners.size());
    std::uint32_t node = loop.first;
    for (std::uint32_t i = 0; i < loop.count; ++i, node = nodes_[node].next) corners.push_back(nodes_[node].corner);
    pieces.push_back({first, loop.count});
  }
}

void ConvexCutter::add_triangle(std::span<const Vec2> polygon, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  if (!(cross(polygon[a], polygon[b], polygon[c]) > 0)) return;
  // The last pieces are the likeliest neighbours.
  for (std::size_t i = loops_.size(); i-- > 0;) {
    if (join(polygon, loops_[i], a, b, c) || join(polygon, loops_[i], b, c, a) || join(polygon, loops_[i], c, a, b)) {
      return;
    }
  }
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({a, first + 1, first + 2});
  nodes_.push_back({b, first + 2, first});
  nodes_.push_back({c, first, first + 1});
  loops_.push_back({first, 3});
}

bool ConvexCutter::join(std::span<const Vec2> polygon, Loop& loop, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  if (loop.count >= max_corners) return false;
  std::uint32_t node = loop.first;
  for (std::uint32_t i = 0; i < loop.count; ++i, node = nodes_[node].next) {
    const std::uint32_t next = nodes_[node].next;
    // The triangle's edge a -> b runs along the piece's b -> a: c goes in between if both corners stay convex.
    if (nodes_[node].corner != b || nodes_[next].corner != a) continue;
    const Vec2 before = polygon[nodes_[nodes_[node].previous].corner];
    const Vec2 after = polygon[nodes_[nodes_[next].next].corner];
    if (cross(before, polygon[b], polygon[c]) < 0 || cross(polygon[c], polygon[a], after) < 0) return false;
    const auto added = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({c, next, node});
    nodes_[node].next = added;
    nodes_[next].previous = added;
    ++loop.count;
    return true;
  }
  return false;
}

void ConvexCutter::hull(std::span<const Vec2> polygon) {
  corners.clear();
  pieces.clear();
  ring_.resize(polygon.size());
  for (std::uint32_t i = 0; i < polygon.size(); ++i) ring_[i] = i;
  std::sort(ring_.begin(), ring_.end(), [polygon](std::uint32_t i, std::uint32_t j) {
    const Vec2 a = polygon[i], b = polygon[j];
    if (a.x != b.x) return a.x < b.x;
    return a.y != b.y ? a.y < b.y : i < j;
  });
  // Lower side from left to right, then the upper side back.
  const auto side = [&](auto begin, auto end, std::size_t keep) {
    for (auto it = begin; it != end; ++it) {
      const Vec2 p = polygon[*it];
      if (!corners.empty() && same(polygon[corners.back()], p)) continue;
      while (corners.size() >= keep + 2 &&
             cross(polygon[corners[corners.size() - 2]], polygon[corners.back()], p) <= 0) {
        corners.pop_back();
      }
      corners.push_back(*it);
    }
  };
  side(ring_.begin(), ring_.end(), 0);
  const std::size_t lower = corners.size();
  if (lower < 2) {
    corners.clear();
    return;
  }
  side(ring_.rbegin(), ring_.rend(), lower - 1);
  if (same(polygon[corners.back()], polygon[corners.front()])) corners.pop_back();
  if (corners.size() < 3) {
    corners.clear();
    return;
  }
  pieces.push_back({0, static_cast<std::uint32_t>(corners.size())});
}

void ConvexCutter::limit_corners() {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].count <= max_corners) continue;
    // A fan of pieces round the first corner: cut off the leading part, go on with the rest.
    const ConvexPiece whole = pieces[i];
    pieces[i].count = max_corners;
    const auto first = static_cast<std::uint32_t>(corners.size());
    corners.push_back(corners[whole.first]);
    for (std::uint32_t k = max_corners - 1; k < whole.count; ++k) corners.push_back(corners[whole.first + k]);
    pieces.push_back({first, static_cast<std::uint32_t>(corners.size()) - first});
  }
}

}  // namespace sinew
