// From the decimal text of a number to the nearest double, without locales.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace sinew {

/// The double nearest to a number in JSON's syntax ("-12.5e3", no blanks around it). Infinite when it is out of range;
/// nothing when the text is not such a number.
[[nodiscard]] std::optional<double> parse_json_number(std::string_view text) noexcept;

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

// Numbers as skeletons have them, read eight characters at once and without branches that depend on how long they are:
// a processor guesses those wrong, and a wrong guess costs as much as reading the number does.
namespace short_number {

inline constexpr std::uint64_t each_byte = 0x0101010101010101;

struct Digits {
  std::uint64_t values = 0;  ///< of the digits, as far as they go
  std::uint64_t others = 0;  ///< top bits of bytes that are no digits; behind the first one there may be mistakes
};

[[nodiscard]] inline Digits load(const char* text) noexcept {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text, sizeof bytes);
  const std::uint64_t values = bytes ^ ('0' * each_byte);
  return {values, ((values + 0x76 * each_byte) | values) & (0x80 * each_byte)};
}

/// The value of eight digits, the first one in the lowest byte: of pairs, of fours, of all.
[[nodiscard]] inline std::uint64_t value_of(std::uint64_t digits) noexcept {
  const std::uint64_t pairs = digits * 10 + (digits >> 8);
  constexpr std::uint64_t mask = 0x000000ff000000ff;
  return ((pairs & mask) * (100 + (std::uint64_t{1000000} << 32)) +
          ((pairs >> 16) & mask) * (1 + (std::uint64_t{10000} << 32))) >>
         32;
}

/// digits / 10^places with a sign. Both are exact as doubles, so that the quotient is the nearest one.
[[nodiscard]] inline double scaled(std::uint64_t digits, std::size_t places, std::uint64_t negative) noexcept {
  constexpr double powers_of_ten[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
  const double value = static_cast<double>(static_cast<std::int64_t>(digits)) / powers_of_ten[places];
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  bits |= negative << 63;
  double result = 0;
  std::memcpy(&result, &bits, sizeof bits);
  return result;
}

/// At most seven characters besides the sign.
[[nodiscard]] inline std::size_t parse_seven(const char* text, double& number) noexcept {
  const auto bytes_below = [](std::uint64_t top) { return (top >> 7) - 1; };
  const auto lowest = [](std::uint64_t bits) { return bits & (0 - bits); };
  const std::uint64_t negative = *text == '-' ? 1 : 0;
  const char* const start = text + negative;
  const Digits digits = load(start);
  if (digits.others == 0) return 0;
  const std::uint64_t first = lowest(digits.others);
  const auto whole = static_cast<std::size_t>(__builtin_ctzll(digits.others)) / 8;
  const std::uint64_t dot = start[whole] == '.' ? first : 0;
  const std::uint64_t ends = digits.others ^ dot;
  if (ends == 0) return 0;
  // No digit before the dot, none behind it, or a zero and then another digit?
  if (((digits.others & 0x80) | (ends & (dot << 8))) != 0) return 0;
  if (((digits.values & 0xff) | (digits.others & 0x8000)) == 0) return 0;
  // Eight digits without a dot: those before it, those behind it moved down a byte, and zeros.
  const std::uint64_t before = bytes_below(first), all = digits.values & bytes_below(lowest(ends));
  const std::uint64_t joined = (digits.values & before) | ((all >> 8) & ~before);
  number = scaled(value_of(joined), 8 - whole, negative);
  return static_cast<std::size_t>(negative) + static_cast<std::size_t>(__builtin_ctzll(ends)) / 8;
}

/// At most seven digits before the dot and as many behind it.
[[nodiscard]] inline std::size_t parse_seven_and_seven(const char* text, double& number) noexcept {
  const std::uint64_t negative = *text == '-' ? 1 : 0;
  const char* const first = text + negative;
  const Digits before = load(first);
  if (before.others == 0) return 0;
  const auto whole = static_cast<std::size_t>(__builtin_ctzll(before.others)) / 8;
  const char* const point = first + whole;
  if (*point != '.') return 0;
  const Digits behind = load(point + 1);
  if (behind.others == 0) return 0;
  const auto fraction = static_cast<std::size_t>(__builtin_ctzll(behind.others)) / 8;
  const bool leading_zero = *first == '0' && whole > 1;
  if (whole == 0 || fraction == 0 || leading_zero) return 0;
  // The last digit goes to the last byte.
  const auto value = [](const Digits& digits, std::size_t count) {
    return value_of(digits.values << (64 - 8 * count));
  };
  constexpr std::uint64_t powers_of_ten[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
  const std::uint64_t digits = value(before, whole) * powers_of_ten[fraction] + value(behind, fraction);
  number = scaled(digits, fraction, negative);
  return static_cast<std::size_t>(point - text) + 1 + fraction;
}

}  // namespace short_number

/// Reads a number of at most seven digits before the dot, as many behind it, and no exponent, from the start of a text
/// of which 18 bytes can be read. Gives its length, or 0: not such a number. Nearly all numbers of skeletons are.
[[nodiscard]] inline std::size_t parse_short_json_number(const char* text, double& number) noexcept {
  const std::size_t length = short_number::parse_seven(text, number);
  return length != 0 ? length : short_number::parse_seven_and_seven(text, number);
}

#else

[[nodiscard]] inline std::size_t parse_short_json_number(const char*, double&) noexcept {
  return 0;
}

#endif

}  // namespace sinew
