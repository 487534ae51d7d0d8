#include "media/png.hpp"

#include <png.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "media/output_file.hpp"
#include "sinew/file.hpp"

namespace sinew {

namespace {

constexpr std::array<std::uint8_t, 8> signature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

// libpng reports errors by longjmp, which skips destructors. Everything with a destructor therefore lives in the
// callers of the functions that call setjmp, and these hold only pointers.
struct Failure {
  std::array<char, 120> text = {};
};

[[noreturn]] void on_error(png_structp png, png_const_charp message) {
  auto* failure = static_cast<Failure*>(png_get_error_ptr(png));
  std::strncpy(failure->text.data(), message, failure->text.size() - 1);
  png_longjmp(png, 1);
}
void on_warning(png_structp, png_const_charp) {}

struct Source {
  std::span<const std::uint8_t> bytes;
  bool exhausted = false;
};

void read_bytes(png_structp png, png_bytep out, std::size_t size) {
  auto* source = static_cast<Source*>(png_get_io_ptr(png));
  if (source->bytes.size() < size) {
    source->exhausted = true;
    png_error(png, "the data end too early");
  }
  std::memcpy(out, source->bytes.data(), size);
  source->bytes = source->bytes.subspan(size);
}

void write_bytes(png_structp png, png_bytep data, std::size_t size) {
  auto* out = static_cast<std::vector<std::uint8_t>*>(png_get_io_ptr(png));
  try {
    out->insert(out->end(), data, data + size);
  } catch (...) {  // no exception may pass through libpng's frames
    size = 0;
  }
  if (size == 0) png_error(png, "out of memory");
}
void flush_bytes(png_structp) {}

bool decode(png_structp png, png_infop info, Source& source, std::uint8_t* const* rows) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;  // NOLINT: libpng's way
  png_set_read_fn(png, &source, read_bytes);
  png_set_user_limits(png, max_image_side, max_image_side);
  png_read_info(png, info);
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  png_read_image(png, const_cast<png_bytepp>(rows));
  png_read_end(png, nullptr);
  return true;
}

bool encode(png_structp png, png_infop info, const Image& image, bool alpha, int level,
            std::vector<std::uint8_t>& out) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;  // NOLINT: libpng's way
  png_set_write_fn(png, &out, write_bytes, flush_bytes);
  png_set_user_limits(png, max_image_side, max_image_side);
  png_set_compression_level(png, level);
  // At low effort choosing among the filters would cost more than compressing.
  png_set_filter(png, PNG_FILTER_TYPE_BASE,
                 level == 0   ? PNG_FILTER_NONE
                 : level <= 2 ? PNG_FILTER_SUB
                              : PNG_ALL_FILTERS);
  png_set_IHDR(png, info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height), 8,
               alpha ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  if (!alpha) png_set_filler(png, 0, PNG_FILLER_AFTER);
  for (int y = 0; y < image.height; ++y) png_write_row(png, image.at(0, y));
  png_write_end(png, nullptr);
  return true;
}

Error png_error_in(std::string_view name, ErrorCode code, std::string message) {
  return Error{code, std::move(message), {std::string(name), 0, 0, {}, {}}};
}

std::uint32_t big_endian(std::span<const std::uint8_t> bytes, std::size_t at) {
  return std::uint32_t{bytes[at]} << 24 | std::uint32_t{bytes[at + 1]} << 16 | std::uint32_t{bytes[at + 2]} << 8 |
         std::uint32_t{bytes[at + 3]};
}

/// Bits of a pixel as stored, 0 for a kind that PNG does not have.
unsigned bits_per_pixel(unsigned color_type, unsigned depth) {
  switch (color_type) {
    case 0:
    case 3:
      return depth;
    case 2:
      return 3 * depth;
    case 4:
      return 2 * depth;
    case 6:
      return 4 * depth;
    default:
      return 0;
  }
}

bool is_opaque(const Image& image) {
  for (std::size_t i = 3; i < image.pixels.size(); i += 4) {
    if (image.pixels[i] != 255) return false;
  }
  return true;
}

}  // namespace

Result<PngSize> png_size(std::span<const std::uint8_t> bytes, std::string_view name) {
  if (bytes.empty()) return png_error_in(name, ErrorCode::empty_input, "The PNG file is empty.");
  if (bytes.size() < signature.size() || !std::equal(signature.begin(), signature.end(), bytes.begin())) {
    return png_error_in(name, ErrorCode::syntax, "This is not a PNG file: it does not start with the PNG signature.");
  }
  if (bytes.size() < 33 || std::memcmp(bytes.data() + 12, "IHDR", 4) != 0) {
    return png_error_in(name, ErrorCode::syntax, "The PNG file is damaged: its header is incomplete.");
  }
  const std::uint32_t width = big_endian(bytes, 16);
  const std::uint32_t height = big_endian(bytes, 20);
  if (width > max_image_side || height > max_image_side) {
    return png_error_in(name, ErrorCode::limit,
                        "The picture is " + std::to_string(width) + " x " + std::to_string(height) +
                            " pixels; pictures of up to 16384 x 16384 can be read.");
  }
  // Deflate shrinks at most 1032 times: a header that promises more is not worth the memory.
  const std::uint64_t raw = (std::uint64_t{width} * bits_per_pixel(bytes[25], bytes[24]) + 7) / 8 * height;
  if (raw / 1032 > bytes.size()) {
    return png_error_in(name, ErrorCode::syntax,
                        "The PNG file is damaged: it has too few bytes for a picture of " + std::to_string(width) +
                            " x " + std::to_string(height) + " pixels.");
  }
  if (width == 0 || height == 0) {
    return png_error_in(name, ErrorCode::syntax, "The PNG file is damaged: its picture has no pixels.");
  }

  return PngSize{static_cast<int>(width), static_cast<int>(height)};
}

Result<Image> decode_png(std::span<const std::uint8_t> bytes, std::string_view name) {
  const Result<PngSize> size = png_size(bytes, name);
  if (!size) return size.error();
  Image image(size->width, size->height);
  std::vector<std::uint8_t*> rows(static_cast<std::size_t>(size->height));
  for (int y = 0; y < size->height; ++y) rows[static_cast<std::size_t>(y)] = image.at(0, y);
  Failure failure;
  Source source{bytes};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &failure, on_error, on_warning);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  const bool done = info != nullptr && decode(png, info, source, rows.data());
  png_destroy_read_struct(&png, &info, nullptr);
  if (!done) {
    return png_error_in(name, ErrorCode::syntax,
                        source.exhausted ? "The PNG file is cut short: its data end before the picture does."
                                         : "The PNG file is damaged: " + std::string(failure.text.data()) + '.');
  }
  return image;
}

Result<std::vector<std::uint8_t>> read_picture_file(const std::string& path) {
  std::error_code problem;
  const std::filesystem::file_status status = std::filesystem::status(path, problem);
  // Before it is opened: opening a pipe waits for somebody who writes. Why a file or a folder cannot be read,
  // read_file() says best.
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
      !std::filesystem::is_directory(status)) {
    return png_error_in(path, ErrorCode::file_not_readable,
                        "This is a pipe, a socket or a device. Pictures are read from regular files alone.");
  }
  const Result<std::string> bytes = read_file(path);
  if (!bytes) return bytes.error();
  return std::vector<std::uint8_t>(bytes->begin(), bytes->end());
}

Result<Image> read_png(const std::string& path) {
  const Result<std::vector<std::uint8_t>> bytes = read_picture_file(path);
  if (!bytes) return bytes.error();
  return decode_png(*bytes, path);
}

Result<std::vector<std::uint8_t>> encode_png(const Image& image, const PngOptions& options) {
  if (!image.valid()) {
    return Error{ErrorCode::bad_value,
                 "A picture of " + std::to_string(image.width) + " x " + std::to_string(image.height) +
                     " pixels cannot be written as a PNG: its sides must be 1 to 16384 and its pixels complete.",
                 {}};
  }
  const bool alpha =
      options.channels == PngChannels::rgba || (options.channels == PngChannels::automatic && !is_opaque(image));
  std::vector<std::uint8_t> out;
  Failure failure;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &failure, on_error, on_warning);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  const bool done = info != nullptr && encode(png, info, image, alpha, std::clamp(options.level, 0, 9), out);
  png_destroy_write_struct(&png, &info);
  if (!done) {
    return Error{ErrorCode::environment, "The PNG could not be made: " + std::string(failure.text.data()) + '.', {}};
  }
  return out;
}

Status write_png(const std::string& path, const Image& image, const PngOptions& options) {
  Result<std::vector<std::uint8_t>> bytes = encode_png(image, options);
  if (!bytes) {
    Error error = bytes.error();
    error.where.file = path;
    return error;
  }
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return file.error();
  if (Status written = file->write(*bytes); !written) return written;
  return file->commit();
}

}  // namespace sinew
