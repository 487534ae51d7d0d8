#include "render/gl_fixture.hpp"

namespace sinew {
namespace {

using testing::add_quad;
using testing::near;
using testing::page_of;
using testing::Picture;
using testing::Pixel;
using testing::transparent;

class PageTexturesTest : public testing::GlTest {};

const std::vector<std::uint8_t> black_white{0, 0, 0, 255, 255, 255, 255, 255};

TEST_F(PageTexturesTest, filter_as_the_page_says) {
  const auto nearest = add_page(page_of(TextureFilter::nearest), 2, 1, black_white);
  const auto linear = add_page(page_of(TextureFilter::linear), 2, 1, black_white);
  DrawList list;
  add_quad(list, {.page = nearest, .right = 8, .top = 1});
  add_quad(list, {.page = linear, .bottom = 1, .right = 8, .top = 2});
  const Picture picture = draw(list, {0, 0, 8, 2}, transparent);
  for (int x = 0; x < 8; ++x) EXPECT_EQ(picture.at(x, 1).r, x < 4 ? 0 : 255);
  // Pixel centres 0.5, 1.5, ... of 8 over texel centres at 2 and 6: (x + 0.5 - 2) / 4.
  const int wanted[] = {0, 0, 32, 96, 159, 223, 255, 255};
  for (int x = 0; x < 8; ++x) EXPECT_NEAR(picture.at(x, 0).r, wanted[x], 2) << "column " << x;
}

TEST_F(PageTexturesTest, magnify_and_minify_with_filters_of_their_own) {
  AtlasPage page = page_of(TextureFilter::nearest);
  page.min_filter = TextureFilter::linear;
  const auto index = add_page(page, 2, 1, black_white);
  DrawList list;
  add_quad(list, {.page = index, .right = 8});
  EXPECT_EQ(draw(list, {0, 0, 8, 1}, transparent).at(3, 0), Pixel(0, 0, 0, 255));
  OffscreenOptions one_pixel;
  one_pixel.width = one_pixel.height = 1;
  EXPECT_NEAR(draw(list, {0, 0, 8, 1}, transparent, one_pixel).at(0, 0).r, 128, 2);
}

TEST_F(PageTexturesTest, have_mipmaps_where_the_page_asks_for_them) {
  std::vector<std::uint8_t> stripes;  // columns of black and white in turn
  for (int i = 0; i < 64 * 64; ++i) {
    const auto c = static_cast<std::uint8_t>(i % 2 == 0 ? 0 : 255);
    stripes.insert(stripes.end(), {c, c, c, 255});
  }
  AtlasPage page = page_of(TextureFilter::linear);
  for (const TextureFilter filter :
       {TextureFilter::mipmap, TextureFilter::mipmap_linear_linear, TextureFilter::mipmap_linear_nearest,
        TextureFilter::mipmap_nearest_linear, TextureFilter::mipmap_nearest_nearest}) {
    page.min_filter = filter;
    const auto index = add_page(page, 64, 64, stripes);
    DrawList list;
    add_quad(list, {.page = index, .right = 4, .top = 4});
    EXPECT_NEAR(draw(list, {0, 0, 4, 4}, transparent).at(1, 2).r, 128, 2) << name_of(filter);
  }
  // Without mipmaps the nearest texel decides: all the same, and not grey.
  const auto index = add_page(page_of(TextureFilter::nearest), 64, 64, stripes);
  DrawList list;
  add_quad(list, {.page = index, .right = 4, .top = 4});
  const int r = draw(list, {0, 0, 4, 4}, transparent).at(1, 2).r;
  EXPECT_TRUE(r == 0 || r == 255) << r;
}

TEST_F(PageTexturesTest, wrap_as_the_page_says) {
  AtlasPage page = page_of(TextureFilter::nearest);
  const auto clamped = add_page(page, 2, 2, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255});
  page.repeat_u = true;
  const auto repeat_u = add_page(page, 2, 2, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255});
  page.repeat_u = false;
  page.repeat_v = true;
  const auto repeat_v = add_page(page, 2, 2, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255});
  const auto corner = [&](std::uint32_t index) {
    DrawList list;
    testing::Quad quad{.page = index, .right = 4, .top = 4};
    quad.u1 = quad.v1 = 2;
    add_quad(list, quad);
    return draw(list, {0, 0, 4, 4}, transparent).at(2, 2);  // texture coordinates (1.25, 1.25)
  };
  EXPECT_EQ(corner(clamped), Pixel(255, 255, 255, 255));
  EXPECT_EQ(corner(repeat_u), Pixel(0, 0, 255, 255));
  EXPECT_EQ(corner(repeat_v), Pixel(0, 255, 0, 255));
}

TEST_F(PageTexturesTest, refuse_images_that_are_not_what_they_say) {
  const Atlas atlas({page_of(TextureFilter::linear)}, {});
  PageTextures textures(atlas);
  const std::vector<std::uint8_t> pixels(12);
  const Status status = textures.set(0, {2, 2, pixels});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::bad_value);
  EXPECT_FALSE(textures.has(0));
  EXPECT_FALSE(textures.set(0, {0, 0, {}}));
  EXPECT_FALSE(textures.has(3));
}

TEST_F(PageTexturesTest, refuse_images_larger_than_the_driver_takes) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  const std::vector<std::uint8_t> pixels(static_cast<std::size_t>(4 * (largest + 1)));
  AtlasPage page = page_of(TextureFilter::linear);
  page.name = "wide.png";
  const Atlas atlas({page}, {});
  PageTextures textures(atlas);
  const Status status = textures.set(0, {largest + 1, 1, pixels});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::limit);
  EXPECT_NE(status.error().message.find("'wide.png'"), std::string::npos) << status.error();
}

TEST_F(PageTexturesTest, are_freed) {
  const Atlas atlas({page_of(TextureFilter::linear)}, {});
  std::uint32_t name = 0;
  {
    PageTextures textures(atlas);
    ASSERT_TRUE(textures.set(0, {2, 1, black_white}));
    name = textures.texture(0);
    PageTextures moved = std::move(textures);
    EXPECT_EQ(glIsTexture(name), GL_TRUE);
    // Setting a page again keeps its texture.
    ASSERT_TRUE(moved.set(0, {1, 2, black_white}));
    EXPECT_EQ(moved.texture(0), name);
  }
  EXPECT_EQ(glIsTexture(name), GL_FALSE);
}

TEST_F(PageTexturesTest, are_shared_by_pages_that_agree) {
  AtlasPage wrapped = page_of(TextureFilter::linear);
  wrapped.repeat_u = true;
  const Atlas atlas(
      {page_of(TextureFilter::linear), page_of(TextureFilter::linear), page_of(TextureFilter::nearest), wrapped}, {});
  PageTextures textures(atlas);
  EXPECT_FALSE(textures.share(1, 0));  // which is missing
  ASSERT_TRUE(textures.set(0, {2, 1, black_white}));
  EXPECT_FALSE(textures.share(2, 0));
  EXPECT_FALSE(textures.share(3, 0));
  EXPECT_FALSE(textures.has(2));
  ASSERT_TRUE(textures.share(1, 0));
  EXPECT_EQ(textures.texture(1), textures.texture(0));
  // One that is set again is on its own, and the other has what it had.
  const std::uint32_t name = textures.texture(0);
  ASSERT_TRUE(textures.set(0, {1, 2, black_white}));
  EXPECT_EQ(textures.texture(1), name);
  EXPECT_NE(textures.texture(0), name);
  EXPECT_EQ(glIsTexture(name), GL_TRUE);
  // The last one that gives a texture up deletes it.
  ASSERT_TRUE(textures.share(1, 0));
  EXPECT_EQ(glIsTexture(name), GL_FALSE);
}

}  // namespace
}  // namespace sinew
