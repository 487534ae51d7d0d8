#include <string>

#include "clip_fixtures.hpp"
#include "media/clip.hpp"
#include "media/png.hpp"

namespace sinew {
namespace {

using test::clip_options;
using test::TemporaryFolder;

Image frame(int i) {
  return test::ball_frame(40, 30, i, 12, test::Background::transparent);
}

TEST(NumberedPictures, EveryFrameIsAFileOfItsOwn) {
  TemporaryFolder folder;
  ClipOptions options = clip_options(40, 30);
  options.first_number = 9;
  const ClipSummary summary = test::write_clip(folder / "walk_%03d.png", options, 3, frame);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"walk_009.png", "walk_010.png", "walk_011.png"}));
  std::uint64_t bytes = 0;
  for (int i = 0; i < 3; ++i) {
    const auto image = read_png(folder / folder.names()[static_cast<std::size_t>(i)]);
    ASSERT_TRUE(image) << image.error();
    EXPECT_EQ(image->pixels, frame(i).pixels);
    bytes += std::filesystem::file_size(folder / folder.names()[static_cast<std::size_t>(i)]);
  }
  EXPECT_EQ(summary.path, folder / "walk_%03d.png");
  EXPECT_EQ(summary.frames, 3u);
  EXPECT_EQ(summary.bytes, bytes);
  EXPECT_TRUE(summary.has_alpha);
  EXPECT_DOUBLE_EQ(summary.seconds, 0.12);
}

TEST(NumberedPictures, AllHaveTheSameChannels) {
  TemporaryFolder folder;
  const auto half_opaque = [](int i) {
    return test::ball_frame(40, 30, 0, 1, i == 0 ? test::Background::shaded : test::Background::transparent);
  };
  test::write_clip(folder / "a%d.png", clip_options(40, 30), 2, half_opaque);
  for (const char* name : {"a0.png", "a1.png"}) EXPECT_EQ(test::bytes_of(folder / name)[25], 6) << name;  // RGBA
  ClipOptions options = clip_options(40, 30);
  options.has_alpha = false;
  options.matte = {{10, 20, 30}};
  const ClipSummary summary = test::write_clip(folder / "b%d.png", options, 2, half_opaque);
  EXPECT_FALSE(summary.has_alpha);
  for (const char* name : {"b0.png", "b1.png"}) EXPECT_EQ(test::bytes_of(folder / name)[25], 2) << name;  // RGB
  const auto flattened = read_png(folder / "b1.png");
  ASSERT_TRUE(flattened);
  const std::uint8_t* corner = flattened->at(0, 0);
  EXPECT_EQ((std::vector<int>{corner[0], corner[1], corner[2], corner[3]}), (std::vector<int>{10, 20, 30, 255}));
}

TEST(NumberedPictures, PercentSignsAndLongNumbersComeOutRight) {
  TemporaryFolder folder;
  ClipOptions options = clip_options(40, 30);
  options.first_number = 99;
  test::write_clip(folder / "50%%_%02d_%%d.png", options, 2, frame);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"50%_100_%d.png", "50%_99_%d.png"}));
  std::filesystem::create_directory(folder / "100%d");
  test::write_clip(folder / "100%d/%d.png", clip_options(40, 30), 1, frame);
  EXPECT_TRUE(std::filesystem::exists(folder / "100%d/0.png"));
}

TEST(NumberedPictures, WrongPatternsAreExplained) {
  TemporaryFolder folder;
  for (const char* name : {"a.png", "%%.png", "a%d%d.png", "a%04d_%d.png", "a%s.png", "a%n.png", "a%5d.png", "a%0d.png",
                           "a%010d.png", "a%-4d.png", "a%04x.png", "a%ld.png", "a%d%.png", "a%04d%s.png", "a%0.png"}) {
    const auto clip = open_clip(folder / name, clip_options(4, 4));
    ASSERT_FALSE(clip) << name;
    EXPECT_EQ(clip.error().code, ErrorCode::bad_value);
    EXPECT_EQ(clip.error().where.file, folder / name);
    EXPECT_NE(clip.error().message.find("%04d"), std::string::npos) << clip.error();
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(NumberedPictures, NamesWithAPercentSignAreTheOnesMeant) {
  EXPECT_TRUE(is_numbered_name("out/%04d.png"));
  EXPECT_TRUE(is_numbered_name("%d.png"));
  EXPECT_FALSE(is_numbered_name("out%d/still.png"));
  EXPECT_FALSE(is_numbered_name("still.png"));
}

TEST(NumberedPictures, AFailingDiskLeavesTheFinishedFramesAlone) {
  TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / "a2.png");
  auto clip = open_clip(folder / "a%d.png", clip_options(40, 30));
  ASSERT_TRUE(clip);
  EXPECT_TRUE((*clip)->add(frame(0)));
  EXPECT_TRUE((*clip)->add(frame(1)));
  const Status full = (*clip)->add(frame(2));
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().where.file, folder / "a2.png");
  EXPECT_FALSE((*clip)->finish());
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a0.png", "a1.png", "a2.png"}));
  EXPECT_TRUE(read_png(folder / "a1.png"));
}

}  // namespace
}  // namespace sinew
