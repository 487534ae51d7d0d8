// How a parser makes the nodes of a JsonDocument: RapidJSON's events or simdjson's values, the rules are the same.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "formats/json_document.hpp"

namespace sinew {

/// Appends nodes to a document. The first child of a container follows it at once, so that only siblings need links.
class JsonNodeWriter {
 public:
  explicit JsonNodeWriter(JsonDocument& document) : document_(document), nodes_(document.nodes_) {}

  /// A container that is not closed yet.
  struct Open {
    std::uint32_t node = 0;
    std::uint32_t last = 0;  ///< the last child; before the first one, the container itself
    std::uint32_t size = 0;
  };

  /// The name of what is no member.
  static constexpr std::string_view no_name = {"\0\0\0\0\0\0\0", 0};

  /// Starts again with no nodes and room for `count`.
  void start(std::size_t count) { nodes_.start(count); }

  /// Eight bytes from the first one of `key` on can be read as long as the document is there.
  [[nodiscard]] std::uint32_t add(JsonType type, std::string_view key) {
    const std::uint32_t index = nodes_.append();
    JsonNode& node = nodes_[index];
    node.key_ = key.data();
    node.key_size_ = static_cast<std::uint32_t>(key.size());
    node.next_ = 0;
    node.type_ = type;
    node.size_ = 0;
    return index;
  }
  void set_number(std::uint32_t node, double value) { nodes_[node].content_.number = value; }
  void set_boolean(std::uint32_t node, bool value) { nodes_[node].size_ = value ? 1 : 0; }
  void set_text(std::uint32_t node, const char* text, std::size_t size) {
    nodes_[node].content_.text = text;
    nodes_[node].size_ = static_cast<std::uint32_t>(size);
  }

  /// Makes `child` the next one in `parent`.
  void link(Open& parent, std::uint32_t child) {
    nodes_[parent.last].next_ = static_cast<std::int32_t>(child - parent.last);
    parent.last = child;
    ++parent.size;
  }
  void close_array(const Open& open) {
    JsonNode& node = nodes_[open.node];
    node.next_ = 0;
    node.size_ = open.size;
    node.content_.first = 1;
  }
  /// `distinct`: no two members have one name, and that need not be looked for.
  void close_object(const Open& open, bool distinct = false) {
    close_array(open);
    if (!distinct && has_repeated_members(open.node)) resolve_repeated_members(open.node);
  }

  [[nodiscard]] std::string_view key_of(std::uint32_t node) const { return nodes_[node].key(); }
  [[nodiscard]] JsonType type_of(std::uint32_t node) const { return nodes_[node].type(); }

 private:
  [[nodiscard]] bool has_repeated_members(std::uint32_t object);
  /// Fills members_ with the object's children, by name and then as in the text.
  void sort_members(std::uint32_t object);
  /// The last member of a name counts, at the place of the first.
  void resolve_repeated_members(std::uint32_t object);

  struct Kept {
    std::uint32_t place = 0, member = 0;
  };

  JsonDocument& document_;
  JsonNodes& nodes_;
  std::vector<std::uint32_t> members_;
  std::vector<Kept> kept_;
};

}  // namespace sinew
