// Clips and rigs in memory: what a file of theirs would be told. Also their names and comparison.
#include "motion/names.hpp"
#include "motion/rules.hpp"

namespace sinew::motion {

namespace {

std::string_view word(std::span<const std::string_view> names, std::size_t index) noexcept {
  return index < names.size() ? names[index] : std::string_view("unknown");
}

Error complain(ErrorCode code, std::string_view message, std::string pointer) {
  Error error{code, std::string(message), {}};
  error.where.pointer = std::move(pointer);
  return error;
}

Status check_track(const Clip& clip, std::size_t index) {
  const Track& track = clip.tracks[index];
  const std::string place = "/tracks/" + std::to_string(index);
  if (track.part.empty() || static_cast<std::size_t>(track.property) >= property_names.size()) {
    return complain(ErrorCode::missing_member, message::part_and_property, place);
  }
  if (static_cast<std::size_t>(track.interpolation) >= interpolation_names.size()) {
    return complain(ErrorCode::bad_value, message::interpolation, place + "/interpolation");
  }
  for (std::size_t other = 0; other < index; ++other) {
    if (clip.tracks[other].property == track.property && clip.tracks[other].part == track.part) {
      return complain(ErrorCode::duplicate, message::duplicate_track, place);
    }
  }
  if (!good_curve(track.curve)) return complain(ErrorCode::bad_value, message::curve, place + "/curve");
  if (track.keys.empty() || track.keys.size() > max_keys) {
    return complain(ErrorCode::limit, message::key_count, place + "/keys");
  }
  std::optional<double> before;
  for (std::size_t k = 0; k < track.keys.size(); ++k) {
    const Key& key = track.keys[k];
    if (!good_time(key.time, before, clip.duration)) {
      return complain(ErrorCode::bad_order, message::key_times, place + "/keys/" + std::to_string(k) + "/time");
    }
    before = key.time;
    if (const Verdict wrong = check_value(track.property, key.value)) {
      return complain(wrong->code, wrong->message, place + "/keys/" + std::to_string(k) + "/value");
    }
  }
  return ok();
}

}  // namespace

std::string_view name_of(ClipKind kind) noexcept {
  return word(clip_kind_names, static_cast<std::size_t>(kind));
}
std::string_view name_of(Property property) noexcept {
  return word(property_names, static_cast<std::size_t>(property));
}
std::string_view name_of(Interpolation interpolation) noexcept {
  return word(interpolation_names, static_cast<std::size_t>(interpolation));
}
std::string_view name_of(NodeKind kind) noexcept {
  return word(node_kind_names, static_cast<std::size_t>(kind));
}

bool same_content(const Clip& a, const Clip& b) {
  return a.kind == b.kind && a.binding == b.binding && a.model == b.model && a.duration == b.duration &&
         a.loop == b.loop && a.tracks == b.tracks;
}

bool same_content(const Binding& a, const Binding& b) {
  return a.name == b.name && a.scene == b.scene && a.nodes == b.nodes;
}

Status check_clip(const Clip& clip) {
  if (clip.kind == ClipKind::rig && clip.binding.empty()) {
    return complain(ErrorCode::missing_member, message::needs_binding, "/binding");
  }
  if (clip.model.empty()) return complain(ErrorCode::missing_member, message::needs_model_and_duration, "/model");
  if (!good_duration(clip.duration)) {
    return complain(ErrorCode::bad_value, message::needs_model_and_duration, "/duration");
  }
  if (clip.tracks.empty() || clip.tracks.size() > max_tracks) {
    return complain(ErrorCode::limit, message::track_count, "/tracks");
  }
  for (std::size_t i = 0; i < clip.tracks.size(); ++i) {
    if (Status checked = check_track(clip, i); !checked) return checked;
  }
  return ok();
}

Status check_binding(const Binding& binding) {
  if (binding.nodes.empty() || binding.nodes.size() > max_nodes) {
    return complain(ErrorCode::limit, message::node_count, "/nodes");
  }
  std::vector<Kinship> parts;
  for (std::size_t i = 0; i < binding.nodes.size(); ++i) {
    const Node& node = binding.nodes[i];
    const std::string place = "/nodes/" + std::to_string(i);
    if (!good_id(node.id)) return complain(ErrorCode::bad_value, message::node_id, place + "/id");
    if (static_cast<std::size_t>(node.kind) >= node_kind_names.size()) {
      return complain(ErrorCode::bad_value, message::node_kind, place + "/kind");
    }
    for (const auto& [property, value] :
         {std::pair{Property::position, &node.rest.position}, std::pair{Property::rotation, &node.rest.rotation},
          std::pair{Property::scale, &node.rest.scale}}) {
      if (const Verdict wrong = check_value(property, *value)) {
        return complain(wrong->code, wrong->message, place + '/' + std::string(name_of(property)));
      }
    }
    parts.push_back({node.id, node.parent});
  }
  HierarchyOrder ignored;
  if (const auto wrong = check_hierarchy(parts, ignored)) {
    return complain(wrong->complaint.code, wrong->complaint.message, "/nodes/" + std::to_string(wrong->part));
  }
  return ok();
}

}  // namespace sinew::motion
