// The keys of an interpolated timeline as a list that can be changed, and its curves as players evaluate them.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "convert/draft.hpp"

namespace sinew::convert {

/// One value's way from one key to the next.
struct Piece {
  double t1 = 0, v1 = 0, t2 = 0, v2 = 0;
  Curve curve = Curve::linear;
  Bezier bezier;

  /// The value at a time from t1 to t2, as the semantics have it: spine goes along ten straight pieces at equal steps
  /// of the parameter, rigby along the cubic itself. At t2 the value that is about to be reached: v1 for a stepped
  /// piece.
  [[nodiscard]] double at(double time, bool spine) const;
  /// The time at parameter u of a Bezier piece.
  [[nodiscard]] double time_at(double u) const;
  /// How far the control points' values are apart.
  [[nodiscard]] double range() const;
};

class NumberKeys {
 public:
  NumberKeys(TimelineType type, std::size_t components) : type_(type), components_(components) {}
  explicit NumberKeys(const Timeline& timeline);

  [[nodiscard]] std::size_t size() const noexcept { return times.size(); }
  [[nodiscard]] std::size_t components() const noexcept { return components_; }
  [[nodiscard]] double& value(std::size_t key, std::size_t c) { return values[key * components_ + c]; }
  [[nodiscard]] double value(std::size_t key, std::size_t c) const { return values[key * components_ + c]; }
  [[nodiscard]] Bezier& bezier(std::size_t key, std::size_t c) { return beziers[key * components_ + c]; }
  [[nodiscard]] const Bezier& bezier(std::size_t key, std::size_t c) const { return beziers[key * components_ + c]; }
  [[nodiscard]] Piece piece(std::size_t key, std::size_t c) const;

  /// Appends a key with values to be set, that goes on in a straight line.
  void add(double time);
  /// The last key before or at a time; the first one before all.
  [[nodiscard]] std::size_t key_at(double time) const;
  /// Writes the keys into a timeline of the same components.
  void store(Arena& arena, Timeline& timeline) const;

  std::vector<double> times, values;
  std::vector<Curve> curves;    ///< one a key
  std::vector<Bezier> beziers;  ///< one a key and component, whatever the curve
  std::vector<IkFlags> flags;   ///< one a key, of ik timelines only

 private:
  TimelineType type_;
  std::size_t components_;
};

/// Where to put keys between `from` and `to` so that straight lines between them follow Bezier pieces: under spine the
/// ends of the ten pieces, which is exact; under rigby as many as keep each within ConvertOptions::bake_error of its
/// range. Ascending, without the ends, tidied.
[[nodiscard]] std::vector<double> times_to_bake(const std::vector<Piece>& pieces, double from, double to,
                                                const Draft& draft);

[[nodiscard]] inline bool is_color(TimelineType type) noexcept {
  return type >= TimelineType::rgba && type <= TimelineType::rgb2;
}
/// Keys of colours are bytes in every file.
[[nodiscard]] inline double as_byte(double channel) noexcept {
  const double byte = std::round(std::clamp(channel, 0.0, 1.0) * 255);
  return static_cast<double>(static_cast<float>(byte / 255));
}

/// By how much two lists of keys differ at most between their first and last times, at many times of each segment, for
/// each component by itself.
[[nodiscard]] double largest_error(const NumberKeys& before, const NumberKeys& after, bool spine);

}  // namespace sinew::convert
