// The hot loop: positions of vertices in the bones' spaces to vertices in the world.
#pragma once

#include <cstdint>
#include <span>

#include "draw/vector4.hpp"
#include "sinew/draw.hpp"

namespace sinew {

/// A bone's world transform for skinning: x' = a x + c y + tx, y' = b x + d y + ty.
struct alignas(16) BoneMatrix {
  float a = 1, b = 0, c = 0, d = 1, tx = 0, ty = 0;
  float unused[2] = {};
};

[[nodiscard]] inline BoneMatrix to_bone_matrix(const Affine& m) noexcept {
  return {static_cast<float>(m.a),
          static_cast<float>(m.b),
          static_cast<float>(m.c),
          static_cast<float>(m.d),
          static_cast<float>(m.tx),
          static_cast<float>(m.ty),
          {}};
}

/// The same, in the vector unit.
void convert_matrix(const Affine& world, BoneMatrix& to) noexcept;

/// One bone's share in one vertex. The position is multiplied by the weight beforehand: with p = (x w, y w, w) the
/// share is matrix times p, without a further multiplication.
struct alignas(16) Influence {
  float x = 0, y = 0, weight = 0;
  std::uint32_t matrix = 0;  ///< into the matrices of the draw
};

/// Vertices that follow each other and have the same number of influences: a loop without surprises for the processor.
struct InfluenceRun {
  std::uint32_t influences = 0, vertices = 0;
};

/// A mesh's vertices as skinning wants them: sorted by their number of influences, else in the file's order.
/// `uvs` and `positions` can be read one vertex further than they reach, `triangles` one triangle.
struct MeshLayout {
  std::uint32_t vertex_count = 0;
  std::span<const std::uint32_t> triangles;      ///< vertex numbers are those of this layout
  std::span<const float> uvs;                    ///< (u, v) over the untrimmed image
  std::span<const std::uint32_t> vertex_source;  ///< number of each vertex in the file; empty: the same
  // Unweighted: in the slot bone's space.
  std::span<const float> positions;
  // Weighted.
  std::span<const InfluenceRun> runs;
  std::span<const Influence> influences;
  std::span<const std::uint32_t> influence_source;  ///< number of each entry in the file: for deforms
  std::span<const std::uint32_t> matrices;          ///< those that the influences name, each once

  [[nodiscard]] bool weighted() const noexcept { return !runs.empty(); }
};

/// Where skinning writes to, and what it writes beside the positions.
struct SkinTarget {
  Vertex* vertices = nullptr;
  const float* uvs = nullptr;  ///< a pair a vertex, in the layout's order, and room to read one more
  std::uint32_t light = 0, dark = 0;
};

// `deform` is in the file's order and either empty or 2 numbers a vertex (unweighted) or an entry (weighted).

/// A region: 4 corners.
void skin_quad(const float* corners, const BoneMatrix& matrix, const SkinTarget& target) noexcept;
/// Unweighted vertices.
void skin_rigid(std::span<const float> positions, std::uint32_t vertex_count, std::span<const double> deform,
                const BoneMatrix& matrix, const SkinTarget& target) noexcept;
void skin_weighted(const MeshLayout& mesh, std::span<const double> deform, const BoneMatrix* matrices,
                   const SkinTarget& target) noexcept;

/// Writes `count` indices, each with `base` added. Reads and writes up to 3 more.
void copy_indices(const std::uint32_t* from, std::size_t count, std::uint32_t base, std::uint32_t* to) noexcept;

/// The same, number by number: what the vector code must agree with bit for bit, and what is used where there is no
/// vector unit.
namespace reference {
void skin_rigid(std::span<const float> positions, std::uint32_t vertex_count, std::span<const double> deform,
                const BoneMatrix& matrix, const SkinTarget& target) noexcept;
void skin_weighted(const MeshLayout& mesh, std::span<const double> deform, const BoneMatrix* matrices,
                   const SkinTarget& target) noexcept;
}  // namespace reference

}  // namespace sinew
