// Between world, bone and parent. The rig: a parent at (10, 20), turned by 90 degrees, scaled by (2, 3); that is, its x
// axis is (0, 2), its y axis (-3, 0).
#include "sinew/conversions.hpp"

#include <cmath>
#include <limits>

#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::bone;
using test::every_rules;
using test::Rules;

SkeletonDataPtr rig(Rules rules, const std::string& child = R"("x": 5, "y": 7, "rotation": 33)") {
  return test::make_data(rules, R"("bones": [{"name": "root"},
    {"name": "parent", "parent": "root", "x": 10, "y": 20, "rotation": 90, "scaleX": 2, "scaleY": 3},
    {"name": "child", "parent": "parent", "length": 40, )" +
                                    child + "}]");
}

void expect_at(std::optional<Vec2> at, double x, double y, double tolerance = 1e-12) {
  ASSERT_TRUE(at);
  EXPECT_NEAR(at->x, x, tolerance);
  EXPECT_NEAR(at->y, y, tolerance);
}

TEST(Conversions, PointsOfABone) {
  for (Rules rules : every_rules) {
    const Skeleton skeleton(rig(rules));
    const BoneIndex parent = bone(skeleton, "parent");
    expect_at(bone_to_world(skeleton, parent, {5, 7}), 10 - 21, 20 + 10);
    expect_at(world_to_bone(skeleton, parent, {-11, 30}), 5, 7);
    expect_at(parent_to_world(skeleton, bone(skeleton, "child"), {5, 7}), -11, 30);
    expect_at(world_to_parent(skeleton, bone(skeleton, "child"), {-11, 30}), 5, 7);
  }
}

TEST(Conversions, TheRootHangsOnTheSkeletonsPlaceAndScale) {
  for (Rules rules : every_rules) {
    Skeleton skeleton(rig(rules));
    skeleton.set_position(100, 50);
    skeleton.set_scale(-2, 4);
    skeleton.update(0);
    expect_at(parent_to_world(skeleton, bone(skeleton, "root"), {3, 5}), 94, 70);
    expect_at(world_to_parent(skeleton, bone(skeleton, "root"), {94, 70}), 3, 5);
    // The parent at (10, 20), flipped and scaled: (-20, 80) from (100, 50); its x axis (0, 8), its y axis (6, 0).
    expect_at(bone_to_world(skeleton, bone(skeleton, "parent"), {5, 7}), 80 + 42, 130 + 40);
    expect_at(world_to_bone(skeleton, bone(skeleton, "parent"), {122, 170}), 5, 7);
  }
}

TEST(Conversions, ABoneIsPutWhereItShallBeInTheWorld) {
  for (Rules rules : every_rules) {
    for (const Vec2 scale : {Vec2{1, 1}, Vec2{-1, 1}, Vec2{2, -0.5}}) {
      Skeleton skeleton(rig(rules));
      skeleton.set_position(-7, 3);
      skeleton.set_scale(scale.x, scale.y);
      skeleton.update(0);
      for (std::string_view name : {"root", "parent", "child"}) {
        ASSERT_TRUE(set_world_position(skeleton, bone(skeleton, name), {123, -45}));
        skeleton.update(0);
        expect_at(bone_to_world(skeleton, bone(skeleton, name), {0, 0}), 123, -45, 1e-11);
      }
    }
    Skeleton skeleton(rig(rules));
    ASSERT_TRUE(set_world_position(skeleton, bone(skeleton, "child"), {-11, 30}));
    const BonePose pose = test::pose_of(skeleton, "child");
    EXPECT_NEAR(pose.x, 5, 1e-14);
    EXPECT_NEAR(pose.y, 7, 1e-14);
    EXPECT_EQ(pose.rotation, 33);
  }
}

TEST(Conversions, NothingIsMovedByWhatHasNoInverse) {
  for (Rules rules : every_rules) {
    Skeleton skeleton(rig(rules));
    const BoneIndex parent = bone(skeleton, "parent"), child = bone(skeleton, "child");
    EXPECT_FALSE(set_world_position(skeleton, child, {std::numeric_limits<double>::quiet_NaN(), 0}));
    EXPECT_FALSE(set_world_rotation(skeleton, child, std::numeric_limits<double>::infinity()));
    BonePose pose = skeleton.local_pose(parent);
    pose.scale_x = 0;
    skeleton.set_local_pose(parent, pose);
    skeleton.update(0);
    EXPECT_FALSE(world_to_bone(skeleton, parent, {1, 2}));
    EXPECT_FALSE(world_to_parent(skeleton, child, {1, 2}));
    EXPECT_FALSE(set_world_position(skeleton, child, {1, 2}));
    EXPECT_FALSE(set_world_rotation(skeleton, child, 10));
    skeleton.set_inherit(child, Inherit::no_scale);
    EXPECT_FALSE(set_world_rotation(skeleton, child, 10));
    EXPECT_EQ(skeleton.local_pose(child).x, 5);
    EXPECT_EQ(skeleton.local_pose(child).rotation, 33);
  }
}

TEST(Conversions, DirectionsAndScalesOfTheAxes) {
  for (Rules rules : every_rules) {
    Skeleton skeleton(rig(rules));
    const BoneIndex parent = bone(skeleton, "parent");
    EXPECT_NEAR(world_rotation_x(skeleton, parent), 90, 1e-12);
    EXPECT_NEAR(std::fabs(world_rotation_y(skeleton, parent)), 180, 1e-12);
    EXPECT_NEAR(world_scale(skeleton, parent).x, 2, 1e-15);
    EXPECT_NEAR(world_scale(skeleton, parent).y, 3, 1e-15);
    skeleton.set_scale(-1, 1);
    skeleton.update(0);
    EXPECT_NEAR(world_rotation_x(skeleton, parent), 90, 1e-12);
    EXPECT_NEAR(world_rotation_y(skeleton, parent), 0, 1e-12);  // flipped: clockwise from the x axis
    EXPECT_NEAR(world_scale(skeleton, parent).y, 3, 1e-15);
  }
}

TEST(Conversions, ABoneIsTurnedToADirectionInTheWorld) {
  for (Rules rules : every_rules) {
    for (const char* child :
         {R"("rotation": 33)", R"("rotation": 33, "shearX": 20, "shearY": -10)", R"("scaleX": -2, "scaleY": 0.3)",
          R"("rotation": 33, "inherit": "onlyTranslation", "shearX": 20)"}) {
      for (const Vec2 scale : {Vec2{1, 1}, Vec2{-1, 1}, Vec2{2, -0.5}}) {
        Skeleton skeleton(rig(rules, child));
        const BoneIndex index = bone(skeleton, "child");
        skeleton.set_scale(scale.x, scale.y);
        skeleton.update(0);
        for (double degrees : {-170.0, -45.0, 0.0, 10.0, 135.0}) {
          ASSERT_TRUE(set_world_rotation(skeleton, index, degrees));
          skeleton.update(0);
          EXPECT_NEAR(world_rotation_x(skeleton, index), degrees, 1e-11) << child;
          ASSERT_TRUE(set_world_rotation(skeleton, bone(skeleton, "root"), degrees));
          skeleton.update(0);
          EXPECT_NEAR(world_rotation_x(skeleton, bone(skeleton, "root")), degrees, 1e-11);
          ASSERT_TRUE(set_world_rotation(skeleton, bone(skeleton, "root"), 0));
          skeleton.update(0);
        }
      }
    }
  }
}

TEST(Conversions, RotationsAsTheRuntimesReckonThem) {
  for (Rules rules : every_rules) {
    // Turned by 20 and then 30: the world's 70 is 50 for the second.
    const SkeletonDataPtr data = test::make_data(rules, R"("bones": [{"name": "root"},
      {"name": "a", "parent": "root", "rotation": 20}, {"name": "b", "parent": "a", "rotation": 30},
      {"name": "sheared", "parent": "a", "rotation": 30, "shearX": 10, "shearY": 10}])");
    const Skeleton skeleton(data);
    EXPECT_NEAR(world_to_local_rotation(skeleton, bone(data, "b"), 70), 50, 1e-12);
    EXPECT_NEAR(local_to_world_rotation(skeleton, bone(data, "b"), 50), 70, 1e-12);
    // World axes at 60 and 150. The direction 70 is 10 from the x axis: 10 + 30 - 10; and 30 - 40 from it is 50.
    EXPECT_NEAR(world_to_local_rotation(skeleton, bone(data, "sheared"), 70), 30, 1e-12);
    EXPECT_NEAR(local_to_world_rotation(skeleton, bone(data, "sheared"), 30), 50, 1e-12);
  }
}

TEST(Conversions, AnIkTargetOnTheMouseIsReached) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = test::make_data(
        rules,
        std::string(R"("bones": [{"name": "root"}, {"name": "hip", "parent": "root", "x": 5, "rotation": 10},
      {"name": "upper", "parent": "hip", "rotation": 30, "length": 50},
      {"name": "lower", "parent": "upper", "x": 50, "length": 40},
      {"name": "holder", "parent": "root", "x": 30, "rotation": 77, "scaleX": 3},
      {"name": "target", "parent": "holder"}],)") +
            (rules == Rules::spine_4_3
                 ? R"("constraints": [{"type": "ik", "name": "aim", "bones": ["upper", "lower"], "target": "target"}])"
                 : R"("ik": [{"name": "aim", "bones": ["upper", "lower"], "target": "target"}])"));
    Skeleton skeleton(data);
    skeleton.set_position(200, 100);
    skeleton.set_scale(-1, 1);
    skeleton.update(0);
    for (const Vec2 mouse : {Vec2{150, 140}, Vec2{230, 120}, Vec2{195, 40}}) {
      ASSERT_TRUE(set_world_position(skeleton, bone(data, "target"), mouse));
      skeleton.update(0);
      expect_at(bone_to_world(skeleton, bone(data, "lower"), {40, 0}), mouse.x, mouse.y, 1e-9);
    }
  }
}

}  // namespace
}  // namespace sinew
