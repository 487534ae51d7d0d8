// Draw order keys and folders.
#pragma once

#include "pose/pose_buffers.hpp"

namespace sinew {

/// Fills `order` (0 .. n - 1 in some order) as a key says. Listed entries go to their place where it is free and in the
/// list; all others fill the free places in order. Spec: animation.md 5.6. Linear, no memory.
void build_order(const DrawOrderKey& key, std::span<std::uint32_t> order) noexcept;

/// Sets the whole draw order. A null key stands for the setup order.
void apply_draw_order(SlotPose& slots, const DrawOrderKey* key) noexcept;

/// Reorders a folder's slots among the places they have. Spec: drawing.md 2.
void apply_draw_order_folder(PoseBuffers& pose, SlotPose& slots, std::span<const SlotIndex> folder,
                             const DrawOrderKey* key) noexcept;

}  // namespace sinew
