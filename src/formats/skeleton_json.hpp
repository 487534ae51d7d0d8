// How the parts of the skeleton JSON reader work together. Spec: skeleton-json.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.hpp"
#include "formats/json_fields.hpp"
#include "sinew/load.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew::skeleton_json {

/// A key of a timeline, before its values are read.
struct KeyNode {
  double time = 0;
  const JsonNode* node = nullptr;
  const JsonNode* curve_node = nullptr;
  Curve curve = Curve::linear;
  double delay = 0;  ///< of sequence keys: as the file or the key before gives it
};

/// A linked mesh whose source has to be found once all skins are read.
struct PendingLink {
  AttachmentIndex mesh;
  MeshLink* link = nullptr;
  SlotIndex source_slot;
  const JsonNode* node = nullptr;
};

/// An entry of a draw order key.
struct OffsetEntry {
  DrawOrderOffset offset;
  const JsonNode* node = nullptr;
};

/// What reading one file needs everywhere. The scratch arrays are kept so that they are allocated once.
struct Reading {
  Reading(JsonFields& fields, SkeletonData& skeleton, const LoadOptions& options)
      : json(fields), data(skeleton), arena(skeleton.arena()), scale(options.scale) {}

  JsonFields& json;
  SkeletonData& data;
  Arena& arena;
  double scale;  ///< of lengths

  [[nodiscard]] bool rigby() const { return data.semantics == Semantics::rigby; }
  [[nodiscard]] bool since(FormatVersion version) const { return data.version >= version; }
  [[nodiscard]] bool v4_3() const { return since(FormatVersion::v4_3); }
  [[nodiscard]] bool v3_8() const { return data.version == FormatVersion::v3_8; }

  /// A length: a number times the load scale.
  [[nodiscard]] double length(const JsonNode& object, const JsonName& name, double otherwise = 0) {
    return json.number(object, name, otherwise) * scale;
  }
  /// A name that is kept.
  [[nodiscard]] std::string_view keep(std::string_view text) { return arena.text(text); }

  /// The bone of this name, if there is one. Animations name bones in their order, as a rule: the next ones are looked
  /// at before the name is searched for.
  [[nodiscard]] BoneIndex find_bone(std::string_view name) {
    if (bones_distinct) {
      const std::size_t end = std::min(next_bone + 8, data.bones.size());
      for (std::size_t i = next_bone; i < end; ++i) {
        if (data.bones[i].name == name) return next_bone = i + 1, BoneIndex(i);
      }
    }
    const BoneIndex found = data.find_bone(name);
    if (found) next_bone = found.value + std::size_t{1};
    return found;
  }
  bool bones_distinct = false;  ///< no two bones have one name
  std::size_t next_bone = 0;    ///< behind the one that was found last

  /// A sentence about the version that is added to an error, when the file may be of a layout that is not known.
  std::string version_doubt;

  std::vector<PendingLink> links;
  std::vector<KeyNode> keys;
  std::vector<Timeline> timelines;
  std::vector<OffsetEntry> offsets;
  std::uint32_t mark = 0;                    ///< of the draw order key that is being read
  std::vector<std::uint32_t> slot_marks;     ///< of each slot: the last mark it was given
  std::vector<std::uint32_t> place_marks;    ///< of each place: likewise
  std::vector<std::uint32_t> folder_places;  ///< of each slot: its place in the folder that is being read
};

/// Version and semantics, then the rest of the header. An error when the version cannot be read.
void read_header(Reading& reading, const JsonNode& root, const LoadOptions& options);
void read_bones(Reading& reading, const JsonNode& root);
void read_slots(Reading& reading, const JsonNode& root);
void read_events(Reading& reading, const JsonNode& root);
/// Only the names: sliders refer to animations, and animations to constraints.
void read_animation_names(Reading& reading, const JsonNode& root);
void read_constraints(Reading& reading, const JsonNode& root);
void read_skins(Reading& reading, const JsonNode& root);
void read_animations(Reading& reading, const JsonNode& root);

/// `inherit` of bones and of keys.
[[nodiscard]] Inherit read_inherit(Reading& reading, const JsonNode& object, const JsonName& name);
/// In which version constraints of a type appeared.
[[nodiscard]] constexpr FormatVersion first_version(ConstraintType type) {
  if (type == ConstraintType::slider) return FormatVersion::v4_3;
  return type == ConstraintType::physics ? FormatVersion::v4_2 : FormatVersion::v3_8;
}

/// The bone that the text of `value` names. An error when there is none.
[[nodiscard]] BoneIndex read_bone(Reading& reading, const JsonNode& value);
[[nodiscard]] SlotIndex read_slot(Reading& reading, const JsonNode& value);
/// All elements of an array as bones.
[[nodiscard]] std::span<const BoneIndex> read_bone_list(Reading& reading, const JsonNode& array);

// Constraints.
void read_transform(Reading& reading, const JsonNode& node, ConstraintData& constraint);

// Skins.
/// Fills an attachment whose skin, slot and key are set. False when its type is unknown: it is left out.
bool read_attachment(Reading& reading, const JsonNode& node, Attachment& attachment, AttachmentIndex index);
[[nodiscard]] Vertices read_vertices(Reading& reading, const JsonNode& node, std::uint32_t count);
/// Finds the sources of all linked meshes, takes over their geometry and sets every timeline_attachment.
void resolve_links(Reading& reading, std::span<Attachment> attachments);

// Timelines. Each of these appends what it reads to reading.timelines.

/// Reads times and curves of a keys array into reading.keys, sorted. False when there are no keys. `with_delays` is for
/// sequence keys, whose delay is that of the key before in the file if they have none.
bool collect_keys(Reading& reading, const JsonNode& keys, bool with_delays = false);
/// Appends a timeline with the times of reading.keys. The reference holds until the next one is appended.
Timeline& add_timeline(Reading& reading, TimelineType type);
/// Fills `curves` and `beziers` of a timeline whose times and values are set; `scales` has a factor for each curve.
void read_curves(Reading& reading, Timeline& timeline, std::span<const double> scales);
/// Handles of a straight line from (t1, v1) to (t2, v2).
[[nodiscard]] Bezier straight(double t1, double v1, double t2, double v2);
/// The values that the curve of component c goes between, from key i to the next.
struct CurveEnds {
  double v1 = 0, v2 = 1;
};
[[nodiscard]] CurveEnds curve_ends(const Timeline& timeline, std::size_t key, std::size_t component);
/// A key's curve of 3.8: one for all values, in fractions. Fills a Bezier for each value.
void read_old_curve(Reading& reading, const Timeline& timeline, std::size_t key, std::span<Bezier> beziers);

void read_bone_timelines(Reading& reading, const JsonNode& group, BoneIndex bone);
void read_slot_timelines(Reading& reading, const JsonNode& group, SlotIndex slot);
void read_ik_keys(Reading& reading, const JsonNode& keys, ConstraintIndex constraint);
void read_transform_keys(Reading& reading, const JsonNode& keys, ConstraintIndex constraint);
void read_path_timelines(Reading& reading, const JsonNode& group, ConstraintIndex constraint);
/// Without a constraint: for all of them.
void read_physics_timelines(Reading& reading, const JsonNode& group, ConstraintIndex constraint);
void read_slider_timelines(Reading& reading, const JsonNode& group, ConstraintIndex constraint);

void read_inherit_keys(Reading& reading, const JsonNode& keys, BoneIndex bone);
void read_attachment_keys(Reading& reading, const JsonNode& keys, SlotIndex slot);
void read_deform_keys(Reading& reading, const JsonNode& keys, AttachmentIndex attachment);
void read_attachment_timelines(Reading& reading, const JsonNode& group, AttachmentIndex attachment);
void read_draw_order(Reading& reading, const JsonNode& keys);
void read_draw_order_folder(Reading& reading, const JsonNode& folder);
void read_event_keys(Reading& reading, const JsonNode& keys);

void warn_about_timeline(Reading& reading, const JsonNode& timeline, std::string_view kind);

/// The elements of an array, for access by position.
[[nodiscard]] inline std::vector<const JsonNode*> elements(const JsonNode& array) {
  std::vector<const JsonNode*> nodes;
  nodes.reserve(array.size());
  for (const JsonNode& node : array) nodes.push_back(&node);
  return nodes;
}

/// Warns about names that occur more than once. `names` is sorted by name; `nodes()` gives where each thing stands, and
/// is called only if it is needed. Whether there were none.
template <class Things, class Nodes>
bool warn_about_duplicates(Reading& reading, const Things& things, NameOrder names, std::string_view kind,
                           Nodes nodes) {
  std::vector<const JsonNode*> places;
  for (std::size_t i = 1; i < names.size(); ++i) {
    const auto &first = things[names[i - 1]], &second = things[names[i]];
    if (first.name != second.name) continue;
    if constexpr (requires { first.type; }) {
      if (first.type != second.type) continue;
    }
    if (places.empty()) places = nodes();
    reading.json.warn(*places[names[i]], ErrorCode::duplicate,
                      "There is an earlier " + std::string(kind) + " called " + quoted(second.name) +
                          "; the name refers to that one.");
  }
  return places.empty();
}

}  // namespace sinew::skeleton_json
