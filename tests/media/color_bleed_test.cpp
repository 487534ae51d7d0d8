#include "media/color_bleed.hpp"

#include "clip_fixtures.hpp"

namespace sinew {
namespace {

void set(Image& image, int x, int y, std::array<int, 4> rgba) {
  for (std::size_t c = 0; c < 4; ++c) image.at(x, y)[c] = static_cast<std::uint8_t>(rgba[c]);
}

TEST(ColorBleed, VisiblePixelsAndAllAlphaStay) {
  const Image before = test::ball_frame(37, 50, 0, 1, test::Background::transparent);
  Image after = before;
  bleed_colors(after);
  for (std::size_t i = 0; i < before.pixels.size(); i += 4) {
    ASSERT_EQ(after.pixels[i + 3], before.pixels[i + 3]);
    for (std::size_t c = 0; c < 3 && before.pixels[i + 3] > 0; ++c)
      ASSERT_EQ(after.pixels[i + c], before.pixels[i + c]);
  }
}

TEST(ColorBleed, HiddenPixelsTakeTheColourOfTheirNeighbours) {
  for (const int width : {1, 2, 3, 17, 64, 65}) {
    for (const int height : {1, 5, 64}) {
      Image image(width, height);
      set(image, width / 2, height / 2, {200, 100, 50, 255});
      bleed_colors(image);
      for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
        ASSERT_EQ(image.pixels[i], 200);
        ASSERT_EQ(image.pixels[i + 1], 100);
        ASSERT_EQ(image.pixels[i + 2], 50);
      }
    }
  }
}

TEST(ColorBleed, EachSideTakesTheColourThatIsNearer) {
  Image image(64, 8);
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 8; ++x) set(image, x, y, {255, 0, 0, 255});
    for (int x = 56; x < 64; ++x) set(image, x, y, {0, 0, 255, 255});
  }
  bleed_colors(image);
  EXPECT_EQ(image.at(9, 4)[0], 255);
  EXPECT_EQ(image.at(9, 4)[2], 0);
  EXPECT_EQ(image.at(54, 4)[0], 0);
  EXPECT_EQ(image.at(54, 4)[2], 255);
}

TEST(ColorBleed, WhatIsHardlyVisibleCountsLittle) {
  Image image(2, 2);
  set(image, 0, 0, {255, 255, 255, 1});
  set(image, 1, 0, {10, 20, 30, 255});
  bleed_colors(image);
  EXPECT_NEAR(image.at(0, 1)[0], 11, 1);
  EXPECT_NEAR(image.at(1, 1)[2], 31, 1);
}

TEST(ColorBleed, NothingVisibleIsLeftAlone) {
  Image image(5, 5);
  image.at(2, 2)[0] = 9;
  const Image before = image;
  bleed_colors(image);
  EXPECT_EQ(image.pixels, before.pixels);
}

}  // namespace
}  // namespace sinew
