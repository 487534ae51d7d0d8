// A JSON text as a flat array of nodes: few allocations, no recursion, every size checked.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "formats/json_name.hpp"
#include "sinew/load.hpp"
#include "sinew/result.hpp"

namespace sinew {

enum class JsonType : std::uint8_t { null, boolean, number, string, array, object };

/// Which library reads the text: simdjson first, where it was built in, or RapidJSON alone.
enum class JsonParser : std::uint8_t { fastest, rapidjson };

/// "a number", "an object", ...
[[nodiscard]] std::string_view describe(JsonType type) noexcept;

/// One value. Nodes lie in one array in the order of the text and refer to each other by distance, so that a node is
/// all one needs to walk its children.
class JsonNode {
 public:
  /// Walks siblings.
  class Iterator {
   public:
    explicit Iterator(const JsonNode* node) : node_(node) {}
    const JsonNode& operator*() const { return *node_; }
    const JsonNode* operator->() const { return node_; }
    Iterator& operator++() {
      node_ = node_->next_ == 0 ? nullptr : node_ + node_->next_;
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.node_ == b.node_; }

   private:
    const JsonNode* node_;
  };

  [[nodiscard]] JsonType type() const noexcept { return type_; }
  [[nodiscard]] bool is(JsonType type) const noexcept { return type_ == type; }
  [[nodiscard]] double number() const noexcept { return content_.number; }                 ///< of a number
  [[nodiscard]] bool boolean() const noexcept { return size_ != 0; }                       ///< of a boolean
  [[nodiscard]] std::string_view text() const noexcept { return {content_.text, size_}; }  ///< of a string
  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }                      ///< number of children
  [[nodiscard]] std::string_view key() const noexcept { return {key_, key_size_}; }        ///< of a member of an object

  // The children of an array or object; none for anything else.
  [[nodiscard]] Iterator begin() const noexcept {
    return Iterator(is_container() && size_ != 0 ? this + content_.first : nullptr);
  }
  [[nodiscard]] Iterator end() const noexcept { return Iterator(nullptr); }

  /// Whether it is a member of this name.
  [[nodiscard]] bool is_named(const JsonName& name) const noexcept { return name.is(key_, key_size_); }

  /// The member of this name; null when there is none or its value is null, which the format takes for absent.
  [[nodiscard]] const JsonNode* find(const JsonName& name) const noexcept {
    if (type_ != JsonType::object) return nullptr;
    for (const JsonNode& member : *this) {
      if (member.is_named(name)) return member.type_ == JsonType::null ? nullptr : &member;
    }
    return nullptr;
  }

 private:
  friend class JsonNodeWriter;

  [[nodiscard]] bool is_container() const noexcept { return type_ == JsonType::array || type_ == JsonType::object; }

  union Content {
    double number;
    const char* text;
    std::int32_t first;  ///< distance to the first child
  } content_;
  const char* key_;  ///< eight bytes from here can be read
  std::uint32_t size_;
  std::int32_t next_;  ///< distance to the next sibling; 0: none. Negative where a repeated member was put right.
  std::uint32_t key_size_;
  JsonType type_;
};

/// An array that grows by uninitialised nodes. (A vector writes each of them twice.)
class JsonNodes {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] const JsonNode* data() const noexcept { return nodes_.get(); }
  [[nodiscard]] JsonNode& operator[](std::size_t index) noexcept { return nodes_[index]; }
  [[nodiscard]] const JsonNode& operator[](std::size_t index) const noexcept { return nodes_[index]; }

  /// Forgets all nodes and makes room for `count`.
  void start(std::size_t count);
  /// One more, whose index is returned.
  [[nodiscard]] std::uint32_t append() {
    if (size_ == capacity_) grow();
    return static_cast<std::uint32_t>(size_++);
  }

 private:
  void grow();

  std::unique_ptr<JsonNode[]> nodes_;
  std::size_t size_ = 0, capacity_ = 0;
};

class JsonDocument {
 public:
  /// Parses strict JSON in UTF-8, with or without a byte order mark. Errors: empty_input, encoding, syntax, limit
  /// (size, depth), bad_value (a number out of range). The result is the same with every parser.
  [[nodiscard]] static Result<JsonDocument> parse(std::string_view bytes, std::string_view file_name,
                                                  const LoadLimits& limits, JsonParser parser = JsonParser::fastest);

  [[nodiscard]] const JsonNode& root() const noexcept { return nodes_[0]; }
  [[nodiscard]] std::span<const JsonNode> nodes() const noexcept { return {nodes_.data(), nodes_.size()}; }

  /// The text without byte order mark. The caller's bytes, not a copy.
  [[nodiscard]] std::string_view source() const noexcept { return source_; }
  [[nodiscard]] std::size_t mark_size() const noexcept { return mark_size_; }  ///< 3 after a byte order mark, else 0

  /// Members that took the place of earlier ones of the same name, as indices of nodes.
  [[nodiscard]] const std::vector<std::uint32_t>& repeated() const noexcept { return repeated_; }

 private:
  friend class JsonNodeWriter;

  std::unique_ptr<char[]> buffer_;  // a copy of the source in which strings are decoded in place
  JsonNodes nodes_;
  std::vector<std::uint32_t> repeated_;
  std::string_view source_;
  std::size_t mark_size_ = 0;
};

}  // namespace sinew
