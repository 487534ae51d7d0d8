#include "scene/camera.hpp"

#include "base/index_check.hpp"

#include <cmath>

namespace sinew {

namespace {

/// The scale of an axis; 0 when it is nothing to divide by.
double length(double x, double y) noexcept {
  const double squared = x * x + y * y;
  return std::isfinite(squared) && squared > 1e-24 ? std::sqrt(squared) : 0;
}

}  // namespace

SceneCamera look_through(const Skeleton& stage, BoneIndex camera) noexcept {
  SceneCamera view;
  if (!camera) return view;
  const Affine& world = stage.world(camera);
  if (std::isfinite(world.tx) && std::isfinite(world.ty)) {
    view.x = world.tx;
    view.y = world.ty;
  }
  const double along_x = length(world.a, world.b), along_y = length(world.c, world.d);
  if (along_x > 0 && along_y > 0) {
    view.cosine = world.a / along_x;
    view.sine = world.b / along_x;
    view.scale_x = along_x;
    view.scale_y = along_y;
  }
  return view;
}

Vec2 ScenePlayer::parallax(SceneLayerIndex layer) const noexcept {
  if (!is_in(layer, scene_->stage.layers)) return {};
  const double part = 1 - 1 / scene_->stage.layers[layer.value].depth;
  const Vec2 moved{camera_.x * part, camera_.y * part};
  return std::isfinite(moved.x) && std::isfinite(moved.y) ? moved : Vec2{};
}

Affine ScenePlayer::actor_to_stage(SceneActorIndex index) const noexcept {
  if (!is_in(index, scene_->actors)) return {};
  const SceneActor& actor = scene_->actors[index.value];
  const ScenePlacement& place = placements_[index.value];
  const Vec2 moved = parallax(actor.layer);
  Affine to_stage;
  to_stage.a = place.flip ? -place.scale : place.scale;
  to_stage.d = place.scale;
  to_stage.tx = place.x + moved.x;
  to_stage.ty = place.y + actor.ground + moved.y;
  return to_stage;
}

Affine ScenePlayer::stage_to_picture() const noexcept {
  Affine view;
  view.a = camera_.cosine / camera_.scale_x;
  view.c = camera_.sine / camera_.scale_x;
  view.b = -camera_.sine / camera_.scale_y;
  view.d = camera_.cosine / camera_.scale_y;
  view.tx = scene_->width / 2.0 - (view.a * camera_.x + view.c * camera_.y);
  view.ty = scene_->height / 2.0 - (view.b * camera_.x + view.d * camera_.y);
  return view;
}

}  // namespace sinew
