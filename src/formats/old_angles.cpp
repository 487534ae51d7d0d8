#include "formats/old_angles.hpp"

#include <cmath>

#include "base/short_way.hpp"

namespace sinew {

double add_turns(double angle, double turns) noexcept {
  constexpr double most_decimals = 1e6;
  const double sum = angle + turns;
  const bool decimal =
      std::fabs(angle) < 1e8 && std::fabs(turns) < 1e8 && std::round(angle * most_decimals) / most_decimals == angle;
  return decimal ? std::round(sum * most_decimals) / most_decimals : sum;
}

double unwrap_angles(std::span<double> degrees) noexcept {
  double turns = 0;  // what is added to the angles of the file, in degrees
  double before = degrees.empty() ? 0 : degrees.front();
  for (double& angle : degrees) {
    const double step = angle - before;
    // In numbers that large there are no turns; the file's angle stands.
    turns = std::fabs(step) < 1e12 ? turns + std::round((short_way(step) - step) / 360) * 360 : 0;
    before = angle;
    if (turns != 0) angle = add_turns(angle, turns);
  }
  return turns == 0 ? 0 : -turns;
}

}  // namespace sinew
