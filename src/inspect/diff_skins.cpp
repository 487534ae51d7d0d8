// Skins and their attachments.
#include <algorithm>

#include "inspect/differ.hpp"

namespace sinew::inspect {

namespace {

void diff_vertices(Differ& d, const Vertices& x, const Vertices& y) {
  if (x.count != y.count) return d.lengths("vertices", x.count, y.count);
  if (x.weighted() != y.weighted()) {
    return d.report("vertices", x.weighted() ? "weighted" : "not weighted", y.weighted() ? "weighted" : "not weighted");
  }
  if (x.weighted()) {
    for (std::uint32_t i = 0; i < x.count; ++i) {
      const auto bones = [](const SkeletonData& data, const Vertices& v, std::uint32_t vertex) {
        const std::uint32_t first = v.first_entry[vertex];
        return name_list(v.bones.subspan(first, v.first_entry[vertex + 1] - first),
                         [&](BoneIndex bone) { return data[bone].name; });
      };
      const std::uint32_t first_x = x.first_entry[i], last_x = x.first_entry[i + 1];
      const std::uint32_t first_y = y.first_entry[i], last_y = y.first_entry[i + 1];
      bool same = last_x - first_x == last_y - first_y;
      for (std::uint32_t k = 0; same && k < last_x - first_x; ++k) {
        same = d.a[x.bones[first_x + k]].name == d.b[y.bones[first_y + k]].name;
      }
      if (same) continue;
      const Differ::Scope scope(d, "bones of vertex " + std::to_string(i));
      return d.report({}, bones(d.a, x, i), bones(d.b, y, i));
    }
    d.numbers("weights", x.weights, y.weights);
  }
  d.numbers("vertices", x.positions, y.positions);
}

void diff_sequence(Differ& d, const Sequence* x, const Sequence* y) {
  if (!x && !y) return;
  const Differ::Scope scope(d, "sequence");
  if (!x || !y) return d.report({}, x ? "present" : "", y ? "present" : "");
  d.number("count", x->count, y->count);
  d.number("start", x->start, y->start);
  d.number("digits", x->digits, y->digits);
  d.number("setup", x->setup_index, y->setup_index);
}

std::string source_name(const SkeletonData& data, const MeshLink& link) {
  if (!link.source) return {};
  const Attachment& source = data[link.source];
  std::string path;
  append_part(path, data[source.skin].name);
  append_part(path, data[source.slot].name);
  append_part(path, source.key);
  return path;
}

void diff_shape(Differ& d, const Attachment& x, const Attachment& y) {
  switch (x.type) {
    case AttachmentType::region:
      d.number("x", x.region->x, y.region->x);
      d.number("y", x.region->y, y.region->y);
      d.number("rotation", x.region->rotation, y.region->rotation);
      d.number("scaleX", x.region->scale_x, y.region->scale_x);
      d.number("scaleY", x.region->scale_y, y.region->scale_y);
      d.number("width", x.region->width, y.region->width);
      d.number("height", x.region->height, y.region->height);
      break;
    case AttachmentType::mesh:
      diff_vertices(d, x.mesh->vertices, y.mesh->vertices);
      d.numbers("uvs", x.mesh->uvs, y.mesh->uvs);
      d.numbers("triangles", x.mesh->triangles, y.mesh->triangles);
      if (!d.options.editor) break;
      d.number("hull", x.mesh->hull, y.mesh->hull);
      d.numbers("edges", x.mesh->edges, y.mesh->edges);
      break;
    case AttachmentType::linked_mesh:
      d.text("source", source_name(d.a, *x.link), source_name(d.b, *y.link));
      d.boolean("timelines", x.link->timelines, y.link->timelines);
      break;
    case AttachmentType::bounding_box:
      diff_vertices(d, *x.bounding_box, *y.bounding_box);
      break;
    case AttachmentType::path:
      d.boolean("closed", x.path_shape->closed, y.path_shape->closed);
      d.boolean("constantSpeed", x.path_shape->constant_speed, y.path_shape->constant_speed);
      d.numbers("lengths", x.path_shape->lengths, y.path_shape->lengths);
      diff_vertices(d, x.path_shape->vertices, y.path_shape->vertices);
      break;
    case AttachmentType::point:
      d.number("x", x.point->x, y.point->x);
      d.number("y", x.point->y, y.point->y);
      d.number("rotation", x.point->rotation, y.point->rotation);
      break;
    case AttachmentType::clipping:
      d.text("end", slot_name(d.a, x.clipping->end), slot_name(d.b, y.clipping->end));
      d.boolean("convex", x.clipping->convex, y.clipping->convex);
      d.boolean("inverse", x.clipping->inverse, y.clipping->inverse);
      diff_vertices(d, x.clipping->vertices, y.clipping->vertices);
      break;
  }
}

void diff_attachment(Differ& d, const Attachment& x, const Attachment& y) {
  d.text("name", x.name, y.name);
  if (x.type != y.type) return d.enumeration("type", x.type, y.type);
  const bool drawn = x.region || x.mesh;
  if (drawn) d.text("path", x.path, y.path);
  if (drawn || d.options.editor) d.color("color", x.color, y.color);
  if (x.mesh && d.options.editor) {
    d.number("width", x.width, y.width);
    d.number("height", x.height, y.height);
  }
  diff_sequence(d, x.sequence, y.sequence);
  diff_shape(d, x, y);
}

/// Names of constraints with their types, sorted: their order means nothing.
std::vector<std::string> constraint_names(const SkeletonData& data, std::span<const ConstraintIndex> list) {
  std::vector<std::string> names;
  for (const ConstraintIndex index : list) {
    names.push_back(std::string(name_of(data[index].type)) + ' ' + std::string(data[index].name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

void diff_skin(Differ& d, const SkinData& x, const SkinData& y) {
  std::vector<std::string> bones_x, bones_y;
  for (const BoneIndex bone : x.bones) bones_x.emplace_back(d.a[bone].name);
  for (const BoneIndex bone : y.bones) bones_y.emplace_back(d.b[bone].name);
  std::sort(bones_x.begin(), bones_x.end());
  std::sort(bones_y.begin(), bones_y.end());
  const auto own = [](const std::string& name) { return std::string_view(name); };
  if (bones_x != bones_y) d.report("bones", name_list(bones_x, own), name_list(bones_y, own));
  const auto constraints_x = constraint_names(d.a, x.constraints), constraints_y = constraint_names(d.b, y.constraints);
  if (constraints_x != constraints_y) {
    d.report("constraints", name_list(constraints_x, own), name_list(constraints_y, own));
  }
  if (d.options.editor) d.color("color", x.color, y.color);

  const auto name = [](const SkeletonData& data, const SkinEntry& entry) {
    const Placeholder& placeholder = data[entry.placeholder];
    return std::string(data[placeholder.slot].name) + part_separator + std::string(placeholder.key);
  };
  const Differ::Scope scope(d, "attachments");
  d.lists(x.entries, y.entries, d.options.every_order, name,
          [&](const SkinEntry& p, const SkinEntry& q) { diff_attachment(d, d.a[p.attachment], d.b[q.attachment]); });
}

}  // namespace

void diff_skins(Differ& d) {
  const Differ::Scope scope(d, "skins");
  d.lists(
      d.a.skins, d.b.skins, d.options.every_order,
      [](const SkeletonData&, const SkinData& skin) { return std::string(skin.name); },
      [&](const SkinData& x, const SkinData& y) { diff_skin(d, x, y); });
}

}  // namespace sinew::inspect
