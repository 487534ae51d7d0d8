#include "media/alpha.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "media/generated_image.hpp"

namespace {

using namespace sinew;
using sinew::testing::plain_image;

TEST(Alpha, PremultipliesEveryColourAndAlphaToTheNearest) {
  for (int alpha = 0; alpha < 256; ++alpha) {
    Image image(256, 1);
    for (int color = 0; color < 256; ++color) {
      image.at(color, 0)[1] = static_cast<std::uint8_t>(color);
      image.at(color, 0)[3] = static_cast<std::uint8_t>(alpha);
    }
    premultiply_alpha(image);
    for (int color = 0; color < 256; ++color) {
      EXPECT_EQ(image.at(color, 0)[1], std::lround(color * alpha / 255.0)) << color << ' ' << alpha;
      EXPECT_EQ(image.at(color, 0)[0], 0);
      EXPECT_EQ(image.at(color, 0)[3], alpha);
    }
  }
}

TEST(Alpha, UnpremultipliedColoursPremultiplyToTheSameAgain) {
  for (int alpha = 0; alpha < 256; ++alpha) {
    for (int color = 0; color <= alpha; ++color) {
      const auto c = static_cast<std::uint8_t>(color);
      Image image = plain_image(1, 1, c, 0, c, static_cast<std::uint8_t>(alpha));
      unpremultiply_alpha(image);
      if (alpha > 0) {
        EXPECT_NEAR(image.pixels[0], color * 255.0 / alpha, 0.5);
      }
      premultiply_alpha(image);
      EXPECT_EQ(image.pixels[0], color) << alpha;
      EXPECT_EQ(image.pixels[2], color) << alpha;
      EXPECT_EQ(image.pixels[3], alpha);
    }
  }
}

TEST(Alpha, UnpremultiplyingLimitsColoursThatAreLargerThanTheirAlpha) {
  Image image = plain_image(1, 1, 200, 100, 50, 100);
  unpremultiply_alpha(image);
  EXPECT_EQ(image.pixels, (std::vector<std::uint8_t>{255, 255, 128, 100}));
}

TEST(Bleeding, GivesInvisiblePixelsTheAverageOfTheirVisibleNeighbours) {
  // A red and a blue pixel with one between them, all in a row; the rest is green, but invisible.
  Image image = plain_image(9, 1, 0, 255, 0, 0);
  image.at(2, 0)[0] = 200;
  image.at(2, 0)[1] = 0;
  image.at(2, 0)[3] = 255;
  image.at(4, 0)[1] = 0;
  image.at(4, 0)[2] = 101;
  image.at(4, 0)[3] = 1;
  bleed_edges(image, 2);
  const std::uint8_t expected[9][4] = {{200, 0, 0, 0},  {200, 0, 0, 0}, {200, 0, 0, 255},
                                       {100, 0, 51, 0}, {0, 0, 101, 1}, {0, 0, 101, 0},
                                       {0, 0, 101, 0},  {0, 0, 0, 0},   {0, 0, 0, 0}};
  for (int x = 0; x < 9; ++x) {
    for (int c = 0; c < 4; ++c) EXPECT_EQ(image.at(x, 0)[c], expected[x][c]) << x << ' ' << c;
  }
}

TEST(Bleeding, ReachesAllEightNeighboursAndNoFartherThanItsRounds) {
  Image image(7, 7);
  image.at(3, 3)[0] = 10;
  image.at(3, 3)[3] = 128;
  bleed_edges(image, 2);
  for (int y = 0; y < 7; ++y) {
    for (int x = 0; x < 7; ++x) {
      const bool near = std::abs(x - 3) <= 2 && std::abs(y - 3) <= 2;
      EXPECT_EQ(image.at(x, y)[0], near ? 10 : 0) << x << ' ' << y;
      EXPECT_EQ(image.at(x, y)[3], x == 3 && y == 3 ? 128 : 0);
    }
  }
}

}  // namespace
