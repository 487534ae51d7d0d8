// Applying what plays and what it mixes from. Spec: animation.md 10.
#include <algorithm>
#include <cmath>

#include "animate/rotation_mix.hpp"
#include "animate/spine_player.hpp"
#include "pose/apply_program.hpp"
#include "pose/curves.hpp"

namespace sinew {

namespace {

double masked(const TrackMask* mask, const Timeline& timeline) {
  return mask ? mask->weight(timeline) : 1;
}

const Role& role_of(const Entry& entry, std::size_t first_timeline, std::size_t i) {
  return entry.roles[first_timeline + i];
}

}  // namespace

// -- Applying (10) --------------------------------------------------------------------------------------------------

void SpinePlayer::apply(Skeleton& skeleton) {
  PoseBuffers& pose = skeleton.buffers();
  collect_ = !applied_since_update_;
  applied_since_update_ = true;
  update_roles();
  marks_.assign(pose.slots.attachment.size(), Mark::none);
  any_temporary_ = false;
  for (Track& t : tracks) {
    if (t.current != nobody && at(t.current).delay <= 0) apply_current(pose, t);
  }
  for (std::size_t i = 0; any_temporary_ && i < marks_.size(); ++i) {
    if (marks_[i] == Mark::temporary) {
      change_attachment(pose, pose.slots, SlotIndex(i), pose.setup_attachment[i]);
    }
  }
  remove_motion(skeleton);
}

// -- Applying -------------------------------------------------------------------------------------------------------

SpinePlayer::Pass SpinePlayer::make_pass(const Entry& entry, const Clip& clip, double time, bool out) const {
  Mix mix;
  mix.rules = data->compiled->rules;
  mix.out = out;
  mix.previous_time = entry.animation_last * clip.seconds;
  const double seconds = (entry.settings.reverse ? duration(entry) - time : time) * clip.seconds;
  return {&clip, Samples(clip.animation->program, seconds), mix, 0};
}

void SpinePlayer::apply_whole(PoseBuffers& pose, const Pass& pass) {
  const Animation& animation = *pass.clip->animation;
  apply_steps(pose, *animation.program, pass.at(), pass.mix.base);
  for (const std::uint32_t i : animation.program->rest) {
    const Timeline& timeline = animation.timelines[i];
    if (timeline.type == TimelineType::attachment) {
      apply_attachment(pose, timeline, pass.at(), pass.mix.base, true);
    } else {
      apply_timeline(pose, timeline, pass.at(), pass.mix);
    }
  }
}

/// Weight and base of a blend space's timeline, for an entry that counts with weight `a` there. False: it is not
/// applied.
bool SpinePlayer::share_out(const Entry& entry, const Clips& clips, const Pass& pass, std::size_t i, double a,
                            Mix& mix) {
  bool over = false;
  if (!pass.clip->dominant && cannot_blend(pass.clip->animation->timelines[i].type)) return false;
  if (cannot_blend(pass.clip->animation->timelines[i].type)) return true;
  mix.weight = clip_weight(entry, clips, *pass.clip, i, a, mix.additive, over);
  // The others mix from what the first made, not from the setup pose.
  if (over && mix.base == MixBase::setup) mix.base = MixBase::first;
  return true;
}

void SpinePlayer::apply_current(PoseBuffers& pose, Track& t) {
  Entry& entry = at(t.current);
  double a = entry.settings.alpha;
  if (entry.older != nobody) {
    a *= apply_older(pose, t);
  } else if (reaches_track_end(entry, entry.track_time) && t.first_queued == nobody) {
    a = 0;
  }
  const double time = animation_time(entry);
  const Clips clips = clips_of(entry);
  for (const Clip& clip : clips) {
    Pass pass = make_pass(entry, clip, time, false);
    if (newer_) {
      current_4_3(pose, t, entry, clips, a, pass);
    } else {
      current_4_2(pose, t, entry, clips, a, pass);
    }
  }
  if (collect_ && counted(entry)) {
    pass_rounds(entry, true);
  } else if (collect_) {
    const EventKeys events = event_keys(entry);
    queue_events(entry, events, collect(entry, events, time, true), time);
  }
  entry.animation_done = time;
  entry.track_done = entry.track_time;
}

void SpinePlayer::make_memory(Entry& entry, const Clip& clip) {
  const std::size_t count = entry.blend ? entry.blend->timeline_count() : count_rotations(*clip.animation);
  entry.rotation.assign(count * 2, 0.0);
}

void SpinePlayer::current_4_2(PoseBuffers& pose, const Track& t, Entry& entry, const Clips& clips, double alpha,
                              Pass& pass) {
  const bool bottom = entry.track == 0, add = !bottom && entry.settings.additive;
  const MixBase base = bottom ? MixBase::first : MixBase::current;
  Mix& mix = pass.mix;
  const std::span<const Timeline> timelines = pass.clip->animation->timelines;
  const TrackMask* track_mask = t.mask.get();
  const bool blended = entry.blend != nullptr;
  if (bottom && alpha == 1 && !track_mask && !blended && pass.at().samples) {
    mix.base = base;
    return apply_whole(pose, pass);
  }
  for (std::size_t i = 0; i < timelines.size(); ++i) {
    const Timeline& timeline = timelines[i];
    const std::size_t rotation = timeline.type == TimelineType::rotate ? pass.next_rotation++ : 0;
    const double mask = masked(track_mask, timeline), a = alpha * mask;
    if (mask == 0) continue;
    const bool whole = bottom && a == 1, plain = (whole && !blended) || add;
    mix.base = base;
    mix.additive = add;
    if (!plain && !role_of(entry, pass.clip->first_timeline, i).later && timeline.type != TimelineType::attachment) {
      mix.base = MixBase::setup;
      mix.additive = false;
    }
    mix.weight = a;
    if (blended && !share_out(entry, clips, pass, i, a, mix)) continue;
    apply_mixed(pose, entry, pass, i, rotation, whole || a >= entry.settings.alpha_attachment_threshold, plain);
  }
}

void SpinePlayer::current_4_3(PoseBuffers& pose, const Track& t, Entry& entry, const Clips& clips, double alpha,
                              Pass& pass) {
  Mix& mix = pass.mix;
  const std::span<const Timeline> timelines = pass.clip->animation->timelines;
  const TrackMask* track_mask = t.mask.get();
  const bool blended = entry.blend != nullptr;
  if (entry.track == 0 && alpha == 1 && !track_mask && !blended && pass.at().samples) {
    mix.base = MixBase::setup;
    return apply_whole(pose, pass);
  }
  for (std::size_t i = 0; i < timelines.size(); ++i) {
    const Timeline& timeline = timelines[i];
    const std::size_t rotation = timeline.type == TimelineType::rotate ? pass.next_rotation++ : 0;
    const double mask = masked(track_mask, timeline), a = alpha * mask;
    if (mask == 0) continue;
    const bool plain = entry.track == 0 && a == 1;
    mix.additive = !plain && entry.settings.additive;
    mix.base = plain ? MixBase::setup : role_of(entry, pass.clip->first_timeline, i).base;
    mix.weight = a;
    if (blended && !share_out(entry, clips, pass, i, a, mix)) continue;
    apply_mixed(pose, entry, pass, i, rotation, plain || a >= entry.settings.alpha_attachment_threshold,
                (plain && mix.weight == 1) || entry.settings.additive);
  }
}

double SpinePlayer::apply_older(PoseBuffers& pose, const Track& t) {
  std::uint32_t i = t.current;
  while (at(i).older != nobody) i = at(i).older;
  double q = 1, m = 1;
  while (i != t.current) {
    const std::uint32_t next = at(i).newer;
    m = mix_of(at(next));
    apply_outgoing(pose, at(next), at(i), newer_ ? q : 1, m, t);
    q = m;
    i = next;
  }
  return m;
}

void SpinePlayer::apply_outgoing(PoseBuffers& pose, const Entry& entry, Entry& f, double q, double m, const Track& t) {
  const double time = animation_time(f);
  const Clips clips = clips_of(f);
  if (clips.count == 0) f.weight_sum = 0;
  for (const Clip& clip : clips) {
    Pass pass = make_pass(f, clip, time, true);
    if (newer_) {
      outgoing_4_3(pose, entry, f, clips, q, m, pass, t);
    } else {
      outgoing_4_2(pose, entry, f, clips, m, pass, t);
    }
  }
  if (collect_) {
    const bool heard = m < f.settings.event_threshold;
    if (counted(f)) {
      if (entry.mix_duration > 0) pass_rounds(f, heard);
    } else {
      const EventKeys events = event_keys(f);
      const PassedKeys keys = heard ? collect(f, events, time, newer_) : PassedKeys{};
      if (entry.mix_duration > 0) queue_events(f, events, keys, time);
    }
  }
  f.animation_done = time;
  f.track_done = f.track_time;
}

void SpinePlayer::outgoing_4_2(PoseBuffers& pose, const Entry& entry, Entry& f, const Clips& clips, double m,
                               Pass& pass, const Track& t) {
  const std::span<const Timeline> timelines = pass.clip->animation->timelines;
  const TrackMask* track_mask = t.mask.get();
  const bool blended = f.blend != nullptr;
  MixBase later_base = MixBase::current;
  bool add = false;
  if (f.track == 0) {
    later_base = entry.mix_duration == 0 ? MixBase::setup : MixBase::first;
  } else {
    add = entry.mix_duration == 0 ? at(t.current).settings.additive : f.settings.additive;
  }
  Mix& mix = pass.mix;
  // An additive entry has no roles but those it had as the current one.
  const std::size_t count = f.blend ? f.blend->timeline_count() : timelines.size();
  if (f.roles.size() < count) f.roles.resize(count);
  if (pass.clip == clips.begin() && !add) f.weight_sum = 0;
  const bool near = m < f.settings.mix_draw_order_threshold;
  const bool near_attachment = m < f.settings.mix_attachment_threshold;
  for (std::size_t i = 0; i < timelines.size(); ++i) {
    const Timeline& timeline = timelines[i];
    const std::size_t rotation = timeline.type == TimelineType::rotate ? pass.next_rotation++ : 0;
    const Role& role = role_of(f, pass.clip->first_timeline, i);
    const double mask = masked(track_mask, timeline);
    if (mask == 0) continue;
    const double full = f.settings.alpha * entry.carry * mask, fade = full * (1 - m);
    mix.out = true;
    mix.additive = add;
    mix.base = add || role.later ? (add ? MixBase::current : later_base) : MixBase::setup;
    double weight = role.hold && !add ? full : fade;
    if (role.hold && role.until != nobody && !add) {
      const Entry& x = at(role.until);
      weight = x.mix_duration > 0 ? full * std::clamp(1 - x.mix_time / x.mix_duration, 0.0, 1.0) : 0;
    }
    mix.weight = weight;
    if (blended && !share_out(f, clips, pass, i, weight, mix)) continue;
    if (add) {
      apply_timeline(pose, timeline, pass.at(), mix);
      continue;
    }
    if (timeline.type == TimelineType::draw_order) {
      if (!near) {
        if (role.later && !role.hold) continue;
      } else if (mix.base == MixBase::setup) {
        mix.out = false;
      }
    }
    f.weight_sum += mix.weight;
    const bool keep = near_attachment && mix.weight >= f.settings.alpha_attachment_threshold;
    apply_mixed(pose, f, pass, i, rotation, keep, false);
  }
}

void SpinePlayer::outgoing_4_3(PoseBuffers& pose, const Entry& entry, Entry& f, const Clips& clips, double q, double m,
                               Pass& pass, const Track& t) {
  const std::span<const Timeline> timelines = pass.clip->animation->timelines;
  const TrackMask* track_mask = t.mask.get();
  const bool blended = f.blend != nullptr;
  Mix& mix = pass.mix;
  if (pass.clip == clips.begin()) f.weight_sum = 0;
  const bool near = m < f.settings.mix_draw_order_threshold;
  const bool near_attachment = m < f.settings.mix_attachment_threshold;
  for (std::size_t i = 0; i < timelines.size(); ++i) {
    const Timeline& timeline = timelines[i];
    const std::size_t rotation = timeline.type == TimelineType::rotate ? pass.next_rotation++ : 0;
    const Role& role = role_of(f, pass.clip->first_timeline, i);
    const double mask = masked(track_mask, timeline);
    if (mask == 0) continue;
    const double full0 = f.settings.alpha * q * mask, fade = full0 * (1 - m);
    mix.additive = f.settings.additive;
    mix.out = true;
    mix.base = role.base;
    double weight = fade;
    if (role.hold) {
      const double keep = 1 - m * entry.settings.alpha * mask;
      weight = keep > 0 ? fade / keep : full0;
      if (role.until != nobody) weight *= 1 - mix_of(at(role.until));
    }
    mix.weight = weight;
    if (blended && !share_out(f, clips, pass, i, weight, mix)) continue;
    if (timeline.type == TimelineType::draw_order) {
      if (!near) {
        if (mix.base == MixBase::current) continue;
      } else if (mix.base != MixBase::current) {
        mix.out = false;
      }
    }
    f.weight_sum += mix.weight;
    const bool keep = near_attachment && mix.weight >= f.settings.alpha_attachment_threshold;
    apply_mixed(pose, f, pass, i, rotation, keep, f.settings.additive);
  }
}

void SpinePlayer::apply_mixed(PoseBuffers& pose, Entry& entry, const Pass& pass, std::size_t i, std::size_t rotation,
                              bool keep, bool plain_rotation) {
  const Timeline& timeline = pass.clip->animation->timelines[i];
  if (timeline.type == TimelineType::attachment) {
    apply_attachment(pose, timeline, pass.at(), pass.mix.base, keep);
  } else if (timeline.type == TimelineType::rotate && !entry.settings.shortest_rotation && !plain_rotation) {
    mix_rotation(pose, timeline, pass.at(), pass.mix, memory(entry, *pass.clip, i, rotation), entry.blend != nullptr);
  } else {
    apply_timeline(pose, timeline, pass.at(), pass.mix);
  }
}

// -- Attachments (10.4) ---------------------------------------------------------------------------------------------

void SpinePlayer::apply_attachment(PoseBuffers& pose, const Timeline& timeline, const Moment& at_time, MixBase base,
                                   bool keep) {
  const std::uint32_t i = timeline.slot.value;
  Mark& mark = marks_[i];
  if (!pose.active[data->slots[i].bone.value] || (newer_ && !keep && mark == Mark::kept)) return;
  const std::size_t key = key_at(timeline, at_time);
  const auto show = [&](AttachmentIndex attachment) { change_attachment(pose, pose.slots, timeline.slot, attachment); };
  if (newer_) {
    const bool hides = key != npos && timeline.attachment_names[key].empty();
    if (key == npos || (!keep && hides)) {
      if (base == MixBase::current) return;
      show(pose.setup_attachment[i]);
      if (keep) mark = Mark::kept;
      return;
    }
    show(resolve(pose, timeline.attachments[key]));
    mark = keep ? Mark::kept : Mark::temporary;
    any_temporary_ = any_temporary_ || !keep;
    return;
  }
  if (key == npos) {
    if (base != MixBase::current) {
      show(pose.setup_attachment[i]);
      if (keep) mark = Mark::kept;
    }
  } else {
    show(resolve(pose, timeline.attachments[key]));
    if (keep) mark = Mark::kept;
  }
  if (mark == Mark::none) {
    mark = Mark::temporary;
    any_temporary_ = true;
  }
}

}  // namespace sinew
