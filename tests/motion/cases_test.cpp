// The project's own clips and rigs: every field, every interpolation, every message.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "motion/motion_cases.hpp"

namespace sinew {
namespace {

std::filesystem::path folder(const char* name) {
  return std::filesystem::path(SINEW_TEST_DATA) / "motion" / name;
}

TEST(MotionCases, GoodOnesGiveTheExpectedPoses) {
  const auto cases = test::motion_cases(folder("good"));
  EXPECT_GE(cases.size(), 9u);
  for (const std::string& name : cases) test::check_motion_case(folder("good"), name);
}

TEST(MotionCases, BadOnesGiveTheExpectedMessages) {
  const auto cases = test::motion_cases(folder("bad"));
  EXPECT_GE(cases.size(), 60u);
  for (const std::string& name : cases) test::check_motion_case(folder("bad"), name);
}

/// How the messages of the format begin, one for each row of its table (and one for each of the four in one row).
constexpr const char* kMessages[] = {
    ".motion file uses format version ",
    ".motion file: `version: ",
    "Animation requires a binding asset",
    "Animation needs a model and a duration in (0, 3600] seconds",
    "Animation needs 1 to 128 tracks",
    "Track needs a part and position, rotation or scale property",
    "Interpolation must be step, linear, smooth or bezier",
    "Duplicate part/property animation track",
    "Track needs 1 to 512 keyframes",
    "Key times must increase strictly within the clip duration",
    "Animated scale must stay positive",
    "Animation values must be finite and within +/-1000000",
    "Expected [x, y, z]",
    "Curve coordinates must be finite and between 0 and 1",
    ".rig file: `version: 1` is no longer used",
    ".rig file uses format version ",
    "Binding needs 1 to 512 nodes",
    "Node IDs must be nonempty and contain no slash or colon",
    "Node kind must be joint, entity or attachment",
    "Duplicate part name: ",
    "Missing parent part: ",
    "Part hierarchy contains a cycle",
    "Part hierarchy exceeds 128 levels",
    "Animation part is missing: ",
    "Clip does not match its joint/scene binding",
};

TEST(MotionCases, CoverEveryMessage) {
  const auto messages = test::motion_messages(folder("bad"));
  for (const char* expected : kMessages) {
    bool found = false;
    for (const auto& [name, message] : messages) found = found || message.starts_with(expected);
    EXPECT_TRUE(found) << expected;
  }
}

}  // namespace
}  // namespace sinew
