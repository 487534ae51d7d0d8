#include "model/curve_samples.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace sinew {
namespace {

/// As the rule is written, a number at a time.
void sample_curve_plainly(const CurveEnd& first, const Bezier& handles, const CurveEnd& last, double* points) {
  for (int j = 1; j <= 9; ++j) {
    const double u = j / 10.0, w = 1 - u;
    const double b0 = w * w * w, b1 = 3 * u * w * w, b2 = 3 * u * u * w, b3 = u * u * u;
    *points++ = b0 * first.time + b1 * handles.cx1 + b2 * handles.cx2 + b3 * last.time;
    *points++ = b0 * first.value + b1 * handles.cy1 + b2 * handles.cy2 + b3 * last.value;
  }
}

TEST(CurveSamples, HaveTheSameBitsEveryWay) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> number(-1000, 1000);
  for (int i = 0; i < 10'000; ++i) {
    const CurveEnd first{number(random), number(random)}, last{number(random), number(random)};
    const Bezier handles{number(random), number(random), number(random), number(random)};
    double expected[18], by_twos[19], fastest[19];
    by_twos[18] = fastest[18] = 4711;
    sample_curve_plainly(first, handles, last, expected);
    sample_curve_by_twos(first, handles, last, by_twos);
    fastest_sample_curve()(first, handles, last, fastest);
    ASSERT_EQ(std::memcmp(by_twos, expected, sizeof expected), 0);
    ASSERT_EQ(std::memcmp(fastest, expected, sizeof expected), 0);
    ASSERT_EQ(by_twos[18], 4711);
    ASSERT_EQ(fastest[18], 4711) << "nothing is written behind the table";
  }
}

}  // namespace
}  // namespace sinew
