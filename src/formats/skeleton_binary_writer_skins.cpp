// Writing skins and attachments. Spec: skeleton-binary.md 8, 9, 13 to 15, 18.
#include <algorithm>

#include "formats/skeleton_binary_writer.hpp"

namespace sinew::skeleton_binary {

namespace {

/// Up to 4.1 most indices of vertices take two bytes.
void write_index(Writing& writing, std::uint32_t value) {
  if (!writing.before(FormatVersion::v4_2)) return writing.index(value);
  if (value > 0xFFFF) writing.no_place_for("mesh with indices beyond 65535");
  writing.out.u16(static_cast<std::uint16_t>(value & 0xFFFF));
}

void write_sequence(Writing& writing, const Sequence& sequence) {
  if (sequence.start < 0) {
    writing.fail(ErrorCode::bad_value, "A binary file holds no sequence whose first image has a negative number.");
  }
  writing.count(sequence.count);
  writing.index(static_cast<std::uint32_t>(sequence.start));
  writing.count(sequence.digits);
  writing.count(sequence.setup_index);
}

/// Up to 4.1 whether there is a sequence is said here; 4.0 has none.
void write_old_sequence(Writing& writing, const Attachment& attachment) {
  if (writing.before(FormatVersion::v4_1)) {
    if (attachment.sequence) writing.no_place_for("sequences");
    return;
  }
  writing.out.boolean(attachment.sequence != nullptr);
  if (attachment.sequence) write_sequence(writing, *attachment.sequence);
}

void write_vertices(Writing& writing, const Vertices& vertices) {
  if (!vertices.weighted()) {
    for (const double position : vertices.positions) writing.number(position);
    return;
  }
  for (std::uint32_t vertex = 0; vertex < vertices.count; ++vertex) {
    const std::uint32_t first = vertices.first_entry[vertex], end = vertices.first_entry[vertex + 1];
    writing.count(end - first);
    for (std::uint32_t entry = first; entry < end; ++entry) {
      writing.index(vertices.bones[entry].value);
      writing.number(vertices.positions[2 * std::size_t{entry}]);
      writing.number(vertices.positions[2 * std::size_t{entry} + 1]);
      writing.number(vertices.weights[entry]);
    }
  }
}

/// The count and the vertices, from 4.2 on; whether they are weighted has been said.
void write_counted_vertices(Writing& writing, const Vertices& vertices) {
  writing.count(vertices.count);
  if (vertices.weighted() && !writing.before(FormatVersion::v4_3)) {
    writing.count(vertices.count + vertices.bones.size());
  }
  write_vertices(writing, vertices);
}

/// The same up to 4.1.
void write_old_vertices(Writing& writing, const Vertices& vertices) {
  writing.count(vertices.count);
  writing.out.boolean(vertices.weighted());
  write_vertices(writing, vertices);
}

void write_polygon(Writing& writing, const Vertices& vertices) {
  writing.before(FormatVersion::v4_2) ? write_old_vertices(writing, vertices)
                                      : write_counted_vertices(writing, vertices);
}

/// What comes before the record of the type.
void write_head(Writing& writing, const Attachment& attachment, int type, std::initializer_list<bool> bits) {
  const bool named = attachment.name != attachment.key;
  if (writing.before(FormatVersion::v4_2)) {
    writing.reference(named ? attachment.name : std::string_view());
    return writing.out.u8(static_cast<std::uint8_t>(type));
  }
  writing.out.u8(static_cast<std::uint8_t>(type | (named ? 8 : 0) | flags(bits) << 4));
  if (named) writing.reference(attachment.name);
}

void write_editor_color(Writing& writing, const Attachment& attachment) {
  if (writing.nonessential) writing.rgba(attachment.color);
}

void write_editor_size(Writing& writing, const Attachment& attachment) {
  if (!writing.nonessential) return;
  writing.number(attachment.width);
  writing.number(attachment.height);
}

/// What regions, meshes and linked meshes have in common: their image, tint and sequence.
struct Image {
  explicit Image(const Attachment& attachment)
      : path(attachment.path != attachment.name),
        color(!(attachment.color == Color{})),
        sequence(attachment.sequence != nullptr) {}
  bool path, color, sequence;

  /// The fields of 4.2 and later, each of which may be left out.
  void write(Writing& writing, const Attachment& attachment) const {
    if (path) writing.reference(attachment.path);
    if (color) writing.rgba(attachment.color);
    if (sequence) write_sequence(writing, *attachment.sequence);
  }
  void write_old_path(Writing& writing, const Attachment& attachment) const {
    writing.reference(path ? attachment.path : std::string_view());
  }
};

void write_region(Writing& writing, const Attachment& attachment) {
  const RegionShape& region = *attachment.region;
  const Image image(attachment);
  const float rotation = writing.single(region.rotation);
  write_head(writing, attachment, 0, {image.path, image.color, image.sequence, rotation != 0});
  const bool old = writing.before(FormatVersion::v4_2);
  old ? image.write_old_path(writing, attachment) : image.write(writing, attachment);
  if (old || rotation != 0) writing.out.f32(rotation);
  writing.number(region.x);
  writing.number(region.y);
  writing.number(region.scale_x);
  writing.number(region.scale_y);
  writing.number(region.width);
  writing.number(region.height);
  if (!old) return;
  writing.rgba(attachment.color);
  write_old_sequence(writing, attachment);
}

void write_uvs_and_triangles(Writing& writing, const MeshShape& mesh) {
  for (const float uv : mesh.uvs) writing.number(static_cast<double>(uv));
  if (writing.before(FormatVersion::v4_2)) writing.count(mesh.triangles.size());
  for (const std::uint32_t index : mesh.triangles) write_index(writing, index);
}

/// The other slots that linked meshes following this mesh are shown in.
std::span<const SlotIndex> follower_slots(Writing& writing, AttachmentIndex index) {
  const SkeletonData& data = writing.data;
  if (!writing.followers) {
    FollowerSlots& all = writing.followers.emplace();
    std::vector<std::pair<std::uint32_t, SlotIndex>> pairs;  // the mesh, in the order of the followers
    for (const Attachment& attachment : data.attachments) {
      if (!attachment.link || !attachment.timeline_attachment) continue;
      const AttachmentIndex source = attachment.timeline_attachment;
      if (attachment.slot != data[source].slot) pairs.emplace_back(source.value, attachment.slot);
    }
    std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::uint32_t> last_mesh(data.slots.size(), AttachmentIndex::none);  // that a slot was listed for
    all.first.resize(data.attachments.size() + 1);
    for (const auto& [mesh, slot] : pairs) {
      if (last_mesh[slot.value] == mesh) continue;
      last_mesh[slot.value] = mesh;
      all.slots.push_back(slot);
      ++all.first[mesh + std::size_t{1}];
    }
    for (std::size_t i = 0; i + 1 < all.first.size(); ++i) all.first[i + 1] += all.first[i];
  }
  const std::vector<std::uint32_t>& first = writing.followers->first;
  const std::uint32_t begin = first[index.value], end = first[index.value + std::size_t{1}];
  return std::span<const SlotIndex>(writing.followers->slots).subspan(begin, end - begin);
}

void write_edges(Writing& writing, const Attachment& attachment) {
  if (!writing.nonessential) return;
  writing.count(attachment.mesh->edges.size());
  for (const std::uint32_t edge : attachment.mesh->edges) write_index(writing, edge);
  write_editor_size(writing, attachment);
}

void write_mesh(Writing& writing, const Attachment& attachment, AttachmentIndex index) {
  const MeshShape& mesh = *attachment.mesh;
  const Vertices& vertices = mesh.vertices;
  const Image image(attachment);
  write_head(writing, attachment, 2, {image.path, image.color, image.sequence, vertices.weighted()});
  if (writing.before(FormatVersion::v4_2)) {
    image.write_old_path(writing, attachment);
    writing.rgba(attachment.color);
    writing.count(vertices.count);
    write_uvs_and_triangles(writing, mesh);
    writing.out.boolean(vertices.weighted());
    write_vertices(writing, vertices);
    writing.count(mesh.hull);
    write_old_sequence(writing, attachment);
    return write_edges(writing, attachment);
  }
  image.write(writing, attachment);
  // Readers compute the number of triangles from that of the outline's vertices.
  const auto triangles = static_cast<std::int64_t>(mesh.triangles.size() / 3);
  const std::int64_t outline = 2 * std::int64_t{vertices.count} - 2 - triangles;
  if (outline < 0) {
    return writing.fail(ErrorCode::bad_value, "A mesh of " + std::to_string(vertices.count) + " vertices with " +
                                                  std::to_string(triangles) +
                                                  " triangles cannot be written: from 4.2 on there are at most " +
                                                  std::to_string(2 * std::int64_t{vertices.count} - 2) + ".");
  }
  if (std::min(outline, std::int64_t{vertices.count}) != mesh.hull) {
    writing.warn(ErrorCode::bad_value, "The outline of this mesh is given as " + std::to_string(mesh.hull) +
                                           " vertices, but goes with " + std::to_string(outline) +
                                           " by the number of its triangles; that is written.");
  }
  writing.count(static_cast<std::size_t>(outline));
  write_counted_vertices(writing, vertices);
  write_uvs_and_triangles(writing, mesh);
  if (!writing.before(FormatVersion::v4_3)) {
    const std::span<const SlotIndex> slots = follower_slots(writing, index);
    writing.count(slots.size());
    for (const SlotIndex slot : slots) writing.index(slot.value);
  }
  write_edges(writing, attachment);
}

void write_linked_mesh(Writing& writing, const Attachment& attachment) {
  const MeshLink& link = *attachment.link;
  const Attachment& source = writing.data[link.source];
  const Image image(attachment);
  if (source.slot != attachment.slot && writing.before(FormatVersion::v4_3)) {
    writing.no_place_for("linked mesh whose source is in another slot");
  }
  write_head(writing, attachment, 3, {image.path, image.color, image.sequence, link.timelines});
  if (writing.before(FormatVersion::v4_2)) {
    image.write_old_path(writing, attachment);
    writing.rgba(attachment.color);
    writing.skin_reference(source.skin);
    writing.key_reference(link.source, "source of a linked mesh");
    writing.out.boolean(link.timelines);
    write_old_sequence(writing, attachment);
  } else {
    image.write(writing, attachment);
    if (!writing.before(FormatVersion::v4_3)) writing.index(source.slot.value);
    writing.index(writing.skin_number(source.skin));
    writing.key_reference(link.source, "source of a linked mesh");
  }
  write_editor_size(writing, attachment);
}

void write_path(Writing& writing, const Attachment& attachment) {
  const PathShape& path = *attachment.path_shape;
  write_head(writing, attachment, 4, {path.closed, path.constant_speed, path.vertices.weighted()});
  if (writing.before(FormatVersion::v4_2)) {
    writing.out.boolean(path.closed);
    writing.out.boolean(path.constant_speed);
  }
  write_polygon(writing, path.vertices);
  for (const double length : path.lengths) writing.number(length);
  write_editor_color(writing, attachment);
}

void write_point(Writing& writing, const Attachment& attachment) {
  write_head(writing, attachment, 5, {});
  writing.number(attachment.point->rotation);
  writing.number(attachment.point->x);
  writing.number(attachment.point->y);
  write_editor_color(writing, attachment);
}

void write_clipping(Writing& writing, const Attachment& attachment) {
  const ClippingShape& clipping = *attachment.clipping;
  if (writing.before(FormatVersion::v4_3) && (clipping.convex || clipping.inverse)) {
    writing.no_place_for(clipping.inverse ? "inverse clipping" : "convex clipping");
  }
  write_head(writing, attachment, 6, {clipping.vertices.weighted(), clipping.convex, clipping.inverse});
  SlotIndex end = clipping.end;
  if (!end) {
    end = SlotIndex(writing.data.slots.size() - 1);
    writing.warn(ErrorCode::not_supported,
                 "A binary file always says where clipping ends; the last slot of the setup order is written.");
  }
  writing.index(end.value);
  write_polygon(writing, clipping.vertices);
  write_editor_color(writing, attachment);
}

void write_entries(Writing& writing, std::span<const SkinEntry> entries) {
  const SkeletonData& data = writing.data;
  const WriteScope group(writing, "attachments");
  const auto end_of_slot = [&](std::size_t first) {
    std::size_t end = first;
    while (end < entries.size() && data[entries[end].attachment].slot == data[entries[first].attachment].slot) ++end;
    return end;
  };
  std::size_t slots = 0;
  for (std::size_t first = 0; first < entries.size(); first = end_of_slot(first)) ++slots;
  writing.count(slots);
  for (std::size_t first = 0; first < entries.size();) {
    const std::size_t end = end_of_slot(first);
    const SlotIndex slot = data[entries[first].attachment].slot;
    const WriteScope scope(writing, data[slot].name);
    writing.index(slot.value);
    writing.count(end - first);
    for (; first < end; ++first) {
      const Attachment& attachment = data[entries[first].attachment];
      const WriteScope entry(writing, attachment.key);
      writing.key_reference(entries[first].attachment, "attachment");
      write_attachment(writing, entries[first].attachment);
    }
  }
}

void write_listed_constraints(Writing& writing, const SkinData& skin) {
  const SkeletonData& data = writing.data;
  if (!writing.before(FormatVersion::v4_3)) {
    writing.count(skin.constraints.size());
    for (const ConstraintIndex constraint : skin.constraints) writing.index(writing.constraint_number(constraint));
    return;
  }
  const std::size_t types = writing.before(FormatVersion::v4_2) ? 3 : 4;
  for (std::size_t type = 0; type < types; ++type) {
    const auto is_of_type = [&](ConstraintIndex one) { return data[one].type == static_cast<ConstraintType>(type); };
    writing.count(
        static_cast<std::size_t>(std::count_if(skin.constraints.begin(), skin.constraints.end(), is_of_type)));
    for (const ConstraintIndex constraint : skin.constraints) {
      if (is_of_type(constraint)) writing.index(writing.constraint_number(constraint));
    }
  }
}

void write_skin(Writing& writing, const SkinData& skin) {
  // Among skins of that name the first is the default one: an empty one is not written, and this would take its part.
  if (skin.name == "default" && !writing.has_default_skin()) {
    writing.fail(ErrorCode::duplicate,
                 "Two skins are called \"default\", of which the first has no attachments and has no place in a binary "
                 "file; rename or remove one.");
  }
  if (writing.before(FormatVersion::v4_2)) {
    writing.required_reference(skin.name, "skin");
  } else {
    writing.name(skin.name, "skin");
    if (writing.nonessential) writing.rgba(skin.color);
  }
  writing.bones(skin.bones);
  write_listed_constraints(writing, skin);
  write_entries(writing, skin.entries);
}

}  // namespace

void write_attachment(Writing& writing, AttachmentIndex index) {
  const Attachment& attachment = writing.data[index];
  switch (attachment.type) {
    case AttachmentType::region:
      return write_region(writing, attachment);
    case AttachmentType::mesh:
      return write_mesh(writing, attachment, index);
    case AttachmentType::linked_mesh:
      return write_linked_mesh(writing, attachment);
    case AttachmentType::bounding_box:
      write_head(writing, attachment, 1, {attachment.bounding_box->weighted()});
      write_polygon(writing, *attachment.bounding_box);
      return write_editor_color(writing, attachment);
    case AttachmentType::path:
      return write_path(writing, attachment);
    case AttachmentType::point:
      return write_point(writing, attachment);
    case AttachmentType::clipping:
      return write_clipping(writing, attachment);
  }
}

void write_skins(Writing& writing) {
  const SkeletonData& data = writing.data;
  const WriteScope list(writing, "skins");
  std::span<const SkinIndex> others = writing.skins();
  if (data.default_skin) {
    const WriteScope scope(writing, data.default_skin.value);
    const SkinData& skin = data[data.default_skin];
    if (!skin.bones.empty() || !skin.constraints.empty()) {
      writing.warn(ErrorCode::not_supported,
                   "In a binary file the default skin lists no bones and constraints; they are left out.");
    }
    if (skin.entries.empty()) {
      writing.warn(ErrorCode::not_supported, "A binary file has no default skin without attachments; it is left out.");
    }
  }
  if (writing.has_default_skin()) {
    const WriteScope scope(writing, data.default_skin.value);
    write_entries(writing, data[data.default_skin].entries);
    others = others.subspan(1);
  } else {
    writing.count(0);
  }
  writing.count(others.size());
  for (const SkinIndex index : others) {
    if (writing.failed()) return;
    const WriteScope scope(writing, index.value);
    write_skin(writing, data[index]);
  }
}

}  // namespace sinew::skeleton_binary
