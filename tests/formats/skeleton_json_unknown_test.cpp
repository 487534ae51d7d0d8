// Members that no reader knows survive reading and writing in the same version, if that is asked for.
#include <filesystem>

#include "formats/json_document.hpp"
#include "model/unknown_fields.hpp"
#include "sinew/file.hpp"
#include "sinew/write.hpp"
#include "skeleton_json_fixture.hpp"
#include "support/corpus.hpp"

namespace sinew::test {
namespace {

LoadOptions keeping() {
  LoadOptions options;
  options.keep_unknown = true;
  return options;
}

std::string rewritten(std::string_view text, const LoadOptions& options = keeping()) {
  const Result<SkeletonDataPtr> data = parse_skeleton(text, "test.json", options);
  if (!data) throw std::runtime_error(data.error().to_string());
  const Result<std::string> result = write_skeleton_json(**data, {JsonLayout::compact});
  if (!result) throw std::runtime_error(result.error().to_string());
  return *result;
}

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

// In compact JSON, with "?" wherever an unknown member may be; everything else is as the writer writes it.
constexpr std::string_view k42 =
    R"({"skeleton":{"spine":"4.2.0"?},"bones":[{"name":"root"?},{"name":"b","parent":"root"?},)"
    R"({"name":"c","parent":"b"}],"slots":[{"name":"s","bone":"b","attachment":"r"?}],)"
    R"("ik":[{"name":"a","order":1,"bones":["b"],"target":"c"?},)"
    R"({"name":"z","bones":["b"],"target":"c"?}],)"
    R"("physics":[{"name":"p","order":2,"bone":"b","inertia":1,"damping":1?}],)"
    R"("skins":[{"name":"default","attachments":{"s":{"r":{"width":1,"height":1,)"
    R"("sequence":{"count":2?}?},"q":{"type":"point"?}}}?}],"events":{"e":{?}},)"
    R"("animations":{"w":{"slots":{"s":{"attachment":[{"name":"r"?},{"time":1?}]?}},)"
    R"("bones":{"b":{"rotate":[{"value":5,"curve":"stepped"?},{"time":1?}]?}},)"
    R"("ik":{"a":[{"mix":0.5?}]},"physics":{"":{"wind":[{"value":1?}]?}},)"
    R"("attachments":{"default":{"s":{"r":{"sequence":[{"index":1?}]?}}}},)"
    R"("drawOrder":[{"offsets":[{"slot":"s","offset":0?}]?}],"events":[{"name":"e"?}]?}}?})";

constexpr std::string_view k43 =
    R"({"skeleton":{"spine":"4.3.0"?},"bones":[{"name":"root"},{"name":"b","parent":"root"}],)"
    R"("slots":[{"name":"s","bone":"b"},{"name":"t","bone":"b"}],"constraints":[)"
    R"({"type":"transform","name":"f","source":"root","bones":["b"],"properties":{"x":{"to":)"
    R"({"y":{?}}?}},"mixY":0.5?},{"type":"slider","name":"l","animation":"w"?}],)"
    R"("skins":[{"name":"default"?}],"animations":{"w":{"slider":{"l":{"mix":[{"value":0.5?}]?}},)"
    R"("drawOrderFolder":[{"slots":["t","s"],"keys":[{"offsets":[{"slot":"t","offset":1?}]?}]?}]?}}})";

/// Puts a member with a value of its own at each mark.
std::string with_unknown(std::string_view marked, std::size_t& marks) {
  std::string text;
  marks = 0;
  for (const char c : marked) {
    if (c != '?') {
      text += c;
      continue;
    }
    if (text.back() != '{') text += ',';
    text += "\"unknown\":[\"a, b\",{\"n\":" + std::to_string(marks++) + ".50}]";
  }
  return text;
}

TEST(SkeletonJsonUnknown, FieldsSurviveWhereverTheyAre) {
  for (const std::string_view marked : {k42, k43}) {
    std::size_t marks = 0;
    const std::string text = with_unknown(marked, marks);
    ASSERT_GT(marks, 10u);
    EXPECT_EQ(rewritten(text), text);
    const Result<SkeletonDataPtr> data = parse_skeleton(text, "test.json", keeping());
    ASSERT_TRUE(data);
    ASSERT_TRUE((*data)->unknown);
    EXPECT_EQ((*data)->unknown->fields.size(), marks);
  }
}

TEST(SkeletonJsonUnknown, FieldsAreNotKeptUnlessAsked) {
  std::size_t marks = 0;
  const std::string text = with_unknown(k42, marks);
  const std::string plain = rewritten(text, {});
  EXPECT_EQ(count(plain, "unknown"), 0u);
  const Result<SkeletonDataPtr> data = parse_skeleton(text);
  ASSERT_TRUE(data);
  EXPECT_EQ((*data)->unknown, nullptr);
}

TEST(SkeletonJsonUnknown, BlanksAndNumbersOfValuesStayOrGo) {
  const std::string text = rewritten(document("4.2.0",
                                              "\"bones\": [ { \"name\": \"root\", \"x y\": { \"a\" : [ 1.50 , "
                                              "-0, 1e3, null, true ], \"b\": \" : \\\" \" }, \"n\": null } ]"));
  EXPECT_NE(text.find(R"("x y":{"a":[1.50,-0,1e3,null,true],"b":" : \" "},"n":null})"), std::string::npos) << text;
}

TEST(SkeletonJsonUnknown, WhatAReaderLeavesOutSurvives) {
  // An attachment of a type that does not exist, timelines for things that do not exist or of kinds that do not.
  const std::string text = rewritten(document(
      "4.2.0",
      R"("bones": [ { "name": "root" } ], "slots": [ { "name": "s", "bone": "root" }, { "name": "t", "bone": "root" } ],
      "skins": [ { "name": "default", "attachments": { "t": { "new": { "type": "hologram", "depth": 3 } } } } ],
      "animations": { "w": { "bones": { "ghost": { "rotate": [ { "value": 1 } ] }, "root": { "bend": [ { "by": 2 } ] } },
      "slots": { "s": { "glow": [] } } } })"));
  EXPECT_NE(text.find(R"("attachments":{"t":{"new":{"type":"hologram","depth":3}}})"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("ghost":{"rotate":[{"value":1}]})"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("root":{"bend":[{"by":2}]})"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("slots":{"s":{"glow":[]}})"), std::string::npos) << text;
  EXPECT_EQ(rewritten(text), text);
}

TEST(SkeletonJsonUnknown, FieldsFollowWhatIsSorted) {
  // Constraints are written by name, keys by time.
  const std::string text =
      rewritten(document("4.2.0", R"("bones": [ { "name": "root" }, { "name": "b", "parent": "root" } ],
      "ik": [ { "name": "z", "order": 0, "bones": [ "b" ], "target": "root", "of": "z" },
              { "name": "y", "order": 1, "bones": [ "b" ], "target": "root", "of": "y" } ],
      "animations": { "w": { "bones": { "b": { "rotate": [ { "time": 2, "value": 9, "at": 2 }, { "time": 1, "at": 1 } ] } } } })"));
  EXPECT_NE(text.find(R"("name":"z","bones":["b"],"target":"root","of":"z")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("name":"y","order":1,"bones":["b"],"target":"root","of":"y")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"([{"time":1,"at":1},{"time":2,"value":9,"at":2}])"), std::string::npos) << text;
}

TEST(SkeletonJsonUnknown, FieldsOfEachVersionAreThoseItDoesNotHave) {
  const std::string old =
      rewritten(document("4.1.0", R"("bones": [ { "name": "root", "inherit": "noScale", "icon": "x" } ],
      "physics": [ 1 ], "animations": { "w": { "physics": {}, "deform": { "x": 1 } } })"));
  EXPECT_NE(old.find(R"({"name":"root","inherit":"noScale","icon":"x"})"), std::string::npos) << old;
  EXPECT_NE(old.find(R"("physics":[1])"), std::string::npos) << old;
  EXPECT_NE(old.find(R"("w":{"physics":{},"deform":{"x":1}})"), std::string::npos) << old;
  const std::string oldest = rewritten(document("3.8.99", R"("bones": [ { "name": "root", "transform": "noScale" } ],
      "animations": { "w": { "bones": { "root": { "rotate": [ { "angle": 1, "value": 2, "curve": 0, "c5": 1 },
      { "time": 1 } ], "translatex": [ { "value": 1 } ] } } } })"));
  EXPECT_NE(oldest.find(R"([{"angle":1,"curve":0,"value":2,"c5":1},{"time":1}],"translatex":[{"value":1}])"),
            std::string::npos)
      << oldest;
}

/// All members of a document whose names are not the format's, as in the files of the corpus made for this.
std::size_t count_members(const JsonDocument& document) {
  std::size_t found = 0;
  for (const JsonNode& node : document.nodes()) {
    if (node.key() == "zzz" || node.key() == "x-note" || node.key() == "nested") ++found;
  }
  return found;
}

TEST(SkeletonJsonUnknown, FieldsOfTheCorpusSurvive) {
  const auto folder = corpus();
  if (!folder) GTEST_SKIP() << "There is no corpus here; SINEW_CORPUS names its folder.";
  for (const char* name : {"unknown-fields", "v43-unknown-fields"}) {
    const Result<std::string> bytes = read_file((*folder / "rigby" / name / (std::string(name) + ".json")).string());
    ASSERT_TRUE(bytes) << bytes.error();
    const std::string text = rewritten(*bytes);
    const Result<JsonDocument> before = JsonDocument::parse(*bytes, name, {}),
                               after = JsonDocument::parse(text, name, {});
    ASSERT_TRUE(before && after);
    EXPECT_GT(count_members(*before), 20u);
    EXPECT_EQ(count_members(*before), count_members(*after)) << name;
    EXPECT_EQ(rewritten(text), text);
  }
}

}  // namespace
}  // namespace sinew::test
