// Reading JSON with simdjson, where it was found when the library was built.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sinew {

class JsonNodeWriter;

/// So many bytes behind the text are zero and may be read.
inline constexpr std::size_t simdjson_padding = 64;

enum class SimdjsonVerdict : std::uint8_t {
  read,       ///< the nodes are those that RapidJSON would have given
  unsure,     ///< not JSON, or something that RapidJSON should decide. Text and nodes are as it left them.
  not_tried,  ///< the library was built without it, or the text is too large. Nothing was touched.
};

/// Appends the nodes of a text without byte order mark; strings with escapes are decoded in place.
[[nodiscard]] SimdjsonVerdict read_with_simdjson(JsonNodeWriter& nodes, char* text, std::size_t size,
                                                 std::uint32_t max_depth);

}  // namespace sinew
