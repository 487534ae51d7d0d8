// Skins: what they hold, and which (slot, key) pairs there are altogether. Spec: skeleton-json.md 7.
#include <array>

#include "formats/skeleton_json.hpp"
#include "model/builder.hpp"

namespace sinew::skeleton_json {

namespace {

/// The constraints that a skin lists, by type.
std::span<const ConstraintIndex> read_constraint_lists(Reading& reading, const JsonNode& skin) {
  JsonFields& json = reading.json;
  std::array<const JsonNode*, EnumNames<ConstraintType>::values.size()> lists{};
  std::size_t total = 0;
  for (std::size_t type = 0; type < lists.size(); ++type) {
    if (!reading.since(first_version(static_cast<ConstraintType>(type)))) continue;
    lists[type] = json.array(skin, EnumNames<ConstraintType>::values[type]);
    if (lists[type]) total += lists[type]->size();
  }
  const std::span<ConstraintIndex> constraints = reading.arena.array<ConstraintIndex>(total);
  std::size_t count = 0;
  for (std::size_t type = 0; type < lists.size(); ++type) {
    if (!lists[type]) continue;
    for (const JsonNode& node : *lists[type]) {
      const std::string_view name = json.text(node);
      if (json.failed()) return {};
      const ConstraintIndex found = reading.data.find_constraint(static_cast<ConstraintType>(type), name);
      if (!found) {
        json.fail(node, ErrorCode::unknown_reference,
                  "There is no " + std::string(EnumNames<ConstraintType>::values[type]) + " constraint called " +
                      quoted(name) + ".");
        return {};
      }
      constraints[count++] = found;
    }
  }
  return constraints;
}

/// What a skin has beside its attachments.
void read_skin_lists(Reading& reading, const JsonNode& node, SkinData& skin) {
  JsonFields& json = reading.json;
  if (reading.since(FormatVersion::v4_2)) skin.color = json.color(node, "color", true, skin.color);
  if (const JsonNode* bones = json.array(node, "bones")) skin.bones = read_bone_list(reading, *bones);
  if (!json.failed()) skin.constraints = read_constraint_lists(reading, node);
}

/// Reads all attachments of a skin behind the `count` that are there.
void read_skin_attachments(Reading& reading, const JsonNode& slots, SkinIndex skin, std::span<Attachment> attachments,
                           std::size_t& count) {
  JsonFields& json = reading.json;
  for (const JsonNode& entries : slots) {
    if (entries.is(JsonType::null)) continue;
    if (!json.expect(entries, JsonType::object)) return;
    const SlotIndex slot = reading.data.find_slot(entries.key());
    if (!slot) {
      return json.fail(entries, ErrorCode::unknown_reference, "There is no slot called " + quoted(entries.key()) + ".");
    }
    for (const JsonNode& node : entries) {
      if (node.is(JsonType::null)) continue;
      if (!json.expect(node, JsonType::object)) return;
      Attachment& attachment = attachments[count];
      attachment = {};
      attachment.skin = skin;
      attachment.slot = slot;
      attachment.key = reading.keep(node.key());
      if (read_attachment(reading, node, attachment, AttachmentIndex(count))) ++count;
      if (json.failed()) return;
    }
  }
}

}  // namespace

void read_skins(Reading& reading, const JsonNode& root) {
  JsonFields& json = reading.json;
  const JsonNode* list = root.find("skins");
  if (!list) return;
  // Before 3.8 skins were an object: name to slots. Spec: skeleton-json.md 17.4.
  const bool by_name = reading.v3_8() && list->is(JsonType::object);
  if (!by_name && !json.expect(*list, JsonType::array)) return;
  const auto slots_of = [&](const JsonNode& node) { return by_name ? &node : json.object(node, "attachments"); };

  std::size_t most_attachments = 0, skin_count = 0;
  for (const JsonNode& node : *list) {
    if (by_name && node.is(JsonType::null)) continue;
    if (!json.expect(node, JsonType::object)) return;
    ++skin_count;
    const JsonNode* slots = slots_of(node);
    if (!slots) continue;
    for (const JsonNode& entries : *slots) most_attachments += entries.size();
  }
  if (json.failed()) return;

  const std::span<SkinData> skins = reading.arena.array<SkinData>(skin_count);
  const std::span<Attachment> attachments = reading.arena.array<Attachment>(most_attachments);
  std::size_t index = 0, count = 0;
  for (const JsonNode& node : *list) {
    if (node.is(JsonType::null)) continue;
    SkinData& skin = skins[index];
    skin.name = reading.keep(by_name ? node.key() : json.required_text(node, "name"));
    if (!by_name) read_skin_lists(reading, node, skin);
    if (json.failed()) return;
    if (const JsonNode* slots = slots_of(node)) {
      read_skin_attachments(reading, *slots, SkinIndex(index), attachments, count);
    }
    if (json.failed()) return;
    ++index;
  }
  reading.data.skins = skins;
  reading.data.attachments = attachments.first(count);
  number_placeholders(reading.data, skins, attachments.first(count));
  index_skins(reading.data);
  warn_about_duplicates(reading, reading.data.skins, reading.data.skin_names, "skin", [&] { return elements(*list); });
  resolve_links(reading, attachments.first(count));
}

}  // namespace sinew::skeleton_json
