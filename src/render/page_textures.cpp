// Page images as textures, premultiplied.
#include <algorithm>
#include <utility>

#include "render/gl.hpp"
#include "sinew/render.hpp"

namespace sinew {
namespace {

GLint gl_filter(TextureFilter filter) {
  switch (filter) {
    case TextureFilter::nearest:
      return GL_NEAREST;
    case TextureFilter::linear:
      return GL_LINEAR;
    case TextureFilter::mipmap_nearest_nearest:
      return GL_NEAREST_MIPMAP_NEAREST;
    case TextureFilter::mipmap_linear_nearest:
      return GL_LINEAR_MIPMAP_NEAREST;
    case TextureFilter::mipmap_nearest_linear:
      return GL_NEAREST_MIPMAP_LINEAR;
    case TextureFilter::mipmap:
    case TextureFilter::mipmap_linear_linear:
      return GL_LINEAR_MIPMAP_LINEAR;
  }
  return GL_LINEAR;
}

bool has_mipmaps(TextureFilter filter) {
  return filter != TextureFilter::nearest && filter != TextureFilter::linear;
}

std::vector<std::uint8_t> premultiplied(std::span<const std::uint8_t> straight) {
  std::vector<std::uint8_t> pixels(straight.size());
  for (std::size_t i = 0; i + 3 < straight.size(); i += 4) {
    const unsigned alpha = straight[i + 3];
    for (std::size_t c = 0; c < 3; ++c) {
      pixels[i + c] = static_cast<std::uint8_t>((straight[i + c] * alpha + 127) / 255);
    }
    pixels[i + 3] = straight[i + 3];
  }
  return pixels;
}

}  // namespace

PageTextures::PageTextures(const Atlas& atlas) : atlas_(&atlas), textures_(atlas.pages().size(), 0) {}
PageTextures::PageTextures(PageTextures&& other) noexcept
    : atlas_(std::exchange(other.atlas_, nullptr)), textures_(std::exchange(other.textures_, {})) {}
PageTextures& PageTextures::operator=(PageTextures&& other) noexcept {
  if (this != &other) {
    release();
    atlas_ = std::exchange(other.atlas_, nullptr);
    textures_ = std::exchange(other.textures_, {});
  }
  return *this;
}
PageTextures::~PageTextures() {
  release();
}

void PageTextures::release() noexcept {
  // Names that are shared come twice; deleting does nothing the second time, as none is made in between.
  // Without a context there may be nothing to delete them with: do not touch OpenGL for pages that were never set.
  for (std::uint32_t& texture : textures_) {
    if (texture != 0) glDeleteTextures(1, &texture);
    texture = 0;
  }
}

void PageTextures::release(std::size_t page) noexcept {
  const std::uint32_t texture = std::exchange(textures_[page], 0);
  if (texture != 0 && std::find(textures_.begin(), textures_.end(), texture) == textures_.end()) {
    glDeleteTextures(1, &texture);
  }
}

bool PageTextures::share(std::size_t page, std::size_t other) {
  SINEW_ASSERT(page < textures_.size());
  if (!has(other)) return false;
  const AtlasPage& a = atlas_->pages()[page];
  const AtlasPage& b = atlas_->pages()[other];
  if (a.min_filter != b.min_filter || a.mag_filter != b.mag_filter || a.repeat_u != b.repeat_u ||
      a.repeat_v != b.repeat_v || a.premultiplied_alpha != b.premultiplied_alpha) {
    return false;
  }
  if (textures_[page] == textures_[other]) return true;
  release(page);
  textures_[page] = textures_[other];
  return true;
}

Status PageTextures::set(std::size_t page, const PageImage& image) {
  SINEW_ASSERT(page < textures_.size());
  const AtlasPage& page_data = atlas_->pages()[page];
  const std::string name = page_data.name.empty() ? "page " + std::to_string(page) : "'" + page_data.name + "'";
  if (image.width <= 0 || image.height <= 0 ||
      image.pixels.size() !=
          std::size_t{4} * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height)) {
    return Error{ErrorCode::bad_value, "The image of " + name + " has not as many bytes as its size calls for.", {}};
  }
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  if (image.width > largest || image.height > largest) {
    return Error{ErrorCode::limit,
                 "The image of " + name + " is " + std::to_string(image.width) + " x " + std::to_string(image.height) +
                     " pixels; OpenGL ES here takes at most " + std::to_string(largest) +
                     " a side. Pack the atlas into smaller pages.",
                 {}};
  }

  std::vector<std::uint8_t> own;
  const std::uint8_t* pixels = image.pixels.data();
  if (!page_data.premultiplied_alpha) {
    own = premultiplied(image.pixels);
    pixels = own.data();
  }

  std::uint32_t& texture = textures_[page];
  if (std::count(textures_.begin(), textures_.end(), texture) > 1) texture = 0;  // others keep what they share
  if (texture == 0) glGenTextures(1, &texture);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image.width, image.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, gl_filter(page_data.min_filter));
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER,
                  page_data.mag_filter == TextureFilter::nearest ? GL_NEAREST : GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, page_data.repeat_u ? GL_REPEAT : GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, page_data.repeat_v ? GL_REPEAT : GL_CLAMP_TO_EDGE);
  if (has_mipmaps(page_data.min_filter)) glGenerateMipmap(GL_TEXTURE_2D);
  Status status = check_gl("uploading the image of " + name);
  if (!status) {
    glDeleteTextures(1, &texture);
    texture = 0;
  }
  return status;
}

}  // namespace sinew
