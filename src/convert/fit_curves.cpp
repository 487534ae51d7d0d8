// Curves as 3.8 has them: one for all values of a key, relative to the way from key to key; and rotations that go the
// shorter way round. Spec: skeleton-json.md 17.2, 17.3 and 18.8.
#include <algorithm>
#include <cmath>

#include "base/number_text.hpp"
#include "convert/draft.hpp"
#include "convert/number_keys.hpp"

namespace sinew::convert {

namespace {

/// A curve as fractions of the time and of the way between two keys.
struct Shape {
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
  [[nodiscard]] double distance(const Shape& other) const {
    return std::max(
        {std::fabs(x1 - other.x1), std::fabs(y1 - other.y1), std::fabs(x2 - other.x2), std::fabs(y2 - other.y2)});
  }
};

Shape shape_of(const Piece& piece) {
  const double time = piece.t2 - piece.t1, way = piece.v2 - piece.v1;
  const Bezier& b = piece.bezier;
  return {(b.cx1 - piece.t1) / time, (b.cy1 - piece.v1) / way, (b.cx2 - piece.t1) / time, (b.cy2 - piece.v1) / way};
}

/// What happened to the curves of one timeline.
struct Report {
  std::size_t shared = 0;     ///< keys whose values' curves were nearly the same, and are the same now
  std::size_t baked = 0;      ///< keys whose curves became straight pieces
  std::size_t more_keys = 0;  ///< that those pieces took
  std::size_t split = 0;      ///< rotations of half a turn or more
  bool turns = false;         ///< whole turns were left out
  bool aligned = false;       ///< handles of values that stand still follow the others': nothing to tell of
};

/// Makes the values of a key share one shape, if they nearly do. False: they cannot.
bool share_shape(NumberKeys& keys, std::size_t key, double tolerance, Report& report) {
  std::size_t widest = 0;
  double way = 0;
  for (std::size_t c = 0; c < keys.components(); ++c) {
    const Piece piece = keys.piece(key, c);
    const double own = std::fabs(piece.v2 - piece.v1);
    // A value that comes back to where it was, on a detour, has no shape.
    if (own == 0 && (piece.bezier.cy1 != piece.v1 || piece.bezier.cy2 != piece.v1)) return false;
    if (own > way) way = own, widest = c;
  }
  const Shape shape = way > 0 ? shape_of(keys.piece(key, widest)) : Shape{};
  double farthest = 0;
  for (std::size_t c = 0; c < keys.components(); ++c) {
    const Piece piece = keys.piece(key, c);
    if (piece.v1 != piece.v2) farthest = std::max(farthest, shape.distance(shape_of(piece)));
  }
  if (!(farthest <= tolerance)) return false;
  const bool same = farthest <= 1e-7;  // but for rounding
  if (!same) ++report.shared;
  for (std::size_t c = 0; c < keys.components(); ++c) {
    const Piece piece = keys.piece(key, c);
    if (c == widest || (same && piece.v1 != piece.v2)) continue;
    Bezier& bezier = keys.bezier(key, c);
    const Bezier& model = keys.bezier(key, widest);
    report.aligned = report.aligned || bezier.cx1 != model.cx1 || bezier.cx2 != model.cx2;
    bezier.cx1 = model.cx1;
    bezier.cx2 = model.cx2;
    bezier.cy1 = piece.v1 + shape.y1 * (piece.v2 - piece.v1);
    bezier.cy2 = piece.v1 + shape.y2 * (piece.v2 - piece.v1);
  }
  return true;
}

/// In 3.8 a step is brought into [-180, 180).
bool short_way(double step) {
  // A little less than half a turn, so that rounding to single precision does not make it one.
  return step >= -180 && step < 179.9999;
}

class Fitter {
 public:
  Fitter(Draft& draft, const DraftAnimation& animation, const Timeline& timeline)
      : draft_(draft),
        animation_(animation),
        timeline_(timeline),
        before_(timeline),
        after_(timeline.type, timeline.components),
        rotate_(timeline.type == TimelineType::rotate),
        colors_(is_color(timeline.type)) {}

  /// Whether anything had to be changed. Not whole when the draft has an error afterwards.
  bool run() {
    NumberKeys keys = before_;
    for (std::size_t key = 0; key < keys.size() && !draft_.failure; ++key) {
      copy(keys, key);
      if (key + 1 == keys.size()) break;
      const double step = rotate_ ? keys.value(key + 1, 0) - keys.value(key, 0) : 0;
      switch (keys.curves[key]) {
        case Curve::stepped:
          if (short_way(step)) break;
          shift_ -= 360 * std::floor((step + 180) / 360);
          report.turns = true;
          break;
        case Curve::linear:
          if (!short_way(step)) split(keys.times[key + 1], keys.value(key + 1, 0) + shift_);
          break;
        case Curve::bezier:
          if (!(keys.times[key + 1] > keys.times[key])) break;  // takes no time, has no shape
          if (short_way(step) && share_shape(keys, key, draft_.options.curve_tolerance, report)) {
            take_beziers(keys, key);
          } else {
            bake(keys, key);
          }
          break;
      }
    }
    return told() || report.aligned;
  }

  /// Whether there is something to tell of.
  [[nodiscard]] bool told() const { return report.shared + report.baked + report.split > 0 || report.turns; }
  [[nodiscard]] const NumberKeys& keys() const { return after_; }
  /// Leaves turns out of account.
  [[nodiscard]] double error() const { return report.turns ? 0 : largest_error(before_, after_, draft_.spine()); }

  Report report;

 private:
  void copy(const NumberKeys& keys, std::size_t key) {
    after_.add(keys.times[key]);
    for (std::size_t c = 0; c < keys.components(); ++c)
      after_.value(after_.size() - 1, c) = keys.value(key, c) + shift_;
    if (!keys.flags.empty()) after_.flags.back() = keys.flags[key];
    after_.curves.back() = keys.curves[key] == Curve::stepped ? Curve::stepped : Curve::linear;
  }

  void take_beziers(const NumberKeys& keys, std::size_t key) {
    const std::size_t last = after_.size() - 1;
    after_.curves[last] = Curve::bezier;
    for (std::size_t c = 0; c < keys.components(); ++c) {
      Bezier bezier = keys.bezier(key, c);
      bezier.cy1 += shift_;
      bezier.cy2 += shift_;
      after_.bezier(last, c) = bezier;
    }
  }

  /// A key between two of the original ones.
  void insert(double time) {
    after_.add(time);
    if (!after_.flags.empty()) after_.flags.back() = after_.flags[after_.size() - 2];
  }

  [[nodiscard]] bool allow(std::uint64_t count) { return draft_.allow_keys(count, animation_, timeline_); }

  /// Keys on the straight way to a rotation, so that no step is half a turn or more.
  void split(double time, double target) {
    const std::size_t last = after_.size() - 1;
    const double from_time = after_.times[last], from = after_.value(last, 0);
    const double pieces = std::floor(std::fabs(target - from) / 179.9) + 1;
    if (pieces < 2 || !(time > from_time)) return;
    // Of values far apart more than there are numbers for.
    if (!allow(pieces < 1e15 ? static_cast<std::uint64_t>(pieces) - 1 : std::uint64_t{1'000'000'000'000'000})) return;
    ++report.split;
    for (double i = 1; i < pieces; ++i) {
      insert(from_time + (time - from_time) * (i / pieces));
      after_.value(after_.size() - 1, 0) = from + (target - from) * (i / pieces);
    }
  }

  void bake(const NumberKeys& keys, std::size_t key) {
    ++report.baked;
    std::vector<Piece> pieces;
    for (std::size_t c = 0; c < keys.components(); ++c) pieces.push_back(keys.piece(key, c));
    const double t2 = keys.times[key + 1];
    const std::vector<double> times = times_to_bake(pieces, keys.times[key], t2, draft_);
    if (!allow(times.size())) return;
    for (const double time : times) {
      std::vector<double> values;
      for (const Piece& piece : pieces) {
        const double value = piece.at(time, draft_.spine());
        values.push_back(colors_ ? as_byte(value) : draft_.tidy(value) + shift_);
      }
      if (rotate_ && !short_way(values[0] - after_.value(after_.size() - 1, 0))) split(time, values[0]);
      if (draft_.failure) return;
      insert(time);
      ++report.more_keys;
      for (std::size_t c = 0; c < values.size(); ++c) after_.value(after_.size() - 1, c) = values[c];
    }
    const double last = keys.value(key + 1, 0) + shift_;
    if (rotate_ && !short_way(last - after_.value(after_.size() - 1, 0))) split(t2, last);
  }

  Draft& draft_;
  const DraftAnimation& animation_;
  const Timeline& timeline_;
  NumberKeys before_, after_;
  bool rotate_, colors_;
  double shift_ = 0;  ///< whole turns that were left out so far
};

/// Whether values are the same at the precision that sentences speak of.
bool none(double error) {
  return rounded(error, 7) == "0";
}

/// Numbers stand where sentences with other numbers read alike, so that reports can put equal ones together.
std::string sentence(const Fitter& fitter, double error) {
  const Report& report = fitter.report;
  std::string text = "In 3.8 ";
  if (report.baked + report.shared > 0) text += "the values of a key share one curve: ";
  if (report.baked > 0) {
    text += "straight pieces stand for those that go other ways (curves: " + std::to_string(report.baked) +
            ", new keys: " + std::to_string(report.more_keys) + ")";
  }
  if (report.baked > 0 && report.shared > 0) text += ", and ";
  if (report.shared > 0) text += "nearly equal ones are equal now (keys: " + std::to_string(report.shared) + ")";
  if (report.split > 0 || report.turns) {
    if (report.baked + report.shared > 0) text += "; ";
    text += "rotations take the shorter way: ";
  }
  if (report.split > 0) {
    text += "those of half a turn or more have keys between (rotations: " + std::to_string(report.split) + ")";
  }
  if (report.split > 0 && report.turns) text += ", and ";
  if (report.turns) text += "whole turns between stepped keys are left out";
  return text + (none(error) ? "." : "; values differ by at most " + rounded(error, 7) + ".");
}

}  // namespace

void fit_curves_3_8(Draft& draft) {
  draft.for_each_timeline([&](DraftAnimation& animation, Timeline& timeline) {
    if (draft.failure || timeline.components == 0)
      return;  // held keys, and deforms: their one curve is a fraction already
    const bool rotate = timeline.type == TimelineType::rotate;
    const bool curved = !timeline.beziers.empty() && timeline.components > 1;
    if (!rotate && !curved) return;
    Fitter fitter(draft, animation, timeline);
    if (!fitter.run() || draft.failure) return;
    const double error = fitter.error();
    fitter.keys().store(draft.arena, timeline);
    // Where no value changes, nothing is lost: more keys say the same.
    if (!fitter.told() || (none(error) && !fitter.report.turns)) return;
    // Values within the precision of a float are the same to players.
    double largest = 1;
    for (const double value : timeline.values) largest = std::max(largest, std::fabs(value));
    draft.lose(Loss::Kind::changed, draft.path_of(animation, timeline), sentence(fitter, error), error > 1e-6 * largest,
               error);
  });
}

}  // namespace sinew::convert
