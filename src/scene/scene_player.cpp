// How a scene's time passes: shots, and the steps in them.
#include <algorithm>
#include <cmath>

#include "base/index_check.hpp"
#include "scene/camera.hpp"
#include "scene/puppet.hpp"

namespace sinew {

namespace {

/// A moment so little before or after a step, in seconds, is that step: sums of a frame's seconds are not exact.
double tolerance(const Scene& scene) {
  return 1e-6 * std::min(1 / scene.fps, 1.0);
}

/// One advance() takes no more.
constexpr std::uint64_t most_steps = 10000;

/// The last step at or before a time.
std::uint64_t step_at(const Scene& scene, double time) {
  return static_cast<std::uint64_t>(std::floor((time + tolerance(scene)) * scene.fps));
}

double time_of(const Scene& scene, std::uint64_t step) {
  return static_cast<double>(step) / scene.fps;
}

/// Whether a time is that of a step.
bool on_step(const Scene& scene, double time, std::uint64_t step) {
  return std::fabs(time - time_of(scene, step)) <= tolerance(scene);
}

[[maybe_unused]] bool starts_ascend(const std::vector<SceneClip>& clips) {
  return std::is_sorted(clips.begin(), clips.end(),
                        [](const SceneClip& a, const SceneClip& b) { return a.start < b.start; });
}

/// The number of a puppet: the stage is the first.
std::size_t puppet_of(SceneActorIndex actor) {
  return actor.value + std::size_t{1};
}

SceneActorIndex actor_of(std::size_t puppet) {
  return puppet == 0 ? SceneActorIndex() : SceneActorIndex(puppet - 1);
}

}  // namespace

SceneActorIndex Scene::find_actor(std::string_view wanted) const noexcept {
  for (std::size_t i = 0; i < actors.size(); ++i) {
    if (actors[i].name == wanted) return SceneActorIndex(i);
  }
  return {};
}

SceneShotIndex Scene::find_shot(std::string_view wanted) const noexcept {
  for (std::size_t i = 0; i < shots.size(); ++i) {
    if (shots[i].name == wanted) return SceneShotIndex(i);
  }
  return {};
}

double Scene::duration() const noexcept {
  double sum = 0;
  for (const SceneShot& shot : shots) sum += shot.duration;
  return sum;
}

ScenePlayer::ScenePlayer(std::shared_ptr<const Scene> scene) : scene_(std::move(scene)) {
  SINEW_ASSERT(scene_ != nullptr && !scene_->shots.empty());
  for ([[maybe_unused]] const SceneShot& shot : scene_->shots) SINEW_ASSERT(starts_ascend(shot.stage));

  const SceneStage& stage = scene_->stage;
  puppets_.reserve(scene_->actors.size() + 1);
  puppets_.emplace_back(stage.skeleton.data);
  for (const SceneActor& actor : scene_->actors) puppets_.emplace_back(actor.skeleton.data);

  for (std::size_t i = 0; i < scene_->actors.size(); ++i) back_to_front_.emplace_back(i);
  std::stable_sort(back_to_front_.begin(), back_to_front_.end(), [&](SceneActorIndex a, SceneActorIndex b) {
    return scene_->actors[a.value].order < scene_->actors[b.value].order;
  });

  slot_layers_.assign(stage.skeleton.data->slots.size(), SceneLayerIndex::none);
  for (std::size_t i = 0; i < stage.layers.size(); ++i) {
    const SceneLayer& layer = stage.layers[i];
    if (layer.depth == 1 || layer.slots.empty()) continue;
    far_to_near_.emplace_back(i);
    for (const SlotIndex slot : layer.slots) slot_layers_[slot.value] = static_cast<std::uint32_t>(i);
  }
  std::stable_sort(far_to_near_.begin(), far_to_near_.end(), [&](SceneLayerIndex a, SceneLayerIndex b) {
    return stage.layers[a.value].depth > stage.layers[b.value].depth;
  });

  start_shot(SceneShotIndex(0));
  step_to(0, &start_events_);
  show();
}

ScenePlayer::~ScenePlayer() = default;
ScenePlayer::ScenePlayer(ScenePlayer&&) noexcept = default;
ScenePlayer& ScenePlayer::operator=(ScenePlayer&&) noexcept = default;

void ScenePlayer::start_shot(SceneShotIndex shot) {
  shot_ = shot;
  time_ = 0;
  steps_ = 0;
  finished_ = false;
  const SceneShot& what = scene_->shots[shot.value];
  placements_.clear();
  for (const SceneActor& actor : scene_->actors) placements_.push_back(actor.placement);
  std::vector<std::span<const SceneClip>> clips(puppets_.size());
  clips[0] = what.stage;
  for (const SceneRole& role : what.roles) {
    SINEW_ASSERT(starts_ascend(role.clips));
    placements_[role.actor.value] = role.placement;
    clips[puppet_of(role.actor)] = role.clips;
  }
  for (std::size_t i = 0; i < puppets_.size(); ++i) {
    puppets_[i].start(clips[i], i == 0 ? scene_->stage.skin : placements_[i - 1].skin);
  }
}

/// Takes the steps up to `step` that have not been taken yet.
void ScenePlayer::step_to(std::uint64_t step, std::vector<SceneEvent>* events) {
  for (; steps_ <= step; ++steps_) {
    for (std::size_t i = 0; i < puppets_.size(); ++i) {
      Puppet& puppet = puppets_[i];
      puppet.play_to(time_of(*scene_, steps_), {events, shot_, actor_of(i)});
      puppet.skeleton.update(steps_ == 0 ? 0 : 1 / scene_->fps);
    }
  }
}

/// Poses copies at a time after the last step, with springs as they are.
void ScenePlayer::pose_at(double time, std::vector<SceneEvent>* events) {
  if (shown_puppets_.empty()) {
    shown_puppets_ = puppets_;
  } else {
    std::copy(puppets_.begin(), puppets_.end(), shown_puppets_.begin());
  }
  for (std::size_t i = 0; i < shown_puppets_.size(); ++i) {
    Puppet& puppet = shown_puppets_[i];
    const double since = time - puppet.time;
    puppet.play_to(time, {events, shot_, actor_of(i)});
    puppet.skeleton.update(since, PhysicsMode::pose);
  }
}

/// Goes on after the shot whose steps have all been taken; false when nothing follows.
bool ScenePlayer::end_shot(std::uint64_t last_step) {
  time_ = scene_->shots[shot_.value].duration;
  if (!on_step(*scene_, time_, last_step)) pose_at(time_, &events_);  // what it passes after its last step
  ended_.push_back(shot_);
  if (repeat_ == SceneRepeat::shot) {
    start_shot(shot_);
  } else if (shot_.value + std::size_t{1} < scene_->shots.size()) {
    start_shot(SceneShotIndex(shot_.value + std::size_t{1}));
  } else if (repeat_ == SceneRepeat::scene) {
    start_shot(SceneShotIndex(0));
  } else {
    finished_ = true;
  }
  return !finished_;
}

void ScenePlayer::advance(double seconds) {
  ended_.clear();
  events_.swap(start_events_);
  start_events_.clear();
  if (finished_ || !(seconds > 0) || !std::isfinite(seconds)) return;
  double target = time_ + seconds;
  std::uint64_t budget = most_steps;
  for (;;) {
    const double duration = scene_->shots[shot_.value].duration;
    const bool ends = target >= duration - tolerance(*scene_);
    const std::uint64_t wanted = step_at(*scene_, ends ? duration : target);
    const std::uint64_t last = std::min(wanted, steps_ - 1 + budget);
    budget -= std::min(budget, last + 1 - std::min(steps_, last + 1));
    step_to(last, &events_);
    if (last < wanted) {
      time_ = time_of(*scene_, last);
      break;
    }
    if (!ends) {
      time_ = target;
      break;
    }
    if (!end_shot(last)) break;
    target = std::max(0.0, target - duration);
    step_to(0, &events_);
    if (budget == 0) break;
    --budget;
  }
  show();
}

void ScenePlayer::seek(SceneShotIndex shot, double seconds) {
  if (!is_in(shot, scene_->shots)) return;
  ended_.clear();
  events_.clear();
  start_events_.clear();
  const double duration = scene_->shots[shot.value].duration;
  const double time = seconds > 0 ? std::min(seconds, duration) : 0;
  const std::uint64_t step = step_at(*scene_, time);
  if (shot != shot_ || step + 1 < steps_) start_shot(shot);
  finished_ = false;
  step_to(step, time > 0 ? nullptr : &start_events_);
  time_ = time;
  show();
}

void ScenePlayer::seek(double seconds) {
  seek(shot_, seconds);
}

Status ScenePlayer::jump(std::string_view shot, double seconds) {
  const SceneShotIndex found = scene_->find_shot(shot);
  if (!found) {
    return Error{ErrorCode::unknown_name, "The scene has no shot called '" + std::string(shot) + "'.", {}};
  }
  seek(found, seconds);
  return ok();
}

/// Makes what is shown follow from the time.
void ScenePlayer::show() {
  between_ = !on_step(*scene_, time_, steps_ - 1);
  if (between_) pose_at(time_, nullptr);
  camera_ = look_through(stage(), scene_->stage.camera);
}

const ScenePlayer::Puppet& ScenePlayer::shown(std::size_t puppet) const noexcept {
  return between_ ? shown_puppets_[puppet] : puppets_[puppet];
}

const Skeleton& ScenePlayer::stage() const noexcept {
  return shown(0).skeleton;
}
const Skeleton& ScenePlayer::actor(SceneActorIndex actor) const noexcept {
  return is_in(actor, scene_->actors) ? shown(puppet_of(actor)).skeleton : stage();
}
const ScenePlacement& ScenePlayer::placement(SceneActorIndex actor) const noexcept {
  static const ScenePlacement as_it_is;
  return is_in(actor, scene_->actors) ? placements_[actor.value] : as_it_is;
}

}  // namespace sinew
