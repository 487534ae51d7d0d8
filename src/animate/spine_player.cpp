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

  EntryId set(std::uint32_t index, const Content& content) override {
    bool interrupt = true;
    const std::uint32_t old = track(index).current;
    if (old != nobody) {
      drop_queue(track(index));
      const bool replaced = at(old).track_done == -1 && (!newer_ || same(at(old), content));
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
    const std::uint32_t made = make_entry(index, content, track(index).current);
    start(track(index), made, interrupt);
    return {at(made).id};
  }

  EntryId add(std::uint32_t index, const Content& content, double delay) override {
    const Track& t = track(index);
    const std::uint32_t before = t.last_queued != nobody ? t.last_queued : t.current;
    const std::uint32_t made = make_entry(index, content, before);
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
    const EntryId id = set(index, {});
    fade_to(at(track(index).current), mix);
    return id;
  }

  EntryId add_empty(std::uint32_t index, double mix, double delay) override {
    // 3.8 takes the mix off the delay, beside the pair's.
    const EntryId id = add(index, {}, older_ && delay <= 0 ? delay - mix : delay);
    Entry& entry = at(pool.find(id.value));
    if (older_) return fade_to(entry, mix), id;
    if (delay <= 0 && entry.queued) {
      entry.delay = std::max(entry.delay + units(at(entry.before), entry.mix_duration - mix), 0.0);
    } else if (delay <= 0) {
      entry.delay = std::max(entry.delay + entry.mix_duration - mix, 0.0);
    }
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

  void skip_to(Entry& entry, double track_time) override {
    entry.track_time = track_time;
    entry.animation_last = entry.animation_done = track_time > 0 ? animation_time(entry) : -1;
  }

  [[nodiscard]] double start_time(std::uint32_t before, double delay, double mix) const override {
    if (delay > 0) return delay;
    const Entry& entry = at(before);
    if (entry.blend) return std::max(track_complete(entry) + units(entry, delay - mix), 0.0);
    if (older_ && played_length(entry) == 0) return entry.track_time;
    return not_negative(delay + track_complete(entry) - mix);
  }

  void mask_changed() override { roles_changed_ = true; }

  [[nodiscard]] double round_length(const Entry& entry) const override { return played_length(entry); }
  [[nodiscard]] double shown_at(const Entry& entry, double in_round) const override {
    const double time = std::min(in_round + entry.settings.animation_start, entry.animation_end);
    return entry.settings.reverse ? duration(entry) - time : time;
  }
  [[nodiscard]] double mix_at(const Entry& entry, double mix_time) const override { return mix_of(entry, mix_time); }

  // -- Advancing (9) --------------------------------------------------------------------------------------------------

  void update(double dt) override {
    applied_since_update_ = false;
    for (Track& t : tracks) {
      if (t.current == nobody) continue;
      keep_together(t, dt);
      update_track(t, dt);
      if (t.current == nobody) continue;
      if (at(t.current).delay <= 0) move_chain(t.current, t, dt, 0);
      finish_track_motion(dt);
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
    remove_motion(skeleton);
  }

 private:
  enum class Mark : std::uint8_t { none, temporary, kept };

  // -- Entries --------------------------------------------------------------------------------------------------------

  /// An entry with room for any animation, so that a reused one does not allocate in a frame.
  std::uint32_t make_entry(std::uint32_t index, const Content& content, std::uint32_t before) {
    if (content.blend) most_timelines_ = std::max(most_timelines_, content.blend->timeline_count());
    const std::uint32_t made = make(index, content, before);
    at(made).roles.reserve(most_timelines_);
    at(made).rotation.reserve(most_timelines_ * 2);
    return made;
  }

  static bool same(const Entry& entry, const Content& content) {
    return entry.animation == content.animation && entry.blend == content.blend;
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
    if (!entry.loop || (entry.rounds != 0 && entry.track_time >= entry.rounds * l)) {
      return std::min(entry.track_time + start, entry.animation_end);
    }
    return l == 0 ? start : std::fmod(entry.track_time, l) + start;
  }

  [[nodiscard]] static double track_complete(const Entry& entry) {
    const double l = played_length(entry);
    if (l != 0) {
      if (entry.loop && entry.rounds != 0) return std::max(entry.rounds * l, entry.track_time);
      if (entry.loop) return l * (1 + std::trunc(entry.track_time / l));
      if (entry.track_time < l) return l;
    }
    return entry.track_time;
  }

  [[nodiscard]] double mix_of(const Entry& entry) const { return mix_of(entry, entry.mix_time); }

  [[nodiscard]] double mix_of(const Entry& entry, double mix_time) const {
    if (entry.mix_duration == 0) return 1;
    // Time that goes back to before the crossfade began leaves the old one alone; the reference would extrapolate.
    const double m = std::clamp(mix_time / entry.mix_duration, 0.0, 1.0);
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
        entry.carry *= std::clamp(from.mix_time / from.mix_duration, 0.0, 1.0);
      }
      from.rotation.clear();
      align(entry);
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
    // The delay counts at the entry's speed; its animation may go on at another.
    if (current.blend || current.warp != 1) {
      step = current.settings.time_scale != 0 ? step / current.settings.time_scale * rate(current) : 0;
    }
    if (t.first_queued != nobody) {
      const std::uint32_t next = t.first_queued;
      const double over = current.track_last - at(next).delay;
      if (over >= 0) {
        at(next).delay = 0;
        if (rate(current) != 0) at(next).track_time += (over / rate(current) + d) * rate(at(next));
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
    f.track_time += d * rate(f);
    entry.mix_time += d;
    return false;
  }

  // -- Roles (10.1) ---------------------------------------------------------------------------------------------------

  [[nodiscard]] bool sets_any(const Entry& entry, const Timeline& timeline) const {
    if (!entry.blend) return sets_any(entry.animation, timeline);
    for (std::uint32_t i = 0; i < entry.blend->size(); ++i) {
      if (sets_any(entry.blend->animation(i), timeline)) return true;
    }
    return false;
  }

  [[nodiscard]] bool sets_any(AnimationIndex animation, const Timeline& timeline) const {
    if (!animation) return false;
    const CompiledData& compiled = *data->compiled;
    const auto first = compiled.properties.begin() + compiled.first_property[animation.value];
    const auto last = compiled.properties.begin() + compiled.first_property[animation.value + std::size_t{1}];
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
        if (newer_ || last || !at(i).settings.additive) roles_of(at(i), last, t.mask.get());
        if (last) break;
      }
    }
  }

  /// Calls visit(animation) for everything an entry plays or may come to play: all of a blend space.
  template <class Visit>
  void for_each_animation(const Entry& entry, Visit visit) const {
    if (!entry.blend) {
      if (const Animation* animation = animation_of(entry)) visit(*animation);
      return;
    }
    for (std::uint32_t i = 0; i < entry.blend->size(); ++i) visit((*data)[entry.blend->animation(i)]);
  }

  void roles_of(Entry& entry, bool is_current, const TrackMask* mask) {
    std::size_t count = 0;
    for_each_animation(entry, [&](const Animation& animation) { count += animation.timelines.size(); });
    entry.roles.resize(count);
    auto role = entry.roles.begin();
    known_here_.clear();
    for_each_animation(entry, [&](const Animation& animation) {
      for (const Timeline& timeline : animation.timelines) {
        // What the mask keeps from being set neither hides what is lower nor is hidden.
        if (mask && mask->weight(timeline) == 0) {
          *role = {};
        } else if (newer_) {
          *role = role_4_3(entry, timeline, is_current, *role);
        } else {
          *role = role_4_2(entry, timeline, is_current);
        }
        ++role;
      }
    });
  }

  Role role_4_2(const Entry& entry, const Timeline& timeline, bool is_current) {
    bool is_new = false;
    for_each_property(timeline, data->compiled->rules, [&](PropertyId id) {
      const bool first = known_.insert(id, entry.track);
      // The animations of a blend space are one: what one of them is the first to set, all of them are.
      if (first && entry.blend) known_here_.insert(id, entry.track);
      is_new = first || is_new || (entry.blend && known_here_.find(id) != PropertyMap::nowhere);
    });
    Role role;
    role.later = !is_new;
    if (!is_current && at(entry.newer).settings.hold_previous) {
      role.hold = true;
      return role;
    }
    const bool instant = timeline.type == TimelineType::attachment || timeline.type == TimelineType::draw_order ||
                         timeline.type == TimelineType::event;
    if (role.later || is_current || instant || !sets_any(at(entry.newer), timeline)) return role;
    role.hold = true;
    std::uint32_t x = at(entry.newer).newer;
    while (x != nobody && sets_any(at(x), timeline)) x = at(x).newer;
    if (x != nobody && (older_ ? at(x) : entry).mix_duration > 0) role.until = x;
    return role;
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

  MixBase base_4_3(const Timeline& timeline, std::uint32_t track_index, bool blend) {
    MixBase base = MixBase::setup;
    bool decided = false;
    for_each_property(timeline, RuleSet::spine_4_3, [&](PropertyId id) {
      const std::uint32_t owner = known_.find(id);
      if (owner == PropertyMap::nowhere) {
        known_.insert(id, track_index);
        if (blend) known_here_.insert(id, track_index);
      } else if (blend && known_here_.find(id) != PropertyMap::nowhere) {
        // Another animation of the same blend space is the first to set it, and so is this one.
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

  Role role_4_3(const Entry& entry, const Timeline& timeline, bool is_current, const Role& before) {
    Role role;
    role.base = base_4_3(timeline, entry.track, entry.blend != nullptr);
    const bool additive = is_additive(timeline.type);
    if (entry.settings.additive && additive) return role;
    if (!is_current && !cannot_blend(timeline.type) && !(at(entry.newer).settings.additive && additive) &&
        sets_any(at(entry.newer), timeline)) {
      role.hold = true;
      for (std::uint32_t x = at(entry.newer).newer; x != nobody; x = at(x).newer) {
        if ((at(x).settings.additive && additive) || !sets_any(at(x), timeline)) {
          if (at(x).mix_duration > 0) role.until = x;
          break;
        }
      }
    }
    if (entry.keep_hold) role.hold = before.hold;
    return role;
  }

  // -- Applying -------------------------------------------------------------------------------------------------------

  struct Pass {
    const Clip* clip;
    double time;  ///< of the clip's animation
    Mix mix;      ///< weight, base and direction are set timeline by timeline
  };

  Pass make_pass(const Entry& entry, const Clip& clip, double time, bool out) const {
    Mix mix;
    mix.rules = data->compiled->rules;
    mix.out = out;
    mix.previous_time = entry.animation_last * clip.seconds;
    return {&clip, (entry.settings.reverse ? duration(entry) - time : time) * clip.seconds, mix};
  }

  static double masked(const TrackMask* mask, const Timeline& timeline) { return mask ? mask->weight(timeline) : 1; }

  /// Weight and base of a blend space's timeline, for an entry that counts with weight `a` there. False: it is not
  /// applied.
  static bool share_out(const Entry& entry, const Clips& clips, const Pass& pass, std::size_t i, double a, Mix& mix) {
    bool over = false;
    if (!pass.clip->dominant && cannot_blend(pass.clip->animation->timelines[i].type)) return false;
    if (cannot_blend(pass.clip->animation->timelines[i].type)) return true;
    mix.weight = clip_weight(entry, clips, *pass.clip, i, a, mix.additive, over);
    // The others mix from what the first made, not from the setup pose.
    if (over && mix.base == MixBase::setup) mix.base = MixBase::first;
    return true;
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
    const Clips clips = clips_of(entry);
    for (const Clip& clip : clips) {
      Pass pass = make_pass(entry, clip, time, false);
      if (newer_) {
        current_4_3(pose, t, entry, clips, a, pass);
      } else {
        current_4_2(pose, t, entry, clips, a, pass);
      }
    }
    keys_.clear();
    if (collect_) {
      if (counted(entry)) {
        pass_rounds(entry, true);
      } else {
        collect(entry, time, true);
        queue_events(entry, time);
      }
    }
    entry.animation_done = time;
    entry.track_done = entry.track_time;
  }

  /// Whether an entry plays more than one round, but not for ever.
  static bool counted(const Entry& entry) { return entry.rounds > 1; }

  double* memory(Entry& entry, const Clip& clip, std::size_t timeline) {
    if (entry.rotation.empty()) {
      const std::size_t count = entry.blend ? entry.blend->timeline_count() : clip.animation->timelines.size();
      entry.rotation.assign(count * 2, 0.0);
    }
    return &entry.rotation[(clip.first_timeline + timeline) * 2];
  }

  void current_4_2(PoseBuffers& pose, const Track& t, Entry& entry, const Clips& clips, double alpha, Pass& pass) {
    const bool bottom = entry.track == 0, add = !bottom && entry.settings.additive;
    const MixBase base = bottom ? MixBase::first : MixBase::current;
    Mix& mix = pass.mix;
    const std::span<const Timeline> timelines = pass.clip->animation->timelines;
    const TrackMask* track_mask = t.mask.get();
    const bool blended = entry.blend != nullptr;
    for (std::size_t i = 0; i < timelines.size(); ++i) {
      const Timeline& timeline = timelines[i];
      const double mask = masked(track_mask, timeline), a = alpha * mask;
      if (mask == 0) continue;
      const bool whole = bottom && a == 1, plain = (whole && !blended) || add;
      mix.base = base;
      mix.additive = add;
      if (!plain && !role_of(entry, pass, i).later && timeline.type != TimelineType::attachment) {
        mix.base = MixBase::setup;
        mix.additive = false;
      }
      mix.weight = a;
      if (blended && !share_out(entry, clips, pass, i, a, mix)) continue;
      if (timeline.type == TimelineType::attachment) {
        const bool keep = whole || a >= entry.settings.alpha_attachment_threshold;
        apply_attachment(pose, timeline, pass.time, base, keep);
      } else if (!plain && timeline.type == TimelineType::rotate && !entry.settings.shortest_rotation) {
        mix_rotation(pose, timeline, pass.time, mix, memory(entry, *pass.clip, i), entry.blend != nullptr);
      } else {
        apply_timeline(pose, timeline, pass.time, mix);
      }
    }
  }

  void current_4_3(PoseBuffers& pose, const Track& t, Entry& entry, const Clips& clips, double alpha, Pass& pass) {
    Mix& mix = pass.mix;
    const std::span<const Timeline> timelines = pass.clip->animation->timelines;
    const TrackMask* track_mask = t.mask.get();
    const bool blended = entry.blend != nullptr;
    for (std::size_t i = 0; i < timelines.size(); ++i) {
      const Timeline& timeline = timelines[i];
      const double mask = masked(track_mask, timeline), a = alpha * mask;
      if (mask == 0) continue;
      const bool plain = entry.track == 0 && a == 1;
      mix.additive = !plain && entry.settings.additive;
      mix.base = plain ? MixBase::setup : role_of(entry, pass, i).base;
      mix.weight = a;
      if (blended && !share_out(entry, clips, pass, i, a, mix)) continue;
      if (timeline.type == TimelineType::attachment) {
        const bool keep = plain || a >= entry.settings.alpha_attachment_threshold;
        apply_attachment(pose, timeline, pass.time, mix.base, keep);
      } else if (!(plain && mix.weight == 1) && timeline.type == TimelineType::rotate &&
                 !entry.settings.shortest_rotation && !entry.settings.additive) {
        mix_rotation(pose, timeline, pass.time, mix, memory(entry, *pass.clip, i), entry.blend != nullptr);
      } else {
        apply_timeline(pose, timeline, pass.time, mix);
      }
    }
  }

  static const Role& role_of(const Entry& entry, const Pass& pass, std::size_t i) {
    return entry.roles[pass.clip->first_timeline + i];
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
    keys_.clear();
    if (collect_) {
      const bool heard = m < f.settings.event_threshold;
      if (counted(f)) {
        if (entry.mix_duration > 0) pass_rounds(f, heard);
      } else {
        if (heard) collect(f, time, newer_);
        if (entry.mix_duration > 0) queue_events(f, time);
      }
    }
    f.animation_done = time;
    f.track_done = f.track_time;
  }

  void outgoing_4_2(PoseBuffers& pose, const Entry& entry, Entry& f, const Clips& clips, double m, Pass& pass,
                    const Track& t) {
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
    for (std::size_t i = 0; i < timelines.size(); ++i) {
      const Timeline& timeline = timelines[i];
      const Role& role = role_of(f, pass, i);
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
        apply_timeline(pose, timeline, pass.time, mix);
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
      outgoing_timeline(pose, f, i, m, pass, false);
    }
  }

  void outgoing_4_3(PoseBuffers& pose, const Entry& entry, Entry& f, const Clips& clips, double q, double m, Pass& pass,
                    const Track& t) {
    const std::span<const Timeline> timelines = pass.clip->animation->timelines;
    const TrackMask* track_mask = t.mask.get();
    const bool blended = f.blend != nullptr;
    Mix& mix = pass.mix;
    if (pass.clip == clips.begin()) f.weight_sum = 0;
    const bool near = m < f.settings.mix_draw_order_threshold;
    for (std::size_t i = 0; i < timelines.size(); ++i) {
      const Timeline& timeline = timelines[i];
      const Role& role = role_of(f, pass, i);
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
      outgoing_timeline(pose, f, i, m, pass, f.settings.additive);
    }
  }

  void outgoing_timeline(PoseBuffers& pose, Entry& f, std::size_t i, double m, Pass& pass, bool plain_rotation) {
    const Timeline& timeline = pass.clip->animation->timelines[i];
    if (timeline.type == TimelineType::attachment) {
      const bool keep =
          m < f.settings.mix_attachment_threshold && pass.mix.weight >= f.settings.alpha_attachment_threshold;
      apply_attachment(pose, timeline, pass.time, pass.mix.base, keep);
    } else if (timeline.type == TimelineType::rotate && !f.settings.shortest_rotation && !plain_rotation) {
      mix_rotation(pose, timeline, pass.time, pass.mix, memory(f, *pass.clip, i), f.blend != nullptr);
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
    const EventKeys events = event_keys(entry);
    const auto take = [&](auto passes) {
      for (std::size_t i = 0; i < events.size(); ++i) {
        if (passes(events.time(i))) keys_.push_back(i);
      }
    };
    if (entry.settings.reverse) {
      if (!newer_ || !reversed_too) return;
      const double from = duration(entry) - entry.animation_last, to = duration(entry) - time;
      if (from >= to) return take([&](double t) { return to <= t && t < from; });
      take([&](double t) { return t < from; });
      return take([&](double t) { return t >= to; });
    }
    const double previous = entry.animation_last;
    if (previous <= time) return take([&](double t) { return previous < t && t <= time; });
    take([&](double t) { return t > previous; });
    take([&](double t) { return t <= time; });
  }

  /// Spec: 11.2.
  void queue_events(const Entry& entry, double time) {
    const double l = played_length(entry), start = entry.settings.animation_start, stop = entry.animation_end;
    const bool reversed = newer_ && entry.settings.reverse;
    double split = l != 0 ? std::fmod(entry.track_last, l) : 0;
    if (reversed) split = l - split;
    const EventKeys events = event_keys(entry);
    const auto key_time = [&](std::size_t i) { return events.time(keys_[i]); };
    const auto send = [&](std::size_t i) { notify(StateEventType::event, entry, events.key(keys_[i])); };
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

  /// What an entry that plays a number of rounds has passed: each event once a round and each round's end, at any step.
  /// The reference has no such entries; `with_events`: the conditions under which it tells of events are met.
  void pass_rounds(Entry& entry, bool with_events) {
    Passage step;
    step.to = entry.track_time;
    step.length = played_length(entry);
    step.rounds = entry.rounds;
    step.from = entry.track_last;
    if (entry.track_last == -1) {
      // Where it begins may have been set (align(), set_animation_last()).
      step.first = entry.animation_last == -1;
      step.from = step.first ? 0 : entry.animation_last - entry.settings.animation_start;
    }
    if (!(step.length > 0)) {
      // All its rounds are over at once.
      if (step.first) complete_at_once(entry);
      return;
    }
    const EventKeys events = event_keys(entry);
    const bool reverse = entry.settings.reverse;
    const std::size_t count = with_events && (newer_ || !reverse) ? events.size() : 0;
    const double start = entry.settings.animation_start, stop = entry.animation_end, whole = duration(entry);
    walk_rounds(
        step,
        [&](auto passes, std::uint64_t times) {
          for (std::size_t k = 0; k < count; ++k) {
            const std::size_t i = reverse ? count - 1 - k : k;
            const double place = reverse ? whole - events.time(i) : events.time(i);
            if (place < start || place > stop || !passes(place - start)) continue;
            notify(StateEventType::event, entry, events.key(i), times);
          }
        },
        [&](std::uint64_t times) { notify(StateEventType::complete, entry, nullptr, times); },
        [&] { return log.size() > most_told; });
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
  PropertyMap known_, known_here_;  ///< first setters of properties; those among them that a blend space is
};

}  // namespace

std::unique_ptr<Player> make_spine_player(SkeletonDataPtr data) {
  return std::make_unique<SpinePlayer>(std::move(data));
}

}  // namespace sinew
