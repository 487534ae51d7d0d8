#include "pose/curves.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "support/number_text.hpp"
#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::both_spine;
using test::every_rules;
using test::Rules;

/// What a rotate timeline with these keys adds to the setup rotation of 0.
class RotateKeys {
 public:
  RotateKeys(Rules rules, const std::string& keys)
      : data_(test::with_bone_timelines(rules, "", "\"rotate\": " + keys)) {}

  double at(double time) const {
    if (!data_) return NAN;
    Skeleton skeleton(data_);
    apply(skeleton, test::animation(data_, "a"), time);
    return test::pose_of(skeleton, "bone").rotation;
  }
  const Timeline& timeline() const { return test::animation(data_, "a").timelines[0]; }
  explicit operator bool() const { return data_ != nullptr; }

 private:
  SkeletonDataPtr data_;
};

// animation.md 3.2, the example.
const std::string example = R"([{"value": 10, "curve": [0.25, 10, 0.5, 80]}, {"time": 1, "value": 80}])";

TEST(Curves, RigbySolvesBeziersExactly) {
  const RotateKeys keys(Rules::rigby, example);
  EXPECT_NEAR(keys.at(0.05), 10.8892839, 5e-8);
  EXPECT_NEAR(keys.at(0.3), 32.7897582, 5e-8);
  EXPECT_NEAR(keys.at(0.5), 54.9633815, 5e-8);
  EXPECT_NEAR(keys.at(0.97), 79.9154431, 5e-8);
}

TEST(Curves, SpineGoesAlongTenStraightPieces) {
  for (Rules rules : both_spine) {
    const RotateKeys keys(rules, example);
    EXPECT_NEAR(keys.at(0.05), 11.3023256, 5e-8);
    EXPECT_NEAR(keys.at(0.3), 32.8320475, 5e-8);
    EXPECT_NEAR(keys.at(0.5), 54.9360614, 5e-8);
    EXPECT_NEAR(keys.at(0.97), 79.5880911, 5e-8);
  }
}

TEST(Curves, SpineSamplesNineInnerPoints) {
  constexpr double x[] = {0.07525, 0.152, 0.23175, 0.316, 0.40625, 0.504, 0.61075, 0.728, 0.85725};
  constexpr double y[] = {11.96, 17.28, 25.12, 34.64, 45, 55.36, 64.88, 72.72, 78.04};
  const RotateKeys keys(Rules::spine_4_2, example);
  ASSERT_TRUE(keys);
  ASSERT_NE(keys.timeline().tracks, nullptr);
  const ValueTrack& track = keys.timeline().tracks->tracks[0];
  const TimeChannel& channel = keys.timeline().tracks->program->channels[track.channel];
  ASSERT_EQ(channel.count, 11u) << "ten pieces, and the last key";
  for (int j = 0; j < 9; ++j) {
    EXPECT_NEAR(channel.pieces[2 + j].start, x[j], 1e-12);
    EXPECT_NEAR(track.values[2 + j], y[j], 1e-12);
    EXPECT_NEAR(keys.at(x[j]), y[j], 1e-9) << "the pieces meet in the points";
  }
}

TEST(Curves, HitTheKeysExactly) {
  for (Rules rules : every_rules) {
    const RotateKeys keys(rules, example);
    EXPECT_EQ(keys.at(0), 10);
    EXPECT_EQ(keys.at(1), 80);
    EXPECT_EQ(keys.at(7), 80) << "the last key's value holds";
  }
}

TEST(Curves, LinearKeysGoStraight) {
  for (Rules rules : every_rules) {
    const RotateKeys keys(rules, R"([{"time": 1, "value": 10}, {"time": 3, "value": 350}])");
    EXPECT_DOUBLE_EQ(keys.at(1.5), 95) << "10 + 340 / 4: never the short way round";
    EXPECT_DOUBLE_EQ(keys.at(2), 180);
  }
}

TEST(Curves, SteppedKeysHoldUntilTheNext) {
  for (Rules rules : every_rules) {
    const RotateKeys keys(rules, R"([{"value": 10, "curve": "stepped"}, {"time": 1, "value": 80}])");
    EXPECT_EQ(keys.at(0.5), 10);
    EXPECT_EQ(keys.at(std::nextafter(1.0, 0.0)), 10);
    EXPECT_EQ(keys.at(1), 80) << "a key takes effect exactly at its time";
  }
}

TEST(Curves, TheLastKeysCurveIsIgnored) {
  for (Rules rules : every_rules) {
    const RotateKeys keys(rules, R"([{}, {"time": 1, "value": 80, "curve": [1.5, 0, 2, 500]}])");
    EXPECT_EQ(keys.at(1), 80);
    EXPECT_EQ(keys.at(1.75), 80);
    EXPECT_DOUBLE_EQ(keys.at(0.5), 40);
  }
}

TEST(Curves, OfSeveralKeysAtOneTimeTheLastHolds) {
  // animation.md 2.2, the example.
  for (Rules rules : every_rules) {
    const RotateKeys keys(
        rules, R"([{"value": 1}, {"time": 0.5, "value": 2}, {"time": 0.5, "value": 5}, {"time": 1, "value": 4}])");
    EXPECT_DOUBLE_EQ(keys.at(0.25), 1.5);
    EXPECT_NEAR(keys.at(0.5 - 1e-9), 2, 1e-8);
    EXPECT_DOUBLE_EQ(keys.at(0.5), 5);
    EXPECT_DOUBLE_EQ(keys.at(0.75), 4.5);
  }
}

TEST(Curves, RigbyDoesNotMoveBetweenEqualValues) {
  const std::string bump = R"([{"value": 10, "curve": [0.25, 50, 0.75, 50]}, {"time": 1, "value": 10}])";
  for (double time : {0.1, 0.5, 0.9}) EXPECT_EQ(RotateKeys(Rules::rigby, bump).at(time), 10);
  // X(0.5) = 0.5, Y(0.5) = (10 + 3 * 50 + 3 * 50 + 10) / 8 = 40.
  for (Rules rules : both_spine) EXPECT_NEAR(RotateKeys(rules, bump).at(0.5), 40, 1e-9);
}

TEST(Curves, OvershootIsKept) {
  // Handles in time on the thirds: X(s) = s. Y(0.25) = 3 (0.25)(0.5625)(-60) + 3 (0.0625)(0.75)(160) + 100 / 64
  //   = -25.3125 + 22.5 + 1.5625 = -1.25.
  const double third = 1.0 / 3, two_thirds = 2.0 / 3;
  const std::string keys = "[{\"curve\": [" + test::fixed(third) + "0, -60, " + test::fixed(two_thirds) +
                           "0, 160]}, {\"time\": 1, \"value\": 100}]";
  // fixed() has six decimals: the time is off by 4e-7, the value by a few hundred times that.
  EXPECT_NEAR(RotateKeys(Rules::rigby, keys).at(0.25), -1.25, 1e-4);
}

TEST(Curves, EachComponentHasItsOwnHandles) {
  // x takes the example's curve; y the same in time and value from 0 to 7, its handles at other times: a straight line.
  const std::string keys = R"("translate": [{"x": 10, "y": 0, "curve": [0.25, 10, 0.5, 80, 0.25, 1.75, 0.5, 3.5]},
                                            {"time": 1, "x": 80, "y": 7}])";
  const SkeletonDataPtr rigby = test::with_bone_timelines(Rules::rigby, "", keys);
  ASSERT_TRUE(rigby);
  Skeleton skeleton(rigby);
  apply(skeleton, test::animation(rigby, "a"), 0.3);
  EXPECT_NEAR(test::pose_of(skeleton, "bone").x, 32.7897582, 5e-8);
  EXPECT_NEAR(test::pose_of(skeleton, "bone").y, 2.1, 1e-12) << "handles on the line y = 7 t";
  const SkeletonDataPtr spine = test::with_bone_timelines(Rules::spine_4_2, "", keys);
  ASSERT_TRUE(spine);
  Skeleton other(spine);
  apply(other, test::animation(spine, "a"), 0.3);
  EXPECT_NEAR(test::pose_of(other, "bone").x, 32.8320475, 5e-8);
  EXPECT_NEAR(test::pose_of(other, "bone").y, 2.1, 1e-12);
}

TEST(Curves, ValuesWithoutHandlesGoStraight) {
  const SkeletonDataPtr data = test::with_bone_timelines(
      Rules::rigby, "", R"("translate": [{"x": 10, "curve": [0.25, 10, 0.5, 80]}, {"time": 1, "x": 80, "y": 1}])");
  ASSERT_TRUE(data);
  Skeleton skeleton(data);
  apply(skeleton, test::animation(data, "a"), 0.3);
  EXPECT_NEAR(test::pose_of(skeleton, "bone").x, 32.7897582, 5e-8);
  EXPECT_NEAR(test::pose_of(skeleton, "bone").y, 0.3, 1e-12);
}

// -- Solving ----------------------------------------------------------------------------------------------------------

long double x_at(long double x1, long double x2, long double s) {
  const long double w = 1 - s;
  return 3 * s * w * w * x1 + 3 * s * s * w * x2 + s * s * s;
}

TEST(SolveBezier, LeavesAResidualBelow1em12) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> inside(0, 1);
  for (int i = 0; i < 200000; ++i) {
    const double x1 = inside(random), x2 = inside(random), f = inside(random);
    const double s = solve_bezier(x1, x2, f);
    ASSERT_TRUE(s >= 0 && s <= 1);
    ASSERT_LT(std::fabs(x_at(x1, x2, s) - static_cast<long double>(f)), 1e-12L) << x1 << ' ' << x2 << ' ' << f;
  }
}

TEST(SolveBezier, LeavesAResidualBelow1em12ForHandlesOutside) {
  // Whether one time has one solution or several: any of them is right (rigby-open-points O10).
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> handle(-3, 4), inside(0, 1);
  for (int i = 0; i < 200000; ++i) {
    const double x1 = handle(random), x2 = handle(random), f = inside(random);
    const double s = solve_bezier(x1, x2, f);
    ASSERT_TRUE(s >= 0 && s <= 1);
    ASSERT_LT(std::fabs(x_at(x1, x2, s) - static_cast<long double>(f)), 1e-12L) << x1 << ' ' << x2 << ' ' << f;
  }
}

TEST(SolveBezier, FindsTheSolutionWhereThereIsOne) {
  // The reference: plain bisection in long double, for curves whose X grows all the way.
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> inside(0.05, 0.95);
  for (int i = 0; i < 20000; ++i) {
    const double x1 = inside(random), x2 = inside(random), f = inside(random);
    long double low = 0, high = 1;
    for (int k = 0; k < 80; ++k) {
      const long double middle = (low + high) / 2;
      (x_at(x1, x2, middle) > static_cast<long double>(f) ? high : low) = middle;
    }
    // Where X is flat the parameter is ill-conditioned: allow what a residual of 1e-15 moves it.
    ASSERT_NEAR(solve_bezier(x1, x2, f), static_cast<double>(low), 1e-6) << x1 << ' ' << x2 << ' ' << f;
  }
}

TEST(SolveBezier, HoldsTheEnds) {
  for (double x1 : {-1.0, 0.0, 0.3, 1.0, 2.0}) {
    for (double x2 : {-1.0, 0.0, 0.7, 1.0, 2.0}) {
      EXPECT_EQ(solve_bezier(x1, x2, 0), 0);
      EXPECT_EQ(solve_bezier(x1, x2, 1), 1);
      EXPECT_EQ(solve_bezier(x1, x2, -0.5), 0);
      EXPECT_EQ(solve_bezier(x1, x2, 1.5), 1);
    }
  }
}

TEST(SolveBezier, IsTheIdentityForHandlesOnTheThirds) {
  for (double f = 0.01; f < 1; f += 0.01) EXPECT_NEAR(solve_bezier(1.0 / 3, 2.0 / 3, f), f, 1e-14);
}

TEST(SolveBezier, SurvivesFlatAndHostileHandles) {
  // X'(s) = 0 at both ends: smoothstep, X(0.5) = 0.5. X'(0.5) = 0: the cube, X = 4 (s - 0.5)^3 + 0.5.
  EXPECT_NEAR(solve_bezier(0, 1, 0.5), 0.5, 1e-15);
  EXPECT_NEAR(solve_bezier(1, 0, 0.5), 0.5, 1e-4);
  for (double x1 : {-1e300, 1e300, -1e9, 1e9, static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
    const double s = solve_bezier(x1, 0.5, 0.5);
    EXPECT_TRUE((s >= 0 && s <= 1) || std::isnan(s));
  }
}

// -- Keys -------------------------------------------------------------------------------------------------------------

TEST(KeyInForce, IsFoundAmongManyKeysHoweverTheyAreSpread) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int round = 0; round < 400; ++round) {
    // Even, clustered at the start, with long gaps, with keys of one time.
    std::vector<double> times(1 + random() % 300);
    const int kind = round % 4;
    double time = unit(random) * 4 - 2;
    for (std::size_t i = 0; i < times.size(); ++i) {
      times[i] = time;
      if (kind == 0) time += 0.25;
      if (kind == 1) time += std::pow(1.1, static_cast<double>(i)) * unit(random);
      if (kind == 2) time += random() % 20 == 0 ? 1000 * unit(random) : 0.01;
      if (kind == 3) time += random() % 3 == 0 ? 0.5 : 0;
    }
    for (int i = 0; i < 200; ++i) {
      double at = times.front() - 1 + (times.back() - times.front() + 2) * unit(random);
      if (i % 2 == 0) at = times[random() % times.size()];
      if (i % 7 == 0) at = std::nextafter(at, -1e9);
      const auto behind = std::upper_bound(times.begin(), times.end(), at);
      const std::size_t expected =
          behind == times.begin() ? npos : static_cast<std::size_t>(behind - times.begin()) - 1;
      ASSERT_EQ(key_in_force(times, at), expected) << "kind " << kind << ", " << times.size() << " keys, at " << at;
    }
  }
  const std::vector<double> huge = [] {
    std::vector<double> numbers(40, 0);
    numbers.front() = -1.7e308;
    numbers.back() = 1.7e308;
    return numbers;
  }();
  EXPECT_EQ(key_in_force(huge, 1e308), 38u);
  EXPECT_EQ(key_in_force(huge, -1e308), 0u);
}

TEST(KeyInForce, IsTheLastOneAtOrBeforeTheTime) {
  const std::vector<double> times = {-1, 0, 0.5, 0.5, 0.5, 2, 3};
  EXPECT_EQ(key_in_force(times, -1.5), npos);
  EXPECT_EQ(key_in_force(times, -1), 0u);
  EXPECT_EQ(key_in_force(times, 0.49), 1u);
  EXPECT_EQ(key_in_force(times, 0.5), 4u);
  EXPECT_EQ(key_in_force(times, 2.5), 5u);
  EXPECT_EQ(key_in_force(times, 100), 6u);
}

TEST(KeyInForce, AgreesWithASearchFromTheFront) {
  std::mt19937_64 random(7);
  std::uniform_int_distribution<int> step(0, 3), count(1, 40);
  for (int i = 0; i < 2000; ++i) {
    std::vector<double> times;
    double time = 0;
    for (int k = count(random); k > 0; --k) times.push_back(time += step(random));
    for (double t = -1; t <= time + 1; t += 0.5) {
      std::size_t expected = npos;
      for (std::size_t k = 0; k < times.size(); ++k) {
        if (times[k] <= t) expected = k;
      }
      ASSERT_EQ(key_in_force(times, t), expected);
    }
  }
}

TEST(KeyInForce, ComparesDoubles) {
  const std::vector<double> times = {0, static_cast<double>(0.1f)};
  EXPECT_EQ(key_in_force(times, 0.1), 0u) << "a float 0.1 is later than the double 0.1";
}

}  // namespace
}  // namespace sinew
