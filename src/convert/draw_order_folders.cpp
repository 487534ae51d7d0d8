// Draw order folders (4.3) merged into one draw order timeline: at every key time of either, the whole order that
// results. Spec: skeleton-json.md 18.5, drawing.md 2.
#include <algorithm>
#include <numeric>

#include "convert/draft.hpp"
#include "model/timeline_place.hpp"
#include "pose/curves.hpp"
#include "pose/draw_order.hpp"

namespace sinew::convert {

namespace {

using Order = std::vector<std::uint32_t>;

/// Which slot is at each place, and at which place each slot is.
class Places {
 public:
  explicit Places(std::size_t slots) : order_(slots), place_(slots) {}

  void set_to_setup() {
    std::iota(order_.begin(), order_.end(), 0u);
    place_ = order_;
  }
  void set(const DrawOrderKey& key) {
    build_order(key, order_);
    for (std::uint32_t i = 0; i < order_.size(); ++i) place_[order_[i]] = i;
  }

  /// The slots of a folder, in the order of its key, among the places that they have.
  void apply_folder(const Timeline& folder, std::size_t key) {
    const std::size_t count = folder.folder.size();
    taken_.clear();
    for (const SlotIndex slot : folder.folder) taken_.push_back(place_[slot.value]);
    std::sort(taken_.begin(), taken_.end());
    // Lists a slot twice: no order to speak of.
    if (std::adjacent_find(taken_.begin(), taken_.end()) != taken_.end()) return;
    positions_.resize(count);
    if (key == npos || folder.draw_orders[key].setup) {
      std::iota(positions_.begin(), positions_.end(), 0u);
    } else {
      build_order(folder.draw_orders[key], positions_);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t slot = folder.folder[positions_[i]].value;
      order_[taken_[i]] = slot;
      place_[slot] = taken_[i];
    }
  }

  /// Lists as few slots as can be: those not listed fill the places that are left in the order of the setup pose, so
  /// they may be as many as follow each other like that.
  [[nodiscard]] DrawOrderKey key(Arena& arena) {
    find_longest_rise();
    std::vector<DrawOrderOffset> offsets;
    for (std::uint32_t slot = 0; slot < place_.size(); ++slot) {
      if (rises_[slot]) continue;
      offsets.push_back({slot, static_cast<std::int32_t>(place_[slot]) - static_cast<std::int32_t>(slot)});
    }
    DrawOrderKey key;
    key.setup = offsets.empty();
    key.offsets = arena.copy(std::span<const DrawOrderOffset>(offsets));
    return key;
  }

 private:
  /// Marks the most slots whose places ascend from slot to slot.
  void find_longest_rise() {
    constexpr std::uint32_t none = 0xffffffffu;
    ends_.clear();  // by length: of the rises so long, the slot that ends the one that ends lowest
    before_.resize(place_.size());
    for (std::uint32_t slot = 0; slot < place_.size(); ++slot) {
      const auto end = std::lower_bound(ends_.begin(), ends_.end(), place_[slot],
                                        [&](std::uint32_t one, std::uint32_t place) { return place_[one] < place; });
      before_[slot] = end == ends_.begin() ? none : *(end - 1);
      if (end == ends_.end()) {
        ends_.push_back(slot);
      } else {
        *end = slot;
      }
    }
    rises_.assign(place_.size(), false);
    for (std::uint32_t slot = ends_.empty() ? none : ends_.back(); slot != none; slot = before_[slot]) {
      rises_[slot] = true;
    }
  }

  Order order_, place_;
  Order ends_, before_;
  std::vector<bool> rises_;
  Order taken_, positions_;  ///< of a folder
};

void merge(Draft& draft, DraftAnimation& animation, Allowance& places) {
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
  std::uint64_t at_each_time = draft.slots.size();
  for (const Timeline* part : parts) at_each_time += is_folder(part) ? part->folder.size() : draft.slots.size();
  if (!places.take(times.size() * at_each_time)) {
    std::string path = "/animations";
    append_place_part(path, animation.head.name);
    return draft.exceed(
        "To merge draw order folders into one draw order, as 4.2 has it, all slots and those of all folders are gone "
        "through at each time that has a key; up to this animation those are",
        places.taken(), "places", places.most(), "Fewer keys of draw orders, or fewer slots, need fewer.",
        "max_draw_order_places", path + "/drawOrderFolder");
  }
  const std::span<DrawOrderKey> keys = draft.arena.array<DrawOrderKey>(times.size());
  Places now(draft.slots.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    now.set_to_setup();
    for (const Timeline* part : parts) {
      std::size_t key = key_in_force(part->times, times[i]);
      if (key == npos && !draft.spine()) key = 0;  // rigby: the first key's order holds before it
      if (is_folder(part)) {
        now.apply_folder(*part, key);
      } else if (key == npos || part->draw_orders[key].setup) {
        now.set_to_setup();
      } else {
        now.set(part->draw_orders[key]);
      }
    }
    keys[i] = now.key(draft.arena);
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
  Allowance places(draft.options.max_draw_order_places);
  for (DraftAnimation& animation : draft.animations) {
    if (!draft.failure) merge(draft, animation, places);
  }
}

}  // namespace sinew::convert
