// Crossfades between loops of different length that keep their phase.
#include <cmath>

#include "support/player.hpp"

namespace sinew {
namespace {

using test::Rules;

SkeletonDataPtr gaits(Rules rules) {
  return test::make_data(rules, R"("bones": [{"name": "root"}, {"name": "bone", "parent": "root"}],
    "events": {"step": {}},
    "animations": {
      "walk": {"events": [{"time": 0.5, "name": "step"}], "bones": {"bone": {"rotate": [{}, {"time": 2, "value": 100}]}}},
      "run": {"events": [{"time": 0.25, "name": "step"}], "bones": {"bone": {"rotate": [{}, {"time": 1, "value": 100}]}}},
      "sprint": {"bones": {"bone": {"rotate": [{}, {"time": 0.5, "value": 100}]}}},
      "pose": {"bones": {"bone": {"rotate": [{"value": 5}]}}}})");
}

struct Stage {
  explicit Stage(Rules rules) : data(gaits(rules)), skeleton(data), state(data) {}
  EntryId set(std::string_view name, double mix, Sync sync, Loop loop = Loop::yes) {
    const EntryId entry = state.set_animation(0, data->find_animation(name), loop);
    state.set_mix_duration(entry, mix);
    state.set_sync(entry, sync);
    return entry;
  }
  void step(double dt) {
    skeleton.set_to_setup_pose();
    state.update(dt);
    state.apply(skeleton);
  }
  double phase(EntryId entry) const {
    const double rounds = state.track_time(entry) / (*data)[state.animation(entry)].duration;
    return rounds - std::floor(rounds);
  }

  SkeletonDataPtr data;
  Skeleton skeleton;
  AnimationState state;
};

double apart(double a, double b) {
  const double d = std::fabs(a - b);
  return std::min(d, 1 - d);
}

TEST(PhaseSync, BeginsAtThePhaseOfWhatItFadesFrom) {
  for (const Rules rules : test::every_rules) {
    for (const Sync sync : {Sync::start, Sync::together}) {
      Stage stage(rules);
      stage.set("walk", 0, Sync::none);
      stage.step(3.5);
      const EntryId run = stage.set("run", 0.5, sync);
      EXPECT_DOUBLE_EQ(stage.state.track_time(run), 0.75);
      stage.step(0);
      EXPECT_TRUE(stage.state.events().empty()) << "what lies before is not passed";
    }
    Stage stage(rules);
    stage.set("walk", 0, Sync::none);
    stage.step(3.5);
    EXPECT_EQ(stage.state.track_time(stage.set("run", 0.5, Sync::none)), 0);
  }
}

TEST(PhaseSync, KeepsThePhasesTogetherWhileItLasts) {
  for (const Rules rules : test::every_rules) {
    for (const double dt : {1 / 60.0, 0.1, 0.3}) {
      Stage stage(rules);
      const EntryId walk = stage.set("walk", 0, Sync::none);
      for (int i = 0; i < 7; ++i) stage.step(dt);
      const EntryId run = stage.set("run", 1, Sync::together);
      double before = stage.state.track_time(run);
      for (double t = dt; t < 1 - dt / 2; t += dt) {
        stage.step(dt);
        ASSERT_NE(stage.state.animation(walk), AnimationIndex());
        EXPECT_LT(apart(stage.phase(walk), stage.phase(run)), 1e-12) << test::name_of(rules) << ' ' << dt;
        const double speed = (stage.state.track_time(run) - before) / dt;
        before = stage.state.track_time(run);
        // From walk's 0.5 rounds a second to run's 1.
        EXPECT_GE(speed, 0.5);
        EXPECT_LE(speed, 1);
        EXPECT_NEAR(1 / speed, 2 - (t - dt / 2), 1e-9) << "the length of a round goes over evenly";
      }
      for (int i = 0; i < 20; ++i) stage.step(dt);
      before = stage.state.track_time(run);
      stage.step(dt);
      EXPECT_NEAR(stage.state.track_time(run) - before, dt, 1e-12) << "then it has its own speed again";
    }
  }
}

TEST(PhaseSync, ThroughAnInterruptedCrossfade) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    const EntryId walk = stage.set("walk", 0, Sync::none);
    stage.step(0.3);
    const EntryId run = stage.set("run", 1, Sync::together);
    stage.step(0.3);
    const EntryId sprint = stage.set("sprint", 1, Sync::together);
    for (int i = 0; i < 6; ++i) {
      stage.step(0.1);
      EXPECT_LT(apart(stage.phase(walk), stage.phase(run)), 1e-12);
      EXPECT_LT(apart(stage.phase(sprint), stage.phase(run)), 1e-12);
    }
  }
}

TEST(PhaseSync, OfAQueuedEntryBeginsWhenItDoes) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    const EntryId walk = stage.set("walk", 0, Sync::none);
    stage.step(0.25);
    const EntryId run = stage.state.add_animation(0, stage.data->find_animation("run"), Loop::yes, 1.25);
    stage.state.set_mix_duration(run, 1);
    stage.state.set_sync(run, Sync::together);
    while (stage.state.current(0) == walk) stage.step(0.125);
    for (int i = 0; i < 6; ++i) {
      EXPECT_LT(apart(stage.phase(walk), stage.phase(run)), 1e-12) << test::name_of(rules) << ' ' << i;
      stage.step(0.125);
    }
  }
}

TEST(PhaseSync, OfWhatHasNoPhaseIsNone) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.set("pose", 0, Sync::none);
    stage.step(0.3);
    EXPECT_EQ(stage.state.track_time(stage.set("run", 0.5, Sync::together)), 0);
    stage.step(0.1);
    stage.set("walk", 0.5, Sync::none, Loop::no);
    stage.step(0.1);
    EXPECT_EQ(stage.state.track_time(stage.set("run", 0.5, Sync::together)), 0);
    stage.step(0.1);
    const EntryId once = stage.set("walk", 0.5, Sync::together, Loop::no);
    EXPECT_EQ(stage.state.track_time(once), 0);
    stage.step(0.125);
    EXPECT_EQ(stage.state.track_time(once), 0.125);
  }
}

}  // namespace
}  // namespace sinew
