#include "sinew/blend_space.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "animate/triangulate.hpp"
#include "model/properties.hpp"

namespace sinew {

namespace {

/// Beyond this the products that triangulate() works with would overflow.
constexpr double farthest = 1e30;

Error problem(ErrorCode code, std::string message) {
  return Error{code, std::move(message), {}};
}

bool share_a_property(const Timeline& timeline, RuleSet rules, std::span<const PropertyId> sorted) {
  bool found = false;
  for_each_property(timeline, rules,
                    [&](PropertyId id) { found = found || std::binary_search(sorted.begin(), sorted.end(), id); });
  return found;
}

/// The weights of up to three points, in ascending order and without those of nothing.
BlendWeights weights_of(std::initializer_list<BlendWeights::Item> items) {
  BlendWeights weights;
  double sum = 0;
  for (const BlendWeights::Item& item : items) {
    if (!(item.weight > 0) || weights.count == weights.items.size()) continue;
    std::uint32_t at = weights.count++;
    for (; at > 0 && weights.items[at - 1].point > item.point; --at) weights.items[at] = weights.items[at - 1];
    weights.items[at] = item;
    sum += item.weight;
  }
  for (BlendWeights::Item& item : weights.items) item.weight = sum > 0 ? item.weight / sum : 0;
  return weights;
}

}  // namespace

BlendWeights BlendSpace::weights(double x, double y) const noexcept {
  // From very far off all points would seem equally near.
  const double reach = 1e4 * size_;
  x = std::isnan(x) ? 0 : std::clamp(x, center_.x - reach, center_.x + reach);
  y = std::isnan(y) ? 0 : std::clamp(y, center_.y - reach, center_.y + reach);
  for (const auto& [a, b, c] : triangles_) {
    const Point &p = points_[a], &q = points_[b], &r = points_[c];
    const double area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    const double of_q = ((x - p.x) * (r.y - p.y) - (y - p.y) * (r.x - p.x)) / area;
    const double of_r = ((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)) / area;
    const double of_p = 1 - of_q - of_r;
    if (of_p >= 0 && of_q >= 0 && of_r >= 0) return weights_of({{a, of_p}, {b, of_q}, {c, of_r}});
  }
  // The nearest point of the outline.
  BlendWeights nearest = weights_of({{0, 1}});
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [a, b] : edges_) {
    const Point &p = points_[a], &q = points_[b];
    const double dx = q.x - p.x, dy = q.y - p.y;
    const double length = dx * dx + dy * dy;
    const double t = length > 0 ? std::clamp(((x - p.x) * dx + (y - p.y) * dy) / length, 0.0, 1.0) : 0;
    const double ox = p.x + t * dx - x, oy = p.y + t * dy - y;
    const double distance = ox * ox + oy * oy;
    if (distance >= least) continue;
    least = distance;
    nearest = weights_of({{a, 1 - t}, {b, t}});
  }
  return nearest;
}

double BlendSpace::duration(const BlendWeights& weights) const noexcept {
  double seconds = 0;
  for (const BlendWeights::Item& item : weights) {
    seconds += item.weight * (*data_)[points_[item.point].animation].duration;
  }
  return seconds;
}

Result<BlendSpacePtr> make_blend(const SkeletonDataPtr& data, std::span<const BlendPoint> points, bool plane) {
  SINEW_ASSERT(data != nullptr);
  if (points.empty()) return problem(ErrorCode::empty_input, "A blend space needs at least one animation.");
  if (points.size() > BlendSpace::max_points) {
    return problem(ErrorCode::limit, "A blend space holds at most " + std::to_string(BlendSpace::max_points) +
                                         " animations, not " + std::to_string(points.size()) + ".");
  }
  auto space = std::make_shared<BlendSpace>();
  space->data_ = data;
  std::vector<Vec2> places;
  for (const BlendPoint& point : points) {
    const std::string name(point.animation);
    const AnimationIndex animation = data->find_animation(point.animation);
    if (!animation) {
      return problem(ErrorCode::unknown_name, "The skeleton has no animation called '" + name + "'.");
    }
    const Vec2 place{point.x, plane ? point.y : 0};
    if (!(std::fabs(place.x) <= farthest && std::fabs(place.y) <= farthest)) {
      return problem(ErrorCode::bad_value,
                     "The place of '" + name + "' in the blend space is not a number from -1e30 to 1e30.");
    }
    for (const Vec2& other : places) {
      if (other.x == place.x && other.y == place.y) {
        return problem(ErrorCode::duplicate, "'" + name + "' has the place of another animation in the blend space. " +
                                                 "Give every animation a place of its own.");
      }
    }
    places.push_back(place);
    space->points_.push_back({animation, place.x, place.y, 0});
  }
  Vec2 low = places[0], high = places[0];
  for (const Vec2& place : places) {
    low = {std::min(low.x, place.x), std::min(low.y, place.y)};
    high = {std::max(high.x, place.x), std::max(high.y, place.y)};
  }
  space->center_ = {low.x + (high.x - low.x) / 2, low.y + (high.y - low.y) / 2};
  space->size_ = std::max(high.x - low.x, high.y - low.y);
  Triangulation mesh = triangulate(places);
  space->triangles_ = std::move(mesh.triangles);
  space->edges_ = std::move(mesh.outline);

  const RuleSet rules = data->compiled->rules;
  std::vector<std::vector<PropertyId>> properties(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    append_properties((*data)[space->points_[i].animation], rules, properties[i]);
  }
  for (BlendSpace::Point& point : space->points_) {
    point.first_timeline = space->overlaps_.size();
    for (const Timeline& timeline : (*data)[point.animation].timelines) {
      std::uint64_t& bits = space->overlaps_.emplace_back();
      for (std::size_t i = 0; i < properties.size(); ++i) {
        if (share_a_property(timeline, rules, properties[i])) bits |= std::uint64_t{1} << i;
      }
    }
  }
  return BlendSpacePtr(std::move(space));
}

Result<BlendSpacePtr> blend_line(const SkeletonDataPtr& data, std::span<const BlendPoint> points) {
  return make_blend(data, points, false);
}
Result<BlendSpacePtr> blend_line(const SkeletonDataPtr& data, std::initializer_list<BlendPoint> points) {
  return make_blend(data, {points.begin(), points.size()}, false);
}
Result<BlendSpacePtr> blend_plane(const SkeletonDataPtr& data, std::span<const BlendPoint> points) {
  return make_blend(data, points, true);
}
Result<BlendSpacePtr> blend_plane(const SkeletonDataPtr& data, std::initializer_list<BlendPoint> points) {
  return make_blend(data, {points.begin(), points.size()}, true);
}

}  // namespace sinew
