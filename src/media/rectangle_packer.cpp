#include "media/rectangle_packer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "sinew/result.hpp"

// The packer sorts with qsort(), which places equal elements differently from one C library to the next.
namespace {
template <class T>
void sort_stably(T* first, std::size_t count, int (*compare)(const void*, const void*)) {
  std::stable_sort(first, first + count, [compare](const T& a, const T& b) { return compare(&a, &b) < 0; });
}
}  // namespace
#define STBRP_SORT(first, count, size, compare) sort_stably(first, static_cast<std::size_t>(count), compare)
#define STBRP_ASSERT(condition) SINEW_ASSERT(condition)
#define STBRP_STATIC
#define STB_RECT_PACK_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_rect_pack.h>
#pragma GCC diagnostic pop

namespace sinew {

namespace {

/// How the rectangles are turned before they are placed; the packer itself never turns any.
enum class Turning : std::uint8_t { none, lying, standing };

struct Attempt {
  std::vector<stbrp_rect> rects;  // by index into the list of those still to be placed; w and h without padding
  std::vector<bool> turned;
  RectangleSize used;            // the box around what was placed
  std::int64_t placed_area = 0;  // pixels
  std::size_t turned_count = 0;
  bool complete = false;
};

class Packer {
 public:
  Packer(std::span<const RectangleSize> rectangles, const RectanglePackerOptions& options)
      : rectangles_(rectangles), options_(options), side_(largest_page_side(options)) {
    result_.places.resize(rectangles.size());
    for (std::size_t i = 0; i < rectangles.size(); ++i) remaining_.push_back(i);
  }

  PackedRectangles pack() {
    while (!remaining_.empty()) {
      Attempt best = options_.power_of_two ? smallest_power_of_two_page() : smallest_page();
      if (!best.complete) best = fullest_page();
      take(best);
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::int64_t total_area() const {
    std::int64_t area = 0;
    for (const std::size_t i : remaining_) area += std::int64_t{rectangles_[i].width} * rectangles_[i].height;
    return area;
  }

  /// The narrowest page that could hold every single rectangle.
  [[nodiscard]] int least_width() const {
    int least = 1;
    for (const std::size_t i : remaining_) {
      const RectangleSize& size = rectangles_[i];
      least = std::max(least, options_.rotate ? std::min(size.width, size.height) : size.width);
    }
    return least;
  }

  [[nodiscard]] Attempt attempt(int width, int height, Turning turning, int heuristic) {
    Attempt result;
    result.turned.resize(remaining_.size());
    std::vector<stbrp_rect> rects(remaining_.size());
    for (std::size_t i = 0; i < remaining_.size(); ++i) {
      RectangleSize size = rectangles_[remaining_[i]];
      const bool lies = size.width >= size.height;
      const bool fits = size.width <= width && size.height <= height;
      const bool fits_turned = size.height <= width && size.width <= height;
      bool turn = (turning == Turning::lying && !lies) || (turning == Turning::standing && lies);
      if (size.width == size.height) turn = false;
      if (options_.rotate && !(turn ? fits_turned : fits)) turn = !turn;
      if (turn) std::swap(size.width, size.height);
      result.turned[i] = turn;
      if (turn) ++result.turned_count;
      rects[i].id = static_cast<int>(i);
      rects[i].w = size.width + options_.padding;
      rects[i].h = size.height + options_.padding;
    }
    nodes_.resize(static_cast<std::size_t>(width + options_.padding));
    stbrp_context context;
    stbrp_init_target(&context, width + options_.padding, height + options_.padding, nodes_.data(),
                      static_cast<int>(nodes_.size()));
    stbrp_setup_heuristic(&context, heuristic);
    result.complete = stbrp_pack_rects(&context, rects.data(), static_cast<int>(rects.size())) != 0;
    for (stbrp_rect& rect : rects) {
      rect.w -= options_.padding;
      rect.h -= options_.padding;
      if (rect.was_packed == 0) continue;
      result.placed_area += std::int64_t{rect.w} * rect.h;
      result.used.width = std::max(result.used.width, rect.x + rect.w);
      result.used.height = std::max(result.used.height, rect.y + rect.h);
    }
    result.rects = std::move(rects);
    return result;
  }

  /// Calls `use` with an attempt for every way to turn the rectangles and every heuristic, until it returns true.
  template <class Use>
  bool for_each_way(int width, int height, Use&& use) {
    for (const Turning turning : {Turning::none, Turning::lying, Turning::standing}) {
      if (turning != Turning::none && !options_.rotate) break;
      for (const int heuristic : {STBRP_HEURISTIC_Skyline_BL_sortHeight, STBRP_HEURISTIC_Skyline_BF_sortHeight}) {
        if (use(attempt(width, height, turning, heuristic))) return true;
      }
    }
    return false;
  }

  /// All that remain on one page that is as small as possible; not complete if no attempt succeeds.
  Attempt smallest_page() {
    Attempt best;
    const std::int64_t area = total_area();
    if (area > std::int64_t{side_} * side_) return best;
    // From pages about four times as high as wide to pages about four times as wide as high. Large sets get fewer
    // attempts, which keeps 10,000 images within seconds.
    const double square = std::sqrt(static_cast<double>(area));
    const int low = std::max(least_width(), std::min(side_, static_cast<int>(square / 2)));
    const int high = std::max(low, std::min(side_, static_cast<int>(square * 2) + options_.padding));
    const int steps = static_cast<int>(std::clamp<std::size_t>(40000 / remaining_.size(), 6, 48));
    for (int step = 0; step <= steps; ++step) {
      const int width = low + static_cast<int>(std::int64_t{high - low} * step / steps);
      for_each_way(width, side_, [&best](Attempt&& candidate) {
        if (candidate.complete && (!best.complete || is_better(candidate, best))) best = std::move(candidate);
        return false;
      });
    }
    return best;
  }

  /// The same with sides that are powers of two: the first size that works, from the smallest area up.
  Attempt smallest_power_of_two_page() {
    std::vector<RectangleSize> sizes;
    const std::int64_t area = total_area();
    for (int width = 1; width <= side_; width *= 2) {
      for (int height = 1; height <= side_; height *= 2) {
        if (std::int64_t{width} * height >= area) sizes.push_back({width, height});
      }
    }
    std::sort(sizes.begin(), sizes.end(), [](const RectangleSize& a, const RectangleSize& b) {
      return is_smaller(a, b) || (!is_smaller(b, a) && a.width > b.width);
    });
    Attempt found;
    for (const RectangleSize& size : sizes) {
      const bool done = for_each_way(size.width, size.height, [&found](Attempt&& candidate) {
        if (candidate.complete) found = std::move(candidate);
        return found.complete;
      });
      if (done) break;
    }
    return found;
  }

  /// As much as possible on a page of the largest size.
  Attempt fullest_page() {
    Attempt best;
    for_each_way(side_, side_, [&best](Attempt&& candidate) {
      if (candidate.placed_area > best.placed_area) best = std::move(candidate);
      return false;
    });
    return best;
  }

  /// The smaller page; among equal ones that with fewer rectangles turned.
  static bool is_better(const Attempt& a, const Attempt& b) {
    if (is_smaller(a.used, b.used)) return true;
    return !is_smaller(b.used, a.used) && a.turned_count < b.turned_count;
  }

  /// By area, then by the longer side.
  static bool is_smaller(const RectangleSize& a, const RectangleSize& b) {
    const std::int64_t area_a = std::int64_t{a.width} * a.height;
    const std::int64_t area_b = std::int64_t{b.width} * b.height;
    return area_a != area_b ? area_a < area_b : std::max(a.width, a.height) < std::max(b.width, b.height);
  }

  static int power_of_two_from(int size) {
    int power = 1;
    while (power < size) power *= 2;
    return power;
  }

  void take(const Attempt& attempt) {
    SINEW_ASSERT(attempt.placed_area > 0);
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < remaining_.size(); ++i) {
      const stbrp_rect& rect = attempt.rects[i];
      if (rect.was_packed == 0) {
        left.push_back(remaining_[i]);
        continue;
      }
      result_.places[remaining_[i]] = {result_.pages.size(), rect.x, rect.y, attempt.turned[i]};
    }
    remaining_ = std::move(left);
    RectangleSize page = attempt.used;
    if (options_.power_of_two) page = {power_of_two_from(page.width), power_of_two_from(page.height)};
    result_.pages.push_back(page);
  }

  std::span<const RectangleSize> rectangles_;
  RectanglePackerOptions options_;
  int side_;
  std::vector<std::size_t> remaining_;
  std::vector<stbrp_node> nodes_;
  PackedRectangles result_;
};

}  // namespace

int largest_page_side(const RectanglePackerOptions& options) noexcept {
  if (!options.power_of_two) return options.max_size;
  int side = 1;
  while (side <= options.max_size / 2) side *= 2;
  return side;
}

PackedRectangles pack_rectangles(std::span<const RectangleSize> rectangles, const RectanglePackerOptions& options) {
  return Packer(rectangles, options).pack();
}

}  // namespace sinew
