// Copies of animation states: snapshots that go on as the original would.
#include <gtest/gtest.h>

#include <cstring>

#include "sinew/animation_state.hpp"
#include "support/allocation_counter.hpp"
#include "support/skeletons.hpp"

namespace sinew::test {
namespace {

SkeletonDataPtr turning(Rules rules) {
  return make_data(rules, R"(
    "bones": [{"name": "root"}],
    "events": {"e": {}},
    "animations": {
      "a": {"bones": {"root": {"rotate": [{}, {"time": 1, "value": 170}]}}, "events": [{"time": 0.7, "name": "e"}]},
      "b": {"bones": {"root": {"rotate": [{"value": -150}, {"time": 1, "value": 30}]}}}})");
}

double turn(AnimationState& state, Skeleton& skeleton, double dt) {
  state.update(dt);
  skeleton.set_to_setup_pose();
  state.apply(skeleton);
  return skeleton.local_pose(BoneIndex(0)).rotation;
}

TEST(AnimationStateCopy, GoesOnAsTheOriginalWould) {
  for (const Rules rules : every_rules) {
    const auto data = turning(rules);
    ASSERT_NE(data, nullptr);
    Skeleton skeleton(data);
    AnimationState original(data), assigned(data);
    original.set_default_mix(0.5);
    ASSERT_TRUE(original.set_animation(0, "a", Loop::yes).has_value());
    turn(original, skeleton, 0.4);
    const auto entry = original.set_animation(0, "b", Loop::yes);
    ASSERT_TRUE(entry.has_value());
    ASSERT_TRUE(original.add_animation(0, "a", Loop::no, 0.9).has_value());
    turn(original, skeleton, 0.2);
    AnimationState copy(original);
    assigned = original;
    EXPECT_EQ(copy.track_time(*entry), original.track_time(*entry));
    std::vector<double> of_copy, of_assigned, of_original;
    std::size_t events = 0;
    for (int i = 0; i < 30; ++i) of_copy.push_back(turn(copy, skeleton, 0.07));
    for (int i = 0; i < 30; ++i) {
      of_original.push_back(turn(original, skeleton, 0.07));
      events += original.events().size();
    }
    for (int i = 0; i < 30; ++i) {
      of_assigned.push_back(turn(assigned, skeleton, 0.07));
      events -= assigned.events().size();
    }
    EXPECT_EQ(of_copy, of_original) << name_of(rules);
    EXPECT_EQ(of_assigned, of_original) << name_of(rules);
    EXPECT_EQ(events, 0u);
    EXPECT_NE(of_original.front(), of_original[5]);
  }
}

TEST(AnimationStateCopy, AssigningAgainDoesNotAllocate) {
  for (const Rules rules : every_rules) {
    const auto data = turning(rules);
    ASSERT_NE(data, nullptr);
    Skeleton skeleton(data);
    AnimationState original(data), copy(data);
    original.set_default_mix(0.5);
    ASSERT_TRUE(original.set_animation(0, "a", Loop::yes).has_value());
    turn(original, skeleton, 0.4);
    ASSERT_TRUE(original.set_animation(0, "b", Loop::yes).has_value());
    const auto once = [&] {
      turn(original, skeleton, 0.01);
      copy = original;
      turn(copy, skeleton, 0.005);
    };
    for (int i = 0; i < 5; ++i) once();
    const AllocationCounter counter;
    for (int i = 0; i < 5; ++i) once();
    EXPECT_EQ(counter.count(), 0u) << name_of(rules);
  }
}

TEST(AnimationStateCopy, TakesOverOtherDataToo) {
  const auto one = turning(Rules::rigby), two = turning(Rules::spine_4_3);
  ASSERT_TRUE(one != nullptr && two != nullptr);
  AnimationState a(one), b(two);
  ASSERT_TRUE(a.set_animation(0, "a", Loop::no).has_value());
  b = a;
  Skeleton skeleton(one);
  EXPECT_NEAR(turn(b, skeleton, 0.5), 85, 1e-9);
}

}  // namespace
}  // namespace sinew::test
