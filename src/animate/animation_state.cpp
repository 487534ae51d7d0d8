#include "sinew/animation_state.hpp"

#include <algorithm>

#include "animate/player.hpp"
#include "sinew/skeleton.hpp"

namespace sinew {

namespace {

Error no_animation(std::string_view name) {
  return Error{ErrorCode::unknown_name, "The skeleton has no animation called '" + std::string(name) + "'.", {}};
}

Entry* find(Player& player, EntryId id) {
  const std::uint32_t index = player.pool.find(id.value);
  return index == nobody ? nullptr : &player.at(index);
}

}  // namespace

AnimationState::AnimationState(SkeletonDataPtr data) {
  SINEW_ASSERT(data != nullptr);
  const bool rigby = data->semantics == Semantics::rigby;
  player_ = rigby ? make_rigby_player(std::move(data)) : make_spine_player(std::move(data));
}
AnimationState::~AnimationState() = default;
AnimationState::AnimationState(AnimationState&&) noexcept = default;
AnimationState& AnimationState::operator=(AnimationState&&) noexcept = default;
AnimationState::AnimationState(const AnimationState& other) : player_(other.player_->clone()) {}
AnimationState& AnimationState::operator=(const AnimationState& other) {
  if (this == &other) return *this;
  if (player_ != nullptr && player_->data == other.player_->data) {
    player_->copy_from(*other.player_);
  } else {
    player_ = other.player_->clone();
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
  for (Player::MixPair& pair : player_->mixes) {
    if (pair.from == from && pair.to == to) {
      pair.seconds = std::max(0.0, seconds);
      return;
    }
  }
  player_->mixes.push_back({from, to, std::max(0.0, seconds)});
}

EntryId AnimationState::set_animation(std::uint32_t track, AnimationIndex animation, Loop loop) {
  SINEW_ASSERT(animation && animation.value < player_->data->animations.size());
  player_->open_log();
  return player_->set(track, animation, loop == Loop::yes);
}

Result<EntryId> AnimationState::set_animation(std::uint32_t track, std::string_view animation, Loop loop) {
  const AnimationIndex found = player_->data->find_animation(animation);
  if (!found) return no_animation(animation);
  return set_animation(track, found, loop);
}

EntryId AnimationState::add_animation(std::uint32_t track, AnimationIndex animation, Loop loop, double delay) {
  SINEW_ASSERT(animation && animation.value < player_->data->animations.size());
  player_->open_log();
  return player_->add(track, animation, loop == Loop::yes, delay);
}

Result<EntryId> AnimationState::add_animation(std::uint32_t track, std::string_view animation, Loop loop,
                                              double delay) {
  const AnimationIndex found = player_->data->find_animation(animation);
  if (!found) return no_animation(animation);
  return add_animation(track, found, loop, delay);
}

EntryId AnimationState::set_empty(std::uint32_t track, double mix) {
  player_->open_log();
  return player_->set_empty(track, std::max(0.0, mix));
}

EntryId AnimationState::add_empty(std::uint32_t track, double mix, double delay) {
  player_->open_log();
  return player_->add_empty(track, std::max(0.0, mix), delay);
}

void AnimationState::set_empty_all(double mix) {
  for (std::uint32_t i = 0; i < player_->tracks.size(); ++i) {
    if (player_->tracks[i].current != nobody) set_empty(i, mix);
  }
}

void AnimationState::clear(std::uint32_t track) {
  player_->open_log();
  if (track < player_->tracks.size()) player_->clear(track);
}

void AnimationState::clear() {
  for (std::uint32_t i = 0; i < player_->tracks.size(); ++i) clear(i);
}

void AnimationState::set_alpha(EntryId entry, double alpha) {
  if (Entry* found = find(*player_, entry)) found->settings.alpha = alpha;
}
void AnimationState::set_time_scale(EntryId entry, double time_scale) {
  if (Entry* found = find(*player_, entry)) found->settings.time_scale = std::max(0.0, time_scale);
}
void AnimationState::set_track_time(EntryId entry, double seconds) {
  if (Entry* found = find(*player_, entry)) player_->set_track_time(*found, seconds);
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

void AnimationState::update(double dt) {
  player_->begin_update();
  player_->update(dt * player_->time_scale);
  player_->end_update();
}

void AnimationState::apply(Skeleton& skeleton) {
  SINEW_ASSERT(&skeleton.data() == player_->data.get());
  player_->apply(skeleton);
  player_->close_log();
}

std::span<const StateEvent> AnimationState::notifications() const noexcept {
  return player_->log;
}
std::span<const FiredEvent> AnimationState::events() const noexcept {
  return player_->fired;
}

}  // namespace sinew
