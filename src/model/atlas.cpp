#include "sinew/atlas.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace sinew {

namespace {

/// In the order of the enumerators.
constexpr std::array<std::string_view, 7> filter_names = {
    "Nearest",           "Linear", "MipMap", "MipMapNearestNearest", "MipMapLinearNearest", "MipMapNearestLinear",
    "MipMapLinearLinear"};

/// FNV-1a. Collisions cost a string comparison and nothing more: the index is sorted, so no input makes it quadratic.
std::uint64_t hash_of(std::string_view name) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

/// Ascending index, -1 ("none") last.
std::int64_t key_of(int index) noexcept {
  return index == -1 ? std::numeric_limits<std::int64_t>::max() : index;
}

double page_extent(int size) noexcept {
  return size > 0 ? size : 1;
}

/// Pixels trimmed off each side of the upright image.
struct Trim {
  double left, right, top, bottom, width, height;
};

Trim trim_of(const AtlasRegion& region) noexcept {
  Trim trim{};
  trim.left = region.offset_x;
  trim.bottom = region.offset_y;
  trim.width = region.original_width;
  trim.height = region.original_height;
  trim.right = trim.width - trim.left - region.width;
  trim.top = trim.height - trim.bottom - region.height;
  return trim;
}

}  // namespace

std::string_view name_of(TextureFilter filter) noexcept {
  const auto index = static_cast<std::size_t>(filter);
  return index < filter_names.size() ? filter_names[index] : std::string_view("unknown");
}

std::optional<TextureFilter> texture_filter(std::string_view name) noexcept {
  for (std::size_t i = 0; i < filter_names.size(); ++i) {
    if (filter_names[i] == name) return static_cast<TextureFilter>(i);
  }
  return std::nullopt;
}

Atlas::Atlas(std::vector<AtlasPage> pages, std::vector<AtlasRegion> regions, std::string folder)
    : pages_(std::move(pages)), regions_(std::move(regions)), folder_(std::move(folder)) {
  index_.resize(regions_.size());
  for (std::size_t i = 0; i < regions_.size(); ++i) {
    SINEW_ASSERT(regions_[i].page < pages_.size());
    index_[i].hash = hash_of(regions_[i].name);
    index_[i].region = static_cast<std::uint32_t>(i);
  }
  std::sort(index_.begin(), index_.end(), [this](const Entry& a, const Entry& b) {
    if (a.hash != b.hash) return a.hash < b.hash;
    const AtlasRegion& x = regions_[a.region];
    const AtlasRegion& y = regions_[b.region];
    if (const int order = x.name.compare(y.name); order != 0) return order < 0;
    if (x.index != y.index) return key_of(x.index) < key_of(y.index);
    return a.region < b.region;
  });
  for (std::size_t begin = 0; begin < index_.size();) {
    std::size_t end = begin;
    std::uint32_t first = index_[begin].region;
    while (end < index_.size() && has_name(end, regions_[index_[begin].region].name)) {
      first = std::min(first, index_[end].region);
      ++end;
    }
    for (; begin < end; ++begin) index_[begin].first_of_name = first;
  }
}

const AtlasPage& Atlas::page_of(const AtlasRegion& region) const {
  SINEW_ASSERT(region.page < pages_.size());
  return pages_[region.page];
}

std::string Atlas::page_path(std::size_t page) const {
  SINEW_ASSERT(page < pages_.size());
  if (folder_.empty()) return pages_[page].name;
  return folder_.back() == '/' ? folder_ + pages_[page].name : folder_ + '/' + pages_[page].name;
}

std::size_t Atlas::lower_bound(std::uint64_t hash, std::string_view name, std::int64_t key) const noexcept {
  const auto before = [this, name, key](const Entry& entry, std::uint64_t wanted) {
    if (entry.hash != wanted) return entry.hash < wanted;
    const AtlasRegion& region = regions_[entry.region];
    if (const int order = std::string_view(region.name).compare(name); order != 0) return order < 0;
    return key_of(region.index) < key;
  };
  return static_cast<std::size_t>(std::lower_bound(index_.begin(), index_.end(), hash, before) - index_.begin());
}

bool Atlas::has_name(std::size_t entry, std::string_view name) const noexcept {
  return entry < index_.size() && regions_[index_[entry].region].name == name;
}

const AtlasRegion* Atlas::find(std::string_view name) const noexcept {
  const std::size_t at = lower_bound(hash_of(name), name, std::numeric_limits<std::int64_t>::min());
  return has_name(at, name) ? &regions_[index_[at].first_of_name] : nullptr;
}

const AtlasRegion* Atlas::find(std::string_view name, int index) const noexcept {
  const std::size_t at = lower_bound(hash_of(name), name, key_of(index));
  if (!has_name(at, name) || regions_[index_[at].region].index != index) return nullptr;
  return &regions_[index_[at].region];
}

std::vector<const AtlasRegion*> Atlas::find_all(std::string_view name) const {
  std::vector<const AtlasRegion*> found;
  std::size_t at = lower_bound(hash_of(name), name, std::numeric_limits<std::int64_t>::min());
  for (; has_name(at, name); ++at) found.push_back(&regions_[index_[at].region]);
  return found;
}

const AtlasRegion* Atlas::find_frame(std::string_view frame_name, std::string_view base_name,
                                     int index) const noexcept {
  const AtlasRegion* const named = find(frame_name);
  return named != nullptr ? named : find(base_name, index);
}

void Atlas::set_image_size(std::size_t page, int width, int height, std::vector<Warning>* warnings) {
  SINEW_ASSERT(page < pages_.size() && width > 0 && height > 0);
  AtlasPage& target = pages_[page];
  Location where;
  where.file = page_path(page);
  const bool fill_width = target.width == 0;
  const bool fill_height = target.height == 0;
  if (fill_width) target.width = width;
  if (fill_height) target.height = height;
  if (warnings == nullptr) return;
  if (target.width != width || target.height != height) {
    warnings->push_back({ErrorCode::bad_value,
                         "The image is " + std::to_string(width) + " x " + std::to_string(height) +
                             " pixels, but the atlas says " + std::to_string(target.width) + " x " +
                             std::to_string(target.height) +
                             "; texture coordinates follow the atlas. Pack the images again if pictures look shifted.",
                         where});
  }
  if (!fill_width && !fill_height) return;
  for (const AtlasRegion& region : regions_) {
    if (region.page != page) continue;
    const std::int64_t right = std::int64_t{region.x} + region.packed_width();
    const std::int64_t bottom = std::int64_t{region.y} + region.packed_height();
    if ((fill_width && right > width) || (fill_height && bottom > height)) {
      warnings->push_back({ErrorCode::bad_value,
                           "The region '" + region.name + "' reaches to " + std::to_string(right) + ", " +
                               std::to_string(bottom) + ", but the image is only " + std::to_string(width) + " x " +
                               std::to_string(height) + " pixels. Pack the images again.",
                           where});
    }
  }
}

void Atlas::set_premultiplied_alpha(std::size_t page, bool premultiplied) {
  SINEW_ASSERT(page < pages_.size());
  pages_[page].premultiplied_alpha = premultiplied;
}

// spec: atlas.md 5. In the table's terms: page x = tx + u a + v c, page y = ty + u b + v d, in pixels.
UvTransform uv_transform(const AtlasRegion& region, const AtlasPage& page) noexcept {
  const Trim trim = trim_of(region);
  const double x = region.x;
  const double y = region.y;
  UvTransform map{0, 0, 0, 0, 0, 0};
  switch (region.degrees) {
    case 90:
      map.tx = x - trim.top;
      map.c = trim.height;
      map.ty = y - trim.right + trim.width;
      map.b = -trim.width;
      break;
    case 180:
      map.tx = x - trim.right + trim.width;
      map.a = -trim.width;
      map.ty = y - trim.bottom + trim.height;
      map.d = -trim.height;
      break;
    case 270:
      map.tx = x - trim.bottom + trim.height;
      map.c = -trim.height;
      map.ty = y - trim.left;
      map.b = trim.width;
      break;
    default:
      map.tx = x - trim.left;
      map.a = trim.width;
      map.ty = y - trim.top;
      map.d = trim.height;
      break;
  }
  const double page_width = page_extent(page.width);
  const double page_height = page_extent(page.height);
  map.a /= page_width;
  map.c /= page_width;
  map.tx /= page_width;
  map.b /= page_height;
  map.d /= page_height;
  map.ty /= page_height;
  return map;
}

std::array<Vec2, 4> quad_uvs(const AtlasRegion& region, const AtlasPage& page) noexcept {
  const double page_width = page_extent(page.width);
  const double page_height = page_extent(page.height);
  const double left = region.x / page_width;
  const double top = region.y / page_height;
  const double right = (static_cast<double>(region.x) + region.packed_width()) / page_width;
  const double bottom = (static_cast<double>(region.y) + region.packed_height()) / page_height;
  // Clockwise around the packed rectangle; each quarter turn starts one corner earlier.
  const std::array<Vec2, 4> corners = {Vec2{left, top}, Vec2{right, top}, Vec2{right, bottom}, Vec2{left, bottom}};
  const std::size_t first = region.degrees == 90 ? 3 : region.degrees == 180 ? 2 : region.degrees == 270 ? 1 : 0;
  return {corners[first], corners[(first + 1) % 4], corners[(first + 2) % 4], corners[(first + 3) % 4]};
}

RegionExtents trimmed_extents(const AtlasRegion& region, double attachment_width, double attachment_height) noexcept {
  RegionExtents extents{-attachment_width / 2, attachment_width / 2, -attachment_height / 2, attachment_height / 2};
  // Multiply first: an untrimmed image then spans exactly the attachment's size.
  if (region.original_width > 0) {
    extents.left += attachment_width * region.offset_x / region.original_width;
    extents.right = extents.left + attachment_width * region.width / region.original_width;
  }
  if (region.original_height > 0) {
    extents.bottom += attachment_height * region.offset_y / region.original_height;
    extents.top = extents.bottom + attachment_height * region.height / region.original_height;
  }
  return extents;
}

}  // namespace sinew
