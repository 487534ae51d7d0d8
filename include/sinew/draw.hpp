// From a pose to triangles that can be copied into a vertex buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "sinew/atlas.hpp"
#include "sinew/geometry.hpp"
#include "sinew/hit_test.hpp"
#include "sinew/skeleton.hpp"

namespace sinew {

/// One vertex as a GPU reads it: 24 bytes. Colours are bytes r, g, b, a in memory (0xAABBGGRR as a little-endian
/// number).
struct Vertex {
  float x, y;           ///< world space, y up
  float u, v;           ///< texture coordinates of the page, v down
  std::uint32_t light;  ///< premultiplied light colour
  std::uint32_t dark;   ///< premultiplied dark colour (rgb); alpha byte 255. 0xff000000 without a dark colour
};
static_assert(sizeof(Vertex) == 24);

/// A growing array of plain values that, unlike a std::vector, does not fill memory which is about to be written
/// anyway, and that keeps its memory when it is cleared.
template <class T>
class DrawArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  DrawArray() = default;
  DrawArray(DrawArray&& other) noexcept { *this = std::move(other); }
  DrawArray& operator=(DrawArray&& other) noexcept {
    values_ = std::move(other.values_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] T* data() noexcept { return values_.get(); }
  [[nodiscard]] const T* data() const noexcept { return values_.get(); }
  [[nodiscard]] T* begin() noexcept { return data(); }
  [[nodiscard]] T* end() noexcept { return data() + size_; }
  [[nodiscard]] const T* begin() const noexcept { return data(); }
  [[nodiscard]] const T* end() const noexcept { return data() + size_; }
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return values_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return values_[i]; }
  [[nodiscard]] T& back() noexcept { return values_[size_ - 1]; }
  [[nodiscard]] const T& back() const noexcept { return values_[size_ - 1]; }

  void clear() noexcept { size_ = 0; }
  void push_back(const T& value) {
    const T copy = value;
    *reserve_more(1) = copy;
    ++size_;
  }
  /// Room for `count` more values; returns where they will be. What is written there counts after grow(). Pointers into
  /// the array may become invalid.
  T* reserve_more(std::size_t count) {
    if (capacity_ - size_ < count) enlarge(count);
    return values_.get() + size_;
  }
  /// Takes over `count` values that were written behind the end.
  void grow(std::size_t count) noexcept { size_ += count; }
  /// Drops everything from `size` on.
  void truncate(std::size_t size) noexcept {
    if (size < size_) size_ = size;
  }

 private:
  void enlarge(std::size_t count);

  std::unique_ptr<T[]> values_;
  std::size_t size_ = 0, capacity_ = 0;
};

/// Triangles that are drawn with one call: same page, same blend mode.
struct DrawBatch {
  const Atlas* atlas = nullptr;  ///< of the binding that was drawn with
  std::uint32_t page = 0;        ///< into atlas->pages()
  BlendMode blend = BlendMode::normal;
  std::uint32_t first_index = 0, index_count = 0;  ///< into DrawList::indices
};

/// What draw() fills: reuse one, it keeps its memory. Batches are to be drawn in order, never sorted.
struct DrawList {
  DrawArray<Vertex> vertices;
  DrawArray<std::uint32_t> indices;  ///< three a triangle, of either winding: never cull
  DrawArray<DrawBatch> batches;

  /// No list grows beyond this, whatever the input asks for (a small file can ask for the same big mesh very often).
  std::size_t max_vertices = std::size_t{1} << 24, max_indices = std::size_t{1} << 26;
  /// Something was left out because of max_vertices or max_indices.
  bool truncated = false;

  /// Empties the list, and keeps its memory and limits.
  void clear() noexcept;
  /// Lets the next draw() start a batch of its own: for callers who draw something else in between.
  void end_batch() noexcept { batch_open = false; }

  DrawList();
  ~DrawList();
  DrawList(DrawList&&) noexcept;
  DrawList& operator=(DrawList&&) noexcept;

  struct Scratch;                    ///< draw/scratch.hpp: reused from frame to frame
  std::unique_ptr<Scratch> scratch;  ///< for the library's own passes
  bool batch_open = false;           ///< the last batch may be continued
};

/// A skeleton's attachments resolved against an atlas: texture coordinates, trimmed quads, vertices laid out for
/// skinning. Built once, shared by all instances; immutable. Memory is linear in the size of the skeleton data and the
/// atlas.
///
/// Page sizes are taken from the atlas as it is now: call Atlas::set_image_size() before where the file has none.
class AtlasBinding {
 public:
  /// Looks every image up. Images that no page holds are listed in missing(); their attachments are not drawn. Both
  /// pointers must not be null.
  AtlasBinding(SkeletonDataPtr data, std::shared_ptr<const Atlas> atlas);
  ~AtlasBinding();
  AtlasBinding(AtlasBinding&&) noexcept;
  AtlasBinding& operator=(AtlasBinding&&) noexcept;

  [[nodiscard]] const Atlas& atlas() const noexcept;
  [[nodiscard]] const SkeletonData& data() const noexcept;
  struct MissingImage {
    std::string image;           ///< path, with its number for a sequence
    AttachmentIndex attachment;  ///< the first that wants it
  };
  /// Each image once, in the order of the attachments that want them.
  [[nodiscard]] std::span<const MissingImage> missing() const noexcept;

  /// Sequences are looked up frame by frame up to this many in all, and up to 1024 more frames each than the atlas has
  /// regions; frames beyond count as missing.
  static constexpr std::uint32_t max_sequence_frames = 1u << 18;

  struct Impl;  ///< draw/binding.hpp
  [[nodiscard]] const Impl& impl() const noexcept { return *impl_; }

 private:
  std::unique_ptr<const Impl> impl_;
};

/// Appends the skeleton's triangles to `list`: regions, meshes, sequences, clipping, tints, in draw order. Batches are
/// continued where atlas, page and blend mode agree. The skeleton's data must be the binding's, else nothing is drawn:
/// after Skeleton::set_skin(dressed), bind anew. Does not allocate once `list` has grown to its size, and writes to
/// nothing but `list`. Linear in the vertices and triangles that are shown, times the edges of the clipping polygon
/// where one is active.
void draw(const Skeleton& skeleton, const AtlasBinding& binding, DrawList& list);

/// The same of those slots alone whose number in `groups` (one a slot of the data) is `group`, as if the others showed
/// nothing: their clipping attachments clip nothing, but a clip still ends where its end slot comes in the draw order.
void draw_group(const Skeleton& skeleton, const AtlasBinding& binding, std::span<const std::uint32_t> groups,
                std::uint32_t group, DrawList& list);

/// The box of all positions of regions and meshes of slots with active bones, whatever their alpha: trimmed quads where
/// the atlas has the image, whole ones where it has not. `clipped`: only of what clipping leaves. Empty for a skeleton
/// of other data than the binding's. Uses the memory of `scratch` behind its contents, which stay as they are.
[[nodiscard]] Bounds drawn_bounds(const Skeleton& skeleton, const AtlasBinding& binding, bool clipped,
                                  DrawList& scratch);

}  // namespace sinew
