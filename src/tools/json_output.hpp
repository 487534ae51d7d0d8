// Writing JSON for people's scripts: indented, every number finite, text escaped.
#pragma once

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/visible_text.hpp"
#include "sinew/types.hpp"

namespace sinew::tools {

/// Members and elements in the order in which they are called. Lists of numbers stay on one line.
class JsonOutput {
 public:
  JsonOutput() : writer_(buffer_) { writer_.SetIndent(' ', 2); }

  JsonOutput& key(std::string_view name) {
    text(name);
    return *this;
  }
  void open_object() { writer_.StartObject(); }
  void close_object() { writer_.EndObject(); }
  void open_list() { writer_.StartArray(); }
  void close_list() { writer_.EndArray(); }

  /// What could be taken for a command to the terminal is written as \uXXXX; bytes that are no UTF-8 (file names may
  /// have such) become U+FFFD.
  void text(std::string_view value) {
    const std::string quoted = quote(value);
    writer_.RawValue(quoted.data(), quoted.size(), rapidjson::kStringType);
  }
  void integer(std::int64_t value) { writer_.Int64(value); }
  void count(std::size_t value) { writer_.Uint64(value); }
  void boolean(bool value) { writer_.Bool(value); }
  void null() { writer_.Null(); }
  /// Shortest text that reads back the same; null when not finite.
  void number(double value) {
    if (!std::isfinite(value)) {
      writer_.Null();
    } else if (value == std::floor(value) && std::fabs(value) < 9e15) {
      writer_.Int64(static_cast<std::int64_t>(value));  // 5, not 5.0
    } else {
      writer_.Double(value);
    }
  }
  void numbers(std::initializer_list<double> values) {
    writer_.SetFormatOptions(rapidjson::kFormatSingleLineArray);
    open_list();
    for (const double value : values) number(value);
    close_list();
    writer_.SetFormatOptions(rapidjson::kFormatDefault);
  }
  /// Single precision: more than 7 decimals would be noise.
  void color(const Color& color) {
    const auto channel = [](float value) { return std::round(double{value} * 1e7) / 1e7; };
    numbers({channel(color.r), channel(color.g), channel(color.b), channel(color.a)});
  }
  void matrix(const Affine& m) { numbers({m.a, m.b, m.c, m.d, m.tx, m.ty}); }

  [[nodiscard]] std::string take() const { return std::string(buffer_.GetString(), buffer_.GetSize()) + '\n'; }

 private:
  static std::string quote(std::string_view text) {
    std::string quoted = "\"";
    while (!text.empty()) {
      const LeadingCharacter character = leading_character(text);
      if (character.effect == Effect::malformed) {
        quoted += "\xef\xbf\xbd";
      } else if (character.effect != Effect::none) {
        quoted += escape(character.code);
      } else {
        if (character.code == '"' || character.code == '\\') quoted += '\\';
        quoted += text.substr(0, character.size);
      }
      text.remove_prefix(character.size);
    }
    return quoted + '"';
  }

  /// All that needs it is within four digits.
  static std::string escape(char32_t code) {
    switch (code) {
      case '\n':
        return "\\n";
      case '\r':
        return "\\r";
      case '\t':
        return "\\t";
      case '\b':
        return "\\b";
      case '\f':
        return "\\f";
      default:
        break;
    }
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string escaped = "\\u";
    for (const unsigned shift : {12u, 8u, 4u, 0u}) escaped += digits[code >> shift & 15u];
    return escaped;
  }

  rapidjson::StringBuffer buffer_;
  rapidjson::PrettyWriter<rapidjson::StringBuffer> writer_;
};

}  // namespace sinew::tools
