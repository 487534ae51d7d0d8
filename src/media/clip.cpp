#include "media/clip.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/number_text.hpp"
#include "media/clip_formats.hpp"

namespace sinew {

namespace {

Error about(const std::string& path, ErrorCode code, std::string message) {
  return Error{code, std::move(message), {path, 0, 0, {}, {}}};
}

std::string size_text(int width, int height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

std::string_view last_part(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// The part from the last dot of the name on, in lower case; empty when there is none.
std::string ending_of(std::string_view path) {
  const std::string_view name = last_part(path);
  const std::size_t dot = name.rfind('.');
  std::string ending(dot == std::string_view::npos ? std::string_view() : name.substr(dot));
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return ending;
}

/// Each channel over the matte; what comes out is opaque. Says whether that changed anything.
bool flatten(const Image& frame, const std::array<std::uint8_t, 3>& matte, Image& out) {
  out.width = frame.width;
  out.height = frame.height;
  out.pixels.resize(frame.pixels.size());
  unsigned least = 255;
  for (std::size_t i = 0; i < frame.pixels.size(); i += 4) {
    const unsigned alpha = frame.pixels[i + 3];
    least = std::min(least, alpha);
    for (std::size_t c = 0; c < 3; ++c) {
      const unsigned sum = frame.pixels[i + c] * alpha + matte[c] * (255 - alpha);
      out.pixels[i + c] = static_cast<std::uint8_t>((sum + 127) / 255);
    }
    out.pixels[i + 3] = 255;
  }
  return least < 255;
}

std::string bytes_text(std::uint64_t bytes) {
  if (bytes < 1000) return std::to_string(bytes) + " bytes";
  const auto value = static_cast<double>(bytes);
  return bytes < 1000000 ? rounded(value / 1e3, 0) + " kB" : rounded(value / 1e6, 1) + " MB";
}

/// Four digits that matter.
std::string seconds_text(double seconds) {
  const double magnitude = seconds > 0 ? std::floor(std::log10(seconds)) : 0;
  return rounded(seconds, static_cast<int>(std::clamp(3 - magnitude, 0.0, 9.0))) + " s";
}

}  // namespace

FrameRate FrameRate::from_fps(double fps) noexcept {
  if (!(fps > 0.001)) return {1, 1000};
  fps = std::min(fps, 1000.0);
  const double whole = std::round(fps);
  if (std::abs(fps - whole) < 1e-9) return {static_cast<std::uint32_t>(whole), 1};
  // 23.976, 29.97 and their like are what people write for n * 1000 / 1001.
  const double broadcast = std::round(fps * 1.001);
  if (std::abs(broadcast / 1.001 - fps) < 0.001) return {static_cast<std::uint32_t>(broadcast) * 1000, 1001};
  return {static_cast<std::uint32_t>(std::round(fps * 1000)), 1000};
}

std::string ClipSummary::to_string() const {
  return path + ": " + std::string(format) + ", " + size_text(width, height) + ", " + std::to_string(frames) +
         (frames == 1 ? " frame, " : " frames, ") + seconds_text(seconds) +
         (has_alpha ? ", with alpha, " : ", opaque, ") + bytes_text(bytes);
}

ClipWriter::ClipWriter(std::string path, const ClipOptions& options) : path_(std::move(path)), options_(options) {}

Status ClipWriter::add(const Image& frame) {
  SINEW_ASSERT(!finished_);
  if (failure_) return *failure_;
  if (frame.width != options_.width || frame.height != options_.height || !frame.valid()) {
    failure_ = about(path_, ErrorCode::bad_value,
                     "Frame " + std::to_string(frames_) + " is " + size_text(frame.width, frame.height) +
                         " pixels, but the clip was begun with " + size_text(options_.width, options_.height) + '.');
    return *failure_;
  }
  const Image* source = &frame;
  if (!options_.has_alpha) {
    if (flatten(frame, options_.matte.value_or(std::array<std::uint8_t, 3>{0, 0, 0}), flattened_)) lost_alpha_ = true;
    source = &flattened_;
  }
  if (Status written = write_frame(*source); !written) {
    failure_ = written.error();
    return *failure_;
  }
  ++frames_;
  return ok();
}

Result<ClipSummary> ClipWriter::finish() {
  SINEW_ASSERT(!finished_);
  finished_ = true;
  if (failure_) return *failure_;
  if (frames_ == 0) {
    return about(path_, ErrorCode::bad_value, "A clip needs at least one frame, and none was given.");
  }
  ClipSummary summary;
  summary.path = path_;
  summary.width = options_.width;
  summary.height = options_.height;
  summary.frames = frames_;
  summary.seconds = static_cast<double>(frames_) * options_.frame_rate.denominator / options_.frame_rate.numerator;
  summary.has_alpha = options_.has_alpha;
  if (Status completed = complete(summary); !completed) return completed.error();
  return summary;
}

bool is_numbered_name(std::string_view path) noexcept {
  return last_part(path).find('%') != std::string_view::npos;
}

Result<std::unique_ptr<ClipWriter>> open_clip(const std::string& path, const ClipOptions& options) {
  if (options.width < 1 || options.height < 1) {
    return about(
        path, ErrorCode::bad_value,
        "A clip cannot be " + size_text(options.width, options.height) + " pixels: both sides must be at least 1.");
  }
  if (options.width > max_image_side || options.height > max_image_side) {
    return about(
        path, ErrorCode::limit,
        "A clip of " + size_text(options.width, options.height) + " pixels is too large: 16384 x 16384 is the most.");
  }
  if (options.frame_rate.numerator == 0 || options.frame_rate.denominator == 0) {
    return about(path, ErrorCode::bad_value, "The frame rate of a clip must be more than 0 frames a second.");
  }
  if (options.quality && (*options.quality < 0 || *options.quality > 100)) {
    return about(path, ErrorCode::bad_value,
                 "The quality " + std::to_string(*options.quality) + " is out of range: it goes from 0 to 100.");
  }
  const std::string ending = ending_of(path);
  if (ending == ".png") return open_numbered_pictures(path, options);
  if (ending == ".gif") return open_gif(path, options);
  if (ending == ".apng") return open_apng(path, options);
  if (ending == ".webp") return open_webp(path, options);
  if (ending == ".mp4") return open_video(VideoFormat::mp4, path, options);
  if (ending == ".webm") return open_video(VideoFormat::webm, path, options);
  if (ending == ".mov") return open_video(VideoFormat::mov, path, options);
  return about(path, ErrorCode::not_supported,
               (ending.empty() ? "The name of the clip has no ending that says its format. Known are "
                               : "The ending '" + ending + "' is not that of a format for clips. Known are ") +
                   std::string(".gif, .apng, .webp, .mp4, .webm, .mov, and .png with a number in the name (%04d); ") +
                   "a .png without one is a still.");
}

}  // namespace sinew
