#include "sinew/hit_test.hpp"

#include <algorithm>
#include <cmath>

#include "base/trig.hpp"
#include "draw/world_vertex.hpp"

namespace sinew {

namespace {

/// Calls `edge(a, b)` for every edge of a polygon, the closing one included, until it returns true.
template <class Polygon, class Edge>
bool any_edge(const Polygon& polygon, std::size_t count, const Edge& edge) {
  if (count == 0) return false;
  Vec2 a = polygon(count - 1);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 b = polygon(i);
    if (edge(a, b)) return true;
    a = b;
  }
  return false;
}

template <class Polygon>
bool contains(const Polygon& polygon, std::size_t count, double x, double y) {
  bool inside = false;
  any_edge(polygon, count, [&](Vec2 a, Vec2 b) {
    if ((a.y < y) != (b.y < y) && a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) < x) inside = !inside;
    return false;
  });
  return inside;
}

bool between(double value, double a, double b) noexcept {
  return std::min(a, b) <= value && value <= std::max(a, b);
}

template <class Polygon>
bool segment_hits(const Polygon& polygon, std::size_t count, double x1, double y1, double x2, double y2) {
  return any_edge(polygon, count, [&](Vec2 a, Vec2 b) {
    const double d = (x1 - x2) * (a.y - b.y) - (y1 - y2) * (a.x - b.x);
    if (d == 0) return false;
    const double segment = x1 * y2 - y1 * x2, edge = a.x * b.y - a.y * b.x;
    const double x = (segment * (a.x - b.x) - (x1 - x2) * edge) / d;
    const double y = (segment * (a.y - b.y) - (y1 - y2) * edge) / d;
    return between(x, x1, x2) && between(x, a.x, b.x) && between(y, y1, y2) && between(y, a.y, b.y);
  });
}

/// The first slot whose bounding box polygon, given as a function of the corner's number, passes the test.
template <class Test>
SlotIndex first_slot(const Skeleton& skeleton, const Test& test) {
  const SkeletonData& data = skeleton.data();
  for (std::size_t i = 0; i < data.slots.size(); ++i) {
    const SlotIndex slot(i);
    const AttachmentIndex attachment = skeleton.attachment(slot);
    if (!attachment.valid() || !skeleton.active(data[slot].bone)) continue;
    const Vertices* vertices = data[attachment].bounding_box;
    if (vertices == nullptr) continue;
    const WorldPolygon polygon(skeleton, slot, *vertices);
    if (test([&polygon](std::size_t corner) { return polygon[corner]; }, polygon.size())) return slot;
  }
  return {};
}

auto corners_of(std::span<const double> polygon) {
  return [polygon](std::size_t i) { return Vec2{polygon[2 * i], polygon[2 * i + 1]}; };
}

}  // namespace

SlotIndex hit_test(const Skeleton& skeleton, double x, double y) {
  return first_slot(skeleton, [&](const auto& polygon, std::size_t count) { return contains(polygon, count, x, y); });
}

SlotIndex hit_test_segment(const Skeleton& skeleton, double x1, double y1, double x2, double y2) {
  return first_slot(
      skeleton, [&](const auto& polygon, std::size_t count) { return segment_hits(polygon, count, x1, y1, x2, y2); });
}

bool polygon_contains(std::span<const double> polygon, double x, double y) noexcept {
  return contains(corners_of(polygon), polygon.size() / 2, x, y);
}

bool segment_hits_polygon(std::span<const double> polygon, double x1, double y1, double x2, double y2) noexcept {
  return segment_hits(corners_of(polygon), polygon.size() / 2, x1, y1, x2, y2);
}

bool box_contains(const Bounds& box, double x, double y) noexcept {
  return box.min_x <= x && x <= box.max_x && box.min_y <= y && y <= box.max_y;
}

bool boxes_overlap(const Bounds& a, const Bounds& b) noexcept {
  if (a.empty() || b.empty()) return false;
  return a.min_x < b.max_x && b.min_x < a.max_x && a.min_y < b.max_y && b.min_y < a.max_y;
}

bool segment_hits_box(const Bounds& box, double x1, double y1, double x2, double y2) noexcept {
  if (box.empty()) return false;
  if ((x1 <= box.min_x && x2 <= box.min_x) || (x1 >= box.max_x && x2 >= box.max_x) ||
      (y1 <= box.min_y && y2 <= box.min_y) || (y1 >= box.max_y && y2 >= box.max_y)) {
    return false;
  }
  // The segment's line crosses a side strictly within it. Sides parallel to the segment are crossed by none.
  const double dx = x2 - x1, dy = y2 - y1;
  const auto crosses_x = [&](double x) {
    if (dx == 0) return false;
    const double y = y1 + (x - x1) / dx * dy;
    return box.min_y < y && y < box.max_y;
  };
  const auto crosses_y = [&](double y) {
    if (dy == 0) return false;
    const double x = x1 + (y - y1) / dy * dx;
    return box.min_x < x && x < box.max_x;
  };
  return crosses_x(box.min_x) || crosses_x(box.max_x) || crosses_y(box.min_y) || crosses_y(box.max_y);
}

std::optional<WorldPoint> world_point(const Skeleton& skeleton, SlotIndex slot) {
  const AttachmentIndex attachment = skeleton.attachment(slot);
  if (!attachment.valid()) return std::nullopt;
  const PointShape* point = skeleton.data()[attachment].point;
  if (point == nullptr) return std::nullopt;
  const Affine& bone = skeleton.world(skeleton.data()[slot].bone);
  const Vec2 place = bone.apply(point->x, point->y);
  double sine = 0, cosine = 1;
  sincos_degrees(point->rotation, sine, cosine);
  return WorldPoint{place.x, place.y,
                    arc_tangent_degrees(bone.b * cosine + bone.d * sine, bone.a * cosine + bone.c * sine)};
}

}  // namespace sinew
