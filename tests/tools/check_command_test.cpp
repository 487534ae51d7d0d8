#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "support/command.hpp"
#include "support/temporary_folder.hpp"

namespace {

using sinew::test::CommandResult;
using sinew::test::run_sinew;
using sinew::test::TemporaryFolder;

constexpr const char* kSound = R"({
"skeleton": { "spine": "4.2.43" },
"bones": [ { "name": "root" } ],
"slots": [ { "name": "s", "bone": "root", "attachment": "img" } ],
"skins": [ { "name": "default", "attachments": {
  "s": { "img": { "width": 10, "height": 20 } } } } ]
})";
constexpr const char* kAtlas = "page.png\nsize: 64, 64\nimg\nbounds: 0, 0, 10, 20\n";

TEST(CheckCommand, ASoundFileHasNothingToReport) {
  const TemporaryFolder folder;
  folder.write("hero.json", kSound);
  folder.write("hero.atlas", kAtlas);
  folder.write("page.png", "");
  const CommandResult result = run_sinew({"check", "hero.json", "hero.atlas"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out,
            "hero.json: 0 errors, 0 warnings, 0 hints (with hero.atlas)\n"
            "hero.atlas: 0 errors, 0 warnings, 0 hints\n");
}

TEST(CheckCommand, MissingImagesAndPagesAreErrorsWithTheirPlaces) {
  const TemporaryFolder folder;
  folder.write("hero.json", kSound);
  folder.write("hero.atlas", "page.png\nsize: 64, 64\nother\nbounds: 0, 0, 10, 20\n");
  const CommandResult result = run_sinew({"check", "hero.json"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.out.find("hero.json:6:17: error: /skins/default/attachments/s/img: The image 'img' is not in the "
                            "atlas. [missing-image]\n"),
            std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find("[missing-page]"), std::string::npos);
  EXPECT_NE(result.out.find("hero.atlas: warning: /regions/other"), std::string::npos) << result.out;
  EXPECT_EQ(run_sinew({"check", folder / "hero.json", "--no-atlas"}).exit_code, 0);
  EXPECT_EQ(run_sinew({"check", folder / "hero.json", "--ignore", "missing-image,missing-page"}).exit_code, 0);
}

TEST(CheckCommand, FilesThatCannotBeReadAreReportedBesideTheOthers) {
  const TemporaryFolder folder;
  folder.write("bad.json", "{\n\"bones\": [ {} ]\n}");
  folder.write("hero.json", kSound);
  const CommandResult result =
      run_sinew({"check", "bad.json", "none.json", "hero.json", "--no-atlas"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.out.find("bad.json:2:12: error: /bones/0: "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("[missing-member]"), std::string::npos);
  EXPECT_NE(result.out.find("[file-not-found]"), std::string::npos);
  EXPECT_NE(result.out.find("hero.json: 0 errors"), std::string::npos);
}

TEST(CheckCommand, WarningsFailOnlyWhenAskedAndHintsNever) {
  const TemporaryFolder folder;
  folder.write("w.json",
               R"({"skeleton": {"spine": "4.2.43"}, "bones": [{"name": "root"}, {"name": "b", "parent": "root"}],
                             "animations": {"a": {}}})");
  const std::string file = folder / "w.json";
  const CommandResult result = run_sinew({"check", file});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.out.find("0 errors, 1 warning, 1 hint (without an atlas)"), std::string::npos) << result.out;
  EXPECT_EQ(run_sinew({"check", file, "--strict"}).exit_code, 1);
  EXPECT_EQ(run_sinew({"check", file, "--strict", "--ignore", "empty-animation"}).exit_code, 0);
  EXPECT_EQ(run_sinew({"check", file, "--no-hints"}).out.find("unused-bone"), std::string::npos);
}

TEST(CheckCommand, WritesJson) {
  const TemporaryFolder folder;
  folder.write("w.json", R"({"skeleton": {"spine": "4.2.43"}, "bones": [{"name": "root"}], "animations": {"a": {}}})");
  const CommandResult result = run_sinew({"check", folder / "w.json", "--json"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.out.find("\"code\": \"empty-animation\""), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("\"warnings\": 1"), std::string::npos);
  EXPECT_NE(result.out.find("\"line\": 1"), std::string::npos);
}

std::string skeleton_with(const std::string& image) {
  return R"({"skeleton": {"spine": "4.2.43"}, "bones": [{"name": "root"}],
             "slots": [{"name": "s", "bone": "root", "attachment": ")" +
         image + R"("}], "skins": [{"name": "default", "attachments": {"s": {")" + image +
         R"(": {"width": 10, "height": 20}}}}]})";
}

TEST(CheckCommand, ARegionOfASharedAtlasIsUsedWhenAnySkeletonShowsIt) {
  const TemporaryFolder folder;
  folder.write("a.json", skeleton_with("one"));
  folder.write("b.json", skeleton_with("two"));
  folder.write("page.png", "");
  folder.write("shared.atlas",
               "page.png\nsize: 64, 64\none\nbounds: 0, 0, 10, 20\ntwo\nbounds: 10, 0, 10, 20\n"
               "three\nbounds: 20, 0, 10, 20\n");
  const auto times = [&](const std::vector<std::string>& files, const std::string& region) {
    std::vector<std::string> arguments = {"check"};
    arguments.insert(arguments.end(), files.begin(), files.end());
    const std::string out = run_sinew(arguments, folder.path().string()).out;
    std::size_t count = 0;
    const std::string wanted = "/regions/" + region + ": No attachment shows";
    for (std::size_t at = out.find(wanted); at != std::string::npos; at = out.find(wanted, at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(times({"a.json"}, "two"), 1u);
  EXPECT_EQ(times({"a.json"}, "three"), 1u);
  EXPECT_EQ(times({"a.json", "b.json"}, "one"), 0u);
  EXPECT_EQ(times({"a.json", "b.json"}, "two"), 0u);
  EXPECT_EQ(times({"a.json", "b.json"}, "three"), 1u);
}

TEST(CheckCommand, KnowsItsCodes) {
  const TemporaryFolder folder;
  folder.write("hero.json", kSound);
  const CommandResult wrong = run_sinew({"check", folder / "hero.json", "--ignore", "unused-regoin"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_NE(wrong.err.find("Did you mean 'unused-region'?"), std::string::npos) << wrong.err;
  // Every code in the sources of the checks.
  std::set<std::string> codes;
  const std::regex pattern("(?:warn|hint)\\(\\s*\"([a-z-]+)\"|Severity::[a-z]+,\\s*\"([a-z-]+)\"");
  for (const auto& entry : std::filesystem::directory_iterator(std::string(SINEW_SOURCE_DIR) + "/src/inspect")) {
    std::ifstream file(entry.path());
    const std::string text(std::istreambuf_iterator<char>(file), {});
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
      codes.insert((*at)[1].matched ? (*at)[1].str() : (*at)[2].str());
    }
  }
  EXPECT_GT(codes.size(), 30u);
  for (const std::string& code : codes) {
    EXPECT_EQ(run_sinew({"check", folder / "hero.json", "--ignore", code}).exit_code, 0) << code;
  }
  EXPECT_EQ(run_sinew({"check", folder / "hero.json", "--ignore", "bad-value,missing-page"}).exit_code, 0);
}

TEST(CheckCommand, ChecksScenesAndMotion) {
  const TemporaryFolder folder;
  const std::string meadow = std::string(SINEW_SOURCE_DIR) + "/examples/meadow/meadow.scene.json";
  const CommandResult scene = run_sinew({"check", meadow, "--json"});
  EXPECT_EQ(scene.exit_code, 0) << scene.out;
  EXPECT_NE(scene.out.find("\"kind\": \"scene\""), std::string::npos) << scene.out;
  folder.write("other.json", R"({"shots": [], "actors": [], "stage": {}})");
  const CommandResult bad = run_sinew({"check", folder / "other.json", "--json"});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_NE(bad.out.find("\"kind\": \"scene\""), std::string::npos) << bad.out;
  folder.write("bad.motion", "nothing: 1\n");
  const CommandResult clip = run_sinew({"check", folder / "bad.motion", "--json"});
  EXPECT_EQ(clip.exit_code, 1);
  EXPECT_NE(clip.out.find("\"kind\": \"clip\""), std::string::npos) << clip.out;
}

TEST(CheckCommand, OthersNameTheCommandForTheKindOfFile) {
  const TemporaryFolder folder;
  folder.write("x.scene.json", R"({"shots": [], "actors": [], "stage": {}})");
  folder.write("x.atlas", kAtlas);
  folder.write("x.motion", "duration: 1\ntracks: []\n");
  folder.write("x.rig", "nodes: []\n");
  folder.write("x.json", R"({"skeleton": "a.json", "bones": ["a"], "animations": []})");
  const std::vector<std::pair<std::string, std::string>> files = {{"x.scene.json", "'sinew scene info'"},
                                                                  {"x.atlas", "'sinew atlas info'"},
                                                                  {"x.motion", "'sinew motion info'"},
                                                                  {"x.rig", "'sinew motion info'"},
                                                                  {"x.json", "'sinew golden check'"}};
  for (const auto& [file, command] : files) {
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"info", file}, {"pose", file}, {"diff", file, file}, {"convert", file, "out.json"}}) {
      if (arguments[0] == "convert" && file == "x.atlas") continue;  // it takes atlases
      const CommandResult result = run_sinew(arguments, folder.path().string());
      EXPECT_EQ(result.exit_code, 1) << arguments[0] << ' ' << file;
      EXPECT_NE(result.err.find(command), std::string::npos) << arguments[0] << ' ' << file << ": " << result.err;
    }
  }
}

TEST(CheckCommand, OtherCommandsSayThatASkeletonIsOne) {
  const TemporaryFolder folder;
  folder.write("hero.json", kSound);
  ASSERT_EQ(run_sinew({"convert", folder / "hero.json", folder / "hero.skel"}).exit_code, 0);
  for (const char* const file : {"hero.json", "hero.skel"}) {
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"scene", "info", file}, {"scene", "check", file}, {"motion", "info", file}, {"motion", "check", file}}) {
      const CommandResult result = run_sinew(arguments, folder.path().string());
      EXPECT_EQ(result.exit_code, 1) << arguments[0] << ' ' << arguments[1] << ' ' << file;
      EXPECT_NE(result.err.find("This is a skeleton; use 'sinew info'"), std::string::npos)
          << arguments[0] << ' ' << arguments[1] << ' ' << file << ": " << result.err;
    }
  }
}

}  // namespace
