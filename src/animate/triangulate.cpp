// Points are added from left to right, each joined to the part of the outline that it sees; then diagonals are flipped
// until no point lies in the circle of a triangle that it does not belong to.
#include "animate/triangulate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sinew {

namespace {

using Triangle = std::array<std::uint32_t, 3>;
using Edge = std::array<std::uint32_t, 2>;

class Builder {
 public:
  explicit Builder(std::span<const Vec2> points) : p_(points), order_(points.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return p_[a].x != p_[b].x ? p_[a].x < p_[b].x : p_[a].y < p_[b].y;
    });
    double reach = 0;
    for (const Vec2& point : points) {
      reach = std::max({reach, std::fabs(point.x - points[0].x), std::fabs(point.y - points[0].y)});
    }
    flat_ = reach * reach * 1e-12;
  }

  Triangulation build() {
    // How many points, from the left, lie on one line.
    std::size_t on_line = std::min<std::size_t>(2, order_.size());
    while (on_line < order_.size() && side(order_[0], order_[1], order_[on_line]) == 0) ++on_line;
    if (on_line == order_.size()) {
      for (std::size_t i = 1; i < order_.size(); ++i) made_.outline.push_back({order_[i - 1], order_[i]});
      return std::move(made_);
    }
    begin(on_line);
    for (std::size_t i = on_line + 1; i < order_.size(); ++i) add(order_[i]);
    flip();
    return std::move(made_);
  }

 private:
  /// 1: c lies left of the way from a to b, -1: right, 0: on it.
  [[nodiscard]] int side(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    const double area = (p_[b].x - p_[a].x) * (p_[c].y - p_[a].y) - (p_[b].y - p_[a].y) * (p_[c].x - p_[a].x);
    return area > flat_ ? 1 : area < -flat_ ? -1 : 0;
  }

  /// The first points, which lie on one line, with the first that does not.
  void begin(std::size_t on_line) {
    const std::uint32_t tip = order_[on_line];
    const bool left = side(order_[0], order_[1], tip) > 0;
    std::vector<std::uint32_t> ring(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(on_line));
    if (!left) std::reverse(ring.begin(), ring.end());
    for (std::size_t i = 1; i < ring.size(); ++i) made_.triangles.push_back({ring[i - 1], ring[i], tip});
    ring.push_back(tip);
    for (std::size_t i = 0; i < ring.size(); ++i) made_.outline.push_back({ring[i], ring[(i + 1) % ring.size()]});
  }

  /// A point outside of the outline.
  void add(std::uint32_t point) {
    std::vector<Edge> kept, seen;
    for (const Edge& edge : made_.outline) (side(edge[0], edge[1], point) < 0 ? seen : kept).push_back(edge);
    if (seen.empty()) return;  // so near that it cannot be told from the outline
    // The seen edges are one run: its ends are what only one of them has.
    std::uint32_t first = seen[0][0], last = seen[0][1];
    const auto starts_at = [&](std::uint32_t at) {
      return std::find_if(seen.begin(), seen.end(), [&](const Edge& edge) { return edge[0] == at; });
    };
    const auto ends_at = [&](std::uint32_t at) {
      return std::find_if(seen.begin(), seen.end(), [&](const Edge& edge) { return edge[1] == at; });
    };
    for (std::size_t i = 0; i < seen.size() && ends_at(first) != seen.end(); ++i) first = (*ends_at(first))[0];
    for (std::size_t i = 0; i < seen.size() && starts_at(last) != seen.end(); ++i) last = (*starts_at(last))[1];
    for (const Edge& edge : seen) made_.triangles.push_back({edge[1], edge[0], point});
    kept.push_back({first, point});
    kept.push_back({point, last});
    made_.outline.swap(kept);
  }

  /// Whether d lies well inside the circle through the corners of a counterclockwise triangle.
  [[nodiscard]] bool in_circle(const Triangle& t, std::uint32_t d) const {
    const double ax = p_[t[0]].x - p_[d].x, ay = p_[t[0]].y - p_[d].y;
    const double bx = p_[t[1]].x - p_[d].x, by = p_[t[1]].y - p_[d].y;
    const double cx = p_[t[2]].x - p_[d].x, cy = p_[t[2]].y - p_[d].y;
    const double a = ax * ax + ay * ay, b = bx * bx + by * by, c = cx * cx + cy * cy;
    const double determinant = ax * (by * c - b * cy) - ay * (bx * c - b * cx) + a * (bx * cy - by * cx);
    const double scale = std::max({a, b, c});
    return determinant > scale * scale * 1e-12;
  }

  void flip() {
    std::vector<Triangle>& all = made_.triangles;
    // Every flip is an improvement, so it ends; the bound is for rounding's sake.
    const std::size_t most = p_.size() * p_.size() * 4;
    for (std::size_t flips = 0; flips < most;) {
      bool changed = false;
      for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = i + 1; j < all.size(); ++j) changed = flip_pair(all[i], all[j]) || changed;
      }
      if (!changed) return;
      ++flips;
    }
  }

  bool flip_pair(Triangle& one, Triangle& other) const {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        const std::uint32_t a = one[i], b = one[(i + 1) % 3], c = one[(i + 2) % 3];
        if (other[j] != b || other[(j + 1) % 3] != a) continue;
        const std::uint32_t d = other[(j + 2) % 3];
        // Only a convex pair has another diagonal.
        if (!in_circle(one, d) || side(c, d, b) <= 0 || side(d, c, a) <= 0) return false;
        one = {c, d, b};
        other = {d, c, a};
        return true;
      }
    }
    return false;
  }

  std::span<const Vec2> p_;
  std::vector<std::uint32_t> order_;
  double flat_ = 0;  ///< twice the area below which three points lie on one line
  Triangulation made_;
};

}  // namespace

Triangulation triangulate(std::span<const Vec2> points) {
  return Builder(points).build();
}

}  // namespace sinew
