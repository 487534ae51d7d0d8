// Memory that runs out at any moment of a load: a clean error, nothing leaked.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "sinew/atlas.hpp"
#include "sinew/file.hpp"
#include "sinew/golden.hpp"
#include "support/allocation_counter.hpp"

namespace sinew {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(std::string_view name) {
  const Result<std::string> bytes = read_file((fs::path(SINEW_TEST_DATA) / name).string());
  EXPECT_TRUE(bytes) << bytes.error();
  return bytes ? *bytes : std::string();
}

/// Lets the n-th allocation fail, alone or with all after it, for n = 1, 2, ... until none does. `load` gives the code
/// of its error, or nothing. `can_do_without`: so many allocations may fail alone and the load succeed all the same:
/// simdjson asks once more for memory in which it would decode strings, which is none of its tasks here.
void fail_everywhere(const std::function<std::optional<ErrorCode>()>& load, bool all_after,
                     std::size_t can_do_without) {
  ASSERT_EQ(load(), std::nullopt);
  std::size_t n = 1, done_without = 0;
  for (;; ++n) {
    const std::ptrdiff_t before = test::blocks_held();
    std::optional<ErrorCode> code;
    bool failed = false;
    {
      test::FailingAllocations failing(n, all_after);
      code = load();
      failed = failing.failed();
    }
    ASSERT_EQ(test::blocks_held(), before) << "leak when allocation " << n << " fails";
    if (!failed) break;
    if (!code && !all_after && ++done_without <= can_do_without) continue;
    ASSERT_EQ(code, ErrorCode::limit) << "allocation " << n;
    ASSERT_LT(n, 100'000u);
  }
  EXPECT_GT(n, 3u);
}

std::optional<ErrorCode> load_skeleton_bytes(const std::string& bytes) {
  const Result<SkeletonDataPtr> data = parse_skeleton(bytes, "x");
  if (data) return std::nullopt;
  return data.error().code;
}

void fail_everywhere(const std::function<std::optional<ErrorCode>()>& load, std::size_t can_do_without = 0) {
  fail_everywhere(load, false, can_do_without);
  fail_everywhere(load, true, can_do_without);
}

#ifdef SINEW_HAS_SIMDJSON
constexpr std::size_t once_per_text = 1;
#else
constexpr std::size_t once_per_text = 0;
#endif

TEST(OutOfMemory, LoadingSkeletonJson) {
  for (const std::string_view name :
       {"golden/meshes.json", "golden/slots.json", "cases/constraints/slider-additive-props-43.json",
        "cases/constraints/mixing-physics-42.json", "cases/animation/apply-deform-4.2.json"}) {
    SCOPED_TRACE(name);
    const std::string bytes = bytes_of(name);
    fail_everywhere([&] { return load_skeleton_bytes(bytes); }, once_per_text);
  }
}

TEST(OutOfMemory, LoadingAtlas) {
  const std::string text = "page.png\nsize: 64, 64\none\nbounds: 1, 2, 3, 4\ntwo\nbounds: 5, 6, 7, 8\nrotate: 90\n";
  fail_everywhere([&]() -> std::optional<ErrorCode> {
    const Result<Atlas> atlas = parse_atlas(text, "x");
    if (atlas) return std::nullopt;
    return atlas.error().code;
  });
}

TEST(OutOfMemory, CheckingGoldenFile) {
  const std::string skeleton = bytes_of("golden/version-4.3.json");
  const std::string golden = bytes_of("golden/version-4.3.rigby.golden.json");
  fail_everywhere(
      [&]() -> std::optional<ErrorCode> {
        const Result<GoldenReport> report = check_golden(golden, "g", skeleton, "s");
        if (report) return std::nullopt;
        return report.error().code;
      },
      once_per_text);
}

}  // namespace
}  // namespace sinew
