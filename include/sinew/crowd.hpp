// Crowds: many characters of one skeleton, skinned by the GPU. An option beside draw() and Renderer, with the same
// pictures.
//
// What of a character never changes - texture coordinates, weights, triangles of all its attachments - is uploaded
// once. What changes from frame to frame is a matrix a bone and a colour a slot; the vertex shader does the rest.
// docs/crowds.md has the details and figures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sinew/draw.hpp"
#include "sinew/render.hpp"
#include "sinew/result.hpp"

namespace sinew {

struct CrowdOptions {
  /// At most so many vertices are kept on the GPU, 16 bytes each and as much again for each bone that moves one, at
  /// most four times as many. Attachments that do not fit any more are skinned by the CPU. At most 2^22.
  std::size_t max_vertices = std::size_t{1} << 20;
  /// Characters in a row that look the same - the same attachments in the same order - are drawn by one instanced call
  /// if there are so many of them; else their triangles are listed one by one, in a call that goes on for characters
  /// that look different. At least 1.
  std::size_t instanced_from = 16;
  /// Characters whose matrices share a texture; 0: as many as the driver's largest texture holds. Each further texture
  /// takes calls of its own.
  std::size_t instances_per_texture = 0;
};

/// What a frame of a crowd takes.
struct CrowdStatistics {
  std::size_t characters = 0;
  std::size_t gpu_slots = 0;       ///< regions and meshes that the vertex shader poses
  std::size_t cpu_slots = 0;       ///< those that the CPU poses: deformed or clipped ones
  std::size_t uploaded_bytes = 0;  ///< by the last upload()
  std::size_t draw_calls = 0;      ///< of the last draw()
};

class CrowdRenderer;

/// One frame of a crowd: what its characters look like, in memory of its own. Filling it needs no OpenGL context. Reuse
/// one, it keeps its memory.
class CrowdFrame {
 public:
  /// An empty frame for a renderer; may outlive it.
  explicit CrowdFrame(const CrowdRenderer& renderer);
  ~CrowdFrame();
  CrowdFrame(CrowdFrame&&) noexcept;
  CrowdFrame& operator=(CrowdFrame&&) noexcept;

  void clear() noexcept;
  /// Appends a character as it is posed now; later ones are drawn over earlier ones. It may wear any skin of its data.
  /// False, and no effect, for a skeleton of other data than the renderer's binding (a dressed one needs a binding and
  /// a renderer of its own). Does not allocate once the frame has grown to its size.
  bool add(const Skeleton& skeleton);

  [[nodiscard]] std::size_t size() const noexcept;
  /// Something was left out: more vertices are deformed or clipped than the driver's largest texture holds, or there
  /// are more characters than numbers for them.
  [[nodiscard]] bool truncated() const noexcept;

  struct Impl;  ///< render/crowd_frame.hpp
  [[nodiscard]] const Impl& impl() const noexcept { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// Draws crowds of one skeleton and atlas. Shows what draw() and Renderer show, but for the last bits of positions:
/// both compute in single precision, in the same order, but GPUs may fuse or reorder operations.
///
/// Nothing is left out: vertices may hang on any number of bones, regions, meshes, linked meshes, sequences, blend
/// modes, dark colours and draw orders are all posed by the GPU. Slots that are deformed or clipped at the moment are
/// skinned by the CPU with the code of draw(), and drawn in their places.
///
/// Like Renderer, sets what it needs and leaves it set: program, vertex array, texture units 0 to 5 (unit 0 active),
/// blending on, depth and stencil tests, culling and dithering off.
class CrowdRenderer {
 public:
  /// Compiles the shader and uploads what never changes; needs a current OpenGL ES 3.0 or WebGL 2 context. The binding
  /// must outlive the renderer and its frames. Errors: environment (the driver refuses), limit (a skeleton with more
  /// bones or slots than a texture holds).
  [[nodiscard]] static Result<CrowdRenderer> create(const AtlasBinding& binding, const CrowdOptions& options = {});
  CrowdRenderer(CrowdRenderer&& other) noexcept;
  CrowdRenderer& operator=(CrowdRenderer&& other) noexcept;
  CrowdRenderer(const CrowdRenderer&) = delete;
  CrowdRenderer& operator=(const CrowdRenderer&) = delete;
  ~CrowdRenderer();

  /// Takes a frame over to the GPU, in place of the one before. The frame must be one of this renderer's; one of
  /// another renderer counts as empty. Error of code environment when OpenGL reports one.
  [[nodiscard]] Status upload(const CrowdFrame& frame);
  /// Draws the frame that was uploaded last, as often as you like; `world` fills the viewport. What is on missing pages
  /// is left out. `pages` must be those of the binding's atlas, else nothing is drawn.
  void draw(const PageTextures& pages, const WorldRect& world);

  /// Of the frame that was uploaded last.
  [[nodiscard]] const CrowdStatistics& statistics() const noexcept;
  /// Bytes on the GPU that never change.
  [[nodiscard]] std::size_t static_bytes() const noexcept;

 private:
  friend class CrowdFrame;
  struct Impl;
  explicit CrowdRenderer(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sinew
