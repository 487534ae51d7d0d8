#include "golden/golden_player.hpp"

#include <new>

#include "pose/pose_buffers.hpp"
#include "sinew/animation.hpp"
#include "sinew/geometry.hpp"

namespace sinew {

namespace {

/// Steps that are not recorded add to the events of the next frame; a file must not make that grow without end.
constexpr std::size_t most_events = 1'000'000;

Error no_such(std::string_view kind, std::string_view name) {
  return Error{
      ErrorCode::unknown_name, "the skeleton has no " + std::string(kind) + " called '" + std::string(name) + "'", {}};
}

GoldenDraw take_draw(const Skeleton& skeleton, SlotIndex slot, const Attachment& attachment) {
  GoldenDraw draw;
  draw.slot = slot.value;
  draw.attachment = attachment.key;
  draw.image = image_path(attachment, skeleton.sequence_frame(slot));
  draw.mesh = attachment.mesh != nullptr;
  draw.positions.resize(world_vertex_numbers(attachment));
  world_vertices(skeleton, slot, draw.positions);
  const Color tint = skeleton.color(slot), own = attachment.color;
  draw.color = {double{tint.r} * double{own.r}, double{tint.g} * double{own.g}, double{tint.b} * double{own.b},
                double{tint.a} * double{own.a}};
  if (const std::optional<Color> dark = skeleton.dark_color(slot)) draw.dark = {dark->r, dark->g, dark->b};
  return draw;
}

}  // namespace

GoldenPlayer::GoldenPlayer(SkeletonDataPtr data, const GoldenRun& run)
    : data_(std::move(data)), run_(&run), skeleton_(data_), state_(data_), carried_out_(run.ops.size(), false) {}

Result<GoldenPlayer> GoldenPlayer::start(SkeletonDataPtr data, const GoldenRun& run) {
  if (!run.not_understood.empty()) return Error{ErrorCode::not_supported, run.not_understood, {}};
  GoldenPlayer player(std::move(data), run);
  // A pose without its deforms, for lack of memory, must not be taken for what the library computes.
  PoseBuffers& pose = player.skeleton_.buffers();
  if (!reserve_deforms(pose, pose.slots)) throw std::bad_alloc();
  if (run.skin) {
    const SkinIndex skin = player.data_->find_skin(*run.skin);
    if (!skin) return no_such("skin", *run.skin);
    player.skeleton_.set_skin(skin);
    player.skeleton_.set_to_setup_pose();
  }
  if (run.animation) {
    player.animation_ = player.data_->find_animation(*run.animation);
    if (!player.animation_) return no_such("animation", *run.animation);
  }
  for (const GoldenApply& apply : run.applies) {
    player.animations_.push_back(player.data_->find_animation(apply.animation));
    if (!player.animations_.back()) return no_such("animation", apply.animation);
  }
  player.state_.set_default_mix(run.default_mix);
  player.state_.set_time_scale(run.time_scale);
  for (const GoldenMix& mix : run.mixes) {
    const Status status = player.state_.set_mix(mix.from, mix.to, mix.duration);
    if (!status) return status.error();
  }
  return player;
}

Status GoldenPlayer::step() {
  const double time = next_step_ / run_->fps;
  const double dt = next_step_ == 0 ? 0 : 1 / run_->fps;
  for (const GoldenCall& one : run_->calls) {
    if (one.step == next_step_) call(one);
  }
  switch (run_->mode) {
    case GoldenMode::state: {
      const Status status = play(time, dt);
      if (!status) return status;
      break;
    }
    case GoldenMode::apply:
      apply_all(time);
      break;
    case GoldenMode::pose:
    case GoldenMode::any:
      pose(time);
      break;
  }
  if (events_.size() > most_events) {
    return Error{ErrorCode::limit, "more than a million events fire between two recorded steps", {}};
  }
  skeleton_.update(dt, physics_);
  ++next_step_;
  return ok();
}

void GoldenPlayer::call(const GoldenCall& call) {
  const double x = call.x.value_or(0), y = call.y.value_or(0);
  switch (call.kind) {
    case GoldenCall::Kind::skeleton: {
      const Vec2 position = skeleton_.position(), scale = skeleton_.scale();
      skeleton_.set_position(call.x.value_or(position.x), call.y.value_or(position.y));
      skeleton_.set_scale(call.scale_x.value_or(scale.x), call.scale_y.value_or(scale.y));
      break;
    }
    case GoldenCall::Kind::physics_translate:
      skeleton_.translate_physics(x, y);
      break;
    case GoldenCall::Kind::physics_rotate:
      skeleton_.rotate_physics(x, y, call.degrees.value_or(0));
      break;
    case GoldenCall::Kind::physics:
      physics_ = call.physics;
      break;
    case GoldenCall::Kind::wind:
      skeleton_.set_wind(call.wind_x.value_or(1), call.wind_y.value_or(0));
      skeleton_.set_gravity(call.gravity_x.value_or(0), call.gravity_y.value_or(1));
      break;
  }
}

/// What the timelines made of the constraints, under the names that golden files use.
std::vector<GoldenValue> GoldenPlayer::constraint_values() const {
  static constexpr const char* ik[] = {"mix", "softness"};
  static constexpr const char* transform[] = {"mixRotate", "mixX", "mixY", "mixScaleX", "mixScaleY", "mixShearY"};
  static constexpr const char* path[] = {"position", "spacing", "mixRotate", "mixX", "mixY"};
  static constexpr const char* physics[] = {"inertia", "strength", "damping", "mass", "wind", "gravity", "mix"};
  static constexpr const char* slider[] = {"time", "mix"};
  std::vector<GoldenValue> values;
  for (std::size_t i = 0; i < data_->constraints.size(); ++i) {
    const ConstraintData& constraint = data_->constraints[i];
    const std::string name(constraint.name);
    const std::span<const double> numbers = skeleton_.keyed_values(ConstraintIndex(i));
    const auto take = [&](std::span<const char* const> fields) {
      for (std::size_t k = 0; k < fields.size(); ++k) values.push_back({name, fields[k], numbers[k]});
    };
    switch (constraint.type) {
      case ConstraintType::ik: {
        take(ik);
        const IkFlags flags = skeleton_.keyed_ik_flags(ConstraintIndex(i));
        values.push_back({name, "bendDirection", flags.bend_positive ? 1.0 : -1.0});
        values.push_back({name, "compress", flags.compress ? 1.0 : 0.0});
        values.push_back({name, "stretch", flags.stretch ? 1.0 : 0.0});
        break;
      }
      case ConstraintType::transform:
        take(transform);
        break;
      case ConstraintType::path:
        take(path);
        break;
      case ConstraintType::physics:
        take(physics);
        break;
      case ConstraintType::slider:
        take(slider);
        break;
    }
  }
  return values;
}

void GoldenPlayer::pose(double time) {
  skeleton_.set_to_setup_pose();
  if (animation_) {
    const Animation& animation = (*data_)[animation_];
    ApplyOptions options;
    options.previous_time = previous_time_;
    apply(skeleton_, animation, time, options);
    passed_.clear();
    collect_events(animation, previous_time_, time, passed_);
    for (const EventKey* key : passed_) record_event(*key);
  }
  previous_time_ = time;
}

Status GoldenPlayer::play(double time, double dt) {
  for (std::size_t i = 0; i < run_->ops.size(); ++i) {
    if (carried_out_[i] || !(run_->ops[i].at <= time)) continue;
    carried_out_[i] = true;
    const Status status = carry_out(run_->ops[i]);
    if (!status) return status;
  }
  state_.update(dt);
  if (run_->reset) skeleton_.set_to_setup_pose();
  state_.apply(skeleton_);
  for (const StateEvent& event : state_.notifications()) record_notification(event);
  return ok();
}

void GoldenPlayer::apply_all(double time) {
  skeleton_.set_to_setup_pose();
  for (std::size_t i = 0; i < animations_.size(); ++i) {
    apply(skeleton_, (*data_)[animations_[i]], time, run_->applies[i].options);
  }
}

Status GoldenPlayer::carry_out(const GoldenOp& op) {
  using Kind = GoldenOp::Kind;
  EntryId entry;
  if (op.kind == Kind::set || op.kind == Kind::add) {
    const AnimationIndex animation = data_->find_animation(op.animation);
    if (!animation) return no_such("animation", op.animation);
    const Loop loop = op.loop ? Loop::yes : Loop::no;
    entry = op.kind == Kind::set ? state_.set_animation(op.track, animation, loop)
                                 : state_.add_animation(op.track, animation, loop, op.delay);
  }
  switch (op.kind) {
    case Kind::set:
      if (op.mix) state_.set_mix_duration(entry, *op.mix);
      break;
    case Kind::add:
      if (op.mix) state_.set_mix_duration(entry, *op.mix, op.delay);
      break;
    case Kind::set_empty:
      entry = state_.set_empty(op.track, op.mix.value_or(0));
      break;
    case Kind::add_empty:
      entry = state_.add_empty(op.track, op.mix.value_or(0), op.delay);
      break;
    case Kind::modify:
      entry = state_.current(op.track);
      if (op.mix) state_.set_mix_duration(entry, *op.mix);
      break;
    case Kind::set_empty_all:
      state_.set_empty_all(op.mix.value_or(0));
      return ok();
    case Kind::clear:
      state_.clear(op.track);
      return ok();
    case Kind::clear_all:
      state_.clear();
      return ok();
    case Kind::time_scale:
      state_.set_time_scale(op.value);
      return ok();
  }
  change_settings(op, entry);
  return ok();
}

void GoldenPlayer::change_settings(const GoldenOp& op, EntryId entry) {
  EntrySettings settings = state_.settings(entry);
  const auto take = [](const auto& from, auto& to) {
    if (from) to = *from;
  };
  take(op.alpha, settings.alpha);
  take(op.time_scale, settings.time_scale);
  take(op.reverse, settings.reverse);
  take(op.additive, settings.additive);
  take(op.hold_previous, settings.hold_previous);
  take(op.shortest_rotation, settings.shortest_rotation);
  take(op.animation_start, settings.animation_start);
  if (op.animation_end) settings.animation_end = op.animation_end;
  if (op.track_end) settings.track_end = op.track_end;
  take(op.event_threshold, settings.event_threshold);
  take(op.mix_attachment_threshold, settings.mix_attachment_threshold);
  take(op.alpha_attachment_threshold, settings.alpha_attachment_threshold);
  take(op.mix_draw_order_threshold, settings.mix_draw_order_threshold);
  take(op.mix_interpolation, settings.mix_interpolation);
  state_.set_settings(entry, settings);
  if (op.track_time) state_.set_track_time(entry, *op.track_time);
  if (op.animation_last) state_.set_animation_last(entry, *op.animation_last);
  if (op.reset_rotation) state_.reset_rotation(entry);
}

void GoldenPlayer::record_notification(const StateEvent& event) {
  static constexpr const char* types[] = {"start", "interrupt", "end", "dispose", "complete", "event"};
  GoldenNotification& notification = notifications_.emplace_back();
  notification.step = next_step_;
  notification.track = event.track;
  notification.type = types[static_cast<std::size_t>(event.type)];
  notification.animation = event.animation ? std::string((*data_)[event.animation].name) : "<empty>";
  if (event.type != StateEventType::event) return;
  notification.event = (*data_)[event.key->event].name;
  record_event(*event.key);
}

void GoldenPlayer::record_event(const EventKey& key) {
  const EventData& data = (*data_)[key.event];
  GoldenEvent& event = events_.emplace_back();
  event.step = next_step_;
  event.name = data.name;
  event.int_value = key.int_value;
  event.float_value = key.float_value;
  event.string_value = key.string_value;
  if (!data.audio.empty()) event.audio = GoldenEvent::Audio{key.volume, key.balance};
}

GoldenFrame GoldenPlayer::take_frame(bool with_draws) {
  GoldenFrame frame;
  frame.step = next_step_ - 1;
  frame.bones.resize(data_->bones.size());
  for (std::size_t i = 0; i < frame.bones.size(); ++i) {
    if (skeleton_.active(BoneIndex(i))) frame.bones[i] = skeleton_.world(BoneIndex(i));
  }
  frame.constraints = constraint_values();
  frame.applied.emplace(frame.bones.size());
  for (std::size_t i = 0; i < frame.bones.size(); ++i) {
    if (frame.bones[i]) (*frame.applied)[i] = skeleton_.applied_pose(BoneIndex(i));
  }
  for (const SlotIndex slot : skeleton_.draw_order()) frame.draw_order.push_back(slot.value);
  if (with_draws) {
    frame.draws.emplace();
    for (const SlotIndex slot : skeleton_.draw_order()) {
      const AttachmentIndex index = skeleton_.attachment(slot);
      if (!index || !skeleton_.active((*data_)[slot].bone)) continue;
      const Attachment& attachment = (*data_)[index];
      if (attachment.region == nullptr && attachment.mesh == nullptr) continue;
      frame.draws->push_back(take_draw(skeleton_, slot, attachment));
    }
  }
  frame.events.swap(events_);
  frame.listener.emplace();
  frame.listener->swap(notifications_);
  return frame;
}

}  // namespace sinew
