// Decoding one string of a JSON text.
#pragma once

#include <optional>
#include <string_view>

namespace sinew {

/// Decodes in place the string whose quote is at `quote`. What is decoded is shorter than what is written: nothing
/// behind the string changes, nor does the quote before it. Nothing when it is no valid string. Its text must end with
/// a zero.
[[nodiscard]] std::optional<std::string_view> decode_json_string(char* quote);

}  // namespace sinew
