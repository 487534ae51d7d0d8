// Changing a YAML text where it has to change, and nowhere else.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "motion/yaml_document.hpp"

namespace sinew::motion {

/// An item of a list as it shall be: one of the old ones, or a new one.
struct ListItem {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::size_t old = none;                            ///< index in the old list
  std::function<std::string(std::size_t)> in_block;  ///< a new one, with dashes in this column
  std::function<std::string()> in_braces;            ///< a new one
};

class YamlEdit {
 public:
  using Node = YamlDocument::Node;

  explicit YamlEdit(const YamlDocument& document);

  /// Gives a field of a map another value, in YAML. Where the map does not have it, it is added after the last of the
  /// fields `after` that is there (none is: after the first field).
  void set_field(const Node& map, std::string_view name, const std::string& value,
                 const std::vector<std::string_view>& after);
  /// Takes a field away (null takes its place where its line holds more).
  void remove_field(const Node& map, std::string_view name);
  /// Gives a value other bytes.
  void replace(const Node& value, const std::string& text);
  /// Makes a list consist of these items. Changes inside its items must have been made before. False: the list is laid
  /// out in a way that leaves no room for it.
  [[nodiscard]] bool arrange(const Node& list, const std::vector<ListItem>& items);

  /// The text with all changes.
  [[nodiscard]] std::string take() { return take(0, text_.size()); }

 private:
  struct Change {
    std::size_t end;
    std::string text;
  };
  struct Entry {
    const Node* key = nullptr;
    const Node* value = nullptr;
  };

  /// The field's last entry.
  [[nodiscard]] Entry find(const Node& map, std::string_view name) const;
  /// A part of the text with the changes in it, which are forgotten.
  [[nodiscard]] std::string take(std::size_t begin, std::size_t end);
  [[nodiscard]] std::size_t line_start(std::size_t at) const;
  /// Behind the line end of the line in which what ends at `at` ends.
  [[nodiscard]] std::size_t next_line(std::size_t at) const;
  [[nodiscard]] std::size_t column(std::size_t at) const { return at - line_start(at); }
  [[nodiscard]] bool only_blanks_before(std::size_t at) const;
  [[nodiscard]] std::string with_line_ends(std::string text) const;
  [[nodiscard]] bool arrange_block(const Node& list, const std::vector<ListItem>& items);

  const YamlDocument& document_;
  std::string_view text_;
  std::string line_end_;
  std::multimap<std::size_t, Change> changes_;  // by where they begin; they do not overlap
};

}  // namespace sinew::motion
