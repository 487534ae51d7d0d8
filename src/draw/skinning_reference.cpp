#include "draw/skinning.hpp"

namespace sinew::reference {

void skin_rigid(std::span<const float> positions, std::uint32_t vertex_count, std::span<const double> deform,
                const BoneMatrix& matrix, const SkinTarget& target) noexcept {
  const BoneMatrix m = matrix;
  for (std::size_t i = 0; i < vertex_count; ++i) {
    float x = positions[2 * i], y = positions[2 * i + 1];
    if (!deform.empty()) {
      x += static_cast<float>(deform[2 * i]);
      y += static_cast<float>(deform[2 * i + 1]);
    }
    target.vertices[i] = {(m.a * x + m.c * y) + m.tx,
                          (m.b * x + m.d * y) + m.ty,
                          target.uvs[2 * i],
                          target.uvs[2 * i + 1],
                          target.light,
                          target.dark};
  }
}

void skin_weighted(const MeshLayout& mesh, std::span<const double> deform, const BoneMatrix* matrices,
                   const SkinTarget& target) noexcept {
  std::size_t e = 0, i = 0;
  for (const InfluenceRun& run : mesh.runs) {
    for (std::uint32_t n = 0; n < run.vertices; ++n, ++i) {
      // Three sums of their own (a x, c y, tx), because that is what the lanes of the vector code hold.
      float ax = 0, bx = 0, cy = 0, dy = 0, tx = 0, ty = 0;
      for (std::uint32_t k = 0; k < run.influences; ++k, ++e) {
        const Influence& p = mesh.influences[e];
        const BoneMatrix& m = matrices[p.matrix];
        float x = p.x, y = p.y;
        if (!deform.empty()) {
          const std::size_t source = mesh.influence_source[e];
          x += static_cast<float>(deform[2 * source]) * p.weight;
          y += static_cast<float>(deform[2 * source + 1]) * p.weight;
        }
        if (k == 0) {
          ax = m.a * x, bx = m.b * x, cy = m.c * y, dy = m.d * y, tx = m.tx * p.weight, ty = m.ty * p.weight;
        } else {
          ax += m.a * x, bx += m.b * x, cy += m.c * y, dy += m.d * y, tx += m.tx * p.weight, ty += m.ty * p.weight;
        }
      }
      target.vertices[i] = {(ax + cy) + tx,        (bx + dy) + ty, target.uvs[2 * i],
                            target.uvs[2 * i + 1], target.light,   target.dark};
    }
  }
}

}  // namespace sinew::reference
