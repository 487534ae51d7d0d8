// The worked cases of constraints.md 10.1: skeletons and numbers from the text.
#include "pose/worked_case.hpp"

namespace sinew {
namespace {

using test::expect_worked;
using test::Rules;
using test::WorkedRow;

// "Driven by a world rotation"
TEST(WorkedSlider, DrivenByAWorldRotation) {
  constexpr WorkedRow rows_4_3[] = {
      {0, "a", {-0.551551999, -0.462807079, -0.642787610, 0.766044443, 30.000000000, 0.000000000}},
      {0, "b", {-0.551551999, -0.462807079, -0.642787610, 0.766044443, 7.937920038, -18.512283159}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "drv", "parent": "root", "x": 40, "rotation": 50}, {"name": "a",
       "parent": "root", "x": 30, "rotation": 20, "scaleX": 1.2}, {"name": "b", "parent": "a", "x": 40}],
      "animations": {"pose": {"bones": {"a": {"rotate": [{"value": 0}, {"time": 1, "value": 100}], "scale": [{"x": 1,
       "y": 1}, {"time": 1, "x": -2, "y": 1}]}}}})";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "s", "type": "slider", "animation": "pose", "bone": "drv", "property": "rotate",
       "from": 20, "to": 0.1, "scale": 0.01, "mix": 0.5}])";
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3);
}

// "Additive, looping, driven backwards by a local x"
TEST(WorkedSlider, AddingAndLoopingDrivenByALocalX) {
  constexpr WorkedRow rows_4_3[] = {
      {0, "a", {1.103103998, 0.925614158, -0.642787610, 0.766044443, 30.000000000, 0.000000000}},
      {0, "b", {1.103103998, 0.925614158, -0.642787610, 0.766044443, 74.124159924, 37.024566318}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "drv", "parent": "root", "x": 40, "rotation": 50}, {"name": "a",
       "parent": "root", "x": 30, "rotation": 20, "scaleX": 1.2}, {"name": "b", "parent": "a", "x": 40}],
      "animations": {"pose": {"bones": {"a": {"rotate": [{"value": 0}, {"time": 1, "value": 100}], "scale": [{"x": 1,
       "y": 1}, {"time": 1, "x": 2, "y": 1}]}}}})";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "s", "type": "slider", "animation": "pose", "bone": "drv", "property": "x",
       "from": 100, "scale": 0.03, "local": true, "additive": true, "loop": true}])";
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3);
}

}  // namespace
}  // namespace sinew
