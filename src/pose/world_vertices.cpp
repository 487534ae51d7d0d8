#include "pose/world_vertices.hpp"

#include "base/simd.hpp"

namespace sinew {

void compute_world_vertices(const Vertices& vertices, std::span<const double> deform, std::span<const Affine> worlds,
                            BoneIndex bone, std::span<double> positions) noexcept {
  const auto point = [&](std::size_t i) {
    const Double2 p = load2(&vertices.positions[2 * i]);
    return deform.empty() ? p : p + load2(&deform[2 * i]);
  };
  const auto apply = [&](BoneIndex b, Double2 p) {
    const Affine& world = worlds[b.value];
    return load2(&world.a) * p[0] + load2(&world.c) * p[1] + load2(&world.tx);
  };
  if (!vertices.weighted()) {
    for (std::size_t i = 0; i < vertices.count; ++i) store2(&positions[2 * i], apply(bone, point(i)));
    return;
  }
  for (std::size_t i = 0; i < vertices.count; ++i) {
    Double2 sum{0, 0};
    for (std::size_t entry = vertices.first_entry[i]; entry < vertices.first_entry[i + 1]; ++entry) {
      sum += apply(vertices.bones[entry], point(entry)) * vertices.weights[entry];
    }
    store2(&positions[2 * i], sum);
  }
}

}  // namespace sinew
