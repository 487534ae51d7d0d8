// The worked cases of constraints.md 9.8: skeletons and numbers from the text.
#include "pose/worked_case.hpp"

namespace sinew {
namespace {

using test::expect_worked;
using test::Rules;
using test::WorkedRow;

// "x and rotation, gravity"
TEST(WorkedPhysics, PositionAndRotationUnderGravity) {
  constexpr WorkedRow rows_4_2[] = {
      {0, "a", {0.866025404, 0.500000000, -0.500000000, 0.866025404, 30.000000000, 20.000000000}},
      {1, "a", {0.845235208, 0.534394465, -0.534394465, 0.845235208, 32.499949788, 23.988524949}},
      {2, "a", {0.820104559, 0.572213694, -0.572213694, 0.820104559, 34.984970709, 27.945650748}},
      {6, "a", {0.664261303, 0.747500449, -0.747500449, 0.664261303, 44.547450761, 42.855752194}},
      {30, "a", {0.320209692, 0.947346691, -0.947346691, 0.320209692, 56.636968864, 42.855752194}},
  };
  constexpr WorkedRow rows_4_3[] = {
      {0, "a", {0.866025404, 0.500000000, -0.500000000, 0.866025404, 30.000000000, 20.000000000}},
      {1, "a", {0.846314018, 0.532684319, -0.532684319, 0.846314018, 32.432383577, 23.988524949}},
      {2, "a", {0.823628251, 0.567130059, -0.567130059, 0.823628251, 34.798014916, 27.945650748}},
      {6, "a", {0.664734468, 0.747079706, -0.747079706, 0.664734468, 44.547450761, 42.855752194}},
      {30, "a", {0.318351613, 0.947972706, -0.947972706, 0.318351613, 56.636968864, 42.855752194}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "p", "parent": "root", "x": 10, "y": 20}, {"name": "a", "parent": "p",
       "x": 20, "rotation": 30, "length": 60}, {"name": "c", "parent": "a", "x": 60}],
      "animations": {"move": {"bones": {"p": {"translate": [{"x": 0, "y": 0}, {"time": 0.1, "x": 30, "y": 10}],
       "rotate": [{"value": 0}, {"time": 0.1, "value": 40}]}}}})";
  constexpr std::string_view older = R"(
      "physics": [{"name": "ph", "bone": "a", "x": 1, "rotate": 1, "inertia": 0.5, "damping": 0.85, "gravity": 3}])";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "ph", "type": "physics", "bone": "a", "x": 1, "rotate": 1, "inertia": 0.5,
       "damping": 0.85, "gravity": 3}])";
  expect_worked(Rules::spine_4_2, rig, older, rows_4_2, "move");
  expect_worked(Rules::rigby, rig, older, rows_4_2, "move");
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3, "move");
}

// "shearX, scaleX and y, 30 steps a second"
TEST(WorkedPhysics, ShearScaleAndPositionAtThirtySteps) {
  constexpr WorkedRow rows_4_2[] = {
      {1, "a", {0.792452103, 0.497832490, -0.571503088, 0.820599915, 34.864767155, 22.592541217}},
      {2, "a", {0.724929886, 0.502876340, -0.641442368, 0.767171225, 39.460897412, 25.329471669}},
      {3, "a", {0.657538347, 0.496834421, -0.705003704, 0.709203622, 43.793852416, 27.861060545}},
      {12, "a", {0.472420196, 0.650117184, -0.895697004, 0.444664904, 55.320888862, 38.478983584}},
  };
  constexpr WorkedRow rows_4_3[] = {
      {1, "a", {0.792452103, 0.497832490, -0.571503088, 0.820599915, 34.864767155, 22.592541217}},
      {2, "a", {0.722131491, 0.493494238, -0.639294805, 0.768961736, 39.460897412, 25.164672986}},
      {3, "a", {0.656402575, 0.491808702, -0.703852747, 0.710345909, 43.793852416, 27.778661204}},
      {12, "a", {0.473355393, 0.645471247, -0.894920642, 0.446225329, 55.320888862, 38.478983584}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "p", "parent": "root", "x": 10, "y": 20}, {"name": "a", "parent": "p",
       "x": 20, "rotation": 30, "length": 60}, {"name": "c", "parent": "a", "x": 60}],
      "animations": {"move": {"bones": {"p": {"translate": [{"x": 0, "y": 0}, {"time": 0.1, "x": 30, "y": 10}],
       "rotate": [{"value": 0}, {"time": 0.1, "value": 40}]}}}})";
  constexpr std::string_view older = R"(
      "physics": [{"name": "ph", "bone": "a", "y": 0.5, "rotate": 0.4, "shearX": 0.6, "scaleX": 1, "inertia": 0.7,
       "damping": 0.9, "fps": 30, "strength": 80, "mass": 1.5, "wind": 2}])";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "ph", "type": "physics", "bone": "a", "y": 0.5, "rotate": 0.4, "shearX": 0.6,
       "scaleX": 1, "inertia": 0.7, "damping": 0.9, "fps": 30, "strength": 80, "mass": 1.5, "wind": 2}])";
  expect_worked(Rules::spine_4_2, rig, older, rows_4_2, "move");
  expect_worked(Rules::rigby, rig, older, rows_4_2, "move");
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3, "move");
}

}  // namespace
}  // namespace sinew
