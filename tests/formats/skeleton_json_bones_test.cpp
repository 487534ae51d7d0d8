// Bones, slots and events: every member and every default.
#include "skeleton_json_fixture.hpp"

namespace sinew::test {
namespace {

constexpr const char* kRoot = R"("bones": [{"name": "root"}])";

TEST(SkeletonJsonBones, ReadsEveryMember) {
  const char* bones = R"("bones": [{"name": "root"}, {"name": "b/\u00e9", "parent": "root", "length": 5, "x": 1, "y": 2,
    "rotation": 370, "scaleX": -1, "scaleY": 0, "shearX": 3, "shearY": 4, "inherit": "noScaleOrReflection",
    "skin": true,
    "color": "FF000080", "icon": "circle", "iconSize": 2, "iconRotation": 45, "visible": false}])";
  const Loaded data = load_clean("4.3.1", bones, with_scale(10));
  const BoneData& bone = data->bones[1];
  EXPECT_EQ(bone.name, "b/\xC3\xA9");
  EXPECT_EQ(bone.parent, BoneIndex(0));
  EXPECT_EQ(bone.length, 50);
  EXPECT_EQ(bone.setup.x, 10);
  EXPECT_EQ(bone.setup.y, 20);
  EXPECT_EQ(bone.setup.rotation, 370);
  EXPECT_EQ(bone.setup.scale_x, -1);
  EXPECT_EQ(bone.setup.scale_y, 0);
  EXPECT_EQ(bone.setup.shear_x, 3);
  EXPECT_EQ(bone.setup.shear_y, 4);
  EXPECT_EQ(bone.inherit, Inherit::no_scale_or_reflection);
  EXPECT_TRUE(bone.skin_required);
  EXPECT_EQ(bone.color, (Color{1, 0, 0, 128 / 255.0f}));
  EXPECT_EQ(bone.icon, "circle");
  EXPECT_EQ(bone.icon_size, 2);
  EXPECT_EQ(bone.icon_rotation, 45);
  EXPECT_FALSE(bone.visible);
  EXPECT_EQ(load_clean("4.2.1", bones)->bones[1].icon_size, 1) << "4.2 does not have it";
}

TEST(SkeletonJsonBones, HasDefaults) {
  const Loaded data = load_clean("4.2.1", kRoot);
  const BoneData& bone = data->bones[0];
  EXPECT_FALSE(bone.parent);
  EXPECT_EQ(bone.length, 0);
  EXPECT_EQ(bone.setup.x, 0);
  EXPECT_EQ(bone.setup.rotation, 0);
  EXPECT_EQ(bone.setup.scale_x, 1);
  EXPECT_EQ(bone.setup.scale_y, 1);
  EXPECT_EQ(bone.inherit, Inherit::normal);
  EXPECT_FALSE(bone.skin_required);
  EXPECT_TRUE(bone.visible);
  EXPECT_EQ(bone.color, (Color{155 / 255.0f, 155 / 255.0f, 155 / 255.0f, 1}));
  EXPECT_EQ(bone.icon, "");
  EXPECT_EQ(bone.icon_size, 1);
}

TEST(SkeletonJsonBones, ReadsEveryInheritMode) {
  const Loaded data = load_clean("4.2.1", R"("bones": [{"name": "r", "inherit": "normal"},
    {"name": "a", "parent": "r", "inherit": "onlyTranslation"}, {"name": "b", "parent": "a",
    "inherit": "noRotationOrReflection"},
    {"name": "c", "parent": "r", "inherit": "noScale"}])");
  EXPECT_EQ(data->bones[0].inherit, Inherit::normal);
  EXPECT_EQ(data->bones[1].inherit, Inherit::only_translation);
  EXPECT_EQ(data->bones[2].inherit, Inherit::no_rotation_or_reflection);
  EXPECT_EQ(data->bones[3].inherit, Inherit::no_scale);
  EXPECT_EQ(data->bones[2].parent, BoneIndex(1));
  EXPECT_EQ(data->find_bone("c"), BoneIndex(3));
}

TEST(SkeletonJsonBones, UnknownInheritIsNormalForRigbyAndAnErrorForSpine) {
  const char* bones = R"("bones": [{"name": "r", "inherit": "sideways"}])";
  const Loaded rigby = load_good("4.2.1", bones, with_semantics(Semantics::rigby));
  EXPECT_EQ(rigby->bones[0].inherit, Inherit::normal);
  ASSERT_EQ(rigby.warnings.size(), 1u);
  EXPECT_EQ(rigby.warnings[0].where.pointer, "/bones/0/inherit");
  const Loaded spine = load(document("4.2.1", bones), with_semantics(Semantics::spine));
  ASSERT_TRUE(spine.error);
  EXPECT_EQ(spine.error->code, ErrorCode::bad_value);
}

TEST(SkeletonJsonSlots, ReadsEveryMemberAndDefault) {
  const Loaded data = load_clean("4.2.1", R"("bones": [{"name": "root"}, {"name": "b", "parent": "root"}], "slots": [
    {"name": "plain", "bone": "b"},
    {"name": "full", "bone": "root", "color": "ff800040", "dark": "000000", "attachment": "k", "blend": "screen",
    "visible": false},
    {"name": "add", "bone": "root", "blend": "additive", "dark": "102030ff"}, {"name": "mul", "bone": "root",
    "blend": "multiply"}],
    "skins": [{"name": "other", "attachments": {"full": {"k": {"width": 1, "height": 1}}}}])");
  EXPECT_EQ(data->slots[0].bone, BoneIndex(1));
  EXPECT_EQ(data->slots[0].color, Color{});
  EXPECT_FALSE(data->slots[0].has_dark);
  EXPECT_EQ(data->slots[0].blend, BlendMode::normal);
  EXPECT_TRUE(data->slots[0].visible);
  EXPECT_FALSE(data->slots[0].placeholder);
  EXPECT_EQ(data->slots[1].color, (Color{1, 128 / 255.0f, 0, 64 / 255.0f}));
  EXPECT_TRUE(data->slots[1].has_dark) << "black counts";
  EXPECT_EQ(data->slots[1].attachment, "k");
  EXPECT_TRUE(data->slots[1].placeholder) << "also when only another skin has it";
  EXPECT_EQ(data->slots[1].blend, BlendMode::screen);
  EXPECT_FALSE(data->slots[1].visible);
  EXPECT_EQ(data->slots[2].dark, (Color{16 / 255.0f, 32 / 255.0f, 48 / 255.0f, 1}));
  EXPECT_EQ(data->slots[2].blend, BlendMode::additive);
  EXPECT_EQ(data->slots[3].blend, BlendMode::multiply);
}

TEST(SkeletonJsonEvents, ReadsEveryMemberAndDefault) {
  const Loaded data = load_clean("4.2.1", std::string(kRoot) + R"(, "events": {"b": {}, "a": {"int": -3, "float": 1.5,
    "string": "s", "audio": "x.ogg", "volume": 0.5, "balance": -1}})");
  ASSERT_EQ(data->events.size(), 2u);
  EXPECT_EQ(data->events[0].name, "b");
  EXPECT_EQ(data->events[0].int_value, 0);
  EXPECT_EQ(data->events[0].float_value, 0);
  EXPECT_EQ(data->events[0].string_value, "");
  EXPECT_EQ(data->events[0].volume, 1);
  EXPECT_EQ(data->events[0].balance, 0);
  EXPECT_EQ(data->events[1].int_value, -3);
  EXPECT_EQ(data->events[1].float_value, 1.5);
  EXPECT_EQ(data->events[1].string_value, "s");
  EXPECT_EQ(data->events[1].audio, "x.ogg");
  EXPECT_EQ(data->events[1].volume, 0.5);
  EXPECT_EQ(data->events[1].balance, -1);
  EXPECT_EQ(data->find_event("a"), EventIndex(1));
}

}  // namespace
}  // namespace sinew::test
