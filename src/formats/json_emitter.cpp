#include "formats/json_emitter.hpp"

#include <algorithm>
#include <cmath>

#include "formats/atlas_text.hpp"
#include "formats/json_places.hpp"

namespace sinew {

namespace {

constexpr std::string_view kHexadecimal = "0123456789abcdef";

/// The name that append_pointer_part() was given.
std::string unescape_pointer_part(std::string_view part) {
  std::string name;
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (part[i] == '~' && i + 1 < part.size()) {
      name += part[++i] == '0' ? '~' : '/';
    } else {
      name += part[i];
    }
  }
  return name;
}

}  // namespace

JsonEmitter::JsonEmitter(NumberDigits digits, const UnknownFields* unknown) : digits_(digits) {
  if (unknown) unknown_ = unknown->fields;
  used_.resize(unknown_.size());
}

void JsonEmitter::begin_value(std::string_view name) {
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (level.children++ != 0) text_ += ',';
  if (level.array) return;
  quote(name);
  text_ += ':';
}

void JsonEmitter::open(char bracket, std::string_view name) {
  const std::size_t path_size = path_.size();
  if (!levels_.empty()) {
    const Level& level = levels_.back();
    append_pointer_part(path_, level.array ? std::to_string(level.children) : std::string(name));
  }
  begin_value(name);
  text_ += bracket;
  levels_.push_back({bracket == '[', 0, path_size});
}

void JsonEmitter::close() {
  if (!levels_.back().array && !unknown_.empty()) append_unknown();
  text_ += levels_.back().array ? ']' : '}';
  path_.resize(levels_.back().path_size);
  levels_.pop_back();
}

void JsonEmitter::close_or_note() noexcept {
  const std::size_t outer = levels_.size() - 1, path_size = levels_.back().path_size;
  try {
    close();
  } catch (const std::bad_alloc&) {
    no_memory_ = true;
    levels_.resize(outer);
    path_.resize(path_size);
  }
}

void JsonEmitter::append_unknown() {
  const auto by_owner = [](const UnknownField& field, std::string_view owner) { return field.owner < owner; };
  const auto first = std::lower_bound(unknown_.begin(), unknown_.end(), path_, by_owner);
  auto at = static_cast<std::size_t>(first - unknown_.begin());
  for (; at < unknown_.size() && unknown_[at].owner == path_; ++at) {
    used_[at] = true;
    begin_value(unknown_[at].name);
    text_ += unknown_[at].json;
  }
  // Objects below that hold nothing else are not there yet.
  const std::string below = path_ + '/';
  at = static_cast<std::size_t>(std::lower_bound(unknown_.begin(), unknown_.end(), below, by_owner) - unknown_.begin());
  for (; at < unknown_.size() && unknown_[at].owner.substr(0, below.size()) == below; ++at) {
    if (used_[at]) continue;
    const std::string_view rest = unknown_[at].owner.substr(below.size());
    const Scope missing = object(unescape_pointer_part(rest.substr(0, rest.find('/'))));
  }
}

void JsonEmitter::number_with(std::string_view name, double value, NumberDigits digits) {
  begin_value(name);
  if (std::isfinite(value)) return append_json_number(text_, value, digits);
  fail(name, ErrorCode::bad_value, "This number is not finite, which JSON cannot express.");
}

void JsonEmitter::integer(std::string_view name, std::int64_t value) {
  begin_value(name);
  text_ += std::to_string(value);
}

void JsonEmitter::boolean(std::string_view name, bool value) {
  begin_value(name);
  text_ += value ? "true" : "false";
}

void JsonEmitter::null(std::string_view name) {
  begin_value(name);
  text_ += "null";
}

void JsonEmitter::text(std::string_view name, std::string_view value) {
  begin_value(name);
  quote(value);
}

void JsonEmitter::color(std::string_view name, Color value, bool with_alpha) {
  begin_value(name);
  text_ += '"';
  for (const float channel : {value.r, value.g, value.b, value.a}) {
    const unsigned byte = channel_byte(channel);
    text_ += kHexadecimal[byte >> 4];
    text_ += kHexadecimal[byte & 15];
  }
  if (!with_alpha) text_.resize(text_.size() - 2);
  text_ += '"';
}

void JsonEmitter::quote(std::string_view value) {
  if (atlas_text::find_invalid_utf8(value)) {
    fail({}, ErrorCode::encoding, "A text here is not valid UTF-8, which JSON has to be.");
    value = {};
  }
  text_ += '"';
  for (const char c : value) {
    switch (c) {
      case '"':
        text_ += "\\\"";
        break;
      case '\\':
        text_ += "\\\\";
        break;
      case '\n':
        text_ += "\\n";
        break;
      case '\r':
        text_ += "\\r";
        break;
      case '\t':
        text_ += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          text_ += "\\u00";
          text_ += kHexadecimal[static_cast<unsigned char>(c) >> 4];
          text_ += kHexadecimal[static_cast<unsigned char>(c) & 15];
        } else {
          text_ += c;
        }
    }
  }
  text_ += '"';
}

void JsonEmitter::fail(std::string_view name, ErrorCode code, std::string message) {
  if (error_) return;
  Location where;
  where.pointer = path_;
  if (!levels_.empty() && levels_.back().array) {
    const std::size_t children = levels_.back().children;
    append_pointer_part(where.pointer, std::to_string(children == 0 ? 0 : children - 1));
  } else if (!name.empty()) {
    append_pointer_part(where.pointer, name);
  }
  error_ = Error{code, std::move(message), std::move(where)};
}

}  // namespace sinew
