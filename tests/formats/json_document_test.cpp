#include "formats/json_document.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "formats/json_places.hpp"
#include "skeleton_json_fixture.hpp"

namespace sinew {
namespace {

using test::Marked;

JsonDocument parse(std::string_view text) {
  Result<JsonDocument> document = JsonDocument::parse(text, "a.json", {});
  if (!document) {
    ADD_FAILURE() << document.error();
    return *JsonDocument::parse("null", {}, {});
  }
  return std::move(*document);
}

/// The keys and values of an object or array, for comparison.
std::string outline(const JsonNode& node) {
  switch (node.type()) {
    case JsonType::null:
      return "null";
    case JsonType::boolean:
      return node.boolean() ? "true" : "false";
    case JsonType::number:
      return std::to_string(static_cast<int>(node.number()));
    case JsonType::string:
      return "'" + std::string(node.text()) + "'";
    default:
      break;
  }
  std::string text = node.is(JsonType::object) ? "{" : "[";
  for (const JsonNode& child : node) {
    if (text.size() > 1) text += ' ';
    if (node.is(JsonType::object)) text += std::string(child.key()) + ":";
    text += outline(child);
  }
  return text + (node.is(JsonType::object) ? "}" : "]");
}

TEST(JsonDocument, KeepsValuesInTheirOrder) {
  const JsonDocument document =
      parse(R"( {"b": [1, -2, 3.0, [], {}], "a": {"x": true, "y": false, "z": null}, "": "t\u00e9\n\"", "n": 1e2} )");
  EXPECT_EQ(outline(document.root()), "{b:[1 -2 3 [] {}] a:{x:true y:false z:null} :'t\xC3\xA9\n\"' n:100}");
  EXPECT_EQ(document.root().size(), 4u);
  EXPECT_EQ(document.root().find("b")->size(), 5u);
  EXPECT_EQ(document.root().find("c"), nullptr);
  EXPECT_EQ(document.root().find("a")->find("z"), nullptr) << "null counts as absent";
  EXPECT_EQ(document.root().find("b")->find("x"), nullptr) << "an array has no members";
}

TEST(JsonDocument, TakesAnyValueAsRoot) {
  for (const char* text : {"1", "true", "null", "\"a\"", "[]", "{}"})
    EXPECT_TRUE(JsonDocument::parse(text, {}, {})) << text;
}

TEST(JsonDocument, KeepsCharacterZeroInStrings) {
  const JsonDocument document = parse(R"({"a\u0000b": "c\u0000d"})");
  EXPECT_EQ(document.root().find(std::string_view("a\0b", 3))->text(), std::string_view("c\0d", 3));
}

TEST(JsonDocument, TakesTheLastOfRepeatedMembersAtThePlaceOfTheFirst) {
  const JsonDocument document = parse(R"({"a": 1, "b": {"x": 5}, "a": 2, "c": 3, "b": {"y": 7, "y": 8}, "a": [4]})");
  EXPECT_EQ(outline(document.root()), "{a:[4] b:{y:8} c:3}");
  EXPECT_EQ(document.root().size(), 3u);
  EXPECT_EQ(document.repeated().size(), 3u) << "y, a and b";
}

TEST(JsonDocument, FindsRepeatedMembersAmongMany) {
  std::string text = "{";
  for (int i = 0; i < 50; ++i) text += (i ? ", \"k" : "\"k") + std::to_string(i % 40) + "\": " + std::to_string(i);
  const JsonDocument document = parse(text + "}");
  EXPECT_EQ(document.root().size(), 40u);
  EXPECT_EQ(document.repeated().size(), 10u);
  EXPECT_EQ(document.root().begin()->key(), "k0");
  EXPECT_EQ(document.root().find("k0")->number(), 40);
  EXPECT_EQ(document.root().find("k39")->number(), 39);
}

TEST(JsonDocument, ResolvesManyRepeatedMembersInReasonableTime) {
  std::string text = "{";
  for (int i = 0; i < 200'000; ++i) text += (i ? ",\"" : "\"") + std::to_string(i % 100'000) + "\":0";
  const auto start = std::chrono::steady_clock::now();
  const JsonDocument document = parse(text + "}");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5)) << "quadratic would take minutes";
  EXPECT_EQ(document.root().size(), 100'000u);
}

TEST(JsonDocument, SkipsAByteOrderMark) {
  const Marked marked("{\n \"a\": @5}");
  const std::string text = "\xEF\xBB\xBF" + marked.text;
  const JsonDocument document = parse(text);
  const Location where = JsonPlaces(document).locate(*document.root().find("a"), "a.json");
  EXPECT_EQ(where.line, 2u);
  EXPECT_EQ(where.column, 7u);
  EXPECT_EQ(where.offset, marked.offset + 3) << "counted from the start of the file";
}

TEST(JsonPlaces, LocatesEveryValue) {
  const std::string text =
      "{\"a\\\"/~\": [1, \"x,]\", {\"\": true}],\r\n  \"b\" : {\"c\": [[], [null, -1.5e3]]},\n\n\t\"d\":\"\xC3\xA9\", "
      "\"e\":0}";
  const JsonDocument document = parse(text);
  const JsonPlaces places(document);
  struct Expected {
    const char* pointer;
    std::uint32_t line, column;
  };
  constexpr Expected expected[] = {
      {"", 1, 1},
      {"/a\"~1~0", 1, 11},
      {"/a\"~1~0/0", 1, 12},
      {"/a\"~1~0/1", 1, 15},
      {"/a\"~1~0/2", 1, 22},
      {"/a\"~1~0/2/", 1, 27},
      {"/b", 2, 9},
      {"/b/c", 2, 15},
      {"/b/c/0", 2, 16},
      {"/b/c/1", 2, 20},
      {"/b/c/1/0", 2, 21},
      {"/b/c/1/1", 2, 27},
      {"/d", 4, 6},
      {"/e", 4, 16},
  };
  ASSERT_EQ(document.nodes().size(), std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    const Location where = places.locate(document.nodes()[i], "f");
    EXPECT_EQ(where.pointer, expected[i].pointer);
    EXPECT_EQ(where.line, expected[i].line) << where.pointer;
    EXPECT_EQ(where.column, expected[i].column) << where.pointer;
    EXPECT_EQ(where.file, "f");
  }
}

TEST(JsonDocument, LocatesWhatIsNotJson) {
  struct Case {
    const char* text;
    ErrorCode code;
    const char* message;
  };
  constexpr Case cases[] = {
      {"{\"a\": 1,\n \"b\": @x}", ErrorCode::syntax, "Expected a JSON value, found 'x'"},
      {"{\"a\": 1 @\"b\": 2}", ErrorCode::syntax, "',' or '}'"},
      {"[1 @2]", ErrorCode::syntax, "',' or ']'"},
      {"{\"a\" @1}", ErrorCode::syntax, "':'"},
      {"{@a: 1}", ErrorCode::syntax, "name of a member in quotes"},
      {"{\"a\": 1,@}", ErrorCode::syntax, "name of a member"},
      {"{} @{}", ErrorCode::syntax, "after the end"},
      {"{\"a\": [1, 2@", ErrorCode::syntax, "the end of the file"},
      {"{\"a\": 1.@}", ErrorCode::syntax, "decimal point"},
      {"{\"a\": 1e@}", ErrorCode::syntax, "exponent"},
      {"{\"a\": \"\xff@\"}", ErrorCode::encoding, "UTF-8"},
      {"@Spine binary", ErrorCode::syntax, ".skel"},
      {" @<xml/>", ErrorCode::syntax, "begins with '<'"},
      {"@\x1c\x01", ErrorCode::syntax, "begins with the byte 0x1c"},
      {"// comment", ErrorCode::syntax, "begins with '/'"},
  };
  for (const Case& one : cases) {
    const Marked marked(one.text);
    const Result<JsonDocument> document = JsonDocument::parse(marked.text, "a.json", {});
    ASSERT_FALSE(document) << one.text;
    const Error& error = document.error();
    EXPECT_EQ(error.code, one.code) << error;
    EXPECT_NE(error.message.find(one.message), std::string::npos) << error << "\nshould say: " << one.message;
    EXPECT_EQ(error.where.file, "a.json");
    EXPECT_EQ(error.where.line, marked.line) << error;
    // RapidJSON notices bad bytes in a string a little before or behind them.
    if (one.code != ErrorCode::encoding) {
      EXPECT_EQ(error.where.column, marked.column) << error;
    }
    EXPECT_EQ(error.where.pointer, "");
  }
}

TEST(JsonDocument, RefusesInvalidUtf8) {
  // A lone continuation, an overlong form, a surrogate, beyond U+10FFFF, cut short.
  for (const char* bytes :
       {"\x80", "\xc0\xaf", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc3", "\xf8\x88\x80\x80\x80"}) {
    for (const std::string& text : {std::string("[\"") + bytes + "\"]", std::string("{\"") + bytes + "\": 1}"}) {
      const Result<JsonDocument> document = JsonDocument::parse(text, {}, {});
      ASSERT_FALSE(document);
      EXPECT_EQ(document.error().code, ErrorCode::encoding) << document.error();
    }
  }
  EXPECT_FALSE(JsonDocument::parse(R"(["\ud800"])", {}, {}));
  EXPECT_TRUE(JsonDocument::parse("[\"\xF0\x9F\xA6\xB4 \\ud83e\\uddb4\"]", {}, {}));
}

TEST(JsonDocument, RefusesControlCharactersAndByteZero) {
  for (const std::string& text : {std::string("[\"a\nb\"]"), std::string("[\"a\tb\"]"), std::string("[1]\0[2]", 7),
                                  std::string("[\"a\0b\"]", 7), std::string("\0", 1)}) {
    const Result<JsonDocument> document = JsonDocument::parse(text, {}, {});
    ASSERT_FALSE(document);
    EXPECT_TRUE(document.error().code == ErrorCode::syntax || document.error().code == ErrorCode::encoding);
  }
}

TEST(JsonDocument, PointsAtNumbersOutOfRange) {
  for (const char* number : {"1e999", "-1e999", "1e309", "1.8e308", "-2e308"}) {
    const Marked marked(std::string("{\"a\": [0, {\"b/c\": @") + number + "}]}");
    const Result<JsonDocument> document = JsonDocument::parse(marked.text, {}, {});
    ASSERT_FALSE(document) << number;
    EXPECT_EQ(document.error().code, ErrorCode::bad_value);
    EXPECT_EQ(document.error().where.pointer, "/a/1/b~1c");
    EXPECT_EQ(document.error().where.column, marked.column) << document.error();
    EXPECT_NE(document.error().message.find(number), std::string::npos) << document.error();
  }
}

TEST(JsonDocument, LimitsNesting) {
  LoadLimits limits;
  limits.max_depth = 3;
  EXPECT_TRUE(JsonDocument::parse("[[[1]]]", {}, limits));
  const Result<JsonDocument> document = JsonDocument::parse("[0, {\"a\": [[]]}]", {}, limits);
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::limit);
  EXPECT_EQ(document.error().where.pointer, "/1/a/0");
  EXPECT_EQ(document.error().where.column, 12u);
}

TEST(JsonDocument, SurvivesDeepNesting) {
  for (const char* open : {"[", "{\"a\":"}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += open;
    const auto start = std::chrono::steady_clock::now();
    const Result<JsonDocument> document = JsonDocument::parse(text, {}, {});
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(500));
    ASSERT_FALSE(document);
    EXPECT_EQ(document.error().code, ErrorCode::limit);
    EXPECT_EQ(document.error().where.line, 1u);
  }
  // With a limit that allows it, nothing may depend on the depth of the stack.
  LoadLimits limits;
  limits.max_depth = 2'000'000;
  const int depth = 1'000'000;
  const std::string text = std::string(depth, '[') + std::string(depth, ']');
  EXPECT_TRUE(JsonDocument::parse(text, {}, limits));
}

TEST(JsonDocument, LimitsSize) {
  LoadLimits limits;
  limits.max_bytes = 10;
  EXPECT_TRUE(JsonDocument::parse("[12345678]", {}, limits));
  const Result<JsonDocument> document = JsonDocument::parse("[123456789]", "b.json", limits);
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::limit);
  EXPECT_EQ(document.error().where.file, "b.json");
}

TEST(JsonDocument, SaysWhenThereIsNothing) {
  for (const char* text : {"", "  \n", "\xEF\xBB\xBF"}) {
    const Result<JsonDocument> document = JsonDocument::parse(text, {}, {});
    ASSERT_FALSE(document);
    EXPECT_EQ(document.error().code, ErrorCode::empty_input) << document.error();
  }
}

}  // namespace
}  // namespace sinew
