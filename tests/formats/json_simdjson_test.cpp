// What simdjson reads must be what RapidJSON reads, and what is wrong must be told in the same words.
#include "formats/json_simdjson.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "exercise.hpp"
#include "formats/json_nodes.hpp"
#include "json_parsers.hpp"
#include "sinew/file.hpp"
#ifdef SINEW_HAS_SIMDJSON
#include <simdjson.h>
#endif

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// Runs a check with every instruction set that simdjson has code for and this processor knows.
template <class Check>
void on_every_instruction_set(Check check) {
#ifdef SINEW_HAS_SIMDJSON
  auto& active = simdjson::get_active_implementation();
  const simdjson::implementation* const before = active;
  for (const simdjson::implementation* one : simdjson::get_available_implementations()) {
    if (!one->supported_by_runtime_system()) continue;
    SCOPED_TRACE(one->name());
    active = one;
    check();
  }
  active = before;
#else
  check();
#endif
}

void expect_same(std::string_view text) {
  const std::string difference = fuzz::difference_of_json_parsers(text);
  ASSERT_EQ(difference, "") << text.substr(0, 2000);
}

/// Whether simdjson alone reads a text.
SimdjsonVerdict verdict(std::string_view text) {
  std::string buffer(text);
  buffer.resize(text.size() + simdjson_padding, '\0');
  Result<JsonDocument> document = JsonDocument::parse("[]", {}, {});
  JsonNodeWriter nodes(*document);
  return read_with_simdjson(nodes, buffer.data(), text.size(), 64);
}

// Each is put into places of a document where a value may stand, and tried as a document of its own.
const std::vector<std::string> values = {"0",
                                         "-0",
                                         "1",
                                         "-1",
                                         "12",
                                         "0.5",
                                         "-0.5",
                                         "0.25e2",
                                         "1e5",
                                         "1E+5",
                                         "1e-5",
                                         "1e400",
                                         "-1e400",
                                         "1e-400",
                                         "0e400",
                                         "0.0e999",
                                         "0e-999",
                                         "1e0001",
                                         "1e+",
                                         "1e-",
                                         "1e",
                                         "1.e5",
                                         "1.",
                                         ".5",
                                         "-",
                                         "--1",
                                         "+1",
                                         "01",
                                         "-01",
                                         "00",
                                         "00.5",
                                         "0x10",
                                         "1_0",
                                         "1 2",
                                         "1.2.3",
                                         "1-2",
                                         "1+2",
                                         "1e5.5",
                                         "NaN",
                                         "Infinity",
                                         "-Infinity",
                                         "1234567",
                                         "12345678",
                                         "123456789",
                                         "1234567.1234567",
                                         "12345678.1234567",
                                         "1234567.12345678",
                                         "-1234567.1234567",
                                         "0.1234567",
                                         "0.12345678",
                                         "123456.7",
                                         "1234567.8",
                                         "9007199254740993",
                                         "18446744073709551615",
                                         "18446744073709551616",
                                         "-9223372036854775808",
                                         "-9223372036854775809",
                                         "123456789012345678901234567890",
                                         "0.30000000000000004",
                                         "2.2250738585072011e-308",
                                         "4.9e-324",
                                         "1.7976931348623157e308",
                                         "1.7976931348623159e308",
                                         "1.5\xC3\xA4",
                                         "1\xFF",
                                         "1.\x8A",
                                         "12\f",
                                         "12\v",
                                         "1\x1A",
                                         "true",
                                         "false",
                                         "null",
                                         "True",
                                         "tru",
                                         "truee",
                                         "true1",
                                         "true\"",
                                         "nul",
                                         "nulll",
                                         "fals",
                                         "falsee",
                                         "t",
                                         "f",
                                         "n",
                                         "undefined",
                                         "''",
                                         "'a'",
                                         "a",
                                         "\"\"",
                                         "\"a\"",
                                         "\"a",
                                         "a\"",
                                         "\"\\\"\"",
                                         "\"\\\\\"",
                                         "\"\\\\\\\"\"",
                                         "\"\\/\\b\\f\\n\\r\\t\"",
                                         "\"\\u0041\"",
                                         "\"\\u00e9\"",
                                         "\"\\ud83d\\ude00\"",
                                         "\"\\ud83d\"",
                                         "\"\\ude00\"",
                                         "\"\\ud83d\\ud83d\"",
                                         "\"\\ud83dx\"",
                                         "\"\\u12\"",
                                         "\"\\u12G4\"",
                                         "\"\\u0000\"",
                                         "\"\\a\"",
                                         "\"\\x41\"",
                                         "\"\\",
                                         "\"\\\"",
                                         "\"\t\"",
                                         "\"\n\"",
                                         "\"\x01\"",
                                         "\"\x7F\"",
                                         "\"\xC3\xA9\"",
                                         "\"\xC3\"",
                                         "\"\xE2\x82\xAC\"",
                                         "\"\xE2\x82\"",
                                         "\"\xF0\x9F\x98\x80\"",
                                         "\"\xF0\x9F\x98\"",
                                         "\"\xC0\x80\"",
                                         "\"\xC1\xBF\"",
                                         "\"\xE0\x80\x80\"",
                                         "\"\xED\xA0\x80\"",
                                         "\"\xED\x9F\xBF\"",
                                         "\"\xEF\xBF\xBF\"",
                                         "\"\xF4\x8F\xBF\xBF\"",
                                         "\"\xF4\x90\x80\x80\"",
                                         "\"\xF5\x80\x80\x80\"",
                                         "\"\xFF\"",
                                         "\"\x80\"",
                                         "\"a\"b",
                                         "\"a\" \"b\"",
                                         "[]",
                                         "[ ]",
                                         "[1]",
                                         "[1,2]",
                                         "[1,]",
                                         "[,1]",
                                         "[,]",
                                         "[1 2]",
                                         "[1;2]",
                                         "[",
                                         "]",
                                         "[1",
                                         "[1,",
                                         "[[]",
                                         "[]]",
                                         "[}",
                                         "[1}",
                                         "{}",
                                         "{ }",
                                         "{\"a\":1}",
                                         "{\"a\":1,}",
                                         "{,\"a\":1}",
                                         "{\"a\"}",
                                         "{\"a\":}",
                                         "{\"a\" 1}",
                                         "{\"a\":1 \"b\":2}",
                                         "{\"a\",1}",
                                         "{a:1}",
                                         "{1:1}",
                                         "{'a':1}",
                                         "{\"a\":1",
                                         "{\"a\":",
                                         "{\"a\"",
                                         "{",
                                         "}",
                                         "{]",
                                         "{\"a\":1]",
                                         "{null:1}",
                                         "{[]:1}",
                                         "{\"a\":1,\"a\":2}",
                                         "{\"a\":1,\"b\":2,\"a\":3,\"b\":4}",
                                         "{\"\":1,\"\":2}",
                                         "{\"\\n\":1,\"\\n\":2}",
                                         "{\"a\\/b\":{\"x\":1}}",
                                         "{\"\\u0061\":1,\"a\":2}",
                                         "{\"a\"::1}",
                                         "{\"a\":1,,\"b\":2}",
                                         "{\"a\":1:2}",
                                         "//",
                                         "/* */",
                                         "# x",
                                         "[1]//",
                                         "\xEF\xBB\xBF",
                                         ",",
                                         ":",
                                         ";",
                                         "\\",
                                         " ",
                                         "\t",
                                         "\xC2\xA0",
                                         "",
                                         std::string(1, '\0'),
                                         std::string("[1\0]", 4),
                                         std::string("\"a\0b\"", 5),
                                         "\f",
                                         "\x1A",
                                         "[1\x0C,2]",
                                         "[1\x1A,2]",
                                         "1,",
                                         "1]",
                                         "[\"a\"\"b\"]",
                                         "[\"a\":1]",
                                         "[1:2]"};

TEST(Simdjson, GivesWhatRapidJsonGives) {
  on_every_instruction_set([] {
    for (const std::string& value : values) {
      for (const std::string& text :
           {value, " " + value + "\n", "[" + value + "]", "[1, " + value + ", 2]", "[" + value + ",",
            "{\"a\": " + value + "}", "{\"a\":" + value + ",\"b\":[" + value + "\t]}", "{" + value + ":1}",
            "[[" + value, value + "]", "[1]" + value, "{}" + value, "\xEF\xBB\xBF[" + value + "]",
            "[\"" + value + "\"]", "{\"" + value + "\":0}"}) {
        expect_same(text);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  });
}

TEST(Simdjson, LeavesDeepAndLongThingsToRapidJson) {
  for (const std::size_t depth : {1u, 2u, 3u, 4u, 63u, 64u, 65u, 255u, 256u, 257u, 299u, 300u, 301u, 1000u}) {
    expect_same(std::string(depth, '[') + std::string(depth, ']'));
    expect_same(std::string(depth, '['));
    std::string objects = "1";
    for (std::size_t i = 0; i < depth; ++i) objects = "{\"a\":" + objects + "}";
    expect_same(objects);
  }
  expect_same(std::string(300'000, '['));
  for (const std::size_t digits : {15u, 16u, 17u, 19u, 20u, 290u, 300u, 301u, 308u, 309u, 310u, 400u, 2000u}) {
    expect_same("[" + std::string(digits, '9') + "]");
    expect_same("[1" + std::string(digits, '0') + ".5]");
    expect_same("[0." + std::string(digits, '0') + "1]");
    expect_same("[-1." + std::string(digits, '3') + "e-5]");
  }
}

TEST(Simdjson, FindsRepeatedMembersAmongMany) {
  std::string text = "{";
  for (int i = 0; i < 200; ++i) text += "\"member " + std::to_string(i * 7 % 150) + "\": " + std::to_string(i) + ", ";
  expect_same(text + "\"last\": 0}");
  for (const char* names : {"ab", "abc", "aba", "xyxyx", "abcdefghijklmnopqrstuvwxyzabc"}) {
    std::string object;
    for (const char* name = names; *name; ++name)
      object += std::string(object.empty() ? "{\"" : ",\"") + *name + "\":1";
    expect_same(object + "}");
  }
}

/// Files of the tests and what becomes of them when some bytes are changed, put in or taken out.
TEST(Simdjson, AgreesAboutDamagedFiles) {
  std::vector<std::string> files;
  for (const fs::path& folder : {fs::path(SINEW_TEST_DATA), fs::path(SINEW_SOURCE_DIR) / "examples"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != ".json" || entry.file_size() > 500'000) continue;
      Result<std::string> text = read_file(entry.path().string());
      ASSERT_TRUE(text) << text.error();
      files.push_back(*std::move(text));
    }
  }
  ASSERT_GT(files.size(), 20u);
  std::size_t read = 0;
  for (const std::string& file : files) {
    ASSERT_NO_FATAL_FAILURE(expect_same(file));
    read += verdict(file) == SimdjsonVerdict::read ? 1 : 0;
  }
#ifdef SINEW_HAS_SIMDJSON
  EXPECT_GT(read, files.size() * 9 / 10) << "most files should not need RapidJSON";
#else
  EXPECT_EQ(read, 0u);
#endif
  constexpr std::string_view telling = "\"\\{}[],:-+.eE0123456789 \n\ttfnu/\x00\x0C\x80\xC3\xED\xF4";
  fuzz::Random random(20);
  on_every_instruction_set([&] {
    for (int round = 0; round < 4000; ++round) {
      const std::string& file = files[random.below(files.size())];
      // A piece of it is as telling as all of it, and sooner read.
      const std::size_t first = random.below(4) == 0 ? 0 : random.below(file.size());
      std::string text = file.substr(first, 1 + random.below(3000));
      if (first != 0) text = "[" + text;
      for (std::size_t changes = random.below(4); changes > 0 && !text.empty(); --changes) {
        const std::size_t at = random.below(text.size());
        const char byte =
            random.below(4) == 0 ? static_cast<char>(random.below(256)) : telling[random.below(telling.size())];
        switch (random.below(3)) {
          case 0:
            text[at] = byte;
            break;
          case 1:
            text.insert(at, 1, byte);
            break;
          default:
            text.erase(at, 1 + random.below(3));
        }
      }
      ASSERT_NO_FATAL_FAILURE(expect_same(text));
    }
    // Whole small files, of which one byte is another: most still are JSON, or nearly.
    for (int round = 0; round < 4000; ++round) {
      std::string text = files[random.below(files.size())];
      if (text.size() > 4000) continue;
      text[random.below(text.size())] = telling[random.below(telling.size())];
      ASSERT_NO_FATAL_FAILURE(expect_same(text));
    }
  });
}

}  // namespace
}  // namespace sinew
