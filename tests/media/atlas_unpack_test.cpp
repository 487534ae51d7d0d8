// Taking atlases apart: rotations, file names, and what is refused. Round trips are in atlas_pack_test.cpp.
#include "media/atlas_unpack.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "media/atlas_info.hpp"
#include "media/generated_image.hpp"
#include "media/png.hpp"
#include "support/corpus.hpp"
#include "support/temporary_folder.hpp"

namespace {

using namespace sinew;
using sinew::test::noise_image;
using sinew::test::plain_image;
using sinew::test::TemporaryFolder;
namespace fs = std::filesystem;

std::vector<std::string> file_names(std::string_view text, int digits = 0, std::vector<Warning>* warnings = nullptr) {
  const Result<Atlas> atlas = parse_atlas(text);
  EXPECT_TRUE(atlas) << atlas.error();
  const Result<std::vector<std::string>> names = unpacked_file_names(*atlas, digits, warnings);
  EXPECT_TRUE(names) << names.error();
  return names ? *names : std::vector<std::string>();
}

std::string region(std::string_view name, int index = -1) {
  return std::string(name) + "\nbounds:0,0,1,1\nindex:" + std::to_string(index) + '\n';
}

TEST(AtlasUnpack, AgreesWithTextureCoordinatesInEveryRotation) {
  // The colour of each page pixel says where it is; the mesh map, which the reader's tests check against worked
  // numbers, says where the centre of each pixel of the upright picture lies.
  Image page_image(64, 64);
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      page_image.at(x, y)[0] = static_cast<std::uint8_t>(x);
      page_image.at(x, y)[1] = static_cast<std::uint8_t>(y);
      page_image.at(x, y)[3] = 255;
    }
  }
  for (const int degrees : {0, 90, 180, 270}) {
    const Result<Atlas> atlas =
        parse_atlas("p.png\nsize:64,64\na\nbounds:20,30,5,9\noffsets:2,3,11,17\nrotate:" + std::to_string(degrees));
    ASSERT_TRUE(atlas) << atlas.error();
    const AtlasRegion& a = atlas->regions()[0];
    const UvTransform map = uv_transform(a, atlas->pages()[0]);
    const Result<Image> image = extract_region(a, atlas->pages()[0], page_image);
    ASSERT_TRUE(image) << image.error();
    ASSERT_EQ(image->width, 11);
    ASSERT_EQ(image->height, 17);
    for (int y = 0; y < 17; ++y) {
      for (int x = 0; x < 11; ++x) {
        const bool inside = x >= 2 && x < 7 && y >= 17 - 3 - 9 && y < 17 - 3;
        const std::uint8_t* const pixel = image->at(x, y);
        ASSERT_EQ(pixel[3], inside ? 255 : 0) << degrees << ": " << x << ' ' << y;
        if (!inside) continue;
        const Vec2 on_page = map.apply((x + 0.5) / 11, (y + 0.5) / 17);
        EXPECT_NEAR(on_page.x * 64, pixel[0] + 0.5, 1e-9) << degrees;
        EXPECT_NEAR(on_page.y * 64, pixel[1] + 0.5, 1e-9) << degrees;
      }
    }
  }
}

TEST(AtlasUnpack, RefusesRegionsThatDoNotFit) {
  const Image page_image(32, 32);
  const auto error_of = [&page_image](const std::string& page, const std::string& entries) {
    const Result<Atlas> atlas = parse_atlas("p.png\n" + page + "a\n" + entries);
    EXPECT_TRUE(atlas) << atlas.error();
    const Result<Image> image = extract_region(atlas->regions()[0], atlas->pages()[0], page_image);
    return image ? std::string() : image.error().message;
  };
  EXPECT_EQ(error_of("", "bounds:30,0,2,32"), "");
  EXPECT_EQ(error_of("size:32,32\n", "bounds:0,0,1,1"), "");
  EXPECT_NE(error_of("size:64,64\n", "bounds:0,0,1,1").find("made for 64 x 64"), std::string::npos);
  EXPECT_NE(error_of("", "bounds:31,0,2,1").find("does not lie on its page"), std::string::npos);
  EXPECT_NE(error_of("", "bounds:31,0,1,2\nrotate:90").find("does not lie on its page"), std::string::npos);
  EXPECT_NE(error_of("", "bounds:-1,0,1,1").find("does not lie on its page"), std::string::npos);
  EXPECT_NE(error_of("", "bounds:2147483647,0,2147483647,1").find("does not lie on its page"), std::string::npos);
  EXPECT_NE(error_of("", "").find("is empty"), std::string::npos);
  EXPECT_NE(error_of("", "bounds:0,0,1,1\norig:2147483647,1").find("original size"), std::string::npos);
  EXPECT_NE(error_of("", "bounds:0,0,1,1\noffset:-1,0").find("within its original size"), std::string::npos);
}

TEST(AtlasUnpack, AppendsIndexesWithAsManyDigitsAsTheLargestOfTheName) {
  const std::string text = "p.png\n" + region("walk", 3) + region("walk", 12) + region("walk") + region("run", 3) +
                           region("arms/f_", 0) + region("frame7", 2) + region("neg", -5);
  EXPECT_EQ(file_names(text), (std::vector<std::string>{"walk03.png", "walk12.png", "walk.png", "run3.png",
                                                        "arms/f_0.png", "frame7_2.png", "neg-5.png"}));
  EXPECT_EQ(file_names(text, 3)[0], "walk003.png");
  EXPECT_EQ(file_names(text, 3)[3], "run003.png");
}

TEST(AtlasUnpack, LeavesOutDuplicatesAndTellsOthersApart) {
  std::vector<Warning> warnings;
  EXPECT_EQ(file_names("p.png\n" + region("a") + region("a") + region("b1") + region("b", 1), 0, &warnings),
            (std::vector<std::string>{"a.png", "", "b1.png", "b1~2.png"}));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].message.find("b1~2.png"), std::string::npos);
}

TEST(AtlasUnpack, RefusesNamesThatLeadOutOfTheFolder) {
  for (const std::string name :
       {"../a", "a/../../b", "a/..", "..", "/etc/a", "\\a", "..\\a", "a\\..\\b", "a//b", "./a", "a/./b", "a/"}) {
    const Result<Atlas> atlas = parse_atlas("p.png\n" + region(name));
    ASSERT_TRUE(atlas) << atlas.error();
    const Result<std::vector<std::string>> names = unpacked_file_names(*atlas);
    ASSERT_FALSE(names) << name;
    EXPECT_EQ(names.error().code, ErrorCode::bad_value);
    EXPECT_NE(names.error().message.find("'" + name + "'"), std::string::npos) << names.error();
  }
  EXPECT_EQ(file_names("p.png\n" + region("..a/b..")), std::vector<std::string>{"..a/b...png"});
  EXPECT_EQ(file_names("p.png\n" + region("walk/", 1)), std::vector<std::string>{"walk/1.png"});
  std::string zero = "p.png\n" + region("axb");
  zero[zero.find('x')] = '\0';
  EXPECT_FALSE(parse_atlas(zero)) << "a file name cannot hold a zero byte, and no atlas does";
}

class AtlasUnpackFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(write_png(folder / "p.png", noise_image(16, 16, 1)));
    ASSERT_TRUE(write_png(folder / "q.png", plain_image(8, 8, 50, 100, 25, 100)));
  }
  TemporaryFolder folder;
};

TEST_F(AtlasUnpackFiles, WritesNothingWhenANameLeadsOutOfTheFolder) {
  folder.write("x.atlas", "p.png\n" + region("fine") + region("../../evil"));
  const Result<AtlasUnpackReport> report = unpack_atlas(folder / "x.atlas", folder / "out");
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().to_string().find("x.atlas"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder / "out"));
}

TEST_F(AtlasUnpackFiles, WritesNothingWhenAPageIsMissing) {
  folder.write("x.atlas", "p.png\n" + region("a") + "\nmissing.png\n" + region("b"));
  const Result<AtlasUnpackReport> report = unpack_atlas(folder / "x.atlas", folder / "out");
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::file_not_found);
  EXPECT_NE(report.error().to_string().find("missing.png"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder / "out"));
  EXPECT_EQ(unpack_atlas(folder / "none.atlas", folder / "out").error().code, ErrorCode::file_not_found);
}

TEST_F(AtlasUnpackFiles, DoesNotNeedPagesThatNoRegionIsOn) {
  folder.write("x.atlas", "missing.png\n\np.png\n" + region("a"));
  const Result<AtlasUnpackReport> report = unpack_atlas(folder / "x.atlas", folder / "out");
  ASSERT_TRUE(report) << report.error();
  EXPECT_EQ(report->files, std::vector<std::string>{folder / "out/a.png"});
}

TEST_F(AtlasUnpackFiles, LeavesOutWhatDoesNotLieOnItsPageAndGoesOn) {
  folder.write("x.atlas", "p.png\nlost\nbounds:15,15,2,2\n" + region("a/b"));
  std::vector<Warning> warnings;
  const Result<AtlasUnpackReport> report = unpack_atlas(folder / "x.atlas", folder / "out", {}, &warnings);
  ASSERT_TRUE(report) << report.error();
  EXPECT_EQ(report->left_out, 1u);
  EXPECT_EQ(report->files, std::vector<std::string>{folder / "out/a/b.png"});
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].message.find("'lost'"), std::string::npos);
}

TEST_F(AtlasUnpackFiles, DividesPremultipliedColoursByAlpha) {
  const auto first_pixel = [this](const std::string& text, AtlasUnpackOptions options) {
    folder.write("x.atlas", text);
    const Result<AtlasUnpackReport> report = unpack_atlas(folder / "x.atlas", folder / "out", options);
    EXPECT_TRUE(report) << report.error();
    const Result<Image> image = read_png(folder / "out/a.png");
    return std::vector<int>(image->pixels.begin(), image->pixels.begin() + 4);
  };
  const std::vector<int> stored = {50, 100, 25, 100};
  const std::vector<int> divided = {128, 255, 64, 100};
  const std::string straight = "q.png\n" + region("a");
  const std::string premultiplied = "q.png\npma:true\n" + region("a");
  EXPECT_EQ(first_pixel(straight, {}), stored);
  EXPECT_EQ(first_pixel(premultiplied, {}), divided);
  AtlasUnpackOptions options;
  options.premultiplied = true;
  EXPECT_EQ(first_pixel(straight, options), divided);
  options.premultiplied = false;
  EXPECT_EQ(first_pixel(premultiplied, options), stored);
}

TEST_F(AtlasUnpackFiles, UnpacksTheCorpus) {
  const std::optional<fs::path> corpus = test::corpus();
  if (!corpus) GTEST_SKIP() << "no corpus";
  for (const char* const file : {"4.2/goblins/goblins.atlas", "3.8/spineboy/spineboy.atlas"}) {
    const Result<AtlasUnpackReport> report = unpack_atlas((*corpus / file).string(), folder / "out");
    ASSERT_TRUE(report) << report.error();
    EXPECT_EQ(report->left_out, 0u);
    EXPECT_GT(report->files.size(), 10u);
  }
}

TEST_F(AtlasUnpackFiles, UnpacksOnePictureFromEveryRotation) {
  // Made by other hands: the same pictures, whole and trimmed, packed in all four rotations.
  const std::optional<fs::path> corpus = test::corpus();
  if (!corpus) GTEST_SKIP() << "no corpus";
  for (const char* const atlas : {"straight", "premultiplied"}) {
    const fs::path file = *corpus / "pictures/synthetic/images" / (std::string(atlas) + ".atlas");
    const Result<AtlasUnpackReport> report = unpack_atlas(file.string(), folder / atlas);
    ASSERT_TRUE(report) << report.error();
    for (const std::string name : {"letter", "leaf"}) {
      const std::string upright = folder.read(std::string(atlas) + "/" + name + "-0.png");
      EXPECT_FALSE(upright.empty());
      for (const char* const degrees : {"90", "180", "270"}) {
        EXPECT_EQ(folder.read(std::string(atlas) + "/" + name + "-" + degrees + ".png"), upright) << name << degrees;
      }
    }
  }
}

TEST(AtlasInfo, CountsRegionsAndWhatTheyCover) {
  const Result<Atlas> atlas = parse_atlas(
      "p.png\nsize:20,10\na\nbounds:0,0,10,5\nb\nbounds:0,0,10,5\nc\nbounds:10,0,2,10\nrotate:90\nindex:1\n"
      "c\nbounds:0,5,5,5\noffsets:1,0,6,5\nindex:2\n\nq.png\nsize:10,10\n");
  ASSERT_TRUE(atlas) << atlas.error();
  const AtlasInfo info = atlas_info(*atlas);
  EXPECT_EQ(info.names, 3u);
  EXPECT_EQ(info.trimmed, 1u);
  EXPECT_EQ(info.turned, 1u);
  EXPECT_EQ(info.indexed, 2u);
  EXPECT_EQ(info.shared, 1u);
  ASSERT_EQ(info.pages.size(), 2u);
  EXPECT_EQ(info.pages[0].regions, 4u);
  EXPECT_DOUBLE_EQ(info.pages[0].fill, (50 + 20 + 25) / 200.0);
  EXPECT_EQ(info.pages[1].fill, 0);
  EXPECT_DOUBLE_EQ(info.fill, 95 / 300.0);
  EXPECT_EQ(atlas_info(*parse_atlas("p.png\na\nbounds:0,0,1,1\n")).fill, 0);
}

}  // namespace
