// Steps and numbers that make no sense: physics end quickly, leave no NaN or infinity, and recover.
#include <ctime>
#include <limits>

#include "pose/physics_rig.hpp"

namespace sinew {
namespace {

using test::all_finite;
using test::distance;
using test::every_rules;
using test::name_of;
using test::Rules;
using test::spring;
using test::tip;
using test::wait;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view every_channel =
    R"("x": 1, "y": 1, "rotate": 1, "scaleX": 0.5, "shearX": 0.3, "inertia": 0.5, "damping": 0.85, "gravity": 1)";

TEST(PhysicsHostile, AStepOfAnySizeEnds) {
  const std::clock_t start = std::clock();
  for (Rules rules : every_rules) {
    for (const char* fps : {"", R"(, "fps": 0.001)", R"(, "fps": 100000)", R"(, "fps": 1e300)", R"(, "fps": 1e-300)"}) {
      const SkeletonDataPtr data = spring(rules, std::string(every_channel) + fps);
      ASSERT_TRUE(data);
      Skeleton skeleton(data);
      for (double dt : {0.0, 1e-9, 17.0, 1e6, -1.0, not_a_number, infinity, -infinity, 1e-320, 1e18, -1e18, 1.7e308,
                        1.7e308, -1.7e308, -1.7e308, 1 / 60.0}) {
        skeleton.set_position(skeleton.position().x + 10, 0);
        skeleton.update(dt);
        EXPECT_TRUE(all_finite(skeleton)) << name_of(rules) << fps << " at " << dt;
      }
    }
  }
  // 240 updates of at most 10,000 steps each; a second of the processor is a hundred times what they need.
  EXPECT_LT(std::clock() - start, (std::clock_t{20} * CLOCKS_PER_SEC));
}

TEST(PhysicsHostile, AfterAnyStepTheClockGoesOn) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = spring(rules, every_channel);
    ASSERT_TRUE(data);
    Skeleton fresh(data);
    wait(fresh, 10);
    const Vec2 settled = tip(fresh);
    for (double dt : {1e6, 1e12, 1e300, -1.0, -1e12, -1e300, not_a_number, infinity}) {
      Skeleton skeleton(data);
      skeleton.update(0);
      skeleton.update(dt);
      skeleton.reset_physics();
      skeleton.update(0);
      const Vec2 before = tip(skeleton);
      wait(skeleton, 10);  // sags under gravity, which takes steps
      EXPECT_GT(distance(tip(skeleton), before), 1) << name_of(rules) << " after " << dt;
      EXPECT_LT(distance(tip(skeleton), settled), 1e-3) << name_of(rules) << " after " << dt;
    }
  }
}

TEST(PhysicsHostile, TimeThatRunsBackwardsStandsStill) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = spring(rules, R"("x": 1, "y": 1, "gravity": 1, "damping": 0.85)");
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    wait(skeleton, 0.1);
    const Vec2 before = tip(skeleton);
    skeleton.update(-1e-3);
    const Vec2 after = tip(skeleton);
    EXPECT_LT(distance(before, after), 0.2) << name_of(rules);
    for (int i = 0; i < 100; ++i) skeleton.update(-1.0);
    EXPECT_LT(distance(after, tip(skeleton)), 1e-9) << name_of(rules);
  }
}

TEST(PhysicsHostile, ABoneDoesNotStayLostAfterABadPlace) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = spring(rules, every_channel);
    ASSERT_TRUE(data);
    Skeleton good(data);
    wait(good, 10);
    for (double bad : {not_a_number, infinity, 1e300}) {
      Skeleton skeleton(data);
      wait(skeleton, 0.5);
      skeleton.translate_physics(bad, bad);
      skeleton.rotate_physics(bad, 0, bad);
      skeleton.update(1 / 60.0);
      EXPECT_TRUE(all_finite(skeleton)) << name_of(rules) << ' ' << bad;
      skeleton.set_position(bad, 0);  // the bone itself is nowhere now
      skeleton.update(1 / 60.0);
      skeleton.set_position(0, 0);
      wait(skeleton, 10);
      EXPECT_LT(distance(tip(skeleton), tip(good)), 1e-3) << name_of(rules) << ' ' << bad;
    }
  }
}

TEST(PhysicsHostile, AnyValueLeavesTheBonesFinite) {
  // By the order of constraint_values(): inertia, strength, damping, mass, wind, gravity, mix.
  constexpr double numbers[] = {0,     -0.0,  1e-300, 1,       -1,     2,        1e6,       -1e6,        1e18,
                                1e155, 1e300, -1e300, 1.7e308, 1e-320, infinity, -infinity, not_a_number};
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = spring(rules, every_channel);
    ASSERT_TRUE(data);
    Skeleton good(data);
    wait(good, 10);
    for (std::size_t which = 0; which < 7; ++which) {
      for (double number : numbers) {
        Skeleton skeleton(data);
        skeleton.update(0);
        skeleton.set_constraint_value(ConstraintIndex(0), which, number);
        for (int frame = 0; frame < 90; ++frame) {
          skeleton.set_position(frame < 45 ? 2 * frame : 90, 0);
          skeleton.update(1 / 60.0);
          ASSERT_TRUE(all_finite(skeleton))
              << name_of(rules) << " value " << which << " = " << number << ", frame " << frame;
        }
        // Healthy again once the value is.
        skeleton.set_to_setup_pose();
        skeleton.set_position(0, 0);
        wait(skeleton, 20);
        EXPECT_LT(distance(tip(skeleton), tip(good)), 1e-3) << name_of(rules) << " value " << which << " = " << number;
      }
    }
  }
}

TEST(PhysicsHostile, AnyFieldOfTheFileLeavesTheBonesFinite) {
  constexpr std::string_view base = R"("gravity": 1, "wind": 1, "damping": 0.9)";
  for (Rules rules : every_rules) {
    for (const char* field :
         {"x", "y", "rotate", "scaleX", "shearX", "limit", "fps", "strength", "mass", "damping", "inertia"}) {
      for (const char* number : {"0", "-1", "1e-300", "1e300", "-1e300", "1.7e308", "1e18"}) {
        const bool refused = (std::string_view(field) == "mass" && std::string_view(number) == "0") ||
                             (std::string_view(field) == "fps" && (number[0] == '0' || number[0] == '-'));
        if (refused) continue;  // the reader says so (tests/formats)
        std::string fields = "\"" + std::string(field) + "\": " + number + ", " + std::string(base);
        // The later of two members counts for some readers, the first for others: no field is named twice.
        for (const char* channel : {"x", "y", "rotate", "scaleX", "shearX"}) {
          if (std::string_view(field) != channel) fields += std::string(", \"") + channel + "\": 0.7";
        }
        if (std::string_view(field) == "damping") fields.erase(fields.rfind(R"(, "damping": 0.9)"), 16);
        const SkeletonDataPtr data = spring(rules, fields);
        ASSERT_TRUE(data);
        Skeleton skeleton(data);
        for (int frame = 0; frame < 60; ++frame) {
          skeleton.set_position(3 * frame, 0);
          skeleton.update(1 / 50.0);
          ASSERT_TRUE(all_finite(skeleton)) << name_of(rules) << ' ' << fields << ", frame " << frame;
        }
        skeleton.update(1 / 50.0, PhysicsMode::pose);
        EXPECT_TRUE(all_finite(skeleton)) << fields;
      }
    }
  }
}

}  // namespace
}  // namespace sinew
