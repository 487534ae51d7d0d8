// Triangles over points of the plane: Delaunay's.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sinew/types.hpp"

namespace sinew {

struct Triangulation {
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< counterclockwise
  std::vector<std::array<std::uint32_t, 2>> outline;    ///< counterclockwise; all on one line: the pieces along it
};

/// `points` are distinct and finite. Quadratic; meant for some dozens of points.
[[nodiscard]] Triangulation triangulate(std::span<const Vec2> points);

}  // namespace sinew
