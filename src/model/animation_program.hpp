// What an animation is compiled to under spine semantics. There every curve is a chain of straight pieces (a Bezier is
// ten of them), so that a timeline is a table of values at the ends of pieces, and finding the piece and how far it has
// gone is the same work for all that have the same times: that is done once a frame for each channel of time.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "sinew/skeleton_data.hpp"

namespace sinew {

/// One straight piece. Where a value holds, the piece is infinitely wide, so that it never gets anywhere.
struct Piece {
  double start = 0, width = std::numeric_limits<double>::infinity();
};

/// The pieces of one or more timelines' components over time.
struct TimeChannel {
  /// From when on piece i + 1 counts, ascending. `padding` numbers that no time reaches (not a number) lie behind.
  const double* starts = nullptr;
  const Piece* pieces = nullptr;  ///< one more than starts: piece 0 is the time before the first key
  std::uint32_t count = 0;        ///< of starts

  static constexpr std::uint32_t padding = 4;
};

/// Where the time is in a channel.
struct Sample {
  std::uint32_t piece;  ///< 0: before the first key
  double fraction;      ///< of the piece
};

/// The values of neighbouring components with a channel in common: `lanes` numbers for each piece, those at its start;
/// and one entry more, which the last piece goes to.
struct ValueTrack {
  const double* values = nullptr;
  std::uint32_t channel = 0;
  std::uint32_t lanes = 0;
};

struct AnimationProgram;

/// A timeline's part of its animation's program.
struct TimelineTracks {
  const AnimationProgram* program = nullptr;
  /// Of all components, in order. Of a timeline without components one with the channel alone; of a deform one with two
  /// lanes, how far it has gone from key to key at the start and at the end of each piece.
  std::span<const ValueTrack> tracks;
  const std::uint32_t* keys = nullptr;  ///< the key that a piece comes after; null: piece i + 1 is key i
};

/// Sets one number of a local pose, or two that are neighbours.
struct NumberStep {
  const double* values = nullptr;
  double setup[2] = {};
  std::uint32_t channel = 0;
  std::uint32_t lean = 0, wide = 0;  ///< the place among an instance's numbers, in an array of whole poses
  std::uint32_t bone = 0;
};

/// Sets neighbouring channels of a slot's light colour.
struct ColorStep {
  const double* values = nullptr;
  std::uint32_t channel = 0;
  std::uint32_t slot = 0, bone = 0;
  std::uint8_t first = 0, lanes = 0;
  bool clamp = false;
};

/// An animation in the order in which it is quickest applied. The steps are for applying it whole: at weight 1,
/// replacing, with a base other than `current`.
struct AnimationProgram {
  std::span<const TimeChannel> channels;
  /// Channel by channel how many starts lie before the cell, cell by cell; one row more than cells.
  const std::uint32_t* cells = nullptr;
  double cells_per_second = 0;
  double last_cell = 0;

  std::span<const NumberStep> offsets, offset_pairs, scales, scale_pairs;
  std::span<const ColorStep> colors;
  std::span<const std::uint32_t> rest;  ///< the timelines that have no step, in their order; without events
  bool checks_bones = false;            ///< some bones may be inactive

  /// Samples are kept on the stack; what has more channels is applied timeline by timeline.
  static constexpr std::size_t most_channels = 1024;
  [[nodiscard]] bool usable() const noexcept { return cells != nullptr; }
};

/// The cell of a time; not one that lies outside, nor beyond the ends of what there is.
[[nodiscard]] inline std::uint32_t cell_of(double time, double cells_per_second, double last_cell) noexcept {
  const double cell = time * cells_per_second;
  // Also for what is not a number.
  const double limited = cell > 0 ? (cell < last_cell ? cell : last_cell) : 0;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(limited));
}

}  // namespace sinew
