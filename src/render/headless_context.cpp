// OpenGL ES without a window, through EGL.
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <array>
#include <mutex>
#include <utility>

#include "render/gl.hpp"
#include "sinew/render.hpp"

namespace sinew {
namespace {

bool has_extension(const char* extensions, std::string_view name) {
  std::string_view rest = extensions != nullptr ? extensions : "";
  while (!rest.empty()) {
    const std::size_t end = rest.find(' ');
    if (rest.substr(0, end) == name) return true;
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return false;
}

template <class Function>
Function egl_function(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

std::string egl_error() {
  switch (const EGLint error = eglGetError()) {
    case EGL_SUCCESS:
      return "no reason given";
    case EGL_NOT_INITIALIZED:
      return "EGL_NOT_INITIALIZED";
    case EGL_BAD_ACCESS:
      return "EGL_BAD_ACCESS";
    case EGL_BAD_ALLOC:
      return "EGL_BAD_ALLOC";
    case EGL_BAD_ATTRIBUTE:
      return "EGL_BAD_ATTRIBUTE";
    case EGL_BAD_CONFIG:
      return "EGL_BAD_CONFIG";
    case EGL_BAD_DISPLAY:
      return "EGL_BAD_DISPLAY";
    case EGL_BAD_MATCH:
      return "EGL_BAD_MATCH";
    case EGL_BAD_PARAMETER:
      return "EGL_BAD_PARAMETER";
    case EGL_CONTEXT_LOST:
      return "EGL_CONTEXT_LOST";
    default:
      return "EGL error " + std::to_string(error);
  }
}

// A display is shared by everybody in the process, and eglTerminate() ends it for all of them: it is called when the
// last of our contexts on it goes.
struct DisplayUse {
  EGLDisplay display = EGL_NO_DISPLAY;
  int count = 0;
};
std::mutex display_mutex;
std::array<DisplayUse, 8> display_uses;

bool open_display(EGLDisplay display) {
  const std::lock_guard lock(display_mutex);
  DisplayUse* unused = nullptr;
  for (DisplayUse& use : display_uses) {
    if (use.display == display && use.count > 0) {
      ++use.count;
      return true;
    }
    if (use.count == 0 && unused == nullptr) unused = &use;
  }
  if (unused == nullptr || eglInitialize(display, nullptr, nullptr) == EGL_FALSE) return false;
  *unused = {display, 1};
  return true;
}

void close_display(EGLDisplay display) {
  const std::lock_guard lock(display_mutex);
  for (DisplayUse& use : display_uses) {
    if (use.display != display || use.count == 0) continue;
    if (--use.count == 0) eglTerminate(display);
    return;
  }
}

EGLDisplay surfaceless_display() {
  if (!has_extension(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), "EGL_MESA_platform_surfaceless")) {
    return EGL_NO_DISPLAY;
  }
  const auto get = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  return get == nullptr ? EGL_NO_DISPLAY : get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
}

EGLDisplay device_display() {
  const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (!has_extension(extensions, "EGL_EXT_platform_device")) return EGL_NO_DISPLAY;
  const auto get = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  const auto query = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  EGLDeviceEXT device = nullptr;
  EGLint count = 0;
  if (get == nullptr || query == nullptr || query(1, &device, &count) == EGL_FALSE || count < 1) return EGL_NO_DISPLAY;
  return get(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
}

EGLDisplay default_display() {
  return eglGetDisplay(EGL_DEFAULT_DISPLAY);
}

}  // namespace

struct HeadlessContext::Impl {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  EGLSurface surface = EGL_NO_SURFACE;  // only where a context cannot be current without one

  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (display == EGL_NO_DISPLAY) return;
    if (context != EGL_NO_CONTEXT && eglGetCurrentContext() == context) {
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
    if (surface != EGL_NO_SURFACE) eglDestroySurface(display, surface);
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    close_display(display);
    if (eglGetCurrentContext() == EGL_NO_CONTEXT) eglReleaseThread();
  }

  [[nodiscard]] bool make_current() const {
    return eglBindAPI(EGL_OPENGL_ES_API) == EGL_TRUE && eglMakeCurrent(display, surface, surface, context) == EGL_TRUE;
  }

  /// Empty: it worked and the context is current. Else what did not.
  std::string open(EGLDisplay wanted) {
    if (wanted == EGL_NO_DISPLAY) return "not available";
    if (!open_display(wanted)) return "eglInitialize: " + egl_error();
    display = wanted;
    if (eglBindAPI(EGL_OPENGL_ES_API) == EGL_FALSE) return "eglBindAPI: " + egl_error();

    const std::array<EGLint, 13> attributes{EGL_RENDERABLE_TYPE,
                                            EGL_OPENGL_ES3_BIT,
                                            EGL_SURFACE_TYPE,
                                            EGL_PBUFFER_BIT,
                                            EGL_RED_SIZE,
                                            8,
                                            EGL_GREEN_SIZE,
                                            8,
                                            EGL_BLUE_SIZE,
                                            8,
                                            EGL_ALPHA_SIZE,
                                            8,
                                            EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglChooseConfig(display, attributes.data(), &config, 1, &count) == EGL_FALSE || count < 1) {
      return "no configuration for OpenGL ES 3";
    }
    const std::array<EGLint, 3> version{EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, version.data());
    if (context == EGL_NO_CONTEXT) return "eglCreateContext: " + egl_error();
    if (!has_extension(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context")) {
      const std::array<EGLint, 5> size{EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
      surface = eglCreatePbufferSurface(display, config, size.data());
      if (surface == EGL_NO_SURFACE) return "eglCreatePbufferSurface: " + egl_error();
    }
    if (!make_current()) return "eglMakeCurrent: " + egl_error();
    return {};
  }
};

HeadlessContext::HeadlessContext(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
HeadlessContext::HeadlessContext(HeadlessContext&& other) noexcept = default;
HeadlessContext& HeadlessContext::operator=(HeadlessContext&& other) noexcept = default;
HeadlessContext::~HeadlessContext() = default;

Result<HeadlessContext> HeadlessContext::create() {
  struct Platform {
    const char* name;
    EGLDisplay (*display)();
  };
  const std::array<Platform, 3> platforms{Platform{"surfaceless platform", surfaceless_display},
                                          Platform{"device platform", device_display},
                                          Platform{"default display", default_display}};
  std::string tried;
  for (const Platform& platform : platforms) {
    auto impl = std::make_unique<Impl>();
    const std::string problem = impl->open(platform.display());
    if (problem.empty()) return HeadlessContext(std::move(impl));
    tried += (tried.empty() ? "" : "; ") + std::string(platform.name) + ": " + problem;
  }
  return Error{ErrorCode::environment,
               "There is no OpenGL ES 3 to draw with (" + tried +
                   "). Install Mesa's software renderer, on Debian the packages libegl1 and libgl1-mesa-dri.",
               {}};
}

Status HeadlessContext::make_current() {
  if (impl_->make_current()) return ok();
  return Error{ErrorCode::environment,
               "The OpenGL ES context cannot be used on this thread (eglMakeCurrent: " + egl_error() +
                   "). It may be in use on another one.",
               {}};
}

void HeadlessContext::finish() {
  glFinish();
}

std::string HeadlessContext::description() const {
  std::string text;
  for (const GLenum what : {GLenum{GL_RENDERER}, GLenum{GL_VERSION}}) {
    const auto* part = reinterpret_cast<const char*>(glGetString(what));
    if (part == nullptr) continue;
    if (!text.empty()) text += ", ";
    text += part;
  }
  return text;
}

}  // namespace sinew
