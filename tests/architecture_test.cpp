// The folders of src/ depend one way: docs/architecture.md has the table, this test holds the code to it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;

using Folders = std::set<std::string>;

const std::map<std::string, Folders>& allowed() {
  static const std::map<std::string, Folders> table = {
      {"base", {}},
      {"model", {"base"}},
      {"formats", {"base", "model"}},
      {"pose", {"base", "model"}},
      {"animate", {"base", "model", "pose"}},
      {"draw", {"base", "model", "pose"}},
      {"scene", {"base", "model", "formats", "pose", "animate", "draw"}},
      {"golden", {"base", "model", "formats", "pose", "animate", "draw"}},
      {"inspect", {"base", "model", "formats", "pose", "draw"}},
      {"convert", {"base", "model", "pose"}},
      {"render", {"base", "model", "pose", "draw"}},
      {"media", {"base", "model", "formats"}},
      {"motion", {"base", "formats"}},
      {"tools",
       {"base", "model", "formats", "pose", "animate", "draw", "scene", "golden", "inspect", "convert", "render",
        "media", "motion", "tools"}},
  };
  return table;
}

/// The project folders that a source file includes from: "pose/curves.hpp" -> "pose".
Folders included_folders(const fs::path& file) {
  Folders found;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("#include \"", 0) != 0) continue;
    const std::string name = line.substr(10, line.find('"', 10) - 10);
    const std::size_t slash = name.find('/');
    if (slash != std::string::npos && name.compare(0, 6, "sinew/") != 0) found.insert(name.substr(0, slash));
  }
  return found;
}

TEST(Architecture, EveryFolderIncludesOnlyWhatItMay) {
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(SINEW_SOURCE_DIR) / "src")) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".cpp" && extension != ".hpp") continue;
    ++files;
    const std::string folder = entry.path().parent_path().filename().string();
    const auto rule = allowed().find(folder);
    ASSERT_NE(rule, allowed().end()) << folder << " is not in the table";
    for (const std::string& used : included_folders(entry.path())) {
      EXPECT_TRUE(used == folder || rule->second.count(used) == 1) << entry.path() << " includes from " << used;
    }
  }
  EXPECT_GT(files, 20u);
}

/// Whether a line of code calls a function whose result depends on the locale.
bool asks_the_locale(const std::string& line) {
  for (const std::string call :
       {"strtod(",   "strtof(",    "strtold(",    "stod(",    "stof(",     "stold(",   "atof(",
        "strerror(", "setlocale(", "localeconv(", "strcoll(", "strftime(", "tolower(", "toupper(",
        "isalpha(",  "isalnum(",   "isupper(",    "islower(", "ispunct(",  "isprint(", "isgraph(",
        "isspace(",  "iscntrl(",   "std::locale", ".imbue(",  ".message()"}) {
    const std::size_t at = line.find(call);
    if (at == std::string::npos) continue;
    const char before = at == 0 ? ' ' : line[at - 1];
    if (call.front() == '.' || !(before == '_' || (before >= 'a' && before <= 'z'))) return true;
  }
  // A number with a point, printed by printf() and its like.
  if (line.find("printf(") == std::string::npos) return false;
  for (std::size_t at = line.find('%'); at != std::string::npos; at = line.find('%', at + 1)) {
    const std::size_t end = line.find_first_not_of("-+ #0123456789.*", at + 1);
    if (end != std::string::npos && std::string("aefgAEFG").find(line[end]) != std::string::npos) return true;
  }
  return false;
}

// What the whole suite under another locale shows of the paths that it takes (make locale) holds for every line.
TEST(Architecture, NoSourceAsksTheLocale) {
  EXPECT_TRUE(asks_the_locale("  value = std::stod(text);"));
  EXPECT_TRUE(asks_the_locale("  why = error.message();"));
  EXPECT_TRUE(asks_the_locale(R"(  std::snprintf(text, 9, "%d %.1f", i, x);)"));
  EXPECT_FALSE(asks_the_locale(R"(  std::snprintf(text, 9, "%ld s", i);)"));
  for (const char* const folder : {"src", "include"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(SINEW_SOURCE_DIR) / folder)) {
      if (!entry.is_regular_file() || entry.path().filename() == "system_reason.cpp") continue;
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        EXPECT_FALSE(asks_the_locale(line)) << entry.path() << ": " << line;
      }
    }
  }
}

TEST(Architecture, ThePageListsEveryFolder) {
  std::ifstream in(fs::path(SINEW_SOURCE_DIR) / "docs" / "architecture.md");
  std::stringstream page;
  page << in.rdbuf();
  for (const auto& [folder, uses] : allowed()) {
    EXPECT_NE(page.str().find("| `" + folder + "` |"), std::string::npos) << folder;
  }
}

}  // namespace
