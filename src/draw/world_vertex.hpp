// World positions of polygons, one vertex at a time and in double precision: for clips and hit tests.
#pragma once

#include <span>

#include "sinew/skeleton.hpp"

namespace sinew {

/// The vertices of a slot's current attachment in the world.
class WorldPolygon {
 public:
  WorldPolygon(const Skeleton& skeleton, SlotIndex slot, const Vertices& vertices)
      : vertices_(vertices),
        worlds_(skeleton.world_transforms()),
        bone_(worlds_[skeleton.data()[slot].bone.value]),
        deform_(skeleton.deform(slot)) {
    if (deform_.size() != vertices.deform_size()) deform_ = {};
  }

  [[nodiscard]] std::size_t size() const noexcept { return vertices_.count; }

  [[nodiscard]] Vec2 operator[](std::size_t i) const noexcept {
    if (!vertices_.weighted()) {
      const Vec2 p = position(i);
      return bone_.apply(p.x, p.y);
    }
    Vec2 sum;
    for (std::size_t e = vertices_.first_entry[i]; e < vertices_.first_entry[i + 1]; ++e) {
      const Vec2 p = position(e);
      const Vec2 world = worlds_[vertices_.bones[e].value].apply(p.x, p.y);
      sum.x += world.x * vertices_.weights[e];
      sum.y += world.y * vertices_.weights[e];
    }
    return sum;
  }

 private:
  [[nodiscard]] Vec2 position(std::size_t i) const noexcept {
    Vec2 p{vertices_.positions[2 * i], vertices_.positions[2 * i + 1]};
    if (!deform_.empty()) {
      p.x += deform_[2 * i];
      p.y += deform_[2 * i + 1];
    }
    return p;
  }

  const Vertices& vertices_;
  std::span<const Affine> worlds_;
  const Affine& bone_;
  std::span<const double> deform_;
};

}  // namespace sinew
