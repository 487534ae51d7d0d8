// Playing as the Spine editor's runtimes do, 4.2 and 4.3, and 3.8 where it differs. Spec: animation.md 8 to 12.
#pragma once

#include <vector>

#include "animate/player.hpp"
#include "animate/property_map.hpp"
#include "model/properties.hpp"
#include "pose/apply.hpp"

namespace sinew {

/// How many rotate timelines an animation has: each remembers something while it is mixed.
[[nodiscard]] inline std::size_t count_rotations(const Animation& animation) {
  return static_cast<std::size_t>(
      std::count_if(animation.timelines.begin(), animation.timelines.end(),
                    [](const Timeline& timeline) { return timeline.type == TimelineType::rotate; }));
}

class SpinePlayer final : public Player {
 public:
  explicit SpinePlayer(SkeletonDataPtr skeleton_data);

  [[nodiscard]] std::unique_ptr<Player> clone() const override { return std::make_unique<SpinePlayer>(*this); }
  void copy_from(const Player& other) override { *this = static_cast<const SpinePlayer&>(other); }

  EntryId set(std::uint32_t index, const Content& content) override;
  EntryId add(std::uint32_t index, const Content& content, double delay) override;
  EntryId set_empty(std::uint32_t index, double mix) override;
  EntryId add_empty(std::uint32_t index, double mix, double delay) override;
  void clear(std::uint32_t index) override;
  void set_track_time(Entry& entry, double seconds) override { entry.track_time = seconds; }
  void skip_to(Entry& entry, double track_time) override;
  [[nodiscard]] double start_time(std::uint32_t before, double delay, double mix) const override;
  void mask_changed() override { roles_changed_ = true; }

  [[nodiscard]] double round_length(const Entry& entry) const override { return played_length(entry); }
  [[nodiscard]] double shown_at(const Entry& entry, double in_round) const override;
  [[nodiscard]] double mix_at(const Entry& entry, double mix_time) const override { return mix_of(entry, mix_time); }

  void update(double dt) override;
  void apply(Skeleton& skeleton) override;

 private:
  // -- Queues, time (spine_player.cpp) --------------------------------------------------------------------------------

  std::uint32_t make_entry(std::uint32_t index, const Content& content, std::uint32_t before);
  void reserve_for_mixing(Entry& entry) const;
  /// 3.8 leaves delays below 0 as they are.
  [[nodiscard]] double not_negative(double delay) const { return older_ ? delay : std::max(delay, 0.0); }
  [[nodiscard]] static double played_length(const Entry& entry) {
    return entry.animation_end - entry.settings.animation_start;
  }
  /// Never without an end, also where the time is infinite: nothing is mixed then that would need roles.
  [[nodiscard]] static bool reaches_track_end(const Entry& entry, double track_time) {
    return entry.settings.track_end && track_time >= *entry.settings.track_end;
  }
  [[nodiscard]] static double animation_time(const Entry& entry);
  [[nodiscard]] static double track_complete(const Entry& entry);
  [[nodiscard]] double mix_of(const Entry& entry) const { return mix_of(entry, entry.mix_time); }
  [[nodiscard]] double mix_of(const Entry& entry, double mix_time) const;
  /// Makes an entry current on its track, mixing from what played there.
  void start(Track& t, std::uint32_t made, bool interrupt);
  void update_track(Track& t, double d);
  /// Advances what an entry mixes from; true when all of it is finished.
  bool fade(std::uint32_t newest, double d);
  bool fade_one(std::uint32_t index, std::uint32_t current, double d, bool older_finished);

  // -- Roles (spine_roles.cpp; 10.1) ----------------------------------------------------------------------------------

  /// Works roles out, if something has changed and some entry is mixed in a way that hangs on them.
  void update_roles();
  [[nodiscard]] bool needs_roles() const;
  void work_out_roles();
  void roles_of(Entry& entry, bool is_current, const TrackMask* mask);
  [[nodiscard]] Role role_4_2(const Entry& entry, const Timeline& timeline, bool is_current);
  [[nodiscard]] Role role_4_3(const Entry& entry, const Timeline& timeline, bool is_current, const Role& before);
  [[nodiscard]] MixBase base_4_3(const Timeline& timeline, std::uint32_t track_index, bool blend);
  [[nodiscard]] bool sets_any(const Entry& entry, const Timeline& timeline) const;
  [[nodiscard]] bool sets_any(AnimationIndex animation, const Timeline& timeline) const;
  /// Calls visit(animation) for everything an entry plays or may come to play: all of a blend space.
  template <class Visit>
  void for_each_animation(const Entry& entry, Visit visit) const {
    if (!entry.blend) {
      if (const Animation* animation = animation_of(entry)) visit(*animation);
      return;
    }
    for (std::uint32_t i = 0; i < entry.blend->size(); ++i) visit((*data)[entry.blend->animation(i)]);
  }

  // -- Applying (spine_mixing.cpp; 10) --------------------------------------------------------------------------------

  /// One application of one of an entry's animations.
  struct Pass {
    const Clip* clip;
    Samples samples;                ///< at the time of the clip's animation
    Mix mix;                        ///< weight, base and direction are set timeline by timeline
    std::size_t next_rotation = 0;  ///< how many rotate timelines have been come by

    [[nodiscard]] const Moment& at() const { return samples.moment(); }
  };
  /// What becomes of a slot's attachment at the end of an application.
  enum class Mark : std::uint8_t { none, temporary, kept };

  [[nodiscard]] Pass make_pass(const Entry& entry, const Clip& clip, double time, bool out) const;
  static bool share_out(const Entry& entry, const Clips& clips, const Pass& pass, std::size_t i, double a, Mix& mix);
  void apply_current(PoseBuffers& pose, Track& t);
  /// Applies an animation at weight 1.
  void apply_whole(PoseBuffers& pose, const Pass& pass);
  void current_4_2(PoseBuffers& pose, const Track& t, Entry& entry, const Clips& clips, double alpha, Pass& pass);
  void current_4_3(PoseBuffers& pose, const Track& t, Entry& entry, const Clips& clips, double alpha, Pass& pass);
  /// Applies everything the track's current entry mixes from, the oldest first; gives back how far it is mixed in.
  double apply_older(PoseBuffers& pose, const Track& t);
  void apply_outgoing(PoseBuffers& pose, const Entry& entry, Entry& f, double q, double m, const Track& t);
  void outgoing_4_2(PoseBuffers& pose, const Entry& entry, Entry& f, const Clips& clips, double m, Pass& pass,
                    const Track& t);
  void outgoing_4_3(PoseBuffers& pose, const Entry& entry, Entry& f, const Clips& clips, double q, double m, Pass& pass,
                    const Track& t);
  /// Applies an animation's i-th timeline as `pass.mix` has it. `rotation`: its number among the rotate timelines;
  /// `keep`: an attachment stays shown; `plain_rotation`: rotations are mixed like any number.
  void apply_mixed(PoseBuffers& pose, Entry& entry, const Pass& pass, std::size_t i, std::size_t rotation, bool keep,
                   bool plain_rotation);
  void apply_attachment(PoseBuffers& pose, const Timeline& timeline, const Moment& at_time, MixBase base, bool keep);
  /// What an entry remembers of a timeline's rotation, the n-th of its animation.
  static double* memory(Entry& entry, const Clip& clip, std::size_t timeline, std::size_t rotation) {
    if (entry.rotation.empty()) make_memory(entry, clip);
    return &entry.rotation[(entry.blend ? clip.first_timeline + timeline : rotation) * 2];
  }
  static void make_memory(Entry& entry, const Clip& clip);

  // -- Notifications (spine_events.cpp; 11) ---------------------------------------------------------------------------

  /// Event keys, in order: those from `begin` on up to `end`, and then some from the next round.
  struct PassedKeys {
    std::size_t begin = 0, end = 0, next_begin = 0, next_end = 0;
    [[nodiscard]] std::size_t size() const { return end - begin + (next_end - next_begin); }
    [[nodiscard]] std::size_t operator[](std::size_t i) const {
      return i < end - begin ? begin + i : next_begin + (i - (end - begin));
    }
  };
  /// Whether an entry plays more than one round, but not for ever.
  static bool counted(const Entry& entry) { return entry.rounds > 1; }
  [[nodiscard]] PassedKeys collect(const Entry& entry, const EventKeys& events, double time, bool reversed_too) const;
  void queue_events(const Entry& entry, const EventKeys& events, const PassedKeys& keys, double time);
  void pass_rounds(Entry& entry, bool with_events);

  bool newer_;                 ///< the rules of 4.3
  bool older_;                 ///< the rules of 3.8, where they differ from those of 4.2. Spec: 12.3
  bool roles_changed_ = true;  ///< an entry started or ended since the last application
  bool roles_wait_ = false;    ///< roles have not been worked out for what is playing: nothing hangs on them yet
  bool applied_since_update_ = false;
  bool collect_ = true;         ///< events are collected by the first application after an update
  bool any_temporary_ = false;  ///< among the marks
  std::size_t most_timelines_ = 0, most_rotations_ = 0;  ///< of what an entry may play
  std::vector<std::uint32_t> chain_;
  std::vector<Mark> marks_;
  PropertyMap known_, known_here_;  ///< first setters of properties; those among them that a blend space is
};

}  // namespace sinew
