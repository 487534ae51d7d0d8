#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <fstream>

#include "support/command.hpp"
#include "support/corpus.hpp"
#include "support/temporary_folder.hpp"

#ifdef SINEW_COMMAND

namespace sinew {
namespace {

const char* const skeleton = R"({
"skeleton": {"hash": "abc", "spine": "4.2.43", "x": -5, "y": 1, "width": 10, "height": 20, "images": "./art/", "fps": 24},
"bones": [{"name": "root"}, {"name": "tail", "parent": "root", "skin": true}],
"slots": [{"name": "body", "bone": "root", "attachment": "body"}, {"name": "net", "bone": "root"}],
"ik": [{"name": "reach", "bones": ["tail"], "target": "root"}],
"skins": [
  {"name": "default", "attachments": {"body": {"body": {"x": 1, "width": 4, "height": 2}},
    "net": {"net": {"type": "mesh", "uvs": [0,0,1,0,1,1,0,1], "triangles": [0,1,2,2,3,0], "vertices": [0,0,1,0,1,1,0,1], "hull": 4},
            "web": {"type": "linkedmesh", "parent": "net"}, "hit": {"type": "boundingbox", "vertexCount": 3, "vertices": [0,0,1,0,1,1]}}}},
  {"name": "cat", "bones": ["tail"], "attachments": {"body": {"body": {"width": 4, "height": 2}}}}],
"events": {"step": {"int": 3, "string": "left"}, "horn": {"audio": "horn.ogg", "volume": 0.5}},
"animations": {"idle": {}, "walk": {
  "bones": {"root": {"rotate": [{}, {"time": 0.5, "value": 10, "curve": [0.6, 10, 0.7, 20]}, {"time": 1.25}], "translatex": [{}]}},
  "slots": {"body": {"alpha": [{"value": 1}, {"time": 0.25, "value": 0}]}},
  "events": [{"time": 1.5, "name": "step"}]}}
})";

rapidjson::Document info_json(const std::string& path) {
  const test::CommandResult result = test::run_sinew({"info", path, "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  rapidjson::Document document;
  document.Parse(result.out.c_str());
  EXPECT_FALSE(document.HasParseError()) << result.out;
  return document;
}

TEST(InfoCommand, CountsEverything) {
  const test::TemporaryFolder folder;
  folder.write("a.json", skeleton);
  const rapidjson::Document info = info_json(folder / "a.json");
  EXPECT_STREQ(info["version"].GetString(), "4.2.43");
  EXPECT_STREQ(info["readAs"].GetString(), "4.2");
  EXPECT_STREQ(info["semantics"].GetString(), "spine");
  EXPECT_STREQ(info["hash"].GetString(), "abc");
  EXPECT_EQ(info["fps"].GetDouble(), 24);
  EXPECT_EQ(info["bounds"]["header"]["height"].GetDouble(), 20);
  EXPECT_EQ(info["bounds"]["setupPose"]["x"].GetDouble(), -1);
  EXPECT_EQ(info["bounds"]["setupPose"]["y"].GetDouble(), -1);
  EXPECT_EQ(info["bounds"]["setupPose"]["width"].GetDouble(), 4);
  EXPECT_EQ(info["bounds"]["setupPose"]["height"].GetDouble(), 2);
  const auto& counts = info["counts"];
  EXPECT_EQ(counts["bones"].GetInt(), 2);
  EXPECT_EQ(counts["skinBones"].GetInt(), 1);
  EXPECT_EQ(counts["slots"].GetInt(), 2);
  EXPECT_EQ(counts["constraints"].GetInt(), 1);
  EXPECT_EQ(counts["constraintsByType"]["ik"].GetInt(), 1);
  EXPECT_EQ(counts["constraintsByType"]["path"].GetInt(), 0);
  EXPECT_EQ(counts["skins"].GetInt(), 2);
  EXPECT_EQ(counts["attachments"].GetInt(), 5);
  EXPECT_EQ(counts["attachmentsByType"]["region"].GetInt(), 2);
  EXPECT_EQ(counts["attachmentsByType"]["mesh"].GetInt(), 1);
  EXPECT_EQ(counts["attachmentsByType"]["linkedmesh"].GetInt(), 1);
  EXPECT_EQ(counts["attachmentsByType"]["boundingbox"].GetInt(), 1);
  EXPECT_EQ(counts["vertices"].GetInt(), 4);
  EXPECT_EQ(counts["weightedVertices"].GetInt(), 0);
  EXPECT_EQ(counts["triangles"].GetInt(), 2);
  EXPECT_EQ(counts["events"].GetInt(), 2);
  EXPECT_EQ(counts["animations"].GetInt(), 2);

  EXPECT_STREQ(info["skins"][1]["name"].GetString(), "cat");
  EXPECT_EQ(info["skins"][1]["attachments"].GetInt(), 1);
  EXPECT_EQ(info["skins"][1]["bones"].GetInt(), 1);
  EXPECT_STREQ(info["events"][0]["name"].GetString(), "step");
  EXPECT_EQ(info["events"][0]["int"].GetInt(), 3);
  EXPECT_STREQ(info["events"][0]["string"].GetString(), "left");
  EXPECT_FALSE(info["events"][0].HasMember("volume"));
  EXPECT_EQ(info["events"][1]["volume"].GetDouble(), 0.5);
  EXPECT_EQ(info["animations"][0]["duration"].GetDouble(), 0);
  EXPECT_EQ(info["animations"][1]["duration"].GetDouble(), 1.5);
  EXPECT_EQ(info["animations"][1]["timelines"].GetInt(), 4);
  EXPECT_EQ(info["animations"][1]["keys"].GetInt(), 7);
}

TEST(InfoCommand, TellsPeopleTheSame) {
  const test::TemporaryFolder folder;
  folder.write("a.json", skeleton);
  const test::CommandResult result = test::run_sinew({"info", folder / "a.json"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  for (const char* line :
       {"  version     4.2.43 (read as 4.2)\n",
        "  semantics   spine (the header has a hash, and the version's patch number is not 0)\n",
        "  bounds      10 x 20 at -5, 1 by the header\n", "4 x 2 at -1, -1 in the setup pose with the default skin\n",
        "  bones        2 (1 only with a skin)\n", "  constraints  1 (1 ik)\n",
        "  attachments  5 (2 region, 1 mesh, 1 linkedmesh, 1 boundingbox)\n",
        "  meshes       4 vertices (0 weighted), 2 triangles\n", "  default  4  attachments\n",
        "  cat      1  attachment   1 bone\n", "  step  int 3, string 'left'\n",
        "  horn  audio 'horn.ogg' at volume 0.5, balance 0\n", "  walk  1.500  s  4  timelines  7  keys\n"}) {
    EXPECT_NE(result.out.find(line), std::string::npos) << line << "is not in\n" << result.out;
  }
}

TEST(InfoCommand, SaysWhyTheSemanticsAreWhatTheyAre) {
  const test::TemporaryFolder folder;
  const auto reason = [&folder](const std::string& header) {
    folder.write("b.json", "{\"skeleton\": {" + header + "}, \"bones\": [{\"name\": \"root\"}]}");
    const rapidjson::Document info = info_json(folder / "b.json");
    return std::string(info["semantics"].GetString()) + ": " + info["semanticsReason"].GetString();
  };
  EXPECT_EQ(reason(R"("spine": "4.2.11")"), "rigby: the header has no hash");
  EXPECT_EQ(reason(R"("hash": "x", "spine": "4.2.0")"), "rigby: the version's patch number is 0");
  EXPECT_EQ(reason(R"("hash": "x", "spine": "4.2")"), "rigby: the version has no patch number");
  EXPECT_EQ(reason(R"("hash": "x", "spine": "4.3.7")"),
            "spine: the header has a hash, and the version's patch number is not 0");
}

TEST(InfoCommand, TakesTheSemanticsThatItIsTold) {
  test::TemporaryFolder folder;
  folder.write("hero.json", skeleton);
  for (const std::string& rules : {std::string("rigby"), std::string("spine")}) {
    const test::CommandResult result = test::run_sinew({"info", folder / "hero.json", "--semantics", rules});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(result.out.find(rules + " (as --semantics says)"), std::string::npos) << result.out;
  }
}

TEST(InfoCommand, ListsWarningsWithTheirPlaces) {
  const test::TemporaryFolder folder;
  folder.write("a.json",
               "{\"skeleton\": {\"spine\": \"4.2.0\"},\n\"bones\": [{\"name\": \"root\", \"inherit\": \"sideways\"}]}");
  const test::CommandResult text = test::run_sinew({"info", folder / "a.json"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_NE(text.out.find("\nWarnings\n  line:2:"), std::string::npos) << text.out;
  const rapidjson::Document info = info_json(folder / "a.json");
  ASSERT_EQ(info["warnings"].Size(), 1u);
  EXPECT_STREQ(info["warnings"][0]["pointer"].GetString(), "/bones/0/inherit");
  EXPECT_EQ(info["warnings"][0]["line"].GetInt(), 2);
}

TEST(InfoCommand, ReadsTheWholeCorpus) {
  const auto folder = test::corpus();
  if (!folder) GTEST_SKIP() << "There is no corpus here; SINEW_CORPUS names its folder.";
  std::size_t files = 0;
  for (const char* version : {"4.2", "4.3", "rigby"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(*folder / version)) {
      const std::string path = entry.path().string();
      if (!path.ends_with(".json") || path.ends_with(".golden.json")) continue;
      ++files;
      EXPECT_GT(info_json(path)["counts"]["bones"].GetInt(), 0) << path;
    }
  }
  EXPECT_GT(files, 100u);
}

TEST(InfoCommand, IsJsonEvenForAFileNameThatIsNotUtf8) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "a\xff\xe2\x82z.json").string();
  std::ofstream(path, std::ios::binary) << skeleton;
  const test::CommandResult result = test::run_sinew({"info", path, "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  rapidjson::Document document;
  document.Parse<rapidjson::kParseValidateEncodingFlag>(result.out.c_str());
  EXPECT_FALSE(document.HasParseError()) << result.out;
  EXPECT_NE(result.out.find("a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz.json"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace sinew

#endif
