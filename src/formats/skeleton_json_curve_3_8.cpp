#include "formats/skeleton_json_curve_3_8.hpp"

#include <array>
#include <cmath>
#include <span>

#include "base/short_way.hpp"
#include "formats/old_angles.hpp"

namespace sinew::skeleton_json {

namespace {

constexpr int kMostDecimals = 9;
constexpr std::array<double, kMostDecimals + 1> kPowersOfTen = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

double rounded_to(double value, int decimals) {
  const double power = kPowersOfTen[static_cast<std::size_t>(decimals)];
  const double scaled = value * power;
  return std::fabs(scaled) < 1e15 ? std::round(scaled) / power : value;
}

/// A handle's place on its way from `start` over `span`; a reader computes start + fraction x span.
struct Handle {
  double start = 0, span = 0, value = 0;
};

double place_of(const Handle& handle, double fraction) {
  return handle.start + fraction * handle.span;
}

/// One fraction for all handles, which lie on ways of different length.
class Fraction {
 public:
  explicit Fraction(bool single_precision) : single_precision_(single_precision) {}

  void add(const Handle& handle) { handles_[count_++] = handle; }

  /// Nothing when the handles disagree. `otherwise` when no handle says anything.
  std::optional<double> find(double otherwise) {
    const Handle* longest = nullptr;
    for (const Handle& handle : handles()) {
      if (handle.span == 0 && handle.value != handle.start) return std::nullopt;
      if (!longest || std::fabs(handle.span) > std::fabs(longest->span)) longest = &handle;
    }
    if (!longest || longest->span == 0) return otherwise;
    const double estimate = (longest->value - longest->start) / longest->span;
    for (const Handle& handle : handles()) {
      if (handle.span == 0) continue;
      const double other = (handle.value - handle.start) / handle.span;
      if (!(std::fabs(other - estimate) <= kSharedCurveTolerance)) return std::nullopt;
    }
    if (const std::optional<double> exact = shortest(estimate)) return exact;
    // What is not exact now is after it has been read; then the same number has to come out.
    const double fallback = rounded_to(estimate, kMostDecimals);
    for (Handle& handle : handles()) handle.value = place_of(handle, fallback);
    return shortest((longest->value - longest->start) / longest->span).value_or(fallback);
  }

 private:
  std::span<Handle> handles() { return {handles_.data(), count_}; }

  bool gives_back(double fraction) {
    for (const Handle& handle : handles()) {
      if (place_of(handle, fraction) != handle.value) return false;
    }
    return true;
  }

  std::optional<double> shortest(double estimate) {
    for (int decimals = 0; decimals <= kMostDecimals; ++decimals) {
      const double candidate = rounded_to(estimate, decimals);
      if (gives_back(candidate)) return candidate;
    }
    if (single_precision_) {
      const auto candidate = static_cast<double>(static_cast<float>(estimate));
      if (gives_back(candidate)) return candidate;
    }
    return gives_back(estimate) ? std::optional<double>(estimate) : std::nullopt;
  }

  std::array<Handle, 7> handles_{};
  std::size_t count_ = 0;
  bool single_precision_;
};

}  // namespace

std::optional<SharedCurve> shared_curve(const Timeline& timeline, std::size_t key, bool single_precision) {
  const double t1 = timeline.times[key], t2 = timeline.times[key + 1];
  Fraction x1(single_precision), y1(single_precision), x2(single_precision), y2(single_precision);
  for (std::size_t i = 0; i < timeline.curves_per_key; ++i) {
    const Bezier& bezier = timeline.beziers[timeline.curves[key] + i];
    const std::size_t at = key * timeline.components + i;
    const double v1 = timeline.components == 0 ? 0 : timeline.values[at];
    const double v2 = timeline.components == 0 ? 1 : timeline.values[at + timeline.components];
    x1.add({t1, t2 - t1, bezier.cx1});
    y1.add({v1, v2 - v1, bezier.cy1});
    x2.add({t1, t2 - t1, bezier.cx2});
    y2.add({v1, v2 - v1, bezier.cy2});
  }
  const SharedCurve defaults;
  const auto a = x1.find(defaults.x1), b = y1.find(defaults.y1), c = x2.find(defaults.x2), d = y2.find(defaults.y2);
  if (!a || !b || !c || !d) return std::nullopt;
  return SharedCurve{*a, *b, *c, *d};
}

std::vector<double> wrapped_angles(const Timeline& timeline) {
  std::vector<double> angles(timeline.values.begin(), timeline.values.end());
  for (std::size_t i = 1; i < angles.size(); ++i) {
    const double step = angles[i] - angles[i - 1];
    if (!(std::fabs(short_way(step) - step) < 1)) return {};
  }
  if (timeline.turns_at_end == 0) return angles;
  // The last angle has other turns than its value. So may have those before it, but for the first: they are written
  // within half a turn of 0.
  for (std::size_t i = angles.size() - 1; i > 0; --i) {
    const double turned = add_turns(angles[i], timeline.turns_at_end);
    if (i + 1 != angles.size() && !(std::fabs(turned) <= 180)) break;
    angles[i] = turned;
  }
  return angles;
}

}  // namespace sinew::skeleton_json
