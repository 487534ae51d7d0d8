#include "motion/fields.hpp"

#include "motion/number.hpp"

namespace sinew::motion {

using Kind = YamlDocument::Kind;

namespace {
constexpr std::size_t kMostWarnings = 100;  // each takes the time to find its line
}

std::optional<FormatVersion> parse_version(std::string_view text) {
  std::array<std::uint32_t, 3> parts = {};
  std::size_t part = 0;
  bool digits = false;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      if (parts[part] < 100'000'000) parts[part] = parts[part] * 10 + static_cast<std::uint32_t>(c - '0');
      digits = true;
    } else if (c == '.' && digits && part < 2) {
      ++part;
      digits = false;
    } else {
      return std::nullopt;
    }
  }
  if (!digits) return std::nullopt;
  return FormatVersion{parts[0], parts[1], parts[2]};
}

const Fields::Node* Fields::find(const Node* map, std::string_view name) const {
  if (map == nullptr || map->kind != Kind::map) return nullptr;
  const Node* found = nullptr;
  for (const Node* key = document_.first(*map); key != nullptr;) {
    const Node* value = document_.next(*key);
    if (value == nullptr) break;
    if (key->kind == Kind::scalar && document_.scalar(*key) == name) {
      if (found != nullptr && options_.warnings != nullptr && options_.warnings->size() < kMostWarnings) {
        const bool last = options_.duplicates == DuplicateFields::last;
        options_.warnings->push_back(
            {ErrorCode::duplicate,
             "The field '" + std::string(name) + "' is given twice; the " + (last ? "last" : "first") + " one counts.",
             document_.locate(key->begin)});
      }
      if (found == nullptr || options_.duplicates == DuplicateFields::last) found = value;
    }
    key = document_.next(*value);
  }
  return found != nullptr && found->kind != Kind::null ? found : nullptr;
}

std::string_view Fields::text(const Node* map, std::string_view name) const {
  const Node* const node = find(map, name);
  return node == nullptr ? std::string_view() : document_.scalar(*node);
}

std::string_view Fields::shown(const Node& node) const {
  return node.kind == Kind::scalar ? document_.scalar(node) : document_.written(node);
}

std::optional<double> Fields::number(const Node* node) const {
  if (node == nullptr || node->kind != Kind::scalar) return std::nullopt;
  return parse_number(document_.scalar(*node));
}

bool Fields::numbers(const Node* node, std::span<double> values) const {
  if (node == nullptr || node->kind != Kind::list || !node->flow || !node->one_line) return false;
  if (node->count != values.size()) return false;
  const Node* item = document_.first(*node);
  for (double& value : values) {
    const std::optional<double> read = number(item);
    if (!read) return false;
    value = *read;
    item = document_.next(*item);
  }
  return true;
}

Error Fields::error(ErrorCode code, std::string_view message, const Node* node, const Node* instead,
                    std::string pointer) const {
  const Node* const at = node != nullptr ? node : instead != nullptr ? instead : &document_.root();
  Error error{code, std::string(message), document_.locate(at->begin)};
  error.where.pointer = std::move(pointer);
  return error;
}

}  // namespace sinew::motion
