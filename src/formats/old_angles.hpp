// The angles of format 3.8, which keys approach the short way round, as the plain numbers of later versions.
#pragma once

#include <span>

namespace sinew {

/// Adds whole turns so that each value is reached from the one before by plain interpolation: the first stays, each
/// step becomes the short way (half a turn: clockwise). Returns what the last value has to gain to be the file's again:
/// a multiple of 360 (Timeline::turns_at_end). Spec: skeleton-json.md 18.1, step 4.
double unwrap_angles(std::span<double> degrees) noexcept;

/// angle + turns, both in degrees. Where the angle is a decimal as editors write them, so is the sum: 350.1 - 360 is
/// -9.9, not the double beside it, and is written as that again.
[[nodiscard]] double add_turns(double angle, double turns) noexcept;

}  // namespace sinew
