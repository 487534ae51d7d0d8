// Video files, made by an ffmpeg program that is fed raw frames. The program and not its libraries: those of most
// systems are under the GPL, and would bring it to every program that links this one.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/system_reason.hpp"
#include "media/clip_formats.hpp"
#include "media/color_bleed.hpp"
#include "media/output_file.hpp"
#include "media/piped_process.hpp"

namespace sinew {

namespace {

struct Encoding {
  std::string_view description;
  std::vector<std::string> arguments;
  std::string filter;  // before the conversion of colours
  bool keeps_alpha = false;
  bool even_sides = false;
};

/// x264's and VP9's scales of quality end at 0 (lossless): 100 stands for their best lossy setting.
std::string rate_factor(const ClipOptions& options, int best, int worst, int unset) {
  if (!options.quality) return std::to_string(unset);
  return std::to_string(static_cast<int>(std::lround(worst + (best - worst) * *options.quality / 100.0)));
}

std::string hex(const std::array<std::uint8_t, 3>& color) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "0x";
  for (const std::uint8_t channel : color) text += {digits[channel >> 4], digits[channel & 15]};
  return text;
}

Encoding encoding_of(VideoFormat format, const ClipOptions& options) {
  Encoding encoding;
  switch (format) {
    case VideoFormat::mp4:
      encoding.description = "MP4 (H.264)";
      encoding.arguments = {"-f",        "mp4",       "-c:v",   "libx264", "-pix_fmt",
                            "yuv420p",   "-preset",   "medium", "-crf",    rate_factor(options, 8, 40, 16),
                            "-movflags", "+faststart"};
      encoding.even_sides = true;
      break;
    case VideoFormat::webm:
      encoding.description = "WebM (VP9)";
      encoding.keeps_alpha = options.has_alpha;
      encoding.arguments = {"-f",        "webm",
                            "-c:v",      "libvpx-vp9",
                            "-pix_fmt",  options.has_alpha ? "yuva420p" : "yuv420p",
                            "-b:v",      "0",
                            "-crf",      rate_factor(options, 6, 50, 16),
                            "-deadline", "good",
                            "-cpu-used", "3",
                            "-row-mt",   "1"};
      break;
    case VideoFormat::mov:
      encoding.description = "MOV (ProRes 4444)";
      encoding.keeps_alpha = options.has_alpha;
      encoding.arguments = {"-f",          "mov",
                            "-c:v",        "prores_ks",
                            "-profile:v",  "4444",
                            "-vendor",     "apl0",
                            "-pix_fmt",    options.has_alpha ? "yuva444p10le" : "yuv444p10le",
                            "-alpha_bits", options.has_alpha ? "16" : "0"};
      if (options.quality) {
        // The quantiser, from 2 (best) to 31.
        encoding.arguments.insert(encoding.arguments.end(), {"-qscale:v", rate_factor(options, 2, 31, 9)});
      }
      break;
  }
  if (encoding.even_sides && (options.width % 2 != 0 || options.height % 2 != 0)) {
    encoding.filter =
        "pad=ceil(iw/2)*2:ceil(ih/2)*2:0:0:" + hex(options.matte.value_or(std::array<std::uint8_t, 3>{0, 0, 0})) + ",";
  }
  return encoding;
}

std::vector<std::string> ffmpeg_arguments(const Encoding& encoding, const ClipOptions& options) {
  std::vector<std::string> arguments = {
      "ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-xerror", "-y", "-f", "rawvideo", "-pixel_format",
      "rgba", "-video_size", std::to_string(options.width) + "x" + std::to_string(options.height), "-framerate",
      std::to_string(options.frame_rate.numerator) + "/" + std::to_string(options.frame_rate.denominator), "-i",
      "pipe:0", "-an",
      // Left alone, the conversion and the players each guess a matrix, by the picture's height, and may differ.
      "-vf",
      encoding.filter +
          "scale=flags=accurate_rnd+full_chroma_int:out_color_matrix=bt709:out_range=tv,"
          "setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv"};
  arguments.insert(arguments.end(), encoding.arguments.begin(), encoding.arguments.end());
  // Descriptor 3 is the open temporary: ffmpeg can neither leave a file behind nor make one after an interrupt.
  arguments.push_back("/dev/fd/3");
  return arguments;
}

struct Complaint {
  std::string last_line;  // that says something
  bool is_failure = false;
};

Complaint complaint_in(const std::string& complaints) {
  Complaint result;
  std::size_t begin = 0;
  while (begin < complaints.size()) {
    std::size_t end = complaints.find('\n', begin);
    if (end == std::string::npos) end = complaints.size();
    std::string line = complaints.substr(begin, end - begin);
    line.erase(std::remove(line.begin(), line.end(), '\r'), line.end());
    // A disk that is full when the file is completed is not always an error to ffmpeg: some versions only say so.
    if (line.rfind("Error ", 0) == 0 || line.find("] Error ") != std::string::npos) result.is_failure = true;
    if (line.find_first_not_of(" \t") != std::string::npos && line != "Conversion failed!") result.last_line = line;
    begin = end + 1;
  }
  if (result.last_line.empty()) result.last_line = "it gave no reason";
  return result;
}

class VideoClip final : public ClipWriter {
 public:
  /// `options` have no alpha when the format has none; `alpha_wanted` is what the caller asked for.
  VideoClip(const std::string& path, const ClipOptions& options, OutputFile file, Encoding encoding, bool alpha_wanted)
      : ClipWriter(path, options),
        file_(std::move(file)),
        encoding_(std::move(encoding)),
        alpha_wanted_(alpha_wanted) {}

  Status start() {
    const int reason = ffmpeg_.start(ffmpeg_arguments(encoding_, options()), file_.descriptor());
    if (reason == 0) return ok();
    const std::string why = reason == ENOENT ? "there is no ffmpeg program in PATH"
                                             : "ffmpeg cannot be started (" + system_reason(reason) + ")";
    return Error{ErrorCode::environment,
                 "Videos are made by the ffmpeg program, and " + why +
                     ": install it (on Debian: apt install ffmpeg), or write .gif, .apng, .webp or numbered .png, "
                     "which need none.",
                 {path(), 0, 0, {}, {}}};
  }

 private:
  Status write_frame(const Image& frame) override {
    const Image* source = &frame;
    if (encoding_.keeps_alpha) {
      bled_ = frame;
      bleed_colors(bled_);
      source = &bled_;
    }
    if (!ffmpeg_.write(source->pixels)) {
      (void)ffmpeg_.finish();
      return failure();
    }
    return ok();
  }

  Status complete(ClipSummary& summary) override {
    if (!ffmpeg_.finish() || complaint_in(ffmpeg_.complaints()).is_failure) return failure();
    summary.format = encoding_.description;
    if (encoding_.even_sides) {
      summary.width += summary.width % 2;
      summary.height += summary.height % 2;
    }
    summary.has_alpha = encoding_.keeps_alpha;
    if (alpha_wanted_ && lost_alpha()) {
      summary.notes.push_back("An MP4 keeps no transparency: what is transparent was filled with " +
                              std::string(options().matte ? "the matte" : "black") + "; .webm and .mov keep it.");
    }
    summary.bytes = file_.size();
    return file_.commit();
  }

  [[nodiscard]] Error failure() const {
    return Error{ErrorCode::environment,
                 "ffmpeg could not make the video: " + complaint_in(ffmpeg_.complaints()).last_line + '.',
                 {path(), 0, 0, {}, {}}};
  }

  OutputFile file_;
  Encoding encoding_;
  bool alpha_wanted_;
  PipedProcess ffmpeg_;
  Image bled_;
};

}  // namespace

ClipWriterResult open_video(VideoFormat format, const std::string& path, const ClipOptions& options) {
  ClipOptions effective = options;
  effective.has_alpha = options.has_alpha && format != VideoFormat::mp4;  // the base then lays frames onto the matte
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return file.error();
  auto clip =
      std::make_unique<VideoClip>(path, effective, std::move(*file), encoding_of(format, effective), options.has_alpha);
  if (Status started = clip->start(); !started) return started.error();
  return ClipWriterResult(std::move(clip));
}

}  // namespace sinew
