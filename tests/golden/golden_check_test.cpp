#include <gtest/gtest.h>

#include <cmath>

#include "golden/golden_example.hpp"
#include "sinew/golden.hpp"

namespace sinew {
namespace {

using namespace sinew::test;

GoldenReport check(const std::string& golden, GoldenMode mode = GoldenMode::any) {
  const Result<GoldenReport> report =
      check_golden(golden, "example.golden.json", example_skeleton, "example.json", mode);
  if (!report) {
    ADD_FAILURE() << report.error();
    return {};
  }
  return *report;
}

TEST(GoldenCheck, PassesWhatIsAsRecorded) {
  const GoldenReport report = check(example_golden);
  EXPECT_TRUE(report.passed()) << report.where;
  EXPECT_EQ(report.skeleton, "example.json");
  EXPECT_EQ(report.runs, 1u);
  EXPECT_EQ(report.frames, 3u);
  EXPECT_EQ(report.failed_frames, 0u);
  EXPECT_LT(report.largest, 1e-7);
}

struct Change {
  const char* name;
  const char *from, *to;
  double largest;     ///< infinite: differs in kind
  const char* where;  ///< what the report must say
};

std::ostream& operator<<(std::ostream& out, const Change& change) {
  return out << change.name;
}

class GoldenChange : public ::testing::TestWithParam<Change> {};

TEST_P(GoldenChange, IsFound) {
  const Change& change = GetParam();
  const GoldenReport report = check(replaced(example_golden, change.from, change.to));
  EXPECT_FALSE(report.passed());
  EXPECT_EQ(report.failed_frames, 1u);
  EXPECT_EQ(report.failed_runs, 1u);
  if (std::isinf(change.largest)) {
    EXPECT_TRUE(std::isinf(report.largest)) << report.largest;
  } else {
    EXPECT_NEAR(report.largest, change.largest, 1e-7);
  }
  EXPECT_NE(report.where.find("run go, step "), std::string::npos) << report.where;
  EXPECT_NE(report.where.find(change.where), std::string::npos) << report.where;
}

INSTANTIATE_TEST_SUITE_P(
    GoldenCheck, GoldenChange,
    ::testing::Values(
        Change{"BoneNumber", "[0,1,-1,0,14,0]", "[0,1,-1,0,14.00001,0]", 1e-5,
               "step 2, bone arm, tx: 14 instead of 14.00001"},
        Change{"BoneNotActive", "[0,1,-1,0,14,0]", "null", INFINITY, "bone arm: active instead of not active"},
        Change{"BoneActive", "[0,1,-1,0,18,0],null", "[0,1,-1,0,18,0],[1,0,0,1,0,0]", INFINITY,
               "bone extra: not active"},
        Change{"DrawOrder", "\"drawOrder\":[1,0]", "\"drawOrder\":[0,1]", INFINITY,
               "draw order, place 0: slot front instead of slot back"},
        Change{"ShorterDrawOrder", "\"drawOrder\":[1,0]", "\"drawOrder\":[1]", INFINITY, "draw order, place 1"},
        Change{"VertexNumber", "[13,-2,", "[13,-2.5,", 0.5, "draw 0 (slot back), vertex 0, y: -2 instead of -2.5"},
        Change{"VertexCount", "[13,-2,13,2,15,2,15,-2]", "[13,-2,13,2,15,2]", INFINITY,
               "8 numbers instead of 6 numbers"},
        Change{"Color", "[1,0,0,0.5019608]", "[1,0,0,0.5]", 0.0019608, "draw 0 (slot back), alpha"},
        Change{"Dark", "\"dark\":[0,1,0]", "\"dark\":[0,1,0.25]", 0.25, "dark blue: 0 instead of 0.25"},
        Change{"NoDark", ",\"dark\":[0,1,0]", "", INFINITY, "dark colour: one instead of none"},
        Change{"Image", "\"image\":\"art/box\"", "\"image\":\"box\"", INFINITY, "image: 'art/box' instead of 'box'"},
        Change{"Attachment", "\"attachment\":\"box\"", "\"attachment\":\"ball\"", INFINITY,
               "draw 0: slot back with 'box' instead of slot back with 'ball'"},
        Change{"DrawSlot", "{\"slot\":0", "{\"slot\":1", INFINITY,
               "draw 0: slot back with 'box' instead of slot front with 'box'"},
        Change{"Kind", "\"kind\":\"quad\"", "\"kind\":\"mesh\"", INFINITY, "a quad instead of a mesh"},
        Change{"MissingEvent", "{\"step\":3,\"name\":\"tick\",\"int\":7,\"float\":0.5,\"string\":\"a\"}", "", INFINITY,
               "event 0: 'tick' at step 3 instead of nothing"},
        Change{"EventStep", "{\"step\":3,", "{\"step\":4,", INFINITY, "'tick' at step 3 instead of 'tick' at step 4"},
        Change{"EventName", "\"name\":\"horn\"", "\"name\":\"tick\"", INFINITY,
               "event 0: 'horn' at step 2 instead of 'tick' at step 2"},
        Change{"EventInt", "\"int\":7", "\"int\":2", INFINITY, "event 0 (tick), int: 7 instead of 2"},
        Change{"EventFloat", "\"int\":7,\"float\":0.5", "\"int\":7,\"float\":0.75", 0.25, "event 0 (tick), float"},
        Change{"EventString", "\"string\":\"\"", "\"string\":\"x\"", INFINITY,
               "event 0 (horn), string: '' instead of 'x'"},
        Change{"EventVolume", "\"volume\":0.5", "\"volume\":1", 0.5, "event 0 (horn), volume"},
        Change{"EventBalance", "\"balance\":-1", "\"balance\":0", 1, "event 0 (horn), balance"},
        Change{"NoVolume", ",\"volume\":0.5,\"balance\":-1", "", INFINITY,
               "volume and balance: there instead of not there"}),
    [](const ::testing::TestParamInfo<Change>& change) { return change.param.name; });

TEST(GoldenCheck, FindsDrawsThatAreTooManyOrTooFew) {
  const std::string more =
      "\"dark\":[0,1,0]},{\"slot\":1,\"attachment\":\"x\",\"image\":\"x\",\"kind\":\"quad\","
      "\"positions\":[],\"color\":[1,1,1,1]}";
  const GoldenReport too_few = check(replaced(example_golden, "\"dark\":[0,1,0]}", more));
  EXPECT_FALSE(too_few.passed());
  EXPECT_NE(too_few.where.find("draw 1: nothing instead of slot front with 'x'"), std::string::npos) << too_few.where;

  const std::size_t begin = example_golden.find("{\"slot\":0"), end = example_golden.find("],\"events\"", begin);
  const GoldenReport too_many = check(example_golden.substr(0, begin) + example_golden.substr(end));
  EXPECT_FALSE(too_many.passed());
  EXPECT_NE(too_many.where.find("draw 0: slot back with 'box' instead of nothing"), std::string::npos)
      << too_many.where;
}

TEST(GoldenCheck, DoesNotCompareDrawsThatAreNotRecorded) {
  const std::size_t begin = example_golden.find(",\"draws\""), end = example_golden.find(",\"events\"", begin);
  EXPECT_TRUE(check(example_golden.substr(0, begin) + example_golden.substr(end)).passed());
}

TEST(GoldenCheck, TakesTheToleranceFromTheFile) {
  EXPECT_TRUE(check(replaced(example_golden, "0,14,0]", "0,14.0000009,0]")).passed());
  EXPECT_FALSE(check(replaced(example_golden, "0,14,0]", "0,14.0000011,0]")).passed());
  const std::string wide = replaced(example_golden, "\"tolerance\": 0.000001", "\"tolerance\": 0.01");
  EXPECT_TRUE(check(replaced(wide, "0,14,0]", "0,14.009,0]")).passed());
}

TEST(GoldenCheck, FailsEveryFrameWhenNamesDiffer) {
  const GoldenReport report = check(replaced(example_golden, "[\"root\",\"arm\"", "[\"root\",\"leg\""));
  EXPECT_FALSE(report.passed());
  EXPECT_EQ(report.failed_frames, 3u);
  EXPECT_EQ(report.where, "bone 1: 'arm' instead of 'leg'");
}

TEST(GoldenCheck, ChecksOnlyTheModeAskedFor) {
  EXPECT_EQ(check(example_golden, GoldenMode::pose).runs, 1u);
  EXPECT_EQ(check(example_golden, GoldenMode::state).runs, 0u);
}

// What the library cannot do yet must never count as passed.

std::string with_run(const std::string& run) {
  const std::string from = "\"mode\": \"pose\", \"animation\": \"go\"";
  return replaced(example_golden, from, run);
}

TEST(GoldenCheck, PlaysOnTracks) {
  EXPECT_TRUE(
      check(with_run(R"("mode": "state", "ops": [{"at":0,"op":"set","track":0,"animation":"go","loop":false}])"))
          .passed());
  EXPECT_FALSE(
      check(with_run(R"("mode": "state", "ops": [{"at":0.25,"op":"set","track":0,"animation":"go","loop":false}])"))
          .passed());
  EXPECT_FALSE(check(with_run(R"("mode": "state", "ops": [])")).passed());
}

TEST(GoldenCheck, FailsRunsThatItCannotSimulate) {
  const std::pair<const char*, const char*> runs[] = {
      {R"("mode": "pose", "animation": "go", "surprise": [])", "the field 'surprise' of the run is not supported"},
      {R"("mode": "pose", "animation": "go", "calls": [{"step": 0, "call": "jump"}])",
       "the call 'jump' is not supported"},
      {R"("mode": "pose", "animation": "jump")", "no animation called 'jump'"},
      {R"("mode": "state", "ops": [{"at":0,"op":"set","track":0,"animation":"go","loop":false,"surprise":1}])",
       "the field 'surprise' of op 'set' is not supported"},
      {R"("mode": "state", "ops": [{"at":0,"op":"surprise","track":0}])", "op 'surprise' is not supported"},
      {R"("mode": "state", "ops": [{"at":0,"op":"set","track":0,"animation":"jump","loop":false}])",
       "no animation called 'jump'"},
  };
  for (const auto& [run, reason] : runs) {
    const GoldenReport report = check(with_run(run));
    EXPECT_FALSE(report.passed()) << run;
    EXPECT_EQ(report.failed_frames, 3u) << run;
    EXPECT_TRUE(std::isinf(report.largest)) << run;
    EXPECT_NE(report.where.find(reason), std::string::npos) << report.where;
  }
}

TEST(GoldenCheck, StopsAtTooManyEvents) {
  const std::string run = with_run(
      R"("mode": "state", "ops": [{"at":0,"op":"set","track":0,"animation":"go","loop":true,"timeScale":1e9}])");
  const GoldenReport report = check(replaced(run, "{\"step\":4,\"bones\"", "{\"step\":900000,\"bones\""));
  EXPECT_FALSE(report.passed());
  EXPECT_EQ(report.failed_runs, 1u);
}

TEST(GoldenCheck, FailsFramesThatRecordWhatItCannotCompare) {
  const GoldenReport report = check(replaced(example_golden, "{\"step\":2,", "{\"step\":2,\"surprise\":{},"));
  EXPECT_FALSE(report.passed());
  EXPECT_EQ(report.failed_frames, 1u);
  EXPECT_NE(report.where.find("step 2: the frame's 'surprise' cannot be compared yet"), std::string::npos)
      << report.where;
}

TEST(GoldenCheck, ShowsADifferenceRatherThanWhatItCannotCompare) {
  const std::string extra = replaced(example_golden, "{\"step\":2,", "{\"step\":2,\"surprise\":{},");
  const GoldenReport report = check(replaced(extra, "0,18,0]", "0,19,0]"));
  EXPECT_EQ(report.failed_frames, 2u);
  EXPECT_NE(report.where.find("step 4, bone arm, tx"), std::string::npos) << report.where;
}

}  // namespace
}  // namespace sinew
