// Copies of skeletons: snapshots that go on as the original would.
#include <gtest/gtest.h>

#include <cstring>

#include "pose/physics_rig.hpp"
#include "support/allocation_counter.hpp"

namespace sinew::test {
namespace {

bool same_bits(const Skeleton& a, const Skeleton& b) {
  const auto x = a.world_transforms(), y = b.world_transforms();
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size_bytes()) == 0;
}

void swing(Skeleton& skeleton, int from, int to) {
  for (int i = from; i < to; ++i) {
    skeleton.set_to_setup_pose();
    BonePose pose = skeleton.local_pose(BoneIndex(0));
    pose.x += 7 * (i % 5);
    pose.rotation += 3 * i;
    skeleton.set_local_pose(BoneIndex(0), pose);
    skeleton.update(1 / 50.0);
  }
}

TEST(SkeletonCopy, GoesOnAsTheOriginalWould) {
  for (const Rules rules : every_rules) {
    const auto data = spring(rules, R"("x": 1, "y": 0.5, "rotate": 1, "scaleX": 0.5, "inertia": 0.5, "strength": 60)");
    ASSERT_NE(data, nullptr);
    Skeleton original(data), other(data);
    original.set_tint({0.5f, 1, 1, 1});
    swing(original, 0, 20);
    Skeleton copy(original);
    other = original;
    EXPECT_TRUE(same_bits(original, copy));
    swing(copy, 20, 40);
    EXPECT_FALSE(same_bits(original, copy));  // they are apart
    EXPECT_TRUE(same_bits(original, other));
    swing(original, 20, 40);
    EXPECT_TRUE(same_bits(original, copy)) << name_of(rules);
    EXPECT_EQ(copy.tint(), original.tint());
  }
}

TEST(SkeletonCopy, OutlivesTheOriginalWithItsSkinAndSlots) {
  const auto data = make_data(Rules::spine_4_2, R"(
    "bones": [{"name": "root"}, {"name": "tail", "parent": "root", "skin": true, "x": 5}],
    "slots": [{"name": "s", "bone": "tail", "attachment": "box"}],
    "skins": [{"name": "default"}, {"name": "fox", "bones": ["tail"], "attachments": {"s": {"box": {"width": 2, "height": 2}}}}])");
  ASSERT_NE(data, nullptr);
  auto original = std::make_unique<Skeleton>(data);
  ASSERT_TRUE(original->set_skin("fox").has_value());
  original->set_to_setup_pose();
  original->set_color(SlotIndex(0), {1, 0, 0, 1});
  original->set_position(100, 0);
  original->update(0);
  Skeleton copy(*original), assigned(data);
  assigned = *original;
  original.reset();
  for (Skeleton* one : {&copy, &assigned}) {
    one->update(0);
    EXPECT_EQ(one->world(BoneIndex(1)).tx, 105);
    EXPECT_TRUE(one->active(BoneIndex(1)));
    EXPECT_TRUE(one->attachment(SlotIndex(0)).valid());
    EXPECT_EQ(one->color(SlotIndex(0)), (Color{1, 0, 0, 1}));
    EXPECT_EQ(one->skin(), data->find_skin("fox"));
  }
}

TEST(SkeletonCopy, AssigningBetweenInstancesOfOneSkeletonDoesNotAllocate) {
  const auto data = spring(Rules::spine_4_3, R"("rotate": 1)");
  ASSERT_NE(data, nullptr);
  Skeleton a(data), b(data);
  b.reserve();  // for what the host sets of a
  swing(a, 0, 5);
  const AllocationCounter counter;
  b = a;
  EXPECT_EQ(counter.count(), 0u);
  EXPECT_TRUE(same_bits(a, b));
}

TEST(SkeletonCopy, TakesOverOtherDataToo) {
  const auto one = spring(Rules::rigby, R"("rotate": 1)"),
             two = make_data(Rules::rigby, R"("bones": [{"name": "root"}])");
  ASSERT_TRUE(one != nullptr && two != nullptr);
  Skeleton a(one), b(two);
  b = a;
  EXPECT_EQ(&b.data(), one.get());
  EXPECT_TRUE(same_bits(a, b));
  a = Skeleton(two);
  const Skeleton& same = b;
  b = same;
  EXPECT_EQ(b.world_transforms().size(), 3u);
}

}  // namespace
}  // namespace sinew::test
