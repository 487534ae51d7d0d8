// Every skeleton of the corpus to every other version: what is promised about poses and losses.
#include <gtest/gtest.h>

#include <algorithm>

#include "model/names.hpp"
#include "sinew/convert.hpp"
#include "sinew/diff.hpp"
#include "sinew/write.hpp"
#include "support/corpus.hpp"

namespace {

using namespace sinew;
namespace fs = std::filesystem;

constexpr FormatVersion every_version[] = {FormatVersion::v3_8, FormatVersion::v4_0, FormatVersion::v4_1,
                                           FormatVersion::v4_2, FormatVersion::v4_3};

struct Loaded {
  std::string name;
  SkeletonDataPtr data;
};

/// The skeletons of one version, in both encodings, sorted by path.
std::vector<Loaded> skeletons(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code problem;
  for (const auto& entry : fs::recursive_directory_iterator(folder, problem)) {
    const std::string name = entry.path().filename().string();
    const bool json = name.ends_with(".json") && !name.ends_with(".golden.json");
    if (json || name.ends_with(".skel")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Loaded> list;
  for (const fs::path& file : files) {
    Result<SkeletonDataPtr> data = load_skeleton(file.string());
    EXPECT_TRUE(data) << data.error();
    if (data) list.push_back({fs::relative(file, folder.parent_path()).string(), *data});
  }
  return list;
}

SkeletonDataPtr converted(const SkeletonDataPtr& data, FormatVersion target, std::vector<Loss>* losses = nullptr) {
  Result<SkeletonDataPtr> result = convert_skeleton(data, target, {}, losses);
  EXPECT_TRUE(result) << result.error();
  return result ? *result : nullptr;
}

bool any_changes_pose(const std::vector<Loss>& losses) {
  return std::any_of(losses.begin(), losses.end(), [](const Loss& loss) { return loss.changes_pose; });
}

std::string first_of(const std::vector<Difference>& differences) {
  return differences.empty() ? "" : differences[0].path + ": " + differences[0].a + " | " + differences[0].b;
}

PoseDifference poses(const SkeletonDataPtr& a, const SkeletonDataPtr& b) {
  PoseDiffOptions options;
  options.most_poses = 30;
  options.every_skin = a->skins.size() < 8;
  return diff_poses(a, b, options);
}

class ConvertCorpus : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const auto folder = test::corpus();
    if (!folder || !fs::is_directory(*folder / GetParam())) GTEST_SKIP() << "no corpus";
    list = skeletons(*folder / GetParam());
    ASSERT_FALSE(list.empty());
  }
  std::vector<Loaded> list;
};

TEST_P(ConvertCorpus, PosesDifferOnlyWhereALossSaysSo) {
  for (const Loaded& one : list) {
    for (const FormatVersion target : every_version) {
      std::vector<Loss> losses;
      const SkeletonDataPtr there = converted(one.data, target, &losses);
      ASSERT_TRUE(there);
      EXPECT_EQ(there->version, target);
      EXPECT_EQ(there->semantics, one.data->semantics);
      const PoseDifference difference = poses(one.data, there);
      if (any_changes_pose(losses)) continue;
      EXPECT_TRUE(difference.alike(1e-4))
          << one.name << " to " << name_of(target) << ": bone '" << difference.bone.where.what << "' by "
          << difference.bone.distance << ", colours by " << difference.color.distance << ", deforms by "
          << difference.deform.distance;
    }
  }
}

TEST_P(ConvertCorpus, UpwardsNothingIsLost) {
  for (const Loaded& one : list) {
    for (const FormatVersion target : every_version) {
      if (target < one.data->version) continue;
      std::vector<Loss> losses;
      const SkeletonDataPtr there = converted(one.data, target, &losses);
      for (const Loss& loss : losses) EXPECT_EQ(loss.kind, Loss::Kind::rules) << one.name << ": " << loss.path;
      if (target == one.data->version || any_changes_pose(losses)) continue;
      PoseDiffOptions options;
      options.every_skin = one.data->skins.size() < 8;
      const PoseDifference difference = diff_poses(one.data, there, options);
      // IK of two bones takes scales as equal that differ by 1e-4 up to 4.2, by 1e-5 in 4.3. For some milliseconds a
      // limb of these two is in between: docs/converting.md has the figures.
      const bool between =
          one.name.find("raptor") != std::string::npos || one.name.find("stretchyman") != std::string::npos;
      EXPECT_TRUE(difference.alike(between && target == FormatVersion::v4_3 ? 0.025 : 1e-6))
          << one.name << " to " << name_of(target) << ": bone '" << difference.bone.where.what << "' by "
          << difference.bone.distance;
    }
  }
}

TEST_P(ConvertCorpus, UpToANewerVersionAndBackIsTheIdentity) {
  for (const Loaded& one : list) {
    for (const FormatVersion target : every_version) {
      if (target < one.data->version) continue;
      std::vector<Loss> losses;
      const SkeletonDataPtr back = converted(converted(one.data, target), one.data->version, &losses);
      DiffOptions options;
      options.every_order = true;
      std::vector<Difference> differences = diff_skeletons(*one.data, *back, options);
      std::erase_if(differences, [](const Difference& d) { return d.path == "/skeleton/spine"; });
      EXPECT_TRUE(differences.empty()) << one.name << " to " << name_of(target) << ": " << first_of(differences);
    }
  }
}

TEST_P(ConvertCorpus, EveryVersionIsWrittenAndReadBackAsItIs) {
  for (const Loaded& one : list) {
    for (const FormatVersion target : every_version) {
      const SkeletonDataPtr there = converted(one.data, target);
      const Result<std::string> text = write_skeleton_json(*there);
      ASSERT_TRUE(text) << one.name << " to " << name_of(target) << ": " << text.error();
      const Result<SkeletonDataPtr> back = parse_skeleton(*text, one.name);
      ASSERT_TRUE(back) << back.error();
      EXPECT_EQ((*back)->version, target);
      EXPECT_EQ((*back)->semantics, one.data->semantics);
      DiffOptions options;
      options.tolerance = options.relative_tolerance = 1e-5;  // 3.8: curves are fractions, of 9 decimals
      const std::vector<Difference> differences = diff_skeletons(*there, **back, options);
      EXPECT_TRUE(differences.empty()) << one.name << " to " << name_of(target) << ": " << first_of(differences);
    }
  }
}

TEST_P(ConvertCorpus, EveryVersionIsWrittenAsBinaryAndReadBackAlike) {
  for (const Loaded& one : list) {
    for (const FormatVersion target : every_version) {
      const SkeletonDataPtr there = converted(one.data, target);
      const Result<std::string> bytes = write_skeleton_binary(*there);
      ASSERT_TRUE(bytes) << one.name << " to " << name_of(target) << ": " << bytes.error();
      const Result<SkeletonDataPtr> back = parse_skeleton(*bytes, one.name);
      ASSERT_TRUE(back) << one.name << " to " << name_of(target) << ": " << back.error();
      EXPECT_EQ((*back)->version, target);
      EXPECT_EQ((*back)->semantics, one.data->semantics);
      DiffOptions options;
      options.header = options.editor = false;
      options.tolerance = 0.002;  // colours are bytes
      options.relative_tolerance = 1e-5;
      const std::vector<Difference> differences = diff_skeletons(*there, **back, options);
      EXPECT_TRUE(differences.empty()) << one.name << " to " << name_of(target) << ": " << first_of(differences);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, ConvertCorpus, testing::Values("3.8", "4.0", "4.1", "4.2", "4.3"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           name[1] = '_';
                           return "V" + name;
                         });

}  // namespace
