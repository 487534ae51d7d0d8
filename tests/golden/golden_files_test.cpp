// All golden files that are at hand: the project's own, the recorded cases, and the corpus where there is one.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "sinew/file.hpp"
#include "sinew/golden.hpp"
#include "support/corpus.hpp"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// Every golden file below `folder` whose name ends in `ending` passes in the given mode; skeletons are named from
/// `skeletons`. Counts the frames compared.
std::size_t expect_all_pass(const fs::path& folder, const fs::path& skeletons, std::string_view ending,
                            GoldenMode mode) {
  std::size_t frames = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (!path.ends_with(ending)) continue;
    const Result<std::string> golden = read_file(path);
    if (!golden) {
      ADD_FAILURE() << golden.error();
      continue;
    }
    const Result<std::string> name = golden_skeleton(*golden, path);
    if (!name) {
      ADD_FAILURE() << name.error();
      continue;
    }
    const Result<std::string> skeleton = read_file((skeletons / *name).string());
    if (!skeleton) {
      ADD_FAILURE() << skeleton.error();
      continue;
    }
    const Result<GoldenReport> report = check_golden(*golden, path, *skeleton, *name, mode);
    if (!report) {
      ADD_FAILURE() << report.error();
      continue;
    }
    EXPECT_TRUE(report->passed()) << path << ": " << report->where;
    EXPECT_LE(report->largest, report->tolerance) << path;
    frames += report->frames;
  }
  return frames;
}

TEST(GoldenFiles, OfTheProjectPass) {
  const fs::path folder = fs::path(SINEW_TEST_DATA) / "golden";
  EXPECT_GT(expect_all_pass(folder, folder, ".golden.json", GoldenMode::any), 150u);
}

TEST(GoldenFiles, CasesOfConstraintsPass) {
  const fs::path folder = fs::path(SINEW_TEST_DATA) / "cases" / "constraints";
  EXPECT_GT(expect_all_pass(folder, folder, ".golden.json", GoldenMode::any), 1000u);
}

TEST(GoldenFiles, CasesOfTimelinesAndPlayingPass) {
  const fs::path folder = fs::path(SINEW_TEST_DATA) / "cases" / "animation";
  EXPECT_GT(expect_all_pass(folder, folder, ".golden.json", GoldenMode::any), 2500u);
}

TEST(GoldenFiles, OfTheCorpusPass) {
  const auto folder = test::corpus();
  if (!folder) GTEST_SKIP() << "There is no corpus here; SINEW_CORPUS names its folder.";
  EXPECT_GT(expect_all_pass(*folder / "rigby", *folder, ".golden.json", GoldenMode::any), 400u);
  EXPECT_GT(expect_all_pass(*folder / "3.8", *folder, ".golden.json", GoldenMode::any), 250u);
  EXPECT_GT(expect_all_pass(*folder / "4.0", *folder, ".golden.json", GoldenMode::any), 200u);
  EXPECT_GT(expect_all_pass(*folder / "4.1", *folder, ".golden.json", GoldenMode::any), 300u);
  EXPECT_GT(expect_all_pass(*folder / "4.2", *folder, ".golden.json", GoldenMode::any), 1200u);
  EXPECT_GT(expect_all_pass(*folder / "4.3", *folder, ".golden.json", GoldenMode::any), 1200u);
}

TEST(GoldenFiles, OfTheCorpusPassWithBinarySkeletons) {
  const auto folder = test::corpus();
  if (!folder) GTEST_SKIP() << "There is no corpus here; SINEW_CORPUS names its folder.";
  for (const char* version : {"3.8", "4.0", "4.1", "4.2", "4.3"}) {
    EXPECT_GT(expect_all_pass(*folder / version, *folder, ".skel.golden.json", GoldenMode::any), 90u) << version;
  }
}

}  // namespace
}  // namespace sinew
