// Playing as the Spine editor's runtimes do, 4.2 and 4.3, and 3.8 where it differs. Spec: animation.md 8 to 12.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "animate/player.hpp"
#include "animate/property_map.hpp"
#include "animate/rotation_mix.hpp"
#include "model/properties.hpp"
#include "pose/apply.hpp"
#include "pose/curves.hpp"

namespace sinew {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

class SpinePlayer final : public Player {
 public:
  explicit SpinePlayer(SkeletonDataPtr skeleton_data)
      : Player(std::move(skeleton_data)),
        newer_(data->compiled->rules == RuleSet::spine_4_3),
        older_(data->compiled->rules == RuleSet::spine_3_8) {
    for (const Animation& animation : data->animations) {
      most_timelines_ = std::max(most_timelines_, animation.timelines.size());
    }
  }

  [[nodiscard]] std::unique_ptr<Player> clone() const override { return std::make_unique<SpinePlayer>(*this); }
  void copy_from(const Player& other) override { *this = static_cast<const SpinePlayer&>(other); }

  // -- Commands (8.2) -------------------------------------------------------------------------------------------------

  EntryId set(std::uint32_t index, AnimationIndex animation, bool loop) override {
    bool interrupt = true;
    const std::uint32_t old = track(index).current;
    if (old != nobody) {
      drop_queue(track(index));
      const bool replaced = at(old).track_done == -1 && (!newer_ || at(old).animation == animation);
      if (replaced) {
        // It never showed: what it was to mix from takes its place again.
        const std::uint32_t older = at(old).older;
        track(index).current = older;
        if (older != nobody) at(older).newer = nobody;
        notify(StateEventType::interrupt, at(old));
        end(old);
        interrupt = false;
      }
    }
    const std::uint32_t made = make_entry(index, animation, loop, track(index).current);
    start(track(index), made, interrupt);
    return {at(made).id};
  }

  EntryId add(std::uint32_t index, AnimationIndex animation, bool loop, double delay) override {
    const Track& t = track(index);
    const std::uint32_t before = t.last_queued != nobody ? t.last_queued : t.current;
    const std::uint32_t made = make_entry(index, animation, loop, before);
    if (before == nobody) {
      start(track(index), made, true);
      at(made).delay = not_negative(delay);
    } else {
      Entry& entry = at(made);
      entry.queued = true;
      entry.before = before;
      entry.delay = start_time(before, delay, entry.mix_duration);
      append(track(index), made);
    }
    return {at(made).id};
  }

  EntryId set_empty(std::uint32_t index, double mix) override {
    const EntryId id = set(index, {}, false);
    fade_to(at(track(index).current), mix);
    return id;
  }

  EntryId add_empty(std::uint32_t index, double mix, double delay) override {
    // 3.8 takes the mix off the delay, beside the pair's.
    const EntryId id = add(index, {}, false, older_ && delay <= 0 ? delay - mix : delay);
    Entry& entry = at(pool.find(id.value));
    if (delay <= 0 && !older_) entry.delay = std::max(entry.delay + entry.mix_duration - mix, 0.0);
    fade_to(entry, mix);
    return id;
  }

  void clear(std::uint32_t index) override {
    Track& t = tracks[index];
    if (t.current == nobody) return;
    const std::uint32_t current = t.current;
    t.current = nobody;
    std::uint32_t older = at(current).older;
    notify(StateEventType::end, at(current));
    notify(StateEventType::dispose, at(current));
    drop_queue(t);
    pool.release(current);
    while (older != nobody) {
      const std::uint32_t next = at(older).older;
      end(older);
      older = next;
    }
    roles_changed_ = true;
  }

  void set_track_time(Entry& entry, double seconds) override { entry.track_time = seconds; }

  [[nodiscard]] double start_time(std::uint32_t before, double delay, double mix) const override {
    if (delay > 0) return delay;
    if (older_ && played_length(at(before)) == 0) return at(before).track_time;
    return not_negative(delay + track_complete(at(before)) - mix);
  }

  // -- Advancing (9) --------------------------------------------------------------------------------------------------

  void update(double dt) override {
    applied_since_update_ = false;
    for (Track& t : tracks) {
      if (t.current != nobody) update_track(t, dt);
    }
  }

  // -- Applying (10) --------------------------------------------------------------------------------------------------

  void apply(Skeleton& skeleton) override {
    PoseBuffers& pose = skeleton.buffers();
    collect_ = !applied_since_update_;
    applied_since_update_ = true;
    if (roles_changed_) work_out_roles();
    roles_changed_ = false;
    marks_.assign(pose.slots.attachment.size(), Mark::none);
    for (Track& t : tracks) {
      if (t.current != nobody && at(t.current).delay <= 0) apply_current(pose, t);
    }
    for (std::size_t i = 0; i < marks_.size(); ++i) {
      if (marks_[i] == Mark::temporary) {
        change_attachment(pose, pose.slots, SlotIndex(i), pose.setup_attachment[i]);
      }
    }
  }

 private:
  enum class Mark : std::uint8_t { none, temporary, kept };

  // -- Entries --------------------------------------------------------------------------------------------------------

  /// An entry with room for any animation, so that a reused one does not allocate in a frame.
  std::uint32_t make_entry(std::uint32_t index, AnimationIndex animation, bool loop, std::uint32_t before) {
    const std::uint32_t made = make(index, animation, loop, before);
    at(made).roles.reserve(most_timelines_);
    at(made).rotation.reserve(most_timelines_ * 2);
    return made;
  }

  /// 3.8 leaves delays below 0 as they are.
  [[nodiscard]] double not_negative(double delay) const { return older_ ? delay : std::max(delay, 0.0); }

  static void fade_to(Entry& entry, double mix) {
    entry.mix_duration = mix;
    entry.settings.track_end = mix;
  }

  [[nodiscard]] static double played_length(const Entry& entry) {
    return entry.animation_end - entry.settings.animation_start;
  }

  [[nodiscard]] static double animation_time(const Entry& entry) {
    const double l = played_length(entry), start = entry.settings.animation_start;
    if (!entry.loop) return std::min(entry.track_time + start, entry.animation_end);
    return l == 0 ? start : std::fmod(entry.track_time, l) + start;
  }

  [[nodiscard]] static double track_complete(const Entry& entry) {
    const double l = played_length(entry);
    if (l != 0) {
      if (entry.loop) return l * (1 + std::trunc(entry.track_time / l));
      if (entry.track_time < l) return l;
    }
    return entry.track_time;
  }

  [[nodiscard]] double mix_of(const Entry& entry) const {
    if (entry.mix_duration == 0) return 1;
    const double m = std::min(entry.mix_time / entry.mix_duration, 1.0);
    if (!newer_ || m >= 1) return m;
    double i = m;
    switch (entry.settings.mix_interpolation) {
      case MixInterpolation::linear:
        return m;
      case MixInterpolation::smooth:
        i = m * m * (3 - 2 * m);
        break;
      case MixInterpolation::slow_fast:
        i = m * m;
        break;
      case MixInterpolation::fast_slow:
        i = 1 - (1 - m) * (1 - m);
        break;
      case MixInterpolation::circle:
        i = m <= 0.5 ? (1 - std::sqrt(1 - 4 * m * m)) / 2 : (1 + std::sqrt(1 - 4 * (m - 1) * (m - 1))) / 2;
        break;
    }
    return std::clamp(i, 0.0, 1.0);
  }

  /// Makes an entry current on its track, mixing from what played there.
  void start(Track& t, std::uint32_t made, bool interrupt) {
    const std::uint32_t old = t.current;
    t.current = made;
    Entry& entry = at(made);
    entry.before = nobody;
    if (old != nobody) {
      Entry& from = at(old);
      if (interrupt) notify(StateEventType::interrupt, from);
      entry.older = old;
      from.newer = made;
      entry.mix_time = 0;
      if (!newer_ && from.older != nobody && from.mix_duration > 0) {
        entry.carry *= std::min(1.0, from.mix_time / from.mix_duration);
      }
      from.rotation.clear();
    }
    notify(StateEventType::start, entry);
    roles_changed_ = true;
  }

  // -- Advancing ------------------------------------------------------------------------------------------------------

  void update_track(Track& t, double d) {
    Entry& current = at(t.current);
    current.animation_last = current.animation_done;
    current.track_last = current.track_done;
    double step = d * current.settings.time_scale;
    if (current.delay > 0) {
      current.delay -= step;
      if (current.delay > 0) return;
      step = -current.delay;
      current.delay = 0;
    }
    if (t.first_queued != nobody) {
      const std::uint32_t next = t.first_queued;
      const double over = current.track_last - at(next).delay;
      if (over >= 0) {
        at(next).delay = 0;
        if (current.settings.time_scale != 0) {
          at(next).track_time += (over / current.settings.time_scale + d) * at(next).settings.time_scale;
        }
        current.track_time += step;
        take_first(t);
        start(t, next, true);
        for (std::uint32_t i = next; at(i).older != nobody; i = at(i).older) at(i).mix_time += d;
        return;
      }
    } else if (current.track_last >= current.settings.track_end.value_or(unlimited) && current.older == nobody) {
      end(t.current);
      t.current = nobody;
      roles_changed_ = true;
      return;
    }
    if (current.older != nobody && fade(t.current, d)) {
      drop_older(t.current);
      roles_changed_ = true;
    }
    at(t.current).track_time += step;
  }

  /// Advances what an entry mixes from; true when all of it is finished.
  bool fade(std::uint32_t newest, double d) {
    chain_.clear();
    for (std::uint32_t i = newest; i != nobody; i = at(i).older) chain_.push_back(i);
    bool finished = true;
    for (std::size_t i = chain_.size() - 1; i-- > 0;) finished = fade_one(chain_[i], newest, d, finished);
    return finished;
  }

  bool fade_one(std::uint32_t index, std::uint32_t current, double d, bool older_finished) {
    Entry& entry = at(index);
    const std::uint32_t from = entry.older;
    Entry& f = at(from);
    f.animation_last = f.animation_done;
    f.track_last = f.track_done;
    const bool begun = older_ ? entry.mix_time > 0 : entry.track_done != -1;
    if (begun && entry.mix_time >= entry.mix_duration) {
      if (f.weight_sum == 0 || entry.mix_duration == 0) {
        entry.older = f.older;
        if (f.older != nobody) at(f.older).newer = index;
        if (!newer_) {
          entry.carry = f.carry;
        } else if (f.weight_sum == 0) {
          for (std::uint32_t up = index; up != current; up = at(up).newer) at(up).keep_hold = true;
        }
        end(from);
        roles_changed_ = true;
      }
      return older_finished;
    }
    f.track_time += d * f.settings.time_scale;
    entry.mix_time += d;
    return false;
  }

  // -- Roles (10.1) ---------------------------------------------------------------------------------------------------

  [[nodiscard]] bool sets_any(const Entry& entry, const Timeline& timeline) const {
    if (!entry.animation) return false;
    const CompiledData& compiled = *data->compiled;
    const auto first = compiled.properties.begin() + compiled.first_property[entry.animation.value];
    const auto last = compiled.properties.begin() + compiled.first_property[entry.animation.value + std::size_t{1}];
    bool found = false;
    for_each_property(timeline, compiled.rules,
                      [&](PropertyId id) { found = found || std::binary_search(first, last, id); });
    return found;
  }

  void work_out_roles() {
    known_.clear();
    for (Track& t : tracks) {
      if (t.current == nobody) continue;
      std::uint32_t i = t.current;
      while (at(i).older != nobody) i = at(i).older;
      for (;; i = at(i).newer) {
        const bool last = i == t.current;
        if (newer_) {
          roles_4_3(at(i), last);
        } else if (last || !at(i).settings.additive) {
          roles_4_2(at(i), last);
        }
        if (last) break;
      }
    }
  }

  void roles_4_2(Entry& entry, bool is_current) {
    entry.roles.clear();
    const Animation* animation = animation_of(entry);
    if (!animation) return;
    for (const Timeline& timeline : animation->timelines) {
      bool is_new = false;
      for_each_property(timeline, data->compiled->rules,
                        [&](PropertyId id) { is_new = known_.insert(id, entry.track) || is_new; });
      Role& role = entry.roles.emplace_back();
      role.later = !is_new;
      if (!is_current && at(entry.newer).settings.hold_previous) {
        role.hold = true;
        continue;
      }
      const bool instant = timeline.type == TimelineType::attachment || timeline.type == TimelineType::draw_order ||
                           timeline.type == TimelineType::event;
      if (role.later || is_current || instant || !sets_any(at(entry.newer), timeline)) continue;
      role.hold = true;
      std::uint32_t x = at(entry.newer).newer;
      while (x != nobody && sets_any(at(x), timeline)) x = at(x).newer;
      if (x != nobody && (older_ ? at(x) : entry).mix_duration > 0) role.until = x;
    }
  }

  static bool is_instant(TimelineType type) {
    switch (type) {
      case TimelineType::inherit:
      case TimelineType::attachment:
      case TimelineType::sequence:
      case TimelineType::draw_order:
      case TimelineType::draw_order_folder:
      case TimelineType::event:
      case TimelineType::physics_reset:
        return true;
      default:
        return false;
    }
  }

  /// Spec: the table of 5.0, "additive".
  static bool is_additive(TimelineType type) {
    switch (type) {
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
      case TimelineType::deform:
      case TimelineType::transform:
      case TimelineType::path_position:
      case TimelineType::physics_wind:
      case TimelineType::physics_gravity:
      case TimelineType::slider_mix:
        return true;
      default:
        return false;
    }
  }

  MixBase base_4_3(const Timeline& timeline, std::uint32_t track_index) {
    MixBase base = MixBase::setup;
    bool decided = false;
    for_each_property(timeline, RuleSet::spine_4_3, [&](PropertyId id) {
      const std::uint32_t owner = known_.find(id);
      if (owner == PropertyMap::nowhere) {
        known_.insert(id, track_index);
      } else if (decided) {
        return;
      } else if (owner != track_index) {
        base = MixBase::current;
        decided = true;
      } else {
        base = MixBase::first;
      }
    });
    if (timeline.type == TimelineType::draw_order_folder && base != MixBase::current) {
      const std::uint32_t owner = known_.find(draw_order_property);
      if (owner != PropertyMap::nowhere) base = owner == track_index ? MixBase::first : MixBase::current;
    }
    return base;
  }

  void roles_4_3(Entry& entry, bool is_current) {
    const Animation* animation = animation_of(entry);
    const std::size_t count = animation ? animation->timelines.size() : 0;
    entry.roles.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      const Timeline& timeline = animation->timelines[i];
      Role& role = entry.roles[i];
      const bool held_before = role.hold;
      role = {};
      role.base = base_4_3(timeline, entry.track);
      const bool additive = is_additive(timeline.type);
      if (entry.settings.additive && additive) continue;
      if (!is_current && !is_instant(timeline.type) && !(at(entry.newer).settings.additive && additive) &&
          sets_any(at(entry.newer), timeline)) {
        role.hold = true;
        for (std::uint32_t x = at(entry.newer).newer; x != nobody; x = at(x).newer) {
          if ((at(x).settings.additive && additive) || !sets_any(at(x), timeline)) {
            if (at(x).mix_duration > 0) role.until = x;
            break;
          }
        }
      }
      if (entry.keep_hold) role.hold = held_before;
    }
  }

  // -- Applying -------------------------------------------------------------------------------------------------------

  struct Pass {
    const Entry& entry;
    double time;  ///< for timelines
    Mix mix;      ///< weight, base and direction are set timeline by timeline
  };

  Pass make_pass(const Entry& entry, double time, bool out) const {
    Mix mix;
    mix.rules = data->compiled->rules;
    mix.out = out;
    mix.previous_time = entry.animation_last;
    return {entry, entry.settings.reverse ? duration(entry) - time : time, mix};
  }

  void apply_current(PoseBuffers& pose, Track& t) {
    Entry& entry = at(t.current);
    double a = entry.settings.alpha;
    if (entry.older != nobody) {
      a *= apply_older(pose, t);
    } else if (entry.track_time >= entry.settings.track_end.value_or(unlimited) && t.first_queued == nobody) {
      a = 0;
    }
    const double time = animation_time(entry);
    if (const Animation* animation = animation_of(entry)) {
      Pass pass = make_pass(entry, time, false);
      if (newer_) {
        current_4_3(pose, entry, *animation, a, pass);
      } else {
        current_4_2(pose, entry, *animation, a, pass);
      }
    }
    keys_.clear();
    if (collect_) {
      collect(entry, time, true);
      queue_events(entry, time);
    }
    entry.animation_done = time;
    entry.track_done = entry.track_time;
  }

  double* memory(Entry& entry, std::size_t timeline, const Animation& animation) {
    if (entry.rotation.empty()) entry.rotation.assign(animation.timelines.size() * 2, 0.0);
    return &entry.rotation[timeline * 2];
  }

  void current_4_2(PoseBuffers& pose, Entry& entry, const Animation& animation, double a, Pass& pass) {
    const bool bottom = entry.track == 0, add = !bottom && entry.settings.additive;
    const MixBase base = bottom ? MixBase::first : MixBase::current;
    const bool plain = (bottom && a == 1) || add;
    const bool keep = (plain && bottom) || a >= entry.settings.alpha_attachment_threshold;
    Mix& mix = pass.mix;
    mix.weight = a;
    for (std::size_t i = 0; i < animation.timelines.size(); ++i) {
      const Timeline& timeline = animation.timelines[i];
      mix.base = base;
      mix.additive = add;
      if (timeline.type == TimelineType::attachment) {
        apply_attachment(pose, timeline, pass.time, base, keep);
        continue;
      }
      if (!plain && !entry.roles[i].later) {
        mix.base = MixBase::setup;
        mix.additive = false;
      }
      if (!plain && timeline.type == TimelineType::rotate && !entry.settings.shortest_rotation) {
        mix_rotation(pose, timeline, pass.time, mix, memory(entry, i, animation));
      } else {
        apply_timeline(pose, timeline, pass.time, mix);
      }
    }
  }

  void current_4_3(PoseBuffers& pose, Entry& entry, const Animation& animation, double a, Pass& pass) {
    const bool plain = entry.track == 0 && a == 1;
    const bool keep = plain || a >= entry.settings.alpha_attachment_threshold;
    Mix& mix = pass.mix;
    mix.weight = a;
    mix.additive = !plain && entry.settings.additive;
    for (std::size_t i = 0; i < animation.timelines.size(); ++i) {
      const Timeline& timeline = animation.timelines[i];
      mix.base = plain ? MixBase::setup : entry.roles[i].base;
      if (timeline.type == TimelineType::attachment) {
        apply_attachment(pose, timeline, pass.time, mix.base, keep);
      } else if (!plain && timeline.type == TimelineType::rotate && !entry.settings.shortest_rotation &&
                 !entry.settings.additive) {
        mix_rotation(pose, timeline, pass.time, mix, memory(entry, i, animation));
      } else {
        apply_timeline(pose, timeline, pass.time, mix);
      }
    }
  }

  /// Applies everything the track's current entry mixes from, the oldest first; gives back how far it is mixed in.
  double apply_older(PoseBuffers& pose, const Track& t) {
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

  void apply_outgoing(PoseBuffers& pose, const Entry& entry, Entry& f, double q, double m, const Track& t) {
    const double time = animation_time(f);
    if (const Animation* animation = animation_of(f)) {
      Pass pass = make_pass(f, time, true);
      if (newer_) {
        outgoing_4_3(pose, entry, f, *animation, q, m, pass);
      } else {
        outgoing_4_2(pose, entry, f, *animation, m, pass, t);
      }
    } else {
      f.weight_sum = 0;
    }
    keys_.clear();
    if (collect_) {
      if (m < f.settings.event_threshold) collect(f, time, newer_);
      if (entry.mix_duration > 0) queue_events(f, time);
    }
    f.animation_done = time;
    f.track_done = f.track_time;
  }

  void outgoing_4_2(PoseBuffers& pose, const Entry& entry, Entry& f, const Animation& animation, double m, Pass& pass,
                    const Track& t) {
    const double full = f.settings.alpha * entry.carry, fade = full * (1 - m);
    MixBase later_base = MixBase::current;
    bool add = false;
    if (f.track == 0) {
      later_base = entry.mix_duration == 0 ? MixBase::setup : MixBase::first;
    } else {
      add = entry.mix_duration == 0 ? at(t.current).settings.additive : f.settings.additive;
    }
    Mix& mix = pass.mix;
    // An additive entry has no roles but those it had as the current one.
    if (f.roles.size() < animation.timelines.size()) f.roles.resize(animation.timelines.size());
    if (add) {
      mix.additive = true;
      mix.base = MixBase::current;
      mix.weight = fade;
      for (const Timeline& timeline : animation.timelines) apply_timeline(pose, timeline, pass.time, mix);
      return;
    }
    f.weight_sum = 0;
    const bool near = m < f.settings.mix_draw_order_threshold;
    for (std::size_t i = 0; i < animation.timelines.size(); ++i) {
      const Timeline& timeline = animation.timelines[i];
      const Role& role = f.roles[i];
      mix.out = true;
      mix.base = role.later ? later_base : MixBase::setup;
      mix.weight = role.hold ? full : fade;
      if (role.hold && role.until != nobody) {
        const Entry& x = at(role.until);
        mix.weight = x.mix_duration > 0 ? full * std::max(0.0, 1 - x.mix_time / x.mix_duration) : 0;
      }
      if (timeline.type == TimelineType::draw_order) {
        if (!near) {
          if (role.later && !role.hold) continue;
        } else if (mix.base == MixBase::setup) {
          mix.out = false;
        }
      }
      f.weight_sum += mix.weight;
      outgoing_timeline(pose, f, animation, i, m, pass, false);
    }
  }

  void outgoing_4_3(PoseBuffers& pose, const Entry& entry, Entry& f, const Animation& animation, double q, double m,
                    Pass& pass) {
    const double full0 = f.settings.alpha * q, fade = full0 * (1 - m), keep = 1 - m * entry.settings.alpha;
    const double full = keep > 0 ? fade / keep : full0;
    Mix& mix = pass.mix;
    mix.additive = f.settings.additive;
    f.weight_sum = 0;
    const bool near = m < f.settings.mix_draw_order_threshold;
    for (std::size_t i = 0; i < animation.timelines.size(); ++i) {
      const Timeline& timeline = animation.timelines[i];
      const Role& role = f.roles[i];
      mix.out = true;
      mix.base = role.base;
      mix.weight = role.hold ? full : fade;
      if (role.hold && role.until != nobody) mix.weight = full * (1 - mix_of(at(role.until)));
      if (timeline.type == TimelineType::draw_order) {
        if (!near) {
          if (mix.base == MixBase::current) continue;
        } else if (mix.base != MixBase::current) {
          mix.out = false;
        }
      }
      f.weight_sum += mix.weight;
      outgoing_timeline(pose, f, animation, i, m, pass, f.settings.additive);
    }
  }

  void outgoing_timeline(PoseBuffers& pose, Entry& f, const Animation& animation, std::size_t i, double m, Pass& pass,
                         bool plain_rotation) {
    const Timeline& timeline = animation.timelines[i];
    if (timeline.type == TimelineType::attachment) {
      const bool keep =
          m < f.settings.mix_attachment_threshold && pass.mix.weight >= f.settings.alpha_attachment_threshold;
      apply_attachment(pose, timeline, pass.time, pass.mix.base, keep);
    } else if (timeline.type == TimelineType::rotate && !f.settings.shortest_rotation && !plain_rotation) {
      mix_rotation(pose, timeline, pass.time, pass.mix, memory(f, i, animation));
    } else {
      apply_timeline(pose, timeline, pass.time, pass.mix);
    }
  }

  // -- Attachments (10.4) ---------------------------------------------------------------------------------------------

  void apply_attachment(PoseBuffers& pose, const Timeline& timeline, double time, MixBase base, bool keep) {
    const std::uint32_t i = timeline.slot.value;
    Mark& mark = marks_[i];
    if (!pose.active[data->slots[i].bone.value] || (newer_ && !keep && mark == Mark::kept)) return;
    const std::size_t key = key_in_force(timeline.times, time);
    const auto show = [&](AttachmentIndex attachment) {
      change_attachment(pose, pose.slots, timeline.slot, attachment);
    };
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
    if (mark == Mark::none) mark = Mark::temporary;
  }

  // -- Notifications (11) ---------------------------------------------------------------------------------------------

  /// Puts the events that an entry passes into keys_. Spec: 5.7, 11.3.
  void collect(const Entry& entry, double time, bool reversed_too) {
    const Animation* animation = animation_of(entry);
    if (!animation || !animation->events) return;
    const Timeline& timeline = *animation->events;
    // Only the keys of the interval are looked at: a long animation may have thousands.
    const std::span<const double> times = timeline.times;
    const auto not_before = [&](double t) { return std::lower_bound(times.begin(), times.end(), t); };
    const auto after = [&](double t) { return std::upper_bound(times.begin(), times.end(), t); };
    const auto take = [&](auto first, auto last) {
      for (; first < last; ++first) keys_.push_back(static_cast<std::size_t>(first - times.begin()));
    };
    if (entry.settings.reverse) {
      if (!newer_ || !reversed_too) return;
      const double from = animation->duration - entry.animation_last, to = animation->duration - time;
      if (from >= to) return take(not_before(to), not_before(from));
      take(times.begin(), not_before(from));
      return take(not_before(to), times.end());
    }
    const double previous = entry.animation_last;
    if (previous <= time) return take(after(previous), after(time));
    take(after(previous), times.end());
    take(times.begin(), after(time));
  }

  /// Spec: 11.2.
  void queue_events(const Entry& entry, double time) {
    const double l = played_length(entry), start = entry.settings.animation_start, stop = entry.animation_end;
    const bool reversed = newer_ && entry.settings.reverse;
    double split = l != 0 ? std::fmod(entry.track_last, l) : 0;
    if (reversed) split = l - split;
    const Animation* animation = animation_of(entry);
    const auto key_time = [&](std::size_t i) { return animation->events->times[keys_[i]]; };
    const auto send = [&](std::size_t i) {
      notify(StateEventType::event, entry, &animation->events->events[keys_[i]]);
    };
    std::size_t i = 0;
    for (; i < keys_.size(); ++i) {
      const double t = key_time(i);
      if (l == 0 ? reversed : reversed ? t >= split : t < split) break;
      if (t > stop || (newer_ && t < start)) continue;
      send(i);
    }
    bool complete = false;
    if (entry.loop) {
      const double n = l != 0 ? std::floor(entry.track_time / l) : 0;
      complete = l == 0 || (older_ ? std::fmod(entry.track_last, l) > std::fmod(entry.track_time, l)
                                   : n > 0 && n > std::floor(entry.track_last / l));
    } else {
      complete = time >= stop && entry.animation_last < stop;
    }
    if (complete) notify(StateEventType::complete, entry);
    for (; i < keys_.size(); ++i) {
      const double t = key_time(i);
      if (t < start || (newer_ && t > stop)) continue;
      send(i);
    }
  }

  bool newer_;  ///< the rules of 4.3
  bool older_;  ///< the rules of 3.8, where they differ from those of 4.2. Spec: 12.3
  std::size_t most_timelines_ = 0;
  bool roles_changed_ = true;  ///< an entry started or ended since roles were worked out
  bool applied_since_update_ = false;
  bool collect_ = true;  ///< events are collected by the first application after an update
  std::vector<std::uint32_t> chain_;
  std::vector<Mark> marks_;
  std::vector<std::size_t> keys_;
  PropertyMap known_;
};

}  // namespace

std::unique_ptr<Player> make_spine_player(SkeletonDataPtr data) {
  return std::make_unique<SpinePlayer>(std::move(data));
}

}  // namespace sinew
