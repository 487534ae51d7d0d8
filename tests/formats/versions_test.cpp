// The files of tests/data/versions: one skeleton in every form, which must load and pose alike forever.
#include <gtest/gtest.h>

#include <filesystem>

#include "model/names.hpp"
#include "sinew/file.hpp"
#include "sinew/golden.hpp"
#include "sinew/write.hpp"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(SINEW_TEST_DATA) / "versions";

std::string read(const fs::path& path) {
  const Result<std::string> bytes = read_file(path.string());
  if (!bytes) ADD_FAILURE() << bytes.error();
  return bytes ? *bytes : std::string();
}

/// The largest difference of a skeleton's poses from those of both golden files.
double largest_difference(const fs::path& skeleton) {
  double largest = 0;
  const std::string bytes = read(skeleton);
  for (const char* name : {"sampler.golden.json", "sampler-blue.golden.json"}) {
    const Result<GoldenReport> report = check_golden(read(kFolder / name), name, bytes, skeleton.filename().string());
    if (!report) {
      ADD_FAILURE() << report.error();
      continue;
    }
    EXPECT_GE(report->frames, 5u);
    if (report->largest > largest) largest = report->largest;
  }
  return largest;
}

TEST(Versions, EveryJsonLoadsAsItsVersionAndPosesAlike) {
  for (const std::string_view version : EnumNames<FormatVersion>::values) {
    const fs::path path = kFolder / ("sampler-" + std::string(version) + ".json");
    std::vector<Warning> warnings;
    LoadOptions options;
    options.warnings = &warnings;
    const Result<SkeletonDataPtr> data = load_skeleton(path.string(), options);
    ASSERT_TRUE(data) << data.error();
    EXPECT_EQ(name_of((*data)->version), version);
    EXPECT_EQ((*data)->semantics, Semantics::spine);
    for (const Warning& warning : warnings) ADD_FAILURE() << warning;
    EXPECT_LE(largest_difference(path), 1e-6) << path;
  }
}

TEST(Versions, EveryJsonIsWhatTheWriterWrites) {
  for (const std::string_view version : EnumNames<FormatVersion>::values) {
    const fs::path path = kFolder / ("sampler-" + std::string(version) + ".json");
    const Result<SkeletonDataPtr> data = load_skeleton(path.string());
    ASSERT_TRUE(data) << data.error();
    const Result<std::string> text = write_skeleton_json(**data);
    ASSERT_TRUE(text) << text.error();
    EXPECT_EQ(*text, read(path)) << path;
  }
}

TEST(Versions, EveryBinaryFilePosesAlike) {
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".skel") continue;
    EXPECT_LE(largest_difference(entry.path()), 2e-3) << entry.path();
    ++files;
  }
  if (files == 0) GTEST_SKIP() << "There are no binary files yet.";
  EXPECT_EQ(files, EnumNames<FormatVersion>::values.size());
}

}  // namespace
}  // namespace sinew::test
