#include "formats/json_parse.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace sinew {
namespace {

rapidjson::Document parsed(std::string_view text) {
  rapidjson::Document document;
  EXPECT_FALSE(parse_json(text, document).IsError()) << text;
  return document;
}

rapidjson::ParseErrorCode error_of(std::string_view text) {
  rapidjson::Document document;
  return parse_json(text, document).Code();
}

TEST(JsonParse, GivesTheNearestDouble) {
  EXPECT_EQ(parsed("0.1").GetDouble(), 0.1);
  EXPECT_EQ(parsed("-1.7976931348623157e308").GetDouble(), std::numeric_limits<double>::lowest());
  EXPECT_EQ(parsed("5e-324").GetDouble(), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(parsed("1e-400").GetDouble(), 0);
  EXPECT_EQ(parsed("18446744073709551616").GetDouble(), 18446744073709551616.0);
  EXPECT_EQ(parsed("-9223372036854775809").GetDouble(), -9223372036854775808.0);
}

TEST(JsonParse, KeepsWholeNumbersWhole) {
  EXPECT_EQ(parsed("4294967295").GetUint(), 4294967295u);
  EXPECT_FALSE(parsed("4294967296").IsUint());
  EXPECT_EQ(parsed("18446744073709551615").GetUint64(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(parsed("-1").GetInt(), -1);
  EXPECT_EQ(parsed("-9223372036854775808").GetInt64(), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(parsed("-0").GetInt(), 0);
  EXPECT_FALSE(parsed("7.0").IsInt());
}

TEST(JsonParse, RefusesNumbersOutOfRange) {
  for (const char* number : {"1e309", "581e308", "-581e308", "1.7976931348623159e308"}) {
    EXPECT_EQ(error_of(number), rapidjson::kParseErrorNumberTooBig) << number;
  }
}

TEST(JsonParse, RefusesWhatIsNotJson) {
  for (const char* text : {"", "01", "1.", "1e", "-", "+1", ".5", "NaN", "[1,]", "{\"a\" 1}", "[1] 2", "\"\xff\""}) {
    EXPECT_NE(error_of(text), rapidjson::kParseErrorNone) << text;
  }
  EXPECT_NE(error_of(std::string(1'000'000, '[')), rapidjson::kParseErrorNone);
}

TEST(JsonParse, KeepsTextsAndNesting) {
  const rapidjson::Document document = parsed(R"({"a": ["\u00e4\u0000b", null, true], "b": {}})");
  EXPECT_EQ(std::string(document["a"][0].GetString(), document["a"][0].GetStringLength()),
            std::string("\xc3\xa4\0b", 4));
  EXPECT_TRUE(document["a"][1].IsNull());
  EXPECT_TRUE(document["a"][2].GetBool());
  EXPECT_EQ(document["b"].MemberCount(), 0u);
}

}  // namespace
}  // namespace sinew
