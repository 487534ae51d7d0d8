// Events while playing: each once for each time that playback passes it. Spec: animation.md 7, O18 and O21.
#include <cmath>
#include <map>

#include "support/player.hpp"

namespace sinew {
namespace {

using test::Player;
using test::Rules;

SkeletonDataPtr with_events() {
  return test::make_data(Rules::rigby, R"("bones": [{"name": "root"}, {"name": "bone", "parent": "root"}],
    "events": {"a": {}, "b": {}, "c": {}},
    "animations": {
      "three": {"events": [{"name": "a"}, {"time": 0.5, "name": "b"}, {"time": 1, "name": "c"}]},
      "odd": {"events": [{"name": "a"}, {"time": 0.1, "name": "b"}, {"time": 0.7, "name": "c"}]},
      "early": {"events": [{"time": 0.375, "name": "a"}], "bones": {"bone": {"rotate": [{}, {"time": 1, "value": 1}]}}},
      "instant": {"events": [{"name": "a"}, {"name": "b"}]},
      "outside": {"events": [{"time": -1, "name": "a"}, {"time": -0.5, "name": "b"}], "bones": {"bone": {"rotate": [{}, {"time": 1}]}}},
      "none": {"bones": {"bone": {"rotate": [{}, {"time": 1, "value": 1}]}}}})");
}

TEST(Events, FireWhenTheyArePassed) {
  Player player(with_events());
  player.set("three");
  player.state.update(0);
  EXPECT_EQ(player.events(), "three:a ") << "a key at 0 fires at once";
  player.state.update(0.25);
  EXPECT_EQ(player.events(), "");
  player.state.update(0.25);
  EXPECT_EQ(player.events(), "three:b ") << "at exactly its time";
  player.state.update(0.5);
  EXPECT_EQ(player.events(), "three:c ");
  player.state.update(5);
  EXPECT_EQ(player.events(), "") << "once";
}

TEST(Events, OfALoopsEndComeBeforeThoseOfItsStart) {
  Player player(with_events());
  player.set("three", Loop::yes);
  std::string all;
  for (int i = 0; i < 8; ++i) {
    player.state.update(0.25);
    all += player.events() + "| ";
  }
  EXPECT_EQ(all, "three:a | three:b | | three:c three:a | | three:b | | three:c three:a | ");
}

TEST(Events, AStepOverSeveralRoundsFiresAllOfThem) {
  Player player(with_events());
  player.set("three", Loop::yes);
  player.state.update(2.25);
  EXPECT_EQ(player.events(), "three:a three:b three:c three:a three:b three:c three:a ");
}

TEST(Events, OfLoopsFireOncePerPassAtAnyStep) {
  for (std::string_view name : {"three", "odd"}) {
    const double duration = name == "three" ? 1 : 0.7;
    const double keys[] = {0, name == "three" ? 0.5 : 0.1, duration};
    for (double step : {1.0 / 60, 1.0 / 64, 0.1, 0.37, 0.7, 1.0, 3.3, 10.0, 1000.0}) {
      Player player(with_events());
      const EntryId entry = player.set(name, Loop::yes);
      std::map<std::string, int> counts;
      std::string last;
      for (int i = 0; i < 200; ++i) {
        player.state.update(step);
        for (const FiredEvent& event : player.state.events()) {
          const std::string fired((*player.data)[event.key->event].name);
          ++counts[fired];
          // Round after round: a, b, c, a, ...
          ASSERT_EQ(fired, last == "a" ? "b" : last == "b" ? "c" : "a") << name << " step " << step;
          last = fired;
        }
      }
      const double end = player.state.track_time(entry);
      for (int k = 0; k < 3; ++k) {
        int expected = 0;
        // A key at the end is passed where the next round starts.
        const auto instant = [&](double round) { return k == 2 ? (round + 1) * duration : keys[k] + round * duration; };
        while (instant(expected) <= end) ++expected;
        EXPECT_EQ(counts[std::string(1, static_cast<char>('a' + k))], expected)
            << name << " step " << step << " key " << k;
      }
    }
  }
}

TEST(Events, SurviveStepsOf0) {
  Player player(with_events());
  player.set("three", Loop::yes);
  std::string all;
  for (double dt : {0.0, 0.0, 0.5, 0.0, 0.5, 0.0, 0.0}) {
    player.state.update(dt);
    all += player.events() + "| ";
  }
  EXPECT_EQ(all, "three:a | | three:b | | three:c three:a | | | ");
}

TEST(Events, OfALoopWithoutDurationFireOnce) {
  for (Loop loop : {Loop::no, Loop::yes}) {
    Player player(with_events());
    player.set("instant", loop);
    player.state.update(0.25);
    EXPECT_EQ(player.events(), "instant:a instant:b ");
    player.state.update(0.25);
    EXPECT_EQ(player.events(), "");
  }
}

TEST(Events, OutsideTheAnimationNeverFire) {
  for (Loop loop : {Loop::no, Loop::yes}) {
    Player player(with_events());
    player.set("outside", loop);
    player.state.update(10);
    EXPECT_EQ(player.events(), "");
  }
}

TEST(Events, SayWhereTheyComeFrom) {
  Player player(with_events());
  const EntryId entry = player.set("three", Loop::no, 2);
  player.state.update(0);
  ASSERT_EQ(player.state.events().size(), 1u);
  const FiredEvent& event = player.state.events()[0];
  EXPECT_EQ(event.track, 2u);
  EXPECT_TRUE(event.entry == entry);
  EXPECT_EQ(event.animation, player.data->find_animation("three"));
  EXPECT_EQ((*player.data)[event.key->event].name, "a");
}

TEST(Events, OfTheAnimationThatFadesOutFireBeforeThoseOfTheNewOne) {
  Player player(with_events());
  player.set("three", Loop::yes);
  player.state.update(0.25);
  player.fade_to("early", 1);
  player.state.set_alpha(player.state.current(0), 0);
  player.state.update(0.375);
  EXPECT_EQ(player.events(), "three:b early:a ") << "the weight does not matter";
}

TEST(Events, ComeTrackByTrack) {
  Player player(with_events());
  player.set("early", Loop::no, 1);
  player.set("three", Loop::no, 0);
  player.state.update(0.5);
  EXPECT_EQ(player.events(), "three:a three:b early:a ");
}

TEST(Events, OverAQueueAreTheSameAtAnyStep) {
  for (double step : {1.0 / 64, 0.25, 0.37, 1.3, 5.0}) {
    Player player(with_events());
    player.set("three");
    player.add("early");
    player.add("three");
    std::string all;
    for (double time = 0; time < 4; time += step) {
      player.state.update(step);
      all += player.events();
    }
    EXPECT_EQ(all, "three:a three:b three:c early:a three:a three:b three:c ") << "step " << step;
  }
}

TEST(Events, BeforeACrossfadeFireAlsoWhenOneStepGoesOverAllOfIt) {
  for (double step : {1.0 / 64, 0.25, 2.0}) {
    Player player(with_events());
    player.set("early");
    const EntryId next = player.add("three");
    player.state.set_mix_duration(next, 0.25, 0.5);  // from 0.5 to 0.75; the event is at 0.375
    std::string all;
    for (double time = 0; time < 2; time += step) {
      player.state.update(step);
      all += player.events();
    }
    EXPECT_EQ(all, "early:a three:a three:b three:c ") << "step " << step;
  }
}

TEST(Events, AreSkippedBySettingTheTrackTime) {
  Player player(with_events());
  const EntryId entry = player.set("three", Loop::yes);
  player.state.set_track_time(entry, 0.75);
  player.state.update(0.125);
  EXPECT_EQ(player.events(), "");
  player.state.update(0.125);
  EXPECT_EQ(player.events(), "three:c three:a ");
  player.state.set_track_time(entry, 0.25);
  player.state.update(0.25);
  EXPECT_EQ(player.events(), "three:b ") << "and fire again after a jump back";
}

TEST(Events, AreForgottenInTheNextUpdate) {
  Player player(with_events());
  player.set("three");
  player.state.update(0);
  EXPECT_FALSE(player.state.events().empty());
  player.state.clear();
  player.state.update(0);
  EXPECT_TRUE(player.state.events().empty());
}

}  // namespace
}  // namespace sinew
