// World positions of weighted and unweighted vertices, in double precision.
#pragma once

#include <span>

#include "sinew/skeleton_data.hpp"

namespace sinew {

/// Writes (x, y) of every vertex. `deform` is empty or has vertices.deform_size() numbers; `bone` is the slot's bone.
/// Spec: drawing.md 4.2.
void compute_world_vertices(const Vertices& vertices, std::span<const double> deform, std::span<const Affine> worlds,
                            BoneIndex bone, std::span<double> positions) noexcept;

}  // namespace sinew
