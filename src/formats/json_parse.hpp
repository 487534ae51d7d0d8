// JSON into a RapidJSON document, with exact numbers.
#pragma once

#include <rapidjson/document.h>

#include <string_view>

namespace sinew {

/// Parses JSON without recursion, checking its encoding. Numbers are read by parse_json_number(): RapidJSON's own
/// precise mode does not look for overflow, and makes a negative number of 581e308. Numbers out of range are errors.
/// Whole numbers are integers to the document as far as they fit into 64 bits.
[[nodiscard]] rapidjson::ParseResult parse_json(std::string_view text, rapidjson::Document& document);

}  // namespace sinew
