// What plays otherwise in 3.8 than in 4.2. Spec: animation.md 12.3; the figures are worked out from it by hand.
#include <string>

#include "support/player.hpp"

namespace sinew {
namespace {

using test::Player;
using test::Rules;

/// Of one second each; "bone" is turned by 20 degrees in the setup pose, "slot" is grey.
std::string members(bool v3_8) {
  const std::string value = v3_8 ? "angle" : "value", rgba = v3_8 ? "color" : "rgba";
  const std::string rgba2 = v3_8 ? "twoColor" : "rgba2";
  const auto turned = [&](const char* name, const char* degrees) {
    return '"' + std::string(name) + R"(": {"bones": {"bone": {"rotate": [{")" + value + "\": " + degrees +
           R"(}, {"time": 1, ")" + value + "\": " + degrees + "}]}}}, ";
  };
  return R"("bones": [{"name": "root"}, {"name": "bone", "parent": "root", "rotation": 20}],
    "slots": [{"name": "slot", "bone": "bone", "color": "808080ff", "dark": "000000"}],
    "animations": {)" +
         turned("sixty", "60") + turned("minus", "-40") + turned("half", "-120") + R"(
      "pose": {"bones": {"bone": {"rotate": [{")" +
         value + R"(": 7}]}}},
      "other": {"bones": {"bone": {"translate": [{"x": 1}, {"time": 1, "x": 1}]}}},
      "light": {"slots": {"slot": {")" +
         rgba + R"(": [{"color": "ffffffff"}, {"time": 1, "color": "ffffffff"}]}}},
      "both": {"slots": {"slot": {")" +
         rgba2 + R"(": [{"light": "000000ff", "dark": "ffffff"}, {"time": 1, "light": "000000ff", "dark": "ffffff"}]}}}
    })";
}

Player player_of(Rules rules) {
  return Player(test::make_data(rules, members(rules == Rules::spine_3_8)));
}

/// Applies over the setup pose.
double rotation(Player& player) {
  player.skeleton.set_to_setup_pose();
  return player.rotation();
}

/// How many updates of an eighth of a second it takes until the queued entry is the current one.
int updates_until_next(Player& player) {
  const EntryId before = player.state.current(0);
  for (int i = 0; i < 100; ++i) {
    if (player.state.current(0) != before) return i;
    player.state.update(0.125);
    player.state.apply(player.skeleton);
  }
  return -1;
}

TEST(Player38, DelaysMayLieBeforeTheStart) {
  // Queued with a delay of -0.5 behind a mix of 1: it starts half a second before the other animation began.
  for (const Rules rules : {Rules::spine_3_8, Rules::spine_4_2}) {
    Player player = player_of(rules);
    player.state.set_default_mix(1);
    player.set("sixty");
    player.state.apply(player.skeleton);
    player.add("minus", -0.5);
    player.state.update(0.125);
    EXPECT_EQ(player.current(), "minus");
    EXPECT_DOUBLE_EQ(player.time(), rules == Rules::spine_3_8 ? 0.625 : 0.125);
  }
}

TEST(Player38, QueuesBehindAPoseAtTheTimeThatItHas) {
  // Behind an animation without duration neither the delay nor the mix counts.
  for (const Rules rules : {Rules::spine_3_8, Rules::spine_4_2}) {
    Player player = player_of(rules);
    player.state.set_default_mix(0.25);
    player.set("pose");
    player.state.update(0.5);
    player.state.apply(player.skeleton);
    player.add("minus", -0.25);
    player.state.update(0.125);
    EXPECT_EQ(player.current(), "minus");
    EXPECT_DOUBLE_EQ(player.time(), rules == Rules::spine_3_8 ? 0.125 : 0.625);
  }
}

TEST(Player38, FadingToNothingTakesBothMixesOffTheDelay) {
  // 4.2: 1 - 0.25 (its own mix). 3.8: 1 - 0.5 (the pair's) - 0.25.
  for (const Rules rules : {Rules::spine_3_8, Rules::spine_4_2}) {
    Player player = player_of(rules);
    player.state.set_default_mix(0.5);
    player.set("sixty");
    player.state.add_empty(0, 0.25);
    EXPECT_EQ(updates_until_next(player), rules == Rules::spine_3_8 ? 3 : 7);
  }
}

TEST(Player38, ALoopIsCompleteWhenItsTimeFallsBack) {
  const auto completes = [](Rules rules, double step) {
    Player player = player_of(rules);
    player.set("sixty", Loop::yes);
    player.state.apply(player.skeleton);
    int count = 0;
    for (int i = 0; i < 2; ++i) {
      player.state.update(step);
      player.state.apply(player.skeleton);
      for (const StateEvent& event : player.state.notifications()) {
        if (event.type == StateEventType::complete) ++count;
      }
    }
    return count;
  };
  // From 0 to 1.25 and 2.5: a step over a whole round goes unnoticed.
  EXPECT_EQ(completes(Rules::spine_3_8, 1.25), 0);
  EXPECT_EQ(completes(Rules::spine_4_2, 1.25), 2);
  // From 0 to 0.75 and 1.5.
  EXPECT_EQ(completes(Rules::spine_3_8, 0.75), 1);
  EXPECT_EQ(completes(Rules::spine_4_2, 0.75), 1);
}

TEST(Player38, AMixIsOverOnlyAfterItHasBegun) {
  // A mix duration of 0: 4.2 drops the old animation in the first update, 3.8 in the second.
  const auto ends = [](Rules rules) {
    Player player = player_of(rules);
    player.set("sixty");
    player.state.apply(player.skeleton);
    player.set("minus");
    player.state.apply(player.skeleton);
    player.state.update(0.125);
    int count = 0;
    for (const StateEvent& event : player.state.notifications()) {
      if (event.type == StateEventType::end) ++count;
    }
    return count;
  };
  EXPECT_EQ(ends(Rules::spine_4_2), 1);
  EXPECT_EQ(ends(Rules::spine_3_8), 0);
}

TEST(Player38, HoldsUntilWhatComesNextIsMixedInIfThatTakesTime) {
  // "sixty" and "minus" key the rotation, "other" does not. Who decides whether the hold ends with the mix of "other":
  // 4.2 the first animation's mix duration (0: held for good), 3.8 that of "other".
  const auto rotation_in_the_middle = [](Rules rules) {
    Player player = player_of(rules);
    player.set("sixty");
    player.state.apply(player.skeleton);
    player.fade_to("minus", 1);
    player.state.update(0.25);
    player.state.apply(player.skeleton);
    player.fade_to("other", 0.5);
    player.state.update(0.25);
    return rotation(player);
  };
  // minus has weight (1 - 0.5) * 0.25 = 0.125 in both: over 80 in 4.2, over 20 + 60 * (1 - 0.5) = 50 in 3.8.
  EXPECT_DOUBLE_EQ(rotation_in_the_middle(Rules::spine_4_2), 80 - 100 * 0.125);
  EXPECT_DOUBLE_EQ(rotation_in_the_middle(Rules::spine_3_8), 50 - 70 * 0.125);
}

TEST(Player38, TellsColoursWithAndWithoutADarkOneApart) {
  // In 4.2 "light" takes the light colour over from "both", which is held for that, its dark colour too. In 3.8 they
  // have nothing to do with each other: "both" fades out, "light" comes in over the setup colour.
  const auto colors_in_the_middle = [](Rules rules) {
    Player player = player_of(rules);
    player.set("both");
    player.state.apply(player.skeleton);
    player.fade_to("light", 1);
    player.state.update(0.5);
    player.skeleton.set_to_setup_pose();
    player.state.apply(player.skeleton);
    return std::pair(player.skeleton.color(SlotIndex(0)).r, player.skeleton.dark_color(SlotIndex(0))->r);
  };
  const float grey = 128 / 255.0f;
  EXPECT_EQ(colors_in_the_middle(Rules::spine_4_2), std::pair(0.5f, 1.0f));
  const auto [light, dark] = colors_in_the_middle(Rules::spine_3_8);
  EXPECT_FLOAT_EQ(light, grey + (1 - grey) / 2);
  EXPECT_FLOAT_EQ(dark, 0.5f);
}

TEST(Player38, AMixedRotationIsWrapped) {
  // From 80 to -100: exactly half a turn. 3.8 goes clockwise and says so, 4.2 goes the other way.
  const auto rotation_after = [](Rules rules, double mix) {
    Player player = player_of(rules);
    player.set("sixty");
    player.state.apply(player.skeleton);
    player.fade_to("half", 1);
    player.state.update(mix);
    return rotation(player);
  };
  EXPECT_DOUBLE_EQ(rotation_after(Rules::spine_4_2, 0.75), 80 + 180 * 0.75);
  EXPECT_DOUBLE_EQ(rotation_after(Rules::spine_3_8, 0.75), 80 - 180 * 0.75);
}

TEST(Player38, PlaysAsIn42Otherwise) {
  for (const Rules rules : {Rules::spine_3_8, Rules::spine_4_2}) {
    Player player = player_of(rules);
    player.set("sixty", Loop::yes);
    player.state.apply(player.skeleton);
    player.fade_to("minus", 0.5);
    player.state.update(0.125);
    EXPECT_DOUBLE_EQ(rotation(player), 55) << test::name_of(rules);
    player.add("other", 0.25);
    EXPECT_EQ(updates_until_next(player), 2) << test::name_of(rules);
  }
}

}  // namespace
}  // namespace sinew
