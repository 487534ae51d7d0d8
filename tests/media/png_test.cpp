#include "media/png.hpp"

#include <png.h>

#include <stdexcept>
#include <string>

#include "clip_fixtures.hpp"

namespace sinew {
namespace {

using test::TemporaryFolder;

struct PngKind {
  int color_type = 0;
  int depth = 8;
  bool interlaced = false;
  std::vector<png_color> palette = {};
  std::vector<png_byte> palette_alpha = {};
  bool has_key = false;
  png_color_16 key = {};
  double gamma = 0;
};

/// A PNG file of the given rows (packed as the kind wants them), written by libpng.
std::vector<std::uint8_t> make_png(int width, const PngKind& kind, std::vector<std::vector<png_byte>> rows) {
  std::vector<std::uint8_t> out;
  const auto fail = [](png_structp, png_const_charp message) { throw std::runtime_error(message); };
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &out,
      [](png_structp p, png_bytep data, size_t size) {
        auto* bytes = static_cast<std::vector<std::uint8_t>*>(png_get_io_ptr(p));
        bytes->insert(bytes->end(), data, data + size);
      },
      nullptr);
  png_set_IHDR(png, info, width, static_cast<png_uint_32>(rows.size()), kind.depth, kind.color_type,
               kind.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (!kind.palette.empty()) png_set_PLTE(png, info, kind.palette.data(), static_cast<int>(kind.palette.size()));
  if (!kind.palette_alpha.empty())
    png_set_tRNS(png, info, kind.palette_alpha.data(), static_cast<int>(kind.palette_alpha.size()), nullptr);
  if (kind.has_key) png_set_tRNS(png, info, nullptr, 0, &kind.key);
  if (kind.gamma > 0) png_set_gAMA(png, info, kind.gamma);
  std::vector<png_bytep> pointers;
  for (auto& row : rows) pointers.push_back(row.data());
  png_set_rows(png, info, pointers.data());
  png_write_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
  png_destroy_write_struct(&png, &info);
  return out;
}

using Bytes = std::vector<std::uint8_t>;

Bytes decoded(const Bytes& file) {
  const auto image = decode_png(file, "test.png");
  if (!image) {
    ADD_FAILURE() << image.error();
    return {};
  }
  return image->pixels;
}

/// Decodes with libpng's simplified interface, which shares nothing with ours.
Image decoded_by_libpng(const Bytes& file) {
  png_image png = {};
  png.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&png, file.data(), file.size())) {
    ADD_FAILURE() << png.message;
    return {};
  }
  png.format = PNG_FORMAT_RGBA;
  Image image(png.width, png.height);
  if (!png_image_finish_read(&png, nullptr, image.pixels.data(), 0, nullptr)) ADD_FAILURE() << png.message;
  return image;
}

TEST(PngReading, GreyOfEveryDepthIsSpreadToEightBits) {
  EXPECT_EQ(decoded(make_png(3, {PNG_COLOR_TYPE_GRAY, 1}, {{0b10100000}})),
            (Bytes{255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255}));
  EXPECT_EQ(decoded(make_png(2, {PNG_COLOR_TYPE_GRAY, 2}, {{0b01100000}})),
            (Bytes{85, 85, 85, 255, 170, 170, 170, 255}));
  EXPECT_EQ(decoded(make_png(2, {PNG_COLOR_TYPE_GRAY, 4}, {{0x3c}})), (Bytes{51, 51, 51, 255, 204, 204, 204, 255}));
  EXPECT_EQ(decoded(make_png(1, {PNG_COLOR_TYPE_GRAY, 8}, {{77}})), (Bytes{77, 77, 77, 255}));
  // 0x80ff of 0xffff is 128.4 of 255.
  EXPECT_EQ(decoded(make_png(1, {PNG_COLOR_TYPE_GRAY, 16}, {{0x80, 0xff}})), (Bytes{128, 128, 128, 255}));
}

TEST(PngReading, PalettesKeepTheirAlpha) {
  PngKind kind{PNG_COLOR_TYPE_PALETTE, 4};
  kind.palette = {{1, 2, 3}, {40, 50, 60}, {200, 100, 0}};
  kind.palette_alpha = {0, 128};
  EXPECT_EQ(decoded(make_png(3, kind, {{0x01, 0x20}})), (Bytes{1, 2, 3, 0, 40, 50, 60, 128, 200, 100, 0, 255}));
}

TEST(PngReading, AColourMarkedTransparentBecomesSo) {
  PngKind kind{PNG_COLOR_TYPE_RGB, 8};
  kind.has_key = true;
  kind.key.red = 10;
  kind.key.green = 20;
  kind.key.blue = 30;
  EXPECT_EQ(decoded(make_png(2, kind, {{10, 20, 30, 10, 20, 31}})), (Bytes{10, 20, 30, 0, 10, 20, 31, 255}));
}

TEST(PngReading, GreyWithAlphaAndSixteenBitsAreReduced) {
  EXPECT_EQ(decoded(make_png(1, {PNG_COLOR_TYPE_GRAY_ALPHA, 8}, {{9, 200}})), (Bytes{9, 9, 9, 200}));
  EXPECT_EQ(decoded(make_png(1, {PNG_COLOR_TYPE_RGBA, 16}, {{0xff, 0xff, 0x10, 0x10, 0x20, 0x20, 0x7f, 0x7f}})),
            (Bytes{255, 16, 32, 127}));
}

TEST(PngReading, InterlacedRowsComeInOrder) {
  std::vector<std::vector<png_byte>> rows;
  Bytes expected;
  for (int y = 0; y < 11; ++y) {
    rows.emplace_back();
    for (int x = 0; x < 13; ++x) {
      for (const int value : {x * 19, y * 23, x * y}) {
        rows.back().push_back(static_cast<png_byte>(value));
        expected.push_back(static_cast<png_byte>(value));
      }
      expected.push_back(255);
    }
  }
  PngKind kind{PNG_COLOR_TYPE_RGB, 8};
  kind.interlaced = true;
  EXPECT_EQ(decoded(make_png(13, kind, rows)), expected);
}

TEST(PngReading, GammaIsNotApplied) {
  PngKind kind{PNG_COLOR_TYPE_RGB, 8};
  kind.gamma = 1.0;
  EXPECT_EQ(decoded(make_png(1, kind, {{50, 100, 150}})), (Bytes{50, 100, 150, 255}));
}

TEST(PngReading, ErrorsAreSentencesThatNameTheFile) {
  TemporaryFolder folder;
  const Image image = test::ball_frame(40, 30, 0, 1, test::Background::transparent);
  const Bytes good = *encode_png(image);

  const auto missing = read_png(folder / "none.png");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::file_not_found);
  EXPECT_EQ(missing.error().where.file, folder / "none.png");

  const auto empty = decode_png({}, "a.png");
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, ErrorCode::empty_input);
  EXPECT_EQ(empty.error().to_string(), "a.png: The PNG file is empty.");

  const auto other = decode_png(Bytes{'G', 'I', 'F', '8', '9', 'a', 0, 0, 0, 0}, "a.png");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::syntax);
  EXPECT_NE(other.error().message.find("not a PNG"), std::string::npos);

  // Cut anywhere, it is refused: not one byte may be missing before the end of the pixels.
  for (std::size_t size = 1; size + 12 < good.size(); ++size) {
    const auto cut = decode_png(std::span(good).first(size), "a.png");
    ASSERT_FALSE(cut) << size;
    EXPECT_EQ(cut.error().code, ErrorCode::syntax) << size;
    EXPECT_EQ(cut.error().where.file, "a.png");
    EXPECT_EQ(cut.error().message.back(), '.');
  }

  Bytes damaged = good;
  damaged[damaged.size() / 2] ^= 0x55;
  const auto wrong = decode_png(damaged, "a.png");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("damaged"), std::string::npos) << wrong.error();
}

TEST(PngReading, HugeSizesAreRefusedBeforeMemoryIsTaken) {
  Bytes file = *encode_png(Image(2, 2));
  const auto set_size = [&file](std::uint32_t width, std::uint32_t height) {
    for (int i = 0; i < 4; ++i) {
      file[16 + i] = static_cast<std::uint8_t>(width >> (24 - 8 * i));
      file[20 + i] = static_cast<std::uint8_t>(height >> (24 - 8 * i));
    }
  };
  set_size(20000, 3);
  const auto wide = decode_png(file, "a.png");
  ASSERT_FALSE(wide);
  EXPECT_EQ(wide.error().code, ErrorCode::limit);
  EXPECT_NE(wide.error().message.find("20000 x 3"), std::string::npos);
  set_size(16384, 16384);  // allowed, but not in so few bytes
  const auto bomb = decode_png(file, "a.png");
  ASSERT_FALSE(bomb);
  EXPECT_EQ(bomb.error().code, ErrorCode::syntax);
  EXPECT_NE(bomb.error().message.find("too few bytes"), std::string::npos);
  set_size(0, 5);
  EXPECT_FALSE(decode_png(file, "a.png"));
}

TEST(PngWriting, AnotherDecoderReadsTheSamePixels) {
  for (const int level : {0, 1, 4, 6, 9}) {
    Image image = test::ball_frame(61, 47, 0, 1, test::Background::transparent);
    image.at(0, 0)[0] = 123;  // the colour of a transparent pixel is kept as well
    const auto file = encode_png(image, {level, PngChannels::automatic});
    ASSERT_TRUE(file);
    EXPECT_EQ((*file)[25], PNG_COLOR_TYPE_RGBA);
    const Image back = decoded_by_libpng(*file);
    EXPECT_EQ(back.width, 61);
    EXPECT_EQ(back.height, 47);
    EXPECT_EQ(back.pixels, image.pixels) << level;
    EXPECT_EQ(decoded(*file), image.pixels);
  }
}

TEST(PngWriting, OpaquePicturesNeedNoAlpha) {
  const Image image = test::ball_frame(20, 20, 0, 1, test::Background::shaded);
  const auto file = encode_png(image);
  ASSERT_TRUE(file);
  EXPECT_EQ((*file)[25], PNG_COLOR_TYPE_RGB);
  EXPECT_EQ(decoded_by_libpng(*file).pixels, image.pixels);
  EXPECT_EQ((*encode_png(image, {6, PngChannels::rgba}))[25], PNG_COLOR_TYPE_RGBA);
}

TEST(PngWriting, AnImageWhosePixelsDoNotFitItsSizeIsRefused) {
  Image image(4, 4);
  image.pixels.pop_back();
  const auto file = encode_png(image);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::bad_value);
  EXPECT_FALSE(encode_png(Image()));
}

TEST(PngWriting, FilesAppearWholeOrNotAtAll) {
  TemporaryFolder folder;
  const Image image = test::ball_frame(200, 200, 0, 1, test::Background::transparent);
  ASSERT_TRUE(write_png(folder / "a.png", image));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.png"});
  const auto back = read_png(folder / "a.png");
  ASSERT_TRUE(back) << back.error();
  EXPECT_EQ(back->pixels, image.pixels);
  const Bytes before = test::bytes_of(folder / "a.png");

  {
    test::FullDisk full(1000);
    const Status failed = write_png(folder / "a.png", test::ball_frame(300, 300, 0, 1, test::Background::transparent));
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::file_not_writable);
    EXPECT_EQ(failed.error().where.file, folder / "a.png");
    EXPECT_FALSE(write_png(folder / "b.png", image));
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.png"});
  EXPECT_EQ(test::bytes_of(folder / "a.png"), before);
  EXPECT_FALSE(write_png(folder / "missing/a.png", image));
}

}  // namespace
}  // namespace sinew
