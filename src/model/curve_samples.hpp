// The table of a curve: nine points between its ends. Spec: animation.md 3.2.
#pragma once

#include "sinew/skeleton_data.hpp"

namespace sinew {

/// An end of a curve.
struct CurveEnd {
  double time = 0, value = 0;
};

/// Writes the inner points at tenths of the curve's parameter: nine pairs of time and value.
using SampleCurve = void (*)(const CurveEnd& first, const Bezier& handles, const CurveEnd& last, double* points);

/// With two numbers at a time, which every processor can that the library is built for.
void sample_curve_by_twos(const CurveEnd& first, const Bezier& handles, const CurveEnd& last, double* points);

/// The fastest way that this processor knows. Every way gives the same bits.
[[nodiscard]] SampleCurve fastest_sample_curve() noexcept;

}  // namespace sinew
