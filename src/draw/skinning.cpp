#include "draw/skinning.hpp"

#include <cstddef>

namespace sinew {

#ifdef SINEW_VECTOR_UNIT

namespace {

/// (x0 y0 x1 y1) and (u0 v0 u1 v1) are two vertices: each is one store of 16 bytes and one of 8.
inline void store_vertex(Vertex* to, Float4 xyuv, std::uint64_t colors) noexcept {
  store4(&to->x, xyuv);
  std::memcpy(&to->light, &colors, sizeof colors);
}

inline std::uint64_t pack_colors(const SkinTarget& target) noexcept {
  const std::uint32_t both[2] = {target.light, target.dark};
  std::uint64_t packed;
  std::memcpy(&packed, both, sizeof packed);
  return packed;
}

/// Two vertices from (x0 y0 x1 y1) in the space of a bone whose columns are doubled.
struct RigidBone {
  explicit RigidBone(const BoneMatrix& m) noexcept
      : ab{m.a, m.b, m.a, m.b}, cd{m.c, m.d, m.c, m.d}, t{m.tx, m.ty, m.tx, m.ty} {}
  [[nodiscard]] Float4 apply(Float4 p) const noexcept {
    return (ab * shuffle<0, 0, 2, 2>(p, p) + cd * shuffle<1, 1, 3, 3>(p, p)) + t;
  }
  Float4 ab, cd, t;
};

template <bool Deformed>
void rigid(const float* positions, std::size_t count, const double* deform, const BoneMatrix& matrix,
           const SkinTarget& target) noexcept {
  const std::uint64_t colors = pack_colors(target);
  const RigidBone bone(matrix);
  const float* uvs = target.uvs;
  Vertex* out = target.vertices;
  const Vertex* const pairs_end = out + (count & ~std::size_t{1});
  for (; out != pairs_end; out += 2, positions += 4, uvs += 4) {
    Float4 p = load4(positions);
    if constexpr (Deformed) {
      p += load_doubles(deform, deform + 2);
      deform += 4;
    }
    const Float4 world = bone.apply(p), uv = load4(uvs);
    store_vertex(out, shuffle<0, 1, 4, 5>(world, uv), colors);
    store_vertex(out + 1, shuffle<2, 3, 6, 7>(world, uv), colors);
  }
  if ((count & 1) != 0) {
    Float4 p = load4(positions);
    if constexpr (Deformed) p += load_doubles(deform, deform);
    store_vertex(out, shuffle<0, 1, 4, 5>(bone.apply(p), load4(uvs)), colors);
  }
}

/// The shares of one influence of each of two vertices.
struct Shares {
  Float4 first, second;  ///< a x, b x, c y, d y
  Float4 moved;          ///< tx w, ty w of the first; of the second
};

template <bool Deformed>
inline Shares shares(const Influence& p, const Influence& q, const std::uint32_t* p_source,
                     const std::uint32_t* q_source, const double* deform, const BoneMatrix* matrices) noexcept {
  const BoneMatrix& m = matrices[p.matrix];
  const BoneMatrix& n = matrices[q.matrix];
  Float4 a = load4(&p.x), b = load4(&q.x);
  const Float4 weights = shuffle<2, 2, 6, 6>(a, b);
  if constexpr (Deformed) {
    const double* da = deform + 2 * std::size_t{*p_source};
    const double* db = deform + 2 * std::size_t{*q_source};
    const Float4 xy = shuffle<0, 1, 4, 5>(a, b) + load_doubles(da, db) * weights;
    return {load4(&m.a) * shuffle<0, 0, 1, 1>(xy, xy), load4(&n.a) * shuffle<2, 2, 3, 3>(xy, xy),
            load_pairs(&m.tx, &n.tx) * weights};
  }
  return {load4(&m.a) * shuffle<0, 0, 1, 1>(a, a), load4(&n.a) * shuffle<0, 0, 1, 1>(b, b),
          load_pairs(&m.tx, &n.tx) * weights};
}

/// Two vertices with `k` influences each.
template <bool Deformed>
inline Float4 weighted_pair(std::size_t k, const Influence* p, const Influence* q, const std::uint32_t* p_source,
                            const std::uint32_t* q_source, const double* deform, const BoneMatrix* matrices) noexcept {
  Shares sum = shares<Deformed>(p[0], q[0], p_source, q_source, deform, matrices);
  for (std::size_t j = 1; j < k; ++j) {
    const Shares more = shares<Deformed>(p[j], q[j], p_source + j, q_source + j, deform, matrices);
    sum.first += more.first;
    sum.second += more.second;
    sum.moved += more.moved;
  }
  return (shuffle<0, 1, 4, 5>(sum.first, sum.second) + shuffle<2, 3, 6, 7>(sum.first, sum.second)) + sum.moved;
}

/// One run. `Count`: its number of influences where the compiler is to know it, else 0.
template <std::size_t Count, bool Deformed>
void weighted_run(std::size_t count, std::size_t vertices, const Influence* influences, const std::uint32_t* sources,
                  const double* deform, const BoneMatrix* matrices, const float* uvs, std::uint64_t colors,
                  Vertex* out) noexcept {
  const std::size_t k = Count != 0 ? Count : count;
  const Vertex* const pairs_end = out + (vertices & ~std::size_t{1});
  for (; out != pairs_end; out += 2, influences += 2 * k, sources += 2 * k, uvs += 4) {
    const Float4 world = weighted_pair<Deformed>(k, influences, influences + k, sources, sources + k, deform, matrices);
    const Float4 uv = load4(uvs);
    store_vertex(out, shuffle<0, 1, 4, 5>(world, uv), colors);
    store_vertex(out + 1, shuffle<2, 3, 6, 7>(world, uv), colors);
  }
  if ((vertices & 1) != 0) {
    const Float4 world = weighted_pair<Deformed>(k, influences, influences, sources, sources, deform, matrices);
    store_vertex(out, shuffle<0, 1, 4, 5>(world, load4(uvs)), colors);
  }
}

template <bool Deformed>
void weighted(const MeshLayout& mesh, const double* deform, const BoneMatrix* matrices,
              const SkinTarget& target) noexcept {
  const std::uint64_t colors = pack_colors(target);
  const Influence* influences = mesh.influences.data();
  const std::uint32_t* sources = mesh.influence_source.data();
  const float* uvs = target.uvs;
  Vertex* out = target.vertices;
  for (const InfluenceRun& run : mesh.runs) {
    const std::size_t k = run.influences, n = run.vertices;
    switch (k) {
      case 0:
        for (std::size_t i = 0; i < n; ++i) store_vertex(out + i, Float4{0, 0, uvs[2 * i], uvs[2 * i + 1]}, colors);
        break;
      case 1:
        weighted_run<1, Deformed>(k, n, influences, sources, deform, matrices, uvs, colors, out);
        break;
      case 2:
        weighted_run<2, Deformed>(k, n, influences, sources, deform, matrices, uvs, colors, out);
        break;
      case 3:
        weighted_run<3, Deformed>(k, n, influences, sources, deform, matrices, uvs, colors, out);
        break;
      case 4:
        weighted_run<4, Deformed>(k, n, influences, sources, deform, matrices, uvs, colors, out);
        break;
      default:
        weighted_run<0, Deformed>(k, n, influences, sources, deform, matrices, uvs, colors, out);
        break;
    }
    influences += k * n;
    sources += k * n;
    uvs += 2 * n;
    out += n;
  }
}

}  // namespace

void convert_matrix(const Affine& world, BoneMatrix& to) noexcept {
  store4(&to.a, load_doubles(&world.a, &world.c));
  const Float2 moved = to_floats(load2(&world.tx));
  std::memcpy(&to.tx, &moved, sizeof moved);
}

void skin_quad(const float* corners, const BoneMatrix& matrix, const SkinTarget& target) noexcept {
  const std::uint64_t colors = pack_colors(target);
  const RigidBone bone(matrix);
  const Float4 top = bone.apply(load4(corners)), bottom = bone.apply(load4(corners + 4));
  const Float4 top_uv = load4(target.uvs), bottom_uv = load4(target.uvs + 4);
  store_vertex(target.vertices, shuffle<0, 1, 4, 5>(top, top_uv), colors);
  store_vertex(target.vertices + 1, shuffle<2, 3, 6, 7>(top, top_uv), colors);
  store_vertex(target.vertices + 2, shuffle<0, 1, 4, 5>(bottom, bottom_uv), colors);
  store_vertex(target.vertices + 3, shuffle<2, 3, 6, 7>(bottom, bottom_uv), colors);
}

void copy_indices(const std::uint32_t* from, std::size_t count, std::uint32_t base, std::uint32_t* to) noexcept {
  // Unsigned: what is read beyond the end may be any number.
  using Four = std::uint32_t __attribute__((vector_size(16)));
  const Four offsets = {base, base, base, base};
  for (std::size_t i = 0; i < count; i += 4) {
    Four four;
    std::memcpy(&four, from + i, sizeof four);
    four += offsets;
    std::memcpy(to + i, &four, sizeof four);
  }
}

void skin_rigid(std::span<const float> positions, std::uint32_t vertex_count, std::span<const double> deform,
                const BoneMatrix& matrix, const SkinTarget& target) noexcept {
  if (deform.empty()) {
    rigid<false>(positions.data(), vertex_count, nullptr, matrix, target);
  } else {
    rigid<true>(positions.data(), vertex_count, deform.data(), matrix, target);
  }
}

void skin_weighted(const MeshLayout& mesh, std::span<const double> deform, const BoneMatrix* matrices,
                   const SkinTarget& target) noexcept {
  if (deform.empty()) {
    weighted<false>(mesh, nullptr, matrices, target);
  } else {
    weighted<true>(mesh, deform.data(), matrices, target);
  }
}

#else

void convert_matrix(const Affine& world, BoneMatrix& to) noexcept {
  to = to_bone_matrix(world);
}

void skin_quad(const float* corners, const BoneMatrix& matrix, const SkinTarget& target) noexcept {
  reference::skin_rigid({corners, 8}, 4, {}, matrix, target);
}

void copy_indices(const std::uint32_t* from, std::size_t count, std::uint32_t base, std::uint32_t* to) noexcept {
  for (std::size_t i = 0; i < count; ++i) to[i] = from[i] + base;
}

void skin_rigid(std::span<const float> positions, std::uint32_t vertex_count, std::span<const double> deform,
                const BoneMatrix& matrix, const SkinTarget& target) noexcept {
  reference::skin_rigid(positions, vertex_count, deform, matrix, target);
}

void skin_weighted(const MeshLayout& mesh, std::span<const double> deform, const BoneMatrix* matrices,
                   const SkinTarget& target) noexcept {
  reference::skin_weighted(mesh, deform, matrices, target);
}

#endif

}  // namespace sinew
