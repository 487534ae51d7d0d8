#include "convert/number_keys.hpp"

#include <algorithm>
#include <cmath>

#include "pose/curves.hpp"

namespace sinew::convert {

double Piece::time_at(double u) const {
  return cubic(t1, bezier.cx1, bezier.cx2, t2, u);
}

double Piece::range() const {
  const auto [low, high] = std::minmax({v1, bezier.cy1, bezier.cy2, v2});
  return high - low;
}

double Piece::at(double time, bool spine) const {
  if (time <= t1 || curve == Curve::stepped) return v1;
  if (time >= t2) return v2;
  if (curve == Curve::linear) return v1 + (time - t1) / (t2 - t1) * (v2 - v1);
  if (!spine) {
    if (v1 == v2) return v1;
    const double length = t2 - t1;
    const double s = solve_bezier((bezier.cx1 - t1) / length, (bezier.cx2 - t1) / length, (time - t1) / length);
    return cubic(v1, bezier.cy1, bezier.cy2, v2, s);
  }
  double xa = t1, ya = v1;
  for (int k = 1; k <= 9; ++k) {
    const double xb = time_at(k / 10.0), yb = cubic(v1, bezier.cy1, bezier.cy2, v2, k / 10.0);
    if (xb >= time) return xb > xa ? ya + (time - xa) / (xb - xa) * (yb - ya) : yb;
    xa = xb, ya = yb;
  }
  return t2 > xa ? ya + (time - xa) / (t2 - xa) * (v2 - ya) : v2;
}

NumberKeys::NumberKeys(const Timeline& timeline)
    : times(timeline.times.begin(), timeline.times.end()),
      values(timeline.values.begin(), timeline.values.end()),
      flags(timeline.ik_flags.begin(), timeline.ik_flags.end()),
      type_(timeline.type),
      components_(timeline.components) {
  curves.resize(times.size(), Curve::linear);
  beziers.resize(times.size() * components_);
  for (std::size_t key = 0; key + 1 < times.size(); ++key) {
    curves[key] = timeline.curve(key);
    if (curves[key] != Curve::bezier) continue;
    for (std::size_t c = 0; c < components_; ++c) bezier(key, c) = timeline.beziers[timeline.curves[key] + c];
  }
}

Piece NumberKeys::piece(std::size_t key, std::size_t c) const {
  if (key + 1 >= size()) return {times[key], value(key, c), times[key], value(key, c), Curve::stepped, {}};
  return {times[key], value(key, c), times[key + 1], value(key + 1, c), curves[key], bezier(key, c)};
}

void NumberKeys::add(double time) {
  times.push_back(time);
  values.resize(values.size() + components_);
  curves.push_back(Curve::linear);
  beziers.resize(beziers.size() + components_);
  if (type_ == TimelineType::ik) flags.emplace_back();
}

std::size_t NumberKeys::key_at(double time) const {
  const std::size_t key = key_in_force(times, time);
  return key == npos ? 0 : key;
}

void NumberKeys::store(Arena& arena, Timeline& timeline) const {
  timeline.type = type_;
  timeline.components = timeline.curves_per_key = static_cast<std::uint8_t>(components_);
  timeline.times = arena.copy(std::span<const double>(times));
  timeline.values = arena.copy(std::span<const double>(values));
  timeline.ik_flags = arena.copy(std::span<const IkFlags>(flags));
  timeline.tracks = nullptr;
  const std::span<std::uint32_t> kinds = arena.array<std::uint32_t>(size());
  std::vector<Bezier> used;
  for (std::size_t key = 0; key < size(); ++key) {
    const Curve curve = key + 1 < size() ? curves[key] : Curve::linear;
    kinds[key] = curve == Curve::linear    ? Timeline::kLinear
                 : curve == Curve::stepped ? Timeline::kStepped
                                           : static_cast<std::uint32_t>(used.size());
    if (curve != Curve::bezier) continue;
    for (std::size_t c = 0; c < components_; ++c) used.push_back(bezier(key, c));
  }
  timeline.curves = kinds;
  timeline.beziers = arena.copy(std::span<const Bezier>(used));
}

namespace {

/// The largest distance of a piece from straight lines between the given times.
double distance_from_lines(const Piece& piece, const std::vector<double>& times, double from, double to) {
  double largest = 0, before = from, value_before = piece.at(from, false);
  for (std::size_t i = 0; i <= times.size(); ++i) {
    const double next = i < times.size() ? times[i] : to, value = piece.at(next, false);
    for (int k = 1; k < 8; ++k) {
      const double line = value_before + (value - value_before) * (k / 8.0);
      largest = std::max(largest, std::fabs(piece.at(before + (next - before) * (k / 8.0), false) - line));
    }
    before = next, value_before = value;
  }
  return largest;
}

std::vector<double> chord_times(const std::vector<Piece>& pieces, int chords, double from, double to,
                                const Draft& draft) {
  std::vector<double> times;
  for (const Piece& piece : pieces) {
    if (piece.curve != Curve::bezier) continue;
    for (int k = 1; k < chords; ++k) {
      const double time = draft.tidy(piece.time_at(static_cast<double>(k) / chords));
      if (time > from && time < to) times.push_back(time);
    }
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

}  // namespace

std::vector<double> times_to_bake(const std::vector<Piece>& pieces, double from, double to, const Draft& draft) {
  std::vector<double> times = chord_times(pieces, 10, from, to, draft);
  if (draft.spine()) return times;
  const double error = draft.options.bake_error;
  for (int chords = 20; chords <= 640; chords *= 2) {
    const bool close = std::all_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
      return piece.curve != Curve::bezier || distance_from_lines(piece, times, from, to) <= error * piece.range();
    });
    if (close) break;
    times = chord_times(pieces, chords, from, to, draft);
  }
  return times;
}

double largest_error(const NumberKeys& before, const NumberKeys& after, bool spine) {
  double largest = 0;
  const auto at = [spine](const NumberKeys& keys, double time, std::size_t c) {
    return keys.piece(keys.key_at(time), c).at(time, spine);
  };
  for (std::size_t key = 0; key + 1 < before.size(); ++key) {
    const double t1 = before.times[key], t2 = before.times[key + 1];
    for (int k = 0; k < 32; ++k) {
      const double time = t1 + (t2 - t1) * ((k + 0.5) / 32);
      for (std::size_t c = 0; c < before.components(); ++c) {
        largest = std::max(largest, std::fabs(at(before, time, c) - at(after, time, c)));
      }
    }
  }
  return largest;
}

}  // namespace sinew::convert
