// Bad skeletons: every command gives one error that names the place, exit status 1, and nothing on standard output.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/command.hpp"
#include "support/temporary_folder.hpp"

#ifdef SINEW_COMMAND

namespace sinew {
namespace {

struct BadInput {
  const char* name;
  std::string bytes;
  const char* place;     ///< what the error must say of the place, after the file's name
  const char* sentence;  ///< and of the problem
};

std::ostream& operator<<(std::ostream& out, const BadInput& input) {
  return out << input.name;
}

std::string skeleton(const std::string& members) {
  return "{\"skeleton\": {\"spine\": \"4.2.0\"},\n" + members + "}";
}

const BadInput inputs[] = {
    {"Empty", "", "", "empty"},
    {"EmptyObject", "{}", "", "bones"},
    {"List", "[]", ":1:1", "object"},
    {"Truncated", skeleton("\"bones\": [{\"name\": \"root\"},").substr(0, 60), ":2:", ""},
    {"UnknownParent", skeleton("\"bones\": [{\"name\": \"root\"}, {\"name\": \"arm\", \"parent\": \"rot\"}]"),
     ":2:", "/bones/1/parent"},
    {"BoneBeforeItsParent",
     skeleton("\"bones\": [{\"name\": \"root\"}, {\"name\": \"hand\", \"parent\": \"arm\"}, {\"name\": \"arm\", "
              "\"parent\": \"root\"}]"),
     ":2:", "/bones/1: The bone 'hand' stands before its parent 'arm'"},
    {"MeshIndexOutOfRange",
     skeleton("\"bones\": [{\"name\": \"root\"}], \"slots\": [{\"name\": \"s\", \"bone\": \"root\"}],\n"
              "\"skins\": [{\"name\": \"default\", \"attachments\": {\"s\": {\"m\": {\"type\": \"mesh\", \"uvs\": "
              "[0,0,1,0,1,1], "
              "\"vertices\": [0,0,1,0,1,1],\n\"triangles\": [0,1,3]}}}}]"),
     ":4:", "/skins/0/attachments/s/m/triangles/2"},
    {"NumberWhereAnObjectBelongs", skeleton("\"bones\": [{\"name\": \"root\"}],\n\"animations\": 12"),
     ":3:", "/animations"},
    {"NestedBrackets", std::string(100'000, '['), ":1:", ""},
    {"NestedBracketsInside", skeleton("\"extra\": " + std::string(100'000, '[') + std::string(100'000, ']')),
     ":2:", ""},
};

class BadInputTest : public ::testing::TestWithParam<BadInput> {};

void expect_one_error(const test::CommandResult& result, const std::string& path, const BadInput& input) {
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_EQ(result.err.find("sinew: error: " + path + input.place), 0u) << result.err;
  EXPECT_NE(result.err.find(input.sentence), std::string::npos) << result.err;
  EXPECT_EQ(result.err.substr(result.err.size() - 2), ".\n") << result.err;
}

TEST_P(BadInputTest, GivesOneErrorThatNamesThePlace) {
  const test::TemporaryFolder folder;
  folder.write("bad.json", GetParam().bytes);
  const std::string path = folder / "bad.json";
  expect_one_error(test::run_sinew({"info", path}), path, GetParam());
  expect_one_error(test::run_sinew({"info", "--json", path}), path, GetParam());
  expect_one_error(test::run_sinew({"pose", path, "--animation", "walk", "--time", "1"}), path, GetParam());
  expect_one_error(test::run_sinew({"golden", "record", path, "-o", folder / "new.golden.json"}), path, GetParam());
  EXPECT_FALSE(std::filesystem::exists(folder / "new.golden.json"));
}

INSTANTIATE_TEST_SUITE_P(Commands, BadInputTest, ::testing::ValuesIn(inputs),
                         [](const ::testing::TestParamInfo<BadInput>& input) { return input.param.name; });

TEST(MissingInput, GivesOneErrorThatNamesTheFile) {
  const BadInput missing{"Missing", "", ": ", "There is no such file"};
  expect_one_error(test::run_sinew({"info", "no/such.json"}), "no/such.json", missing);
  expect_one_error(test::run_sinew({"pose", "no/such.json"}), "no/such.json", missing);
  expect_one_error(test::run_sinew({"golden", "record", "no/such.json", "-o", "-"}), "no/such.json", missing);
}

TEST(MissingInput, MayBeAFolder) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path().string();
  expect_one_error(test::run_sinew({"info", path}), path, {"Folder", "", ": ", "It is a folder"});
}

}  // namespace
}  // namespace sinew

#endif
