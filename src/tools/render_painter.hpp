// Pictures of a posed skeleton.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "media/image.hpp"
#include "sinew/render.hpp"
#include "tools/render_assets.hpp"
#include "tools/render_framing.hpp"

namespace sinew::tools {

/// The OpenGL ES context and what draws with it. Page textures must be gone before it.
class Painter {
 public:
  [[nodiscard]] static Result<Painter> create();

  struct Look {
    PictureFrame frame;
    int supersampling = 1;
    Color background{0, 0, 0, 0};
    bool debug_bones = false, debug_meshes = false, debug_bounds = false;
  };
  /// Prepares for pictures of this look, until the next call.
  [[nodiscard]] Status set_look(const Look& look);
  /// Draws one picture in the look that was set; `image` keeps its memory from picture to picture.
  [[nodiscard]] Status paint(const Skeleton& skeleton, const RenderAssets& assets, Image& image);
  /// The same of what `fill` appends to the list, and of the shapes over it that it appends to the overlay.
  using Fill = std::function<void(DrawList& list, DrawList& overlay)>;
  [[nodiscard]] Status paint(const Fill& fill, std::span<const PageTextures* const> atlases, Image& image);

 private:
  Painter(HeadlessContext context, Renderer renderer) : context_(std::move(context)), renderer_(std::move(renderer)) {}

  HeadlessContext context_;  // first, so that it goes last
  Renderer renderer_;
  std::optional<OffscreenTarget> target_;
  Look look_;
  DrawList list_, overlay_, scratch_;
};

}  // namespace sinew::tools
