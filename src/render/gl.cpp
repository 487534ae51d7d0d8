#include "render/gl.hpp"

#include <string>

namespace sinew {
namespace {

std::string_view gl_error_name(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM:
      return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE:
      return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION:
      return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
      return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY:
      return "GL_OUT_OF_MEMORY";
    default:
      return "an unknown error";
  }
}

}  // namespace

Status check_gl(std::string_view doing) {
  const GLenum first = glGetError();
  if (first == GL_NO_ERROR) return ok();
  // A lost context reports its error for ever: read no more than there are kinds.
  for (int i = 0; i < 8 && glGetError() != GL_NO_ERROR; ++i) {
  }
  std::string message = "OpenGL ES reports ";
  message += gl_error_name(first);
  message += " while ";
  message += doing;
  message += first == GL_OUT_OF_MEMORY ? "; a smaller picture or smaller page images may work." : ".";
  return Error{ErrorCode::environment, std::move(message), {}};
}

}  // namespace sinew
