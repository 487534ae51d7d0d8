// What docs/physics.md promises about frame rates, time, teleports and flips.
#include <random>
#include <vector>

#include "pose/physics_rig.hpp"

namespace sinew {
namespace {

using test::distance;
using test::every_rules;
using test::name_of;
using test::Rules;
using test::spring;
using test::tip;
using test::wait;

constexpr std::string_view soft = R"("x": 1, "y": 1, "inertia": 0.5, "damping": 0.85, "gravity": 1)";
constexpr std::string_view turning = R"("rotate": 1, "inertia": 0.5, "damping": 0.85, "gravity": 1)";
constexpr std::string_view lively =
    R"("x": 1, "y": 1, "rotate": 1, "scaleX": 0.5, "shearX": 0.2, "inertia": 0.8, "damping": 0.9)";
constexpr std::string_view bouncy = R"("x": 1, "y": 1, "rotate": 1, "inertia": 1, "damping": 0.95, "strength": 50)";

// -- Frame rates
// --------------------------------------------------------------------------------------------------------

using Path = Vec2 (*)(double time);
Vec2 weave(double t) {
  return {60 * std::sin(3 * t), 30 * std::sin(5 * t)};
}
Vec2 dash(double t) {
  return {t < 1 ? 200 * t : 200, 0};
}

constexpr double duration = 4;
constexpr double jitter = 0;  // in place of a frame rate

/// The frames' ends; those of every sixth of a second are among them.
std::vector<double> frames(double fps) {
  std::vector<double> times;
  if (fps != jitter) {
    for (int i = 1; i <= duration * fps; ++i) times.push_back(i / fps);
    return times;
  }
  std::mt19937 random(7);
  double time = 0;
  for (int sixth = 1; sixth <= duration * 6;) {
    time += 1 / 240.0 + static_cast<double>(random()) / 4294967296.0 * (1 / 20.0 - 1 / 240.0);
    if (time >= sixth / 6.0) time = sixth++ / 6.0;
    times.push_back(time);
  }
  return times;
}

/// Where the tip is at every sixth of a second.
std::vector<Vec2> trace(const SkeletonDataPtr& data, Path path, double fps) {
  Skeleton skeleton(data);
  skeleton.update(0);
  std::vector<Vec2> tips;
  double before = 0;
  for (double time : frames(fps)) {
    const Vec2 place = path(time);
    skeleton.set_position(place.x, place.y);
    skeleton.update(time - before);
    before = time;
    if (std::fabs(time * 6 - static_cast<double>(tips.size() + 1)) < 1e-9) tips.push_back(tip(skeleton));
  }
  return tips;
}

double furthest_apart(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) most = std::max(most, distance(a[i], b[i]));
  return most;
}

TEST(PhysicsContract, TheSamePathAtEveryFrameRateWithinAShareOfTheSwing) {
  struct Bound {
    double fps, share;
  };
  constexpr Bound bounds[] = {{24, 0.34}, {30, 0.27}, {60, 0.19}, {144, 0.03}, {jitter, 0.25}};
  for (Rules rules : every_rules) {
    for (std::string_view fields : {soft, turning, lively, bouncy}) {
      for (Path path : {weave, dash}) {
        const SkeletonDataPtr data = spring(rules, fields);
        ASSERT_TRUE(data);
        const std::vector<Vec2> fine = trace(data, path, 240);
        // The largest swing: how far the spring takes the tip from where it would be without.
        const double swing = furthest_apart(fine, trace(spring(rules, R"("mix": 0)"), path, 240));
        EXPECT_GT(swing, 5);
        for (const Bound& bound : bounds) {
          const double apart = furthest_apart(fine, trace(data, path, bound.fps));
          EXPECT_LT(apart / swing, bound.share) << name_of(rules) << ' ' << fields << " at " << bound.fps;
          EXPECT_GT(apart, 0) << "a comparison of a path with itself";
        }
      }
    }
  }
}

TEST(PhysicsContract, EveryFrameRateComesToRestInTheSamePlace) {
  for (Rules rules : every_rules) {
    for (std::string_view fields : {soft, turning, lively}) {
      const SkeletonDataPtr data = spring(rules, fields);
      ASSERT_TRUE(data);
      std::vector<Vec2> rests;
      for (double fps : {24.0, 30.0, 60.0, 144.0, 240.0, jitter}) rests.push_back(trace(data, dash, fps).back());
      for (Vec2 rest : rests) EXPECT_LT(distance(rest, rests.front()), 0.01) << name_of(rules) << ' ' << fields;
    }
  }
}

// -- Time scale
// ---------------------------------------------------------------------------------------------------------

TEST(PhysicsContract, PhysicsRunOnTheTimeThatUpdateIsGiven) {
  for (Rules rules : every_rules) {
    // 64 steps a second, frames of 1/128 s: numbers without rounding.
    const SkeletonDataPtr data = spring(rules, R"("x": 1, "y": 1, "gravity": 2, "damping": 0.9, "fps": 64)");
    ASSERT_TRUE(data);
    Skeleton normal(data), slow(data), frozen(data);
    const double frame = 1 / 64.0;
    for (int i = 0; i < 20; ++i) normal.update(frame);
    for (int i = 0; i < 40; ++i) slow.update(frame * 0.5);
    for (int i = 0; i < 20; ++i) frozen.update(frame * 0);
    EXPECT_LT(distance(tip(normal), tip(slow)), 1e-9) << name_of(rules);
    const Vec2 unmoved{20 + 60 * std::sqrt(0.75), 30};
    EXPECT_LT(distance(tip(frozen), unmoved), 1e-9) << name_of(rules);
    EXPECT_GT(distance(tip(normal), unmoved), 1) << name_of(rules);
  }
}

// -- Teleports
// ----------------------------------------------------------------------------------------------------------

/// The furthest that the tip gets from `rest` (relative to the skeleton) in the next second.
double fling(Skeleton& skeleton, Vec2 rest) {
  double most = 0;
  for (int i = 0; i < 60; ++i) {
    skeleton.update(1 / 60.0);
    const Vec2 at = tip(skeleton), place = skeleton.position();
    most = std::max(most, distance({at.x - place.x, at.y - place.y}, rest));
  }
  return most;
}

TEST(PhysicsContract, ATeleportDoesNotFling) {
  for (Rules rules : every_rules) {
    for (std::string_view fields : {soft, turning, lively, bouncy}) {
      const SkeletonDataPtr data = spring(rules, fields);
      ASSERT_TRUE(data);
      Skeleton jumped(data), reset(data), translated(data), fresh(data);
      for (Skeleton* skeleton : {&jumped, &reset, &translated}) wait(*skeleton, 10);
      const Vec2 settled = tip(jumped);
      for (Skeleton* skeleton : {&jumped, &reset, &translated}) skeleton->set_position(800, -300);
      reset.reset_physics();
      translated.translate_physics(-800, 300);
      const double flung = fling(jumped, settled);
      EXPECT_GT(flung, 15) << name_of(rules) << ' ' << fields;
      // Told of the jump, the spring goes on as if nothing had been.
      EXPECT_LT(fling(translated, settled), 1e-3) << name_of(rules) << ' ' << fields;
      // Reset, it sags again as a new one does.
      const Vec2 unmoved{20 + 60 * std::sqrt(0.75), 30};
      fresh.update(0);
      EXPECT_NEAR(fling(reset, unmoved), fling(fresh, unmoved), 1e-3) << name_of(rules) << ' ' << fields;
    }
  }
}

TEST(PhysicsContract, AFlipWithAResetDoesNotFling) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = spring(rules, R"("x": 1, "y": 1, "rotate": 1, "damping": 0.85)");
    ASSERT_TRUE(data);
    for (bool reset : {false, true}) {
      Skeleton skeleton(data);
      wait(skeleton, 1);
      skeleton.set_scale(-1, 1);
      if (reset) skeleton.reset_physics();
      const double flung = fling(skeleton, {-20 - 60 * std::sqrt(0.75), 30});
      if (reset) {
        EXPECT_LT(flung, 1e-9) << name_of(rules);
      } else {
        EXPECT_GT(flung, 10) << name_of(rules);
      }
    }
  }
}

// -- Scale
// --------------------------------------------------------------------------------------------------------------

/// Plays two instances through the same movement of the root bone, one of them scaled; gives the largest difference
/// between the scaled one and the other one drawn at that scale.
double drawn_scaled_differs(Rules rules, std::string_view fields, Vec2 scale, double& swing) {
  const SkeletonDataPtr data = spring(rules, fields);
  if (!data) return HUGE_VAL;
  Skeleton plain(data), scaled(data);
  scaled.set_scale(scale.x, scale.y);
  double most = 0;
  swing = 0;
  for (int frame = 0; frame < 240; ++frame) {
    const Vec2 place = weave(frame / 60.0);
    for (Skeleton* skeleton : {&plain, &scaled}) {
      BonePose pose = skeleton->local_pose(BoneIndex(0));
      pose.x = place.x;
      pose.y = place.y;
      skeleton->set_local_pose(BoneIndex(0), pose);
      skeleton->update(frame == 0 ? 0 : 1 / 60.0);
    }
    const Vec2 a = tip(plain);
    most = std::max(most, distance({a.x * scale.x, a.y * scale.y}, tip(scaled)));
    swing = std::max(swing, distance(a, {place.x + 20 + 60 * std::sqrt(0.75), place.y + 30}));
  }
  return most;
}

TEST(PhysicsContract, PositionSpringsFollowAnyScaleOfTheSkeleton) {
  for (Rules rules : every_rules) {
    for (const Vec2 scale : {Vec2{2, 2}, Vec2{-1, 1}, Vec2{1, -1}, Vec2{2, 0.5}, Vec2{-1.5, -3}}) {
      double swing;
      const double most = drawn_scaled_differs(
          rules, R"("x": 1, "y": 1, "inertia": 0.8, "damping": 0.9, "wind": 0.5, "gravity": 1)", scale, swing);
      EXPECT_LT(most, 1e-9) << name_of(rules) << ' ' << scale.x << ' ' << scale.y;
      EXPECT_GT(swing, 10);
    }
  }
}

TEST(PhysicsContract, TurningSpringsFollowUniformScalesAndFlips) {
  for (Rules rules : every_rules) {
    for (const Vec2 scale : {Vec2{2, 2}, Vec2{-1, 1}, Vec2{1, -1}, Vec2{-0.5, -0.5}}) {
      double swing;
      const double most = drawn_scaled_differs(
          rules, R"("x": 0.5, "y": 1, "rotate": 1, "scaleX": 0.5, "inertia": 0.8, "damping": 0.9)", scale, swing);
      EXPECT_LT(most, 1e-8) << name_of(rules) << ' ' << scale.x << ' ' << scale.y;
      EXPECT_GT(swing, 10);
    }
  }
}

TEST(PhysicsContract, TurningSpringsUnderAnUnevenScaleTurnInTheWorld) {
  // Not the drawn rig stretched: physics turn the bone where it lies, its length stays. Nor do forces on turning
  // springs flip.
  for (Rules rules : every_rules) {
    double swing;
    EXPECT_GT(drawn_scaled_differs(rules, turning, {2, 1}, swing), 0.1) << name_of(rules);
    EXPECT_GT(drawn_scaled_differs(rules, turning, {1, -1}, swing), 0.1) << name_of(rules);
    EXPECT_LT(drawn_scaled_differs(rules, turning, {-1, 1}, swing), 1e-8) << name_of(rules);
  }
}

}  // namespace
}  // namespace sinew
