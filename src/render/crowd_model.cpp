#include "render/crowd_model.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "model/compiled.hpp"

namespace sinew {
namespace {

/// Upper bounds of what a text of 32 bits has room for.
constexpr std::size_t most_slots = 1u << 16, most_influences = (1u << 16) - 1;
/// Bones are told as floats.
constexpr std::size_t most_bones = 1u << 24;
constexpr std::uint32_t no_place = 0xffffffffu;

class Builder {
 public:
  explicit Builder(CrowdModel& model)
      : model_(model), binding_(*model.binding), data_(*binding_.data), place_of_(data_.bones.size(), no_place) {
    const std::size_t texels = std::size_t{crowd_texture_width} * model.limits.texture_rows;
    most_vertices_ = std::min(model.options.max_vertices, texels);
    most_influences_ = std::min(4 * model.options.max_vertices, texels);
    most_indices_ = 6 * model.options.max_vertices;
  }

  void build() {
    model_.attachments.resize(data_.attachments.size());
    if (data_.slots.size() > most_slots || data_.bones.size() > most_bones) return;
    for (std::size_t i = 0; i < data_.attachments.size(); ++i) {
      const BoundAttachment& attachment = binding_.attachments[i];
      const SlotIndex slot = data_.attachments[i].slot;
      const bool drawn =
          attachment.kind == BoundAttachment::Kind::region || attachment.kind == BoundAttachment::Kind::mesh;
      if (!drawn || !slot) continue;
      const std::size_t first = model_.pieces.size(), vertices = model_.vertices.size(),
                        influences = model_.influences.size(), indices = model_.indices.size();
      if (add_frames(attachment, slot.value)) {
        model_.attachments[i] = {static_cast<std::uint32_t>(first), slot.value};
        continue;
      }
      // All frames or none.
      model_.pieces.resize(first);
      model_.vertices.resize(vertices);
      model_.influences.resize(influences);
      model_.indices.resize(indices);
      std::erase_if(shared_, [influences](const auto& entry) { return entry.second >= influences; });
    }
    model_.indices.insert(model_.indices.end(), 3, 0u);
  }

 private:
  bool add_frames(const BoundAttachment& attachment, std::uint32_t slot) {
    for (std::uint32_t frame = 0; frame < attachment.frame_count; ++frame) {
      const bool added = attachment.kind == BoundAttachment::Kind::region
                             ? add_region(attachment.regions[frame], slot)
                             : add_mesh(*attachment.layout, attachment.meshes[frame], slot);
      if (!added) return false;
    }
    return true;
  }

  bool add_region(const RegionFrame& region, std::uint32_t slot) {
    const std::array<std::uint32_t, 6> triangles{0, 1, 2, 2, 3, 0};
    if (!has_room(4, 4, triangles.size())) return false;
    const float bone = place_of(binding_.slots[slot].bone);
    begin_piece(region.page, slot, triangles);
    for (std::size_t k = 0; k < 4; ++k) {
      add_vertex(region.uvs.data() + 2 * k, slot, model_.influences.size(), 1);
      model_.influences.push_back({region.corners[2 * k], region.corners[2 * k + 1], 1, bone});
    }
    return true;
  }

  bool add_mesh(const MeshLayout& layout, const MeshFrame& frame, std::uint32_t slot) {
    const std::uint32_t bone = binding_.slots[slot].bone;
    const std::pair<const MeshLayout*, std::uint32_t> key{&layout, layout.weighted() ? no_place : bone};
    const auto known = shared_.find(key);
    const std::size_t count = layout.weighted() ? layout.influences.size() : layout.vertex_count;
    if (!has_room(layout.vertex_count, known == shared_.end() ? count : 0, layout.triangles.size())) return false;
    for (const InfluenceRun& run : layout.runs) {
      if (run.influences > most_influences) return false;
    }
    std::size_t influence = known != shared_.end() ? known->second : model_.influences.size();
    if (known == shared_.end()) {
      shared_.emplace(key, influence);
      add_influences(layout, bone);
    }
    begin_piece(frame.page, slot, layout.triangles);
    std::size_t vertex = 0;
    const auto add_vertices = [&](std::size_t vertices, std::uint32_t influences) {
      for (std::size_t i = 0; i < vertices; ++i, ++vertex, influence += influences) {
        const std::array<float, 2> uv = uv_of(layout, frame, vertex);
        add_vertex(uv.data(), slot, influence, influences);
      }
    };
    if (!layout.weighted()) add_vertices(layout.vertex_count, 1);
    for (const InfluenceRun& run : layout.runs) add_vertices(run.vertices, run.influences);
    return true;
  }

  void add_influences(const MeshLayout& layout, std::uint32_t bone) {
    if (layout.weighted()) {
      for (const Influence& share : layout.influences) {
        model_.influences.push_back({share.x, share.y, share.weight, place_of(share.matrix)});
      }
      return;
    }
    const float place = place_of(bone);
    for (std::size_t i = 0; i < layout.vertex_count; ++i) {
      model_.influences.push_back({layout.positions[2 * i], layout.positions[2 * i + 1], 1, place});
    }
  }

  /// On the page, as draw() has it.
  static std::array<float, 2> uv_of(const MeshLayout& layout, const MeshFrame& frame, std::size_t vertex) {
    const float* const uv = (frame.uvs != nullptr ? frame.uvs : layout.uvs.data()) + 2 * vertex;
    if (frame.uvs != nullptr) return {uv[0], uv[1]};
    const Vec2 mapped = frame.uv_transform.apply(static_cast<double>(uv[0]), static_cast<double>(uv[1]));
    return {static_cast<float>(mapped.x), static_cast<float>(mapped.y)};
  }

  [[nodiscard]] bool has_room(std::size_t vertices, std::size_t influences, std::size_t indices) const noexcept {
    return vertices <= most_vertices_ - model_.vertices.size() &&
           influences <= most_influences_ - model_.influences.size() &&
           indices <= most_indices_ - model_.indices.size();
  }

  /// `triangles` count from the vertices that follow.
  void begin_piece(std::uint32_t page, std::uint32_t slot, std::span<const std::uint32_t> triangles) {
    const auto first_vertex = static_cast<std::uint32_t>(model_.vertices.size());
    model_.pieces.push_back({static_cast<std::uint32_t>(model_.indices.size()),
                             static_cast<std::uint32_t>(triangles.size()), page, binding_.slots[slot].blend});
    for (const std::uint32_t corner : triangles) model_.indices.push_back(first_vertex + corner);
  }

  void add_vertex(const float* uv, std::uint32_t slot, std::size_t influence, std::uint32_t influences) {
    model_.vertices.push_back({uv[0], uv[1], static_cast<std::uint32_t>(influence), slot << 16 | influences});
  }

  float place_of(std::uint32_t bone) {
    std::uint32_t& place = place_of_[bone];
    if (place == no_place) {
      place = static_cast<std::uint32_t>(model_.bones.size());
      model_.bones.push_back(bone);
    }
    return static_cast<float>(place);
  }

  CrowdModel& model_;
  const AtlasBinding::Impl& binding_;
  const SkeletonData& data_;
  std::vector<std::uint32_t> place_of_;  // by bone, into CrowdModel::bones
  /// Where the influences of a mesh begin: linked meshes and the images of a sequence share them. Unweighted ones also
  /// hang on the bone.
  std::map<std::pair<const MeshLayout*, std::uint32_t>, std::size_t> shared_;
  std::size_t most_vertices_ = 0, most_influences_ = 0, most_indices_ = 0;
};

}  // namespace

CrowdModel::CrowdModel(const AtlasBinding& atlas_binding, const CrowdOptions& wanted, const CrowdLimits& driver)
    : binding(&atlas_binding.impl()), options(wanted), limits(driver) {
  // Half of the numbers below the flag are enough: two characters can be told apart at least.
  const std::size_t most = std::size_t{1} << std::min(22u, limits.index_bits - 2);
  options.max_vertices = std::min(options.max_vertices, most);
  options.instanced_from = std::max<std::size_t>(options.instanced_from, 1);
  colours_per_slot = binding->data->compiled->any_dark ? 2 : 1;
  Builder(*this).build();
  vertex_bits = vertices.empty() ? 0u : static_cast<unsigned>(std::bit_width(vertices.size() - 1));
}

std::size_t CrowdModel::characters_per_texture() const noexcept {
  const std::size_t texels = std::size_t{crowd_texture_width} * limits.texture_rows;
  const std::size_t fit = texels / std::max<std::size_t>({matrix_texels(), colour_texels(), 1});
  return options.instances_per_texture == 0 ? fit : std::min(fit, options.instances_per_texture);
}

std::size_t CrowdModel::most_placed_vertices() const noexcept {
  // Three texels each.
  const std::size_t texels = std::size_t{crowd_texture_width} * limits.texture_rows;
  return std::min<std::size_t>(placed_flag(), texels / 3);
}

}  // namespace sinew
