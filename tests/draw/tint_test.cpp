#include "draw/tint.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace sinew {
namespace {

TEST(Tint, RoundsToNearest) {
  EXPECT_EQ(to_byte(0), 0u);
  EXPECT_EQ(to_byte(1), 255u);
  EXPECT_EQ(to_byte(0.5f), 128u);
  EXPECT_EQ(to_byte(99.4f / 255), 99u);
  EXPECT_EQ(to_byte(99.6f / 255), 100u);
}

TEST(Tint, ClampsAndTakesNotANumberForNone) {
  EXPECT_EQ(clamped(-1.0f), 0);
  EXPECT_EQ(clamped(2.0f), 1);
  EXPECT_EQ(clamped(std::numeric_limits<float>::quiet_NaN()), 0);
  EXPECT_EQ(clamped(std::numeric_limits<float>::infinity()), 1);
}

TEST(Tint, PremultipliesTheDarkColourAndMarksItSo) {
  EXPECT_EQ(pack_dark({1, 0.5f, 0, 0.1f}, 1), 0xff0080ffu);
  EXPECT_EQ(pack_dark({1, 0.5f, 0, 1}, 0.5f), 0xff004080u);
  EXPECT_EQ(pack_dark({9, -1, 0, 1}, 0.5f), 0xff000080u);
}

TEST(Tint, GivesTheSameBytesByVectorsAndByNumbers) {
  std::mt19937 random(31);
  std::uniform_real_distribution<float> unit(0, 1), wide(-0.5f, 1.5f);
  for (int i = 0; i < 20000; ++i) {
    const std::array<float, 4> skeleton{unit(random), unit(random), unit(random), i % 3 == 0 ? 1.0f : unit(random)};
    const std::array<float, 4> attachment{unit(random), unit(random), 1, i % 2 == 0 ? 1.0f : unit(random)};
    Color slot{wide(random), wide(random), wide(random), wide(random)};
    if (i % 100 == 0) slot.g = std::numeric_limits<float>::quiet_NaN();
    if (i % 101 == 0) slot.b = std::numeric_limits<float>::infinity();
    const Light vectors = light(skeleton, slot, attachment), numbers = reference::light(skeleton, slot, attachment);
    ASSERT_EQ(vectors.packed, numbers.packed);
    ASSERT_EQ(vectors.alpha, numbers.alpha);
  }
}

}  // namespace
}  // namespace sinew
