// Counts of binary skeletons against the bytes that follow: what a file claims to hold takes no memory. Each byte in
// turn is replaced by a number far too large, and the heap that reading takes is measured.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/byte_writer.hpp"
#include "sinew/convert.hpp"
#include "sinew/file.hpp"
#include "sinew/load.hpp"
#include "sinew/write.hpp"
#include "support/allocation_counter.hpp"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// Bytes of heap that reading takes in all, given back or not. What comes of it is a value, or an error that names
/// what is wrong.
std::size_t heap_taken(std::string_view bytes) {
  LoadOptions options;
  options.limits.max_memory = std::size_t{1} << 40;  // the bound is to come from the bytes, not from this
  const std::size_t before = test::allocated_bytes();
  const Result<SkeletonDataPtr> data = parse_skeleton(bytes, "damaged", options);
  const std::size_t taken = test::allocated_bytes() - before;
  if (!data) {
    EXPECT_NE(data.error().code, ErrorCode::limit) << data.error();
    EXPECT_GE(data.error().message.size(), 10u);
  }
  return taken;
}

std::string varint(std::uint32_t value) {
  ByteWriter out;
  out.uv(value);
  return out.take();
}

class Counts : public testing::TestWithParam<std::string_view> {
 protected:
  static std::string original() {
    const fs::path path = fs::path(SINEW_TEST_DATA) / ("versions/sampler-" + std::string(GetParam()) + ".skel");
    const Result<std::string> bytes = read_file(path.string());
    EXPECT_TRUE(bytes) << bytes.error();
    return bytes ? *bytes : std::string();
  }
};

TEST_P(Counts, TakeNoMemoryWithoutTheBytes) {
  const std::string bytes = original();
  ASSERT_TRUE(parse_skeleton(bytes));
  std::size_t most = 0, where = 0;
  std::uint32_t what = 0;
  const auto look = [&](std::string_view damaged, std::size_t at, std::uint32_t number) {
    const std::size_t taken = heap_taken(damaged);
    if (taken <= most) return;
    most = taken, where = at, what = number;
  };
  std::string damaged;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const std::uint32_t number : {0x7fffffffu, 1u << 24, 1u << 20, 1u << 17, 1u << 14, 1u << 12}) {
      damaged.assign(bytes, 0, at).append(varint(number)).append(bytes, at + 1);
      look(damaged, at, number);
    }
    const std::string_view start = std::string_view(bytes).substr(0, at);
    damaged.assign(start).append(varint(1u << 27));
    look(damaged, at, 1u << 27);
    damaged.assign(start).append("\x00\x40\x00\x00", 4).append(bytes, std::min(at + 4, bytes.size()));
    look(damaged, at, 0x400000u);
  }
  // Most of it is what any file of this size takes: the arena's first block goes by the number of bytes.
  EXPECT_LT(most, heap_taken(bytes) + 8 * bytes.size()) << "byte " << where << ", number " << what;
}

constexpr std::string_view versions[] = {"3.8", "4.0", "4.1", "4.2", "4.3"};
INSTANTIATE_TEST_SUITE_P(Binary, Counts, testing::ValuesIn(versions));

/// A binary skeleton with one path, and where its numbers stand.
struct LargePath {
  std::string bytes;
  std::size_t count_at = 0, vertices_at = 0, lengths_at = 0;
};

constexpr std::uint32_t path_points = 30'000;

LargePath large_path(FormatVersion version) {
  std::string text = R"({"skeleton": {"hash": "x", "spine": "4.2.43"}, "bones": [{"name": "root"}],
    "slots": [{"name": "s", "bone": "root"}], "skins": [{"name": "default", "attachments": {"s": {"p": {"type": "path",
    "vertexCount": )" +
                     std::to_string(path_points) + R"(, "vertices": [1.5, 2.5, 3.5, 4.5)";
  for (std::size_t i = 2; i < path_points; ++i) text += ", 0, 0";
  text += R"(], "lengths": [1)";
  for (std::size_t i = 1; i < path_points / 3; ++i) text += ", 2";
  text += "]}}}}]}";
  LargePath path;
  const Result<SkeletonDataPtr> data = parse_skeleton(text);
  EXPECT_TRUE(data) << data.error();
  if (!data) return path;
  const Result<SkeletonDataPtr> converted = version == (*data)->version ? data : convert_skeleton(*data, version);
  EXPECT_TRUE(converted) << converted.error();
  if (!converted) return path;
  const Result<std::string> bytes = write_skeleton_binary(**converted);
  EXPECT_TRUE(bytes) << bytes.error();
  if (!bytes) return path;
  path.bytes = *bytes;
  ByteWriter first;
  for (const float number : {1.5f, 2.5f, 3.5f, 4.5f}) first.f32(number);
  path.vertices_at = path.bytes.find(first.take());
  path.lengths_at = path.vertices_at + 8 * std::size_t{path_points};
  path.count_at = path.bytes.rfind(varint(path_points), path.vertices_at);
  return path;
}

class LargePaths : public testing::TestWithParam<FormatVersion> {};

/// As many vertices as there are bytes: a byte each is not enough for them.
TEST_P(LargePaths, VerticesAreCountedBeforeTheyGetMemory) {
  const LargePath path = large_path(GetParam());
  ASSERT_LT(path.lengths_at, path.bytes.size());
  std::string damaged = path.bytes;
  const auto too_many = static_cast<std::uint32_t>(path.bytes.size() - path.vertices_at) / 3 * 3;
  damaged.replace(path.count_at, 3, varint(too_many));
  ASSERT_EQ(damaged.size(), path.bytes.size());
  EXPECT_LT(heap_taken(damaged), heap_taken(path.bytes));
}

/// The same place as that of the first length: there is no memory taken for any.
TEST_P(LargePaths, LengthsAreCountedBeforeTheyGetMemory) {
  const LargePath path = large_path(GetParam());
  ASSERT_LT(path.lengths_at, path.bytes.size());
  for (const std::size_t too_few : {4 * std::size_t{path_points / 3}, std::size_t{1}}) {
    const std::string cut = path.bytes.substr(0, path.lengths_at + 4 * std::size_t{path_points / 3} - too_few);
    const Result<SkeletonDataPtr> data = parse_skeleton(cut);
    ASSERT_FALSE(data);
    EXPECT_EQ(data.error().code, ErrorCode::syntax);
    EXPECT_EQ(data.error().where.offset, path.lengths_at);
    EXPECT_EQ(data.error().message, "The file ends before the lengths of this path.");
  }
}

INSTANTIATE_TEST_SUITE_P(Binary, LargePaths,
                         testing::Values(FormatVersion::v3_8, FormatVersion::v4_0, FormatVersion::v4_1,
                                         FormatVersion::v4_2, FormatVersion::v4_3));

}  // namespace
}  // namespace sinew
