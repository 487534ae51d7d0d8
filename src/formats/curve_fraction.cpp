#include "formats/curve_fraction.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace sinew {

namespace {

/// Numbers in their order, counted from 0.
double nth_number(std::int64_t n) noexcept {
  const auto magnitude = static_cast<std::uint64_t>(n < 0 ? -n : n);
  double x;
  std::memcpy(&x, &magnitude, sizeof x);
  return n < 0 ? -x : x;
}

constexpr std::int64_t last_number = 0x7fefffffffffffff;  // the largest that is finite

/// The first number for which `is_reached` holds, which does so from some number on; infinity when it never does.
template <class IsReached>
double first_number(IsReached is_reached) noexcept {
  std::int64_t low = -last_number, high = last_number + 1;
  while (low < high) {
    const std::int64_t middle = (low & high) + ((low ^ high) >> 1);  // their difference may be too large
    if (is_reached(nth_number(middle))) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return nth_number(low);
}

/// Rounding keeps the order of places: they rise, or fall, with the fraction.
FractionRange range_of(const CurveHandle& handle) noexcept {
  const double direction = handle.span < 0 ? -1 : 1, value = direction * handle.value;
  const double low = first_number([&](double f) { return direction * handle.place(f) >= value; });
  const double behind = first_number([&](double f) { return direction * handle.place(f) > value; });
  return {low, std::nextafter(behind, -std::numeric_limits<double>::infinity())};
}

}  // namespace

bool gives_back(std::span<const CurveHandle> handles, double fraction) noexcept {
  return std::all_of(handles.begin(), handles.end(),
                     [&](const CurveHandle& handle) { return handle.place(fraction) == handle.value; });
}

std::optional<FractionRange> exact_fractions(std::span<const CurveHandle> handles) noexcept {
  constexpr double most = std::numeric_limits<double>::max();
  FractionRange range{-most, most};
  const CurveHandle* last = nullptr;
  for (const CurveHandle& handle : handles) {
    if (handle.span == 0) continue;
    // The times of all values of a key are the same, mostly.
    if (last && last->start == handle.start && last->span == handle.span && last->value == handle.value) continue;
    last = &handle;
    const FractionRange own = range_of(handle);
    range = {std::max(range.low, own.low), std::min(range.high, own.high)};
    if (!(range.low <= range.high)) return std::nullopt;
  }
  return range;
}

}  // namespace sinew
