// The ten straight pieces that a Bezier is under spine semantics. Spec: animation.md 3.2.
#pragma once

#include <cstddef>

#include "base/simd.hpp"

namespace sinew {

/// The weights of a cubic's four points at u = 0.1 .. 0.9, and at its end.
struct CubicWeights {
  double of[4][10];
};
inline constexpr CubicWeights cubic_weights = [] {
  CubicWeights weights{};
  for (int j = 1; j <= 10; ++j) {
    const double u = j / 10.0, w = 1 - u;
    weights.of[0][j - 1] = w * w * w;
    weights.of[1][j - 1] = 3 * u * w * w;
    weights.of[2][j - 1] = 3 * u * u * w;
    weights.of[3][j - 1] = u * u * u;
  }
  return weights;
}();

/// One coordinate of the nine inner points of a cubic; what lies behind them in `points` is of no meaning.
inline void sample_cubic(double p0, double p1, double p2, double p3, double (&points)[10]) noexcept {
  const auto& w = cubic_weights.of;
  for (std::size_t i = 0; i < 10; i += 2) {
    store2(points + i, load2(w[0] + i) * splat(p0) + load2(w[1] + i) * splat(p1) + load2(w[2] + i) * splat(p2) +
                           load2(w[3] + i) * splat(p3));
  }
}

}  // namespace sinew
