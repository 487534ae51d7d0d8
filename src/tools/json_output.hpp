// Writing JSON for people's scripts: indented, every number finite, text escaped.
#pragma once

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/utf8.hpp"
#include "sinew/types.hpp"

namespace sinew::tools {

/// Members and elements in the order in which they are called. Lists of numbers stay on one line.
class JsonOutput {
 public:
  JsonOutput() : writer_(buffer_) { writer_.SetIndent(' ', 2); }

  JsonOutput& key(std::string_view name) {
    const std::string valid = valid_utf8(name);
    writer_.Key(valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
    return *this;
  }
  void open_object() { writer_.StartObject(); }
  void close_object() { writer_.EndObject(); }
  void open_list() { writer_.StartArray(); }
  void close_list() { writer_.EndArray(); }

  /// Bytes that are no UTF-8 (file names may have such) become U+FFFD.
  void text(std::string_view value) {
    const std::string valid = valid_utf8(value);
    writer_.String(valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
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
  static std::string valid_utf8(std::string_view text) {
    if (check_utf8(text) == Utf8::good) return std::string(text);
    std::string valid;
    while (!text.empty()) {
      std::size_t size = 4;  // the longest character that begins here
      while (size > 0 && (size > text.size() || check_utf8(text.substr(0, size)) != Utf8::good)) --size;
      // Up to four bytes may be several characters: what counts is that all of them are good.
      valid += size > 0 ? text.substr(0, size) : std::string_view("\xef\xbf\xbd");
      text.remove_prefix(size > 0 ? size : 1);
    }
    return valid;
  }

  rapidjson::StringBuffer buffer_;
  rapidjson::PrettyWriter<rapidjson::StringBuffer> writer_;
};

}  // namespace sinew::tools
