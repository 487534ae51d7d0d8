#include "tools/find_atlas.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace sinew::tools {

namespace fs = std::filesystem;

std::string name_list(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  const std::size_t shown = std::min(names.size(), most);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += "'" + names[i] + "'";
  }
  if (names.size() > shown) text += " and " + std::to_string(names.size() - shown) + " more";
  return text;
}

Result<std::string> find_atlas(const std::string& skeleton) {
  const fs::path path(skeleton);
  const fs::path same_stem = fs::path(path).replace_extension(".atlas");
  std::error_code problem;
  if (fs::is_regular_file(same_stem, problem)) return same_stem.string();

  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::vector<std::string> names;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end; entry.increment(problem)) {
    if (entry->path().extension() == ".atlas") names.push_back(entry->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  if (names.size() == 1) return (path.parent_path() / names.front()).string();
  Error error{names.empty() ? ErrorCode::file_not_found : ErrorCode::unknown_name,
              names.empty() ? "There is no atlas beside this skeleton; --atlas says where it is."
                            : "There are several atlases beside this skeleton, none of its name: " +
                                  name_list(names, 10) + "; --atlas says which.",
              {}};
  error.where.file = skeleton;
  return error;
}

}  // namespace sinew::tools
