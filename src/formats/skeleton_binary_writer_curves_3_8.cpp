// Curves and angles as 3.8 has them in binary. Spec: skeleton-binary.md 16, skeleton-json.md 18.8.
#include <cmath>
#include <limits>

#include "base/short_way.hpp"
#include "formats/curve_fraction.hpp"
#include "formats/old_angles.hpp"
#include "formats/skeleton_binary_writer.hpp"

namespace sinew::skeleton_binary {

namespace {

/// Handles of different values may lie so far apart, in fractions of their way, and still count as one: editors round.
constexpr double kTolerance = 0.002;
/// And so far apart in their own unit, whatever the way: single precision rounds.
constexpr double kRounding = 1e-5;

/// One fraction for all handles. Nothing when they disagree; `otherwise` when none of them says anything.
std::optional<float> common_fraction(std::span<const CurveHandle> handles, float otherwise) {
  const CurveHandle* longest = &handles.front();
  for (const CurveHandle& handle : handles) {
    if (std::fabs(handle.span) > std::fabs(longest->span)) longest = &handle;
  }
  const double estimate = longest->span == 0 ? static_cast<double>(otherwise) : longest->fraction();
  for (const CurveHandle& handle : handles) {
    const double rounding = kRounding + handle.rounding() + longest->rounding();
    const double distance = std::fabs(handle.place(estimate) - handle.value);
    if (!(distance <= kTolerance * std::fabs(handle.span) + rounding)) return std::nullopt;
  }
  const float fraction = static_cast<float>(estimate) + 0.0f;  // no negative zero
  if (longest->span == 0 || gives_back(handles, static_cast<double>(fraction))) return fraction;
  // Differences of handles have lost digits of the number that they were made from.
  const std::optional<FractionRange> range = exact_fractions(handles);
  if (!range || range->has(static_cast<double>(fraction))) return fraction;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const bool below = static_cast<double>(fraction) < range->low;
  const float edge = static_cast<float>(below ? range->low : range->high);
  const float inside =
      range->has(static_cast<double>(edge)) ? edge : std::nextafter(edge, below ? infinity : -infinity);
  return range->has(static_cast<double>(inside)) ? inside : fraction;
}

bool is_single(double value) {
  return static_cast<double>(static_cast<float>(value)) == value;
}

}  // namespace

std::optional<FractionCurve> fraction_curve(const Timeline& timeline, std::size_t key) {
  constexpr std::size_t most = 7;
  CurveHandle x1[most], y1[most], x2[most], y2[most];
  const std::size_t count = timeline.curves_per_key;
  const double t1 = timeline.times[key], t = timeline.times[key + 1] - t1;
  for (std::size_t c = 0; c < count; ++c) {
    const Bezier& bezier = timeline.beziers[timeline.curves[key] + c];
    const std::size_t at = key * timeline.components + c;
    const double v1 = timeline.components == 0 ? 0 : timeline.values[at];
    const double v = timeline.components == 0 ? 1 : timeline.values[at + timeline.components] - v1;
    x1[c] = {t1, t, bezier.cx1};
    y1[c] = {v1, v, bezier.cy1};
    x2[c] = {t1, t, bezier.cx2};
    y2[c] = {v1, v, bezier.cy2};
  }
  const auto common = [&](const CurveHandle* handles, float otherwise) {
    return common_fraction({handles, count}, otherwise);
  };
  const std::optional<float> a = common(x1, 0), b = common(y1, 0), c = common(x2, 1), d = common(y2, 1);
  if (!a || !b || !c || !d) return std::nullopt;
  return FractionCurve{*a, *b, *c, *d};
}

std::vector<double> short_way_angles(const Timeline& timeline) {
  std::vector<double> angles(timeline.values.begin(), timeline.values.end());
  for (std::size_t i = 1; i < angles.size(); ++i) {
    const double step = angles[i] - angles[i - 1];
    if (std::fabs(short_way(step) - step) > 1) return {};
  }
  // Angles that readers have turned around are written as they were: the last key says by how much it was, and before
  // it editors mostly keep within half a turn of 0. What is no float there and is one as it is was not turned around.
  for (std::size_t i = 1; i + 1 < angles.size(); ++i) {
    const double near_zero = angles[i] - 360 * std::round(angles[i] / 360);
    if (is_single(near_zero) || !is_single(angles[i])) angles[i] = near_zero;
  }
  if (angles.size() > 1) angles.back() += timeline.turns_at_end;
  return angles;
}

}  // namespace sinew::skeleton_binary
