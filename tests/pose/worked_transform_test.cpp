// The worked cases of constraints.md 7.4: skeletons and numbers from the text.
#include "pose/worked_case.hpp"

namespace sinew {
namespace {

using test::expect_worked;
using test::Rules;
using test::WorkedRow;

// "World, absolute, offsets"
TEST(WorkedTransform, WorldWithOffsets) {
  constexpr WorkedRow rows_4_2[] = {
      {0, "a", {0.335673803, 1.440877448, -0.587002696, 0.035922244, 41.274869990, 18.131520665}},
      {0, "c", {0.335673803, 1.440877448, -0.587002696, 0.035922244, 44.631608021, 32.540295142}},
  };
  constexpr WorkedRow rows_4_3[] = {
      {0, "a", {0.335673803, 1.440877448, -0.587002696, 0.035922244, 41.274869990, 18.131520665}},
      {0, "c", {0.335673803, 1.440877448, -0.587002696, 0.035922244, 44.631608021, 32.540295142}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "t", "parent": "root", "x": 50, "y": 20, "rotation": 70, "scaleX": 1.5,
       "scaleY": 0.75, "shearY": 15}, {"name": "p", "parent": "root", "x": -20, "y": 5, "rotation": -30, "scaleX": 0.9,
       "scaleY": 1.1}, {"name": "a", "parent": "p", "x": 15, "y": 8, "rotation": 60, "scaleX": 1.1, "scaleY": 0.8,
       "shearY": 10}, {"name": "c", "parent": "a", "x": 10}])";
  constexpr std::string_view older = R"(
      "transform": [{"name": "tr", "bones": ["a"], "target": "t", "mixRotate": 0.6, "mixX": 0.7, "mixY": 0.4,
       "mixScaleX": 0.5, "mixScaleY": 0.8, "mixShearY": 0.3, "rotation": 35, "x": 12, "y": -6, "scaleX": 0.3,
       "scaleY": -0.2, "shearY": 14}])";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "tr", "type": "transform", "bones": ["a"], "mixRotate": 0.6, "mixX": 0.7, "mixY": 0.4,
       "mixScaleX": 0.5, "mixScaleY": 0.8, "mixShearY": 0.3, "rotation": 35, "x": 12, "y": -6, "scaleX": 0.3,
       "scaleY": -0.2, "shearY": 14, "source": "t", "properties": {"rotate": {"to": {"rotate": {}}},
       "x": {"to": {"x": {}}}, "y": {"to": {"y": {}}}, "scaleX": {"to": {"scaleX": {}}},
       "scaleY": {"to": {"scaleY": {}}}, "shearY": {"to": {"shearY": {}}}}}])";
  expect_worked(Rules::spine_4_2, rig, older, rows_4_2);
  expect_worked(Rules::rigby, rig, older, rows_4_2);
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3);
}

// "World, relative"
TEST(WorkedTransform, WorldRelative) {
  constexpr WorkedRow rows_4_2[] = {
      {0, "a", {-0.217812377, 1.607804020, -0.451442560, -0.144229899, 38.538810056, 20.479930086}},
      {0, "c", {-0.217812377, 1.607804020, -0.451442560, -0.144229899, 36.360686283, 36.557970291}},
  };
  constexpr WorkedRow rows_4_3[] = {
      {0, "a", {-0.217812377, 1.607804020, -0.451442560, -0.144229899, 38.538810056, 20.479930086}},
      {0, "c", {-0.217812377, 1.607804020, -0.451442560, -0.144229899, 36.360686283, 36.557970291}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "t", "parent": "root", "x": 50, "y": 20, "rotation": 70, "scaleX": 1.5,
       "scaleY": 0.75, "shearY": 15}, {"name": "p", "parent": "root", "x": -20, "y": 5, "rotation": -30, "scaleX": 0.9,
       "scaleY": 1.1}, {"name": "a", "parent": "p", "x": 15, "y": 8, "rotation": 60, "scaleX": 1.1, "scaleY": 0.8,
       "shearY": 10}, {"name": "c", "parent": "a", "x": 10}])";
  constexpr std::string_view older = R"(
      "transform": [{"name": "tr", "bones": ["a"], "target": "t", "relative": true, "mixRotate": 0.6, "mixX": 0.7,
       "mixY": 0.4, "mixScaleX": 0.5, "mixScaleY": 0.8, "mixShearY": 0.3, "rotation": 35, "x": 12, "y": -6,
       "scaleX": 0.3, "scaleY": -0.2, "shearY": 14}])";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "tr", "type": "transform", "bones": ["a"], "mixRotate": 0.6, "mixX": 0.7, "mixY": 0.4,
       "mixScaleX": 0.5, "mixScaleY": 0.8, "mixShearY": 0.3, "rotation": 35, "x": 12, "y": -6, "scaleX": 0.3,
       "scaleY": -0.2, "shearY": 14, "source": "t", "additive": true, "properties": {"rotate": {"to": {"rotate": {}}},
       "x": {"to": {"x": {}}}, "y": {"to": {"y": {}}}, "scaleX": {"to": {"scaleX": {}}},
       "scaleY": {"to": {"scaleY": {}}}, "shearY": {"to": {"shearY": {}}}}}])";
  expect_worked(Rules::spine_4_2, rig, older, rows_4_2);
  expect_worked(Rules::rigby, rig, older, rows_4_2);
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3);
}

// "Local, absolute: the versions differ in scale"
TEST(WorkedTransform, LocalDividesByTheOldScaleOnlyIn42) {
  constexpr WorkedRow rows_4_2[] = {
      {0, "a", {0.777777476, 1.222971154, -0.660952005, 0.172169180, 23.054355157, -6.647669381}},
      {0, "c", {0.777777476, 1.222971154, -0.660952005, 0.172169180, 30.832129914, 5.582042160}},
  };
  constexpr WorkedRow rows_4_3[] = {
      {0, "a", {0.855555223, 1.345268270, -0.528761604, 0.137735344, 23.054355157, -6.647669381}},
      {0, "c", {0.855555223, 1.345268270, -0.528761604, 0.137735344, 31.609907389, 6.805013315}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "t", "parent": "root", "x": 50, "y": 20, "rotation": 70, "scaleX": 1.5,
       "scaleY": 0.75, "shearY": 15}, {"name": "p", "parent": "root", "x": -20, "y": 5, "rotation": -30, "scaleX": 0.9,
       "scaleY": 1.1}, {"name": "a", "parent": "p", "x": 15, "y": 8, "rotation": 60, "scaleX": 1.1, "scaleY": 0.8,
       "shearY": 10}, {"name": "c", "parent": "a", "x": 10}])";
  constexpr std::string_view older = R"(
      "transform": [{"name": "tr", "bones": ["a"], "target": "t", "local": true, "mixRotate": 0.6, "mixX": 0.7,
       "mixY": 0.4, "mixScaleX": 0.5, "mixScaleY": 0.8, "mixShearY": 0.3, "rotation": 35, "x": 12, "y": -6,
       "scaleX": 0.3, "scaleY": -0.2, "shearY": 14}])";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "tr", "type": "transform", "bones": ["a"], "mixRotate": 0.6, "mixX": 0.7, "mixY": 0.4,
       "mixScaleX": 0.5, "mixScaleY": 0.8, "mixShearY": 0.3, "rotation": 35, "x": 12, "y": -6, "scaleX": 0.3,
       "scaleY": -0.2, "shearY": 14, "source": "t", "localSource": true, "localTarget": true,
       "properties": {"rotate": {"to": {"rotate": {}}}, "x": {"to": {"x": {}}}, "y": {"to": {"y": {}}},
       "scaleX": {"to": {"scaleX": {}}}, "scaleY": {"to": {"scaleY": {}}}, "shearY": {"to": {"shearY": {}}}}}])";
  expect_worked(Rules::spine_4_2, rig, older, rows_4_2);
  expect_worked(Rules::rigby, rig, older, rows_4_2);
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3);
}

// "A 4.3 property map, clamped"
TEST(WorkedTransform, APropertyMapClamped) {
  constexpr WorkedRow rows_4_3[] = {
      {0, "a", {1.067243201, 0.451765372, -0.300517017, 0.676783447, 28.045671476, 5.871023553}},
      {0, "c", {1.067243201, 0.451765372, -0.300517017, 0.676783447, 38.718103481, 10.388677269}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "t", "parent": "root", "x": 50, "y": 20, "rotation": 70, "scaleX": 1.5,
       "scaleY": 0.75, "shearY": 15}, {"name": "p", "parent": "root", "x": -20, "y": 5, "rotation": -30, "scaleX": 0.9,
       "scaleY": 1.1}, {"name": "a", "parent": "p", "x": 15, "y": 8, "rotation": 60, "scaleX": 1.1, "scaleY": 0.8,
       "shearY": 10}, {"name": "c", "parent": "a", "x": 10}])";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "tr", "type": "transform", "bones": ["a"], "source": "t", "clamp": true, "mixX": 0.5,
       "mixRotate": 0.8, "properties": {"rotate": {"offset": 40, "to": {"x": {"offset": 10, "max": 60, "scale": 2},
       "shearY": {"offset": -5, "max": 30, "scale": 0.2}}}, "scaleX": {"offset": 1, "to": {"rotate": {"offset": -20,
       "max": 20, "scale": 90}}}}}])";
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3);
}

}  // namespace
}  // namespace sinew
