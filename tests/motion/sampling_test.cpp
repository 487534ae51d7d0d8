// Sampling: options, times of all sorts, memory.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "motion/easing.hpp"
#include "motion/rotation.hpp"
#include "sinew/motion.hpp"
#include "support/allocation_counter.hpp"

namespace sinew::motion {
namespace {

constexpr double kHalfPi = 1.57079632679489661923;

Clip rig_clip(std::vector<Track> tracks, double duration = 4) {
  Clip clip;
  clip.binding = "a.rig";
  clip.model = "A";
  clip.duration = duration;
  clip.tracks = std::move(tracks);
  return clip;
}

Clip model_clip(std::vector<Track> tracks, double duration = 4) {
  Clip clip = rig_clip(std::move(tracks), duration);
  clip.kind = ClipKind::model;
  return clip;
}

void expect_near(const Vec3& a, const Vec3& b, double tolerance = 1e-12) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

void expect_same(const Matrix34& a, const Matrix34& b, double tolerance = 1e-12) {
  for (std::size_t i = 0; i < 12; ++i) EXPECT_NEAR(a.m[i], b.m[i], tolerance) << i;
}

TEST(MotionTime, WrapsOrStops) {
  Clip clip = rig_clip({});
  clip.loop = true;
  EXPECT_EQ(clip_time(clip, 4), 0);
  EXPECT_EQ(clip_time(clip, 4, LoopEnd::shows_end), 4);
  EXPECT_EQ(clip_time(clip, 8, LoopEnd::shows_end), 4);
  EXPECT_EQ(clip_time(clip, 0, LoopEnd::shows_end), 0);
  EXPECT_EQ(clip_time(clip, 9), 1);
  EXPECT_EQ(clip_time(clip, -1), 3);
  EXPECT_EQ(clip_time(clip, -1e-300), 0);
  EXPECT_FALSE(std::signbit(clip_time(clip, -8)));
  for (const double huge : {1e18, -1e18, 1e308}) {
    EXPECT_GE(clip_time(clip, huge), 0);
    EXPECT_LT(clip_time(clip, huge), 4);
  }
  clip.loop = false;
  EXPECT_EQ(clip_time(clip, 9), 4);
  EXPECT_EQ(clip_time(clip, -1), 0);
  EXPECT_EQ(clip_time(clip, std::numeric_limits<double>::quiet_NaN()), 0);
  EXPECT_EQ(clip_time(clip, std::numeric_limits<double>::infinity()), 0);
}

TEST(MotionRotation, AnglesAndQuaternionsAgreeInEveryOrder) {
  const std::array<Quaternion, 3> quarter = {Quaternion{std::sqrt(0.5), std::sqrt(0.5), 0, 0},
                                             Quaternion{std::sqrt(0.5), 0, std::sqrt(0.5), 0},
                                             Quaternion{std::sqrt(0.5), 0, 0, std::sqrt(0.5)}};
  const std::array<std::array<std::size_t, 3>, 6> axes = {
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  std::mt19937 random(7);
  std::uniform_real_distribution<double> angle(-3.1, 3.1);
  for (std::size_t o = 0; o < 6; ++o) {
    const auto order = static_cast<EulerOrder>(o);
    // Quarter turns about all three axes, the first of the order first.
    const Quaternion turned = quarter[axes[o][2]] * (quarter[axes[o][1]] * quarter[axes[o][0]]);
    expect_same(matrix_from({}, quaternion_from({kHalfPi, kHalfPi, kHalfPi}, order), {1, 1, 1}),
                matrix_from({}, turned, {1, 1, 1}));
    for (int i = 0; i < 200; ++i) {
      Vec3 angles{angle(random), angle(random), angle(random)};
      if (i % 4 == 0) (axes[o][1] == 0 ? angles.x : axes[o][1] == 1 ? angles.y : angles.z) = i % 8 ? kHalfPi : -kHalfPi;
      const Quaternion q = quaternion_from(angles, order);
      expect_same(matrix_from({}, q, {1, 1, 1}),
                  matrix_from({}, quaternion_from(angles_from(q, order), order), {1, 1, 1}), 2e-8);
    }
  }
}

TEST(MotionEasing, SolvesEveryBezier) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < 2000; ++i) {
    Curve curve{unit(random), unit(random), unit(random), unit(random)};
    if (i % 3 == 0) curve.x1 = i % 2;
    if (i % 5 == 0) curve.x2 = i % 2;
    // From the parameter to the point, which is exact, and back.
    const double s = unit(random), r = 1 - s;
    const double x = 3 * curve.x1 * s * r * r + 3 * curve.x2 * s * s * r + s * s * s;
    const double y = 3 * curve.y1 * s * r * r + 3 * curve.y2 * s * s * r + s * s * s;
    // Where x stands still in s, y hangs on the last bit of x.
    const double slope = 3 * curve.x1 * r * r + 6 * (curve.x2 - curve.x1) * s * r + 3 * (1 - curve.x2) * s * s;
    EXPECT_NEAR(ease_bezier(curve, x), y, slope > 1e-3 ? 1e-11 : 1e-4) << i;
  }
  EXPECT_EQ(ease_bezier({}, 0), 0);
  EXPECT_EQ(ease_bezier({}, 1), 1);
  EXPECT_NEAR(ease_bezier({1, 0, 0, 1}, 0.5), 0.5, 1e-9);
}

TEST(MotionEasing, SmoothHasThreeCurves) {
  for (const SmoothCurve curve : {SmoothCurve::cubic, SmoothCurve::quintic, SmoothCurve::sine}) {
    EXPECT_EQ(ease_smooth(curve, 0), 0);
    EXPECT_NEAR(ease_smooth(curve, 0.5), 0.5, 1e-15);
    EXPECT_NEAR(ease_smooth(curve, 1), 1, 1e-15);
  }
  EXPECT_NEAR(ease_smooth(SmoothCurve::cubic, 0.25), 0.15625, 1e-15);
  EXPECT_NEAR(ease_smooth(SmoothCurve::quintic, 0.25), 0.103515625, 1e-15);
  EXPECT_NEAR(ease_smooth(SmoothCurve::sine, 0.25), 0.5 - std::sqrt(0.125), 1e-15);
}

TEST(MotionSampling, OptionsChangeWhatTheFormatLeavesOpen) {
  const std::vector<Part> parts = {{"top", "", {{0, 0, 0}, {0, 0, 0}, {4, 1, 1}}},
                                   {"low", "top", {{1, 0, 0}, {0, 0, 0.5}, {1, 1, 1}}}};
  const Track turn{"low", Property::rotation, Interpolation::linear, {}, {{0, {0, 0, 0}}, {4, {3, 2, -3}}}};
  const Clip clip = rig_clip({turn});

  SamplingOptions each;
  each.shortest_path = ShortestPath::each_angle;
  Rig rig = *Rig::create(parts, clip, each);
  rig.sample(1);
  expect_near(rig.local(1).angles, {0.75, 0.5, -0.75});
  expect_near(part_pose(clip, "low", 1, parts[1].rest, each).angles, {0.75, 0.5, -0.75});
  rig.sample(4, 0.5);
  expect_near(rig.local(1).angles, {1.5, 1, 0.5 + (2 * pi - 3.5) / 2});

  SamplingOptions clamped;
  clamped.weight = WeightRange::clamped;
  rig = *Rig::create(parts, model_clip({turn}), clamped);
  rig.sample(4, 7);
  expect_near(rig.local(1).angles, {3, 2, -3});
  rig.sample(4, -7);
  expect_near(rig.local(1).angles, {0, 0, 0.5});

  SamplingOptions order;
  order.euler_order = EulerOrder::zyx;
  rig = *Rig::create(parts, model_clip({turn}), order);
  rig.sample(4);
  expect_same(matrix_from({}, rig.local(1).rotation, {1, 1, 1}),
              matrix_from({}, quaternion_from({3, 2, -3}, EulerOrder::zyx), {1, 1, 1}));

  SamplingOptions straight;
  straight.world = WorldComposition::without_shear;
  rig = *Rig::create(parts, clip, straight);
  rig.reset();
  expect_same(rig.world(1), matrix_from({4, 0, 0}, quaternion_from({0, 0, 0.5}), {4, 1, 1}));
  rig = *Rig::create(parts, clip);
  EXPECT_NEAR(rig.world(1).m[0], 4 * std::cos(0.5), 1e-12);
  EXPECT_NEAR(rig.world(1).m[4], std::sin(0.5), 1e-12);
}

/// A rig of many parts with tracks of every sort, and keys at uneven times.
struct Crowd {
  std::vector<Part> parts;
  Clip clip;

  explicit Crowd(ClipKind kind) : clip(kind == ClipKind::rig ? rig_clip({}, 10) : model_clip({}, 10)) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(0.1, 3);
    for (int i = 0; i < 60; ++i) {
      parts.push_back({"p" + std::to_string(i),
                       i < 3 ? "" : "p" + std::to_string(i / 2),
                       {{number(random), 0, 1}, {0.3, number(random), 0}, {1, 1, 1}}});
    }
    for (int i = 0; i < 100; ++i) {
      Track track{"p" + std::to_string(i / 3),
                  static_cast<Property>(i % 3),
                  static_cast<Interpolation>(i % 4),
                  {0.8, 0.1, 0.3, 0.9},
                  {}};
      double time = i % 5 == 0 ? 0 : number(random);
      for (int k = 0; k < 1 + i % 40 && time <= 10; ++k, time += number(random) / 4) {
        track.keys.push_back({time, {number(random), number(random), number(random)}});
      }
      clip.tracks.push_back(track);
    }
  }
};

TEST(MotionSampling, AnyOrderOfTimesGivesThePoseOfThatTime) {
  for (const ClipKind kind : {ClipKind::rig, ClipKind::model}) {
    const Crowd crowd(kind);
    Rig rig = *Rig::create(crowd.parts, crowd.clip);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> time(-1, 11);
    for (int i = 0; i < 300; ++i) {
      const double t = i < 100 ? 0.1 * i : i < 200 ? 0.1 * (200 - i) : time(random);
      rig.sample(t);
      for (std::size_t part = 0; part < rig.size(); ++part) {
        const Pose expected = part_pose(crowd.clip, rig.name(part), t, rig.rest(part));
        const Pose actual = rig.local(part);
        expect_near(actual.position, expected.position);
        expect_near(actual.scale, expected.scale);
        expect_same(matrix_from({}, actual.rotation, {1, 1, 1}), matrix_from({}, expected.rotation, {1, 1, 1}));
      }
    }
  }
}

TEST(MotionSampling, AllocatesNothing) {
  for (const WorldComposition world : {WorldComposition::matrices, WorldComposition::without_shear}) {
    const Crowd crowd(ClipKind::rig);
    SamplingOptions options;
    options.world = world;
    Rig rig = *Rig::create(crowd.parts, crowd.clip, options);
    const BoundClip other = *rig.bind(Crowd(ClipKind::model).clip);
    const test::AllocationCounter counter;
    for (int i = 0; i < 200; ++i) {
      rig.sample(clip_time(crowd.clip, 0.1 * i), i % 3 * 0.5);
      rig.sample(other, 7 - 0.1 * i);
      (void)rig.local(5);
      (void)part_pose(crowd.clip, "p3", 0.1 * i, rig.rest(3));
    }
    rig.reset();
    EXPECT_EQ(counter.count(), 0u);
  }
}

TEST(MotionSampling, ClipsTakeTurnsWithoutTraces) {
  const std::vector<Part> parts = {{"a", "", {}}, {"b", "a", {{1, 0, 0}, {}, {1, 1, 1}}}};
  const Clip first = rig_clip({{"a", Property::position, Interpolation::step, {}, {{0, {5, 0, 0}}}}});
  const Clip second = rig_clip({{"b", Property::scale, Interpolation::step, {}, {{0, {2, 2, 2}}}}});
  Rig rig = *Rig::create(parts, first);
  const BoundClip bound = *rig.bind(second);
  rig.sample(1);
  EXPECT_EQ(rig.world(1).m[3], 6);
  rig.sample(bound, 1);
  EXPECT_EQ(rig.world(1).m[3], 1);
  EXPECT_EQ(rig.world(1).m[0], 2);
  Rig copy = rig;
  copy.sample(1);
  EXPECT_EQ(rig.world(1).m[0], 2) << "a copy is independent";
  rig.reset();
  EXPECT_EQ(rig.world(1).m[0], 1);
  EXPECT_EQ(rig.find("b"), 1u);
  EXPECT_EQ(rig.find("c"), std::nullopt);
  EXPECT_EQ(rig.parent(1), 0u);
  EXPECT_EQ(rig.parent(0), std::nullopt);
  EXPECT_EQ(bound.duration(), 4);
}

TEST(MotionSampling, HostileTimesAndWeightsGiveAPose) {
  const Crowd crowd(ClipKind::rig);
  Rig rig = *Rig::create(crowd.parts, crowd.clip);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double time : {std::nan(""), infinity, -infinity, 1e308, -1e308, 1e-320}) {
    for (const double weight : {1.0, std::nan(""), infinity, 0.0, -1.0}) {
      rig.sample(time, weight);
      for (const Matrix34& world : rig.worlds()) {
        for (const double x : world.m) ASSERT_TRUE(std::isfinite(x)) << time << ' ' << weight;
      }
    }
  }
}

TEST(MotionSampling, RefusesPartsThatAreNoHierarchy) {
  const Clip clip = rig_clip({{"a", Property::position, Interpolation::step, {}, {{0, {5, 0, 0}}}}});
  EXPECT_EQ(Rig::create({}, clip).error().message, "Binding needs 1 to 512 nodes");
  const std::vector<Part> flat = {{"a", "", {{}, {}, {0, 1, 1}}}};
  EXPECT_EQ(Rig::create(flat, clip).error().message, "Animated scale must stay positive");
  const std::vector<Part> far = {{"a", "", {{std::nan(""), 0, 0}, {}, {1, 1, 1}}}};
  EXPECT_EQ(Rig::create(far, clip).error().message, "Animation values must be finite and within +/-1000000");
  const std::vector<Part> good = {{"a", "", {}}};
  EXPECT_EQ(Rig::create(good, rig_clip({})).error().message, "Animation needs 1 to 128 tracks");
}

}  // namespace
}  // namespace sinew::motion
