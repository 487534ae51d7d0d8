// Work in proportion to the input: files of n and of 4 n things take 4 times the memory and about 4 times the time.
#include <gtest/gtest.h>
#include <time.h>

#include <algorithm>
#include <functional>

#include "model/compiled.hpp"
#include "sinew/atlas.hpp"
#include "sinew/check.hpp"
#include "sinew/convert.hpp"
#include "sinew/diff.hpp"
#include "sinew/load.hpp"
#include "sinew/scene.hpp"
#include "sinew/skeleton.hpp"
#include "sinew/write.hpp"
#include "support/allocation_counter.hpp"
#include "support/large_files.hpp"

namespace sinew {
namespace {

constexpr std::size_t small = 1500, large = 4 * small;

struct Cost {
  double seconds = 0;     // of this thread's processor time
  std::size_t bytes = 0;  // taken from the heap in all
};

double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

Cost cost_of(const std::function<void()>& work) {
  const std::size_t before = test::allocated_bytes();
  const double start = processor_seconds();
  work();
  return {processor_seconds() - start, test::allocated_bytes() - before};
}

/// `make` gives the work for n things. What is linear takes 4 times as long for `large`, what is quadratic 16 times:
/// then 6,000 things cost some 36 million steps, which is more than what is let pass as noise.
void expect_linear(const std::string& what, const std::function<std::function<void()>(std::size_t)>& make,
                   std::size_t few_things = small) {
  SCOPED_TRACE(what);
  Cost first, second;
  for (int attempt = 0; attempt < 3; ++attempt) {  // a processor that others use too is slow at times
    const std::function<void()> few = make(few_things), many = make(4 * few_things);
    first = cost_of(few);
    second = cost_of(many);
    if (second.seconds < 9 * first.seconds + 0.02) break;
  }
  EXPECT_LT(second.seconds, 9 * first.seconds + 0.02);
  EXPECT_LT(second.bytes, 6 * first.bytes + (std::size_t{1} << 16));
}

SkeletonDataPtr load(const std::string& bytes) {
  LoadOptions options;
  std::vector<Warning> warnings;
  options.warnings = &warnings;
  options.keep_unknown = true;
  const Result<SkeletonDataPtr> data = parse_skeleton(bytes, "x", options);
  EXPECT_TRUE(data) << data.error();
  return data ? *data : nullptr;
}

class LargeSkeletons : public testing::TestWithParam<test::LargeFile> {};

TEST_P(LargeSkeletons, LoadInLinearTime) {
  const test::LargeFile& file = GetParam();
  expect_linear("load", [&](std::size_t n) { return [bytes = file.make(n)] { EXPECT_TRUE(load(bytes)); }; });
  const SkeletonDataPtr few = load(file.make(small)), many = load(file.make(large));
  ASSERT_TRUE(few && many);
  EXPECT_LE(many->compiled->schedule.size(), 4 * few->compiled->schedule.size() + 64);
}

TEST_P(LargeSkeletons, BinaryFilesLoadInLinearTime) {
  const test::LargeFile& file = GetParam();
  const auto binary = [&](std::size_t n) {
    const SkeletonDataPtr data = load(file.make(n));
    const Result<std::string> bytes = data ? write_skeleton_binary(*data) : Result<std::string>(std::string());
    return bytes ? *bytes : std::string();
  };
  if (binary(small).empty()) GTEST_SKIP() << "the binary format cannot hold it";
  expect_linear("load", [&](std::size_t n) { return [bytes = binary(n)] { EXPECT_TRUE(load(bytes)); }; });
}

TEST_P(LargeSkeletons, AreUsedInLinearTime) {
  const SkeletonDataPtr few = load(GetParam().make(small)), many = load(GetParam().make(large));
  ASSERT_TRUE(few && many);
  using Use = std::function<void(const SkeletonDataPtr&)>;
  const std::pair<std::string, Use> uses[] = {
      {"write JSON", [](const SkeletonDataPtr& data) { static_cast<void>(write_skeleton_json(*data)); }},
      {"write binary", [](const SkeletonDataPtr& data) { static_cast<void>(write_skeleton_binary(*data)); }},
      {"check", [](const SkeletonDataPtr& data) { static_cast<void>(check_skeleton(*data, nullptr)); }},
      {"compare", [](const SkeletonDataPtr& data) { static_cast<void>(diff_skeletons(*data, *data, {})); }},
      {"convert to 4.3",
       [](const SkeletonDataPtr& data) {
         std::vector<Loss> losses;
         static_cast<void>(convert_skeleton(data, FormatVersion::v4_3, {}, &losses));
       }},
      {"convert to 3.8",
       [](const SkeletonDataPtr& data) {
         std::vector<Loss> losses;
         static_cast<void>(convert_skeleton(data, FormatVersion::v3_8, {}, &losses));
       }},
      {"show skins",
       [](const SkeletonDataPtr& data) {
         Skeleton skeleton(data);
         for (std::size_t i = 0; i < std::min<std::size_t>(data->skins.size(), 3); ++i) skeleton.set_skin(SkinIndex(i));
         skeleton.update(0);
       }},
  };
  for (const auto& [name, task] : uses) {
    const auto& use = task;  // clang 14 does not capture what a structured binding names
    expect_linear(name, [&](std::size_t n) { return [&use, &data = n == small ? few : many] { use(data); }; });
  }
}

/// Too quick for the sizes above: 30,000 slots in half as many folders, which each once went over all slots.
TEST(LargeFolders, AreMergedInLinearTime) {
  const auto files = test::large_skeletons();
  const auto file = std::find_if(files.begin(), files.end(), [](const auto& one) { return one.name == "folders-43"; });
  ASSERT_NE(file, files.end());
  expect_linear(
      "convert",
      [&](std::size_t n) {
        return [data = load(file->make(n))] {
          std::vector<Loss> losses;
          EXPECT_TRUE(convert_skeleton(data, FormatVersion::v4_2, {}, &losses));
        };
      },
      7500);
}

const auto name_of_file = [](const testing::TestParamInfo<test::LargeFile>& info) {
  std::string name(info.param.name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
};

INSTANTIATE_TEST_SUITE_P(Robustness, LargeSkeletons,
                         testing::ValuesIn(test::large_skeletons().begin(), test::large_skeletons().end()),
                         name_of_file);

class LargeAtlases : public testing::TestWithParam<test::LargeFile> {};

TEST_P(LargeAtlases, TakeLinearTime) {
  const test::LargeFile& file = GetParam();
  expect_linear("parse", [&](std::size_t n) {
    return [text = file.make(n)] {
      std::vector<Warning> warnings;
      EXPECT_TRUE(parse_atlas(text, "x", &warnings));
    };
  });
  const Result<Atlas> few = parse_atlas(file.make(small)), many = parse_atlas(file.make(large));
  ASSERT_TRUE(few && many);
  for (const AtlasLayout layout : {AtlasLayout::pretty, AtlasLayout::compact, AtlasLayout::old}) {
    expect_linear("write", [&](std::size_t n) {
      return [layout, &atlas = n == small ? few : many] { static_cast<void>(write_atlas(*atlas, layout)); };
    });
  }
  expect_linear("check", [&](std::size_t n) {
    return [&atlas = n == small ? few : many] { static_cast<void>(check_atlas(*atlas)); };
  });
}

INSTANTIATE_TEST_SUITE_P(Robustness, LargeAtlases,
                         testing::ValuesIn(test::large_atlases().begin(), test::large_atlases().end()), name_of_file);

}  // namespace
}  // namespace sinew
