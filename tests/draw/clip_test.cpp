#include "draw/clip.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "support/allocation_counter.hpp"

namespace sinew {
namespace {

using Polygon = std::vector<Vec2>;

/// A draw put into the list, clipped; the list holds what is left.
bool clip(ClipArea& area, DrawList& list, const std::vector<Vertex>& vertices,
          const std::vector<std::uint32_t>& triangles) {
  const std::size_t first = list.vertices.size();
  for (const Vertex& v : vertices) list.vertices.push_back(v);
  return area.cut(list, first, triangles);
}

DrawList clipped(const Polygon& polygon, const std::vector<Vertex>& vertices, bool convex = false,
                 bool inverse = false) {
  ClipArea area;
  area.set(polygon, convex, inverse);
  DrawList list;
  clip(area, list, vertices, {0, 1, 2});
  return list;
}

Vec2 place(const Vertex& v) { return {static_cast<double>(v.x), static_cast<double>(v.y)}; }

double cross(Vec2 a, Vec2 b, Vec2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

double area_of(const DrawList& list) {
  double sum = 0;
  for (std::size_t i = 0; i < list.indices.size(); i += 3) {
    const Vertex &a = list.vertices[list.indices[i]], &b = list.vertices[list.indices[i + 1]],
                 &c = list.vertices[list.indices[i + 2]];
    sum += std::fabs(cross(place(a), place(b), place(c))) / 2;
  }
  return sum;
}

int triangles_at(const DrawList& list, double x, double y) {
  int found = 0;
  for (std::size_t i = 0; i < list.indices.size(); i += 3) {
    int sides = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vertex &a = list.vertices[list.indices[i + k]], &b = list.vertices[list.indices[i + (k + 1) % 3]];
      sides += cross(place(a), place(b), {x, y}) > 0 ? 1 : -1;
    }
    found += std::abs(sides) == 3;
  }
  return found;
}

bool contains(const Polygon& p, double x, double y) {
  bool inside = false;
  for (std::size_t i = 0, j = p.size() - 1; i < p.size(); j = i++) {
    if ((p[i].y > y) != (p[j].y > y) && x < (p[j].x - p[i].x) * (y - p[i].y) / (p[j].y - p[i].y) + p[i].x) {
      inside = !inside;
    }
  }
  return inside;
}

/// The area that a simple polygon and a triangle have in common, without cutting the polygon: the signed sum over the
/// triangles between its first corner and each of its edges, which is exact whatever the polygon's shape.
double common_area(const Polygon& polygon, const std::vector<Vertex>& triangle) {
  double sum = 0;
  double orientation = 0;
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    const Vec2 o = polygon[0], a = polygon[i - 1], b = polygon[i];
    const double turn = cross(o, a, b);
    orientation += turn;
    if (turn == 0) continue;
    Polygon part;
    for (const Vertex& v : triangle) part.push_back(place(v));
    const Vec2 corners[3] = {o, turn > 0 ? a : b, turn > 0 ? b : a};
    for (int k = 0; k < 3 && !part.empty(); ++k) {
      const Vec2 p = corners[k], q = corners[(k + 1) % 3];
      Polygon next;
      for (std::size_t j = 0; j < part.size(); ++j) {
        const Vec2 s = part[j], e = part[(j + 1) % part.size()];
        const double ds = cross(p, q, s), de = cross(p, q, e);
        if (ds >= 0) next.push_back(s);
        if ((ds >= 0) != (de >= 0)) {
          const double f = ds / (ds - de);
          next.push_back({s.x + (e.x - s.x) * f, s.y + (e.y - s.y) * f});
        }
      }
      part = next;
    }
    double area = 0;
    for (std::size_t j = 2; j < part.size(); ++j) {
      area += cross(part[0], part[j - 1], part[j]);
    }
    sum += turn > 0 ? std::fabs(area) / 2 : -std::fabs(area) / 2;
  }
  return orientation < 0 ? -sum : sum;
}

Polygon random_star(std::mt19937& random, std::size_t corners) {
  std::uniform_real_distribution<double> radius(2, 10), shift(-3, 3);
  const double x = shift(random), y = shift(random);
  Polygon polygon;
  for (std::size_t i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(corners);
    const double r = radius(random);
    polygon.push_back({x + r * std::cos(angle), y + r * std::sin(angle)});
  }
  return polygon;
}

std::vector<Vertex> random_triangle(std::mt19937& random) {
  std::uniform_real_distribution<float> position(-12, 12);
  std::vector<Vertex> vertices(3);
  // Texture coordinates that are the position: so they can be checked wherever a vertex comes to lie.
  for (Vertex& v : vertices) {
    v.x = position(random), v.y = position(random);
    v.u = v.x / 32 + 0.5f, v.v = v.y / 32 + 0.5f;
    v.light = 0xff8040ffu, v.dark = 0xff000010u;
  }
  return vertices;
}

const std::vector<Vertex> spec_triangle{{-5, -5, 0, 1, 0, 0}, {15, -5, 1, 1, 0, 0}, {5, 15, 0.5f, 0, 0, 0}};

// ---------------------------------------------------------------------------------------------------------------------

TEST(Clip, CutsTheSpecificationsTriangleToAHexagon) {
  const DrawList list = clipped({{0, 0}, {10, 0}, {10, 10}, {0, 10}}, spec_triangle);
  EXPECT_NEAR(area_of(list), 87.5, 1e-5);
  EXPECT_EQ(list.indices.size(), 12u);
  const float expected[6][4] = {{0, 0, 0.25f, 0.75f},      {10, 0, 0.75f, 0.75f},   {10, 5, 0.75f, 0.5f},
                                {7.5f, 10, 0.625f, 0.25f}, {2.5f, 10, 0.375f, 0.25f}, {0, 5, 0.25f, 0.5f}};
  EXPECT_EQ(list.vertices.size(), 6u);
  for (const auto& e : expected) {
    bool found = false;
    for (const Vertex& v : list.vertices) {
      found = found || (std::fabs(v.x - e[0]) < 1e-5f && std::fabs(v.y - e[1]) < 1e-5f &&
                        std::fabs(v.u - e[2]) < 1e-6f && std::fabs(v.v - e[3]) < 1e-6f);
    }
    EXPECT_TRUE(found) << e[0] << ", " << e[1];
  }
}

TEST(Clip, CutsTheSpecificationsTriangleToAnL) {
  EXPECT_NEAR(area_of(clipped({{0, 0}, {20, 0}, {20, 10}, {10, 10}, {10, 20}, {0, 20}}, spec_triangle)), 106.25, 1e-5);
}

TEST(Clip, KeepsExactlyTheAreaInsideAConcavePolygon) {
  std::mt19937 random(11);
  for (int round = 0; round < 1500; ++round) {
    Polygon polygon = random_star(random, 3 + static_cast<std::size_t>(round % 40));
    if (round % 2 == 1) std::reverse(polygon.begin(), polygon.end());
    const std::vector<Vertex> triangle = random_triangle(random);
    const DrawList list = clipped(polygon, triangle);
    EXPECT_NEAR(area_of(list), common_area(polygon, triangle), 2e-4) << "round " << round;
    for (const Vertex& v : list.vertices) {
      EXPECT_NEAR(v.u, v.x / 32 + 0.5f, 1e-5f);
      EXPECT_NEAR(v.v, v.y / 32 + 0.5f, 1e-5f);
      EXPECT_EQ(v.light, 0xff8040ffu);
      EXPECT_EQ(v.dark, 0xff000010u);
    }
  }
}

TEST(Clip, CoversEveryPointInsideOnceAndNoneOutside) {
  std::mt19937 random(12);
  std::uniform_real_distribution<double> position(-12, 12);
  const std::vector<Vertex> whole{{-100, -100, 0, 0, 0, 0}, {200, -100, 0, 0, 0, 0}, {-100, 200, 0, 0, 0, 0}};
  for (int round = 0; round < 100; ++round) {
    const Polygon polygon = random_star(random, 3 + static_cast<std::size_t>(round % 40));
    const DrawList list = clipped(polygon, whole);
    for (int i = 0; i < 200; ++i) {
      const double x = position(random), y = position(random);
      EXPECT_EQ(triangles_at(list, x, y), contains(polygon, x, y) ? 1 : 0) << x << ", " << y;
    }
  }
}

TEST(Clip, InverseKeepsExactlyWhatIsOutsideTheHull) {
  std::mt19937 random(13);
  std::uniform_real_distribution<double> position(-12, 12);
  for (int round = 0; round < 500; ++round) {
    const Polygon polygon = random_star(random, 3 + static_cast<std::size_t>(round % 60));
    ConvexCutter cutter;
    cutter.hull(polygon);
    Polygon hull;
    for (const std::uint32_t corner : cutter.corners) hull.push_back(polygon[corner]);
    const std::vector<Vertex> triangle = random_triangle(random);
    DrawList whole;
    for (const Vertex& v : triangle) whole.vertices.push_back(v);
    for (std::uint32_t i = 0; i < 3; ++i) whole.indices.push_back(i);
    const DrawList list = clipped(polygon, triangle, round % 2 == 0, true);
    EXPECT_NEAR(area_of(list), area_of(whole) - common_area(hull, triangle), 5e-4) << "round " << round;
    for (int i = 0; i < 20; ++i) {
      const double x = position(random), y = position(random);
      EXPECT_EQ(triangles_at(list, x, y), triangles_at(whole, x, y) == 1 && !contains(hull, x, y) ? 1 : 0);
    }
  }
}

TEST(Clip, ConvexFlagUsesTheHull) {
  const Polygon arrow{{0, 0}, {10, 0}, {10, 10}, {5, 2}, {0, 10}};
  const std::vector<Vertex> cover{{-50, -50, 0, 0, 0, 0}, {100, -50, 0, 0, 0, 0}, {-50, 100, 0, 0, 0, 0}};
  EXPECT_NEAR(area_of(clipped(arrow, cover, false)), 60, 1e-4);
  EXPECT_NEAR(area_of(clipped(arrow, cover, true)), 100, 1e-4);
}

TEST(Clip, LeavesADrawThatIsWhollyInsideAsItIs) {
  ClipArea area;
  area.set(Polygon{{-100, -100}, {100, -100}, {100, 100}, {-100, 100}}, false, false);
  DrawList list;
  list.vertices.push_back({});  // something before it
  ASSERT_TRUE(clip(area, list, spec_triangle, {2, 0, 1}));
  EXPECT_EQ(list.vertices.size(), 4u);
  ASSERT_EQ(list.indices.size(), 3u);
  EXPECT_EQ(list.indices[0], 3u);
  EXPECT_EQ(list.indices[1], 1u);
}

TEST(Clip, SharesVerticesOfTrianglesThatAreNotCut) {
  // A strip of four triangles, the last of which is cut.
  ClipArea area;
  area.set(Polygon{{-1, -1}, {3.5, -1}, {3.5, 2}, {-1, 2}}, false, false);
  std::vector<Vertex> strip;
  for (int i = 0; i < 3; ++i) {
    strip.push_back({float(2 * i), 0, 0, 0, 0, 0});
    strip.push_back({float(2 * i), 1, 0, 0, 0, 0});
  }
  DrawList list;
  ASSERT_TRUE(clip(area, list, strip, {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5}));
  EXPECT_NEAR(area_of(list), 3.5, 1e-6);
  EXPECT_LE(list.vertices.size(), 4u + 3u + 3u);
}

TEST(Clip, DropsWhatIsOutside) {
  ClipArea area;
  area.set(Polygon{{50, 50}, {60, 50}, {60, 60}}, false, false);
  DrawList list;
  list.vertices.push_back({});
  EXPECT_FALSE(clip(area, list, spec_triangle, {0, 1, 2}));
  EXPECT_EQ(list.vertices.size(), 1u);
  EXPECT_TRUE(list.indices.empty());
}

TEST(Clip, LetsNothingThroughAPolygonWithoutArea) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const Polygon& polygon :
       {Polygon{{0, 0}, {0, 0}, {0, 0}}, Polygon{{0, 0}, {10, 10}, {5, 5}, {2, 2}}, Polygon{{1, 1}, {9, 1}, {5, 1}},
        Polygon{{0, 0}, {nan, 0}, {10, 10}}, Polygon{{0, 0}, {inf, 0}, {10, 10}}}) {
    const DrawList list = clipped(polygon, spec_triangle);
    EXPECT_TRUE(list.vertices.empty());
    EXPECT_TRUE(list.indices.empty());
    // A hole that has shrunk to nothing hides nothing.
    EXPECT_EQ(clipped(polygon, spec_triangle, false, true).indices.size(), 3u);
  }
}

TEST(Clip, DropsTrianglesWithoutArea) {
  const std::vector<Vertex> line{{-5, -5, 0, 0, 0, 0}, {5, 5, 0, 0, 0, 0}, {15, 15, 0, 0, 0, 0}};
  EXPECT_TRUE(clipped({{0, 0}, {10, 0}, {10, 10}, {0, 10}}, line).indices.empty());
  EXPECT_TRUE(clipped({{0, 0}, {10, 0}, {10, 10}, {0, 10}}, line, false, true).indices.empty());
}

TEST(Clip, MapsKnownPiecesAsItCutsAnew) {
  std::mt19937 random(14);
  std::uniform_real_distribution<double> entry(-2, 2);
  for (int round = 0; round < 300; ++round) {
    Polygon local = random_star(random, 4 + static_cast<std::size_t>(round % 20));
    if (round % 2 == 1) std::reverse(local.begin(), local.end());
    ConvexCutter cutter;
    cutter.cut(local);
    const ClipTopology known{doubled_area(local) < 0, cutter.corners, cutter.pieces};
    const Affine map{entry(random), entry(random), entry(random), entry(random), entry(random), entry(random)};
    if (std::fabs(map.determinant()) < 0.1) continue;
    Polygon world;
    for (const Vec2 p : local) world.push_back(map.apply(p.x, p.y));
    ClipArea area;
    area.set(world, false, false, &known);
    DrawList list;
    const std::vector<Vertex> triangle = random_triangle(random);
    clip(area, list, triangle, {0, 1, 2});
    EXPECT_NEAR(area_of(list), common_area(world, triangle), 1e-3);
  }
}

TEST(Clip, GivesFiniteVerticesWhateverTheInput) {
  std::mt19937 random(15);
  const float values[] = {0, -0.0f, 1, -1, 0.5f, 1e-30f, 1e-45f, 1e10f, -1e10f, 1e30f, 3e38f, -3e38f,
                          std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                          std::numeric_limits<float>::quiet_NaN(), 7.25f};
  const double corners[] = {0, 1, -1, 2, -2, 0.5, 1e-300, 5e-324, 1e9, -1e9, 1e38, -1e39, 1e300, -1e308,
                            std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()};
  std::uniform_int_distribution<std::size_t> pick(0, 15), pick_finite(0, 11);
  for (int round = 0; round < 20000; ++round) {
    Polygon polygon(3 + static_cast<std::size_t>(round % 9));
    for (Vec2& p : polygon) {
      p = round % 3 == 0 ? Vec2{corners[pick(random)], corners[pick(random)]}
                         : Vec2{corners[pick_finite(random)], corners[pick_finite(random)]};
    }
    std::vector<Vertex> vertices(6);
    for (Vertex& v : vertices) v = {values[pick(random)], values[pick(random)], 0.25f, 0.75f, 0, 0};
    ClipArea area;
    area.set(polygon, round % 5 == 0, round % 2 == 0);
    DrawList list;
    const bool kept = clip(area, list, vertices, {0, 1, 2, 2, 3, 4, 4, 5, 0, 1, 3, 5});
    EXPECT_EQ(kept, !list.indices.empty());
    if (list.vertices.size() == 6) continue;  // let through as it was, NaN included
    for (const Vertex& v : list.vertices) {
      ASSERT_TRUE(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.u) && std::isfinite(v.v)) << round;
    }
    for (const std::uint32_t i : list.indices) ASSERT_LT(i, list.vertices.size());
  }
}

TEST(Clip, StopsAtTheListsLimits) {
  DrawList list;
  list.max_vertices = 5;
  ClipArea area;
  area.set(Polygon{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, false, false);
  EXPECT_FALSE(clip(area, list, spec_triangle, {0, 1, 2}));
  EXPECT_TRUE(list.truncated);
}

TEST(Clip, DoesNotAllocateOnceWarmedUp) {
  std::mt19937 random(16);
  std::vector<Polygon> polygons;
  std::vector<std::vector<Vertex>> triangles;
  for (int i = 0; i < 50; ++i) {
    polygons.push_back(random_star(random, 5 + static_cast<std::size_t>(i)));
    triangles.push_back(random_triangle(random));
  }
  ClipArea area;
  DrawList list;
  const std::vector<std::uint32_t> indices{0, 1, 2};
  const auto frame = [&] {
    list.clear();
    for (std::size_t i = 0; i < polygons.size(); ++i) {
      area.set(polygons[i], false, i % 3 == 0);
      clip(area, list, triangles[i], indices);
    }
  };
  frame();
  const test::AllocationCounter counter;
  frame();
  EXPECT_EQ(counter.count(), 0u);
  EXPECT_FALSE(list.indices.empty());
}

}  // namespace
}  // namespace sinew
