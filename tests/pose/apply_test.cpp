// Timelines of bones, and what every timeline has in common. Spec: animation.md 2, 4.1, 4.2, 6.
#include "sinew/animation.hpp"

#include <cmath>

#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::both_spine;
using test::every_rules;
using test::Rules;

constexpr std::string_view setup =
    R"("x": 3, "y": 4, "rotation": 20, "scaleX": 2, "scaleY": -3, "shearX": 5, "shearY": 6)";

void expect_pose(const BonePose& pose, const BonePose& expected, std::string_view what) {
  EXPECT_DOUBLE_EQ(pose.x, expected.x) << what;
  EXPECT_DOUBLE_EQ(pose.y, expected.y) << what;
  EXPECT_DOUBLE_EQ(pose.rotation, expected.rotation) << what;
  EXPECT_DOUBLE_EQ(pose.scale_x, expected.scale_x) << what;
  EXPECT_DOUBLE_EQ(pose.scale_y, expected.scale_y) << what;
  EXPECT_DOUBLE_EQ(pose.shear_x, expected.shear_x) << what;
  EXPECT_DOUBLE_EQ(pose.shear_y, expected.shear_y) << what;
}

TEST(Apply, EveryBoneTimelineAtFullWeight) {
  struct Case {
    std::string_view timelines;
    BonePose expected;
  };
  const Case cases[] = {
      {R"("rotate": [{"value": 30}])", {3, 4, 50, 2, -3, 5, 6}},
      {R"("translate": [{"x": 10, "y": -2}])", {13, 2, 20, 2, -3, 5, 6}},
      {R"("translatex": [{"value": 10}])", {13, 4, 20, 2, -3, 5, 6}},
      {R"("translatey": [{"value": -2}])", {3, 2, 20, 2, -3, 5, 6}},
      {R"("scale": [{"x": 0.5, "y": 2}])", {3, 4, 20, 1, -6, 5, 6}},
      {R"("scalex": [{"value": 0.5}])", {3, 4, 20, 1, -3, 5, 6}},
      {R"("scaley": [{"value": 2}])", {3, 4, 20, 2, -6, 5, 6}},
      {R"("shear": [{"x": 1, "y": 2}])", {3, 4, 20, 2, -3, 6, 8}},
      {R"("shearx": [{"value": 1}])", {3, 4, 20, 2, -3, 6, 6}},
      {R"("sheary": [{"value": 2}])", {3, 4, 20, 2, -3, 5, 8}},
      {R"("rotate": [{"value": 30}], "translatex": [{"value": 1}], "sheary": [{"value": 2}])", {4, 4, 50, 2, -3, 5, 8}},
  };
  for (Rules rules : every_rules) {
    for (const Case& c : cases) {
      const SkeletonDataPtr data = test::with_bone_timelines(rules, setup, c.timelines);
      ASSERT_TRUE(data);
      Skeleton skeleton(data);
      apply(skeleton, test::animation(data, "a"), 0);
      expect_pose(test::pose_of(skeleton, "bone"), c.expected, c.timelines);
    }
  }
}

TEST(Apply, MissingValuesAre0AndMissingScalesAre1) {
  const std::string_view empty_keys[] = {R"("rotate": [{}])",     R"("translate": [{}])", R"("translatex": [{}])",
                                         R"("translatey": [{}])", R"("scale": [{}])",     R"("scalex": [{}])",
                                         R"("scaley": [{}])",     R"("shear": [{}])",     R"("shearx": [{}])",
                                         R"("sheary": [{}])"};
  for (Rules rules : every_rules) {
    for (std::string_view timelines : empty_keys) {
      const SkeletonDataPtr data = test::with_bone_timelines(rules, setup, timelines);
      ASSERT_TRUE(data);
      Skeleton skeleton(data);
      apply(skeleton, test::animation(data, "a"), 0);
      expect_pose(test::pose_of(skeleton, "bone"), {3, 4, 20, 2, -3, 5, 6}, timelines);
    }
    const SkeletonDataPtr half =
        test::with_bone_timelines(rules, setup, R"("scale": [{"x": 2}], "translate": [{"y": 1}])");
    ASSERT_TRUE(half);
    Skeleton skeleton(half);
    apply(skeleton, test::animation(half, "a"), 0);
    expect_pose(test::pose_of(skeleton, "bone"), {3, 5, 20, 4, -3, 5, 6}, "half a key");
  }
}

/// One property of "bone", with a current value of its own, after one application.
class OneValue {
 public:
  OneValue(Rules rules, std::string_view bone_setup, std::string_view timelines, double BonePose::*member)
      : data_(test::with_bone_timelines(rules, bone_setup, timelines)), member_(member) {}

  double after(double current, const ApplyOptions& options, double time = 0) const {
    if (!data_) return NAN;
    Skeleton skeleton(data_);
    BonePose pose = test::pose_of(skeleton, "bone");
    pose.*member_ = current;
    skeleton.set_local_pose(test::bone(data_, "bone"), pose);
    apply(skeleton, test::animation(data_, "a"), time, options);
    return test::pose_of(skeleton, "bone").*member_;
  }

 private:
  SkeletonDataPtr data_;
  double BonePose::*member_;
};

constexpr std::string_view rotated_20 = R"("rotation": 20)";

TEST(ApplyRigby, BlendsFromTheCurrentValueByWeight) {
  // animation.md 4.1, the example.
  const OneValue plus(Rules::rigby, rotated_20, R"("rotate": [{"value": 30}])", &BonePose::rotation);
  const OneValue minus(Rules::rigby, rotated_20, R"("rotate": [{"value": -30}])", &BonePose::rotation);
  EXPECT_DOUBLE_EQ(plus.after(50, {.weight = 0.4}), 50);
  EXPECT_DOUBLE_EQ(minus.after(50, {.weight = 0.4}), 26);
  EXPECT_DOUBLE_EQ(minus.after(50, {.weight = 0}), 50);
  EXPECT_DOUBLE_EQ(minus.after(50, {.weight = 1}), -10);
  EXPECT_DOUBLE_EQ(minus.after(50, {.weight = 2}), -70) << "weights outside 0 to 1 extrapolate";
  EXPECT_DOUBLE_EQ(minus.after(50, {.weight = -1}), 110);
}

TEST(ApplyRigby, NeverWrapsRotations) {
  const OneValue rotation(Rules::rigby, "", R"("rotate": [{"value": 10}])", &BonePose::rotation);
  EXPECT_DOUBLE_EQ(rotation.after(350, {.weight = 0.5}), 180);
  EXPECT_DOUBLE_EQ(rotation.after(-710, {.weight = 0.25}), -530);
}

TEST(ApplyRigby, GivesSignsOfScalesNoSpecialTreatment) {
  const OneValue scale(Rules::rigby, "", R"("scalex": [{"value": -0.5}])", &BonePose::scale_x);
  EXPECT_DOUBLE_EQ(scale.after(2, {.weight = 0.5}), 0.75);
  EXPECT_DOUBLE_EQ(scale.after(2, {.weight = 1}), -0.5);
}

TEST(ApplyRigby, LooksAtTheWeightAlone) {
  const OneValue rotation(Rules::rigby, rotated_20, R"("rotate": [{"value": -30}])", &BonePose::rotation);
  for (MixBase base : {MixBase::setup, MixBase::first, MixBase::current}) {
    for (bool additive : {false, true}) {
      for (bool out : {false, true}) {
        EXPECT_DOUBLE_EQ(rotation.after(50, {.weight = 0.4, .base = base, .additive = additive, .mixing_out = out}),
                         26);
      }
    }
  }
}

TEST(ApplyRigby, UsesTheFirstKeyBeforeIt) {
  const OneValue rotation(Rules::rigby, rotated_20, R"("rotate": [{"time": 1, "value": 30}, {"time": 2, "value": 90}])",
                          &BonePose::rotation);
  EXPECT_DOUBLE_EQ(rotation.after(7, {}, 0), 50);
  EXPECT_DOUBLE_EQ(rotation.after(7, {}, 1), 50);
  EXPECT_DOUBLE_EQ(rotation.after(7, {}, 1.5), 80);
  EXPECT_DOUBLE_EQ(rotation.after(10, {.weight = 0.5}, 0.5), 30);
}

TEST(ApplyRigby, LimitsTheTimeToTheAnimation) {
  // A key before 0 is only seen as the left end of a segment.
  const OneValue rotation(Rules::rigby, "", R"("rotate": [{"time": -1, "value": 0}, {"time": 1, "value": 100}])",
                          &BonePose::rotation);
  EXPECT_DOUBLE_EQ(rotation.after(0, {}, -0.5), 50);
  EXPECT_DOUBLE_EQ(rotation.after(0, {}, 0), 50);
  EXPECT_DOUBLE_EQ(rotation.after(0, {}, 5), 100);
}

TEST(ApplySpine, MixesOffsetsByBase) {
  for (Rules rules : both_spine) {
    const OneValue plus(rules, rotated_20, R"("rotate": [{"value": 30}])", &BonePose::rotation);
    const OneValue minus(rules, rotated_20, R"("rotate": [{"value": -30}])", &BonePose::rotation);
    EXPECT_DOUBLE_EQ(plus.after(50, {.weight = 0.4, .base = MixBase::setup}), 32);
    EXPECT_DOUBLE_EQ(minus.after(50, {.weight = 0.4, .base = MixBase::setup}), 8);
    for (MixBase base : {MixBase::first, MixBase::current}) {
      EXPECT_DOUBLE_EQ(plus.after(50, {.weight = 0.4, .base = base}), 50);
      EXPECT_DOUBLE_EQ(minus.after(50, {.weight = 0.4, .base = base}), 26);
    }
    EXPECT_DOUBLE_EQ(plus.after(50, {.weight = 0.4, .base = MixBase::current, .additive = true}), 62);
    EXPECT_DOUBLE_EQ(minus.after(50, {.weight = 0.4, .base = MixBase::current, .additive = true}), 38);
    EXPECT_DOUBLE_EQ(minus.after(50, {.weight = 1, .base = MixBase::current, .additive = true}), 20);
    EXPECT_DOUBLE_EQ(minus.after(50, {.weight = 1, .base = MixBase::current}), -10);
    EXPECT_DOUBLE_EQ(minus.after(50, {.weight = 0.4, .base = MixBase::current, .mixing_out = true}), 26)
        << "the direction is not for offsets";
  }
  const OneValue plus(Rules::spine_4_3, rotated_20, R"("rotate": [{"value": 30}])", &BonePose::rotation);
  EXPECT_DOUBLE_EQ(plus.after(50, {.weight = 0.4, .base = MixBase::setup, .additive = true}), 32) << "add or not";
  EXPECT_DOUBLE_EQ(plus.after(50, {.weight = 0.4, .base = MixBase::first, .additive = true}), 62);
}

TEST(ApplySpine, BothPartsFollowTheSameRule) {
  for (Rules rules : both_spine) {
    const std::string_view timelines = R"("translate": [{"x": 10, "y": -20}])";
    const OneValue x(rules, R"("x": 1, "y": 2)", timelines, &BonePose::x),
        y(rules, R"("x": 1, "y": 2)", timelines, &BonePose::y);
    EXPECT_DOUBLE_EQ(x.after(5, {.weight = 0.5, .base = MixBase::setup}), 6);
    EXPECT_DOUBLE_EQ(y.after(5, {.weight = 0.5, .base = MixBase::setup}), -8);
    EXPECT_DOUBLE_EQ(x.after(5, {.weight = 0.5, .base = MixBase::current}), 8);
    EXPECT_DOUBLE_EQ(y.after(6, {.weight = 0.5, .base = MixBase::current}), -6);
    EXPECT_DOUBLE_EQ(x.after(5, {.weight = 0.5, .base = MixBase::current, .additive = true}), 10);
    EXPECT_DOUBLE_EQ(y.after(6, {.weight = 0.5, .base = MixBase::current, .additive = true}), -4);
  }
}

TEST(ApplySpine, ScalesTakeTheKeysSignComingAndKeepThePosesSignGoing) {
  // animation.md 4.2, the example: setup 1, current 2, key -0.5, base current, weight 0.5.
  for (Rules rules : both_spine) {
    for (std::string_view timelines : {R"("scalex": [{"value": -0.5}])", R"("scale": [{"x": -0.5}])"}) {
      const OneValue scale(rules, "", timelines, &BonePose::scale_x);
      EXPECT_DOUBLE_EQ(scale.after(2, {.weight = 0.5, .base = MixBase::current}), -1.25);
      EXPECT_DOUBLE_EQ(scale.after(2, {.weight = 0.5, .base = MixBase::current, .mixing_out = true}), 1.25);
      EXPECT_DOUBLE_EQ(scale.after(2, {.weight = 0.5, .base = MixBase::first}), -1.25);
      // From setup: coming b' = -1, -1 + 0.5 * 0.5; going 1 + (0.5 - 1) * 0.5.
      EXPECT_DOUBLE_EQ(scale.after(2, {.weight = 0.5, .base = MixBase::setup}), -0.75);
      EXPECT_DOUBLE_EQ(scale.after(2, {.weight = 0.5, .base = MixBase::setup, .mixing_out = true}), 0.75);
      EXPECT_DOUBLE_EQ(scale.after(2, {.weight = 1, .base = MixBase::current, .mixing_out = true}), -0.5)
          << "weight 1 is the value";
    }
  }
}

TEST(ApplySpine, AddsScalesAsDifferencesFromSetup) {
  // Setup 2, current 5, key 0.5: V - S = -1.
  for (Rules rules : both_spine) {
    const OneValue scale(rules, R"("scaleY": 2)", R"("scaley": [{"value": 0.5}])", &BonePose::scale_y);
    EXPECT_DOUBLE_EQ(scale.after(5, {.weight = 1, .base = MixBase::current, .additive = true}), 4);
    EXPECT_DOUBLE_EQ(scale.after(5, {.weight = 0.5, .base = MixBase::current, .additive = true}), 4.5);
    EXPECT_DOUBLE_EQ(scale.after(5, {.weight = 0.5, .base = MixBase::current, .additive = true, .mixing_out = true}),
                     4.5);
  }
  const OneValue scale(Rules::spine_4_3, R"("scaleY": 2)", R"("scaley": [{"value": 0.5}])", &BonePose::scale_y);
  EXPECT_DOUBLE_EQ(scale.after(5, {.weight = 1, .base = MixBase::setup, .additive = true}), 1);
  EXPECT_DOUBLE_EQ(scale.after(5, {.weight = 0.5, .base = MixBase::setup, .additive = true}), 1.5);
  EXPECT_DOUBLE_EQ(scale.after(5, {.weight = 0.5, .base = MixBase::first, .additive = true}), 4.5);
}

TEST(ApplySpine, GoesBackToSetupBeforeTheFirstKey) {
  for (Rules rules : both_spine) {
    const OneValue rotation(rules, rotated_20, R"("rotate": [{"time": 1, "value": 30}])", &BonePose::rotation);
    const OneValue scale(rules, R"("scaleX": 2)", R"("scale": [{"time": 1, "x": 3}])", &BonePose::scale_x);
    EXPECT_DOUBLE_EQ(rotation.after(50, {.weight = 0.4, .base = MixBase::setup}, 0.5), 20) << "whatever the weight";
    EXPECT_DOUBLE_EQ(rotation.after(50, {.weight = 0.4, .base = MixBase::first}, 0.5), 38);
    EXPECT_DOUBLE_EQ(rotation.after(50, {.weight = 0.4, .base = MixBase::current}, 0.5), 50);
    EXPECT_DOUBLE_EQ(rotation.after(50, {.weight = 0.4, .base = MixBase::first, .additive = true}, 0.5), 38)
        << "add has no influence there";
    EXPECT_DOUBLE_EQ(scale.after(6, {.weight = 0.5, .base = MixBase::setup}, 0.5), 2);
    EXPECT_DOUBLE_EQ(scale.after(6, {.weight = 0.5, .base = MixBase::first}, 0.5), 4);
    EXPECT_DOUBLE_EQ(scale.after(6, {.weight = 0.5, .base = MixBase::current}, 0.5), 6);
    EXPECT_DOUBLE_EQ(rotation.after(50, {}, 1), 50) << "from the first key on: 20 + 30";
  }
}

TEST(ApplySpine, SkipsBonesThatTheSkinLeavesOut) {
  constexpr std::string_view members = R"("bones": [{"name": "root"}, {"name": "bone", "parent": "root", "skin": true}],
    "animations": {"a": {"bones": {"bone": {"rotate": [{"value": 30}]}}}})";
  for (Rules rules : both_spine) {
    const SkeletonDataPtr data = test::make_data(rules, members);
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    apply(skeleton, test::animation(data, "a"), 0);
    EXPECT_EQ(test::pose_of(skeleton, "bone").rotation, 0);
  }
  // Rigby poses them: an active child may hang on them (O14).
  const SkeletonDataPtr data = test::make_data(Rules::rigby, members);
  ASSERT_TRUE(data);
  Skeleton skeleton(data);
  apply(skeleton, test::animation(data, "a"), 0);
  EXPECT_EQ(test::pose_of(skeleton, "bone").rotation, 30);
}

// -- Inherit ----------------------------------------------------------------------------------------------------------

Inherit inherit_after(Rules rules, double time, const ApplyOptions& options, Inherit current = Inherit::no_scale) {
  const SkeletonDataPtr data = test::with_bone_timelines(
      rules, R"("inherit": "onlyTranslation")",
      R"("inherit": [{"time": 1, "inherit": "noScaleOrReflection"}, {"time": 2}, {"time": 3, "inherit": "noRotationOrReflection"}])");
  if (!data) return Inherit::normal;
  Skeleton skeleton(data);
  skeleton.set_inherit(test::bone(data, "bone"), current);
  apply(skeleton, test::animation(data, "a"), time, options);
  return skeleton.inherit(test::bone(data, "bone"));
}

TEST(ApplyInherit, TakesTheKeyInForce) {
  for (Rules rules : every_rules) {
    EXPECT_EQ(inherit_after(rules, 1, {}), Inherit::no_scale_or_reflection);
    EXPECT_EQ(inherit_after(rules, 1.9, {}), Inherit::no_scale_or_reflection);
    EXPECT_EQ(inherit_after(rules, 2, {}), Inherit::normal) << "the default";
    EXPECT_EQ(inherit_after(rules, 9, {}), Inherit::no_rotation_or_reflection);
  }
}

TEST(ApplyInherit, RigbyChangesFromHalfTheWeightOn) {
  EXPECT_EQ(inherit_after(Rules::rigby, 1, {.weight = 0.49}), Inherit::no_scale);
  EXPECT_EQ(inherit_after(Rules::rigby, 1, {.weight = 0.5}), Inherit::no_scale_or_reflection);
  EXPECT_EQ(inherit_after(Rules::rigby, 1, {.weight = 0.51}), Inherit::no_scale_or_reflection);
  EXPECT_EQ(inherit_after(Rules::rigby, 0, {.weight = 1}), Inherit::no_scale_or_reflection)
      << "before the first key: that key";
}

TEST(ApplyInherit, SpineIgnoresTheWeight) {
  for (Rules rules : both_spine) {
    EXPECT_EQ(inherit_after(rules, 1, {.weight = 0.01}), Inherit::no_scale_or_reflection);
    for (MixBase base : {MixBase::setup, MixBase::first}) {
      EXPECT_EQ(inherit_after(rules, 0, {.base = base}), Inherit::only_translation) << "before the first key: setup";
    }
    EXPECT_EQ(inherit_after(rules, 0, {.base = MixBase::current}), Inherit::no_scale);
    EXPECT_EQ(inherit_after(rules, 1, {.base = MixBase::setup, .mixing_out = true}), Inherit::only_translation);
    EXPECT_EQ(inherit_after(rules, 1, {.base = MixBase::current, .mixing_out = true}), Inherit::no_scale);
  }
  EXPECT_EQ(inherit_after(Rules::spine_4_2, 1, {.base = MixBase::first, .mixing_out = true}), Inherit::no_scale);
  EXPECT_EQ(inherit_after(Rules::spine_4_3, 1, {.base = MixBase::first, .mixing_out = true}),
            Inherit::only_translation);
}

TEST(ApplyInherit, ShowsInTheWorldTransform) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data =
        test::make_data(rules, R"("bones": [{"name": "root", "rotation": 90}, {"name": "bone", "parent": "root"}],
      "animations": {"a": {"bones": {"bone": {"inherit": [{"inherit": "onlyTranslation"}, {"time": 1}]}}}})");
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    apply(skeleton, test::animation(data, "a"), 0);
    skeleton.update(0);
    EXPECT_EQ(skeleton.world(BoneIndex(1)).a, 1);
    apply(skeleton, test::animation(data, "a"), 1);
    skeleton.update(0);
    EXPECT_EQ(skeleton.world(BoneIndex(1)).a, 0);
  }
}

// -- Events -----------------------------------------------------------------------------------------------------------

TEST(CollectEvents, GivesTheKeysPassedInTheOrderOfTheList) {
  const SkeletonDataPtr data = test::make_data(Rules::rigby, R"("bones": [{"name": "root"}],
    "events": {"hit": {"int": 3, "float": 0.5, "string": "s"}, "step": {}},
    "animations": {"a": {"events": [{"name": "hit"}, {"time": 0.5, "name": "step", "int": 4}, {"time": 0.5, "name": "hit", "int": 7},
                                    {"time": 1, "name": "step"}]}, "none": {}})");
  ASSERT_TRUE(data);
  const Animation& a = test::animation(data, "a");
  const auto passed = [&](double previous, double time) {
    std::vector<const EventKey*> keys;
    collect_events(a, previous, time, keys);
    std::string text;
    for (const EventKey* key : keys)
      text += std::string((*data)[key->event].name) + std::to_string(key->int_value) + ' ';
    return text;
  };
  EXPECT_EQ(passed(-1, 0), "hit3 ");
  EXPECT_EQ(passed(0, 0.49), "");
  EXPECT_EQ(passed(0, 0.5), "step4 hit7 ");
  EXPECT_EQ(passed(0.5, 1), "step0 ");
  EXPECT_EQ(passed(-1, 5), "hit3 step4 hit7 step0 ");
  EXPECT_EQ(passed(1, 5), "");
  EXPECT_EQ(passed(0.5, 0.5), "");
  std::vector<const EventKey*> keys;
  collect_events(a, -1, 0, keys);
  ASSERT_EQ(keys.size(), 1u);
  EXPECT_EQ(keys[0]->float_value, 0.5) << "values not in the key are the event's";
  EXPECT_EQ(keys[0]->string_value, "s");
  keys.clear();
  collect_events(test::animation(data, "none"), -1, 5, keys);
  EXPECT_TRUE(keys.empty());
}

// -- The worked example -----------------------------------------------------------------------------------------------

TEST(Apply, PosesTheWorkedExample) {
  // skeleton-json.md 19 at 0.5, without its constraint.
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = test::make_data(rules, R"(
      "bones": [{"name": "root"}, {"name": "arm", "parent": "root", "length": 50, "rotation": 30, "x": 10, "y": 5}],
      "animations": {"wave": {"bones": {"arm": {
        "rotate": [{"curve": [0.25, 0, 0.75, 90]}, {"time": 1, "value": 90}],
        "translate": [{"curve": [0.25, 0, 0.75, 20, 0.25, 0, 0.75, -10]}, {"time": 1, "x": 20, "y": -10}]}}}})");
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    apply(skeleton, test::animation(data, "wave"), 0.5);
    const BonePose arm = test::pose_of(skeleton, "arm");
    EXPECT_NEAR(arm.rotation, 75, 1e-9);
    EXPECT_NEAR(arm.x, 20, 1e-9);
    EXPECT_NEAR(arm.y, 0, 1e-9);
    skeleton.update(0);
    const Affine& world = skeleton.world(test::bone(data, "arm"));
    EXPECT_NEAR(world.a, 0.25882, 5e-6);
    EXPECT_NEAR(world.b, 0.96593, 5e-6);
    EXPECT_NEAR(world.c, -0.96593, 5e-6);
    EXPECT_NEAR(world.d, 0.25882, 5e-6);
    EXPECT_NEAR(world.tx, 20, 1e-9);
    EXPECT_NEAR(world.ty, 0, 1e-9);
  }
}

}  // namespace
}  // namespace sinew
