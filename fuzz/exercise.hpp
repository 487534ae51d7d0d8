// What is done with a skeleton once damaged bytes have loaded: everything that a host would do in a few frames.
#pragma once

#include <cstdint>

#include "sinew/load.hpp"

namespace sinew::fuzz {

/// A small generator of numbers that is the same everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x1234567u) {}
  std::uint64_t next() noexcept {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_ * 0x2545f4914f6cdd1du;
  }
  /// Below `n`, which must not be 0.
  std::size_t below(std::size_t n) noexcept { return static_cast<std::size_t>((next() >> 16) % n); }

 private:
  std::uint64_t state_;
};

/// How much is played.
struct Amount {
  std::size_t animations = 64, frames = 6, skins = 3;
};

/// Plays the animations one after another and over each other, with steps of every size, under every skin, poses and
/// draws each frame, asks for bounds and hits. Ends the program (by an assertion of the sanitizers or abort()) where
/// something is out of range.
void play_and_draw(const SkeletonDataPtr& data, std::uint64_t seed, const Amount& amount);

}  // namespace sinew::fuzz
