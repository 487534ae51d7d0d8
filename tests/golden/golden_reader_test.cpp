#include <gtest/gtest.h>

#include "golden/golden_example.hpp"
#include "sinew/golden.hpp"

namespace sinew {
namespace {

using namespace sinew::test;

Error error_of(const std::string& golden) {
  const Result<GoldenReport> report = check_golden(golden, "hero.golden.json", example_skeleton, "example.json");
  if (report) {
    ADD_FAILURE() << "was read: " << golden.substr(0, 200);
    return {};
  }
  EXPECT_EQ(report.error().where.file, "hero.golden.json");
  EXPECT_FALSE(report.error().message.empty());
  return report.error();
}

TEST(GoldenReader, SaysWhatIsWrongAndWhere) {
  struct Case {
    const char *from, *to;
    ErrorCode code;
    const char* pointer;
  };
  const Case cases[] = {
      {"sinew-golden/1", "sinew-golden/2", ErrorCode::unsupported_version, "/format"},
      {"  \"skeleton\": \"example.json\",\n", "", ErrorCode::missing_member, ""},
      {"\"skeleton\": \"example.json\"", "\"skeleton\": 5", ErrorCode::wrong_type, "/skeleton"},
      {"\"semantics\": \"rigby\"", "\"semantics\": \"automatic\"", ErrorCode::bad_value, "/semantics"},
      {"\"tolerance\": 0.000001", "\"tolerance\": -1", ErrorCode::bad_value, "/tolerance"},
      {"[\"root\",\"arm\"", "[\"root\",7", ErrorCode::wrong_type, "/bones/1"},
      {"\"fps\": 4", "\"fps\": 0", ErrorCode::bad_value, "/runs/0/fps"},
      {"\"fps\": 4", "\"fps\": 1e-300", ErrorCode::bad_value, "/runs/0/fps"},
      {"\"fps\": 4", "\"fps\": \"4\"", ErrorCode::wrong_type, "/runs/0/fps"},
      {"\"mode\": \"pose\"", "\"mode\": \"dream\"", ErrorCode::bad_value, "/runs/0/mode"},
      {"\"skin\": null, ", "", ErrorCode::missing_member, "/runs/0"},
      {"{\"step\":2,", "{\"step\":-2,", ErrorCode::bad_value, "/runs/0/frames/1/step"},
      {"{\"step\":2,", "{\"step\":4000000000,", ErrorCode::bad_value, "/runs/0/frames/1/step"},
      {"{\"step\":2,", "{\"step\":0,", ErrorCode::bad_order, "/runs/0/frames/1/step"},
      {"[0,1,-1,0,14,0],null", "[0,1,-1,0,14,0]", ErrorCode::bad_value, "/runs/0/frames/1/bones"},
      {"[0,1,-1,0,14,0]", "[0,1,-1,0,14]", ErrorCode::bad_value, "/runs/0/frames/1/bones/1"},
      {"[0,1,-1,0,14,0]", "[0,1,-1,0,14,\"0\"]", ErrorCode::wrong_type, "/runs/0/frames/1/bones/1/5"},
      {"\"drawOrder\":[1,0]", "\"drawOrder\":[1,2]", ErrorCode::bad_value, "/runs/0/frames/2/drawOrder/1"},
      {"\"drawOrder\":[1,0]", "\"drawOrder\":{}", ErrorCode::wrong_type, "/runs/0/frames/2/drawOrder"},
      {"{\"slot\":0", "{\"slot\":5", ErrorCode::bad_value, "/runs/0/frames/0/draws/0/slot"},
      {"\"kind\":\"quad\"", "\"kind\":\"disc\"", ErrorCode::bad_value, "/runs/0/frames/0/draws/0/kind"},
      {"\"int\":7", "\"int\":7.5", ErrorCode::wrong_type, "/runs/0/frames/2/events/0/int"},
      {",\"string\":\"\"", "", ErrorCode::missing_member, "/runs/0/frames/1/events/0"},
  };
  for (const Case& c : cases) {
    const Error error = error_of(replaced(example_golden, c.from, c.to));
    EXPECT_EQ(error.code, c.code) << c.to << ": " << error;
    EXPECT_EQ(error.where.pointer, c.pointer) << error;
  }
}

TEST(GoldenReader, BoundsTheStepsOfAllRunsTogether) {
  // Each run may have a million, all together no more.
  const std::string run =
      R"({"name": "r", "skin": null, "fps": 60, "mode": "pose", "animation": null, "reset": "setup", "ops": [],
    "frames": [{"step": 600000, "bones": [], "drawOrder": [], "events": []}]})";
  const auto file = [&](const std::string& runs) {
    return R"({"format": "sinew-golden/1", "skeleton": "example.json", "semantics": "rigby", "tolerance": 0.000001, "bones": [],
      "slots": [], "runs": [)" +
           runs + "]}";
  };
  const Error beyond = error_of(file(run + ", " + run));
  EXPECT_EQ(beyond.code, ErrorCode::limit) << beyond.message;
  EXPECT_EQ(beyond.where.pointer, "/runs/1/frames");
  EXPECT_NE(beyond.message.find("1200002 steps; the limit is 1000000."), std::string::npos) << beyond.message;
}

TEST(GoldenReader, EscapesPointers) {
  const Error error = error_of(
      R"({"format": "sinew-golden/1", "skeleton": "a", "semantics": "rigby", "bones": [], "slots": [], "runs": {}})");
  EXPECT_EQ(error.where.pointer, "/runs");
}

TEST(GoldenReader, RefusesFilesThatProveNothing) {
  EXPECT_EQ(
      error_of(
          R"({"format": "sinew-golden/1", "skeleton": "a", "semantics": "rigby", "bones": [], "slots": [], "runs": []})")
          .code,
      ErrorCode::bad_value);
  const std::size_t begin = example_golden.find("\"frames\": [") + 11, end = example_golden.rfind("    ]}");
  EXPECT_EQ(error_of(example_golden.substr(0, begin) + example_golden.substr(end)).where.pointer, "/runs/0/frames");
}

TEST(GoldenReader, SaysWhereItIsNotJson) {
  const Error error = error_of(replaced(example_golden, "\"semantics\": \"rigby\",", "\"semantics\": rigby,"));
  EXPECT_EQ(error.code, ErrorCode::syntax);
  EXPECT_EQ(error.where.line, 4u);
  EXPECT_EQ(error.where.column, 16u);
}

TEST(GoldenReader, RefusesNumbersOutOfRangeWithTheirPlace) {
  for (const char* number : {"1e309", "581e308", "-17976931348623159e292"}) {
    const Error error =
        error_of(replaced(example_golden, "\"format\":", std::string("\"x\": ") + number + ", \"format\":"));
    EXPECT_EQ(error.code, ErrorCode::syntax) << number;
    EXPECT_NE(error.message.find("too big"), std::string::npos) << error;
    EXPECT_EQ(error.where.line, 2u) << number;
  }
}

TEST(GoldenReader, RefusesInvalidText) {
  EXPECT_EQ(error_of(replaced(example_golden, "\"name\": \"go\"", "\"name\": \"\xff\"")).code, ErrorCode::encoding);
}

TEST(GoldenReader, SurvivesAnything) {
  EXPECT_EQ(error_of("").code, ErrorCode::empty_input);
  for (const char* text : {"{}", "[]", "null", "5", "\"x\"", "{", "nul", "{\"format\":", "\0"})
    error_of(text == std::string() ? " " : text);
  error_of(std::string(100'000, '['));
  error_of(std::string(100'000, '[') + std::string(100'000, ']'));
  for (std::size_t length = 0; length < example_golden.size() - 2; length += 7) {
    const Result<GoldenReport> report =
        check_golden(std::string_view(example_golden).substr(0, length), "cut", example_skeleton, "example.json");
    EXPECT_FALSE(report) << length;
  }
}

TEST(GoldenReader, PassesOnErrorsOfTheSkeleton) {
  const Result<GoldenReport> report = check_golden(example_golden, "hero.golden.json", "{\"bones\": 5}", "hero.json");
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().where.file, "hero.json");
}

}  // namespace
}  // namespace sinew
