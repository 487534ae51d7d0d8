// A frame with every kind of constraint: it takes nothing from the heap, and comes out the same each time.
#include <cmath>
#include <cstring>

#include "pose/every_constraint.hpp"
#include "support/allocation_counter.hpp"

namespace sinew {
namespace {

using test::AllocationCounter;
using test::every_rules;
using test::Rules;

void play(Skeleton& skeleton, int frames) {
  const Animation& move = test::animation(skeleton.shared_data(), "move");
  double before = -1;
  for (int frame = 0; frame < frames; ++frame) {
    const double time = std::fmod(frame / 50.0, 1.25);
    skeleton.set_to_setup_pose();
    apply(skeleton, move, time, {.previous_time = before});
    before = time;
    skeleton.set_position(3 * frame % 70, 0);
    if (frame % 40 == 39) skeleton.translate_physics(-5, 2);
    skeleton.update(frame % 3 == 0 ? 1 / 144.0 : 1 / 50.0);
  }
}

TEST(ConstraintsFrame, TheFigureHasEveryKindAndAllOfThemAct) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = test::with_every_constraint(rules);
    ASSERT_TRUE(data);
    EXPECT_EQ(data->constraints.size(), rules == Rules::spine_4_3 ? 8u : 6u);
    Skeleton plain(data), dressed(data);
    ASSERT_TRUE(dressed.set_skin("extra"));
    std::size_t active[2] = {0, 0};
    for (std::size_t i = 0; i < data->constraints.size(); ++i) {
      active[0] += plain.active(ConstraintIndex(i)) ? 1 : 0;
      active[1] += dressed.active(ConstraintIndex(i)) ? 1 : 0;
    }
    EXPECT_EQ(active[0], data->constraints.size() - 2);
    EXPECT_EQ(active[1], data->constraints.size());
    // Taking the weight from any one of them changes the picture.
    for (std::size_t i = 0; i < data->constraints.size(); ++i) {
      Skeleton with(data), without(data);
      for (Skeleton* skeleton : {&with, &without}) {
        ASSERT_TRUE(skeleton->set_skin("extra"));
        for (int frame = 0; frame < 10; ++frame) {
          skeleton->set_to_setup_pose();
          if (skeleton == &without) {
            const std::size_t numbers = skeleton->keyed_values(ConstraintIndex(i)).size();
            for (std::size_t k = 0; k < numbers; ++k) skeleton->set_constraint_value(ConstraintIndex(i), k, 0);
          }
          skeleton->set_position(5 * frame, 0);
          skeleton->update(1 / 60.0);
        }
      }
      const std::span<const Affine> a = with.world_transforms(), b = without.world_transforms();
      EXPECT_NE(std::memcmp(a.data(), b.data(), a.size_bytes()), 0)
          << test::name_of(rules) << ' ' << data->constraints[i].name;
    }
  }
}

TEST(ConstraintsFrame, TakesNothingFromTheHeap) {
  for (Rules rules : every_rules) {
    for (const char* skin : {"", "extra"}) {
      const SkeletonDataPtr data = test::with_every_constraint(rules);
      ASSERT_TRUE(data);
      Skeleton skeleton(data);
      if (*skin != 0) {
        ASSERT_TRUE(skeleton.set_skin(skin));
      }
      skeleton.reserve();
      const AllocationCounter counter;
      play(skeleton, 120);
      skeleton.reset_physics();
      skeleton.update(1 / 60.0, PhysicsMode::reset);
      skeleton.update(1 / 60.0, PhysicsMode::pose);
      skeleton.update(1 / 60.0, PhysicsMode::none);
      EXPECT_EQ(counter.count(), 0u) << test::name_of(rules) << " skin '" << skin << "'";
    }
  }
}

TEST(ConstraintsFrame, TwoInstancesSteppedAlikeAgreeInEveryBit) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = test::with_every_constraint(rules);
    ASSERT_TRUE(data);
    Skeleton a(data);
    const Skeleton between(data);  // so that the memory of the other lies elsewhere
    Skeleton b(data);
    for (Skeleton* skeleton : {&a, &b}) {
      ASSERT_TRUE(skeleton->set_skin("extra"));
      play(*skeleton, 300);
    }
    const std::span<const Affine> x = a.world_transforms(), y = b.world_transforms();
    ASSERT_EQ(x.size(), y.size());
    EXPECT_EQ(std::memcmp(x.data(), y.data(), x.size_bytes()), 0) << test::name_of(rules);
    // And it was the movement that was compared: one frame more is another picture.
    play(b, 1);
    EXPECT_NE(std::memcmp(x.data(), y.data(), x.size_bytes()), 0);
  }
}

}  // namespace
}  // namespace sinew
