// Drawing with OpenGL ES 3.0 or WebGL 2: in a window, in a browser, or without a display.
//
// HeadlessContext makes a context where there is none. Everything else only issues OpenGL ES 3.0 calls on the context
// that is current on the calling thread, and must be created, used and destroyed with the same one current.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sinew/atlas.hpp"
#include "sinew/draw.hpp"
#include "sinew/result.hpp"
#include "sinew/types.hpp"

namespace sinew {

/// A rectangle of world space: (x, y) is the lower left corner, y is up. A negative height turns the picture upside
/// down, for targets whose rows run the other way.
struct WorldRect {
  double x = 0, y = 0, width = 1, height = 1;
};

/// An OpenGL ES 3 context without a window; works without a display server or a GPU where Mesa's software renderer is
/// installed. Current on the thread that made it. Several may exist.
class HeadlessContext {
 public:
  /// Tries EGL's surfaceless platform, then its device platform, then the default display. Error of code environment,
  /// with what each of them said, when none gives a context.
  [[nodiscard]] static Result<HeadlessContext> create();

  HeadlessContext(HeadlessContext&& other) noexcept;
  HeadlessContext& operator=(HeadlessContext&& other) noexcept;
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;
  ~HeadlessContext();

  /// Makes this context current on the calling thread; it may be current on one thread at a time.
  [[nodiscard]] Status make_current();
  /// What draws, as the driver names it: "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL ES 3.2 Mesa 22.3.6".
  [[nodiscard]] std::string description() const;
  /// Returns when all that was drawn so far is done: for measuring.
  void finish();

 private:
  struct Impl;
  explicit HeadlessContext(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

/// Pixels of a page image: RGBA, 8 bits a channel, top row first, no padding between rows.
struct PageImage {
  int width = 0, height = 0;
  std::span<const std::uint8_t> pixels;  ///< 4 * width * height bytes
};

/// The textures of an atlas's pages. Pages that have not been set are missing: what is on them is not drawn.
class PageTextures {
 public:
  /// No pages.
  PageTextures() = default;
  /// One texture for each page of the atlas, all missing. The atlas must stay where it is: its address says which
  /// batches of a draw list are meant.
  explicit PageTextures(const Atlas& atlas);
  PageTextures(PageTextures&& other) noexcept;
  PageTextures& operator=(PageTextures&& other) noexcept;
  PageTextures(const PageTextures&) = delete;
  PageTextures& operator=(const PageTextures&) = delete;
  ~PageTextures();

  /// Uploads the image of a page. Filter, wrap and `premultiplied_alpha` are the page's; straight images are
  /// premultiplied here, round(c a / 255), before anything filters them. Mipmaps are made when the filter wants them.
  /// Replaces what the page had. Errors: bad_value (size and number of bytes do not agree), limit (larger than the
  /// driver's largest texture), environment (out of memory).
  [[nodiscard]] Status set(std::size_t page, const PageImage& image);

  /// Gives a page the texture of another page, for pages with the same image: it is in memory once. False, and nothing
  /// changes, where `other` is missing or the two pages do not agree in filters, wrap and `premultiplied_alpha`. A
  /// later set() of one of them leaves the other as it is.
  bool share(std::size_t page, std::size_t other);

  /// Null when there are no pages.
  [[nodiscard]] const Atlas* atlas() const noexcept { return atlas_; }
  [[nodiscard]] std::size_t size() const noexcept { return textures_.size(); }
  [[nodiscard]] bool has(std::size_t page) const noexcept { return page < textures_.size() && textures_[page] != 0; }
  /// OpenGL's name of the texture; 0: missing.
  [[nodiscard]] std::uint32_t texture(std::size_t page) const noexcept { return has(page) ? textures_[page] : 0; }

 private:
  void release() noexcept;
  void release(std::size_t page) noexcept;
  const Atlas* atlas_ = nullptr;
  std::vector<std::uint32_t> textures_;  ///< pages that share one have the same name
};

/// Draws draw lists onto the current framebuffer, in its current viewport, premultiplied, with the two-colour formula
/// for all and the blend functions of docs/rendering.md "Blend modes". Colours are not converted: blending happens in
/// gamma space.
///
/// Sets what it needs and leaves it set: program, vertex array, array buffer, texture unit 0, blending on, depth and
/// stencil tests, culling and dithering off. Scissor and colour mask are the caller's.
class Renderer {
 public:
  /// Compiles the shader and makes the buffers. Error of code environment when the driver refuses.
  [[nodiscard]] static Result<Renderer> create();
  Renderer(Renderer&& other) noexcept;
  Renderer& operator=(Renderer&& other) noexcept;
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;
  ~Renderer();

  /// Draws the batches in order; `world` fills the viewport. Batches of other atlases, and of pages that are missing,
  /// are skipped.
  void draw(const DrawList& list, const PageTextures& pages, const WorldRect& world);
  /// The same for a list with batches of several atlases.
  void draw(const DrawList& list, std::span<const PageTextures* const> atlases, const WorldRect& world);
  /// Draws the batches in plain colours, without textures: for shapes such as those of sinew/debug_overlay.hpp.
  void draw_shapes(const DrawList& list, const WorldRect& world);

  /// How many draw calls the last draw() or draw_shapes() made.
  [[nodiscard]] std::size_t draw_calls() const noexcept { return draw_calls_; }

 private:
  Renderer() = default;
  void release() noexcept;
  bool begin(const DrawList& list, const WorldRect& world);
  void draw_batch(const DrawBatch& batch, std::uint32_t texture);

  std::uint32_t program_ = 0, vertex_array_ = 0, vertex_buffer_ = 0, index_buffer_ = 0, white_ = 0;
  int transform_location_ = -1;
  std::size_t draw_calls_ = 0;
};

struct OffscreenOptions {
  int width = 0, height = 0;  ///< of the picture, in pixels
  int supersampling = 1;      ///< N x N samples a pixel, each drawn as a pixel of an N times larger target; 1 to 16
  int multisampling = 0;      ///< samples a pixel the driver takes itself, limited to what it can; 0 or 1: off
  int max_tile = 2048;  ///< largest side, in samples, of what is drawn at once; larger pictures are drawn in tiles
};

/// Draws pictures into memory.
class OffscreenTarget {
 public:
  /// Errors: bad_value (options out of range), environment (the driver has no memory or no such framebuffer).
  [[nodiscard]] static Result<OffscreenTarget> create(const OffscreenOptions& options);
  OffscreenTarget(OffscreenTarget&& other) noexcept;
  OffscreenTarget& operator=(OffscreenTarget&& other) noexcept;
  OffscreenTarget(const OffscreenTarget&) = delete;
  OffscreenTarget& operator=(const OffscreenTarget&) = delete;
  ~OffscreenTarget();

  /// Called for each tile, with the target bound and cleared and the viewport set: draw with this rectangle.
  using Paint = std::function<void(const WorldRect& tile)>;

  /// Draws a picture that shows `world` and reads it back: RGBA, 8 bits, straight alpha, top row first, into `pixels`
  /// (4 * width * height bytes). The samples of a pixel are averaged as premultiplied colours, and the average divided
  /// by its alpha. `background` is straight. Error of code environment when OpenGL reports an error.
  [[nodiscard]] Status draw(const WorldRect& world, const Color& background, const Paint& paint,
                            std::span<std::uint8_t> pixels);

  [[nodiscard]] int width() const noexcept { return options_.width; }
  [[nodiscard]] int height() const noexcept { return options_.height; }
  /// Samples a pixel of the driver's own; 1: no multisampling.
  [[nodiscard]] int multisampling() const noexcept { return samples_; }
  /// How many tiles a picture is drawn in.
  [[nodiscard]] int tiles() const noexcept;

 private:
  OffscreenTarget() = default;
  void release() noexcept;

  OffscreenOptions options_;
  int samples_ = 1;
  int tile_width_ = 0, tile_height_ = 0;  // in pixels of the picture
  std::uint32_t draw_framebuffer_ = 0, draw_colour_ = 0;
  std::uint32_t read_framebuffer_ = 0, read_colour_ = 0;  // the same as the draw ones without multisampling
  std::vector<std::uint8_t> samples_read_;
};

}  // namespace sinew
