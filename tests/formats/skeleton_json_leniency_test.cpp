// What the reader puts up with, and where it says so (spec: skeleton-json.md 11).
#include "skeleton_json_fixture.hpp"

namespace sinew::test {
namespace {

#define BODY                                                                                                       \
  "\"bones\": [{\"name\": \"r\"}, {\"name\": \"b\", \"parent\": \"r\"}], \"slots\": [{\"name\": \"s\", \"bone\": " \
  "\"r\"}, {\"name\": \"t\", \"bone\": \"r\"}], "
#define SKIN(attachment) BODY "\"skins\": [{\"name\": \"default\", \"attachments\": {\"s\": {\"k\": " attachment "}}}]"
#define ANIMATION(members) BODY "\"animations\": {\"a\": {" members "}}"
#define REGION "{\"width\": 1, \"height\": 1}"

TEST(SkeletonJsonLeniency, AcceptsSilently) {
  for (const char* members : {
           "\"bones\": [{\"name\": \"r\", \"parent\": null, \"color\": null, \"x\": null}], \"slots\": null, "
           "\"skins\": null, \"ik\": null",
           "\"bones\": [{\"name\": \"r\", \"parent\": \"\", \"unknown\": {\"deep\": [1]}}], \"unknown\": 5",
           "\"bones\": [{\"name\": \"r\", \"skin\": 1, \"visible\": \"false\"}]",
           "\"bones\": [{\"name\": \"r\", \"color\": \"#9B9b9B\"}]",
           "\"animations\": {}, \"skins\": [], \"slots\": [], \"bones\": [{\"name\": \"r\"}]",
           BODY "\"events\": {\"e\": {\"int\": 3.0}, \"f\": null}",
           BODY "\"skins\": [{\"name\": \"x\"}, {\"name\": \"y\", \"attachments\": null, \"bones\": null}]",
           BODY "\"skins\": [{\"name\": \"x\", \"attachments\": {\"s\": null, \"t\": {\"k\": null}}}]",
           SKIN("{\"width\": 1, \"height\": 1, \"name\": \"\", \"path\": \"\", \"type\": null}"),
           SKIN("{\"type\": \"clipping\", \"end\": \"\", \"vertexCount\": 3, \"vertices\": [0, 0, 1, 0, 1, 1]}"),
           SKIN("{\"type\": \"path\", \"lengths\": [0], \"vertexCount\": 3, \"vertices\": [0, 0, 1, 0, 1, 1]}"),
           ANIMATION("\"bones\": {\"b\": null}, \"slots\": null, \"drawOrder\": null, \"events\": []"),
           ANIMATION("\"bones\": {\"b\": {\"rotate\": null, \"scale\": []}}"),
           ANIMATION("\"bones\": {\"b\": {\"rotate\": [{\"time\": -1}, {}, null, {\"time\": 0, \"value\": null, "
                     "\"more\": 1}]}}"),
           ANIMATION("\"bones\": {\"b\": {\"rotate\": [{\"curve\": [-9, 0, 99, 1]}, {\"time\": 1}]}}"),
           "\"animations\": {\"a\": {\"slots\": {\"s\": {\"attachment\": [{\"name\": null}]}}}}, \"slots\": "
           "[{\"bone\": \"r\", \"name\": \"s\"}], "
           "\"bones\": [{\"name\": \"r\"}]",
       }) {
    load_clean("4.2.1", members);
  }
}

TEST(SkeletonJsonLeniency, ConvertsBooleans) {
  const Loaded data =
      load_clean("4.2.1",
                 R"("bones": [{"name": "a", "skin": 1, "visible": 0}, {"name": "b", "parent": "a", "skin": "true",
    "visible": "false"}])");
  EXPECT_TRUE(data->bones[0].skin_required && !data->bones[0].visible);
  EXPECT_TRUE(data->bones[1].skin_required && !data->bones[1].visible);
}

TEST(SkeletonJsonLeniency, TakesColoursInAllSpellings) {
  const auto color = [](std::string text) {
    return load_clean("4.2.1", "\"bones\": [{\"name\": \"r\", \"color\": \"" + text + "\"}]")->bones[0].color;
  };
  const Color expected{1, 128 / 255.0f, 10 / 255.0f, 1};
  for (const char* text : {"ff800aff", "FF800AFF", "Ff800aFF", "#ff800aff", "ff800a", "#FF800A"})
    EXPECT_EQ(color(text), expected) << text;
}

/// A document that loads with exactly one warning, at '@'.
struct Case {
  const char* members;
  ErrorCode code;
  const char* pointer;
  const char* message;
  const char* version = "4.2.1";
};

Loaded expect_warning(const Case& one) {
  const Marked marked(document(one.version, one.members));
  Loaded loaded = load(marked.text, with_semantics(Semantics::spine));
  if (loaded.error) throw std::runtime_error(loaded.error->to_string() + "\nin " + one.members);
  EXPECT_EQ(loaded.warnings.size(), 1u) << one.members;
  for (const Warning& warning : loaded.warnings) {
    EXPECT_EQ(warning.code, one.code) << warning;
    EXPECT_EQ(warning.where.pointer, one.pointer) << warning;
    EXPECT_EQ(warning.where.file, "test.json");
    EXPECT_EQ(warning.where.line, marked.line) << warning;
    EXPECT_EQ(warning.where.column, marked.column) << warning << "\nin " << one.members;
    EXPECT_NE(warning.message.find(one.message), std::string::npos) << warning << "\nshould say: " << one.message;
    EXPECT_TRUE(warning.message.ends_with('.')) << "a sentence: " << warning;
  }
  return loaded;
}

TEST(SkeletonJsonLeniency, WarnsWhereItHelpsOut) {
  constexpr Case cases[] = {
      {"\"bones\": [{\"name\": \"r\"}],\n\"bones\": @[{\"name\": \"q\"}]", ErrorCode::duplicate, "/bones",
       "more than once"},
      {BODY "\"events\": {\"e\": {}, \"e\": @{}}", ErrorCode::duplicate, "/events/e", "the last one counts"},
      {"\"bones\": [{\"name\": \"r\"}, @{\"name\": \"r\", \"parent\": \"r\"}]", ErrorCode::duplicate, "/bones/1",
       "earlier bone called 'r'"},
      {BODY "\"skins\": [{\"name\": \"x\"}, @{\"name\": \"x\"}]", ErrorCode::duplicate, "/skins/1", "earlier skin"},
      {BODY "\"ik\": [{\"name\": \"x\", \"bones\": [\"b\"], \"target\": \"r\"}, @{\"name\": \"x\", \"order\": 1, "
            "\"bones\": [\"b\"], \"target\": \"r\"}]",
       ErrorCode::duplicate, "/ik/1", "earlier constraint"},
      {BODY "\"ik\": [{\"name\": \"x\", \"bones\": @[\"b\", \"r\"], \"target\": \"r\"}]", ErrorCode::bad_order,
       "/ik/0/bones", "not a child of the first"},
      {BODY "\"ik\": [@{\"name\": \"x\", \"order\": 3, \"bones\": [\"b\"], \"target\": \"r\"}]", ErrorCode::bad_order,
       "/ik/0", "order of this constraint is 3"},
      {BODY "\"constraints\": [{\"name\": \"x\", \"type\": @\"glue\"}]", ErrorCode::not_supported,
       "/constraints/0/type", "'glue'", "4.3.1"},
      {BODY "\"constraints\": [{\"name\": \"x\", \"type\": @\"IK\", \"bones\": [\"b\"], \"target\": \"r\"}]",
       ErrorCode::bad_value, "/constraints/0/type", "written 'ik'", "4.3.1"},
      {BODY "\"constraints\": [{\"name\": \"x\", \"type\": \"transform\", \"bones\": [\"b\"], \"source\": \"r\", "
            "\"properties\": {\"glow\": @{}}}]",
       ErrorCode::bad_value, "/constraints/0/properties/glow", "no property 'glow'", "4.3.1"},
      {BODY "\"constraints\": [{\"name\": \"x\", \"type\": \"transform\", \"bones\": [\"b\"], \"source\": \"r\", "
            "\"properties\": {\"x\": {\"to\": {\"z\": @{}}}}}]",
       ErrorCode::bad_value, "/constraints/0/properties/x/to/z", "no property 'z'", "4.3.1"},
      {SKIN("@{}"), ErrorCode::missing_member, "/skins/0/attachments/s/k", "32"},
      {SKIN("{\"type\": @\"hologram\"}"), ErrorCode::not_supported, "/skins/0/attachments/s/k/type", "'hologram'"},
      {SKIN("{\"type\": @\"Region\", \"width\": 1, \"height\": 1}"), ErrorCode::bad_value,
       "/skins/0/attachments/s/k/type", "'region'"},
      {SKIN("@{\"type\": \"boundingbox\", \"vertices\": [1, 2]}"), ErrorCode::missing_member,
       "/skins/0/attachments/s/k", "'vertexCount'"},
      {SKIN("@{\"type\": \"clipping\", \"vertices\": [1, 2, 3, 4, 5, 6]}"), ErrorCode::missing_member,
       "/skins/0/attachments/s/k", "'vertexCount'"},
      {SKIN("@{\"type\": \"clipping\", \"vertexCount\": 2, \"vertices\": [1, 2, 3, 4]}"), ErrorCode::bad_value,
       "/skins/0/attachments/s/k", "fewer than three"},
      {SKIN("{\"type\": \"clipping\", \"end\": @\"x\", \"vertexCount\": 3, \"vertices\": [0, 0, 1, 0, 1, 1]}"),
       ErrorCode::unknown_reference, "/skins/0/attachments/s/k/end", "'x'"},
      {SKIN("{\"type\": \"boundingbox\", \"vertexCount\": 1, \"vertices\": [@1, 0, 1, 2, 0.5]}"), ErrorCode::bad_value,
       "/skins/0/attachments/s/k/vertices/0", "add up to 1"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [], \"vertices\": [0, 0], \"hull\": @2}"),
       ErrorCode::bad_value, "/skins/0/attachments/s/k/hull", "outline"},
      {ANIMATION("\"bones\": {\"x\": @{\"rotate\": [{}]}}"), ErrorCode::unknown_reference, "/animations/a/bones/x",
       "no bone called 'x'"},
      {ANIMATION("\"slots\": {\"x\": @{}}"), ErrorCode::unknown_reference, "/animations/a/slots/x",
       "no slot called 'x'"},
      {ANIMATION("\"ik\": {\"x\": @[{}]}"), ErrorCode::unknown_reference, "/animations/a/ik/x",
       "no ik constraint called 'x'"},
      {ANIMATION("\"ik\": {\"\": @[{}]}"), ErrorCode::unknown_reference, "/animations/a/ik/",
       "no ik constraint called ''"},
      {ANIMATION("\"physics\": {\"x\": @{\"mix\": [{}]}}"), ErrorCode::unknown_reference, "/animations/a/physics/x",
       "no physics constraint"},
      {ANIMATION("\"attachments\": {\"x\": @{}}"), ErrorCode::unknown_reference, "/animations/a/attachments/x",
       "no skin called 'x'"},
      {ANIMATION("\"bones\": {\"b\": {\"wobble\": @[{\"time\": 9}]}}"), ErrorCode::not_supported,
       "/animations/a/bones/b/wobble", "no bone timeline 'wobble'"},
      {ANIMATION("\"slots\": {\"s\": {\"glow\": @{}}}"), ErrorCode::not_supported, "/animations/a/slots/s/glow",
       "no slot timeline 'glow'"},
      {ANIMATION("\"physics\": {\"\": {\"spin\": @[]}}"), ErrorCode::not_supported, "/animations/a/physics//spin",
       "'spin'"},
      {ANIMATION("\"bones\": {\"b\": {\"rotate\": @[{\"time\": 1}, {\"time\": 0}]}}"), ErrorCode::bad_order,
       "/animations/a/bones/b/rotate", "sorted"},
      {ANIMATION("\"bones\": {\"b\": {\"rotate\": [{\"curve\": @\"stepped\"}]}}"), ErrorCode::bad_value,
       "/animations/a/bones/b/rotate/0/curve", "last key"},
      {ANIMATION("\"bones\": {\"b\": {\"rotate\": [{\"curve\": @\"bouncy\"}, {\"time\": 1}]}}"), ErrorCode::bad_value,
       "/animations/a/bones/b/rotate/0/curve", "'bouncy'"},
      {ANIMATION("\"bones\": {\"b\": {\"rotate\": [{\"curve\": @\"Stepped\"}, {\"time\": 1}]}}"), ErrorCode::bad_value,
       "/animations/a/bones/b/rotate/0/curve", "'stepped'"},
      {ANIMATION("\"bones\": {\"b\": {\"scale\": [{\"curve\": @[0, 1, 1, 1]}, {\"time\": 1}]}}"), ErrorCode::bad_value,
       "/animations/a/bones/b/scale/0/curve", "Expected 8 numbers"},
      {ANIMATION("\"bones\": {\"b\": {\"rotate\": [{\"curve\": @[0, 1, 1, 1, 5]}, {\"time\": 1}]}}"),
       ErrorCode::bad_value, "/animations/a/bones/b/rotate/0/curve", "the rest is left out"},
      {ANIMATION("\"events\": [{\"name\": @\"x\"}]"), ErrorCode::unknown_reference, "/animations/a/events/0/name",
       "no event called 'x'"},
      {ANIMATION("\"drawOrder\": [{\"offsets\": [@{\"slot\": \"x\", \"offset\": 1}]}]"), ErrorCode::unknown_reference,
       "/animations/a/drawOrder/0/offsets/0", "no slot called 'x'"},
      {ANIMATION(
           "\"drawOrder\": [{\"offsets\": [{\"slot\": \"s\", \"offset\": 1}, @{\"slot\": \"s\", \"offset\": 0}]}]"),
       ErrorCode::duplicate, "/animations/a/drawOrder/0/offsets/1", "already"},
      {ANIMATION("\"drawOrder\": [{\"offsets\": [@{\"slot\": \"t\", \"offset\": 1}]}]"), ErrorCode::bad_value,
       "/animations/a/drawOrder/0/offsets/0", "place 2 of 2"},
      {ANIMATION(
           "\"drawOrder\": [{\"offsets\": [@{\"slot\": \"t\", \"offset\": -1}, {\"slot\": \"s\", \"offset\": 0}]}]"),
       ErrorCode::duplicate, "/animations/a/drawOrder/0/offsets/0", "place 0 already"},
      {ANIMATION("\"drawOrderFolder\": [{\"slots\": [@\"x\", \"s\"], \"keys\": [{}]}]"), ErrorCode::unknown_reference,
       "/animations/a/drawOrderFolder/0/slots/0", "'x'", "4.3.1"},
      {ANIMATION("\"drawOrderFolder\": [{\"slots\": [\"s\", @\"s\"], \"keys\": [{}]}]"), ErrorCode::duplicate,
       "/animations/a/drawOrderFolder/0/slots/1", "already", "4.3.1"},
      {ANIMATION("\"drawOrderFolder\": [@{\"slots\": [], \"keys\": [{}]}]"), ErrorCode::missing_member,
       "/animations/a/drawOrderFolder/0", "no slots", "4.3.1"},
      {ANIMATION("\"drawOrderFolder\": [{\"slots\": [\"s\"], \"keys\": [{\"offsets\": [@{\"slot\": \"t\", \"offset\": "
                 "0}]}]}]"),
       ErrorCode::unknown_reference, "/animations/a/drawOrderFolder/0/keys/0/offsets/0",
       "does not belong to this folder", "4.3.1"},
  };
  for (const Case& one : cases) expect_warning(one);
}

TEST(SkeletonJsonLeniency, ConvertsNumbersAndTexts) {
  const Loaded number = expect_warning(
      {"\"bones\": [{\"name\": \"r\", \"x\": @\"-12.5\"}]", ErrorCode::wrong_type, "/bones/0/x", "converted"});
  EXPECT_EQ(number->bones[0].setup.x, -12.5);
  const Loaded text =
      expect_warning({"\"bones\": [{\"name\": @-1.50}]", ErrorCode::wrong_type, "/bones/0/name", "number -1.50"});
  EXPECT_EQ(text->bones[0].name, "-1.50") << "as in the file";
  const Loaded color = expect_warning(
      {"\"bones\": [{\"name\": \"r\", \"color\": @112233}]", ErrorCode::wrong_type, "/bones/0/color", "digits"});
  EXPECT_EQ(color->bones[0].color, (Color{17 / 255.0f, 34 / 255.0f, 51 / 255.0f, 1}));
}

TEST(SkeletonJsonLeniency, TakesEnumsInAnyCapitals) {
  const Loaded slot = load_good(
      "4.2.1",
      R"("bones": [{"name": "r", "inherit": "NoScale"}], "slots": [{"name": "s", "bone": "r", "blend": "Additive"}])");
  EXPECT_EQ(slot->bones[0].inherit, Inherit::no_scale);
  EXPECT_EQ(slot->slots[0].blend, BlendMode::additive);
  EXPECT_EQ(slot.warnings.size(), 2u);
}

TEST(SkeletonJsonLeniency, TakesTheLastOfRepeatedMembers) {
  const Loaded data = load_good(
      "4.2.1",
      ANIMATION("\"bones\": {\"b\": {\"rotate\": [{\"value\": 1}], \"scale\": [{}], \"rotate\": [{\"value\": 2}]}}"));
  ASSERT_EQ(data->animations[0].timelines.size(), 2u);
  EXPECT_EQ(first_timeline(data).type, TimelineType::rotate) << "at the place of the first";
  EXPECT_EQ(first_timeline(data).values[0], 2);
}

TEST(SkeletonJsonLeniency, KeepsBothOfOneNameAndFindsTheFirst) {
  const Loaded data = load_good(
      "4.2.1", R"("bones": [{"name": "r"}, {"name": "x", "parent": "r", "x": 1}, {"name": "x", "parent": "r", "x": 2}],
    "slots": [{"name": "s", "bone": "x"}, {"name": "s", "bone": "r"}])");
  EXPECT_EQ(data->bones.size(), 3u);
  EXPECT_EQ(data->find_bone("x"), BoneIndex(1));
  EXPECT_EQ(data->slots[0].bone, BoneIndex(1));
  EXPECT_EQ(data->find_slot("s"), SlotIndex(0));
  EXPECT_EQ(data.warnings.size(), 2u);
}

TEST(SkeletonJsonLeniency, SortsKeysByTimeStably) {
  const Loaded data = load_good(
      "4.2.1",
      ANIMATION("\"bones\": {\"b\": {\"rotate\": [{\"time\": 2, \"value\": 1, \"curve\": \"stepped\"}, {\"time\": 1, "
                "\"value\": 2}, {\"time\": 3, \"value\": 3}, {\"time\": 1, \"value\": 4, \"curve\": \"stepped\"}]}}"));
  const Timeline& timeline = first_timeline(data);
  EXPECT_EQ(to_vector(timeline.times), (Numbers{1, 1, 2, 3}));
  EXPECT_EQ(to_vector(timeline.values), (Numbers{2, 4, 1, 3}));
  EXPECT_EQ(timeline.curve(0), Curve::linear);
  EXPECT_EQ(timeline.curve(1), Curve::stepped);
  EXPECT_EQ(timeline.curve(2), Curve::stepped);
}

TEST(SkeletonJsonLeniency, MakesValuesWithoutHandlesLinear) {
  const Loaded data = load_good("4.2.1", ANIMATION("\"bones\": {\"b\": {\"translate\": [{\"y\": 3, \"curve\": [0.1, 5, "
                                                   "0.2, 6, 7]}, {\"time\": 3, \"x\": 1, \"y\": 9}]}}"));
  const Timeline& timeline = first_timeline(data);
  ASSERT_EQ(timeline.beziers.size(), 2u);
  EXPECT_EQ(timeline.beziers[0].cy2, 6);
  const Bezier& y = timeline.beziers[1];
  EXPECT_DOUBLE_EQ(y.cx1, 1);
  EXPECT_DOUBLE_EQ(y.cy1, 5);
  EXPECT_DOUBLE_EQ(y.cx2, 2);
  EXPECT_DOUBLE_EQ(y.cy2, 7);
}

TEST(SkeletonJsonLeniency, SkipsWhatHasNoTarget) {
  const Loaded data = load_good(
      "4.2.1", BODY
      "\"events\": {\"e\": {}}, \"skins\": [{\"name\": \"default\", \"attachments\": {\"s\": {\"k\": " REGION
      ", \"h\": {\"type\": \"hologram\"}, \"last\": " REGION
      "}}}], \"animations\": {\"a\": {\"attachments\": {\"default\": {\"x\": {}, \"s\": {\"h\": {\"deform\": [{}]}, "
      "\"k\": {\"deform\": [{}], \"sequence\": [{}], \"shine\": []}}}}, \"events\": [{\"name\": \"x\"}, {\"time\": 1, "
      "\"name\": \"e\"}, {\"time\": 2, \"name\": \"y\"}]}}");
  EXPECT_EQ(data->attachments.size(), 2u);
  EXPECT_TRUE(data->find_attachment({}, SlotIndex(0), "last").valid());
  EXPECT_FALSE(data->find_attachment({}, SlotIndex(0), "h").valid());
  ASSERT_EQ(data->animations[0].timelines.size(), 1u);
  EXPECT_EQ(to_vector(first_timeline(data).times), (Numbers{1})) << "only the key whose event is there";
  EXPECT_EQ(data->animations[0].duration, 1);
  EXPECT_EQ(data.warnings.size(), 8u);
}

TEST(SkeletonJsonLeniency, DropsDrawOrderEntriesThatNameNothing) {
  const Loaded data = load_good(
      "4.2.1", ANIMATION("\"drawOrder\": [{\"offsets\": [{\"slot\": \"x\", \"offset\": 1}, {\"slot\": \"t\", "
                         "\"offset\": 7}, {\"slot\": "
                         "\"t\", \"offset\": 0}]}, {\"time\": 1, \"offsets\": [{\"slot\": \"x\", \"offset\": 1}]}]"));
  const Timeline& timeline = first_timeline(data);
  ASSERT_EQ(timeline.draw_orders[0].offsets.size(), 1u);
  EXPECT_EQ(timeline.draw_orders[0].offsets[0].offset, 7) << "kept: the engine decides";
  EXPECT_TRUE(timeline.draw_orders[1].setup);
}

TEST(SkeletonJsonLeniency, CountsWarningsBeyondTheFirstThousand) {
  std::string bones = "\"bones\": [{\"name\": \"r\"}";
  for (int i = 0; i < 50'000; ++i) bones += ",\n{\"name\": \"b\", \"parent\": \"r\", \"x\": \"1\"}";
  const Loaded data = load_good("4.2.1", bones + "]");
  ASSERT_EQ(data.warnings.size(), 1001u);
  EXPECT_EQ(data.warnings[999].where.pointer, "/bones/1000/x");
  EXPECT_EQ(data.warnings[999].where.line, 1001u);
  EXPECT_EQ(data.warnings[1000].message, "98999 more warnings are left out of this list.");
}

TEST(SkeletonJsonLeniency, NeedsNoListOfWarnings) {
  const Result<SkeletonDataPtr> data =
      parse_skeleton(document("4.2.1", "\"bones\": [{\"name\": \"r\", \"x\": \"1\"}]"));
  ASSERT_TRUE(data);
  EXPECT_EQ((*data)->bones[0].setup.x, 1);
}

TEST(SkeletonJsonLeniency, SkipsAByteOrderMark) {
  EXPECT_TRUE(load("\xEF\xBB\xBF" + document("4.2.1", "\"bones\": [{\"name\": \"r\"}]")).data);
}

}  // namespace
}  // namespace sinew::test
