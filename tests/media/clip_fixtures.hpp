// What the tests of the writers share: frames that are worth encoding, and disks that are full.
#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "media/clip.hpp"
#include "media/image.hpp"
#include "support/temporary_folder.hpp"

namespace sinew::test {

inline std::vector<std::uint8_t> bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// No file that this process writes may grow beyond `bytes`: the disk is full, as it were.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit = {bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_ = {};
};

enum class Background { transparent, shaded };

/// A shaded ball with a soft edge that goes around in `period` frames, over nothing or over shades that stand still.
inline Image ball_frame(int width, int height, int index, int period, Background background) {
  Image image(width, height);
  const double angle = 2 * 3.14159265358979 * index / period;
  const double radius = 0.3 * std::min(width, height);
  const double cx = width / 2.0 + 0.15 * width * std::cos(angle), cy = height / 2.0 + 0.15 * height * std::sin(angle);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double dx = x + 0.5 - cx, dy = y + 0.5 - cy;
      const double distance = std::sqrt(dx * dx + dy * dy);
      const double cover = std::clamp(radius + 0.5 - distance, 0.0, 1.0);
      const double light = std::clamp(0.75 - (dx + dy) / (3 * radius), 0.0, 1.0);
      const double ball[3] = {230 * light, 60 + 120 * light, 40 + 40 * light};
      const double under[3] = {60 + 120.0 * y / height, 110 + 60.0 * x / width, 200};
      const double rest = background == Background::shaded ? 1 - cover : 0;
      const double alpha = cover + rest;
      std::uint8_t* pixel = image.at(x, y);
      for (int c = 0; c < 3; ++c) {
        pixel[c] = alpha > 0 ? static_cast<std::uint8_t>(std::lround((ball[c] * cover + under[c] * rest) / alpha)) : 0;
      }
      pixel[3] = static_cast<std::uint8_t>(std::lround(255 * alpha));
    }
  }
  return image;
}

/// A square of one flat colour on a transparent or flat ground, moving a few pixels a frame: few colours, hard edges.
inline Image square_frame(int width, int height, int index, bool transparent) {
  Image image(width, height);
  const int left = 2 + 3 * index % (width / 2), top = 1 + 2 * index % (height / 2);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const bool inside = x >= left && x < left + width / 3 && y >= top && y < top + height / 3;
      std::uint8_t* pixel = image.at(x, y);
      if (inside) {
        pixel[0] = 201;
        pixel[1] = static_cast<std::uint8_t>(10 * (index % 5));
        pixel[2] = 33;
        pixel[3] = 255;
      } else if (!transparent) {
        pixel[0] = 17;
        pixel[1] = 99;
        pixel[2] = static_cast<std::uint8_t>(100 + y % 8);
        pixel[3] = 255;
      }
    }
  }
  return image;
}

inline ClipOptions clip_options(int width, int height, double fps = 25) {
  ClipOptions options;
  options.width = width;
  options.height = height;
  options.frame_rate = FrameRate::from_fps(fps);
  return options;
}

/// Writes `count` frames; what cannot be done fails the test.
inline ClipSummary write_clip(const std::string& path, const ClipOptions& options, int count,
                              const std::function<Image(int)>& frame) {
  auto clip = open_clip(path, options);
  if (!clip) {
    ADD_FAILURE() << clip.error();
    return {};
  }
  for (int i = 0; i < count; ++i) {
    const Status added = (*clip)->add(frame(i));
    if (!added) {
      ADD_FAILURE() << added.error();
      return {};
    }
  }
  auto summary = (*clip)->finish();
  if (!summary) {
    ADD_FAILURE() << summary.error();
    return {};
  }
  return *summary;
}

}  // namespace sinew::test
