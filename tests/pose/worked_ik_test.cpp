// The worked cases of constraints.md 6.3: skeletons and numbers from the text.
#include "pose/worked_case.hpp"

namespace sinew {
namespace {

using test::expect_worked;
using test::Rules;
using test::WorkedRow;

// "One bone, mix 0.5, stretch"
TEST(WorkedIk, OneBoneHalfwayWithStretch) {
  constexpr WorkedRow rows_4_2[] = {
      {0, "a", {1.909775966, 1.913023441, -1.996847617, 1.110117595, 51.602127649, 17.270291691}},
  };
  constexpr WorkedRow rows_4_3[] = {
      {0, "a", {1.909775966, 1.913023441, -1.996847617, 1.110117595, 51.602127649, 17.270291691}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "p", "parent": "root", "x": 10, "rotation": 20, "scaleX": 1.5},
       {"name": "a", "parent": "p", "x": 30, "y": 2, "rotation": 15, "length": 20, "shearX": 5}, {"name": "t",
       "parent": "root", "x": 90, "y": 80}])";
  constexpr std::string_view older = R"(
      "ik": [{"name": "ik", "bones": ["a"], "target": "t", "mix": 0.5, "stretch": true, "uniform": true}])";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "ik", "type": "ik", "bones": ["a"], "mix": 0.5, "stretch": true, "target": "t",
       "scaleY": "uniform"}])";
  expect_worked(Rules::spine_4_2, rig, older, rows_4_2);
  expect_worked(Rules::rigby, rig, older, rows_4_2);
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3);
}

// "Two bones, in reach"
TEST(WorkedIk, TwoBonesInReach) {
  constexpr WorkedRow rows_4_2[] = {
      {0, "a", {0.997595157, -0.069310195, 0.069310195, 0.997595157, 14.500781175, 3.706097283}},
      {0, "b", {-0.109513475, 0.993985311, -0.993985311, -0.109513475, 64.380539016, 0.240587556}},
  };
  constexpr WorkedRow rows_4_3[] = {
      {0, "a", {0.997595157, -0.069310195, 0.069310195, 0.997595157, 14.500781175, 3.706097283}},
      {0, "b", {-0.109513475, 0.993985311, -0.993985311, -0.109513475, 64.380539016, 0.240587556}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "q", "parent": "root", "x": 5, "rotation": 10}, {"name": "a",
       "parent": "q", "x": 10, "y": 2, "rotation": 30, "length": 50}, {"name": "b", "parent": "a", "x": 50,
       "rotation": 20, "length": 40}, {"name": "t", "parent": "root", "x": 60, "y": 40}])";
  constexpr std::string_view older = R"(
      "ik": [{"name": "ik", "bones": ["a", "b"], "target": "t"}])";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "ik", "type": "ik", "bones": ["a", "b"], "target": "t"}])";
  expect_worked(Rules::spine_4_2, rig, older, rows_4_2);
  expect_worked(Rules::rigby, rig, older, rows_4_2);
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3);
}

// "Two bones, softness, bend negative, mix 0.8, child off the axis"
TEST(WorkedIk, TwoBonesSoftBentBackOffTheAxis) {
  constexpr WorkedRow rows_4_2[] = {
      {0, "a", {0.375658892, 0.926758003, -0.926758003, 0.375658892, 14.500781175, 3.706097283}},
      {0, "b", {0.993344706, -0.115179400, 0.115179400, 0.993344706, 26.796419745, 52.673609698}},
  };
  constexpr WorkedRow rows_4_3[] = {
      {0, "a", {0.375658892, 0.926758003, -0.926758003, 0.375658892, 14.500781175, 3.706097283}},
      {0, "b", {0.993344706, -0.115179400, 0.115179400, 0.993344706, 26.796419745, 52.673609698}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "q", "parent": "root", "x": 5, "rotation": 10}, {"name": "a",
       "parent": "q", "x": 10, "y": 2, "rotation": 30, "length": 50}, {"name": "b", "parent": "a", "x": 50,
       "rotation": 20, "length": 40, "y": 7}, {"name": "t", "parent": "root", "x": 60, "y": 40}])";
  constexpr std::string_view older = R"(
      "ik": [{"name": "ik", "bones": ["a", "b"], "target": "t", "bendPositive": false, "mix": 0.8, "softness": 60}])";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "ik", "type": "ik", "bones": ["a", "b"], "bendPositive": false, "mix": 0.8,
       "softness": 60, "target": "t"}])";
  expect_worked(Rules::spine_4_2, rig, older, rows_4_2);
  expect_worked(Rules::rigby, rig, older, rows_4_2);
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3);
}

// "Two bones, non-uniform mirrored first bone"
TEST(WorkedIk, TwoBonesTheFirstMirroredAndUneven) {
  constexpr WorkedRow rows_4_2[] = {
      {0, "a", {1.276592851, 0.245582357, 0.132236654, -0.687396150, 14.500781175, 3.706097283}},
      {0, "b", {-0.458260593, 0.600369622, 1.198821533, 0.415187281, 78.330423701, 15.985215123}},
  };
  constexpr WorkedRow rows_4_3[] = {
      {0, "a", {1.276592851, 0.245582357, 0.132236654, -0.687396150, 14.500781175, 3.706097283}},
      {0, "b", {-0.458260593, 0.600369622, 1.198821533, 0.415187281, 78.330423701, 15.985215123}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "q", "parent": "root", "x": 5, "rotation": 10}, {"name": "a",
       "parent": "q", "x": 10, "y": 2, "rotation": 30, "length": 50, "scaleX": 1.3, "scaleY": -0.7}, {"name": "b",
       "parent": "a", "x": 50, "rotation": 20, "length": 40}, {"name": "t", "parent": "root", "x": 60, "y": 40}])";
  constexpr std::string_view older = R"(
      "ik": [{"name": "ik", "bones": ["a", "b"], "target": "t"}])";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "ik", "type": "ik", "bones": ["a", "b"], "target": "t"}])";
  expect_worked(Rules::spine_4_2, rig, older, rows_4_2);
  expect_worked(Rules::rigby, rig, older, rows_4_2);
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3);
}

// "Two bones, sheared first bone: the versions differ"
TEST(WorkedIk, TwoBonesTheFirstSheared) {
  constexpr WorkedRow rows_4_2[] = {
      {0, "a", {0.997595157, -0.069310195, 0.069310195, 0.997595157, 14.500781175, 3.706097283}},
      {0, "b", {-0.109513475, 0.993985311, -0.993985311, -0.109513475, 64.380539016, 0.240587556}},
  };
  constexpr WorkedRow rows_4_3[] = {
      {0, "a", {0.990205709, 0.139616095, 0.207474084, 0.978240515, 14.500781175, 3.706097283}},
      {0, "b", {0.027756800, 0.937721410, -1.011327050, -0.311649989, 64.011066620, 10.686902048}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "q", "parent": "root", "x": 5, "rotation": 10}, {"name": "a",
       "parent": "q", "x": 10, "y": 2, "rotation": 30, "length": 50, "shearX": 12, "shearY": -8}, {"name": "b",
       "parent": "a", "x": 50, "rotation": 20, "length": 40}, {"name": "t", "parent": "root", "x": 60, "y": 40}])";
  constexpr std::string_view older = R"(
      "ik": [{"name": "ik", "bones": ["a", "b"], "target": "t"}])";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "ik", "type": "ik", "bones": ["a", "b"], "target": "t"}])";
  expect_worked(Rules::spine_4_2, rig, older, rows_4_2);
  expect_worked(Rules::rigby, rig, older, rows_4_2);
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3);
}

}  // namespace
}  // namespace sinew
