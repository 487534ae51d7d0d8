#include "formats/atlas_text.hpp"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cmath>
#include <limits>
#include <optional>

#include "formats/json_number.hpp"

namespace sinew::atlas_text {

namespace {
constexpr bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}
}  // namespace

std::string_view trim(std::string_view text) noexcept {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) noexcept {
  const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  for (std::size_t at = 0; at < text.size();) {
    const unsigned char lead = byte(at);
    if (lead < 0x80) {
      ++at;
      continue;
    }
    const std::size_t length = lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : 4;
    if (lead < 0xc2 || lead > 0xf4 || text.size() - at < length) return at;
    // The second byte's range excludes overlong forms, surrogates and what lies beyond U+10FFFF.
    const unsigned char low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (byte(at + 1) < low || byte(at + 1) > high) return at;
    for (std::size_t i = 2; i < length; ++i) {
      if (byte(at + i) < 0x80 || byte(at + i) > 0xbf) return at;
    }
    at += length;
  }
  return std::nullopt;
}

NumberStatus parse_int(std::string_view text, int& value) noexcept {
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  // One more than the largest magnitude stops the sum from overflowing; the rest of the digits is still checked.
  constexpr std::int64_t too_large = std::int64_t{1} << 40;
  std::int64_t magnitude = 0;
  std::size_t at = 0;
  for (; at < text.size() && is_digit(text[at]); ++at) {
    if (magnitude < too_large) magnitude = magnitude * 10 + (text[at] - '0');
  }
  std::size_t digits = at;
  if (at < text.size() && text[at] == '.') {
    ++at;
    if (at < text.size() && is_digit(text[at]) && text[at] >= '5') ++magnitude;
    for (; at < text.size() && is_digit(text[at]); ++at) ++digits;
  }
  if (digits == 0 || at != text.size()) return NumberStatus::malformed;
  const std::int64_t result = negative ? -magnitude : magnitude;
  if (result < std::numeric_limits<int>::min() || result > std::numeric_limits<int>::max()) {
    return NumberStatus::out_of_range;
  }
  value = static_cast<int>(result);
  return NumberStatus::ok;
}

NumberStatus parse_number(std::string_view text, double& value) {
  constexpr std::size_t longest = 64;
  if (text.size() > longest) return NumberStatus::malformed;
  // Bring it into JSON's stricter form (no plus sign, no leading zeros, digits on both sides of the point).
  std::string json;
  if (!text.empty() && text.front() == '-') json += '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  std::size_t at = 0;
  while (at < text.size() && is_digit(text[at])) ++at;
  std::string_view whole = text.substr(0, at);
  std::string_view fraction;
  if (at < text.size() && text[at] == '.') {
    const std::size_t start = ++at;
    while (at < text.size() && is_digit(text[at])) ++at;
    fraction = text.substr(start, at - start);
  }
  if (whole.empty() && fraction.empty()) return NumberStatus::malformed;
  while (whole.size() > 1 && whole.front() == '0') whole.remove_prefix(1);
  json.append(whole.empty() ? std::string_view("0") : whole);
  if (!fraction.empty()) json.append(1, '.').append(fraction);
  json.append(text.substr(at));  // an exponent, or something that the parser refuses
  const std::optional<double> number = parse_json_number(json);
  if (!number) return NumberStatus::malformed;
  if (!std::isfinite(*number)) return NumberStatus::out_of_range;
  value = *number;
  return NumberStatus::ok;
}

void append_number(std::string& text, double value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  writer.Double(value);
  std::string_view digits(buffer.GetString(), buffer.GetSize());
  if (digits.size() > 2 && digits.substr(digits.size() - 2) == ".0") digits.remove_suffix(2);
  text.append(digits);
}

}  // namespace sinew::atlas_text
