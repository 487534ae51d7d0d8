// Skins and attachments. Spec: skeleton-json.md 7, 8, 14.3, 15 and 16.
#include "formats/grouping.hpp"
#include "formats/json_fields.hpp"
#include "formats/skeleton_json_writer.hpp"

namespace sinew::skeleton_json {

namespace {

constexpr Color editor_color(int r, int g, int b) {
  return {static_cast<float>(r) / 255.0f, static_cast<float>(g) / 255.0f, static_cast<float>(b) / 255.0f, 1};
}

void write_vertices(Writing& writing, const Vertices& vertices) {
  JsonEmitter& json = writing.json;
  const auto array = json.array("vertices");
  if (!vertices.weighted()) {
    for (const double number : vertices.positions) json.number({}, number);
    return;
  }
  for (std::size_t vertex = 0; vertex < vertices.count; ++vertex) {
    const std::uint32_t first = vertices.first_entry[vertex], last = vertices.first_entry[vertex + 1];
    // Such a vertex is legal in a binary file; in JSON it could make the array as long as that of unweighted vertices.
    if (first == last) {
      json.fail({}, ErrorCode::bad_value,
                "Vertex " + std::to_string(vertex) + " has no bone; in JSON a weighted vertex has at least one.");
    }
    json.integer({}, last - first);
    for (std::size_t entry = first; entry < last; ++entry) {
      json.integer({}, vertices.bones[entry].value);
      json.number({}, vertices.positions[2 * entry]);
      json.number({}, vertices.positions[2 * entry + 1]);
      json.number({}, vertices.weights[entry]);
    }
  }
}

void write_counted_vertices(Writing& writing, const Vertices& vertices) {
  writing.json.integer("vertexCount", vertices.count);
  write_vertices(writing, vertices);
}

void write_tint(Writing& writing, const Attachment& attachment) {
  if (!(attachment.color == Color{})) writing.json.color("color", attachment.color, true);
}

void write_sequence(Writing& writing, const Attachment& attachment) {
  if (!attachment.sequence) return;
  if (writing.before_4_1()) return writing.no_place_for("sequences of images", "sequence");
  const Sequence& sequence = *attachment.sequence;
  JsonEmitter& json = writing.json;
  const auto object = json.object("sequence");
  json.integer("count", sequence.count);
  json.integer("start", sequence.start, 1);
  json.integer("digits", sequence.digits, 0);
  json.integer("setup", sequence.setup_index, 0);
}

void write_region(Writing& writing, const Attachment& attachment) {
  JsonEmitter& json = writing.json;
  const RegionShape& region = *attachment.region;
  write_tint(writing, attachment);
  json.number("x", region.x, 0);
  json.number("y", region.y, 0);
  json.number("scaleX", region.scale_x, 1);
  json.number("scaleY", region.scale_y, 1);
  json.number("rotation", region.rotation, 0);
  json.number("width", region.width);
  json.number("height", region.height);
  write_sequence(writing, attachment);
}

void write_mesh(Writing& writing, const Attachment& attachment) {
  JsonEmitter& json = writing.json;
  const MeshShape& mesh = *attachment.mesh;
  write_tint(writing, attachment);
  {
    const auto uvs = json.array("uvs");
    for (const float number : mesh.uvs) json.number({}, number);
  }
  {
    const auto triangles = json.array("triangles");
    for (const std::uint32_t index : mesh.triangles) json.integer({}, index);
  }
  write_vertices(writing, mesh.vertices);
  json.integer("hull", mesh.hull, 0);
  if (!mesh.edges.empty()) {
    const auto edges = json.array("edges");
    for (const std::uint32_t number : mesh.edges) json.integer({}, number);
  }
  json.number("width", attachment.width, 0);
  json.number("height", attachment.height, 0);
  write_sequence(writing, attachment);
}

/// The skin to name, so that the source is found: a model made otherwise than from JSON may leave it out where JSON
/// must not.
std::string_view source_skin(const Writing& writing, const Attachment& attachment) {
  const SkeletonData& data = writing.data;
  const MeshLink& link = *attachment.link;
  if (!link.source_skin.empty() || !link.source) return link.source_skin;
  const Attachment& source = data[link.source];
  const auto in_skin = [&](SkinIndex skin) {
    const PlaceholderIndex placeholder = data.find_placeholder(source.slot, source.key);
    const AttachmentIndex found = skin && placeholder ? data[skin].find(placeholder) : AttachmentIndex{};
    return found && &data[found] != &attachment ? found : AttachmentIndex{};
  };
  const bool rigby = data.semantics == Semantics::rigby;
  const AttachmentIndex first = in_skin(rigby ? attachment.skin : data.default_skin);
  const AttachmentIndex second = in_skin(rigby ? data.default_skin : attachment.skin);
  return (first ? first : second) == link.source ? std::string_view() : data[source.skin].name;
}

void write_link(Writing& writing, const Attachment& attachment) {
  JsonEmitter& json = writing.json;
  const SkeletonData& data = writing.data;
  const MeshLink& link = *attachment.link;
  write_tint(writing, attachment);
  const std::string_view skin = source_skin(writing, attachment);
  json.text_unless_empty("skin", skin);
  if (!skin.empty() && link.source) {
    const SkinIndex found = data.find_skin(skin);
    const PlaceholderIndex placeholder = data.find_placeholder(data[link.source].slot, link.source_key);
    if (!found || !placeholder || data[found].find(placeholder) != link.source) {
      json.fail("skin", ErrorCode::duplicate,
                "JSON refers to skins by their names, and with " + quoted(skin) +
                    " the source of this linked mesh is none or another one; rename the skins.");
    }
  }
  json.text(writing.v4_3() ? "source" : "parent", link.source_key);
  const bool other_slot = link.source && data[link.source].slot != attachment.slot;
  if (other_slot || !link.source_slot.empty()) {
    if (!writing.v4_3() && other_slot) return writing.no_place_for("linked meshes whose source is in another slot");
    if (writing.v4_3()) json.text("slot", other_slot ? data[data[link.source].slot].name : link.source_slot);
  }
  if (!link.timelines) {
    // Readers of 4.1 and 4.2 look for either name.
    if (!writing.before_4_1()) json.boolean("timelines", false);
    if (!writing.v4_3()) json.boolean("deform", false);
  }
  // A linked mesh without a size of its own has that of its source.
  const bool same =
      !link.source || (data[link.source].width == attachment.width && data[link.source].height == attachment.height);
  if (attachment.width != 0 || !same) json.number("width", attachment.width);
  if (attachment.height != 0 || !same) json.number("height", attachment.height);
  write_sequence(writing, attachment);
}

void write_path(Writing& writing, const Attachment& attachment) {
  JsonEmitter& json = writing.json;
  const PathShape& path = *attachment.path_shape;
  json.boolean("closed", path.closed, false);
  json.boolean("constantSpeed", path.constant_speed, true);
  {
    const auto lengths = json.array("lengths");
    for (const double length : path.lengths) json.number({}, length);
  }
  write_counted_vertices(writing, path.vertices);
}

void write_clipping(Writing& writing, const Attachment& attachment) {
  JsonEmitter& json = writing.json;
  const ClippingShape& clipping = *attachment.clipping;
  if (clipping.end) writing.slot("end", clipping.end);
  if (clipping.convex || clipping.inverse) {
    if (!writing.v4_3()) return writing.no_place_for("convex or inverse clipping");
    json.boolean("convex", clipping.convex, false);
    json.boolean("inverse", clipping.inverse, false);
  }
  write_counted_vertices(writing, clipping.vertices);
}

/// What the editor draws the shape in; the last member.
void write_editor_color(Writing& writing, const Attachment& attachment, Color otherwise) {
  if (!(attachment.color == otherwise)) writing.json.color("color", attachment.color, true);
}

void write_lists(Writing& writing, const SkinData& skin) {
  JsonEmitter& json = writing.json;
  if (!skin.bones.empty()) writing.bones("bones", skin.bones);
  for (std::size_t type = 0; type < EnumNames<ConstraintType>::values.size(); ++type) {
    bool any = false;
    for (const ConstraintIndex index : skin.constraints) {
      any = any || writing.data[index].type == static_cast<ConstraintType>(type);
    }
    if (!any) continue;
    const auto list = json.array(EnumNames<ConstraintType>::values[type]);
    for (const ConstraintIndex index : skin.constraints) {
      const ConstraintData& constraint = writing.data[index];
      if (constraint.type != static_cast<ConstraintType>(type)) continue;
      json.text({}, constraint.name);
      if (writing.data.find_constraint(constraint.type, constraint.name) == index) continue;
      json.fail({}, ErrorCode::duplicate,
                "JSON refers to constraints by their names, and two of one type are called " + quoted(constraint.name) +
                    "; rename one.");
    }
  }
}

void write_entries(Writing& writing, const SkinData& skin) {
  const SkeletonData& data = writing.data;
  const auto slots = writing.json.object("attachments");
  // The entries of a slot are together in files of the editor; others need not be like that.
  const auto slot_of = [&](std::size_t i) { return data[skin.entries[i].placeholder].slot.value; };
  for (const std::vector<std::size_t>& group : group_indices(skin.entries.size(), slot_of)) {
    const SlotIndex slot(slot_of(group.front()));
    const std::string_view slot_name = data[slot].name;
    const auto object = writing.json.object(writing.key(slot_name, data.find_slot(slot_name) == slot, "slot"));
    for (const std::size_t i : group) {
      const SkinEntry& entry = skin.entries[i];
      const std::string_view key = data[entry.placeholder].key;
      const bool unique = skin.find(entry.placeholder) == entry.attachment;
      write_attachment(writing, data[entry.attachment], writing.key(key, unique, "attachment"));
      if (writing.failed()) return;
    }
  }
}

}  // namespace

void write_attachment(Writing& writing, const Attachment& attachment, std::string_view key) {
  JsonEmitter& json = writing.json;
  const auto object = json.object(key);
  if (attachment.name != attachment.key) json.text("name", attachment.name);
  if (attachment.type != AttachmentType::region) json.text("type", name_of(attachment.type));
  if (attachment.path != attachment.name) json.text("path", attachment.path);
  switch (attachment.type) {
    case AttachmentType::region:
      return write_region(writing, attachment);
    case AttachmentType::mesh:
      return write_mesh(writing, attachment);
    case AttachmentType::linked_mesh:
      return write_link(writing, attachment);
    case AttachmentType::bounding_box:
      write_counted_vertices(writing, *attachment.bounding_box);
      return write_editor_color(writing, attachment, editor_color(0x60, 0xf0, 0x00));
    case AttachmentType::path:
      write_path(writing, attachment);
      return write_editor_color(writing, attachment, editor_color(0xff, 0x7f, 0x00));
    case AttachmentType::point:
      json.number("x", attachment.point->x, 0);
      json.number("y", attachment.point->y, 0);
      json.number("rotation", attachment.point->rotation, 0);
      return write_editor_color(writing, attachment, editor_color(0xf1, 0xf1, 0x00));
    case AttachmentType::clipping:
      write_clipping(writing, attachment);
      // Readers differ in the default.
      return json.color("color", attachment.color, true);
  }
}

void write_skins(Writing& writing) {
  JsonEmitter& json = writing.json;
  const SkinData defaults;
  if (writing.data.skins.empty()) return;
  const auto array = json.array("skins");
  for (const SkinData& skin : writing.data.skins) {
    const auto object = json.object();
    json.text("name", skin.name);
    write_lists(writing, skin);
    if (!writing.before_4_2() && !(skin.color == defaults.color)) json.color("color", skin.color, true);
    if (!skin.entries.empty()) write_entries(writing, skin);
    if (writing.failed()) return;
  }
}

}  // namespace sinew::skeleton_json
