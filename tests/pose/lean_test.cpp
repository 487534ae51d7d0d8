// Instances keep only what animations change. They must pose like those that keep everything, to the bit, and become
// such when the host changes something else.
#include <cstring>

#include "every_constraint.hpp"
#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::Rules;

SkeletonDataPtr dressed(Rules rules) {
  return test::make_data(rules, R"(
    "bones": [{"name": "root", "x": 3}, {"name": "a", "parent": "root", "x": 10, "rotation": 20, "shearY": 5},
              {"name": "b", "parent": "a", "x": 10, "scaleX": 2}, {"name": "still", "parent": "b", "y": 7}],
    "slots": [{"name": "A", "bone": "b", "attachment": "m", "color": "ff8040ff"},
              {"name": "B", "bone": "still", "attachment": "r", "color": "20406080"}],
    "skins": [{"name": "default", "attachments": {
      "A": {"m": {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "vertices": [0, 0, 1, 0, 1, 1], "hull": 3}},
      "B": {"r": {"width": 1, "height": 1}}}}],
    "ik": [{"name": "free", "bones": ["a"], "target": "still", "mix": 0.5}],
    "animations": {
      "go": {"bones": {"a": {"rotate": [{"curve": [0.25, 0, 0.75, 90]}, {"time": 1, "value": 90}], "shear": [{"x": 3}]},
                       "b": {"translatex": [{}, {"time": 1, "value": 4}], "scale": [{}, {"time": 1, "x": 2}]}},
             "slots": {"A": {"rgba": [{"color": "ffffffff"}, {"time": 1, "color": "00000000"}]}},
             "attachments": {"default": {"A": {"m": {"deform": [{}, {"time": 1, "vertices": [1, 2, 3]}]}}}}}})");
}

void expect_alike(const Skeleton& one, const Skeleton& other) {
  const SkeletonData& data = one.data();
  ASSERT_EQ(
      std::memcmp(one.world_transforms().data(), other.world_transforms().data(), one.world_transforms().size_bytes()),
      0);
  for (std::size_t i = 0; i < data.bones.size(); ++i) {
    const BonePose poses[] = {one.local_pose(BoneIndex(i)), other.local_pose(BoneIndex(i)),
                              one.applied_pose(BoneIndex(i)), other.applied_pose(BoneIndex(i))};
    EXPECT_EQ(std::memcmp(&poses[0], &poses[1], sizeof(BonePose)), 0) << data.bones[i].name;
    EXPECT_EQ(std::memcmp(&poses[2], &poses[3], sizeof(BonePose)), 0) << data.bones[i].name;
    EXPECT_EQ(one.inherit(BoneIndex(i)), other.inherit(BoneIndex(i)));
  }
  for (std::size_t i = 0; i < data.slots.size(); ++i) {
    const SlotIndex slot(i);
    EXPECT_TRUE(one.color(slot) == other.color(slot)) << data.slots[i].name;
    EXPECT_EQ(one.attachment(slot), other.attachment(slot));
    EXPECT_EQ(one.sequence_frame(slot), other.sequence_frame(slot));
    const std::span<const double> a = one.deform(slot), b = other.deform(slot);
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << data.slots[i].name;
    EXPECT_EQ(one.draw_order()[i], other.draw_order()[i]);
  }
  for (std::size_t i = 0; i < data.constraints.size(); ++i) {
    const auto a = one.keyed_values(ConstraintIndex(i)), b = other.keyed_values(ConstraintIndex(i));
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << data.constraints[i].name;
    EXPECT_EQ(one.active(ConstraintIndex(i)), other.active(ConstraintIndex(i)));
  }
}

TEST(Lean, PosesAsIfItKeptEverything) {
  for (Rules rules : test::every_rules) {
    for (const SkeletonDataPtr& data : {dressed(rules), test::with_every_constraint(rules)}) {
      ASSERT_TRUE(data);
      Skeleton lean(data), wide(data);
      wide.reserve();
      EXPECT_LT(lean.memory(), wide.memory()) << test::name_of(rules);
      for (const Animation& animation : data->animations) {
        for (int frame = 0; frame < 20; ++frame) {
          for (Skeleton* skeleton : {&lean, &wide}) {
            apply(*skeleton, animation, frame * 0.06);
            skeleton->set_position(frame, 0);
            skeleton->update(1 / 60.0);
          }
          expect_alike(lean, wide);
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

TEST(Lean, KeepsItsStateWhenItGetsRoomForEverything) {
  for (Rules rules : test::every_rules) {
    const SkeletonDataPtr data = test::with_every_constraint(rules);
    ASSERT_TRUE(data);
    for (const char* skin : {"", "extra"}) {
      Skeleton widened(data), other(data);
      for (int frame = 0; frame < 40; ++frame) {
        for (Skeleton* skeleton : {&widened, &other}) {
          if (frame == 0 && *skin != 0) {
            ASSERT_TRUE(skeleton->set_skin(skin));
            skeleton->set_to_setup_pose();
          }
          if (!data->animations.empty()) apply(*skeleton, data->animations[0], frame * 0.03);
          skeleton->set_position(frame * 5, 0);
          skeleton->set_scale(1.5, -1);
          skeleton->set_gravity(0.5, 0.5);
          skeleton->update(1 / 60.0);
        }
        if (frame == 20) widened.reserve();
        expect_alike(widened, other);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(Lean, TakesWhatTheHostSets) {
  for (Rules rules : test::every_rules) {
    const SkeletonDataPtr data = dressed(rules);
    ASSERT_TRUE(data);
    const BoneIndex a = data->find_bone("a"), still = data->find_bone("still");
    const SlotIndex slot_a = data->find_slot("A"), slot_b = data->find_slot("B");
    Skeleton skeleton(data);
    const std::size_t lean = skeleton.memory();

    // What animations change anyway needs no more room, nor does what stays as it is.
    BonePose pose = skeleton.local_pose(a);
    pose.rotation = 77;
    skeleton.set_local_pose(a, pose);
    skeleton.set_local_pose(still, skeleton.local_pose(still));
    skeleton.set_color(slot_a, {0, 1, 0, 1});
    skeleton.set_color(slot_b, skeleton.color(slot_b));
    skeleton.set_constraint_value(ConstraintIndex(0), 0, 0.5);
    EXPECT_EQ(skeleton.local_pose(a).rotation, 77);
    EXPECT_EQ(skeleton.memory(), lean);

    const auto set_and_look = [&](auto set, auto look) {
      Skeleton one(data);
      one.set_local_pose(a, pose);
      set(one);
      EXPECT_GT(one.memory(), lean);
      EXPECT_TRUE(look(one)) << test::name_of(rules);
      EXPECT_EQ(one.local_pose(a).rotation, 77) << "what was set before is still there";
      one.set_to_setup_pose();
      EXPECT_FALSE(look(one)) << test::name_of(rules);
    };
    set_and_look(
        [&](Skeleton& one) {
          BonePose moved = one.local_pose(still);
          moved.x = 5;
          one.set_local_pose(still, moved);
        },
        [&](const Skeleton& one) { return one.local_pose(still).x == 5; });
    set_and_look(
        [&](Skeleton& one) {
          BonePose moved = one.local_pose(a);
          moved.scale_y = 5;
          one.set_local_pose(a, moved);
        },
        [&](const Skeleton& one) { return one.local_pose(a).scale_y == 5; });
    set_and_look(
        [&](Skeleton& one) {
          one.set_color(slot_b, {1, 0, 0, 1});
        },
        [&](const Skeleton& one) {
          return one.color(slot_b) == Color{1, 0, 0, 1};
        });
    set_and_look([&](Skeleton& one) { one.set_inherit(still, Inherit::no_scale); },
                 [&](const Skeleton& one) { return one.inherit(still) == Inherit::no_scale; });
    set_and_look([&](Skeleton& one) { one.set_constraint_value(ConstraintIndex(0), 0, 0.25); },
                 [&](const Skeleton& one) { return one.keyed_values(ConstraintIndex(0))[0] == 0.25; });
    set_and_look(
        [&](Skeleton& one) {
          one.set_ik_flags(ConstraintIndex(0), {false, true, true});
        },
        [&](const Skeleton& one) { return one.keyed_ik_flags(ConstraintIndex(0)).stretch; });
  }
}

}  // namespace
}  // namespace sinew
