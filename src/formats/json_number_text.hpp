// Numbers as JSON text.
#pragma once

#include <cstdint>
#include <string>

namespace sinew {

/// Whose digits a number is written with.
enum class NumberDigits : std::uint8_t {
  of_double,  ///< the shortest that read back to the same double
  of_float,   ///< if it is a 32-bit float, the shortest that read back to that float; else as of_double
};

/// Appends a finite number: never "-0", and without an exponent from 1e-5 to 1e9 and beyond. Of several shortest texts
/// the one nearest to the number.
void append_json_number(std::string& text, double value, NumberDigits digits);

/// What that text reads as.
[[nodiscard]] double as_written(double value, NumberDigits digits);

/// A channel of a colour, from 0 to 1, as one of 256 steps.
[[nodiscard]] unsigned channel_byte(float channel) noexcept;
/// What a channel reads as when its byte has been written.
[[nodiscard]] double channel_as_written(double channel) noexcept;

}  // namespace sinew
