#include "motion/yaml_text.hpp"

#include <array>

#include "base/number_text.hpp"

namespace sinew::motion {

namespace {

/// Words that readers with types take for something else than text.
bool is_word_with_a_meaning(std::string_view text) {
  static constexpr std::array<std::string_view, 9> words = {"null", "true", "false", "yes", "no",
                                                            "on",   "off",  "y",     "n"};
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  for (const std::string_view word : words) {
    if (lower == word) return true;
  }
  return false;
}

/// Line separators and the byte order mark, which are not plain characters to a YAML reader.
bool has_special_unicode(std::string_view text) {
  for (const std::string_view special : {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xEF\xBB\xBF"}) {
    if (text.find(special) != std::string_view::npos) return true;
  }
  return false;
}

bool is_plain(std::string_view text) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ' || text.back() == ':') return false;
  constexpr std::string_view never_first = "-?:,[]{}#&*!|>'\"%@`~=<.+";
  if (never_first.find(text.front()) != std::string_view::npos) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return false;
    if (std::string_view(",[]{}").find(c) != std::string_view::npos) return false;
    if (c == ':' && text[i + 1] == ' ') return false;
    if (c == '#' && text[i - 1] == ' ') return false;
  }
  const bool like_a_number = text.front() >= '0' && text.front() <= '9';
  return !like_a_number && !is_word_with_a_meaning(text) && !has_special_unicode(text);
}

std::string quoted(std::string_view text) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (text[i] == '"' || text[i] == '\\') {
      out += '\\';
      out += text[i];
    } else if (byte == '\n') {
      out += "\\n";
    } else if (byte == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      out += "\\x";
      out += hex[byte >> 4];
      out += hex[byte & 15];
    } else if (text.substr(i, 2) == "\xC2\x85") {
      out += "\\N";
      i += 1;
    } else if (text.substr(i, 3) == "\xE2\x80\xA8" || text.substr(i, 3) == "\xE2\x80\xA9") {
      out += text[i + 2] == '\xA8' ? "\\L" : "\\P";
      i += 2;
    } else if (text.substr(i, 3) == "\xEF\xBB\xBF") {
      out += "\\uFEFF";
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out + '"';
}

/// Fields of a map, as an item of a block list or in braces.
class ItemText {
 public:
  explicit ItemText(std::size_t column) : text_(column, ' '), indent_(column + 2, ' ') {}
  ItemText() : braces_(true) {}

  void field(std::string_view name, std::string_view value) {
    text_ += braces_ ? (first_ ? "{" : ", ") : (first_ ? "- " : indent_);
    text_ += name;
    text_ += value.empty() ? ":" : ": ";
    text_ += value;
    if (!braces_) text_ += '\n';
    first_ = false;
  }
  void append(std::string_view text) { text_ += text; }
  [[nodiscard]] std::string take() { return braces_ ? text_ + '}' : std::move(text_); }

 private:
  bool braces_ = false, first_ = true;
  std::string text_, indent_;
};

void write(ItemText& item, const Key& key) {
  item.field("time", exact(key.time));
  item.field("value", yaml_vector(key.value));
}

void write_head(ItemText& item, const Track& track) {
  item.field("part", yaml_scalar(track.part));
  item.field("property", name_of(track.property));
  item.field("interpolation", name_of(track.interpolation));
  if (!(track.curve == Curve{})) item.field("curve", yaml_curve(track.curve));
}

void write(ItemText& item, const Node& node) {
  item.field("id", yaml_scalar(node.id));
  if (node.name != node.id) item.field("name", yaml_scalar(node.name));
  item.field("kind", name_of(node.kind));
  if (!node.parent.empty()) item.field("parent", yaml_scalar(node.parent));
  if (!node.model.empty()) item.field("model", yaml_scalar(node.model));
  const Transform rest;
  if (!(node.rest.position == rest.position)) item.field("position", yaml_vector(node.rest.position));
  if (!(node.rest.rotation == rest.rotation)) item.field("rotation", yaml_vector(node.rest.rotation));
  if (!(node.rest.scale == rest.scale)) item.field("scale", yaml_vector(node.rest.scale));
}

}  // namespace

std::string yaml_scalar(std::string_view text) {
  return is_plain(text) ? std::string(text) : quoted(text);
}

std::string yaml_vector(const Vec3& v) {
  return '[' + exact(v.x) + ", " + exact(v.y) + ", " + exact(v.z) + ']';
}

std::string yaml_curve(const Curve& c) {
  return '[' + exact(c.x1) + ", " + exact(c.y1) + ", " + exact(c.x2) + ", " + exact(c.y2) + ']';
}

std::string yaml_item(const Key& key, std::size_t column) {
  ItemText item(column);
  write(item, key);
  return item.take();
}

std::string yaml_item(const Track& track, std::size_t column) {
  ItemText item(column);
  write_head(item, track);
  item.field("keys", {});
  for (const Key& key : track.keys) item.append(yaml_item(key, column + 4));
  return item.take();
}

std::string yaml_item(const Node& node, std::size_t column) {
  ItemText item(column);
  write(item, node);
  return item.take();
}

std::string yaml_in_braces(const Key& key) {
  ItemText item;
  write(item, key);
  return item.take();
}

std::string yaml_in_braces(const Track& track) {
  ItemText item;
  write_head(item, track);
  std::string keys;
  for (const Key& key : track.keys) keys += (keys.empty() ? "" : ", ") + yaml_in_braces(key);
  item.field("keys", '[' + keys + ']');
  return item.take();
}

std::string yaml_in_braces(const Node& node) {
  ItemText item;
  write(item, node);
  return item.take();
}

std::string yaml_file(const Clip& clip) {
  std::string text;
  if (clip.kind == ClipKind::model) text += "format:\n  version: 1.0.0\n";
  if (!clip.binding.empty()) text += "binding: " + yaml_scalar(clip.binding) + '\n';
  text += "model: " + yaml_scalar(clip.model) + '\n';
  text += "duration: " + exact(clip.duration) + '\n';
  text += clip.loop ? "loop: true\n" : "loop: false\n";
  text += "tracks:\n";
  for (const Track& track : clip.tracks) text += yaml_item(track, 2);
  return text;
}

std::string yaml_file(const Binding& binding) {
  std::string text = binding.name.empty() ? "" : "name: " + yaml_scalar(binding.name) + '\n';
  text += "nodes:\n";
  for (const Node& node : binding.nodes) text += yaml_item(node, 2);
  return text;
}

}  // namespace sinew::motion
