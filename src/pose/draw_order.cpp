#include "pose/draw_order.hpp"

#include <algorithm>

namespace sinew {

void build_order(const DrawOrderKey& key, std::span<std::uint32_t> order) noexcept {
  constexpr std::uint32_t free = 0xffffffffu;
  const auto n = static_cast<std::int64_t>(order.size());
  std::fill(order.begin(), order.end(), free);
  for (const DrawOrderOffset& entry : key.offsets) {
    const std::int64_t place = static_cast<std::int64_t>(entry.slot) + entry.offset;
    if (place >= 0 && place < n && order[static_cast<std::size_t>(place)] == free) {
      order[static_cast<std::size_t>(place)] = entry.slot;
    }
  }
  // The rest, from the last place to the first and from the highest index down. Entries are ascending by slot, so one
  // walk along them tells which slots already have their place.
  std::int64_t place = n - 1;
  std::size_t left = key.offsets.size();
  for (std::int64_t slot = n - 1; slot >= 0; --slot) {
    while (left > 0 && key.offsets[left - 1].slot > static_cast<std::uint32_t>(slot)) --left;
    if (left > 0 && key.offsets[left - 1].slot == static_cast<std::uint32_t>(slot)) {
      const std::int64_t own = slot + key.offsets[left - 1].offset;
      if (own >= 0 && own < n && order[static_cast<std::size_t>(own)] == static_cast<std::uint32_t>(slot)) continue;
    }
    while (order[static_cast<std::size_t>(place)] != free) --place;
    order[static_cast<std::size_t>(place)] = static_cast<std::uint32_t>(slot);
  }
}

void apply_draw_order(SlotPose& slots, const DrawOrderKey* key) noexcept {
  if (!key || key->setup) {
    for (std::size_t i = 0; i < slots.draw_order.size(); ++i) slots.draw_order[i] = SlotIndex(i);
    return;
  }
  static_assert(sizeof(SlotIndex) == sizeof(std::uint32_t));
  build_order(*key, {&slots.draw_order.data()->value, slots.draw_order.size()});
}

void apply_draw_order_folder(PoseBuffers& pose, SlotPose& slots, std::span<const SlotIndex> folder,
                             const DrawOrderKey* key) noexcept {
  const std::size_t m = folder.size();
  if (m > pose.order_scratch.size()) return;  // lists a slot twice: no order to speak of
  const std::span<std::uint32_t> positions = pose.order_scratch.span().first(m);
  if (key && !key->setup) {
    build_order(*key, positions);
  } else {
    for (std::size_t i = 0; i < m; ++i) positions[i] = static_cast<std::uint32_t>(i);
  }
  for (SlotIndex slot : folder) pose.slot_mark[slot.value] = 1;
  std::size_t next = 0;
  for (SlotIndex& slot : slots.draw_order) {
    if (pose.slot_mark[slot.value]) slot = folder[positions[next++]];
  }
  for (SlotIndex slot : folder) pose.slot_mark[slot.value] = 0;
}

}  // namespace sinew
