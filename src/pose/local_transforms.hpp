// The parts of solving that take many bones at once, for processors with four lanes or with two. Both give the same
// bits (tests/pose/lanes_test.cpp).
#pragma once

#include "base/simd.hpp"
#include "pose/pose_buffers.hpp"

namespace sinew {

/// Local transforms of all bones as the animations left them. `four`: four lanes; has_four_lanes() must say so.
void start_locals(const PoseBuffers& pose, Affine* locals, bool four) noexcept;

/// The world transform of a bone that inherits normally and has a parent.
inline void compose_child(Affine* worlds, const Affine* locals, const std::uint32_t* parents,
                          std::uint32_t i) noexcept {
  const Affine& parent = worlds[parents[i]];
  const Double2 px = load2(&parent.a), py = load2(&parent.c);
  const Affine& local = locals[i];
  store2(&worlds[i].a, px * local.a + py * local.b);
  store2(&worlds[i].c, px * local.c + py * local.d);
  store2(&worlds[i].tx, px * local.tx + py * local.ty + load2(&parent.tx));
}

/// World transforms of the bones first .. end - 1, all of which inherit normally and have a parent.
void compose_run(Affine* worlds, const Affine* locals, const std::uint32_t* parents, std::uint32_t first,
                 std::uint32_t end, bool four) noexcept;

/// Whether some bone may be lost: one sum over all of them, since a number that is lost leaves no sum small.
[[nodiscard]] bool any_lost(std::span<const Affine> worlds, bool four) noexcept;

/// A number beyond which no bone has a place.
inline constexpr double lost = 1e100;

}  // namespace sinew
