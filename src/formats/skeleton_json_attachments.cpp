// Attachments of every type. Spec: skeleton-json.md 8 and 14.3.
#include <cmath>
#include <limits>

#include "formats/skeleton_json.hpp"
#include "model/default_colors.hpp"

namespace sinew::skeleton_json {

namespace {

const Sequence* read_sequence(Reading& reading, const JsonNode& node) {
  JsonFields& json = reading.json;
  const JsonNode* object = reading.since(FormatVersion::v4_1) ? json.object(node, "sequence") : nullptr;
  if (!object) return nullptr;
  const JsonNode* count = json.required(*object, "count");
  if (!count) return nullptr;
  const std::int32_t images = json.integer(*count);
  if (!json.failed() && images < 1) {
    json.fail(*count, ErrorCode::bad_value,
              "A sequence has at least one image; this one has " + std::to_string(images) + ".");
  }
  // More digits than any number has are a mistake, and would make image names of any length.
  constexpr std::uint32_t most_digits = 100;
  constexpr std::uint32_t most = std::numeric_limits<std::int32_t>::max();
  const JsonNode* digits = object->find("digits");
  const JsonNode* setup = object->find("setup");
  if (!setup) setup = object->find("setupIndex");
  Sequence& sequence = *reading.arena.make<Sequence>();
  sequence.start = json.integer(*object, "start", 1);
  sequence.digits = digits ? json.index(*digits, most_digits) : 0;
  sequence.setup_index = setup ? json.index(*setup, most) : 0;
  if (json.failed()) return nullptr;
  sequence.count = static_cast<std::uint32_t>(images);
  return &sequence;
}

void read_region(Reading& reading, const JsonNode& node, Attachment& attachment) {
  JsonFields& json = reading.json;
  RegionShape& region = *reading.arena.make<RegionShape>();
  attachment.region = &region;
  region.x = reading.length(node, "x");
  region.y = reading.length(node, "y");
  region.rotation = json.number(node, "rotation", 0);
  region.scale_x = json.number(node, "scaleX", 1);
  region.scale_y = json.number(node, "scaleY", 1);
  region.width = reading.length(node, "width", 32);
  region.height = reading.length(node, "height", 32);
  if (!node.find("width") || !node.find("height")) {
    json.warn(node, ErrorCode::missing_member, "The region has no 'width' or no 'height'; 32 is taken for it.");
  }
  attachment.sequence = read_sequence(reading, node);
}

std::span<const float> read_uvs(Reading& reading, const JsonNode& array) {
  const std::span<float> uvs = reading.arena.array<float>(array.size());
  std::size_t count = 0;
  for (const JsonNode& node : array) {
    const double value = reading.json.number(node);
    if (std::abs(value) > static_cast<double>(std::numeric_limits<float>::max())) {
      reading.json.fail(node, ErrorCode::bad_value, "This texture coordinate is out of range.");
      return {};
    }
    uvs[count++] = static_cast<float>(value);
  }
  return uvs;
}

void read_mesh(Reading& reading, const JsonNode& node, Attachment& attachment) {
  JsonFields& json = reading.json;
  const JsonNode* uvs = json.required_array(node, "uvs");
  const JsonNode* triangles = json.required_array(node, "triangles");
  const JsonNode* edges = json.array(node, "edges");
  if (json.failed()) return;
  if (uvs->size() % 2 != 0) {
    return json.fail(*uvs, ErrorCode::bad_value,
                     "The texture coordinates are pairs, but their count is " + std::to_string(uvs->size()) + ".");
  }
  if (triangles->size() % 3 != 0) {
    return json.fail(*triangles, ErrorCode::bad_value,
                     "A triangle has three indices, but their count is " + std::to_string(triangles->size()) + ".");
  }
  MeshShape& mesh = *reading.arena.make<MeshShape>();
  attachment.mesh = &mesh;
  const std::uint32_t vertices = uvs->size() / 2;
  mesh.uvs = read_uvs(reading, *uvs);

  const std::span<std::uint32_t> indices = reading.arena.array<std::uint32_t>(triangles->size());
  std::size_t count = 0;
  for (const JsonNode& index : *triangles) {
    const std::int32_t value = json.integer(index);
    if (json.failed()) return;
    if (value < 0 || static_cast<std::uint32_t>(value) >= vertices) {
      return json.fail(index, ErrorCode::bad_value,
                       "The triangle refers to vertex " + std::to_string(value) + ", but the mesh has " +
                           std::to_string(vertices) + " vertices, numbered from 0.");
    }
    indices[count++] = static_cast<std::uint32_t>(value);
  }
  mesh.triangles = indices;
  mesh.vertices = read_vertices(reading, node, vertices);
  if (json.failed()) return;

  if (const JsonNode* hull = node.find("hull")) {
    mesh.hull = json.index(*hull, std::numeric_limits<std::int32_t>::max());
    if (mesh.hull > vertices) {
      json.warn(*hull, ErrorCode::bad_value, "The outline has more vertices than the mesh.");
      mesh.hull = vertices;
    }
  }
  if (edges) {
    const std::span<std::uint32_t> numbers = reading.arena.array<std::uint32_t>(edges->size());
    count = 0;
    for (const JsonNode& number : *edges) {
      numbers[count++] = json.index(number, std::numeric_limits<std::int32_t>::max());
      if (json.failed()) return;
    }
    mesh.edges = numbers;
  }
}

void read_link(Reading& reading, const JsonNode& node, const JsonNode& source, Attachment& attachment,
               AttachmentIndex index) {
  JsonFields& json = reading.json;
  MeshLink& link = *reading.arena.make<MeshLink>();
  attachment.link = &link;
  link.source_key = reading.keep(json.text(source));
  link.source_skin = reading.keep(json.text(node, "skin"));
  SlotIndex source_slot = attachment.slot;
  if (source.key() == "source") {  // 4.3
    const JsonNode* slot = node.find("slot");
    if (slot) link.source_slot = reading.keep(json.text(*slot));
    if (!link.source_slot.empty()) source_slot = read_slot(reading, *slot);
    link.timelines = json.boolean(node, "timelines", true);
  } else {
    link.timelines = json.boolean(node, node.find("timelines") ? JsonName("timelines") : JsonName("deform"), true);
  }
  reading.links.push_back({index, &link, source_slot, &node});
}

void read_mesh_or_link(Reading& reading, const JsonNode& node, Attachment& attachment, AttachmentIndex index) {
  JsonFields& json = reading.json;
  const bool linked = attachment.type == AttachmentType::linked_mesh;
  attachment.width = reading.length(node, "width");
  attachment.height = reading.length(node, "height");
  attachment.sequence = read_sequence(reading, node);
  // Whether a mesh is linked is decided by whether it names a source. In 4.3 `parent` does that only where nothing
  // else makes the mesh (spec: skeleton-json.md 8.3, 14.5).
  const JsonNode* source = reading.v4_3() ? node.find("source") : node.find("parent");
  if (reading.v4_3() && !source && (linked || !node.find("uvs"))) source = node.find("parent");
  if (source) {
    attachment.type = AttachmentType::linked_mesh;
    read_link(reading, node, *source, attachment, index);
  } else if (linked) {
    json.fail(node, ErrorCode::missing_member,
              std::string("The linked mesh does not name its source: the member '") +
                  (reading.v4_3() ? "source" : "parent") + "' is missing.");
  } else {
    read_mesh(reading, node, attachment);
  }
}

/// `vertexCount`; for polygons it may be missing.
std::uint32_t read_vertex_count(Reading& reading, const JsonNode& node, bool required) {
  JsonFields& json = reading.json;
  if (const JsonNode* count = node.find("vertexCount")) {
    return json.index(*count, std::numeric_limits<std::int32_t>::max());
  }
  const JsonNode* vertices = required ? nullptr : json.array(node, "vertices");
  if (vertices && vertices->size() % 2 == 0) {
    json.warn(node, ErrorCode::missing_member,
              "The member 'vertexCount' is missing; the vertices are taken to have no weights.");
    return vertices->size() / 2;
  }
  json.fail(node, ErrorCode::missing_member, "The member 'vertexCount' is missing.");
  return 0;
}

void read_bounding_box(Reading& reading, const JsonNode& node, Attachment& attachment) {
  Vertices& vertices = *reading.arena.make<Vertices>();
  attachment.bounding_box = &vertices;
  vertices = read_vertices(reading, node, read_vertex_count(reading, node, false));
}

void read_path_shape(Reading& reading, const JsonNode& node, Attachment& attachment) {
  JsonFields& json = reading.json;
  PathShape& path = *reading.arena.make<PathShape>();
  attachment.path_shape = &path;
  path.closed = json.boolean(node, "closed", false);
  path.constant_speed = json.boolean(node, "constantSpeed", true);
  const std::uint32_t count = read_vertex_count(reading, node, true);
  const JsonNode* lengths = json.required_array(node, "lengths");
  if (json.failed()) return;
  if (count % 3 != 0) {
    return json.fail(
        *node.find("vertexCount"), ErrorCode::bad_value,
        "A path has three points for each knot, but " + std::to_string(count) + " is not a multiple of 3.");
  }
  if (lengths->size() != count / 3) {
    return json.fail(*lengths, ErrorCode::bad_value,
                     "Expected " + std::to_string(count / 3) + " lengths, one for each curve, found " +
                         std::to_string(lengths->size()) + ".");
  }
  path.vertices = read_vertices(reading, node, count);
  const std::span<double> numbers = reading.arena.array<double>(lengths->size());
  std::size_t index = 0;
  for (const JsonNode& length : *lengths) numbers[index++] = json.number(length) * reading.scale;
  path.lengths = numbers;
}

void read_point(Reading& reading, const JsonNode& node, Attachment& attachment) {
  PointShape& point = *reading.arena.make<PointShape>();
  attachment.point = &point;
  point.x = reading.length(node, "x");
  point.y = reading.length(node, "y");
  point.rotation = reading.json.number(node, "rotation", 0);
}

void read_clipping(Reading& reading, const JsonNode& node, Attachment& attachment) {
  JsonFields& json = reading.json;
  ClippingShape& clipping = *reading.arena.make<ClippingShape>();
  attachment.clipping = &clipping;
  const std::string_view end = json.text(node, "end");
  if (!end.empty()) {
    clipping.end = reading.data.find_slot(end);
    if (!clipping.end) {
      json.warn(*node.find("end"), ErrorCode::unknown_reference,
                "There is no slot called " + quoted(end) + "; everything above is clipped.");
    }
  }
  if (reading.v4_3()) {
    clipping.convex = json.boolean(node, "convex", false);
    clipping.inverse = json.boolean(node, "inverse", false);
  }
  clipping.vertices = read_vertices(reading, node, read_vertex_count(reading, node, false));
  if (clipping.vertices.count < 3) {
    json.warn(node, ErrorCode::bad_value, "A clipping polygon of fewer than three vertices clips nothing.");
  }
}

}  // namespace

bool read_attachment(Reading& reading, const JsonNode& node, Attachment& attachment, AttachmentIndex index) {
  JsonFields& json = reading.json;
  if (const JsonNode* type = node.find("type")) {
    const std::optional<std::size_t> found = json.find_choice(*type, EnumNames<AttachmentType>::values);
    if (json.failed()) return false;
    if (!found) {
      json.warn(*type, ErrorCode::not_supported,
                "There is no attachment type " + quoted(json.text(*type)) + "; the attachment is left out.");
      return false;
    }
    attachment.type = static_cast<AttachmentType>(*found);
  }
  const std::string_view name = json.text(node, "name"), path = json.text(node, "path");
  attachment.name = name.empty() ? attachment.key : reading.keep(name);
  attachment.path = path.empty() ? attachment.name : reading.keep(path);
  attachment.color = json.color(node, "color", true, default_color(attachment.type));
  attachment.timeline_attachment = index;
  switch (attachment.type) {
    case AttachmentType::region:
      read_region(reading, node, attachment);
      break;
    case AttachmentType::mesh:
    case AttachmentType::linked_mesh:
      read_mesh_or_link(reading, node, attachment, index);
      break;
    case AttachmentType::bounding_box:
      read_bounding_box(reading, node, attachment);
      break;
    case AttachmentType::path:
      read_path_shape(reading, node, attachment);
      break;
    case AttachmentType::point:
      read_point(reading, node, attachment);
      break;
    case AttachmentType::clipping:
      read_clipping(reading, node, attachment);
      break;
  }
  return !json.failed();
}

}  // namespace sinew::skeleton_json
