#include "formats/json_number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <string>

#include "support/number_text.hpp"

namespace sinew {
namespace {

TEST(JsonNumber, TakesWhatJsonCallsANumber) {
  EXPECT_EQ(parse_json_number("0"), 0.0);
  EXPECT_EQ(parse_json_number("-12.5"), -12.5);
  EXPECT_EQ(parse_json_number("1e3"), 1000.0);
  EXPECT_EQ(parse_json_number("1E+3"), 1000.0);
  EXPECT_EQ(parse_json_number("25e-1"), 2.5);
  EXPECT_EQ(parse_json_number("0.1"), 0.1);
  EXPECT_TRUE(std::signbit(*parse_json_number("-0")));
}

TEST(JsonNumber, TakesNothingElse) {
  for (const char* text : {"", "-", "+1", ".5", "1.", "01", "00", "1e", "1e+", "1 ", " 1", "1x", "0x10", "NaN",
                           "Infinity", "1,5", "--1", "1e1.5", "1..2"}) {
    EXPECT_FALSE(parse_json_number(text)) << text;
  }
}

TEST(JsonNumber, IsInfiniteOutOfRange) {
  EXPECT_EQ(parse_json_number("1e999"), HUGE_VAL);
  EXPECT_EQ(parse_json_number("-1e309"), -HUGE_VAL);
  EXPECT_EQ(parse_json_number("1e99999999999999999999"), HUGE_VAL);
  EXPECT_EQ(parse_json_number("1.7976931348623159e308"), HUGE_VAL);
  EXPECT_EQ(parse_json_number("1.7976931348623157e308"), 1.7976931348623157e308);
  EXPECT_EQ(parse_json_number("1e-999"), 0.0);
  EXPECT_EQ(parse_json_number("1e-99999999999999999999"), 0.0);
  EXPECT_EQ(parse_json_number("0e999"), 0.0);
  EXPECT_EQ(parse_json_number("5e-324"), 5e-324);
  EXPECT_EQ(parse_json_number("0." + std::string(400, '0') + "1e401"), 1.0);
  EXPECT_EQ(parse_json_number(std::string(400, '9') + "e-400"), 1.0);
}

/// The C library's conversion rounds correctly.
void expect_nearest(const std::string& text) {
  const std::optional<double> found = parse_json_number(text);
  ASSERT_TRUE(found) << text;
  const double expected = test::number_in(text);
  ASSERT_EQ(std::memcmp(&*found, &expected, sizeof expected), 0) << text << ": " << *found << ", not " << expected;
}

TEST(JsonNumber, IsTheNearestDouble) {
  std::mt19937_64 random(4711);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t bits = random();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    for (const int digits : {17, 16, 9, 20}) {
      const std::string text = test::scientific(value, digits - 1);
      if (std::isfinite(test::number_in(text))) expect_nearest(text);
    }
  }
  for (int i = 0; i < 100'000; ++i) {
    expect_nearest(test::fixed(static_cast<double>(static_cast<std::int64_t>(random())) * 1e-14, 5));
  }
}

TEST(JsonNumber, RoundsHalfWayCasesOfAnyLength) {
  // 2^53 + 1 lies half-way between two doubles; the least bit more decides.
  expect_nearest("9007199254740993");
  expect_nearest("9007199254740993.0000000000000000000000000000000000000001");
  expect_nearest("9007199254740993." + std::string(900, '0') + "1");
  expect_nearest("9007199254740992.99999999999999999999999999999999999999");
  // The smallest normal double less half a step, in full length.
  const std::string text = test::fixed(std::ldexp(1.0, -1022) - std::ldexp(1.0, -1074), 1074);
  expect_nearest(text);
  expect_nearest(text + "1");
  expect_nearest("2.2250738585072011e-308");
  expect_nearest("2.4703282292062328e-324");
  expect_nearest("2.4703282292062327e-324");
}

/// With what a document may have behind it.
void expect_short(const std::string& text, std::string_view behind) {
  std::string padded = text + std::string(behind);
  padded.resize(padded.size() + 18, '\0');
  double found = 0;
  const std::size_t length = parse_short_json_number(padded.data(), found);
  if (length == 0) return;
  ASSERT_EQ(length, text.size()) << padded;
  const std::optional<double> expected = parse_json_number(text);
  ASSERT_TRUE(expected) << text;
  ASSERT_EQ(std::memcmp(&found, &*expected, sizeof found), 0) << text << ": " << found << ", not " << *expected;
}

TEST(JsonNumber, IsTheSameReadTheShortWay) {
  std::mt19937 random(15);
  for (int whole = 1; whole <= 9; ++whole) {
    for (int fraction = 0; fraction <= 9; ++fraction) {
      for (int i = 0; i < 2000; ++i) {
        std::string text = random() % 2 == 0 ? "-" : "";
        for (int digit = 0; digit < whole; ++digit) {
          // No leading zero, but a zero of its own now and then.
          const bool zero = whole == 1 && random() % 4 == 0;
          text += static_cast<char>('0' + (digit == 0 && !zero ? 1 + random() % 9 : zero ? 0 : random() % 10));
        }
        if (fraction > 0) text += '.';
        for (int digit = 0; digit < fraction; ++digit) text += static_cast<char>('0' + random() % 10);
        for (const std::string_view behind : {",", "]", " ", "\n", "}", "\xFF", "\x80", ",1.5", "]]]]]]]]"}) {
          ASSERT_NO_FATAL_FAILURE(expect_short(text, behind));
        }
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        double number = 0;
        const bool taken = parse_short_json_number((text + std::string(18, ',')).data(), number) != 0;
        ASSERT_EQ(taken, whole <= 7 && fraction <= 7) << text;
#endif
      }
    }
  }
}

TEST(JsonNumber, IsNothingElseReadTheShortWay) {
  for (const std::string text : {"-", "--1", ".5",   "-.5", "1.",   "1.,",      "01",         "00",   "-01", "00.5",
                                 "a", "",    "1..2", "+1",  "1.-2", "12345678", "0.12345678", "\xB0", "/",   ":"}) {
    double number = 0;
    EXPECT_EQ(parse_short_json_number((text + ',' + std::string(18, '\0')).data(), number), 0u) << text;
  }
}

}  // namespace
}  // namespace sinew
