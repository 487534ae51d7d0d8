// From a draw list to OpenGL ES draw calls.
#include <array>
#include <cstddef>
#include <utility>

#include "render/program.hpp"

namespace sinew {
namespace {

// Positions are world coordinates; `transform` is scale x, scale y, offset x, offset y to clip space.
constexpr const char* vertex_shader = R"(#version 300 es
uniform vec4 transform;
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 texcoord;
layout(location = 2) in vec4 light;
layout(location = 3) in vec4 dark;
out highp vec2 vertex_texcoord;
out mediump vec4 vertex_light;
out mediump vec3 vertex_dark;
void main() {
  vertex_texcoord = texcoord;
  vertex_light = light;
  vertex_dark = dark.rgb;
  gl_Position = vec4(position * transform.xy + transform.zw, 0.0, 1.0);
}
)";

enum Attribute : GLuint { position_attribute, texcoord_attribute, light_attribute, dark_attribute };

}  // namespace

Result<Renderer> Renderer::create() {
  Renderer renderer;
  auto program = link_program(vertex_shader, tinted_fragment_shader);
  if (!program) return program.error();
  renderer.program_ = *program;
  renderer.transform_location_ = glGetUniformLocation(renderer.program_, "transform");
  glUseProgram(renderer.program_);
  glUniform1i(glGetUniformLocation(renderer.program_, "page"), 0);

  glGenVertexArrays(1, &renderer.vertex_array_);
  glGenBuffers(1, &renderer.vertex_buffer_);
  glGenBuffers(1, &renderer.index_buffer_);
  glBindVertexArray(renderer.vertex_array_);
  glBindBuffer(GL_ARRAY_BUFFER, renderer.vertex_buffer_);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, renderer.index_buffer_);
  const GLsizei stride = sizeof(Vertex);
  for (GLuint attribute = position_attribute; attribute <= dark_attribute; ++attribute) {
    glEnableVertexAttribArray(attribute);
  }
  glVertexAttribPointer(position_attribute, 2, GL_FLOAT, GL_FALSE, stride, buffer_offset(offsetof(Vertex, x)));
  glVertexAttribPointer(texcoord_attribute, 2, GL_FLOAT, GL_FALSE, stride, buffer_offset(offsetof(Vertex, u)));
  glVertexAttribPointer(light_attribute, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, buffer_offset(offsetof(Vertex, light)));
  glVertexAttribPointer(dark_attribute, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, buffer_offset(offsetof(Vertex, dark)));
  glBindVertexArray(0);

  // What shapes without a page are textured with.
  const std::array<std::uint8_t, 4> white{255, 255, 255, 255};
  glGenTextures(1, &renderer.white_);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, renderer.white_);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, white.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);

  Status status = check_gl("preparing the renderer");
  if (!status) return status.error();
  return renderer;
}

Renderer::Renderer(Renderer&& other) noexcept {
  *this = std::move(other);
}

Renderer& Renderer::operator=(Renderer&& other) noexcept {
  if (this == &other) return *this;
  release();
  program_ = std::exchange(other.program_, 0);
  vertex_array_ = std::exchange(other.vertex_array_, 0);
  vertex_buffer_ = std::exchange(other.vertex_buffer_, 0);
  index_buffer_ = std::exchange(other.index_buffer_, 0);
  white_ = std::exchange(other.white_, 0);
  transform_location_ = other.transform_location_;
  draw_calls_ = other.draw_calls_;
  return *this;
}

Renderer::~Renderer() {
  release();
}

void Renderer::release() noexcept {
  if (program_ == 0) return;
  glDeleteProgram(program_);
  glDeleteVertexArrays(1, &vertex_array_);
  glDeleteBuffers(1, &vertex_buffer_);
  glDeleteBuffers(1, &index_buffer_);
  glDeleteTextures(1, &white_);
  program_ = vertex_array_ = vertex_buffer_ = index_buffer_ = white_ = 0;
}

bool Renderer::begin(const DrawList& list, const WorldRect& world) {
  draw_calls_ = 0;
  if (list.batches.empty() || list.vertices.empty() || list.indices.empty()) return false;
  prepare_state();
  glUseProgram(program_);
  set_transform(transform_location_, world);
  glBindVertexArray(vertex_array_);
  glBindBuffer(GL_ARRAY_BUFFER, vertex_buffer_);
  // New storage each time: the driver need not wait until the last frame's has been read.
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(list.vertices.size() * sizeof(Vertex)), list.vertices.data(),
               GL_STREAM_DRAW);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(list.indices.size() * sizeof(std::uint32_t)),
               list.indices.data(), GL_STREAM_DRAW);
  glActiveTexture(GL_TEXTURE0);
  return true;
}

void Renderer::draw_batch(const DrawBatch& batch, std::uint32_t texture) {
  glBindTexture(GL_TEXTURE_2D, texture);
  set_blend(batch.blend);
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(batch.index_count), GL_UNSIGNED_INT,
                 buffer_offset(std::size_t{batch.first_index} * sizeof(std::uint32_t)));
  ++draw_calls_;
}

void Renderer::draw(const DrawList& list, const PageTextures& pages, const WorldRect& world) {
  const PageTextures* const atlases[] = {&pages};
  draw(list, atlases, world);
}

void Renderer::draw(const DrawList& list, std::span<const PageTextures* const> atlases, const WorldRect& world) {
  if (!begin(list, world)) return;
  for (const DrawBatch& batch : list.batches) {
    for (const PageTextures* pages : atlases) {
      if (pages->atlas() != batch.atlas || !pages->has(batch.page)) continue;
      draw_batch(batch, pages->texture(batch.page));
      break;
    }
  }
  glBindVertexArray(0);
}

void Renderer::draw_shapes(const DrawList& list, const WorldRect& world) {
  if (!begin(list, world)) return;
  for (const DrawBatch& batch : list.batches) draw_batch(batch, white_);
  glBindVertexArray(0);
}

}  // namespace sinew
