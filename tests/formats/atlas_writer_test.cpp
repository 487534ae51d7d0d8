// Writing atlases: the exact text of each layout, round trips, and what a file cannot express.
#include <gtest/gtest.h>

#include <filesystem>
#include <limits>

#include "sinew/atlas.hpp"
#include "support/corpus.hpp"

namespace {

using namespace sinew;

AtlasRegion region(std::string name, int x, int y, int width, int height) {
  AtlasRegion result;
  result.name = std::move(name);
  result.x = x;
  result.y = y;
  result.width = result.original_width = width;
  result.height = result.original_height = height;
  return result;
}

/// Two pages on which every field differs from its default somewhere.
Atlas sample() {
  AtlasPage first;
  first.name = "page.png";
  first.width = 256;
  first.height = 128;
  first.min_filter = first.mag_filter = TextureFilter::linear;
  AtlasPage second;
  second.name = "folder/second page.png";
  second.width = 64;
  second.height = 32;
  second.format = "RGB888";
  second.min_filter = TextureFilter::mipmap_linear_linear;
  second.repeat_u = second.repeat_v = true;
  second.premultiplied_alpha = true;
  second.scale = 0.1;
  second.values = {{"note", {"made by hand", "", "x"}}, {"empty", {}}};

  std::vector<AtlasRegion> regions = {region("wing", 4, 5, 6, 7), region("arm", 10, 20, 30, 40),
                                      region("wing", 1, 2, 3, 4), region("head", 0, 0, 8, 9)};
  regions[0].index = 2;
  regions[2].index = 1;
  regions[1].degrees = 270;
  regions[1].offset_x = 5;
  regions[1].offset_y = 7;
  regions[1].original_width = 50;
  regions[1].original_height = 60;
  regions[1].split = {1, 2, 3, 4};
  regions[1].pad = {-1, 0, 0, -2};
  regions[1].values = {{"weight", {1.5, -2, 1e-7}}, {"mark", {}}};
  regions[3].page = 1;
  regions[3].degrees = 90;
  return Atlas({first, second}, regions);
}

void expect_same(const AtlasPage& a, const AtlasPage& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.height, b.height);
  EXPECT_EQ(a.format, b.format);
  EXPECT_EQ(a.min_filter, b.min_filter);
  EXPECT_EQ(a.mag_filter, b.mag_filter);
  EXPECT_EQ(a.repeat_u, b.repeat_u);
  EXPECT_EQ(a.repeat_v, b.repeat_v);
  EXPECT_EQ(a.premultiplied_alpha, b.premultiplied_alpha);
  EXPECT_EQ(a.scale, b.scale);
  EXPECT_EQ(a.values, b.values);
}

void expect_same(const AtlasRegion& a, const AtlasRegion& b) {
  SCOPED_TRACE(a.name);
  EXPECT_EQ(a.page, b.page);
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.y, b.y);
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.height, b.height);
  EXPECT_EQ(a.degrees, b.degrees);
  EXPECT_EQ(a.offset_x, b.offset_x);
  EXPECT_EQ(a.offset_y, b.offset_y);
  EXPECT_EQ(a.original_width, b.original_width);
  EXPECT_EQ(a.original_height, b.original_height);
  EXPECT_EQ(a.index, b.index);
  EXPECT_EQ(a.split, b.split);
  EXPECT_EQ(a.pad, b.pad);
  EXPECT_EQ(a.values, b.values);
}

/// Every region of `a` is in `b`; names and indices must be unique.
void expect_same(const Atlas& a, const Atlas& b) {
  ASSERT_EQ(a.pages().size(), b.pages().size());
  for (std::size_t i = 0; i < a.pages().size(); ++i) expect_same(a.pages()[i], b.pages()[i]);
  ASSERT_EQ(a.regions().size(), b.regions().size());
  for (const AtlasRegion& wanted : a.regions()) {
    const AtlasRegion* const found = b.find(wanted.name, wanted.index);
    ASSERT_NE(found, nullptr) << wanted.name;
    expect_same(wanted, *found);
  }
}

TEST(AtlasWriter, WritesThePrettyLayout) {
  const Result<std::string> text = write_atlas(sample());
  ASSERT_TRUE(text) << text.error();
  EXPECT_EQ(*text,
            "page.png\n"
            "\tsize: 256, 128\n"
            "\tfilter: Linear, Linear\n"
            "arm\n"
            "\tbounds: 10, 20, 30, 40\n"
            "\toffsets: 5, 7, 50, 60\n"
            "\tsplit: 1, 2, 3, 4\n"
            "\tpad: -1, 0, 0, -2\n"
            "\tweight: 1.5, -2, 1e-7\n"
            "\tmark:\n"
            "\trotate: 270\n"
            "wing\n"
            "\tindex: 1\n"
            "\tbounds: 1, 2, 3, 4\n"
            "wing\n"
            "\tindex: 2\n"
            "\tbounds: 4, 5, 6, 7\n"
            "\n"
            "folder/second page.png\n"
            "\tsize: 64, 32\n"
            "\tformat: RGB888\n"
            "\tfilter: MipMapLinearLinear, Nearest\n"
            "\trepeat: xy\n"
            "\tpma: true\n"
            "\tscale: 0.1\n"
            "\tnote: made by hand, , x\n"
            "\tempty:\n"
            "head\n"
            "\tbounds: 0, 0, 8, 9\n"
            "\trotate: 90\n");
}

TEST(AtlasWriter, WritesTheCompactLayout) {
  const Atlas atlas({sample().pages()[0]}, {sample().regions()[0]});
  EXPECT_EQ(*write_atlas(atlas, AtlasLayout::compact),
            "page.png\nsize:256,128\nfilter:Linear,Linear\nwing\nindex:2\nbounds:4,5,6,7\n");
}

TEST(AtlasWriter, WritesTheOldLayoutAndSaysWhatItLeavesOut) {
  std::vector<Warning> warnings;
  const Result<std::string> text = write_atlas(sample(), AtlasLayout::old, &warnings);
  ASSERT_TRUE(text) << text.error();
  EXPECT_EQ(*text,
            "\n"
            "page.png\n"
            "size: 256,128\n"
            "format: RGBA8888\n"
            "filter: Linear,Linear\n"
            "repeat: none\n"
            "arm\n"
            "  rotate: 270\n"
            "  xy: 10, 20\n"
            "  size: 30, 40\n"
            "  split: 1, 2, 3, 4\n"
            "  pad: -1, 0, 0, -2\n"
            "  orig: 50, 60\n"
            "  offset: 5, 7\n"
            "  index: -1\n"
            "wing\n"
            "  rotate: false\n"
            "  xy: 1, 2\n"
            "  size: 3, 4\n"
            "  orig: 3, 4\n"
            "  offset: 0, 0\n"
            "  index: 1\n"
            "wing\n"
            "  rotate: false\n"
            "  xy: 4, 5\n"
            "  size: 6, 7\n"
            "  orig: 6, 7\n"
            "  offset: 0, 0\n"
            "  index: 2\n"
            "\n"
            "folder/second page.png\n"
            "size: 64,32\n"
            "format: RGB888\n"
            "filter: MipMapLinearLinear,Nearest\n"
            "repeat: xy\n"
            "head\n"
            "  rotate: true\n"
            "  xy: 0, 0\n"
            "  size: 8, 9\n"
            "  orig: 8, 9\n"
            "  offset: 0, 0\n"
            "  index: -1\n");
  ASSERT_EQ(warnings.size(), 4u);  // custom values of 'arm'; alpha, scale and custom values of the second page
  for (const Warning& warning : warnings) EXPECT_EQ(warning.code, ErrorCode::not_supported);
}

TEST(AtlasWriter, WritesWhatTheReaderReads) {
  for (const AtlasLayout layout : {AtlasLayout::pretty, AtlasLayout::compact}) {
    const Result<std::string> text = write_atlas(sample(), layout);
    ASSERT_TRUE(text) << text.error();
    std::vector<Warning> warnings;
    const Result<Atlas> again = parse_atlas(*text, "again.atlas", &warnings);
    ASSERT_TRUE(again) << again.error();
    EXPECT_TRUE(warnings.empty());
    expect_same(sample(), *again);
  }
  // The old layout keeps everything else.
  std::vector<AtlasPage> pages = sample().pages();
  pages[1].premultiplied_alpha = false;
  pages[1].scale = 1;
  pages[1].values.clear();
  std::vector<AtlasRegion> regions = sample().regions();
  regions[1].values.clear();
  const Atlas plain(pages, regions);
  std::vector<Warning> warnings;
  const Result<Atlas> again = parse_atlas(*write_atlas(plain, AtlasLayout::old, &warnings));
  ASSERT_TRUE(again) << again.error();
  EXPECT_TRUE(warnings.empty());
  expect_same(plain, *again);
}

TEST(AtlasWriter, WritesNumbersThatReadBackTheSame) {
  for (const double scale : {0.1, 1.0 / 3, 1e-9, 12345678.9, 1e300, 5e-324, 3.0, -0.25}) {
    AtlasPage page;
    page.name = "p.png";
    page.scale = scale;
    AtlasRegion custom = region("a", 0, 0, 1, 1);
    custom.values = {{"v", {scale, -scale}}};
    const Result<Atlas> again = parse_atlas(*write_atlas(Atlas({page}, {custom})));
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(again->pages()[0].scale, scale);
    EXPECT_EQ(again->regions()[0].values, custom.values);
  }
}

TEST(AtlasWriter, WritesPagesWithoutASizeAndRegionsWithoutEntries) {
  const Atlas atlas = *parse_atlas("p.png\nfilter: Linear, Linear\nempty\nfull\nbounds: 1, 1, 2, 2\n");
  for (const AtlasLayout layout : {AtlasLayout::pretty, AtlasLayout::compact, AtlasLayout::old}) {
    const Result<std::string> text = write_atlas(atlas, layout);
    ASSERT_TRUE(text) << text.error();
    EXPECT_EQ(text->find("size: 0"), std::string::npos);
    const Result<Atlas> again = parse_atlas(*text);
    ASSERT_TRUE(again) << again.error();
    expect_same(atlas, *again);
  }
}

TEST(AtlasWriter, RefusesWhatAnAtlasCannotExpress) {
  const auto refused = [](auto change, std::string_view part) {
    std::vector<AtlasPage> pages = sample().pages();
    std::vector<AtlasRegion> regions = sample().regions();
    change(pages, regions);
    const Result<std::string> text = write_atlas(Atlas(pages, regions));
    ASSERT_FALSE(text) << part << '\n' << *text;
    EXPECT_EQ(text.error().code, ErrorCode::bad_value);
    EXPECT_NE(text.error().message.find(part), std::string::npos) << text.error();
  };
  using Pages = std::vector<AtlasPage>&;
  using Regions = std::vector<AtlasRegion>&;
  refused([](Pages, Regions r) { r[0].name = "a:b"; }, "colon");
  refused([](Pages, Regions r) { r[0].name = "a\nb"; }, "line break");
  refused([](Pages, Regions r) { r[0].name = "a\rb"; }, "line break");
  refused([](Pages, Regions r) { r[0].name = " a"; }, "blank");
  refused([](Pages, Regions r) { r[0].name = "a\t"; }, "blank");
  refused([](Pages, Regions r) { r[0].name = ""; }, "empty");
  refused([](Pages, Regions r) { r[0].name = "\xff"; }, "UTF-8");
  refused([](Pages, Regions r) { r[0].degrees = 45; }, "45 degrees");
  refused([](Pages, Regions r) { r[0].width = 0; }, "at least 1");
  refused([](Pages, Regions r) { r[0].offset_x = 1; }, "smaller");
  refused([](Pages, Regions r) { r[0].values = {{"rotate", {1}}}; }, "format's own");
  refused([](Pages, Regions r) { r[0].values = {{"a:b", {1}}}; }, "colon");
  refused([](Pages, Regions r) { r[0].values = {{"v", {1, 2, 3, 4, 5}}}; }, "more than four");
  refused([](Pages, Regions r) { r[0].values = {{"v", {std::numeric_limits<double>::infinity()}}}; }, "finite");
  refused([](Pages p, Regions) { p[0].name = "c:/page.png"; }, "colon");
  refused([](Pages p, Regions) { p[0].name = "\xef\xbb\xbfpage.png"; }, "byte order mark");
  refused([](Pages p, Regions) { p[0].width = -1; }, "negative");
  refused([](Pages p, Regions) { p[0].format = "a,b"; }, "comma");
  refused([](Pages p, Regions) { p[0].scale = std::numeric_limits<double>::quiet_NaN(); }, "finite");
  refused([](Pages p, Regions) { p[0].values = {{"pma", {}}}; }, "format's own");
  refused([](Pages p, Regions) { p[0].values = {{"v", {"a,b"}}}; }, "comma");
}

TEST(AtlasWriter, RoundTripsEveryAtlasOfTheCorpus) {
  namespace fs = std::filesystem;
  const std::optional<fs::path> corpus = test::corpus();
  if (!corpus) GTEST_SKIP() << "no corpus";
  int files = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(*corpus)) {
    if (entry.path().extension() != ".atlas") continue;
    ++files;
    SCOPED_TRACE(entry.path().string());
    const Result<Atlas> atlas = load_atlas(entry.path().string());
    ASSERT_TRUE(atlas) << atlas.error();
    for (const AtlasLayout layout : {AtlasLayout::pretty, AtlasLayout::compact}) {
      const Result<Atlas> again = parse_atlas(*write_atlas(*atlas, layout));
      ASSERT_TRUE(again) << again.error();
      expect_same(*atlas, *again);
    }
  }
  EXPECT_GT(files, 0);
}

}  // namespace
