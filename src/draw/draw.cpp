// The walk over the slots: docs/drawing.md "Slot by slot".

#include <algorithm>
#include <limits>

#include "draw/binding.hpp"
#include "draw/scratch.hpp"
#include "draw/tint.hpp"
#include "draw/world_vertex.hpp"
#include "pose/pose_buffers.hpp"

namespace sinew {

namespace {

using Kind = BoundAttachment::Kind;

/// What a walk is for.
enum class Purpose : std::uint8_t {
  draw,
  bounds,          ///< positions only: every region and mesh, whatever its alpha, and without images too
  clipped_bounds,  ///< the same, after clipping
};

void map_uvs(std::span<Vertex> vertices, const Affine& transform) noexcept {
  for (Vertex& vertex : vertices) {
    const Vec2 uv = transform.apply(static_cast<double>(vertex.u), static_cast<double>(vertex.v));
    vertex.u = static_cast<float>(uv.x);
    vertex.v = static_cast<float>(uv.y);
  }
}

// With room for copy_indices() to read on.
constexpr std::uint32_t quad_triangles[9] = {0, 1, 2, 2, 3, 0};

template <Purpose purpose>
class Walk {
 public:
  Walk(const Skeleton& skeleton, const AtlasBinding::Impl& binding, DrawList& list)
      : skeleton_(skeleton), pose_(skeleton.buffers()), binding_(binding), list_(list), scratch_(*list.scratch) {
    const std::size_t bones = pose_.world.size();
    if (scratch_.matrices.size() < bones) {
      scratch_.matrices.resize(bones);
      scratch_.converted.resize(bones);
    }
    if (++scratch_.draw_number == 0) {  // once in 2^32 draws
      std::fill(scratch_.converted.begin(), scratch_.converted.end(), 0u);
      scratch_.draw_number = 1;
    }
    tint_ = clamped(skeleton.tint());
  }

  /// `wanted(slot)`: whether the slot takes part.
  template <class Wanted>
  void run(Wanted wanted) {
    for (const SlotIndex slot : pose_.shown().draw_order) {
      const BoundSlot& bound_slot = binding_.slots[slot.value];
      const AttachmentIndex index = pose_.shown().attachment[slot.value];
      if (index.valid() && pose_.active[bound_slot.bone] != 0 && wanted(slot)) {
        const BoundAttachment& attachment = binding_.attachments[index.value];
        if (attachment.kind == Kind::clipping) {
          meet_clip(slot, attachment);
          continue;
        }
        if (attachment.kind != Kind::nothing) show(slot, bound_slot, attachment);
      }
      // Also after a slot that shows nothing: a clip must not outlive a hidden end slot.
      if (clipping_ && slot == clip_end_) clipping_ = false;
    }
  }

 private:
  void meet_clip(SlotIndex slot, const BoundAttachment& attachment) {
    if constexpr (purpose == Purpose::bounds) return;
    if (clipping_ && slot == clip_end_) clipping_ = false;
    if (clipping_) return;
    const ClippingShape& shape = *attachment.clipping;
    if (shape.vertices.count < 3) return;
    const WorldPolygon polygon(skeleton_, slot, shape.vertices);
    scratch_.polygon.resize(polygon.size());
    for (std::size_t i = 0; i < polygon.size(); ++i) scratch_.polygon[i] = polygon[i];
    // A deform is no affine map.
    const bool as_known = attachment.topology != nullptr && skeleton_.deform(slot).empty();
    scratch_.clip.set(scratch_.polygon, shape.convex, shape.inverse, as_known ? attachment.topology : nullptr);
    clipping_ = true;
    // An end slot that was passed already is never reached again, and neither is the clipping slot itself.
    clip_end_ = shape.end;
  }

  void show(SlotIndex slot, const BoundSlot& bound_slot, const BoundAttachment& attachment) {
    const std::uint32_t frame = attachment.sequence ? skeleton_.sequence_frame(slot) : 0;
    const bool known = frame < attachment.frame_count;
    const std::uint32_t page = !known                            ? no_page
                               : attachment.kind == Kind::region ? attachment.regions[frame].page
                                                                 : attachment.meshes[frame].page;
    if constexpr (purpose == Purpose::draw) {
      if (page == no_page) return;
    } else if (!known && attachment.frame_count == 0) {
      return;
    }
    SkinTarget target;
    if constexpr (purpose == Purpose::draw) {
      const Light shown = light(tint_, color_of(pose_, pose_.shown(), slot.value), attachment.color);
      if (shown.alpha == 0) return;
      target.light = shown.packed;
      const bool has_dark = !pose_.shown().has_dark.empty() && pose_.shown().has_dark[slot.value] != 0;
      target.dark = has_dark ? pack_dark(pose_.shown().dark[slot.value], shown.alpha) : no_dark;
    }

    const bool is_region = attachment.kind == Kind::region;
    const std::size_t vertex_count = is_region ? 4 : attachment.layout->vertex_count;
    const std::span<const std::uint32_t> triangles =
        is_region ? std::span(quad_triangles).first(6) : attachment.layout->triangles;
    if (vertex_count == 0 || (purpose == Purpose::draw && triangles.empty())) return;
    const std::size_t first_vertex = list_.vertices.size();
    if (list_.max_vertices < first_vertex || list_.max_vertices - first_vertex < vertex_count ||
        list_.max_indices < list_.indices.size() || list_.max_indices - list_.indices.size() < triangles.size()) {
      list_.truncated = true;
      return;
    }
    target.vertices = list_.vertices.reserve_more(vertex_count);
    if (is_region) {
      const RegionFrame& region = attachment.regions[known ? frame : 0];
      target.uvs = region.uvs.data();
      skin_quad(region.corners.data(), rigid_matrix(bound_slot.bone), target);
    } else {
      skin_mesh(slot, bound_slot, attachment, attachment.meshes[known ? frame : 0], target);
    }
    list_.vertices.grow(vertex_count);

    if (purpose == Purpose::bounds || (purpose == Purpose::clipped_bounds && !clipping_)) return;
    const std::size_t first_index = list_.indices.size();
    if (clipping_) {
      if (!scratch_.clip.cut(list_, first_vertex, triangles)) return;
    } else {
      std::uint32_t* to = list_.indices.reserve_more(triangles.size() + 3);
      copy_indices(triangles.data(), triangles.size(), static_cast<std::uint32_t>(first_vertex), to);
      list_.indices.grow(triangles.size());
    }
    if constexpr (purpose == Purpose::draw) add_to_batch(page, bound_slot.blend, first_index);
  }

  /// Of a bone that a whole region or mesh hangs on; converting is cheaper than looking whether it was done before.
  const BoneMatrix& rigid_matrix(std::uint32_t bone) noexcept {
    convert_matrix(pose_.world[bone], rigid_);
    return rigid_;
  }

  void skin_mesh(SlotIndex slot, const BoundSlot& bound_slot, const BoundAttachment& attachment, const MeshFrame& frame,
                 SkinTarget& target) {
    const MeshLayout& layout = *attachment.layout;
    target.uvs = frame.uvs != nullptr ? frame.uvs : layout.uvs.data();
    std::span<const double> deform;
    if (!pose_.shown().deform_set.empty()) deform = skeleton_.deform(slot);
    const std::size_t numbers = 2 * (layout.weighted() ? layout.influences.size() : layout.vertex_count);
    if (deform.size() != numbers) deform = {};
    if (layout.weighted()) {
      for (const std::uint32_t bone : layout.matrices) {
        if (scratch_.converted[bone] == scratch_.draw_number) continue;
        scratch_.converted[bone] = scratch_.draw_number;
        convert_matrix(pose_.world[bone], scratch_.matrices[bone]);
      }
      skin_weighted(layout, deform, scratch_.matrices.data(), target);
    } else {
      skin_rigid(layout.positions, layout.vertex_count, deform, rigid_matrix(bound_slot.bone), target);
    }
    if (purpose == Purpose::draw && frame.uvs == nullptr) {
      map_uvs({target.vertices, layout.vertex_count}, frame.uv_transform);
    }
  }

  void add_to_batch(std::uint32_t page, BlendMode blend, std::size_t first_index) {
    const auto first = static_cast<std::uint32_t>(first_index);
    const auto count = static_cast<std::uint32_t>(list_.indices.size() - first_index);
    if (list_.batch_open) {
      DrawBatch& last = list_.batches.back();
      if (last.page == page && last.blend == blend && last.atlas == binding_.atlas.get()) {
        last.index_count += count;
        return;
      }
    }
    list_.batches.push_back({binding_.atlas.get(), page, blend, first, count});
    list_.batch_open = true;
  }

  const Skeleton& skeleton_;
  const PoseBuffers& pose_;
  const AtlasBinding::Impl& binding_;
  DrawList& list_;
  DrawList::Scratch& scratch_;
  std::array<float, 4> tint_{};
  BoneMatrix rigid_;
  bool clipping_ = false;
  SlotIndex clip_end_;
};

/// A binding has one entry for each attachment of its own data.
bool fits(const Skeleton& skeleton, const AtlasBinding::Impl& binding) {
  const bool same = &skeleton.data() == binding.data.get();
  SINEW_ASSERT(same);
  return same;
}

template <Purpose purpose>
void walk(const Skeleton& skeleton, const AtlasBinding::Impl& binding, DrawList& list) {
  if (!fits(skeleton, binding)) return;
  if (list.scratch == nullptr) list.scratch = std::make_unique<DrawList::Scratch>();
  Walk<purpose>(skeleton, binding, list).run([](SlotIndex) { return true; });
}

}  // namespace

void draw(const Skeleton& skeleton, const AtlasBinding& binding, DrawList& list) {
  walk<Purpose::draw>(skeleton, binding.impl(), list);
}

void draw_group(const Skeleton& skeleton, const AtlasBinding& binding, std::span<const std::uint32_t> groups,
                std::uint32_t group, DrawList& list) {
  const bool one_each = groups.size() == skeleton.data().slots.size();
  SINEW_ASSERT(one_each);
  if (!one_each || !fits(skeleton, binding.impl())) return;
  if (list.scratch == nullptr) list.scratch = std::make_unique<DrawList::Scratch>();
  Walk<Purpose::draw>(skeleton, binding.impl(), list).run([&](SlotIndex slot) { return groups[slot.value] == group; });
}

Bounds drawn_bounds(const Skeleton& skeleton, const AtlasBinding& binding, bool clipped, DrawList& scratch) {
  const std::size_t vertices = scratch.vertices.size(), indices = scratch.indices.size();
  const bool truncated = scratch.truncated;
  if (clipped) {
    walk<Purpose::clipped_bounds>(skeleton, binding.impl(), scratch);
  } else {
    walk<Purpose::bounds>(skeleton, binding.impl(), scratch);
  }
  float min_x = std::numeric_limits<float>::infinity(), min_y = min_x, max_x = -min_x, max_y = -min_x;
  for (std::size_t i = vertices; i < scratch.vertices.size(); ++i) {
    const Vertex& v = scratch.vertices[i];
    min_x = std::min(min_x, v.x), max_x = std::max(max_x, v.x);
    min_y = std::min(min_y, v.y), max_y = std::max(max_y, v.y);
  }
  scratch.vertices.truncate(vertices);
  scratch.indices.truncate(indices);
  scratch.truncated = truncated;
  Bounds bounds;
  if (!(min_x <= max_x && min_y <= max_y)) return bounds;
  bounds.min_x = static_cast<double>(min_x);
  bounds.min_y = static_cast<double>(min_y);
  bounds.max_x = static_cast<double>(max_x);
  bounds.max_y = static_cast<double>(max_y);
  return bounds;
}

}  // namespace sinew
