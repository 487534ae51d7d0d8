// Whatever numbers a program poses with, nothing crashes. Run it with sanitizers (preset "sanitize").
#include <limits>

#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::every_rules;
using test::Rules;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double numbers[] = {0,       -0.0, 1e-320, 0.5,      1,        2,         1e18,
                              1.7e308, -1,   -1e18,  -1.7e308, infinity, -infinity, not_a_number};

/// Every kind of timeline there is for bones, slots, attachments and the draw order.
SkeletonDataPtr everything(Rules rules) {
  return test::make_data(
      rules, std::string(R"(
    "bones": [{"name": "root"}, {"name": "b", "parent": "root", "scaleX": 0}, {"name": "c", "parent": "b", "inherit": "noScale"},
              {"name": "d", "parent": "c", "inherit": "noRotationOrReflection", "skin": true}],
    "slots": [{"name": "A", "bone": "c", "attachment": "m"}, {"name": "B", "bone": "d", "attachment": "r"}],
    "skins": [{"name": "default", "attachments": {
      "A": {"m": {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "vertices": [0, 0, 1, 0, 1, 1], "hull": 3}},
      "B": {"r": {"width": 1, "height": 1, "sequence": {"count": 3}}}}}],
    "events": {"hit": {}},
    "animations": {"a": {
      "bones": {"b": {"rotate": [{"curve": [0, 0, 1, 90]}, {"time": 1, "value": 90}],
                      "translate": [{"curve": [5, 9, -5, 9, 0.5, 0, 0.5, 0]}, {"time": 1, "x": 20, "y": -10}],
                      "scale": [{"time": 0.5}, {"time": 0.5, "x": 0}, {"time": 1, "x": -1}], "shearx": [{}, {"time": 1, "value": 1e300}]},
                "c": {"inherit": [{"time": 0.25, "inherit": "noScaleOrReflection"}, {"time": 0.75}]}},
      "slots": {"A": {"rgba2": [{"light": "00000000", "dark": "000000"}, {"time": 1}]},
                "B": {"attachment": [{"time": 0.5}, {"time": 0.75, "name": "r"}]}},
      "attachments": {"default": {"A": {"m": {"deform": [{"curve": [0, 0, 1, 1]}, {"time": 1, "offset": 1, "vertices": [1e300, 2, 3]}]}},
                                  "B": {"r": {"sequence": [{"mode": "pingpong", "delay": 0.1}, {"time": 1, "mode": "loopReverse"}]}}}},
      "drawOrder": [{"time": 0.5, "offsets": [{"slot": "A", "offset": 1}]}],)") +
                 (rules == Rules::spine_4_3 ? R"("drawOrderFolder": [{"slots": ["B", "A"], "keys": [{}]}],)" : "") +
                 R"("events": [{"time": 0.5, "name": "hit"}]}})");
}

void expect_permutation(const Skeleton& skeleton) {
  std::vector<bool> seen(skeleton.data().slots.size(), false);
  for (SlotIndex slot : skeleton.draw_order()) {
    ASSERT_LT(slot.value, seen.size());
    ASSERT_FALSE(seen[slot.value]);
    seen[slot.value] = true;
  }
}

TEST(Hostile, AnyTimeAndWeightIsSurvived) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = everything(rules);
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    std::vector<const EventKey*> events;
    for (double time : numbers) {
      for (double weight : numbers) {
        for (MixBase base : {MixBase::setup, MixBase::first, MixBase::current}) {
          for (int flags = 0; flags < 4; ++flags) {
            const ApplyOptions options{
                .weight = weight, .base = base, .additive = (flags & 1) != 0, .mixing_out = (flags & 2) != 0};
            apply(skeleton, test::animation(data, "a"), time, options);
            skeleton.update(time);
            for (std::size_t i = 0; i < data->slots.size(); ++i) {
              static_cast<void>(skeleton.deform(SlotIndex(i)).size());
              EXPECT_LT(skeleton.sequence_frame(SlotIndex(i)), 3u);
            }
            expect_permutation(skeleton);
          }
        }
        events.clear();
        collect_events(test::animation(data, "a"), time, weight, events);
        EXPECT_LE(events.size(), 1u);
      }
    }
  }
}

TEST(Hostile, TheSetupPoseHealsEverything) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = everything(rules);
    ASSERT_TRUE(data);
    Skeleton spoiled(data), fresh(data);
    apply(spoiled, test::animation(data, "a"), not_a_number, {.weight = infinity, .base = MixBase::current});
    spoiled.update(not_a_number);
    for (Skeleton* skeleton : {&spoiled, &fresh}) {
      skeleton->set_to_setup_pose();
      apply(*skeleton, test::animation(data, "a"), 0.6);
      skeleton->update(0);
    }
    for (std::size_t i = 0; i < data->bones.size(); ++i) {
      if (!fresh.active(BoneIndex(i))) continue;
      EXPECT_EQ(spoiled.world(BoneIndex(i)).a, fresh.world(BoneIndex(i)).a);
      EXPECT_EQ(spoiled.world(BoneIndex(i)).ty, fresh.world(BoneIndex(i)).ty);
    }
    const std::span<const double> a = spoiled.deform(SlotIndex(0)), b = fresh.deform(SlotIndex(0));
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i], b[i]);
  }
}

TEST(Hostile, PosesOfTheHostMayBeAnything) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = everything(rules);
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    for (double number : numbers) {
      for (std::size_t i = 0; i < data->bones.size(); ++i) {
        skeleton.set_local_pose(BoneIndex(i), {number, number, number, number, number, number, number});
        for (int mode = 0; mode < 5; ++mode) {
          skeleton.set_inherit(BoneIndex(i), static_cast<Inherit>(mode));
          skeleton.update(number);
        }
      }
    }
    EXPECT_EQ(skeleton.world_transforms().size(), data->bones.size());
  }
}

TEST(Hostile, FoldersThatListASlotTwiceKeepTheOrderWhole) {
  const SkeletonDataPtr data = test::make_data(Rules::spine_4_3, R"("bones": [{"name": "root"}],
    "slots": [{"name": "A", "bone": "root"}, {"name": "B", "bone": "root"}, {"name": "C", "bone": "root"}],
    "animations": {"a": {"drawOrderFolder": [{"slots": ["A", "B", "A"], "keys": [{"offsets": [{"slot": "A", "offset": 1}]}, {"time": 1}]}]}})");
  if (!data) return;
  Skeleton skeleton(data);
  for (double time : {0.0, 1.0}) {
    apply(skeleton, test::animation(data, "a"), time);
    expect_permutation(skeleton);
  }
}

}  // namespace
}  // namespace sinew
