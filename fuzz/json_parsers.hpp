// JSON must read the same with simdjson as with RapidJSON alone: the same document, or the same error.
#pragma once

#include <string>
#include <string_view>

namespace sinew::fuzz {

/// Reads a text both ways and says in what the results differ; nothing when they do not.
[[nodiscard]] std::string difference_of_json_parsers(std::string_view text);

}  // namespace sinew::fuzz
