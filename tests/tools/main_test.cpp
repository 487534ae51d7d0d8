#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <utility>

#include "support/command.hpp"

#ifdef SINEW_COMMAND

namespace sinew {
namespace {

using test::run_sinew;

TEST(Command, SaysItsVersion) {
  const test::CommandResult result = run_sinew({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out.find("sinew "), 0u) << result.out;
  EXPECT_EQ(result.err, "");
}

TEST(Command, ExplainsItselfInLinesThatFitATerminal) {
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {}, {"info"}, {"pose"}, {"golden"}, {"golden", "check"}, {"golden", "record"}}) {
    std::vector<std::string> arguments = command;
    arguments.push_back("--help");
    const test::CommandResult result = run_sinew(arguments);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_NE(result.out.find("Usage: sinew"), std::string::npos) << result.out;
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = result.out.find('\n', begin)) != std::string::npos; begin = end + 1) {
      EXPECT_LE(end - begin, 110u) << result.out.substr(begin, end - begin);
    }
  }
}

/// The names below "Commands:" in a help.
std::vector<std::string> commands_in(const std::string& help) {
  std::vector<std::string> names;
  std::size_t at = help.find("\nCommands:\n");
  if (at == std::string::npos) return names;
  at += 11;
  while (help.compare(at, 2, "  ") == 0) {
    if (help[at + 2] != ' ') names.push_back(help.substr(at + 2, help.find(' ', at + 2) - at - 2));
    at = help.find('\n', at) + 1;
  }
  return names;
}

TEST(Command, EveryCommandHasExamplesOfItsOwn) {
  std::vector<std::vector<std::string>> commands = {{}};
  for (std::size_t i = 0; i < commands.size(); ++i) {
    std::vector<std::string> arguments = commands[i];
    arguments.push_back("--help");
    const std::string help = run_sinew(arguments).out;
    std::string name = "sinew";
    for (const std::string& word : commands[i]) name += ' ' + word;
    for (const std::string& word : commands_in(help)) {
      std::vector<std::string> command = commands[i];
      command.push_back(word);
      commands.push_back(command);
    }
    std::size_t at = help.find("\nExample");
    if (at == std::string::npos) continue;
    for (; (at = help.find("\n  ", at)) != std::string::npos; ++at) {
      EXPECT_EQ(help.compare(at + 3, name.size(), name), 0) << name << ':' << help.substr(at, 60);
    }
  }
  EXPECT_GT(commands.size(), 8u);
}

TEST(Command, HelpMarksOptionsThatMustBeGiven) {
  const std::string help = run_sinew({"golden", "record", "--help"}).out;
  EXPECT_NE(help.find("Golden file to write; - is standard output (required)"), std::string::npos) << help;
  EXPECT_EQ(help.find("(60) (required)"), std::string::npos);
  EXPECT_EQ(run_sinew({"scene", "check", "--help"}).out.find("FILES"), std::string::npos);
}

TEST(Command, NamesEveryCommandInItsHelp) {
  const std::string help = run_sinew({"--help"}).out;
  for (const char* line : {"\n  info  ", "\n  pose  ", "\n  golden  "})
    EXPECT_NE(help.find(line), std::string::npos) << line;
}

TEST(Command, WithoutArgumentsShowsItsHelpAsAnError) {
  const test::CommandResult result = run_sinew({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, run_sinew({"--help"}).out);
}

TEST(Command, NamesAWordThatIsNoCommand) {
  for (const auto& [arguments, sentence] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"inf", "hero.json"}, "sinew: There is no command 'inf'. Did you mean 'info'? See 'sinew --help'.\n"},
           {{"golden", "chekc"},
            "sinew golden: There is no command 'chekc'. Did you mean 'check'? See 'sinew golden --help'.\n"},
           {{"zzzzzz"}, "sinew: There is no command 'zzzzzz'. See 'sinew --help'.\n"}}) {
    const test::CommandResult result = run_sinew(arguments);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, sentence);
  }
}

TEST(Command, NoticesStandardStreamsThatAreClosed) {
  const auto run = [](const std::string& redirections) {
    const int status = std::system(("'" SINEW_COMMAND "' --version " + redirections).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  EXPECT_EQ(run(">&- 2>/dev/null"), 1);
  EXPECT_EQ(run("<&- 2>&- >/dev/null"), 0);
  EXPECT_EQ(run("<&- >&- 2>&-"), 1);
}

}  // namespace
}  // namespace sinew

#endif
