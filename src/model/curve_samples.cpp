#include "model/curve_samples.hpp"

#include <array>
#include <cstring>

#include "base/simd.hpp"

namespace sinew {

namespace {

/// The weights of a cubic's four points at u = 0.1 .. 0.9, once for each number that is multiplied.
struct alignas(32) Weights {
  std::array<std::array<double, 18>, 4> of_point{};  // a pair for each u
};
constexpr Weights weights = [] {
  Weights all;
  for (std::size_t j = 0; j < 9; ++j) {
    const double u = static_cast<double>(j + 1) / 10.0, w = 1 - u;
    const double cubic[4] = {w * w * w, 3 * u * w * w, 3 * u * u * w, u * u * u};
    for (std::size_t point = 0; point < 4; ++point) {
      all.of_point[point][2 * j] = all.of_point[point][2 * j + 1] = cubic[point];
    }
  }
  return all;
}();

}  // namespace

void sample_curve_by_twos(const CurveEnd& first, const Bezier& handles, const CurveEnd& last, double* points) {
  const Double2 p0 = load2(&first.time), p1 = load2(&handles.cx1), p2 = load2(&handles.cx2), p3 = load2(&last.time);
  const auto& w = weights.of_point;
  for (std::size_t i = 0; i < 18; i += 2) {
    store2(points + i, load2(&w[0][i]) * p0 + load2(&w[1][i]) * p1 + load2(&w[2][i]) * p2 + load2(&w[3][i]) * p3);
  }
}

#if defined(__x86_64__) && defined(__GNUC__)

namespace {

typedef double Double4 __attribute__((vector_size(32)));

/// Two points at once; each number is computed by the same operations in the same order.
[[gnu::target("avx2")]] void sample_curve_by_fours(const CurveEnd& first, const Bezier& handles, const CurveEnd& last,
                                                   double* points) {
  const Double4 p0 = {first.time, first.value, first.time, first.value};
  const Double4 p1 = {handles.cx1, handles.cy1, handles.cx1, handles.cy1};
  const Double4 p2 = {handles.cx2, handles.cy2, handles.cx2, handles.cy2};
  const Double4 p3 = {last.time, last.value, last.time, last.value};
  const auto& w = weights.of_point;
  for (std::size_t i = 0; i < 16; i += 4) {
    Double4 w0, w1, w2, w3;
    std::memcpy(&w0, &w[0][i], sizeof w0);
    std::memcpy(&w1, &w[1][i], sizeof w1);
    std::memcpy(&w2, &w[2][i], sizeof w2);
    std::memcpy(&w3, &w[3][i], sizeof w3);
    const Double4 two_points = w0 * p0 + w1 * p1 + w2 * p2 + w3 * p3;
    std::memcpy(points + i, &two_points, sizeof two_points);
  }
  const Double2 q0 = {first.time, first.value}, q1 = {handles.cx1, handles.cy1}, q2 = {handles.cx2, handles.cy2},
                q3 = {last.time, last.value};
  Double2 w0, w1, w2, w3;
  std::memcpy(&w0, &w[0][16], sizeof w0);
  std::memcpy(&w1, &w[1][16], sizeof w1);
  std::memcpy(&w2, &w[2][16], sizeof w2);
  std::memcpy(&w3, &w[3][16], sizeof w3);
  const Double2 point = w0 * q0 + w1 * q1 + w2 * q2 + w3 * q3;
  std::memcpy(points + 16, &point, sizeof point);
}

}  // namespace

SampleCurve fastest_sample_curve() noexcept {
  return __builtin_cpu_supports("avx2") ? sample_curve_by_fours : sample_curve_by_twos;
}

#else

SampleCurve fastest_sample_curve() noexcept {
  return sample_curve_by_twos;
}

#endif

}  // namespace sinew
