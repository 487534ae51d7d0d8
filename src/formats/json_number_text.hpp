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

}  // namespace sinew
