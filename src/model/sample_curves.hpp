// Curves of timelines as straight pieces: when they start, and what values they have there. One call does all keys of a
// timeline, so that code for wider vectors is chosen once for all of them.
#pragma once

#include <cstddef>

#include "model/animation_program.hpp"

namespace sinew {

/// How a key goes on; the last one holds.
[[nodiscard]] inline Curve curve_from(const Timeline& timeline, std::size_t key) noexcept {
  if (key + 1 == timeline.times.size() || timeline.curves_per_key == 0) return Curve::stepped;
  return timeline.curve(key);
}

/// Of a key that goes on as a Bezier.
[[nodiscard, gnu::always_inline]] inline const Bezier& handles_of(const Timeline& timeline, std::size_t key,
                                                                  std::size_t component) noexcept {
  return timeline.beziers[timeline.curves[key] + component];
}

/// How many pieces the keys of a timeline are.
[[nodiscard]] std::size_t count_pieces(const Timeline& timeline) noexcept;

/// From when on each piece counts, ascending, and the pieces in `pieces`; of the handles of one component. `four`: four
/// lanes; has_four_lanes() must say so.
void sample_times(const Timeline& timeline, std::size_t component, double* starts, Piece* pieces, bool four) noexcept;

/// The values of `lanes` components from `first` on at the starts of all pieces, one piece's after the other's.
void sample_values(const Timeline& timeline, std::size_t first, std::size_t lanes, double* values, bool four) noexcept;

/// Of a deform: how far it has gone to the next key at the start and at the end of each piece.
void sample_progress(const Timeline& timeline, double* values, bool four) noexcept;

/// Counts how many of a channel's starts lie in each cell of time (cell_of()): in `counts`, every `stride` numbers.
void count_starts(const TimeChannel& channel, double cells_per_second, double last_cell, std::uint32_t* counts,
                  std::size_t stride, bool four) noexcept;

}  // namespace sinew
