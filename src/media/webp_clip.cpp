// Animated WebP through libwebp's animation encoder.
#include <webp/encode.h>
#include <webp/mux.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "media/clip_formats.hpp"
#include "media/output_file.hpp"

namespace sinew {

namespace {

struct EncoderDeleter {
  void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
};
using Encoder = std::unique_ptr<WebPAnimEncoder, EncoderDeleter>;

Error webp_error(const std::string& path, const std::string& reason) {
  return Error{ErrorCode::environment, "The WebP could not be made: " + reason + '.', {path, 0, 0, {}, {}}};
}

class WebpClip final : public ClipWriter {
 public:
  WebpClip(const std::string& path, const ClipOptions& options, OutputFile file, Encoder encoder,
           const WebPConfig& config)
      : ClipWriter(path, options), file_(std::move(file)), encoder_(std::move(encoder)), config_(config) {}

 private:
  /// When the frame starts or the clip ends, in milliseconds.
  [[nodiscard]] Result<int> time_of(std::uint64_t frame) const {
    const std::uint64_t time = options().frame_rate.start_of(frame, 1000);
    if (time > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) {
      return Error{ErrorCode::limit, "The clip is too long for a WebP: it may last 24 days.", {path(), 0, 0, {}, {}}};
    }
    return static_cast<int>(time);
  }

  Status write_frame(const Image& frame) override {
    const Result<int> time = time_of(frames_);
    if (!time) return time.error();
    WebPPicture picture;
    if (!WebPPictureInit(&picture)) return webp_error(path(), "libwebp has another version than its headers");
    picture.use_argb = 1;
    picture.width = frame.width;
    picture.height = frame.height;
    const bool added = WebPPictureImportRGBA(&picture, frame.pixels.data(), 4 * frame.width) &&
                       WebPAnimEncoderAdd(encoder_.get(), &picture, *time, &config_);
    WebPPictureFree(&picture);
    if (!added) return webp_error(path(), WebPAnimEncoderGetError(encoder_.get()));
    ++frames_;
    return ok();
  }

  Status complete(ClipSummary& summary) override {
    const Result<int> end = time_of(frames_);
    if (!end) return end.error();
    struct Data : WebPData {
      Data() { WebPDataInit(this); }
      ~Data() { WebPDataClear(this); }
      Data(const Data&) = delete;
      Data& operator=(const Data&) = delete;
    } data;
    if (!WebPAnimEncoderAdd(encoder_.get(), nullptr, *end, nullptr) ||
        !WebPAnimEncoderAssemble(encoder_.get(), &data)) {
      return webp_error(path(), WebPAnimEncoderGetError(encoder_.get()));
    }
    encoder_.reset();
    if (Status written = file_.write({data.bytes, data.size}); !written) return written;
    summary.format = options().quality ? "animated WebP" : "animated WebP (lossless)";
    summary.bytes = file_.size();
    return file_.commit();
  }

  OutputFile file_;
  Encoder encoder_;
  WebPConfig config_;
  std::uint64_t frames_ = 0;
};

}  // namespace

ClipWriterResult open_webp(const std::string& path, const ClipOptions& options) {
  if (options.width > WEBP_MAX_DIMENSION || options.height > WEBP_MAX_DIMENSION) {
    return Error{ErrorCode::limit,
                 "A WebP can be at most 16383 pixels wide and high. Make the clip smaller, or write an .apng.",
                 {path, 0, 0, {}, {}}};
  }
  WebPConfig config;
  WebPAnimEncoderOptions encoder_options;
  if (!WebPConfigInit(&config) || !WebPAnimEncoderOptionsInit(&encoder_options)) {
    return webp_error(path, "libwebp has another version than its headers");
  }
  if (options.quality) {
    config.lossless = 0;
    config.quality = static_cast<float>(*options.quality);
    config.method = 4;
    config.alpha_quality = std::max(60, *options.quality);  // a coarse alpha shows first: as ragged edges
    config.use_sharp_yuv = 1;
  } else {
    config.lossless = 1;
    // Of the effort, not of the picture: the next step takes twice the time for one to three percent.
    config.method = 3;
    config.quality = 50;
  }
  config.thread_level = 1;
  encoder_options.anim_params.loop_count = static_cast<int>(std::min<std::uint32_t>(options.plays, 0xffff));
  encoder_options.anim_params.bgcolor = 0;

  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return file.error();
  Encoder encoder(WebPAnimEncoderNew(options.width, options.height, &encoder_options));
  if (!encoder) return webp_error(path, "there is not enough memory");
  return ClipWriterResult(std::make_unique<WebpClip>(path, options, std::move(*file), std::move(encoder), config));
}

}  // namespace sinew
