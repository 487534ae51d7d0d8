// What a track plays, and the pool that keeps the entries.
#pragma once

#include <cstdint>
#include <vector>

#include "sinew/types.hpp"

namespace sinew {

/// One animation on a track: playing, queued, or fading out.
struct Entry {
  std::uint64_t id = 0;  ///< 0: not in use
  std::uint32_t track = 0;
  AnimationIndex animation;  ///< none: the empty animation
  bool loop = false;
  bool queued = false;
  double time_scale = 1;
  double track_time = 0;    ///< seconds played, scaled
  double mix_time = 0;      ///< seconds since it became current, not scaled
  double mix_duration = 0;
  double alpha = 1;
  double delay = 0;         ///< queued: the track time of the entry before at which this one starts
  double wait = 0;          ///< current: seconds until it starts, on a track that was empty
  bool fired = false;       ///< its events have been collected at least once
  double fired_until = 0;   ///< track time up to which they were
  std::uint32_t older = 0xffffffffu;   ///< what it fades from
  std::uint32_t newer = 0xffffffffu;   ///< what fades from it
  std::uint32_t next = 0xffffffffu;    ///< the next in the queue
  std::uint32_t before = 0xffffffffu;  ///< queued: the one before it
};

/// Entries by index, reused; ids never repeat. Memory stays with the pool, so a running game does not allocate.
class EntryPool {
 public:
  static constexpr std::uint32_t nobody = 0xffffffffu;

  std::uint32_t make() {
    std::uint32_t index = 0;
    if (free_.empty()) {
      index = static_cast<std::uint32_t>(entries_.size());
      entries_.emplace_back();
    } else {
      index = free_.back();
      free_.pop_back();
    }
    entries_[index] = Entry{};
    // The index is part of the id, so that looking an id up needs no search.
    entries_[index].id = (++count_ << 20 | (index & 0xfffffu)) + 1;
    return index;
  }

  void release(std::uint32_t index) {
    entries_[index].id = 0;
    free_.push_back(index);
  }

  [[nodiscard]] Entry* find(std::uint64_t id) noexcept {
    if (id == 0) return nullptr;
    const std::uint64_t index = (id - 1) & 0xfffffu;
    // Pools of over a million entries (a caller that sets animations without ever updating) search.
    for (std::uint64_t i = index; i < entries_.size(); i += 0x100000u) {
      if (entries_[i].id == id) return &entries_[i];
    }
    return nullptr;
  }
  [[nodiscard]] const Entry* find(std::uint64_t id) const noexcept { return const_cast<EntryPool*>(this)->find(id); }

  Entry& operator[](std::uint32_t i) noexcept { return entries_[i]; }
  const Entry& operator[](std::uint32_t i) const noexcept { return entries_[i]; }

 private:
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
  std::uint64_t count_ = 0;
};

}  // namespace sinew
