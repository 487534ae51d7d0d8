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

/// The curve from a key with Beziers to the next one, if one curve can stand for those of all its values. Of the
/// numbers that read back to the same Beziers those with the fewest digits; where none does, rounded to 9 decimals.
/// With `single_precision` also 32-bit floats are tried.
[[nodiscard]] std::optional<SharedCurve> shared_curve(const Timeline& timeline, std::size_t key, bool single_precision);

/// The angles of a rotate timeline, which a reader of 3.8 turns into the timeline's values again: between two keys it
/// goes the shorter way round. Empty when two values are half a turn or more apart.
[[nodiscard]] std::vector<double> wrapped_angles(const Timeline& timeline);

}  // namespace sinew::skeleton_json
