// Curves of 3.8 have one fraction where later versions have a handle for each value of a key: finding it again.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <span>

namespace sinew {

/// A handle on its way from `start` over `span`: a reader computes start + fraction x span.
struct CurveHandle {
  double start = 0, span = 0, value = 0;

  [[nodiscard]] double place(double fraction) const noexcept { return start + fraction * span; }
  [[nodiscard]] double fraction() const noexcept { return (value - start) / span; }
  /// How far a reader's value may be from what it is without rounding.
  [[nodiscard]] double rounding() const noexcept {
    constexpr double roundings = 4, relative = roundings * std::numeric_limits<double>::epsilon(),
                     smallest = roundings * std::numeric_limits<double>::denorm_min();
    return relative * (std::fabs(start) + std::fabs(value)) + smallest;
  }
};

/// Whether a reader gets every handle as it is, bit by bit.
[[nodiscard]] bool gives_back(std::span<const CurveHandle> handles, double fraction) noexcept;

/// From the smallest to the largest fraction.
struct FractionRange {
  double low = 0, high = 0;

  [[nodiscard]] bool has(double fraction) const noexcept { return low <= fraction && fraction <= high; }
};

/// All fractions for which a reader gets every handle as it is, bit by bit; handles without a way do not count. Nothing
/// when there are none.
[[nodiscard]] std::optional<FractionRange> exact_fractions(std::span<const CurveHandle> handles) noexcept;

}  // namespace sinew
