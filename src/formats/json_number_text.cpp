#include "formats/json_number_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <vector>

#include "formats/json_number.hpp"

namespace sinew {

namespace {

constexpr std::array<double, 16> kPowersOfTen = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

constexpr double kLargestFloat = static_cast<double>(std::numeric_limits<float>::max());

bool is_float(double magnitude) {
  return magnitude <= kLargestFloat && static_cast<double>(static_cast<float>(magnitude)) == magnitude;
}

/// Whether reading a text as `read` gives the number that was to be written.
bool is_same(double read, double value, NumberDigits digits) {
  if (digits == NumberDigits::of_double) return read == value;
  return read <= kLargestFloat && static_cast<float>(read) == static_cast<float>(value);
}

void append_decimal(std::string& text, std::uint64_t scaled, std::size_t decimals) {
  std::string digits = std::to_string(scaled);
  if (digits.size() <= decimals) digits.insert(0, decimals + 1 - digits.size(), '0');
  text.append(digits, 0, digits.size() - decimals);
  if (decimals == 0) return;
  text += '.';
  text.append(digits, digits.size() - decimals);
}

/// Fast, for what nearly all numbers of files are: up to fifteen digits, few of them after the point. The quotient of
/// two whole numbers below 2^53, of which the divisor is a power of ten up to 10^22, is what the decimal reads as.
bool append_few_digits(std::string& text, double magnitude, NumberDigits digits) {
  for (std::size_t decimals = 0; decimals < kPowersOfTen.size(); ++decimals) {
    const double scaled = magnitude * kPowersOfTen[decimals];
    if (scaled >= 1e15) return false;
    // The nearest one first; beside a power of two the farther one may be the only one that reads back.
    const double down = std::floor(scaled);
    const double nearest = scaled - down < 0.5 ? down : down + 1, other = scaled - down < 0.5 ? down + 1 : down;
    for (const double candidate : {nearest, other}) {
      if (!is_same(candidate / kPowersOfTen[decimals], magnitude, digits)) continue;
      append_decimal(text, static_cast<std::uint64_t>(candidate), decimals);
      return true;
    }
  }
  return false;
}

/// Significant digits d1 d2 ... dn and a power of ten: d1.d2...dn x 10^exponent.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

/// All digits, exactly: a double is a whole number times a power of two, and dividing by 2 is multiplying by 5 and
/// moving the decimal point.
Decimal decimal_of(double magnitude) {
  int power_of_two = 0;
  const double fraction = std::frexp(magnitude, &power_of_two);
  power_of_two -= 53;
  constexpr std::uint64_t base = 1'000'000'000;
  auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  while (power_of_two < 0 && mantissa % 2 == 0) mantissa /= 2, ++power_of_two;
  std::vector<std::uint32_t> parts;  // nine digits each, the last ones first
  for (; mantissa != 0; mantissa /= base) parts.push_back(static_cast<std::uint32_t>(mantissa % base));
  // Several factors at once: 5^9 and 2^20 keep products within 64 bits.
  for (int left = std::abs(power_of_two); left > 0;) {
    const int step = std::min(left, power_of_two < 0 ? 9 : 20);
    std::uint64_t factor = 1, carry = 0;
    for (int i = 0; i < step; ++i) factor *= power_of_two < 0 ? 5 : 2;
    for (std::uint32_t& part : parts) {
      const std::uint64_t product = part * factor + carry;
      part = static_cast<std::uint32_t>(product % base);
      carry = product / base;
    }
    for (; carry != 0; carry /= base) parts.push_back(static_cast<std::uint32_t>(carry % base));
    left -= step;
  }
  Decimal decimal;
  for (std::size_t i = parts.size(); i-- > 0;) {
    const std::string digits = std::to_string(parts[i]);
    if (i + 1 != parts.size()) decimal.digits.append(9 - digits.size(), '0');
    decimal.digits += digits;
  }
  decimal.exponent = static_cast<int>(decimal.digits.size()) - 1 + std::min(power_of_two, 0);
  return decimal;
}

std::string to_text(const Decimal& decimal) {
  const std::string& digits = decimal.digits;
  const auto count = static_cast<int>(digits.size());
  std::string text;
  if (decimal.exponent >= 0 && decimal.exponent < 21) {
    const int whole = decimal.exponent + 1;
    text = digits.substr(0, static_cast<std::size_t>(std::min(whole, count)));
    if (whole > count) text.append(static_cast<std::size_t>(whole - count), '0');
    if (whole < count) text.append(".").append(digits, static_cast<std::size_t>(whole));
  } else if (decimal.exponent < 0 && decimal.exponent >= -6) {
    text.append("0.").append(static_cast<std::size_t>(-decimal.exponent - 1), '0').append(digits);
  } else {
    text = digits.substr(0, 1);
    if (count > 1) text.append(".").append(digits, 1);
    text.append("e").append(std::to_string(decimal.exponent));
  }
  return text;
}

/// The first `count` digits, cut off or, with `up`, one more in the last place.
Decimal cut(const Decimal& decimal, std::size_t count, bool up) {
  Decimal result{decimal.digits.substr(0, count), decimal.exponent};
  if (up) {
    std::size_t at = count;
    while (at > 0 && result.digits[at - 1] == '9') result.digits[--at] = '0';
    if (at > 0) {
      ++result.digits[at - 1];
    } else {
      result.digits.insert(result.digits.begin(), '1');
      ++result.exponent;
    }
  }
  while (result.digits.size() > 1 && result.digits.back() == '0') result.digits.pop_back();
  return result;
}

/// For any number.
void append_any(std::string& text, double magnitude, NumberDigits digits) {
  constexpr std::size_t always_enough = 17;
  const Decimal all = decimal_of(magnitude);
  // What append_few_digits() has tried need not be tried again.
  const bool tried = digits == NumberDigits::of_double && magnitude >= 1e-5 && magnitude < 1e15;
  for (std::size_t count = tried ? 10 : 1; count <= always_enough && count < all.digits.size(); ++count) {
    const bool up_is_nearer = all.digits[count] >= '5';
    for (const bool up : {up_is_nearer, !up_is_nearer}) {
      const std::string candidate = to_text(cut(all, count, up));
      const std::optional<double> read = parse_json_number(candidate);
      if (!read || !is_same(*read, magnitude, digits)) continue;
      text += candidate;
      return;
    }
  }
  text += to_text(all);
}

}  // namespace

void append_json_number(std::string& text, double value, NumberDigits digits) {
  if (value < 0) text += '-';
  const double magnitude = std::fabs(value);
  if (!is_float(magnitude)) digits = NumberDigits::of_double;
  if (append_few_digits(text, magnitude, digits)) return;
  append_any(text, magnitude, digits);
}

double as_written(double value, NumberDigits digits) {
  if (digits == NumberDigits::of_double || !is_float(std::fabs(value))) return value;
  std::string text;
  append_json_number(text, value, digits);
  return parse_json_number(text).value_or(value);
}

unsigned channel_byte(float channel) noexcept {
  const float limited = channel > 0 ? std::min(channel, 1.0f) : 0.0f;  // 0 for what is not a number, too
  return static_cast<unsigned>(std::lround(limited * 255.0f));
}

double channel_as_written(double channel) noexcept {
  return static_cast<double>(static_cast<float>(channel_byte(static_cast<float>(channel))) / 255.0f);
}

}  // namespace sinew
