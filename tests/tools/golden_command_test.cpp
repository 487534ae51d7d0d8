#include <gtest/gtest.h>

#include "golden/golden_example.hpp"
#include "support/command.hpp"
#include "support/temporary_folder.hpp"

#ifdef SINEW_COMMAND

namespace sinew {
namespace {

using test::replaced;
using test::run_sinew;

class GoldenCommand : public ::testing::Test {
 protected:
  GoldenCommand() {
    folder_.write("example.json", test::example_skeleton);
    folder_.write("good.golden.json", test::example_golden);
  }
  test::TemporaryFolder folder_;
};

TEST_F(GoldenCommand, PrintsALineAFileAndASum) {
  folder_.write("deep/er/bad.golden.json", replaced(test::example_golden, "0,14,0]", "0,14.5,0]"));
  folder_.write("deep/other.json", "{}");
  const test::CommandResult result = run_sinew({"golden", "check", "."}, folder_.path().string());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err, "") << "standard error is no terminal";
  const std::size_t second = result.out.find('\n') + 1, third = result.out.find('\n', second) + 1;
  EXPECT_EQ(result.out.substr(0, second),
            "FAIL  ./deep/er/bad.golden.json      1       3       0.5  1 frame: run go, step 2, bone arm, tx: 14 "
            "instead of 14.5\n");
  EXPECT_EQ(result.out.substr(second, 47), "ok    ./good.golden.json             1       3 ");
  EXPECT_EQ(result.out.substr(third), "1 passed, 1 failed\n");
}

TEST_F(GoldenCommand, SucceedsWhenAllPass) {
  const test::CommandResult result = run_sinew({"golden", "check", folder_ / "good.golden.json"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_NE(result.out.find("\n1 passed, 0 failed\n"), std::string::npos);
}

TEST_F(GoldenCommand, FindsTheSkeletonBelowTheCorpusFirstThenInTheNearestFolderAbove) {
  const std::string other = replaced(test::example_skeleton, "\"x\": 10", "\"x\": 11");
  folder_.write("a/b/good.golden.json", test::example_golden);
  EXPECT_EQ(run_sinew({"golden", "check", folder_ / "a"}).exit_code, 0) << "two folders up";
  folder_.write("a/example.json", other);
  EXPECT_EQ(run_sinew({"golden", "check", folder_ / "a"}).exit_code, 1) << "the nearer one is another skeleton";
  EXPECT_EQ(run_sinew({"golden", "check", "--corpus", folder_.path().string(), folder_ / "a"}).exit_code, 0);
}

TEST_F(GoldenCommand, CountsWhatItCannotReadAsFailed) {
  folder_.write("x/nowhere.golden.json", replaced(test::example_golden, "example.json", "missing.json"));
  folder_.write("x/outside.golden.json", replaced(test::example_golden, "example.json", "../../example.json"));
  folder_.write("x/broken.golden.json", "{\"format\": 1}");
  folder_.write("x/skeleton.golden.json", replaced(test::example_golden, "example.json", "bad.json"));
  folder_.write("x/bad.json", "[]");
  const test::CommandResult result = run_sinew({"golden", "check", folder_ / "x", folder_ / "not-there.golden.json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.out.find("0 passed, 5 failed\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("There is no skeleton 'missing.json' below any folder above the golden file"),
            std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find("'../../example.json' is not a path below a folder"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("  /format: Expected a text, found a number."), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("bad.json:1:1: "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("  There is no such file."), std::string::npos) << result.out;
}

TEST_F(GoldenCommand, ChecksRunsOfOneMode) {
  EXPECT_EQ(run_sinew({"golden", "check", "--mode", "pose", folder_.path().string()}).exit_code, 0);
  const test::CommandResult none = run_sinew({"golden", "check", "--mode", "state", folder_.path().string()});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_EQ(none.out, "");
  EXPECT_NE(none.err.find("None of the golden files has a run of that mode."), std::string::npos) << none.err;
}

TEST_F(GoldenCommand, RefusesWrongUsage) {
  const test::TemporaryFolder& here = folder_;
  here.write("empty/readme.txt", "");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"golden"},
                                             {"golden", "check"},
                                             {"golden", "check", here / "empty"},
                                             {"golden", "check", "--mode", "dream", "."},
                                             {"golden", "record", here / "example.json"},
                                             {"golden", "record", here / "example.json", "-o", "-", "--steps", "5-1"},
                                             {"golden", "record", here / "example.json", "-o", "-", "--steps", "1,,2"},
                                             {"golden", "record", here / "example.json", "-o", "-", "--steps", "1;2"},
                                             {"golden", "record", here / "example.json", "-o", "-", "--fps", "0"},
                                             {"golden", "record", here / "example.json", "-o", "-", "--fps", "nan"},
                                             {"golden", "record", here / "example.json", "-o", "-", "--fps", "1e9"},
                                             {"golden", "record", here / "example.json", "-o", ""},
                                             {},
                                             {"dance"}}) {
    const test::CommandResult result = run_sinew(arguments);
    EXPECT_EQ(result.exit_code, 2) << (arguments.empty() ? "" : arguments.back());
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err, "");
  }
}

TEST_F(GoldenCommand, DoesNotWriteOverTheSkeleton) {
  const std::string before = folder_.read("example.json");
  const std::string other = folder_ / "other.json";
  std::filesystem::create_symlink(folder_ / "example.json", other);
  for (const std::string& output : {folder_ / "example.json", folder_ / "./example.json", other}) {
    const test::CommandResult result = run_sinew({"golden", "record", folder_ / "example.json", "-o", output});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.err.find("would replace the skeleton"), std::string::npos) << result.err;
  }
  EXPECT_EQ(folder_.read("example.json"), before);
}

TEST_F(GoldenCommand, SaysThatTheCorpusIsNotThere) {
  const test::CommandResult result =
      run_sinew({"golden", "check", "--corpus", folder_ / "no", folder_ / "good.golden.json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "sinew: error: " + (folder_ / "no") + ": There is no such folder.\n");
}

TEST_F(GoldenCommand, RecordsWhatItThenPasses) {
  const std::string target = folder_ / "new/recorded.golden.json";
  folder_.write("new/readme.txt", "");
  const test::CommandResult result =
      run_sinew({"golden", "record", folder_ / "example.json", "--fps", "4", "--steps", "0,2-2,4", "-o", target});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(folder_.read("new/recorded.golden.json"), test::example_golden);
  EXPECT_EQ(run_sinew({"golden", "check", target}).exit_code, 0);
}

TEST_F(GoldenCommand, RecordsToStandardOutput) {
  const test::CommandResult result =
      run_sinew({"golden", "record", "example.json", "--animation", "go", "--fps", "4", "--steps", "0,2,4", "-o", "-"},
                folder_.path().string());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, test::example_golden);
}

TEST_F(GoldenCommand, NamesTheSkeletonSoThatCheckFindsIt) {
  folder_.write("work/readme.txt", "");
  folder_.write("out/hero.json", test::example_skeleton);
  const std::string here = (folder_.path() / "work").string();
  for (const std::string& skeleton : {std::string("../out/hero.json"), folder_ / "out/hero.json"}) {
    const test::CommandResult result = run_sinew({"golden", "record", skeleton, "-o", "hero.golden.json"}, here);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(folder_.read("work/hero.golden.json").find("\"skeleton\": \"out/hero.json\""), std::string::npos);
    EXPECT_EQ(run_sinew({"golden", "check", "hero.golden.json"}, here).exit_code, 0) << skeleton;
    std::filesystem::remove(folder_ / "work/hero.golden.json");
  }
}

TEST_F(GoldenCommand, RefusesToRecordWhatCheckWouldNotFind) {
  folder_.write("work/out/hero.json", "{}");
  folder_.write("out/hero.json", test::example_skeleton);
  const test::CommandResult result =
      run_sinew({"golden", "record", "../out/hero.json", "-o", "hero.golden.json"}, (folder_.path() / "work").string());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("is another file"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("Write the golden file into the skeleton's folder"), std::string::npos) << result.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "work/hero.golden.json"));
}

TEST_F(GoldenCommand, NamesAFileThatCannotBeCheckedOnce) {
  const std::string path = folder_ / "outside.golden.json";
  folder_.write("outside.golden.json", replaced(test::example_golden, "example.json", "../example.json"));
  const test::CommandResult result = run_sinew({"golden", "check", path});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.out.find("'../example.json' is not a path below a folder"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find(path), result.out.rfind(path)) << result.out;
}

TEST_F(GoldenCommand, LeavesNoHalfFileBehind) {
  folder_.write("kept.golden.json", "old");
  const test::CommandResult unknown = run_sinew(
      {"golden", "record", folder_ / "example.json", "--animation", "jump", "-o", folder_ / "kept.golden.json"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_NE(unknown.err.find("There is no animation called 'jump'"), std::string::npos) << unknown.err;
  EXPECT_EQ(folder_.read("kept.golden.json"), "old");
  const test::CommandResult no_folder =
      run_sinew({"golden", "record", folder_ / "example.json", "-o", folder_ / "no/where.golden.json"});
  EXPECT_EQ(no_folder.exit_code, 1);
  EXPECT_NE(no_folder.err.find("no/where.golden.json: The file cannot be written"), std::string::npos) << no_folder.err;
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_.path())) ++files;
  EXPECT_EQ(files, 3u) << "no temporary file stays";
}

}  // namespace
}  // namespace sinew

#endif
