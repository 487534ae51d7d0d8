#include <gtest/gtest.h>

#include "golden/golden_example.hpp"
#include "sinew/file.hpp"
#include "sinew/golden.hpp"

namespace sinew {
namespace {

using namespace sinew::test;

GoldenRecordOptions example_options() {
  GoldenRecordOptions options;
  options.fps = 4;
  options.steps = {4, 0, 2, 2};
  options.skeleton_name = "example.json";
  return options;
}

std::string record(const std::string& skeleton, const GoldenRecordOptions& options) {
  const Result<std::string> text = record_golden(skeleton, "example.json", options);
  if (!text) {
    ADD_FAILURE() << text.error();
    return {};
  }
  return *text;
}

TEST(GoldenRecord, WritesWhatWasWorkedOutByHand) {
  EXPECT_EQ(record(example_skeleton, example_options()), example_golden);
}

TEST(GoldenRecord, WritesWhatCheckPasses) {
  for (const char* name : {"curves", "inherit", "meshes", "playing", "slots", "version-4.3"}) {
    const std::string path = std::string(SINEW_TEST_DATA "/golden/") + name + ".json";
    const Result<std::string> skeleton = read_file(path);
    ASSERT_TRUE(skeleton) << skeleton.error();
    for (const Semantics semantics : {Semantics::rigby, Semantics::spine}) {
      GoldenRecordOptions options;
      options.semantics = semantics;
      options.skeleton_name = path;
      const std::string golden = record(*skeleton, options);
      EXPECT_EQ(golden, record(*skeleton, options)) << path;
      EXPECT_EQ(golden.find("-0,"), std::string::npos) << path;
      const Result<GoldenReport> report = check_golden(golden, "recorded", *skeleton, path);
      ASSERT_TRUE(report) << report.error();
      EXPECT_TRUE(report->passed()) << path << ": " << report->where;
      EXPECT_GE(report->frames, 5u * report->runs) << path;
    }
  }
}

TEST(GoldenRecord, RecordsEveryStepThatFiresAnEventUnderSpineSemantics) {
  GoldenRecordOptions options = example_options();
  options.semantics = Semantics::spine;
  options.steps = {1, 4};
  const std::string text = record(example_skeleton, options);
  for (const char* frame : {"{\"step\":0,\"bones\"", "{\"step\":1,\"bones\"", "{\"step\":2,\"bones\"",
                            "{\"step\":3,\"bones\"", "{\"step\":4,\"bones\""}) {
    EXPECT_NE(text.find(frame), std::string::npos) << frame;
  }
  options.semantics = Semantics::rigby;
  EXPECT_EQ(record(example_skeleton, options).find("{\"step\":2,\"bones\""), std::string::npos);
}

TEST(GoldenRecord, PutsOnASkin) {
  GoldenRecordOptions options = example_options();
  options.skin = "full";
  const std::string text = record(example_skeleton, options);
  EXPECT_NE(text.find("\"skin\": \"full\""), std::string::npos);
  EXPECT_EQ(text.find("null"), std::string::npos);  // the extra bone is active
}

TEST(GoldenRecord, RecordsTheSetupPoseOfASkeletonWithoutAnimations) {
  const std::string text =
      record(R"({"skeleton": {"spine": "4.2.0"}, "bones": [{"name": "root", "x": -0.00000001}]})", example_options());
  EXPECT_NE(text.find("\"animation\": null"), std::string::npos);
  EXPECT_NE(text.find("\"bones\":[[1,0,0,1,0,0]]"), std::string::npos);
}

TEST(GoldenRecord, EscapesNames) {
  const std::string text = record(
      "{\"skeleton\": {\"spine\": \"4.2.0\"}, \"bones\": [{\"name\": \"a\\\"b\\\\\\n\\u00e4\"}]}", example_options());
  EXPECT_NE(text.find("[\"a\\\"b\\\\\\n\xc3\xa4\"]"), std::string::npos) << text;
}

TEST(GoldenRecord, ReportsWhatItCannotDo) {
  GoldenRecordOptions options = example_options();
  options.animations = {"jump"};
  EXPECT_EQ(record_golden(example_skeleton, "a", options).error().code, ErrorCode::unknown_name);
  options = example_options();
  options.skin = "thin";
  EXPECT_EQ(record_golden(example_skeleton, "a", options).error().code, ErrorCode::unknown_name);
  options = example_options();
  options.fps = 0;
  EXPECT_EQ(record_golden(example_skeleton, "a", options).error().code, ErrorCode::bad_value);
  options = example_options();
  options.steps = {1'000'001};
  EXPECT_EQ(record_golden(example_skeleton, "a", options).error().code, ErrorCode::limit);
  const std::string huge =
      R"({"skeleton": {"spine": "4.2.0"}, "bones": [{"name": "a", "scaleX": 1e300}, {"name": "b", "parent": "a", "x": 1e300}]})";
  const Result<std::string> infinite = record_golden(huge, "huge.json", example_options());
  ASSERT_FALSE(infinite);
  EXPECT_EQ(infinite.error().code, ErrorCode::bad_value);
  EXPECT_NE(infinite.error().message.find("run setup pose, step 0"), std::string::npos) << infinite.error();
}

}  // namespace
}  // namespace sinew
