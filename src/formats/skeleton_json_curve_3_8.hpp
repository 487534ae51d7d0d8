// Curves and rotations as 3.8 writes them. Spec: skeleton-json.md 17.2, 17.3 and 18.8.
#pragma once

#include <optional>
#include <vector>

#include "sinew/skeleton_data.hpp"

namespace sinew::skeleton_json {

/// One curve for all values of a key: x is the fraction of the time and y of the change between two keys.
struct SharedCurve {
  double x1 = 0, y1 = 0, x2 = 1, y2 = 1;
};

/// Handles of different values may lie so far apart, in fractions, and still count as one curve: editors round.
inline constexpr double kSharedCurveTolerance = 0.002;

/// The angles of a rotate timeline, which a reader of 3.8 turns into the timeline's values again: between two keys it
/// goes the shorter way round. Empty when two values are half a turn or more apart. With `single_precision` floats
/// become the decimals that they are written as; every bit of the result counts.
[[nodiscard]] std::vector<double> wrapped_angles(const Timeline& timeline, bool single_precision);

/// Finds the curves of a timeline's keys.
class SharedCurves {
 public:
  /// With `single_precision` curves are as precise as floats.
  SharedCurves(const Timeline& timeline, bool single_precision);

  /// The curve from a key with Beziers to the next one, if one curve can stand for those of all its values (of those
  /// that change). Of the numbers that read back to the same Beziers one with the fewest digits.
  [[nodiscard]] std::optional<SharedCurve> find(std::size_t key) const;

 private:
  const Timeline& timeline_;
  bool single_precision_;
  /// Times and values as they will be when what is written has been read: floats as decimals, channels as bytes.
  std::vector<double> times_, values_;
};

}  // namespace sinew::skeleton_json
