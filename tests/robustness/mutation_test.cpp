// Damaged files: a value or a named error, never a crash, and never slow. Each is read from memory that ends exactly
// where the file does; what still loads is played and drawn. Fixed seeds: the same mutations every time.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "exercise.hpp"
#include "sinew/convert.hpp"
#include "sinew/file.hpp"
#include "sinew/write.hpp"
#include "support/corpus.hpp"
#include "support/guarded_buffer.hpp"

namespace sinew {
namespace {

namespace fs = std::filesystem;

struct Outcome {
  std::size_t loaded = 0, refused = 0;
  double slowest = 0;  ///< seconds
};

void try_bytes(std::string_view bytes, std::uint64_t seed, Outcome& outcome) {
  const auto start = std::chrono::steady_clock::now();
  const Result<SkeletonDataPtr> data = parse_skeleton(bytes, "damaged");
  if (data) {
    ++outcome.loaded;
    fuzz::play_and_draw(*data, seed, {.animations = 1, .frames = 2, .skins = 1});
  } else {
    ++outcome.refused;
    EXPECT_GE(data.error().message.size(), 10u);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  outcome.slowest = std::max(outcome.slowest, took.count());
}

/// 1 to 8 bytes changed; now and then some taken out or put in.
std::string mutated(const std::string& original, fuzz::Random& random) {
  std::string bytes = original;
  const std::size_t changes = 1 + random.below(8);
  for (std::size_t i = 0; i < changes && !bytes.empty(); ++i) {
    const std::size_t at = random.below(bytes.size());
    switch (random.below(6)) {
      case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
        break;
      case 1:
        bytes.erase(at, 1);
        break;
      case 2:
        bytes.insert(at, 1, static_cast<char>(random.below(256)));
        break;
      case 3:
        bytes[at] = "\"{}[],:0-9e."[random.below(12)];
        break;
      case 4:
        bytes[at] = bytes[random.below(bytes.size())];
        break;
      default:
        bytes[at] = static_cast<char>(random.below(256));
        break;
    }
  }
  return bytes;
}

class Mutation : public testing::TestWithParam<std::string_view> {
 protected:
  static std::string original() {
    const fs::path path = fs::path(SINEW_SOURCE_DIR) / GetParam();
    const Result<std::string> bytes = read_file(path.string());
    EXPECT_TRUE(bytes) << bytes.error();
    return bytes ? *bytes : std::string();
  }

  static void mutate(const std::string& original, std::size_t count) {
    ASSERT_TRUE(parse_skeleton(original)) << "the undamaged file must load";
    test::GuardedBuffer buffer(original.size() + 64);
    fuzz::Random random(original.size());
    Outcome outcome;
    for (std::size_t i = 0; i < count; ++i) try_bytes(buffer.hold(mutated(original, random)), i, outcome);
    EXPECT_GT(outcome.loaded, 0u);
    EXPECT_GT(outcome.refused, 0u);
    EXPECT_LT(outcome.slowest, 1.0);
  }

  static void every_prefix(const std::string& original) {
    test::GuardedBuffer buffer(original.size());
    Outcome outcome;
    for (std::size_t size = 0; size < original.size(); ++size) {
      try_bytes(buffer.hold(std::string_view(original).substr(0, size)), size, outcome);
    }
    EXPECT_EQ(outcome.loaded, 0u);
    EXPECT_LT(outcome.slowest, 1.0);
  }
};

TEST_P(Mutation, Json) {
  mutate(original(), 2000);
}

TEST_P(Mutation, EveryPrefixOfJson) {
  std::string bytes = original();
  bytes.erase(bytes.find_last_not_of(" \n\r\t") + 1);
  if (bytes.size() > 20'000) bytes.resize(20'000);  // a prefix of a prefix
  every_prefix(bytes);
}

/// The skeletons as binary files, of one version after the other.
class BinaryMutation : public Mutation {
 protected:
  static std::string binary() {
    const Result<SkeletonDataPtr> data = parse_skeleton(original());
    if (!data) {
      ADD_FAILURE() << data.error();
      return {};
    }
    const auto version = static_cast<FormatVersion>(GetParam().size() % 5);
    ConvertOptions options;
    const Result<SkeletonDataPtr> converted = convert_skeleton(*data, version, options);
    if (!converted) {
      ADD_FAILURE() << converted.error();
      return {};
    }
    const Result<std::string> bytes = write_skeleton_binary(**converted);
    EXPECT_TRUE(bytes) << bytes.error();
    return bytes ? *bytes : std::string();
  }
};

TEST_P(BinaryMutation, Bytes) {
  mutate(binary(), 2000);
}

TEST_P(BinaryMutation, EveryPrefix) {
  std::string bytes = binary();
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  if (bytes.size() > 30'000) bytes.resize(30'000);  // the whole takes minutes there
#endif
#endif
  every_prefix(bytes);
}

constexpr std::string_view ten_skeletons[] = {"examples/nuri/nuri.json",
                                              "tests/data/golden/curves.json",
                                              "tests/data/golden/inherit.json",
                                              "tests/data/golden/meshes.json",
                                              "tests/data/golden/playing.json",
                                              "tests/data/golden/slots.json",
                                              "tests/data/golden/version-4.3.json",
                                              "tests/data/cases/animation/apply-deform-4.2.json",
                                              "tests/data/cases/constraints/slider-additive-props-43.json",
                                              "tests/data/cases/constraints/mixing-physics-42.json"};

INSTANTIATE_TEST_SUITE_P(TenSkeletons, Mutation, testing::ValuesIn(ten_skeletons));
INSTANTIATE_TEST_SUITE_P(TenSkeletons, BinaryMutation, testing::ValuesIn(ten_skeletons));

}  // namespace
}  // namespace sinew
