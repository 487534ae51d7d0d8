// A frame takes nothing from the heap once everything has happened once.
#include "support/allocation_counter.hpp"
#include "support/player.hpp"

namespace sinew {
namespace {

using test::AllocationCounter;
using test::Player;
using test::Rules;

SkeletonDataPtr busy(Rules rules) {
  return test::make_data(rules, R"(
    "bones": [{"name": "root"}, {"name": "bone", "parent": "root"}],
    "slots": [{"name": "A", "bone": "bone", "attachment": "m"}, {"name": "B", "bone": "bone", "attachment": "r"}],
    "skins": [{"name": "default", "attachments": {
      "A": {"m": {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "vertices": [0, 0, 1, 0, 1, 1], "hull": 3}},
      "B": {"r": {"width": 1, "height": 1, "sequence": {"count": 3}}}}}],
    "events": {"hit": {}},
    "animations": {
      "a": {"bones": {"bone": {"rotate": [{"curve": [0.25, 0, 0.75, 90]}, {"time": 1, "value": 90}], "scale": [{}, {"time": 1, "x": 2}],
                               "inherit": [{"inherit": "noScale"}]}},
            "slots": {"A": {"rgba2": [{}, {"time": 1, "light": "00000000", "dark": "000000"}]}, "B": {"attachment": [{"time": 0.5, "name": null}]}},
            "attachments": {"default": {"A": {"m": {"deform": [{}, {"time": 1, "vertices": [1, 2, 3]}]}},
                                        "B": {"r": {"sequence": [{"mode": "loop", "delay": 0.1}]}}}},
            "drawOrder": [{"time": 0.5, "offsets": [{"slot": "A", "offset": 1}]}], "events": [{"name": "hit"}, {"time": 0.5, "name": "hit"}]},
      "b": {"bones": {"bone": {"translate": [{}, {"time": 1, "x": 5}]}}, "events": [{"time": 0.25, "name": "hit"}]}})");
}

/// Two seconds of play: loops, events, crossfades on two tracks, a queue, fading to nothing.
void play(Player& player) {
  player.set("a", Loop::yes, 0);
  player.fade_to("b", 0.3, Loop::yes, 1);
  player.add("a", 0.5, Loop::yes, 1);
  for (int frame = 0; frame < 120; ++frame) {
    if (frame == 40) player.fade_to("b", 0.5, Loop::yes, 0);
    if (frame == 50) player.fade_to("a", 0.5, Loop::yes, 0);
    if (frame == 90) player.state.set_empty(1, 0.25);
    player.state.update(1.0 / 60);
    player.state.apply(player.skeleton);
    player.skeleton.update(1.0 / 60);
    static_cast<void>(player.state.events().size());
  }
}

TEST(Allocation, TheCounterCounts) {
  const AllocationCounter counter;
  const auto something = std::make_unique<int>(1);
  EXPECT_GE(counter.count(), 1u) << *something;
}

TEST(Allocation, AFrameTakesNothingFromTheHeap) {
  for (Rules rules : test::every_rules) {
    const SkeletonDataPtr data = busy(rules);
    ASSERT_TRUE(data);
    Player player(data);
    play(player);  // warms the player's pools up
    const AllocationCounter counter;
    play(player);
    EXPECT_EQ(counter.count(), 0u) << test::name_of(rules);
  }
}

TEST(Allocation, PosingAReservedSkeletonTakesNothingFromTheHeapEvenTheFirstTime) {
  for (Rules rules : test::every_rules) {
    const SkeletonDataPtr data = busy(rules);
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    skeleton.reserve();
    const Animation& animation = test::animation(data, "a");
    const AllocationCounter counter;
    skeleton.set_to_setup_pose();
    for (double time = 0; time < 1.5; time += 0.1) {
      apply(skeleton, animation, time);
      skeleton.update(0.1);
    }
    EXPECT_EQ(counter.count(), 0u) << test::name_of(rules);
  }
}

TEST(Allocation, TheFirstDeformTakesMemoryOnce) {
  for (Rules rules : test::every_rules) {
    const SkeletonDataPtr data = busy(rules);
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    const Animation &plain = test::animation(data, "b"), &deforming = test::animation(data, "a");
    const std::size_t before = skeleton.memory();
    const AllocationCounter counter;
    for (double time = 0; time < 1.5; time += 0.1) apply(skeleton, plain, time);
    EXPECT_EQ(counter.count(), 0u) << test::name_of(rules);
    EXPECT_EQ(skeleton.memory(), before);
    for (double time = 0; time < 1.5; time += 0.1) apply(skeleton, deforming, time);
    EXPECT_EQ(counter.count(), 1u) << test::name_of(rules);
    EXPECT_EQ(skeleton.memory(), before + 6 * sizeof(double));
  }
}

TEST(Allocation, AnInstanceIsOneAllocation) {
  const SkeletonDataPtr data = busy(Rules::rigby);
  ASSERT_TRUE(data);
  const AllocationCounter counter;
  const Skeleton skeleton(data);
  EXPECT_EQ(counter.count(), 1u);
}

}  // namespace
}  // namespace sinew
