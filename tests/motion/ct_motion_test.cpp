// The C-callable layer does what the library does.
#include "sinew/ct_motion.h"

#include <gtest/gtest.h>

#include <string>

#include "sinew/motion.hpp"
#include "support/allocation_counter.hpp"
#include "support/temporary_folder.hpp"

namespace sinew {
namespace {

constexpr const char* kRig =
    "name: Gate\nnodes:\n  - id: post\n    kind: joint\n    position: [0, 1, 0]\n  - id: wing\n    kind: joint\n    "
    "parent: "
    "post\n    position: [2, 0, 0]\n";
constexpr const char* kClip =
    "binding: gate.rig\nmodel: Gate\nduration: 2\nloop: true\ntracks:\n  - part: wing\n    property: position\n    "
    "interpolation: linear\n    keys:\n      - time: 0\n        value: [2, 0, 0]\n      - time: 2\n        value: [4, "
    "0, "
    "0]\n";

TEST(CtMotion, PlaysAClipOnARig) {
  ctMotionClip* clip = ctMotionParse(kClip);
  ctAnimationBinding* binding = ctAnimationBindingParse(kRig);
  ASSERT_NE(clip, nullptr) << ctMotionError();
  ASSERT_NE(binding, nullptr) << ctMotionError();
  const ctMotionParts* parts = ctAnimationBind(binding, clip);
  ASSERT_NE(parts, nullptr) << ctMotionError();
  ASSERT_EQ(parts->count, 2u);
  EXPECT_STREQ(parts->items[1].name, "wing");
  EXPECT_STREQ(parts->items[1].parent, "post");
  EXPECT_EQ(parts->items[0].parent, nullptr);
  ctMotionRig* rig = ctMotionRigCreate(parts, clip);
  ASSERT_NE(rig, nullptr) << ctMotionError();
  EXPECT_EQ(ctMotionRigCount(rig), 2u);
  {
    const test::AllocationCounter counter;
    const ctWorldPose* poses = ctMotionRigSample(rig, clip, ctMotionTime(clip, 3), 1);
    EXPECT_EQ(counter.count(), 0u);
    ASSERT_NE(poses, nullptr);
    EXPECT_EQ(poses[1].matrix[3], 3);
    EXPECT_EQ(poses[1].matrix[7], 1);
  }
  EXPECT_EQ(ctMotionRigLocal(rig, 1).position[0], 3);
  EXPECT_EQ(ctMotionPose(clip, "wing", 0.5, parts->items[1].rest).position[0], 2.5);
  EXPECT_EQ(ctMotionPose(clip, "post", 0.5, parts->items[0].rest).position[1], 1);

  std::string other_text = kClip;
  other_text.replace(other_text.find("[4, 0, 0]"), 9, "[8, 0, 0]");
  ctMotionClip* other = ctMotionParse(other_text.c_str());
  EXPECT_EQ(ctMotionRigSample(rig, other, 2, 1)[1].matrix[3], 8);
  ctMotionFree(other);
  other_text.replace(other_text.find("part: wing"), 10, "part: lock");
  other = ctMotionParse(other_text.c_str());
  EXPECT_EQ(ctMotionRigSample(rig, other, 2, 1), nullptr);
  EXPECT_STREQ(ctMotionErrorMessage(), "Animation part is missing: lock");
  EXPECT_EQ(ctAnimationBind(binding, other), nullptr);
  ctMotionFree(other);
  EXPECT_EQ(ctMotionRigSample(rig, clip, 2, 1)[1].matrix[3], 4);

  ctMotionRigFree(rig);
  ctAnimationBindingFree(binding);
  ctMotionFree(clip);
}

TEST(CtMotion, LoadsFilesAndSaysWhatIsWrong) {
  const test::TemporaryFolder folder;
  folder.write("gate.rig", kRig);
  folder.write("gate.motion", "model: Gate\n");
  ctAnimationBinding* binding = ctAnimationBindingLoad((folder / "gate.rig").c_str());
  EXPECT_NE(binding, nullptr) << ctMotionError();
  EXPECT_EQ(ctMotionLoad((folder / "gate.motion").c_str()), nullptr);
  EXPECT_STREQ(ctMotionErrorMessage(), "Animation requires a binding asset");
  EXPECT_NE(std::string(ctMotionError()).find("gate.motion:1:1: "), std::string::npos) << ctMotionError();
  EXPECT_EQ(ctAnimationBindingLoad((folder / "none.rig").c_str()), nullptr);
  ctAnimationBindingFree(binding);
}

TEST(CtMotion, TakesNothingForNothing) {
  EXPECT_EQ(ctMotionLoad(nullptr), nullptr);
  EXPECT_EQ(ctMotionParse(nullptr), nullptr);
  EXPECT_EQ(ctAnimationBindingLoad(nullptr), nullptr);
  EXPECT_EQ(ctAnimationBindingParse(nullptr), nullptr);
  EXPECT_EQ(ctAnimationBind(nullptr, nullptr), nullptr);
  EXPECT_EQ(ctMotionRigCreate(nullptr, nullptr), nullptr);
  EXPECT_EQ(ctMotionRigSample(nullptr, nullptr, 0, 1), nullptr);
  EXPECT_EQ(ctMotionRigCount(nullptr), 0u);
  EXPECT_EQ(ctMotionTime(nullptr, 3), 0);
  ctMotionFree(nullptr);
  ctAnimationBindingFree(nullptr);
  ctMotionRigFree(nullptr);
}

}  // namespace
}  // namespace sinew
