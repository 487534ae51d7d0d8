#include "formats/skeleton_json_curve_3_8.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "base/short_way.hpp"
#include "formats/curve_fraction.hpp"
#include "formats/json_number_text.hpp"
#include "formats/old_angles.hpp"

namespace sinew::skeleton_json {

namespace {

constexpr int kMostDecimals = 12;
constexpr std::array<double, kMostDecimals + 1> kPowersOfTen = {1,   1e1, 1e2, 1e3,  1e4,  1e5, 1e6,
                                                                1e7, 1e8, 1e9, 1e10, 1e11, 1e12};

double rounded_to(double value, int decimals) {
  const double power = kPowersOfTen[static_cast<std::size_t>(decimals)];
  const double scaled = value * power;
  return std::fabs(scaled) < 1e15 ? std::round(scaled) / power : value;
}

/// One fraction for all handles, which lie on ways of different length.
class Fraction {
 public:
  explicit Fraction(bool single_precision) : single_precision_(single_precision) {}

  /// `written`: the same handle between the keys as they are written. One that does not decide need not agree.
  void add(const CurveHandle& handle, const CurveHandle& written, bool decides) {
    if (!decides) return;
    handles_[count_] = handle;
    written_[count_++] = written;
  }

  /// Nothing when the handles disagree. `otherwise` when no handle says anything.
  std::optional<double> find(double otherwise) {
    for (const CurveHandle& handle : handles()) {
      if (handle.span == 0 && handle.value != handle.start) return std::nullopt;
    }
    const CurveHandle* const surest = find_surest();
    if (!surest) return otherwise;
    const double estimate = surest->fraction();
    for (const CurveHandle& handle : handles()) {
      if (handle.span == 0) continue;
      const double most = kSharedCurveTolerance + doubt(handle) + doubt(*surest);
      if (!(std::fabs(handle.fraction() - estimate) <= most)) return std::nullopt;
    }
    const double fraction = exact(estimate).value_or(rounded(estimate));
    // Where that is not exact, or the keys are rounded, a reader gets other handles. The number that is found for those
    // is the one to write, so that it is found again.
    for (std::size_t i = 0; i < count_; ++i) {
      handles_[i] = written_[i];
      handles_[i].value = handles_[i].place(fraction);
    }
    const CurveHandle* const surest_written = find_surest();
    return surest_written ? exact(surest_written->fraction()).value_or(fraction) : fraction;
  }

 private:
  [[nodiscard]] std::span<const CurveHandle> handles() const { return {handles_.data(), count_}; }

  /// How far a handle's fraction may be from the one that a reader had.
  static double doubt(const CurveHandle& handle) { return handle.rounding() / std::fabs(handle.span); }

  /// The handle whose fraction is known best: mostly the one of the longest way, since editors round all values to the
  /// same decimals. Null when none has a way.
  [[nodiscard]] const CurveHandle* find_surest() const {
    constexpr double editors_rounding = 1e-5;
    const CurveHandle* surest = nullptr;
    double least = 0;
    for (const CurveHandle& handle : handles()) {
      const double unsure = (handle.rounding() + editors_rounding) / std::fabs(handle.span);
      if (handle.span == 0 || (surest && !(unsure < least))) continue;
      surest = &handle;
      least = unsure;
    }
    return surest;
  }

  /// One that gives back all handles, bit by bit: of the fewest decimals, of a float's, or any. What is found hangs on
  /// the handles alone.
  [[nodiscard]] std::optional<double> exact(double estimate) const {
    for (int decimals = 0; decimals <= kMostDecimals; ++decimals) {
      const double candidate = rounded_to(estimate, decimals);
      if (gives_back(handles(), candidate)) return candidate;
    }
    if (const double candidate = float_of(estimate); gives_back(handles(), candidate)) return candidate;
    const std::optional<FractionRange> range = exact_fractions(handles());
    if (!range) return std::nullopt;
    // Few digits once more, now that it is known where they lie.
    for (const double near : {range->low, range->high}) {
      if (const double candidate = float_of(near); range->has(candidate)) return candidate;
    }
    return std::clamp(estimate, range->low, range->high);
  }

  [[nodiscard]] double rounded(double estimate) const {
    return single_precision_ ? float_of(estimate) : rounded_to(estimate, kMostDecimals);
  }

  static double float_of(double number) {
    return as_written(static_cast<double>(static_cast<float>(number)), NumberDigits::of_float);
  }

  static constexpr std::size_t kMost = 7;
  std::array<CurveHandle, kMost> handles_{}, written_{};
  std::size_t count_ = 0;
  bool single_precision_;
};

bool is_color(TimelineType type) {
  return type == TimelineType::rgba || type == TimelineType::rgba2;
}

/// The angle of the fewest decimals that turned back is this one again.
double turn(double angle, double turns) {
  const double turned = add_turns(angle, turns);
  for (int decimals = 0; decimals <= kMostDecimals; ++decimals) {
    const double candidate = rounded_to(turned, decimals);
    if (add_turns(candidate, -turns) == angle) return candidate;
  }
  return turned;
}

}  // namespace

std::vector<double> wrapped_angles(const Timeline& timeline, bool single_precision) {
  const NumberDigits digits = single_precision ? NumberDigits::of_float : NumberDigits::of_double;
  std::vector<double> angles(timeline.values.begin(), timeline.values.end());
  for (std::size_t i = 1; i < angles.size(); ++i) {
    const double step = angles[i] - angles[i - 1];
    if (!(std::fabs(short_way(step) - step) < 1)) return {};
  }
  // The last angle may have other turns than its value. So may those before it, but for the first: they are written
  // within half a turn of 0.
  const double turns = timeline.turns_at_end;
  std::size_t turned = angles.size();
  while (turns != 0 && turned > 1 &&
         (turned == angles.size() || std::fabs(add_turns(angles[turned - 1], turns)) <= 180)) {
    --turned;
  }
  for (std::size_t i = 0; i < angles.size(); ++i) {
    if (i < turned) {
      angles[i] = as_written(angles[i], digits);
    } else if (single_precision) {
      // What is found for the angle that a reader will get is found again.
      angles[i] = turn(add_turns(as_written(add_turns(angles[i], turns), digits), -turns), turns);
    } else {
      angles[i] = turn(angles[i], turns);
    }
  }
  return angles;
}

SharedCurves::SharedCurves(const Timeline& timeline, bool single_precision)
    : timeline_(timeline), single_precision_(single_precision) {
  const NumberDigits digits = single_precision ? NumberDigits::of_float : NumberDigits::of_double;
  for (const double time : timeline.times) times_.push_back(as_written(time, digits));
  if (timeline.type == TimelineType::rotate) {
    values_ = wrapped_angles(timeline, single_precision);
    unwrap_angles(values_);
    return;
  }
  const bool color = is_color(timeline.type);
  for (const double value : timeline.values) {
    values_.push_back(color ? channel_as_written(value) : as_written(value, digits));
  }
}

std::optional<SharedCurve> SharedCurves::find(std::size_t key) const {
  const std::size_t components = timeline_.components;
  const auto value_at = [&](std::span<const double> values, std::size_t at_key, std::size_t component) {
    if (components == 0) return at_key == key ? 0.0 : 1.0;  // a deform: the fraction
    return values[at_key * components + component];
  };
  bool any_moves = false;
  for (std::size_t i = 0; i < timeline_.curves_per_key; ++i) {
    any_moves = any_moves || value_at(timeline_.values, key, i) != value_at(timeline_.values, key + 1, i);
  }
  const double t1 = timeline_.times[key], t2 = timeline_.times[key + 1];
  Fraction x1(single_precision_), y1(single_precision_), x2(single_precision_), y2(single_precision_);
  for (std::size_t i = 0; i < timeline_.curves_per_key; ++i) {
    const Bezier& bezier = timeline_.beziers[timeline_.curves[key] + i];
    const double v1 = value_at(timeline_.values, key, i), v2 = value_at(timeline_.values, key + 1, i);
    const double w1 = value_at(values_, key, i), w2 = value_at(values_, key + 1, i);
    const CurveHandle time{times_[key], times_[key + 1] - times_[key], 0}, value{w1, w2 - w1, 0};
    // When a value does not change, it does not matter when.
    const bool decides = any_moves ? v1 != v2 : i == 0;
    x1.add({t1, t2 - t1, bezier.cx1}, time, decides);
    y1.add({v1, v2 - v1, bezier.cy1}, value, true);
    x2.add({t1, t2 - t1, bezier.cx2}, time, decides);
    y2.add({v1, v2 - v1, bezier.cy2}, value, true);
  }
  const SharedCurve defaults;
  const auto b = y1.find(defaults.y1), d = y2.find(defaults.y2);
  // What takes no time has no shape that anyone could see.
  if (!(t2 > t1)) return SharedCurve{defaults.x1, b.value_or(defaults.y1), defaults.x2, d.value_or(defaults.y2)};
  const auto a = x1.find(defaults.x1), c = x2.find(defaults.x2);
  if (!a || !b || !c || !d) return std::nullopt;
  return SharedCurve{*a, *b, *c, *d};
}

}  // namespace sinew::skeleton_json
