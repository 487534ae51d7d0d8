#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "clip_fixtures.hpp"
#include "media/clip.hpp"
#include "media/piped_process.hpp"

namespace sinew {
namespace {

using test::Background;
using test::ball_frame;
using test::clip_options;
using test::TemporaryFolder;
using test::write_clip;

/// What a command prints, nothing when it fails.
std::optional<std::string> output_of(const std::string& command) {
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::string text;
  char buffer[65536];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, count);
  if (::pclose(pipe) != 0) return {};
  return text;
}

bool have_ffmpeg() {
  static const bool found = output_of("ffmpeg -version 2>/dev/null").has_value();
  return found;
}

std::vector<Image> decode(const std::string& path, const std::string& decoder, int width, int height) {
  const auto raw = output_of("ffmpeg -v error " + decoder + " -i '" + path + "' -f rawvideo -pix_fmt rgba -");
  std::vector<Image> frames;
  if (!raw) {
    ADD_FAILURE() << "ffmpeg cannot read " << path;
    return frames;
  }
  const std::size_t size = Image(width, height).pixels.size();
  EXPECT_EQ(raw->size() % size, 0u);
  for (std::size_t at = 0; at + size <= raw->size(); at += size) {
    Image image(width, height);
    image.pixels.assign(raw->begin() + at, raw->begin() + at + size);
    frames.push_back(image);
  }
  return frames;
}

std::string probe(const std::string& path, const std::string& entries) {
  std::string text = output_of("ffprobe -v error -select_streams v:0 -show_entries stream=" + entries +
                               " -of default=noprint_wrappers=1:nokey=1 '" + path + "'")
                         .value_or("ffprobe failed");
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// Mean difference of the colours where both show (all, or as much as the source's alpha says), and of alpha.
std::pair<double, double> difference(const Image& source, const Image& shown) {
  double sum = 0, weight = 0, alpha = 0;
  for (std::size_t i = 0; i < source.pixels.size(); i += 4) {
    const double cover = source.pixels[i + 3] / 255.0;
    for (std::size_t c = 0; c < 3; ++c) sum += cover * std::abs(source.pixels[i + c] - shown.pixels[i + c]) / 3;
    weight += cover;
    alpha += std::abs(source.pixels[i + 3] - shown.pixels[i + 3]);
  }
  return {sum / weight, alpha / static_cast<double>(source.pixels.size() / 4)};
}

/// A PATH of our own for as long as it lives.
class Path {
 public:
  explicit Path(const std::string& folders) : before_(std::getenv("PATH")) { ::setenv("PATH", folders.c_str(), 1); }
  ~Path() { ::setenv("PATH", before_.c_str(), 1); }
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;

 private:
  std::string before_;
};

void make_program(const std::string& path, const std::string& script) {
  std::ofstream(path) << "#!/bin/sh\n" << script << '\n';
  ::chmod(path.c_str(), 0755);
}

TEST(VideoClip, Mp4HasTheFramesColoursAndSize) {
  if (!have_ffmpeg()) GTEST_SKIP() << "no ffmpeg";
  TemporaryFolder folder;
  ClipOptions options = clip_options(160, 120, 29.97);
  options.has_alpha = false;
  const auto frame = [](int i) { return ball_frame(160, 120, i, 12, Background::shaded); };
  const ClipSummary summary = write_clip(folder / "a.mp4", options, 12, frame);
  EXPECT_EQ(probe(folder / "a.mp4", "codec_name,pix_fmt,color_space,r_frame_rate,nb_frames"),
            "h264 yuv420p bt709 30000/1001 12 ");
  const std::vector<Image> frames = decode(folder / "a.mp4", "", 160, 120);
  ASSERT_EQ(frames.size(), 12u);
  for (int i = 0; i < 12; ++i) EXPECT_LT(difference(frame(i), frames[i]).first, 2.5) << i;
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.mp4"});
  EXPECT_EQ(summary.bytes, std::filesystem::file_size(folder / "a.mp4"));
  EXPECT_FALSE(summary.has_alpha);
  EXPECT_TRUE(summary.notes.empty());
}

TEST(VideoClip, Mp4OfAnOddSizeGrowsByAPixelAndSaysSo) {
  if (!have_ffmpeg()) GTEST_SKIP() << "no ffmpeg";
  TemporaryFolder folder;
  ClipOptions options = clip_options(61, 45);
  options.matte = {{0, 200, 0}};
  const auto frame = [](int i) { return ball_frame(61, 45, i, 4, Background::transparent); };
  const ClipSummary summary = write_clip(folder / "a.mp4", options, 4, frame);
  EXPECT_EQ(summary.width, 62);
  EXPECT_EQ(summary.height, 46);
  EXPECT_FALSE(summary.has_alpha);
  ASSERT_EQ(summary.notes.size(), 1u);
  EXPECT_NE(summary.notes[0].find("no transparency"), std::string::npos);
  const std::vector<Image> frames = decode(folder / "a.mp4", "", 62, 46);
  ASSERT_EQ(frames.size(), 4u);
  for (const auto& [x, y] : {std::pair{0, 0}, {61, 0}, {0, 45}, {61, 45}}) {  // the matte, also in what was added
    EXPECT_NEAR(frames[0].at(x, y)[0], 0, 6);
    EXPECT_NEAR(frames[0].at(x, y)[1], 200, 6);
    EXPECT_NEAR(frames[0].at(x, y)[2], 0, 6);
  }
}

TEST(VideoClip, WebmKeepsAlphaAndItsEdgesAreNotDark) {
  if (!have_ffmpeg()) GTEST_SKIP() << "no ffmpeg";
  TemporaryFolder folder;
  const auto frame = [](int i) { return ball_frame(129, 95, i, 8, Background::transparent); };
  const ClipSummary summary = write_clip(folder / "a.webm", clip_options(129, 95), 8, frame);
  EXPECT_TRUE(summary.has_alpha);
  EXPECT_EQ(summary.width, 129);
  EXPECT_EQ(probe(folder / "a.webm", "codec_name,width,height,color_space,r_frame_rate"), "vp9 129 95 bt709 25/1 ");
  const std::vector<Image> frames = decode(folder / "a.webm", "-c:v libvpx-vp9", 129, 95);
  ASSERT_EQ(frames.size(), 8u);
  for (int i = 0; i < 8; ++i) {
    const Image source = frame(i);
    const auto [color, alpha] = difference(source, frames[i]);
    EXPECT_LT(color, 4) << i;
    EXPECT_LT(alpha, 1.5) << i;
    // The ball's colours at the edge are what a fringe would darken.
    double sum = 0;
    int count = 0;
    for (std::size_t p = 0; p < source.pixels.size(); p += 4) {
      if (source.pixels[p + 3] < 40 || source.pixels[p + 3] > 250) continue;
      for (std::size_t c = 0; c < 3; ++c, ++count) sum += frames[i].pixels[p + c] - source.pixels[p + c];
    }
    EXPECT_NEAR(sum / count, 0, 6) << i;
  }
}

TEST(VideoClip, MovIsExactToAFewLevelsWithAlpha) {
  if (!have_ffmpeg()) GTEST_SKIP() << "no ffmpeg";
  TemporaryFolder folder;
  const auto frame = [](int i) { return ball_frame(97, 64, i, 5, Background::transparent); };
  const ClipSummary summary = write_clip(folder / "a.mov", clip_options(97, 64), 5, frame);
  EXPECT_TRUE(summary.has_alpha);
  EXPECT_EQ(probe(folder / "a.mov", "codec_name,codec_tag_string,color_space,nb_frames"), "prores ap4h bt709 5 ");
  const std::vector<Image> frames = decode(folder / "a.mov", "", 97, 64);
  ASSERT_EQ(frames.size(), 5u);
  for (int i = 0; i < 5; ++i) {
    const auto [color, alpha] = difference(frame(i), frames[i]);
    EXPECT_LT(color, 1.0) << i;
    EXPECT_LT(alpha, 0.5) << i;
  }
}

TEST(VideoClip, OpaqueWebmAndMovWork) {
  if (!have_ffmpeg()) GTEST_SKIP() << "no ffmpeg";
  TemporaryFolder folder;
  ClipOptions options = clip_options(64, 64);
  options.has_alpha = false;
  for (const char* name : {"a.webm", "a.mov"}) {
    const auto frame = [](int i) { return ball_frame(64, 64, i, 3, Background::shaded); };
    EXPECT_FALSE(write_clip(folder / name, options, 3, frame).has_alpha);
    const std::vector<Image> frames = decode(folder / name, "", 64, 64);
    ASSERT_EQ(frames.size(), 3u);
    for (int i = 0; i < 3; ++i) EXPECT_LT(difference(frame(i), frames[i]).first, 3) << name << i;
  }
}

TEST(VideoClip, QualityDecidesTheSize) {
  if (!have_ffmpeg()) GTEST_SKIP() << "no ffmpeg";
  TemporaryFolder folder;
  for (const char* name : {"a.mp4", "a.webm", "a.mov"}) {
    const auto bytes = [&](int quality) {
      ClipOptions options = clip_options(128, 128);
      options.has_alpha = false;
      options.quality = quality;
      return write_clip(folder / name, options, 4, [](int i) { return ball_frame(128, 128, i, 4, Background::shaded); })
          .bytes;
    };
    const std::uint64_t low = bytes(10), middle = bytes(50), high = bytes(100);
    EXPECT_LT(low, middle) << name;
    EXPECT_LT(middle, high) << name;
  }
}

TEST(VideoClip, WithoutFfmpegItSaysWhatToDo) {
  TemporaryFolder folder;
  const Path nowhere(folder.path().string());
  const auto clip = open_clip(folder / "a.mp4", clip_options(32, 32));
  ASSERT_FALSE(clip);
  EXPECT_EQ(clip.error().code, ErrorCode::environment);
  EXPECT_EQ(clip.error().message,
            "Videos are made by the ffmpeg program, and there is no ffmpeg program in PATH: install it (on Debian: apt "
            "install ffmpeg), or write .gif, .apng, .webp or numbered .png, which need none.");
  EXPECT_TRUE(folder.names().empty());
}

// Programs called ffmpeg that behave badly.
class BadFfmpeg : public testing::Test {
 protected:
  /// The error of writing ten large frames with this script as ffmpeg.
  Error error_with(const std::string& script) {
    make_program(programs / "ffmpeg", script);
    const Path ours(programs.path().string() + ":" + std::getenv("PATH"));
    auto clip = open_clip(folder / "a.mp4", clip_options(512, 512));
    if (!clip) return clip.error();
    for (int i = 0; i < 10; ++i) {
      const Status added = (*clip)->add(Image(512, 512));
      if (!added) return added.error();
    }
    const auto summary = (*clip)->finish();
    return summary ? Error{ErrorCode::bad_value, "it went well", {}} : summary.error();
  }

  TemporaryFolder programs;
  TemporaryFolder folder;
};

TEST_F(BadFfmpeg, ItsLastLineIsInTheSentence) {
  const Error error =
      error_with("echo 'first' >&2; echo 'Unknown encoder libx264' >&2; echo 'Conversion failed!' >&2; exit 1");
  EXPECT_EQ(error.code, ErrorCode::environment);
  EXPECT_EQ(error.to_string(), folder / "a.mp4" + ": ffmpeg could not make the video: Unknown encoder libx264.");
  EXPECT_TRUE(folder.names().empty());
}

TEST_F(BadFfmpeg, OneThatStopsReadingIsNoSigpipe) {
  EXPECT_NE(error_with("head -c 1000000 >/dev/null; echo 'enough' >&2; exit 3").message.find("enough"),
            std::string::npos);
  EXPECT_NE(error_with("exec <&-; exit 0").message.find("it gave no reason"), std::string::npos);
  EXPECT_TRUE(folder.names().empty());
}

TEST_F(BadFfmpeg, OneThatFailsAtTheEndIsNoticed) {
  EXPECT_NE(error_with("cat >/dev/null; echo 'disk full' >&2; exit 1").message.find("disk full"), std::string::npos);
  EXPECT_NE(error_with("cat >/dev/null; kill -9 $$").message.find("it gave no reason"), std::string::npos);
  EXPECT_TRUE(folder.names().empty());
}

TEST_F(BadFfmpeg, OneThatOnlySaysThatItFailedIsBelieved) {
  const Error error =
      error_with("cat >/dev/null; echo 'Error writing trailer of /dev/fd/3: No space left on device' >&2; exit 0");
  EXPECT_NE(error.message.find("No space left on device"), std::string::npos) << error;
  // Chatter that is no error is none.
  EXPECT_EQ(error_with("cat >/dev/null; echo 'WARNING: something' >&2; exit 0").message, "it went well");
}

TEST_F(BadFfmpeg, OneThatTalksALotDoesNotBlock) {
  const Error error =
      error_with("head -c 3000000 /dev/zero | tr '\\0' 'x' >&2; echo >&2; echo 'done' >&2; cat >/dev/null; exit 1");
  EXPECT_NE(error.message.find("done"), std::string::npos) << error.message.substr(0, 200);
}

TEST_F(BadFfmpeg, AnAbandonedOneIsKilled) {
  make_program(programs / "ffmpeg", "echo $$ > '" + (folder / "pid") + "'; exec sleep 1000");
  const Path ours(programs.path().string() + ":" + std::getenv("PATH"));
  auto clip = open_clip(folder / "a.mp4", clip_options(32, 32));
  ASSERT_TRUE(clip) << clip.error();
  pid_t pid = 0;
  while (pid == 0) std::ifstream(folder / "pid") >> pid;
  EXPECT_EQ(::kill(pid, 0), 0);
  clip->reset();
  EXPECT_EQ(::kill(pid, 0), -1);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"pid"});
}

TEST(VideoClip, AFullDiskIsReportedAndLeavesNothing) {
  if (!have_ffmpeg()) GTEST_SKIP() << "no ffmpeg";
  TemporaryFolder folder;
  Image noise(128, 128);
  std::uint32_t random = 3;
  for (std::uint8_t& byte : noise.pixels)
    byte = static_cast<std::uint8_t>((random = random * 1664525u + 1013904223u) >> 24);
  for (const char* name : {"a.mp4", "a.webm", "a.mov"}) {
    const test::FullDisk full(5000);
    auto clip = open_clip(folder / name, clip_options(128, 128));
    ASSERT_TRUE(clip) << clip.error();
    Status status = ok();
    for (int i = 0; i < 4 && status; ++i) status = (*clip)->add(noise);
    if (status) {
      const auto summary = (*clip)->finish();
      status = summary ? ok() : Status(summary.error());
    }
    ASSERT_FALSE(status) << name;
    EXPECT_EQ(status.error().code, ErrorCode::environment);
    EXPECT_NE(status.error().message.find("File too large"), std::string::npos) << status.error();
    clip->reset();
    EXPECT_TRUE(folder.names().empty());
  }
}

TEST(PipedProcess, RunsWithoutAShellAndInheritsTheFile) {
  TemporaryFolder folder;
  const std::string odd_name = folder / "$HOME; `x`";  // an argument is a name, whatever it contains
  const std::string text = "some bytes";
  {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen((folder / "out").c_str(), "wb"), std::fclose);
    PipedProcess process;
    ASSERT_EQ(process.start({"tee", "/dev/fd/3", odd_name}, ::fileno(file.get())), 0);
    EXPECT_TRUE(process.write({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
    EXPECT_TRUE(process.finish());
  }
  EXPECT_EQ(folder.read("out"), text);
  EXPECT_EQ(folder.read("$HOME; `x`"), text);
}

TEST(PipedProcess, AMissingProgramIsToldApart) {
  PipedProcess process;
  EXPECT_EQ(process.start({"sinew-no-such-program"}, 1), ENOENT);
}

}  // namespace
}  // namespace sinew
