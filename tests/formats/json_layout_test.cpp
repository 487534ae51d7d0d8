#include "formats/json_layout.hpp"

#include <gtest/gtest.h>

#include "formats/json_emitter.hpp"

namespace sinew {
namespace {

TEST(JsonLayout, IsThatOfTheEditor) {
  EXPECT_EQ(
      lay_out_json(R"({"skeleton":{"spine":"4.2"},"bones":[{"name":"a, b"},{"name":"c","list":[1,2]}],"none":{}})"),
      "{\n"
      "\"skeleton\": { \"spine\": \"4.2\" },\n"
      "\"bones\": [\n"
      "\t{ \"name\": \"a, b\" },\n"
      "\t{\n"
      "\t\t\"name\": \"c\",\n"
      "\t\t\"list\": [ 1, 2 ]\n"
      "\t}\n"
      "],\n"
      "\"none\": {}\n"
      "}\n");
}

TEST(JsonLayout, PutsUpToSixPlainMembersOnALine) {
  EXPECT_EQ(lay_out_json(R"([{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6},{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7}])"),
            "[\n"
            "{ \"a\": 1, \"b\": 2, \"c\": 3, \"d\": 4, \"e\": 5, \"f\": 6 },\n"
            "{\n"
            "\t\"a\": 1,\n\t\"b\": 2,\n\t\"c\": 3,\n\t\"d\": 4,\n\t\"e\": 5,\n\t\"f\": 6,\n\t\"g\": 7\n"
            "}\n"
            "]\n");
}

TEST(JsonLayout, LeavesStringsAlone) {
  const std::string text = R"({"a\"{[, ":"}\\"})";
  EXPECT_EQ(without_blanks(lay_out_json(text)), text);
  EXPECT_EQ(without_blanks(" { \"a b\" : [ 1 ,\t2 ]\r\n}"), R"({"a b":[1,2]})");
}

TEST(JsonEmitter, EscapesWhatJsonMust) {
  JsonEmitter json(NumberDigits::of_double);
  {
    const auto object = json.object();
    json.text("a", "\"\\\n\r\t\x01/\xc3\xa4");
  }
  EXPECT_FALSE(json.error());
  EXPECT_EQ(json.take(), "{\"a\":\"\\\"\\\\\\n\\r\\t\\u0001/\xc3\xa4\"}");
}

TEST(JsonEmitter, SaysWhereItFailed) {
  JsonEmitter json(NumberDigits::of_double);
  {
    const auto object = json.object();
    const auto list = json.array("a/b");
    json.number({}, 1.0);
    json.number({}, 1e308 * 10);
    json.text({}, "\xff");
  }
  ASSERT_TRUE(json.error());
  EXPECT_EQ(json.error()->code, ErrorCode::bad_value);
  EXPECT_EQ(json.error()->where.pointer, "/a~1b/1");
}

TEST(JsonEmitter, RefusesTextThatIsNotUtf8) {
  JsonEmitter json(NumberDigits::of_double);
  {
    const auto object = json.object();
    json.text("name", "\xff");
  }
  ASSERT_TRUE(json.error());
  EXPECT_EQ(json.error()->code, ErrorCode::encoding);
}

TEST(JsonEmitter, AddsUnknownFieldsWhereTheyBelong) {
  const UnknownField fields[] = {
      {"", "note", "1"}, {"/bones/0", "mine", "[1,2]"}, {"/deep/x~1y", "z", "null"}, {"/deep/x~1y/q", "w", "{}"}};
  const UnknownFields unknown{FormatVersion::v4_2, fields};
  JsonEmitter json(NumberDigits::of_double, &unknown);
  {
    const auto object = json.object();
    const auto list = json.array("bones");
    const auto bone = json.object();
    json.text("name", "a");
  }
  EXPECT_EQ(json.take(), R"({"bones":[{"name":"a","mine":[1,2]}],"note":1,"deep":{"x/y":{"z":null,"q":{"w":{}}}}})");
}

}  // namespace
}  // namespace sinew
