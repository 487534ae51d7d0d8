#include "formats/json_number.hpp"

#include <rapidjson/internal/strtod.h>

#include <array>
#include <cstdint>
#include <limits>

namespace sinew {

namespace {

// Exact as doubles: 5^22 is below 2^53.
constexpr std::array<double, 23> kPowersOfTen = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// digits x 10^exponent, for numbers beyond what one multiplication or division rounds correctly.
double convert_exactly(std::string_view mantissa, int exponent) {
  // More than 780 significant digits cannot change the result (a double that lies between two others has at most 768).
  constexpr std::size_t max_digits = 780;
  std::array<char, max_digits + 1> digits{};
  std::size_t count = 0;
  bool fraction = false;
  for (const char c : mantissa) {
    if (c == '.') {
      fraction = true;
      continue;
    }
    if (fraction) --exponent;
    if (count == 0 && c == '0') continue;
    if (count < max_digits) {
      digits[count++] = c;
    } else {
      // A digit that is left out still counts as "a little more".
      if (c != '0' && digits[max_digits - 1] == '0') digits[max_digits - 1] = '1';
      ++exponent;
    }
  }
  while (count > 1 && digits[count - 1] == '0') --count, ++exponent;
  if (count == 0) return 0;
  const int magnitude = static_cast<int>(count) + exponent;  // the number is below 10^magnitude
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (magnitude > 309) return infinity;
  if (magnitude < -323) return 0;
  // RapidJSON does not look for overflow, and takes everything below half of the smallest double for that double.
  constexpr std::string_view overflow = "179769313486231580793";              // between the largest one and 2^1024
  constexpr std::string_view underflow = "24703282292062327208828439643411";  // half of the smallest one
  const std::string_view all(digits.data(), count);
  if (magnitude == 309 && all.substr(0, overflow.size()) >= overflow) return infinity;
  if (magnitude == -323 && all < underflow) return 0;
  // The first argument is only looked at when it is an exact number of up to 53 bits; this one never is.
  return rapidjson::internal::StrtodFullPrecision(1e300, exponent, digits.data(), count, count, exponent);
}

}  // namespace

std::optional<double> parse_json_number(std::string_view text) noexcept {
  const char* at = text.data();
  const char* const end = at + text.size();
  const bool negative = at != end && *at == '-';
  if (negative) ++at;

  const char* const mantissa = at;
  std::uint64_t value = 0;
  int digits = 0;  // significant ones in `value`
  int exponent = 0;
  const auto take_digits = [&](int step) {
    const char* const first = at;
    for (; at != end && is_digit(*at); ++at) {
      if (digits < 19) {
        value = value * 10 + static_cast<std::uint64_t>(*at - '0');
        if (value != 0) ++digits;
        exponent += step;
      } else {
        digits = 20;
      }
    }
    return at != first;
  };
  if (!take_digits(0)) return std::nullopt;
  if (*mantissa == '0' && at - mantissa > 1) return std::nullopt;
  if (at != end && *at == '.') {
    ++at;
    if (!take_digits(-1)) return std::nullopt;
  }
  const char* const mantissa_end = at;
  int written = 0;
  if (at != end && (*at == 'e' || *at == 'E')) {
    ++at;
    bool minus = false;
    if (at != end && (*at == '+' || *at == '-')) minus = *at++ == '-';
    const char* const first = at;
    for (; at != end && is_digit(*at); ++at) {
      if (written < 100'000'000) written = written * 10 + (*at - '0');
    }
    if (at == first) return std::nullopt;
    if (minus) written = -written;
  }
  if (at != end) return std::nullopt;

  double result = 0;
  const int power = exponent + written;
  if (digits < 20 && value <= (std::uint64_t{1} << 53) && power >= -22 && power <= 22) {
    result = static_cast<double>(value);
    result = power < 0 ? result / kPowersOfTen[static_cast<std::size_t>(-power)]
                       : result * kPowersOfTen[static_cast<std::size_t>(power)];
  } else {
    result = convert_exactly({mantissa, static_cast<std::size_t>(mantissa_end - mantissa)}, written);
  }
  return negative ? -result : result;
}

}  // namespace sinew
