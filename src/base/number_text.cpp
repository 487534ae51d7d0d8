#include "base/number_text.hpp"

#include <rapidjson/internal/dtoa.h>

#include <array>
#include <cmath>

namespace sinew {

namespace {

constexpr std::array<double, 10> powers_of_ten = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
constexpr double largest_scaled = 9e18;  // what an int64 holds
constexpr double largest_rounded = 9e9;

}  // namespace

void append_exact(std::string& text, double value) {
  if (!std::isfinite(value)) {
    text += "null";
    return;
  }
  if (value == 0) value = 0;  // -0 reads as 0
  char buffer[32];
  const char* end = rapidjson::internal::dtoa(value, buffer);
  if (end - buffer > 2 && end[-1] == '0' && end[-2] == '.') end -= 2;  // "5.0" is 5
  text.append(buffer, static_cast<std::size_t>(end - buffer));
}

void append_rounded(std::string& text, double value, int decimals) {
  const double power = powers_of_ten[static_cast<std::size_t>(decimals)];
  if (!(std::fabs(value) < largest_rounded && std::fabs(value) * power < largest_scaled)) {
    append_exact(text, value);
    return;
  }
  const long long scaled = std::llround(value * power);
  if (scaled < 0) text += '-';
  std::string digits = std::to_string(scaled < 0 ? -scaled : scaled);
  const auto places = static_cast<std::size_t>(decimals);
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  std::size_t end = digits.size();
  const std::size_t point = digits.size() - places;
  while (end > point && digits[end - 1] == '0') --end;
  text.append(digits, 0, point);
  if (end > point) {
    text += '.';
    text.append(digits, point, end - point);
  }
}

std::string rounded(double value, int decimals) {
  std::string text;
  append_rounded(text, value, decimals);
  return text;
}

std::string exact(double value) {
  std::string text;
  append_exact(text, value);
  return text;
}

}  // namespace sinew
