#include "sinew/hit_test.hpp"

#include <gtest/gtest.h>

#include <array>

#include "draw/rig.hpp"

namespace sinew {
namespace {

constexpr std::array<double, 8> square{0, 0, 10, 0, 10, 10, 0, 10};
constexpr std::array<double, 12> u_shape{0, 0, 10, 0, 10, 10, 5, 2, 5, 2, 0, 10};

TEST(PolygonHit, ContainsPointsByTheEvenOddRule) {
  EXPECT_TRUE(polygon_contains(square, 5, 5));
  EXPECT_FALSE(polygon_contains(square, 15, 5));
  EXPECT_FALSE(polygon_contains(square, -1, 5));
  EXPECT_FALSE(polygon_contains(square, 5, 11));
  EXPECT_TRUE(polygon_contains(u_shape, 1, 5));
  EXPECT_FALSE(polygon_contains(u_shape, 5, 5));
  EXPECT_TRUE(polygon_contains(u_shape, 9, 5));
}

TEST(PolygonHit, GivesACommonEdgeToOnePolygonOnly) {
  constexpr std::array<double, 8> right{10, 0, 20, 0, 20, 10, 10, 10}, above{0, 10, 10, 10, 10, 20, 0, 20};
  EXPECT_NE(polygon_contains(square, 10, 5), polygon_contains(right, 10, 5));
  EXPECT_NE(polygon_contains(square, 5, 10), polygon_contains(above, 5, 10));
}

TEST(PolygonHit, CountsSegmentsThatCrossOrTouchAnEdge) {
  EXPECT_TRUE(segment_hits_polygon(square, -5, 5, 5, 5));
  EXPECT_TRUE(segment_hits_polygon(square, -5, 5, 15, 6));
  EXPECT_TRUE(segment_hits_polygon(square, -5, 5, 0, 5)) << "touches";
  EXPECT_FALSE(segment_hits_polygon(square, 2, 3, 7, 6)) << "wholly inside";
  EXPECT_FALSE(segment_hits_polygon(square, -5, 5, -1, 5));
  EXPECT_FALSE(segment_hits_polygon(square, -5, 12, 15, 11));
  EXPECT_TRUE(segment_hits_polygon(square, 5, -5, 5, 5)) << "vertical";
}

TEST(BoxHit, ContainsItsBorderAndOverlapsStrictly) {
  Bounds box, touching, inside;
  box.min_x = 0, box.min_y = 0, box.max_x = 10, box.max_y = 5;
  touching.min_x = 10, touching.min_y = 0, touching.max_x = 12, touching.max_y = 5;
  inside.min_x = 2, inside.min_y = 2, inside.max_x = 3, inside.max_y = 3;
  EXPECT_TRUE(box_contains(box, 10, 5));
  EXPECT_TRUE(box_contains(box, 0, 3));
  EXPECT_FALSE(box_contains(box, 10.01, 5));
  EXPECT_FALSE(boxes_overlap(box, touching));
  EXPECT_TRUE(boxes_overlap(box, inside));
  EXPECT_FALSE(boxes_overlap(box, Bounds{}));
  EXPECT_FALSE(box_contains(Bounds{}, 0.5, 0.5));
}

TEST(BoxHit, MeetsSegments) {
  Bounds box;
  box.min_x = 0, box.min_y = 0, box.max_x = 10, box.max_y = 5;
  EXPECT_TRUE(segment_hits_box(box, -5, 2, 15, 3));
  EXPECT_TRUE(segment_hits_box(box, 1, 1, 9, 4)) << "wholly inside";
  EXPECT_TRUE(segment_hits_box(box, 5, -5, 5, 10)) << "vertical";
  EXPECT_TRUE(segment_hits_box(box, 3, 2, 3, 3)) << "vertical, inside";
  EXPECT_TRUE(segment_hits_box(box, -5, 2, 15, 2)) << "horizontal";
  EXPECT_FALSE(segment_hits_box(box, -5, 5, 15, 5)) << "along the upper side";
  EXPECT_FALSE(segment_hits_box(box, -5, -5, 0, 10)) << "both ends on or beyond the left side";
  EXPECT_FALSE(segment_hits_box(box, -10, 4, 4, 20)) << "passes the corner";
  EXPECT_FALSE(segment_hits_box(box, 11, -5, 11, 10));
}

constexpr std::string_view boxes = R"({ "skeleton": { "hash": "h", "spine": "4.2.22" },
  "bones": [ { "name": "root" }, { "name": "arm", "parent": "root", "x": 100, "rotation": 90 },
             { "name": "hidden", "parent": "root", "skin": true } ],
  "slots": [ { "name": "off", "bone": "hidden", "attachment": "b" }, { "name": "image", "bone": "root", "attachment": "b" },
             { "name": "one", "bone": "arm", "attachment": "b" }, { "name": "two", "bone": "root", "attachment": "b" },
             { "name": "tip", "bone": "arm", "attachment": "b" } ],
  "skins": [ { "name": "default", "attachments": {
    "off": { "b": { "type": "boundingbox", "vertexCount": 4, "vertices": [ -999, -999, 999, -999, 999, 999, -999, 999 ] } },
    "image": { "b": { "width": 500, "height": 500 } },
    "one": { "b": { "type": "boundingbox", "vertexCount": 4, "vertices": [ 0, 0, 20, 0, 20, 10, 0, 10 ] } },
    "two": { "b": { "type": "boundingbox", "vertexCount": 3, "vertices": [ 1, 0, 0, 0, 1,  2, 0, 95, 0, 0.5, 1, 0, 5, 0.5,  1, 0, 0, 50, 1 ] } },
    "tip": { "b": { "type": "point", "x": 3, "y": 4, "rotation": 30 } } } } ],
  "animations": { "a": { "attachments": { "default": { "one": { "b": { "deform": [ { "vertices": [ 0, 0, 40, 0, 40, 0 ] } ] } } } } } } })";
constexpr std::string_view no_images = "p.png\nsize: 4, 4\nx\nbounds: 0, 0, 1, 1\n";

TEST(HitTest, FindsTheFirstSlotWithABoxRoundThePoint) {
  // "one" is turned: x from 90 to 100, y from 0 to 20. "two" is the triangle (0, 0), (95, 0), (0, 50).
  test::Rig rig(boxes, no_images);
  EXPECT_EQ(hit_test(rig.skeleton, 95, 10), rig.slot("one"));
  EXPECT_EQ(hit_test(rig.skeleton, 10, 10), rig.slot("two"));
  EXPECT_EQ(hit_test(rig.skeleton, 90.5, 1), rig.slot("one")) << "both contain it";
  EXPECT_FALSE(hit_test(rig.skeleton, 95, 30).valid());
  EXPECT_FALSE(hit_test(rig.skeleton, 200, 200).valid());
}

TEST(HitTest, FollowsDeforms) {
  test::Rig rig(boxes, no_images);
  rig.pose("a", 0);
  EXPECT_EQ(hit_test(rig.skeleton, 95, 50), rig.slot("one"));
}

TEST(HitTest, FindsTheFirstSlotThatASegmentMeets) {
  test::Rig rig(boxes, no_images);
  EXPECT_EQ(hit_test_segment(rig.skeleton, 80, 10, 120, 10), rig.slot("one"));
  EXPECT_EQ(hit_test_segment(rig.skeleton, -10, 10, 20, 10), rig.slot("two"));
  EXPECT_FALSE(hit_test_segment(rig.skeleton, 2, 2, 5, 5).valid()) << "wholly inside";
  EXPECT_FALSE(hit_test_segment(rig.skeleton, 200, 0, 200, 99).valid());
}

TEST(WorldPoint, IsPlacedAndTurnedWithItsBone) {
  test::Rig rig(boxes, no_images);
  const auto point = world_point(rig.skeleton, rig.slot("tip"));
  ASSERT_TRUE(point.has_value());
  EXPECT_NEAR(point->x, 96, 1e-12);
  EXPECT_NEAR(point->y, 3, 1e-12);
  EXPECT_NEAR(point->rotation, 120, 1e-12);
  EXPECT_FALSE(world_point(rig.skeleton, rig.slot("one")).has_value());
}

}  // namespace
}  // namespace sinew
