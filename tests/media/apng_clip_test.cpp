#include <png.h>
#include <zlib.h>

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
using Bytes = std::vector<std::uint8_t>;

std::uint32_t read32(const Bytes& bytes, std::size_t at) {
  return std::uint32_t{bytes.at(at)} << 24 | std::uint32_t{bytes.at(at + 1)} << 16 |
         std::uint32_t{bytes.at(at + 2)} << 8 | std::uint32_t{bytes.at(at + 3)};
}
std::uint32_t read16(const Bytes& bytes, std::size_t at) {
  return bytes.at(at) << 8 | bytes.at(at + 1);
}

struct ApngFrame {
  Image shown;
  std::uint32_t x = 0, y = 0, width = 0, height = 0, delay_num = 0, delay_den = 0;
  int dispose = 0, blend = 0;
};

struct Apng {
  std::uint32_t width = 0, height = 0, plays = 0, declared_frames = 0;
  int color_type = 0;
  std::vector<ApngFrame> frames;
};

std::uint32_t crc_of(const Bytes& bytes, std::size_t at, std::size_t size) {
  return static_cast<std::uint32_t>(crc32(0, bytes.data() + at, static_cast<uInt>(size)));
}

void append_chunk(Bytes& file, const char* name, const Bytes& contents) {
  const auto put32 = [&file](std::uint32_t value) {
    for (int i = 0; i < 4; ++i) file.push_back(static_cast<std::uint8_t>(value >> (24 - 8 * i)));
  };
  put32(static_cast<std::uint32_t>(contents.size()));
  const std::size_t start = file.size();
  file.insert(file.end(), name, name + 4);
  file.insert(file.end(), contents.begin(), contents.end());
  put32(crc_of(file, start, file.size() - start));
}

Image decode_with_libpng(const Bytes& file) {
  png_image png = {};
  png.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&png, file.data(), file.size())) {
    ADD_FAILURE() << png.message;
    return {};
  }
  png.format = PNG_FORMAT_RGBA;
  Image image(png.width, png.height);
  if (!png_image_finish_read(&png, nullptr, image.pixels.data(), 0, nullptr)) ADD_FAILURE() << png.message;
  return image;
}

/// Plays an APNG by its specification: every frame's data become an ordinary PNG for libpng.
Apng play(const std::string& path) {
  const Bytes file = test::bytes_of(path);
  Apng apng;
  Bytes header;
  std::uint32_t next_sequence = 0;
  bool ended = false;
  Bytes data;  // of the frame being read
  std::vector<Bytes> frame_data;
  for (std::size_t at = 8; at + 12 <= file.size();) {
    const std::uint32_t size = read32(file, at);
    const std::string name(file.begin() + at + 4, file.begin() + at + 8);
    const Bytes contents(file.begin() + at + 8, file.begin() + at + 8 + size);
    EXPECT_EQ(read32(file, at + 8 + size), crc_of(file, at + 4, size + 4)) << name;
    at += 12 + size;
    EXPECT_FALSE(ended);
    if (name == "IHDR") {
      header = contents;
      apng.width = read32(contents, 0);
      apng.height = read32(contents, 4);
      apng.color_type = contents[9];
    } else if (name == "acTL") {
      EXPECT_TRUE(apng.frames.empty());
      apng.declared_frames = read32(contents, 0);
      apng.plays = read32(contents, 4);
    } else if (name == "fcTL") {
      EXPECT_EQ(read32(contents, 0), next_sequence++);
      ApngFrame frame;
      frame.width = read32(contents, 4);
      frame.height = read32(contents, 8);
      frame.x = read32(contents, 12);
      frame.y = read32(contents, 16);
      frame.delay_num = read16(contents, 20);
      frame.delay_den = read16(contents, 22);
      frame.dispose = contents[24];
      frame.blend = contents[25];
      EXPECT_LE(frame.x + frame.width, apng.width);
      EXPECT_LE(frame.y + frame.height, apng.height);
      apng.frames.push_back(frame);
      frame_data.emplace_back();
    } else if (name == "IDAT") {
      EXPECT_EQ(apng.frames.size(), 1u);  // the first frame is what other programs see
      frame_data.back().insert(frame_data.back().end(), contents.begin(), contents.end());
    } else if (name == "fdAT") {
      EXPECT_EQ(read32(contents, 0), next_sequence++);
      frame_data.back().insert(frame_data.back().end(), contents.begin() + 4, contents.end());
    } else if (name == "IEND") {
      ended = true;
    } else {
      ADD_FAILURE() << "unexpected chunk " << name;
    }
  }
  EXPECT_TRUE(ended);
  Image canvas(apng.width, apng.height);
  for (std::size_t i = 0; i < apng.frames.size(); ++i) {
    ApngFrame& frame = apng.frames[i];
    Bytes own_header = header;
    for (int b = 0; b < 4; ++b) {
      own_header[b] = static_cast<std::uint8_t>(frame.width >> (24 - 8 * b));
      own_header[4 + b] = static_cast<std::uint8_t>(frame.height >> (24 - 8 * b));
    }
    Bytes single(file.begin(), file.begin() + 8);
    append_chunk(single, "IHDR", own_header);
    append_chunk(single, "IDAT", frame_data[i]);
    append_chunk(single, "IEND", {});
    const Image part = decode_with_libpng(single);
    EXPECT_EQ(frame.dispose, 0);
    for (std::uint32_t y = 0; y < frame.height; ++y) {
      for (std::uint32_t x = 0; x < frame.width; ++x) {
        const std::uint8_t* from = part.at(x, y);
        std::uint8_t* to = canvas.at(frame.x + x, frame.y + y);
        if (frame.blend == 1) {
          EXPECT_TRUE(from[3] == 0 || from[3] == 255);  // anything between would need the full formula
          if (from[3] == 0) continue;
        }
        std::memcpy(to, from, 4);
      }
    }
    frame.shown = canvas;
  }
  return apng;
}

/// Transparent pixels have no colour in an APNG of ours.
Bytes without_hidden_colors(Image image) {
  for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
    if (image.pixels[i + 3] == 0) std::memset(&image.pixels[i], 0, 4);
  }
  return image.pixels;
}

TEST(ApngClip, EveryPixelThatCanBeSeenIsExact) {
  for (const Background background : {Background::transparent, Background::shaded}) {
    for (const bool alpha : {true, false}) {
      TemporaryFolder folder;
      ClipOptions options = clip_options(90, 70);
      options.has_alpha = alpha;
      const auto frame = [background](int i) {
        Image image = ball_frame(90, 70, i, 10, background);
        if (background == Background::transparent) image.at(0, 0)[1] = static_cast<std::uint8_t>(i);  // not to be seen
        return image;
      };
      const ClipSummary summary = write_clip(folder / "a.apng", options, 10, frame);
      const Apng apng = play(folder / "a.apng");
      EXPECT_EQ(apng.width, 90u);
      EXPECT_EQ(apng.height, 70u);
      EXPECT_EQ(apng.color_type, alpha ? 6 : 2);
      EXPECT_EQ(apng.declared_frames, 10u);
      ASSERT_EQ(apng.frames.size(), 10u);
      for (int i = 0; i < 10; ++i) {
        if (alpha || background == Background::shaded) {
          EXPECT_EQ(apng.frames[i].shown.pixels, without_hidden_colors(frame(i))) << i;
        } else {
          // Laid onto black: each colour times its alpha.
          const Image source = frame(i);
          for (std::size_t p = 0; p < source.pixels.size(); ++p) {
            const int expected =
                p % 4 == 3 ? 255
                           : static_cast<int>(std::lround(source.pixels[p] * source.pixels[p - p % 4 + 3] / 255.0));
            ASSERT_EQ(apng.frames[i].shown.pixels[p], expected);
          }
        }
        EXPECT_EQ(apng.frames[i].delay_num, 1u);
        EXPECT_EQ(apng.frames[i].delay_den, 25u);
      }
      EXPECT_EQ(summary.has_alpha, alpha);
      EXPECT_EQ(summary.frames, 10u);
      EXPECT_EQ(summary.bytes, std::filesystem::file_size(folder / "a.apng"));
    }
  }
}

TEST(ApngClip, OnlyTheChangedRectangleIsWritten) {
  const auto frame = [](int i) {
    Image image = ball_frame(64, 48, 0, 1, Background::transparent);
    if (i >= 1) image.at(5, 9)[3] = 255;
    if (i == 2) {
      std::memset(image.at(40, 20), 0, 4);  // something vanishes
      image.at(44, 21)[2] = 200;
    }
    return image;
  };
  TemporaryFolder folder;
  write_clip(folder / "a.apng", clip_options(64, 48), 4, frame);
  const Apng apng = play(folder / "a.apng");
  ASSERT_EQ(apng.frames.size(), 4u);
  const auto box = [&](std::size_t i) {
    const ApngFrame& f = apng.frames[i];
    return std::vector<std::uint32_t>{f.x, f.y, f.width, f.height};
  };
  EXPECT_EQ(box(0), (std::vector<std::uint32_t>{0, 0, 64, 48}));
  EXPECT_EQ(box(1), (std::vector<std::uint32_t>{5, 9, 1, 1}));
  EXPECT_EQ(box(2), (std::vector<std::uint32_t>{40, 20, 5, 2}));
  EXPECT_EQ(box(3), (std::vector<std::uint32_t>{40, 20, 5, 2}));
  for (int i = 0; i < 4; ++i) EXPECT_EQ(apng.frames[i].shown.pixels, without_hidden_colors(frame(i))) << i;
}

TEST(ApngClip, SparseChangesAreBlendedOverWhatIsThere) {
  // Two far corners change in front of something that packs badly: writing all between them would be a waste.
  const auto frame = [](int i) {
    Image image(96, 96);
    std::uint32_t random = 5;
    for (std::size_t p = 0; p < image.pixels.size(); ++p) {
      random = random * 1664525u + 1013904223u;
      image.pixels[p] = p % 4 == 3 ? 255 : static_cast<std::uint8_t>(random >> 24);
    }
    std::memset(image.at(0, 0), 255 - i, 3);
    std::memset(image.at(95, 95), i, 3);
    return image;
  };
  TemporaryFolder folder;
  write_clip(folder / "a.apng", clip_options(96, 96), 5, frame);
  const Apng apng = play(folder / "a.apng");
  ASSERT_EQ(apng.frames.size(), 5u);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(apng.frames[i].shown.pixels, frame(i).pixels) << i;
    EXPECT_EQ(apng.frames[i].blend, i == 0 ? 0 : 1);
  }
  // The four frames after the first cost next to nothing.
  const std::uint64_t single = write_clip(folder / "b.apng", clip_options(96, 96), 1, frame).bytes;
  EXPECT_LT(std::filesystem::file_size(folder / "a.apng"), single + 4 * 400);
}

TEST(ApngClip, PlaysAndBroadcastRatesAreKept) {
  TemporaryFolder folder;
  ClipOptions options = clip_options(24, 24, 29.97);
  options.plays = 3;
  const ClipSummary summary =
      write_clip(folder / "a.apng", options, 6, [](int i) { return square_frame(24, 24, i, true); });
  Apng apng = play(folder / "a.apng");
  EXPECT_EQ(apng.plays, 3u);
  for (const ApngFrame& f : apng.frames) {
    EXPECT_EQ(f.delay_num, 1001u);
    EXPECT_EQ(f.delay_den, 30000u);
  }
  EXPECT_DOUBLE_EQ(summary.seconds, 6 * 1001 / 30000.0);

  // A rate whose parts do not fit into 16 bits is rounded to milliseconds without drifting.
  options.frame_rate = {700001, 10000};
  options.plays = 0;
  write_clip(folder / "a.apng", options, 70, [](int i) { return square_frame(24, 24, i, true); });
  apng = play(folder / "a.apng");
  EXPECT_EQ(apng.plays, 0u);
  std::uint32_t total = 0;
  for (const ApngFrame& f : apng.frames) {
    EXPECT_EQ(f.delay_den, 1000u);
    total += f.delay_num;
  }
  EXPECT_EQ(total, 1000u);
}

TEST(ApngClip, AFullDeviceIsReportedByName) {
  TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / "a.apng");
  auto clip = open_clip(folder / "a.apng", clip_options(32, 32));
  ASSERT_TRUE(clip);
  const Status added = (*clip)->add(square_frame(32, 32, 0, true));
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().to_string(),
            folder / "a.apng" + ": The file cannot be written: no space is left on the disk.");
}

}  // namespace
}  // namespace sinew
