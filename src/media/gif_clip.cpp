// Animated GIF through giflib.
//
// How a frame becomes one of a GIF:
//  - Alpha is on or off: a pixel of at least half alpha is drawn, in its own colour or over the matte.
//  - Colours come from a palette that stays as long as it serves (SteadyPalette); the first one is the file's, a later
//  one
//    comes with its frames. Dithering does not move either (PaletteMapper).
//  - Only the rectangle that changes is written, pixels in it that do not change as "transparent", which leaves what is
//    there. A frame is held back until the next one is known: if a pixel has to vanish then, the held frame is
//    disposed to the background, and its rectangle covers what vanishes.
//  - Delays are whole hundredths of a second, differences of rounded times, so that they add up to the clip's length.
//    Browsers play a delay of less than 2 as 10, so frames that would get one are left out.
#include <gif_lib.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "media/clip_formats.hpp"
#include "media/output_file.hpp"
#include "media/steady_palette.hpp"

namespace sinew {

namespace {

constexpr std::uint64_t shortest_delay = 2;
constexpr std::uint32_t opaque = 0xff000000u;  // a pixel is 0 (transparent) or opaque | r << 16 | g << 8 | b

struct Box {
  int left = std::numeric_limits<int>::max(), top = std::numeric_limits<int>::max(), right = -1, bottom = -1;

  void include(int x, int y) {
    left = std::min(left, x);
    right = std::max(right, x);
    top = std::min(top, y);
    bottom = std::max(bottom, y);
  }
  [[nodiscard]] bool empty() const { return right < 0; }
  [[nodiscard]] int width() const { return right - left + 1; }
  [[nodiscard]] int height() const { return bottom - top + 1; }
};

/// Collects giflib's many small writes.
struct Sink {
  OutputFile file;
  std::vector<std::uint8_t> buffer;
  std::optional<Error> failure;

  static int take(GifFileType* gif, const GifByteType* bytes, int size) {
    auto* sink = static_cast<Sink*>(gif->UserData);
    sink->buffer.insert(sink->buffer.end(), bytes, bytes + size);
    if (sink->buffer.size() >= 65536 && !sink->flush()) return 0;
    return size;
  }
  bool flush() {
    if (Status written = file.write(buffer); !written) failure = written.error();
    buffer.clear();
    return !failure;
  }
};

std::uint32_t pixel_of(Rgb c) {
  return opaque | static_cast<std::uint32_t>(c.r) << 16 | static_cast<std::uint32_t>(c.g) << 8 | c.b;
}
Rgb color_of(std::uint32_t pixel) {
  return {static_cast<std::uint8_t>(pixel >> 16), static_cast<std::uint8_t>(pixel >> 8),
          static_cast<std::uint8_t>(pixel)};
}

struct MapDeleter {
  void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};
using ColorMap = std::unique_ptr<ColorMapObject, MapDeleter>;

/// A GIF's colour table: the palette, one place for "transparent", and as many more as make a power of two.
ColorMap color_map_of(const std::vector<Rgb>& palette) {
  int size = 2;
  while (size < static_cast<int>(palette.size()) + 1) size *= 2;
  ColorMap map(GifMakeMapObject(size, nullptr));
  if (map) {
    for (std::size_t i = 0; i < palette.size(); ++i) map->Colors[i] = {palette[i].r, palette[i].g, palette[i].b};
  }
  return map;
}

class GifClip final : public ClipWriter {
 public:
  GifClip(const std::string& path, const ClipOptions& options, OutputFile file)
      : ClipWriter(path, options), sink_(new Sink{std::move(file), {}, {}}) {
    const auto count = static_cast<std::size_t>(options.width) * static_cast<std::size_t>(options.height);
    canvas_.resize(count);
    source_.resize(count);
    wanted_.resize(count);
    row_.resize(static_cast<std::size_t>(options.width));
  }
  ~GifClip() override {
    if (gif_ != nullptr) close();
  }

 private:
  // What a pixel of the held frame should be: an index of its palette or one of these.
  static constexpr std::uint16_t wants_nothing = 0x100;  // transparent
  // With this flag, what is on the screen may stay although the palette would now have another colour for it.
  static constexpr std::uint16_t may_stay = 0x200;

  Status write_frame(const Image& frame) override {
    const std::uint64_t time = options().frame_rate.start_of(given_++, 100);
    if (held_) {
      if (time - held_time_ < shortest_delay) return ok();
      if (Status written = write_held(&frame, time); !written) return written;
    }
    hold(frame);
    held_time_ = time;
    return ok();
  }

  Status complete(ClipSummary& summary) override {
    const std::uint64_t end = options().frame_rate.start_of(given_, 100);
    if (Status written = write_held(nullptr, std::max(end, held_time_ + shortest_delay)); !written) return written;
    if (!close() || !sink_->flush()) return failure();
    summary.format = "GIF";
    summary.frames = written_;
    summary.bytes = sink_->file.size();
    if (written_ < given_) {
      summary.notes.push_back("A GIF shows at most 50 frames a second: " + std::to_string(given_ - written_) + " of " +
                              std::to_string(given_) + " frames were left out.");
    }
    return sink_->file.commit();
  }

  [[nodiscard]] std::uint32_t thresholded(const std::uint8_t* rgba) const {
    const unsigned alpha = rgba[3];
    if (alpha < 128) return 0;
    if (alpha == 255 || !options().matte) return pixel_of({rgba[0], rgba[1], rgba[2]});
    const auto over = [&](std::size_t c) {
      return static_cast<std::uint8_t>((rgba[c] * alpha + (*options().matte)[c] * (255 - alpha) + 127) / 255);
    };
    return pixel_of({over(0), over(1), over(2)});
  }

  /// Maps the frame to the palette, which may change for it, and keeps the result until the next frame is known.
  void hold(const Image& frame) {
    const std::size_t count = source_.size();
    palette_.begin_frame();
    std::uint32_t run_pixel = 0;
    std::uint32_t run = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t pixel = thresholded(&frame.pixels[4 * i]);
      wanted_[i] = pixel != 0 && pixel == source_[i] ? may_stay : 0;
      source_[i] = pixel;
      if (pixel != run_pixel) {
        if (run_pixel != 0) palette_.add(color_of(run_pixel), run);
        run_pixel = pixel;
        run = 0;
      }
      ++run;
    }
    if (run_pixel != 0) palette_.add(color_of(run_pixel), run);
    palette_changed_ = palette_.end_frame();

    std::size_t i = 0;
    for (std::size_t y = 0; y < static_cast<std::size_t>(frame.height); ++y) {
      for (std::size_t x = 0; x < static_cast<std::size_t>(frame.width); ++x, ++i) {
        const unsigned index = source_[i] == 0 ? wants_nothing : palette_.index_of(color_of(source_[i]), x, y);
        wanted_[i] = static_cast<std::uint16_t>(wanted_[i] | index);
      }
    }
    held_ = true;
  }

  /// Writes the held frame, shown until `until`. `next` is the frame that follows, null at the end.
  Status write_held(const Image* next, std::uint64_t until) {
    if (gif_ == nullptr && !begin()) return failure();
    const std::vector<Rgb>& palette = palette_.colors();
    std::vector<std::uint32_t> shown(palette.size());
    for (std::size_t i = 0; i < palette.size(); ++i) shown[i] = pixel_of(palette[i]);
    const auto stays = [&](std::size_t i) {
      const std::uint16_t wanted = wanted_[i];
      if ((wanted & wants_nothing) != 0) return true;
      return canvas_[i] != 0 && ((wanted & may_stay) != 0 || canvas_[i] == shown[wanted & 0xff]);
    };

    // Before a clip starts over, players differ in what they clear: the last frame leaves nothing behind.
    const bool clears_all = next == nullptr && options().has_alpha;
    Box box;
    bool vanishes = false;
    std::size_t i = 0;
    for (int y = 0; y < options().height; ++y) {
      for (int x = 0; x < options().width; ++x, ++i) {
        const bool visible = (wanted_[i] & wants_nothing) == 0;
        if (visible && (clears_all || (next != nullptr && next->pixels[4 * i + 3] < 128))) {
          vanishes = true;
          box.include(x, y);
        } else if (!stays(i)) {
          box.include(x, y);
        }
      }
    }
    if (written_ == 0) box = {0, 0, options().width - 1, options().height - 1};  // some viewers take their size from it
    if (box.empty()) box = {0, 0, 0, 0};

    const auto transparent = static_cast<GifPixelType>(palette.size());
    if (!write_control(until - held_time_, vanishes, transparent)) return failure();
    // The first frame's palette is the file's; frames after the first change bring their own.
    own_palette_ = own_palette_ || (palette_changed_ && written_ > 0);
    const ColorMap map = own_palette_ ? color_map_of(palette) : nullptr;
    if ((own_palette_ && !map) ||
        EGifPutImageDesc(gif_, box.left, box.top, box.width(), box.height(), false, map.get()) == GIF_ERROR) {
      return failure();
    }
    for (int y = box.top; y <= box.bottom; ++y) {
      GifPixelType last = transparent;
      GifPixelType* out = row_.data();
      std::size_t at =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(options().width) + static_cast<std::size_t>(box.left);
      for (int x = box.left; x <= box.right; ++x, ++at) {
        const auto index = static_cast<GifPixelType>(wanted_[at] & 0xff);
        if (stays(at)) {
          // Where both are right, going on as before makes longer runs.
          const bool drawable = (wanted_[at] & wants_nothing) == 0 && canvas_[at] == shown[index];
          last = drawable && index == last ? index : transparent;
        } else {
          last = index;
          canvas_[at] = shown[index];
        }
        *out++ = last;
      }
      if (EGifPutLine(gif_, row_.data(), box.width()) == GIF_ERROR) return failure();
    }
    if (vanishes) {
      for (int y = box.top; y <= box.bottom; ++y) {
        const auto row = canvas_.begin() + static_cast<std::ptrdiff_t>(y) * options().width;
        std::fill(row + box.left, row + box.right + 1, 0u);
      }
    }
    ++written_;
    return ok();
  }

  bool begin() {
    int error = 0;
    gif_ = EGifOpen(sink_.get(), Sink::take, &error);
    if (gif_ == nullptr) return false;
    EGifSetGifVersion(gif_, true);
    const ColorMap map = color_map_of(palette_.colors());
    const int background = static_cast<int>(palette_.colors().size());
    if (!map || EGifPutScreenDesc(gif_, options().width, options().height, 8, background, map.get()) == GIF_ERROR)
      return false;
    if (options().plays == 1) return true;
    // NETSCAPE2.0 counts the repetitions after the first play.
    const std::uint32_t repeats = options().plays == 0 ? 0 : std::min<std::uint32_t>(options().plays - 1, 0xffff);
    const std::uint8_t block[3] = {1, static_cast<std::uint8_t>(repeats), static_cast<std::uint8_t>(repeats >> 8)};
    return EGifPutExtensionLeader(gif_, APPLICATION_EXT_FUNC_CODE) != GIF_ERROR &&
           EGifPutExtensionBlock(gif_, 11, "NETSCAPE2.0") != GIF_ERROR &&
           EGifPutExtensionBlock(gif_, 3, block) != GIF_ERROR && EGifPutExtensionTrailer(gif_) != GIF_ERROR;
  }

  bool write_control(std::uint64_t delay, bool to_background, GifPixelType transparent) {
    GraphicsControlBlock control = {};
    control.DisposalMode = to_background ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT;
    control.UserInputFlag = false;
    control.DelayTime = static_cast<int>(std::min<std::uint64_t>(delay, 0xffff));
    control.TransparentColor = transparent;
    GifByteType bytes[4];
    const auto size = static_cast<int>(EGifGCBToExtension(&control, bytes));
    return EGifPutExtension(gif_, GRAPHICS_EXT_FUNC_CODE, size, bytes) != GIF_ERROR;
  }

  bool close() {
    int error = 0;
    const bool done = EGifCloseFile(gif_, &error) != GIF_ERROR;
    gif_ = nullptr;
    return done;
  }

  [[nodiscard]] Error failure() const {
    if (sink_->failure) return *sink_->failure;
    const char* reason = gif_ != nullptr ? GifErrorString(gif_->Error) : nullptr;
    return Error{
        ErrorCode::environment,
        "The GIF could not be made: " + std::string(reason != nullptr ? reason : "there is not enough memory") + '.',
        {path(), 0, 0, {}, {}}};
  }

  std::unique_ptr<Sink> sink_;  // giflib keeps its address
  GifFileType* gif_ = nullptr;
  SteadyPalette palette_;
  bool palette_changed_ = false;
  bool own_palette_ = false;
  std::vector<std::uint32_t> canvas_;  // what a viewer shows when the held frame is drawn
  std::vector<std::uint32_t> source_;  // the held frame in full colour
  std::vector<std::uint16_t> wanted_;  // the held frame in its palette
  std::vector<GifPixelType> row_;
  std::uint64_t given_ = 0;
  std::uint64_t written_ = 0;
  bool held_ = false;
  std::uint64_t held_time_ = 0;
};

}  // namespace

ClipWriterResult open_gif(const std::string& path, const ClipOptions& options) {
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return file.error();
  return ClipWriterResult(std::make_unique<GifClip>(path, options, std::move(*file)));
}

}  // namespace sinew
