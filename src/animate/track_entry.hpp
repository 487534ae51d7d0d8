// What a track plays, and the pool that keeps the entries.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sinew/animation_state.hpp"

namespace sinew {

inline constexpr std::uint32_t nobody = 0xffffffffu;

/// Spine: what a timeline of an entry does while the entry mixes. Spec: animation.md 10.1.
struct Role {
  MixBase base = MixBase::setup;  ///< 4.3
  bool later = false;             ///< 4.2: something applied earlier sets all of its properties
  bool hold = false;              ///< outgoing: not faded, because what comes next takes the property over
  std::uint32_t until = nobody;   ///< held only until this entry is mixed in
};

/// One animation on a track: playing, queued, or fading out.
struct Entry {
  std::uint64_t id = 0;  ///< 0: not in use
  std::uint32_t track = 0;
  AnimationIndex animation;  ///< none: the empty animation
  bool loop = false;         ///< plays more than once
  std::uint32_t rounds = 1;  ///< how often it plays; 0: for ever
  bool queued = false;
  EntrySettings settings;
  double animation_end = 0;  ///< resolved
  double track_time = 0;     ///< seconds played, scaled
  double mix_time = 0;       ///< seconds since it became current, not scaled
  double mix_duration = 0;
  /// Queued: the track time of the entry before at which this one starts. Current: seconds until it starts.
  double delay = 0;
  std::uint32_t older = nobody;   ///< what it fades from
  std::uint32_t newer = nobody;   ///< what fades from it
  std::uint32_t next = nobody;    ///< the next in the queue
  std::uint32_t before = nobody;  ///< queued: the one before it

  // A blend space; then `animation` is its first one, and every time above counts rounds.
  BlendSpacePtr blend;
  BlendWeights clips;      ///< how much each animation counts
  double blend_rate = 0;   ///< rounds a second at speed 1
  Sync sync = Sync::none;  ///< with what it fades from
  double warp = 1;         ///< speed while phases are kept together
  double motion_from = 0;  ///< track time up to which its root motion was handed out
  double mix_from = 0;     ///< and its mix time then
  std::shared_ptr<const AnimationState::Listener> listener;

  // Rigby.
  bool fired = false;      ///< its events have been collected at least once
  double fired_until = 0;  ///< track time up to which they were

  // Spine. Spec: animation.md 8.1.
  double animation_last = -1, track_last = -1;  ///< of the last application, as they were when the step began
  double animation_done = -1, track_done = -1;  ///< already of the latest application
  double carry = 1;                             ///< 4.2: the mix percentage frozen at an interruption
  bool keep_hold = false;                       ///< 4.3
  double weight_sum = 0;
  std::vector<Role> roles;       ///< one a timeline
  std::vector<double> rotation;  ///< two a timeline: total and last; empty: nothing remembered
};

/// Entries by index, reused; ids never repeat. Memory stays with the pool, so a running game does not allocate.
class EntryPool {
 public:
  std::uint32_t make() {
    std::uint32_t index = 0;
    if (free_.empty()) {
      index = static_cast<std::uint32_t>(entries_.size());
      entries_.emplace_back();
    } else {
      index = free_.back();
      free_.pop_back();
    }
    Entry fresh;
    fresh.roles.swap(entries_[index].roles);
    fresh.rotation.swap(entries_[index].rotation);
    fresh.roles.clear();
    fresh.rotation.clear();
    // The index is part of the id, so that looking an id up needs no search.
    fresh.id = (++count_ << 20 | (index & 0xfffffu)) + 1;
    entries_[index] = std::move(fresh);
    return index;
  }

  void release(std::uint32_t index) {
    Entry& gone = entries_[index];
    gone.id = 0;
    gone.blend.reset();
    gone.listener.reset();
    free_.push_back(index);
  }

  [[nodiscard]] std::uint32_t find(std::uint64_t id) const noexcept {
    if (id == 0) return nobody;
    const std::uint64_t index = (id - 1) & 0xfffffu;
    // Pools of over a million entries (a caller that sets animations without ever updating) search.
    for (std::uint64_t i = index; i < entries_.size(); i += 0x100000u) {
      if (entries_[i].id == id) return static_cast<std::uint32_t>(i);
    }
    return nobody;
  }

  Entry& operator[](std::uint32_t i) noexcept { return entries_[i]; }
  const Entry& operator[](std::uint32_t i) const noexcept { return entries_[i]; }

 private:
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
  std::uint64_t count_ = 0;
};

}  // namespace sinew
