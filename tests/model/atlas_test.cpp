// Finding regions and their texture coordinates.
#include "sinew/atlas.hpp"

#include <gtest/gtest.h>

namespace {

using namespace sinew;

AtlasRegion named(std::string name, int index = -1) {
  AtlasRegion region;
  region.name = std::move(name);
  region.index = index;
  region.width = region.height = region.original_width = region.original_height = 1;
  return region;
}

AtlasPage page(int width, int height) {
  AtlasPage result;
  result.name = "page.png";
  result.width = width;
  result.height = height;
  return result;
}

// atlas.md 6: the image of 50 x 60, trimmed to 30 x 40, in all four rotations.
constexpr const char* worked_example =
    "page.png\nsize: 256, 128\nfilter: Linear, Linear\npma: true\n"
    "a\nbounds: 10, 20, 30, 40\noffsets: 5, 7, 50, 60\n"
    "b\nbounds: 100, 20, 30, 40\noffsets: 5, 7, 50, 60\nrotate: 90\n"
    "c\nbounds: 10, 70, 30, 40\noffsets: 5, 7, 50, 60\nrotate: 180\n"
    "d\nbounds: 100, 70, 30, 40\noffsets: 5, 7, 50, 60\nrotate: 270\n";

struct WorkedRegion {
  const char* name;
  Vec2 quad[4];  // pixels: top left, top right, bottom right, bottom left
  Vec2 mesh[4];  // pixels of (0,0), (1,0), (1,1), (0,1)
};
constexpr WorkedRegion worked[] = {
    {"a", {{10, 20}, {40, 20}, {40, 60}, {10, 60}}, {{5, 7}, {55, 7}, {55, 67}, {5, 67}}},
    {"b", {{100, 50}, {100, 20}, {140, 20}, {140, 50}}, {{87, 55}, {87, 5}, {147, 5}, {147, 55}}},
    {"c", {{40, 110}, {10, 110}, {10, 70}, {40, 70}}, {{45, 123}, {-5, 123}, {-5, 63}, {45, 63}}},
    {"d", {{140, 70}, {140, 100}, {100, 100}, {100, 70}}, {{153, 65}, {153, 115}, {93, 115}, {93, 65}}}};

TEST(AtlasCoordinates, AgreeWithTheWorkedExample) {
  const Result<Atlas> atlas = parse_atlas(worked_example);
  ASSERT_TRUE(atlas) << atlas.error();
  for (const WorkedRegion& expected : worked) {
    SCOPED_TRACE(expected.name);
    const AtlasRegion* const region = atlas->find(expected.name);
    ASSERT_NE(region, nullptr);
    const std::array<Vec2, 4> quad = quad_uvs(*region, atlas->page_of(*region));
    const UvTransform mesh = uv_transform(*region, atlas->page_of(*region));
    const double u[] = {0, 1, 1, 0};
    const double v[] = {0, 0, 1, 1};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(quad[i].x, expected.quad[i].x / 256, 1e-12);
      EXPECT_NEAR(quad[i].y, expected.quad[i].y / 128, 1e-12);
      EXPECT_NEAR(mesh.apply(u[i], v[i]).x, expected.mesh[i].x / 256, 1e-12);
      EXPECT_NEAR(mesh.apply(u[i], v[i]).y, expected.mesh[i].y / 128, 1e-12);
    }
    const RegionExtents extents = trimmed_extents(*region, 100, 120);
    EXPECT_NEAR(extents.left, -40, 1e-12);
    EXPECT_NEAR(extents.right, 20, 1e-12);
    EXPECT_NEAR(extents.bottom, -46, 1e-12);
    EXPECT_NEAR(extents.top, 34, 1e-12);
  }
  const AtlasRegion& b = *atlas->find("b");
  const Vec2 corner = uv_transform(b, atlas->page_of(b)).apply(0, 0);
  EXPECT_NEAR(corner.x, 0.33984375, 1e-12);
  EXPECT_NEAR(corner.y, 0.4296875, 1e-12);
}

TEST(AtlasCoordinates, QuadsAreTheMeshMapAtTheTrimmedCorners) {
  const Result<Atlas> atlas = parse_atlas(worked_example);
  ASSERT_TRUE(atlas);
  for (const AtlasRegion& region : atlas->regions()) {
    const UvTransform map = uv_transform(region, atlas->page_of(region));
    const std::array<Vec2, 4> quad = quad_uvs(region, atlas->page_of(region));
    const double left = 5.0 / 50, right = 35.0 / 50, top = 13.0 / 60, bottom = 53.0 / 60;
    const Vec2 corners[] = {map.apply(left, top), map.apply(right, top), map.apply(right, bottom),
                            map.apply(left, bottom)};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(corners[i].x, quad[i].x, 1e-12) << region.name << i;
      EXPECT_NEAR(corners[i].y, quad[i].y, 1e-12) << region.name << i;
    }
  }
}

TEST(AtlasCoordinates, UntrimmedImagesSpanTheAttachmentExactly) {
  AtlasRegion region = named("a");
  region.width = region.original_width = 37;
  region.height = region.original_height = 91;
  const RegionExtents extents = trimmed_extents(region, 0.1, 0.7);
  EXPECT_EQ(extents.left, -0.05);
  EXPECT_EQ(extents.right, 0.05);
  EXPECT_EQ(extents.bottom, -0.35);
  EXPECT_EQ(extents.top, 0.35);
}

TEST(AtlasCoordinates, StayFiniteWhenSizesAreUnknown) {
  AtlasRegion region;
  region.x = 3;
  region.y = 4;
  EXPECT_EQ(uv_transform(region, page(0, 0)).apply(0.5, 0.5).x, 3);
  EXPECT_EQ(quad_uvs(region, page(0, 0))[0].y, 4);
  EXPECT_EQ(trimmed_extents(region, 10, 10).right, 5);
}

TEST(AtlasLookup, FindsTheFirstRegionOfAName) {
  std::vector<AtlasRegion> regions = {named("wing", 5), named("leg"), named("wing", 2), named("Wing"),
                                      named("wing", 5)};
  for (std::size_t i = 0; i < regions.size(); ++i) regions[i].x = static_cast<int>(i);
  const Atlas atlas({page(8, 8)}, regions);
  EXPECT_EQ(atlas.find("wing")->x, 0);
  EXPECT_EQ(atlas.find("leg")->x, 1);
  EXPECT_EQ(atlas.find("Wing")->x, 3);
  EXPECT_EQ(atlas.find("WING"), nullptr);
  EXPECT_EQ(atlas.find("win"), nullptr);
  EXPECT_EQ(atlas.find(""), nullptr);
  EXPECT_EQ(atlas.find("wing", 2)->x, 2);
  EXPECT_EQ(atlas.find("wing", 5)->x, 0);
  EXPECT_EQ(atlas.find("wing", -1), nullptr);
  EXPECT_EQ(atlas.find("wing", 3), nullptr);
  EXPECT_EQ(atlas.find("leg", -1)->x, 1);
}

TEST(AtlasLookup, ListsTheFramesOfANameByIndexWithNoneLast) {
  std::vector<AtlasRegion> regions = {named("w", -1), named("w", 7), named("x", 1), named("w", 0), named("w", 7)};
  for (std::size_t i = 0; i < regions.size(); ++i) regions[i].x = static_cast<int>(i);
  const Atlas atlas({page(8, 8)}, regions);
  std::vector<int> order;
  for (const AtlasRegion* region : atlas.find_all("w")) order.push_back(region->x);
  EXPECT_EQ(order, (std::vector<int>{3, 1, 4, 0}));
  EXPECT_TRUE(atlas.find_all("y").empty());
}

TEST(AtlasLookup, FindsFramesByFullNameFirstAndThenByIndex) {
  const Atlas atlas({page(8, 8)}, {named("wing01"), named("wing", 1), named("wing", 2)});
  EXPECT_EQ(atlas.find_frame("wing01", "wing", 1)->name, "wing01");
  EXPECT_EQ(atlas.find_frame("wing02", "wing", 2)->index, 2);
  EXPECT_EQ(atlas.find_frame("wing03", "wing", 3), nullptr);
}

TEST(AtlasLookup, FindsEveryOneOfManyRegionsAlsoInACopy) {
  std::vector<AtlasRegion> regions;
  for (int i = 0; i < 3000; ++i) regions.push_back(named("folder/image" + std::to_string(i)));
  const auto original = std::make_unique<Atlas>(std::vector<AtlasPage>{page(8, 8)}, regions);
  const Atlas copy = *original;
  for (const Atlas* atlas : {static_cast<const Atlas*>(original.get()), &copy}) {
    for (std::size_t i = 0; i < regions.size(); ++i) {
      EXPECT_EQ(atlas->find(regions[i].name), &atlas->regions()[i]);
    }
  }
  EXPECT_EQ(copy.find("folder/image3000"), nullptr);
  EXPECT_EQ(Atlas().find("a"), nullptr);
}

TEST(AtlasPages, TakeAMissingSizeFromTheImage) {
  Atlas atlas = *parse_atlas("page.png\na\nbounds: 10, 10, 20, 20\nb\nbounds: 0, 0, 16, 16\n", "some/x.atlas");
  std::vector<Warning> warnings;
  atlas.set_image_size(0, 32, 16, &warnings);
  EXPECT_EQ(atlas.pages()[0].width, 32);
  EXPECT_EQ(atlas.pages()[0].height, 16);
  ASSERT_EQ(warnings.size(), 1u);  // 'a' does not lie on it, 'b' just does
  EXPECT_NE(warnings[0].message.find("'a'"), std::string::npos);
  EXPECT_EQ(warnings[0].where.file, "page.png");
}

TEST(AtlasPages, KeepTheSizeOfTheFileAndWarnWhenTheImageDiffers) {
  Atlas atlas = *parse_atlas("page.png\nsize: 64, 32\na\nbounds: 40, 10, 20, 20\n");
  std::vector<Warning> warnings;
  atlas.set_image_size(0, 64, 32, &warnings);
  EXPECT_TRUE(warnings.empty());
  atlas.set_image_size(0, 32, 16, &warnings);
  EXPECT_EQ(atlas.pages()[0].width, 64);
  EXPECT_EQ(atlas.pages()[0].height, 32);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].message.find("32 x 16"), std::string::npos);
  EXPECT_NE(warnings[0].message.find("64 x 32"), std::string::npos);
}

TEST(AtlasPages, LetTheCallerOverrideAlpha) {
  Atlas atlas = *parse_atlas("page.png\n");
  atlas.set_premultiplied_alpha(0, true);
  EXPECT_TRUE(atlas.pages()[0].premultiplied_alpha);
}

TEST(AtlasPages, HavePathsBesideTheAtlas) {
  EXPECT_EQ(Atlas({page(1, 1)}, {}, "a/b").page_path(0), "a/b/page.png");
  EXPECT_EQ(Atlas({page(1, 1)}, {}, "/").page_path(0), "/page.png");
  EXPECT_EQ(Atlas({page(1, 1)}, {}).page_path(0), "page.png");
}

}  // namespace
