#include "tools/render_painter.hpp"

#include "sinew/debug_overlay.hpp"

namespace sinew::tools {

Result<Painter> Painter::create() {
  auto context = HeadlessContext::create();
  if (!context) return context.error();
  auto renderer = Renderer::create();
  if (!renderer) return renderer.error();
  return Painter(std::move(*context), std::move(*renderer));
}

Status Painter::set_look(const Look& look) {
  look_ = look;
  target_.reset();  // first: two at once would take twice the memory
  OffscreenOptions options;
  options.width = look.frame.width;
  options.height = look.frame.height;
  options.supersampling = look.supersampling;
  auto target = OffscreenTarget::create(options);
  if (!target) return target.error();
  target_.emplace(std::move(*target));
  return ok();
}

Status Painter::paint(const Skeleton& skeleton, const RenderAssets& assets, Image& image) {
  const PageTextures* const atlases[] = {&assets.textures};
  const double pixel = look_.frame.pixel();
  const auto fill = [&](DrawList& list, DrawList& overlay) {
    draw(skeleton, assets.binding, list);
    if (look_.debug_meshes) overlay_meshes(skeleton, pixel, overlay);
    if (look_.debug_bones) overlay_bones(skeleton, pixel, overlay);
    if (look_.debug_bounds) {
      overlay_bounds(skeleton, drawn_bounds(skeleton, assets.binding, true, scratch_), pixel, overlay);
    }
  };
  return paint(fill, atlases, image);
}

Status Painter::paint(const Fill& fill, std::span<const PageTextures* const> atlases, Image& image) {
  SINEW_ASSERT(target_.has_value());
  if (image.width != look_.frame.width || image.height != look_.frame.height) {
    image = Image(look_.frame.width, look_.frame.height);
  }
  list_.clear();
  overlay_.clear();
  fill(list_, overlay_);
  return target_->draw(
      look_.frame.world, look_.background,
      [&](const WorldRect& tile) {
        renderer_.draw(list_, atlases, tile);
        renderer_.draw_shapes(overlay_, tile);
      },
      image.pixels);
}

}  // namespace sinew::tools
