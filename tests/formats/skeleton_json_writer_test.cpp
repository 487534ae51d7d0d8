// What the writer writes for each version, and what it refuses.
#include "sinew/write.hpp"

#include <limits>

#include "base/arena.hpp"
#include "model/builder.hpp"
#include "sinew/diff.hpp"
#include "skeleton_json_fixture.hpp"
#include "support/equal_models.hpp"

namespace sinew::test {
namespace {

std::string written(const SkeletonData& data) {
  const Result<std::string> text = write_skeleton_json(data, {JsonLayout::compact});
  if (!text) throw std::runtime_error(text.error().to_string());
  return *text;
}

/// The same after loading.
std::string rewritten(std::string_view version, std::string_view members) {
  return written(*load_good(version, members).data);
}

/// Loads a document of one version and writes it as one of another, as a careless caller might.
Result<std::string> written_as(std::string_view from, FormatVersion version, std::string_view text,
                               std::string_view members) {
  const Loaded loaded = load_good(from, members);
  SkeletonData& data = const_cast<SkeletonData&>(*loaded.data);
  data.version = version;
  data.version_text = text;
  return write_skeleton_json(data);
}

void expect_refused(std::string_view from, FormatVersion version, std::string_view text, std::string_view members,
                    std::string_view sentence, std::string_view pointer) {
  const Result<std::string> result = written_as(from, version, text, members);
  ASSERT_FALSE(result) << *result;
  EXPECT_EQ(result.error().message, sentence);
  EXPECT_EQ(result.error().where.pointer, pointer);
  EXPECT_EQ(result.error().code, ErrorCode::not_supported);
}

#define EXPECT_CONTAINS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(SkeletonJsonWriter, LeavesOutWhatIsDefault) {
  EXPECT_EQ(
      rewritten("4.2.0",
                R"("bones": [ { "name": "root", "x": 0, "scaleX": 1, "color": "9b9b9bff", "inherit": "normal" } ],
                     "slots": [ { "name": "s", "bone": "root", "color": "FFFFFFFF", "blend": "normal" } ],
                     "skins": [ { "name": "default", "attachments": { "s": { "r": { "name": "r", "path": "r", "width": 1.50,
                       "height": 2, "rotation": -0.0 } } } } ], "animations": { "w": { "bones": { "root": { "rotate": [
                       { "time": 0, "value": 0, "curve": "linear" }, { "time": 0.5, "value": 1 } ] } } } })"),
      R"({"skeleton":{"hash":"abc","spine":"4.2.0"},"bones":[{"name":"root"}],"slots":[{"name":"s","bone":"root"}],)"
      R"("skins":[{"name":"default","attachments":{"s":{"r":{"width":1.5,"height":2}}}}],)"
      R"("animations":{"w":{"bones":{"root":{"rotate":[{},{"time":0.5,"value":1}]}}}}})");
}

TEST(SkeletonJsonWriter, NamesTheVersionOfAFileWithoutOne) {
  const Loaded loaded = load(R"({"bones": [ { "name": "root", "inherit": "noScale" } ]})");
  ASSERT_TRUE(loaded.data);
  EXPECT_EQ(written(*loaded.data), R"({"skeleton":{"spine":"4.2.0"},"bones":[{"name":"root","inherit":"noScale"}]})");
}

constexpr std::string_view kBones = R"("bones": [ { "name": "root" }, { "name": "b", "parent": "root" },
  { "name": "c", "parent": "b" } ], "slots": [ { "name": "s", "bone": "b" }, { "name": "t", "bone": "b" } ])";

std::string with_bones(std::string_view members) {
  return std::string(kBones) + ", " + std::string(members);
}

TEST(SkeletonJsonWriter, WritesBothDefaultsOfPhysics) {
  const std::string members = with_bones(R"("physics": [ { "name": "p", "bone": "b" } ],
    "animations": { "w": { "physics": { "p": { "mass": [ {} ] } } } })");
  const std::string text = rewritten("4.2.0", members);
  EXPECT_CONTAINS(text, R"({"name":"p","bone":"b","inertia":1,"damping":1})");
  EXPECT_CONTAINS(text, R"("mass":[{"value":0}])");
}

TEST(SkeletonJsonWriter, WritesAudioInFull) {
  const std::string text = rewritten("4.2.0", with_bones(R"("events": { "a": { "audio": "a.ogg" }, "b": { "int": 2 } },
    "animations": { "w": { "events": [ { "name": "a" }, { "name": "b", "int": 2, "float": 1 } ] } })"));
  EXPECT_CONTAINS(text, R"("events":{"a":{"audio":"a.ogg","volume":1,"balance":0},"b":{"int":2}})");
  EXPECT_CONTAINS(text, R"("events":[{"name":"a","volume":1,"balance":0},{"name":"b","float":1}])");
}

TEST(SkeletonJsonWriter, TrimsDeforms) {
  const std::string text = rewritten(
      "4.2.0", with_bones(R"("skins": [ { "name": "default", "attachments": { "s": { "q": { "type": "boundingbox",
      "vertexCount": 3, "vertices": [ 0, 0, 1, 0, 0, 1 ] } } } } ], "animations": { "w": { "attachments": { "default": { "s": {
      "q": { "deform": [ { "vertices": [ 0, 0, 0 ] }, { "time": 1, "offset": 1, "vertices": [ 0, 3, 0, 4, 0 ] } ] } } } } } })"));
  EXPECT_CONTAINS(text, R"("deform":[{},{"time":1,"offset":2,"vertices":[3,0,4]}])");
}

TEST(SkeletonJsonWriter, WritesLinkedMeshesByVersion) {
  const std::string_view members =
      R"("skins": [ { "name": "default", "attachments": { "s": { "m": { "type": "mesh", "uvs": [ 0, 0, 1, 0, 0, 1 ],
      "triangles": [ 0, 1, 2 ], "vertices": [ 0, 0, 1, 0, 0, 1 ], "hull": 3 }, "l": { "type": "linkedmesh", "parent": "m",
      "deform": false } } } } ])";
  const auto link = [&](std::string_view version) {
    const std::string text = rewritten(version, with_bones(members));
    const std::size_t at = text.find("\"l\":{");
    return text.substr(at, text.find('}', at) + 1 - at);
  };
  EXPECT_EQ(link("4.0.0"), R"("l":{"type":"linkedmesh","parent":"m","deform":false})");
  EXPECT_EQ(link("4.2.0"), R"("l":{"type":"linkedmesh","parent":"m","timelines":false,"deform":false})");
  EXPECT_EQ(link("4.3.0"), R"("l":{"type":"linkedmesh","source":"m","timelines":false})");
}

TEST(SkeletonJsonWriter, WritesConstraintsByVersion) {
  const std::string_view members =
      R"("transform": [ { "name": "f", "bones": [ "c" ], "target": "root", "local": true } ])";
  EXPECT_CONTAINS(rewritten("4.2.0", with_bones(members)),
                  R"("transform":[{"name":"f","bones":["c"],"target":"root","local":true}])");
  const std::string text = rewritten("4.3.0", with_bones(members));
  EXPECT_CONTAINS(text,
                  R"("constraints":[{"type":"transform","name":"f","source":"root","bones":["c"],"localSource":true,)"
                  R"("localTarget":true,"properties":{"rotate":{"to":{"rotate":{}}},"x":{"to":{"x":{}}},)");
  EXPECT_CONTAINS(text, R"("mixRotate":1,"mixX":1,"mixY":1,"mixScaleX":1,"mixScaleY":1,"mixShearY":1})");
}

TEST(SkeletonJsonWriter, WritesCurvesOf38InFractions) {
  const std::string keys = R"([ { "curve": 0.25, "c3": 0.75 }, { "time": 0.3, "x": 10.1, "y": -3, "curve": 0, "c2": 0.1,
    "c3": 0.6667, "c4": 1.3 }, { "time": 1.1, "x": 3.3 } ])";
  const std::string text =
      rewritten("3.8.99", with_bones(R"("animations": { "w": { "bones": { "b": { "translate": )" + keys +
                                     R"(, "rotate": [ { "angle": 170 }, { "time": 1, "angle": -170.3 } ] } },
    "slots": { "s": { "color": [ { "color": "ff000080", "curve": 0.3 }, { "time": 1, "color": "00ff0080" } ],
    "attachment": [ { "name": null } ] } } } })"));
  EXPECT_CONTAINS(text, R"("translate":[{"curve":0.25,"c3":0.75},{"time":0.3,"x":10.1,"y":-3,"curve":0,"c2":0.1,)"
                        R"("c3":0.6667,"c4":1.3},{"time":1.1,"x":3.3}])");
  EXPECT_CONTAINS(text, R"("rotate":[{"angle":170},{"time":1,"angle":-170.3}])");
  EXPECT_CONTAINS(text, R"("color":[{"color":"ff000080","curve":0.3},{"time":1,"color":"00ff0080"}])");
  EXPECT_CONTAINS(text, R"("attachment":[{"name":null}])");
}

TEST(SkeletonJsonWriter, RoundsCurvesThatAreOneBut) {
  // Handles of 4.0 with four decimals: the fractions differ by less than the tolerance.
  const std::string_view members = R"("animations": { "w": { "bones": { "b": { "translate": [
    { "curve": [ 0.0833, 3.3333, 0.1667, 6.6667, 0.0833, 33.33, 0.1667, 66.67 ] }, { "time": 0.25, "x": 10, "y": 100 } ] } } } })";
  const Result<std::string> text = written_as("4.0.0", FormatVersion::v3_8, "3.8.0", with_bones(members));
  ASSERT_TRUE(text) << text.error();
  const Loaded again = load(*text);
  ASSERT_TRUE(again.data) << *again.error;
  const Bezier& y = again->animations[0].timelines[0].beziers[1];
  EXPECT_NEAR(y.cx1, 0.0833, 0.001);
  EXPECT_NEAR(y.cy1, 33.33, 0.2);
  EXPECT_EQ(*write_skeleton_json(*again.data), *text);
}

TEST(SkeletonJsonWriter, WritesCurvesOf38ThatRoundingHasTornApart) {
  // What a reader computes from one fraction: of a way of one or two bits nearly nothing is left, and far beyond a key
  // the handles' roundings are larger than the way itself.
  for (const std::string_view keys :
       {R"([{"x":1,"curve":0.3,"c2":0.2,"c3":0.6,"c4":0.8},{"time":1,"x":1.0000000000000002,"y":10}])",
        R"([{"x":-70000000000,"curve":0.3,"c2":0.2,"c3":0.6,"c4":0.8},{"time":1,"x":-69999999999.9999,"y":1e-05}])",
        R"([{"x":0.25,"y":0.5,"curve":0.25,"c3":0.5,"c4":281768308820760600000},{"time":1,"x":0.3643143,"y":7e+22}])",
        R"([{"time":123456.7,"x":3,"curve":0.3,"c3":0.7},{"time":123456.70000000001,"x":10,"y":1}])"}) {
    const std::string members =
        R"("animations": { "w": { "bones": { "b": { "translate": )" + std::string(keys) + " } } } }";
    const Loaded loaded = load_good("3.8.99", with_bones(members));
    const Result<std::string> text = write_skeleton_json(*loaded.data);
    ASSERT_TRUE(text) << text.error() << keys;
    const Loaded again = load(*text);
    ASSERT_TRUE(again.data) << *again.error;
    EXPECT_EQ(diff_skeletons(*loaded.data, *again.data).size(), 0u) << *text;
    EXPECT_EQ(*write_skeleton_json(*again.data), *text);
    const Result<std::string> binary = write_skeleton_binary(*loaded.data);
    EXPECT_TRUE(binary) << binary.error() << keys;
  }
}

TEST(SkeletonJsonWriter, RefusesWhatAVersionHasNoPlaceFor) {
  using enum FormatVersion;
  expect_refused("4.3.0", v4_2, "4.2.0",
                 with_bones(R"("constraints": [ { "type": "slider", "name": "l", "animation": "w" } ],
                 "animations": { "w": {} })"),
                 "Version 4.2 has no sliders.", "/slider/0");
  expect_refused("4.3.0", v4_2, "4.2.0",
                 with_bones(R"("constraints": [ { "type": "transform", "name": "f", "bones": [ "c" ],
                 "source": "root", "properties": { "x": { "to": { "y": {} } } } } ])"),
                 "Version 4.2 has no transform constraints that map properties to others.", "/transform/0");
  expect_refused("4.3.0", v4_2, "4.2.0",
                 with_bones(R"("animations": { "w": { "drawOrderFolder": [ { "slots": [ "s", "t" ],
                 "keys": [ {} ] } ] } })"),
                 "Version 4.2 has no draw order folders.", "/animations/w/drawOrderFolder");
  expect_refused("4.2.0", v4_1, "4.1.0", with_bones(R"("physics": [ { "name": "p", "bone": "b" } ])"),
                 "Version 4.1 has no physics constraints.", "/physics/0");
  expect_refused("4.2.0", v4_1, "4.1.0",
                 with_bones(R"("animations": { "w": { "bones": { "b": { "inherit": [ {} ] } } } })"),
                 "Version 4.1 has no inherit timelines.", "/animations/w/bones/b/inherit");
  expect_refused("4.1.0", v4_0, "4.0.0",
                 with_bones(R"("skins": [ { "name": "default", "attachments": { "s": { "r": { "width": 1,
                 "height": 1, "sequence": { "count": 2 } } } } } ])"),
                 "Version 4.0 has no sequences of images.", "/skins/0/attachments/s/r/sequence");
  expect_refused("4.0.0", v3_8, "3.8.0",
                 with_bones(R"("animations": { "w": { "bones": { "b": { "scalex": [ {} ] } } } })"),
                 "Version 3.8 has no scalex timelines.", "/animations/w/bones/b/scalex");
  expect_refused(
      "4.0.0", v3_8, "3.8.0",
      with_bones(R"("animations": { "w": { "bones": { "b": { "rotate": [ {}, { "time": 1, "value": 180 } ] } } } })"),
      "Version 3.8 has no rotations of half a turn or more from one key to the next.",
      "/animations/w/bones/b/rotate/0");
  expect_refused(
      "4.0.0", v3_8, "3.8.0",
      with_bones(R"("animations": { "w": { "bones": { "b": { "translate": [ { "curve": [ 0.2, 0, 0.8, 1, 0.3, 0, 0.8,
                 1 ] }, { "time": 1, "x": 1, "y": 1 } ] } } } })"),
      "Version 3.8 has no curves that differ between the values of a key.", "/animations/w/bones/b/translate/0/curve");
  expect_refused("4.0.0", v3_8, "3.8.0", with_bones(R"("path": [ { "name": "p", "bones": [ "b" ], "target": "s",
                 "mixX": 0.5, "mixY": 0.25 } ])"),
                 "Version 3.8 has no path constraints with mixes for x and y.", "/path/0");
}

TEST(SkeletonJsonWriter, ReplacesAVersionTextThatMeansAnotherLayout) {
  const auto write = [](std::string_view text) {
    const Loaded loaded = load_good("4.2.22", kBones);
    SkeletonData& data = const_cast<SkeletonData&>(*loaded.data);
    data.version = FormatVersion::v4_1;
    data.version_text = text;
    std::vector<Warning> warnings;
    const Result<std::string> result =
        write_skeleton_json(data, {.layout = JsonLayout::compact, .warnings = &warnings});
    EXPECT_EQ(warnings.size(), 1u);
    return result ? *result : result.error().to_string();
  };
  EXPECT_CONTAINS(write("4.2.22"), R"("spine":"4.1.24")");
  EXPECT_CONTAINS(write("4.2.0"), R"("spine":"4.1.0")");
  EXPECT_CONTAINS(write(""), R"("spine":"4.1.0")");
}

TEST(SkeletonJsonWriter, WritesCurvesOf38ThatTakeNoTime) {
  // Both keys are at the same time, so the handles of 4.0 cannot be fractions of it.
  const std::string_view members =
      R"("animations": { "w": { "bones": { "b": { "translate": [ { "time": 1, "curve": [ 1.1, 0, 1.2,
    1, 1.3, 0, 1, 1 ] }, { "time": 1, "x": 1, "y": 1 } ] } } } })";
  const Result<std::string> text = written_as("4.0.0", FormatVersion::v3_8, "3.8.0", with_bones(members));
  ASSERT_TRUE(text) << text.error();
  EXPECT_EQ(*write_skeleton_json(*load(*text).data), *text);
}

TEST(SkeletonJsonWriter, RefusesWhatJsonCannotHold) {
  const Loaded loaded = load_good("4.2.0", kBones);
  const auto with_bone = [&](const BoneData& bone) {
    SkeletonData data;
    const auto bones = data.arena().copy(loaded->bones);
    bones[2] = bone;
    data.bones = bones;
    index_bones(data);
    return write_skeleton_json(data);
  };
  BoneData bone = loaded->bones[2];
  EXPECT_TRUE(with_bone(bone));
  bone.setup.x = std::numeric_limits<double>::infinity();
  Result<std::string> text = with_bone(bone);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().message, "This number is not finite, which JSON cannot express.");
  EXPECT_EQ(text.error().where.pointer, "/bones/2/x");

  bone = loaded->bones[2];
  bone.name = "\xc3";
  text = with_bone(bone);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, ErrorCode::encoding);

  // Two bones of one name are no problem until something refers to the second one.
  bone = loaded->bones[2];
  bone.name = "root";
  EXPECT_TRUE(with_bone(bone));
  SkeletonData data;
  const auto bones = data.arena().array<BoneData>(3);
  bones[0].name = bones[1].name = "same";
  bones[2].name = "child";
  bones[1].parent = BoneIndex(0);
  bones[2].parent = BoneIndex(1);
  data.bones = bones;
  index_bones(data);
  text = write_skeleton_json(data);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().message,
            "JSON refers to bones by their names, and 'same' means none or another one; rename the bones.");
  EXPECT_EQ(text.error().where.pointer, "/bones/2/parent");
}

TEST(SkeletonJsonWriter, WritesNumbersOfBinaryFilesAsFloats) {
  const Loaded loaded = load_good("4.2.0", R"("bones": [ { "name": "root", "x": 0.10000000149011612, "y": 0.1 } ])");
  EXPECT_CONTAINS(written(*loaded.data), R"("x":0.10000000149011612,"y":0.1)");
  const_cast<SkeletonData&>(*loaded.data).single_precision = true;
  EXPECT_CONTAINS(written(*loaded.data), R"("x":0.1,"y":0.1)");
}

}  // namespace
}  // namespace sinew::test
