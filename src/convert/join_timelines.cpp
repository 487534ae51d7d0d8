// Timelines of single axes, and of parts of a slot's colours, joined into the ones that 3.8 has. Spec: skeleton-json.md
// 18.8, step 5.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/number_text.hpp"
#include "convert/draft.hpp"
#include "convert/number_keys.hpp"

namespace sinew::convert {

namespace {

constexpr std::size_t most_components = 7;

/// Where a value of the joined timeline comes from.
struct Part {
  const NumberKeys* keys = nullptr;  ///< null: it stays at `neutral`
  std::size_t component = 0;
  double neutral = 0;  ///< what holds without keys, and under spine before the first one
};

/// One part between two neighbouring times of the joined timeline.
struct Stretch {
  Piece piece;         ///< the segment that it is, or is part of
  bool moves = false;  ///< false: it holds `piece.v1`
  bool whole = false;  ///< the segment begins and ends with the stretch
};

class Joiner {
 public:
  Joiner(Draft& draft, const DraftAnimation& animation, const Timeline& first, TimelineType type,
         std::span<const Part> parts)
      : draft_(draft),
        animation_(animation),
        first_(first),
        parts_(parts),
        joined_(type, parts.size()),
        colors_(is_color(type)) {}

  /// Not whole when the draft has an error afterwards.
  NumberKeys run() {
    std::vector<double> times;
    for (const Part& part : parts_) {
      if (part.keys) times.insert(times.end(), part.keys->times.begin(), part.keys->times.end());
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    for (std::size_t i = 0; i < times.size() && !draft_.failure; ++i) {
      key_at(times[i], i == 0);
      if (i + 1 < times.size()) stretch(times[i], times[i + 1]);
    }
    return std::move(joined_);
  }

  std::size_t baked = 0;
  std::size_t more_keys = 0;  ///< that the straight pieces took

 private:
  [[nodiscard]] double value_at(const Part& part, double time) const {
    if (!part.keys || (draft_.spine() && time < part.keys->times.front())) return part.neutral;
    return part.keys->piece(part.keys->key_at(time), part.component).at(time, draft_.spine());
  }

  [[nodiscard]] Stretch stretch_of(const Part& part, double from, double to) const {
    Stretch stretch;
    const double value = value_at(part, from);
    stretch.piece = {from, value, to, value, Curve::stepped, {}};
    if (!part.keys || from < part.keys->times.front()) return stretch;
    const std::size_t key = part.keys->key_at(from);
    const Piece piece = part.keys->piece(key, part.component);
    if (piece.curve == Curve::stepped || key + 1 == part.keys->size()) return stretch;
    return {piece, true, piece.t1 == from && piece.t2 == to};
  }

  /// A key with every part's value; before it, another one of the same time for parts that jump after having moved.
  void key_at(double time, bool first) {
    std::array<double, most_components> values{};
    bool jumps = false;
    for (std::size_t c = 0; c < parts_.size(); ++c) {
      values[c] = value_at(parts_[c], time);
      if (!first && !holds_ && values[c] != arrived_[c]) jumps = true;
    }
    if (jumps) add(time, arrived_);
    add(time, values);
  }

  void add(double time, const std::array<double, most_components>& values) {
    joined_.add(time);
    for (std::size_t c = 0; c < parts_.size(); ++c) {
      joined_.value(joined_.size() - 1, c) = colors_ ? as_byte(values[c]) : values[c];
    }
  }

  void stretch(double from, double to) {
    std::vector<Stretch> all;
    bool moves = false, curved = false, fits = true;
    for (const Part& part : parts_) {
      all.push_back(stretch_of(part, from, to));
      const Stretch& one = all.back();
      moves = moves || one.moves;
      curved = curved || (one.moves && one.piece.curve == Curve::bezier);
    }
    for (const Stretch& one : all) {
      if (one.moves && curved) fits = fits && one.whole && one.piece.curve == Curve::bezier;
    }
    const std::size_t last = joined_.size() - 1;
    holds_ = !moves;
    joined_.curves[last] = !moves ? Curve::stepped : curved && fits ? Curve::bezier : Curve::linear;
    if (curved && fits) take_beziers(all, last);
    if (curved && !fits) bake(all, from, to);
    for (std::size_t c = 0; c < parts_.size(); ++c) {
      arrived_[c] = all[c].moves ? all[c].piece.at(to, draft_.spine()) : all[c].piece.v1;
    }
  }

  void take_beziers(const std::vector<Stretch>& all, std::size_t key) {
    const auto moving = std::find_if(all.begin(), all.end(), [](const Stretch& one) { return one.moves; });
    for (std::size_t c = 0; c < all.size(); ++c) {
      Bezier& bezier = joined_.bezier(key, c);
      bezier = all[c].moves ? all[c].piece.bezier : moving->piece.bezier;
      if (!all[c].moves) bezier.cy1 = bezier.cy2 = all[c].piece.v1;
    }
  }

  void bake(const std::vector<Stretch>& all, double from, double to) {
    ++baked;
    std::vector<Piece> pieces;
    for (const Stretch& one : all) {
      if (one.moves) pieces.push_back(one.piece);
    }
    const std::vector<double> times = times_to_bake(pieces, from, to, draft_);
    if (!draft_.allow_keys(times.size(), animation_, first_)) return;
    for (const double time : times) {
      std::array<double, most_components> values{};
      for (std::size_t c = 0; c < all.size(); ++c) {
        values[c] = all[c].moves ? draft_.tidy(all[c].piece.at(time, draft_.spine())) : all[c].piece.v1;
      }
      add(time, values);
      ++more_keys;
    }
  }

  Draft& draft_;
  const DraftAnimation& animation_;
  const Timeline& first_;  ///< of those that are joined
  std::span<const Part> parts_;
  NumberKeys joined_;
  bool colors_;
  std::array<double, most_components> arrived_{};  ///< where the stretch before ended
  bool holds_ = true;                              ///< it was a stepped one
};

/// Which value of the joined timeline each value of a timeline is: pairs of joined and own.
std::vector<std::pair<std::size_t, std::size_t>> components_of(TimelineType type) {
  switch (type) {
    case TimelineType::translate_x:
    case TimelineType::scale_x:
    case TimelineType::shear_x:
      return {{0, 0}};
    case TimelineType::translate_y:
    case TimelineType::scale_y:
    case TimelineType::shear_y:
      return {{1, 0}};
    case TimelineType::translate:
    case TimelineType::scale:
    case TimelineType::shear:
      return {{0, 0}, {1, 1}};
    case TimelineType::rgba:
      return {{0, 0}, {1, 1}, {2, 2}, {3, 3}};
    case TimelineType::rgb:
      return {{0, 0}, {1, 1}, {2, 2}};
    case TimelineType::alpha:
      return {{3, 0}};
    case TimelineType::rgba2:
      return {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}};
    case TimelineType::rgb2:
      return {{0, 0}, {1, 1}, {2, 2}, {4, 3}, {5, 4}, {6, 5}};
    default:
      return {};
  }
}

/// What is joined with what: a number for the property, which is the same for all its timelines.
enum class Property : std::uint8_t { none, translate, scale, shear, color };

Property property_of(TimelineType type) {
  if (type >= TimelineType::translate && type <= TimelineType::translate_y) return Property::translate;
  if (type >= TimelineType::scale && type <= TimelineType::scale_y) return Property::scale;
  if (type >= TimelineType::shear && type <= TimelineType::shear_y) return Property::shear;
  if (type >= TimelineType::rgba && type <= TimelineType::rgb2) return Property::color;
  return Property::none;
}

bool in_3_8(TimelineType type) {
  return type == TimelineType::translate || type == TimelineType::scale || type == TimelineType::shear ||
         type == TimelineType::rgba || type == TimelineType::rgba2;
}

bool has_dark(TimelineType type) {
  return type == TimelineType::rgba2 || type == TimelineType::rgb2;
}

TimelineType joined_type(Property property, const std::vector<Timeline*>& timelines) {
  switch (property) {
    case Property::translate:
      return TimelineType::translate;
    case Property::scale:
      return TimelineType::scale;
    case Property::shear:
      return TimelineType::shear;
    default:
      return std::any_of(timelines.begin(), timelines.end(), [](const Timeline* t) { return has_dark(t->type); })
                 ? TimelineType::rgba2
                 : TimelineType::rgba;
  }
}

/// What each component is without a timeline.
std::array<double, most_components> neutral_values(const Draft& draft, Property property, SlotIndex slot) {
  if (property == Property::scale) return {1, 1};
  if (property != Property::color) return {};
  const SlotData& data = draft.slots[slot.value];
  const Color dark = data.has_dark ? data.dark : Color{0, 0, 0, 1};
  return {double{data.color.r}, double{data.color.g}, double{data.color.b}, double{data.color.a},
          double{dark.r},       double{dark.g},       double{dark.b}};
}

/// Joins the timelines of one property of one bone or slot into the first of them; the others lose their keys.
void join(Draft& draft, const DraftAnimation& animation, Property property, const std::vector<Timeline*>& timelines) {
  const TimelineType type = joined_type(property, timelines);
  const std::size_t count = type == TimelineType::rgba2 ? 7 : type == TimelineType::rgba ? 4 : 2;
  const auto neutral = neutral_values(draft, property, timelines.front()->slot);
  std::vector<NumberKeys> keys;
  keys.reserve(timelines.size());
  std::array<Part, most_components> parts;
  for (std::size_t c = 0; c < count; ++c) parts[c].neutral = neutral[c];
  for (const Timeline* timeline : timelines) {
    keys.emplace_back(*timeline);
    // The last one that sets a value wins.
    for (const auto& [target, component] : components_of(timeline->type)) {
      parts[target].keys = &keys.back();
      parts[target].component = component;
    }
  }
  Joiner joiner(draft, animation, *timelines.front(), type, {parts.data(), count});
  const NumberKeys joined = joiner.run();
  if (draft.failure) return;

  double error = 0;
  for (std::size_t c = 0; c < count; ++c) {
    if (!parts[c].keys) continue;
    NumberKeys before(type, 1), after(type, 1);
    const auto take = [](const NumberKeys& from, std::size_t component, NumberKeys& to) {
      for (std::size_t key = 0; key < from.size(); ++key) {
        to.add(from.times[key]);
        to.value(key, 0) = from.value(key, component);
        to.curves[key] = from.curves[key];
        to.bezier(key, 0) = from.bezier(key, component);
      }
    };
    take(*parts[c].keys, parts[c].component, before);
    take(joined, c, after);
    error = std::max(error, largest_error(before, after, draft.spine()));
  }
  for (const Timeline* timeline : timelines) {
    if (in_3_8(timeline->type) && timeline->type == type) continue;
    draft.lose(Loss::Kind::changed, draft.path_of(animation, *timeline),
               std::string(property == Property::color ? "3.8 animates a slot's colours only as a whole"
                                                       : "3.8 has no timelines for single axes") +
                   "; joined into one that also sets the rest, which shows when animations are mixed" +
                   (joiner.baked > 0 ? "; curves became straight pieces (new keys: " +
                                           std::to_string(joiner.more_keys) + "), off by at most " + rounded(error, 7)
                                     : "") +
                   ".",
               error > 1e-4, error);
  }
  joined.store(draft.arena, *timelines.front());
  for (std::size_t i = 1; i < timelines.size(); ++i) timelines[i]->times = {};
}

}  // namespace

void join_timelines(Draft& draft) {
  for (DraftAnimation& animation : draft.animations) {
    std::map<std::pair<Property, std::uint32_t>, std::vector<Timeline*>> groups;
    for (Timeline& timeline : animation.timelines) {
      const Property property = property_of(timeline.type);
      if (property == Property::none) continue;
      const std::uint32_t owner = property == Property::color ? timeline.slot.value : timeline.bone.value;
      groups[{property, owner}].push_back(&timeline);
    }
    for (const auto& [group, timelines] : groups) {
      if (timelines.size() == 1 && in_3_8(timelines.front()->type)) continue;
      join(draft, animation, group.first, timelines);
      if (draft.failure) return;
    }
  }
  draft.remove_timelines([](const DraftAnimation&, const Timeline& timeline) { return timeline.times.empty(); });
}

}  // namespace sinew::convert
