#include "sinew/diff.hpp"

#include <gtest/gtest.h>

#include <map>

#include "support/skeletons.hpp"

namespace {

using namespace sinew;
using test::Rules;

/// The paths that differ, each with both values.
std::map<std::string, std::string> differences(const SkeletonDataPtr& a, const SkeletonDataPtr& b,
                                               const DiffOptions& options = {}) {
  std::map<std::string, std::string> list;
  for (const Difference& d : diff_skeletons(*a, *b, options)) list[d.path] = d.a + " | " + d.b;
  return list;
}

using Found = std::map<std::string, std::string>;

constexpr const char* kRig = R"(
  "bones": [{"name": "root"}, {"name": "arm", "parent": "root", "length": 50, "rotation": 30},
            {"name": "hand", "parent": "arm", "x": 50}, {"name": "goal", "parent": "root"}],
  "slots": [{"name": "s", "bone": "arm", "attachment": "img"}, {"name": "t", "bone": "hand"}],
  "ik": [{"name": "reach", "order": 0, "bones": ["arm", "hand"], "target": "goal"}],
  "skins": [{"name": "default", "attachments": {
     "s": {"img": {"width": 10, "height": 20}},
     "t": {"mesh": {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "hull": 3,
                    "vertices": [1, 1, 0, 0, 1,  2, 1, 5, 0, 0.5, 2, 5, 0, 0.5,  1, 2, 0, 5, 1]}}}}],
  "events": {"step": {"int": 1}},
  "animations": {"walk": {
     "bones": {"arm": {"rotate": [{"curve": [0.25, 0, 0.75, 90]}, {"time": 1, "value": 90}, {"time": 2}]}},
     "slots": {"s": {"attachment": [{"time": 0.5, "name": null}]}},
     "attachments": {"default": {"t": {"mesh": {"deform": [{}, {"time": 1, "offset": 2, "vertices": [4, -3]}]}}}},
     "drawOrder": [{"time": 0.5, "offsets": [{"slot": "s", "offset": 1}]}],
     "events": [{"time": 0.5, "name": "step", "int": 7}]}})";

SkeletonDataPtr rig() {
  return test::make_data(Rules::spine_4_2, kRig);
}

/// The rig with some of its text replaced.
SkeletonDataPtr changed(std::string_view from, std::string_view to) {
  std::string text = kRig;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  return test::make_data(Rules::spine_4_2, text);
}

TEST(Diff, TheSameDataDifferInNothing) {
  DiffOptions all;
  all.every_order = true;
  EXPECT_EQ(differences(rig(), rig(), all), Found{});
}

TEST(Diff, NamesWhatDiffersAndBothValues) {
  EXPECT_EQ(differences(rig(), changed("\"rotation\": 30", "\"rotation\": 31")),
            (Found{{"/bones/arm/rotation", "30 | 31"}}));
  EXPECT_EQ(differences(rig(), changed("\"target\": \"goal\"", "\"target\": \"root\", \"stretch\": true")),
            (Found{{"/constraints/ik/reach/target", "\"goal\" | \"root\""},
                   {"/constraints/ik/reach/stretch", "false | true"}}));
  EXPECT_EQ(differences(rig(), changed("\"height\": 20", "\"height\": 21")),
            (Found{{"/skins/default/attachments/s/img/height", "20 | 21"}}));
  EXPECT_EQ(differences(rig(), changed("\"step\": {\"int\": 1}", "\"step\": {\"int\": 2}")),
            (Found{{"/events/step/int", "1 | 2"}}));
  EXPECT_EQ(differences(rig(), changed("\"int\": 7", "\"int\": 8")),
            (Found{{"/animations/walk/events/0/int", "7 | 8"}}));
}

TEST(Diff, ComparesKeysAndCurves) {
  EXPECT_EQ(differences(rig(), changed("\"time\": 1, \"value\": 90", "\"time\": 1.5, \"value\": 80")),
            (Found{{"/animations/walk/bones/arm/rotate/1/time", "1 | 1.5"},
                   {"/animations/walk/bones/arm/rotate/1/value", "90 | 80"}}));
  EXPECT_EQ(differences(rig(), changed("[0.25, 0, 0.75, 90]", "[0.5, 0, 0.75, 90]")),
            (Found{{"/animations/walk/bones/arm/rotate/0/curve", "0.25 | 0.5"}}));
  EXPECT_EQ(differences(rig(), changed("[0.25, 0, 0.75, 90]", "\"stepped\"")),
            (Found{{"/animations/walk/bones/arm/rotate/0/curve", "\"bezier\" | \"stepped\""}}));
  // The curve of a last key has no effect.
  EXPECT_EQ(differences(rig(), changed("{\"time\": 2}", "{\"time\": 2, \"curve\": \"stepped\"}")), Found{});
}

TEST(Diff, MatchesKeysByTimeWhenSomeWereAdded) {
  EXPECT_EQ(differences(rig(), changed("{\"time\": 2}", "{\"time\": 1.5, \"value\": 3}, {\"time\": 2}")),
            (Found{{"/animations/walk/bones/arm/rotate/keys", "[3 elements] | [4 elements]"},
                   {"/animations/walk/bones/arm/rotate/2", " | key at 1.5"}}));
}

TEST(Diff, MatchesByNameAndSaysWhatIsMissing) {
  EXPECT_EQ(differences(rig(), changed("{\"name\": \"goal\", \"parent\": \"root\"}",
                                       "{\"name\": \"new\", \"parent\": \"root\"}, "
                                       "{\"name\": \"goal\", \"parent\": \"root\"}")),
            (Found{{"/bones/new", " | present"}}));
}

TEST(Diff, ReportsOtherOrdersOfSlotsAndBones) {
  const auto swapped =
      changed("{\"name\": \"s\", \"bone\": \"arm\", \"attachment\": \"img\"}, {\"name\": \"t\", \"bone\": \"hand\"}",
              "{\"name\": \"t\", \"bone\": \"hand\"}, {\"name\": \"s\", \"bone\": \"arm\", \"attachment\": \"img\"}");
  const Found found = differences(rig(), swapped);
  EXPECT_EQ(found.at("/slots/order"), "\"s\" comes next | \"t\" comes next");
}

TEST(Diff, ComparesDeformsAndDrawOrdersByWhatTheyMean) {
  EXPECT_EQ(
      differences(rig(), changed("\"offset\": 2, \"vertices\": [4, -3]", "\"offset\": 1, \"vertices\": [0, 4, -3, 0]")),
      Found{});
  EXPECT_EQ(differences(rig(), changed("[4, -3]", "[4, -3.5]")),
            (Found{{"/animations/walk/attachments/default/t/mesh/deform/1/vertices", "-3 | -3.5"}}));
  EXPECT_EQ(differences(rig(), changed("{\"slot\": \"s\", \"offset\": 1}", "{\"slot\": \"t\", \"offset\": -1}")),
            Found{});
  EXPECT_EQ(differences(rig(), changed("{\"slot\": \"s\", \"offset\": 1}", "{\"slot\": \"s\", \"offset\": 0}")),
            (Found{{"/animations/walk/drawOrder/0/order/0", "\"t\" | \"s\""}}));
}

TEST(Diff, ReportsOnePlaceOfAnArrayAndHowManyDiffer) {
  const auto list = diff_skeletons(*rig(), *changed("5, 0, 0.5, 2, 5, 0, 0.5", "5, 0.25, 0.5, 2, 5, 1, 0.5"));
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].path, "/skins/default/attachments/t/mesh/vertices");
  EXPECT_EQ(list[0].count, 2u);
  EXPECT_EQ(list[0].distance, 1);
  EXPECT_EQ(list[0].b, "1");
}

TEST(Diff, ToleratesSmallDistancesWhenAsked) {
  const auto near = changed("\"rotation\": 30", "\"rotation\": 30.0001");
  EXPECT_EQ(differences(rig(), near).size(), 1u);
  DiffOptions options;
  options.tolerance = 1e-3;
  EXPECT_EQ(differences(rig(), near, options), Found{});
  options.tolerance = 0;
  options.relative_tolerance = 1e-5;
  EXPECT_EQ(differences(rig(), near, options), Found{});
  options.relative_tolerance = 1e-6;
  EXPECT_EQ(differences(rig(), near, options).size(), 1u);
}

TEST(Diff, LeavesOutHeaderAndEditorFieldsWhenAsked) {
  const auto other = changed("\"length\": 50", "\"length\": 50, \"color\": \"ff0000ff\", \"icon\": \"star\"");
  EXPECT_EQ(differences(rig(), other).size(), 2u);
  DiffOptions options;
  options.editor = false;
  EXPECT_EQ(differences(rig(), other, options), Found{});
  const auto newer = test::make_data(Rules::spine_4_3, R"("bones": [{"name": "root"}])");
  const auto older = test::make_data(Rules::spine_4_2, R"("bones": [{"name": "root"}])");
  EXPECT_EQ(differences(older, newer), (Found{{"/skeleton/spine", "\"4.2.43\" | \"4.3.13\""}}));
  options.header = false;
  EXPECT_EQ(differences(older, newer, options), Found{});
}

TEST(Diff, StopsWhereAsked) {
  DiffOptions options;
  options.most = 1;
  EXPECT_EQ(differences(rig(), changed("\"width\": 10, \"height\": 20", "\"width\": 1, \"height\": 2"), options).size(),
            1u);
}

TEST(Diff, EscapesNamesInPaths) {
  const auto a = test::make_data(Rules::spine_4_2, R"("bones": [{"name": "a/b~c"}])");
  const auto b = test::make_data(Rules::spine_4_2, R"("bones": [{"name": "a/b~c", "x": 1}])");
  EXPECT_EQ(differences(a, b), (Found{{"/bones/a~1b~0c/x", "0 | 1"}}));
}

TEST(PoseDiff, TheSamePosesAreAlike) {
  const PoseDifference difference = diff_poses(rig(), rig());
  EXPECT_TRUE(difference.alike(0));
  EXPECT_EQ(difference.animations, 1u);
  EXPECT_GT(difference.poses, 50u);
}

TEST(PoseDiff, SaysTheLargestDistanceAndWhere) {
  const auto a = test::with_bone_timelines(Rules::spine_4_2, "", R"("translate": [{}, {"time": 1, "x": 10}])");
  const auto b = test::with_bone_timelines(Rules::spine_4_2, "", R"("translate": [{}, {"time": 1, "x": 12}])");
  const PoseDifference difference = diff_poses(a, b);
  EXPECT_NEAR(difference.bone.distance, 2, 1e-9);
  EXPECT_EQ(difference.bone.where.animation, "a");
  EXPECT_EQ(difference.bone.where.what, "bone");
  EXPECT_GE(difference.bone.where.time, 1);
  EXPECT_FALSE(difference.alike(1));
  EXPECT_TRUE(difference.alike(2.01));
}

TEST(PoseDiff, CountsPosesThatShowSomethingElse) {
  const PoseDifference hidden =
      diff_poses(rig(), changed("\"time\": 0.5, \"name\": null", "\"time\": 0.5, \"name\": \"img\""));
  EXPECT_GT(hidden.attachment.poses, 0u);
  EXPECT_EQ(hidden.attachment.first.what, "s");
  EXPECT_GT(hidden.attachment.first.time, 0.5);
  const PoseDifference order = diff_poses(rig(), changed("\"offset\": 1", "\"offset\": 0"));
  EXPECT_GT(order.draw_order.poses, 0u);
  EXPECT_EQ(order.bone.distance, 0);
}

}  // namespace
