#include <webp/demux.h>

#include <cstring>
#include <string>

#include "clip_fixtures.hpp"
#include "media/clip.hpp"

namespace sinew {
namespace {

using test::Background;
using test::ball_frame;
using test::clip_options;
using test::square_frame;
using test::TemporaryFolder;
using test::write_clip;

struct Webp {
  WebPAnimInfo info = {};
  std::vector<Image> frames;
  std::vector<int> ends;  // of each frame, in milliseconds
};

Webp play(const std::string& path) {
  const std::vector<std::uint8_t> file = test::bytes_of(path);
  Webp webp;
  WebPAnimDecoderOptions options;
  WebPAnimDecoderOptionsInit(&options);
  options.color_mode = MODE_RGBA;
  const WebPData data = {file.data(), file.size()};
  WebPAnimDecoder* decoder = WebPAnimDecoderNew(&data, &options);
  if (decoder == nullptr) {
    ADD_FAILURE() << "libwebp cannot read " << path;
    return webp;
  }
  WebPAnimDecoderGetInfo(decoder, &webp.info);
  while (WebPAnimDecoderHasMoreFrames(decoder)) {
    std::uint8_t* pixels = nullptr;
    int end = 0;
    if (!WebPAnimDecoderGetNext(decoder, &pixels, &end)) {
      ADD_FAILURE() << "libwebp stopped at frame " << webp.frames.size();
      break;
    }
    Image image(webp.info.canvas_width, webp.info.canvas_height);
    std::memcpy(image.pixels.data(), pixels, image.pixels.size());
    webp.frames.push_back(image);
    webp.ends.push_back(end);
  }
  WebPAnimDecoderDelete(decoder);
  return webp;
}

void expect_same_to_the_eye(const Image& a, const Image& b) {
  for (std::size_t i = 0; i < a.pixels.size(); i += 4) {
    ASSERT_EQ(a.pixels[i + 3], b.pixels[i + 3]) << i / 4;
    if (a.pixels[i + 3] == 0) continue;
    ASSERT_EQ(std::memcmp(&a.pixels[i], &b.pixels[i], 4), 0) << i / 4;
  }
}

TEST(WebpClip, EveryPixelThatCanBeSeenIsExact) {
  for (const Background background : {Background::transparent, Background::shaded}) {
    TemporaryFolder folder;
    ClipOptions options = clip_options(90, 70, 30);
    options.has_alpha = background == Background::transparent;
    options.plays = 4;
    const auto frame = [background](int i) { return ball_frame(90, 70, i, 10, background); };
    const ClipSummary summary = write_clip(folder / "a.webp", options, 10, frame);
    const Webp webp = play(folder / "a.webp");
    EXPECT_EQ(webp.info.canvas_width, 90u);
    EXPECT_EQ(webp.info.canvas_height, 70u);
    EXPECT_EQ(webp.info.loop_count, 4u);
    ASSERT_EQ(webp.frames.size(), 10u);
    for (int i = 0; i < 10; ++i) {
      expect_same_to_the_eye(webp.frames[i], frame(i));
      EXPECT_EQ(webp.ends[i], std::lround((i + 1) * 1000 / 30.0));
    }
    EXPECT_EQ(summary.bytes, std::filesystem::file_size(folder / "a.webp"));
    EXPECT_EQ(summary.has_alpha, options.has_alpha);
    EXPECT_EQ(summary.frames, 10u);
  }
}

TEST(WebpClip, AQualityMakesItSmallerAndNearlyTheSame) {
  const auto frame = [](int i) { return ball_frame(128, 128, i, 8, Background::transparent); };
  TemporaryFolder folder;
  const std::uint64_t lossless = write_clip(folder / "a.webp", clip_options(128, 128), 8, frame).bytes;
  ClipOptions options = clip_options(128, 128);
  options.quality = 80;
  const std::uint64_t good = write_clip(folder / "b.webp", options, 8, frame).bytes;
  options.quality = 20;
  const std::uint64_t small = write_clip(folder / "c.webp", options, 8, frame).bytes;
  EXPECT_LT(good, lossless);
  EXPECT_LT(small, good);
  const Webp webp = play(folder / "b.webp");
  ASSERT_EQ(webp.frames.size(), 8u);
  for (int i = 0; i < 8; ++i) {
    const Image source = frame(i);
    double sum = 0, alpha_sum = 0;
    int count = 0;
    for (std::size_t p = 0; p < source.pixels.size(); p += 4) {
      alpha_sum += std::abs(source.pixels[p + 3] - webp.frames[i].pixels[p + 3]);
      if (source.pixels[p + 3] < 200) continue;
      for (std::size_t c = 0; c < 3; ++c, ++count) sum += std::abs(source.pixels[p + c] - webp.frames[i].pixels[p + c]);
    }
    EXPECT_LT(sum / count, 4) << i;
    EXPECT_LT(alpha_sum / (128 * 128), 2) << i;
  }
}

TEST(WebpClip, FramesThatDoNotChangeKeepTheirTime) {
  // libwebp joins equal frames; the time that they take stays.
  TemporaryFolder folder;
  write_clip(folder / "a.webp", clip_options(32, 32, 10), 6, [](int i) { return square_frame(32, 32, i / 3, true); });
  const Webp webp = play(folder / "a.webp");
  ASSERT_GE(webp.frames.size(), 2u);
  EXPECT_EQ(webp.ends.back(), 600);
  expect_same_to_the_eye(webp.frames.front(), square_frame(32, 32, 0, true));
  expect_same_to_the_eye(webp.frames.back(), square_frame(32, 32, 1, true));
}

TEST(WebpClip, AFullDeviceIsReportedByName) {
  TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / "a.webp");
  auto clip = open_clip(folder / "a.webp", clip_options(32, 32));
  ASSERT_TRUE(clip);
  ASSERT_TRUE((*clip)->add(square_frame(32, 32, 0, true)));
  const auto summary = (*clip)->finish();
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().to_string(),
            folder / "a.webp" + ": The file cannot be written: no space is left on the disk.");
}

}  // namespace
}  // namespace sinew
