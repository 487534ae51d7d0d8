#include "base/number_text.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <locale>

namespace sinew {
namespace {

TEST(RoundedNumber, HasAtMostSoManyDecimalsAndNoZerosAtTheEnd) {
  EXPECT_EQ(rounded(0.123456749, 7), "0.1234567");
  EXPECT_EQ(rounded(0.12345675, 7), "0.1234568");
  EXPECT_EQ(rounded(-0.12345675, 7), "-0.1234568");
  EXPECT_EQ(rounded(2.5, 7), "2.5");
  EXPECT_EQ(rounded(100, 7), "100");
  EXPECT_EQ(rounded(-1200.00300001, 7), "-1200.003");
  EXPECT_EQ(rounded(0.0000001, 7), "0.0000001");
  EXPECT_EQ(rounded(1.5, 0), "2");
}

TEST(RoundedNumber, IsNeverMinusZero) {
  EXPECT_EQ(rounded(-0.0, 7), "0");
  EXPECT_EQ(rounded(-0.00000004, 7), "0");
  EXPECT_EQ(exact(-0.0), "0");
}

TEST(RoundedNumber, KeepsLargeNumbersExact) {
  EXPECT_EQ(rounded(123456789012.0, 7), "123456789012");
  EXPECT_EQ(rounded(1e300, 7), "1e300");
}

TEST(RoundedNumber, IsNullWhenThereIsNone) {
  EXPECT_EQ(rounded(std::numeric_limits<double>::infinity(), 7), "null");
  EXPECT_EQ(rounded(std::numeric_limits<double>::quiet_NaN(), 7), "null");
}

TEST(ExactNumber, IsTheShortestThatReadsBackTheSame) {
  EXPECT_EQ(exact(0.1), "0.1");
  EXPECT_EQ(exact(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(exact(5), "5");
  EXPECT_EQ(exact(-2.25), "-2.25");
}

TEST(ExactNumber, DoesNotDependOnTheLocale) {
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
  EXPECT_EQ(exact(1234567.5), "1234567.5");
  EXPECT_EQ(rounded(1234567.5, 7), "1234567.5");
  std::locale::global(before);
}

}  // namespace
}  // namespace sinew
