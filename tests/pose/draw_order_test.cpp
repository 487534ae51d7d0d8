#include "pose/draw_order.hpp"

#include <random>

#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::both_spine;
using test::every_rules;
using test::Rules;

std::vector<std::uint32_t> order_of(std::size_t slots, const std::vector<DrawOrderOffset>& offsets) {
  std::vector<std::uint32_t> order(slots);
  DrawOrderKey key;
  key.setup = false;
  key.offsets = offsets;
  build_order(key, order);
  return order;
}

using Order = std::vector<std::uint32_t>;

TEST(BuildOrder, MovesListedSlotsAndFillsUpWithTheRest) {
  EXPECT_EQ(order_of(5, {{1, 2}, {4, -4}}), (Order{4, 0, 2, 1, 3})) << "animation.md 5.6";
  EXPECT_EQ(order_of(5, {{0, 2}, {4, -4}}), (Order{4, 1, 0, 2, 3})) << "drawing.md 2";
  EXPECT_EQ(order_of(3, {{0, 2}}), (Order{1, 2, 0}));
  EXPECT_EQ(order_of(3, {{2, -2}}), (Order{2, 0, 1}));
}

TEST(BuildOrder, KeepsTheSetupOrderWithoutOffsets) {
  EXPECT_EQ(order_of(4, {}), (Order{0, 1, 2, 3}));
  EXPECT_EQ(order_of(4, {{1, 0}}), (Order{0, 1, 2, 3}));
}

TEST(BuildOrder, AnOffsetOf0PinsASlot) {
  // Slot 3 to place 0; slot 1 stays where it is; the rest 0, 2 fill 2, 3.
  EXPECT_EQ(order_of(4, {{1, 0}, {3, -3}}), (Order{3, 1, 0, 2}));
}

TEST(BuildOrder, ASlotWhosePlaceIsTakenIsOneOfTheRest) {
  EXPECT_EQ(order_of(5, {{0, 2}, {3, -1}}), (Order{1, 2, 0, 3, 4})) << "drawing.md 2: B C A D E";
}

TEST(BuildOrder, ASlotThatLeadsOutsideIsOneOfTheRest) {
  EXPECT_EQ(order_of(3, {{0, 5}}), (Order{0, 1, 2}));
  EXPECT_EQ(order_of(3, {{0, -1}}), (Order{0, 1, 2}));
  EXPECT_EQ(order_of(3, {{0, 1}, {2, 1}}), (Order{1, 0, 2}));
  EXPECT_EQ(order_of(3, {{0, 2147483647}, {1, -2147483647 - 1}, {2, -2}}), (Order{2, 0, 1}));
}

TEST(BuildOrder, HandlesNoSlotsAtAll) {
  EXPECT_EQ(order_of(0, {}), Order{});
}

TEST(BuildOrder, AgreesWithTheRuleWordByWord) {
  std::mt19937 random(8);
  for (int round = 0; round < 5000; ++round) {
    const std::size_t n = 1 + random() % 9;
    std::vector<DrawOrderOffset> offsets;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (random() % 2)
        offsets.push_back({i, static_cast<std::int32_t>(random() % (2 * n + 3)) - static_cast<std::int32_t>(n) - 1});
    }
    // "Go through the listed slots by setup index and put each at index + offset if that place is free. Then fill the
    // empty places, from the back, with the remaining slots in reverse setup order."
    std::vector<int> expected(n, -1);
    std::vector<bool> placed(n, false);
    for (const DrawOrderOffset& entry : offsets) {
      const long place = static_cast<long>(entry.slot) + entry.offset;
      if (place < 0 || place >= static_cast<long>(n) || expected[place] >= 0) continue;
      expected[place] = static_cast<int>(entry.slot);
      placed[entry.slot] = true;
    }
    int place = static_cast<int>(n) - 1;
    for (int i = static_cast<int>(n) - 1; i >= 0; --i) {
      if (placed[i]) continue;
      while (expected[place] >= 0) --place;
      expected[place] = i;
    }
    const Order order = order_of(n, offsets);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(static_cast<int>(order[i]), expected[i]);
  }
}

// -- Timelines --------------------------------------------------------------------------------------------------------

SkeletonDataPtr five_slots(Rules rules, std::string_view timelines) {
  return test::make_data(
      rules, R"("bones": [{"name": "root"}], "slots": [{"name": "A", "bone": "root"}, {"name": "B", "bone": "root"},
    {"name": "C", "bone": "root"}, {"name": "D", "bone": "root"}, {"name": "E", "bone": "root"}], "animations": {"a": {)" +
                 std::string(timelines) + "}}");
}

std::string after(const SkeletonDataPtr& data, double time, const ApplyOptions& options = {},
                  std::string_view before = "") {
  if (!data) return "error";
  Skeleton skeleton(data);
  if (!before.empty()) apply(skeleton, test::animation(data, before), 0, {.base = MixBase::current});
  apply(skeleton, test::animation(data, "a"), time, options);
  return test::order_of(skeleton);
}

constexpr std::string_view keys = R"("drawOrder": [
  {"time": 1, "offsets": [{"slot": "A", "offset": 2}, {"slot": "E", "offset": -4}]},
  {"time": 2, "offsets": [{"slot": "A", "offset": 2}, {"slot": "D", "offset": -1}]},
  {"time": 3}])";

TEST(ApplyDrawOrder, TakesTheKeyInForce) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = five_slots(rules, keys);
    EXPECT_EQ(after(data, 1), "EBACD");
    EXPECT_EQ(after(data, 2.5), "BCADE");
    EXPECT_EQ(after(data, 3), "ABCDE") << "a key without offsets: the setup order";
  }
}

TEST(ApplyDrawOrder, GoesThroughTheSlotsInSetupOrderHoweverTheyAreListed) {
  for (Rules rules : every_rules) {
    EXPECT_EQ(
        after(five_slots(rules,
                         R"("drawOrder": [{"offsets": [{"slot": "D", "offset": -1}, {"slot": "A", "offset": 2}]}])"),
              0),
        "BCADE");
  }
}

TEST(ApplyDrawOrder, RigbyChangesFromHalfTheWeightOn) {
  const SkeletonDataPtr data = five_slots(Rules::rigby, keys);
  EXPECT_EQ(after(data, 1, {.weight = 0.49}), "ABCDE");
  EXPECT_EQ(after(data, 1, {.weight = 0.5}), "EBACD");
  EXPECT_EQ(after(data, 1, {.weight = 0.51}), "EBACD");
  EXPECT_EQ(after(data, 0), "EBACD") << "before the first key: that key";
}

TEST(ApplyDrawOrder, SpineIgnoresTheWeight) {
  for (Rules rules : both_spine) {
    const SkeletonDataPtr data = five_slots(
        rules, std::string(keys) + R"(}, "other": {"drawOrder": [{"offsets": [{"slot": "E", "offset": -1}]}])");
    EXPECT_EQ(after(data, 1, {.weight = 0.01}, "other"), "EBACD");
    EXPECT_EQ(after(data, 0, {.base = MixBase::setup}, "other"), "ABCDE");
    EXPECT_EQ(after(data, 0, {.base = MixBase::first}, "other"), "ABCDE");
    EXPECT_EQ(after(data, 0, {.base = MixBase::current}, "other"), "ABCED");
    EXPECT_EQ(after(data, 1, {.base = MixBase::setup, .mixing_out = true}, "other"), "ABCDE");
    EXPECT_EQ(after(data, 1, {.base = MixBase::current, .mixing_out = true}, "other"), "ABCED");
    EXPECT_EQ(after(data, 1, {.base = MixBase::first, .mixing_out = true}, "other"),
              rules == Rules::spine_4_3 ? "ABCDE" : "ABCED");
  }
}

TEST(ApplyDrawOrder, OneSlotCanBeTheWholeOrder) {
  const SkeletonDataPtr data =
      test::make_data(Rules::rigby, R"("bones": [{"name": "root"}], "slots": [{"name": "A", "bone": "root"}],
    "animations": {"a": {"drawOrder": [{"offsets": [{"slot": "A", "offset": 0}]}]}})");
  EXPECT_EQ(after(data, 0), "A");
}

// -- Folders (4.3) ----------------------------------------------------------------------------------------------------

TEST(ApplyDrawOrderFolder, ReordersItsSlotsAmongTheirPlaces) {
  // The folder B, D, E; B +2 leads to D, E, B. Its places are 1, 3, 4.
  const SkeletonDataPtr data = five_slots(Rules::spine_4_3, R"("drawOrderFolder": [{"slots": ["B", "D", "E"], "keys": [
    {"offsets": [{"slot": "B", "offset": 2}]}, {"time": 1}]}])");
  EXPECT_EQ(after(data, 0), "ADCEB");
  EXPECT_EQ(after(data, 1), "ABCDE");
}

TEST(ApplyDrawOrderFolder, AppliesOnTopOfTheWholeOrder) {
  // The whole order E B A C D; the folder B, D, E in reverse: the places 0, 1, 4 get E, D, B.
  const SkeletonDataPtr data = five_slots(Rules::spine_4_3, R"(
    "drawOrder": [{"offsets": [{"slot": "A", "offset": 2}, {"slot": "E", "offset": -4}]}],
    "drawOrderFolder": [{"slots": ["B", "D", "E"], "keys": [
      {"offsets": [{"slot": "B", "offset": 2}, {"slot": "D", "offset": 0}, {"slot": "E", "offset": -2}]}, {"time": 1}]}])");
  EXPECT_EQ(after(data, 0), "EDACB");
  EXPECT_EQ(after(data, 1), "BDACE") << "without offsets: the folder's own order";
}

TEST(ApplyDrawOrderFolder, TheListsOrderCounts) {
  // Without offsets the folder's slots come in the list's order: E, B.
  const SkeletonDataPtr data =
      five_slots(Rules::spine_4_3, R"("drawOrderFolder": [{"slots": ["E", "B"], "keys": [{}]}])");
  EXPECT_EQ(after(data, 0), "AECDB");
}

}  // namespace
}  // namespace sinew
