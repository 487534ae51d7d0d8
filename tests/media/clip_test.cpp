#include "media/clip.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>

#include "clip_fixtures.hpp"

namespace sinew {
namespace {

using test::clip_options;
using test::TemporaryFolder;

Error error_of_opening(const std::string& path, const ClipOptions& options) {
  const auto clip = open_clip(path, options);
  if (!clip) return clip.error();
  ADD_FAILURE() << path << " was opened";
  return {};
}

TEST(FrameRate, KnowsTheBroadcastRates) {
  const auto same = [](FrameRate rate, std::uint32_t numerator, std::uint32_t denominator) {
    return rate.numerator == numerator && rate.denominator == denominator;
  };
  EXPECT_TRUE(same(FrameRate::from_fps(30), 30, 1));
  EXPECT_TRUE(same(FrameRate::from_fps(29.97), 30000, 1001));
  EXPECT_TRUE(same(FrameRate::from_fps(23.976), 24000, 1001));
  EXPECT_TRUE(same(FrameRate::from_fps(59.94), 60000, 1001));
  EXPECT_TRUE(same(FrameRate::from_fps(12.5), 12500, 1000));
  EXPECT_TRUE(same(FrameRate::from_fps(0), 1, 1000));
  EXPECT_TRUE(same(FrameRate::from_fps(-3), 1, 1000));
  EXPECT_TRUE(same(FrameRate::from_fps(std::nan("")), 1, 1000));
  EXPECT_TRUE(same(FrameRate::from_fps(1e9), 1000, 1));
}

TEST(FrameRate, StartsAreRoundedOneByOneSoThatErrorsDoNotAddUp) {
  const FrameRate rate = FrameRate::from_fps(30);
  EXPECT_EQ(rate.start_of(0, 100), 0u);
  EXPECT_EQ(rate.start_of(1, 100), 3u);
  EXPECT_EQ(rate.start_of(2, 100), 7u);
  EXPECT_EQ(rate.start_of(3, 100), 10u);
  EXPECT_EQ(rate.start_of(30000, 100), 100000u);
  EXPECT_EQ(FrameRate::from_fps(29.97).start_of(30000, 1000), 1001000u);
}

TEST(Clip, UnknownEndingsAreAnsweredWithTheKnownOnes) {
  TemporaryFolder folder;
  for (const char* name : {"a.avi", "a", "a.tar.xyz"}) {
    const Error error = error_of_opening(folder / name, clip_options(8, 8));
    EXPECT_EQ(error.code, ErrorCode::not_supported);
    for (const char* ending : {".gif", ".apng", ".webp", ".mp4", ".webm", ".mov", ".png"}) {
      EXPECT_NE(error.message.find(ending), std::string::npos) << error;
    }
  }
  EXPECT_NE(error_of_opening(folder / "a.avi", clip_options(8, 8)).message.find("'.avi'"), std::string::npos);
  EXPECT_TRUE(folder.names().empty());
}

TEST(Clip, EndingsMayBeInCapitals) {
  TemporaryFolder folder;
  test::write_clip(folder / "A.GIF", clip_options(16, 16), 1,
                   [](int i) { return test::square_frame(16, 16, i, true); });
  EXPECT_EQ(folder.names(), std::vector<std::string>{"A.GIF"});
}

TEST(Clip, ImpossibleOptionsAreRefused) {
  TemporaryFolder folder;
  EXPECT_EQ(error_of_opening(folder / "a.gif", clip_options(0, 8)).code, ErrorCode::bad_value);
  EXPECT_EQ(error_of_opening(folder / "a.gif", clip_options(8, -1)).code, ErrorCode::bad_value);
  EXPECT_EQ(error_of_opening(folder / "a.gif", clip_options(8, 16385)).code, ErrorCode::limit);
  EXPECT_EQ(error_of_opening(folder / "a.webp", clip_options(16384, 8)).code, ErrorCode::limit);
  ClipOptions options = clip_options(8, 8);
  options.frame_rate = {0, 1};
  EXPECT_EQ(error_of_opening(folder / "a.gif", options).code, ErrorCode::bad_value);
  options = clip_options(8, 8);
  options.quality = 101;
  EXPECT_EQ(error_of_opening(folder / "a.gif", options).code, ErrorCode::bad_value);
}

TEST(Clip, SummariesReadAsOneLine) {
  ClipSummary summary;
  summary.path = "hero.gif";
  summary.format = "GIF";
  summary.width = 512;
  summary.height = 256;
  summary.frames = 60;
  summary.seconds = 2;
  summary.has_alpha = true;
  summary.bytes = 1449000;
  EXPECT_EQ(summary.to_string(), "hero.gif: GIF, 512 x 256, 60 frames, 2 s, with alpha, 1.4 MB");
  summary.frames = 1;
  summary.has_alpha = false;
  summary.seconds = 0.0333333;
  summary.bytes = 999;
  EXPECT_EQ(summary.to_string(), "hero.gif: GIF, 512 x 256, 1 frame, 0.03333 s, opaque, 999 bytes");
}

// What holds for every format that is made in this process.
class EveryFormat : public testing::TestWithParam<const char*> {
 protected:
  TemporaryFolder folder;
};

TEST_P(EveryFormat, NeedsAFrame) {
  auto clip = open_clip(folder / GetParam(), clip_options(8, 8));
  ASSERT_TRUE(clip) << clip.error();
  const auto summary = (*clip)->finish();
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::bad_value);
  EXPECT_EQ(summary.error().where.file, folder / GetParam());
  clip->reset();
  EXPECT_TRUE(folder.names().empty());
}

TEST_P(EveryFormat, RefusesAFrameOfAnotherSizeAndThenEverything) {
  auto clip = open_clip(folder / GetParam(), clip_options(16, 16));
  ASSERT_TRUE(clip) << clip.error();
  const Status wrong = (*clip)->add(Image(16, 15));
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::bad_value);
  EXPECT_EQ(wrong.error().message, "Frame 0 is 16 x 15 pixels, but the clip was begun with 16 x 16.");
  EXPECT_FALSE((*clip)->add(Image(16, 16)));
  const auto summary = (*clip)->finish();
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().message, wrong.error().message);
  clip->reset();
  EXPECT_TRUE(folder.names().empty());
}

TEST_P(EveryFormat, NamesAMissingFolderAtOnce) {
  const std::string path = folder / ("none/" + std::string(GetParam()));
  const Error error = error_of_opening(path, clip_options(8, 8));
  EXPECT_EQ(error.code, ErrorCode::file_not_writable);
  EXPECT_NE(error.to_string().find("none/"), std::string::npos);
}

TEST_P(EveryFormat, LeavesNothingWhenItIsAbandoned) {
  auto clip = open_clip(folder / GetParam(), clip_options(64, 64));
  ASSERT_TRUE(clip) << clip.error();
  for (int i = 0; i < 3; ++i) ASSERT_TRUE((*clip)->add(test::ball_frame(64, 64, i, 3, test::Background::shaded)));
  clip->reset();
  for (const std::string& name : folder.names()) {
    // Complete pictures of a sequence stay.
    EXPECT_EQ(std::string(GetParam()), "a%d.png");
    EXPECT_TRUE(name == "a0.png" || name == "a1.png" || name == "a2.png") << name;
  }
}

TEST_P(EveryFormat, LeavesNothingWhenTheDiskIsFull) {
  auto clip = open_clip(folder / GetParam(), clip_options(200, 200));
  ASSERT_TRUE(clip) << clip.error();
  Status status = ok();
  {
    test::FullDisk full(2000);
    for (int i = 0; i < 4 && status; ++i) {
      status = (*clip)->add(test::ball_frame(200, 200, i, 4, test::Background::shaded));
    }
    if (status) {
      const auto summary = (*clip)->finish();
      status = summary ? ok() : Status(summary.error());
    }
    clip->reset();
  }
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::file_not_writable) << status.error();
  EXPECT_NE(status.error().where.file.find(folder.path().string()), std::string::npos);
  EXPECT_TRUE(folder.names().empty());
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool keeps_freed_memory = true;
#elif defined(__has_feature)
constexpr bool keeps_freed_memory = __has_feature(address_sanitizer);
#else
constexpr bool keeps_freed_memory = false;
#endif

TEST_P(EveryFormat, DoesNotNeedMoreMemoryForMoreFrames) {
  if (keeps_freed_memory) GTEST_SKIP() << "the sanitizer keeps freed memory";
  // Frames of noise-like detail, so that a writer that kept even the packed ones would show.
  const auto peak_of = [this](int count) {
    int ends[2];
    if (::pipe(ends) != 0) return -1L;
    const pid_t child = ::fork();
    if (child == 0) {
      auto clip = open_clip(folder / GetParam(), clip_options(192, 192));
      Image frame(192, 192);
      std::uint32_t random = 7;
      for (int i = 0; i < count && clip; ++i) {
        for (std::uint8_t& byte : frame.pixels) {
          random = random * 1664525u + 1013904223u;
          byte = static_cast<std::uint8_t>(random >> 24);
        }
        if (!(*clip)->add(frame)) ::_exit(1);
      }
      if (!clip || !(*clip)->finish()) ::_exit(1);
      rusage usage = {};
      ::getrusage(RUSAGE_SELF, &usage);
      const long kilobytes = usage.ru_maxrss;
      if (::write(ends[1], &kilobytes, sizeof kilobytes) != sizeof kilobytes) ::_exit(1);
      ::_exit(0);
    }
    ::close(ends[1]);
    long kilobytes = -1;
    if (::read(ends[0], &kilobytes, sizeof kilobytes) != sizeof kilobytes) kilobytes = -1;
    ::close(ends[0]);
    ::waitpid(child, nullptr, 0);
    return kilobytes;
  };
  const long few = peak_of(3), many = peak_of(33);
  ASSERT_GT(few, 0);
  ASSERT_GT(many, 0);
  // 30 frames more are 4.4 MB of pixels. libwebp keeps the packed frames, which noise makes nearly as large.
  if (std::string(GetParam()) == "a.webp") {
    EXPECT_LT(many - few, 12000);
  } else {
    EXPECT_LT(many - few, 1500);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryFormat, testing::Values("a.gif", "a.apng", "a.webp", "a%d.png"),
                         [](const auto& format) {
                           const std::string name = format.param;
                           return name == "a%d.png" ? std::string("png") : name.substr(2);
                         });

}  // namespace
}  // namespace sinew
