// Numbers as text and back, whatever the locale is: what a test writes into a file must not have a decimal comma.
#pragma once

#include <charconv>
#include <clocale>
#include <cstdlib>
#include <string>

#include <locale.h>

namespace sinew::test {

/// As printf's "%.*f" has it where numbers have a point; the default is what std::to_string() gives there.
inline std::string fixed(double value, int decimals = 6) {
  std::string text(static_cast<std::size_t>(decimals) + 320, '\0');  // the largest double has 309 digits
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals).ptr;
  text.resize(static_cast<std::size_t>(end - text.data()));
  return text;
}

/// As printf's "%.*e" has it.
inline std::string scientific(double value, int decimals) {
  std::string text(static_cast<std::size_t>(decimals) + 16, '\0');
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, decimals).ptr;
  text.resize(static_cast<std::size_t>(end - text.data()));
  return text;
}

/// The number that a text begins with, by the C library's conversion, which rounds correctly.
inline double number_in(const std::string& text) {
  static const locale_t classic = ::newlocale(LC_ALL_MASK, "C", nullptr);
  return ::strtod_l(text.c_str(), nullptr, classic);
}

}  // namespace sinew::test
