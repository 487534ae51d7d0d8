#include "media/atlas_pack.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <unordered_map>
#include <utility>

#include "media/alpha.hpp"
#include "media/rectangle_packer.hpp"

namespace sinew {

namespace {

constexpr int max_padding = 64;
/// How far edge colours bleed: enough for three mipmap levels.
constexpr int bleed_rounds = 8;

struct Box {
  int left = 0, top = 0, width = 0, height = 0;
};

/// The box around the visible pixels; the top left pixel when there are none.
Box visible_box(const Image& image) {
  int left = image.width, right = -1, top = image.height, bottom = -1;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      if (image.at(x, y)[3] == 0) continue;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return {0, 0, 1, 1};
  return {left, top, right - left + 1, bottom - top + 1};
}

bool same_pixels(const Image& a, const Box& box_a, const Image& b, const Box& box_b) {
  if (box_a.width != box_b.width || box_a.height != box_b.height) return false;
  for (int y = 0; y < box_a.height; ++y) {
    if (std::memcmp(a.at(box_a.left, box_a.top + y), b.at(box_b.left, box_b.top + y),
                    4 * static_cast<std::size_t>(box_a.width)) != 0) {
      return false;
    }
  }
  return true;
}

std::uint64_t hash_pixels(const Image& image, const Box& box) {
  std::uint64_t hash = 0xcbf29ce484222325u ^ static_cast<std::uint64_t>(box.width);
  for (int y = 0; y < box.height; ++y) {
    const std::uint8_t* const row = image.at(box.left, box.top + y);
    for (std::size_t i = 0; i < 4 * static_cast<std::size_t>(box.width); ++i) hash = (hash ^ row[i]) * 0x100000001b3u;
  }
  return hash;
}

std::string called(const AtlasSource& source) {
  if (!source.file.empty()) return "'" + source.file + "'";
  return "'" + source.name + (source.index == -1 ? "'" : "' with index " + std::to_string(source.index));
}

Status check(const std::vector<AtlasSource>& sources, const AtlasPackOptions& options) {
  if (options.padding < 0 || options.padding > max_padding) {
    return Error{ErrorCode::bad_value,
                 "The padding must be 0 to " + std::to_string(max_padding) + " pixels, but is " +
                     std::to_string(options.padding) + ".",
                 {}};
  }
  if (options.max_size < 1 || options.max_size > max_image_side) {
    return Error{ErrorCode::bad_value,
                 "The largest page size must be 1 to " + std::to_string(max_image_side) + " pixels, but is " +
                     std::to_string(options.max_size) + ".",
                 {}};
  }
  if (sources.empty()) return Error{ErrorCode::missing_member, "There are no pictures to pack.", {}};
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!sources[i].image.valid()) {
      return Error{ErrorCode::bad_value, "The picture " + called(sources[i]) + " has no pixels or is too large.", {}};
    }
    if (i > 0 && sources[i].name == sources[i - 1].name && sources[i].index == sources[i - 1].index) {
      return Error{ErrorCode::duplicate,
                   "Two pictures would become the same region: " + called(sources[i - 1]) + " and " +
                       called(sources[i]) + ". Rename one of them.",
                   {}};
    }
  }
  return ok();
}

/// Copies the box of the picture to its place. Turned by 90 degrees, its top edge lies on the left.
void place(Image& page, const RectanglePlace& place, const Image& image, const Box& box) {
  for (int y = 0; y < box.height; ++y) {
    const std::uint8_t* const row = image.at(box.left, box.top + y);
    if (!place.turned) {
      std::memcpy(page.at(place.x, place.y + y), row, 4 * static_cast<std::size_t>(box.width));
      continue;
    }
    for (int x = 0; x < box.width; ++x) {
      std::memcpy(page.at(place.x + y, place.y + box.width - 1 - x), row + 4 * static_cast<std::size_t>(x), 4);
    }
  }
}

}  // namespace

Result<PackedAtlas> pack_atlas(std::vector<AtlasSource> sources, const std::string& page_stem,
                               const AtlasPackOptions& options) {
  std::sort(sources.begin(), sources.end(), [](const AtlasSource& a, const AtlasSource& b) {
    const int order = a.name.compare(b.name);
    if (order != 0) return order < 0;
    return a.index != b.index ? a.index < b.index : a.file < b.file;
  });
  if (Status status = check(sources, options); !status) return status.error();
  RectanglePackerOptions packing;
  packing.max_size = options.max_size;
  packing.padding = options.padding;
  packing.rotate = options.rotate;
  packing.power_of_two = options.power_of_two;
  const int side = largest_page_side(packing);

  std::vector<Box> boxes(sources.size());
  std::vector<RectangleSize> rectangles;
  std::vector<std::size_t> rectangle_of(sources.size());  // several sources may share one
  std::vector<std::size_t> owners;                        // of each rectangle
  std::unordered_multimap<std::uint64_t, std::size_t> known;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Image& image = sources[i].image;
    boxes[i] = options.trim ? visible_box(image) : Box{0, 0, image.width, image.height};
    if (boxes[i].width > side || boxes[i].height > side) {
      return Error{ErrorCode::limit,
                   "The picture " + called(sources[i]) + " is " + std::to_string(boxes[i].width) + " x " +
                       std::to_string(boxes[i].height) + " pixels" + (options.trim ? " without its margins" : "") +
                       ", but a page may only be " + std::to_string(side) + " x " + std::to_string(side) +
                       ". Allow larger pages or make the picture smaller.",
                   {}};
    }
    std::size_t rectangle = rectangles.size();
    if (options.share) {
      const std::uint64_t hash = hash_pixels(image, boxes[i]);
      const auto [first, last] = known.equal_range(hash);
      const auto same = std::find_if(first, last, [&](const auto& entry) {
        const std::size_t other = owners[entry.second];
        return same_pixels(image, boxes[i], sources[other].image, boxes[other]);
      });
      if (same != last) {
        rectangle = same->second;
      } else {
        known.emplace(hash, rectangle);
      }
    }
    if (rectangle == rectangles.size()) {
      rectangles.push_back({boxes[i].width, boxes[i].height});
      owners.push_back(i);
    }
    rectangle_of[i] = rectangle;
  }

  const PackedRectangles packed = pack_rectangles(rectangles, packing);
  PackedAtlas result;
  result.shared = sources.size() - rectangles.size();
  std::vector<AtlasPage> pages(packed.pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) {
    pages[i].name = page_stem + (i == 0 ? "" : "_" + std::to_string(i + 1)) + ".png";
    pages[i].width = packed.pages[i].width;
    pages[i].height = packed.pages[i].height;
    pages[i].min_filter = options.min_filter;
    pages[i].mag_filter = options.mag_filter;
    pages[i].premultiplied_alpha = options.premultiply;
    result.pages.emplace_back(pages[i].width, pages[i].height);
  }
  for (std::size_t r = 0; r < rectangles.size(); ++r) {
    const std::size_t owner = owners[r];
    place(result.pages[packed.places[r].page], packed.places[r], sources[owner].image, boxes[owner]);
  }
  for (Image& page : result.pages) {
    if (options.premultiply) {
      premultiply_alpha(page);
    } else if (options.bleed) {
      bleed_edges(page, bleed_rounds);
    }
  }

  std::vector<AtlasRegion> regions(sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const RectanglePlace& at = packed.places[rectangle_of[i]];
    AtlasRegion& region = regions[i];
    region.page = static_cast<std::uint32_t>(at.page);
    region.name = std::move(sources[i].name);
    region.index = sources[i].index;
    region.x = at.x;
    region.y = at.y;
    region.width = boxes[i].width;
    region.height = boxes[i].height;
    region.degrees = at.turned ? 90 : 0;
    region.original_width = sources[i].image.width;
    region.original_height = sources[i].image.height;
    region.offset_x = boxes[i].left;
    region.offset_y = region.original_height - boxes[i].top - boxes[i].height;
  }
  result.atlas = Atlas(std::move(pages), std::move(regions));
  return result;
}

}  // namespace sinew
