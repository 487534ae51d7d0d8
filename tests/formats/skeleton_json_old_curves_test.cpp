// Curves and angles of 3.8. Spec: skeleton-json.md 17.2, 17.3, 17.4 and 18.1.
#include <cmath>

#include "base/short_way.hpp"
#include "formats/old_angles.hpp"
#include "skeleton_json_fixture.hpp"

namespace sinew::test {
namespace {

std::string bone_keys(std::string_view timeline, std::string_view keys) {
  return R"("bones": [{"name": "r"}], "animations": {"go": {"bones": {"r": {")" + std::string(timeline) +
         "\": " + std::string(keys) + "}}}}";
}

void expect_bezier(const Bezier& bezier, const Bezier& expected) {
  EXPECT_DOUBLE_EQ(bezier.cx1, expected.cx1);
  EXPECT_DOUBLE_EQ(bezier.cy1, expected.cy1);
  EXPECT_DOUBLE_EQ(bezier.cx2, expected.cx2);
  EXPECT_DOUBLE_EQ(bezier.cy2, expected.cy2);
}

// -- Curves -----------------------------------------------------------------------------------------------------------

TEST(SkeletonJson38Curves, BecomeHandlesInSecondsAndUnitsForEachValue) {
  const Loaded data = load_clean("3.8.99", bone_keys("translate", R"([
    {"time": 1, "x": 10, "y": 5, "curve": 0.25, "c2": -0.5, "c3": 0.75, "c4": 1.5}, {"time": 3, "x": 30, "y": 5}])"),
                                 with_scale(2));
  const Timeline& timeline = first_timeline(data);
  EXPECT_EQ(timeline.curve(0), Curve::bezier);
  ASSERT_EQ(timeline.beziers.size(), 2u);
  expect_bezier(timeline.beziers[0], {1.5, 0, 2.5, 80});   // x from 20 to 60
  expect_bezier(timeline.beziers[1], {1.5, 10, 2.5, 10});  // y stays 10
}

TEST(SkeletonJson38Curves, HaveDefaults) {
  const Loaded data = load_clean("3.8.99", bone_keys("rotate", R"([{"curve": 0.25}, {"time": 1, "angle": 10},
    {"time": 2, "angle": 20, "curve": 0}, {"time": 3, "angle": 30, "curve": "stepped", "c2": 5},
    {"time": 4, "angle": 40, "curve": "linear"}, {"time": 5, "angle": 50, "c2": 1, "c3": 0, "c4": 0}, {"time": 6}])"));
  const Timeline& timeline = first_timeline(data);
  EXPECT_EQ(timeline.curve(0), Curve::bezier);
  EXPECT_EQ(timeline.curve(1), Curve::linear);
  EXPECT_EQ(timeline.curve(2), Curve::bezier) << "0 is a number like any other";
  EXPECT_EQ(timeline.curve(3), Curve::stepped);
  EXPECT_EQ(timeline.curve(4), Curve::linear);
  EXPECT_EQ(timeline.curve(5), Curve::linear) << "c2 to c4 alone make no curve";
  ASSERT_EQ(timeline.beziers.size(), 2u);
  expect_bezier(timeline.beziers[0], {0.25, 0, 1, 10});
  expect_bezier(timeline.beziers[1], {2, 20, 3, 30});
}

TEST(SkeletonJson38Curves, MayBeArraysOfFourFractions) {
  // Also where a timeline has several values: never four for each.
  const Loaded data = load_good("3.6.53", bone_keys("scale", R"([
    {"x": 2, "curve": [0.25, 0.1, 0.75, 0.9]}, {"time": 2, "x": 4, "y": 3}])"));
  EXPECT_EQ(data.warnings.size(), 1u) << "that of the version";
  const Timeline& timeline = first_timeline(data);
  ASSERT_EQ(timeline.beziers.size(), 2u);
  expect_bezier(timeline.beziers[0], {0.5, 2.2, 1.5, 3.8});
  expect_bezier(timeline.beziers[1], {0.5, 1.2, 1.5, 2.8});
}

TEST(SkeletonJson38Curves, OfWrongLengthAreWarnedOf) {
  const Loaded data = load_good("3.8.99", bone_keys("rotate", R"([{"curve": [0.5, 0, 1]},
    {"time": 1, "angle": 30, "curve": [0.5, 0, 1, 1, 7]}, {"time": 2}])"));
  ASSERT_EQ(data.warnings.size(), 2u);
  EXPECT_EQ(data.warnings[0].message, "Expected 4 numbers, found 3; the key is linear.");
  EXPECT_EQ(data.warnings[0].where.pointer, "/animations/go/bones/r/rotate/0/curve");
  EXPECT_EQ(data.warnings[1].message, "Expected 4 numbers, found 5; the rest is left out.");
  const Timeline& timeline = first_timeline(data);
  ASSERT_EQ(timeline.beziers.size(), 2u);
  expect_bezier(timeline.beziers[0], {1.0 / 3, 10, 2.0 / 3, 20});
  expect_bezier(timeline.beziers[1], {1.5, 30, 2, 0});
}

TEST(SkeletonJson38Curves, HaveTheLenienciesOfAllNumbers) {
  const Loaded data = load_good("3.8.99", bone_keys("rotate", R"([{"curve": "0.25", "c2": null, "c3": "1e-1"},
    {"time": 1, "angle": 10, "curve": null}, {"time": 2, "curve": "Stepped"}, {"time": 3, "curve": "soft"},
    {"time": 4, "curve": 0.5}])"));
  ASSERT_EQ(data.warnings.size(), 5u);
  EXPECT_EQ(data.warnings[0].message, "'Stepped' should be written 'stepped'.");
  EXPECT_EQ(data.warnings[1].message, "There is no curve 'soft'; it is taken to be linear.");
  EXPECT_EQ(data.warnings[2].message, "The curve of the last key has no effect.");
  EXPECT_EQ(data.warnings[3].message, "The number '0.25' is written as a text; it is converted.");
  EXPECT_EQ(data.warnings[4].message, "The number '1e-1' is written as a text; it is converted.");
  const Timeline& timeline = first_timeline(data);
  ASSERT_EQ(timeline.beziers.size(), 1u);
  expect_bezier(timeline.beziers[0], {0.25, 0, 0.1, 10});
  EXPECT_EQ(timeline.curve(1), Curve::linear);
  EXPECT_EQ(timeline.curve(2), Curve::stepped);
}

TEST(SkeletonJson38Curves, OfKeysOutOfOrderGoToTheNextInTime) {
  const Loaded data = load_good("3.8.99", bone_keys("rotate", R"([{"time": 2, "angle": 20},
    {"curve": 0.5, "c2": 0.5}, {"time": 1, "angle": 10}])"));
  expect_bezier(first_timeline(data).beziers[0], {0.5, 5, 1, 10});
}

TEST(SkeletonJson38Curves, OfColoursAreInFractionsOfTheChannels) {
  const Loaded data = load_clean("3.8.99", R"("bones": [{"name": "r"}], "slots": [{"name": "s", "bone": "r"}],
    "animations": {"go": {"slots": {"s": {"twoColor": [{"light": "ff000000", "dark": "000000", "curve": 0.5, "c2": 0.2},
      {"time": 2, "light": "00ff0000", "dark": "0000ff"}]}}}})");
  const Timeline& timeline = first_timeline(data);
  ASSERT_EQ(timeline.beziers.size(), 7u);
  expect_bezier(timeline.beziers[0], {1, 0.8, 2, 0});
  expect_bezier(timeline.beziers[1], {1, 0.2, 2, 1});
  expect_bezier(timeline.beziers[2], {1, 0, 2, 0});
  expect_bezier(timeline.beziers[6], {1, 0.2, 2, 1});
}

TEST(SkeletonJson38Curves, OfDeformsGoFrom0To1) {
  const Loaded data = load_clean("3.8.99", R"("bones": [{"name": "r"}], "slots": [{"name": "s", "bone": "r"}],
    "skins": [{"name": "default", "attachments": {"s": {"m": {"type": "mesh", "uvs": [0, 0], "triangles": [],
      "vertices": [0, 0]}}}}],
    "animations": {"go": {"deform": {"default": {"s": {"m": [{"time": 1, "vertices": [5, 6], "curve": 0.5, "c2": 0.2,
      "c4": 0.9}, {"time": 3}]}}}}})",
                                 with_scale(10));
  const Timeline& timeline = first_timeline(data);
  EXPECT_EQ(timeline.curves_per_key, 1u);
  ASSERT_EQ(timeline.beziers.size(), 1u);
  expect_bezier(timeline.beziers[0], {2, 0.2, 3, 0.9});
}

TEST(SkeletonJson38Curves, OfConstraintsHaveOneForEachValue) {
  const Loaded data = load_clean("3.8.99", R"("bones": [{"name": "r"}, {"name": "t", "parent": "r"}],
    "transform": [{"name": "c", "bones": ["t"], "target": "r"}],
    "animations": {"go": {"transform": {"c": [{"rotateMix": 0, "curve": 0.5, "c2": 0.2}, {"time": 2, "shearMix": 0}]}}})");
  const Timeline& timeline = first_timeline(data);
  ASSERT_EQ(timeline.beziers.size(), 6u);
  expect_bezier(timeline.beziers[0], {1, 0.2, 2, 1});
  expect_bezier(timeline.beziers[1], {1, 1, 2, 1});
  expect_bezier(timeline.beziers[5], {1, 0.8, 2, 0});
}

// -- Angles -----------------------------------------------------------------------------------------------------------

TEST(SkeletonJson38Angles, GoTheShortWay) {
  struct Case {
    const char* keys;
    Numbers values;
    double turns_at_end;
  };
  const Case cases[] = {
      {R"([{}])", {0}, 0},
      {R"([{"angle": 350}])", {350}, 0},
      {R"([{"angle": 10}, {"time": 1, "angle": 350}])", {10, -10}, 360},
      {R"([{"angle": 350}, {"time": 1, "angle": 10}])", {350, 370}, -360},
      {R"([{}, {"time": 1, "angle": 180}])", {0, -180}, 360},
      {R"([{}, {"time": 1, "angle": -180}])", {0, -180}, 0},
      {R"([{}, {"time": 1, "angle": 179.99}])", {0, 179.99}, 0},
      {R"([{"angle": 90}, {"time": 1, "angle": -90}])", {90, -90}, 0},
      {R"([{"angle": -90}, {"time": 1, "angle": 90}])", {-90, -270}, 360},
      {R"([{}, {"time": 1, "angle": 360}])", {0, 0}, 360},
      {R"([{}, {"time": 1, "angle": 1000}])", {0, -80}, 1080},
      // Turns add up, over stepped keys too.
      {R"([{"curve": "stepped"}, {"time": 1, "angle": 120}, {"time": 2, "angle": 240}, {"time": 3, "angle": 0}])",
       {0, 120, 240, 360},
       -360},
      {R"([{}, {"time": 1, "angle": 200}, {"time": 2, "angle": 100}, {"time": 3, "angle": -100}])",
       {0, -160, -260, -100},
       0},
      // In the order of the times.
      {R"([{"time": 1, "angle": 350}, {"angle": 10}])", {10, -10}, 360},
  };
  for (const Case& one : cases) {
    const Loaded data = load_good("3.8.99", bone_keys("rotate", one.keys));
    const Timeline& timeline = first_timeline(data);
    EXPECT_EQ(to_vector(timeline.values), one.values) << one.keys;
    EXPECT_EQ(timeline.turns_at_end, one.turns_at_end) << one.keys;
  }
}

TEST(SkeletonJson38Angles, StayTheDecimalsThatTheyAre) {
  // In doubles 350.1 - 360 is not -9.9.
  const Loaded data = load_clean("3.8.99", bone_keys("rotate", R"([{"angle": 10.1}, {"time": 1, "angle": 350.1}])"));
  EXPECT_EQ(to_vector(first_timeline(data).values), (Numbers{10.1, -9.9}));
  // Half a turn is half a turn where the decimals of both ends only nearly say so.
  EXPECT_NE(256.03 - 76.03, 180) << "that is what is tested";
  const Loaded half = load_clean("3.8.99", bone_keys("rotate", R"([{"angle": 76.03}, {"time": 1, "angle": 256.03}])"));
  EXPECT_EQ(to_vector(first_timeline(half).values), (Numbers{76.03, -103.97}));
}

TEST(SkeletonJson38Angles, AreUnwrappedBeforeTheirCurves) {
  const Loaded data = load_clean("3.8.99", bone_keys("rotate", R"([{"angle": 10, "curve": 0.5, "c2": 0.5},
    {"time": 1, "angle": 350}])"));
  expect_bezier(first_timeline(data).beziers[0], {0.5, 0, 1, -10});
}

TEST(SkeletonJson38Angles, ThatAreUnwrappedStayAsTheyAre) {
  Numbers angles;
  for (int i = 0; i < 500; ++i) angles.push_back(std::fmod(i * 137.512345 + 0.1 * i * i, 400) - 200);
  unwrap_angles(angles);
  for (std::size_t i = 1; i < angles.size(); ++i) {
    EXPECT_GE(angles[i] - angles[i - 1], -180 - 1e-6);
    EXPECT_LT(angles[i] - angles[i - 1], 180);
  }
  Numbers again = angles;
  EXPECT_EQ(unwrap_angles(again), 0);
  EXPECT_EQ(again, angles);
}

TEST(SkeletonJson38Angles, OfAnySizeStayFinite) {
  Numbers angles = {0, 1e300, -1e300, 1.7e308, -1.7e308, 5e15, 1e7, 6e6, 5.9e6, 0};
  unwrap_angles(angles);
  for (const double angle : angles) EXPECT_TRUE(std::isfinite(angle)) << angle;
  Numbers none;
  EXPECT_EQ(unwrap_angles(none), 0);
}

TEST(ShortWay, IsFromMinus180To180) {
  EXPECT_EQ(short_way(0), 0);
  EXPECT_EQ(short_way(179.5), 179.5);
  EXPECT_EQ(short_way(180), -180);
  EXPECT_EQ(short_way(-180), -180);
  EXPECT_EQ(short_way(540), -180);
  EXPECT_EQ(short_way(-540), -180);
  EXPECT_EQ(short_way(270), -90);
  EXPECT_EQ(short_way(-190), 170);
  EXPECT_EQ(short_way(3600), 0);
  EXPECT_EQ(short_way(360e6 + 90), 90) << "beyond the range of the reference's formula";
  EXPECT_EQ(short_way(360e6 + 180), -180);
  EXPECT_EQ(short_way(-360e6 - 180), -180);
  EXPECT_TRUE(std::isfinite(short_way(1e308)));
}

}  // namespace
}  // namespace sinew::test
