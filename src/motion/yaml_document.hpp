// A YAML text as a tree with the place of every value, built from libyaml's events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/limits.hpp"
#include "sinew/result.hpp"

namespace sinew::motion {

/// For texts that have been read before, and so were within the limits of that time.
inline constexpr LoadLimits no_limits = {.max_bytes = std::numeric_limits<std::size_t>::max(),
                                         .max_depth = std::numeric_limits<std::uint32_t>::max()};

class YamlDocument {
 public:
  enum class Kind : std::uint8_t { null, scalar, list, map };

  struct Node {
    Kind kind = Kind::null;
    bool flow = false;                            ///< lists and maps: in brackets
    bool one_line = false;                        ///< begins and ends in the same line
    std::uint32_t begin = 0, end = 0;             ///< bytes of text(); block lists and maps end with their last value
    std::uint32_t text_begin = 0, text_size = 0;  ///< scalars: the value, in a buffer of its own
    std::uint32_t first = 0;                      ///< first child; 0: none (the root is nobody's child)
    std::uint32_t next = 0;                       ///< next sibling; 0: none
    std::uint32_t count = 0;                      ///< children; a map has a key and a value for each field, in turns
  };

  /// A single document without aliases. An empty text is a null root.
  [[nodiscard]] static Result<YamlDocument> parse(std::string_view text, std::string_view file,
                                                  const LoadLimits& limits);

  [[nodiscard]] const Node& root() const noexcept { return nodes_[0]; }
  [[nodiscard]] const Node* first(const Node& parent) const noexcept { return at(parent.first); }
  [[nodiscard]] const Node* next(const Node& node) const noexcept { return at(node.next); }
  /// The value of a scalar; empty for everything else.
  [[nodiscard]] std::string_view scalar(const Node& node) const noexcept {
    return std::string_view(scalars_).substr(node.text_begin, node.text_size);
  }
  /// The bytes of a value as they are written.
  [[nodiscard]] std::string_view written(const Node& node) const noexcept {
    return text_.substr(node.begin, node.end - node.begin);
  }
  /// The text; must outlive the document.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] std::string_view file() const noexcept { return file_; }

  /// File, line and column of a byte.
  [[nodiscard]] Location locate(std::size_t offset) const;

 private:
  class Builder;
  [[nodiscard]] const Node* at(std::uint32_t index) const noexcept { return index == 0 ? nullptr : &nodes_[index]; }

  std::string_view text_;
  std::string file_;
  std::vector<Node> nodes_;
  std::string scalars_;
};

}  // namespace sinew::motion
