#include "formats/json_number_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "formats/json_number.hpp"
#include "support/number_text.hpp"

namespace sinew {
namespace {

std::string text_of(double value, NumberDigits digits = NumberDigits::of_double) {
  std::string text;
  append_json_number(text, value, digits);
  return text;
}

TEST(JsonNumberText, IsTheShortestThatReadsBack) {
  EXPECT_EQ(text_of(0), "0");
  EXPECT_EQ(text_of(-0.0), "0");
  EXPECT_EQ(text_of(1), "1");
  EXPECT_EQ(text_of(-12.5), "-12.5");
  EXPECT_EQ(text_of(0.1), "0.1");
  EXPECT_EQ(text_of(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(text_of(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(text_of(5e-324), "5e-324");
  EXPECT_EQ(text_of(1.7976931348623157e308), "1.7976931348623157e308");
  EXPECT_EQ(text_of(9007199254740993.0), "9007199254740992");
  EXPECT_EQ(text_of(123456789012345680.0), "123456789012345680");
  EXPECT_EQ(text_of(2e-7), "0.0000002");
}

TEST(JsonNumberText, HasNoExponentInTheRangeOfFiles) {
  for (double value = 1e-5; value < 1e9; value *= 1.7) {
    for (const double number : {value, -value, std::nextafter(value, 1e300)}) {
      const std::string text = text_of(number);
      EXPECT_EQ(text.find_first_of("eE"), std::string::npos) << text;
      EXPECT_EQ(parse_json_number(text), number);
    }
  }
}

TEST(JsonNumberText, GivesFloatsTheDigitsOfFloats) {
  const auto as_float = [](float value) { return text_of(static_cast<double>(value), NumberDigits::of_float); };
  EXPECT_EQ(as_float(0.1f), "0.1");
  EXPECT_EQ(text_of(static_cast<double>(0.1f)), "0.10000000149011612");
  EXPECT_EQ(as_float(16777216.0f), "16777216");
  EXPECT_EQ(as_float(1.5e38f), "1.5e38");
  EXPECT_EQ(as_float(1e-45f), "1e-45");
  EXPECT_EQ(as_float(0.00002f), "0.00002");
  EXPECT_EQ(text_of(0.1, NumberDigits::of_float), "0.1") << "no float: the digits of the double";
  EXPECT_EQ(text_of(1.0 / 3, NumberDigits::of_float), "0.3333333333333333");
  EXPECT_EQ(text_of(1e300, NumberDigits::of_float), "1e300");
}

/// Significant digits of a number's text.
std::size_t digits_of(const std::string& text) {
  std::string digits;
  for (const char c : text) {
    if (c == 'e') break;
    if (c >= '0' && c <= '9') digits += c;
  }
  digits.erase(0, digits.find_first_not_of('0'));
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  return digits.size();
}

/// The fewest digits, correctly rounded, that read back by the C library.
std::size_t fewest_digits(double value) {
  for (int digits = 1; digits < 17; ++digits) {
    if (test::number_in(test::scientific(value, digits - 1)) == value) return static_cast<std::size_t>(digits);
  }
  return 17;
}

TEST(JsonNumberText, NeverHasMoreDigitsThanNeeded) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random();
    double value = 0;
    static_assert(sizeof value == sizeof bits);
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    if (i % 2 == 0) value = static_cast<double>(static_cast<std::int64_t>(bits) % 1000000000) / 1e5;
    const std::string text = text_of(value);
    ASSERT_EQ(parse_json_number(text), value) << text;
    ASSERT_LE(digits_of(text), fewest_digits(value)) << text;
  }
}

TEST(JsonNumberText, FloatsReadBack) {
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    const std::uint32_t bits = static_cast<std::uint32_t>(random());
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    const std::string text = text_of(static_cast<double>(value), NumberDigits::of_float);
    const std::optional<double> read = parse_json_number(text);
    ASSERT_TRUE(read) << text;
    ASSERT_EQ(static_cast<float>(*read), value) << text;
    // A whole number has all its digits: fewer would be zeros.
    if (std::fabs(value) < 1e9f) {
      ASSERT_LE(digits_of(text), 9u) << text;
    }
  }
}

}  // namespace
}  // namespace sinew
