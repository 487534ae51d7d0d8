// Many instances of one skeleton on several threads: the same bits as on one.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <thread>
#include <vector>

#include "sinew/animation_state.hpp"
#include "sinew/draw.hpp"
#include "sinew/file.hpp"

namespace sinew {
namespace {

constexpr std::size_t kInstances = 1000, kFrames = 20;

std::uint64_t mix(std::uint64_t hash, double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return (hash ^ bits) * 1099511628211u;
}

/// What instance number i shows over some frames.
std::uint64_t play(const SkeletonDataPtr& data, const AtlasBinding& binding, std::size_t i, DrawList& list) {
  Skeleton skeleton(data);
  AnimationState state(data);
  state.set_default_mix(0.1);
  const std::size_t count = data->animations.size();
  state.set_animation(0, AnimationIndex(i % count), Loop::yes);
  state.add_animation(0, AnimationIndex((i + 1) % count), Loop::yes, 0.15);
  std::uint64_t hash = 14695981039346656037u;
  for (std::size_t frame = 0; frame < kFrames; ++frame) {
    const double dt = 0.01 + 0.001 * static_cast<double>(i % 13);
    state.update(dt);
    state.apply(skeleton);
    skeleton.update(dt);
    for (const Affine& world : skeleton.world_transforms()) {
      for (const double value : {world.a, world.b, world.c, world.d, world.tx, world.ty}) hash = mix(hash, value);
    }
    list.clear();
    draw(skeleton, binding, list);
    for (const Vertex& vertex : list.vertices) hash = mix(mix(hash, vertex.x), vertex.y);
  }
  return hash;
}

void expect_same_bits(const std::filesystem::path& path) {
  SCOPED_TRACE(path.string());
  const Result<SkeletonDataPtr> data = load_skeleton(path.string());
  ASSERT_TRUE(data) << data.error();
  ASSERT_GT((*data)->animations.size(), 0u);
  Result<Atlas> atlas = parse_atlas("page.png\nsize: 64, 64\nx\nbounds: 1, 2, 30, 40\n");
  ASSERT_TRUE(atlas) << atlas.error();
  const AtlasBinding binding(*data, std::make_shared<const Atlas>(*std::move(atlas)));

  std::vector<std::uint64_t> alone(kInstances), together(kInstances);
  DrawList list;
  for (std::size_t i = 0; i < kInstances; ++i) alone[i] = play(*data, binding, i, list);

  constexpr std::size_t threads = 8;
  std::vector<std::thread> pool;
  for (std::size_t t = 0; t < threads; ++t) {
    pool.emplace_back([&, t] {
      DrawList own;
      for (std::size_t i = t; i < kInstances; i += threads) together[i] = play(*data, binding, i, own);
    });
  }
  for (std::thread& thread : pool) thread.join();
  EXPECT_EQ(alone, together);
}

TEST(Concurrency, EightThreadsGiveTheSameBitsAsOne) {
  const std::filesystem::path folder = SINEW_TEST_DATA;
  expect_same_bits(folder / "golden" / "playing.json");
  expect_same_bits(folder / "golden" / "meshes.json");
  expect_same_bits(folder / "cases" / "constraints" / "mixing-physics-43.json");
  expect_same_bits(folder / "cases" / "constraints" / "slider-additive-props-43.json");
}

}  // namespace
}  // namespace sinew
