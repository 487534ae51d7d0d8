#include <limits>

#include "draw/walk.hpp"

namespace sinew {

namespace {

template <Purpose purpose>
void walk(const Skeleton& skeleton, const AtlasBinding::Impl& binding, DrawList& list) {
  if (!fits(skeleton, binding)) return;
  if (list.scratch == nullptr) list.scratch = std::make_unique<DrawList::Scratch>();
  Walk<purpose>(skeleton, binding, list, {list, binding.atlas.get()}).run([](SlotIndex) { return true; });
}

}  // namespace

void draw(const Skeleton& skeleton, const AtlasBinding& binding, DrawList& list) {
  walk<Purpose::draw>(skeleton, binding.impl(), list);
}

void draw_group(const Skeleton& skeleton, const AtlasBinding& binding, std::span<const std::uint32_t> groups,
                std::uint32_t group, DrawList& list) {
  const bool one_each = groups.size() == skeleton.data().slots.size();
  SINEW_ASSERT(one_each);
  if (!one_each || !fits(skeleton, binding.impl())) return;
  if (list.scratch == nullptr) list.scratch = std::make_unique<DrawList::Scratch>();
  Walk<Purpose::draw>(skeleton, binding.impl(), list, {list, binding.impl().atlas.get()}).run([&](SlotIndex slot) {
    return groups[slot.value] == group;
  });
}

Bounds drawn_bounds(const Skeleton& skeleton, const AtlasBinding& binding, bool clipped, DrawList& scratch) {
  const std::size_t vertices = scratch.vertices.size(), indices = scratch.indices.size();
  const bool truncated = scratch.truncated;
  if (clipped) {
    walk<Purpose::clipped_bounds>(skeleton, binding.impl(), scratch);
  } else {
    walk<Purpose::bounds>(skeleton, binding.impl(), scratch);
  }
  float min_x = std::numeric_limits<float>::infinity(), min_y = min_x, max_x = -min_x, max_y = -min_x;
  for (std::size_t i = vertices; i < scratch.vertices.size(); ++i) {
    const Vertex& v = scratch.vertices[i];
    min_x = std::min(min_x, v.x), max_x = std::max(max_x, v.x);
    min_y = std::min(min_y, v.y), max_y = std::max(max_y, v.y);
  }
  scratch.vertices.truncate(vertices);
  scratch.indices.truncate(indices);
  scratch.truncated = truncated;
  Bounds bounds;
  if (!(min_x <= max_x && min_y <= max_y)) return bounds;
  bounds.min_x = static_cast<double>(min_x);
  bounds.min_y = static_cast<double>(min_y);
  bounds.max_x = static_cast<double>(max_x);
  bounds.max_y = static_cast<double>(max_y);
  return bounds;
}

}  // namespace sinew
