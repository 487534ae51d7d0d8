#include <cmath>
#include <string>

#include "render/gl_fixture.hpp"

namespace sinew {
namespace {

using testing::add_quad;
using testing::near;
using testing::page_of;
using testing::Picture;
using testing::Pixel;
using testing::Quad;
using testing::rgba;
using testing::transparent;

class RendererTest : public testing::GlTest {};

// Expected values: the premultiplied column of docs/drawing.md "Blend modes" in real numbers, divided by alpha at the
// end.
struct BlendCase {
  BlendMode mode;
  Pixel source, background, result;
};

constexpr Pixel opaque_brown{200, 100, 50, 255}, half_brown{200, 100, 50, 128};
constexpr Pixel opaque_blue{60, 120, 180, 255}, thin_blue{60, 120, 180, 102}, nothing{0, 0, 0, 0};

constexpr BlendCase blend_cases[] = {
    {BlendMode::normal, opaque_brown, opaque_blue, {200, 100, 50, 255}},
    {BlendMode::normal, opaque_brown, thin_blue, {200, 100, 50, 255}},
    {BlendMode::normal, opaque_brown, nothing, {200, 100, 50, 255}},
    {BlendMode::normal, half_brown, opaque_blue, {130, 110, 115, 255}},
    {BlendMode::normal, half_brown, thin_blue, {160, 106, 87, 179}},
    {BlendMode::normal, half_brown, nothing, {200, 100, 50, 128}},
    {BlendMode::additive, opaque_brown, opaque_blue, {255, 220, 230, 255}},
    {BlendMode::additive, opaque_brown, thin_blue, {224, 148, 122, 255}},
    {BlendMode::additive, opaque_brown, nothing, {200, 100, 50, 255}},
    {BlendMode::additive, half_brown, opaque_blue, {160, 170, 205, 255}},
    {BlendMode::additive, half_brown, thin_blue, {138, 109, 108, 230}},
    {BlendMode::additive, half_brown, nothing, {200, 100, 50, 128}},
    {BlendMode::multiply, opaque_brown, opaque_blue, {47, 47, 35, 255}},
    {BlendMode::multiply, opaque_brown, thin_blue, {19, 19, 14, 255}},
    {BlendMode::multiply, opaque_brown, nothing, {0, 0, 0, 255}},
    {BlendMode::multiply, half_brown, opaque_blue, {54, 83, 107, 255}},
    {BlendMode::multiply, half_brown, thin_blue, {31, 48, 61, 179}},
    {BlendMode::multiply, half_brown, nothing, {0, 0, 0, 128}},
    {BlendMode::screen, opaque_brown, opaque_blue, {213, 173, 195, 255}},
    {BlendMode::screen, opaque_brown, thin_blue, {205, 129, 108, 255}},
    {BlendMode::screen, opaque_brown, nothing, {200, 100, 50, 255}},
    {BlendMode::screen, half_brown, opaque_blue, {137, 147, 187, 255}},
    {BlendMode::screen, half_brown, thin_blue, {164, 127, 128, 179}},
    {BlendMode::screen, half_brown, nothing, {200, 100, 50, 128}},
};

std::vector<std::uint8_t> filled(const Pixel& p, int count) {
  std::vector<std::uint8_t> pixels;
  for (int i = 0; i < count; ++i) {
    for (const int c : {p.r, p.g, p.b, p.a}) pixels.push_back(static_cast<std::uint8_t>(c));
  }
  return pixels;
}

Color colour_of(const Pixel& p) {
  return {static_cast<float>(p.r) / 255, static_cast<float>(p.g) / 255, static_cast<float>(p.b) / 255,
          static_cast<float>(p.a) / 255};
}

TEST_F(RendererTest, blends_every_mode_in_colour_and_alpha) {
  const auto opaque = add_page(page_of(TextureFilter::linear), 2, 2, filled(opaque_brown, 4));
  const auto half = add_page(page_of(TextureFilter::linear), 2, 2, filled(half_brown, 4));
  for (const BlendCase& c : blend_cases) {
    DrawList list;
    Quad quad{.page = c.source.a == 255 ? opaque : half, .right = 4, .top = 4};
    quad.blend = c.mode;
    add_quad(list, quad);
    const Picture picture = draw(list, {0, 0, 4, 4}, colour_of(c.background));
    EXPECT_TRUE(near(picture.at(2, 1), c.result, 2))
        << "mode " << static_cast<int>(c.mode) << ", source " << c.source << ", background " << c.background;
  }
}

// Two half-transparent layers of different modes: batches are drawn in order, and the second meets the first's alpha.
TEST_F(RendererTest, draws_batches_in_order) {
  const auto half = add_page(page_of(TextureFilter::nearest), 1, 1, filled(half_brown, 1));
  const auto blue = add_page(page_of(TextureFilter::nearest), 1, 1, filled(opaque_blue, 1));
  DrawList list;
  add_quad(list, {.page = blue, .right = 2, .top = 2});
  add_quad(list, {.page = half, .right = 2, .top = 2});
  EXPECT_TRUE(near(draw(list, {0, 0, 2, 2}, transparent).at(0, 0), {130, 110, 115, 255}, 1));
  DrawList other;
  add_quad(other, {.page = half, .right = 2, .top = 2});
  add_quad(other, {.page = blue, .right = 2, .top = 2});
  EXPECT_TRUE(near(draw(other, {0, 0, 2, 2}, transparent).at(0, 0), opaque_blue, 0));
}

TEST_F(RendererTest, straight_and_premultiplied_pages_give_the_same_picture) {
  std::vector<std::uint8_t> straight, multiplied;
  for (int i = 0; i < 64; ++i) {
    const int r = (i * 37) % 256, g = (i * 91 + 13) % 256, b = 255 - (i * 53) % 256, a = (i * 4) % 256;
    for (const int c : {r, g, b}) {
      straight.push_back(static_cast<std::uint8_t>(c));
      multiplied.push_back(static_cast<std::uint8_t>(std::lround(c * a / 255.0)));
    }
    straight.push_back(static_cast<std::uint8_t>(a));
    multiplied.push_back(static_cast<std::uint8_t>(a));
  }
  const auto first = add_page(page_of(TextureFilter::linear), 8, 8, straight);
  const auto second = add_page(page_of(TextureFilter::linear, true), 8, 8, multiplied);
  for (const BlendMode mode : {BlendMode::normal, BlendMode::additive, BlendMode::multiply, BlendMode::screen}) {
    DrawList a, b;
    Quad quad{.page = first, .right = 20, .top = 20};
    quad.light = rgba(90, 100, 50, 128);
    quad.dark = rgba(20, 0, 64, 255);
    quad.blend = mode;
    add_quad(a, quad);
    quad.page = second;
    add_quad(b, quad);
    EXPECT_EQ(draw(a, {0, 0, 20, 20}, {0.2f, 0.4f, 0.6f, 0.5f}).pixels,
              draw(b, {0, 0, 20, 20}, {0.2f, 0.4f, 0.6f, 0.5f}).pixels);
  }
}

// White beside transparent black, magnified: where the filter mixes the two, the colour must stay white.
TEST_F(RendererTest, straight_pages_get_no_dark_fringe) {
  const auto page = add_page(page_of(TextureFilter::linear), 2, 1, {0, 0, 0, 0, 255, 255, 255, 255});
  DrawList list;
  add_quad(list, {.page = page, .right = 32, .top = 4});
  const Picture picture = draw(list, {0, 0, 32, 4}, transparent);
  int mixed = 0;
  for (int x = 0; x < 32; ++x) {
    const Pixel p = picture.at(x, 2);
    if (p.a > 0 && p.a < 255) ++mixed;
    if (p.a > 0) {
      EXPECT_EQ(Pixel(p.r, p.g, p.b, 0), Pixel(255, 255, 255, 0)) << "column " << x;
    }
  }
  EXPECT_GT(mixed, 10);
  // On white, nothing must show at all.
  const Picture on_white = draw(list, {0, 0, 32, 4}, {1, 1, 1, 1});
  for (int x = 0; x < 32; ++x) EXPECT_EQ(on_white.at(x, 2), Pixel(255, 255, 255, 255)) << "column " << x;
}

// World y is up, texture v is down, the first row read back is the top one.
TEST_F(RendererTest, is_upright_and_not_mirrored) {
  const auto page = add_page(page_of(TextureFilter::nearest), 2, 2,
                             {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 0, 255});
  DrawList list;
  add_quad(list, {.page = page, .left = -3, .bottom = 10, .right = -1, .top = 14});
  const Picture picture = draw(list, {-5, 9, 8, 6}, transparent);
  // The quad covers columns 2 and 3, rows 1 to 4.
  EXPECT_EQ(picture.at(2, 1), Pixel(255, 0, 0, 255));
  EXPECT_EQ(picture.at(3, 2), Pixel(0, 255, 0, 255));
  EXPECT_EQ(picture.at(2, 3), Pixel(0, 0, 255, 255));
  EXPECT_EQ(picture.at(3, 4), Pixel(255, 255, 0, 255));
  EXPECT_EQ(picture.at(2, 0), nothing);
  EXPECT_EQ(picture.at(2, 5), nothing);
  EXPECT_EQ(picture.at(1, 2), nothing);
  EXPECT_EQ(picture.at(4, 2), nothing);
}

TEST_F(RendererTest, a_negative_height_turns_the_picture_upside_down) {
  const auto page = add_page(page_of(TextureFilter::nearest), 1, 2, {255, 0, 0, 255, 0, 0, 255, 255});
  DrawList list;
  add_quad(list, {.page = page, .right = 1, .top = 2});
  OffscreenOptions options;
  options.width = 1;
  options.height = 2;
  EXPECT_EQ(draw(list, {0, 0, 1, 2}, transparent, options).at(0, 0), Pixel(255, 0, 0, 255));
  EXPECT_EQ(draw(list, {0, 2, 1, -2}, transparent, options).at(0, 0), Pixel(0, 0, 255, 255));
}

// Triangles of mirrored bones wind the other way and are drawn all the same.
TEST_F(RendererTest, draws_both_windings) {
  const auto page = add_page(page_of(TextureFilter::nearest), 1, 1, {255, 255, 255, 255});
  for (const bool mirrored : {false, true}) {
    DrawList list;
    add_quad(list, {.page = page, .left = mirrored ? 2.0f : 0.0f, .right = mirrored ? 0.0f : 2.0f, .top = 2});
    EXPECT_EQ(draw(list, {0, 0, 2, 2}, transparent).at(1, 1), Pixel(255, 255, 255, 255));
  }
}

// Dark texels go to the dark colour, white ones to the light colour: docs/drawing.md "Tint formulas".
TEST_F(RendererTest, tints_with_two_colours) {
  const auto page = add_page(page_of(TextureFilter::nearest), 4, 1,
                             {0, 0, 0, 255, 255, 255, 255, 255, 128, 128, 128, 255, 255, 255, 255, 128});
  DrawList list;
  Quad quad{.page = page, .right = 4};
  quad.light = rgba(255, 128, 0, 255);
  quad.dark = rgba(32, 0, 100, 255);
  add_quad(list, quad);
  const Picture picture = draw(list, {0, 0, 4, 1}, transparent);
  EXPECT_TRUE(near(picture.at(0, 0), {32, 0, 100, 255}, 1));
  EXPECT_TRUE(near(picture.at(1, 0), {255, 128, 0, 255}, 1));
  EXPECT_TRUE(near(picture.at(2, 0), {144, 64, 50, 255}, 1));  // (1 - 128/255) dark + 128/255 light
  EXPECT_TRUE(near(picture.at(3, 0), {255, 128, 0, 128}, 2));  // half-transparent white: still the light colour

  // At light alpha 0.5 both colours arrive halved; straight, the result is the same but for alpha.
  quad.light = rgba(128, 64, 0, 128);
  quad.dark = rgba(16, 0, 50, 255);
  DrawList half;
  add_quad(half, quad);
  const Picture faint = draw(half, {0, 0, 4, 1}, transparent);
  EXPECT_TRUE(near(faint.at(0, 0), {32, 0, 100, 128}, 2));
  EXPECT_TRUE(near(faint.at(2, 0), {144, 64, 50, 128}, 2));
}

// docs/drawing.md "Worked example": a mid-grey texel, light (1, 0.50196, 0), dark (0.12549, 0, 0), additive.
TEST_F(RendererTest, draws_the_worked_example_of_the_tint) {
  const auto page = add_page(page_of(TextureFilter::nearest), 1, 1, {128, 128, 128, 255});
  DrawList list;
  Quad quad{.page = page};
  quad.light = rgba(255, 128, 0, 255);
  quad.dark = rgba(32, 0, 0, 255);
  quad.blend = BlendMode::additive;
  add_quad(list, quad);
  EXPECT_TRUE(near(draw(list, {0, 0, 1, 1}, transparent).at(0, 0), {144, 64, 0, 255}, 1));
}

TEST_F(RendererTest, skips_batches_whose_page_is_missing) {
  const auto page = add_page(page_of(TextureFilter::nearest), 1, 1, {255, 255, 255, 255});
  DrawList list;
  add_quad(list, {.page = 7, .right = 2, .top = 2});
  add_quad(list, {.page = page, .right = 1, .top = 2});
  const Picture picture = draw(list, {0, 0, 2, 2}, transparent);
  EXPECT_EQ(picture.at(0, 0), Pixel(255, 255, 255, 255));
  EXPECT_EQ(picture.at(1, 0), nothing);
  EXPECT_EQ(renderer_->draw_calls(), 1u);
}

// A list may hold batches of several atlases: each is drawn with its own pages.
TEST_F(RendererTest, draws_batches_of_several_atlases) {
  Atlas red_atlas({page_of(TextureFilter::nearest)}, {}), blue_atlas({page_of(TextureFilter::nearest)}, {});
  PageTextures red(red_atlas), blue(blue_atlas);
  ASSERT_TRUE(red.set(0, {1, 1, filled({255, 0, 0, 255}, 1)}));
  ASSERT_TRUE(blue.set(0, {1, 1, filled({0, 0, 255, 255}, 1)}));
  DrawList list;
  add_quad(list, {.right = 1});
  add_quad(list, {.left = 1, .right = 2});
  list.batches[0].atlas = &blue_atlas;
  list.batches[1].atlas = &red_atlas;
  OffscreenOptions options;
  options.width = 2;
  options.height = 1;
  auto target = OffscreenTarget::create(options);
  ASSERT_TRUE(target);
  Picture picture{2, 1, std::vector<std::uint8_t>(8)};
  const PageTextures* const both[] = {&red, &blue};
  ASSERT_TRUE(target->draw(
      {0, 0, 2, 1}, transparent, [&](const WorldRect& tile) { renderer_->draw(list, both, tile); }, picture.pixels));
  EXPECT_EQ(picture.at(0, 0), Pixel(0, 0, 255, 255));
  EXPECT_EQ(picture.at(1, 0), Pixel(255, 0, 0, 255));
  ASSERT_TRUE(target->draw(
      {0, 0, 2, 1}, transparent, [&](const WorldRect& tile) { renderer_->draw(list, red, tile); }, picture.pixels));
  EXPECT_EQ(picture.at(0, 0), nothing);
  EXPECT_EQ(picture.at(1, 0), Pixel(255, 0, 0, 255));
}

TEST_F(RendererTest, an_empty_list_leaves_the_background) {
  DrawList list;
  const Picture picture = draw(list, {0, 0, 2, 1}, {1, 0.5f, 0.25f, 0.5f});
  EXPECT_TRUE(near(picture.at(1, 0), {255, 128, 64, 128}, 1));
  EXPECT_EQ(draw(list, {0, 0, 2, 1}, transparent).at(0, 0), nothing);
}

TEST_F(RendererTest, draws_shapes_without_textures) {
  DrawList list;
  Quad quad{.right = 1, .top = 2};
  quad.light = rgba(0, 100, 200, 255);
  add_quad(list, quad);
  OffscreenOptions options;
  options.width = options.height = 2;
  auto target = OffscreenTarget::create(options);
  ASSERT_TRUE(target);
  Picture picture{2, 2, std::vector<std::uint8_t>(16)};
  ASSERT_TRUE(target->draw(
      {0, 0, 2, 2}, transparent, [&](const WorldRect& tile) { renderer_->draw_shapes(list, tile); }, picture.pixels));
  EXPECT_EQ(picture.at(0, 1), Pixel(0, 100, 200, 255));
  EXPECT_EQ(picture.at(1, 1), nothing);
}

TEST_F(RendererTest, more_vertices_than_sixteen_bits_count) {
  const auto page = add_page(page_of(TextureFilter::nearest), 1, 1, {255, 255, 255, 255});
  DrawList list;
  for (int i = 0; i < 20000; ++i) add_quad(list, {.page = page, .right = 1, .top = 1});
  add_quad(list, {.page = page, .left = 1, .right = 2, .top = 1});  // indices above 65535
  list.batches.clear();
  list.batches.push_back({nullptr, page, BlendMode::normal, 0, static_cast<std::uint32_t>(list.indices.size())});
  EXPECT_EQ(draw(list, {0, 0, 2, 1}, transparent).at(1, 0), Pixel(255, 255, 255, 255));
}

}  // namespace
}  // namespace sinew
