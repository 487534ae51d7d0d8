// Pictures in memory: framebuffers, tiles, samples.
#include <algorithm>
#include <utility>

#include "render/gl.hpp"
#include "render/resolve.hpp"
#include "sinew/render.hpp"

namespace sinew {
namespace {

struct ColourBuffer {
  GLuint framebuffer = 0, colour = 0;
};

ColourBuffer make_colour_buffer(int width, int height, int samples) {
  ColourBuffer buffer;
  glGenFramebuffers(1, &buffer.framebuffer);
  glGenRenderbuffers(1, &buffer.colour);
  glBindRenderbuffer(GL_RENDERBUFFER, buffer.colour);
  if (samples > 1) {
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, width, height);
  } else {
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, buffer.framebuffer);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer.colour);
  return buffer;
}

bool complete() {
  return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

}  // namespace

Result<OffscreenTarget> OffscreenTarget::create(const OffscreenOptions& options) {
  constexpr int largest_picture = 1 << 16, largest_supersampling = 16;
  if (options.width < 1 || options.height < 1 || options.width > largest_picture || options.height > largest_picture) {
    return Error{ErrorCode::bad_value,
                 "A picture of " + std::to_string(options.width) + " x " + std::to_string(options.height) +
                     " pixels cannot be drawn; each side must be 1 to " + std::to_string(largest_picture) + ".",
                 {}};
  }
  if (options.supersampling < 1 || options.supersampling > largest_supersampling) {
    return Error{ErrorCode::bad_value,
                 "Supersampling must be 1 to " + std::to_string(largest_supersampling) + ", not " +
                     std::to_string(options.supersampling) + ".",
                 {}};
  }
  GLint largest_buffer = 0, most_samples = 0, viewport[2] = {0, 0};
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest_buffer);
  glGetIntegerv(GL_MAX_SAMPLES, &most_samples);
  glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);

  OffscreenTarget target;
  target.options_ = options;
  const int n = options.supersampling;
  const int side = std::min({std::max(options.max_tile, n), largest_buffer, viewport[0], viewport[1]}) / n;
  target.tile_width_ = std::min(options.width, std::max(side, 1));
  target.tile_height_ = std::min(options.height, std::max(side, 1));
  target.samples_ = std::max(1, std::min(options.multisampling, most_samples));

  const int width = target.tile_width_ * n, height = target.tile_height_ * n;
  const ColourBuffer read = make_colour_buffer(width, height, 1);
  target.read_framebuffer_ = target.draw_framebuffer_ = read.framebuffer;
  target.read_colour_ = target.draw_colour_ = read.colour;
  bool good = complete();
  if (target.samples_ > 1) {
    const ColourBuffer draw = make_colour_buffer(width, height, target.samples_);
    target.draw_framebuffer_ = draw.framebuffer;
    target.draw_colour_ = draw.colour;
    good = good && complete();
    GLint taken = 1;
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &taken);
    target.samples_ = std::max(1, taken);
  }
  Status status = check_gl("making a framebuffer");
  if (!status) return status.error();
  if (!good) {
    return Error{ErrorCode::environment,
                 "OpenGL ES cannot draw into a buffer of " + std::to_string(width) + " x " + std::to_string(height) +
                     " pixels with " + std::to_string(target.samples_) + " samples each; try a smaller picture.",
                 {}};
  }
  target.samples_read_.resize(std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  return target;
}

OffscreenTarget::OffscreenTarget(OffscreenTarget&& other) noexcept {
  *this = std::move(other);
}

OffscreenTarget& OffscreenTarget::operator=(OffscreenTarget&& other) noexcept {
  if (this == &other) return *this;
  release();
  options_ = other.options_;
  samples_ = other.samples_;
  tile_width_ = other.tile_width_;
  tile_height_ = other.tile_height_;
  draw_framebuffer_ = std::exchange(other.draw_framebuffer_, 0);
  draw_colour_ = std::exchange(other.draw_colour_, 0);
  read_framebuffer_ = std::exchange(other.read_framebuffer_, 0);
  read_colour_ = std::exchange(other.read_colour_, 0);
  samples_read_ = std::move(other.samples_read_);
  return *this;
}

OffscreenTarget::~OffscreenTarget() {
  release();
}

void OffscreenTarget::release() noexcept {
  if (read_framebuffer_ == 0) return;
  if (draw_framebuffer_ != read_framebuffer_) {
    glDeleteFramebuffers(1, &draw_framebuffer_);
    glDeleteRenderbuffers(1, &draw_colour_);
  }
  glDeleteFramebuffers(1, &read_framebuffer_);
  glDeleteRenderbuffers(1, &read_colour_);
  draw_framebuffer_ = draw_colour_ = read_framebuffer_ = read_colour_ = 0;
}

int OffscreenTarget::tiles() const noexcept {
  const int across = (options_.width + tile_width_ - 1) / tile_width_;
  const int down = (options_.height + tile_height_ - 1) / tile_height_;
  return across * down;
}

Status OffscreenTarget::draw(const WorldRect& world, const Color& background, const Paint& paint,
                             std::span<std::uint8_t> pixels) {
  const std::size_t stride = std::size_t{4} * static_cast<std::size_t>(options_.width);
  SINEW_ASSERT(pixels.size() == stride * static_cast<std::size_t>(options_.height));
  const int n = options_.supersampling;
  const double unit_x = world.width / options_.width, unit_y = world.height / options_.height;

  for (int top = 0; top < options_.height; top += tile_height_) {
    for (int left = 0; left < options_.width; left += tile_width_) {
      const int width = std::min(tile_width_, options_.width - left);
      const int height = std::min(tile_height_, options_.height - top);
      const int bottom = options_.height - top - height;  // world y runs up, rows run down
      glBindFramebuffer(GL_FRAMEBUFFER, draw_framebuffer_);
      glDisable(GL_SCISSOR_TEST);
      glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
      glViewport(0, 0, width * n, height * n);
      glClearColor(background.r * background.a, background.g * background.a, background.b * background.a, background.a);
      glClear(GL_COLOR_BUFFER_BIT);
      paint({world.x + left * unit_x, world.y + bottom * unit_y, width * unit_x, height * unit_y});
      if (draw_framebuffer_ != read_framebuffer_) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, draw_framebuffer_);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, read_framebuffer_);
        glBlitFramebuffer(0, 0, width * n, height * n, 0, 0, width * n, height * n, GL_COLOR_BUFFER_BIT, GL_NEAREST);
      }
      glBindFramebuffer(GL_FRAMEBUFFER, read_framebuffer_);
      glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
      glPixelStorei(GL_PACK_ALIGNMENT, 4);
      glPixelStorei(GL_PACK_ROW_LENGTH, 0);
      glReadPixels(0, 0, width * n, height * n, GL_RGBA, GL_UNSIGNED_BYTE, samples_read_.data());
      Status status = check_gl("drawing a picture");
      if (!status) return status;
      std::uint8_t* corner =
          pixels.data() + static_cast<std::size_t>(top) * stride + std::size_t{4} * static_cast<std::size_t>(left);
      resolve_samples(samples_read_, width, height, n, corner, stride);
    }
  }
  return ok();
}

}  // namespace sinew
