// From a posed scene to one draw list, and back from a point of the picture to what is there.
#include <cmath>

#include "scene/camera.hpp"
#include "scene/puppet.hpp"

namespace sinew {

namespace {

void map_vertices(DrawList& list, std::size_t first, const Affine& transform) {
  for (std::size_t i = first; i < list.vertices.size(); ++i) {
    Vertex& vertex = list.vertices[i];
    const Vec2 at = transform.apply(double{vertex.x}, double{vertex.y});
    vertex.x = static_cast<float>(at.x);
    vertex.y = static_cast<float>(at.y);
  }
}

}  // namespace

Affine ScenePlayer::bone_in_stage(SceneActorIndex index, BoneIndex bone) const noexcept {
  return combined(actor_to_stage(index), actor(index).world(bone));
}

void ScenePlayer::draw(DrawList& list) const {
  const Affine view = stage_to_picture();
  const AtlasBinding* binding = scene_->stage.skeleton.binding.get();
  const auto draw_layer = [&](SceneLayerIndex layer) {
    if (binding == nullptr) return;
    const std::size_t first = list.vertices.size();
    draw_group(stage(), *binding, slot_layers_, layer.value, list);
    const Vec2 moved = parallax(layer);
    map_vertices(list, first, combined(view, {1, 0, 0, 1, moved.x, moved.y}));
  };

  std::size_t next = 0;
  for (; next < far_to_near_.size() && scene_->stage.layers[far_to_near_[next].value].depth > 1; ++next) {
    draw_layer(far_to_near_[next]);
  }
  draw_layer({});
  for (const SceneActorIndex index : back_to_front_) {
    const AtlasBinding* images = scene_->actors[index.value].skeleton.binding.get();
    if (images == nullptr || !placements_[index.value].visible) continue;
    const std::size_t first = list.vertices.size();
    sinew::draw(actor(index), *images, list);
    map_vertices(list, first, combined(view, actor_to_stage(index)));
  }
  for (; next < far_to_near_.size(); ++next) draw_layer(far_to_near_[next]);
}

SceneHit ScenePlayer::hit_test(double picture_x, double picture_y) const {
  const Affine view = stage_to_picture();
  for (std::size_t i = back_to_front_.size(); i-- > 0;) {
    const SceneActorIndex index = back_to_front_[i];
    if (!placements_[index.value].visible) continue;
    const Affine to_picture = combined(view, actor_to_stage(index));
    const double determinant = to_picture.determinant();
    const double dx = picture_x - to_picture.tx, dy = picture_y - to_picture.ty;
    const double x = (to_picture.d * dx - to_picture.c * dy) / determinant;
    const double y = (to_picture.a * dy - to_picture.b * dx) / determinant;
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    const SlotIndex slot = sinew::hit_test(actor(index), x, y);
    if (slot) return {index, slot};
  }
  return {};
}

}  // namespace sinew
