// The parts that make a GIF's colours: the quantiser, the thresholds, the mapping, the palette that stays.
#include <array>
#include <cmath>
#include <set>

#include "clip_fixtures.hpp"
#include "media/blue_noise.hpp"
#include "media/color_quantizer.hpp"
#include "media/palette_mapper.hpp"
#include "media/steady_palette.hpp"

namespace sinew {
namespace {

double distance(Rgb a, Rgb b) {
  const ColorPoint d = ColorPoint::from(a) - ColorPoint::from(b);
  return std::sqrt(double(d.dot(d)));
}

double nearest_distance(const std::vector<Rgb>& palette, Rgb color) {
  double best = 1e9;
  for (const Rgb c : palette) best = std::min(best, distance(c, color));
  return best;
}

TEST(BlueNoise, EveryRankIsThereOnce) {
  const BlueNoise& noise = BlueNoise::tile();
  const std::set<std::uint16_t> ranks(noise.ranks.begin(), noise.ranks.end());
  EXPECT_EQ(ranks.size(), 4096u);
  EXPECT_EQ(*ranks.rbegin(), 4095);
}

TEST(BlueNoise, EveryShareIsSpreadEvenly) {
  // Of points spread evenly each has its nearest neighbour at nearly the distance of a grid; random ones crowd.
  const BlueNoise& noise = BlueNoise::tile();
  for (const int count : {64, 256, 1024}) {
    std::vector<std::pair<int, int>> points;
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 64; ++x) {
        if (noise.at(static_cast<std::size_t>(x), static_cast<std::size_t>(y)) < count) points.emplace_back(x, y);
      }
    }
    ASSERT_EQ(points.size(), static_cast<std::size_t>(count));
    const double grid = 64 / std::sqrt(count);
    double least = 1e9, sum = 0;
    for (const auto& a : points) {
      double nearest = 1e9;
      for (const auto& b : points) {
        if (a == b) continue;
        const auto gap = [](int p, int q) { return std::min(std::abs(p - q), 64 - std::abs(p - q)); };
        nearest = std::min(nearest, std::hypot(gap(a.first, b.first), gap(a.second, b.second)));
      }
      least = std::min(least, nearest);
      sum += nearest;
    }
    EXPECT_GE(least, 0.5 * grid) << count;        // random: about 0.02 for 1024 points
    EXPECT_GE(sum / count, 0.7 * grid) << count;  // random: 0.5
  }
}

TEST(ColorHistogram, CountsFewColoursOneByOne) {
  ColorHistogram histogram;
  histogram.add({1, 2, 3}, 3);
  histogram.add({1, 2, 4}, 1);
  histogram.add({1, 2, 3}, 4);
  auto entries = histogram.entries();
  ASSERT_EQ(entries.size(), 2u);
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.weight < b.weight; });
  EXPECT_FLOAT_EQ(entries[0].weight, 1 / 8.0f);
  EXPECT_EQ(entries[0].mean.to_rgb(), (Rgb{1, 2, 4}));
  EXPECT_EQ(entries[1].mean.to_rgb(), (Rgb{1, 2, 3}));
  histogram.clear();
  EXPECT_TRUE(histogram.entries().empty());
}

TEST(ColorHistogram, JoinsNeighboursWhenColoursAreMany) {
  ColorHistogram histogram;
  for (int r = 0; r < 256; ++r) {
    for (int g = 0; g < 256; ++g) {
      for (int b = 0; b < 256; b += 16) {
        histogram.add({static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(g), static_cast<std::uint8_t>(b)}, 1);
      }
    }
  }
  const auto entries = histogram.entries();
  EXPECT_LE(entries.size(), 32768u);
  EXPECT_GT(entries.size(), 2000u);
  double weight = 0, x = 0;
  for (const auto& entry : entries) {
    weight += double(entry.weight);
    x += double(entry.weight) * double(entry.mean.x);
  }
  EXPECT_NEAR(weight, 1, 1e-4);
  EXPECT_NEAR(x, double(ColorPoint::from(127.5f, 0, 0).x), 0.01);  // no cell has moved its colours
}

TEST(MakePalette, FewColoursComeBackAsTheyAre) {
  ColorHistogram histogram;
  const std::vector<Rgb> colors = {{0, 0, 0}, {255, 255, 255}, {250, 10, 20}, {249, 10, 20}, {3, 200, 100}};
  for (std::size_t i = 0; i < colors.size(); ++i) histogram.add(colors[i], double(1 + 100 * i));
  const std::vector<Rgb> palette = make_palette(histogram.entries(), 255);
  EXPECT_EQ(palette.size(), colors.size());
  for (const Rgb color : colors) EXPECT_NE(std::find(palette.begin(), palette.end(), color), palette.end());
  EXPECT_TRUE(make_palette({}, 255).empty());
}

TEST(MakePalette, ErrorFallsWithTheSizeAsItShould) {
  // A slope over red and green. Cells of n colours over an area have sides of 1/sqrt(n): half the error for four times
  // the colours, and for squares of side s the root of the mean squared distance is s/sqrt(6).
  ColorHistogram histogram;
  for (int r = 0; r < 256; r += 2) {
    for (int g = 0; g < 256; g += 2) histogram.add({static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(g), 80}, 1);
  }
  const auto entries = histogram.entries();
  for (const std::size_t size : {16u, 64u, 255u}) {
    const std::vector<Rgb> palette = make_palette(entries, size);
    EXPECT_LE(palette.size(), size);
    double sum = 0;
    for (const auto& entry : entries) {
      const double d = nearest_distance(palette, entry.mean.to_rgb());
      sum += double(entry.weight) * d * d;
    }
    const double side = std::sqrt(256 * 0.816 * 256 * 1.155 / static_cast<double>(size));
    EXPECT_LT(std::sqrt(sum), 1.1 * side / std::sqrt(6)) << size;
  }
}

TEST(MakePalette, ASmallThingKeepsItsColour) {
  ColorHistogram histogram;
  for (int i = 0; i < 256; ++i) {
    for (int j = 0; j < 256; j += 4) {
      histogram.add({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j), static_cast<std::uint8_t>(j)}, 10);
    }
  }
  histogram.add({20, 20, 250}, 40);  // 1/4000 of the pixels
  EXPECT_LT(nearest_distance(make_palette(histogram.entries(), 255), {20, 20, 250}), 2);
}

TEST(MakePalette, AFlatAreaGetsItsVeryColour) {
  // Its smooth edge must not pull the colour aside.
  ColorHistogram histogram;
  for (int i = 0; i < 256; ++i) {
    for (int j = 0; j < 64; ++j) {
      histogram.add(
          {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>((i + j) & 255), static_cast<std::uint8_t>(4 * j)},
          1);
    }
  }
  histogram.add({101, 152, 203}, 100000);
  histogram.add({103, 152, 203}, 9000);
  const std::vector<Rgb> palette = make_palette(histogram.entries(), 64);
  EXPECT_NE(std::find(palette.begin(), palette.end(), Rgb{101, 152, 203}), palette.end());
}

TEST(PaletteMapper, MixesInTheRightShares) {
  PaletteMapper mapper;
  mapper.set_palette({{100, 100, 100}, {120, 120, 120}});
  for (const int level : {104, 108, 110, 112, 116}) {
    double sum = 0;
    for (std::size_t y = 0; y < 64; ++y) {
      for (std::size_t x = 0; x < 64; ++x) {
        const auto l = static_cast<std::uint8_t>(level);
        sum += mapper.palette()[mapper.index_of({l, l, l}, x, y)].r;
      }
    }
    // Shares of less than a quarter are drawn plain: then the level may be off by a quarter of the step.
    EXPECT_NEAR(sum / 4096, level, level == 104 || level == 116 ? 5.0 : 0.7) << level;
  }
}

TEST(PaletteMapper, DrawsColoursOfThePalettePlain) {
  PaletteMapper mapper;
  mapper.set_palette({{10, 20, 30}, {14, 22, 30}, {200, 201, 202}, {203, 201, 202}});
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t x = 0; x < 64; ++x) EXPECT_EQ(mapper.index_of(mapper.palette()[i], x, 3 * x), i);
  }
}

TEST(PaletteMapper, WorksWithOneColour) {
  PaletteMapper mapper;
  mapper.set_palette({{9, 9, 9}});
  EXPECT_EQ(mapper.index_of({255, 0, 0}, 5, 5), 0);
  mapper.set_palette({{9, 9, 9}, {250, 0, 0}});
  EXPECT_EQ(mapper.index_of({255, 0, 0}, 5, 5), 1);  // what it knew of the old palette is forgotten
}

class SteadyPaletteTest : public testing::Test {
 protected:
  bool show(const Image& image) {
    palette.begin_frame();
    for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
      if (image.pixels[i + 3] >= 128) palette.add({image.pixels[i], image.pixels[i + 1], image.pixels[i + 2]}, 1);
    }
    return palette.end_frame();
  }
  SteadyPalette palette;
};

TEST_F(SteadyPaletteTest, StaysForFramesOfTheSameThings) {
  // A disc with a pattern of thousands of colours that moves by fractions of a pixel, as a character does.
  const auto disc = [](int i) {
    Image image(200, 200);
    const double cx = 100 + 30 * std::cos(0.21 * i), cy = 100 + 30 * std::sin(0.21 * i);
    for (int y = 0; y < 200; ++y) {
      for (int x = 0; x < 200; ++x) {
        const double dx = x - cx, dy = y - cy;
        if (dx * dx + dy * dy > 60 * 60) continue;
        const double color[3] = {128 + 100 * std::sin(dx / 9), 128 + 100 * std::cos(dy / 11),
                                 128 + 60 * std::sin((dx + dy) / 13)};
        for (std::size_t c = 0; c < 3; ++c) image.at(x, y)[c] = static_cast<std::uint8_t>(color[c]);
        image.at(x, y)[3] = 255;
      }
    }
    return image;
  };
  EXPECT_TRUE(show(disc(0)));
  EXPECT_GT(palette.colors().size(), 250u);
  for (int i = 1; i < 30; ++i) EXPECT_FALSE(show(disc(i))) << i;
}

TEST_F(SteadyPaletteTest, ChangesSeldomWhenABackgroundIsUncovered) {
  int changes = 0;
  for (int i = 0; i < 60; ++i) changes += show(test::ball_frame(200, 200, i, 30, test::Background::shaded));
  EXPECT_GE(changes, 1);
  EXPECT_LE(changes, 4);
}

TEST_F(SteadyPaletteTest, ChangesForNewColoursAndKeepsTheOldOnesNear) {
  const Image plain = test::ball_frame(200, 200, 0, 1, test::Background::shaded);
  Image flash = plain;
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 60; ++x) {
      flash.at(x, y)[0] = static_cast<std::uint8_t>(10 + x);
      flash.at(x, y)[1] = static_cast<std::uint8_t>(190 + y);
      flash.at(x, y)[2] = 30;
    }
  }
  show(plain);
  const std::vector<Rgb> before = palette.colors();
  EXPECT_TRUE(show(flash));
  EXPECT_LT(nearest_distance(palette.colors(), {40, 220, 30}), 8);
  // Most of what still serves is where it was.
  const auto kept =
      std::count_if(before.begin(), before.end(), [this](Rgb c) { return nearest_distance(palette.colors(), c) < 3; });
  EXPECT_GT(kept, static_cast<long>(before.size() / 2));
  EXPECT_FALSE(show(flash));
  EXPECT_FALSE(show(plain));
  EXPECT_FALSE(show(flash));
}

TEST_F(SteadyPaletteTest, GrowsWhileColoursAreFew) {
  EXPECT_TRUE(show(test::square_frame(40, 40, 0, true)));
  EXPECT_EQ(palette.colors(), (std::vector<Rgb>{{201, 0, 33}}));
  EXPECT_FALSE(show(test::square_frame(40, 40, 5, true)));
  EXPECT_TRUE(show(test::square_frame(40, 40, 1, true)));
  EXPECT_EQ(palette.colors(), (std::vector<Rgb>{{201, 0, 33}, {201, 10, 33}}));
  EXPECT_EQ(palette.index_of({201, 10, 33}, 7, 9), 1);
  EXPECT_FALSE(show(Image(40, 40)));
}

TEST_F(SteadyPaletteTest, AnEmptyFirstFrameHasAPaletteToo) {
  EXPECT_TRUE(show(Image(4, 4)));
  EXPECT_EQ(palette.colors().size(), 1u);
}

}  // namespace
}  // namespace sinew
