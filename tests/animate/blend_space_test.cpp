// Blend spaces: weights by place, one phase for all, on a track as one animation.
#include "sinew/blend_space.hpp"

#include <cmath>
#include <random>

#include "support/allocation_counter.hpp"
#include "support/player.hpp"

namespace sinew {
namespace {

using test::Rules;

/// "slow" lasts 2 s, "fast" 1 s, "still" 0 s: each turns the bone from a start to an end value. "a" to "i" are poses.
SkeletonDataPtr gait(Rules rules) {
  std::string poses;
  for (char name = 'a'; name <= 'i'; ++name) {
    const std::string value = std::to_string((name - 'a') * 10);
    poses += std::string(", \"") + name + R"(": {"bones": {"bone": {"translatex": [{"value": )" + value +
             R"(}, {"time": 1, "value": )" + value + "}]}}}";
  }
  return test::make_data(rules, R"("bones": [{"name": "root"}, {"name": "bone", "parent": "root", "rotation": 10}],
    "slots": [{"name": "s", "bone": "bone", "attachment": "x"}],
    "skins": [{"name": "default", "attachments": {"s": {"x": {"width": 1, "height": 1}, "y": {"width": 1, "height": 1}}}}],
    "events": {"left": {}, "right": {}},
    "animations": {
      "slow": {"bones": {"bone": {"rotate": [{}, {"time": 2, "value": 40}], "scale": [{"x": 2, "y": 1}]}},
               "events": [{"time": 1, "name": "left"}]},
      "fast": {"slots": {"s": {"attachment": [{"name": "y"}]}},
               "bones": {"bone": {"rotate": [{}, {"time": 1, "value": 80}], "translatey": [{"value": 10}]}},
               "events": [{"time": 0.5, "name": "right"}]},
      "still": {"bones": {"bone": {"rotate": [{"value": 5}]}}},
      "other": {"bones": {"bone": {"rotate": [{"value": 20}, {"time": 1, "value": 20}]}}})" +
                                    poses + "}");
}

struct Stage {
  explicit Stage(Rules rules) : data(gait(rules)), skeleton(data), state(data) {}
  BlendSpacePtr line() const {
    Result<BlendSpacePtr> space = blend_line(data, {{"slow", 1}, {"fast", 3}});
    EXPECT_TRUE(space);
    return *space;
  }
  void step(double dt) {
    skeleton.set_to_setup_pose();
    state.update(dt);
    state.apply(skeleton);
  }
  BonePose bone() const { return test::pose_of(skeleton, "bone"); }

  SkeletonDataPtr data;
  Skeleton skeleton;
  AnimationState state;
};

double weight(const BlendSpace& space, double x, double y, std::uint32_t point) {
  double sum = 0, wanted = 0;
  for (const BlendWeights::Item& item : space.weights(x, y)) {
    EXPECT_GT(item.weight, 0);
    sum += item.weight;
    if (item.point == point) wanted = item.weight;
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  return wanted;
}

TEST(BlendSpace, OnALineIsLinearBetweenNeighbours) {
  const SkeletonDataPtr data = gait(Rules::rigby);
  const Result<BlendSpacePtr> made = blend_line(data, {{"c", 4}, {"a", 0}, {"b", 1}});
  ASSERT_TRUE(made);
  const BlendSpace& space = **made;
  EXPECT_EQ(weight(space, 0, 0, 1), 1);
  EXPECT_EQ(weight(space, 1, 0, 2), 1);
  EXPECT_EQ(weight(space, 0.25, 0, 1), 0.75);
  EXPECT_EQ(weight(space, 0.25, 0, 2), 0.25);
  EXPECT_EQ(weight(space, 1.75, 0, 0), 0.25);
  EXPECT_EQ(weight(space, -5, 9, 1), 1) << "beyond the ends the end counts";
  EXPECT_EQ(weight(space, 1e300, 0, 0), 1);
  EXPECT_EQ(weight(space, std::nan(""), 0, 1), 1);
  const Result<BlendSpacePtr> one = blend_line(data, {{"a", 5}});
  ASSERT_TRUE(one);
  EXPECT_EQ(weight(**one, 0, 0, 0), 1);
}

TEST(BlendSpace, InAPlaneIsBarycentricInTheTriangleAround) {
  const SkeletonDataPtr data = gait(Rules::rigby);
  const Result<BlendSpacePtr> made = blend_plane(data, {{"a", 0, 0}, {"b", 2, 0}, {"c", 0, 2}, {"d", -2, -2}});
  ASSERT_TRUE(made);
  const BlendSpace& space = **made;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const double xs[] = {0, 2, 0, -2}, ys[] = {0, 0, 2, -2};
    EXPECT_EQ(weight(space, xs[i], ys[i], i), 1);
  }
  EXPECT_NEAR(weight(space, 0.5, 0.5, 0), 0.5, 1e-12);
  EXPECT_NEAR(weight(space, 0.5, 0.5, 1), 0.25, 1e-12);
  EXPECT_NEAR(weight(space, 0.5, 0.5, 2), 0.25, 1e-12);
  EXPECT_NEAR(weight(space, 5, 5, 1), 0.5, 1e-12) << "outside: as at the nearest point of the outline";
  EXPECT_NEAR(weight(space, 5, 5, 2), 0.5, 1e-12);
}

TEST(BlendSpace, ReproducesThePlaceItIsAskedFor) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  const SkeletonDataPtr data = gait(Rules::rigby);
  for (int round = 0; round < 300; ++round) {
    std::vector<BlendPoint> points;
    const std::string names = "abcdefghi";
    for (std::size_t i = 0; i < 9; ++i) {
      // Grids, circles and clouds: the first two have many points on one circle or line.
      double x = unit(random), y = unit(random);
      if (round % 3 == 0) x = double(i % 3), y = double(i / 3);
      if (round % 3 == 1) x = std::cos(double(i)), y = std::sin(double(i));
      points.push_back({std::string_view(names).substr(i, 1), x, y});
    }
    const Result<BlendSpacePtr> made = blend_plane(data, points);
    ASSERT_TRUE(made);
    BlendWeights before;
    for (int i = 0; i < 200; ++i) {
      // Inside of the hull: some mean of the points.
      double x = 0, y = 0, sum = 0;
      for (const BlendPoint& point : points) {
        const double w = std::fabs(unit(random));
        x += w * point.x, y += w * point.y, sum += w;
      }
      x /= sum, y /= sum;
      const BlendWeights weights = (*made)->weights(x, y);
      double rx = 0, ry = 0;
      for (const BlendWeights::Item& item : weights) {
        rx += item.weight * points[item.point].x, ry += item.weight * points[item.point].y;
      }
      ASSERT_NEAR(rx, x, 1e-9);
      ASSERT_NEAR(ry, y, 1e-9);
    }
    // Along a way through and out of it, weights have no jumps.
    std::vector<double> last;
    for (int i = 0; i <= 2000; ++i) {
      const double t = -3 + 6 * i / 2000.0;
      std::vector<double> now(points.size());
      for (const BlendWeights::Item& item : (*made)->weights(t, 0.3 * t + 0.1)) now[item.point] = item.weight;
      for (std::size_t k = 0; k < last.size(); ++k) {
        // Thin triangles of a random cloud are steep.
        if (round % 3 != 2) {
          ASSERT_LT(std::fabs(now[k] - last[k]), 0.1) << round;
        }
      }
      last = now;
    }
  }
}

TEST(BlendSpace, OfPointsOnOneLineInThePlane) {
  const SkeletonDataPtr data = gait(Rules::rigby);
  const Result<BlendSpacePtr> made = blend_plane(data, {{"b", 1, 1}, {"a", 0, 0}, {"c", 3, 3}});
  ASSERT_TRUE(made);
  EXPECT_NEAR(weight(**made, 1, 0, 1), 0.5, 1e-12);
  EXPECT_NEAR(weight(**made, 2, 2, 2), 0.5, 1e-12);
  EXPECT_NEAR(weight(**made, 9, 9, 2), 1, 1e-12);
}

TEST(BlendSpace, SaysWhatIsWrong) {
  const SkeletonDataPtr data = gait(Rules::rigby);
  EXPECT_EQ(blend_line(data, {{"nobody", 1}}).error().code, ErrorCode::unknown_name);
  EXPECT_EQ(blend_line(data, {{"a", 1}, {"b", 1}}).error().code, ErrorCode::duplicate);
  EXPECT_EQ(blend_line(data, {{"a", std::nan("")}}).error().code, ErrorCode::bad_value);
  EXPECT_EQ(blend_plane(data, {{"a", 0, 1e300}}).error().code, ErrorCode::bad_value);
  EXPECT_EQ(blend_plane(data, std::span<const BlendPoint>{}).error().code, ErrorCode::empty_input);
  const std::vector<BlendPoint> many(65, BlendPoint{"a", 0, 0});
  EXPECT_EQ(blend_plane(data, many).error().code, ErrorCode::limit);
}

// -- On a track -------------------------------------------------------------------------------------------------------

TEST(BlendSpace, PlaysItsAnimationsAtOnePhase) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    const EntryId entry = stage.state.set_blend(0, stage.line());
    stage.state.set_blend_position(entry, 2);
    stage.step(0.75);  // half a round: a round takes 1.5 s
    EXPECT_NEAR(stage.state.track_time(entry), 0.5, 1e-12);
    EXPECT_NEAR(stage.bone().rotation, 10 + 0.5 * 20 + 0.5 * 40, 1e-9) << test::name_of(rules);
    EXPECT_NEAR(stage.bone().scale_x, 1.5, 1e-9) << "what one of them does not key is the setup pose's there";
    EXPECT_NEAR(stage.bone().y, 5, 1e-9);
    stage.state.set_blend_position(entry, 3);
    stage.step(0.25);  // a quarter of a round at its speed
    EXPECT_NEAR(stage.state.track_time(entry), 0.75, 1e-12);
    EXPECT_NEAR(stage.bone().rotation, 10 + 60, 1e-9);
    EXPECT_EQ(stage.bone().scale_x, 1);
    stage.state.set_blend_position(entry, 1.5);
    stage.step(0);
    EXPECT_NEAR(stage.bone().rotation, 10 + 0.75 * 30 + 0.25 * 60, 1e-9);
  }
}

TEST(BlendSpace, AtAPointsPlaceIsThatAnimation) {
  for (const Rules rules : test::every_rules) {
    for (const bool fast : {false, true}) {
      Stage blend(rules), plain(rules);
      blend.state.set_blend_position(blend.state.set_blend(0, blend.line()), fast ? 3 : 1);
      plain.state.set_animation(0, plain.data->find_animation(fast ? "fast" : "slow"), Loop::yes);
      for (int i = 0; i < 30; ++i) {
        blend.step(0.125);
        plain.step(0.125);
        EXPECT_NEAR(blend.bone().rotation, plain.bone().rotation, 1e-9);
        EXPECT_EQ(blend.bone().scale_x, plain.bone().scale_x);
        EXPECT_EQ(blend.bone().y, plain.bone().y);
        EXPECT_EQ(test::shown(blend.skeleton, "s"), test::shown(plain.skeleton, "s"));
        EXPECT_EQ(blend.state.events().size(), plain.state.events().size()) << test::name_of(rules) << ' ' << i;
      }
    }
  }
}

TEST(BlendSpace, TakesEventsAndAttachmentsFromTheOneThatCountsMost) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    const EntryId entry = stage.state.set_blend(0, stage.line());
    stage.state.set_blend_position(entry, 1.5);
    stage.step(0.1);
    EXPECT_EQ(test::shown(stage.skeleton, "s"), "x");
    stage.step(1.5);
    ASSERT_EQ(stage.state.events().size(), 1u);
    EXPECT_EQ(stage.state.events()[0].key->event.value, 0u);
    EXPECT_EQ(stage.state.events()[0].animation, stage.data->find_animation("slow"));
    stage.state.set_blend_position(entry, 2.5);
    stage.step(1.25);
    EXPECT_EQ(test::shown(stage.skeleton, "s"), "y");
    ASSERT_EQ(stage.state.events().size(), 1u);
    EXPECT_EQ(stage.state.events()[0].animation, stage.data->find_animation("fast"));
  }
}

TEST(BlendSpace, IsFadedInAndOutLikeAnAnimation) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.state.set_animation(0, stage.data->find_animation("other"), Loop::yes);
    stage.step(0.1);
    const EntryId entry = stage.state.set_blend(0, stage.line());
    stage.state.set_mix_duration(entry, 1.5);
    stage.state.set_blend_position(entry, 2);
    stage.step(0.75);
    EXPECT_NEAR(stage.bone().rotation, 0.5 * 30 + 0.5 * 40, 1e-9) << test::name_of(rules);
    for (int i = 0; i < 3; ++i) stage.step(0.75);
    const double blended = stage.bone().rotation;
    EXPECT_NEAR(blended, 10, 1e-9) << "at the start of a round";
    stage.state.set_mix_duration(stage.state.set_animation(0, stage.data->find_animation("other"), Loop::yes), 1.5);
    stage.step(0.75);
    EXPECT_NEAR(stage.bone().rotation, 0.5 * 40 + 0.5 * 30, 1e-9) << test::name_of(rules);
  }
}

TEST(BlendSpace, GoesOverLowerTracksByItsAlpha) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.state.set_animation(0, stage.data->find_animation("other"), Loop::yes);
    const EntryId entry = stage.state.set_blend(1, stage.line());
    stage.state.set_blend_position(entry, 2);
    stage.state.set_alpha(entry, 0.25);
    stage.step(0.75);
    EXPECT_NEAR(stage.bone().rotation, 0.75 * 30 + 0.25 * 40, 1e-9) << test::name_of(rules);
    EXPECT_NEAR(stage.bone().y, 0.25 * 5, 1e-9);
  }
}

TEST(BlendSpace, IsQueuedByItsRounds) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    const EntryId blend = stage.state.set_blend(0, stage.line(), Loop::times(2));
    stage.state.set_blend_position(blend, 1);  // rounds of 2 s
    const EntryId other = stage.state.add_animation(0, stage.data->find_animation("other"), Loop::yes);
    const EntryId again = stage.state.add_blend(0, stage.line(), Loop::no, 1);
    int completes = 0;
    double other_at = -1, again_at = -1;
    for (int i = 1; i <= 60; ++i) {
      stage.step(0.125);
      for (const StateEvent& event : stage.state.notifications()) {
        if (event.type == StateEventType::complete && event.entry == blend) ++completes;
      }
      if (other_at < 0 && stage.state.current(0) == other) other_at = i * 0.125;
      if (again_at < 0 && stage.state.current(0) == again) again_at = i * 0.125;
    }
    const double late = rules == Rules::rigby ? 0 : 0.125;  // spine goes on one update later
    EXPECT_EQ(other_at, 4 + late);
    EXPECT_NEAR(again_at, 5 + late, 0.13);
    EXPECT_EQ(completes, 2);
  }
}

TEST(BlendSpace, OfAnimationsWithoutDurationStandsStill) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    const Result<BlendSpacePtr> space = blend_line(stage.data, {{"still", 0}, {"slow", 1}});
    ASSERT_TRUE(space);
    const EntryId entry = stage.state.set_blend(0, *space);
    stage.step(0.5);
    EXPECT_EQ(stage.bone().rotation, 15);
    EXPECT_EQ(stage.state.track_time(entry), 0);
    stage.state.set_blend_position(entry, 0.5);
    stage.step(0.5);
    EXPECT_NEAR(stage.state.track_time(entry), 0.5, 1e-12) << "a round takes 1 s";
  }
}

TEST(BlendSpace, MovesTheRoot) {
  for (const Rules rules : test::every_rules) {
    const SkeletonDataPtr data = test::make_data(rules, R"("bones": [{"name": "root"}],
      "animations": {"walk": {"bones": {"root": {"translatex": [{}, {"time": 1, "value": 100}]}}},
                     "run": {"bones": {"root": {"translatex": [{}, {"time": 0.5, "value": 150}]}}}})");
    AnimationState state(data);
    state.set_root_motion(RootMotionOptions{});
    const Result<BlendSpacePtr> space = blend_line(data, {{"walk", 100}, {"run", 300}});
    ASSERT_TRUE(space);
    const EntryId entry = state.set_blend(0, *space);
    state.set_blend_position(entry, 200);
    double x = 0;
    for (int i = 0; i < 30; ++i) {
      state.update(0.1);
      x += state.root_motion().x;
    }
    EXPECT_NEAR(x, 4 * 125, 1e-6) << "3 s are 4 rounds of 0.75 s, of 125 each";
  }
}

TEST(BlendSpace, AllocatesNothingInAFrame) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.state.set_root_motion(RootMotionOptions{});
    stage.state.set_default_mix(0.2);
    const AnimationIndex other = stage.data->find_animation("other");
    const BlendSpacePtr space = stage.line();
    const auto play = [&](int frames) {
      EntryId entry;
      for (int i = 0; i < frames; ++i) {
        if (i % 20 == 0) {
          entry = stage.state.set_blend(0, space);
          stage.state.set_sync(entry, Sync::together);
        }
        if (i % 20 == 10) stage.state.set_animation(0, other, Loop::yes);
        stage.state.set_blend_position(entry, 1 + i % 20 * 0.1);
        stage.step(0.05);
      }
    };
    stage.state.add_listener([](AnimationState&, const StateEvent&) {});
    play(100);
    const test::AllocationCounter counter;
    play(100);
    EXPECT_EQ(counter.count(), 0u) << test::name_of(rules);
  }
}

}  // namespace
}  // namespace sinew
