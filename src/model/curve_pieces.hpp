// The ten straight pieces that a Bezier is under spine semantics. Spec: animation.md 3.2.
#pragma once

#include <array>
#include <cstddef>

#include "base/simd.hpp"

namespace sinew {

/// The weights of a cubic's four points at u = 0.1 .. 0.9, two by two, and of its end.
struct CubicWeights {
  Double2 b0, b1, b2, b3;
};
inline constexpr std::array<CubicWeights, 5> nine_weights = [] {
  double b[4][10] = {};
  for (int j = 1; j <= 10; ++j) {
    const double u = j / 10.0, w = 1 - u;
    b[0][j - 1] = w * w * w;
    b[1][j - 1] = 3 * u * w * w;
    b[2][j - 1] = 3 * u * u * w;
    b[3][j - 1] = u * u * u;
  }
  std::array<CubicWeights, 5> weights{};
  for (std::size_t i = 0; i < 5; ++i) {
    weights[i] = {Double2{b[0][2 * i], b[0][2 * i + 1]}, Double2{b[1][2 * i], b[1][2 * i + 1]},
                  Double2{b[2][2 * i], b[2][2 * i + 1]}, Double2{b[3][2 * i], b[3][2 * i + 1]}};
  }
  return weights;
}();

/// One coordinate of the nine inner points of a cubic; what lies behind them in `points` is of no meaning.
inline void sample_cubic(double p0, double p1, double p2, double p3, double (&points)[10]) noexcept {
  for (std::size_t i = 0; i < 5; ++i) {
    const CubicWeights& w = nine_weights[i];
    store2(points + 2 * i, w.b0 * splat(p0) + w.b1 * splat(p1) + w.b2 * splat(p2) + w.b3 * splat(p3));
  }
}

}  // namespace sinew
