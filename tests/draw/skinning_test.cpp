#include "draw/skinning.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "draw/binding.hpp"

namespace sinew {
namespace {

struct RandomMesh {
  std::vector<double> positions, weights;
  std::vector<BoneIndex> bones;
  std::vector<std::uint32_t> first_entry, triangles;
  std::vector<float> uvs;
  MeshShape shape;
};

constexpr std::size_t bone_count = 12;

RandomMesh random_mesh(std::mt19937& random, std::size_t vertices, std::uint32_t most_influences, bool weighted) {
  std::uniform_real_distribution<double> position(-200, 200), unit(0, 1);
  std::uniform_int_distribution<std::uint32_t> influences(1, most_influences), bone(0, bone_count - 1);
  RandomMesh mesh;
  for (std::size_t i = 0; i < vertices; ++i) {
    const std::uint32_t count = weighted ? influences(random) : 1;
    mesh.first_entry.push_back(static_cast<std::uint32_t>(mesh.bones.size()));
    for (std::uint32_t k = 0; k < count; ++k) {
      mesh.positions.push_back(position(random));
      mesh.positions.push_back(position(random));
      mesh.weights.push_back(1.0 / count + 0.01 * unit(random));
      mesh.bones.push_back(BoneIndex(bone(random)));
    }
    mesh.uvs.push_back(static_cast<float>(unit(random)));
    mesh.uvs.push_back(static_cast<float>(unit(random)));
    mesh.triangles.push_back(static_cast<std::uint32_t>(i));
  }
  mesh.first_entry.push_back(static_cast<std::uint32_t>(mesh.bones.size()));
  mesh.triangles.resize(mesh.triangles.size() / 3 * 3);
  mesh.shape.vertices.count = static_cast<std::uint32_t>(vertices);
  mesh.shape.vertices.positions = mesh.positions;
  if (weighted) {
    mesh.shape.vertices.weights = mesh.weights;
    mesh.shape.vertices.bones = mesh.bones;
    mesh.shape.vertices.first_entry = mesh.first_entry;
  }
  mesh.shape.uvs = mesh.uvs;
  mesh.shape.triangles = mesh.triangles;
  return mesh;
}

class Skinning : public ::testing::Test {
 protected:
  Skinning() {
    std::uniform_real_distribution<double> entry(-2, 2), place(-500, 500);
    for (std::size_t i = 0; i < bone_count; ++i) {
      worlds.push_back({entry(random), entry(random), entry(random), entry(random), place(random), place(random)});
      matrices.push_back(to_bone_matrix(worlds.back()));
      matrix_of.push_back(static_cast<std::uint32_t>(i));
    }
  }

  std::vector<double> random_deform(std::size_t numbers) {
    std::uniform_real_distribution<double> offset(-20, 20);
    std::vector<double> deform(numbers);
    for (double& d : deform) d = offset(random);
    return deform;
  }

  /// Both ways of computing must agree in every bit, and write nothing behind the last vertex.
  std::vector<Vertex> skin(const MeshLayout& layout, std::span<const double> deform) {
    const std::size_t n = layout.vertex_count;
    const Vertex guard{1, 2, 3, 4, 5, 6};
    std::vector<Vertex> vectors(n + 2, guard), numbers(n + 2, guard);
    const auto run = [&](std::vector<Vertex>& into, bool by_numbers) {
      const SkinTarget target{into.data(), layout.uvs.data(), 0x80402010u, 0xff010203u};
      if (layout.weighted()) {
        (by_numbers ? reference::skin_weighted : skin_weighted)(layout, deform, matrices.data(), target);
      } else {
        (by_numbers ? reference::skin_rigid : skin_rigid)(layout.positions, layout.vertex_count, deform, matrices[3],
                                                          target);
      }
    };
    run(vectors, false);
    run(numbers, true);
    EXPECT_EQ(std::memcmp(vectors.data(), numbers.data(), vectors.size() * sizeof(Vertex)), 0);
    EXPECT_EQ(vectors[n].x, 1);
    EXPECT_EQ(vectors[n].dark, 6u);
    vectors.resize(n);
    return vectors;
  }

  void check(std::size_t vertices, std::uint32_t most_influences, bool weighted, bool deformed) {
    const RandomMesh mesh = random_mesh(random, vertices, most_influences, weighted);
    Arena arena;
    const MeshLayout layout = lay_out_mesh(mesh.shape, matrix_of, arena);
    ASSERT_EQ(layout.weighted(), weighted && vertices > 0);
    const std::vector<double> deform = deformed ? random_deform(mesh.positions.size()) : std::vector<double>();
    const std::vector<Vertex> skinned = skin(layout, deform);
    for (std::size_t i = 0; i < skinned.size(); ++i) {
      const std::size_t file = layout.vertex_source.empty() ? i : layout.vertex_source[i];
      double x = 0, y = 0;
      for (std::size_t e = mesh.first_entry[file]; e < mesh.first_entry[file + 1]; ++e) {
        const double dx = deformed ? deform[2 * e] : 0, dy = deformed ? deform[2 * e + 1] : 0;
        const Affine& world = weighted ? worlds[mesh.bones[e].value] : worlds[3];
        const Vec2 p = world.apply(mesh.positions[2 * e] + dx, mesh.positions[2 * e + 1] + dy);
        const double weight = weighted ? mesh.weights[e] : 1;
        x += weight * p.x;
        y += weight * p.y;
      }
      EXPECT_NEAR(skinned[i].x, x, 1e-3);
      EXPECT_NEAR(skinned[i].y, y, 1e-3);
      EXPECT_EQ(skinned[i].u, mesh.uvs[2 * file]);
      EXPECT_EQ(skinned[i].v, mesh.uvs[2 * file + 1]);
      EXPECT_EQ(skinned[i].light, 0x80402010u);
      EXPECT_EQ(skinned[i].dark, 0xff010203u);
    }
    ASSERT_EQ(layout.triangles.size(), mesh.triangles.size());
    for (std::size_t i = 0; i < layout.triangles.size(); ++i) {
      const std::uint32_t at = layout.triangles[i];
      EXPECT_EQ(layout.vertex_source.empty() ? at : layout.vertex_source[at], mesh.triangles[i]);
    }
  }

  std::mt19937 random{21};
  std::vector<Affine> worlds;
  std::vector<BoneMatrix> matrices;
  std::vector<std::uint32_t> matrix_of;
};

TEST_F(Skinning, MovesUnweightedVertices) {
  for (std::size_t n = 1; n <= 33; ++n) {
    check(n, 1, false, false);
    check(n, 1, false, true);
  }
}

TEST_F(Skinning, MovesWeightedVertices) {
  for (std::size_t n = 1; n <= 65; ++n) {
    for (std::uint32_t most = 1; most <= 7; ++most) {
      check(n, most, true, false);
      check(n, most, true, true);
    }
  }
}

TEST_F(Skinning, TakesAVertexWithoutInfluencesToTheOrigin) {
  MeshShape shape;
  const std::vector<std::uint32_t> first_entry{0, 0, 0};
  const std::vector<float> uvs{0.25f, 0.5f, 0.75f, 1};
  shape.vertices.count = 2;
  shape.vertices.first_entry = first_entry;
  shape.uvs = uvs;
  Arena arena;
  const MeshLayout layout = lay_out_mesh(shape, matrix_of, arena);
  const std::vector<Vertex> skinned = skin(layout, {});
  EXPECT_EQ(skinned[1].x, 0);
  EXPECT_EQ(skinned[1].u, 0.75f);
}

TEST_F(Skinning, GivesTheSameBitsForNumbersThatAreNotFinite) {
  matrices[0].a = std::numeric_limits<float>::infinity();
  matrices[1].tx = -std::numeric_limits<float>::infinity();
  matrices[2].c = 3e38f;
  const RandomMesh mesh = random_mesh(random, 40, 5, true);
  Arena arena;
  const MeshLayout layout = lay_out_mesh(mesh.shape, matrix_of, arena);
  const std::size_t n = layout.vertex_count;
  std::vector<Vertex> vectors(n), numbers(n);
  skin_weighted(layout, {}, matrices.data(), {vectors.data(), layout.uvs.data(), 0, 0});
  reference::skin_weighted(layout, {}, matrices.data(), {numbers.data(), layout.uvs.data(), 0, 0});
  for (std::size_t i = 0; i < n; ++i) {
    // The sign of a NaN is nobody's promise.
    const auto same = [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    EXPECT_TRUE(same(vectors[i].x, numbers[i].x));
    EXPECT_TRUE(same(vectors[i].y, numbers[i].y));
  }
}

}  // namespace
}  // namespace sinew
