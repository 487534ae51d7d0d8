// The worked cases of constraints.md 11.3: skeletons and numbers from the text.
#include "pose/worked_case.hpp"

namespace sinew {
namespace {

using test::expect_worked;
using test::Rules;
using test::WorkedRow;

// "Keys between two times (the setup mix is 0.3)"
TEST(WorkedKeys, KeysBetweenTwoTimes) {
  constexpr WorkedRow rows_4_2[] = {
      {0, "a", {0.892525299, 0.450997329, -0.450997329, 0.892525299, 14.500781175, 3.706097283}},
      {0, "b", {0.327445797, 0.944869965, -0.944869965, 0.327445797, 59.127046113, 26.255963749}},
      {6, "a", {0.924477828, 0.381235813, -0.381235813, 0.924477828, 14.500781175, 3.706097283}},
      {6, "b", {0.266987634, 0.963699955, -0.963699955, 0.266987634, 60.724672587, 22.767887930}},
      {15, "a", {0.154161547, 0.988045655, -0.988045655, 0.154161547, 14.500781175, 3.706097283}},
      {15, "b", {0.944778536, -0.327709501, 0.327709501, 0.944778536, 22.208858547, 53.108380056}},
  };
  constexpr WorkedRow rows_4_3[] = {
      {0, "a", {0.892525299, 0.450997329, -0.450997329, 0.892525299, 14.500781175, 3.706097283}},
      {0, "b", {0.327445797, 0.944869965, -0.944869965, 0.327445797, 59.127046113, 26.255963749}},
      {6, "a", {0.924477828, 0.381235813, -0.381235813, 0.924477828, 14.500781175, 3.706097283}},
      {6, "b", {0.266987634, 0.963699955, -0.963699955, 0.266987634, 60.724672587, 22.767887930}},
      {15, "a", {0.154161547, 0.988045655, -0.988045655, 0.154161547, 14.500781175, 3.706097283}},
      {15, "b", {0.944778536, -0.327709501, 0.327709501, 0.944778536, 22.208858547, 53.108380056}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "q", "parent": "root", "x": 5, "rotation": 10}, {"name": "a",
       "parent": "q", "x": 10, "y": 2, "rotation": 30, "length": 50}, {"name": "b", "parent": "a", "x": 50,
       "rotation": 20, "length": 40}, {"name": "t", "parent": "root", "x": 60, "y": 40}],
      "animations": {"move": {"ik": {"ik": [{"time": 0.1, "mix": 0.2, "softness": 10}, {"time": 0.5, "mix": 1,
       "bendPositive": false}]}}})";
  constexpr std::string_view older = R"(
      "ik": [{"name": "ik", "bones": ["a", "b"], "target": "t", "mix": 0.3}])";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "ik", "type": "ik", "bones": ["a", "b"], "mix": 0.3, "target": "t"}])";
  expect_worked(Rules::spine_4_2, rig, older, rows_4_2, "move", 30);
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3, "move", 30);
}

}  // namespace
}  // namespace sinew
