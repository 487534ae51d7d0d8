// Where solving takes a short way - directions instead of angles, poses that nobody reads put off, a clock for many
// springs - it must come out where the long way does. The long way is there too: a constraint that reads a pose, though
// it is not mixed in, or an instance that keeps everything, has it taken.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::Rules;

double far_off(const Affine& a, const Affine& b) {
  double most = 0;
  for (double Affine::*const number : {&Affine::a, &Affine::b, &Affine::c, &Affine::d, &Affine::tx, &Affine::ty}) {
    most = std::max(most, std::fabs(a.*number - b.*number));
  }
  return most;
}

double far_off(const BonePose& a, const BonePose& b) {
  double most = 0;
  for (double BonePose::*const number : {&BonePose::x, &BonePose::y, &BonePose::rotation, &BonePose::scale_x,
                                         &BonePose::scale_y, &BonePose::shear_x, &BonePose::shear_y}) {
    most = std::max(most, std::fabs(a.*number - b.*number));
  }
  return most;
}

/// Two skeletons, one of which has constraints that read the poses of bones "a" and "b" at the end, with mixes of 0;
/// they stand where `constraints` says READERS.
void expect_alike(const std::string& bones, const std::string& constraints, int first_order) {
  const std::string animation = R"(
    "animations": {"move": {"bones": {
      "t": {"translate": [{"x": -90, "y": -60}, {"time": 0.5, "x": 40, "y": 70}, {"time": 1, "x": 60, "y": -30}],
            "rotate": [{}, {"time": 1, "value": 400}]},
      "p": {"rotate": [{}, {"time": 1, "value": 90}]}}}})";
  const auto make = [&](bool reads) {
    std::string members = bones + "," + constraints;
    std::string list;
    if (reads) {
      // One after the other, each local and not mixed in.
      for (const char* bone : {"a", "b"}) {
        list += constraints.find("} READERS") != std::string::npos || !list.empty() ? ", " : "";
        list += std::string(R"({"name": "read )") + bone + R"(", "order": )" +
                std::to_string(first_order + (*bone == 'a' ? 0 : 1)) + R"(, "bones": ["z"], "target": ")" + bone +
                R"(", "local": true, "mixRotate": 0, "mixX": 0,
                "mixScaleX": 0, "mixShearY": 0})";
      }
    }
    const std::size_t at = members.find("READERS");
    members.replace(at, 7, list);
    return test::make_data(Rules::spine_4_2, members + "," + animation);
  };
  const SkeletonDataPtr shorter = make(false), longer = make(true);
  ASSERT_TRUE(shorter);
  ASSERT_TRUE(longer);
  Skeleton one(shorter), other(longer);
  for (int frame = 0; frame <= 60; ++frame) {
    for (Skeleton* skeleton : {&one, &other}) {
      apply(*skeleton, skeleton->data().animations[0], frame / 60.0);
      skeleton->update(1 / 60.0);
    }
    for (std::size_t i = 0; i < shorter->bones.size(); ++i) {
      const BoneIndex bone(i);
      ASSERT_LT(far_off(one.world(bone), other.world(bone)), 1e-9) << shorter->bones[i].name << ", frame " << frame;
      ASSERT_LT(far_off(one.applied_pose(bone), other.applied_pose(bone)), 1e-9)
          << shorter->bones[i].name << ", frame " << frame;
    }
  }
}

std::string bones_with(const std::string& p, const std::string& a, const std::string& b) {
  return R"("bones": [{"name": "root"}, {"name": "t", "parent": "root", "x": 30, "y": 5, "rotation": 20, "shearY": 9},
    {"name": "z", "parent": "root"}, {"name": "p", "parent": "root", "x": 5)" +
         p + R"(}, {"name": "a", "parent": "p", "x": 10, "y": 2, "length": 50)" + a +
         R"(}, {"name": "b", "parent": "a", "x": 50, "length": 40)" + b +
         R"(}, {"name": "c", "parent": "b", "x": 40}])";
}

TEST(ShortWays, InverseKinematics) {
  const char* const parents[] = {"", R"(, "scaleX": 1.5, "rotation": 70)", R"(, "scaleY": -1, "rotation": 200)"};
  const char* const poses[] = {"",
                               R"(, "rotation": 130)",
                               R"(, "rotation": -250, "scaleX": 1.2, "scaleY": 1.2)",
                               R"(, "scaleY": -1)",
                               R"(, "scaleX": -1)",
                               R"(, "shearX": 20, "shearY": 5)"};
  const char* const ways[] = {"", R"(, "stretch": true)", R"(, "softness": 30)", R"(, "bendPositive": false)",
                              R"(, "stretch": true, "compress": true, "uniform": true)"};
  for (const char* parent : parents) {
    for (const char* pose : poses) {
      for (const char* way : ways) {
        for (const char* bones : {R"("a")", R"("a", "b")"}) {
          for (const char* second : {"", R"(, "y": 7, "rotation": -100)"}) {
            SCOPED_TRACE(std::string(parent) + pose + way + bones + second);
            const std::string ik = std::string(R"("ik": [{"name": "ik", "order": 0, "target": "t", "bones": [)") +
                                   bones + "]" + way + R"(}], "transform": [READERS])";
            expect_alike(bones_with(parent, pose, std::string(pose) + second), ik, 1);
            if (testing::Test::HasFailure()) return;
          }
        }
      }
    }
  }
}

/// Bones that a constraint moves in the world, and their parent after them.
TEST(ShortWays, BonesThatAreComposedAgain) {
  const char* const poses[] = {"",
                               R"(, "rotation": 130, "scaleX": 0.7)",
                               R"(, "scaleY": -1)",
                               R"(, "scaleX": -1)",
                               R"(, "shearX": 20, "shearY": 5)",
                               R"(, "scaleX": 0)",
                               R"(, "inherit": "noScale")",
                               R"(, "inherit": "onlyTranslation")"};
  for (const char* parent : {"", R"(, "scaleX": 1.5, "rotation": 70)", R"(, "scaleY": -1, "rotation": 200)"}) {
    for (const char* pose : poses) {
      SCOPED_TRACE(std::string(parent) + pose);
      expect_alike(bones_with(parent, pose, pose), R"(
        "ik": [{"name": "ik", "order": 1, "target": "t", "bones": ["p"]}],
        "transform": [{"name": "move", "order": 0, "target": "t", "bones": ["a", "b"], "mixRotate": 0.6, "mixX": 0.7,
                       "mixScaleX": 0.2, "mixShearY": 0.3} READERS])",
                   2);
      if (testing::Test::HasFailure()) return;
    }
  }
}

SkeletonDataPtr springs(Rules rules) {
  std::string members = R"("bones": [{"name": "root"}, {"name": "p", "parent": "root"}, )";
  std::string list;
  const char* const fields[] = {R"("x": 1, "y": 0.5)",
                                R"("rotate": 1)",
                                R"("rotate": 0.5, "shearX": 0.5, "scaleX": 1)",
                                R"("y": 1, "rotate": 0.7, "gravity": 2)",
                                R"("x": 1, "fps": 30)",
                                R"("scaleX": 1, "wind": 3)",
                                R"("x": 1, "y": 1)",
                                R"("rotate": 1)"};
  int count = 0;
  for (const char* field : fields) {
    const std::string name = "s" + std::to_string(count);
    members += std::string(count == 0 ? "" : ", ") + R"({"name": ")" + name + R"(", "parent": ")" +
               (count % 3 == 0 ? "p" : "s" + std::to_string(count - 1)) +
               R"(", "x": 20, "rotation": 15, "length": 30})";
    list += std::string(count == 0 ? "" : ", ") + R"({"name": ")" + name + R"(", "type": "physics", "order": )" +
            std::to_string(count) + R"(, "bone": ")" + name + R"(", "inertia": 0.6, "damping": 0.9, )" + field + "}";
    ++count;
  }
  members += std::string("], ") + (rules == Rules::spine_4_3 ? R"("constraints": [)" : R"("physics": [)") + list + "],";
  return test::make_data(rules, members + R"(
    "animations": {"move": {
      "bones": {"p": {"translate": [{}, {"time": 0.5, "x": 90}, {"time": 1}], "rotate": [{}, {"time": 1, "value": 170}]}},
      "physics": {"s6": {"reset": [{"time": 0.3}]}, "s7": {"mix": [{"curve": "stepped"}, {"time": 0.4, "curve": "stepped"},
                  {"time": 0.6, "value": 1}]}, "": {"wind": [{}]}}}})");
}

/// A lean instance has one clock for most of these springs, one that keeps everything has one for each.
TEST(ShortWays, SpringsThatShareAClock) {
  for (const Rules rules : test::every_rules) {
    const SkeletonDataPtr data = springs(rules);
    ASSERT_TRUE(data);
    Skeleton lean(data), wide(data);
    wide.reserve();
    const ConstraintIndex first = data->find_constraint(ConstraintType::physics, "s0");
    ASSERT_TRUE(first);
    for (int frame = 0; frame < 200; ++frame) {
      const double dt = frame % 7 == 0 ? 0 : frame % 5 == 0 ? 0.1 : 1 / 60.0;
      const PhysicsMode mode = frame == 50   ? PhysicsMode::none
                               : frame == 60 ? PhysicsMode::pose
                               : frame == 70 ? PhysicsMode::reset
                                             : PhysicsMode::update;
      for (Skeleton* skeleton : {&lean, &wide}) {
        ApplyOptions options;
        options.previous_time = (frame - 1) / 60.0;
        apply(*skeleton, data->animations[0], frame / 60.0, options);
        if (frame == 90) skeleton->reset_physics();
        if (frame == 100) skeleton->translate_physics(30, -20);
        if (frame == 110) skeleton->set_position(1e13, 0);  // springs run away
        if (frame == 120) skeleton->set_position(0, 0);
        if (frame >= 150 && frame < 160) skeleton->set_constraint_value(first, 6, 0);
        skeleton->update(dt, mode);
      }
      const std::span<const Affine> a = lean.world_transforms(), b = wide.world_transforms();
      ASSERT_EQ(std::memcmp(a.data(), b.data(), a.size_bytes()), 0) << test::name_of(rules) << ", frame " << frame;
      if (frame == 140) {
        // So far it has stayed lean.
        EXPECT_LT(lean.memory(), wide.memory()) << test::name_of(rules);
      }
    }
  }
}

/// What solving needs of more bones than these is with the instance, not on the stack.
TEST(ShortWays, ManyBonesPoseAsFew) {
  for (const Rules rules : test::every_rules) {
    const auto make = [&](int count) {
      std::string members = R"("bones": [{"name": "root"}, {"name": "t", "parent": "root", "x": 40, "y": 30})";
      for (int i = 2; i < count; ++i) {
        members += R"(, {"name": "b)" + std::to_string(i) + R"(", "length": 20, "x": 12, "rotation": )" +
                   std::to_string(i * 37 % 360) + R"(, "parent": ")" +
                   (i < 8 ? std::string("root") : "b" + std::to_string(i - 6)) + R"("})";
      }
      const bool newer = rules == Rules::spine_4_3;
      members += newer ? R"(], "constraints": [{"type": "ik", )" : R"(], "ik": [{"order": 0, )";
      members += R"("name": "one", "bones": ["b8", "b14"], "target": "t"}, )";
      members += newer ? R"({"type": "ik", )" : R"({"order": 1, )";
      members += R"("name": "two", "bones": ["b2"], "mix": 0.5, "target": "t"}],)";
      return test::make_data(rules, members + R"("animations": {"move": {"bones": {
        "t": {"translate": [{}, {"time": 1, "x": -90}]}, "b3": {"rotate": [{}, {"time": 1, "value": 90}]}}}})");
    };
    const SkeletonDataPtr few = make(40), many = make(300);
    ASSERT_TRUE(few);
    ASSERT_TRUE(many);
    Skeleton small(few), large(many);
    for (int frame = 0; frame <= 30; ++frame) {
      for (Skeleton* skeleton : {&small, &large}) {
        apply(*skeleton, skeleton->data().animations[0], frame / 30.0);
        skeleton->update(1 / 30.0);
      }
      const std::span<const Affine> a = small.world_transforms(), b = large.world_transforms();
      ASSERT_EQ(std::memcmp(a.data(), b.data(), a.size_bytes()), 0) << test::name_of(rules) << ", frame " << frame;
    }
    const Skeleton copy(large);
    EXPECT_EQ(std::memcmp(copy.world_transforms().data(), large.world_transforms().data(),
                          large.world_transforms().size_bytes()),
              0);
  }
}

}  // namespace
}  // namespace sinew
