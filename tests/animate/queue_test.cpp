// When queued animations start. Spec: animation.md 7, with the examples of 8.4.
#include "support/player.hpp"

namespace sinew {
namespace {

using test::Player;

/// The track time of the current entry at which the queued one starts: found by stepping there.
double start_of_next(Player& player, double step = 1.0 / 1024) {
  const EntryId before = player.state.current(0);
  double time = player.time();
  for (int i = 0; i < 100000 && player.state.current(0) == before; ++i) {
    player.state.update(step);
    if (player.state.current(0) == before) time = player.time();
  }
  return time + step;
}

TEST(Queue, StartsSoThatTheCrossfadeEndsWithTheAnimationBefore) {
  Player player;
  player.set("sixty");
  const EntryId next = player.add("minus");
  player.state.set_mix_duration(next, 0.5, 0);
  EXPECT_DOUBLE_EQ(start_of_next(player), 0.5) << "0 + 1 - 0.5";
}

TEST(Queue, TakesTheMixOfThePair) {
  Player player;
  ASSERT_TRUE(player.state.set_mix("sixty", "minus", 0.5));
  player.set("sixty");
  player.add("minus");
  EXPECT_DOUBLE_EQ(start_of_next(player), 0.5);
}

TEST(Queue, CountsNegativeDelaysFromThere) {
  Player player;
  player.state.set_default_mix(0.5);
  player.set("sixty");
  player.add("minus", -0.25);
  EXPECT_DOUBLE_EQ(start_of_next(player), 0.25);
}

TEST(Queue, NeverStartsBeforeTheAnimationBefore) {
  Player player;
  player.state.set_default_mix(0.5);
  player.set("sixty");
  player.add("minus", -5);
  player.state.update(0.125);
  EXPECT_EQ(player.current(), "minus");
  EXPECT_DOUBLE_EQ(player.time(), 0.125) << "it started at 0";
}

TEST(Queue, LetsALoopEndItsRound) {
  Player player;
  player.set("sixty", Loop::yes);
  player.state.update(1.25);
  player.add("minus");
  EXPECT_DOUBLE_EQ(start_of_next(player), 2);
}

TEST(Queue, StartsAtOnceBehindWhatIsFinished) {
  Player player;
  player.state.set_default_mix(0.5);
  player.set("sixty");
  player.state.update(3);
  player.add("minus");
  player.state.update(0.125);
  EXPECT_EQ(player.current(), "minus");
  EXPECT_DOUBLE_EQ(player.time(), 0.625) << "half a second and the step into itself";
}

TEST(Queue, PositiveDelaysCountFromTheStartOfTheEntryBefore) {
  for (Loop loop : {Loop::no, Loop::yes}) {
    Player player;
    player.state.set_default_mix(0.5);
    player.set("sixty", loop);
    player.state.update(0.25);
    player.add("minus", 1.75);
    EXPECT_DOUBLE_EQ(start_of_next(player), 1.75);
  }
}

TEST(Queue, CarriesLeftOverTimeOver) {
  Player player;
  player.set("sixty");
  player.add("minus");
  player.state.update(1.25);
  EXPECT_EQ(player.current(), "minus");
  EXPECT_DOUBLE_EQ(player.time(), 0.25);
}

TEST(Queue, GoesThroughSeveralEntriesInOneStep) {
  Player player;
  player.set("sixty");
  player.add("minus");
  player.add("hundred");
  player.add("ramp", 0, Loop::yes);
  player.state.update(3.75);
  EXPECT_EQ(player.current(), "ramp");
  EXPECT_DOUBLE_EQ(player.time(), 0.75);
  EXPECT_DOUBLE_EQ(player.rotation(), 95);
}

TEST(Queue, LeftOverTimeIsNotScaledUntilItIsTrackTime) {
  Player player;
  player.state.set_time_scale(player.set("sixty"), 0.5);
  const EntryId minus = player.add("minus");
  player.state.set_time_scale(minus, 2);
  player.state.set_mix_duration(minus, 2, 1);
  // The track time is 1 after 2 seconds; 0.5 are left over.
  player.state.update(2.5);
  EXPECT_EQ(player.current(), "minus");
  EXPECT_DOUBLE_EQ(player.time(), 1);
  EXPECT_DOUBLE_EQ(player.rotation(), 55) << "a quarter of the mix: 80 - 100 / 4";
}

TEST(Queue, MixesFromTheEntryBefore) {
  Player player;
  player.state.set_default_mix(0.5);
  player.set("sixty");
  player.add("minus");
  player.state.update(0.625);
  EXPECT_DOUBLE_EQ(player.rotation(), 55);
}

TEST(Queue, OnAnEmptyTrackPlaysAtOnceOrAfterItsDelay) {
  Player player;
  player.add("sixty");
  EXPECT_EQ(player.current(), "sixty");
  EXPECT_DOUBLE_EQ(player.rotation(), 80);
  player.state.clear();
  player.add("ramp", 0.5);
  EXPECT_EQ(player.current(), "ramp");
  player.state.update(0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 20) << "not yet";
  EXPECT_DOUBLE_EQ(player.time(), 0);
  player.state.update(0.5);
  EXPECT_DOUBLE_EQ(player.time(), 0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 45);
}

TEST(Queue, IsDroppedBySet) {
  Player player;
  player.set("sixty");
  const EntryId queued = player.add("minus");
  player.set("ramp");
  EXPECT_FALSE(player.state.animation(queued)) << "it is gone";
  player.state.update(10);
  EXPECT_EQ(player.current(), "ramp");
}

TEST(Queue, FixesTheDelayWhenTheEntryIsAdded) {
  Player player;
  const EntryId ramp = player.set("ramp", Loop::yes);
  player.add("minus");
  player.state.set_track_time(ramp, 0.875);
  EXPECT_DOUBLE_EQ(start_of_next(player), 1) << "the end of the round it was in then";
}

TEST(Queue, KnowsWhatIsQueued) {
  Player player;
  player.set("sixty");
  const EntryId minus = player.add("minus"), ramp = player.add("ramp");
  EXPECT_EQ(player.state.animation(minus), player.data->find_animation("minus"));
  EXPECT_EQ(player.state.animation(ramp), player.data->find_animation("ramp"));
  EXPECT_EQ(player.state.track_time(ramp), 0);
}

}  // namespace
}  // namespace sinew
