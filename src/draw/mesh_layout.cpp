#include <algorithm>
#include <numeric>

#include "draw/binding.hpp"

namespace sinew {

namespace {

void lay_out_weighted(const MeshShape& mesh, Arena& arena, MeshLayout& layout) {
  const Vertices& vertices = mesh.vertices;
  const std::span<std::uint32_t> source = arena.array<std::uint32_t>(vertices.count);
  std::iota(source.begin(), source.end(), 0u);
  const auto influences_of = [&vertices](std::uint32_t vertex) {
    return vertices.first_entry[vertex + 1] - vertices.first_entry[vertex];
  };
  std::stable_sort(source.begin(), source.end(),
                   [&influences_of](std::uint32_t a, std::uint32_t b) { return influences_of(a) < influences_of(b); });

  std::size_t run_count = 0;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (i == 0 || influences_of(source[i]) != influences_of(source[i - 1])) ++run_count;
  }
  const std::span<InfluenceRun> runs = arena.array<InfluenceRun>(run_count);
  const std::span<Influence> influences = arena.array<Influence>(vertices.bones.size());
  const std::span<std::uint32_t> influence_source = arena.array<std::uint32_t>(vertices.bones.size());
  std::size_t run = 0, next = 0;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const std::uint32_t count = influences_of(source[i]);
    if (i > 0 && count != runs[run].influences) ++run;
    runs[run].influences = count;
    ++runs[run].vertices;
    for (std::uint32_t e = vertices.first_entry[source[i]]; e < vertices.first_entry[source[i] + 1]; ++e, ++next) {
      const double weight = vertices.weights[e];
      influences[next] = {static_cast<float>(vertices.positions[2 * std::size_t{e}] * weight),
                          static_cast<float>(vertices.positions[2 * std::size_t{e} + 1] * weight),
                          static_cast<float>(weight), vertices.bones[e].value};
      influence_source[next] = e;
    }
  }
  std::vector<std::uint32_t> used;
  used.reserve(influences.size());
  for (const Influence& influence : influences) used.push_back(influence.matrix);
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  layout.matrices = arena.copy(std::span<const std::uint32_t>(used));
  layout.vertex_source = source;
  layout.runs = runs;
  layout.influences = influences;
  layout.influence_source = influence_source;
}

}  // namespace

MeshLayout lay_out_mesh(const MeshShape& mesh, Arena& arena) {
  const Vertices& vertices = mesh.vertices;
  MeshLayout layout;
  layout.vertex_count = vertices.count;
  const std::size_t count = vertices.count;
  if (vertices.weighted()) {
    lay_out_weighted(mesh, arena, layout);
  } else {
    const std::span<float> positions = arena.array<float>(2 * (count + 1));
    for (std::size_t i = 0; i < 2 * count; ++i) positions[i] = static_cast<float>(vertices.positions[i]);
    layout.positions = positions;
  }

  const std::span<float> uvs = arena.array<float>(2 * (count + 1));
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t from = layout.vertex_source.empty() ? i : layout.vertex_source[i];
    uvs[2 * i] = mesh.uvs[2 * from];
    uvs[2 * i + 1] = mesh.uvs[2 * from + 1];
  }
  layout.uvs = uvs;

  const std::span<std::uint32_t> triangles = arena.array<std::uint32_t>(mesh.triangles.size() + 3);
  if (layout.vertex_source.empty()) {
    std::copy(mesh.triangles.begin(), mesh.triangles.end(), triangles.begin());
  } else {
    std::vector<std::uint32_t> place_of(count);
    for (std::uint32_t i = 0; i < count; ++i) place_of[layout.vertex_source[i]] = i;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) triangles[i] = place_of[mesh.triangles[i]];
  }
  layout.triangles = triangles.first(mesh.triangles.size());
  return layout;
}

}  // namespace sinew
