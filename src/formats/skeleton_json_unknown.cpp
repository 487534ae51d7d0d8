#include "formats/skeleton_json_unknown.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/arena.hpp"
#include "formats/json_fields.hpp"
#include "formats/json_layout.hpp"
#include "formats/json_number.hpp"
#include "formats/json_places.hpp"
#include "formats/skeleton_json_known_names.hpp"
#include "formats/skeleton_json_timeline_names.hpp"
#include "formats/skeleton_json_writer.hpp"
#include "model/unknown_fields.hpp"

namespace sinew::skeleton_json {

namespace {

std::string below(const std::string& owner, std::string_view name) {
  std::string pointer = owner;
  append_pointer_part(pointer, name);
  return pointer;
}

std::string below(const std::string& owner, std::size_t index) {
  return owner + '/' + std::to_string(index);
}

bool contains(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// A number that a reader would take, for sorting; 0 when there is none.
double number_of(const JsonNode& object, std::string_view name) {
  const JsonNode* value = object.find(name);
  if (!value) return 0;
  if (value->is(JsonType::number)) return value->number();
  return value->is(JsonType::string) ? parse_json_number(value->text()).value_or(0) : 0;
}

/// Goes through a document beside the model that was read from it. The document is known to be good: the reader took
/// it.
class Collector {
 public:
  Collector(SkeletonData& data, const JsonDocument& document)
      : data_(data), document_(document), places_(document), version_(data.version) {}

  void collect() {
    const JsonNode& root = document_.root();
    members(root, "", known_root(version_));
    if (const JsonNode* header = root.find("skeleton")) members(*header, "/skeleton", known_header(version_));
    collect_list(root, "bones", known_bone(version_));
    collect_list(root, "slots", known_slot(version_));
    if (const JsonNode* events = root.find("events")) {
      for (const JsonNode& event : *events) members(event, below("/events", event.key()), kKnownEvent);
    }
    collect_constraints(root);
    collect_skins(root);
    if (const JsonNode* animations = root.find("animations")) collect_animations(*animations);
    store();
  }

 private:
  struct Found {
    std::string owner;
    const JsonNode* node = nullptr;
  };

  struct OfTarget {
    TimelineType type;
    std::uint32_t target;
    const Timeline* timeline;

    friend bool operator<(const OfTarget& a, const OfTarget& b) {
      return a.type != b.type ? a.type < b.type : a.target < b.target;
    }
  };

  void keep(const std::string& owner, const JsonNode& node) { found_.push_back({owner, &node}); }

  /// Keeps the members of an object that are not among the known ones.
  void members(const JsonNode& object, const std::string& owner, std::span<const std::string_view> known) {
    if (!object.is(JsonType::object)) return;
    for (const JsonNode& member : object) {
      if (!contains(known, member.key())) keep(owner, member);
    }
  }

  void collect_list(const JsonNode& root, std::string_view name, std::span<const std::string_view> known) {
    const JsonNode* array = root.find(name);
    if (!array) return;
    std::size_t index = 0;
    for (const JsonNode& node : *array) members(node, below(below("", name), index++), known);
  }

  // --- constraints ---

  void collect_constraints(const JsonNode& root) {
    std::vector<const JsonNode*> nodes = constraint_nodes(root);
    if (nodes.size() != data_.constraints.size()) return;
    std::vector<std::string> pointers(nodes.size());
    for (std::size_t type = 0; type < EnumNames<ConstraintType>::values.size(); ++type) {
      const auto list = constraints_of_type(data_, static_cast<ConstraintType>(type));
      for (std::size_t i = 0; i < list.size(); ++i) {
        pointers[list[i].value] = version_ >= FormatVersion::v4_3
                                      ? below("/constraints", list[i].value)
                                      : below(below("", EnumNames<ConstraintType>::values[type]), i);
      }
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      members(*nodes[i], pointers[i], known_constraint(version_, data_.constraints[i].type, *nodes[i]));
      const JsonNode* properties = nodes[i]->find("properties");
      const bool mapped = version_ >= FormatVersion::v4_3 && data_.constraints[i].type == ConstraintType::transform;
      if (mapped && properties) collect_properties(*properties, below(pointers[i], "properties"));
    }
  }

  /// Where the constraints of the model stand in the file, in the model's order.
  std::vector<const JsonNode*> constraint_nodes(const JsonNode& root) const {
    std::vector<const JsonNode*> nodes;
    const JsonNode* array = version_ >= FormatVersion::v4_3 ? root.find("constraints") : nullptr;
    if (array) {
      for (const JsonNode& node : *array) {
        const JsonNode* type = node.find("type");
        const auto is_type = [&](std::string_view name) { return equal_but_for_case(type->text(), name); };
        constexpr auto& names = EnumNames<ConstraintType>::values;
        if (type && type->is(JsonType::string) && std::any_of(names.begin(), names.end(), is_type)) {
          nodes.push_back(&node);
        }
      }
    }
    const auto first = static_cast<std::ptrdiff_t>(nodes.size());
    for (const ConstraintType type :
         {ConstraintType::ik, ConstraintType::transform, ConstraintType::path, ConstraintType::physics}) {
      if (type == ConstraintType::physics && version_ < FormatVersion::v4_2) continue;
      if (const JsonNode* list = root.find(name_of(type))) {
        for (const JsonNode& node : *list) nodes.push_back(&node);
      }
    }
    std::stable_sort(nodes.begin() + first, nodes.end(), [](const JsonNode* a, const JsonNode* b) {
      return number_of(*a, "order") < number_of(*b, "order");
    });
    return nodes;
  }

  void collect_properties(const JsonNode& properties, const std::string& owner) {
    for (const JsonNode& source : properties) {
      const JsonNode* to = source.find("to");
      if (!to || to->size() == 0) continue;
      if (!parse_name<BoneProperty>(source.key())) {
        keep(owner, source);
        continue;
      }
      const std::string pointer = below(owner, source.key());
      members(source, pointer, kKnownSource);
      members(*to, below(pointer, "to"), EnumNames<BoneProperty>::values);
      for (const JsonNode& target : *to) {
        if (!parse_name<BoneProperty>(target.key())) continue;
        members(target, below(below(pointer, "to"), target.key()), kKnownTarget);
      }
    }
  }

  // --- skins ---

  void collect_skins(const JsonNode& root) {
    const JsonNode* skins = root.find("skins");
    if (!skins) return;
    const bool by_name = skins->is(JsonType::object);  // before 3.8
    std::size_t index = 0;
    for (const JsonNode& node : *skins) {
      if (node.is(JsonType::null)) continue;
      const SkinIndex skin(index++);
      const std::string pointer = below("/skins", skin.value);
      if (!by_name) members(node, pointer, known_skin(version_));
      const JsonNode* slots = by_name ? &node : node.find("attachments");
      if (!slots) continue;
      for (const JsonNode& slot : *slots) {
        const std::string owner = below(below(pointer, "attachments"), slot.key());
        for (const JsonNode& attachment : slot) {
          collect_attachment(attachment, owner, skin, data_.find_slot(slot.key()));
        }
      }
    }
  }

  void collect_attachment(const JsonNode& node, const std::string& owner, SkinIndex skin, SlotIndex slot) {
    if (!node.is(JsonType::object)) return;
    const PlaceholderIndex placeholder = slot ? data_.find_placeholder(slot, node.key()) : PlaceholderIndex{};
    const AttachmentIndex found = placeholder ? data_[skin].find(placeholder) : AttachmentIndex{};
    if (!found) return keep(owner, node);  // of an unknown type
    const std::string pointer = below(owner, node.key());
    members(node, pointer, known_attachment(version_, data_[found].type, node));
    const JsonNode* sequence = node.find("sequence");
    if (sequence && data_[found].sequence) members(*sequence, below(pointer, "sequence"), kKnownSequence);
  }

  // --- animations ---

  void collect_animations(const JsonNode& animations) {
    std::size_t index = 0;
    for (const JsonNode& node : animations) {
      if (node.is(JsonType::null)) continue;
      animation_ = &data_.animations[index++];
      sort_timelines(*animation_);
      const std::string pointer = below("/animations", node.key());
      members(node, pointer, known_animation(version_));
      collect_group(node, pointer, "slots", TimelineGroup::slots);
      collect_group(node, pointer, "bones", TimelineGroup::bones);
      collect_keys_group(node, pointer, "ik", TimelineGroup::ik);
      collect_keys_group(node, pointer, "transform", TimelineGroup::transform);
      collect_group(node, pointer, "path", TimelineGroup::path);
      if (version_ >= FormatVersion::v4_2) collect_group(node, pointer, "physics", TimelineGroup::physics);
      if (version_ >= FormatVersion::v4_3) collect_group(node, pointer, "slider", TimelineGroup::slider);
      collect_attachment_group(node, pointer);
      collect_single(node, pointer, "drawOrder", TimelineType::draw_order);
      collect_single(node, pointer, "events", TimelineType::event);
      collect_folders(node, pointer);
    }
  }

  /// A timeline of the animation, by what it is of; null when there is none.
  const Timeline* find_timeline(TimelineType type, std::uint32_t target) const {
    const auto found = std::lower_bound(timelines_.begin(), timelines_.end(), OfTarget{type, target, nullptr});
    return found != timelines_.end() && found->type == type && found->target == target ? found->timeline : nullptr;
  }

  void sort_timelines(const Animation& animation) {
    timelines_.clear();
    for (const Timeline& timeline : animation.timelines) {
      timelines_.push_back({timeline.type, target_of(timeline), &timeline});
    }
    std::stable_sort(timelines_.begin(), timelines_.end());
  }

  static std::uint32_t target_of(const Timeline& timeline) {
    switch (kind_of(timeline.type).group) {
      case TimelineGroup::bones:
        return timeline.bone.value;
      case TimelineGroup::slots:
        return timeline.slot.value;
      case TimelineGroup::attachments:
        return timeline.attachment.value;
      case TimelineGroup::draw_order:
      case TimelineGroup::draw_order_folder:
      case TimelineGroup::events:
        return 0;
      default:
        return timeline.constraint.value;
    }
  }

  /// What a name in a group means: the index of a bone, slot or constraint. Nothing when there is none.
  std::optional<std::uint32_t> find_target(TimelineGroup group, std::string_view name) const {
    const auto index = [](auto found) { return found ? std::optional<std::uint32_t>(found.value) : std::nullopt; };
    switch (group) {
      case TimelineGroup::bones:
        return index(data_.find_bone(name));
      case TimelineGroup::slots:
        return index(data_.find_slot(name));
      case TimelineGroup::ik:
        return index(data_.find_constraint(ConstraintType::ik, name));
      case TimelineGroup::transform:
        return index(data_.find_constraint(ConstraintType::transform, name));
      case TimelineGroup::path:
        return index(data_.find_constraint(ConstraintType::path, name));
      case TimelineGroup::physics:
        if (name.empty()) return ConstraintIndex::none;  // all of them
        return index(data_.find_constraint(ConstraintType::physics, name));
      default:
        return index(data_.find_constraint(ConstraintType::slider, name));
    }
  }

  /// A group that has timelines by target and name.
  void collect_group(const JsonNode& animation, const std::string& owner, std::string_view name, TimelineGroup group) {
    const JsonNode* node = animation.find(name);
    if (!node) return;
    const std::string pointer = below(owner, name);
    for (const JsonNode& timelines : *node) {
      const std::optional<std::uint32_t> target = find_target(group, timelines.key());
      if (!target) {
        keep(pointer, timelines);
      } else {
        collect_timelines(timelines, below(pointer, timelines.key()), group, *target);
      }
    }
  }

  void collect_timelines(const JsonNode& timelines, const std::string& owner, TimelineGroup group,
                         std::uint32_t target) {
    for (const JsonNode& keys : timelines) {
      const std::optional<TimelineType> type = find_type(group, keys.key());
      const Timeline* timeline = type ? find_timeline(*type, target) : nullptr;
      if (timeline) {
        collect_keys(keys, below(owner, keys.key()), *timeline);
      } else if (!type || keys.size() != 0) {
        keep(owner, keys);
      }
    }
  }

  std::optional<TimelineType> find_type(TimelineGroup group, std::string_view name) const {
    for (std::size_t i = 0; i < std::size(kTimelineKinds); ++i) {
      const TimelineKind& kind = kTimelineKinds[i];
      if (kind.group == group && kind.since <= version_ && name_in(kind, version_) == name) {
        return static_cast<TimelineType>(i);
      }
    }
    return std::nullopt;
  }

  /// A group that has keys by target: ik and transform constraints.
  void collect_keys_group(const JsonNode& animation, const std::string& owner, std::string_view name,
                          TimelineGroup group) {
    const JsonNode* node = animation.find(name);
    if (!node) return;
    const TimelineType type = group == TimelineGroup::ik ? TimelineType::ik : TimelineType::transform;
    const std::string pointer = below(owner, name);
    for (const JsonNode& keys : *node) {
      const std::optional<std::uint32_t> target = find_target(group, keys.key());
      const Timeline* timeline = target ? find_timeline(type, *target) : nullptr;
      if (timeline) {
        collect_keys(keys, below(pointer, keys.key()), *timeline);
      } else if (!target) {
        keep(pointer, keys);
      }
    }
  }

  void collect_attachment_group(const JsonNode& animation, const std::string& owner) {
    const bool deforms_only = version_ < FormatVersion::v4_1;
    const std::string_view name = deforms_only ? "deform" : "attachments";
    const JsonNode* group = animation.find(name);
    if (!group) return;
    const std::string pointer = below(owner, name);
    for (const JsonNode& by_slot : *group) {
      const SkinIndex skin = data_.find_skin(by_slot.key());
      if (!skin) {
        keep(pointer, by_slot);
        continue;
      }
      const std::string skin_pointer = below(pointer, by_slot.key());
      for (const JsonNode& by_key : by_slot) {
        const SlotIndex slot = data_.find_slot(by_key.key());
        if (!slot) {
          keep(skin_pointer, by_key);
          continue;
        }
        const std::string slot_pointer = below(skin_pointer, by_key.key());
        for (const JsonNode& node : by_key) {
          const PlaceholderIndex placeholder = data_.find_placeholder(slot, node.key());
          const AttachmentIndex found = placeholder ? data_[skin].find(placeholder) : AttachmentIndex{};
          const Timeline* deform = found ? find_timeline(TimelineType::deform, found.value) : nullptr;
          if (!found || (deforms_only && !deform)) {
            keep(slot_pointer, node);
          } else if (deforms_only) {
            collect_keys(node, below(slot_pointer, node.key()), *deform);
          } else {
            collect_timelines(node, below(slot_pointer, node.key()), TimelineGroup::attachments, found.value);
          }
        }
      }
    }
  }

  void collect_single(const JsonNode& animation, const std::string& owner, std::string_view name, TimelineType type) {
    const JsonNode* keys = animation.find(name);
    const Timeline* timeline = keys ? find_timeline(type, 0) : nullptr;
    if (timeline) collect_keys(*keys, below(owner, name), *timeline);
  }

  void collect_folders(const JsonNode& animation, const std::string& owner) {
    const JsonNode* folders = version_ >= FormatVersion::v4_3 ? animation.find("drawOrderFolder") : nullptr;
    if (!folders) return;
    std::vector<const Timeline*> timelines;
    for (const Timeline& timeline : animation_->timelines) {
      if (timeline.type == TimelineType::draw_order_folder) timelines.push_back(&timeline);
    }
    if (timelines.size() != folders->size()) return;
    std::size_t index = 0;
    for (const JsonNode& folder : *folders) {
      const std::string pointer = below(below(owner, "drawOrderFolder"), index);
      members(folder, pointer, kKnownFolder);
      if (const JsonNode* keys = folder.find("keys")) collect_keys(*keys, below(pointer, "keys"), *timelines[index]);
      ++index;
    }
  }

  void collect_keys(const JsonNode& keys, const std::string& owner, const Timeline& timeline) {
    std::vector<const JsonNode*> nodes;
    for (const JsonNode& node : keys) {
      if (!node.is(JsonType::null)) nodes.push_back(&node);
    }
    // The reader left some out: which one is which is not known any more.
    if (nodes.size() != timeline.times.size()) return;
    std::stable_sort(nodes.begin(), nodes.end(), [](const JsonNode* a, const JsonNode* b) {
      return number_of(*a, "time") < number_of(*b, "time");
    });
    const std::span<const std::string_view> known = known_key(version_, timeline.type);
    std::unordered_map<std::uint32_t, std::uint32_t> places;
    for (const SlotIndex slot : timeline.folder) places.emplace(slot.value, static_cast<std::uint32_t>(places.size()));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for (const JsonNode& member : *nodes[i]) {
        const bool curve = timeline.curves_per_key != 0 && is_curve_member(version_, member.key());
        if (member.key() != "time" && !curve && !contains(known, member.key())) keep(below(owner, i), member);
      }
      const JsonNode* offsets = timeline.draw_orders.empty() ? nullptr : nodes[i]->find("offsets");
      if (offsets) {
        collect_offsets(*offsets, below(below(owner, i), "offsets"), timeline, places, timeline.draw_orders[i]);
      }
    }
  }

  /// `places`: those of the slots of a folder.
  void collect_offsets(const JsonNode& entries, const std::string& owner, const Timeline& timeline,
                       const std::unordered_map<std::uint32_t, std::uint32_t>& places, const DrawOrderKey& key) {
    for (const JsonNode& entry : entries) {
      if (entry.size() <= std::size(kKnownOffset)) continue;
      const JsonNode* name = entry.find("slot");
      const SlotIndex slot = name && name->is(JsonType::string) ? data_.find_slot(name->text()) : SlotIndex{};
      std::uint32_t place = slot.value;
      if (timeline.type == TimelineType::draw_order_folder) {
        const auto in_folder = places.find(slot.value);
        if (in_folder == places.end()) continue;
        place = in_folder->second;
      }
      const auto offset = std::lower_bound(key.offsets.begin(), key.offsets.end(), place,
                                           [](const DrawOrderOffset& a, std::uint32_t b) { return a.slot < b; });
      if (offset == key.offsets.end() || offset->slot != place) continue;
      members(entry, below(owner, static_cast<std::size_t>(offset - key.offsets.begin())), kKnownOffset);
    }
  }

  // --- the result ---

  /// A value as the file has it.
  std::string_view source_of(const JsonNode& node) const {
    const std::string_view text = document_.source();
    const std::size_t first = places_.offset(node);
    std::size_t at = first, depth = 0;
    do {
      if (text[at] == '"') {
        at = end_of_json_string(text, at);
        continue;
      }
      if (text[at] == '{' || text[at] == '[') ++depth;
      if (text[at] == '}' || text[at] == ']') --depth;
      ++at;
    } while (depth != 0);
    if (node.is(JsonType::number) || node.is(JsonType::boolean) || node.is(JsonType::null)) {
      at = std::min(text.find_first_of(",]} \t\r\n", first), text.size());
    }
    return text.substr(first, at - first);
  }

  void store() {
    if (found_.empty()) return;
    std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.owner < b.owner; });
    const std::span<UnknownField> fields = data_.arena().array<UnknownField>(found_.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const bool same_owner = i > 0 && found_[i].owner == fields[i - 1].owner;
      fields[i].owner = same_owner ? fields[i - 1].owner : data_.arena().text(found_[i].owner);
      fields[i].name = data_.arena().text(found_[i].node->key());
      fields[i].json = data_.arena().text(without_blanks(source_of(*found_[i].node)));
    }
    UnknownFields& unknown = *data_.arena().make<UnknownFields>();
    unknown.version = version_;
    unknown.fields = fields;
    data_.unknown = &unknown;
  }

  SkeletonData& data_;
  const JsonDocument& document_;
  const JsonPlaces places_;
  FormatVersion version_;
  const Animation* animation_ = nullptr;  ///< the one that is gone through
  std::vector<OfTarget> timelines_;       ///< its timelines, sorted
  std::vector<Found> found_;
};

}  // namespace

void keep_unknown_fields(SkeletonData& data, const JsonDocument& document) {
  Collector(data, document).collect();
}

}  // namespace sinew::skeleton_json
