// The walk over the slots: docs/drawing.md "Slot by slot".
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "draw/binding.hpp"
#include "draw/scratch.hpp"
#include "draw/tint.hpp"
#include "draw/world_vertex.hpp"
#include "pose/pose_buffers.hpp"

namespace sinew {

/// What a walk is for.
enum class Purpose : std::uint8_t {
  draw,
  bounds,          ///< positions only: every region and mesh, whatever its alpha, and without images too
  clipped_bounds,  ///< the same, after clipping
};

/// A region or mesh that is to be drawn just as its bones have it: neither deformed nor clipped.
struct SlotDraw {
  SlotIndex slot;
  AttachmentIndex attachment;
  std::uint32_t frame = 0;            ///< of a sequence, else 0
  std::uint32_t light = 0, dark = 0;  ///< as in a Vertex
};

/// What a walk hands its results to: draw() makes batches of them.
class BatchSink {
 public:
  BatchSink(DrawList& list, const Atlas* atlas) noexcept : list_(list), atlas_(atlas) {}

  /// Whether the sink has a function bool take(const SlotDraw&), which is asked first: true, and nothing is skinned.
  static constexpr bool takes = false;

  /// Triangles that were appended to the list.
  void add(std::uint32_t page, BlendMode blend, std::size_t first_index) {
    const auto first = static_cast<std::uint32_t>(first_index);
    const auto count = static_cast<std::uint32_t>(list_.indices.size() - first_index);
    if (list_.batch_open) {
      DrawBatch& last = list_.batches.back();
      if (last.page == page && last.blend == blend && last.atlas == atlas_) {
        last.index_count += count;
        return;
      }
    }
    list_.batches.push_back({atlas_, page, blend, first, count});
    list_.batch_open = true;
  }

 private:
  DrawList& list_;
  const Atlas* atlas_;
};

inline void map_uvs(std::span<Vertex> vertices, const Affine& transform) noexcept {
  for (Vertex& vertex : vertices) {
    const Vec2 uv = transform.apply(static_cast<double>(vertex.u), static_cast<double>(vertex.v));
    vertex.u = static_cast<float>(uv.x);
    vertex.v = static_cast<float>(uv.y);
  }
}

// With room for copy_indices() to read on.
inline constexpr std::uint32_t quad_triangles[9] = {0, 1, 2, 2, 3, 0};

template <Purpose purpose, class Sink = BatchSink>
class Walk {
 public:
  Walk(const Skeleton& skeleton, const AtlasBinding::Impl& binding, DrawList& list, Sink sink)
      : skeleton_(skeleton),
        pose_(skeleton.buffers()),
        binding_(binding),
        list_(list),
        scratch_(*list.scratch),
        sink_(sink) {
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
        if (attachment.kind != Kind::nothing) show(slot, index, bound_slot, attachment);
      }
      // Also after a slot that shows nothing: a clip must not outlive a hidden end slot.
      if (clipping_ && slot == clip_end_) clipping_ = false;
    }
  }

 private:
  using Kind = BoundAttachment::Kind;

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

  void show(SlotIndex slot, AttachmentIndex index, const BoundSlot& bound_slot, const BoundAttachment& attachment) {
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
    if constexpr (Sink::takes) {
      if (!clipping_ && (is_region || deform_of(slot, *attachment.layout).empty()) &&
          sink_.take({slot, index, frame, target.light, target.dark})) {
        return;
      }
    }
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
    if constexpr (purpose == Purpose::draw) sink_.add(page, bound_slot.blend, first_index);
  }

  /// Of a bone that a whole region or mesh hangs on; converting is cheaper than looking whether it was done before.
  const BoneMatrix& rigid_matrix(std::uint32_t bone) noexcept {
    convert_matrix(pose_.world[bone], rigid_);
    return rigid_;
  }

  /// What is added to the vertices of a mesh; empty: nothing.
  [[nodiscard]] std::span<const double> deform_of(SlotIndex slot, const MeshLayout& layout) const {
    if (pose_.shown().deform_set.empty()) return {};
    const std::span<const double> deform = skeleton_.deform(slot);
    const std::size_t numbers = 2 * (layout.weighted() ? layout.influences.size() : layout.vertex_count);
    return deform.size() == numbers ? deform : std::span<const double>();
  }

  void skin_mesh(SlotIndex slot, const BoundSlot& bound_slot, const BoundAttachment& attachment, const MeshFrame& frame,
                 SkinTarget& target) {
    const MeshLayout& layout = *attachment.layout;
    target.uvs = frame.uvs != nullptr ? frame.uvs : layout.uvs.data();
    const std::span<const double> deform = deform_of(slot, layout);
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

  const Skeleton& skeleton_;
  const PoseBuffers& pose_;
  const AtlasBinding::Impl& binding_;
  DrawList& list_;
  DrawList::Scratch& scratch_;
  Sink sink_;
  std::array<float, 4> tint_{};
  BoneMatrix rigid_;
  bool clipping_ = false;
  SlotIndex clip_end_;
};

/// A binding has one entry for each attachment of its own data.
[[nodiscard]] inline bool fits(const Skeleton& skeleton, const AtlasBinding::Impl& binding) {
  const bool same = &skeleton.data() == binding.data.get();
  SINEW_ASSERT(same);
  return same;
}

}  // namespace sinew
