// Drawing small pictures and looking at their pixels.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <ostream>
#include <vector>

#include "render/gl.hpp"
#include "sinew/render.hpp"

namespace sinew::testing {

struct Pixel {
  int r = 0, g = 0, b = 0, a = 0;
  constexpr Pixel() = default;
  constexpr Pixel(int red, int green, int blue, int alpha)
      : r(red), g(green), b(blue), a(alpha) {}  // clang 14 wants it
  friend bool operator==(const Pixel&, const Pixel&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Pixel& p) {
    return out << "(" << p.r << " " << p.g << " " << p.b << " " << p.a << ")";
  }
};

/// Whether no channel differs by more than `tolerance` levels.
inline ::testing::AssertionResult near(const Pixel& found, const Pixel& wanted, int tolerance) {
  const bool good = std::abs(found.r - wanted.r) <= tolerance && std::abs(found.g - wanted.g) <= tolerance &&
                    std::abs(found.b - wanted.b) <= tolerance && std::abs(found.a - wanted.a) <= tolerance;
  if (good) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "found " << found << " instead of " << wanted;
}

struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels;
  [[nodiscard]] Pixel at(int x, int y) const {  // y = 0 is the top row
    const auto i = static_cast<std::size_t>(4 * (y * width + x));
    return {pixels[i], pixels[i + 1], pixels[i + 2], pixels[i + 3]};
  }
};

/// Channels 0 to 255 as a vertex's colour.
inline std::uint32_t rgba(unsigned r, unsigned g, unsigned b, unsigned a) {
  return r | g << 8 | b << 16 | a << 24;
}
constexpr std::uint32_t no_dark = 0xff000000u;

struct Quad {
  std::uint32_t page = 0;
  float left = 0, bottom = 0, right = 1, top = 1;     // world
  float u0 = 0, v0 = 0, u1 = 1, v1 = 1;               // texture coordinates at the top left, bottom right
  std::uint32_t light = 0xffffffffu, dark = no_dark;  // premultiplied
  BlendMode blend = BlendMode::normal;
};

inline void add_quad(DrawList& list, const Quad& q) {
  const auto first = static_cast<std::uint32_t>(list.vertices.size());
  list.vertices.push_back({q.left, q.top, q.u0, q.v0, q.light, q.dark});
  list.vertices.push_back({q.right, q.top, q.u1, q.v0, q.light, q.dark});
  list.vertices.push_back({q.right, q.bottom, q.u1, q.v1, q.light, q.dark});
  list.vertices.push_back({q.left, q.bottom, q.u0, q.v1, q.light, q.dark});
  const auto index = static_cast<std::uint32_t>(list.indices.size());
  for (const std::uint32_t i : {0u, 1u, 2u, 2u, 3u, 0u}) list.indices.push_back(first + i);
  list.batches.push_back({nullptr, q.page, q.blend, index, 6});
}

inline AtlasPage page_of(TextureFilter filter, bool premultiplied = false) {
  AtlasPage page;
  page.min_filter = page.mag_filter = filter;
  page.premultiplied_alpha = premultiplied;
  return page;
}

/// An OpenGL ES context without a window for each test. A machine without one fails: the renderer must work anywhere.
class GlTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto context = HeadlessContext::create();
    ASSERT_TRUE(context) << context.error();
    context_.emplace(std::move(*context));
    auto renderer = Renderer::create();
    ASSERT_TRUE(renderer) << renderer.error();
    renderer_.emplace(std::move(*renderer));
  }
  void TearDown() override {
    if (context_) {
      EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    }
    textures_ = PageTextures();
    renderer_.reset();
  }

  /// Adds a page; `pixels` are channels, row by row from the top.
  std::uint32_t add_page(const AtlasPage& page, int width, int height, const std::vector<std::uint8_t>& pixels) {
    pages_.push_back(page);
    images_.push_back({width, height, pixels});
    textures_ = PageTextures();
    atlas_ = Atlas(pages_, {});
    textures_ = PageTextures(atlas_);
    for (std::size_t i = 0; i < images_.size(); ++i) {
      const Status status = textures_.set(i, {images_[i].width, images_[i].height, images_[i].pixels});
      EXPECT_TRUE(status) << status.error();
    }
    return static_cast<std::uint32_t>(textures_.size() - 1);
  }

  /// The picture of `world`, one pixel a unit unless the options say otherwise.
  Picture draw(DrawList& list, const WorldRect& world, const Color& background, OffscreenOptions options = {}) {
    if (options.width == 0) options.width = static_cast<int>(world.width);
    if (options.height == 0) options.height = static_cast<int>(world.height);
    Picture picture{options.width, options.height, {}};
    picture.pixels.resize(static_cast<std::size_t>(4 * options.width * options.height));
    auto target = OffscreenTarget::create(options);
    EXPECT_TRUE(target) << target.error();
    if (!target) return picture;
    for (DrawBatch& batch : list.batches) batch.atlas = &atlas_;
    const Status status = target->draw(
        world, background, [&](const WorldRect& tile) { renderer_->draw(list, textures_, tile); }, picture.pixels);
    EXPECT_TRUE(status) << status.error();
    return picture;
  }

  std::vector<AtlasPage> pages_;
  std::vector<Picture> images_;
  Atlas atlas_;
  std::optional<HeadlessContext> context_;  // first: the others are gone before it
  std::optional<Renderer> renderer_;
  PageTextures textures_;
};

inline constexpr Color transparent{0, 0, 0, 0};

}  // namespace sinew::testing
