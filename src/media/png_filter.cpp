#include "media/png_filter.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

namespace sinew {

namespace {

enum Filter : std::uint8_t { none, sub, up, average, paeth, filter_count };
// The ways to choose filters: one of the five for all rows, or the smallest sum of differences row by row.
constexpr int smallest_sum = filter_count;
constexpr int way_count = filter_count + 1;

std::uint8_t predict_paeth(int left, int above, int corner) {
  const int estimate = left + above - corner;
  const int to_left = std::abs(estimate - left);
  const int to_above = std::abs(estimate - above);
  const int to_corner = std::abs(estimate - corner);
  if (to_left <= to_above && to_left <= to_corner) return static_cast<std::uint8_t>(left);
  return static_cast<std::uint8_t>(to_above <= to_corner ? above : corner);
}

/// Writes the filter's number and the filtered row. `above` is the row above, zeros at the top.
void filter_row(int filter, const std::uint8_t* row, const std::uint8_t* above, std::size_t size,
                std::size_t pixel_bytes, std::uint8_t* out) {
  *out++ = static_cast<std::uint8_t>(filter);
  const auto difference = [](int value, int prediction) { return static_cast<std::uint8_t>(value - prediction); };
  const std::size_t first = std::min(pixel_bytes, size);  // bytes that have nothing to their left
  switch (filter) {
    case sub:
      std::memcpy(out, row, first);
      for (std::size_t i = first; i < size; ++i) out[i] = difference(row[i], row[i - pixel_bytes]);
      break;
    case up:
      for (std::size_t i = 0; i < size; ++i) out[i] = difference(row[i], above[i]);
      break;
    case average:
      for (std::size_t i = 0; i < first; ++i) out[i] = difference(row[i], above[i] / 2);
      for (std::size_t i = first; i < size; ++i) out[i] = difference(row[i], (row[i - pixel_bytes] + above[i]) / 2);
      break;
    case paeth:
      for (std::size_t i = 0; i < first; ++i) out[i] = difference(row[i], above[i]);
      for (std::size_t i = first; i < size; ++i) {
        out[i] = difference(row[i], predict_paeth(row[i - pixel_bytes], above[i], above[i - pixel_bytes]));
      }
      break;
    default:
      std::memcpy(out, row, size);
  }
}

/// How far a filtered row is from zero, its bytes taken as signed.
std::uint64_t sum_of(const std::uint8_t* filtered, std::size_t size) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += filtered[i] < 128 ? filtered[i] : 256u - filtered[i];
  return sum;
}

class Rows {
 public:
  Rows(const std::uint8_t* pixels, std::size_t row_bytes, std::size_t pixel_bytes)
      : pixels_(pixels),
        row_bytes_(row_bytes),
        pixel_bytes_(pixel_bytes),
        zeros_(row_bytes),
        candidate_(row_bytes + 1) {}

  void filter(int way, std::size_t y, std::uint8_t* out) {
    const std::uint8_t* row = pixels_ + y * row_bytes_;
    const std::uint8_t* above = y == 0 ? zeros_.data() : row - row_bytes_;
    if (way != smallest_sum) return filter_row(way, row, above, row_bytes_, pixel_bytes_, out);
    std::uint64_t best = ~std::uint64_t{0};
    for (int filter = none; filter < filter_count; ++filter) {
      filter_row(filter, row, above, row_bytes_, pixel_bytes_, candidate_.data());
      const std::uint64_t sum = sum_of(candidate_.data() + 1, row_bytes_);
      if (sum < best) {
        best = sum;
        std::memcpy(out, candidate_.data(), row_bytes_ + 1);
      }
    }
  }

 private:
  const std::uint8_t* pixels_;
  std::size_t row_bytes_;
  std::size_t pixel_bytes_;
  std::vector<std::uint8_t> zeros_;
  std::vector<std::uint8_t> candidate_;
};

/// Packs into `out`; false when zlib fails, which only lack of memory makes it do.
bool deflate_into(const std::vector<std::uint8_t>& bytes, std::size_t size, int level, int strategy,
                  std::vector<std::uint8_t>& out) {
  z_stream stream = {};
  if (deflateInit2(&stream, level, Z_DEFLATED, 15, 9, strategy) != Z_OK) return false;
  // zlib counts in 32 bits: feed and drain in pieces.
  constexpr std::size_t piece = std::size_t{1} << 20;
  out.clear();
  std::size_t taken = 0;
  int state = Z_OK;
  while (state == Z_OK) {
    if (stream.avail_in == 0 && taken < size) {
      const std::size_t count = std::min(piece, size - taken);
      stream.next_in = const_cast<Bytef*>(bytes.data() + taken);  // zlib does not write to it
      stream.avail_in = static_cast<uInt>(count);
      taken += count;
    }
    const std::size_t used = out.size();
    out.resize(used + std::max<std::size_t>(4096, std::min(piece, size / 8)));
    stream.next_out = out.data() + used;
    stream.avail_out = static_cast<uInt>(out.size() - used);
    state = deflate(&stream, taken == size ? Z_FINISH : Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
  }
  deflateEnd(&stream);
  return state == Z_STREAM_END;
}

}  // namespace

const std::vector<std::uint8_t>& ScanlinePacker::pack(const std::uint8_t* pixels, std::size_t row_bytes,
                                                      std::size_t rows, std::size_t pixel_bytes, int level) {
  Rows source(pixels, row_bytes, pixel_bytes);

  // Bands of rows, because what deflate finds again lies in the rows before; up to a quarter of a large picture.
  constexpr std::size_t band = 16;
  const std::size_t stride = rows <= 4 * band ? band : 4 * band;
  int best_way = smallest_sum;
  std::size_t best_size = ~std::size_t{0};
  filtered_.resize((row_bytes + 1) * rows);
  for (int way = 0; way < way_count; ++way) {
    std::size_t used = 0;
    for (std::size_t top = 0; top < rows; top += stride) {
      for (std::size_t y = top; y < std::min(top + band, rows); ++y, used += row_bytes + 1) {
        source.filter(way, y, filtered_.data() + used);
      }
    }
    if (!deflate_into(filtered_, used, 3, Z_DEFAULT_STRATEGY, trial_)) break;
    if (trial_.size() < best_size) {
      best_size = trial_.size();
      best_way = way;
    }
  }

  for (std::size_t y = 0; y < rows; ++y) source.filter(best_way, y, filtered_.data() + y * (row_bytes + 1));
  if (!deflate_into(filtered_, filtered_.size(), level, Z_DEFAULT_STRATEGY, packed_)) packed_.clear();
  return packed_;
}

}  // namespace sinew
