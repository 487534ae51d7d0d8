// Where in the text a node of a JsonDocument is: worked out only once a problem has to be reported.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/result.hpp"

namespace sinew {

class JsonDocument;
class JsonNode;

/// Line and column (both from 1, the column in bytes) of an offset into a text.
void set_line_and_column(Location& where, std::string_view text, std::size_t offset);

/// Appends "/name" with ~ and / escaped as RFC 6901 has it.
void append_pointer_part(std::string& pointer, std::string_view name);

/// Positions and JSON pointers of all nodes of a document. Building it takes one pass over the text.
class JsonPlaces {
 public:
  explicit JsonPlaces(const JsonDocument& document);

  /// Offset of the value's first byte in document.source().
  [[nodiscard]] std::size_t offset(const JsonNode& node) const;
  [[nodiscard]] std::string pointer(const JsonNode& node) const;
  [[nodiscard]] Location locate(const JsonNode& node, std::string_view file_name) const;

 private:
  struct Place {
    std::uint32_t offset = 0;
    std::uint32_t parent = 0;
    std::uint32_t position = 0;  ///< among the parent's children in the text
  };

  [[nodiscard]] std::size_t index(const JsonNode& node) const;

  const JsonDocument& document_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> line_starts_;
};

}  // namespace sinew
