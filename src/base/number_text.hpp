// Numbers as text, the same in every locale and on every machine.
#pragma once

#include <cstdint>
#include <string>

namespace sinew {

/// Appends `value` rounded to at most `decimals` (0 to 9) places, without zeros at the end and never as "-0". From 9e9
/// on the shortest text that reads back as the same double. What is not finite becomes "null", so that JSON stays JSON.
void append_rounded(std::string& text, double value, int decimals);
[[nodiscard]] std::string rounded(double value, int decimals);

/// Appends the shortest text that reads back as the same double.
void append_exact(std::string& text, double value);
[[nodiscard]] std::string exact(double value);

}  // namespace sinew
