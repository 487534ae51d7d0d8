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

/// The largest difference of a skeleton's poses from those of both golden files whose names end so.
double largest_difference(const fs::path& skeleton, const std::string& ending = ".golden.json") {
  double largest = 0;
  const std::string bytes = read(skeleton);
  for (const std::string& name : {"sampler" + ending, "sampler-blue" + ending}) {
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

TEST(Versions, EveryBinaryFileLoadsAsItsVersionAndPosesAlike) {
  for (const std::string_view version : EnumNames<FormatVersion>::values) {
    const fs::path path = kFolder / ("sampler-" + std::string(version) + ".skel");
    std::vector<Warning> warnings;
    LoadOptions options;
    options.warnings = &warnings;
    const Result<SkeletonDataPtr> data = load_skeleton(path.string(), options);
    ASSERT_TRUE(data) << data.error();
    EXPECT_EQ(name_of((*data)->version), version);
    EXPECT_TRUE((*data)->single_precision);
    for (const Warning& warning : warnings) ADD_FAILURE() << warning;
    EXPECT_LE(largest_difference(path, "-59.golden.json"), 2e-3) << path;
  }
}

TEST(Versions, EveryBinaryFileIsWhatTheWriterWrites) {
  for (const std::string_view version : EnumNames<FormatVersion>::values) {
    const std::string name = "sampler-" + std::string(version);
    const std::string bytes = read(kFolder / (name + ".skel"));
    for (const char* ending : {".skel", ".json"}) {
      const Result<SkeletonDataPtr> data = load_skeleton((kFolder / (name + ending)).string());
      ASSERT_TRUE(data) << data.error();
      const Result<std::string> written = write_skeleton_binary(**data);
      ASSERT_TRUE(written) << written.error();
      EXPECT_TRUE(*written == bytes) << name << " from " << ending;
    }
  }
}

}  // namespace
}  // namespace sinew::test
