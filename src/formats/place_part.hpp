// Where in a document something is, noted on the way down so that it costs nothing until a message needs it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "formats/json_places.hpp"

namespace sinew {

/// One part of a JSON pointer and, through `outer`, all those before it.
struct PlacePart {
  const PlacePart* outer = nullptr;
  std::string_view name;
  std::size_t number = 0;
  bool numbered = false;
};

[[nodiscard]] inline std::string pointer_to(const PlacePart* innermost) {
  std::vector<const PlacePart*> parts;
  for (const PlacePart* part = innermost; part; part = part->outer) parts.push_back(part);
  std::string pointer;
  for (std::size_t i = parts.size(); i-- > 0;) {
    append_pointer_part(pointer, parts[i]->numbered ? std::to_string(parts[i]->number) : std::string(parts[i]->name));
  }
  return pointer;
}

}  // namespace sinew
