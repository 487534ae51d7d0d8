// Moving pictures out: one writer for every format, fed frame by frame.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "media/image.hpp"
#include "sinew/result.hpp"

namespace sinew {

/// Frames a second as a fraction, so that 30000/1001 stays what it is. Both parts are positive.
struct FrameRate {
  std::uint32_t numerator = 30;
  std::uint32_t denominator = 1;

  /// From a number, e.g. one typed by a user: whole rates and the broadcast rates (23.976, 29.97, 59.94 ...) exactly,
  /// others to a thousandth. `fps` is clamped to 0.001 ... 1000.
  [[nodiscard]] static FrameRate from_fps(double fps) noexcept;

  [[nodiscard]] double fps() const noexcept { return double(numerator) / double(denominator); }
  /// When frame `index` starts, in units of 1/`units_per_second` s, rounded to the nearest. Differences of these are
  /// the frames' delays: their rounding errors never add up.
  [[nodiscard]] std::uint64_t start_of(std::uint64_t index, std::uint32_t units_per_second) const noexcept {
    return (index * units_per_second * denominator + numerator / 2) / numerator;
  }
};

/// What a clip should be. Every format takes what it can of it.
struct ClipOptions {
  int width = 0;   ///< of every frame, in pixels, 1 to 16384
  int height = 0;  ///< of every frame, in pixels, 1 to 16384
  FrameRate frame_rate;
  /// How often the clip plays, 0 for ever. GIF, APNG and WebP; video files leave this to the player.
  std::uint32_t plays = 0;
  /// Keep transparency where the format has it. false: every frame is laid onto `matte` and the clip is opaque.
  bool has_alpha = true;
  /// RGB behind what cannot stay transparent: all frames when there is no alpha, in a GIF (if it is set) the half
  /// transparent pixels at edges. Not set: black behind opaque clips; a GIF's edge pixels keep their own colour.
  std::optional<std::array<std::uint8_t, 3>> matte;
  /// 0 (small) to 100 (good), for formats that lose information. Not set: WebP is lossless, videos are made so good
  /// that no difference is seen. GIF, APNG and PNG take no notice of it.
  std::optional<int> quality;
  /// The number of the first file of a numbered sequence.
  std::uint32_t first_number = 0;
};

/// What was written.
struct ClipSummary {
  std::string path;         ///< as the caller named it; of a numbered sequence, the pattern
  std::string_view format;  ///< "GIF", "animated PNG", ...
  int width = 0;            ///< of the file: an MP4 of an odd width is one pixel wider than its frames
  int height = 0;
  std::uint64_t frames = 0;        ///< frames in the file
  double seconds = 0;              ///< one play
  bool has_alpha = false;          ///< whether transparency was kept
  std::uint64_t bytes = 0;         ///< of all files together
  std::vector<std::string> notes;  ///< sentences about what came out otherwise than asked for

  /// One line, e.g. "hero.gif: GIF, 512 x 512, 60 frames, 2 s, with alpha, 1.4 MB".
  [[nodiscard]] std::string to_string() const;
};

/// Takes the frames of one clip and writes them as they come: memory does not grow with their number (an animated WebP
/// grows by the encoded frames, which its library keeps). Without a successful finish() no file appears and what
/// was there before stays, except that a numbered sequence leaves the files it has completed.
class ClipWriter {
 public:
  virtual ~ClipWriter() = default;
  ClipWriter(const ClipWriter&) = delete;
  ClipWriter& operator=(const ClipWriter&) = delete;

  /// The next frame. Errors: bad_value (its size is not the clip's), file_not_writable, environment (ffmpeg stopped).
  /// After an error the clip is lost: every further call reports the same error.
  [[nodiscard]] Status add(const Image& frame);
  /// Completes the file and puts it in its place. To be called once. Errors: those of add(); bad_value without a frame.
  [[nodiscard]] Result<ClipSummary> finish();

 protected:
  ClipWriter(std::string path, const ClipOptions& options);
  [[nodiscard]] const ClipOptions& options() const noexcept { return options_; }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Whether a frame was not opaque before it was laid onto the matte.
  [[nodiscard]] bool lost_alpha() const noexcept { return lost_alpha_; }

 private:
  // What a format does. The frame has the clip's size, and is opaque when the clip has no alpha.
  virtual Status write_frame(const Image& frame) = 0;
  // Fills in what differs from the defaults: all frames that came, the sizes and alpha of the options.
  virtual Status complete(ClipSummary& summary) = 0;

  std::string path_;
  ClipOptions options_;
  std::uint64_t frames_ = 0;
  std::optional<Error> failure_;
  bool finished_ = false;
  bool lost_alpha_ = false;
  Image flattened_;
};

/// Starts a clip in the format that the name's ending stands for (in any case):
///
/// | ending | format | alpha | made by |
/// |---|---|---|---|
/// | .png with one %d or %04d in the name | numbered pictures | yes | libpng |
/// | .gif | GIF: up to 255 colours a frame, dithered | on or off | giflib |
/// | .apng | animated PNG, lossless | yes | zlib |
/// | .webp | animated WebP, lossless unless a quality is given | yes | libwebp |
/// | .mp4 | H.264, 4:2:0; odd sizes grow by a pixel | no | ffmpeg |
/// | .webm | VP9, 4:2:0 | yes | ffmpeg |
/// | .mov | ProRes 4444 | yes | ffmpeg |
///
/// Lossless formats keep every pixel that can be seen; the colour of wholly transparent ones may change (not in PNG).
/// Errors: not_supported (unknown ending: the sentence lists the known ones), bad_value (pattern, sizes, frame rate),
/// limit (a size that the format does not have), file_not_writable, environment (no ffmpeg).
[[nodiscard]] Result<std::unique_ptr<ClipWriter>> open_clip(const std::string& path, const ClipOptions& options);

/// Whether the name's last part has a '%': to tell a numbered sequence from a still. open_clip() says what is wrong
/// with it.
[[nodiscard]] bool is_numbered_name(std::string_view path) noexcept;

}  // namespace sinew
