// Animations that play a number of rounds.
#include <cmath>

#include "support/player.hpp"

namespace sinew {
namespace {

using test::Rules;

/// "a" lasts 1 s, turns the bone by 0 to 100 degrees, with events at 0, in the middle and at the end; "n" lasts 0 s.
SkeletonDataPtr turner(Rules rules) {
  return test::make_data(rules, R"("bones": [{"name": "root"}, {"name": "bone", "parent": "root"}],
    "events": {"begin": {}, "half": {}, "end": {}},
    "animations": {"a": {"events": [{"name": "begin"}, {"time": 0.5, "name": "half"}, {"time": 1, "name": "end"}],
                         "bones": {"bone": {"rotate": [{}, {"time": 1, "value": 100}]}}},
                   "b": {"bones": {"bone": {"rotate": [{"value": 200}, {"time": 1, "value": 200}]}}},
                   "n": {"bones": {"bone": {"rotate": [{"value": 7}]}}}})");
}

struct Stage {
  explicit Stage(Rules rules) : data(turner(rules)), skeleton(data), state(data) {}
  EntryId set(std::string_view name, Loop loop) { return state.set_animation(0, data->find_animation(name), loop); }
  void step(double dt) {
    skeleton.set_to_setup_pose();
    state.update(dt);
    state.apply(skeleton);
    for (const StateEvent& event : state.notifications()) {
      if (event.type == StateEventType::complete) completes += event.times;
      if (event.type == StateEventType::event) {
        (event.key->event.value == 0 ? begins : event.key->event.value == 1 ? halves : ends) += event.times;
      }
    }
  }
  double rotation() const { return test::pose_of(skeleton, "bone").rotation; }

  SkeletonDataPtr data;
  Skeleton skeleton;
  AnimationState state;
  std::uint64_t completes = 0, begins = 0, halves = 0, ends = 0;
};

TEST(LoopCount, PlaysSoManyRoundsThenHoldsTheEnd) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.set("a", Loop::times(3));
    stage.step(0.25);
    EXPECT_NEAR(stage.rotation(), 25, 1e-9);
    stage.step(2.5);
    EXPECT_NEAR(stage.rotation(), 75, 1e-9);
    stage.step(0.25);
    EXPECT_NEAR(stage.rotation(), 100, 1e-9) << "exactly at the end it is at the end";
    stage.step(5);
    EXPECT_NEAR(stage.rotation(), 100, 1e-9);
    EXPECT_EQ(stage.state.animation(stage.state.current(0)), stage.data->find_animation("a")) << "it stays";
  }
}

TEST(LoopCount, CompletesAndFiresExactlyOnceARoundAtAnyStep) {
  for (const Rules rules : test::every_rules) {
    for (const std::uint32_t rounds : {2u, 3u, 7u}) {
      for (const double dt : {1 / 60.0, 0.1, 0.25, 0.5, 1.0, 1.75, 17.0, 1e6}) {
        Stage stage(rules);
        stage.set("a", Loop::times(rounds));
        stage.step(0);
        for (double t = 0; t < rounds + 2; t += dt) stage.step(dt);
        stage.step(dt);
        EXPECT_EQ(stage.completes, rounds) << test::name_of(rules) << ' ' << dt;
        EXPECT_EQ(stage.begins, rounds) << test::name_of(rules) << ' ' << dt;
        EXPECT_EQ(stage.halves, rounds) << test::name_of(rules) << ' ' << dt;
        EXPECT_EQ(stage.ends, rounds) << test::name_of(rules) << ' ' << dt;
      }
    }
  }
}

TEST(LoopCount, InReverseToo) {
  Stage stage(Rules::spine_4_3);
  EntrySettings settings;
  settings.reverse = true;
  stage.state.set_settings(stage.set("a", Loop::times(2)), settings);
  stage.step(0.25);
  EXPECT_NEAR(stage.rotation(), 75, 1e-9);
  EXPECT_EQ(stage.ends, 1u);
  EXPECT_EQ(stage.halves, 0u);
  stage.step(1.75);
  EXPECT_NEAR(stage.rotation(), 0, 1e-9);
  EXPECT_EQ(stage.begins, 2u);
  EXPECT_EQ(stage.halves, 2u);
  EXPECT_EQ(stage.ends, 2u);
  EXPECT_EQ(stage.completes, 2u);
}

TEST(LoopCount, TheQueueGoesOnWhenAllRoundsAreOver) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.set("a", Loop::times(3));
    const EntryId b = *stage.state.add_animation(0, "b", Loop::yes);
    double t = 0;
    while (stage.state.current(0) != b && t < 10) stage.step(0.125), t += 0.125;
    // Spine goes on one update after what was applied has reached the end.
    EXPECT_NEAR(t, rules == Rules::rigby ? 3 : 3.125, 1e-9);
    EXPECT_EQ(stage.completes, 3u);
  }
}

TEST(LoopCount, CanEndALoopThatIsPlaying) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    const EntryId a = stage.set("a", Loop::yes);
    stage.step(0.75);
    stage.step(0.5);
    stage.state.set_loop(a, Loop::times(2));
    for (int i = 0; i < 10; ++i) stage.step(0.25);
    EXPECT_NEAR(stage.rotation(), 100, 1e-9);
    EXPECT_EQ(stage.completes, 2u);
    EXPECT_EQ(stage.ends, 2u);
  }
}

TEST(LoopCount, OfAnAnimationWithoutDurationIsOverAtOnce) {
  for (const Rules rules : test::every_rules) {
    for (const std::uint32_t rounds : {1u, 3u, 2000u}) {
      Stage stage(rules);
      stage.set("n", Loop::times(rounds));
      for (int i = 0; i < 3; ++i) stage.step(0.1);
      EXPECT_EQ(stage.completes, rounds);
      EXPECT_EQ(stage.rotation(), 7);
    }
  }
}

TEST(LoopCount, OnceIsNoLoop) {
  EXPECT_EQ(Loop::times(1), Loop::no);
  EXPECT_EQ(Loop::times(0), Loop::no);
  EXPECT_EQ(Loop::yes.rounds(), 0u);
}

// A step over so many rounds that a list of them would fill the memory: those in the middle are told as one.
TEST(LoopCount, AStepOverMillionsOfRoundsTellsThemAllInAShortList) {
  for (const double step : {1e5, 123456.75, 1e6, 1e12}) {
    Stage stage(Rules::rigby);
    stage.set("a", Loop::yes);
    stage.step(step);
    EXPECT_LT(stage.state.notifications().size(), 70000u);
    const auto rounds = static_cast<std::uint64_t>(step);
    EXPECT_EQ(stage.completes, rounds);
    EXPECT_EQ(stage.begins, rounds + 1);
    EXPECT_EQ(stage.ends, rounds);
    EXPECT_EQ(stage.halves, rounds + (step - std::floor(step) >= 0.5 ? 1 : 0));
    stage.step(0.5);
    EXPECT_EQ(stage.halves + stage.begins, 2 * rounds + (step - std::floor(step) >= 0.5 ? 3 : 2)) << "and goes on";
  }
  Stage stage(Rules::spine_4_2);
  stage.set("a", Loop::times(4000000000u));
  stage.step(0);
  stage.step(1e10);
  EXPECT_LT(stage.state.notifications().size(), 70000u);
  EXPECT_EQ(stage.completes, 4000000000u);
  EXPECT_EQ(stage.ends, 4000000000u);
}

// -- Tracks -----------------------------------------------------------------------------------------------------------

TEST(Tracks, BeyondTheLastOneNothingPlays) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    const AnimationIndex a = stage.data->find_animation("a");
    for (const std::uint32_t track : {AnimationState::max_tracks, 0xffffffffu}) {
      EXPECT_EQ(stage.state.set_animation(track, a, Loop::no), EntryId());
      EXPECT_EQ(stage.state.add_animation(track, a, Loop::no), EntryId());
      EXPECT_EQ(stage.state.set_empty(track, 1), EntryId());
      EXPECT_EQ(stage.state.add_empty(track, 1), EntryId());
      const auto by_name = stage.state.set_animation(track, "a", Loop::no);
      ASSERT_FALSE(by_name);
      EXPECT_EQ(by_name.error().code, ErrorCode::limit);
      stage.state.set_mask(track, nullptr);
      stage.state.clear(track);
      EXPECT_EQ(stage.state.current(track), EntryId());
    }
    EXPECT_TRUE(stage.state.notifications().empty());
    EXPECT_NE(stage.state.set_animation(AnimationState::max_tracks - 1, a, Loop::no), EntryId());
    stage.step(0.5);
    EXPECT_NEAR(stage.rotation(), 50, 1e-9);
  }
}

}  // namespace
}  // namespace sinew
