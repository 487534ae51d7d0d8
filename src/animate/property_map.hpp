// Which track was the first to set a property: a small hash map that keeps its memory.
#pragma once

#include <cstdint>
#include <vector>

namespace sinew {

class PropertyMap {
 public:
  static constexpr std::uint32_t nowhere = 0xffffffffu;

  void clear() noexcept {
    for (Place& place : places_) place.track = nowhere;
    count_ = 0;
  }

  /// The track that a property was entered for.
  [[nodiscard]] std::uint32_t find(std::uint64_t id) const noexcept {
    if (places_.empty()) return nowhere;
    return places_[probe(id)].track;
  }

  /// Enters a property unless it is known; true when it was not.
  bool insert(std::uint64_t id, std::uint32_t track) {
    if ((count_ + 1) * 2 > places_.size()) grow();
    Place& place = places_[probe(id)];
    if (place.track != nowhere) return false;
    place = {id, track};
    ++count_;
    return true;
  }

 private:
  struct Place {
    std::uint64_t id = 0;
    std::uint32_t track = nowhere;
  };

  /// Where a property is or belongs; at most half the places are taken.
  [[nodiscard]] std::size_t probe(std::uint64_t id) const noexcept {
    std::uint64_t hash = id * 0x9e3779b97f4a7c15u;
    std::size_t at = static_cast<std::size_t>(hash >> 20) & (places_.size() - 1);
    while (places_[at].track != nowhere && places_[at].id != id) at = (at + 1) & (places_.size() - 1);
    return at;
  }

  void grow() {
    std::vector<Place> old(places_.empty() ? 64 : places_.size() * 2);
    old.swap(places_);
    count_ = 0;
    for (const Place& place : old) {
      if (place.track != nowhere) insert(place.id, place.track);
    }
  }

  std::vector<Place> places_;
  std::size_t count_ = 0;
};

}  // namespace sinew
