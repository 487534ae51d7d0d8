// What 3.8, 4.0 and 4.1 call otherwise than 4.2 or do not have. Spec: skeleton-json.md 15 to 17.
#include "skeleton_json_fixture.hpp"

namespace sinew::test {
namespace {

constexpr const char* kOld[] = {"3.8.99", "4.0.64", "4.1.24"};

const std::string kBody = R"("bones": [{"name": "root"}, {"name": "a", "parent": "root"},
  {"name": "t", "parent": "root"}], "slots": [{"name": "s", "bone": "root"}], )";

std::string animation(std::string_view members) {
  return kBody + R"("animations": {"go": {)" + std::string(members) + "}}";
}

/// The message of the only warning; empty when there is not exactly one.
std::string only_warning(const Loaded& loaded) {
  return loaded.warnings.size() == 1 ? loaded.warnings[0].message : std::string();
}

// -- 15: 4.1 ----------------------------------------------------------------------------------------------------------

TEST(SkeletonJsonOldVersions, CallInheritTransform) {
  for (const char* version : kOld) {
    const Loaded data = load_clean(version, R"("bones": [{"name": "r"},
      {"name": "a", "parent": "r", "transform": "onlyTranslation"},
      {"name": "b", "parent": "r", "transform": "noRotationOrReflection"},
      {"name": "c", "parent": "r", "transform": "noScale"},
      {"name": "d", "parent": "r", "transform": "noScaleOrReflection"},
      {"name": "e", "parent": "r", "inherit": "noScale"}])");
    EXPECT_EQ(data->bones[0].inherit, Inherit::normal);
    EXPECT_EQ(data->bones[1].inherit, Inherit::only_translation);
    EXPECT_EQ(data->bones[2].inherit, Inherit::no_rotation_or_reflection);
    EXPECT_EQ(data->bones[3].inherit, Inherit::no_scale);
    EXPECT_EQ(data->bones[4].inherit, Inherit::no_scale_or_reflection);
    EXPECT_EQ(data->bones[5].inherit, Inherit::normal) << "a member of 4.2";
  }
  const Loaded newer = load_clean("4.2.1", R"("bones": [{"name": "r", "transform": "noScale"}])");
  EXPECT_EQ(newer->bones[0].inherit, Inherit::normal) << "a member of 4.1";
}

TEST(SkeletonJsonOldVersions, LackTheDisplayMembersOf42) {
  for (const char* version : kOld) {
    const Loaded data = load_clean(version, R"("bones": [{"name": "r", "icon": "circle", "visible": false}],
      "slots": [{"name": "s", "bone": "r", "visible": false}], "skins": [{"name": "default", "color": "00000000"}])");
    EXPECT_EQ(data->bones[0].icon, "");
    EXPECT_TRUE(data->bones[0].visible);
    EXPECT_TRUE(data->slots[0].visible);
    EXPECT_EQ(data->skins[0].color, SkinData().color);
    const Loaded header = load(R"({"skeleton": {"spine": ")" + std::string(version) +
                               R"(", "referenceScale": 7}, "bones": [{"name": "r"}]})");
    EXPECT_EQ(header->reference_scale, 100);
  }
}

TEST(SkeletonJsonOldVersions, LackPhysics) {
  for (const char* version : kOld) {
    const Loaded data = load_clean(
        version, kBody + R"("physics": [{"name": "p", "bone": "a"}], "skins": [{"name": "x", "physics": ["p"]}],
      "animations": {"go": {"physics": {"p": {"wind": [{}]}}}})");
    EXPECT_TRUE(data->constraints.empty());
    EXPECT_TRUE(data->skins[0].constraints.empty());
    EXPECT_TRUE(data->animations[0].timelines.empty());
  }
}

TEST(SkeletonJsonOldVersions, LackInheritTimelines) {
  for (const char* version : kOld) {
    const Loaded data = load_good(version, animation(R"("bones": {"a": {"inherit": [{"inherit": "noScale"}]}})"));
    EXPECT_TRUE(data->animations[0].timelines.empty());
    EXPECT_EQ(only_warning(data), "There is no bone timeline 'inherit'; it is left out.");
  }
}

TEST(SkeletonJsonOldVersions, OrderConstraintsBySections) {
  for (const char* version : kOld) {
    const Loaded data = load_clean(version, kBody + R"(
      "path": [{"name": "p", "order": 1, "bones": ["a"], "target": "s"}],
      "transform": [{"name": "t", "order": 2, "bones": ["a"], "target": "t"}],
      "ik": [{"name": "i", "order": 0, "bones": ["a"], "target": "t", "softness": 2, "uniform": true, "stretch": true}],
      "skins": [{"name": "x", "bones": ["a"], "ik": ["i"], "transform": ["t"], "path": ["p"]}])");
    ASSERT_EQ(data->constraints.size(), 3u);
    EXPECT_EQ(data->constraints[0].name, "i");
    EXPECT_EQ(data->constraints[1].name, "p");
    EXPECT_EQ(data->constraints[2].name, "t");
    EXPECT_EQ(data->constraints[0].ik->softness, 2);
    EXPECT_EQ(data->constraints[0].ik->scale_y, ScaleYMode::uniform);
    EXPECT_EQ(data->constraints[2].transform->properties.size(), 6u);
    EXPECT_EQ(data->skins[0].constraints.size(), 3u);
    EXPECT_EQ(data->skins[0].bones.size(), 1u);
  }
}

// -- 16: 4.0 ----------------------------------------------------------------------------------------------------------

const std::string kMeshes = kBody + R"("skins": [{"name": "default", "attachments": {"s": {
  "m": {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "vertices": [0, 0, 1, 0, 1, 1]},
  "off": {"type": "linkedmesh", "parent": "m", "deform": false},
  "on": {"type": "linkedmesh", "parent": "m"},
  "q": {"width": 1, "height": 1, "sequence": {"count": 3}}}}}], )";

TEST(SkeletonJsonOldVersions, LinkedMeshesHaveDeform) {
  for (const char* version : {"3.8.99", "4.0.64"}) {
    const Loaded data = load_clean(version, kMeshes + "\"x\": 0");
    const auto find = [&](const char* key) {
      return data->find_attachment(data->default_skin, data->find_slot("s"), key);
    };
    EXPECT_EQ((*data.data)[find("off")].timeline_attachment, find("off"));
    EXPECT_EQ((*data.data)[find("on")].timeline_attachment, find("m"));
    EXPECT_FALSE((*data.data)[find("q")].sequence) << "sequences came with 4.1";
  }
  const Loaded newer = load_clean("4.1.24", kMeshes + "\"x\": 0");
  EXPECT_TRUE(newer->attachments[3].sequence);
}

TEST(SkeletonJsonOldVersions, KeepDeformsInAGroupOfTheirOwn) {
  constexpr const char* keys = R"([{"offset": 1, "vertices": [2, 3]}, {"time": 1}])";
  const std::string old_group = std::string(R"("deform": {"default": {"s": {"m": )") + keys + "}}}";
  const std::string new_group = std::string(R"("attachments": {"default": {"s": {"m": {"deform": )") + keys +
                                R"(}, "q": {"sequence": [{"mode": "loop", "delay": 0.1}]}}}})";
  const auto load_with = [](const char* version, const std::string& group) {
    return load_clean(version, kMeshes + R"("animations": {"go": {)" + group + "}}", with_scale(2));
  };
  for (const char* version : {"3.8.99", "4.0.64"}) {
    const Loaded data = load_with(version, old_group);
    ASSERT_EQ(data->animations[0].timelines.size(), 1u) << version;
    const Timeline& deform = data->animations[0].timelines[0];
    EXPECT_EQ(deform.type, TimelineType::deform);
    EXPECT_EQ(deform.attachment, AttachmentIndex(0));
    EXPECT_EQ(deform.slot, SlotIndex(0));
    EXPECT_EQ(deform.deforms[0].offset, 1u);
    EXPECT_EQ(to_vector(deform.deforms[0].vertices), (Numbers{4, 6}));
    EXPECT_TRUE(deform.deforms[1].vertices.empty());
    EXPECT_TRUE(load_with(version, new_group)->animations[0].timelines.empty()) << "a member of 4.1";
  }
  const Loaded newer = load_with("4.1.24", new_group);
  ASSERT_EQ(newer->animations[0].timelines.size(), 2u);
  EXPECT_EQ(newer->animations[0].timelines[0].type, TimelineType::deform);
  EXPECT_EQ(newer->animations[0].timelines[1].type, TimelineType::sequence);
  EXPECT_TRUE(load_with("4.1.24", old_group)->animations[0].timelines.empty()) << "a member of 4.0";
}

TEST(SkeletonJsonOldVersions, WarnOfDeformsOfWhatIsNotThere) {
  struct Case {
    const char* group;
    const char* pointer;
    const char* message;
  };
  constexpr Case cases[] = {
      {R"({"x": {}})", "/animations/go/deform/x", "There is no skin called 'x'; its timelines are left out."},
      {R"({"default": {"x": {}}})", "/animations/go/deform/default/x",
       "There is no slot called 'x'; its timelines are left out."},
      {R"({"default": {"s": {"x": []}}})", "/animations/go/deform/default/s/x",
       "There is no attachment of this slot in this skin called 'x'; its timelines are left out."},
      {R"({"default": {"s": {"q": [{}]}}})", "/animations/go/deform/default/s/q",
       "A region has no vertices to deform; the timeline is left out."},
  };
  for (const Case& one : cases) {
    const Loaded data = load_good("4.0.1", kMeshes + R"("animations": {"go": {"deform": )" + one.group + "}}");
    EXPECT_TRUE(data->animations[0].timelines.empty());
    ASSERT_EQ(data.warnings.size(), 1u) << one.group;
    EXPECT_EQ(data.warnings[0].message, one.message);
    EXPECT_EQ(data.warnings[0].where.pointer, one.pointer);
  }
}

// -- 17.1: constraints of 3.8 -----------------------------------------------------------------------------------------

TEST(SkeletonJson38, MixesOfTransformConstraints) {
  const Loaded data = load_clean("3.8.99", kBody + R"("transform": [{"name": "t", "bones": ["a"], "target": "t"},
    {"name": "u", "order": 1, "bones": ["a"], "target": "t", "local": true, "relative": true, "rotation": 1, "x": 2,
     "y": 3, "scaleX": 4, "scaleY": 5, "shearY": 6, "rotateMix": 0.1, "translateMix": 0.2, "scaleMix": 0.3,
     "shearMix": 0.4, "mixX": 9}])",
                                 with_scale(10));
  const TransformData& plain = *data->constraints[0].transform;
  for (const double mix :
       {plain.mix_rotate, plain.mix_x, plain.mix_y, plain.mix_scale_x, plain.mix_scale_y, plain.mix_shear_y}) {
    EXPECT_EQ(mix, 1);
  }
  const TransformData& full = *data->constraints[1].transform;
  EXPECT_TRUE(full.local_source && full.local_target && full.additive);
  EXPECT_EQ(full.rotation, 1);
  EXPECT_EQ(full.x, 20);
  EXPECT_EQ(full.y, 30);
  EXPECT_EQ(full.scale_x, 4);
  EXPECT_EQ(full.scale_y, 5);
  EXPECT_EQ(full.shear_y, 6);
  EXPECT_EQ(full.mix_rotate, 0.1);
  EXPECT_EQ(full.mix_x, 0.2);
  EXPECT_EQ(full.mix_y, 0.2);
  EXPECT_EQ(full.mix_scale_x, 0.3);
  EXPECT_EQ(full.mix_scale_y, 0.3);
  EXPECT_EQ(full.mix_shear_y, 0.4);
  ASSERT_EQ(full.properties.size(), 6u);
}

TEST(SkeletonJson38, MixesOfPathConstraints) {
  const Loaded data = load_clean("3.8.99", kBody + R"("path": [{"name": "p", "bones": ["a"], "target": "s"},
    {"name": "q", "order": 1, "bones": ["a"], "target": "s", "positionMode": "fixed", "spacingMode": "fixed",
     "rotateMode": "chainScale", "position": 2, "spacing": 3, "rotation": 4, "rotateMix": 0.1, "translateMix": 0.2,
     "mixY": 9}])",
                                 with_scale(10));
  const PathData& plain = *data->constraints[0].path;
  EXPECT_EQ(plain.mix_rotate, 1);
  EXPECT_EQ(plain.mix_x, 1);
  EXPECT_EQ(plain.mix_y, 1);
  const PathData& full = *data->constraints[1].path;
  EXPECT_EQ(full.rotate_mode, RotateMode::chain_scale);
  EXPECT_EQ(full.position, 20);
  EXPECT_EQ(full.spacing, 30);
  EXPECT_EQ(full.mix_rotate, 0.1);
  EXPECT_EQ(full.mix_x, 0.2);
  EXPECT_EQ(full.mix_y, 0.2);
}

// -- 17.2: timelines of 3.8 -------------------------------------------------------------------------------------------

TEST(SkeletonJson38, SlotTimelines) {
  const Loaded data = load_clean("3.8.99", animation(R"("slots": {"s": {
    "attachment": [{"name": null}, {"time": 1, "name": "gone"}],
    "color": [{"color": "ff000080"}, {"time": 1}],
    "twoColor": [{"light": "00ff0000", "dark": "0000ff"}]}})"));
  ASSERT_EQ(data->animations[0].timelines.size(), 3u);
  const Timeline& attachment = data->animations[0].timelines[0];
  EXPECT_EQ(to_vector(attachment.attachment_names), (std::vector<std::string_view>{"", "gone"}));
  EXPECT_FALSE(attachment.attachments[0]);
  const Timeline& color = data->animations[0].timelines[1];
  EXPECT_EQ(color.type, TimelineType::rgba);
  EXPECT_EQ(color.components, 4u);
  EXPECT_EQ(to_vector(color.values), (Numbers{1, 0, 0, static_cast<double>(128 / 255.0f), 1, 1, 1, 1}));
  const Timeline& two_colors = data->animations[0].timelines[2];
  EXPECT_EQ(two_colors.type, TimelineType::rgba2);
  EXPECT_EQ(to_vector(two_colors.values), (Numbers{0, 1, 0, 0, 0, 0, 1}));
}

TEST(SkeletonJson38, LacksTheTimelinesOf40) {
  for (const char* name : {"rgba", "rgb", "alpha", "rgba2", "rgb2"}) {
    const Loaded data = load_good("3.8.99", animation(R"("slots": {"s": {")" + std::string(name) + R"(": [{}]}})"));
    EXPECT_TRUE(data->animations[0].timelines.empty()) << name;
    EXPECT_EQ(only_warning(data), "There is no slot timeline '" + std::string(name) + "'; it is left out.");
  }
  for (const char* name : {"translatex", "translatey", "scalex", "scaley", "shearx", "sheary"}) {
    const std::string members = animation(R"("bones": {"a": {")" + std::string(name) + R"(": [{}]}})");
    const Loaded data = load_good("3.8.99", members);
    EXPECT_TRUE(data->animations[0].timelines.empty()) << name;
    EXPECT_EQ(only_warning(data), "There is no bone timeline '" + std::string(name) + "'; it is left out.");
    EXPECT_EQ(load_clean("4.0.1", members)->animations[0].timelines.size(), 1u) << name;
  }
}

TEST(SkeletonJson38, IsWhatTheOthersAreNot) {
  for (const char* version : {"4.0.1", "4.1.1", "4.2.1", "4.3.1"}) {
    for (const char* name : {"color", "twoColor"}) {
      const Loaded data = load_good(version, animation(R"("slots": {"s": {")" + std::string(name) + R"(": [{}]}})"));
      EXPECT_TRUE(data->animations[0].timelines.empty()) << name;
    }
    const Loaded rotate = load_clean(version, animation(R"("bones": {"a": {"rotate": [{"angle": 5, "value": 3}]}})"));
    EXPECT_EQ(to_vector(first_timeline(rotate).values), Numbers{3});
  }
}

TEST(SkeletonJson38, BoneTimelines) {
  const Loaded data = load_clean("3.8.99", animation(R"("bones": {"a": {
    "rotate": [{}, {"time": 1, "angle": 10, "value": 90}],
    "translate": [{"x": 1}], "scale": [{"y": 2}], "shear": [{"x": 3}]}})"),
                                 with_scale(10));
  ASSERT_EQ(data->animations[0].timelines.size(), 4u);
  EXPECT_EQ(to_vector(data->animations[0].timelines[0].values), (Numbers{0, 10}));
  EXPECT_EQ(to_vector(data->animations[0].timelines[1].values), (Numbers{10, 0}));
  EXPECT_EQ(to_vector(data->animations[0].timelines[2].values), (Numbers{1, 2}));
  EXPECT_EQ(to_vector(data->animations[0].timelines[3].values), (Numbers{3, 0}));
}

TEST(SkeletonJson38, ConstraintTimelines) {
  const Loaded data = load_clean("3.8.99", kBody + R"(
    "ik": [{"name": "i", "bones": ["a"], "target": "t"}],
    "transform": [{"name": "t", "order": 1, "bones": ["a"], "target": "t"}],
    "path": [{"name": "p", "order": 2, "bones": ["a"], "target": "s"},
             {"name": "f", "order": 3, "bones": ["a"], "target": "s", "positionMode": "fixed",
              "spacingMode": "percent"}],
    "animations": {"go": {
      "ik": {"i": [{"mix": 0.5, "softness": 2, "bendPositive": false}]},
      "transform": {"t": [{}, {"time": 1, "rotateMix": 0.1, "translateMix": 0.2, "scaleMix": 0.3, "shearMix": 0.4,
                           "mixRotate": 9}]},
      "path": {"p": {"position": [{}, {"time": 1, "position": 0.5, "value": 9}], "spacing": [{"spacing": 4}],
                     "mix": [{}, {"time": 1, "rotateMix": 0.1, "translateMix": 0.2}]},
               "f": {"position": [{"position": 5}], "spacing": [{"spacing": 6}]}}}})",
                                 with_scale(10));
  const std::span<const Timeline> timelines = data->animations[0].timelines;
  ASSERT_EQ(timelines.size(), 7u);
  EXPECT_EQ(to_vector(timelines[0].values), (Numbers{0.5, 20}));
  EXPECT_FALSE(timelines[0].ik_flags[0].bend_positive);
  EXPECT_EQ(to_vector(timelines[1].values), (Numbers{1, 1, 1, 1, 1, 1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.4}));
  EXPECT_EQ(timelines[1].components, 6u);
  EXPECT_EQ(to_vector(timelines[2].values), (Numbers{0, 0.5})) << "in per cent: not scaled";
  EXPECT_EQ(to_vector(timelines[3].values), Numbers{40}) << "a length";
  EXPECT_EQ(to_vector(timelines[4].values), (Numbers{1, 1, 1, 0.1, 0.2, 0.2}));
  EXPECT_EQ(to_vector(timelines[5].values), Numbers{50}) << "a length";
  EXPECT_EQ(to_vector(timelines[6].values), Numbers{6});
}

// -- 17.4: older files ------------------------------------------------------------------------------------------------

TEST(SkeletonJson38, SkinsMayBeAnObject) {
  const Loaded data = load_good("3.7.94", R"("bones": [{"name": "r"}],
    "slots": [{"name": "s", "bone": "r", "attachment": "k"}],
    "skins": {"red": {"s": {"k": {"width": 1, "height": 2}}}, "none": null,
              "default": {"s": {"k": {"width": 3, "height": 4}, "m": {"type": "linkedmesh", "parent": "g"},
                "g": {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "vertices": [0, 0, 1, 0, 1, 1]}}},
              "bare": {}})");
  EXPECT_EQ(only_warning(data), "Version '3.7.94' is older than 3.8; the file is read as 3.8.");
  ASSERT_EQ(data->skins.size(), 3u);
  EXPECT_EQ(data->skins[0].name, "red");
  EXPECT_EQ(data->skins[1].name, "default");
  EXPECT_EQ(data->skins[2].name, "bare");
  EXPECT_EQ(data->default_skin, SkinIndex(1));
  EXPECT_EQ(data->skins[1].entries.size(), 3u);
  EXPECT_EQ(data->attachments[0].skin, SkinIndex(0));
  EXPECT_EQ(data->attachments[0].region->height, 2);
  EXPECT_TRUE(data->slots[0].placeholder);
  EXPECT_EQ(data->attachments[2].link->source, AttachmentIndex(3));
}

TEST(SkeletonJson38, AnimationsMayHaveOlderNames) {
  const std::string body = kBody + R"("path": [{"name": "p", "bones": ["a"], "target": "s"}], "animations": {"go": {)";
  const Loaded older = load_clean("3.8.1", body + R"("paths": {"p": {"position": [{"position": 2}]}},
    "draworder": [{"offsets": [{"slot": "s", "offset": 0}]}]}})");
  ASSERT_EQ(older->animations[0].timelines.size(), 2u);
  EXPECT_EQ(older->animations[0].timelines[0].type, TimelineType::path_position);
  EXPECT_EQ(older->animations[0].timelines[1].type, TimelineType::draw_order);
  const Loaded both = load_clean("3.8.1", body + R"("paths": {"p": {"position": [{"position": 2}]}},
    "path": {"p": {"position": [{"position": 3}]}}, "draworder": [{}], "drawOrder": [{}, {"time": 1}]}})");
  ASSERT_EQ(both->animations[0].timelines.size(), 2u);
  EXPECT_EQ(to_vector(both->animations[0].timelines[0].values), Numbers{3});
  EXPECT_EQ(both->animations[0].timelines[1].times.size(), 2u);
  const Loaded newer = load_clean("4.0.1", body + R"("paths": {"p": {"position": [{"position": 2}]}},
    "draworder": [{}]}})");
  EXPECT_TRUE(newer->animations[0].timelines.empty());
}

TEST(SkeletonJson38, AnEmptyRegionIsTakenToBe32Wide) {
  const Loaded data = load_good("3.6.53", R"("bones": [{"name": "r"}], "slots": [{"name": "s", "bone": "r"}],
    "skins": {"default": {"s": {"k": {}}}})");
  EXPECT_EQ(data->attachments[0].region->width, 32);
  EXPECT_EQ(data.warnings.size(), 2u);
}

// -- Errors -----------------------------------------------------------------------------------------------------------

struct Case {
  const char* version;
  const char* members;  ///< '@' stands before the value that the error is about
  ErrorCode code;
  const char* pointer;
  const char* message;  ///< the beginning
};

TEST(SkeletonJsonOldVersions, ErrorsHavePlaces) {
  constexpr Case cases[] = {
      {"4.1.1", R"("bones": [{"name": "r",
        "transform": @"sideways"}])",
       ErrorCode::bad_value, "/bones/0/transform", "Expected one of 'normal', "},
      {"4.0.1", R"("bones": [{"name": "r"}], "skins": @{"default": {}})", ErrorCode::wrong_type, "/skins",
       "Expected an array, found an object."},
      {"3.8.1", R"("bones": [{"name": "r"}], "skins": @5)", ErrorCode::wrong_type, "/skins",
       "Expected an array, found the number 5."},
      {"3.8.1", R"("bones": [{"name": "r"}], "skins": {"default": @[]})", ErrorCode::wrong_type, "/skins/default",
       "Expected an object, found an array."},
      {"3.8.1", R"("bones": [{"name": "r"}], "skins": {"default": {"s": @{}}})", ErrorCode::unknown_reference,
       "/skins/default/s", "There is no slot called 's'."},
      {"3.8.1", R"("bones": [{"name": "r"}], "transform": [{"name": "t", "bones": ["r"], "target": "r",
        "translateMix": @true}])",
       ErrorCode::wrong_type, "/transform/0/translateMix", "Expected a number, found true."},
      {"3.8.1", R"("bones": [{"name": "r"}], "animations": {"a": {"bones": {"r": {"rotate": [{"angle": @[]}]}}}})",
       ErrorCode::wrong_type, "/animations/a/bones/r/rotate/0/angle", "Expected a number, found an array."},
      {"3.8.1", R"("bones": [{"name": "r"}], "animations": {"a": {"bones": {"r": {"rotate": [
        {"curve": @true}, {"time": 1}]}}}})",
       ErrorCode::wrong_type, "/animations/a/bones/r/rotate/0/curve",
       "Expected the curve 'linear', 'stepped' or a number, found a boolean."},
      {"3.8.1", R"("bones": [{"name": "r"}], "animations": {"a": {"bones": {"r": {"rotate": [
        {"curve": 0, "c3": @"x"}, {"time": 1}]}}}})",
       ErrorCode::wrong_type, "/animations/a/bones/r/rotate/0/c3", "Expected a number, found the text 'x'."},
      {"3.8.1", R"("bones": [{"name": "r"}], "animations": {"a": {"bones": {"r": {"rotate": [
        {"curve": [0, 0, @null, 1]}, {"time": 1}]}}}})",
       ErrorCode::wrong_type, "/animations/a/bones/r/rotate/0/curve/2", "Expected a number, found null."},
      {"4.0.1", R"("bones": [{"name": "r"}], "animations": {"a": {"bones": {"r": {"rotate": [
        {"curve": @0.25}, {"time": 1}]}}}})",
       ErrorCode::wrong_type, "/animations/a/bones/r/rotate/0/curve",
       "Expected the curve 'linear', 'stepped' or an array of numbers, found a number."},
      {"4.0.1", R"("bones": [{"name": "r"}], "slots": [{"name": "s", "bone": "r"}], "skins": [{"name": "default",
        "attachments": {"s": {"m": {"type": "mesh", "uvs": [0, 0], "triangles": [], "vertices": [0, 0]}}}}],
        "animations": {"a": {"deform": {"default": {"s": {"m": @{}}}}}})",
       ErrorCode::wrong_type, "/animations/a/deform/default/s/m", "Expected an array, found an object."},
      {"4.0.1", R"("bones": [{"name": "r"}], "slots": [{"name": "s", "bone": "r"}], "skins": [{"name": "default",
        "attachments": {"s": {"m": {"type": "mesh", "uvs": [0, 0], "triangles": [], "vertices": [0, 0]}}}}],
        "animations": {"a": {"deform": {"default": {"s": {"m": [@{"offset": 1, "vertices": [1, 2]}]}}}}})",
       ErrorCode::bad_value, "/animations/a/deform/default/s/m/0", "The key has 2 numbers from number 1 on, "},
  };
  for (const Case& one : cases) {
    const Marked marked(document(one.version, one.members));
    const Loaded loaded = load(marked.text);
    ASSERT_TRUE(loaded.error) << "no error in " << one.members;
    const Error& error = *loaded.error;
    EXPECT_EQ(error.code, one.code) << error;
    EXPECT_EQ(error.where.pointer, one.pointer) << error;
    EXPECT_EQ(error.where.line, marked.line) << error;
    EXPECT_EQ(error.where.column, marked.column) << error;
    EXPECT_TRUE(error.message.starts_with(one.message)) << error << "\nshould begin: " << one.message;
  }
}

}  // namespace
}  // namespace sinew::test
