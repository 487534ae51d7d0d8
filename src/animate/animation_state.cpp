#include "sinew/animation_state.hpp"

#include <algorithm>

#include "animate/player.hpp"
#include "base/index_check.hpp"
#include "sinew/skeleton.hpp"
#include "sinew/skin_builder.hpp"

namespace sinew {

namespace {

Error no_animation(std::string_view name) {
  return Error{ErrorCode::unknown_name, "The skeleton has no animation called '" + std::string(name) + "'.", {}};
}

Entry* find(Player& player, EntryId id) {
  const std::uint32_t index = player.pool.find(id.value);
  return index == nobody ? nullptr : &player.at(index);
}

bool in_reach(std::uint32_t track) {
  return track < AnimationState::max_tracks;
}

Error no_track(std::uint32_t track) {
  return Error{ErrorCode::limit,
               "There is no track " + std::to_string(track) + ": tracks are numbered from 0 to " +
                   std::to_string(AnimationState::max_tracks - 1) + ".",
               {}};
}

bool fits(const BlendSpacePtr& space, const SkeletonData& data) {
  const bool same = space && same_skeleton(space->data(), data);
  SINEW_ASSERT(same);
  return same;
}

using PlayerPtr = std::shared_ptr<Player>;

/// A command: what it does is told to listeners when all of it is done. A listener may destroy or move the state, so
/// nothing of the state itself may be touched afterwards: the player is held here.
template <class Act>
auto command(const PlayerPtr& of_state, Act act) {
  const PlayerPtr player = of_state;
  player->open_log();
  const auto result = act(*player);
  player->listeners.deliver();
  return result;
}

template <class Act>
void perform(const PlayerPtr& of_state, Act act) {
  command(of_state, [&](Player& player) {
    act(player);
    return true;
  });
}

}  // namespace

AnimationState::AnimationState(SkeletonDataPtr data) {
  SINEW_ASSERT(data != nullptr);
  const bool rigby = data->semantics == Semantics::rigby;
  player_ = rigby ? make_rigby_player(std::move(data)) : make_spine_player(std::move(data));
  player_->listeners.owner = this;
}

AnimationState::~AnimationState() {
  if (player_) player_->listeners.owner = nullptr;
}

AnimationState::AnimationState(AnimationState&& other) noexcept : player_(std::move(other.player_)) {
  if (player_) player_->listeners.owner = this;
}

AnimationState& AnimationState::operator=(AnimationState&& other) noexcept {
  if (this == &other) return *this;
  if (player_) player_->listeners.owner = nullptr;
  player_ = std::move(other.player_);
  if (player_) player_->listeners.owner = this;
  return *this;
}

AnimationState::AnimationState(const AnimationState& other) : player_(other.player_->clone()) {
  player_->listeners.owner = this;
}

AnimationState& AnimationState::operator=(const AnimationState& other) {
  if (this == &other) return *this;
  if (player_ != nullptr && player_->data == other.player_->data) {
    player_->copy_from(*other.player_);
  } else {
    PlayerPtr made = other.player_->clone();
    if (player_) {
      made->listeners.take_over(player_->listeners);
      player_->listeners.owner = nullptr;
    }
    player_ = std::move(made);
    player_->listeners.owner = this;
  }
  return *this;
}

void AnimationState::set_default_mix(double seconds) {
  player_->default_mix = std::max(0.0, seconds);
}

Status AnimationState::set_mix(std::string_view from, std::string_view to, double seconds) {
  const AnimationIndex a = player_->data->find_animation(from), b = player_->data->find_animation(to);
  if (!a) return no_animation(from);
  if (!b) return no_animation(to);
  set_mix(a, b, seconds);
  return ok();
}

void AnimationState::set_mix(AnimationIndex from, AnimationIndex to, double seconds) {
  if (!is_in(from, player_->data->animations) || !is_in(to, player_->data->animations)) return;
  for (Player::MixPair& pair : player_->mixes) {
    if (pair.from == from && pair.to == to) {
      pair.seconds = std::max(0.0, seconds);
      return;
    }
  }
  player_->mixes.push_back({from, to, std::max(0.0, seconds)});
}

EntryId AnimationState::set_animation(std::uint32_t track, AnimationIndex animation, Loop loop) {
  if (!is_in(animation, player_->data->animations) || !in_reach(track)) return {};
  return command(player_, [&](Player& player) { return player.set(track, {animation, loop, nullptr}); });
}

Result<EntryId> AnimationState::set_animation(std::uint32_t track, std::string_view animation, Loop loop) {
  const AnimationIndex found = player_->data->find_animation(animation);
  if (!found) return no_animation(animation);
  if (!in_reach(track)) return no_track(track);
  return set_animation(track, found, loop);
}

EntryId AnimationState::add_animation(std::uint32_t track, AnimationIndex animation, Loop loop, double delay) {
  if (!is_in(animation, player_->data->animations) || !in_reach(track)) return {};
  return command(player_, [&](Player& player) { return player.add(track, {animation, loop, nullptr}, delay); });
}

Result<EntryId> AnimationState::add_animation(std::uint32_t track, std::string_view animation, Loop loop,
                                              double delay) {
  const AnimationIndex found = player_->data->find_animation(animation);
  if (!found) return no_animation(animation);
  if (!in_reach(track)) return no_track(track);
  return add_animation(track, found, loop, delay);
}

EntryId AnimationState::set_blend(std::uint32_t track, BlendSpacePtr space, Loop loop) {
  if (!in_reach(track) || !fits(space, *player_->data)) return {};
  return command(player_, [&](Player& player) { return player.set(track, {space->animation(0), loop, space}); });
}

EntryId AnimationState::add_blend(std::uint32_t track, BlendSpacePtr space, Loop loop, double delay) {
  if (!in_reach(track) || !fits(space, *player_->data)) return {};
  return command(player_, [&](Player& player) { return player.add(track, {space->animation(0), loop, space}, delay); });
}

void AnimationState::set_blend_position(EntryId entry, double x, double y) {
  if (Entry* found = find(*player_, entry)) player_->set_blend_position(*found, x, y);
}

EntryId AnimationState::set_empty(std::uint32_t track, double mix) {
  if (!in_reach(track)) return {};
  return command(player_, [&](Player& player) { return player.set_empty(track, std::max(0.0, mix)); });
}

EntryId AnimationState::add_empty(std::uint32_t track, double mix, double delay) {
  if (!in_reach(track)) return {};
  return command(player_, [&](Player& player) { return player.add_empty(track, std::max(0.0, mix), delay); });
}

void AnimationState::set_empty_all(double mix) {
  perform(player_, [&](Player& player) {
    for (std::uint32_t i = 0; i < player.tracks.size(); ++i) {
      if (player.tracks[i].current != nobody) player.set_empty(i, std::max(0.0, mix));
    }
  });
}

void AnimationState::clear(std::uint32_t track) {
  perform(player_, [&](Player& player) {
    if (track < player.tracks.size()) player.clear(track);
  });
}

void AnimationState::clear() {
  perform(player_, [](Player& player) {
    for (std::uint32_t i = 0; i < player.tracks.size(); ++i) player.clear(i);
  });
}

void AnimationState::set_alpha(EntryId entry, double alpha) {
  if (Entry* found = find(*player_, entry)) found->settings.alpha = alpha;
}
void AnimationState::set_time_scale(EntryId entry, double time_scale) {
  if (Entry* found = find(*player_, entry)) found->settings.time_scale = std::max(0.0, time_scale);
}
void AnimationState::set_track_time(EntryId entry, double seconds) {
  Entry* found = find(*player_, entry);
  if (!found) return;
  player_->set_track_time(*found, seconds);
  found->motion_from = seconds;
}

EntrySettings AnimationState::settings(EntryId entry) const {
  const Entry* found = find(*player_, entry);
  return found ? found->settings : EntrySettings{};
}

void AnimationState::set_settings(EntryId entry, const EntrySettings& settings) {
  Entry* found = find(*player_, entry);
  if (!found) return;
  found->settings = settings;
  found->settings.time_scale = std::max(0.0, settings.time_scale);
  found->animation_end = settings.animation_end.value_or(player_->duration(*found));
}

void AnimationState::set_animation_last(EntryId entry, double seconds) {
  if (Entry* found = find(*player_, entry)) found->animation_last = found->animation_done = seconds;
}
void AnimationState::reset_rotation(EntryId entry) {
  if (Entry* found = find(*player_, entry)) found->rotation.clear();
}

void AnimationState::set_mix_duration(EntryId entry, double seconds) {
  if (Entry* found = find(*player_, entry)) found->mix_duration = std::max(0.0, seconds);
}

void AnimationState::set_mix_duration(EntryId entry, double seconds, double delay) {
  Entry* found = find(*player_, entry);
  if (!found) return;
  found->mix_duration = std::max(0.0, seconds);
  if (found->queued) found->delay = player_->start_time(found->before, delay, found->mix_duration);
}

void AnimationState::set_time_scale(double time_scale) {
  player_->time_scale = time_scale;
}

EntryId AnimationState::current(std::uint32_t track) const {
  if (track >= player_->tracks.size() || player_->tracks[track].current == nobody) return {};
  return {player_->at(player_->tracks[track].current).id};
}

AnimationIndex AnimationState::animation(EntryId entry) const {
  const Entry* found = find(*player_, entry);
  return found ? found->animation : AnimationIndex{};
}

double AnimationState::track_time(EntryId entry) const {
  const Entry* found = find(*player_, entry);
  return found ? found->track_time : 0;
}

void AnimationState::set_loop(EntryId entry, Loop loop) {
  if (Entry* found = find(*player_, entry)) player_->set_loop(*found, loop);
}

void AnimationState::set_sync(EntryId entry, Sync sync) {
  Entry* found = find(*player_, entry);
  if (!found) return;
  found->sync = sync;
  player_->align(*found);
}

void AnimationState::set_mask(std::uint32_t track, TrackMaskPtr mask) {
  const bool usable = !mask || mask->fits(*player_->data);
  SINEW_ASSERT(usable);
  if (!usable || !in_reach(track)) return;
  player_->track(track).mask = std::move(mask);
  player_->mask_changed();
}

void AnimationState::set_root_motion(const std::optional<RootMotionOptions>& options) {
  player_->motion_timelines.set(*player_->data, options);
  player_->start_motion();
}

RootMotion AnimationState::root_motion() const noexcept {
  return player_->motion;
}

ListenerId AnimationState::add_listener(Listener listener) {
  return player_->listeners.add(std::move(listener));
}

void AnimationState::remove_listener(ListenerId listener) {
  player_->listeners.remove(listener);
}

void AnimationState::set_listener(EntryId entry, Listener listener) {
  Entry* found = find(*player_, entry);
  if (!found) return;
  // The old one may be what is calling: whoever calls it has a hold on it.
  found->listener = listener ? std::make_shared<const Listener>(std::move(listener)) : nullptr;
}

void AnimationState::update(double dt) {
  const PlayerPtr player = player_;
  player->begin_update();
  player->motion = {};
  player->update(dt * player->time_scale);
  player->end_update();
  player->listeners.deliver();
}

void AnimationState::apply(Skeleton& skeleton) {
  const bool same = same_skeleton(skeleton.data(), *player_->data);
  SINEW_ASSERT(same);
  if (!same) return;
  const PlayerPtr player = player_;
  player->apply(skeleton);
  player->listeners.deliver();
  player->close_log();
}

std::span<const StateEvent> AnimationState::notifications() const noexcept {
  return player_->log;
}
std::span<const FiredEvent> AnimationState::events() const noexcept {
  return player_->fired;
}

}  // namespace sinew
