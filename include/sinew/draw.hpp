// From a pose to triangles that can be copied into a vertex buffer.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sinew/atlas.hpp"
#include "sinew/geometry.hpp"
#include "sinew/skeleton.hpp"

namespace sinew {

/// One vertex as a GPU reads it: 24 bytes. Colours are bytes r, g, b, a (0xAABBGGRR as a little-endian number).
struct Vertex {
  float x, y;           ///< world space, y up
  float u, v;           ///< texture coordinates of the page, v down
  std::uint32_t light;  ///< premultiplied light colour
  std::uint32_t dark;   ///< premultiplied dark colour (rgb); alpha byte 255. 0xff000000 without a dark colour
};

/// Triangles that are drawn with one call: same page, same blend mode.
struct DrawBatch {
  static constexpr std::uint32_t no_page = 0xffffffffu;
  std::uint32_t page = no_page;  ///< into Atlas::pages
  BlendMode blend = BlendMode::normal;
  std::uint32_t first_index = 0, index_count = 0;  ///< into DrawList::indices
};

/// What draw() fills: reuse one, it keeps its memory. Batches are to be drawn in order, never sorted.
struct DrawList {
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;
  std::vector<DrawBatch> batches;
  void clear() noexcept { vertices.clear(); indices.clear(); batches.clear(); }

  struct Scratch;  // draw/clip: reused from frame to frame
  DrawList();
  ~DrawList();
  DrawList(DrawList&&) noexcept;
  DrawList& operator=(DrawList&&) noexcept;
  std::unique_ptr<Scratch> scratch;
};

/// A skeleton's attachments resolved against an atlas: texture coordinates, trimmed quads, vertices laid out for
/// skinning. Built once, shared by all instances; immutable.
class AtlasBinding {
 public:
  /// Looks every image up. Images that no page holds are listed in missing(); their attachments are not drawn.
  AtlasBinding(SkeletonDataPtr data, std::shared_ptr<const Atlas> atlas);
  ~AtlasBinding();
  AtlasBinding(AtlasBinding&&) noexcept;
  AtlasBinding& operator=(AtlasBinding&&) noexcept;

  [[nodiscard]] const Atlas& atlas() const noexcept;
  [[nodiscard]] const SkeletonData& data() const noexcept;
  struct MissingImage {
    std::string image;
    AttachmentIndex attachment;  ///< the first that wants it
  };
  [[nodiscard]] std::span<const MissingImage> missing() const noexcept;

  struct Impl;
  [[nodiscard]] const Impl& impl() const noexcept { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// Appends the skeleton's triangles to `list`: regions, meshes, sequences, clipping, tints, in draw order. Batches are
/// continued where page and blend mode agree. The skeleton's data must be the binding's. Does not allocate once `list` has grown to its
/// size, and writes to nothing but `list`.
void draw(const Skeleton& skeleton, const AtlasBinding& binding, DrawList& list);

/// The box of what draw() would show: trimmed quads, optionally after clipping.
[[nodiscard]] Bounds drawn_bounds(const Skeleton& skeleton, const AtlasBinding& binding, bool clipped, DrawList& scratch);

/// The first slot, in setup order, whose active bounding box attachment contains the point; none: no hit.
[[nodiscard]] SlotIndex hit_test(const Skeleton& skeleton, double x, double y);
/// The first slot whose bounding box polygon the segment crosses or touches; none: no hit.
[[nodiscard]] SlotIndex hit_test_segment(const Skeleton& skeleton, double x1, double y1, double x2, double y2);

}  // namespace sinew
