// What all that draws textured triangles has in common: shaders, blending, the map from the world to the viewport.
#pragma once

#include <cstddef>

#include "render/gl.hpp"
#include "sinew/render.hpp"

namespace sinew {

/// The fragment shader of Renderer. Wants from a vertex shader: vertex_texcoord, vertex_light, vertex_dark; its page is
/// the sampler `page`.
extern const char* const tinted_fragment_shader;

/// Compiles and links. Error of code environment with the driver's log.
[[nodiscard]] Result<GLuint> link_program(const char* vertex_shader, const char* fragment_shader);

/// The premultiplied column of docs/rendering.md "Blend modes", with factors of their own for alpha.
void set_blend(BlendMode mode);

/// Blending on, and off what would keep triangles from being drawn in their order.
void prepare_state();

/// Sets a vec4 that takes world coordinates to clip space, p * xy + zw, so that `world` fills the viewport.
void set_transform(GLint location, const WorldRect& world);

[[nodiscard]] inline const void* buffer_offset(std::size_t bytes) {
  return reinterpret_cast<const void*>(bytes);
}  // NOLINT: OpenGL's way

}  // namespace sinew
