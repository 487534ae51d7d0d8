// Generated skeletons of any size, for benchmarks.
#pragma once

#include <cstdint>
#include <string>

namespace sinew::benchmarks {

struct RigOptions {
  std::uint32_t bones = 50;
  /// Bones in a row before the next limb branches off.
  std::uint32_t limb = 6;
  /// One slot with a region for so many bones.
  std::uint32_t bones_per_region = 2;
  /// One slot with a weighted mesh for so many bones.
  std::uint32_t bones_per_mesh = 10;
  /// Rows of a mesh; it has (rows + 1) x 4 vertices, each with three bone entries.
  std::uint32_t mesh_rows = 8;
  /// Every bone has a rotate timeline; one in so many has a translate timeline, one in so many a scale timeline. The
  /// defaults make 1.9 keyed numbers a bone: of eight published characters the busiest has 1.6 in its walk, the mean is
  /// 0.9.
  std::uint32_t bones_per_translate = 3, bones_per_scale = 10;
  /// Keys of these timelines; half of them with Beziers, each number with handles of its own.
  std::uint32_t rotate_keys = 9, translate_keys = 5, scale_keys = 3;
  /// Of the animation.
  double seconds = 2;
  std::uint32_t events_per_second = 0;
};

/// Skeleton JSON 4.2 with one animation "move". The same options give the same text everywhere.
[[nodiscard]] std::string make_rig(const RigOptions& options);

}  // namespace sinew::benchmarks
