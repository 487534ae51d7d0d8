// Crowds on the GPU: textures of numbers, a vertex shader that reads them, few draw calls.
#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "render/crowd_frame.hpp"
#include "render/program.hpp"

namespace sinew {
namespace {

// There are no vertex attributes. A vertex number is
//   placed + i:                     the i-th vertex that the CPU has posed
//   character << vertex_bits | i:   vertex i of the model, of the character so many places after `first`
// and an instanced call counts characters by its instances. All sums are those of draw/skinning.hpp, in their order.
constexpr const char* crowd_vertex_shader = R"(#version 300 es
precision highp float;
precision highp int;
uniform vec4 transform;
uniform int first, vertex_bits, placed;
uniform int matrix_texels, colour_texels, colours_per_slot;
uniform highp usampler2D vertices;
uniform highp sampler2D influences;
uniform highp sampler2D matrices;
uniform highp sampler2D colours;
uniform highp usampler2D placed_vertices;
out highp vec2 vertex_texcoord;
out mediump vec4 vertex_light;
out mediump vec3 vertex_dark;
ivec2 place(int texel) { return ivec2(texel & 2047, texel >> 11); }
vec4 channels(uint bytes) {
  return vec4(uvec4(bytes, bytes >> 8, bytes >> 16, bytes >> 24) & 255u) / 255.0;
}
void main() {
  vec2 position;
  if (gl_VertexID >= placed) {
    int texel = 3 * (gl_VertexID - placed);
    position = uintBitsToFloat(texelFetch(placed_vertices, place(texel), 0).xy);
    vertex_texcoord = uintBitsToFloat(texelFetch(placed_vertices, place(texel + 1), 0).xy);
    uvec2 tint = texelFetch(placed_vertices, place(texel + 2), 0).xy;
    vertex_light = channels(tint.x);
    vertex_dark = channels(tint.y).rgb;
  } else {
    int character = first + gl_InstanceID + (gl_VertexID >> vertex_bits);
    uvec4 vertex = texelFetch(vertices, place(gl_VertexID & ((1 << vertex_bits) - 1)), 0);
    vertex_texcoord = uintBitsToFloat(vertex.xy);
    int influence = int(vertex.z), end = influence + int(vertex.w & 65535u);
    int bones = character * matrix_texels;
    vec2 along_x = vec2(0.0), along_y = vec2(0.0), moved = vec2(0.0);
    for (; influence < end; ++influence) {
      vec4 share = texelFetch(influences, place(influence), 0);
      int bone = bones + 2 * int(share.w);
      vec4 axes = texelFetch(matrices, place(bone), 0);
      along_x += axes.xy * share.x;
      along_y += axes.zw * share.y;
      moved += texelFetch(matrices, place(bone + 1), 0).xy * share.z;
    }
    position = (along_x + along_y) + moved;
    int colour = character * colour_texels + int(vertex.w >> 16) * colours_per_slot;
    vertex_light = texelFetch(colours, place(colour), 0);
    vertex_dark = colours_per_slot == 2 ? texelFetch(colours, place(colour + 1), 0).rgb : vec3(0.0);
  }
  gl_Position = vec4(position * transform.xy + transform.zw, 0.0, 1.0);
}
)";
static_assert(crowd_texture_width == 2048);  // place()

enum Unit : GLint { page_unit, vertices_unit, influences_unit, matrices_unit, colours_unit, placed_unit };

/// A kind of texel.
struct Texels {
  GLint internal;
  GLenum format, type;
  std::size_t bytes;
};
constexpr Texels four_integers{GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16};
constexpr Texels two_integers{GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, 8};
constexpr Texels four_floats{GL_RGBA32F, GL_RGBA, GL_FLOAT, 16};
constexpr Texels colour_bytes{GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4};

void bind(Unit unit, GLuint texture) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D, texture);
}

/// Gives the texture new storage with `count` texels, row by row: the driver need not wait until what it had has been
/// read. Returns the bytes.
std::size_t fill(Unit unit, GLuint texture, const Texels& kind, const void* data, std::size_t count) {
  bind(unit, texture);
  const std::size_t width = crowd_texture_width, rows = count / width, rest = count % width;
  const auto height = static_cast<GLsizei>(std::max<std::size_t>(rows + (rest > 0 ? 1 : 0), 1));
  glTexImage2D(GL_TEXTURE_2D, 0, kind.internal, static_cast<GLsizei>(rows > 0 ? width : std::max<std::size_t>(rest, 1)),
               height, 0, kind.format, kind.type, nullptr);
  if (rows > 0) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(rows), kind.format,
                    kind.type, data);
  }
  if (rest > 0) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<GLint>(rows), static_cast<GLsizei>(rest), 1, kind.format,
                    kind.type, static_cast<const std::byte*>(data) + rows * width * kind.bytes);
  }
  return count * kind.bytes;
}

GLuint new_texture() {
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return texture;
}

CrowdLimits driver_limits() {
  CrowdLimits limits;
  GLint64 largest_index = 0;
  glGetInteger64v(GL_MAX_ELEMENT_INDEX, &largest_index);
  // The standard promises 24 bits; vertex numbers are signed in the shader.
  limits.index_bits = std::clamp(
      static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(std::max<GLint64>(largest_index, 0)) + 1)) - 1,
      24u, 31u);
  GLint side = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
  limits.texture_rows = static_cast<std::uint32_t>(std::clamp(side, 2048, 1 << 15));
  return limits;
}

void prepare_unpacking() {
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
  glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
}

}  // namespace

struct CrowdRenderer::Impl {
  std::shared_ptr<const CrowdModel> model;
  CrowdCalls calls;
  CrowdStatistics statistics;
  std::size_t static_bytes = 0;

  GLuint program = 0, vertex_array = 0, index_buffer = 0;
  GLint transform = -1, first = -1;
  GLuint vertices = 0, influences = 0, placed = 0;
  struct PassTextures {
    GLuint matrices = 0, colours = 0;
  };
  std::vector<PassTextures> passes;  // never fewer than calls.passes

  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (program == 0) return;
    glDeleteProgram(program);
    glDeleteVertexArrays(1, &vertex_array);
    glDeleteBuffers(1, &index_buffer);
    for (const GLuint texture : {vertices, influences, placed}) glDeleteTextures(1, &texture);
    for (const PassTextures& pass : passes) {
      glDeleteTextures(1, &pass.matrices);
      glDeleteTextures(1, &pass.colours);
    }
  }

  Status prepare() {
    auto linked = link_program(crowd_vertex_shader, tinted_fragment_shader);
    if (!linked) return linked.error();
    program = *linked;
    glUseProgram(program);
    const auto location = [this](const char* name) { return glGetUniformLocation(program, name); };
    transform = location("transform");
    first = location("first");
    glUniform1i(location("vertex_bits"), static_cast<GLint>(model->vertex_bits));
    glUniform1i(location("placed"), static_cast<GLint>(model->placed_flag()));
    glUniform1i(location("matrix_texels"), static_cast<GLint>(model->matrix_texels()));
    glUniform1i(location("colour_texels"), static_cast<GLint>(model->colour_texels()));
    glUniform1i(location("colours_per_slot"), static_cast<GLint>(model->colours_per_slot));
    glUniform1i(location("page"), page_unit);
    glUniform1i(location("vertices"), vertices_unit);
    glUniform1i(location("influences"), influences_unit);
    glUniform1i(location("matrices"), matrices_unit);
    glUniform1i(location("colours"), colours_unit);
    glUniform1i(location("placed_vertices"), placed_unit);

    glGenVertexArrays(1, &vertex_array);
    glGenBuffers(1, &index_buffer);
    glBindVertexArray(vertex_array);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, index_buffer);
    glBindVertexArray(0);

    prepare_unpacking();
    vertices = new_texture();
    influences = new_texture();
    placed = new_texture();
    static_bytes = fill(vertices_unit, vertices, four_integers, model->vertices.data(), model->vertices.size());
    static_bytes += fill(influences_unit, influences, four_floats, model->influences.data(), model->influences.size());
    fill(placed_unit, placed, two_integers, nullptr, 0);
    glActiveTexture(GL_TEXTURE0);
    return check_gl("preparing a crowd");
  }
};

CrowdRenderer::CrowdRenderer(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
CrowdRenderer::CrowdRenderer(CrowdRenderer&& other) noexcept = default;
CrowdRenderer& CrowdRenderer::operator=(CrowdRenderer&& other) noexcept = default;
CrowdRenderer::~CrowdRenderer() = default;

Result<CrowdRenderer> CrowdRenderer::create(const AtlasBinding& binding, const CrowdOptions& options) {
  auto impl = std::make_unique<Impl>();
  impl->model = std::make_shared<const CrowdModel>(binding, options, driver_limits());
  if (impl->model->characters_per_texture() == 0) {
    return Error{ErrorCode::limit,
                 "The skeleton has more bones or slots than a texture of this OpenGL ES holds numbers for. Draw it "
                 "with draw() and Renderer.",
                 {}};
  }
  const Status status = impl->prepare();
  if (!status) return status.error();
  return CrowdRenderer(std::move(impl));
}

Status CrowdRenderer::upload(const CrowdFrame& frame) {
  Impl& impl = *impl_;
  CrowdCalls& calls = impl.calls;
  impl.statistics = {};
  calls.clear();
  const bool own = frame.impl().model == impl.model;
  SINEW_ASSERT(own);
  const CrowdFrame::Impl& shown = frame.impl();
  if (!own || shown.characters == 0) return ok();
  calls.set(shown);
  if (calls.truncated) {
    calls.clear();
    return Error{ErrorCode::limit,
                 "The crowd has more triangles than an index buffer holds. Draw it in several frames, one after the "
                 "other.",
                 {}};
  }

  const CrowdModel& model = *impl.model;
  CrowdStatistics& statistics = impl.statistics;
  statistics.characters = shown.characters;
  statistics.gpu_slots = shown.gpu_slots;
  statistics.cpu_slots = shown.placed.size();

  glBindVertexArray(impl.vertex_array);
  const std::size_t index_bytes = calls.indices.size() * sizeof(std::uint32_t);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(index_bytes), calls.indices.data(), GL_STREAM_DRAW);
  glBindVertexArray(0);
  statistics.uploaded_bytes = index_bytes;

  prepare_unpacking();
  while (impl.passes.size() < calls.passes.size()) impl.passes.push_back({new_texture(), new_texture()});
  for (std::size_t i = 0; i < calls.passes.size(); ++i) {
    const CrowdPass& pass = calls.passes[i];
    const std::size_t bones = model.bones.size(), colours = model.colour_texels();
    statistics.uploaded_bytes += fill(matrices_unit, impl.passes[i].matrices, four_floats,
                                      shown.matrices.data() + bones * pass.first, model.matrix_texels() * pass.count);
    statistics.uploaded_bytes += fill(colours_unit, impl.passes[i].colours, colour_bytes,
                                      shown.colours.data() + colours * pass.first, colours * pass.count);
  }
  if (!shown.list.vertices.empty()) {
    static_assert(sizeof(Vertex) == 3 * two_integers.bytes);
    statistics.uploaded_bytes +=
        fill(placed_unit, impl.placed, two_integers, shown.list.vertices.data(), 3 * shown.list.vertices.size());
  }
  glActiveTexture(GL_TEXTURE0);
  return check_gl("uploading a crowd");
}

void CrowdRenderer::draw(const PageTextures& pages, const WorldRect& world) {
  Impl& impl = *impl_;
  impl.statistics.draw_calls = 0;
  if (impl.calls.indices.empty() || pages.atlas() != impl.model->binding->atlas.get()) return;
  prepare_state();
  glUseProgram(impl.program);
  set_transform(impl.transform, world);
  glBindVertexArray(impl.vertex_array);
  bind(vertices_unit, impl.vertices);
  bind(influences_unit, impl.influences);
  bind(placed_unit, impl.placed);
  for (std::size_t i = 0; i < impl.calls.passes.size(); ++i) {
    const CrowdPass& pass = impl.calls.passes[i];
    bind(matrices_unit, impl.passes[i].matrices);
    bind(colours_unit, impl.passes[i].colours);
    glActiveTexture(GL_TEXTURE0);
    for (std::uint32_t k = pass.first_call; k < pass.first_call + pass.calls; ++k) {
      const CrowdCall& call = impl.calls.calls[k];
      if (!pages.has(call.page) || call.index_count == 0) continue;
      glBindTexture(GL_TEXTURE_2D, pages.texture(call.page));
      set_blend(call.blend);
      glUniform1i(impl.first, static_cast<GLint>(call.first));
      glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(call.index_count), GL_UNSIGNED_INT,
                              buffer_offset(std::size_t{call.first_index} * sizeof(std::uint32_t)),
                              static_cast<GLsizei>(call.instances));
      ++impl.statistics.draw_calls;
    }
  }
  glBindVertexArray(0);
}

const CrowdStatistics& CrowdRenderer::statistics() const noexcept {
  return impl_->statistics;
}
std::size_t CrowdRenderer::static_bytes() const noexcept {
  return impl_->static_bytes;
}

CrowdFrame::CrowdFrame(const CrowdRenderer& renderer) : impl_(std::make_unique<Impl>()) {
  impl_->model = renderer.impl_->model;
  impl_->list.max_vertices = std::min(impl_->list.max_vertices, impl_->model->most_placed_vertices());
}

}  // namespace sinew
