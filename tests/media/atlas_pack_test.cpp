// Packing pictures, and taking the result apart again.
#include "media/atlas_pack.hpp"

#include <gtest/gtest.h>

#include "media/alpha.hpp"
#include "media/atlas_info.hpp"
#include "media/atlas_unpack.hpp"
#include "media/generated_image.hpp"
#include "media/png.hpp"
#include "support/temporary_folder.hpp"

namespace {

using namespace sinew;
using sinew::testing::noise_image;
using sinew::testing::plain_image;
using sinew::testing::same_visible;
using sinew::testing::TemporaryFolder;
namespace fs = std::filesystem;

AtlasSource source(std::string name, Image image, int index = -1) {
  AtlasSource result;
  result.name = std::move(name);
  result.index = index;
  result.image = std::move(image);
  return result;
}

/// Trimmed on every side, wide, tall, whole, and without a visible pixel.
std::vector<AtlasSource> sample() {
  std::vector<AtlasSource> sources;
  sources.push_back(source("arms/left", noise_image(40, 30, 1, 3, 5, 7, 2)));
  sources.push_back(source("head", noise_image(25, 25, 2)));
  sources.push_back(source("strip", noise_image(90, 6, 3, 0, 1, 0, 0)));
  sources.push_back(source("pole", noise_image(5, 77, 4)));
  sources.push_back(source("nothing", Image(12, 9)));
  sources.push_back(source("body", noise_image(60, 70, 6)));
  for (int i = 0; i < 12; ++i) {
    sources.push_back(source("frame", noise_image(10 + i, 20 - i, 100 + static_cast<unsigned>(i), i % 3), i));
  }
  return sources;
}

PackedAtlas packed(std::vector<AtlasSource> sources, const AtlasPackOptions& options = {}) {
  Result<PackedAtlas> result = pack_atlas(std::move(sources), "page", options);
  EXPECT_TRUE(result) << result.error();
  return result ? *std::move(result) : PackedAtlas();
}

Image unpacked(const PackedAtlas& atlas, const AtlasSource& wanted) {
  const AtlasRegion* const region = atlas.atlas.find(wanted.name, wanted.index);
  EXPECT_NE(region, nullptr) << wanted.name;
  if (region == nullptr) return {};
  Result<Image> image = extract_region(*region, atlas.atlas.page_of(*region), atlas.pages[region->page]);
  EXPECT_TRUE(image) << image.error();
  return image ? *std::move(image) : Image();
}

/// Every way to pack must give back every picture.
struct Way {
  const char* name;
  AtlasPackOptions options;
};
std::vector<Way> all_ways() {
  std::vector<Way> ways = {{"defaults", {}},    {"no trimming", {}},   {"no turning", {}},   {"no padding", {}},
                           {"no bleeding", {}}, {"powers of two", {}}, {"several pages", {}}};
  ways[1].options.trim = false;
  ways[2].options.rotate = false;
  ways[3].options.padding = 0;
  ways[4].options.bleed = false;
  ways[5].options.power_of_two = true;
  ways[6].options.max_size = 92;
  return ways;
}

TEST(AtlasPack, GivesBackEveryPictureInEveryWay) {
  for (const Way& way : all_ways()) {
    SCOPED_TRACE(way.name);
    const PackedAtlas atlas = packed(sample(), way.options);
    ASSERT_EQ(atlas.atlas.regions().size(), sample().size());
    for (const AtlasSource& wanted : sample()) {
      EXPECT_TRUE(same_visible(unpacked(atlas, wanted), wanted.image)) << wanted.name << ' ' << wanted.index;
    }
  }
}

TEST(AtlasPack, TestsTurnedAndTrimmedAndMultiPageAtlases) {
  // What the test above relies on.
  const AtlasInfo plain = atlas_info(packed(sample()).atlas);
  EXPECT_GT(plain.turned, 0u);
  EXPECT_GT(plain.trimmed, 3u);
  AtlasPackOptions options;
  options.max_size = 92;
  EXPECT_GT(packed(sample(), options).pages.size(), 1u);
  options.rotate = false;
  EXPECT_EQ(atlas_info(packed(sample(), options).atlas).turned, 0u);
}

TEST(AtlasPack, WithoutBleedingKeepsAlsoTheColoursOfInvisiblePixelsWithinTheTrimmedBox) {
  Image image = noise_image(8, 8, 5);
  image.at(4, 4)[3] = 0;  // its colour stays
  AtlasPackOptions options;
  options.bleed = false;
  const AtlasSource wanted = source("a", image);
  EXPECT_EQ(unpacked(packed({wanted}, options), wanted).pixels, image.pixels);
}

TEST(AtlasPack, PlacesTurnedPicturesCounterclockwise) {
  // One row of four pixels of known colours on a page that is only one pixel wide.
  Image row(4, 1);
  for (int x = 0; x < 4; ++x) {
    row.at(x, 0)[0] = static_cast<std::uint8_t>(10 * (x + 1));
    row.at(x, 0)[3] = 255;
  }
  std::vector<AtlasSource> sources = {source("row", row), source("pole", plain_image(1, 40, 1, 2, 3, 255))};
  AtlasPackOptions options;
  options.padding = 0;
  const PackedAtlas atlas = packed(sources, options);
  const AtlasRegion& region = *atlas.atlas.find("row");
  const AtlasRegion& pole = *atlas.atlas.find("pole");
  ASSERT_NE(region.degrees == 90, pole.degrees == 90) << "one of them has to be turned for the smallest page";
  if (region.degrees == 90) {
    // The left edge lies at the bottom.
    for (int x = 0; x < 4; ++x) EXPECT_EQ(atlas.pages[0].at(region.x, region.y + 3 - x)[0], 10 * (x + 1));
  } else {
    for (int x = 0; x < 4; ++x) EXPECT_EQ(atlas.pages[0].at(region.x + x, region.y)[0], 10 * (x + 1));
  }
}

TEST(AtlasPack, RecordsWhatWasTrimmedFromTheLeftAndTheBottom) {
  const PackedAtlas atlas = packed({source("a", noise_image(40, 30, 1, 3, 5, 7, 2))});
  const AtlasRegion& region = *atlas.atlas.find("a");
  EXPECT_EQ(region.offset_x, 3);
  EXPECT_EQ(region.offset_y, 2);
  EXPECT_EQ(region.width, 30);
  EXPECT_EQ(region.height, 23);
  EXPECT_EQ(region.original_width, 40);
  EXPECT_EQ(region.original_height, 30);
}

TEST(AtlasPack, KeepsOnePixelOfAPictureWithoutAVisibleOne) {
  const PackedAtlas atlas = packed({source("a", Image(12, 9))});
  const AtlasRegion& region = *atlas.atlas.find("a");
  EXPECT_EQ(region.width, 1);
  EXPECT_EQ(region.height, 1);
  EXPECT_EQ(region.original_width, 12);
  EXPECT_EQ(region.original_height, 9);
}

TEST(AtlasPack, GivesTheSameAtlasWhateverTheOrder) {
  std::vector<AtlasSource> reversed = sample();
  std::reverse(reversed.begin(), reversed.end());
  const PackedAtlas a = packed(sample());
  const PackedAtlas b = packed(std::move(reversed));
  EXPECT_EQ(*write_atlas(a.atlas), *write_atlas(b.atlas));
  ASSERT_EQ(a.pages.size(), b.pages.size());
  for (std::size_t i = 0; i < a.pages.size(); ++i) EXPECT_EQ(a.pages[i].pixels, b.pages[i].pixels);
}

TEST(AtlasPack, SharesThePlaceOfEqualPictures) {
  // The same after trimming, with other margins.
  const std::vector<AtlasSource> sources = {source("a", noise_image(20, 20, 9, 5, 5, 5, 5)),
                                            source("b", noise_image(12, 11, 9, 2, 1, 0, 0)),
                                            source("c", noise_image(10, 10, 8))};
  const PackedAtlas shared = packed(sources);
  EXPECT_EQ(shared.shared, 1u);
  EXPECT_EQ(shared.atlas.find("a")->x, shared.atlas.find("b")->x);
  EXPECT_EQ(shared.atlas.find("a")->y, shared.atlas.find("b")->y);
  EXPECT_EQ(atlas_info(shared.atlas).shared, 1u);
  for (const AtlasSource& wanted : sources) {
    EXPECT_TRUE(same_visible(unpacked(shared, wanted), wanted.image)) << wanted.name;
  }
  AtlasPackOptions options;
  options.share = false;
  EXPECT_EQ(packed(sources, options).shared, 0u);
  EXPECT_EQ(atlas_info(packed(sources, options).atlas).shared, 0u);
}

TEST(AtlasPack, PremultipliesPages) {
  AtlasPackOptions options;
  options.premultiply = true;
  const PackedAtlas atlas = packed(sample(), options);
  EXPECT_TRUE(atlas.atlas.pages()[0].premultiplied_alpha);
  for (const AtlasSource& wanted : sample()) {
    Image expected = wanted.image;
    premultiply_alpha(expected);
    EXPECT_EQ(unpacked(atlas, wanted).pixels, expected.pixels) << wanted.name;
  }
}

TEST(AtlasPack, BleedsColoursIntoThePaddingOfStraightPagesOnly) {
  const std::vector<AtlasSource> sources = {source("a", plain_image(8, 8, 200, 100, 50, 255)),
                                            source("b", plain_image(8, 8, 200, 100, 50, 254))};
  AtlasPackOptions options;
  options.padding = 4;
  const auto color_between = [&] {
    const PackedAtlas atlas = packed(sources, options);
    const Image& page = atlas.pages[0];
    EXPECT_EQ(page.width * page.height, 8 * 20);
    const std::uint8_t* const pixel = page.width > page.height ? page.at(9, 3) : page.at(3, 9);
    return std::vector<int>(pixel, pixel + 4);
  };
  EXPECT_EQ(color_between(), (std::vector<int>{200, 100, 50, 0}));
  options.bleed = false;
  EXPECT_EQ(color_between(), (std::vector<int>{0, 0, 0, 0}));
  options.bleed = true;
  options.premultiply = true;
  EXPECT_EQ(color_between(), (std::vector<int>{0, 0, 0, 0}));
}

TEST(AtlasPack, NamesPicturesThatAreLargerThanAPage) {
  AtlasPackOptions options;
  options.max_size = 64;
  const auto error_of = [&options](Image image) {
    std::vector<AtlasSource> sources = {source("small", plain_image(4, 4, 1, 1, 1, 1)),
                                        source("huge", std::move(image))};
    const Result<PackedAtlas> result = pack_atlas(std::move(sources), "page", options);
    return result ? std::string() : result.error().to_string();
  };
  EXPECT_NE(error_of(noise_image(65, 10, 1)).find("'huge' is 65 x 10"), std::string::npos);
  EXPECT_EQ(error_of(noise_image(64, 64, 1)), "");
  EXPECT_EQ(error_of(noise_image(80, 80, 1, 10, 10, 10, 10)), "") << "trimmed it fits";
  options.power_of_two = true;
  options.max_size = 127;
  EXPECT_NE(error_of(noise_image(10, 70, 1)).find("64 x 64"), std::string::npos);
}

TEST(AtlasPack, RefusesWhatMakesNoSense) {
  const auto code_of = [](std::vector<AtlasSource> sources, const AtlasPackOptions& options) {
    const Result<PackedAtlas> result = pack_atlas(std::move(sources), "page", options);
    EXPECT_FALSE(result);
    return result ? ErrorCode::environment : result.error().code;
  };
  EXPECT_EQ(code_of({}, {}), ErrorCode::missing_member);
  EXPECT_EQ(code_of({source("a", Image())}, {}), ErrorCode::bad_value);
  EXPECT_EQ(code_of({source("a", Image(1, 1)), source("b", Image(1, 1)), source("a", Image(2, 2))}, {}),
            ErrorCode::duplicate);
  AtlasPackOptions options;
  options.padding = -1;
  EXPECT_EQ(code_of({source("a", Image(1, 1))}, options), ErrorCode::bad_value);
  options.padding = 2;
  options.max_size = 0;
  EXPECT_EQ(code_of({source("a", Image(1, 1))}, options), ErrorCode::bad_value);
  options.max_size = max_image_side + 1;
  EXPECT_EQ(code_of({source("a", Image(1, 1))}, options), ErrorCode::bad_value);
}

class AtlasPackFolder : public ::testing::Test {
 protected:
  void add(const std::string& name, const Image& image) const {
    fs::create_directories(fs::path(folder / name).parent_path());
    const Status status = write_png(folder / name, image);
    ASSERT_TRUE(status) << status.error();
  }
  [[nodiscard]] Image read(const std::string& name) const {
    Result<Image> image = read_png(folder / name);
    EXPECT_TRUE(image) << image.error();
    return image ? *std::move(image) : Image();
  }
  void expect_error(const std::string& output, const AtlasPackOptions& options, ErrorCode code,
                    const std::string& part) const {
    const Result<AtlasPackReport> report = pack_atlas_folder(folder / "in", folder / output, options);
    ASSERT_FALSE(report) << part;
    EXPECT_EQ(report.error().code, code) << report.error();
    EXPECT_NE(report.error().to_string().find(part), std::string::npos) << report.error();
  }
  TemporaryFolder folder;
};

TEST_F(AtlasPackFolder, PacksAndUnpacksToTheSamePictures) {
  const std::map<std::string, Image> pictures = {{"arms/left.png", noise_image(40, 30, 1, 3, 5, 7, 2)},
                                                 {"arms/right.png", noise_image(33, 44, 2)},
                                                 {"a.b/c d.PNG", noise_image(50, 4, 3, 1)},
                                                 {"h\xc3\xa4nd.png", noise_image(7, 7, 4)},
                                                 {"empty.png", Image(9, 12)},
                                                 {"frame_01.png", noise_image(20, 20, 5)},
                                                 {"frame_02.png", noise_image(20, 20, 6)}};
  for (const auto& [name, image] : pictures) add("in/" + name, image);
  folder.write("in/readme.txt", "no picture");
  folder.write("in/.hidden.png", "no picture either");
  folder.write("in/.git/x.png", "nor this");
  for (const bool premultiply : {false, true}) {
    for (const AtlasLayout layout : {AtlasLayout::pretty, AtlasLayout::compact, AtlasLayout::old}) {
      AtlasPackOptions options;
      options.max_size = 64;  // several pages
      options.premultiply = premultiply;
      options.layout = layout;
      const std::string name = premultiply ? "out/hero-pma.atlas" : "out/hero.atlas";
      fs::create_directories(folder / "out");
      const Result<AtlasPackReport> report = pack_atlas_folder(folder / "in", folder / name, options);
      ASSERT_TRUE(report) << report.error();
      ASSERT_GE(report->files.size(), 3u);
      EXPECT_EQ(report->files[0], folder / name);
      EXPECT_EQ(report->files[2], folder / (premultiply ? "out/hero-pma_2.png" : "out/hero_2.png"));
      for (const std::string& file : report->files) EXPECT_TRUE(fs::exists(file)) << file;

      std::vector<Warning> warnings;
      const Result<AtlasUnpackReport> back = unpack_atlas(folder / name, folder / "back", {}, &warnings);
      ASSERT_TRUE(back) << back.error();
      for (const Warning& warning : warnings) ADD_FAILURE() << warning;
      EXPECT_EQ(back->files.size(), pictures.size());
      EXPECT_EQ(back->left_out, 0u);
      for (auto [file, image] : pictures) {
        Image found = read("back/" + file.substr(0, file.size() - 3) + "png");
        if (premultiply) {
          // Divided and multiplied again it is the same; divided only, it is within the rounding.
          for (std::size_t i = 0; i < std::min(image.pixels.size(), found.pixels.size()); ++i) {
            const int alpha = image.pixels[i | 3];
            if (alpha > 0) {
              EXPECT_NEAR(image.pixels[i], found.pixels[i], 127.5 / alpha + 0.5);
            }
          }
          premultiply_alpha(image);
          premultiply_alpha(found);
        }
        EXPECT_TRUE(same_visible(image, found)) << file;
      }
      fs::remove_all(folder / "back");
      fs::remove_all(folder / "out");
    }
  }
}

TEST_F(AtlasPackFolder, WritesNamesRelativeToTheFolderAndFiltersAndSizes) {
  add("in/arms/left.png", noise_image(4, 3, 1));
  const Result<AtlasPackReport> report = pack_atlas_folder(folder / "in/", folder / "hero.atlas");
  ASSERT_TRUE(report) << report.error();
  EXPECT_EQ(folder.read("hero.atlas"),
            "hero.png\n\tsize: 4, 3\n\tfilter: Linear, Linear\narms/left\n\tbounds: 0, 0, 4, 3\n");
}

TEST_F(AtlasPackFolder, TakesIndexesFromNamesOnlyWhenAsked) {
  for (const char* const name : {"frame_01", "frame_02", "walk3", "7", "x/8", "big99999999999", "end 5"}) {
    add(std::string("in/") + name + ".png", noise_image(4, 4, static_cast<unsigned>(name[0])));
  }
  Result<AtlasPackReport> report = pack_atlas_folder(folder / "in", folder / "hero.atlas");
  ASSERT_TRUE(report) << report.error();
  EXPECT_NE(report->atlas.find("frame_01", -1), nullptr);
  EXPECT_NE(report->atlas.find("walk3", -1), nullptr);

  AtlasPackOptions options;
  options.indexes = true;
  report = pack_atlas_folder(folder / "in", folder / "hero.atlas", options);
  ASSERT_TRUE(report) << report.error();
  EXPECT_NE(report->atlas.find("frame_", 1), nullptr);
  EXPECT_NE(report->atlas.find("frame_", 2), nullptr);
  EXPECT_NE(report->atlas.find("walk", 3), nullptr);
  EXPECT_NE(report->atlas.find("7", -1), nullptr);
  EXPECT_NE(report->atlas.find("x/8", -1), nullptr);
  EXPECT_NE(report->atlas.find("big99999999999", -1), nullptr);
  EXPECT_NE(report->atlas.find("end 5", -1), nullptr);
  // Either way, a sequence finds its frames.
  EXPECT_NE(report->atlas.find_frame("frame_02", "frame_", 2), nullptr);

  add("in/walk03.png", noise_image(4, 4, 77));
  expect_error("hero.atlas", options, ErrorCode::duplicate, "walk03.png");
}

TEST_F(AtlasPackFolder, WarnsAboutPagesLeftOverFromALargerAtlas) {
  add("in/a.png", noise_image(4, 4, 1));
  folder.write("hero_2.png", "old");
  std::vector<Warning> warnings;
  ASSERT_TRUE(pack_atlas_folder(folder / "in", folder / "hero.atlas", {}, &warnings));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].to_string().find("hero_2.png"), std::string::npos);
}

TEST_F(AtlasPackFolder, ReportsErrorsAndThenWritesNothing) {
  expect_error("hero.atlas", {}, ErrorCode::file_not_found, "no such folder");
  fs::create_directories(folder / "in/below");
  expect_error("hero.atlas", {}, ErrorCode::missing_member, "no PNG pictures");
  add("in/a.png", noise_image(30, 4, 1));
  expect_error("hero.txt", {}, ErrorCode::bad_value, "must end in '.atlas'");
  expect_error(".atlas", {}, ErrorCode::bad_value, "must end in '.atlas'");
  expect_error("hero-pma.atlas", {}, ErrorCode::bad_value, "premultiplied");
  expect_error("in/hero.atlas", {}, ErrorCode::bad_value, "somewhere else");
  expect_error("in/below/hero.atlas", {}, ErrorCode::bad_value, "somewhere else");
  expect_error("nowhere/hero.atlas", {}, ErrorCode::file_not_writable, "folder does not exist");
  AtlasPackOptions options;
  options.max_size = 29;
  expect_error("hero.atlas", options, ErrorCode::limit, "a.png");
  folder.write("in/broken.png", "not a picture");
  expect_error("hero.atlas", {}, ErrorCode::syntax, "broken.png");
  fs::remove(folder / "in/broken.png");
  add("in/b:c.png", noise_image(3, 4, 1));
  expect_error("hero.atlas", {}, ErrorCode::bad_value, "contains a colon");
  fs::remove(folder / "in/b:c.png");
  // The atlas itself cannot be written, because there is a folder of that name: then no page is either.
  fs::create_directories(folder / "hero.atlas");
  expect_error("hero.atlas", {}, ErrorCode::file_not_writable, "it is a folder");
  fs::remove(folder / "hero.atlas");
  for (const auto& entry : fs::directory_iterator(folder.path())) EXPECT_EQ(entry.path().filename(), "in");
}

}  // namespace
