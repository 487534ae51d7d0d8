// World positions of attachments, in double precision and without an atlas: for golden frames, tools, hit tests.
#pragma once

#include <span>
#include <string>

#include "sinew/skeleton.hpp"

namespace sinew {

/// How many numbers world_vertices() writes: two a vertex; 8 for a region; 0 for a point.
[[nodiscard]] std::size_t world_vertex_numbers(const Attachment& attachment) noexcept;

/// World positions of a slot's current attachment, (x, y) a vertex: a region's corners top left, top right, bottom
/// right, bottom left of the whole, untrimmed image; a mesh's, box's, path's or clip's vertices with deform.
/// `positions` must hold world_vertex_numbers() numbers.
void world_vertices(const Skeleton& skeleton, SlotIndex slot, std::span<double> positions);

/// The image that a region or mesh attachment shows at a frame of its sequence (without one: its path).
[[nodiscard]] std::string image_path(const Attachment& attachment, std::uint32_t sequence_frame);

/// A box in world space; empty when min > max.
struct Bounds {
  double min_x = 1, min_y = 1, max_x = 0, max_y = 0;
  [[nodiscard]] bool empty() const noexcept { return min_x > max_x; }
  void add(double x, double y) noexcept;
};

/// The box round all regions and meshes (untrimmed) of slots with active bones, whatever their alpha.
[[nodiscard]] Bounds bounds(const Skeleton& skeleton);

}  // namespace sinew
