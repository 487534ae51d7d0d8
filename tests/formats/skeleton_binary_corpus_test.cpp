// All binary skeletons of the corpus, if it is there.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <random>

#include "sinew/file.hpp"
#include "skeleton_binary_fixture.hpp"
#include "support/allocation_counter.hpp"
#include "support/corpus.hpp"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

/// Every binary skeleton, sorted by path.
std::vector<fs::path> binary_skeletons() {
  std::vector<fs::path> paths;
  if (const auto folder = corpus()) {
    for (const auto& entry : fs::recursive_directory_iterator(*folder)) {
      if (entry.path().extension() == ".skel") paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string bytes_of(const fs::path& path) {
  const Result<std::string> bytes = read_file(path.string());
  if (!bytes) ADD_FAILURE() << bytes.error();
  return bytes ? *bytes : std::string();
}

TEST(SkeletonBinaryCorpus, LoadsEverySkeletonWithoutSurprise) {
  const std::vector<fs::path> paths = binary_skeletons();
  if (paths.empty()) GTEST_SKIP() << "There is no corpus here; SINEW_CORPUS names its folder.";
  EXPECT_GE(paths.size(), 98u);
  for (const fs::path& path : paths) {
    const BinaryLoaded loaded = load_binary(bytes_of(path));
    ASSERT_TRUE(loaded.data) << path << ": " << *loaded.error;
    EXPECT_EQ(std::string(loaded->version_text).substr(0, 3), path.parent_path().parent_path().filename().string());
    for (const Warning& warning : loaded.warnings) {
      // Some were exported by a beta.
      if (warning.code != ErrorCode::unsupported_version) ADD_FAILURE() << path << ": " << warning;
    }
  }
}

TEST(SkeletonBinaryCorpus, LoadsWithFewAllocations) {
  const std::vector<fs::path> paths = binary_skeletons();
  if (paths.empty()) GTEST_SKIP() << "There is no corpus here; SINEW_CORPUS names its folder.";
  std::size_t most = 0;
  fs::path where;
  for (const fs::path& path : paths) {
    const std::string bytes = bytes_of(path);
    const AllocationCounter counter;
    const Result<SkeletonDataPtr> data = parse_skeleton(bytes);
    const std::size_t count = counter.count();
    ASSERT_TRUE(data);
    if (count > most) most = count, where = path;
  }
  EXPECT_LE(most, 20u) << where;
  std::cout << "at most " << most << " allocations (" << where.filename().string() << ")\n";
}

}  // namespace
}  // namespace sinew::test
