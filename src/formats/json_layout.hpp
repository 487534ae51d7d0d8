// How a JSON text is spread over lines.
#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// Spreads JSON without blanks over lines as the editor does: an array of plain values and an object of up to six
/// plain members take one line each; everything else has a line for each child, indented by tabs, the root's members
/// not at all.
[[nodiscard]] std::string lay_out_json(std::string_view compact);

/// The end of the string that begins with the quote at `at`: the place behind its closing quote.
[[nodiscard]] std::size_t end_of_json_string(std::string_view text, std::size_t at);

/// Valid JSON without the blanks between its values.
[[nodiscard]] std::string without_blanks(std::string_view json);

}  // namespace sinew
