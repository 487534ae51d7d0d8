#include <gtest/gtest.h>

#include "support/command.hpp"
#include "support/temporary_folder.hpp"

namespace {

using sinew::test::CommandResult;
using sinew::test::run_sinew;
using sinew::test::TemporaryFolder;

constexpr const char* kOne =
    R"({"skeleton": {"hash": "a", "spine": "4.2.43"}, "bones": [{"name": "root"}, {"name": "arm", "parent": "root", "rotation": 30}]})";
constexpr const char* kTwo =
    R"({"skeleton": {"hash": "b", "spine": "4.2.22"}, "bones": [{"name": "root"}, {"name": "arm", "parent": "root", "rotation": 30.5}]})";

TEST(DiffCommand, SaysWhatDiffersAndExitsWith1) {
  const TemporaryFolder folder;
  folder.write("one.json", kOne);
  folder.write("two.json", kTwo);
  const CommandResult different = run_sinew({"diff", folder / "one.json", folder / "two.json"});
  EXPECT_EQ(different.exit_code, 1);
  EXPECT_EQ(different.out, "place: " + (folder / "one.json") + " | " + (folder / "two.json") +
                               "\n/bones/arm/rotation: 30 | 30.5\n1 difference.\n");
  const CommandResult alike = run_sinew({"diff", folder / "one.json", folder / "one.json"});
  EXPECT_EQ(alike.exit_code, 0);
  EXPECT_EQ(alike.out, "The skeletons say the same.\n");
  EXPECT_EQ(run_sinew({"diff", folder / "one.json", folder / "two.json", "--tolerance", "0.5"}).exit_code, 0);
}

TEST(DiffCommand, AllAlsoComparesWhatChangesNoPose) {
  const TemporaryFolder folder;
  folder.write("one.json", kOne);
  folder.write("two.json", kTwo);
  const CommandResult result =
      run_sinew({"diff", folder / "one.json", folder / "two.json", "--tolerance", "1", "--all"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.out.find("/skeleton/hash: \"a\" | \"b\"\n"), std::string::npos) << result.out;
}

TEST(DiffCommand, ComparesPoses) {
  const TemporaryFolder folder;
  folder.write("one.json", kOne);
  folder.write("two.json", kTwo);
  const CommandResult result = run_sinew({"diff", folder / "one.json", folder / "two.json", "--pose"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.out.find("(bone 'arm', setup pose)"), std::string::npos) << result.out;
}

TEST(DiffCommand, WritesJson) {
  const TemporaryFolder folder;
  folder.write("one.json", kOne);
  folder.write("two.json", kTwo);
  const CommandResult result = run_sinew({"diff", folder / "one.json", folder / "two.json", "--pose", "--json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.out.find("\"path\": \"/bones/arm/rotation\""), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("\"alike\": false"), std::string::npos);
  EXPECT_NE(result.out.find("\"drawOrder\""), std::string::npos);
}

TEST(DiffCommand, AFileThatCannotBeReadIsAnError) {
  const TemporaryFolder folder;
  folder.write("one.json", kOne);
  const CommandResult result = run_sinew({"diff", folder / "one.json", folder / "none.json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("none.json"), std::string::npos);
  EXPECT_EQ(run_sinew({"diff", folder / "one.json"}).exit_code, 2);
}

TEST(DiffCommand, NumbersOfBinaryFilesAreShort) {
  const TemporaryFolder folder;
  folder.write("one.json", R"({"skeleton": {"spine": "4.2.43"}, "bones": [{"name": "root", "x": 0.1, "y": 10.7}]})");
  folder.write("two.json", R"({"skeleton": {"spine": "4.2.43"}, "bones": [{"name": "root", "x": 0.1, "y": 123.456}]})");
  ASSERT_EQ(run_sinew({"convert", folder / "two.json", folder / "two.skel"}).exit_code, 0);
  const CommandResult result = run_sinew({"diff", folder / "one.json", folder / "two.skel"});
  EXPECT_NE(result.out.find("/bones/root/y: 10.7 | 123.456\n"), std::string::npos) << result.out;
  // Where only the precision differs, all of it is shown.
  EXPECT_NE(result.out.find("/bones/root/x: 0.1 | 0.10000000149011612\n"), std::string::npos) << result.out;
  const CommandResult near = run_sinew({"diff", folder / "one.json", folder / "two.skel", "--tolerance", "0.002"});
  EXPECT_NE(near.out.find("1 difference."), std::string::npos) << near.out;
}

}  // namespace
