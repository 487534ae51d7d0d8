#include "media/rectangle_packer.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

namespace {

using namespace sinew;

std::vector<RectangleSize> random_rectangles(std::size_t count, int largest, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<RectangleSize> rectangles(count);
  for (RectangleSize& size : rectangles) {
    size.width = 1 + static_cast<int>(random() % static_cast<unsigned>(largest));
    size.height = 1 + static_cast<int>(random() % static_cast<unsigned>(largest));
  }
  return rectangles;
}

/// Every rectangle lies on its page, at a distance from all others.
void expect_valid(const std::vector<RectangleSize>& rectangles, const PackedRectangles& packed,
                  const RectanglePackerOptions& options) {
  ASSERT_EQ(packed.places.size(), rectangles.size());
  struct Box {
    std::size_t page;
    int left, top, right, bottom;
  };
  std::vector<Box> boxes;
  std::vector<std::size_t> on_page(packed.pages.size());
  for (std::size_t i = 0; i < rectangles.size(); ++i) {
    const RectanglePlace& place = packed.places[i];
    ASSERT_LT(place.page, packed.pages.size());
    ++on_page[place.page];
    EXPECT_TRUE(options.rotate || !place.turned);
    const int width = place.turned ? rectangles[i].height : rectangles[i].width;
    const int height = place.turned ? rectangles[i].width : rectangles[i].height;
    const Box box{place.page, place.x, place.y, place.x + width, place.y + height};
    EXPECT_GE(box.left, 0);
    EXPECT_GE(box.top, 0);
    EXPECT_LE(box.right, packed.pages[place.page].width);
    EXPECT_LE(box.bottom, packed.pages[place.page].height);
    for (const Box& other : boxes) {
      const bool apart = other.page != box.page || box.left >= other.right + options.padding ||
                         other.left >= box.right + options.padding || box.top >= other.bottom + options.padding ||
                         other.top >= box.bottom + options.padding;
      ASSERT_TRUE(apart) << i;
    }
    boxes.push_back(box);
  }
  for (std::size_t i = 0; i < packed.pages.size(); ++i) {
    EXPECT_GT(on_page[i], 0u);
    EXPECT_LE(packed.pages[i].width, options.max_size);
    EXPECT_LE(packed.pages[i].height, options.max_size);
    if (!options.power_of_two) continue;
    EXPECT_EQ(packed.pages[i].width & (packed.pages[i].width - 1), 0);
    EXPECT_EQ(packed.pages[i].height & (packed.pages[i].height - 1), 0);
  }
}

double fill(const std::vector<RectangleSize>& rectangles, const PackedRectangles& packed) {
  double used = 0, all = 0;
  for (const RectangleSize& size : rectangles) used += static_cast<double>(size.width) * size.height;
  for (const RectangleSize& size : packed.pages) all += static_cast<double>(size.width) * size.height;
  return used / all;
}

TEST(RectanglePacker, KeepsRectanglesApartAndOnTheirPagesUnderAllOptions) {
  for (const bool rotate : {false, true}) {
    for (const bool power_of_two : {false, true}) {
      for (const int padding : {0, 2, 7}) {
        RectanglePackerOptions options;
        options.rotate = rotate;
        options.power_of_two = power_of_two;
        options.padding = padding;
        options.max_size = 300;
        const std::vector<RectangleSize> rectangles = random_rectangles(120, 90, 7);
        const PackedRectangles packed = pack_rectangles(rectangles, options);
        expect_valid(rectangles, packed, options);
        EXPECT_GT(packed.pages.size(), 1u);
      }
    }
  }
}

TEST(RectanglePacker, FillsPagesWell) {
  const std::vector<RectangleSize> rectangles = random_rectangles(200, 100, 11);
  RectanglePackerOptions options;
  options.padding = 0;
  const PackedRectangles packed = pack_rectangles(rectangles, options);
  expect_valid(rectangles, packed, options);
  EXPECT_EQ(packed.pages.size(), 1u);
  EXPECT_GT(fill(rectangles, packed), 0.88);
}

TEST(RectanglePacker, TurnsRectanglesWhereThatMakesThePageSmaller) {
  // Lying and standing strips: turned alike, they stack without a gap.
  std::vector<RectangleSize> rectangles;
  for (int i = 0; i < 8; ++i) rectangles.push_back(i % 2 == 0 ? RectangleSize{80, 10} : RectangleSize{10, 80});
  RectanglePackerOptions options;
  options.padding = 0;
  const PackedRectangles turned = pack_rectangles(rectangles, options);
  expect_valid(rectangles, turned, options);
  EXPECT_EQ(fill(rectangles, turned), 1);
}

TEST(RectanglePacker, TurnsWhatFitsOnlyThatWay) {
  RectanglePackerOptions options;
  options.max_size = 64;
  options.power_of_two = true;
  const PackedRectangles packed = pack_rectangles(std::vector<RectangleSize>{{60, 16}, {16, 60}}, options);
  ASSERT_EQ(packed.pages.size(), 1u);
  EXPECT_EQ(packed.pages[0].width * packed.pages[0].height, 64 * 64);
}

TEST(RectanglePacker, MakesAPageAsLargeAsASingleRectangle) {
  const PackedRectangles packed = pack_rectangles(std::vector<RectangleSize>{{37, 5}}, {});
  ASSERT_EQ(packed.pages.size(), 1u);
  EXPECT_EQ(packed.pages[0].width * packed.pages[0].height, 37 * 5);
  RectanglePackerOptions options;
  options.max_size = 2048;
  const PackedRectangles largest = pack_rectangles(std::vector<RectangleSize>{{2048, 2048}, {2048, 2048}}, options);
  EXPECT_EQ(largest.pages.size(), 2u);
}

TEST(RectanglePacker, RoundsTheLargestSizeDownToAPowerOfTwo) {
  RectanglePackerOptions options;
  options.max_size = 1000;
  EXPECT_EQ(largest_page_side(options), 1000);
  options.power_of_two = true;
  EXPECT_EQ(largest_page_side(options), 512);
  options.max_size = 1024;
  EXPECT_EQ(largest_page_side(options), 1024);
  options.max_size = 1;
  EXPECT_EQ(largest_page_side(options), 1);
}

TEST(RectanglePacker, GivesTheSameResultEveryTime) {
  const std::vector<RectangleSize> rectangles = random_rectangles(100, 40, 3);
  const PackedRectangles a = pack_rectangles(rectangles, {});
  const PackedRectangles b = pack_rectangles(rectangles, {});
  for (std::size_t i = 0; i < rectangles.size(); ++i) {
    EXPECT_EQ(a.places[i].x, b.places[i].x);
    EXPECT_EQ(a.places[i].y, b.places[i].y);
    EXPECT_EQ(a.places[i].turned, b.places[i].turned);
  }
}

}  // namespace
