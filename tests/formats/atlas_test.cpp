// Reading atlases: every rule of both layouts, every error with its place, and no input that does harm.
#include "sinew/atlas.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <random>

#include "support/corpus.hpp"

namespace {

using namespace sinew;

constexpr const char* old_layout =
    "\n"
    "page.png\n"
    "size: 1024,128\n"
    "format: RGBA8888\n"
    "filter: Linear,Linear\n"
    "repeat: none\n"
    "dagger\n"
    "  rotate: true\n"
    "  xy: 372, 100\n"
    "  size: 26, 20\n"
    "  orig: 30, 24\n"
    "  offset: 1, 2\n"
    "  index: -1\n"
    "goblin/left arm\n"
    "  rotate: false\n"
    "  xy: 2, 4\n"
    "  size: 37, 35\n"
    "  split: 1, 2, 3, 4\n"
    "  pad: 5, 6, 7, 8\n"
    "  orig: 37, 35\n"
    "  offset: 0, 0\n"
    "  index: 3\n"
    "\n"
    "folder/second page.png\n"
    "size: 64,64\n"
    "format: RGB888\n"
    "filter: MipMapLinearNearest,Nearest\n"
    "repeat: xy\n"
    "head\n"
    "  rotate: 180\n"
    "  xy: 0, 0\n"
    "  size: 10, 12\n"
    "  orig: 10, 12\n"
    "  offset: 0, 0\n"
    "  index: -1\n";

Atlas parsed(std::string_view text, std::vector<Warning>* warnings = nullptr) {
  Result<Atlas> atlas = parse_atlas(text, "test.atlas", warnings);
  EXPECT_TRUE(atlas) << atlas.error();
  return atlas ? std::move(*atlas) : Atlas();
}

/// A page, then a region 'a' with these entries.
std::string region_text(std::string_view entries) {
  return std::string("page.png\nsize: 100, 100\na\n").append(entries);
}

AtlasRegion region_of(std::string_view entries) {
  const Atlas atlas = parsed(region_text(entries));
  EXPECT_EQ(atlas.regions().size(), 1u);
  return atlas.regions().empty() ? AtlasRegion() : atlas.regions()[0];
}

AtlasPage page_of(std::string_view entries) {
  const Atlas atlas = parsed(std::string("page.png\n").append(entries));
  EXPECT_EQ(atlas.pages().size(), 1u);
  return atlas.pages().empty() ? AtlasPage() : atlas.pages()[0];
}

void expect_error(std::string_view text, ErrorCode code, std::uint32_t line, std::uint32_t column,
                  std::string_view part) {
  const Result<Atlas> atlas = parse_atlas(text, "bad.atlas");
  ASSERT_FALSE(atlas) << text;
  const Error& error = atlas.error();
  EXPECT_EQ(error.code, code) << error;
  EXPECT_EQ(error.where.file, "bad.atlas");
  EXPECT_EQ(error.where.line, line) << error;
  EXPECT_EQ(error.where.column, column) << error;
  EXPECT_NE(error.message.find(part), std::string::npos) << error;
}

void expect_warning(std::string_view text, ErrorCode code, std::uint32_t line, std::string_view part) {
  std::vector<Warning> warnings;
  const Result<Atlas> atlas = parse_atlas(text, "odd.atlas", &warnings);
  ASSERT_TRUE(atlas) << atlas.error();
  ASSERT_EQ(warnings.size(), 1u) << text;
  EXPECT_EQ(warnings[0].code, code) << warnings[0];
  EXPECT_EQ(warnings[0].where.file, "odd.atlas");
  EXPECT_EQ(warnings[0].where.line, line) << warnings[0];
  EXPECT_GE(warnings[0].where.column, 1u);
  EXPECT_NE(warnings[0].message.find(part), std::string::npos) << warnings[0];
}

TEST(AtlasReader, ReadsTheOldLayout) {
  std::vector<Warning> warnings;
  const Atlas atlas = parsed(old_layout, &warnings);
  EXPECT_TRUE(warnings.empty());
  ASSERT_EQ(atlas.pages().size(), 2u);
  EXPECT_EQ(atlas.pages()[0].name, "page.png");
  EXPECT_EQ(atlas.pages()[0].width, 1024);
  EXPECT_EQ(atlas.pages()[0].height, 128);
  EXPECT_EQ(atlas.pages()[0].min_filter, TextureFilter::linear);
  EXPECT_FALSE(atlas.pages()[0].repeat_u);
  EXPECT_FALSE(atlas.pages()[0].premultiplied_alpha);
  EXPECT_EQ(atlas.pages()[1].name, "folder/second page.png");
  EXPECT_EQ(atlas.pages()[1].format, "RGB888");
  EXPECT_EQ(atlas.pages()[1].min_filter, TextureFilter::mipmap_linear_nearest);
  EXPECT_EQ(atlas.pages()[1].mag_filter, TextureFilter::nearest);
  EXPECT_TRUE(atlas.pages()[1].repeat_u);
  EXPECT_TRUE(atlas.pages()[1].repeat_v);

  ASSERT_EQ(atlas.regions().size(), 3u);
  const AtlasRegion& dagger = atlas.regions()[0];
  EXPECT_EQ(dagger.name, "dagger");
  EXPECT_EQ(dagger.page, 0u);
  EXPECT_EQ(dagger.degrees, 90);
  EXPECT_EQ(dagger.x, 372);
  EXPECT_EQ(dagger.y, 100);
  EXPECT_EQ(dagger.width, 26);
  EXPECT_EQ(dagger.height, 20);
  EXPECT_EQ(dagger.packed_width(), 20);
  EXPECT_EQ(dagger.packed_height(), 26);
  EXPECT_EQ(dagger.original_width, 30);
  EXPECT_EQ(dagger.original_height, 24);
  EXPECT_EQ(dagger.offset_x, 1);
  EXPECT_EQ(dagger.offset_y, 2);
  EXPECT_EQ(dagger.index, -1);
  EXPECT_FALSE(dagger.split);
  const AtlasRegion& arm = atlas.regions()[1];
  EXPECT_EQ(arm.name, "goblin/left arm");
  EXPECT_EQ(arm.index, 3);
  EXPECT_EQ(arm.split, (std::array<int, 4>{1, 2, 3, 4}));
  EXPECT_EQ(arm.pad, (std::array<int, 4>{5, 6, 7, 8}));
  EXPECT_EQ(atlas.regions()[2].page, 1u);
  EXPECT_EQ(atlas.regions()[2].degrees, 180);
}

TEST(AtlasReader, ReadsTheNewLayoutPrettyAndCompactAlike) {
  const Atlas pretty = parsed(
      "page.png\n\tsize: 1024, 128\n\tfilter: Linear, Linear\n\tpma: true\n\tscale: 0.5\n"
      "dagger\n\tbounds: 372, 100, 26, 20\n\toffsets: 2, 3, 30, 25\n\trotate: 90\n\tindex: 7\n");
  const Atlas compact = parsed(
      "page.png\nsize:1024,128\nfilter:Linear,Linear\npma:true\nscale:0.5\n"
      "dagger\nindex:7\nrotate:90\noffsets:2,3,30,25\nbounds:372,100,26,20\n");
  for (const Atlas* atlas : {&pretty, &compact}) {
    ASSERT_EQ(atlas->pages().size(), 1u);
    const AtlasPage& page = atlas->pages()[0];
    EXPECT_EQ(page.width, 1024);
    EXPECT_EQ(page.mag_filter, TextureFilter::linear);
    EXPECT_TRUE(page.premultiplied_alpha);
    EXPECT_EQ(page.scale, 0.5);
    ASSERT_EQ(atlas->regions().size(), 1u);
    const AtlasRegion& region = atlas->regions()[0];
    EXPECT_EQ(region.x, 372);
    EXPECT_EQ(region.y, 100);
    EXPECT_EQ(region.width, 26);
    EXPECT_EQ(region.height, 20);
    EXPECT_EQ(region.offset_x, 2);
    EXPECT_EQ(region.offset_y, 3);
    EXPECT_EQ(region.original_width, 30);
    EXPECT_EQ(region.original_height, 25);
    EXPECT_EQ(region.degrees, 90);
    EXPECT_EQ(region.index, 7);
  }
}

TEST(AtlasReader, UsesTheDefaultsForWhatIsAbsent) {
  const AtlasPage page = page_of("");
  EXPECT_EQ(page.width, 0);
  EXPECT_EQ(page.height, 0);
  EXPECT_EQ(page.format, "RGBA8888");
  EXPECT_EQ(page.min_filter, TextureFilter::nearest);
  EXPECT_EQ(page.mag_filter, TextureFilter::nearest);
  EXPECT_FALSE(page.repeat_u);
  EXPECT_FALSE(page.repeat_v);
  EXPECT_FALSE(page.premultiplied_alpha);
  EXPECT_EQ(page.scale, 1);
  const AtlasRegion region = region_of("bounds: 1, 2, 3, 4");
  EXPECT_EQ(region.degrees, 0);
  EXPECT_EQ(region.offset_x, 0);
  EXPECT_EQ(region.offset_y, 0);
  EXPECT_EQ(region.original_width, 3);
  EXPECT_EQ(region.original_height, 4);
  EXPECT_EQ(region.index, -1);
  EXPECT_FALSE(region.split);
  EXPECT_FALSE(region.pad);
  EXPECT_FALSE(region.trimmed());
}

TEST(AtlasReader, AcceptsFieldsOfBothLayoutsMixed) {
  const AtlasRegion region = region_of("size: 3, 4\n\toffsets: 1, 2, 9, 10\nxy: 5,6\n  rotate:270\norig: 11, 12\n");
  EXPECT_EQ(region.x, 5);
  EXPECT_EQ(region.y, 6);
  EXPECT_EQ(region.width, 3);
  EXPECT_EQ(region.offset_y, 2);
  EXPECT_EQ(region.original_width, 11);
  EXPECT_EQ(region.original_height, 12);
  EXPECT_EQ(region.degrees, 270);
}

TEST(AtlasReader, SplitsLinesAtEveryKindOfLineBreak) {
  const std::string unix_text = old_layout;
  for (const char* const line_break : {"\r\n", "\r"}) {
    std::string text;
    for (const char c : unix_text) text += c == '\n' ? std::string(line_break) : std::string(1, c);
    const Atlas atlas = parsed(text);
    ASSERT_EQ(atlas.pages().size(), 2u);
    ASSERT_EQ(atlas.regions().size(), 3u);
    EXPECT_EQ(atlas.regions()[1].name, "goblin/left arm");
    EXPECT_EQ(atlas.regions()[2].page, 1u);
    EXPECT_EQ(atlas.pages()[0].height, 128);
  }
  // The lines count the same with every kind.
  expect_error("page.png\r\nsize: 1, 1\r\na\r\nxy: x, 1\r\n", ErrorCode::wrong_type, 4, 5, "'x'");
  expect_error("page.png\rsize: 1, 1\ra\rxy: x, 1\r", ErrorCode::wrong_type, 4, 5, "'x'");
}

TEST(AtlasReader, SkipsAByteOrderMark) {
  const Atlas atlas = parsed("\xef\xbb\xbfpage.png\nsize: 1, 2\n");
  ASSERT_EQ(atlas.pages().size(), 1u);
  EXPECT_EQ(atlas.pages()[0].name, "page.png");
}

TEST(AtlasReader, DoesNotMindBlankLinesTrailingSpacesOrAMissingLastLineBreak) {
  const Atlas atlas = parsed(" \t\n\n  page.png \t\n size : 8 , 9 \t\n a \n bounds\t:1,2,3,4  \n\n \t\n\nb.png\n\n\n");
  ASSERT_EQ(atlas.pages().size(), 2u);
  EXPECT_EQ(atlas.pages()[0].name, "page.png");
  EXPECT_EQ(atlas.pages()[0].width, 8);
  EXPECT_EQ(atlas.pages()[0].height, 9);
  EXPECT_EQ(atlas.pages()[1].name, "b.png");
  ASSERT_EQ(atlas.regions().size(), 1u);
  EXPECT_EQ(atlas.regions()[0].name, "a");
  EXPECT_EQ(atlas.regions()[0].height, 4);
  EXPECT_EQ(region_of("bounds: 1, 2, 3, 4").height, 4);
}

TEST(AtlasReader, IgnoresHeaderEntries) {
  const Atlas atlas = parsed("\nversion: 1\n tool: something, else\npage.png\nsize: 4, 5\n");
  ASSERT_EQ(atlas.pages().size(), 1u);
  EXPECT_EQ(atlas.pages()[0].name, "page.png");
  EXPECT_EQ(atlas.pages()[0].width, 4);
  EXPECT_TRUE(atlas.pages()[0].values.empty());
  // A blank line ends the header; what follows is a page name, whatever is in it.
  const Atlas blank = parsed("version: 1\n\nodd: page.png\nsize: 4, 5\n");
  ASSERT_EQ(blank.pages().size(), 1u);
  EXPECT_EQ(blank.pages()[0].name, "odd: page.png");
}

TEST(AtlasReader, TakesALineWithAColonForAnEntryOfTheRegionBefore) {
  expect_error("page.png\nsize: 9, 9\na\nbounds: 0, 0, 1, 1\nodd: name\nbounds: 0, 0, 1, 1\n", ErrorCode::wrong_type, 5,
               6, "cannot contain a colon");
}

TEST(AtlasReader, SplitsValuesAtTheFirstColonAndAtCommas) {
  const AtlasPage page = page_of("size: 1, 2, 3\nnote : a:b , c\nmany: 1, 2, 3, 4, 5\nnone:\nsome: ,\n:nameless\n");
  EXPECT_EQ(page.width, 1);
  const std::vector<AtlasPageValue> expected = {
      {"note", {"a:b", "c"}}, {"many", {"1", "2", "3", "4"}}, {"none", {}}, {"some", {"", ""}}, {"", {"nameless"}}};
  EXPECT_EQ(page.values, expected);
}

TEST(AtlasReader, KeepsCustomNumbersOfRegions) {
  const AtlasRegion region = region_of("bounds: 1, 2, 3, 4\nweight: 1.5, -2, 1e3, .25, 9\nmark:\n");
  const std::vector<AtlasRegionValue> expected = {{"weight", {1.5, -2, 1000, 0.25}}, {"mark", {}}};
  EXPECT_EQ(region.values, expected);
}

TEST(AtlasReader, KeepsUnicodeNames) {
  const Atlas atlas = parsed("p\xc3\xa4ge.png\n\xe6\x89\x8b/\xf0\x9f\x97\xa1\nbounds: 0, 0, 1, 1\n");
  EXPECT_EQ(atlas.pages()[0].name, "p\xc3\xa4ge.png");
  EXPECT_NE(atlas.find("\xe6\x89\x8b/\xf0\x9f\x97\xa1"), nullptr);
}

TEST(AtlasReader, RoundsFractionsAndAcceptsSigns) {
  const AtlasRegion region = region_of("bounds: 10.0, 2.5, +3.49, 4.5000\noffset: -1.5, -0.4\norig: 99, 99\n");
  EXPECT_EQ(region.x, 10);
  EXPECT_EQ(region.y, 3);
  EXPECT_EQ(region.width, 3);
  EXPECT_EQ(region.height, 5);
  EXPECT_EQ(region.offset_x, -2);
  EXPECT_EQ(region.offset_y, 0);
}

TEST(AtlasReader, ReadsEveryWayToWriteARotation) {
  const auto degrees = [](const char* value) {
    return region_of(std::string("bounds: 1, 1, 2, 2\nrotate: ").append(value)).degrees;
  };
  EXPECT_EQ(degrees("true"), 90);
  EXPECT_EQ(degrees("false"), 0);
  EXPECT_EQ(degrees("0"), 0);
  EXPECT_EQ(degrees("90"), 90);
  EXPECT_EQ(degrees("180"), 180);
  EXPECT_EQ(degrees("270"), 270);
  EXPECT_EQ(degrees("-90"), 270);
  EXPECT_EQ(degrees("450"), 90);
  EXPECT_EQ(degrees("360"), 0);
  EXPECT_EQ(degrees("90.0"), 90);
}

TEST(AtlasReader, KnowsEveryFilter) {
  const std::vector<std::pair<const char*, TextureFilter>> filters = {
      {"Nearest", TextureFilter::nearest},
      {"Linear", TextureFilter::linear},
      {"MipMap", TextureFilter::mipmap},
      {"MipMapNearestNearest", TextureFilter::mipmap_nearest_nearest},
      {"MipMapLinearNearest", TextureFilter::mipmap_linear_nearest},
      {"MipMapNearestLinear", TextureFilter::mipmap_nearest_linear},
      {"MipMapLinearLinear", TextureFilter::mipmap_linear_linear}};
  for (const auto& [name, filter] : filters) {
    EXPECT_EQ(page_of(std::string("filter: ").append(name).append(", Linear")).min_filter, filter) << name;
    EXPECT_EQ(name_of(filter), name);
    EXPECT_EQ(texture_filter(name), filter);
  }
  EXPECT_EQ(texture_filter("linear"), std::nullopt);
  EXPECT_EQ(page_of("filter: Linear, MipMapLinearLinear").mag_filter, TextureFilter::linear);
}

TEST(AtlasReader, ReadsRepeat) {
  EXPECT_TRUE(page_of("repeat: x").repeat_u);
  EXPECT_FALSE(page_of("repeat: x").repeat_v);
  EXPECT_FALSE(page_of("repeat: y").repeat_u);
  EXPECT_TRUE(page_of("repeat: y").repeat_v);
  EXPECT_TRUE(page_of("repeat: xy").repeat_u);
  EXPECT_TRUE(page_of("repeat: xy").repeat_v);
  EXPECT_FALSE(page_of("repeat: none").repeat_u);
}

TEST(AtlasReader, ReadsVeryOldPagesWithoutASize) {
  const Atlas atlas = parsed(
      "\npage.png\nformat: RGBA4444\nfilter: Nearest,Linear\nrepeat: y\na\n  rotate: false\n  xy: 900, 2\n"
      "  size: 8, 8\n  orig: 8, 8\n  offset: 0, 0\n  index: -1\n");
  EXPECT_EQ(atlas.pages()[0].width, 0);
  EXPECT_EQ(atlas.pages()[0].format, "RGBA4444");
  EXPECT_TRUE(atlas.pages()[0].repeat_v);
  EXPECT_EQ(atlas.regions()[0].x, 900);
}

TEST(AtlasReader, TakesTheFileNameForAHintOfPremultipliedAlpha) {
  const auto premultiplied = [](const char* entries, const char* file) {
    const Result<Atlas> atlas = parse_atlas(std::string("page.png\n") + entries, file);
    return atlas->pages()[0].premultiplied_alpha;
  };
  EXPECT_TRUE(premultiplied("", "some/hero-pma.atlas"));
  EXPECT_FALSE(premultiplied("pma: false\n", "some/hero-pma.atlas"));
  EXPECT_FALSE(premultiplied("", "some/hero.atlas"));
  EXPECT_TRUE(premultiplied("pma: true\n", "some/hero.atlas"));
  EXPECT_FALSE(premultiplied("", "some-pma.atlas/hero"));
}

TEST(AtlasReader, ReportsErrorsWithTheirPlace) {
  const auto region_error = [](std::string_view entries, ErrorCode code, std::uint32_t line, std::uint32_t column,
                               std::string_view part) {
    SCOPED_TRACE(entries);
    expect_error(region_text(entries), code, line, column, part);
  };
  region_error("bounds: 1, 2, 3", ErrorCode::missing_member, 4, 1, "'bounds' needs 4 values, found 3");
  region_error("bounds:", ErrorCode::missing_member, 4, 1, "found 0");
  region_error("\txy: 1", ErrorCode::missing_member, 4, 2, "'xy' needs 2 values, found 1");
  region_error("size: 1", ErrorCode::missing_member, 4, 1, "'size'");
  region_error("offsets: 1, 2, 3", ErrorCode::missing_member, 4, 1, "'offsets'");
  region_error("offset: 1", ErrorCode::missing_member, 4, 1, "'offset'");
  region_error("orig: 1", ErrorCode::missing_member, 4, 1, "'orig'");
  region_error("rotate:", ErrorCode::missing_member, 4, 1, "'rotate'");
  region_error("index:", ErrorCode::missing_member, 4, 1, "'index'");
  region_error("split: 1, 2, 3", ErrorCode::missing_member, 4, 1, "'split'");
  region_error("pad: 1, 2, 3", ErrorCode::missing_member, 4, 1, "'pad'");
  region_error("bounds: 1, 2, 3, four", ErrorCode::wrong_type, 4, 18, "found 'four'");
  region_error("bounds: 1, , 3, 4", ErrorCode::wrong_type, 4, 12, "found nothing");
  region_error("bounds: 0, 0, 1, 1\n\txy: 1, 2-", ErrorCode::wrong_type, 5, 9, "Value 2 of the entry 'xy'");
  region_error("xy: 1, -", ErrorCode::wrong_type, 4, 8, "'-'");
  region_error("xy: 1, .", ErrorCode::wrong_type, 4, 8, "'.'");
  region_error("xy: 1, 0x10", ErrorCode::wrong_type, 4, 8, "'0x10'");
  region_error("xy: 1, 1e2", ErrorCode::wrong_type, 4, 8, "'1e2'");
  region_error("xy: 1, nan", ErrorCode::wrong_type, 4, 8, "'nan'");
  region_error("xy: 1, 2147483648", ErrorCode::bad_value, 4, 8, "out of range");
  region_error("xy: 99999999999999999999999999999999999, 1", ErrorCode::bad_value, 4, 5, "out of range");
  region_error("index: one", ErrorCode::wrong_type, 4, 8, "'one'");
  region_error("rotate: 45", ErrorCode::bad_value, 4, 9, "'45'");
  region_error("rotate: maybe", ErrorCode::wrong_type, 4, 9, "'maybe'");
  region_error("split: 1, 2, 3, x", ErrorCode::wrong_type, 4, 17, "'x'");
  region_error("custom: 1, two", ErrorCode::wrong_type, 4, 12, "'two'");
  region_error("custom: 1e999", ErrorCode::bad_value, 4, 9, "out of range");
  region_error("custom: 581e308", ErrorCode::bad_value, 4, 9, "out of range");
  region_error(std::string("custom: ").append(65, '1'), ErrorCode::wrong_type, 4, 9, "must be a number");
  region_error("bounds: 1, 2, 0, 4", ErrorCode::bad_value, 4, 1, "at least 1");
  region_error("xy: 1, 2\nsize: 3, -4", ErrorCode::bad_value, 5, 1, "3 x -4");
  region_error("index: 2", ErrorCode::bad_value, 3, 1, "0 x 0");
  region_error("bounds: 1, 2, 3, 4\noffsets: 1, 0, 3, 4", ErrorCode::bad_value, 5, 1, "smaller");
  region_error("bounds: 1, 2, 3, 4\noffset: 0, 1\norig: 3, 4", ErrorCode::bad_value, 6, 1, "smaller");
  region_error("bounds: 1, 2, 3, 4\norig: 3, 0", ErrorCode::bad_value, 5, 1, "smaller");
  region_error("bounds: 1, 2, 2147483647, 4\noffsets: 2147483647, 0, 5, 4", ErrorCode::bad_value, 5, 1, "smaller");

  expect_error("page.png\nsize: 12\n", ErrorCode::missing_member, 2, 1, "'size' needs 2 values, found 1");
  expect_error("page.png\nsize: 12, y\n", ErrorCode::wrong_type, 2, 11, "'y'");
  expect_error("page.png\nsize: -12, 4\n", ErrorCode::bad_value, 2, 7, "negative");
  expect_error("page.png\nfilter: Linear\n", ErrorCode::missing_member, 2, 1, "'filter' needs 2 values, found 1");
  expect_error("page.png\nscale: half\n", ErrorCode::wrong_type, 2, 8, "'half'");
  expect_error("page.png\nscale:\n", ErrorCode::missing_member, 2, 1, "'scale' needs 1 value, found 0");
}

TEST(AtlasReader, RefusesWhatIsNoAtlas) {
  expect_error("", ErrorCode::empty_input, 0, 0, "empty");
  expect_error("\xef\xbb\xbf", ErrorCode::empty_input, 0, 0, "empty");
  expect_error(" \n\n", ErrorCode::syntax, 0, 0, "no page");
  expect_error("{\"skeleton\": {\"spine\": \"4.2\"}}", ErrorCode::syntax, 0, 0, "no page");
}

TEST(AtlasReader, RefusesInvalidUtf8WithItsPlace) {
  expect_error("\xff\xfep", ErrorCode::encoding, 1, 1, "UTF-8");
  expect_error("page.png\n\x80", ErrorCode::encoding, 2, 1, "UTF-8");
  expect_error("page.png\r\nsize: 1, 1\r\nab\xc3", ErrorCode::encoding, 3, 3, "UTF-8");
  expect_error("a\xc0\xaf", ErrorCode::encoding, 1, 2, "UTF-8");          // overlong
  expect_error("a\xe0\x80\xaf", ErrorCode::encoding, 1, 2, "UTF-8");      // overlong
  expect_error("a\xed\xa0\x80", ErrorCode::encoding, 1, 2, "UTF-8");      // surrogate
  expect_error("a\xf4\x90\x80\x80", ErrorCode::encoding, 1, 2, "UTF-8");  // beyond U+10FFFF
  expect_error("a\xf0\x9f\x97", ErrorCode::encoding, 1, 2, "UTF-8");      // cut short
}

TEST(AtlasReader, RefusesBinaryFilesWithThePlaceOfTheirFirstZero) {
  using namespace std::string_view_literals;
  expect_error("\0\1\0\2"sv, ErrorCode::encoding, 1, 1, "not an atlas");
  expect_error("page.png\nsize: 1, 1\nab\0\xff"sv, ErrorCode::encoding, 3, 3, "not an atlas");
  expect_error("ab\xff\0"sv, ErrorCode::encoding, 1, 3, "UTF-8");
}

TEST(AtlasReader, WarnsAboutWhatIsOddWithItsLine) {
  expect_warning("page.png\nfilter: Linear, Cubic\n", ErrorCode::bad_value, 2, "'Cubic'");
  expect_warning("page.png\nfilter: Linear, MipMap\n", ErrorCode::bad_value, 2, "magnification");
  expect_warning("page.png\n\n\nb.png\nformat: ETC2\n", ErrorCode::bad_value, 5, "'ETC2'");
  expect_warning("page.png\nrepeat: mirror\n", ErrorCode::bad_value, 2, "'mirror'");
  expect_warning("page.png\npma: yes\n", ErrorCode::bad_value, 2, "'yes'");
  expect_warning(region_text(""), ErrorCode::missing_member, 3, "no entries");
  expect_warning(region_text("bounds: 90, 0, 11, 1"), ErrorCode::bad_value, 4, "not all on its page");
  expect_warning(region_text("bounds: 90, 0, 1, 11\nrotate: 90"), ErrorCode::bad_value, 4, "101, 1");
  expect_warning(region_text("size: 1, 101\nxy: 0, 0"), ErrorCode::bad_value, 5, "not all on its page");
  expect_warning(region_text("bounds: 0, -1, 1, 1"), ErrorCode::bad_value, 4, "not all on its page");
  expect_warning("page.png\na\nbounds: -1, 0, 1, 1", ErrorCode::bad_value, 3, "not all on its page");
  expect_warning(region_text("bounds: 0, 0, 1, 1\nb\nbounds: 0, 0, 1, 1\na\nbounds: 0, 0, 2, 2"), ErrorCode::duplicate,
                 7, "on line 3");
  expect_warning(region_text("bounds: 0, 0, 1, 1\n\nb\nbounds: 0, 0, 1, 1\n"), ErrorCode::syntax, 6, "blank line");
  expect_warning(region_text("bounds: 0, 0, 1, 1\n\nb\nxy: 0, 0\nsize: 4, 4\n"), ErrorCode::syntax, 6, "'xy'");
  // The same name with another index is no duplicate, and a region that touches the page's edge lies on it.
  std::vector<Warning> warnings;
  parsed(region_text("bounds: 99, 99, 1, 1\na\nbounds: 0, 0, 1, 1\nindex: 2"), &warnings);
  EXPECT_TRUE(warnings.empty());
}

TEST(AtlasReader, GivesWarningsInTheOrderOfTheLines) {
  std::vector<Warning> warnings;
  parsed("page.png\nformat: ?\na\nbounds: 0, 0, 1, 1\na\nbounds: 0, 0, 1, 1\nb\n", &warnings);
  ASSERT_EQ(warnings.size(), 3u);
  EXPECT_EQ(warnings[0].where.line, 2u);
  EXPECT_EQ(warnings[1].where.line, 5u);
  EXPECT_EQ(warnings[2].where.line, 7u);
}

TEST(AtlasReader, LimitsTheNumberOfWarnings) {
  std::string text = "page.png\n";
  for (int i = 0; i < 5000; ++i) text.append("r").append(std::to_string(i)).append("\n");
  std::vector<Warning> warnings;
  const Atlas atlas = parsed(text, &warnings);
  EXPECT_EQ(atlas.regions().size(), 5000u);
  ASSERT_EQ(warnings.size(), 1001u);
  EXPECT_EQ(warnings.back().code, ErrorCode::limit);
}

TEST(AtlasReader, RefusesMoreThanAMillionRegions) {
  std::string text = "p\n";
  for (int i = 0; i <= 1000000; ++i) text += "r\n";
  expect_error(text, ErrorCode::limit, 1000002, 1, "at least 1000001 regions; the limit is 1000000.");
}

TEST(AtlasReader, ReadsLargeInputsInProportionateTime) {
  // 200,000 regions that all have the same name, and lines of a megabyte: quadratic work would take minutes.
  std::string text = "page.png\nsize: 4, 4\n";
  for (int i = 0; i < 200000; ++i) text += "same\nbounds:0,0,1,1\n";
  text += std::string(1000000, 'x') + "\nk: " + std::string(1000000, ',') + "\n";
  const auto start = std::chrono::steady_clock::now();
  std::vector<Warning> warnings;
  const Result<Atlas> atlas = parse_atlas(text, "big.atlas", &warnings);
  EXPECT_FALSE(atlas);  // the commas have no numbers between them
  const Result<Atlas> most =
      parse_atlas(std::string_view(text).substr(0, text.size() - 2000005), "big.atlas", &warnings);
  ASSERT_TRUE(most) << most.error();
  EXPECT_EQ(most->regions().size(), 200000u);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(AtlasReader, SurvivesDamagedInput) {
  const std::string original =
      std::string(old_layout) +
      "\nthird.png\n\tsize: 64, 64\n\tpma: true\n\tscale: 0.5\nx\n\tindex: 4\n\tbounds: 1, 2, 3, 4\n"
      "\toffsets: 1, 1, 9, 9\n\trotate: 270\n\tcustom: 1.5, 2\n";
  ASSERT_TRUE(parse_atlas(original));
  std::mt19937 random(20240607);
  int values = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string text = original;
    const std::size_t changes = 1 + random() % 8;
    for (std::size_t i = 0; i < changes && !text.empty(); ++i) {
      const std::size_t at = random() % text.size();
      switch (random() % 5) {
        case 0:
          text[at] = static_cast<char>(random() % 256);
          break;
        case 1:
          text.resize(at);
          break;
        case 2:
          text.erase(at, 1 + random() % 20);
          break;
        case 3:
          text.insert(at, text.substr(random() % text.size(), random() % 40));
          break;
        default:
          text[at] = "\n\r:, \t-9.t"[random() % 10];
          break;
      }
    }
    std::vector<Warning> warnings;
    const Result<Atlas> atlas = parse_atlas(text, "damaged.atlas", &warnings);
    if (!atlas) {
      EXPECT_FALSE(atlas.error().message.empty());
      continue;
    }
    ++values;
    for (const AtlasRegion& region : atlas->regions()) {
      EXPECT_LT(region.page, atlas->pages().size());
      EXPECT_NE(atlas->find(region.name), nullptr);
      const Vec2 corner = uv_transform(region, atlas->page_of(region)).apply(1, 1);
      EXPECT_EQ(corner.x, corner.x);  // not NaN
    }
  }
  EXPECT_GT(values, 200);
  EXPECT_LT(values, 1800);
}

TEST(AtlasReader, ReportsAMissingFile) {
  const Result<Atlas> atlas = load_atlas("no/such/file.atlas");
  ASSERT_FALSE(atlas);
  EXPECT_EQ(atlas.error().code, ErrorCode::file_not_found);
  EXPECT_EQ(atlas.error().where.file, "no/such/file.atlas");
}

TEST(AtlasReader, LoadsEveryAtlasOfTheCorpus) {
  namespace fs = std::filesystem;
  const std::optional<fs::path> corpus = test::corpus();
  if (!corpus) GTEST_SKIP() << "no corpus";
  int files = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(*corpus)) {
    if (entry.path().extension() != ".atlas") continue;
    ++files;
    std::vector<Warning> warnings;
    const Result<Atlas> atlas = load_atlas(entry.path().string(), &warnings);
    ASSERT_TRUE(atlas) << atlas.error();
    for (const Warning& warning : warnings) ADD_FAILURE() << warning;
    EXPECT_FALSE(atlas->regions().empty()) << entry.path();
    for (std::size_t page = 0; page < atlas->pages().size(); ++page) {
      EXPECT_TRUE(fs::exists(atlas->page_path(page))) << atlas->page_path(page);
    }
  }
  EXPECT_GT(files, 0);
}

}  // namespace
