// What the commands do with inputs that are no files, or never end.
#include <gtest/gtest.h>

#ifdef SINEW_COMMAND
#include <sys/stat.h>

#include <thread>

#include "support/command.hpp"
#include "support/temporary_folder.hpp"

namespace sinew {
namespace {

using test::CommandResult;
using test::run_sinew;

/// The commands that read one file, with it.
std::vector<std::vector<std::string>> commands_on(const std::string& file) {
  return {{"info", file},          {"check", file},         {"pose", file},           {"convert", file, "out.json"},
          {"atlas", "info", file}, {"scene", "info", file}, {"golden", "check", file}};
}

TEST(EndlessInput, DevicesAreReadUpToTheLimit) {
  const test::TemporaryFolder folder;
  for (const std::vector<std::string>& arguments : commands_on("/dev/zero")) {
    const CommandResult result = run_sinew(arguments, folder.path().string());
    const std::string said = result.out + result.err;
    EXPECT_EQ(result.exit_code, 1) << arguments[0];
    EXPECT_NE(said.find("/dev/zero"), std::string::npos) << arguments[0] << said;
    EXPECT_NE(said.find("LoadLimits::max_bytes"), std::string::npos) << arguments[0] << said;
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(EndlessInput, FoldersAreNoFiles) {
  const test::TemporaryFolder folder;
  for (const std::vector<std::string>& arguments : commands_on(folder.path().string())) {
    if (arguments[0] == "convert" || arguments[0] == "check" || arguments[0] == "golden") continue;  // take folders
    const CommandResult result = run_sinew(arguments);
    EXPECT_EQ(result.exit_code, 1) << arguments[0];
    EXPECT_NE(result.err.find("It is a folder."), std::string::npos) << arguments[0] << result.err;
  }
}

/// A pipe gives its bytes once.
TEST(EndlessInput, PipesAreReadOnce) {
  const test::TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& content : {std::string(R"({"skeleton": {"spine": "4.2.43"}, "bones": [{"name": "root"}]})"),
                                     std::string("nothing known")}) {
    for (const std::string command : {"info", "check"}) {
      std::thread writer([&] { std::ofstream(pipe) << content; });
      const CommandResult result = run_sinew({command, pipe});
      writer.join();
      EXPECT_EQ(result.exit_code, content[0] == '{' ? 0 : 1) << command << result.err << result.out;
    }
  }
}

}  // namespace
}  // namespace sinew
#endif
