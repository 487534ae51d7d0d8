#include "media/png.hpp"
#include <gtest/gtest.h>
TEST(Png, RoundTripKeepsEveryPixel) {
  sinew::Image image(3, 2);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) image.pixels[i] = static_cast<std::uint8_t>(i * 37);
  auto bytes = sinew::encode_png(image);
  ASSERT_TRUE(bytes);
  auto back = sinew::decode_png(*bytes);
  ASSERT_TRUE(back) << back.error();
  EXPECT_EQ(back->pixels, image.pixels);
}
