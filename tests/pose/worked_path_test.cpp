// The worked cases of constraints.md 8.5: skeletons and numbers from the text.
#include "pose/worked_case.hpp"

namespace sinew {
namespace {

using test::expect_worked;
using test::Rules;
using test::WorkedRow;

// "Tangent, length spacing"
TEST(WorkedPath, TangentByLength) {
  constexpr WorkedRow rows_4_2[] = {
      {0, "b0", {0.410652938, 0.911791733, -0.911791733, 0.410652938, 14.135973370, 14.344512345}},
      {0, "b1", {0.553204437, 0.833045528, -0.833045528, 0.553204437, 28.187775547, 40.987685005}},
      {0, "b2", {0.758845305, 0.651270913, -0.651270913, 0.758845305, 41.237710837, 56.170534788}},
  };
  constexpr WorkedRow rows_4_3[] = {
      {0, "b0", {0.410652938, 0.911791733, -0.911791733, 0.410652938, 14.135973370, 14.344512345}},
      {0, "b1", {0.553204437, 0.833045528, -0.833045528, 0.553204437, 28.187775547, 40.987685005}},
      {0, "b2", {0.758845305, 0.651270913, -0.651270913, 0.758845305, 41.237710837, 56.170534788}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "s", "parent": "root", "x": 10, "y": 5, "rotation": 10}, {"name": "b0",
       "parent": "root", "length": 30}, {"name": "b1", "parent": "b0", "x": 30, "length": 20, "rotation": 10},
       {"name": "b2", "parent": "b1", "x": 20, "length": 25}],
      "slots": [{"name": "path", "bone": "s", "attachment": "path"}],
      "skins": [{"name": "default", "attachments": {"path": {"path": {"type": "path", "lengths": [90.3, 110.5],
       "vertexCount": 6, "vertices": [-30, -20, 0, 0, 20, 30, 40, 60, 80, 50, 110, 42]}}}}])";
  constexpr std::string_view older = R"(
      "path": [{"name": "pc", "bones": ["b0", "b1", "b2"], "target": "path", "position": 0.1}])";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "pc", "type": "path", "bones": ["b0", "b1", "b2"], "position": 0.1, "slot": "path"}])";
  expect_worked(Rules::spine_4_2, rig, older, rows_4_2);
  expect_worked(Rules::rigby, rig, older, rows_4_2);
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3);
}

// "Chain, running off the end, mixes below 1"
TEST(WorkedPath, ChainOffTheEnd) {
  constexpr WorkedRow rows_4_2[] = {
      {0, "b0", {0.869559871, 0.493827531, -0.493827531, 0.869559871, 28.304044814, 41.038636358}},
      {0, "b1", {0.988241210, 0.152902944, -0.152902944, 0.988241210, 53.385952587, 57.672857653}},
      {0, "b2", {0.999988196, 0.004858714, -0.004858714, 0.999988196, 74.306708911, 60.850389621}},
  };
  constexpr WorkedRow rows_4_3[] = {
      {0, "b0", {0.869559871, 0.493827531, -0.493827531, 0.869559871, 28.304044814, 41.038636358}},
      {0, "b1", {0.988241210, 0.152902944, -0.152902944, 0.988241210, 53.385952587, 57.672857653}},
      {0, "b2", {0.999988196, 0.004858714, -0.004858714, 0.999988196, 74.306708911, 60.850389621}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "s", "parent": "root", "x": 10, "y": 5, "rotation": 10}, {"name": "b0",
       "parent": "root", "length": 30}, {"name": "b1", "parent": "b0", "x": 30, "length": 20, "rotation": 10},
       {"name": "b2", "parent": "b1", "x": 20, "length": 25}],
      "slots": [{"name": "path", "bone": "s", "attachment": "path"}],
      "skins": [{"name": "default", "attachments": {"path": {"path": {"type": "path", "lengths": [90.3, 110.5],
       "vertexCount": 6, "vertices": [-30, -20, 0, 0, 20, 30, 40, 60, 80, 50, 110, 42]}}}}])";
  constexpr std::string_view older = R"(
      "path": [{"name": "pc", "bones": ["b0", "b1", "b2"], "target": "path", "rotateMode": "chain", "position": 0.45,
       "spacing": 4, "mixRotate": 0.8, "mixX": 0.9}])";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "pc", "type": "path", "bones": ["b0", "b1", "b2"], "rotateMode": "chain",
       "position": 0.45, "spacing": 4, "mixRotate": 0.8, "mixX": 0.9, "slot": "path"}])";
  expect_worked(Rules::spine_4_2, rig, older, rows_4_2);
  expect_worked(Rules::rigby, rig, older, rows_4_2);
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3);
}

// "chainScale, proportional, without constant speed"
TEST(WorkedPath, ChainScaleProportional) {
  constexpr WorkedRow rows_4_2[] = {
      {0, "b0", {0.582617173, 1.106248816, -0.884792612, 0.465985015, 12.176336720, 9.948089503}},
      {0, "b1", {0.795540694, 0.819181398, -0.717382456, 0.696679561, 29.654851913, 43.135553972}},
      {0, "b2", {1.142548486, 0.351339093, -0.293922081, 0.955829384, 45.565665789, 59.519181929}},
  };
  constexpr WorkedRow rows_4_3[] = {
      {0, "b0", {0.582617173, 1.106248816, -0.884792612, 0.465985015, 12.176336720, 9.948089503}},
      {0, "b1", {0.795540694, 0.819181398, -0.717382456, 0.696679561, 29.654851913, 43.135553972}},
      {0, "b2", {1.142548486, 0.351339093, -0.293922081, 0.955829384, 45.565665789, 59.519181929}},
  };
  constexpr std::string_view rig = R"(
      "bones": [{"name": "root"}, {"name": "s", "parent": "root", "x": 10, "y": 5, "rotation": 10}, {"name": "b0",
       "parent": "root", "length": 30}, {"name": "b1", "parent": "b0", "x": 30, "length": 20, "rotation": 10},
       {"name": "b2", "parent": "b1", "x": 20, "length": 25}],
      "slots": [{"name": "path", "bone": "s", "attachment": "path"}],
      "skins": [{"name": "default", "attachments": {"path": {"path": {"type": "path", "lengths": [90.3, 110.5],
       "vertexCount": 6, "vertices": [-30, -20, 0, 0, 20, 30, 40, 60, 80, 50, 110, 42], "constantSpeed": false}}}}])";
  constexpr std::string_view older = R"(
      "path": [{"name": "pc", "bones": ["b0", "b1", "b2"], "target": "path", "rotateMode": "chainScale",
       "spacingMode": "proportional", "spacing": 0.9, "position": 0.05}])";
  constexpr std::string_view newer = R"(
      "constraints": [{"name": "pc", "type": "path", "bones": ["b0", "b1", "b2"], "rotateMode": "chainScale",
       "spacingMode": "proportional", "spacing": 0.9, "position": 0.05, "slot": "path"}])";
  expect_worked(Rules::spine_4_2, rig, older, rows_4_2);
  expect_worked(Rules::rigby, rig, older, rows_4_2);
  expect_worked(Rules::spine_4_3, rig, newer, rows_4_3);
}

}  // namespace
}  // namespace sinew
