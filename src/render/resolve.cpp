#include "render/resolve.hpp"

#include <algorithm>
#include <vector>

#include "sinew/result.hpp"

namespace sinew {
namespace {

void straight_pixel(const std::uint32_t* sum, std::uint32_t count, std::uint8_t* pixel) {
  const std::uint32_t alpha_sum = sum[3];
  const std::uint32_t alpha = (2 * alpha_sum + count) / (2 * count);
  if (alpha == 0) {
    std::fill_n(pixel, 4, std::uint8_t{0});
    return;
  }
  for (int c = 0; c < 3; ++c) {
    const std::uint32_t colour = (2 * 255 * sum[c] + alpha_sum) / (2 * alpha_sum);
    pixel[c] = static_cast<std::uint8_t>(std::min<std::uint32_t>(colour, 255));
  }
  pixel[3] = static_cast<std::uint8_t>(alpha);
}

}  // namespace

void resolve_samples(std::span<const std::uint8_t> samples, int width, int height, int n, std::uint8_t* pixels,
                     std::size_t stride) {
  const std::size_t columns = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
  const std::size_t side = static_cast<std::size_t>(n), row_bytes = 4 * columns * side;
  SINEW_ASSERT(samples.size() >= row_bytes * rows * side);
  const std::uint32_t count = static_cast<std::uint32_t>(n * n);
  std::vector<std::uint32_t> column_sums(row_bytes);  // of the n sample rows of one pixel row
  for (std::size_t y = 0; y < rows; ++y) {
    const std::uint8_t* from = samples.data() + (rows - 1 - y) * side * row_bytes;
    std::fill(column_sums.begin(), column_sums.end(), 0);
    for (std::size_t j = 0; j < side; ++j) {
      const std::uint8_t* row = from + j * row_bytes;
      for (std::size_t i = 0; i < row_bytes; ++i) column_sums[i] += row[i];
    }
    std::uint8_t* to = pixels + y * stride;
    const std::uint32_t* at = column_sums.data();
    for (std::size_t x = 0; x < columns; ++x, to += 4) {
      std::uint32_t sum[4] = {0, 0, 0, 0};
      for (std::size_t i = 0; i < side; ++i, at += 4) {
        for (int c = 0; c < 4; ++c) sum[c] += at[c];
      }
      straight_pixel(sum, count, to);
    }
  }
}

}  // namespace sinew
