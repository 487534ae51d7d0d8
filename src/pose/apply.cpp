// Applying an animation: one case a kind of timeline. Spec: animation.md 4 to 6.
#include <algorithm>

#include "pose/apply.hpp"
#include "pose/apply_program.hpp"
#include "pose/curves.hpp"
#include "pose/deform.hpp"
#include "pose/draw_order.hpp"
#include "pose/mix.hpp"
#include "pose/pose_buffers.hpp"
#include "pose/sequence.hpp"
#include "sinew/animation.hpp"

namespace sinew {

namespace {

/// How a kind of value meets the pose: mix_offset or mix_scale.
using MixValue = double (*)(double current, double setup, double value, const Mix& mix);

template <MixValue mix_value>
void apply_one(double& current, double setup, const Timeline& timeline, const Moment& at, const Mix& mix) noexcept {
  double value[1];
  current = evaluate_few(timeline, at, mix.rules, value) ? mix_value(current, setup, value[0], mix)
                                                         : mix_before(current, setup, mix);
}

template <MixValue mix_value>
void apply_two(double* pair, double setup_x, double setup_y, const Timeline& timeline, const Moment& at,
               const Mix& mix) noexcept {
  double &x = pair[0], &y = pair[1];
  double values[2];
  const bool keyed = evaluate_few(timeline, at, mix.rules, values);
  x = keyed ? mix_value(x, setup_x, values[0], mix) : mix_before(x, setup_x, mix);
  y = keyed ? mix_value(y, setup_y, values[1], mix) : mix_before(y, setup_y, mix);
}

void apply_rotation_3_8(double& current, double setup, const Timeline& timeline, const Moment& at,
                        const Mix& mix) noexcept {
  double value;
  if (!evaluate(timeline, at, mix.rules, &value)) {
    // As for any number, but the short way.
    if (mix.base == MixBase::setup) current = setup;
    if (mix.base == MixBase::first) current += short_way(setup - current) * mix.weight;
    return;
  }
  const bool after_last = at.time >= timeline.times.back();
  current = mix_rotation_3_8(current, setup, after_last ? value + timeline.turns_at_end : value, after_last, mix);
}

void apply_bone(PoseBuffers& pose, const Timeline& timeline, const Moment& at, const Mix& mix) noexcept {
  const std::uint32_t i = timeline.bone.value;
  if (!mix.rigby() && !pose.active[i]) return;
  // Sliders change the applied pose; skeletons with sliders are never lean.
  const auto numbers = [&](std::uint8_t group) {
    if (!mix.slider) return group_of(pose, i, group);
    BonePose& bone = pose.applied_pose(i);
    return group == pose_group::translate ? &bone.x
           : group == pose_group::rotate  ? &bone.rotation
           : group == pose_group::scale   ? &bone.scale_x
                                          : &bone.shear_x;
  };
  const BonePose& setup = pose.compiled->setup_bones[i];
  switch (timeline.type) {
    case TimelineType::rotate:
      if (mix.rules == RuleSet::spine_3_8) {
        return apply_rotation_3_8(*numbers(pose_group::rotate), setup.rotation, timeline, at, mix);
      }
      apply_one<mix_offset>(*numbers(pose_group::rotate), setup.rotation, timeline, at, mix);
      break;
    case TimelineType::translate:
      apply_two<mix_offset>(numbers(pose_group::translate), setup.x, setup.y, timeline, at, mix);
      break;
    case TimelineType::translate_x:
      apply_one<mix_offset>(numbers(pose_group::translate)[0], setup.x, timeline, at, mix);
      break;
    case TimelineType::translate_y:
      apply_one<mix_offset>(numbers(pose_group::translate)[1], setup.y, timeline, at, mix);
      break;
    case TimelineType::scale:
      apply_two<mix_scale>(numbers(pose_group::scale), setup.scale_x, setup.scale_y, timeline, at, mix);
      break;
    case TimelineType::scale_x:
      apply_one<mix_scale>(numbers(pose_group::scale)[0], setup.scale_x, timeline, at, mix);
      break;
    case TimelineType::scale_y:
      apply_one<mix_scale>(numbers(pose_group::scale)[1], setup.scale_y, timeline, at, mix);
      break;
    case TimelineType::shear:
      apply_two<mix_offset>(numbers(pose_group::shear), setup.shear_x, setup.shear_y, timeline, at, mix);
      break;
    case TimelineType::shear_x:
      apply_one<mix_offset>(numbers(pose_group::shear)[0], setup.shear_x, timeline, at, mix);
      break;
    case TimelineType::shear_y:
      apply_one<mix_offset>(numbers(pose_group::shear)[1], setup.shear_y, timeline, at, mix);
      break;
    case TimelineType::inherit: {
      Inherit& inherit = mix.slider ? pose.applied_inherit_of(i) : pose.inherit[i];
      const std::size_t key = key_at(timeline, at);
      switch (mix_held(key == npos, mix)) {
        case Held::keep:
          break;
        case Held::setup:
          inherit = pose.compiled->setup_inherits[i];
          break;
        case Held::key:
          inherit = timeline.inherits[key == npos ? 0 : key];
          break;
      }
      break;
    }
    default:
      break;
  }
}

/// Which channels a colour timeline sets, in the order of its components.
struct ColorParts {
  bool rgb, alpha, dark;
};

ColorParts parts_of(TimelineType type) noexcept {
  switch (type) {
    case TimelineType::rgba:
      return {true, true, false};
    case TimelineType::rgb:
      return {true, false, false};
    case TimelineType::alpha:
      return {false, true, false};
    case TimelineType::rgba2:
      return {true, true, true};
    default:
      return {true, false, true};  // rgb2
  }
}

void apply_color(const PoseBuffers& pose, SlotPose& slots, const Timeline& timeline, const Moment& at,
                 const Mix& mix) noexcept {
  const std::uint32_t i = timeline.slot.value;
  if (!mix.rigby() && !pose.active[pose.data->slots[i].bone.value]) return;
  double values[7];
  const bool keyed = evaluate(timeline, at, mix.rules, values);
  if (!keyed && mix.base == MixBase::current) return;
  const ColorParts parts = parts_of(timeline.type);
  const double* value = values;
  // Only overshooting curves show where the reference clamps. Spec: animation.md 4.2, colour.
  const bool clamp_all = mix.rules == RuleSet::spine_4_3 || mix.rules == RuleSet::spine_3_8;
  const bool clamp_light = clamp_all || (mix.rules == RuleSet::spine_4_2 && parts.rgb && parts.alpha);
  const auto set = [&](float& current, float setup, bool clamp) {
    current = keyed ? mix_channel(current, setup, *value++, mix, clamp)
                    : static_cast<float>(mix_before(static_cast<double>(current), static_cast<double>(setup), mix));
  };
  Color& color = stored_color(pose, slots, i);
  const Color& setup = pose.compiled->setup_colors[i];
  if (parts.rgb) {
    set(color.r, setup.r, clamp_light);
    set(color.g, setup.g, clamp_light);
    set(color.b, setup.b, clamp_light);
  }
  if (parts.alpha) set(color.a, setup.a, clamp_light);
  if (parts.dark) {
    Color& dark = slots.dark[i];
    const Color& setup_dark = pose.compiled->setup_darks[i];
    slots.has_dark[i] = 1;
    set(dark.r, setup_dark.r, clamp_all);
    set(dark.g, setup_dark.g, clamp_all);
    set(dark.b, setup_dark.b, clamp_all);
  }
}

void apply_attachment(const PoseBuffers& pose, SlotPose& slots, const Timeline& timeline, const Moment& at,
                      const Mix& mix) noexcept {
  const std::uint32_t i = timeline.slot.value;
  if (!mix.rigby() && !pose.active[pose.data->slots[i].bone.value]) return;
  const std::size_t key = key_at(timeline, at);
  switch (mix_held(key == npos, mix)) {
    case Held::keep:
      break;
    case Held::setup:
      change_attachment(pose, slots, timeline.slot, pose.setup_attachment[i]);
      break;
    case Held::key:
      change_attachment(pose, slots, timeline.slot, resolve(pose, timeline.attachments[key == npos ? 0 : key]));
      break;
  }
}

void apply_order(PoseBuffers& pose, SlotPose& slots, const Timeline& timeline, const Moment& at,
                 const Mix& mix) noexcept {
  const std::size_t key = key_at(timeline, at);
  const DrawOrderKey* chosen = nullptr;
  switch (mix_held(key == npos, mix)) {
    case Held::keep:
      return;
    case Held::setup:
      break;
    case Held::key:
      chosen = &timeline.draw_orders[key == npos ? 0 : key];
      break;
  }
  if (timeline.type == TimelineType::draw_order) {
    apply_draw_order(slots, chosen);
  } else {
    apply_draw_order_folder(pose, slots, timeline.folder, chosen);
  }
}

}  // namespace

void apply_timeline(PoseBuffers& pose, const Timeline& timeline, const Moment& at, const Mix& mix) noexcept {
  if (mix.slider && !(at.time >= timeline.times.front())) return;
  SlotPose& slots = mix.slider ? pose.shown() : pose.slots;
  switch (timeline.type) {
    case TimelineType::rotate:
    case TimelineType::translate:
    case TimelineType::translate_x:
    case TimelineType::translate_y:
    case TimelineType::scale:
    case TimelineType::scale_x:
    case TimelineType::scale_y:
    case TimelineType::shear:
    case TimelineType::shear_x:
    case TimelineType::shear_y:
    case TimelineType::inherit:
      apply_bone(pose, timeline, at, mix);
      break;
    case TimelineType::attachment:
      apply_attachment(pose, slots, timeline, at, mix);
      break;
    case TimelineType::rgba:
    case TimelineType::rgb:
    case TimelineType::alpha:
    case TimelineType::rgba2:
    case TimelineType::rgb2:
      apply_color(pose, slots, timeline, at, mix);
      break;
    case TimelineType::deform:
      apply_deform(pose, slots, timeline, at, mix);
      break;
    case TimelineType::sequence:
      apply_sequence(pose, slots, timeline, at, mix);
      break;
    case TimelineType::draw_order:
    case TimelineType::draw_order_folder:
      apply_order(pose, slots, timeline, at, mix);
      break;
    case TimelineType::event:
      break;  // collected by collect_events()
    default:
      apply_constraint(pose, timeline, at, mix);
      break;
  }
}

void apply(Skeleton& skeleton, const Animation& animation, double time, const ApplyOptions& options) {
  PoseBuffers& pose = skeleton.buffers();
  Mix mix;
  mix.rules = pose.rules();
  mix.weight = options.weight;
  mix.previous_time = options.previous_time.value_or(time);
  if (mix.rigby()) {
    time = std::clamp(time, 0.0, animation.duration);
  } else {
    mix.base = options.base;
    mix.additive = options.additive;
    mix.out = options.mixing_out;
  }
  const Samples samples(animation.program, time);
  const Moment& at = samples.moment();
  if (at.samples && is_whole(mix)) {
    apply_steps(pose, *animation.program, at, mix.base);
    for (const std::uint32_t i : animation.program->rest) apply_timeline(pose, animation.timelines[i], at, mix);
    return;
  }
  for (const Timeline& timeline : animation.timelines) apply_timeline(pose, timeline, at, mix);
}

void collect_events(const Animation& animation, double previous_time, double time,
                    std::vector<const EventKey*>& events) {
  if (!animation.events) return;
  const Timeline& timeline = *animation.events;
  const auto first = std::upper_bound(timeline.times.begin(), timeline.times.end(), previous_time);
  for (auto at = first; at != timeline.times.end() && *at <= time; ++at) {
    events.push_back(&timeline.events[static_cast<std::size_t>(at - timeline.times.begin())]);
  }
}

}  // namespace sinew
