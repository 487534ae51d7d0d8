// From the decimal text of a number to the nearest double, without locales.
#pragma once

#include <optional>
#include <string_view>

namespace sinew {

/// The double nearest to a number in JSON's syntax ("-12.5e3", no blanks around it). Infinite when it is out of range;
/// nothing when the text is not such a number.
[[nodiscard]] std::optional<double> parse_json_number(std::string_view text) noexcept;

}  // namespace sinew
