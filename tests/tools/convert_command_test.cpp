#include <gtest/gtest.h>

#include <algorithm>
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

TEST(ConvertCommand, SaysWhatWouldBecomeTooLarge) {
  const TemporaryFolder folder;
  folder.write("in.json",
               R"({"skeleton": {"spine": "4.0.64"}, "bones": [{"name": "root"}], "animations": {"a": {"bones":
      {"root": {"rotate": [{"value": 0}, {"time": 1, "value": 1e9}]}}}}})");
  const CommandResult result = run_sinew({"convert", "in.json", "out.json", "--to", "3.8"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(result.err.starts_with("sinew: error: in.json: /animations/a/bones/root/rotate: ")) << result.err;
  EXPECT_TRUE(has(result.err, "; the limit is 100000. ")) << result.err;
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out.json"));
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
  EXPECT_TRUE(has(result.err, "in/hero.skel: It is left out, for out/hero.json is made of in/hero.json")) << result.err;
  EXPECT_TRUE(std::filesystem::exists(folder / "out/hero.json"));
  for (const char* const preferred : {"json", "skel"}) {
    const CommandResult chosen =
        run_sinew({"convert", "--format", "json", "--prefer", preferred, "in", "new"}, folder.path().string());
    EXPECT_EQ(chosen.exit_code, 0) << chosen.err;
    EXPECT_TRUE(has(chosen.out, std::string("from ") + preferred)) << chosen.out;
  }
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

TEST(ConvertCommand, JsonThatIsNoSkeletonIsInNobodysWay) {
  const TemporaryFolder folder;
  folder.write("in/hero.json", kPlain);
  ASSERT_EQ(run_sinew({"convert", folder / "in/hero.json", folder / "in/hero.skel"}).exit_code, 0);
  folder.write("in/hero.json", R"({"volume": 1})");
  const CommandResult result = run_sinew({"convert", "--format", "skel", "in", "out"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(folder.read("out/hero.json"), R"({"volume": 1})");
  EXPECT_EQ(folder.read("out/hero.skel"), folder.read("in/hero.skel"));
}

TEST(ConvertCommand, PutsLossesOfOneSentenceTogether) {
  const TemporaryFolder folder;
  std::string many;
  for (int i = 0; i < 30; ++i) {
    many += std::string(i == 0 ? "" : ", ") + R"({"name": "p)" + std::to_string(i) +
            R"(", "bone": "tail", "rotate": 1, "order": )" + std::to_string(i) + "}";
  }
  folder.write("in/many.json",
               R"({"skeleton": {"spine": "4.2.22"}, "bones": [{"name": "root"}, {"name": "tail", "parent": "root"}],
                   "physics": [)" +
                   many + "]}");
  folder.write("in/one.json", kPhysics);
  const auto convert = [&](Names more) {
    Names all = {"convert", "in", "out", "--to", "4.1"};
    all.insert(all.end(), more.begin(), more.end());
    return run_sinew(all, folder.path().string());
  };
  const CommandResult result = convert({});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err,
            "sinew: loss: in/many.json: 30 times like /constraints/physics/p0: Physics came with 4.2; left out. This "
            "changes the pose.\n"
            "sinew: loss: in/one.json: /constraints/physics/p: Physics came with 4.2; left out. This changes the "
            "pose.\n");
  EXPECT_TRUE(has(result.out, "In all: 2 files converted, 31 losses, 31 of the pose, in 2 files\n")) << result.out;
  const CommandResult all = convert({"--all"});
  EXPECT_EQ(std::count(all.err.begin(), all.err.end(), '\n'), 31);
  EXPECT_TRUE(has(all.err, "/constraints/physics/p29: ")) << all.err;
}

TEST(ConvertCommand, PrintsNoMoreLinesThanAReaderReads) {
  const TemporaryFolder folder;
  for (int i = 0; i < 60; ++i) folder.write("in/" + std::to_string(i) + ".json", kPhysics);
  const CommandResult result = run_sinew({"convert", "in", "out", "--to", "4.1"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 41);
  EXPECT_TRUE(has(result.err, "20 more losses and notes in the other files; --all shows them.")) << result.err;
}

TEST(ConvertCommand, TheInputIsReplacedOnlyWhenAskedFor) {
  const TemporaryFolder folder;
  folder.write("d/in.json", kPhysics);
  const std::string here = folder.path().string();
  EXPECT_EQ(run_sinew({"convert", "d", "d", "--to", "4.1"}, here).exit_code, 2);
  EXPECT_EQ(run_sinew({"convert", "d", "./d/../d/", "--to", "4.1"}, here).exit_code, 2);
  EXPECT_EQ(run_sinew({"convert", "d/in.json", "d/in.json", "--to", "4.1"}, here).exit_code, 2);
  EXPECT_EQ(run_sinew({"convert", "d/in.json", "d", "--to", "4.1"}, here).exit_code, 2);
  EXPECT_EQ(folder.read("d/in.json"), kPhysics);
  EXPECT_EQ(run_sinew({"convert", "d", "d", "--to", "4.1", "--in-place"}, here).exit_code, 0);
  EXPECT_TRUE(has(folder.read("d/in.json"), "4.1.24"));
  EXPECT_EQ(run_sinew({"convert", "d/in.json", "d/in.json", "--to", "4.3", "--in-place"}, here).exit_code, 0);
  EXPECT_TRUE(has(folder.read("d/in.json"), "4.3.13"));
}

TEST(ConvertCommand, FoldersInOneAnotherAreRefused) {
  const TemporaryFolder folder;
  folder.write("d/sub/in.json", kPlain);
  const std::string here = folder.path().string();
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"d", "d/sub"}, {"d", "d/new"}, {"d/sub", "d"}, {"d", "."}, {".", "new"}}) {
    const CommandResult result = run_sinew({"convert", from, to, "--to", "4.3"}, here);
    EXPECT_EQ(result.exit_code, 2) << from << ' ' << to;
    EXPECT_TRUE(has(result.err, "one lies in the other")) << result.err;
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "d/new"));
  EXPECT_EQ(run_sinew({"convert", "d", "d-new", "--to", "4.3"}, here).exit_code, 0);
}

TEST(ConvertCommand, SaysThatThereIsNothingToConvert) {
  const TemporaryFolder folder;
  folder.write("in/notes.txt", "text");
  folder.write("in/settings.json", R"({"volume": 1})");
  const CommandResult result = run_sinew({"convert", "in", "out", "--to", "4.3"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(has(result.err, "There is nothing to convert in this folder")) << result.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST(ConvertCommand, AnInputThatIsNotThereIsNamedFirst) {
  const CommandResult result = run_sinew({"convert", "no-such-folder", "out"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(has(result.err, "no-such-folder: There is no such file or folder.")) << result.err;
}

TEST(ConvertCommand, OptionsWithoutEffectAreWrongUsage) {
  const TemporaryFolder folder;
  folder.write("in.json", kPlain);
  folder.write("in.atlas", kAtlas);
  const std::string here = folder.path().string();
  for (const Names& arguments : std::vector<Names>{{"in.json", "out.json", "--essential"},
                                                   {"in.json", "out.skel", "--compact"},
                                                   {"in.atlas", "out.atlas", "--compact"},
                                                   {"in.json", "out.json", "--converted-only"},
                                                   {"in.json", "out.json", "--prefer", "json"},
                                                   {"in.json", "out.json", "--bake-error", "0.1"}}) {
    Names all = {"convert"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    EXPECT_EQ(run_sinew(all, here).exit_code, 2) << arguments.back();
  }
  EXPECT_EQ(folder.names(), (Names{"in.atlas", "in.json"}));
}

TEST(ConvertCommand, EndingsCountInAnyCase) {
  const TemporaryFolder folder;
  folder.write("in.JSON", kPlain);
  ASSERT_EQ(run_sinew({"convert", folder / "in.JSON", folder / "out.SKEL"}).exit_code, 0);
  EXPECT_NE(folder.read("out.SKEL").front(), '{');
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
  // Without --format in the encoding of the input.
  const CommandResult same = run_sinew({"convert", folder / "in.json", "-"});
  EXPECT_EQ(same.exit_code, 0) << same.err;
  EXPECT_EQ(same.out.front(), '{');
}

TEST(ConvertCommand, AtlasesGetTheLayoutOfTheVersion) {
  const TemporaryFolder folder;
  folder.write("in.atlas", kAtlas);
  const CommandResult old = run_sinew({"convert", folder / "in.atlas", folder / "old.atlas", "--to", "3.8"});
  EXPECT_EQ(old.exit_code, 0) << old.err;
  EXPECT_TRUE(has(folder.read("old.atlas"), "xy: 0, 0"));
  EXPECT_TRUE(has(old.err, "loss")) << "the old layout has no pma";
  EXPECT_FALSE(has(old.err + old.out, "pose")) << old.err;
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
  const CommandResult strict = run_sinew({"convert", "--to", "4.3", "--strict", "in", "none"}, folder.path().string());
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_TRUE(has(strict.err, "Nothing was written")) << strict.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "none"));
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
