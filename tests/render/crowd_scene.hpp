// Crowds that are drawn both ways: by draw() and Renderer, and by CrowdRenderer.
#pragma once

#include <filesystem>

#include "media/png.hpp"
#include "render/gl_fixture.hpp"
#include "sinew/animation.hpp"
#include "sinew/crowd.hpp"
#include "sinew/load.hpp"

namespace sinew::testing {

/// A skeleton with its atlas and page textures.
struct CrowdAssets {
  SkeletonDataPtr data;
  std::shared_ptr<const Atlas> atlas;
  std::unique_ptr<AtlasBinding> binding;
  PageTextures pages;
};

/// How far two pictures are apart.
struct PictureDifference {
  int largest = 0;           ///< of a channel
  std::size_t over_one = 0;  ///< pixels with a channel that differs by more than one level
  std::size_t drawn = 0;     ///< pixels that one of them covers
};

inline PictureDifference difference(const Picture& a, const Picture& b) {
  PictureDifference result;
  for (std::size_t i = 0; i + 3 < a.pixels.size(); i += 4) {
    int most = 0;
    for (std::size_t c = 0; c < 4; ++c) {
      most = std::max(most, std::abs(int{a.pixels[i + c]} - int{b.pixels[i + c]}));
    }
    result.largest = std::max(result.largest, most);
    if (most > 1) ++result.over_one;
    if (a.pixels[i + 3] != 0 || b.pixels[i + 3] != 0) ++result.drawn;
  }
  return result;
}

class CrowdTest : public GlTest {
 protected:
  static CrowdAssets make_assets(SkeletonDataPtr data, std::shared_ptr<const Atlas> atlas) {
    CrowdAssets assets;
    assets.data = std::move(data);
    assets.atlas = std::move(atlas);
    assets.binding = std::make_unique<AtlasBinding>(assets.data, assets.atlas);
    assets.pages = PageTextures(*assets.atlas);
    return assets;
  }

  /// Files, with the atlas's page images.
  static CrowdAssets load_assets(const std::filesystem::path& skeleton, const std::filesystem::path& atlas_file) {
    auto data = load_skeleton(skeleton.string());
    auto atlas = load_atlas(atlas_file.string());
    if (!data || !atlas) {
      ADD_FAILURE() << skeleton << ", " << atlas_file;
      return {};
    }
    std::vector<Image> images;
    for (std::size_t page = 0; page < atlas->pages().size(); ++page) {
      auto image = read_png(atlas->page_path(page));
      if (!image) {
        ADD_FAILURE() << image.error();
        return {};
      }
      atlas->set_image_size(page, image->width, image->height);
      images.push_back(std::move(*image));
    }
    CrowdAssets assets = make_assets(*data, std::make_shared<const Atlas>(std::move(*atlas)));
    for (std::size_t page = 0; page < images.size(); ++page) {
      const Status set = assets.pages.set(page, {images[page].width, images[page].height, images[page].pixels});
      EXPECT_TRUE(set) << set.error();
    }
    return assets;
  }

  /// What draw() and Renderer show of characters, back to front.
  Picture draw_on_cpu(const CrowdAssets& assets, const std::vector<const Skeleton*>& crowd, const WorldRect& world,
                      const Color& background) {
    DrawList list;
    for (const Skeleton* skeleton : crowd) sinew::draw(*skeleton, *assets.binding, list);
    cpu_batches_ = list.batches.size();
    return paint(world, background, [&](const WorldRect& tile) {
      renderer_->draw(list, assets.pages, tile);
      cpu_calls_ = renderer_->draw_calls();
    });
  }

  Picture draw_on_gpu(const CrowdAssets& assets, const std::vector<const Skeleton*>& crowd, const WorldRect& world,
                      const Color& background, const CrowdOptions& options = {}) {
    auto renderer = CrowdRenderer::create(*assets.binding, options);
    EXPECT_TRUE(renderer) << renderer.error();
    if (!renderer) return {};
    CrowdFrame frame(*renderer);
    for (const Skeleton* skeleton : crowd) EXPECT_TRUE(frame.add(*skeleton));
    EXPECT_EQ(frame.size(), crowd.size());
    EXPECT_FALSE(frame.truncated());
    const Status uploaded = renderer->upload(frame);
    EXPECT_TRUE(uploaded) << uploaded.error();
    const Picture picture =
        paint(world, background, [&](const WorldRect& tile) { renderer->draw(assets.pages, tile); });
    statistics_ = renderer->statistics();
    return picture;
  }

  Picture paint(const WorldRect& world, const Color& background, const OffscreenTarget::Paint& with) {
    Picture picture{width_, height_, std::vector<std::uint8_t>(static_cast<std::size_t>(4 * width_ * height_))};
    OffscreenOptions options;
    options.width = width_;
    options.height = height_;
    auto target = OffscreenTarget::create(options);
    EXPECT_TRUE(target) << target.error();
    if (!target) return picture;
    const Status drawn = target->draw(world, background, with, picture.pixels);
    EXPECT_TRUE(drawn) << drawn.error();
    return picture;
  }

  /// What both ways must agree to: positions differ in the last bits of a float, which moves the border of a triangle
  /// across the middle of a pixel now and then, and shifts what a pixel reads by thousandths of a texel.
  static void expect_same(const Picture& cpu, const Picture& gpu) {
    const PictureDifference found = difference(cpu, gpu);
    EXPECT_GT(found.drawn, 0u) << "nothing was drawn";
    EXPECT_LE(static_cast<double>(found.over_one), limit * static_cast<double>(found.drawn))
        << found.over_one << " of " << found.drawn << " pixels differ by more than one level, at most by "
        << found.largest;
  }
  static constexpr double limit = 1e-4;

  int width_ = 256, height_ = 256;
  std::size_t cpu_batches_ = 0, cpu_calls_ = 0;
  CrowdStatistics statistics_;
};

}  // namespace sinew::testing
