// Reading the fields of a YAML map: one place for what counts as missing, as text, as a number, as a vector.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "motion/yaml_document.hpp"
#include "sinew/motion.hpp"

namespace sinew::motion {

/// A version of three numbers; parts that are missing are 0.
struct FormatVersion {
  std::uint32_t major = 0, minor = 0, patch = 0;
};
/// Nothing: the text is not one to three numbers with points between them.
[[nodiscard]] std::optional<FormatVersion> parse_version(std::string_view text);

class Fields {
 public:
  using Node = YamlDocument::Node;

  Fields(const YamlDocument& document, const ReadOptions& options) : document_(document), options_(options) {}

  /// The value of a field; null when the map (also null: none) does not have it or says null, ~ or nothing.
  [[nodiscard]] const Node* find(const Node* map, std::string_view name) const;
  /// The text of a scalar field; empty when it is missing or something else.
  [[nodiscard]] std::string_view text(const Node* map, std::string_view name) const;
  /// What stands for the field's value in a message: a scalar's text, or what is written there.
  [[nodiscard]] std::string_view shown(const Node& node) const;
  [[nodiscard]] std::optional<double> number(const Node* node) const;
  /// A one-line list of just as many numbers; false otherwise.
  [[nodiscard]] bool numbers(const Node* node, std::span<double> values) const;

  [[nodiscard]] const Node* first(const Node& node) const { return document_.first(node); }
  [[nodiscard]] const Node* next(const Node& node) const { return document_.next(node); }
  [[nodiscard]] const YamlDocument& document() const noexcept { return document_; }

  /// At `node`; where that is null, at `instead`.
  [[nodiscard]] Error error(ErrorCode code, std::string_view message, const Node* node, const Node* instead,
                            std::string pointer) const;

 private:
  const YamlDocument& document_;
  const ReadOptions& options_;
};

/// A map, or null for everything else: what is no map counts as an empty one.
[[nodiscard]] inline const YamlDocument::Node* as_map(const YamlDocument::Node* node) {
  return node != nullptr && node->kind == YamlDocument::Kind::map ? node : nullptr;
}
/// The number of items of a list; 0 for everything else.
[[nodiscard]] inline std::size_t list_size(const YamlDocument::Node* node) {
  return node != nullptr && node->kind == YamlDocument::Kind::list ? node->count : 0;
}

}  // namespace sinew::motion
