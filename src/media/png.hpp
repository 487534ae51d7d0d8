// PNG pictures in and out.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "media/image.hpp"
#include "sinew/result.hpp"

namespace sinew {

/// Which channels a PNG is written with.
enum class PngChannels : std::uint8_t {
  automatic,  ///< RGB when every pixel is opaque, else RGBA
  rgba,       ///< always four
  rgb,        ///< always three; alpha is dropped
};

struct PngOptions {
  int level = 6;  ///< zlib's effort, 0 (none) to 9; 1 is four times as fast as 6 and a third larger
  PngChannels channels = PngChannels::automatic;
};

/// Decodes a PNG of any kind (grey, palette, 1 to 16 bits, interlaced, transparent colour) to RGBA8. Colour values are
/// taken as they are: gamma and colour profiles are not applied. `name` is the file that errors are about.
/// Errors: empty_input, syntax (not a PNG, damaged, cut short), limit (a side over max_image_side).
[[nodiscard]] Result<Image> decode_png(std::span<const std::uint8_t> bytes, std::string_view name = {});

struct PngSize {
  int width = 0, height = 0;
};

/// The size that the header of a PNG promises; nothing is decoded. Errors: those of decode_png() that the header and
/// the number of bytes tell.
[[nodiscard]] Result<PngSize> png_size(std::span<const std::uint8_t> bytes, std::string_view name = {});

/// The bytes of a file of a picture, which must be a regular one: pictures are named by atlases of anybody, and a pipe
/// may let its reader wait for ever. Errors: those of read_file(); file_not_readable for what is no regular file.
[[nodiscard]] Result<std::vector<std::uint8_t>> read_picture_file(const std::string& path);

/// Reads a PNG file. Errors: those of read_picture_file() and of decode_png().
[[nodiscard]] Result<Image> read_png(const std::string& path);

/// The bytes of a PNG file. Lossless: decode_png() gives the same pixels, also the colours of transparent ones.
/// Error: bad_value when the image is not valid().
[[nodiscard]] Result<std::vector<std::uint8_t>> encode_png(const Image& image, const PngOptions& options = {});

/// Writes a PNG file, whole or not at all. Errors: file_not_writable, bad_value.
[[nodiscard]] Status write_png(const std::string& path, const Image& image, const PngOptions& options = {});

}  // namespace sinew
