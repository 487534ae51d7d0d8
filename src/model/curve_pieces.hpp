// The ten straight pieces that a Bezier is under spine semantics. Spec: animation.md 3.2.
#pragma once

#include <cstddef>

#include "base/simd.hpp"

namespace sinew {

inline constexpr std::size_t pieces_of_bezier = 10;

/// The weights of a cubic's four points at u = 0, 0.1 .. 1, each of them `times` times in a row. At the ends one weight
/// is 1 and the others are 0, so that what comes out is the point itself.
template <std::size_t times>
struct CubicWeights {
  double of[4][(pieces_of_bezier + 1) * times];
};
template <std::size_t times>
inline constexpr CubicWeights<times> cubic_weights = [] {
  CubicWeights<times> weights{};
  for (std::size_t i = 0; i < (pieces_of_bezier + 1) * times; ++i) {
    const double u = static_cast<double>(i / times) / 10.0, w = 1 - u;
    weights.of[0][i] = w * w * w;
    weights.of[1][i] = 3 * u * w * w;
    weights.of[2][i] = 3 * u * u * w;
    weights.of[3][i] = u * u * u;
  }
  return weights;
}();

/// A cubic's four points, the same in all lanes; or of as many cubics as weights are repeated, in turn.
template <class Doubles>
struct Cubic {
  Doubles p0, p1, p2, p3;

  template <std::size_t times>
  [[gnu::always_inline]] void get(const CubicWeights<times>& weights, std::size_t i, Doubles& points) const noexcept {
    Doubles w0, w1, w2, w3;
    load_lanes(weights.of[0] + i, w0);
    load_lanes(weights.of[1] + i, w1);
    load_lanes(weights.of[2] + i, w2);
    load_lanes(weights.of[3] + i, w3);
    points = w0 * p0 + w1 * p1 + w2 * p2 + w3 * p3;
  }
};

/// One coordinate of the nine inner points of a cubic, and its end.
inline void sample_cubic(double p0, double p1, double p2, double p3, double (&points)[pieces_of_bezier]) noexcept {
  const Cubic<Double2> cubic{splat(p0), splat(p1), splat(p2), splat(p3)};
  for (std::size_t i = 0; i < pieces_of_bezier; i += 2) {
    Double2 two;
    cubic.get(cubic_weights<1>, i + 1, two);
    store2(points + i, two);
  }
}

}  // namespace sinew
