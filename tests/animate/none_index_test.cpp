// What no function may stumble over: an index that is none, as find_*() gives back for a name that is not there, and
// things of different skeletons put together (docs/architecture.md, "Errors").
#include "sinew/batch.hpp"
#include "sinew/compose_skins.hpp"
#include "sinew/conversions.hpp"
#include "sinew/draw.hpp"
#include "sinew/geometry.hpp"
#include "sinew/hit_test.hpp"
#include "sinew/skin_builder.hpp"
#include "support/player.hpp"

namespace sinew {
namespace {

using test::make_data;
using test::Rules;

SkeletonDataPtr hero(Rules rules) {
  return make_data(rules, R"("bones": [{"name": "root"}, {"name": "arm", "parent": "root", "x": 5}],
    "slots": [{"name": "arm", "bone": "arm", "attachment": "x", "dark": "112233"}],
    "skins": [{"name": "default", "attachments": {"arm": {"x": {"width": 4, "height": 2}}}}, {"name": "coat"}],
    "ik": [{"name": "reach", "bones": ["arm"], "target": "root", "mix": 0}],
    "animations": {"walk": {"bones": {"arm": {"rotate": [{"value": 30}, {"time": 1, "value": 60}],
                                              "translate": [{"x": 1}, {"time": 1, "x": 9}]}}}})");
}

/// Has more of everything than the hero, and less: a stray number would be read behind the end of the other's lists.
[[maybe_unused]] SkeletonDataPtr crowd(Rules rules) {
  std::string bones = R"({"name": "root"})", slots = R"({"name": "s", "bone": "root"})", keys;
  for (int i = 0; i < 200; ++i) {
    const std::string name = "b" + std::to_string(i);
    bones += R"(, {"name": ")" + name + R"(", "parent": "root"})";
    slots += R"(, {"name": ")" + name + R"(", "bone": ")" + name + R"(", "attachment": "x"})";
    keys += (i == 0 ? "\"" : ", \"") + name + R"(": {"rotate": [{"value": 9}, {"time": 1, "value": 9}]})";
  }
  return make_data(rules, R"("bones": [)" + bones + R"(], "slots": [)" + slots + R"(],
    "skins": [{"name": "default", "attachments": {"b199": {"x": {"width": 4, "height": 2}}}}],
    "animations": {"march": {"bones": {)" +
                              keys + "}}}");
}

/// Bits of everything that a skeleton shows.
std::vector<double> picture(const Skeleton& skeleton) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < skeleton.data().bones.size(); ++i) {
    const BonePose pose = skeleton.local_pose(BoneIndex(i));
    const Affine& world = skeleton.world(BoneIndex(i));
    numbers.insert(numbers.end(), {pose.x, pose.y, pose.rotation, pose.scale_x, world.a, world.b, world.tx, world.ty});
  }
  for (std::size_t i = 0; i < skeleton.data().slots.size(); ++i) {
    const SlotIndex slot(i);
    const Color color = skeleton.color(slot);
    numbers.insert(numbers.end(), {static_cast<double>(skeleton.attachment(slot).value), static_cast<double>(color.r),
                                   static_cast<double>(color.a)});
  }
  return numbers;
}

TEST(NoneIndex, ASkeletonTakesNothingFromItAndGivesNothing) {
  Skeleton skeleton(hero(Rules::spine_4_2));
  const BoneIndex bone = skeleton.data().find_bone("typo");
  const SlotIndex slot = skeleton.data().find_slot("typo");
  const ConstraintIndex constraint = skeleton.data().find_constraint(ConstraintType::ik, "typo");
  ASSERT_FALSE(bone || slot || constraint);
  const std::vector<double> before = picture(skeleton);
  skeleton.set_local_pose(bone, {});
  skeleton.set_inherit(bone, Inherit::no_scale);
  skeleton.set_constraint_value(constraint, 0, 1);
  skeleton.set_ik_flags(constraint, {});
  skeleton.set_attachment(slot, AttachmentIndex(0));
  skeleton.set_color(slot, {0, 0, 0, 0});
  EXPECT_FALSE(skeleton.set_dark_color(slot, {}));
  EXPECT_FALSE(set_world_position(skeleton, bone, {1, 2}));
  EXPECT_FALSE(set_world_rotation(skeleton, bone, 10));
  skeleton.update(0);
  EXPECT_EQ(picture(skeleton), before);

  EXPECT_EQ(skeleton.local_pose(bone).x, 0);
  EXPECT_EQ(skeleton.applied_pose(bone).scale_x, 1);
  EXPECT_EQ(skeleton.inherit(bone), Inherit::normal);
  EXPECT_EQ(skeleton.world(bone).a, 1);
  EXPECT_FALSE(skeleton.active(bone));
  EXPECT_FALSE(skeleton.active(constraint));
  EXPECT_TRUE(skeleton.constraint_values(constraint).empty());
  EXPECT_TRUE(skeleton.keyed_values(constraint).empty());
  EXPECT_EQ(skeleton.ik_flags(constraint).bend_positive, skeleton.keyed_ik_flags(constraint).bend_positive);
  EXPECT_FALSE(skeleton.attachment(slot));
  EXPECT_EQ(skeleton.color(slot), Color());
  EXPECT_FALSE(skeleton.dark_color(slot));
  EXPECT_EQ(skeleton.sequence_frame(slot), 0u);
  EXPECT_TRUE(skeleton.deform(slot).empty());
  EXPECT_FALSE(skeleton.find_attachment(PlaceholderIndex()));
  EXPECT_FALSE(skeleton.data().find_attachment(SkinIndex(), slot, "x"));
  EXPECT_EQ(bone_to_world(skeleton, bone, {3, 4}).y, 4);
  EXPECT_EQ(world_to_bone(skeleton, bone, {3, 4})->y, 4);
  EXPECT_EQ(parent_to_world(skeleton, bone, {3, 4}).y, 4);
  EXPECT_EQ(world_rotation_x(skeleton, bone), 0);
  EXPECT_EQ(world_scale(skeleton, bone).x, 1);
  EXPECT_EQ(world_to_local_rotation(skeleton, bone, 20), local_to_world_rotation(skeleton, bone, 20));
  EXPECT_FALSE(world_point(skeleton, slot));
  std::vector<double> positions(8, 7.0);
  world_vertices(skeleton, slot, positions);
  EXPECT_EQ(positions, std::vector<double>(8, 7.0));
}

TEST(NoneIndex, AnAttachmentThatIsNoneHidesTheSlot) {
  Skeleton skeleton(hero(Rules::spine_4_2));
  skeleton.set_attachment(SlotIndex(0), {});
  skeleton.update(0);
  EXPECT_FALSE(skeleton.attachment(SlotIndex(0)));
}

TEST(NoneIndex, ASkinThatIsNoneAddsNothing) {
  const SkeletonDataPtr data = hero(Rules::spine_4_2);
  SkinBuilder outfit(data);
  outfit.add(data->find_skin("typo"));
  EXPECT_FALSE(outfit.set("arm", "x", AttachmentIndex()));
  EXPECT_FALSE(outfit.set("arm", "x", nullptr, AttachmentIndex(0)));
  EXPECT_TRUE(outfit.build("mine")->skins.back().entries.empty());
  const SkinIndex none[] = {{}, {}};
  EXPECT_TRUE(compose_skins(data, none, "mine")->skins.back().entries.empty());
}

TEST(NoneIndex, AMaskIsNotChanged) {
  const SkeletonDataPtr data = hero(Rules::spine_4_2);
  TrackMask mask(*data, 0.5);
  mask.set(BoneIndex(), 1).set(SlotIndex(), 1).set(ConstraintIndex(), 1).set_branch(BoneIndex(), 1);
  EXPECT_EQ(mask.weight(BoneIndex(1)), 0.5);
  EXPECT_EQ(mask.weight(SlotIndex(0)), 0.5);
  EXPECT_EQ(mask.weight(BoneIndex()), 0);
  EXPECT_EQ(mask.weight(SlotIndex()), 0);
  EXPECT_EQ(mask.weight(ConstraintIndex()), 0);
}

TEST(NoneIndex, AnAnimationThatIsNoneIsNotTheEmptyOne) {
  for (const Rules rules : test::every_rules) {
    const SkeletonDataPtr data = hero(rules);
    AnimationState state(data);
    const EntryId walk = state.set_animation(0, data->find_animation("walk"), Loop::yes);
    const AnimationIndex typo = data->find_animation("typo");
    EXPECT_EQ(state.set_animation(0, typo, Loop::yes), EntryId());
    EXPECT_EQ(state.add_animation(0, typo, Loop::yes), EntryId());
    EXPECT_EQ(state.current(0), walk);
    state.set_mix(typo, typo, 5);
    RootMotionOptions options;
    options.bone = data->find_bone("typo");
    state.set_root_motion(options);
    state.update(0.25);
    EXPECT_EQ(state.root_motion().x, 0);
    Skeleton skeleton(data);
    state.apply(skeleton);
    EXPECT_NE(skeleton.local_pose(BoneIndex(1)).x, 5) << "the movement stays in the pose";
  }
}

// In debug builds these are caught by SINEW_ASSERT.
#ifdef NDEBUG

TEST(OtherSkeleton, AStateDoesNotSetIt) {
  for (const Rules rules : test::every_rules) {
    for (const bool swapped : {false, true}) {
      const SkeletonDataPtr mine = swapped ? hero(rules) : crowd(rules), its = swapped ? crowd(rules) : hero(rules);
      AnimationState state(mine);
      state.set_animation(0, AnimationIndex(0), Loop::yes);
      Skeleton skeleton(its);
      skeleton.set_local_pose(BoneIndex(1), {});
      skeleton.update(0);
      const std::vector<double> before = picture(skeleton);
      state.update(0.5);
      state.apply(skeleton);
      const Instance both{&skeleton, &state};
      update_all({&both, 1}, 0);
      EXPECT_EQ(picture(skeleton), before);
      EXPECT_EQ(state.track_time(state.current(0)), 0.5) << "it goes on for its own skeletons";
    }
  }
}

TEST(OtherSkeleton, ItsMaskAndBlendSpaceAreNotTaken) {
  const SkeletonDataPtr data = crowd(Rules::spine_4_2), other = hero(Rules::spine_4_2);
  AnimationState state(data);
  state.set_mask(0, std::make_shared<const TrackMask>(*other));
  const EntryId march = state.set_animation(0, AnimationIndex(0), Loop::yes);
  EXPECT_EQ(state.set_blend(0, blend_line(other, {{"walk", 0, 0}}).value()), EntryId());
  EXPECT_EQ(state.add_blend(0, nullptr), EntryId());
  EXPECT_EQ(state.current(0), march);
  Skeleton skeleton(data);
  state.update(0.5);
  state.apply(skeleton);
  EXPECT_EQ(skeleton.local_pose(BoneIndex(1)).rotation, 9) << "the mask of weight 0 does not count";
}

TEST(OtherSkeleton, ItsDressDoesNotFit) {
  Skeleton skeleton(hero(Rules::spine_4_2));
  const std::vector<double> before = picture(skeleton);
  skeleton.set_skin(crowd(Rules::spine_4_2));
  skeleton.set_skin(SkeletonDataPtr());
  skeleton.set_skin(SkinIndex(77));
  skeleton.update(0);
  EXPECT_EQ(picture(skeleton), before);
  EXPECT_FALSE(skeleton.skin());
}

TEST(OtherSkeleton, IsNotDrawnWithABindingThatIsNotItsOwn) {
  const SkeletonDataPtr data = hero(Rules::spine_4_2);
  const auto atlas = std::make_shared<const Atlas>();
  const AtlasBinding binding(data, atlas);
  const Skeleton skeleton(crowd(Rules::spine_4_2));
  DrawList list;
  draw(skeleton, binding, list);
  draw_group(skeleton, binding, {}, 0, list);
  EXPECT_TRUE(list.vertices.empty());
  EXPECT_TRUE(drawn_bounds(skeleton, binding, true, list).empty());
}

#endif

}  // namespace
}  // namespace sinew
