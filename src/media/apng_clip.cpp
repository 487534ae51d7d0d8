// Animated PNG: the chunks acTL, fcTL and fdAT around ordinary PNG data, put together here because libpng has no
// support for them.
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "media/clip_formats.hpp"
#include "media/output_file.hpp"
#include "media/png_filter.hpp"

namespace sinew {

namespace {

struct Rect {
  int x = 0, y = 0, width = 0, height = 0;
};

void put32(std::uint8_t* to, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) to[i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
}
void put16(std::uint8_t* to, std::uint32_t value) {
  to[0] = static_cast<std::uint8_t>(value >> 8);
  to[1] = static_cast<std::uint8_t>(value);
}

/// The smallest rectangle that holds all pixels in which two pictures of one size differ; one pixel when they are
/// equal.
Rect changed_rect(const std::vector<std::uint32_t>& before, const std::vector<std::uint32_t>& now, int width,
                  int height) {
  const auto row_of = [width](const std::vector<std::uint32_t>& pixels, int y) {
    return pixels.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
  };
  int left = width, right = -1, top = height, bottom = -1;
  for (int y = 0; y < height; ++y) {
    const std::uint32_t* a = row_of(before, y);
    const std::uint32_t* b = row_of(now, y);
    if (std::memcmp(a, b, 4 * static_cast<std::size_t>(width)) == 0) continue;
    top = std::min(top, y);
    bottom = y;
    int x = 0;
    while (x < left && a[x] == b[x]) ++x;
    left = std::min(left, x);
    x = width - 1;
    while (x > right && a[x] == b[x]) --x;
    right = std::max(right, x);
  }
  if (bottom < 0) return {0, 0, 1, 1};
  return {left, top, right - left + 1, bottom - top + 1};
}

class ApngClip final : public ClipWriter {
 public:
  ApngClip(const std::string& path, const ClipOptions& options, OutputFile file)
      : ClipWriter(path, options), file_(std::move(file)), channels_(options.has_alpha ? 4 : 3) {}

 private:
  // Level 8 takes two to four times as long for up to 8 % on flat art and nothing on shaded art.
  static constexpr int zlib_level = 6;
  // Where acTL's contents lie: behind the signature, IHDR (12 + 13 bytes) and the chunk's length and name.
  static constexpr std::uint64_t control_offset = 8 + 25 + 8;

  Status write_frame(const Image& frame) override {
    const std::size_t count = frame.pixels.size() / 4;
    now_.resize(count);
    std::memcpy(now_.data(), frame.pixels.data(), frame.pixels.size());
    // Colours that nobody sees would only cost bytes and make unchanged pixels look changed.
    for (std::size_t i = 0; i < count; ++i) {
      if (frame.pixels[4 * i + 3] == 0) now_[i] = 0;
    }
    const bool first = frames_ == 0;
    if (first) {
      if (Status begun = begin(); !begun) return begun;
    }
    const Rect rect =
        first ? Rect{0, 0, frame.width, frame.height} : changed_rect(shown_, now_, frame.width, frame.height);

    copy_pixels(rect, false);
    const std::size_t row_bytes = static_cast<std::size_t>(rect.width) * channels_;
    const auto rows = static_cast<std::size_t>(rect.height);
    const std::vector<std::uint8_t>* packed = &packer_.pack(raw_.data(), row_bytes, rows, channels_, zlib_level);
    bool over = false;
    if (!first && can_leave_unchanged_out(rect)) {
      copy_pixels(rect, true);
      const std::vector<std::uint8_t>& alternative =
          packer_over_.pack(raw_.data(), row_bytes, rows, channels_, zlib_level);
      if (!alternative.empty() && alternative.size() < packed->size()) {
        packed = &alternative;
        over = true;
      }
    }
    if (packed->empty())
      return Error{ErrorCode::environment, "There is not enough memory to pack a frame.", {path(), 0, 0, {}, {}}};

    if (Status written = write_control(rect, over); !written) return written;
    if (Status written = write_data(*packed, first); !written) return written;
    std::swap(shown_, now_);
    ++frames_;
    return ok();
  }

  Status complete(ClipSummary& summary) override {
    if (Status written = write_chunk("IEND", {}); !written) return written;
    // The number of frames was not known when its chunk was written.
    const auto [contents, checksum] = animation_control();
    if (Status written = file_.write_at(control_offset, contents); !written) return written;
    if (Status written = file_.write_at(control_offset + contents.size(), checksum); !written) return written;
    summary.format = "animated PNG";
    summary.bytes = file_.size();
    return file_.commit();
  }

  Status begin() {
    static constexpr std::array<std::uint8_t, 8> signature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    std::array<std::uint8_t, 13> header = {};
    put32(&header[0], static_cast<std::uint32_t>(options().width));
    put32(&header[4], static_cast<std::uint32_t>(options().height));
    header[8] = 8;
    header[9] = channels_ == 4 ? 6 : 2;
    if (Status written = file_.write(signature); !written) return written;
    if (Status written = write_chunk("IHDR", header); !written) return written;
    return write_chunk("acTL", animation_control().first);
  }

  [[nodiscard]] std::pair<std::array<std::uint8_t, 8>, std::array<std::uint8_t, 4>> animation_control() const {
    std::array<std::uint8_t, 8> contents = {};
    put32(&contents[0], frames_);
    put32(&contents[4], options().plays);
    std::array<std::uint8_t, 4> checksum = {};
    put32(checksum.data(), checksum_of("acTL", contents));
    return {contents, checksum};
  }

  Status write_control(const Rect& rect, bool over) {
    std::array<std::uint8_t, 26> contents = {};
    put32(&contents[0], sequence_++);
    put32(&contents[4], static_cast<std::uint32_t>(rect.width));
    put32(&contents[8], static_cast<std::uint32_t>(rect.height));
    put32(&contents[12], static_cast<std::uint32_t>(rect.x));
    put32(&contents[16], static_cast<std::uint32_t>(rect.y));
    const FrameRate& rate = options().frame_rate;
    constexpr std::uint32_t most = std::numeric_limits<std::uint16_t>::max();
    if (rate.numerator <= most && rate.denominator <= most) {
      put16(&contents[20], rate.denominator);
      put16(&contents[22], rate.numerator);
    } else {
      const std::uint64_t delay = rate.start_of(frames_ + 1, 1000) - rate.start_of(frames_, 1000);
      put16(&contents[20], static_cast<std::uint32_t>(std::min<std::uint64_t>(delay, most)));
      put16(&contents[22], 1000);
    }
    contents[24] = 0;  // leave the frame for the next one to draw on
    contents[25] = over ? 1 : 0;
    return write_chunk("fcTL", contents);
  }

  Status write_data(std::span<const std::uint8_t> packed, bool first) {
    // A chunk may have 2^31 - 1 bytes; smaller ones keep readers from allocating much.
    constexpr std::size_t piece = std::size_t{1} << 24;
    while (!packed.empty()) {
      const std::span<const std::uint8_t> part = packed.first(std::min(piece, packed.size()));
      packed = packed.subspan(part.size());
      std::array<std::uint8_t, 4> number = {};
      put32(number.data(), sequence_);
      if (!first) ++sequence_;
      Status written = first ? write_chunk("IDAT", part) : write_chunk("fdAT", number, part);
      if (!written) return written;
    }
    return ok();
  }

  static std::uint32_t checksum_of(const char* name, std::span<const std::uint8_t> contents,
                                   std::span<const std::uint8_t> more = {}) {
    std::array<std::uint8_t, 4> letters = {};
    std::memcpy(letters.data(), name, 4);
    uLong sum = crc32(0, letters.data(), 4);
    // zlib takes a null pointer as the wish for a fresh start.
    if (!contents.empty()) sum = crc32(sum, contents.data(), static_cast<uInt>(contents.size()));
    if (!more.empty()) sum = crc32(sum, more.data(), static_cast<uInt>(more.size()));
    return static_cast<std::uint32_t>(sum);
  }

  Status write_chunk(const char* name, std::span<const std::uint8_t> contents,
                     std::span<const std::uint8_t> more = {}) {
    std::array<std::uint8_t, 8> head = {};
    put32(head.data(), static_cast<std::uint32_t>(contents.size() + more.size()));
    std::memcpy(head.data() + 4, name, 4);
    std::array<std::uint8_t, 4> checksum = {};
    put32(checksum.data(), checksum_of(name, contents, more));
    for (const std::span<const std::uint8_t> part :
         {std::span<const std::uint8_t>(head), contents, more, std::span<const std::uint8_t>(checksum)}) {
      if (Status written = file_.write(part); !written) return written;
    }
    return ok();
  }

  /// The rectangle's scanlines, unchanged pixels as they are or as nothing at all.
  void copy_pixels(const Rect& rect, bool leave_unchanged_out) {
    raw_.resize(static_cast<std::size_t>(rect.width) * static_cast<std::size_t>(rect.height) * channels_);
    std::uint8_t* out = raw_.data();
    for (int y = rect.y; y < rect.y + rect.height; ++y) {
      const std::size_t row = static_cast<std::size_t>(y) * static_cast<std::size_t>(options().width);
      for (int x = rect.x; x < rect.x + rect.width; ++x, out += channels_) {
        const std::size_t i = row + static_cast<std::size_t>(x);
        const std::uint32_t pixel = leave_unchanged_out && now_[i] == shown_[i] ? 0 : now_[i];
        std::memcpy(out, &pixel, channels_);
      }
    }
  }

  /// A frame may also be blended over the one before; then unchanged pixels are left out (transparent). This is right
  /// when all changed ones are opaque, and of use when enough are unchanged.
  [[nodiscard]] bool can_leave_unchanged_out(const Rect& rect) const {
    if (channels_ != 4) return false;
    std::size_t unchanged = 0;
    for (int y = rect.y; y < rect.y + rect.height; ++y) {
      const std::size_t row = static_cast<std::size_t>(y) * static_cast<std::size_t>(options().width);
      for (int x = rect.x; x < rect.x + rect.width; ++x) {
        const std::size_t i = row + static_cast<std::size_t>(x);
        if (now_[i] == shown_[i]) {
          unchanged += now_[i] != 0;
        } else {
          std::array<std::uint8_t, 4> bytes = {};
          std::memcpy(bytes.data(), &now_[i], 4);
          if (bytes[3] != 255) return false;
        }
      }
    }
    return unchanged * 8 > static_cast<std::size_t>(rect.width) * static_cast<std::size_t>(rect.height);
  }

  OutputFile file_;
  std::size_t channels_;
  std::uint32_t frames_ = 0;
  std::uint32_t sequence_ = 0;
  std::vector<std::uint32_t> shown_;  // the pixels of the frame before, 4 bytes each in memory order
  std::vector<std::uint32_t> now_;
  std::vector<std::uint8_t> raw_;
  ScanlinePacker packer_;
  ScanlinePacker packer_over_;
};

}  // namespace

ClipWriterResult open_apng(const std::string& path, const ClipOptions& options) {
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return file.error();
  return ClipWriterResult(std::make_unique<ApngClip>(path, options, std::move(*file)));
}

}  // namespace sinew
