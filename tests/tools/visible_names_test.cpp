// Names out of files of anybody, as the commands print them: nothing that a terminal obeys, no lines of their own, and
// no more spaces than a reader needs.
#include <gtest/gtest.h>

#ifdef SINEW_COMMAND

#include <rapidjson/document.h>

#include <filesystem>

#include "base/visible_text.hpp"
#include "support/command.hpp"
#include "support/temporary_folder.hpp"

namespace sinew {
namespace {

using test::CommandResult;
using test::run_sinew;

// A command to the terminal in seven and in eight bits, a bell, a change of direction, and a line of its own.
const char* const in_json = R"(x\u001b[31m\u0007\u009b1m\u202e\nforged: fine)";
const char* const in_yaml = R"(x\e[31m\a\x9b1m\u202e)";
const std::string raw = "x\x1b[31m\a\u009b1m\u202e";

void expect_visible(const CommandResult& result) {
  for (const std::string& text : {result.out, result.err}) {
    EXPECT_EQ(visible_lines(text), text);
    EXPECT_EQ(text.find("\nforged"), std::string::npos) << text;
  }
}

class VisibleNames : public testing::Test {
 protected:
  void SetUp() override {
    std::string text =
        R"({"skeleton": {"spine": "4.2.43", "hash": "N", "images": "N"}, "bones": [{"name": "root"}, {"name": "N", "parent": "root"}],
"slots": [{"name": "N", "bone": "N", "attachment": "N"}],
"skins": [{"name": "default", "attachments": {"N": {"N": {"width": 4, "height": 2}}}}, {"name": "N"}],
"events": {"N": {"string": "N", "audio": "N"}},
"animations": {"N": {"bones": {"N": {"rotate": [{}]}}, "events": [{"name": "N"}]}}})";
    for (std::size_t at = 0; (at = text.find("\"N\"", at)) != std::string::npos;) text.replace(at + 1, 1, in_json);
    folder_.write("a.json", text);
    folder_.write("b.json", R"({"skeleton": {"spine": "4.2.43"}, "bones": [{"name": "root"}]})");
  }
  [[nodiscard]] CommandResult run(const std::vector<std::string>& arguments) const {
    return run_sinew(arguments, folder_.path().string());
  }
  test::TemporaryFolder folder_;
  const std::string name_ = raw + "\nforged: fine";
};

TEST_F(VisibleNames, OfSkeletons) {
  const std::vector<std::vector<std::string>> commands = {{"info", "a.json"},
                                                          {"pose", "a.json", "--animation", name_, "--skin", name_},
                                                          {"pose", "a.json", "--animation", name_ + "?"},
                                                          {"check", "a.json"},
                                                          {"diff", "a.json", "b.json", "--pose"}};
  for (const std::vector<std::string>& arguments : commands) {
    const CommandResult result = run(arguments);
    EXPECT_NE((result.out + result.err)
                  .find("x [31m \xef\xbf\xbd"
                        "1m\xef\xbf\xbd"),
              std::string::npos)
        << arguments[0] << result.out << result.err;
    expect_visible(result);
  }
}

TEST_F(VisibleNames, OfFiles) {
  std::filesystem::create_directories(folder_ / ("in/" + name_));
  folder_.write("in/" + name_ + "/" + name_ + ".json", folder_.read("b.json"));
  const std::string file = "in/" + name_ + "/" + name_ + ".json";
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"info", file},
                                             {"pose", file},
                                             {"check", file},

                                             {"convert", "in", "out", "--to", "4.3"},
                                             {"diff", file, "a.json"},
                                             {"info", file + "?"},
                                             {"atlas", "info", file},
                                             {"golden", "check", file}}) {
    const CommandResult result = run(arguments);
    EXPECT_NE((result.out + result.err).find("x [31m "), std::string::npos) << arguments[0] << result.out << result.err;
    expect_visible(result);
  }
}

TEST_F(VisibleNames, OfJsonComeBackWhole) {
  for (const char* const command : {"info", "pose"}) {
    const CommandResult result = run({command, "a.json", "--json"});
    expect_visible(result);
    rapidjson::Document document;
    document.Parse(result.out.c_str());
    ASSERT_FALSE(document.HasParseError()) << result.out;
    const auto& named = command == std::string("info") ? document["animations"][0] : document["bones"][1];
    EXPECT_EQ(named["name"].GetString(), name_);
  }
}

TEST_F(VisibleNames, LongOnesDoNotWidenTheRowsOfOthers) {
  constexpr std::size_t count = 300;
  std::string bones = R"({"name": "root"})", slots, animations;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = i == 7 ? std::string(4000, 'n') : "n" + std::to_string(i);
    bones += R"(, {"name": ")" + name + R"(", "parent": "root"})";
    slots += std::string(i > 0 ? ", " : "") + R"({"name": ")" + name + R"(", "bone": "root"})";
    animations += std::string(i > 0 ? ", " : "") + '"' + name + R"(": {})";
  }
  folder_.write("long.json", R"({"skeleton": {"spine": "4.2.43"}, "bones": [)" + bones + R"(], "slots": [)" + slots +
                                 R"(], "animations": {)" + animations + "}}");
  for (const char* const command : {"info", "pose"}) {
    const CommandResult result = run({command, "long.json"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_LT(result.out.size(), 2 * 4000 + 2 * count * 130) << command;
    EXPECT_NE(result.out.find(std::string(4000, 'n')), std::string::npos);
  }
}

#ifdef SINEW_HAS_MOTION
TEST_F(VisibleNames, OfClipsAndRigs) {
  const std::string name = std::string("\"") + in_yaml + '"';
  folder_.write("a.motion", "version: 1\nmodel: " + name + "\nduration: 1\nloop: true\ntracks:\n  - part: " + name +
                                "\n    property: rotation\n    interpolation: linear\n    keys:\n"
                                "      - time: 0\n        value: [0, 0, 1]\n");
  folder_.write("a.rig", "name: " + name + "\nnodes:\n  - id: " + name + "\n    kind: joint\n    name: " + name + "\n");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"motion", "info", "a.motion"},
                                             {"motion", "info", "a.rig"},
                                             {"motion", "check", "a.motion"},
                                             {"motion", "sample", "a.motion", "--time", "0.5"},
                                             {"motion", "info", "a.rig", "--json"}}) {
    const CommandResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    expect_visible(result);
  }
}
#endif

#ifdef SINEW_HAS_RENDER
TEST_F(VisibleNames, OfAtlases) {
  folder_.write("a.atlas", raw + ".png\nsize: 4, 4\nformat: " + raw + "\n" + raw + "\nbounds: 0, 0, 4, 4\n");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"atlas", "info", "a.atlas", "--regions"},
                                             {"atlas", "info", "a.atlas", "--regions", "--json"},
                                             {"atlas", "unpack", "a.atlas"},
                                             {"check", "a.atlas"}}) {
    const CommandResult result = run(arguments);
    EXPECT_NE(result.out + result.err, "");
    expect_visible(result);
  }
}
#endif

TEST(OutputLinks, ThatNeverEndAreAnErrorAndStay) {
  namespace fs = std::filesystem;
  const test::TemporaryFolder folder;
  folder.write("a.json", R"({"skeleton": {"spine": "4.2.43"}, "bones": [{"name": "root"}]})");
  fs::create_symlink("loop2.json", folder / "loop1.json");
  fs::create_symlink("loop1.json", folder / "loop2.json");
  fs::create_symlink("new.json", folder / "link.json");
  const CommandResult loop = run_sinew({"convert", "a.json", "loop1.json"}, folder.path().string());
  EXPECT_EQ(loop.exit_code, 1);
  EXPECT_EQ(loop.out, "");
  EXPECT_NE(loop.err.find("oo many levels of symbolic links"), std::string::npos) << loop.err;
  EXPECT_TRUE(fs::is_symlink(folder / "loop1.json"));
  // One that ends where nothing is yet stays too, and what it names comes about.
  const CommandResult link = run_sinew({"convert", "a.json", "link.json"}, folder.path().string());
  EXPECT_EQ(link.exit_code, 0) << link.err;
  EXPECT_TRUE(fs::is_symlink(folder / "link.json"));
  EXPECT_TRUE(fs::is_regular_file(folder / "new.json"));
}

TEST(DiffMost, TakesNumbersFromZeroOn) {
  const test::TemporaryFolder folder;
  folder.write("a.json", R"({"skeleton": {"spine": "4.2.43"}, "bones": [{"name": "root"}]})");
  for (const char* const wrong : {"-1", "1e30", "many", "", "nan"}) {
    const CommandResult result = run_sinew({"diff", "a.json", "a.json", "--most", wrong}, folder.path().string());
    EXPECT_EQ(result.exit_code, 2) << wrong << result.err;
  }
  EXPECT_EQ(run_sinew({"diff", "a.json", "a.json", "--most", "0"}, folder.path().string()).exit_code, 0);
}

}  // namespace
}  // namespace sinew

#endif
