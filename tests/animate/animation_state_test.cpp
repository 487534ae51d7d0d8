// Tracks and crossfades. Spec: animation.md 7; rigby-open-points O17 to O22.
#include "sinew/animation_state.hpp"

#include <algorithm>

#include "support/player.hpp"

namespace sinew {
namespace {

using test::Player;

TEST(AnimationState, ALoopingAnimationPlaysAtTimeModDuration) {
  Player player;
  player.set("ramp", Loop::yes);
  player.state.update(0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 45);
  player.state.update(0.75);
  EXPECT_DOUBLE_EQ(player.rotation(), 20) << "at exactly its duration it is at 0";
  player.state.update(3.5);
  EXPECT_DOUBLE_EQ(player.rotation(), 70);
}

TEST(AnimationState, AnAnimationThatDoesNotLoopStopsAtItsDuration) {
  Player player;
  player.set("ramp");
  player.state.update(0.5);
  EXPECT_DOUBLE_EQ(player.rotation(), 70);
  player.state.update(0.5);
  EXPECT_DOUBLE_EQ(player.rotation(), 120);
  player.state.update(100);
  EXPECT_DOUBLE_EQ(player.rotation(), 120);
  EXPECT_EQ(player.current(), "ramp") << "it stays on its track";
}

TEST(AnimationState, ALoopWithoutDurationIsAlwaysAtTime0) {
  Player player;
  player.set("pose", Loop::yes);
  for (double dt : {0.0, 0.3, 1e6}) {
    player.state.update(dt);
    EXPECT_DOUBLE_EQ(player.rotation(), 27);
  }
}

TEST(AnimationState, TimesBelow0ShowTheStartOrTheLoopBeforeIt) {
  Player player;
  player.state.set_track_time(player.set("ramp", Loop::yes), -0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 95);
  player.state.set_track_time(player.set("ramp"), -0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 20);
}

TEST(AnimationState, ResetsTheSkeletonFirst) {
  Player player;
  BonePose pose = player.skeleton.local_pose(BoneIndex(1));
  pose.y = 99;
  player.skeleton.set_local_pose(BoneIndex(1), pose);
  player.set("sixty");
  EXPECT_EQ(player.pose().y, 0);
  EXPECT_EQ(player.rotation(), 80);
  player.state.clear();
  EXPECT_EQ(player.rotation(), 20);
}

TEST(AnimationState, PosesAnyNumberOfSkeletons) {
  Player player;
  player.set("ramp");
  player.state.update(0.5);
  Skeleton other(player.data);
  player.state.apply(other);
  EXPECT_DOUBLE_EQ(test::pose_of(other, "bone").rotation, player.rotation());
}

// -- Crossfades -------------------------------------------------------------------------------------------------------

TEST(Crossfade, PutsTheNewAnimationOverTheOldOneAtFullWeight) {
  // animation.md 7, the example.
  Player player;
  player.set("sixty", Loop::yes);
  player.state.update(0.125);
  player.fade_to("minus", 0.5, Loop::yes);
  EXPECT_DOUBLE_EQ(player.rotation(), 80) << "no jump when it is set";
  player.state.update(0.125);
  EXPECT_DOUBLE_EQ(player.rotation(), 55);
  player.state.update(0.125);
  EXPECT_DOUBLE_EQ(player.rotation(), 30);
}

TEST(Crossfade, TheOldAnimationIsGoneWhenElapsedIsMix) {
  Player player;
  player.set("sixty", Loop::yes);
  player.fade_to("move", 0.5, Loop::yes);
  player.state.update(0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 80) << "what only the old one keys stays at full weight";
  EXPECT_DOUBLE_EQ(player.pose().x, 10);
  player.state.update(0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 20) << "and jumps to setup in the end";
  EXPECT_DOUBLE_EQ(player.pose().x, 15);
}

TEST(Crossfade, TheOldAnimationGoesOnPlaying) {
  Player player;
  player.set("ramp", Loop::yes);
  player.state.update(0.25);
  player.fade_to("move", 1);
  player.state.update(0.5);
  EXPECT_DOUBLE_EQ(player.rotation(), 95);
}

TEST(Crossfade, IsNotScaledByTimeScalesOfEntries) {
  Player player;
  player.state.set_time_scale(player.set("ramp", Loop::yes), 2);
  const EntryId minus = player.fade_to("minus", 0.5, Loop::yes);
  player.state.set_time_scale(minus, 0.5);
  player.state.update(0.125);
  EXPECT_DOUBLE_EQ(player.state.track_time(minus), 0.0625);
  // ramp at 0.25: 45; a quarter of the way to -20.
  EXPECT_DOUBLE_EQ(player.rotation(), 45 + (-20 - 45) * 0.25);
}

TEST(Crossfade, WithoutAMixThereIsNone) {
  Player player;
  player.set("sixty");
  player.set("move");
  EXPECT_DOUBLE_EQ(player.rotation(), 20);
  EXPECT_DOUBLE_EQ(player.pose().x, 15);
}

TEST(Crossfade, NeedsAnOldAnimation) {
  Player player;
  player.state.set_default_mix(1);
  player.set("sixty");
  EXPECT_DOUBLE_EQ(player.rotation(), 80);
  player.state.update(0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 80) << "a mix on a track where nothing plays is no fade";
}

TEST(Crossfade, GoesOnUnderneathWhenItIsInterrupted) {
  Player player;
  player.set("sixty", Loop::yes);
  player.fade_to("minus", 1, Loop::yes);
  player.state.update(0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 55);
  player.fade_to("hundred", 0.5, Loop::yes);
  EXPECT_DOUBLE_EQ(player.rotation(), 55) << "no jump when the third one is set";
  player.state.update(0.25);
  // 80, half way to -20: 30, half way to 120: 75.
  EXPECT_DOUBLE_EQ(player.rotation(), 75);
  player.state.update(0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 120) << "when the third is in, everything older goes";
}

TEST(Crossfade, TheUnderlyingOneCanEndFirst) {
  Player player;
  player.set("sixty", Loop::yes);
  player.fade_to("minus", 0.25, Loop::yes);
  player.fade_to("hundred", 1, Loop::yes);
  player.state.update(0.25);
  // "minus" is in: -20, a quarter of the way to 120.
  EXPECT_DOUBLE_EQ(player.rotation(), 15);
  player.state.update(0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 50);
}

TEST(Crossfade, EachEntryObeysItsOwnAlpha) {
  Player player;
  player.state.set_alpha(player.set("sixty", Loop::yes), 0.5);
  EXPECT_DOUBLE_EQ(player.rotation(), 50);
  player.state.set_alpha(player.fade_to("minus", 1, Loop::yes), 0.5);
  player.state.update(0.5);
  // The old one keeps its 0.5: 50; the new one has 0.5 * 0.5: 50 + (-20 - 50) / 4.
  EXPECT_DOUBLE_EQ(player.rotation(), 32.5);
}

TEST(Crossfade, HeldValuesChangeHalfWay) {
  Player player;
  player.set("sixty", Loop::yes);
  player.fade_to("dress", 1);
  player.state.update(0.4375);
  player.state.apply(player.skeleton);
  EXPECT_EQ(test::shown(player.skeleton, "A"), "x");
  EXPECT_EQ(test::order_of(player.skeleton), "AB");
  player.state.update(0.0625);
  player.state.apply(player.skeleton);
  EXPECT_EQ(test::shown(player.skeleton, "A"), "y") << "at exactly 0.5";
  EXPECT_EQ(test::order_of(player.skeleton), "BA");
}

TEST(Crossfade, TakesItsDurationFromThePairOrElseTheDefault) {
  Player player;
  player.state.set_default_mix(1);
  ASSERT_TRUE(player.state.set_mix("sixty", "minus", 0.5));
  player.set("sixty", Loop::yes);
  player.set("minus", Loop::yes);
  player.state.update(0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 30) << "0.25 of 0.5";
  player.state.update(0.25);
  player.set("sixty", Loop::yes);
  player.state.update(0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 5) << "0.25 of 1, the other way round";
  ASSERT_TRUE(player.state.set_mix("sixty", "minus", 0));
  player.state.update(1);
  player.set("minus", Loop::yes);
  EXPECT_DOUBLE_EQ(player.rotation(), -20) << "the pair's 0 is a mix of its own";
}

// -- Tracks -----------------------------------------------------------------------------------------------------------

TEST(Tracks, AreAppliedInAscendingOrder) {
  Player player;
  player.set("sixty", Loop::yes, 3);
  player.state.set_alpha(player.set("minus", Loop::yes, 1), 1);
  EXPECT_DOUBLE_EQ(player.rotation(), 80);
  player.state.set_alpha(player.state.current(3), 0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 5) << "-20 + (80 + 20) / 4";
  EXPECT_EQ(player.current(0), "-");
  EXPECT_EQ(player.current(2), "-");
  EXPECT_EQ(player.current(77), "-");
}

TEST(Tracks, AnAlphaOf0ShowsNothing) {
  Player player;
  player.set("sixty");
  player.state.set_alpha(player.set("minus", Loop::no, 1), 0);
  EXPECT_DOUBLE_EQ(player.rotation(), 80);
}

TEST(Tracks, CanBeClearedOneByOne) {
  Player player;
  player.set("sixty", Loop::yes, 0);
  player.set("move", Loop::yes, 1);
  player.add("minus", 0, Loop::yes, 1);
  player.state.clear(1);
  EXPECT_EQ(player.current(1), "-");
  EXPECT_EQ(player.current(0), "sixty");
  player.state.update(5);
  EXPECT_EQ(player.current(1), "-") << "its queue is gone too";
  EXPECT_DOUBLE_EQ(player.pose().x, 5);
  player.state.clear();
  EXPECT_EQ(player.current(0), "-");
  player.state.clear(12);  // never used
}

// -- Empty animations -------------------------------------------------------------------------------------------------

TEST(EmptyAnimation, FadesTheOldOneOut) {
  Player player;
  player.set("sixty", Loop::yes);
  player.state.set_empty(0, 0.5);
  EXPECT_EQ(player.current(), "empty");
  player.state.update(0.125);
  EXPECT_DOUBLE_EQ(player.rotation(), 65) << "20 + 60 * 0.75";
  player.state.update(0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 35);
  player.state.update(0.125);
  EXPECT_DOUBLE_EQ(player.rotation(), 20);
  EXPECT_EQ(player.current(), "-") << "and leaves the track";
}

TEST(EmptyAnimation, WeakensEverythingOlderInItsChain) {
  Player player;
  player.set("sixty", Loop::yes);
  player.fade_to("minus", 1, Loop::yes);
  player.state.update(0.5);
  player.state.set_empty(0, 0.5);
  player.state.update(0.125);
  // Factor 0.75. "sixty": 20 + 60 * 0.75 = 65; "minus": weight 0.625 * 0.75.
  EXPECT_DOUBLE_EQ(player.rotation(), 65 + (-20 - 65) * 0.46875);
}

TEST(EmptyAnimation, AnAnimationFadesInFromIt) {
  Player player;
  player.state.set_empty(0, 1);
  player.fade_to("sixty", 0.5, Loop::yes);
  player.state.update(0.125);
  EXPECT_DOUBLE_EQ(player.rotation(), 35);
}

TEST(EmptyAnimation, CanBeInterrupted) {
  Player player;
  player.set("sixty", Loop::yes);
  player.state.set_empty(0, 1);
  player.state.update(0.25);
  player.fade_to("minus", 0.5, Loop::yes);
  player.state.update(0.25);
  // "sixty" at 0.5: 50; half way to -20.
  EXPECT_DOUBLE_EQ(player.rotation(), 15);
}

TEST(EmptyAnimation, CanBeQueued) {
  Player player;
  player.set("sixty");
  player.state.add_empty(0, 0.5);
  player.state.update(0.5);
  EXPECT_DOUBLE_EQ(player.rotation(), 80);
  player.state.update(0.25);
  EXPECT_EQ(player.current(), "empty");
  EXPECT_DOUBLE_EQ(player.rotation(), 50) << "the fade ends with the animation";
  player.state.update(0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 20);
  EXPECT_EQ(player.current(), "-");
}

TEST(EmptyAnimation, StaysWhileSomethingIsQueuedBehindIt) {
  Player player;
  player.set("sixty");
  player.state.set_empty(0, 0.25);
  player.add("minus", 1);
  player.state.update(0.75);
  EXPECT_EQ(player.current(), "empty");
  EXPECT_DOUBLE_EQ(player.rotation(), 20);
  player.state.update(0.25);
  EXPECT_EQ(player.current(), "minus");
}

TEST(EmptyAnimation, OnAnEmptyTrackIsSoonGone) {
  Player player;
  player.state.set_empty(0, 0);
  player.state.update(0.1);
  EXPECT_EQ(player.current(), "-");
}

// -- Entries and names ------------------------------------------------------------------------------------------------

TEST(EntryId, DoesNothingOnceItsEntryIsGone) {
  Player player;
  const EntryId old = player.set("sixty");
  player.state.clear();
  const EntryId young = player.set("ramp");
  EXPECT_FALSE(old == young);
  player.state.set_alpha(old, 0);
  player.state.set_track_time(old, 0.5);
  player.state.set_time_scale(old, 0);
  player.state.set_mix_duration(old, 9);
  player.state.set_mix_duration(old, 9, 9);
  player.state.update(0.25);
  EXPECT_DOUBLE_EQ(player.rotation(), 45) << "whatever took its place is untouched";
  EXPECT_FALSE(player.state.animation(old));
  EXPECT_EQ(player.state.track_time(old), 0);
  player.state.set_alpha(EntryId(), 0);
  player.state.set_alpha(EntryId{0xffffffffffffffffu}, 0);
  EXPECT_DOUBLE_EQ(player.rotation(), 45);
}

TEST(EntryId, IsNeverUsedTwice) {
  Player player;
  std::vector<std::uint64_t> ids;
  for (int i = 0; i < 1000; ++i) {
    ids.push_back(player.set("sixty").value);
    if (i % 3 == 0) player.state.update(1);
    if (i % 7 == 0) player.state.clear();
  }
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
  EXPECT_NE(ids.front(), 0u);
}

TEST(AnimationState, RefusesUnknownNames) {
  Player player;
  player.set("sixty");
  const Result<EntryId> set = player.state.set_animation(0, "nope", Loop::no);
  ASSERT_FALSE(set);
  EXPECT_EQ(set.error().code, ErrorCode::unknown_name);
  EXPECT_NE(set.error().message.find("nope"), std::string::npos);
  EXPECT_FALSE(player.state.add_animation(0, "nope", Loop::no));
  EXPECT_FALSE(player.state.set_mix("nope", "sixty", 1));
  EXPECT_FALSE(player.state.set_mix("sixty", "nope", 1));
  EXPECT_EQ(player.current(), "sixty") << "unchanged";
  EXPECT_TRUE(player.state.set_animation(0, "minus", Loop::no));
  EXPECT_EQ(player.current(), "minus");
}

TEST(AnimationState, ScalesTime) {
  Player player;
  const EntryId ramp = player.set("ramp");
  player.state.set_time_scale(2);
  player.state.update(0.125);
  EXPECT_DOUBLE_EQ(player.state.track_time(ramp), 0.25);
  player.state.set_time_scale(ramp, 0.5);
  player.state.update(0.25);
  EXPECT_DOUBLE_EQ(player.state.track_time(ramp), 0.5);
  EXPECT_DOUBLE_EQ(player.rotation(), 70);
  player.state.set_time_scale(0);
  player.state.update(10);
  EXPECT_DOUBLE_EQ(player.rotation(), 70);
}

}  // namespace
}  // namespace sinew
