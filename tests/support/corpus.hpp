// Where the corpus of skeletons is, for tests that go through it.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sinew::test {

/// The folder in the environment variable SINEW_CORPUS, else ../shared/corpus beside the source folder; nothing when
/// there is neither: such tests are skipped.
[[nodiscard]] inline std::optional<std::filesystem::path> corpus() {
  if (const char* const variable = std::getenv("SINEW_CORPUS")) return std::filesystem::path(variable);
  std::filesystem::path beside = std::filesystem::path(SINEW_SOURCE_DIR) / ".." / "shared" / "corpus";
  if (std::filesystem::is_directory(beside)) return beside;
  return std::nullopt;
}

/// A skeleton of the corpus, and the atlas beside it.
struct CorpusRig {
  std::filesystem::path skeleton, atlas;
};

/// Skeletons in JSON of a version's folder that have an atlas beside them, sorted by path.
[[nodiscard]] inline std::vector<CorpusRig> corpus_rigs(const std::filesystem::path& version_folder) {
  std::vector<CorpusRig> rigs;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(version_folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".json") || name.ends_with(".golden.json")) continue;
    for (const auto& other : std::filesystem::directory_iterator(entry.path().parent_path())) {
      if (other.path().extension() == ".atlas") rigs.push_back({entry.path(), other.path()});
    }
  }
  std::sort(rigs.begin(), rigs.end(), [](const CorpusRig& a, const CorpusRig& b) {
    return a.skeleton != b.skeleton ? a.skeleton < b.skeleton : a.atlas < b.atlas;
  });
  return rigs;
}

}  // namespace sinew::test
