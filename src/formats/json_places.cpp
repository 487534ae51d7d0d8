#include "formats/json_places.hpp"

#include <algorithm>

#include "formats/json_document.hpp"

namespace sinew {

void set_line_and_column(Location& where, std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  const std::string_view before = text.substr(0, offset);
  where.line = 1 + static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t line_break = before.rfind('\n');
  where.column = static_cast<std::uint32_t>(line_break == std::string_view::npos ? offset + 1 : offset - line_break);
}

void append_pointer_part(std::string& pointer, std::string_view name) {
  pointer += '/';
  for (const char c : name) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

JsonPlaces::JsonPlaces(const JsonDocument& document) : document_(document) {
  // The document has been parsed, so the text is known to be valid and to hold a value for each node, in their order.
  const std::string_view text = document.source();
  places_.reserve(document.nodes().size());
  line_starts_.push_back(0);
  struct Open {
    std::uint32_t node, count;
  };
  std::vector<Open> open;
  const auto add = [&](std::size_t offset) {
    Place place{static_cast<std::uint32_t>(offset), 0, 0};
    if (!open.empty()) {
      place.parent = open.back().node;
      place.position = open.back().count++;
    }
    places_.push_back(place);
  };
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"') {
      const std::size_t start = i++;
      while (text[i] != '"') i += text[i] == '\\' ? 2u : 1u;
      ++i;
      std::size_t next = i;
      while (next < text.size() && std::string_view(" \t\r\n").find(text[next]) != std::string_view::npos) ++next;
      if (next == text.size() || text[next] != ':') add(start);
    } else if (c == '{' || c == '[') {
      add(i++);
      open.push_back({static_cast<std::uint32_t>(places_.size() - 1), 0});
    } else if (c == '}' || c == ']') {
      open.pop_back();
      ++i;
    } else if (c == ',' || c == ':' || c == ' ' || c == '\t' || c == '\r') {
      ++i;
    } else if (c == '\n') {
      line_starts_.push_back(static_cast<std::uint32_t>(++i));
    } else {  // a number or a word
      add(i);
      while (i < text.size() && std::string_view(",]} \t\r\n").find(text[i]) == std::string_view::npos) ++i;
    }
  }
}

std::size_t JsonPlaces::index(const JsonNode& node) const {
  return static_cast<std::size_t>(&node - document_.nodes().data());
}

std::size_t JsonPlaces::offset(const JsonNode& node) const {
  return places_[index(node)].offset;
}

std::string JsonPlaces::pointer(const JsonNode& node) const {
  const std::span<const JsonNode> nodes = document_.nodes();
  std::vector<std::size_t> path;
  for (std::size_t i = index(node); i != 0; i = places_[i].parent) path.push_back(i);
  std::string pointer;
  for (auto i = path.rbegin(); i != path.rend(); ++i) {
    const Place& place = places_[*i];
    if (nodes[place.parent].is(JsonType::object)) {
      append_pointer_part(pointer, nodes[*i].key());
    } else {
      append_pointer_part(pointer, std::to_string(place.position));
    }
  }
  return pointer;
}

Location JsonPlaces::locate(const JsonNode& node, std::string_view file_name) const {
  const std::size_t at = offset(node);
  Location where;
  where.file = file_name;
  where.offset = at + document_.mark_size();
  const auto line = std::upper_bound(line_starts_.begin(), line_starts_.end(), at) - 1;
  where.line = static_cast<std::uint32_t>(line - line_starts_.begin()) + 1;
  where.column = static_cast<std::uint32_t>(at - *line) + 1;
  where.pointer = pointer(node);
  return where;
}

}  // namespace sinew
