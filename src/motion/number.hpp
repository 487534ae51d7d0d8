// Numbers as people write them in clips.
#pragma once

#include <optional>
#include <string_view>

namespace sinew::motion {

/// The nearest double: decimal with an optional sign, "1e3", ".5", "1.", "007"; "nan", ".nan", "inf", ".inf" in any
/// case for what is not finite. Infinite when out of range; nothing when the text is no number.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

}  // namespace sinew::motion
