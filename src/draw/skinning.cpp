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

template <bool Deformed>
void rigid(const float* positions, std::size_t count, const double* deform, const BoneMatrix& m,
           const SkinTarget& target) noexcept {
  const std::uint64_t colors = pack_colors(target);
  const Float4 ab = {m.a, m.b, m.a, m.b}, cd = {m.c, m.d, m.c, m.d}, t = {m.tx, m.ty, m.tx, m.ty};
  const float* uvs = target.uvs;
  Vertex* out = target.vertices;
  for (std::size_t i = 0; i < count; i += 2) {
    Float4 p = load4(positions + 2 * i);
    if constexpr (Deformed) {
      // The last vertex of an odd number has no neighbour in the deform array.
      p += i + 1 < count ? load_doubles(deform + 2 * i)
                         : Float4{static_cast<float>(deform[2 * i]), static_cast<float>(deform[2 * i + 1]), 0, 0};
    }
    const Float4 world = (ab * shuffle<0, 0, 2, 2>(p, p) + cd * shuffle<1, 1, 3, 3>(p, p)) + t;
    const Float4 uv = load4(uvs + 2 * i);
    store_vertex(out + i, shuffle<0, 1, 4, 5>(world, uv), colors);
    if (i + 1 < count) store_vertex(out + i + 1, shuffle<2, 3, 6, 7>(world, uv), colors);
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
    const Float4 offsets = Float4{static_cast<float>(da[0]), static_cast<float>(da[1]), static_cast<float>(db[0]),
                                  static_cast<float>(db[1])} *
                           weights;
    const Float4 xy = shuffle<0, 1, 4, 5>(a, b) + offsets;
    return {load4(&m.a) * shuffle<0, 0, 1, 1>(xy, xy), load4(&n.a) * shuffle<2, 2, 3, 3>(xy, xy),
            load_pairs(&m.tx, &n.tx) * weights};
  }
  return {load4(&m.a) * shuffle<0, 0, 1, 1>(a, a), load4(&n.a) * shuffle<0, 0, 1, 1>(b, b),
          load_pairs(&m.tx, &n.tx) * weights};
}

/// One run. `Count`: its number of influences where the compiler is to know it, else 0.
template <std::size_t Count, bool Deformed>
void weighted_run(std::size_t count, std::size_t vertices, const Influence* influences, const std::uint32_t* sources,
                  const double* deform, const BoneMatrix* matrices, const float* uvs, std::uint64_t colors,
                  Vertex* out) noexcept {
  const std::size_t k = Count != 0 ? Count : count;
  for (std::size_t i = 0; i < vertices; i += 2) {
    const bool both = i + 1 < vertices;
    const Influence* p = influences + i * k;
    const Influence* q = both ? p + k : p;
    const std::uint32_t* ps = Deformed ? sources + i * k : nullptr;
    const std::uint32_t* qs = Deformed ? (both ? ps + k : ps) : nullptr;
    Shares sum = shares<Deformed>(p[0], q[0], ps, qs, deform, matrices);
    for (std::size_t j = 1; j < k; ++j) {
      const Shares more = shares<Deformed>(p[j], q[j], Deformed ? ps + j : nullptr, Deformed ? qs + j : nullptr, deform,
                                           matrices);
      sum.first += more.first;
      sum.second += more.second;
      sum.moved += more.moved;
    }
    const Float4 world =
        (shuffle<0, 1, 4, 5>(sum.first, sum.second) + shuffle<2, 3, 6, 7>(sum.first, sum.second)) + sum.moved;
    const Float4 uv = load4(uvs + 2 * i);
    store_vertex(out + i, shuffle<0, 1, 4, 5>(world, uv), colors);
    if (both) store_vertex(out + i + 1, shuffle<2, 3, 6, 7>(world, uv), colors);
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
      case 1: weighted_run<1, Deformed>(k, n, influences, sources, deform, matrices, uvs, colors, out); break;
      case 2: weighted_run<2, Deformed>(k, n, influences, sources, deform, matrices, uvs, colors, out); break;
      case 3: weighted_run<3, Deformed>(k, n, influences, sources, deform, matrices, uvs, colors, out); break;
      case 4: weighted_run<4, Deformed>(k, n, influences, sources, deform, matrices, uvs, colors, out); break;
      default: weighted_run<0, Deformed>(k, n, influences, sources, deform, matrices, uvs, colors, out); break;
    }
    influences += k * n;
    sources += k * n;
    uvs += 2 * n;
    out += n;
  }
}

}  // namespace

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
