// How values of 3.8 meet the pose where 4.2 does otherwise. Spec: animation.md 12.3.
#include "sinew/animation.hpp"
#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::Rules;

SkeletonDataPtr turning() {
  return test::with_bone_timelines(Rules::spine_3_8, R"("rotation": 20)", R"("rotate": [{"time": 1, "angle": 10},
    {"time": 2, "angle": 350}, {"time": 3, "angle": 170}])");
}

struct Options {
  double weight = 1;
  MixBase base = MixBase::setup;
  bool additive = false;
};

double rotation(double start, double time, const Options& options) {
  const SkeletonDataPtr data = turning();
  Skeleton skeleton(data);
  BonePose pose = test::pose_of(skeleton, "bone");
  pose.rotation = start;
  skeleton.set_local_pose(test::bone(data, "bone"), pose);
  ApplyOptions apply_options;
  apply_options.weight = options.weight;
  apply_options.base = options.base;
  apply_options.additive = options.additive;
  apply(skeleton, test::animation(data, "a"), time, apply_options);
  return test::pose_of(skeleton, "bone").rotation;
}

constexpr MixBase setup = MixBase::setup, first = MixBase::first, current = MixBase::current;

TEST(Apply38, RotationGoesTheShortWayBetweenKeys) {
  EXPECT_DOUBLE_EQ(rotation(0, 1, {1, setup}), 20 + 10);
  EXPECT_DOUBLE_EQ(rotation(0, 1.25, {1, setup}), 20 + 5);
  EXPECT_DOUBLE_EQ(rotation(0, 1.75, {1, setup}), 20 - 5);
  // From 350 to 170, exactly half a turn: clockwise, over 260, which is -100.
  EXPECT_DOUBLE_EQ(rotation(0, 2.5, {1, setup}), 20 - 100);
}

TEST(Apply38, RotationIsWrappedBeforeItIsWeighed) {
  EXPECT_DOUBLE_EQ(rotation(0, 2, {0.5, setup}), 20 - 5) << "350 is -10";
  EXPECT_DOUBLE_EQ(rotation(7, 2, {0.5, current, true}), 7 - 5);
  EXPECT_DOUBLE_EQ(rotation(7, 2.5, {0.5, current, true}), 7 - 50);
  // From 300 to 10 (20 - 10) it is 70 up.
  EXPECT_DOUBLE_EQ(rotation(300, 2, {0.5, current}), 300 + 35);
  EXPECT_DOUBLE_EQ(rotation(300, 2, {0.5, first}), 300 + 35);
  EXPECT_DOUBLE_EQ(rotation(300, 2, {1, first}), 370);
}

TEST(Apply38, RotationAfterTheLastKeyIsAsTheFileHasIt) {
  for (const double time : {3.0, 10.0}) {
    EXPECT_DOUBLE_EQ(rotation(0, time, {1, setup}), 20 + 170);
    EXPECT_DOUBLE_EQ(rotation(0, time, {0.5, setup}), 20 + 85);
    EXPECT_DOUBLE_EQ(rotation(7, time, {0.5, current, true}), 7 + 85);
    EXPECT_DOUBLE_EQ(rotation(0, time, {0.5, current}), -85) << "not so when it replaces: 190 is -170";
  }
  // Not wrapped even where it is beyond half a turn.
  const SkeletonDataPtr data = test::with_bone_timelines(Rules::spine_3_8, "", R"("rotate": [{"angle": 350}])");
  Skeleton skeleton(data);
  apply(skeleton, test::animation(data, "a"), 0, {.weight = 0.5});
  EXPECT_DOUBLE_EQ(test::pose_of(skeleton, "bone").rotation, 175);
}

TEST(Apply38, RotationBeforeTheFirstKeyGoesBackTheShortWay) {
  EXPECT_DOUBLE_EQ(rotation(300, 0, {0.5, setup}), 20);
  EXPECT_DOUBLE_EQ(rotation(300, 0, {0.5, first}), 300 + 40);
  EXPECT_DOUBLE_EQ(rotation(300, 0, {0.5, current}), 300);
}

TEST(Apply38, AddedScalesTakeTheSignOfWhatComesOrStays) {
  // Setup 2, key -3: the target is -6.
  const auto scale = [](double start, double weight, bool out, Rules rules) {
    const SkeletonDataPtr data = test::with_bone_timelines(rules, R"("scaleX": 2)", R"("scale": [{"x": -3}])");
    Skeleton skeleton(data);
    BonePose pose = test::pose_of(skeleton, "bone");
    pose.scale_x = start;
    skeleton.set_local_pose(test::bone(data, "bone"), pose);
    ApplyOptions options;
    options.weight = weight;
    options.base = MixBase::current;
    options.additive = true;
    options.mixing_out = out;
    apply(skeleton, test::animation(data, "a"), 0, options);
    return test::pose_of(skeleton, "bone").scale_x;
  };
  EXPECT_DOUBLE_EQ(scale(1.5, 0.25, false, Rules::spine_3_8), -1.5 + (-6 + 2) * 0.25);
  EXPECT_DOUBLE_EQ(scale(1.5, 0.25, true, Rules::spine_3_8), 1.5 + (6 - 2) * 0.25);
  EXPECT_DOUBLE_EQ(scale(1.5, 0.25, false, Rules::spine_4_2), 1.5 + (-6 - 2) * 0.25);
  for (const Rules rules : {Rules::spine_3_8, Rules::spine_4_2}) {
    EXPECT_DOUBLE_EQ(scale(1.5, 1, false, rules), 1.5 - 6 - 2) << test::name_of(rules);
    EXPECT_DOUBLE_EQ(scale(1.5, 1, true, rules), 1.5 - 6 - 2) << test::name_of(rules);
  }
}

TEST(Apply38, ClampsLightAndDarkColours) {
  const SkeletonDataPtr data = test::make_data(Rules::spine_3_8, R"("bones": [{"name": "root"}],
    "slots": [{"name": "s", "bone": "root", "dark": "000000"}],
    "animations": {"a": {"slots": {"s": {"twoColor": [{"light": "00ff00ff", "dark": "00ff00", "curve": 0.5, "c2": 5,
      "c3": 0.5, "c4": 5}, {"time": 1, "light": "ff0000ff", "dark": "ff0000"}]}}}})");
  Skeleton skeleton(data);
  apply(skeleton, test::animation(data, "a"), 0.5);
  EXPECT_EQ(skeleton.color(SlotIndex(0)), (Color{1, 0, 0, 1}));
  ASSERT_TRUE(skeleton.dark_color(SlotIndex(0)));
  EXPECT_EQ(skeleton.dark_color(SlotIndex(0))->r, 1);
  EXPECT_EQ(skeleton.dark_color(SlotIndex(0))->g, 0);
}

TEST(Apply38, AnotherAttachmentAlwaysClearsTheDeform) {
  const auto deform_after_switch = [](Rules rules) {
    const std::string group = rules == Rules::spine_3_8 ? R"("deform": {"default": {"s": {"m": )"
                                                        : R"("attachments": {"default": {"s": {"m": {"deform": )";
    const SkeletonDataPtr data = test::make_data(rules, R"("bones": [{"name": "root"}],
      "slots": [{"name": "s", "bone": "root", "attachment": "m"}],
      "skins": [{"name": "default", "attachments": {"s": {
        "m": {"type": "mesh", "uvs": [0, 0], "triangles": [], "vertices": [0, 0]},
        "n": {"type": "linkedmesh", "parent": "m"}}}}],
      "animations": {"a": {)" + group + R"([{"vertices": [3, 4]}])" +
                                                            (rules == Rules::spine_3_8 ? "}}}}}" : "}}}}}}"));
    Skeleton skeleton(data);
    apply(skeleton, test::animation(data, "a"), 0);
    EXPECT_EQ(skeleton.deform(SlotIndex(0)).size(), 2u);
    skeleton.set_attachment(SlotIndex(0), AttachmentIndex(1));
    return skeleton.deform(SlotIndex(0)).size();
  };
  EXPECT_EQ(deform_after_switch(Rules::spine_3_8), 0u);
  EXPECT_EQ(deform_after_switch(Rules::spine_4_2), 2u);
}

TEST(Apply38, OlderVersionsThan38ArePlayedAs38AndNewerAs42) {
  struct Case {
    const char* version;
    double half_of_350;
  };
  for (const Case& one : {Case{"3.7.94", -5}, Case{"3.8.99", -5}, Case{"4.0.64", 175}, Case{"4.1.24", 175}}) {
    const std::string value = one.version[0] == '3' ? "angle" : "value";
    const auto data = parse_skeleton(R"({"skeleton": {"hash": "x", "spine": ")" + std::string(one.version) +
                                     R"("}, "bones": [{"name": "r"}], "animations": {"a": {"bones": {"r": {"rotate": [
      {")" + value + R"(": 350}, {"time": 1, ")" +
                                     value + R"(": 350}]}}}}})");
    ASSERT_TRUE(data);
    Skeleton skeleton(*data);
    apply(skeleton, test::animation(*data, "a"), 0.5, {.weight = 0.5});
    EXPECT_DOUBLE_EQ(skeleton.local_pose(BoneIndex(0)).rotation, one.half_of_350) << one.version;
  }
}

}  // namespace
}  // namespace sinew
