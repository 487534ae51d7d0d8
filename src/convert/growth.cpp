#include "convert/growth.hpp"

#include <algorithm>
#include <limits>

namespace sinew::convert {

namespace {

constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();

std::uint64_t add(std::uint64_t a, std::uint64_t b) {
  return a > endless - b ? endless : a + b;
}

}  // namespace

Allowance::Allowance(std::uint64_t least, std::uint64_t factor, std::uint64_t count)
    : most_(std::max(least, count != 0 && factor > endless / count ? endless : factor * count)) {}

bool Allowance::take(std::uint64_t count) {
  taken_ = add(taken_, count);
  return taken_ <= most_;
}

std::uint64_t numbers_of(const Vertices& vertices) noexcept {
  return std::uint64_t{vertices.positions.size()} + vertices.weights.size() + vertices.bones.size() +
         vertices.first_entry.size();
}

std::uint64_t numbers_of(const MeshShape& mesh) noexcept {
  return numbers_of(mesh.vertices) + mesh.uvs.size() + mesh.triangles.size() + mesh.edges.size();
}

std::uint64_t numbers_of_deforms(const Timeline& timeline) noexcept {
  std::uint64_t count = 0;
  for (const DeformKey& key : timeline.deforms) count += key.vertices.size();
  return count;
}

std::uint64_t count_keys(const SkeletonData& data) noexcept {
  std::uint64_t count = 0;
  for (const Animation& animation : data.animations) {
    for (const Timeline& timeline : animation.timelines) count += timeline.times.size();
  }
  return count;
}

std::uint64_t count_numbers(const SkeletonData& data) noexcept {
  std::uint64_t count = 0;
  for (const Attachment& attachment : data.attachments) {
    if (attachment.mesh && !attachment.link) count += numbers_of(*attachment.mesh);
  }
  for (const Animation& animation : data.animations) {
    for (const Timeline& timeline : animation.timelines) count += numbers_of_deforms(timeline);
  }
  return count;
}

}  // namespace sinew::convert
