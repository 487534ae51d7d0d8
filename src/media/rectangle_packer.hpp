// Places rectangles on as few and as small pages as a handful of attempts finds.
#pragma once

#include <span>
#include <vector>

namespace sinew {

struct RectangleSize {
  int width = 0;
  int height = 0;
};

struct RectanglePlace {
  std::size_t page = 0;
  int x = 0;
  int y = 0;
  bool turned = false;  ///< by a quarter: it takes up height x width
};

struct RectanglePackerOptions {
  int max_size = 2048;        ///< of a page's sides; rounded down to a power of two when `power_of_two` is set
  int padding = 2;            ///< distance between neighbours; none is kept to the page's edge
  bool rotate = true;         ///< rectangles may be turned by a quarter
  bool power_of_two = false;  ///< the pages' sides are powers of two
};

struct PackedRectangles {
  std::vector<RectanglePlace> places;  ///< one for each rectangle, in the order given
  std::vector<RectangleSize> pages;
};

/// The largest side of a page under these options.
[[nodiscard]] int largest_page_side(const RectanglePackerOptions& options) noexcept;

/// Packs rectangles, each with sides from 1 to largest_page_side(). Several page sizes, ways to turn the rectangles and
/// two heuristics are tried; the smallest page area wins. If one page does not hold all, each page takes the largest
/// area that an attempt gets onto it. The same input gives the same result on every machine.
[[nodiscard]] PackedRectangles pack_rectangles(std::span<const RectangleSize> rectangles,
                                               const RectanglePackerOptions& options);

}  // namespace sinew
