#include "sinew/skin_builder.hpp"

#include <gtest/gtest.h>

#include "sinew/animation_state.hpp"
#include "sinew/compose_skins.hpp"
#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::make_data;
using test::Rules;

/// A hero with a hand that "swing" turns, whose attachment "bend" deforms; skins for body and hand.
SkeletonDataPtr hero(Rules rules) {
  return make_data(rules, R"("bones": [{"name": "root"}, {"name": "hand", "parent": "root"}],
    "slots": [{"name": "body", "bone": "root", "attachment": "body"}, {"name": "weapon", "bone": "hand", "attachment": "held"}],
    "skins": [
      {"name": "default", "attachments": {"body": {"body": {"path": "naked", "type": "mesh", "uvs": [0, 0, 1, 0, 1, 1],
         "triangles": [0, 1, 2], "vertices": [0, 0, 1, 0, 1, 1], "hull": 3}}, "weapon": {"held": {"path": "stick"}}}},
      {"name": "coat", "attachments": {"body": {"body": {"path": "coat"}}}},
      {"name": "rich", "attachments": {"body": {"body": {"path": "silk"}}, "weapon": {"held": {"path": "cane"}, "spare": {"path": "purse"}}}}],
    "animations": {
      "swing": {"slots": {"weapon": {"attachment": [{"name": "held"}, {"time": 0.5, "name": "spare"}]}},
                "bones": {"hand": {"rotate": [{"value": 10}, {"time": 1, "value": 50}]}}},
      "bend": {"attachments": {"default": {"body": {"body": {"deform": [{"vertices": [5, 5]}, {"time": 1, "vertices": [5, 5]}]}}}}}})");
}

/// Another skeleton: the bones are in another order, and there is one that heroes do not have.
SkeletonDataPtr armoury() {
  return make_data(
      Rules::spine_4_2,
      R"("bones": [{"name": "root"}, {"name": "anvil", "parent": "root"}, {"name": "hand", "parent": "root"}],
    "slots": [{"name": "rack", "bone": "root"}, {"name": "weapon", "bone": "hand"}],
    "skins": [{"name": "default", "attachments": {"rack": {
      "sword": {"path": "sword", "width": 8, "height": 2},
      "whip": {"path": "whip", "type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "hull": 3,
               "vertices": [1, 2, 3, 0, 1, 1, 2, 5, 0, 1, 1, 2, 7, 0, 1]},
      "nailed": {"path": "nailed", "type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "hull": 3,
               "vertices": [1, 1, 3, 0, 1, 1, 2, 5, 0, 1, 1, 2, 7, 0, 1]},
      "hole": {"type": "clipping", "end": "weapon", "vertexCount": 3, "vertices": [0, 0, 1, 0, 1, 1]},
      "gate": {"type": "clipping", "end": "rack", "vertexCount": 3, "vertices": [0, 0, 1, 0, 1, 1]},
      "rail": {"type": "path", "vertexCount": 6, "lengths": [1, 2], "vertices": [0, 0, 1, 0, 1, 1, 2, 2, 3, 3, 4, 4]}}}}])");
}

AttachmentIndex of(const SkeletonDataPtr& data, std::string_view skin, std::string_view slot, std::string_view key) {
  return data->find_attachment(data->find_skin(skin), data->find_slot(slot), key);
}

std::string shown(const Skeleton& skeleton, std::string_view slot) {
  const AttachmentIndex attachment = skeleton.attachment(skeleton.data().find_slot(slot));
  return attachment ? std::string(skeleton.data()[attachment].path) : "nothing";
}

TEST(SkinBuilder, ReplacesSingleAttachmentsByName) {
  for (const Rules rules : test::every_rules) {
    const SkeletonDataPtr data = hero(rules);
    ASSERT_TRUE(data);
    SkinBuilder outfit(data);
    ASSERT_TRUE(outfit.add("coat"));
    ASSERT_TRUE(outfit.set("weapon", "held", of(data, "rich", "weapon", "spare")));
    Skeleton skeleton(data);
    skeleton.set_skin(outfit.build("mine"));
    EXPECT_EQ(shown(skeleton, "body"), "coat");
    EXPECT_EQ(shown(skeleton, "weapon"), "purse");
    ASSERT_TRUE(outfit.remove("weapon", "held"));
    ASSERT_TRUE(outfit.remove("weapon", "spare")) << "what is not there needs no removing";
    skeleton.set_skin(outfit.build("mine"));
    skeleton.set_to_setup_pose();
    EXPECT_EQ(shown(skeleton, "body"), "coat");
    EXPECT_EQ(shown(skeleton, "weapon"), "stick");
  }
}

TEST(SkinBuilder, ShowsAttachmentsOfAnotherSkeleton) {
  for (const Rules rules : test::every_rules) {
    const SkeletonDataPtr data = hero(rules);
    SkeletonDataPtr other = armoury();
    ASSERT_TRUE(data && other);
    SkinBuilder outfit(data);
    ASSERT_TRUE(outfit.set("weapon", "held", other, of(other, "default", "rack", "sword")));
    ASSERT_TRUE(outfit.set("weapon", "spare", other, of(other, "default", "rack", "whip")));
    ASSERT_TRUE(outfit.set("body", "body", other, of(other, "default", "rack", "hole")));
    SkeletonDataPtr dressed = outfit.build("mine");
    other.reset();  // the result keeps what it shares
    Skeleton skeleton(data);
    skeleton.set_skin(dressed);
    EXPECT_EQ(shown(skeleton, "weapon"), "sword");
    const Attachment& whip = (*dressed)[of(dressed, "mine", "weapon", "spare")];
    ASSERT_TRUE(whip.mesh);
    for (const BoneIndex bone : whip.mesh->vertices.bones) EXPECT_EQ(bone, data->find_bone("hand")) << "by name";
    const Attachment& hole = (*dressed)[of(dressed, "mine", "body", "body")];
    EXPECT_EQ(hole.clipping->end, data->find_slot("weapon"));

    // Animations go on to name keys, and find what the skin has for them.
    AnimationState state(data);
    ASSERT_TRUE(state.set_animation(0, "swing", Loop::no));
    state.update(0.5);
    state.apply(skeleton);
    skeleton.update(0.5);
    EXPECT_EQ(shown(skeleton, "weapon"), "whip");
    EXPECT_TRUE(state.set_animation(1, "bend", Loop::no));
    state.update(0.1);
    state.apply(skeleton);
    skeleton.update(0.1);
    EXPECT_TRUE(skeleton.deform(data->find_slot("body")).empty());
  }
}

TEST(SkinBuilder, SaysWhatIsWrong) {
  const SkeletonDataPtr data = hero(Rules::spine_4_2), other = armoury();
  ASSERT_TRUE(data && other);
  SkinBuilder outfit(data);
  const auto code = [](const Status& status) { return status ? ErrorCode::environment : status.error().code; };
  EXPECT_EQ(code(outfit.add("nobody")), ErrorCode::unknown_name);
  EXPECT_EQ(code(outfit.set("tail", "held", AttachmentIndex(0))), ErrorCode::unknown_name);
  EXPECT_EQ(code(outfit.set("weapon", "gun", AttachmentIndex(0))), ErrorCode::unknown_name);
  EXPECT_EQ(code(outfit.set("weapon", "held", AttachmentIndex())), ErrorCode::bad_value);
  EXPECT_EQ(code(outfit.set("weapon", "held", other, of(other, "default", "rack", "nailed"))),
            ErrorCode::unknown_reference);
  EXPECT_EQ(code(outfit.set("weapon", "held", other, of(other, "default", "rack", "gate"))),
            ErrorCode::unknown_reference);
  EXPECT_EQ(code(outfit.set("weapon", "held", other, of(other, "default", "rack", "rail"))), ErrorCode::not_supported);
  EXPECT_EQ(code(outfit.remove("weapon", "gun")), ErrorCode::unknown_name);
  EXPECT_TRUE(outfit.build("mine")->skins.back().entries.empty());
}

TEST(SkinBuilder, ACharacterChangesClothesAsItPlays) {
  for (const Rules rules : test::every_rules) {
    const SkeletonDataPtr data = hero(rules), other = armoury();
    ASSERT_TRUE(data && other);
    Skeleton skeleton(data);
    AnimationState state(data);
    ASSERT_TRUE(state.set_animation(0, "bend", Loop::yes));
    ASSERT_TRUE(state.set_animation(1, "swing", Loop::yes));
    state.update(0.25);
    state.apply(skeleton);
    skeleton.update(0.25);
    EXPECT_EQ(skeleton.deform(SlotIndex(0)).size(), 6u);
    const double turned = test::pose_of(skeleton, "hand").rotation;

    SkinBuilder sword(data), coat(data);
    ASSERT_TRUE(sword.set("weapon", "held", other, of(other, "default", "rack", "sword")));
    ASSERT_TRUE(coat.add("coat"));
    ASSERT_TRUE(coat.set("weapon", "held", other, of(other, "default", "rack", "whip")));
    skeleton.set_skin(sword.build("sword"));
    EXPECT_EQ(test::pose_of(skeleton, "hand").rotation, turned) << "the pose stays";
    EXPECT_EQ(skeleton.deform(SlotIndex(0)).size(), 6u) << "and the deform of what is still shown";
    EXPECT_EQ(shown(skeleton, "weapon"), "sword");
    // From one outfit to the next: what the first has beside the skeleton's own, the second does not know.
    skeleton.set_skin(coat.build("coat of mine"));
    EXPECT_EQ(shown(skeleton, "weapon"), "whip");
    EXPECT_EQ(shown(skeleton, "body"), "coat");
    EXPECT_TRUE(skeleton.deform(SlotIndex(0)).empty());
    skeleton.set_skin(SkinBuilder(data).build("bare"));
    EXPECT_EQ(shown(skeleton, "weapon"), "stick");
    EXPECT_EQ(shown(skeleton, "body"), "naked");
    state.update(0.1);
    state.apply(skeleton);
    skeleton.update(0.1);
    EXPECT_EQ(skeleton.deform(SlotIndex(0)).size(), 6u);
  }
}

// Spec: drawing.md 10.2: what counts is what the old skin has for a key, wherever that attachment comes from.
TEST(SkinBuilder, GoingFromABuiltSkinToAnotherExchangesWhatItShows) {
  for (const Rules rules : test::every_rules) {
    const SkeletonDataPtr data = hero(rules);
    ASSERT_TRUE(data);
    SkinBuilder outfit(data);
    ASSERT_TRUE(outfit.add("coat"));
    const SkeletonDataPtr dressed = outfit.build("mine");
    Skeleton skeleton(dressed);
    ASSERT_TRUE(skeleton.set_skin("mine"));
    EXPECT_EQ(shown(skeleton, "body"), "coat");
    ASSERT_TRUE(skeleton.set_skin("rich"));
    EXPECT_EQ(shown(skeleton, "body"), "silk");
  }
}

TEST(SkinBuilder, ABuiltSkeletonIsTheSameButForItsSkins) {
  const SkeletonDataPtr data = hero(Rules::rigby), stranger = hero(Rules::rigby);
  ASSERT_TRUE(data && stranger);
  SkinBuilder outfit(data);
  const SkeletonDataPtr one = outfit.build("one");
  EXPECT_TRUE(same_skeleton(*data, *one));
  EXPECT_TRUE(same_skeleton(*one, *SkinBuilder(one).build("two")));
  EXPECT_FALSE(same_skeleton(*data, *stranger));
}

}  // namespace
}  // namespace sinew
