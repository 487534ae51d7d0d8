#include "sinew/compose_skins.hpp"

#include <gtest/gtest.h>

#include "sinew/skeleton.hpp"
#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::make_data;
using test::Rules;

/// Skins that overlap: "shirt" and "coat" both fill the body's place; "hat" needs a bone of its own.
SkeletonDataPtr wardrobe(Rules rules) {
  return make_data(rules, R"("bones": [{"name": "root"}, {"name": "tip", "parent": "root", "skin": true}],
    "slots": [{"name": "body", "bone": "root", "attachment": "body"}, {"name": "head", "bone": "tip", "attachment": "head"}],
    "skins": [
      {"name": "default", "attachments": {"body": {"body": {"path": "naked"}}, "head": {"head": {"path": "bald"}}}},
      {"name": "shirt", "attachments": {"body": {"body": {"path": "shirt"}, "spare": {"path": "button"}}}},
      {"name": "coat", "attachments": {"body": {"body": {"path": "coat"}}}},
      {"name": "hat", "bones": ["tip"], "attachments": {"head": {"head": {"path": "hat"}}}}],
    "animations": {"a": {}})");
}

std::string_view shown(const Skeleton& skeleton, std::uint32_t slot) {
  const AttachmentIndex attachment = skeleton.attachment(SlotIndex(slot));
  return attachment ? skeleton.data()[attachment].path : "nothing";
}

SkeletonDataPtr composed(const SkeletonDataPtr& data, std::initializer_list<std::string_view> names) {
  std::vector<SkinIndex> skins;
  for (const std::string_view name : names) skins.push_back(data->find_skin(name));
  return compose_skins(data, skins, "mine");
}

Skeleton dressed(const SkeletonDataPtr& data) {
  Skeleton skeleton(data);
  skeleton.set_skin(SkinIndex(data->skins.size() - 1));
  skeleton.set_to_setup_pose();
  return skeleton;
}

TEST(ComposeSkins, the_later_skin_wins) {
  for (const Rules rules : test::every_rules) {
    const SkeletonDataPtr data = wardrobe(rules);
    ASSERT_TRUE(data);
    EXPECT_EQ(shown(dressed(composed(data, {"shirt", "coat"})), 0), "coat");
    EXPECT_EQ(shown(dressed(composed(data, {"coat", "shirt"})), 0), "shirt");
    EXPECT_EQ(shown(dressed(composed(data, {"hat"})), 0), "naked");  // what none of them has, the default skin gives
    EXPECT_EQ(shown(dressed(composed(data, {})), 0), "naked");
  }
}

TEST(ComposeSkins, everything_of_every_skin_is_there) {
  const SkeletonDataPtr data = wardrobe(Rules::spine_4_2);
  ASSERT_TRUE(data);
  const SkeletonDataPtr both = composed(data, {"coat", "hat", "shirt", "hat"});
  const SkinData& skin = both->skins.back();
  EXPECT_EQ(skin.name, "mine");
  EXPECT_EQ(skin.entries.size(), 3u);  // body, spare, head
  ASSERT_EQ(skin.bones.size(), 1u);
  const Skeleton skeleton = dressed(both);
  EXPECT_EQ(shown(skeleton, 0), "shirt");
  EXPECT_EQ(shown(skeleton, 1), "hat");
  EXPECT_TRUE(skeleton.active(BoneIndex(1)));
  EXPECT_FALSE(dressed(composed(data, {"coat", "shirt"})).active(BoneIndex(1)));
  EXPECT_TRUE(skeleton.find_attachment(both->find_placeholder(SlotIndex(0), "spare")));
}

TEST(ComposeSkins, the_rest_is_as_it_was) {
  SkeletonDataPtr data = wardrobe(Rules::spine_4_2);
  ASSERT_TRUE(data);
  const std::size_t skins = data->skins.size();
  const SkeletonDataPtr more = composed(data, {"shirt", "hat"});
  EXPECT_EQ(data->skins.size(), skins);  // the original has not changed
  EXPECT_EQ(more->skins.size(), skins + 1);
  for (const std::string_view name : {"default", "shirt", "coat", "hat"}) {
    EXPECT_EQ(more->find_skin(name), data->find_skin(name));
  }
  EXPECT_EQ(more->find_skin("mine"), SkinIndex(skins));
  EXPECT_EQ(more->default_skin, data->default_skin);
  EXPECT_EQ(more->find_bone("tip"), data->find_bone("tip"));
  EXPECT_EQ(more->find_slot("head"), data->find_slot("head"));
  EXPECT_EQ(more->find_animation("a"), data->find_animation("a"));
  EXPECT_EQ(more->semantics, data->semantics);
  EXPECT_EQ(more->version, data->version);
  EXPECT_EQ(more->version_text, data->version_text);
  EXPECT_EQ(more->attachments.data(), data->attachments.data());

  data.reset();  // the result keeps what it shares
  EXPECT_EQ(shown(dressed(more), 0), "shirt");
}

// A name that a skin of the file has already: that one is still found.
TEST(ComposeSkins, a_name_may_be_taken) {
  const SkeletonDataPtr data = wardrobe(Rules::rigby);
  ASSERT_TRUE(data);
  const SkinIndex shirt[] = {data->find_skin("shirt")};
  const SkeletonDataPtr more = compose_skins(data, shirt, "coat");
  EXPECT_EQ(more->find_skin("coat"), data->find_skin("coat"));
  EXPECT_EQ(more->skins.back().name, "coat");
}

}  // namespace
}  // namespace sinew
