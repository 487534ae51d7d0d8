// What an AtlasBinding holds: everything about drawing that does not change from frame to frame.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/arena.hpp"
#include "draw/clip.hpp"
#include "draw/skinning.hpp"
#include "sinew/draw.hpp"

namespace sinew {

inline constexpr std::uint32_t no_page = 0xffffffffu;

/// A region attachment showing one image: top left, top right, bottom right, bottom left of the trimmed quad.
struct RegionFrame {
  std::array<float, 8> corners{};  ///< in the slot bone's space
  std::array<float, 8> uvs{};
  std::uint32_t page = no_page;  ///< none: the atlas has no such image, and the quad is the whole one
};

/// A mesh attachment showing one image.
struct MeshFrame {
  /// The mesh's texture coordinates mapped to the page, in the layout's order; null: map them while drawing.
  const float* uvs = nullptr;
  Affine uv_transform;
  std::uint32_t page = no_page;  ///< none: the atlas has no such image
};

/// What draw() needs to know of an attachment.
struct BoundAttachment {
  enum class Kind : std::uint8_t { nothing, region, mesh, clipping };
  Kind kind = Kind::nothing;
  bool sequence = false;  ///< the slot's sequence frame chooses among the frames
  /// Frames that were looked up: 1 without a sequence. One of the arrays has so many elements.
  std::uint32_t frame_count = 0;
  const RegionFrame* regions = nullptr;
  const MeshFrame* meshes = nullptr;
  const MeshLayout* layout = nullptr;
  const ClippingShape* clipping = nullptr;
  const ClipTopology* topology = nullptr;              ///< of an unweighted clipping polygon
  alignas(16) std::array<float, 4> color{1, 1, 1, 1};  ///< not premultiplied, 0 to 1
};

/// What draw() needs to know of a slot.
struct BoundSlot {
  std::uint32_t bone = 0;
  BlendMode blend = BlendMode::normal;
};

struct AtlasBinding::Impl {
  SkeletonDataPtr data;
  std::shared_ptr<const Atlas> atlas;
  std::span<const BoundAttachment> attachments;  // by AttachmentIndex
  std::span<const BoundSlot> slots;              // by SlotIndex
  std::vector<MissingImage> missing;
  Arena arena;
};

/// How much memory texture coordinates may take that are mapped beforehand: without a bound a small file, with many
/// linked meshes to one big mesh, would make it quadratic. The rest are mapped while drawing.
struct BindingLimits {
  std::size_t mapped_uvs_per_vertex = 8;
  std::size_t mapped_uvs = 1u << 16;
};

[[nodiscard]] std::unique_ptr<const AtlasBinding::Impl> bind_atlas(SkeletonDataPtr data,
                                                                   std::shared_ptr<const Atlas> atlas,
                                                                   const BindingLimits& limits = {});

/// Lays a mesh out for skinning.
[[nodiscard]] MeshLayout lay_out_mesh(const MeshShape& mesh, Arena& arena);

}  // namespace sinew
