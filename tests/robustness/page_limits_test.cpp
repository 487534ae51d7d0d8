// What an atlas of a few bytes may ask for: pages, and pictures with margins.
#include <gtest/gtest.h>

#if defined(SINEW_COMMAND) && defined(SINEW_HAS_RENDER)

#include <sys/stat.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>

#include "media/atlas_unpack.hpp"
#include "media/png.hpp"
#include "support/command.hpp"
#include "support/temporary_folder.hpp"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using test::CommandResult;
using test::run_sinew;

const char* const rig = R"({"skeleton": {"spine": "4.2.43"}, "bones": [{"name": "root"}],
"slots": [{"name": "a", "bone": "root", "attachment": "a"}],
"skins": [{"name": "default", "attachments": {"a": {"a": {"width": 4, "height": 4}}}}]})";

AtlasRegion region_of(int size, int original_width, int original_height) {
  AtlasRegion region;
  region.name = "a";
  region.width = region.height = size;
  region.original_width = original_width;
  region.original_height = original_height;
  return region;
}

class PageLimits : public testing::Test {
 protected:
  void SetUp() override {
    folder_.write("rig.json", rig);
    ASSERT_TRUE(write_png(folder_ / "p.png", Image(8, 8)));
  }
  [[nodiscard]] CommandResult run(const std::vector<std::string>& arguments) const {
    return run_sinew(arguments, folder_.path().string());
  }
  test::TemporaryFolder folder_;
};

TEST_F(PageLimits, APictureHasSoManyPixelsOfMargin) {
  const Image page(8, 8);
  EXPECT_TRUE(extract_region(region_of(8, 8192, 64), AtlasPage{}, page));
  const auto large = extract_region(region_of(8, 8192, 8193), AtlasPage{}, page);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().code, ErrorCode::limit);
  EXPECT_NE(large.error().message.find("8192 x 8193 for 8 x 8"), std::string::npos) << large.error();
}

TEST_F(PageLimits, ARegionBeyondIsLeftOutWithItsPlace) {
  folder_.write("a.atlas", "p.png\na\nbounds: 0, 0, 4, 4\noffsets: 0, 0, 16384, 16384\nb\nbounds: 0, 0, 4, 4\n");
  const CommandResult result = run({"atlas", "unpack", "a.atlas", "-o", "out"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "out/b.png\n");
  EXPECT_NE(result.err.find("a.atlas: The region 'a' has an original size of 16384 x 16384"), std::string::npos)
      << result.err;
}

TEST_F(PageLimits, AllPicturesTogetherHaveALimitAndNothingIsWrittenBeyond) {
  std::string text = "p.png\n";
  for (int i = 0; i < 65; ++i) {
    text += "r" + std::to_string(i) + "x\nbounds: 0, 0, 4, 4\noffsets: 0, 0, 8192, 8192\n";
  }
  folder_.write("a.atlas", text);
  const CommandResult result = run({"atlas", "unpack", "a.atlas", "-o", "out"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("a.atlas: With the region 'r64x'"), std::string::npos) << result.err;
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

TEST_F(PageLimits, NothingIsWrittenWhereALaterPageCannotBeRead) {
  folder_.write("q.png", folder_.read("p.png").substr(0, 50));
  folder_.write("a.atlas", "p.png\na\nbounds: 0, 0, 4, 4\n\nq.png\nb\nbounds: 0, 0, 4, 4\n");
  const CommandResult result = run({"atlas", "unpack", "a.atlas", "-o", "out"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("q.png"), std::string::npos) << result.err;
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

TEST_F(PageLimits, FilesAreInTheOrderOfTheAtlasWhateverTheirPages) {
  ASSERT_TRUE(write_png(folder_ / "a.png", Image(8, 8)));
  folder_.write("a.atlas",
                "p.png\nz\nbounds: 0, 0, 4, 4\n\na.png\nb\nbounds: 0, 0, 4, 4\n\n./p.png\nc\nbounds: 0, 0, 4, 4\n");
  const CommandResult result = run({"atlas", "unpack", "a.atlas", "-o", "out"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "out/z.png\nout/b.png\nout/c.png\n");
}

TEST_F(PageLimits, APipeIsNoPage) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe.png").c_str(), 0600), 0);
  folder_.write("a.atlas", "pipe.png\na\nbounds: 0, 0, 4, 4\n");
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"atlas", "unpack", "a.atlas"}, {"render", "rig.json", "--atlas", "a.atlas", "-o", "a.png"}}) {
    const CommandResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.err.find("pipe.png: This is a pipe, a socket or a device."), std::string::npos) << result.err;
  }
}

void append_chunk(std::string& png, const std::string& type, const std::string& data) {
  const auto number = [&](std::uint32_t value) {
    for (const unsigned shift : {24u, 16u, 8u, 0u})
      png += static_cast<char>(static_cast<unsigned char>(value >> shift));
  };
  number(static_cast<std::uint32_t>(data.size()));
  const std::string all = type + data;
  png += all;
  number(static_cast<std::uint32_t>(
      ::crc32(0, reinterpret_cast<const Bytef*>(all.data()), static_cast<uInt>(all.size()))));
}

/// A header for so many pixels of one bit, and as many bytes behind it as are to be believed.
std::string promise_of(std::uint32_t width, std::uint32_t height) {
  std::string header;
  for (const std::uint32_t value : {width, height}) {
    for (const unsigned shift : {24u, 16u, 8u, 0u})
      header += static_cast<char>(static_cast<unsigned char>(value >> shift));
  }
  header += std::string("\x01\0\0\0\0", 5);
  std::string png = "\x89PNG\r\n\x1a\n";
  append_chunk(png, "IHDR", header);
  append_chunk(png, "tEXt", std::string(std::size_t{width} / 8 * height / 1032, 'x'));
  return png;
}

TEST_F(PageLimits, RenderingRefusesPagesBeforeTheyAreDecoded) {
  folder_.write("q.png", promise_of(16384, 16384));  // all that may be, and there is a page before it
  folder_.write("a.atlas", "p.png\na\nbounds: 0, 0, 4, 4\n\nq.png\nb\nbounds: 0, 0, 4, 4\n");
  const CommandResult result = run({"render", "rig.json", "--atlas", "a.atlas", "-o", "a.png"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("q.png: This page image is 16384 x 16384 pixels"), std::string::npos) << result.err;
  EXPECT_FALSE(fs::exists(folder_ / "a.png"));
}

TEST_F(PageLimits, RenderingTakesAFileOfManyPagesOnce) {
  // 100 times the file would be beyond the limit.
  ASSERT_TRUE(write_png(folder_ / "q.png", Image(2048, 2048)));
  std::string text;
  for (int i = 0; i < 100; ++i) text += "q.png\nr" + std::to_string(i) + "x\nbounds: 0, 0, 4, 4\n\n";
  folder_.write("a.atlas", text + "./q.png\na\nbounds: 0, 0, 4, 4\n");
  const CommandResult result = run({"render", "rig.json", "--atlas", "a.atlas", "-o", "a.png"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST_F(PageLimits, ACrowdAsksForItsFolderFirst) {
  const CommandResult result = run({"bench", "crowd", "none.json", "-o", "not/there.png"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("not/there.png: The file cannot be written: its folder does not exist"), std::string::npos)
      << result.err;
}

}  // namespace
}  // namespace sinew

#endif
