// Reading scene files: fields, defaults, and what is wrong with a file.
#include <gtest/gtest.h>

#include "scene/fixture.hpp"
#include "support/temporary_folder.hpp"

namespace sinew::test {
namespace {

TEST(SceneJson, ReadsEveryField) {
  Provider provider;
  std::vector<Warning> warnings;
  SceneLoadOptions options;
  options.warnings = &warnings;
  const auto read = parse_scene(R"({
    "scene": {"name": "meeting", "version": "1.2", "fps": 24, "width": 640, "height": 360, "background": "ff000080"},
    "stage": {"skeleton": "stage.json", "atlas": "box.atlas", "skin": null, "camera": "camera",
              "layers": [{"name": "far hills", "slots": ["hill", "sky"], "depth": 4.0}, {"name": "plain"}]},
    "actors": [{"name": "nila", "skeleton": "actor.json", "atlas": "box.atlas", "skin": "other", "x": -120, "y": 2,
                "scale": 0.8, "flip": true, "ground": 3, "layer": "far hills", "order": 1}],
    "shots": [{"name": "hello", "duration": 4.0, "stage": [{"animation": "pan", "start": 1, "loop": true}],
               "actors": {"nila": {"x": -100, "flip": false, "visible": false, "clips": [
                 {"animation": "wave", "start": 1.5, "mix": 0.25, "speed": 2.0, "offset": 0.5, "track": 3},
                 {"animation": "walk", "loop": true}]}}}]})",
                                "s", provider.assets, options);
  ASSERT_TRUE(read.has_value()) << read.error().to_string();
  EXPECT_TRUE(warnings.empty());
  const Scene& scene = **read;
  EXPECT_EQ(scene.name, "meeting");
  EXPECT_EQ(scene.version, "1.2");
  EXPECT_EQ(scene.fps, 24);
  EXPECT_EQ(scene.width, 640);
  EXPECT_EQ(scene.height, 360);
  EXPECT_EQ(scene.background.r, 1);
  EXPECT_NEAR(double{scene.background.a}, 128 / 255.0, 1e-6);
  const SkeletonData& stage = *scene.stage.skeleton.data;
  EXPECT_EQ(scene.stage.camera, stage.find_bone("camera"));
  ASSERT_EQ(scene.stage.layers.size(), 2u);
  EXPECT_EQ(scene.stage.layers[0].slots, (std::vector<SlotIndex>{stage.find_slot("hill"), stage.find_slot("sky")}));
  EXPECT_EQ(scene.stage.layers[0].depth, 4);
  EXPECT_EQ(scene.stage.layers[1].depth, 1);
  ASSERT_EQ(scene.actors.size(), 1u);
  const SceneActor& actor = scene.actors[0];
  const SkeletonData& nila = *actor.skeleton.data;
  EXPECT_EQ(actor.skeleton.skeleton_name, "actor.json");
  EXPECT_EQ(actor.skeleton.atlas_name, "box.atlas");
  EXPECT_EQ(actor.placement.skin, nila.find_skin("other"));
  EXPECT_EQ(actor.placement.x, -120);
  EXPECT_EQ(actor.placement.y, 2);
  EXPECT_EQ(actor.placement.scale, 0.8);
  EXPECT_TRUE(actor.placement.flip);
  EXPECT_TRUE(actor.placement.visible);
  EXPECT_EQ(actor.ground, 3);
  EXPECT_EQ(actor.layer.value, 0u);
  EXPECT_EQ(actor.order, 1);
  ASSERT_EQ(scene.shots.size(), 1u);
  const SceneShot& shot = scene.shots[0];
  EXPECT_EQ(shot.duration, 4);
  ASSERT_EQ(shot.stage.size(), 1u);
  EXPECT_TRUE(shot.stage[0].loop);
  EXPECT_EQ(shot.stage[0].start, 1);
  ASSERT_EQ(shot.roles.size(), 1u);
  const SceneRole& role = shot.roles[0];
  EXPECT_EQ(role.placement.x, -100);
  EXPECT_EQ(role.placement.y, 2);
  EXPECT_EQ(role.placement.scale, 0.8);
  EXPECT_FALSE(role.placement.flip);
  EXPECT_FALSE(role.placement.visible);
  EXPECT_EQ(role.placement.skin, nila.find_skin("other"));
  ASSERT_EQ(role.clips.size(), 2u);
  EXPECT_EQ(role.clips[0].animation, nila.find_animation("walk"));  // by start
  EXPECT_TRUE(role.clips[0].loop);
  EXPECT_EQ(role.clips[1].start, 1.5);
  EXPECT_EQ(role.clips[1].mix, 0.25);
  EXPECT_EQ(role.clips[1].speed, 2);
  EXPECT_EQ(role.clips[1].offset, 0.5);
  EXPECT_EQ(role.clips[1].track, 3u);
  EXPECT_EQ(scene.find_actor("nila").value, 0u);
  EXPECT_FALSE(scene.find_actor("nilo").valid());
  EXPECT_EQ(scene.find_shot("hello").value, 0u);
  EXPECT_EQ(scene.duration(), 4);
}

TEST(SceneJson, FieldsHaveTheirDefaults) {
  Provider provider;
  const auto read = parse_scene(R"({"stage": {"skeleton": "stage.json", "atlas": "box.atlas"},
    "actors": [{"name": "a", "skeleton": "actor.json", "atlas": "box.atlas"}],
    "shots": [{"name": "one", "duration": 1, "actors": {"a": {"clips": [{"animation": "walk"}]}}}]})",
                                {}, provider.assets);
  ASSERT_TRUE(read.has_value()) << read.error().to_string();
  const Scene& scene = **read;
  EXPECT_EQ(scene.fps, 30);
  EXPECT_EQ(scene.background, (Color{0, 0, 0, 1}));
  EXPECT_FALSE(scene.stage.camera.valid());
  EXPECT_FALSE(scene.stage.skin.valid());
  EXPECT_EQ(scene.actors[0].placement.scale, 1);
  EXPECT_FALSE(scene.actors[0].placement.flip);
  EXPECT_EQ(scene.actors[0].ground, 0);
  EXPECT_FALSE(scene.actors[0].layer.valid());
  const SceneClip& clip = scene.shots[0].roles[0].clips[0];
  EXPECT_EQ(clip.start, 0);
  EXPECT_FALSE(clip.loop);
  EXPECT_EQ(clip.mix, 0);
  EXPECT_EQ(clip.speed, 1);
  EXPECT_EQ(clip.offset, 0);
  EXPECT_EQ(clip.track, 0u);
}

TEST(SceneJson, AsksForEachNameOnceAndSharesWhatIsEqual) {
  Provider provider;
  const auto read = parse_scene(
      scene_text(actor_text("a") + "," + actor_text("b"), R"({"name": "one", "duration": 1})"), {}, provider.assets);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(provider.asked, (std::map<std::string, int>{{"actor.json", 1}, {"box.atlas", 1}, {"stage.json", 1}}));
  EXPECT_EQ((*read)->actors[0].skeleton.data, (*read)->actors[1].skeleton.data);
  EXPECT_EQ((*read)->actors[0].skeleton.binding, (*read)->actors[1].skeleton.binding);
  EXPECT_NE((*read)->actors[0].skeleton.binding, (*read)->stage.skeleton.binding);
}

TEST(SceneJson, AnActorWithoutImagesPlaysUnseen) {
  Provider provider;
  provider.assets.atlas = [](const std::string&) -> Result<std::shared_ptr<const Atlas>> {
    return std::shared_ptr<const Atlas>();
  };
  const auto read =
      parse_scene(scene_text(actor_text("a"),
                             R"({"name": "one", "duration": 1, "actors": {"a": {"clips": [{"animation": "walk"}]}}})"),
                  {}, provider.assets);
  ASSERT_TRUE(read.has_value());
  ScenePlayer player(*read);
  player.advance(0.5);
  EXPECT_NEAR(player.bone_in_stage(SceneActorIndex(0), BoneIndex(0)).tx, 50, 1e-9);
  DrawList list;
  player.draw(list);
  EXPECT_TRUE(list.vertices.empty());
}

TEST(SceneJson, UnknownFieldsAreWarnings) {
  Provider provider;
  std::vector<Warning> warnings;
  SceneLoadOptions options;
  options.warnings = &warnings;
  const auto read =
      parse_scene(R"({"music": 1, "scene": {"mood": 1}, "stage": {"skeleton": "stage.json", "atlas": "box.atlas",
      "fog": 1, "layers": [{"name": "far", "blur": 2}]},
    "actors": [{"name": "a", "skeleton": "actor.json", "atlas": "box.atlas", "age": 7}],
    "shots": [{"name": "one", "duration": 1, "fade": 1, "stage": [{"animation": "pan", "ease": 1}],
               "actors": {"a": {"tint": 1, "clips": [{"animation": "walk", "start": 2}]}}}]})",
                  "s.json", provider.assets, options);
  ASSERT_TRUE(read.has_value()) << read.error().to_string();
  std::vector<std::string> pointers;
  for (const Warning& warning : warnings) pointers.push_back(warning.where.pointer);
  EXPECT_EQ(pointers, (std::vector<std::string>{"/music", "/scene/mood", "/stage/fog", "/stage/layers/0/blur",
                                                "/actors/0/age", "/shots/0/fade", "/shots/0/stage/0/ease",
                                                "/shots/0/actors/a/tint", "/shots/0/actors/a/clips/0"}));
  EXPECT_EQ(warnings[0].to_string(), "s.json:1:11: /music: The field 'music' is not known; it is ignored.");
}

/// A change to a valid scene, and the error that it brings.
struct Wrong {
  const char *what, *from, *to;  ///< in valid_scene, `from` becomes `to`
  ErrorCode code;
  const char *place, *says;  ///< "line:column: pointer" and a part of the sentence
};

const char* const valid_scene = R"({
"scene": {"fps": 30, "width": 64, "height": 32, "background": "000000ff"},
"stage": {"skeleton": "stage.json", "atlas": "box.atlas", "skin": "default", "camera": "camera", "layers": [
{"name": "far", "slots": ["hill"], "depth": 4},
{"name": "near", "slots": ["leaf"], "depth": 0.5}]},
"actors": [
{"name": "a", "skeleton": "actor.json", "atlas": "box.atlas", "skin": "other", "scale": 1, "layer": "far"},
{"name": "b", "skeleton": "actor.json", "atlas": "box.atlas"}],
"shots": [
{"name": "one", "duration": 1, "stage": [{"animation": "pan"}], "actors": {
"a": {"scale": 2, "skin": "other", "clips": [{"animation": "walk", "start": 0, "mix": 0, "speed": 1, "offset": 0, "track": 0}]}}},
{"name": "two", "duration": 2}]
})";

const Wrong wrongs[] = {
    {"a missing stage skeleton", "\"stage.json\"", "\"stag.json\"", ErrorCode::file_not_found, "3:23: /stage/skeleton",
     "'stag.json' cannot be loaded: stag.json: There is no such file."},
    {"a missing atlas", "\"box.atlas\", \"skin\": \"default\"", "\"b.atlas\"", ErrorCode::file_not_found,
     "3:46: /stage/atlas", "The atlas 'b.atlas' cannot be loaded"},
    {"a missing actor skeleton", "\"a\", \"skeleton\": \"actor.json\"", "\"a\", \"skeleton\": \"x.json\"",
     ErrorCode::file_not_found, "7:27: /actors/0/skeleton", "'x.json' cannot be loaded"},
    {"no skeleton named", "\"skeleton\": \"stage.json\", ", "", ErrorCode::missing_member, "3:10: /stage", "skeleton"},
    {"a skin of the stage", "\"skin\": \"default\"", "\"skin\": \"snow\"", ErrorCode::unknown_reference,
     "3:67: /stage/skin", "The skeleton 'stage.json' has no skin called 'snow'."},
    {"a camera bone", "\"camera\": \"camera\"", "\"camera\": \"kamera\"", ErrorCode::unknown_reference,
     "3:88: /stage/camera", "The skeleton 'stage.json' has no bone called 'kamera'."},
    {"a slot", "\"hill\"", "\"hall\"", ErrorCode::unknown_reference, "4:27: /stage/layers/0/slots/0",
     "has no slot called 'hall'"},
    {"a slot on two layers", "\"leaf\"", "\"hill\"", ErrorCode::duplicate, "5:28: /stage/layers/1/slots/0",
     "The slot 'hill' is on the layer 'far' already."},
    {"a depth of 0", "\"depth\": 4", "\"depth\": 0", ErrorCode::bad_value, "4:45: /stage/layers/0/depth",
     "must be above 0"},
    {"two layers of a name", "\"near\"", "\"far\"", ErrorCode::duplicate, "5:10: /stage/layers/1/name",
     "another layer called 'far'"},
    {"two actors of a name", "\"b\", \"skeleton\"", "\"a\", \"skeleton\"", ErrorCode::duplicate, "8:10: /actors/1/name",
     "another actor called 'a'"},
    {"a skin of an actor", "\"skin\": \"other\", \"scale\": 1", "\"skin\": \"winter\"", ErrorCode::unknown_reference,
     "7:71: /actors/0/skin", "The skeleton 'actor.json' has no skin called 'winter'."},
    {"a scale of 0", "\"scale\": 1", "\"scale\": 0", ErrorCode::bad_value, "7:89: /actors/0/scale", "must not be 0"},
    {"a layer", "\"layer\": \"far\"", "\"layer\": \"fog\"", ErrorCode::unknown_reference, "7:101: /actors/0/layer",
     "The stage has no layer called 'fog'."},
    {"two shots of a name", "\"two\"", "\"one\"", ErrorCode::duplicate, "12:10: /shots/1/name",
     "another shot called 'one'"},
    {"a shot without duration", ", \"duration\": 2", "", ErrorCode::missing_member, "12:1: /shots/1", "duration"},
    {"a duration of 0", "\"duration\": 1", "\"duration\": 0", ErrorCode::bad_value, "10:29: /shots/0/duration",
     "must be above 0"},
    {"a negative duration", "\"duration\": 2", "\"duration\": -2", ErrorCode::bad_value, "12:29: /shots/1/duration",
     "must be above 0"},
    {"an endless shot", "\"duration\": 2", "\"duration\": 1e300", ErrorCode::limit, "12:29: /shots/1/duration",
     "16777216 frames at most"},
    {"an animation of the stage", "\"pan\"", "\"pen\"", ErrorCode::unknown_reference,
     "10:56: /shots/0/stage/0/animation", "The skeleton 'stage.json' has no animation called 'pen'."},
    {"an animation of an actor", "\"walk\"", "\"pan\"", ErrorCode::unknown_reference,
     "11:60: /shots/0/actors/a/clips/0/animation", "The skeleton 'actor.json' has no animation called 'pan'."},
    {"an actor of a shot", "\"a\": {\"scale\": 2", "\"c\": {\"scale\": 2", ErrorCode::unknown_reference,
     "11:6: /shots/0/actors/c", "The scene has no actor called 'c'."},
    {"a skin in a shot", "\"skin\": \"other\", \"clips\"", "\"skin\": \"odd\", \"clips\"", ErrorCode::unknown_reference,
     "11:27: /shots/0/actors/a/skin", "has no skin called 'odd'"},
    {"a negative start", "\"start\": 0", "\"start\": -1", ErrorCode::bad_value,
     "11:77: /shots/0/actors/a/clips/0/start", "must not be below 0"},
    {"a negative mix", "\"mix\": 0", "\"mix\": -1", ErrorCode::bad_value, "11:87: /shots/0/actors/a/clips/0/mix",
     "must not be below 0"},
    {"a negative speed", "\"speed\": 1", "\"speed\": -1", ErrorCode::bad_value,
     "11:99: /shots/0/actors/a/clips/0/speed", "must not be below 0"},
    {"a negative offset", "\"offset\": 0", "\"offset\": -1", ErrorCode::bad_value,
     "11:112: /shots/0/actors/a/clips/0/offset", "must not be below 0"},
    {"a track too many", "\"track\": 0", "\"track\": 256", ErrorCode::bad_value,
     "11:124: /shots/0/actors/a/clips/0/track", "from 0 to 255"},
    {"no frame rate", "\"fps\": 30", "\"fps\": 0", ErrorCode::bad_value, "2:18: /scene/fps", "above 0"},
    {"too high a frame rate", "\"fps\": 30", "\"fps\": 3e7", ErrorCode::limit, "2:18: /scene/fps", "1000 at most"},
    {"no width", "\"width\": 64", "\"width\": 0", ErrorCode::bad_value, "2:31: /scene/width", "at least one pixel"},
    {"a huge height", "\"height\": 32", "\"height\": 1000000", ErrorCode::limit, "2:45: /scene/height", "65536 pixels"},
    {"a colour", "\"000000ff\"", "\"black\"", ErrorCode::bad_value, "2:63: /scene/background", ""},
    {"a wrong type", "\"slots\": [\"hill\"]", "\"slots\": \"hill\"", ErrorCode::wrong_type,
     "4:26: /stage/layers/0/slots", "Expected an array"},
    {"an actor that is none", "{\"name\": \"b\", \"skeleton\": \"actor.json\", \"atlas\": \"box.atlas\"}", "7",
     ErrorCode::wrong_type, "8:1: /actors/1", "Expected an object, found the number 7."},
    {"no shots", "{\"name\": \"two\", \"duration\": 2}]\n}", "]", ErrorCode::syntax, "", ""},
};

TEST(SceneJson, WhatIsWrongIsSaidWithItsPlace) {
  {
    Provider provider;
    const auto read = parse_scene(valid_scene, "s.json", provider.assets);
    ASSERT_TRUE(read.has_value()) << read.error().to_string();
  }
  for (const Wrong& wrong : wrongs) {
    std::string text = valid_scene;
    const std::size_t at = text.find(wrong.from);
    ASSERT_NE(at, std::string::npos) << wrong.what;
    text.replace(at, std::string(wrong.from).size(), wrong.to);
    Provider provider;
    const auto read = parse_scene(text, "s.json", provider.assets);
    ASSERT_FALSE(read.has_value()) << wrong.what;
    EXPECT_EQ(read.error().code, wrong.code) << wrong.what << ": " << read.error().to_string();
    const std::string said = read.error().to_string();
    EXPECT_EQ(said.rfind(std::string("s.json:") + wrong.place, 0), 0u) << wrong.what << ": " << said;
    EXPECT_NE(said.find(wrong.says), std::string::npos) << wrong.what << ": " << said;
  }
}

TEST(SceneJson, AStageAndAShotAreNeeded) {
  Provider provider;
  const auto no_stage = parse_scene(R"({"shots": [{"name": "one", "duration": 1}]})", {}, provider.assets);
  ASSERT_FALSE(no_stage.has_value());
  EXPECT_EQ(no_stage.error().code, ErrorCode::missing_member);
  for (const char* shots : {"", ", \"shots\": []"}) {
    const auto read =
        parse_scene(std::string(R"({"stage": {"skeleton": "stage.json", "atlas": "box.atlas"})") + shots + "}", {},
                    provider.assets);
    EXPECT_FALSE(read.has_value());
  }
}

TEST(SceneJson, HostileFilesAreRefused) {
  Provider provider;
  SceneLoadOptions small;
  small.limits.max_bytes = 10;
  EXPECT_EQ(parse_scene(valid_scene, {}, provider.assets, small).error().code, ErrorCode::limit);
  small.limits = {};
  small.limits.max_depth = 2;
  EXPECT_EQ(parse_scene(valid_scene, {}, provider.assets, small).error().code, ErrorCode::limit);
  EXPECT_EQ(parse_scene("", {}, provider.assets).error().code, ErrorCode::empty_input);
  EXPECT_EQ(parse_scene("[]", {}, provider.assets).error().code, ErrorCode::wrong_type);
  std::string actors = actor_text("a0");
  for (int i = 1; i <= 1024; ++i) actors += "," + actor_text("a" + std::to_string(i));
  const auto crowd = parse_scene(scene_text(actors, R"({"name": "one", "duration": 1})"), {}, provider.assets);
  ASSERT_FALSE(crowd.has_value());
  EXPECT_EQ(crowd.error().code, ErrorCode::limit);
  // Half a file, at any place.
  const std::string text = valid_scene;
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(parse_scene(text.substr(0, size), {}, provider.assets).has_value()) << size;
  }
  const auto nothing = parse_scene(valid_scene, "s.json", SceneAssets());
  ASSERT_FALSE(nothing.has_value());
  EXPECT_EQ(nothing.error().where.pointer, "/stage/skeleton");
}

TEST(SceneJson, FilesAreFoundBesideTheScene) {
  const TemporaryFolder folder;
  folder.write("cast/hero.json", R"({"skeleton": {"spine": "4.2.0"}, "bones": [{"name": "root"}]})");
  folder.write("cast/hero.atlas", "page.png\nsize: 4, 4\nfilter: Linear, Linear\nbox\nbounds: 0, 0, 2, 2\n");
  folder.write("a.scene.json", R"({"stage": {"skeleton": "cast/hero.json", "atlas": "cast/hero.atlas"},
    "shots": [{"name": "one", "duration": 1}]})");
  const auto scene = load_scene(folder / "a.scene.json");
  ASSERT_TRUE(scene.has_value()) << scene.error().to_string();
  EXPECT_EQ((*scene)->stage.skeleton.skeleton_name, "cast/hero.json");
  folder.write("cast/hero.json", "{\"bones\": 1}");
  const auto broken = load_scene(folder / "a.scene.json");
  ASSERT_FALSE(broken.has_value());
  EXPECT_EQ(broken.error().where.pointer, "/stage/skeleton");
  EXPECT_NE(broken.error().message.find("cast/hero.json:1:11: /bones:"), std::string::npos)
      << broken.error().to_string();
  EXPECT_EQ(load_scene(folder / "b.scene.json").error().code, ErrorCode::file_not_found);
}

}  // namespace
}  // namespace sinew::test
