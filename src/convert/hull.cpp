#include "convert/hull.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace sinew::convert {

namespace {

double turn(std::span<const double> p, std::size_t a, std::size_t b, std::size_t c) {
  return (p[2 * b] - p[2 * a]) * (p[2 * c + 1] - p[2 * a + 1]) - (p[2 * b + 1] - p[2 * a + 1]) * (p[2 * c] - p[2 * a]);
}

}  // namespace

std::vector<double> convex_hull(std::span<const double> points) {
  const std::size_t n = points.size() / 2;
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return points[2 * a] != points[2 * b] ? points[2 * a] < points[2 * b] : points[2 * a + 1] < points[2 * b + 1];
  });
  // Andrew's monotone chain: along the bottom, then back along the top.
  std::vector<std::size_t> hull;
  const auto add = [&](std::size_t from, std::size_t point) {
    while (hull.size() >= from + 2 && turn(points, hull[hull.size() - 2], hull.back(), point) <= 0) hull.pop_back();
    hull.push_back(point);
  };
  for (const std::size_t point : order) add(0, point);
  const std::size_t bottom = hull.size();
  for (std::size_t i = n; i-- > 0;) add(bottom - 1, order[i]);
  if (hull.size() > 1) hull.pop_back();
  if (hull.size() >= n) return {points.begin(), points.end()};
  std::vector<double> corners;
  for (const std::size_t point : hull) corners.insert(corners.end(), {points[2 * point], points[2 * point + 1]});
  return corners;
}

}  // namespace sinew::convert
