// Makes animations' programs (model/animation_program.hpp).
#pragma once

#include <cstdint>
#include <span>

#include "base/arena.hpp"
#include "base/scratch.hpp"
#include "model/animation_program.hpp"
#include "model/compiled.hpp"

namespace sinew {

/// Memory that the work on one animation leaves to the next one.
struct TrackScratch {
  /// What a channel was made from.
  struct Source {
    const Timeline* timeline;
    std::size_t component;
    std::uint64_t hash;
  };
  explicit TrackScratch(Arena& scratch) : channels(scratch), sources(scratch), places(scratch) {}

  ScratchVector<TimeChannel> channels;
  ScratchVector<Source> sources;
  ScratchVector<std::uint32_t> places;  ///< of channels, by hash

  /// Room for the largest animation, at once.
  void reserve(std::span<const Animation> animations);
};

/// Samples curves: sets `tracks` of the timelines of one animation, and the channels of its program. A timeline with
/// numbers that only a hostile file has gets none, and is worked out key by key.
void compile_tracks(Arena& arena, std::span<Timeline> timelines, double duration, AnimationProgram& program,
                    TrackScratch& scratch);

/// The steps of all programs, once the rest of the skeleton is compiled. `scratch`: memory for the work.
void compile_steps(const SkeletonData& data, const CompiledData& compiled, Arena& arena,
                   std::span<AnimationProgram> programs, Arena& scratch);

}  // namespace sinew
