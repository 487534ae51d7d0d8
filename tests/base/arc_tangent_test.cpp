#include "base/trig.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sinew {
namespace {

TEST(ArcTangent, AgreesWithTheCLibraryAllTheWayRound) {
  double largest = 0;
  for (int i = 0; i < 100000; ++i) {
    const double angle = i * 2 * std::numbers::pi / 100000;
    const double length = std::exp2(i % 200 - 100);
    const double y = length * std::sin(angle), x = length * std::cos(angle);
    largest = std::fmax(largest, std::fabs(arc_tangent_degrees(y, x) - std::atan2(y, x) * 180 / std::numbers::pi));
  }
  EXPECT_LT(largest, 1e-13);
}

TEST(ArcTangent, IsExactOnTheAxes) {
  EXPECT_EQ(arc_tangent_degrees(0, 1), 0);
  EXPECT_EQ(arc_tangent_degrees(1, 0), 90);
  EXPECT_EQ(arc_tangent_degrees(0, -1), 180);
  EXPECT_EQ(arc_tangent_degrees(-1, 0), -90);
  EXPECT_EQ(arc_tangent_degrees(0, 0), 0);
}

}  // namespace
}  // namespace sinew
