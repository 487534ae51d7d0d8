// Tracks that may set a part of the skeleton only.
#include "sinew/track_mask.hpp"

#include "support/player.hpp"

namespace sinew {
namespace {

using test::Rules;

/// A body: legs and arms hang on the root; the hand and its slot hang on the arm. "walk" and "wave" both set all of it.
SkeletonDataPtr body(Rules rules) {
  return test::make_data(rules, R"("bones": [{"name": "root"}, {"name": "leg", "parent": "root"},
      {"name": "arm", "parent": "root", "rotation": 10}, {"name": "hand", "parent": "arm"}, {"name": "goal", "parent": "root"}],
    "slots": [{"name": "glove", "bone": "hand", "attachment": "x"}, {"name": "shoe", "bone": "leg"}],
    "ik": [{"name": "reach", "bones": ["arm"], "target": "goal", "mix": 0}],
    "skins": [{"name": "default", "attachments": {"glove": {"x": {"width": 1, "height": 1}, "y": {"width": 1, "height": 1}}}}],
    "events": {"hit": {}},
    "animations": {
      "walk": {"bones": {"leg": {"rotate": [{"value": 30}, {"time": 1, "value": 30}]},
                         "arm": {"rotate": [{"value": 40}, {"time": 1, "value": 40}]}}},
      "wave": {"slots": {"glove": {"attachment": [{"name": "y"}], "rgba": [{"color": "00000000"}]},
                         "shoe": {"rgba": [{"color": "00000000"}]}},
               "bones": {"leg": {"rotate": [{"value": 60}, {"time": 1, "value": 60}]},
                         "arm": {"rotate": [{"value": 80}, {"time": 1, "value": 80}]},
                         "hand": {"translatex": [{"value": 5}], "scale": [{"x": 3, "y": 3}]}},
               "ik": {"reach": [{"mix": 1}]},
               "drawOrder": [{"offsets": [{"slot": "glove", "offset": 1}]}],
               "events": [{"time": 0.5, "name": "hit"}]}})");
}

struct Stage {
  explicit Stage(Rules rules) : data(body(rules)), skeleton(data), state(data) {}
  EntryId set(std::uint32_t track, std::string_view name, double mix = 0) {
    const EntryId entry = state.set_animation(track, data->find_animation(name), Loop::yes);
    state.set_mix_duration(entry, mix);
    return entry;
  }
  void step(double dt) {
    skeleton.set_to_setup_pose();
    state.update(dt);
    state.apply(skeleton);
  }
  BonePose bone(std::string_view name) const { return test::pose_of(skeleton, name); }
  float alpha(std::string_view slot) const { return skeleton.color(data->find_slot(slot)).a; }
  double ik() const { return skeleton.keyed_values(ConstraintIndex(0))[0]; }
  TrackMask mask(double weight = 0) const { return TrackMask(*data, weight); }
  void wear(std::uint32_t track, const TrackMask& mask) {
    state.set_mask(track, std::make_shared<const TrackMask>(mask));
  }

  SkeletonDataPtr data;
  Skeleton skeleton;
  AnimationState state;
};

TEST(TrackMask, ABranchIsABoneWithAllBelowItAndTheirSlots) {
  Stage stage(Rules::rigby);
  const SkeletonData& data = *stage.data;
  const TrackMask mask = stage.mask().set_branch(data.find_bone("arm"), 0.5).set_skeleton(2);
  EXPECT_EQ(mask.weight(data.find_bone("arm")), 0.5);
  EXPECT_EQ(mask.weight(data.find_bone("hand")), 0.5);
  EXPECT_EQ(mask.weight(data.find_slot("glove")), 0.5);
  EXPECT_EQ(mask.weight(data.find_bone("leg")), 0);
  EXPECT_EQ(mask.weight(data.find_bone("root")), 0);
  EXPECT_EQ(mask.weight(data.find_slot("shoe")), 0);
  EXPECT_EQ(mask.weight(ConstraintIndex(0)), 0);
  const Animation& wave = test::animation(stage.data, "wave");
  for (const Timeline& timeline : wave.timelines) {
    if (timeline.type == TimelineType::draw_order) {
      EXPECT_EQ(mask.weight(timeline), 1) << "weights are limited to 0 to 1";
    }
    if (timeline.type == TimelineType::event) {
      EXPECT_EQ(mask.weight(timeline), 1);
    }
  }
  EXPECT_TRUE(mask.fits(data));
  EXPECT_FALSE(mask.fits(*test::dancer()));
}

TEST(TrackMask, AnUpperTrackSetsTheUpperBodyAlone) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.set(0, "walk");
    stage.set(1, "wave");
    stage.wear(1, stage.mask().set_branch(stage.data->find_bone("arm"), 1));
    stage.step(0.1);
    EXPECT_DOUBLE_EQ(stage.bone("leg").rotation, 30) << test::name_of(rules);
    EXPECT_DOUBLE_EQ(stage.bone("arm").rotation, 90);
    EXPECT_DOUBLE_EQ(stage.bone("hand").x, 5);
    EXPECT_EQ(test::shown(stage.skeleton, "glove"), "y");
    EXPECT_EQ(stage.alpha("glove"), 0);
    EXPECT_EQ(stage.alpha("shoe"), 1);
    EXPECT_EQ(stage.ik(), 0);
    EXPECT_EQ(test::order_of(stage.skeleton), "gloveshoe");

    stage.state.set_mask(1, nullptr);
    stage.step(0.1);
    EXPECT_DOUBLE_EQ(stage.bone("leg").rotation, 60);
    EXPECT_EQ(stage.alpha("shoe"), 0);
    EXPECT_EQ(stage.ik(), 1);
    EXPECT_EQ(test::order_of(stage.skeleton), "shoeglove");
  }
}

TEST(TrackMask, CanLeaveSinglePartsOut) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    const SkeletonData& data = *stage.data;
    stage.set(0, "wave");
    stage.wear(0,
               stage.mask(1).set(data.find_bone("leg"), 0).set(data.find_slot("shoe"), 0).set(ConstraintIndex(0), 0));
    stage.step(0.1);
    EXPECT_EQ(stage.bone("leg").rotation, 0);
    EXPECT_DOUBLE_EQ(stage.bone("arm").rotation, 90);
    EXPECT_EQ(stage.alpha("shoe"), 1);
    EXPECT_EQ(stage.alpha("glove"), 0);
    EXPECT_EQ(stage.ik(), 0);
    EXPECT_EQ(test::order_of(stage.skeleton), "shoeglove");
  }
}

TEST(TrackMask, AWeightIsAnAlphaOfTheBones) {
  for (const Rules rules : test::every_rules) {
    for (const double weight : {0.25, 0.5, 0.75}) {
      Stage masked(rules), faded(rules);
      for (Stage* stage : {&masked, &faded}) stage->set(0, "walk");
      masked.set(1, "wave");
      masked.wear(1, masked.mask(weight));
      faded.state.set_alpha(faded.set(1, "wave"), weight);
      for (int i = 0; i < 5; ++i) {
        masked.step(0.1);
        faded.step(0.1);
        for (const std::string_view name : {"leg", "arm", "hand"}) {
          EXPECT_EQ(masked.bone(name).rotation, faded.bone(name).rotation) << name;
          EXPECT_EQ(masked.bone(name).x, faded.bone(name).x);
          EXPECT_EQ(masked.bone(name).scale_x, faded.bone(name).scale_x);
        }
        EXPECT_EQ(masked.alpha("glove"), faded.alpha("glove"));
        EXPECT_EQ(masked.ik(), faded.ik());
        EXPECT_EQ(test::shown(masked.skeleton, "glove"), test::shown(faded.skeleton, "glove"));
      }
    }
  }
}

// A crossfade goes on under a mask as without one: what the mask lets through is the same, the rest is the lower
// track's.
TEST(TrackMask, HoldsForBothSidesOfACrossfade) {
  for (const Rules rules : test::every_rules) {
    Stage masked(rules), plain(rules);
    for (Stage* stage : {&masked, &plain}) {
      stage->set(0, "walk");
      stage->set(1, "wave");
    }
    masked.wear(1, masked.mask().set_branch(masked.data->find_bone("arm"), 1));
    for (Stage* stage : {&masked, &plain}) {
      stage->step(0.1);
      stage->set(1, "walk", 0.4);
    }
    for (int i = 0; i < 6; ++i) {
      masked.step(0.1);
      plain.step(0.1);
      EXPECT_EQ(masked.bone("arm").rotation, plain.bone("arm").rotation) << test::name_of(rules) << ' ' << i;
      EXPECT_EQ(masked.bone("leg").rotation, 30);
    }
  }
}

// Spine: a property that the mask keeps from being set does not count as set by that track.
TEST(TrackMask, WhatIsMaskedDoesNotHideTheSetupPose) {
  for (const Rules rules : test::both_spine) {
    Stage stage(rules);
    stage.set(0, "wave");
    stage.wear(0, stage.mask());
    stage.state.set_alpha(stage.set(1, "walk"), 0.5);
    for (int i = 0; i < 3; ++i) {
      stage.state.update(0.1);
      stage.state.apply(stage.skeleton);  // without a reset: it is mixed from the setup pose, not from the last frame
      EXPECT_DOUBLE_EQ(stage.bone("leg").rotation, 15);
    }
  }
}

TEST(TrackMask, DoesNotKeepEventsFromFiring) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.set(0, "wave");
    stage.wear(0, stage.mask());
    stage.step(0.25);
    stage.step(0.5);
    EXPECT_EQ(stage.state.events().size(), 1u);
    EXPECT_EQ(stage.bone("arm").rotation, 10);
  }
}

}  // namespace
}  // namespace sinew
