#include "draw/convex.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace sinew {
namespace {

using Polygon = std::vector<Vec2>;

Polygon piece_of(const Polygon& polygon, const ConvexCutter& cutter, const ConvexPiece& piece) {
  Polygon corners;
  for (std::uint32_t i = 0; i < piece.count; ++i) corners.push_back(polygon[cutter.corners[piece.first + i]]);
  return corners;
}

double turn(const Polygon& p, std::size_t i) {
  const Vec2 a = p[i], b = p[(i + 1) % p.size()], c = p[(i + 2) % p.size()];
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Even-odd, written for this test.
bool contains(const Polygon& p, double x, double y) {
  bool inside = false;
  for (std::size_t i = 0, j = p.size() - 1; i < p.size(); j = i++) {
    if ((p[i].y > y) != (p[j].y > y) && x < (p[j].x - p[i].x) * (y - p[i].y) / (p[j].y - p[i].y) + p[i].x) {
      inside = !inside;
    }
  }
  return inside;
}

/// Concave as a rule: corners round the origin at random distances.
Polygon random_star(std::mt19937& random, std::size_t corners, bool clockwise) {
  std::uniform_real_distribution<double> radius(1, 10);
  Polygon polygon;
  for (std::size_t i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(corners);
    const double r = radius(random);
    polygon.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  if (clockwise) std::reverse(polygon.begin(), polygon.end());
  return polygon;
}

void expect_exact_cover(const Polygon& polygon, std::mt19937& random) {
  ConvexCutter cutter;
  cutter.cut(polygon);
  double area = 0;
  for (const ConvexPiece& piece : cutter.pieces) {
    EXPECT_LE(piece.count, ConvexCutter::max_corners);
    const Polygon corners = piece_of(polygon, cutter, piece);
    for (std::size_t i = 0; i < corners.size(); ++i) EXPECT_GE(turn(corners, i), -1e-12) << "a piece is concave";
    area += doubled_area(corners);
  }
  const double whole = std::fabs(doubled_area(polygon));
  EXPECT_NEAR(area, whole, 1e-9 * whole) << polygon.size() << " corners";
  // Equal areas could hide an overlap that makes up for a gap.
  std::uniform_real_distribution<double> place(-10, 10);
  for (int i = 0; i < 200; ++i) {
    const double x = place(random), y = place(random);
    int pieces = 0;
    for (const ConvexPiece& piece : cutter.pieces) pieces += contains(piece_of(polygon, cutter, piece), x, y);
    EXPECT_EQ(pieces, contains(polygon, x, y) ? 1 : 0) << x << ", " << y;
  }
}

TEST(ConvexCutter, CoversRandomConcavePolygonsExactlyOnce) {
  std::mt19937 random(1);
  for (std::size_t corners = 3; corners <= 80; ++corners) {
    expect_exact_cover(random_star(random, corners, false), random);
    expect_exact_cover(random_star(random, corners, true), random);
  }
}

TEST(ConvexCutter, CoversCombsAndSpirals) {
  std::mt19937 random(2);
  Polygon comb;
  for (int i = 0; i < 9; ++i) {
    comb.push_back({-9.0 + 2 * i, 5});
    comb.push_back({-8.0 + 2 * i, -4});
  }
  comb.push_back({9, 5});
  comb.push_back({9, -5});
  comb.push_back({-9, -5});
  expect_exact_cover(comb, random);

  Polygon spiral;
  for (int i = 0; i <= 60; ++i) {
    const double angle = 0.2 * i, r = 2 + 0.1 * i;
    spiral.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  for (int i = 60; i >= 0; --i) {
    const double angle = 0.2 * i, r = 1.7 + 0.1 * i;
    spiral.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  expect_exact_cover(spiral, random);
}

TEST(ConvexCutter, LeavesAConvexPolygonWhole) {
  const Polygon square{{0, 0}, {10, 0}, {10, 10}, {0, 10}};
  ConvexCutter cutter;
  cutter.cut(square);
  ASSERT_EQ(cutter.pieces.size(), 1u);
  EXPECT_EQ(cutter.pieces[0].count, 4u);
}

TEST(ConvexCutter, CutsAnLInTwo) {
  const Polygon polygon{{0, 0}, {20, 0}, {20, 10}, {10, 10}, {10, 20}, {0, 20}};
  ConvexCutter cutter;
  cutter.cut(polygon);
  EXPECT_EQ(cutter.pieces.size(), 2u);
}

TEST(ConvexCutter, DividesPiecesWithManyCorners) {
  Polygon circle;
  for (int i = 0; i < 200; ++i) {
    circle.push_back({9 * std::cos(i * std::numbers::pi / 100), 9 * std::sin(i * std::numbers::pi / 100)});
  }
  std::mt19937 random(3);
  expect_exact_cover(circle, random);
}

TEST(ConvexCutter, CopesWithStraightCornersRepeatedCornersAndSpikes) {
  std::mt19937 random(4);
  expect_exact_cover({{0, 0}, {5, 0}, {9, 0}, {9, 0}, {9, 9}, {5, 5}, {4.5, 4.5}, {0, 9}, {0, 0}}, random);
  expect_exact_cover({{0, 0}, {4, 0}, {4, 3}, {8, 3}, {4, 3}, {4, 8}, {2, 3}, {0, 8}}, random);
}

TEST(ConvexCutter, CutsPolygonsThatTouchThemselves) {
  // Two triangles tip to tip, and a square with a hole that is joined to the border by a slit.
  std::mt19937 random(5);
  expect_exact_cover({{0, 0}, {8, 0}, {4, 4}, {8, 8}, {0, 8}, {4, 4}}, random);
  expect_exact_cover({{-8, -8}, {8, -8}, {8, 8}, {-8, 8}, {-8, -8}, {-3, -3}, {-3, 3}, {3, 3}, {3, -3}, {-3, -3}},
                     random);
}

TEST(ConvexCutter, EndsOnCrossingAndDegeneratePolygons) {
  std::mt19937 random(6);
  std::uniform_int_distribution<int> place(-3, 3);
  ConvexCutter cutter;
  for (int round = 0; round < 2000; ++round) {
    Polygon polygon(3 + static_cast<std::size_t>(round % 20));
    for (Vec2& p : polygon) p = {static_cast<double>(place(random)), static_cast<double>(place(random))};
    cutter.cut(polygon);
    for (const ConvexPiece& piece : cutter.pieces) {
      ASSERT_GE(piece.count, 3u);
      for (std::uint32_t i = 0; i < piece.count; ++i) ASSERT_LT(cutter.corners[piece.first + i], polygon.size());
    }
  }
}

TEST(ConvexCutter, TakesTheHullOfAPolygonWithTooManyCorners) {
  std::mt19937 random(7);
  const Polygon polygon = random_star(random, ConvexCutter::max_polygon + 1, false);
  ConvexCutter cutter;
  cutter.cut(polygon);
  double area = 0;
  for (const ConvexPiece& piece : cutter.pieces) area += doubled_area(piece_of(polygon, cutter, piece));
  ConvexCutter hull;
  hull.hull(polygon);
  EXPECT_NEAR(area, doubled_area(piece_of(polygon, hull, hull.pieces[0])), 1e-6);
}

TEST(ConvexHull, HoldsAllCornersAndTurnsOneWay) {
  std::mt19937 random(8);
  std::uniform_int_distribution<int> place(-5, 5);
  for (int round = 0; round < 500; ++round) {
    Polygon polygon(3 + static_cast<std::size_t>(round % 30));
    for (Vec2& p : polygon) p = {static_cast<double>(place(random)), static_cast<double>(place(random))};
    ConvexCutter cutter;
    cutter.hull(polygon);
    if (cutter.pieces.empty()) continue;  // all on a line
    const Polygon hull = piece_of(polygon, cutter, cutter.pieces[0]);
    for (std::size_t i = 0; i < hull.size(); ++i) {
      EXPECT_GT(turn(hull, i), 0);
      const Vec2 a = hull[i], b = hull[(i + 1) % hull.size()];
      for (const Vec2 p : polygon) EXPECT_GE((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x), 0);
    }
  }
}

TEST(ConvexHull, IsEmptyForALine) {
  ConvexCutter cutter;
  cutter.hull(Polygon{{0, 0}, {1, 1}, {3, 3}, {2, 2}});
  EXPECT_TRUE(cutter.pieces.empty());
  cutter.hull(Polygon{{1, 1}, {1, 1}, {1, 1}});
  EXPECT_TRUE(cutter.pieces.empty());
}

TEST(PolygonArea, IsNoneForALineHoweverItLies) {
  EXPECT_TRUE(has_no_area(Polygon{{0, 0}, {1000.1, 333.7}, {500.05, 166.85}}));
  EXPECT_TRUE(has_no_area(Polygon{{5, 5}, {5, 5}, {5, 5}}));
  EXPECT_TRUE(has_no_area(Polygon{{0, 0}, {9, 0}, {3, 0}}));
  EXPECT_FALSE(has_no_area(Polygon{{0, 0}, {1000, 0}, {1000, 0.001}}));
}

}  // namespace
}  // namespace sinew
