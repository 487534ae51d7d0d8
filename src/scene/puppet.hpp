// One skeleton of a scene while it plays: the stage or an actor.
#pragma once

#include "sinew/scene.hpp"

namespace sinew {

struct ScenePlayer::Puppet {
  explicit Puppet(const SkeletonDataPtr& data) : skeleton(data), state(data) {}

  Skeleton skeleton;
  AnimationState state;
  std::span<const SceneClip> clips;  ///< of the shot
  std::size_t next_clip = 0;
  double time = 0;  ///< of the shot, up to which the tracks have played

  /// Where a step's events go.
  struct Collector {
    std::vector<SceneEvent>* events = nullptr;  ///< null: nowhere
    SceneShotIndex shot;
    SceneActorIndex actor;
  };

  /// Everything as new, at the start of a shot.
  void start(std::span<const SceneClip> shot_clips, SkinIndex skin);
  /// Plays the tracks up to a time of the shot and applies them. World transforms follow with skeleton.update().
  void play_to(double to, const Collector& collector);

 private:
  void begin(const SceneClip& clip);
  void apply_at(double at, const Collector& collector);
};

}  // namespace sinew
