#include "motion/number.hpp"

#include <limits>
#include <string>

#include "formats/json_number.hpp"

namespace sinew::motion {

namespace {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool same_word(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    if (c != lower[i]) return false;
  }
  return true;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;

  const std::string_view word = text.front() == '.' ? text.substr(1) : text;
  if (same_word(word, "nan")) return std::numeric_limits<double>::quiet_NaN();
  if (same_word(word, "inf")) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return negative ? -infinity : infinity;
  }

  // JSON has no zeros in front and wants digits on both sides of the point.
  std::string strict = negative ? "-" : "";
  std::size_t at = 0;
  while (at + 1 < text.size() && text[at] == '0' && is_digit(text[at + 1])) ++at;
  const std::size_t whole = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  const bool has_whole = at > whole;
  strict += has_whole ? text.substr(whole, at - whole) : "0";
  bool has_fraction = false;
  if (at < text.size() && text[at] == '.') {
    const std::size_t point = at++;
    while (at < text.size() && is_digit(text[at])) ++at;
    has_fraction = at > point + 1;
    if (has_fraction) strict += text.substr(point, at - point);
  }
  if (!has_whole && !has_fraction) return std::nullopt;
  strict += text.substr(at);
  return parse_json_number(strict);
}

}  // namespace sinew::motion
