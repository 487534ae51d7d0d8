#include "convert/draft.hpp"

#include <algorithm>

#include "base/limit_error.hpp"
#include "model/builder.hpp"
#include "model/names.hpp"
#include "model/timeline_place.hpp"

namespace sinew::convert {

Draft::Draft(const SkeletonData& from, SkeletonData& into, const ConvertOptions& how, std::vector<Loss>& lost)
    : source(from),
      data(into),
      arena(into.arena()),
      options(how),
      losses(lost),
      bones(from.bones.begin(), from.bones.end()),
      slots(from.slots.begin(), from.slots.end()),
      constraints(from.constraints.begin(), from.constraints.end()),
      skins(from.skins.begin(), from.skins.end()),
      attachments(from.attachments.begin(), from.attachments.end()),
      new_keys(how.max_new_keys, new_keys_for_each, count_keys(from)),
      copied_keys(how.max_copied_keys, copies_for_each, count_keys(from)),
      copied_numbers(how.max_copied_numbers, copies_for_each, count_numbers(from)) {
  for (const Animation& animation : from.animations) {
    DraftAnimation& draft =
        animations.emplace_back(DraftAnimation{animation, {animation.timelines.begin(), animation.timelines.end()}});
    draft.head.program = nullptr;
    for (Timeline& timeline : draft.timelines) timeline.tracks = nullptr;
  }
}

std::string Draft::path_of(const ConstraintData& constraint, std::string_view member) const {
  std::string path = "/constraints";
  append_place_part(path, name_of(constraint.type));
  append_place_part(path, constraint.name);
  if (!member.empty()) append_place_part(path, member);
  return path;
}

std::string Draft::path_of(const Attachment& attachment, std::string_view member) const {
  std::string path = "/skins";
  append_place_part(path, skins[attachment.skin.value].name);
  path += "/attachments";
  append_place_part(path, slots[attachment.slot.value].name);
  append_place_part(path, attachment.key);
  if (!member.empty()) append_place_part(path, member);
  return path;
}

std::string Draft::path_of(const DraftAnimation& animation, const Timeline& timeline) const {
  std::string path = "/animations";
  append_place_part(path, animation.head.name);
  // Constraints may have been left out, but then so have their timelines; names of the rest stay as they are.
  Timeline named = timeline;
  std::string_view constraint;
  if (timeline.constraint) constraint = constraints[timeline.constraint.value].name;
  named.constraint = {};
  std::size_t at = 0;
  for (const std::string_view part : timeline_place(source, named)) {
    const bool is_constraint = at++ == 1 && timeline.constraint.valid();
    append_place_part(path, is_constraint ? constraint : part);
  }
  return path;
}

void Draft::exceed(std::string_view what, std::uint64_t found, std::string_view unit, std::uint64_t limit,
                   std::string_view advice, std::string_view option, std::string path) {
  if (failure) return;
  std::string message = limit_message(what, found, unit, limit, advice, "ConvertOptions::" + std::string(option));
  failure = Error{ErrorCode::limit, std::move(message), {{}, 0, 0, {}, std::move(path)}};
}

bool Draft::allow_keys(std::uint64_t count, const DraftAnimation& animation, const Timeline& timeline) {
  if (new_keys.take(count)) return true;
  exceed(
      "To say in 3.8 what the keys up to here say (curves as straight pieces, rotations in steps of less than half a "
      "turn), it takes",
      new_keys.taken(), "new keys", new_keys.most(),
      "Rotations by fewer turns, and keys with one curve for all values, need fewer.", "max_new_keys",
      path_of(animation, timeline));
  return false;
}

namespace {
constexpr std::string_view fewer_links =
    "Fewer linked meshes need fewer, and those in the slot of their source need none.";
}

bool Draft::allow_copy(const DraftAnimation& animation, const Timeline& copy, std::uint64_t numbers) {
  if (copied_keys.take(copy.times.size())) return allow_numbers(numbers, attachments[copy.attachment.value]);
  exceed(
      "Linked meshes that have their source in another slot become meshes of their own in 4.2, with copies of the "
      "timelines that they followed; up to this copy those have",
      copied_keys.taken(), "keys", copied_keys.most(), fewer_links, "max_copied_keys", path_of(animation, copy));
  return false;
}

bool Draft::allow_numbers(std::uint64_t count, const Attachment& mesh) {
  if (copied_numbers.take(count)) return true;
  exceed(
      "Linked meshes that have their source in another slot become meshes of their own in 4.2; up to this one, their "
      "vertices, triangles and deforms have",
      copied_numbers.taken(), "numbers", copied_numbers.most(), fewer_links, "max_copied_numbers", path_of(mesh));
  return false;
}

void Draft::remove_constraints(const std::vector<bool>& removed) {
  if (std::find(removed.begin(), removed.end(), true) != removed.end()) {
    remove_timelines([&](const DraftAnimation&, const Timeline& timeline) {
      return timeline.constraint && removed[timeline.constraint.value];
    });
    std::vector<ConstraintIndex> now(constraints.size());
    std::vector<ConstraintData> kept;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      if (removed[i]) continue;
      now[i] = ConstraintIndex(kept.size());
      kept.push_back(constraints[i]);
    }
    constraints = std::move(kept);
    for_each_timeline([&](DraftAnimation&, Timeline& timeline) {
      if (timeline.constraint) timeline.constraint = now[timeline.constraint.value];
    });
    for (SkinData& skin : skins) {
      std::vector<ConstraintIndex> list;
      for (const ConstraintIndex index : skin.constraints) {
        if (now[index.value]) list.push_back(now[index.value]);
      }
      skin.constraints = arena.copy(std::span<const ConstraintIndex>(list));
    }
  }
  for (std::size_t i = 0; i < constraints.size(); ++i) constraints[i].order = static_cast<std::int32_t>(i);
}

namespace {

template <class T>
void repeat_last(Arena& arena, std::span<const T>& list, std::size_t per_key = 1) {
  if (list.empty()) return;
  const std::span<T> longer = arena.array<T>(list.size() + per_key);
  std::copy(list.begin(), list.end(), longer.begin());
  std::copy(list.end() - static_cast<std::ptrdiff_t>(per_key), list.end(),
            longer.end() - static_cast<std::ptrdiff_t>(per_key));
  list = longer;
}

/// Adds a key like the last one at a later time.
void hold_until(Arena& arena, Timeline& timeline, double time) {
  const std::size_t last = timeline.times.size() - 1;
  const std::span<double> times = arena.array<double>(last + 2);
  std::copy(timeline.times.begin(), timeline.times.end(), times.begin());
  times[last + 1] = time;
  timeline.times = times;
  repeat_last(arena, timeline.values, timeline.components);
  repeat_last(arena, timeline.attachments);
  repeat_last(arena, timeline.attachment_names);
  repeat_last(arena, timeline.inherits);
  repeat_last(arena, timeline.deforms);
  repeat_last(arena, timeline.ik_flags);
  repeat_last(arena, timeline.draw_orders);
  if (!timeline.curves.empty()) {
    const std::span<std::uint32_t> curves = arena.array<std::uint32_t>(last + 2);
    std::copy(timeline.curves.begin(), timeline.curves.end(), curves.begin());
    curves[last] = curves[last + 1] = Timeline::kStepped;
    timeline.curves = curves;
  }
}

/// Whether another key with the last one's values changes nothing.
bool can_hold(const Timeline& timeline) {
  return timeline.type != TimelineType::event && timeline.type != TimelineType::physics_reset &&
         timeline.type != TimelineType::sequence;
}

}  // namespace

void Draft::keep_durations() {
  for (DraftAnimation& animation : animations) {
    double duration = 0;
    for (const Timeline& timeline : animation.timelines) duration = std::max(duration, timeline.times.back());
    if (duration >= animation.head.duration) continue;
    const auto holder = std::find_if(animation.timelines.begin(), animation.timelines.end(), can_hold);
    if (holder != animation.timelines.end()) {
      hold_until(arena, *holder, animation.head.duration);
      continue;
    }
    std::string path = "/animations";
    append_place_part(path, animation.head.name);
    lose(Loss::Kind::changed, std::move(path), "Nothing is left that would keep the animation's duration.", false);
  }
}

void Draft::resolve_timeline_attachments() {
  std::vector<bool> done(attachments.size());
  std::vector<std::uint32_t> chain;  // from a linked mesh towards what it follows; each is walked once
  for (std::uint32_t i = 0; i < attachments.size(); ++i) {
    chain.clear();
    std::uint32_t at = i;
    while (!done[at] && attachments[at].link && attachments[at].link->timelines) {
      chain.push_back(at);
      at = attachments[at].link->source.value;
    }
    if (!done[at]) attachments[at].timeline_attachment = AttachmentIndex(at);
    done[at] = true;
    for (const std::uint32_t mesh : chain) {
      attachments[mesh].timeline_attachment = attachments[at].timeline_attachment;
      done[mesh] = true;
    }
  }
}

Status Draft::finish() {
  keep_durations();
  const auto keep = [&](const auto& list) {
    return arena.copy(std::span<const typename std::decay_t<decltype(list)>::value_type>(list));
  };
  data.bones = keep(bones);
  data.bone_names = source.bone_names;
  data.slots = keep(slots);
  data.slot_names = source.slot_names;
  data.events = source.events;
  data.event_names = source.event_names;
  std::vector<Animation> heads;
  for (DraftAnimation& animation : animations) {
    animation.head.timelines = keep(animation.timelines);
    animation.timelines = {};
    heads.push_back(animation.head);
  }
  data.animations = keep(heads);
  data.animation_names = source.animation_names;
  data.constraints = keep(constraints);
  index_constraints(data);
  data.attachments = keep(attachments);
  data.placeholders = source.placeholders;
  data.skins = keep(skins);
  index_skins(data);
  return sinew::finish(data, options.max_updates, {});
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + ' ' + std::string(count == 1 ? one : many);
}

}  // namespace sinew::convert
