// Draw order folders (4.3) merged into one draw order timeline: at every key time of either, the whole order that
// results. Spec: skeleton-json.md 18.5, drawing.md 2.
#include <algorithm>

#include "convert/draft.hpp"
#include "pose/curves.hpp"
#include "pose/draw_order.hpp"

namespace sinew::convert {

namespace {

constexpr std::size_t most_places = std::size_t{64} << 20;

using Order = std::vector<std::uint32_t>;

void set_to_setup(Order& order) {
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
}

/// The slots of a folder, in the order of its key, among the places that they have.
void apply_folder(const Timeline& folder, std::size_t key, Order& order) {
  Order positions(folder.folder.size());
  const bool setup = key == npos || folder.draw_orders[key].setup;
  setup ? set_to_setup(positions) : build_order(folder.draw_orders[key], positions);
  std::vector<bool> member(order.size());
  for (const SlotIndex slot : folder.folder) {
    if (member[slot.value]) return;  // lists a slot twice: no order to speak of
    member[slot.value] = true;
  }
  std::size_t next = 0;
  for (std::uint32_t& slot : order) {
    if (member[slot]) slot = folder.folder[positions[next++]].value;
  }
}

/// Lists the slots that are not at their setup place: the others then fill the places that are left, which are theirs.
DrawOrderKey key_of(Arena& arena, const Order& order) {
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  std::vector<DrawOrderOffset> offsets;
  for (std::uint32_t slot = 0; slot < place.size(); ++slot) {
    if (place[slot] == slot) continue;
    offsets.push_back({slot, static_cast<std::int32_t>(place[slot]) - static_cast<std::int32_t>(slot)});
  }
  DrawOrderKey key;
  key.setup = offsets.empty();
  key.offsets = arena.copy(std::span<const DrawOrderOffset>(offsets));
  return key;
}

void merge(Draft& draft, DraftAnimation& animation, std::size_t& places) {
  std::vector<const Timeline*> parts;  // in order of application
  std::vector<double> times;
  for (const Timeline& timeline : animation.timelines) {
    if (timeline.type != TimelineType::draw_order && timeline.type != TimelineType::draw_order_folder) continue;
    parts.push_back(&timeline);
    times.insert(times.end(), timeline.times.begin(), timeline.times.end());
  }
  const auto is_folder = [](const Timeline* part) { return part->type == TimelineType::draw_order_folder; };
  if (std::none_of(parts.begin(), parts.end(), is_folder)) return;
  for (const Timeline* part : parts) {
    if (!is_folder(part)) continue;
    draft.lose(Loss::Kind::changed, draft.path_of(animation, *part),
               "Draw order folders came with 4.3; merged into the draw order of all slots. Played on top of another "
               "animation it now also sets the slots that are not in the folder.",
               false);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  places += times.size() * draft.slots.size();
  if (places > most_places) {
    draft.over_limit = true;
    return;
  }
  const std::span<DrawOrderKey> keys = draft.arena.array<DrawOrderKey>(times.size());
  Order order(draft.slots.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    set_to_setup(order);
    for (const Timeline* part : parts) {
      std::size_t key = key_in_force(part->times, times[i]);
      if (key == npos && !draft.spine()) key = 0;  // rigby: the first key's order holds before it
      if (is_folder(part)) {
        apply_folder(*part, key, order);
      } else if (key == npos || part->draw_orders[key].setup) {
        set_to_setup(order);
      } else {
        build_order(part->draw_orders[key], order);
      }
    }
    keys[i] = key_of(draft.arena, order);
  }
  Timeline merged;
  merged.type = TimelineType::draw_order;
  merged.times = draft.arena.copy(std::span<const double>(times));
  merged.draw_orders = keys;
  std::vector<Timeline> all;
  bool added = false;
  for (const Timeline& timeline : animation.timelines) {
    const bool part = timeline.type == TimelineType::draw_order || timeline.type == TimelineType::draw_order_folder;
    if (part && added) continue;
    all.push_back(part ? merged : timeline);
    added = added || part;
  }
  animation.timelines = std::move(all);
}

}  // namespace

void merge_draw_order_folders(Draft& draft) {
  std::size_t places = 0;
  for (DraftAnimation& animation : draft.animations) {
    if (!draft.over_limit) merge(draft, animation, places);
  }
}

}  // namespace sinew::convert
