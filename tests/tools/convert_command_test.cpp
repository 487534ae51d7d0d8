#include <gtest/gtest.h>

#include <filesystem>

#include "support/command.hpp"
#include "support/temporary_folder.hpp"

namespace {

using sinew::test::CommandResult;
using sinew::test::run_sinew;
using sinew::test::TemporaryFolder;
using Names = std::vector<std::string>;

constexpr const char* kPlain =
    R"({"skeleton": {"hash": "a", "spine": "4.2.22"}, "bones": [{"name": "root"}, {"name": "arm", "parent": "root", "inherit": "noScale"}],
        "ik": [{"name": "k", "bones": ["arm"], "target": "root", "uniform": true}]})";
constexpr const char* kPhysics =
    R"({"skeleton": {"spine": "4.2.22"}, "bones": [{"name": "root"}, {"name": "tail", "parent": "root"}],
        "physics": [{"name": "p", "bone": "tail", "rotate": 1}]})";
constexpr const char* kAtlas = "page.png\n\tsize: 64, 64\n\tpma: true\nimg\n\tbounds: 0, 0, 10, 20\n";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ConvertCommand, WritesAnotherVersion) {
  const TemporaryFolder folder;
  folder.write("in.json", kPlain);
  const CommandResult result = run_sinew({"convert", "in.json", "out.json", "--to", "4.3"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "out.json: json 4.3.13, from json 4.2.22\n");
  EXPECT_EQ(result.err, "");
  const std::string text = folder.read("out.json");
  EXPECT_TRUE(has(text, "\"constraints\"") && has(text, "\"scaleY\": \"uniform\"") && has(text, "4.3.13")) << text;
  EXPECT_EQ(run_sinew({"diff", folder / "in.json", folder / "out.json"}).exit_code, 0);
}

TEST(ConvertCommand, ThereAndBackGivesTheSameBytes) {
  const TemporaryFolder folder;
  folder.write("in.json", kPlain);
  ASSERT_EQ(run_sinew({"convert", folder / "in.json", folder / "a.json", "--to", "4.2"}).exit_code, 0);
  ASSERT_EQ(run_sinew({"convert", folder / "a.json", folder / "b.json", "--to", "4.3"}).exit_code, 0);
  ASSERT_EQ(run_sinew({"convert", folder / "b.json", folder / "c.json", "--to", "4.2"}).exit_code, 0);
  std::string before = folder.read("a.json");
  const std::size_t version = before.find("4.2.22");
  ASSERT_NE(version, std::string::npos);
  EXPECT_EQ(before.replace(version, 6, "4.2.43"), folder.read("c.json"));
}

TEST(ConvertCommand, WritesTheOtherEncodingByTheNameOfTheOutput) {
  const TemporaryFolder folder;
  folder.write("in.json", kPlain);
  const CommandResult there = run_sinew({"convert", "in.json", "out.skel"}, folder.path().string());
  EXPECT_EQ(there.exit_code, 0) << there.err;
  EXPECT_EQ(there.out, "out.skel: skel 4.2.22, from json 4.2.22\n");
  EXPECT_NE(folder.read("out.skel").front(), '{');
  EXPECT_EQ(run_sinew({"convert", folder / "out.skel", folder / "back.json"}).exit_code, 0);
  EXPECT_EQ(run_sinew({"diff", folder / "in.json", folder / "back.json"}).exit_code, 0);
  // The content decides what is read, not the name.
  folder.write("named.json", folder.read("out.skel"));
  EXPECT_EQ(run_sinew({"convert", folder / "named.json", folder / "again.skel", "--to", "3.8"}).exit_code, 0);
  EXPECT_EQ(run_sinew({"diff", folder / "named.json", folder / "again.skel"}).exit_code, 0);
}

TEST(ConvertCommand, FilesOfAFolderDoNotOverwriteOneAnother) {
  const TemporaryFolder folder;
  folder.write("in/hero.json", kPlain);
  ASSERT_EQ(run_sinew({"convert", folder / "in/hero.json", folder / "in/hero.skel"}).exit_code, 0);
  const CommandResult result = run_sinew({"convert", "--format", "json", "in", "out"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(has(result.err, "in/hero.skel: It would be written to out/hero.json")) << result.err;
  EXPECT_TRUE(std::filesystem::exists(folder / "out/hero.json"));
}

TEST(ConvertCommand, ReportsLossesWithTheirPlaces) {
  const TemporaryFolder folder;
  folder.write("in.json", kPhysics);
  const CommandResult result = run_sinew({"convert", "in.json", "out.json", "--to", "4.1"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err,
            "sinew: loss: in.json: /constraints/physics/p: Physics came with 4.2; left out. This changes the pose.\n");
  EXPECT_EQ(result.out, "out.json: json 4.1.24, from json 4.2.22; 1 loss, 1 of the pose\n");
}

TEST(ConvertCommand, StrictWritesNothingWhenSomethingIsLost) {
  const TemporaryFolder folder;
  folder.write("in.json", kPhysics);
  folder.write("out.json", "as before");
  const CommandResult result =
      run_sinew({"convert", folder / "in.json", folder / "out.json", "--to", "4.1", "--strict"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(has(result.err, "Nothing was written")) << result.err;
  EXPECT_EQ(folder.read("out.json"), "as before");
  // What players compute otherwise is no loss.
  const CommandResult up = run_sinew({"convert", folder / "in.json", folder / "out.json", "--to", "4.3", "--strict"});
  EXPECT_EQ(up.exit_code, 0) << up.err;
}

TEST(ConvertCommand, NothingIsLeftBehindByAnError) {
  const TemporaryFolder folder;
  folder.write("bad.json", R"({"bones": [{}]})");
  folder.write("other.json", R"({"frames": []})");
  for (const char* const name : {"bad.json", "other.json", "none.json"}) {
    const CommandResult result = run_sinew({"convert", folder / name, folder / "out.json"});
    EXPECT_EQ(result.exit_code, 1) << name;
    EXPECT_TRUE(has(result.err, name)) << result.err;
  }
  EXPECT_EQ(folder.names(), (Names{"bad.json", "other.json"}));
}

TEST(ConvertCommand, NamesThatMakeNoSenseAreWrongUsage) {
  const TemporaryFolder folder;
  folder.write("in.json", kPlain);
  folder.write("in.atlas", kAtlas);
  EXPECT_EQ(run_sinew({"convert", folder / "in.json", folder / "out.txt"}).exit_code, 2);
  EXPECT_EQ(run_sinew({"convert", folder / "in.json", folder / "out.atlas"}).exit_code, 2);
  EXPECT_EQ(run_sinew({"convert", folder / "in.atlas", folder / "out.json"}).exit_code, 2);
  EXPECT_EQ(run_sinew({"convert", folder / "in.json", folder / "out.json", "--to", "2.1"}).exit_code, 2);
  EXPECT_EQ(run_sinew({"convert", folder / "in.json"}).exit_code, 2);
}

TEST(ConvertCommand, WritesToStandardOutput) {
  const TemporaryFolder folder;
  folder.write("in.json", kPlain);
  const CommandResult result = run_sinew({"convert", folder / "in.json", "-", "--format", "json", "--compact"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(has(result.out, R"("bones":[{"name":"root"},)")) << result.out;
}

TEST(ConvertCommand, AtlasesGetTheLayoutOfTheVersion) {
  const TemporaryFolder folder;
  folder.write("in.atlas", kAtlas);
  const CommandResult old = run_sinew({"convert", folder / "in.atlas", folder / "old.atlas", "--to", "3.8"});
  EXPECT_EQ(old.exit_code, 0) << old.err;
  EXPECT_TRUE(has(folder.read("old.atlas"), "xy: 0, 0"));
  EXPECT_TRUE(has(old.err, "loss")) << "the old layout has no pma";
  EXPECT_EQ(run_sinew({"convert", folder / "in.atlas", folder / "no.atlas", "--to", "3.8", "--strict"}).exit_code, 1);
  EXPECT_EQ(run_sinew({"convert", folder / "old.atlas", folder / "new.atlas", "--to", "4.2"}).exit_code, 0);
  EXPECT_TRUE(has(folder.read("new.atlas"), "bounds: 0, 0, 10, 20"));
  EXPECT_EQ(folder.names(), (Names{"in.atlas", "new.atlas", "old.atlas"}));
}

TEST(ConvertCommand, WholeFoldersKeepTheirShape) {
  const TemporaryFolder folder;
  folder.write("in/a/hero.json", kPlain);
  folder.write("in/a/hero.atlas", kAtlas);
  folder.write("in/a/page.png", "pixels");
  folder.write("in/tail.json", kPhysics);
  folder.write("in/settings.json", R"({"volume": 1})");
  const CommandResult result = run_sinew({"convert", "--to", "4.3", "in", "out"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(has(folder.read("out/a/hero.json"), "4.3.13"));
  EXPECT_TRUE(has(folder.read("out/tail.json"), "4.3.13"));
  EXPECT_TRUE(has(folder.read("out/a/hero.atlas"), "bounds"));
  EXPECT_EQ(folder.read("out/a/page.png"), "pixels");
  EXPECT_EQ(folder.read("out/settings.json"), R"({"volume": 1})");
  EXPECT_TRUE(has(result.out, "out/a/hero.json: json 4.3.13, from json 4.2.22\n")) << result.out;
  EXPECT_TRUE(has(result.out, "2 other files copied\n")) << result.out;
  EXPECT_EQ(run_sinew({"convert", "--to", "4.3", "--converted-only", "in", "few"}, folder.path().string()).exit_code,
            0);
  EXPECT_TRUE(std::filesystem::exists(folder / "few/a/hero.json"));
  EXPECT_FALSE(std::filesystem::exists(folder / "few/a/page.png"));
  EXPECT_FALSE(std::filesystem::exists(folder / "few/settings.json"));
}

TEST(ConvertCommand, OfAFolderTheGoodFilesAreConvertedAndTheBadReported) {
  const TemporaryFolder folder;
  folder.write("in/good.json", kPlain);
  folder.write("in/bad.json", R"({"bones": [{}]})");
  const CommandResult result = run_sinew({"convert", "--to", "4.3", "in", "out"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(has(result.err, "in/bad.json:1:12: /bones/0")) << result.err;
  EXPECT_TRUE(has(folder.read("out/good.json"), "4.3.13"));
  EXPECT_FALSE(std::filesystem::exists(folder / "out/bad.json"));
}

TEST(ConvertCommand, StrictWritesNothingOfAFolderEither) {
  const TemporaryFolder folder;
  folder.write("in/a.json", kPlain);
  folder.write("in/b.json", kPhysics);
  const CommandResult result = run_sinew({"convert", "--to", "4.1", "--strict", "in", "out"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(has(result.err, "in/b.json: /constraints/physics/p")) << result.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
  EXPECT_EQ(run_sinew({"convert", "--to", "4.3", "--strict", "in", "out"}, folder.path().string()).exit_code, 0);
}

TEST(ConvertCommand, WritesItsReportAsJson) {
  const TemporaryFolder folder;
  folder.write("in.json", kPhysics);
  const CommandResult result = run_sinew({"convert", folder / "in.json", folder / "out.json", "--to", "4.1", "--json"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(has(result.out, "\"path\": \"/constraints/physics/p\"")) << result.out;
  EXPECT_TRUE(has(result.out, "\"changesPose\": true"));
  EXPECT_TRUE(has(result.out, "\"written\": true"));
}

}  // namespace
