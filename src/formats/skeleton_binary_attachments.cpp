// Attachments of every type. Spec: skeleton-binary.md 9, 13 to 16.
#include <limits>

#include "formats/skeleton_binary.hpp"
#include "model/default_colors.hpp"

namespace sinew::skeleton_binary {

namespace {

constexpr std::uint32_t kMostIndex = std::numeric_limits<std::int32_t>::max();

/// What comes before the record of the type. From 4.2 on a byte says what is there; before, the record itself does.
struct Head {
  bool flags = false;  ///< whether there is such a byte
  std::uint8_t bits = 0;
};

void read_path(Reading& reading, Attachment& attachment, const Head& head) {
  if (head.flags && !bit(head.bits, 4)) return;
  const std::string_view path = reading.reference();
  if (!path.empty()) attachment.path = path;
}

void read_tint(Reading& reading, Attachment& attachment, const Head& head) {
  if (!head.flags || bit(head.bits, 5)) attachment.color = reading.rgba();
}

void read_editor_color(Reading& reading, Attachment& attachment) {
  if (reading.nonessential) attachment.color = reading.rgba();
}

void read_sequence(Reading& reading, Attachment& attachment, const Head& head) {
  if (reading.before(FormatVersion::v4_1)) return;
  if (head.flags ? !bit(head.bits, 6) : !reading.in.boolean()) return;
  const Scope scope(reading, "sequence");
  // More digits than any number has are a mistake, and would make image names of any length.
  constexpr std::uint32_t most_digits = 100;
  const auto at_most = [&](std::uint32_t most) {
    const std::size_t at = reading.in.offset();
    const std::uint32_t value = reading.in.uv();
    if (value > most) {
      reading.fail(at, ErrorCode::bad_value,
                   "This number of a sequence may be " + std::to_string(most) + " at most, but is " +
                       std::to_string(value) + ".");
    }
    return value;
  };
  Sequence& sequence = *reading.arena.make<Sequence>();
  const std::size_t at = reading.in.offset();
  sequence.count = at_most(kMostIndex);
  sequence.start = static_cast<std::int32_t>(at_most(kMostIndex));
  sequence.digits = at_most(most_digits);
  sequence.setup_index = at_most(kMostIndex);
  if (sequence.count == 0) reading.fail(at, ErrorCode::bad_value, "A sequence has at least one image.");
  attachment.sequence = &sequence;
}

void read_region(Reading& reading, Attachment& attachment, const Head& head) {
  RegionShape& region = *reading.arena.make<RegionShape>();
  attachment.region = &region;
  read_path(reading, attachment, head);
  if (head.flags) {
    read_tint(reading, attachment, head);
    read_sequence(reading, attachment, head);
  }
  if (!head.flags || bit(head.bits, 7)) region.rotation = reading.number();
  region.x = reading.length();
  region.y = reading.length();
  region.scale_x = reading.number();
  region.scale_y = reading.number();
  region.width = reading.length();
  region.height = reading.length();
  if (!head.flags) {
    read_tint(reading, attachment, head);
    read_sequence(reading, attachment, head);
  }
}

std::span<const float> read_uvs(Reading& reading, std::uint32_t vertices) {
  const Scope scope(reading, "uvs");
  if (vertices > reading.in.remaining() / 8) {
    reading.fail(reading.in.offset(), ErrorCode::syntax,
                 "The file ends before the texture coordinates of " + std::to_string(vertices) + " vertices.");
    return {};
  }
  const std::span<float> uvs = reading.arena.room<float>(2 * std::size_t{vertices});
  reading.in.f32s(uvs);
  return uvs;
}

std::span<const std::uint32_t> read_triangles(Reading& reading, std::size_t size, std::uint32_t vertices, bool words) {
  const Scope scope(reading, "triangles");
  const std::span<std::uint32_t> indices = reading.arena.room<std::uint32_t>(size);
  if (!words) {
    const std::size_t start = reading.in.offset();
    const std::optional<std::uint32_t> largest = reading.in.short_uvs(indices);
    if (largest && *largest < vertices) return indices;
    reading.in.rewind(start);  // and again up to the one that is wrong, or long
  }
  for (std::uint32_t& index : indices) {
    const std::size_t at = reading.in.offset();
    index = words ? reading.in.u16() : reading.in.uv();
    if (index >= vertices) {
      reading.fail(at, ErrorCode::bad_value,
                   "The triangle has vertex " + std::to_string(index) + ", but there are " + std::to_string(vertices) +
                       " vertices, numbered from 0.");
      return {};
    }
  }
  return indices;
}

std::span<const std::uint32_t> read_edges(Reading& reading, bool words) {
  const Scope scope(reading, "edges");
  const std::span<std::uint32_t> edges = reading.arena.room<std::uint32_t>(reading.count(words ? 2 : 1));
  if (!words && reading.in.short_uvs(edges)) return edges;
  for (std::uint32_t& edge : edges) edge = words ? reading.in.u16() : reading.in.uv();
  return edges;
}

void read_size(Reading& reading, Attachment& attachment) {
  attachment.width = reading.length();
  attachment.height = reading.length();
}

/// The hull's vertices are the first ones; there cannot be more than there are.
void set_hull(MeshShape& mesh, std::uint32_t hull) {
  mesh.hull = hull < mesh.vertices.count ? hull : mesh.vertices.count;
}

/// Up to 4.1: counts where they are needed, indices of two bytes.
void read_old_mesh(Reading& reading, Attachment& attachment, MeshShape& mesh) {
  const std::uint32_t count = reading.count(9);
  mesh.uvs = read_uvs(reading, count);
  const std::size_t at = reading.in.offset();
  const std::uint32_t indices = reading.count(2);
  if (indices % 3 != 0) {
    reading.fail(at, ErrorCode::bad_value,
                 "A triangle has three indices, but their count is " + std::to_string(indices) + ".");
  }
  if (reading.failed()) return;
  mesh.triangles = read_triangles(reading, indices, count, true);
  mesh.vertices = read_vertices(reading, count, reading.in.boolean());
  set_hull(mesh, reading.in.uv());
  read_sequence(reading, attachment, {});
  if (!reading.nonessential) return;
  mesh.edges = read_edges(reading, true);
  read_size(reading, attachment);
}

std::optional<std::uint32_t> read_expected_items(Reading& reading, bool weighted) {
  if (!weighted || reading.before(FormatVersion::v4_3)) return std::nullopt;
  return reading.in.uv();
}

/// The count and the vertices. From 4.2 on.
Vertices read_counted_vertices(Reading& reading, bool weighted) {
  const std::uint32_t count = reading.count(weighted ? 1 : 8);
  return read_vertices(reading, count, weighted, read_expected_items(reading, weighted));
}

void read_new_mesh(Reading& reading, Attachment& attachment, MeshShape& mesh, const Head& head) {
  const std::size_t at = reading.in.offset();
  const std::uint32_t hull = reading.in.uv();
  mesh.vertices = read_counted_vertices(reading, bit(head.bits, 7));
  const std::uint32_t count = mesh.vertices.count;
  mesh.uvs = read_uvs(reading, count);
  if (reading.failed()) return;
  // The number of triangles follows from an outline that is filled with triangles.
  const std::int64_t triangles = 2 * std::int64_t{count} - std::int64_t{hull} - 2;
  if (triangles < 0 || static_cast<std::uint64_t>(triangles) > reading.in.remaining() / 3) {
    return reading.fail(at, ErrorCode::bad_value,
                        "A mesh of " + std::to_string(count) + " vertices, " + std::to_string(hull) +
                            " of them on the outline, would have " + std::to_string(triangles) + " triangles" +
                            (triangles < 0 ? "." : ", more than the bytes that are left can hold."));
  }
  mesh.triangles = read_triangles(reading, 3 * static_cast<std::size_t>(triangles), count, false);
  set_hull(mesh, hull);
  if (!reading.before(FormatVersion::v4_3)) {
    // The other slots that linked meshes show this one in; they follow from the linked meshes.
    const std::uint32_t slots = reading.count(1);
    for (std::uint32_t i = 0; i < slots && !reading.failed(); ++i) static_cast<void>(reading.slot());
  }
  if (!reading.nonessential) return;
  mesh.edges = read_edges(reading, false);
  read_size(reading, attachment);
}

void read_mesh(Reading& reading, Attachment& attachment, const Head& head) {
  MeshShape& mesh = *reading.arena.make<MeshShape>();
  attachment.mesh = &mesh;
  read_path(reading, attachment, head);
  read_tint(reading, attachment, head);
  if (!head.flags) return read_old_mesh(reading, attachment, mesh);
  read_sequence(reading, attachment, head);
  read_new_mesh(reading, attachment, mesh, head);
}

void read_linked_mesh(Reading& reading, Attachment& attachment, const Head& head, AttachmentIndex index) {
  ByteReader& in = reading.in;
  const SkeletonData& data = reading.data;
  MeshLink& link = *reading.arena.make<MeshLink>();
  attachment.link = &link;
  read_path(reading, attachment, head);
  read_tint(reading, attachment, head);
  const std::size_t at = in.offset();
  SlotIndex slot = attachment.slot;
  SkinIndex skin;
  if (head.flags) {
    read_sequence(reading, attachment, head);
    if (!reading.before(FormatVersion::v4_3)) slot = reading.slot();
    // How many skins there are is not known yet: resolve_links() checks it.
    skin = SkinIndex(in.uv());
    if (reading.failed()) return;
    if (slot != attachment.slot) link.source_slot = data[slot].name;
  } else {
    link.source_skin = reading.reference();
    if (link.source_skin.empty()) link.source_skin = "default";
  }
  link.source_key = reading.required_reference("source of this linked mesh");
  link.timelines = head.flags ? bit(head.bits, 7) : in.boolean();
  if (!head.flags) read_sequence(reading, attachment, head);
  if (reading.nonessential) read_size(reading, attachment);
  if (reading.links.empty()) reading.links.reserve(256);
  reading.links.push_back({index, &link, skin, slot, at});
}

void read_bounding_box(Reading& reading, Attachment& attachment, const Head& head) {
  Vertices& vertices = *reading.arena.make<Vertices>();
  attachment.bounding_box = &vertices;
  if (head.flags) {
    vertices = read_counted_vertices(reading, bit(head.bits, 4));
  } else {
    const std::uint32_t count = reading.count(1);
    vertices = read_vertices(reading, count, reading.in.boolean());
  }
  read_editor_color(reading, attachment);
}

void read_path_shape(Reading& reading, Attachment& attachment, const Head& head) {
  ByteReader& in = reading.in;
  PathShape& path = *reading.arena.make<PathShape>();
  attachment.path_shape = &path;
  const std::size_t at = in.offset();
  if (head.flags) {
    path.closed = bit(head.bits, 4);
    path.constant_speed = bit(head.bits, 5);
    path.vertices = read_counted_vertices(reading, bit(head.bits, 6));
  } else {
    path.closed = in.boolean();
    path.constant_speed = in.boolean();
    const std::uint32_t count = reading.count(1);
    path.vertices = read_vertices(reading, count, in.boolean());
  }
  const std::uint32_t count = path.vertices.count;
  if (count % 3 != 0) {
    reading.fail(at, ErrorCode::bad_value,
                 "A path has three points for each knot, but " + std::to_string(count) + " is not a multiple of 3.");
  } else if (count / 3 > in.remaining() / 4) {
    reading.fail(in.offset(), ErrorCode::syntax, "The file ends before the lengths of this path.");
  }
  if (reading.failed()) return;
  const std::span<double> lengths = reading.arena.room<double>(count / 3);
  for (double& length : lengths) length = reading.length();
  path.lengths = lengths;
  read_editor_color(reading, attachment);
}

void read_point(Reading& reading, Attachment& attachment) {
  PointShape& point = *reading.arena.make<PointShape>();
  attachment.point = &point;
  point.rotation = reading.number();
  point.x = reading.length();
  point.y = reading.length();
  read_editor_color(reading, attachment);
}

void read_clipping(Reading& reading, Attachment& attachment, const Head& head) {
  ClippingShape& clipping = *reading.arena.make<ClippingShape>();
  attachment.clipping = &clipping;
  const std::size_t at = reading.in.offset();
  clipping.end = reading.slot();
  if (head.flags) {
    if (!reading.before(FormatVersion::v4_3)) {
      clipping.convex = bit(head.bits, 5);
      clipping.inverse = bit(head.bits, 6);
    }
    clipping.vertices = read_counted_vertices(reading, bit(head.bits, 4));
  } else {
    const std::uint32_t count = reading.count(1);
    clipping.vertices = read_vertices(reading, count, reading.in.boolean());
  }
  if (clipping.vertices.count < 3) {
    reading.warn(at, ErrorCode::bad_value, "A clipping polygon of fewer than three vertices clips nothing.");
  }
  read_editor_color(reading, attachment);
}

}  // namespace

void read_attachment(Reading& reading, Attachment& attachment, AttachmentIndex index) {
  // The order of the numbers in files is not that of the enumeration.
  constexpr AttachmentType types[] = {AttachmentType::region,      AttachmentType::bounding_box, AttachmentType::mesh,
                                      AttachmentType::linked_mesh, AttachmentType::path,         AttachmentType::point,
                                      AttachmentType::clipping};
  ByteReader& in = reading.in;
  Head head;
  head.flags = !reading.before(FormatVersion::v4_2);
  std::string_view name;
  if (!head.flags) name = reading.reference();
  const std::size_t at = in.offset();
  head.bits = in.u8();
  const std::uint32_t number = head.flags ? head.bits & 7u : head.bits;
  attachment.type = types[reading.choice_number(at, number, std::size(types), "attachment type")];
  if (head.flags && bit(head.bits, 3)) name = reading.reference();
  if (reading.failed()) return;
  attachment.name = name.empty() ? attachment.key : name;
  attachment.path = attachment.name;
  attachment.color = default_color(attachment.type);
  attachment.timeline_attachment = index;
  switch (attachment.type) {
    case AttachmentType::region:
      return read_region(reading, attachment, head);
    case AttachmentType::mesh:
      return read_mesh(reading, attachment, head);
    case AttachmentType::linked_mesh:
      return read_linked_mesh(reading, attachment, head, index);
    case AttachmentType::bounding_box:
      return read_bounding_box(reading, attachment, head);
    case AttachmentType::path:
      return read_path_shape(reading, attachment, head);
    case AttachmentType::point:
      return read_point(reading, attachment);
    case AttachmentType::clipping:
      return read_clipping(reading, attachment, head);
  }
}

}  // namespace sinew::skeleton_binary
