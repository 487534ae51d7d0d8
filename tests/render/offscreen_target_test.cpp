#include "render/gl_fixture.hpp"

#include <algorithm>
#include <random>
#include <thread>

#include "render/resolve.hpp"

namespace sinew {
namespace {

using testing::add_quad;
using testing::near;
using testing::page_of;
using testing::Picture;
using testing::Pixel;
using testing::transparent;

class OffscreenTargetTest : public testing::GlTest {
 protected:
  std::uint32_t white() { return add_page(page_of(TextureFilter::nearest), 1, 1, {255, 255, 255, 255}); }
};

// Sample i of 4 lies at (i + 1/2) / 4 of the pixel: an edge at 0.3 leaves one of four columns, one at 0.4 two.
TEST_F(OffscreenTargetTest, supersampling_counts_the_samples_that_are_covered) {
  const auto page = white();
  OffscreenOptions options;
  options.width = 6;
  options.height = 1;
  options.supersampling = 4;
  DrawList list;
  const float edges[] = {0.1f, 0.3f, 0.4f, 0.7f, 0.9f, 1.0f};
  for (int i = 0; i < 6; ++i) {
    const auto x = static_cast<float>(i);
    add_quad(list, {.page = page, .left = x, .right = x + edges[i], .top = 1});
  }
  const Picture picture = draw(list, {0, 0, 6, 1}, transparent, options);
  const int alphas[] = {0, 64, 128, 191, 255, 255};
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(picture.at(i, 0).a, alphas[i]) << i;
    EXPECT_EQ(picture.at(i, 0).r, alphas[i] == 0 ? 0 : 255) << i;
  }
}

// The mean is of premultiplied colours: a transparent half must not darken the other.
TEST_F(OffscreenTargetTest, supersampling_averages_premultiplied_colours) {
  const auto page = add_page(page_of(TextureFilter::nearest), 1, 1, {200, 100, 50, 255});
  const auto blue = add_page(page_of(TextureFilter::nearest), 1, 1, {0, 0, 255, 255});
  OffscreenOptions options;
  options.width = options.height = 1;
  options.supersampling = 2;
  DrawList list;
  add_quad(list, {.page = page, .right = 0.5f});
  EXPECT_TRUE(near(draw(list, {0, 0, 1, 1}, transparent, options).at(0, 0), {200, 100, 50, 128}, 0));
  add_quad(list, {.page = blue, .left = 0.5f, .top = 0.5f});
  // Half brown, a quarter blue, a quarter nothing: (2 (200, 100, 50) + (0, 0, 255)) / 3.
  EXPECT_TRUE(near(draw(list, {0, 0, 1, 1}, transparent, options).at(0, 0), {133, 67, 118, 191}, 0));
}

TEST_F(OffscreenTargetTest, multisampling_smooths_edges_and_leaves_the_rest) {
  const auto page = white();
  OffscreenOptions options;
  options.width = options.height = 32;
  options.multisampling = 4;
  DrawList list;
  add_quad(list, {.page = page, .left = 4, .bottom = 4, .right = 28, .top = 28});
  list.vertices[0].x = 8;  // a slanted left edge
  const Picture smooth = draw(list, {0, 0, 32, 32}, transparent, options);
  options.multisampling = 0;
  const Picture hard = draw(list, {0, 0, 32, 32}, transparent, options);
  const auto between = [](const Picture& picture) {
    int count = 0;
    for (std::size_t i = 3; i < picture.pixels.size(); i += 4)
      count += picture.pixels[i] > 0 && picture.pixels[i] < 255;
    return count;
  };
  EXPECT_EQ(between(hard), 0);
  EXPECT_GE(between(smooth), 16);
  EXPECT_LE(between(smooth), 48);
  for (std::size_t i = 0; i < smooth.pixels.size(); i += 4) {
    if (smooth.pixels[i + 3] != 0) {
      EXPECT_EQ(smooth.pixels[i], 255);
    }
  }
  EXPECT_EQ(smooth.at(16, 16), Pixel(255, 255, 255, 255));
  EXPECT_EQ(smooth.at(2, 16), Pixel(0, 0, 0, 0));
}

TEST_F(OffscreenTargetTest, multisampling_takes_what_the_driver_has) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_SAMPLES, &most);
  OffscreenOptions options;
  options.width = options.height = 4;
  options.multisampling = 1000;
  auto target = OffscreenTarget::create(options);
  ASSERT_TRUE(target) << target.error();
  EXPECT_EQ(target->multisampling(), most);
  options.multisampling = 0;
  auto plain = OffscreenTarget::create(options);
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->multisampling(), 1);
}

TEST_F(OffscreenTargetTest, tiles_give_the_same_picture_as_one_piece) {
  std::mt19937 random(7);
  const auto number = [&](float low, float high) {
    return low + (high - low) * static_cast<float>(random()) / static_cast<float>(std::mt19937::max());
  };
  std::vector<std::uint8_t> noise(4 * 16 * 16);
  for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(random());
  const auto page = add_page(page_of(TextureFilter::linear), 16, 16, noise);
  DrawList list;
  for (int i = 0; i < 40; ++i) {
    const float x = number(-120, 20), y = number(-20, 60);
    testing::Quad quad{.page = page, .left = x, .bottom = y, .right = x + number(5, 50), .top = y + number(5, 50)};
    quad.blend = static_cast<BlendMode>(i % 4);
    add_quad(list, quad);
    list.vertices[list.vertices.size() - 1].x += number(-9, 9);
  }
  const WorldRect world{-100.5, -10.25, 120, 70};
  for (const int samples : {0, 4}) {
    OffscreenOptions options;
    options.width = 131;
    options.height = 77;
    options.supersampling = 3;
    options.multisampling = samples;
    const Picture whole = draw(list, world, {0.3f, 0.5f, 0.7f, 0.5f}, options);
    options.max_tile = 100;  // 33 pixels: 4 x 3 tiles, the last ones cut
    auto target = OffscreenTarget::create(options);
    ASSERT_TRUE(target);
    EXPECT_EQ(target->tiles(), 12);
    const Picture tiled = draw(list, world, {0.3f, 0.5f, 0.7f, 0.5f}, options);
    // Rounding of positions may move a sample over an edge: one of nine samples of a few pixels.
    int far = 0, largest = 0;
    for (std::size_t i = 0; i < whole.pixels.size(); ++i) {
      const int difference = std::abs(whole.pixels[i] - tiled.pixels[i]);
      largest = std::max(largest, difference);
      far += difference > 1;
    }
    EXPECT_LE(far, 40) << "of " << whole.pixels.size();
    EXPECT_LE(largest, 64);
  }
}

TEST_F(OffscreenTargetTest, refuses_impossible_options) {
  const auto code = [](int width, int height, int supersampling) {
    OffscreenOptions options;
    options.width = width;
    options.height = height;
    options.supersampling = supersampling;
    auto target = OffscreenTarget::create(options);
    return target ? std::optional<ErrorCode>() : target.error().code;
  };
  EXPECT_EQ(code(0, 4, 1), ErrorCode::bad_value);
  EXPECT_EQ(code(4, -1, 1), ErrorCode::bad_value);
  EXPECT_EQ(code(4, 1 << 20, 1), ErrorCode::bad_value);
  EXPECT_EQ(code(4, 4, 0), ErrorCode::bad_value);
  EXPECT_EQ(code(4, 4, 17), ErrorCode::bad_value);
  EXPECT_EQ(code(4, 4, 16), std::nullopt);
}

TEST_F(OffscreenTargetTest, several_contexts_live_side_by_side) {
  auto second = HeadlessContext::create();
  ASSERT_TRUE(second) << second.error();
  EXPECT_NE(second->description().find("OpenGL ES"), std::string::npos) << second->description();
  EXPECT_EQ(glIsProgram(1), GL_FALSE);  // nothing is shared
  ASSERT_TRUE(context_->make_current());
  {
    auto third = HeadlessContext::create();
    ASSERT_TRUE(third);
  }
  // The display is still there for the first.
  ASSERT_TRUE(context_->make_current());
  const auto page = white();
  DrawList list;
  add_quad(list, {.page = page});
  EXPECT_EQ(draw(list, {0, 0, 1, 1}, transparent).at(0, 0), Pixel(255, 255, 255, 255));
}

TEST_F(OffscreenTargetTest, a_context_that_another_thread_uses_is_refused) {
  Status status = ok();
  std::thread([&] { status = context_->make_current(); }).join();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::environment);
}

// Sums by hand: two of four samples opaque (100, 200, 0), one half-transparent, one empty; rows bottom first.
TEST(ResolveSamples, averages_and_divides) {
  const std::vector<std::uint8_t> samples{
      100, 200, 0, 255, 0,  0,  0,   0,    // bottom row
      100, 200, 0, 255, 10, 20, 128, 128,  // top row
  };
  std::uint8_t pixel[4];
  resolve_samples(samples, 1, 1, 2, pixel, 4);
  EXPECT_EQ(pixel[0], 84);   // 255 * 210 / 638 = 83.9
  EXPECT_EQ(pixel[1], 168);  // 255 * 420 / 638 = 167.9
  EXPECT_EQ(pixel[2], 51);   // 255 * 128 / 638 = 51.2
  EXPECT_EQ(pixel[3], 160);  // 638 / 4 = 159.5
}

TEST(ResolveSamples, turns_rows_round_and_limits_colours) {
  const std::vector<std::uint8_t> samples{200, 10, 0, 100,
                                          1,   0,  0, 0};  // two rows of one pixel, the first is the bottom
  std::uint8_t pixels[8];
  resolve_samples(samples, 1, 2, 1, pixels, 4);
  EXPECT_EQ(pixels[0], 0);  // no alpha: no colour either
  EXPECT_EQ(pixels[3], 0);
  EXPECT_EQ(pixels[4], 255);  // additive slots may leave more colour than alpha
  EXPECT_EQ(pixels[5], 26);   // 255 * 10 / 100 = 25.5
  EXPECT_EQ(pixels[7], 100);
}

}  // namespace
}  // namespace sinew
