#include "render/program.hpp"

#include <array>
#include <string>

namespace sinew {

// The premultiplied row of docs/rendering.md "Colour": texel, light and dark colour are all premultiplied.
const char* const tinted_fragment_shader = R"(#version 300 es
precision mediump float;
uniform sampler2D page;
in highp vec2 vertex_texcoord;
in mediump vec4 vertex_light;
in mediump vec3 vertex_dark;
out vec4 colour;
void main() {
  vec4 texel = texture(page, vertex_texcoord);
  colour = vec4((texel.a - texel.rgb) * vertex_dark + texel.rgb * vertex_light.rgb, texel.a * vertex_light.a);
}
)";

namespace {

Error refused(std::string_view what, const std::string& log) {
  return {ErrorCode::environment,
          "OpenGL ES does not take the renderer's " + std::string(what) + (log.empty() ? "." : ": " + log),
          {}};
}

Result<GLuint> compile(GLenum type, const char* source) {
  const GLuint shader = glCreateShader(type);
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  GLint good = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (shader != 0 && good == GL_TRUE) return shader;
  std::array<char, 1024> log{};
  glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size() - 1), nullptr, log.data());
  glDeleteShader(shader);
  return refused(type == GL_VERTEX_SHADER ? "vertex shader" : "fragment shader", log.data());
}

}  // namespace

Result<GLuint> link_program(const char* vertex_shader, const char* fragment_shader) {
  auto vertex = compile(GL_VERTEX_SHADER, vertex_shader);
  if (!vertex) return vertex.error();
  auto fragment = compile(GL_FRAGMENT_SHADER, fragment_shader);
  if (!fragment) {
    glDeleteShader(*vertex);
    return fragment.error();
  }
  const GLuint program = glCreateProgram();
  glAttachShader(program, *vertex);
  glAttachShader(program, *fragment);
  glLinkProgram(program);
  glDeleteShader(*vertex);  // they live on until the program goes
  glDeleteShader(*fragment);
  GLint good = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  if (program != 0 && good == GL_TRUE) return program;
  std::array<char, 1024> log{};
  glGetProgramInfoLog(program, static_cast<GLsizei>(log.size() - 1), nullptr, log.data());
  glDeleteProgram(program);
  return refused("shaders", log.data());
}

void set_blend(BlendMode mode) {
  switch (mode) {
    case BlendMode::normal:
      glBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
      break;
    case BlendMode::additive:
      glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ONE, GL_ONE);
      break;
    case BlendMode::multiply:
      glBlendFuncSeparate(GL_DST_COLOR, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
      break;
    case BlendMode::screen:
      glBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_COLOR, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
      break;
  }
}

void prepare_state() {
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_CULL_FACE);  // mirrored bones wind triangles the other way
  glDisable(GL_DITHER);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
}

void set_transform(GLint location, const WorldRect& world) {
  const double scale_x = 2 / world.width, scale_y = 2 / world.height;
  glUniform4f(location, static_cast<GLfloat>(scale_x), static_cast<GLfloat>(scale_y),
              static_cast<GLfloat>(-1 - world.x * scale_x), static_cast<GLfloat>(-1 - world.y * scale_y));
}

}  // namespace sinew
