// Instances: setup pose, skins, memory. Spec: constraints.md 5.1, drawing.md 10.
#include "sinew/skeleton.hpp"

#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::both_spine;
using test::every_rules;
using test::Rules;

constexpr std::string_view wardrobe = R"(
  "bones": [{"name": "root"}],
  "slots": [{"name": "hat", "bone": "root", "attachment": "h"}, {"name": "coat", "bone": "root", "attachment": "c"},
            {"name": "shoe", "bone": "root"}],
  "skins": [
    {"name": "default", "attachments": {"hat": {"h": {"width": 1, "height": 1}}, "coat": {"c": {"width": 2, "height": 2}},
                                        "shoe": {"s": {"width": 3, "height": 3}}}},
    {"name": "red", "attachments": {"hat": {"h": {"width": 11, "height": 1}, "h2": {"width": 12, "height": 1}},
                                    "shoe": {"s": {"width": 13, "height": 1}}}},
    {"name": "blue", "attachments": {"hat": {"h": {"width": 21, "height": 1}}, "coat": {"c": {"width": 22, "height": 1}},
                                     "shoe": {"s": {"width": 23, "height": 1}}}}],
  "animations": {"a": {}})";

/// The width of the region that a slot shows, which tells the attachments apart; 0: nothing.
double width(const Skeleton& skeleton, std::string_view slot) {
  const AttachmentIndex shown = skeleton.attachment(test::slot(skeleton, slot));
  return shown ? skeleton.data()[shown].region->width : 0;
}

void show(Skeleton& skeleton, std::string_view skin, std::string_view slot, std::string_view key) {
  const SkeletonData& data = skeleton.data();
  const AttachmentIndex found = data.find_attachment(data.find_skin(skin), data.find_slot(slot), key);
  ASSERT_TRUE(found);
  skeleton.set_attachment(data.find_slot(slot), found);
}

TEST(Skeleton, StartsInTheSetupPose) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = test::make_data(rules, R"(
      "bones": [{"name": "root", "x": 10}, {"name": "b", "parent": "root", "x": 1, "y": 2, "rotation": 3, "scaleX": 4, "scaleY": 5,
                 "shearX": 6, "shearY": 7, "inherit": "noScale"}],
      "slots": [{"name": "A", "bone": "b", "color": "336699cc", "dark": "ff0000", "attachment": "x"}, {"name": "B", "bone": "b"}],
      "skins": [{"name": "default", "attachments": {"A": {"x": {"width": 1, "height": 1}}}}])");
    ASSERT_TRUE(data);
    const Skeleton skeleton(data);
    const BonePose pose = test::pose_of(skeleton, "b");
    EXPECT_EQ(pose.x, 1);
    EXPECT_EQ(pose.y, 2);
    EXPECT_EQ(pose.rotation, 3);
    EXPECT_EQ(pose.scale_x, 4);
    EXPECT_EQ(pose.scale_y, 5);
    EXPECT_EQ(pose.shear_x, 6);
    EXPECT_EQ(pose.shear_y, 7);
    EXPECT_EQ(skeleton.inherit(test::bone(skeleton, "b")), Inherit::no_scale);
    EXPECT_EQ(skeleton.world(test::bone(skeleton, "b")).tx, 11) << "world transforms are computed";
    EXPECT_EQ(test::shown(skeleton, "A"), "x");
    EXPECT_EQ(test::shown(skeleton, "B"), "");
    EXPECT_EQ(test::order_of(skeleton), "AB");
    EXPECT_NEAR(skeleton.color(SlotIndex(0)).a, 0.8, 1e-6);
    ASSERT_TRUE(skeleton.dark_color(SlotIndex(0)).has_value());
    EXPECT_EQ(skeleton.dark_color(SlotIndex(0))->r, 1);
    EXPECT_FALSE(skeleton.dark_color(SlotIndex(1)).has_value());
    EXPECT_EQ(skeleton.tint(), Color());
    EXPECT_FALSE(skeleton.skin());
  }
}

TEST(Skeleton, ReturnsToTheSetupPose) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = test::make_data(rules, wardrobe);
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    const auto spoil = [&] {
      skeleton.set_local_pose(BoneIndex(0), {1, 2, 3, 4, 5, 6, 7});
      skeleton.set_inherit(BoneIndex(0), Inherit::no_scale);
      skeleton.set_color(SlotIndex(0), {0, 0, 0, 0});
      skeleton.set_attachment(SlotIndex(0), AttachmentIndex());
      show(skeleton, "", "shoe", "s");
    };
    spoil();
    skeleton.set_bones_to_setup_pose();
    EXPECT_EQ(skeleton.local_pose(BoneIndex(0)).rotation, 0);
    EXPECT_EQ(skeleton.inherit(BoneIndex(0)), Inherit::normal);
    EXPECT_EQ(width(skeleton, "hat"), 0) << "slots stay";
    spoil();
    skeleton.set_slots_to_setup_pose();
    EXPECT_EQ(skeleton.local_pose(BoneIndex(0)).rotation, 3) << "bones stay";
    EXPECT_EQ(width(skeleton, "hat"), 1);
    EXPECT_EQ(width(skeleton, "shoe"), 0);
    EXPECT_EQ(skeleton.color(SlotIndex(0)), Color());
    spoil();
    skeleton.set_to_setup_pose();
    EXPECT_EQ(skeleton.local_pose(BoneIndex(0)).scale_x, 1);
    EXPECT_EQ(width(skeleton, "hat"), 1);
  }
}

// -- Skins ------------------------------------------------------------------------------------------------------------

TEST(SetSkin, WithoutAnOldSkinPutsTheSetupAttachmentsThatItHasOn) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = test::make_data(rules, wardrobe);
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    ASSERT_TRUE(skeleton.set_skin("red"));
    EXPECT_EQ(width(skeleton, "hat"), 11);
    EXPECT_EQ(width(skeleton, "coat"), 2) << "red has no coat: the default one stays";
    EXPECT_EQ(width(skeleton, "shoe"), 0) << "no setup attachment";
    EXPECT_EQ(skeleton.skin(), data->find_skin("red"));
  }
}

TEST(SetSkin, ExchangesWhatTheOldSkinHadOn) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = test::make_data(rules, wardrobe);
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    ASSERT_TRUE(skeleton.set_skin("red"));
    show(skeleton, "red", "shoe", "s");
    ASSERT_TRUE(skeleton.set_skin("blue"));
    EXPECT_EQ(width(skeleton, "hat"), 21);
    EXPECT_EQ(width(skeleton, "shoe"), 23) << "under the same name, whether it is the setup attachment or not";
    EXPECT_EQ(width(skeleton, "coat"), 2) << "the coat was not red's: it stays, although blue has one";
  }
}

TEST(SetSkin, KeepsWhatTheNewSkinDoesNotHave) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = test::make_data(rules, wardrobe);
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    ASSERT_TRUE(skeleton.set_skin("red"));
    show(skeleton, "red", "hat", "h2");
    ASSERT_TRUE(skeleton.set_skin("blue"));
    EXPECT_EQ(width(skeleton, "hat"), 12);
    skeleton.set_skin(SkinIndex());
    EXPECT_EQ(width(skeleton, "hat"), 12) << "without a new skin slots keep theirs";
    skeleton.set_slots_to_setup_pose();
    EXPECT_EQ(width(skeleton, "hat"), 1);
  }
}

TEST(SetSkin, ThenTheSetupPoseLooksEveryNameUpAgain) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = test::make_data(rules, wardrobe);
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    ASSERT_TRUE(skeleton.set_skin("red"));
    ASSERT_TRUE(skeleton.set_skin("blue"));
    skeleton.set_to_setup_pose();
    EXPECT_EQ(width(skeleton, "hat"), 21);
    EXPECT_EQ(width(skeleton, "coat"), 22);
    EXPECT_EQ(width(skeleton, "shoe"), 0);
  }
}

TEST(SetSkin, RefusesAnUnknownName) {
  const SkeletonDataPtr data = test::make_data(Rules::rigby, wardrobe);
  ASSERT_TRUE(data);
  Skeleton skeleton(data);
  ASSERT_TRUE(skeleton.set_skin("red"));
  const Status status = skeleton.set_skin("green");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::unknown_name);
  EXPECT_NE(status.error().message.find("green"), std::string::npos);
  EXPECT_EQ(skeleton.skin(), data->find_skin("red")) << "unchanged";
  EXPECT_EQ(width(skeleton, "hat"), 11);
}

TEST(FindAttachment, LooksInTheActiveSkinAndThenInTheDefaultSkin) {
  const SkeletonDataPtr data = test::make_data(Rules::rigby, wardrobe);
  ASSERT_TRUE(data);
  Skeleton skeleton(data);
  const auto found = [&](std::string_view slot, std::string_view key) {
    const AttachmentIndex index = skeleton.find_attachment(data->find_placeholder(data->find_slot(slot), key));
    return index ? (*data)[index].region->width : 0;
  };
  EXPECT_EQ(found("hat", "h"), 1);
  EXPECT_EQ(found("hat", "h2"), 0);
  ASSERT_TRUE(skeleton.set_skin("red"));
  EXPECT_EQ(found("hat", "h"), 11);
  EXPECT_EQ(found("hat", "h2"), 12);
  EXPECT_EQ(found("coat", "c"), 2);
  EXPECT_FALSE(skeleton.find_attachment(PlaceholderIndex()));
}

// -- Bones that skins bring -------------------------------------------------------------------------------------------

constexpr std::string_view tail = R"(
  "bones": [{"name": "root"}, {"name": "tail", "parent": "root", "x": 1, "skin": true}, {"name": "tip", "parent": "tail", "x": 1, "skin": true},
            {"name": "fly", "parent": "tip", "x": 1}, {"name": "horn", "parent": "root", "skin": true}],
  "skins": [{"name": "default", "bones": ["horn"]}, {"name": "dog", "bones": ["tip"]}])";

std::string active_bones(const Skeleton& skeleton) {
  std::string names;
  for (std::size_t i = 0; i < skeleton.data().bones.size(); ++i) {
    if (skeleton.active(BoneIndex(i))) names += std::string(skeleton.data().bones[i].name) + ' ';
  }
  return names;
}

TEST(SkinBones, UnderRigbyABoneMustBeListedItself) {
  const SkeletonDataPtr data = test::make_data(Rules::rigby, tail);
  ASSERT_TRUE(data);
  Skeleton skeleton(data);
  EXPECT_EQ(active_bones(skeleton), "root fly horn ") << "the default skin is always active, so its list counts";
  ASSERT_TRUE(skeleton.set_skin("dog"));
  EXPECT_EQ(active_bones(skeleton), "root tip fly horn ") << "listing a bone does not bring its ancestors";
  skeleton.update(0);
  EXPECT_EQ(skeleton.world(test::bone(skeleton, "fly")).tx, 3) << "inactive bones are posed all the same";
  skeleton.set_skin(SkinIndex());
  EXPECT_EQ(active_bones(skeleton), "root fly horn ");
}

TEST(SkinBones, UnderSpineAListedBoneBringsItsAncestors) {
  for (Rules rules : both_spine) {
    const SkeletonDataPtr data = test::make_data(rules, tail);
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    EXPECT_EQ(active_bones(skeleton), "root fly ") << "the default skin's list does not count";
    ASSERT_TRUE(skeleton.set_skin("dog"));
    EXPECT_EQ(active_bones(skeleton), "root tail tip fly ");
    skeleton.update(0);
    EXPECT_EQ(skeleton.world(test::bone(skeleton, "fly")).tx, 3);
    ASSERT_TRUE(skeleton.set_skin("default"));
    EXPECT_EQ(active_bones(skeleton), "root fly horn ") << "unless the default skin was itself made active";
  }
}

// -- The instance -----------------------------------------------------------------------------------------------------

TEST(Skeleton, InstancesShareTheirDataAndNothingElse) {
  const SkeletonDataPtr data = test::make_data(Rules::rigby, wardrobe);
  ASSERT_TRUE(data);
  Skeleton one(data), two(data);
  EXPECT_EQ(&one.data(), &two.data());
  one.set_local_pose(BoneIndex(0), {9, 9, 9, 9, 9, 9, 9});
  ASSERT_TRUE(one.set_skin("red"));
  one.set_tint({0.5f, 0.5f, 0.5f, 0.5f});
  EXPECT_EQ(two.local_pose(BoneIndex(0)).x, 0);
  EXPECT_EQ(width(two, "hat"), 1);
  EXPECT_EQ(two.tint(), Color());
}

TEST(Skeleton, KeepsItsDataAlive) {
  SkeletonDataPtr data = test::make_data(Rules::rigby, wardrobe);
  ASSERT_TRUE(data);
  Skeleton skeleton(std::move(data));
  skeleton.update(0.1);
  EXPECT_EQ(skeleton.data().bones[0].name, "root");
}

TEST(Skeleton, CanBeMoved) {
  const SkeletonDataPtr data = test::make_data(Rules::rigby, wardrobe);
  ASSERT_TRUE(data);
  Skeleton one(data);
  one.set_local_pose(BoneIndex(0), {9, 0, 0, 1, 1, 0, 0});
  Skeleton two(std::move(one));
  EXPECT_EQ(two.local_pose(BoneIndex(0)).x, 9);
  Skeleton three(data);
  three = std::move(two);
  three.update(0);
  EXPECT_EQ(three.world(BoneIndex(0)).tx, 9);
}

TEST(Skeleton, KnowsItsMemory) {
  const SkeletonDataPtr small = test::make_data(Rules::rigby, R"("bones": [{"name": "root"}])");
  std::string bones = R"("bones": [{"name": "root"})";
  for (int i = 0; i < 100; ++i) bones += ", {\"name\": \"" + std::to_string(i) + R"(", "parent": "root"})";
  const SkeletonDataPtr large = test::make_data(Rules::rigby, bones + "]");
  ASSERT_TRUE(small && large);
  Skeleton few(small), many(large);
  const std::size_t lean = many.memory();
  few.reserve();
  many.reserve();
  EXPECT_LT(lean, many.memory()) << "nothing animates these bones: they need no poses of their own";
  const std::size_t one = few.memory(), hundred = many.memory();
  EXPECT_GT(one, sizeof(Skeleton) + sizeof(BonePose) + sizeof(Affine));
  EXPECT_GE(hundred - one, 100 * (sizeof(BonePose) + sizeof(Affine)));
  EXPECT_LT(hundred, 100u * 1000) << "a bone costs far less than a kilobyte";
}

TEST(Skeleton, HasNoDarkColoursWhereNoSlotEverHasOne) {
  const SkeletonDataPtr data = test::make_data(Rules::rigby, wardrobe);
  ASSERT_TRUE(data);
  Skeleton skeleton(data);
  EXPECT_FALSE(skeleton.set_dark_color(SlotIndex(0), {1, 0, 0, 1}));
  EXPECT_FALSE(skeleton.dark_color(SlotIndex(0)).has_value());
}

TEST(Skeleton, NeedsNeitherSlotsNorSkins) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = test::make_data(rules, R"("bones": [{"name": "root"}])");
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    skeleton.set_to_setup_pose();
    skeleton.set_skin(SkinIndex());
    skeleton.update(1);
    EXPECT_TRUE(skeleton.draw_order().empty());
    EXPECT_EQ(skeleton.world_transforms().size(), 1u);
  }
}

}  // namespace
}  // namespace sinew
