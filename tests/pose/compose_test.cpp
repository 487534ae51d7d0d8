// World transforms. The numbers of the tables are those of constraints.md 2.5.
#include <cmath>

#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::both_spine;
using test::every_rules;
using test::Rules;

struct Linear {
  double a, b, c, d;
};

constexpr std::string_view modes[] = {"normal", "onlyTranslation", "noRotationOrReflection", "noScale",
                                      "noScaleOrReflection"};

void expect_linear(const Affine& world, const Linear& expected, double tolerance, std::string_view what) {
  EXPECT_NEAR(world.a, expected.a, tolerance) << what;
  EXPECT_NEAR(world.b, expected.b, tolerance) << what;
  EXPECT_NEAR(world.c, expected.c, tolerance) << what;
  EXPECT_NEAR(world.d, expected.d, tolerance) << what;
}

/// The world transform of a child under a parent that hangs on an identity root.
Affine world_of_child(Rules rules, const std::string& parent, const std::string& child, std::string_view mode) {
  const SkeletonDataPtr data =
      test::make_data(rules, R"("bones": [{"name": "root"}, {"name": "parent", "parent": "root", )" + parent +
                                 R"(}, {"name": "child", "parent": "parent", "inherit": ")" + std::string(mode) +
                                 "\", " + child + "}]");
  if (!data) return {NAN, NAN, NAN, NAN, NAN, NAN};
  const Skeleton skeleton(data);
  return skeleton.world(test::bone(data, "child"));
}

const std::string example_child = R"("rotation": 25, "scaleX": 1.5, "scaleY": 0.7, "shearX": 10, "shearY": -5)";

TEST(Compose, EveryInheritModeUnderAStretchedParent) {
  constexpr Linear spine[] = {{1.913128276, 1.601276890, -0.579123594, 0.045415088},
                              {1.228728066, 0.860364655, -0.239414100, 0.657784835},
                              {2.555506343, 1.550901363, 0.038195870, 0.420057711},
                              {1.029692133, 1.090749335, -0.367303542, 0.595892699},
                              {1.029692133, 1.090749335, -0.367303542, 0.595892699}};
  constexpr Linear rigby[] = {{1.913128276, 1.601276890, -0.579123594, 0.045415088},
                              {1.228728066, 0.860364655, -0.239414100, 0.657784835},
                              {2.457456133, 0.430182327, -0.478828201, 0.328892417},
                              {0.633927393, 1.359461681, -0.536231110, 0.449951327},
                              {0.633927393, 1.359461681, -0.536231110, 0.449951327}};
  const std::string parent = R"("rotation": 30, "scaleX": 2, "scaleY": 0.5)";
  for (int i = 0; i < 5; ++i) {
    expect_linear(world_of_child(Rules::rigby, parent, example_child, modes[i]), rigby[i], 1e-9, modes[i]);
    for (Rules rules : both_spine) {
      expect_linear(world_of_child(rules, parent, example_child, modes[i]), spine[i], 1e-9, modes[i]);
    }
  }
}

TEST(Compose, EveryInheritModeUnderAMirroredParent) {
  constexpr Linear spine[] = {{2.988584094, -0.261467228, 0.243107449, -1.378730854},
                              {1.228728066, 0.860364655, -0.239414100, 0.657784835},
                              {2.457456133, 1.720729309, -0.478828201, 1.315569669},
                              {1.494292047, -0.130733614, 0.121553724, -0.689365427},
                              {1.448888739, 0.388228568, 0.000000000, 0.700000000}};
  constexpr Linear rigby[] = {{2.988584094, -0.261467228, 0.243107449, -1.378730854},
                              {1.228728066, 0.860364655, -0.239414100, 0.657784835},
                              {2.457456133, 1.720729309, -0.478828201, 1.315569669},
                              {1.494292047, -0.130733614, 0.121553724, -0.689365427},
                              {0.633927393, 1.359461681, -0.536231110, 0.449951327}};
  const std::string parent = R"("rotation": 30, "scaleX": 2, "scaleY": -2)";
  for (int i = 0; i < 5; ++i) {
    expect_linear(world_of_child(Rules::rigby, parent, example_child, modes[i]), rigby[i], 1e-9, modes[i]);
    for (Rules rules : both_spine) {
      expect_linear(world_of_child(rules, parent, example_child, modes[i]), spine[i], 1e-9, modes[i]);
    }
  }
}

TEST(Compose, ThePositionFollowsTheParentInEveryMode) {
  // Parent: x axis (0, 2), y axis (-3, 0), origin (10, 20). The child's (5, 7) is at (10 - 21, 20 + 10).
  for (Rules rules : every_rules) {
    for (std::string_view mode : modes) {
      const Affine world = world_of_child(rules, R"("x": 10, "y": 20, "rotation": 90, "scaleX": 2, "scaleY": 3)",
                                          R"("x": 5, "y": 7, "rotation": 33)", mode);
      EXPECT_DOUBLE_EQ(world.tx, -11) << mode;
      EXPECT_DOUBLE_EQ(world.ty, 30) << mode;
    }
  }
}

TEST(Compose, TheRootIsItsLocalMatrixWhateverItInherits) {
  for (Rules rules : every_rules) {
    for (std::string_view mode : modes) {
      const SkeletonDataPtr data = test::make_data(
          rules,
          R"("bones": [{"name": "root", "x": 3, "y": 4, "rotation": 90, "scaleX": 2, "scaleY": 3, "inherit": ")" +
              std::string(mode) + "\"}]");
      ASSERT_TRUE(data);
      const Skeleton skeleton(data);
      const Affine& world = skeleton.world(BoneIndex(0));
      expect_linear(world, {0, 2, -3, 0}, 1e-15, mode);
      EXPECT_EQ(world.tx, 3);
      EXPECT_EQ(world.ty, 4);
    }
  }
}

TEST(Compose, ShearTiltsTheAxesSeparately) {
  // rx = 0 + 30, ry = 0 + 90 - 30.
  const double s = std::sqrt(3.0) / 2;
  for (Rules rules : every_rules) {
    const Affine world =
        world_of_child(rules, R"("x": 0)", R"("scaleX": 2, "scaleY": 4, "shearX": 30, "shearY": -30)", "normal");
    expect_linear(world, {2 * s, 1, 2, 4 * s}, 1e-14, "shear");
  }
}

TEST(Compose, RigbyTreatsAParentWithoutWidthAsUnturned) {
  // s = 0: u = (1, 0), abs(det) / s = 0.
  const std::string parent = R"("rotation": 30, "scaleX": 0, "scaleY": 2)",
                    child = R"("rotation": 90, "scaleX": 2, "scaleY": 3)";
  expect_linear(world_of_child(Rules::rigby, parent, child, "noRotationOrReflection"), {0, 0, 0, 0}, 0,
                "noRotationOrReflection");
  expect_linear(world_of_child(Rules::rigby, parent, child, "noScale"), {0, 2, -3, 0}, 1e-14, "noScale");
  expect_linear(world_of_child(Rules::rigby, parent, child, "noScaleOrReflection"), {0, 2, -3, 0}, 1e-14,
                "noScaleOrReflection");
  // Below 1e-12 counts as 0, 1e-11 does not.
  const std::string thin = R"("rotation": 30, "scaleX": 9e-13, "scaleY": 2)",
                    thicker = R"("rotation": 30, "scaleX": 1e-11, "scaleY": 2)";
  expect_linear(world_of_child(Rules::rigby, thin, child, "noScale"), {0, 2, -3, 0}, 1e-14, "thin");
  // Turned by 30: 120 degrees.
  const double s = std::sqrt(3.0) / 2;
  expect_linear(world_of_child(Rules::rigby, thicker, child, "noScale"), {-1, 2 * s, -3 * s, -1.5}, 1e-14, "thicker");
}

TEST(Compose, SpineSqueezesUnderAParentWithoutWidth) {
  // The second branch of noRotationOrReflection. Parent's y axis: 2 (cos 120, sin 120) = (-1, sqrt 3); f = 90 - 120.
  // M = [0 1; 0 sqrt 3] * LIN(30) and LIN(30)'s second row is (0.5, sqrt 3 / 2).
  const double root3 = std::sqrt(3.0);
  for (Rules rules : both_spine) {
    expect_linear(world_of_child(rules, R"("rotation": 30, "scaleX": 0, "scaleY": 2)", R"("rotation": 0)",
                                 "noRotationOrReflection"),
                  {0.5, root3 / 2, root3 / 2, 1.5}, 1e-14, "no width");
  }
}

TEST(Compose, SpineVersionsDisagreeOnWhatHasNoWidth) {
  // 0.005 squared lies between the thresholds 1e-4 (4.2) and 1e-10 (4.3).
  const std::string parent = R"("scaleX": 0.005, "scaleY": 2)", child = R"("rotation": 0)";
  expect_linear(world_of_child(Rules::spine_4_3, parent, child, "noRotationOrReflection"), {0.005, 0, 0, 2}, 1e-14,
                "4.3");
  expect_linear(world_of_child(Rules::spine_4_2, parent, child, "noRotationOrReflection"), {0, 0, 0, 2}, 1e-14, "4.2");
  // noScale: a length of 1e-6 is normalised in 4.3, squared in 4.2 (its threshold is 1e-5).
  const std::string tiny = R"("scaleX": 1e-6, "scaleY": 1e-6)";
  expect_linear(world_of_child(Rules::spine_4_3, tiny, child, "noScale"), {1, 0, 0, 1}, 1e-14, "4.3");
  expect_linear(world_of_child(Rules::spine_4_2, tiny, child, "noScale"), {1e-12, 0, 0, 1e-12}, 1e-20, "4.2");
}

TEST(Compose, SemanticsAgreeUnderAConformalParent) {
  // constraints.md 2.5, "the two agree".
  const std::string parent = R"("rotation": -70, "scaleX": 3, "scaleY": 3)";
  for (std::string_view mode : modes) {
    const Affine rigby = world_of_child(Rules::rigby, parent, example_child, mode);
    for (Rules rules : both_spine) {
      expect_linear(world_of_child(rules, parent, example_child, mode), {rigby.a, rigby.b, rigby.c, rigby.d}, 1e-13,
                    mode);
    }
  }
}

TEST(Compose, MatricesMultiplyDownAChain) {
  // Five bones of length 10, each turned by 90: after four the chain is back where it began.
  std::string bones = R"({"name": "b0"})";
  for (int i = 1; i <= 5; ++i) {
    bones += ", {\"name\": \"b" + std::to_string(i) + "\", \"parent\": \"b" + std::to_string(i - 1) +
             R"(", "x": 10, "rotation": 90, "scaleX": 2, "scaleY": 2})";
  }
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = test::make_data(rules, "\"bones\": [" + bones + "]");
    ASSERT_TRUE(data);
    const Skeleton skeleton(data);
    // Steps of 10, 20, 40, 80 along +x, +y, -x, -y.
    const double tx[] = {0, 10, 10, -30, -30, 130}, ty[] = {0, 0, 20, 20, -60, -60};
    for (int i = 0; i <= 5; ++i) {
      EXPECT_DOUBLE_EQ(skeleton.world(BoneIndex(i)).tx, tx[i]);
      EXPECT_DOUBLE_EQ(skeleton.world(BoneIndex(i)).ty, ty[i]);
    }
    expect_linear(skeleton.world(BoneIndex(4)), {16, 0, 0, 16}, 0, "four quarter turns");
  }
}

TEST(Compose, TheHostCanChangeInheritModesAndPoses) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = test::make_data(
        rules,
        R"("bones": [{"name": "root", "rotation": 90}, {"name": "a", "parent": "root"}, {"name": "b", "parent": "a"}])");
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    skeleton.set_inherit(BoneIndex(1), Inherit::only_translation);
    BonePose pose = skeleton.local_pose(BoneIndex(2));
    pose.x = 5;
    skeleton.set_local_pose(BoneIndex(2), pose);
    expect_linear(skeleton.world(BoneIndex(1)), {0, 1, -1, 0}, 0, "before update");
    skeleton.update(0);
    expect_linear(skeleton.world(BoneIndex(1)), {1, 0, 0, 1}, 0, "after");
    EXPECT_EQ(skeleton.world(BoneIndex(2)).tx, 5);
    skeleton.set_to_setup_pose();
    skeleton.update(0);
    expect_linear(skeleton.world(BoneIndex(1)), {0, 1, -1, 0}, 0, "back at setup");
    EXPECT_EQ(skeleton.world(BoneIndex(2)).tx, 0);
  }
}

}  // namespace
}  // namespace sinew
