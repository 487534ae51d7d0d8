// A character's movement, taken out of its animations.
#include "sinew/root_motion.hpp"

#include <cmath>

#include "support/player.hpp"

namespace sinew {
namespace {

using test::Rules;

/// "walk" and "run" move the root evenly, by 100 and 300 a second, and bob it; "turn" walks a quarter of a circle of
/// radius 10; "jump" has a curve; "nod" does not touch the root.
SkeletonDataPtr mover(Rules rules) {
  return test::make_data(rules, R"("bones": [{"name": "root"}, {"name": "head", "parent": "root"}],
    "animations": {
      "walk": {"bones": {"root": {"translate": [{"x": 0, "y": 0}, {"time": 0.5, "x": 50, "y": 4}, {"time": 1, "x": 100}]}}},
      "run": {"bones": {"root": {"translatex": [{}, {"time": 0.5, "value": 150}]}}},
      "back": {"bones": {"root": {"translatex": [{"value": 7}, {"time": 0.75, "value": -20}]}}},
      "turn": {"bones": {"root": {"translate": [{"curve": "stepped"}, {"time": 1, "x": 10, "y": 10}],
                                  "rotate": [{"curve": "stepped"}, {"time": 1, "value": 90}]}}},
      "jump": {"bones": {"root": {"translatex": [{"curve": [0.1, 0, 0.2, 80]}, {"time": 1, "value": 80}]}}},
      "nod": {"bones": {"head": {"rotate": [{"value": 5}, {"time": 0.4, "value": 5}]}}}})");
}

struct Stage {
  explicit Stage(Rules rules, RootMotionOptions options = {}) : data(mover(rules)), skeleton(data), state(data) {
    state.set_root_motion(options);
  }
  EntryId set(std::string_view name, Loop loop = Loop::yes, double mix = 0, std::uint32_t track = 0) {
    const EntryId entry = state.set_animation(track, data->find_animation(name), loop);
    state.set_mix_duration(entry, mix);
    return entry;
  }
  void step(double dt) {
    skeleton.set_to_setup_pose();
    state.update(dt);
    state.apply(skeleton);
    const RootMotion motion = state.root_motion();
    x += motion.x;
    y += motion.y;
    turned += motion.rotation;
    advance(place, heading, motion);
  }
  BonePose root() const { return test::pose_of(skeleton, "root"); }

  SkeletonDataPtr data;
  Skeleton skeleton;
  AnimationState state;
  double x = 0, y = 0, turned = 0;
  Vec2 place;
  double heading = 0;
};

TEST(RootMotion, IsTakenOutOfThePose) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.set("walk");
    stage.step(0.25);
    EXPECT_NEAR(stage.state.root_motion().x, 25, 1e-9);
    EXPECT_NEAR(stage.state.root_motion().y, 2, 1e-9);
    EXPECT_EQ(stage.root().x, 0);
    EXPECT_EQ(stage.root().y, 0);
    stage.state.set_root_motion(std::nullopt);
    stage.step(0.25);
    EXPECT_NEAR(stage.root().x, 50, 1e-9) << "and stays in it when it is not wanted";
    EXPECT_EQ(stage.state.root_motion().x, 0);
    stage.state.set_root_motion(RootMotionOptions{});
    stage.step(0.25);
    EXPECT_NEAR(stage.state.root_motion().x, 25, 1e-9) << "counted from where it is switched on";
  }
}

TEST(RootMotion, TakesTheAxesThatAreAskedFor) {
  for (const Rules rules : test::every_rules) {
    RootMotionOptions options;
    options.y = false;
    Stage stage(rules, options);
    stage.set("walk");
    stage.step(0.25);
    EXPECT_NEAR(stage.state.root_motion().x, 25, 1e-9);
    EXPECT_EQ(stage.state.root_motion().y, 0);
    EXPECT_EQ(stage.root().x, 0);
    EXPECT_NEAR(stage.root().y, 2, 1e-9) << "the bob stays in the pose";
  }
}

TEST(RootMotion, OfAnotherBone) {
  for (const Rules rules : test::every_rules) {
    RootMotionOptions options;
    options.bone = BoneIndex(1);
    options.rotation = true;
    Stage stage(rules, options);
    stage.set("walk");
    stage.step(0.25);
    EXPECT_EQ(stage.state.root_motion().x, 0);
    EXPECT_NEAR(stage.root().x, 25, 1e-9);
  }
}

TEST(RootMotion, AddsUpToTheWholeMovementAtAnyStep) {
  for (const Rules rules : test::every_rules) {
    for (const double dt : {1 / 60.0, 0.1, 0.25, 0.4, 1.0, 2.5, 10.0}) {
      for (const Loop loop : {Loop::yes, Loop::no, Loop::times(3)}) {
        for (const std::string_view name : {"walk", "run", "back", "jump"}) {
          Stage stage(rules);
          stage.set(name, loop);
          const int steps = static_cast<int>(std::lround(10 / dt));
          for (int i = 0; i < steps; ++i) stage.step(dt);
          const double duration = test::animation(stage.data, name).duration;
          const double round = name == "walk" ? 100 : name == "run" ? 150 : name == "back" ? -27 : 80;
          double rounds = loop == Loop::yes ? std::floor(10 / duration + 1e-6) : loop.rounds();
          double rest = 0;
          if (loop == Loop::yes) {
            const double part = 10 / duration - rounds;
            if (name == "back" && part > 1e-6) rest = round * part;
          }
          EXPECT_NEAR(stage.x, rounds * round + rest, 1e-6) << test::name_of(rules) << ' ' << name << ' ' << dt;
        }
      }
    }
  }
}

TEST(RootMotion, GoesBackWhereTimeDoes) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.state.set_track_time(stage.set("walk"), 2.75);
    stage.step(0.5);
    EXPECT_NEAR(stage.x, 50, 1e-9) << "setting the time is no movement";
    stage.step(-0.5);
    EXPECT_NEAR(stage.x, 0, 1e-9);
    stage.step(-1.5);
    EXPECT_NEAR(stage.x, -150, 1e-9);
  }
  for (const Rules rules : test::both_spine) {
    Stage stage(rules);
    EntrySettings settings;
    settings.reverse = true;
    stage.state.set_settings(stage.set("walk"), settings);
    for (int i = 0; i < 25; ++i) stage.step(0.1);
    EXPECT_NEAR(stage.x, -250, 1e-9);
    settings.reverse = false;
    settings.animation_start = 0.25;
    settings.animation_end = 0.75;
    settings.time_scale = 2;
    Stage part(rules);
    part.state.set_settings(part.set("walk"), settings);
    for (int i = 0; i < 10; ++i) part.step(0.1);
    EXPECT_NEAR(part.x, 200, 1e-9) << "rounds of a part";
  }
}

TEST(RootMotion, IsMixedInACrossfade) {
  for (const Rules rules : test::every_rules) {
    for (const double dt : {0.0125, 0.1, 0.25, 0.5, 1.0}) {
      Stage stage(rules);
      stage.set("walk");
      stage.step(1);
      stage.x = 0;
      stage.set("run", Loop::yes, 0.5);
      const int steps = static_cast<int>(std::lround(1 / dt));
      for (int i = 0; i < steps; ++i) stage.step(dt);
      // Half a second from 100 to 300 a second, half a second at 300.
      EXPECT_NEAR(stage.x, 100 + 150, 1e-6) << test::name_of(rules) << ' ' << dt;
    }
  }
}

TEST(RootMotion, OfEqualAnimationsDoesNotNoticeCrossfades) {
  for (const Rules rules : test::every_rules) {
    for (const double dt : {0.03, 0.17, 0.9}) {
      Stage stage(rules);
      stage.set("walk");
      double t = 0;
      for (int i = 0; i < 40; ++i) {
        stage.step(dt);
        t += dt;
        if (i % 3 == 2) stage.set("walk", Loop::yes, 0.05 * (i % 7));
      }
      EXPECT_NEAR(stage.x, 100 * t, 1e-6) << test::name_of(rules) << ' ' << dt;
    }
  }
}

TEST(RootMotion, GoesThroughAQueueAtAnyStep) {
  for (const double dt : {0.01, 0.125, 0.3, 1.0, 4.0}) {
    Stage stage(Rules::rigby);
    stage.state.set_default_mix(0.25);
    stage.set("walk", Loop::times(2));
    for (const std::string_view name : {"run", "walk"}) {
      (void)stage.state.add_animation(0, stage.data->find_animation(name), Loop::times(2));
    }
    const int steps = static_cast<int>(std::lround(8 / dt) + 1);
    for (int i = 0; i < steps; ++i) stage.step(dt);
    // walk alone until 1.75, a quarter to run, run alone until 2.5, a quarter to walk, which then has 1.75 s left.
    EXPECT_NEAR(stage.x, 175 + 50 + 150 + 50 + 175, 1e-6) << dt;
  }
}

TEST(RootMotion, OfAnAnimationWithoutAnyIsNone) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.set("walk");
    stage.step(0.5);
    stage.set("nod", Loop::yes, 0.5);
    stage.x = 0;
    for (int i = 0; i < 20; ++i) stage.step(0.1);
    EXPECT_NEAR(stage.x, 25, 1e-6) << "it dies away with the crossfade";
    stage.set("walk", Loop::yes, 0, 0);
    stage.set("nod", Loop::yes, 0, 1);
    stage.x = 0;
    stage.step(0.5);
    EXPECT_NEAR(stage.x, 50, 1e-6) << "an upper track that does not move the root leaves the lower one's movement";
  }
}

TEST(RootMotion, OfUpperTracksGoesOverLowerOnes) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.set("walk");
    const EntryId upper = stage.set("run", Loop::yes, 0, 1);
    stage.state.set_alpha(upper, 0.25);
    stage.step(0.1);
    EXPECT_NEAR(stage.x, 10 * 0.75 + 30 * 0.25, 1e-9);
    auto mask = std::make_shared<TrackMask>(*stage.data, 1);
    mask->set(BoneIndex(0), 0);
    stage.state.set_mask(1, mask);
    stage.x = 0;
    stage.step(0.1);
    EXPECT_NEAR(stage.x, 10, 1e-9);
  }
}

// With the rotation the movement is along the character's own axes: turning walks make a circle, whatever the step.
TEST(RootMotion, OfATurnGoesRoundInACircle) {
  for (const Rules rules : test::every_rules) {
    for (const double dt : {0.25, 1.0, 1.5, 4.0}) {
      RootMotionOptions options;
      options.rotation = true;
      Stage stage(rules, options);
      stage.set("turn");
      const int steps = static_cast<int>(std::lround(12 / dt));
      for (int i = 0; i < steps; ++i) stage.step(dt);
      EXPECT_NEAR(stage.heading, 12 * 90, 1e-9) << test::name_of(rules) << ' ' << dt;
      EXPECT_NEAR(stage.place.x, 0, 1e-9) << dt;
      EXPECT_NEAR(stage.place.y, 0, 1e-9);
      EXPECT_EQ(stage.root().rotation, 0);
    }
    RootMotionOptions options;
    options.rotation = true;
    Stage one(rules, options), many(rules, options);
    one.set("turn", Loop::times(1000003));
    many.set("turn", Loop::times(1000003));
    one.step(1e7);
    for (int i = 0; i < 100; ++i) many.step(1e5);
    EXPECT_NEAR(one.heading, 1000003 * 90.0, 1e-3);
    EXPECT_NEAR(one.place.x, many.place.x, 1e-3);
    EXPECT_NEAR(one.place.y, many.place.y, 1e-3);
    EXPECT_NEAR(one.place.x, -10, 1e-3) << "three quarters of a circle";
  }
}

}  // namespace
}  // namespace sinew
