#include <gif_lib.h>

#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <set>
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

struct GifFrame {
  Image shown;  // the whole canvas while the frame is on
  int delay = 0;
  int left = 0, top = 0, width = 0, height = 0;
  bool own_palette = false;
};

struct Gif {
  int width = 0, height = 0;
  std::vector<GifFrame> frames;
  std::optional<int> repeats;  // of the NETSCAPE block
  Image after_last;            // what the last frame leaves behind

  [[nodiscard]] int duration() const {
    return std::accumulate(frames.begin(), frames.end(), 0, [](int sum, const GifFrame& f) { return sum + f.delay; });
  }
};

/// Plays a GIF with giflib's decoder, by the rules of GIF89a.
Gif play(const std::string& path) {
  Gif result;
  int error = 0;
  GifFileType* gif = DGifOpenFileName(path.c_str(), &error);
  if (gif == nullptr || DGifSlurp(gif) == GIF_ERROR) {
    ADD_FAILURE() << "giflib cannot read " << path;
    return result;
  }
  result.width = gif->SWidth;
  result.height = gif->SHeight;
  Image canvas(gif->SWidth, gif->SHeight);
  for (int i = 0; i < gif->ImageCount; ++i) {
    const SavedImage& saved = gif->SavedImages[i];
    for (int e = 0; e < saved.ExtensionBlockCount; ++e) {
      const ExtensionBlock& block = saved.ExtensionBlocks[e];
      if (block.Function == APPLICATION_EXT_FUNC_CODE && block.ByteCount == 11 &&
          std::string(reinterpret_cast<const char*>(block.Bytes), 11) == "NETSCAPE2.0") {
        const ExtensionBlock& next = saved.ExtensionBlocks[e + 1];
        EXPECT_EQ(next.ByteCount, 3);
        EXPECT_EQ(next.Bytes[0], 1);
        result.repeats = next.Bytes[1] | next.Bytes[2] << 8;
      }
    }
    GraphicsControlBlock control = {};
    EXPECT_NE(DGifSavedExtensionToGCB(gif, i, &control), GIF_ERROR);
    const GifImageDesc& desc = saved.ImageDesc;
    const ColorMapObject* map = desc.ColorMap != nullptr ? desc.ColorMap : gif->SColorMap;
    for (int y = 0; y < desc.Height; ++y) {
      for (int x = 0; x < desc.Width; ++x) {
        const int index = saved.RasterBits[y * desc.Width + x];
        if (index == control.TransparentColor) continue;
        if (index >= map->ColorCount) {
          ADD_FAILURE() << "an index beyond the palette";
          continue;
        }
        std::uint8_t* pixel = canvas.at(desc.Left + x, desc.Top + y);
        pixel[0] = map->Colors[index].Red;
        pixel[1] = map->Colors[index].Green;
        pixel[2] = map->Colors[index].Blue;
        pixel[3] = 255;
      }
    }
    result.frames.push_back(
        {canvas, control.DelayTime, desc.Left, desc.Top, desc.Width, desc.Height, desc.ColorMap != nullptr});
    if (control.DisposalMode == DISPOSE_BACKGROUND) {
      for (int y = desc.Top; y < desc.Top + desc.Height; ++y) {
        std::fill(canvas.at(desc.Left, y), canvas.at(desc.Left, y) + 4 * desc.Width, std::uint8_t{0});
      }
    } else {
      EXPECT_LE(control.DisposalMode, DISPOSE_DO_NOT);
    }
  }
  result.after_last = canvas;
  DGifCloseFile(gif, &error);
  return result;
}

struct Difference {
  double mean = 0;  // of the channels of pixels that both show
  int largest = 0;
  long wrong_alpha = 0;  // pixels shown where there is less than half alpha, or the other way round
};

Difference compare(const Image& source, const Image& shown) {
  Difference difference;
  int count = 0;
  double sum = 0;
  for (std::size_t i = 0; i < source.pixels.size(); i += 4) {
    const bool visible = source.pixels[i + 3] >= 128;
    if (visible != (shown.pixels[i + 3] == 255)) ++difference.wrong_alpha;
    if (!visible || shown.pixels[i + 3] != 255) continue;
    for (std::size_t c = 0; c < 3; ++c, ++count) {
      const int d = std::abs(source.pixels[i + c] - shown.pixels[i + c]);
      sum += d;
      difference.largest = std::max(difference.largest, d);
    }
  }
  difference.mean = count > 0 ? sum / count : 0;
  return difference;
}

TEST(GifClip, FewColoursAreKeptExactly) {
  for (const bool transparent : {true, false}) {
    TemporaryFolder folder;
    const auto frame = [transparent](int i) { return square_frame(60, 40, i, transparent); };
    ClipOptions options = clip_options(60, 40);
    options.has_alpha = transparent;
    const ClipSummary summary = write_clip(folder / "a.gif", options, 30, frame);
    const Gif gif = play(folder / "a.gif");
    ASSERT_EQ(gif.frames.size(), 30u);
    EXPECT_EQ(gif.width, 60);
    EXPECT_EQ(gif.height, 40);
    for (int i = 0; i < 30; ++i) {
      EXPECT_EQ(gif.frames[i].shown.pixels, frame(i).pixels) << "frame " << i << (transparent ? ", transparent" : "");
    }
    EXPECT_EQ(summary.frames, 30u);
    EXPECT_EQ(summary.has_alpha, transparent);
    EXPECT_EQ(summary.bytes, std::filesystem::file_size(folder / "a.gif"));
    EXPECT_TRUE(summary.notes.empty());
  }
}

TEST(GifClip, ManyColoursComeOutNearAndDithered) {
  for (const Background background : {Background::transparent, Background::shaded}) {
    TemporaryFolder folder;
    const auto frame = [background](int i) { return ball_frame(160, 160, i, 12, background); };
    ClipOptions options = clip_options(160, 160);
    options.has_alpha = background == Background::transparent;
    write_clip(folder / "a.gif", options, 12, frame);
    const Gif gif = play(folder / "a.gif");
    ASSERT_EQ(gif.frames.size(), 12u);
    for (int i = 0; i < 12; ++i) {
      const Difference difference = compare(frame(i), gif.frames[i].shown);
      EXPECT_EQ(difference.wrong_alpha, 0) << i;
      EXPECT_LT(difference.mean, 2.0) << i;
      EXPECT_LT(difference.largest, 40) << i;
    }
  }
}

TEST(GifClip, AreasKeepTheirMeanColour) {
  // A slow slope over more colours than a palette holds: dithering must give each block the mean that it has.
  Image slope(256, 256);
  for (int y = 0; y < 256; ++y) {
    for (int x = 0; x < 256; ++x) {
      std::uint8_t* pixel = slope.at(x, y);
      pixel[0] = static_cast<std::uint8_t>(x);
      pixel[1] = static_cast<std::uint8_t>(y);
      pixel[2] = static_cast<std::uint8_t>(255 - (x + y) / 2);
      pixel[3] = 255;
    }
  }
  TemporaryFolder folder;
  write_clip(folder / "a.gif", clip_options(256, 256), 1, [&](int) { return slope; });
  const Gif gif = play(folder / "a.gif");
  ASSERT_EQ(gif.frames.size(), 1u);
  double total = 0;
  for (int top = 0; top < 256; top += 8) {
    for (int left = 0; left < 256; left += 8) {
      for (int c = 0; c < 3; ++c) {
        double sum = 0;
        for (int y = top; y < top + 8; ++y) {
          for (int x = left; x < left + 8; ++x) sum += gif.frames[0].shown.at(x, y)[c] - slope.at(x, y)[c];
        }
        total += std::abs(sum / 64);
      }
    }
  }
  // The nearest of 255 colours, without dithering, leaves the blocks off by 1.9 in the mean.
  EXPECT_LT(total / (3 * 32 * 32), 1.1);
}

TEST(GifClip, WhatStandsStillDoesNotFlicker) {
  // The background is shaded and stays; from frame 4 on something of quite other colours flashes, which changes the
  // palette.
  const auto frame = [](int i) {
    Image image = ball_frame(120, 120, 0, 1, Background::shaded);
    if (i >= 4) {
      for (int y = 10; y < 40; ++y) {
        for (int x = 10; x < 40; ++x) {
          std::uint8_t* pixel = image.at(x, y);
          pixel[0] = static_cast<std::uint8_t>(20 + x + i);
          pixel[1] = static_cast<std::uint8_t>(150 + 2 * y);
          pixel[2] = 20;
        }
      }
    }
    return image;
  };
  TemporaryFolder folder;
  ClipOptions options = clip_options(120, 120);
  options.has_alpha = false;
  write_clip(folder / "a.gif", options, 8, frame);
  const Gif gif = play(folder / "a.gif");
  ASSERT_EQ(gif.frames.size(), 8u);
  EXPECT_FALSE(gif.frames[3].own_palette);
  EXPECT_TRUE(gif.frames[4].own_palette);
  for (int i = 0; i < 8; ++i) {
    const Difference difference = compare(frame(i), gif.frames[i].shown);
    EXPECT_LT(difference.mean, 2.0) << i;
    if (i == 0) continue;
    const Image before = frame(i - 1), now = frame(i);
    for (std::size_t p = 0; p < now.pixels.size(); p += 4) {
      if (!std::equal(&now.pixels[p], &now.pixels[p] + 3, &before.pixels[p])) continue;
      ASSERT_TRUE(std::equal(&gif.frames[i].shown.pixels[p], &gif.frames[i].shown.pixels[p] + 3,
                             &gif.frames[i - 1].shown.pixels[p]))
          << "frame " << i << ", pixel " << p / 4;
    }
  }
  // The flash is drawn in its own colours, not in what the first palette had.
  const std::uint8_t* flash = gif.frames[4].shown.at(25, 25);
  EXPECT_NEAR(flash[0], 49, 16);
  EXPECT_NEAR(flash[1], 200, 16);
  EXPECT_NEAR(flash[2], 20, 16);
}

TEST(GifClip, OnlyTheChangedRectangleIsWritten) {
  const auto frame = [](int i) {
    Image image = square_frame(100, 80, 0, false);
    if (i == 1) image.at(70, 50)[0] = 255;
    if (i == 1) image.at(75, 60)[0] = 255;
    if (i >= 3) image.at(5, 7)[1] = 1;
    return image;
  };
  TemporaryFolder folder;
  ClipOptions options = clip_options(100, 80);
  options.has_alpha = false;
  write_clip(folder / "a.gif", options, 5, frame);
  const Gif gif = play(folder / "a.gif");
  ASSERT_EQ(gif.frames.size(), 5u);
  const auto box = [&](int i) {
    const GifFrame& f = gif.frames[static_cast<std::size_t>(i)];
    return std::vector<int>{f.left, f.top, f.width, f.height};
  };
  EXPECT_EQ(box(0), (std::vector<int>{0, 0, 100, 80}));
  EXPECT_EQ(box(1), (std::vector<int>{70, 50, 6, 11}));
  EXPECT_EQ(box(2), (std::vector<int>{70, 50, 6, 11}));
  EXPECT_EQ(box(3), (std::vector<int>{5, 7, 1, 1}));
  EXPECT_EQ(box(4), (std::vector<int>{0, 0, 1, 1}));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(gif.frames[i].shown.pixels, frame(i).pixels) << i;
}

TEST(GifClip, DelaysAddUpToTheClipsLength) {
  TemporaryFolder folder;
  const auto frame = [](int i) { return square_frame(24, 24, i, true); };
  write_clip(folder / "a.gif", clip_options(24, 24, 30), 60, frame);
  Gif gif = play(folder / "a.gif");
  EXPECT_EQ(gif.frames.size(), 60u);
  EXPECT_EQ(gif.duration(), 200);
  for (const GifFrame& f : gif.frames) EXPECT_TRUE(f.delay == 3 || f.delay == 4);

  write_clip(folder / "a.gif", clip_options(24, 24, 50), 10, frame);
  gif = play(folder / "a.gif");
  EXPECT_EQ(gif.frames.size(), 10u);
  for (const GifFrame& f : gif.frames) EXPECT_EQ(f.delay, 2);
}

TEST(GifClip, FramesThatComeTooFastForBrowsersAreLeftOut) {
  TemporaryFolder folder;
  const auto frame = [](int i) { return square_frame(24, 24, i, true); };
  const ClipSummary summary = write_clip(folder / "a.gif", clip_options(24, 24, 60), 60, frame);
  const Gif gif = play(folder / "a.gif");
  EXPECT_EQ(gif.duration(), 100);
  for (const GifFrame& f : gif.frames) EXPECT_GE(f.delay, 2);
  EXPECT_EQ(summary.frames, gif.frames.size());
  EXPECT_LT(gif.frames.size(), 51u);
  EXPECT_GT(gif.frames.size(), 38u);
  ASSERT_EQ(summary.notes.size(), 1u);
  EXPECT_EQ(summary.notes[0], "A GIF shows at most 50 frames a second: " + std::to_string(60 - gif.frames.size()) +
                                  " of 60 frames were left out.");
  EXPECT_DOUBLE_EQ(summary.seconds, 1);
  // Every one shown is the frame of its time.
  int time = 0;
  for (const GifFrame& f : gif.frames) {
    EXPECT_EQ(f.shown.pixels, frame(static_cast<int>(std::lround(time * 0.6))).pixels) << time;
    time += f.delay;
  }
}

TEST(GifClip, PlaysAsOftenAsWanted) {
  TemporaryFolder folder;
  const auto repeats = [&](std::uint32_t plays) {
    ClipOptions options = clip_options(24, 24);
    options.plays = plays;
    write_clip(folder / "a.gif", options, 2, [](int i) { return square_frame(24, 24, i, true); });
    return play(folder / "a.gif").repeats;
  };
  EXPECT_EQ(repeats(0), 0);  // for ever
  EXPECT_EQ(repeats(1), std::nullopt);
  EXPECT_EQ(repeats(3), 2);
}

TEST(GifClip, LeavesNothingBehindWhenItStartsOver) {
  TemporaryFolder folder;
  write_clip(folder / "a.gif", clip_options(60, 40), 7, [](int i) { return square_frame(60, 40, i, true); });
  EXPECT_EQ(play(folder / "a.gif").after_last.pixels, Image(60, 40).pixels);
}

TEST(GifClip, HalfTransparentPixelsAreDrawnOverTheMatteOrNotAtAll) {
  Image image(2, 1);
  image.pixels = {200, 100, 0, 200, 200, 100, 0, 127};
  TemporaryFolder folder;
  write_clip(folder / "plain.gif", clip_options(2, 1), 1, [&](int) { return image; });
  EXPECT_EQ(play(folder / "plain.gif").frames[0].shown.pixels,
            (std::vector<std::uint8_t>{200, 100, 0, 255, 0, 0, 0, 0}));
  ClipOptions options = clip_options(2, 1);
  options.matte = {{0, 0, 255}};
  write_clip(folder / "matte.gif", options, 1, [&](int) { return image; });
  EXPECT_EQ(play(folder / "matte.gif").frames[0].shown.pixels,
            (std::vector<std::uint8_t>{157, 78, 55, 255, 0, 0, 0, 0}));
}

TEST(GifClip, EmptyFramesAndLateColoursAreNoTrouble) {
  const auto frame = [](int i) {
    return i == 1 || i == 3 ? ball_frame(64, 64, i, 9, Background::shaded) : Image(64, 64);
  };
  TemporaryFolder folder;
  write_clip(folder / "a.gif", clip_options(64, 64), 5, frame);
  const Gif gif = play(folder / "a.gif");
  ASSERT_EQ(gif.frames.size(), 5u);
  for (int i = 0; i < 5; ++i) {
    const Difference difference = compare(frame(i), gif.frames[i].shown);
    EXPECT_EQ(difference.wrong_alpha, 0) << i;
    EXPECT_LT(difference.mean, 2.5) << i;
  }
}

TEST(GifClip, OneColourMoreThanAPaletteHoldsDoesNoHarm) {
  for (const int colors : {254, 255, 256}) {
    Image image(colors, 1);
    for (int x = 0; x < colors; ++x) {
      std::uint8_t* pixel = image.at(x, 0);
      pixel[0] = static_cast<std::uint8_t>(x);
      pixel[1] = static_cast<std::uint8_t>(x * 7);
      pixel[2] = static_cast<std::uint8_t>(x * 31);
      pixel[3] = 255;
    }
    TemporaryFolder folder;
    write_clip(folder / "a.gif", clip_options(colors, 1), 2, [&](int) { return image; });
    const Gif gif = play(folder / "a.gif");
    ASSERT_EQ(gif.frames.size(), 2u);
    const Difference difference = compare(image, gif.frames[0].shown);
    if (colors <= 255) {
      EXPECT_EQ(difference.largest, 0) << colors;
    } else {
      EXPECT_LT(difference.mean, 1.0);
    }
  }
}

TEST(GifClip, AFullDeviceIsReportedByName) {
  TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / "a.gif");
  auto clip = open_clip(folder / "a.gif", clip_options(32, 32));
  ASSERT_TRUE(clip);
  ASSERT_TRUE((*clip)->add(square_frame(32, 32, 0, true)));
  const auto summary = (*clip)->finish();
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().to_string(),
            folder / "a.gif" + ": The file cannot be written: no space is left on the disk.");
}

}  // namespace
}  // namespace sinew
