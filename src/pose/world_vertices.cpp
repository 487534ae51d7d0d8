#include "pose/world_vertices.hpp"

namespace sinew {

void compute_world_vertices(const Vertices& vertices, std::span<const double> deform, std::span<const Affine> worlds,
                            BoneIndex bone, std::span<double> positions) noexcept {
  const auto point = [&](std::size_t i) {
    Vec2 p{vertices.positions[2 * i], vertices.positions[2 * i + 1]};
    if (!deform.empty()) {
      p.x += deform[2 * i];
      p.y += deform[2 * i + 1];
    }
    return p;
  };
  for (std::uint32_t i = 0; i < vertices.count; ++i) {
    Vec2 sum;
    if (!vertices.weighted()) {
      const Vec2 p = point(i);
      sum = worlds[bone.value].apply(p.x, p.y);
    } else {
      for (std::uint32_t entry = vertices.first_entry[i]; entry < vertices.first_entry[i + 1]; ++entry) {
        const Vec2 p = point(entry);
        const Vec2 world = worlds[vertices.bones[entry].value].apply(p.x, p.y);
        sum.x += world.x * vertices.weights[entry];
        sum.y += world.y * vertices.weights[entry];
      }
    }
    positions[2 * std::size_t{i}] = sum.x;
    positions[2 * std::size_t{i} + 1] = sum.y;
  }
}

}  // namespace sinew
