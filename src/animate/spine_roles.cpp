// What each timeline of what is mixed does in the mix. Spec: animation.md 10.1.
#include <algorithm>

#include "animate/spine_player.hpp"

namespace sinew {

namespace {

/// Spec: the table of 5.0, "additive".
bool is_additive(TimelineType type) {
  switch (type) {
    case TimelineType::rotate:
    case TimelineType::translate:
    case TimelineType::translate_x:
    case TimelineType::translate_y:
    case TimelineType::scale:
    case TimelineType::scale_x:
    case TimelineType::scale_y:
    case TimelineType::shear:
    case TimelineType::shear_x:
    case TimelineType::shear_y:
    case TimelineType::deform:
    case TimelineType::transform:
    case TimelineType::path_position:
    case TimelineType::physics_wind:
    case TimelineType::physics_gravity:
    case TimelineType::slider_mix:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool SpinePlayer::needs_roles() const {
  for (const Track& t : tracks) {
    if (t.current == nobody) continue;
    const Entry& entry = at(t.current);
    const EntrySettings& settings = entry.settings;
    // What plays alone on the lowest track at full weight is applied whole.
    if (entry.track != 0 || entry.older != nobody || entry.blend || t.mask) return true;
    if (settings.alpha != 1 || settings.additive || settings.track_end) return true;
  }
  return false;
}

void SpinePlayer::update_roles() {
  roles_wait_ = roles_wait_ || roles_changed_;
  roles_changed_ = false;
  if (roles_wait_ && needs_roles()) work_out_roles();
}

bool SpinePlayer::sets_any(const Entry& entry, const Timeline& timeline) const {
  if (!entry.blend) return sets_any(entry.animation, timeline);
  for (std::uint32_t i = 0; i < entry.blend->size(); ++i) {
    if (sets_any(entry.blend->animation(i), timeline)) return true;
  }
  return false;
}

bool SpinePlayer::sets_any(AnimationIndex animation, const Timeline& timeline) const {
  if (!animation) return false;
  const CompiledData& compiled = *data->compiled;
  const auto first = compiled.properties.begin() + compiled.first_property[animation.value];
  const auto last = compiled.properties.begin() + compiled.first_property[animation.value + std::size_t{1}];
  bool found = false;
  for_each_property(timeline, compiled.rules,
                    [&](PropertyId id) { found = found || std::binary_search(first, last, id); });
  return found;
}

void SpinePlayer::work_out_roles() {
  roles_wait_ = false;
  known_.clear();
  for (Track& t : tracks) {
    if (t.current == nobody) continue;
    std::uint32_t i = t.current;
    while (at(i).older != nobody) i = at(i).older;
    for (;; i = at(i).newer) {
      const bool last = i == t.current;
      if (newer_ || last || !at(i).settings.additive) roles_of(at(i), last, t.mask.get());
      if (last) break;
    }
  }
}

void SpinePlayer::roles_of(Entry& entry, bool is_current, const TrackMask* mask) {
  std::size_t count = 0;
  for_each_animation(entry, [&](const Animation& animation) { count += animation.timelines.size(); });
  entry.roles.resize(count);
  auto role = entry.roles.begin();
  known_here_.clear();
  for_each_animation(entry, [&](const Animation& animation) {
    for (const Timeline& timeline : animation.timelines) {
      // What the mask keeps from being set neither hides what is lower nor is hidden.
      if (mask && mask->weight(timeline) == 0) {
        *role = {};
      } else if (newer_) {
        *role = role_4_3(entry, timeline, is_current, *role);
      } else {
        *role = role_4_2(entry, timeline, is_current);
      }
      ++role;
    }
  });
}

Role SpinePlayer::role_4_2(const Entry& entry, const Timeline& timeline, bool is_current) {
  bool is_new = false;
  for_each_property(timeline, data->compiled->rules, [&](PropertyId id) {
    const bool first = known_.insert(id, entry.track);
    // The animations of a blend space are one: what one of them is the first to set, all of them are.
    if (first && entry.blend) known_here_.insert(id, entry.track);
    is_new = first || is_new || (entry.blend && known_here_.find(id) != PropertyMap::nowhere);
  });
  Role role;
  role.later = !is_new;
  if (!is_current && at(entry.newer).settings.hold_previous) {
    role.hold = true;
    return role;
  }
  const bool instant = timeline.type == TimelineType::attachment || timeline.type == TimelineType::draw_order ||
                       timeline.type == TimelineType::event;
  if (role.later || is_current || instant || !sets_any(at(entry.newer), timeline)) return role;
  role.hold = true;
  std::uint32_t x = at(entry.newer).newer;
  while (x != nobody && sets_any(at(x), timeline)) x = at(x).newer;
  if (x != nobody && (older_ ? at(x) : entry).mix_duration > 0) role.until = x;
  return role;
}

MixBase SpinePlayer::base_4_3(const Timeline& timeline, std::uint32_t track_index, bool blend) {
  MixBase base = MixBase::setup;
  bool decided = false;
  for_each_property(timeline, RuleSet::spine_4_3, [&](PropertyId id) {
    const std::uint32_t owner = known_.find(id);
    if (owner == PropertyMap::nowhere) {
      known_.insert(id, track_index);
      if (blend) known_here_.insert(id, track_index);
    } else if (blend && known_here_.find(id) != PropertyMap::nowhere) {
      // Another animation of the same blend space is the first to set it, and so is this one.
    } else if (decided) {
      return;
    } else if (owner != track_index) {
      base = MixBase::current;
      decided = true;
    } else {
      base = MixBase::first;
    }
  });
  if (timeline.type == TimelineType::draw_order_folder && base != MixBase::current) {
    const std::uint32_t owner = known_.find(draw_order_property);
    if (owner != PropertyMap::nowhere) base = owner == track_index ? MixBase::first : MixBase::current;
  }
  return base;
}

Role SpinePlayer::role_4_3(const Entry& entry, const Timeline& timeline, bool is_current, const Role& before) {
  Role role;
  role.base = base_4_3(timeline, entry.track, entry.blend != nullptr);
  const bool additive = is_additive(timeline.type);
  if (entry.settings.additive && additive) return role;
  if (!is_current && !cannot_blend(timeline.type) && !(at(entry.newer).settings.additive && additive) &&
      sets_any(at(entry.newer), timeline)) {
    role.hold = true;
    for (std::uint32_t x = at(entry.newer).newer; x != nobody; x = at(x).newer) {
      if ((at(x).settings.additive && additive) || !sets_any(at(x), timeline)) {
        if (at(x).mix_duration > 0) role.until = x;
        break;
      }
    }
  }
  if (entry.keep_hold) role.hold = before.hold;
  return role;
}

}  // namespace sinew
