// Atlases alone, and together with a skeleton.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "inspect/checker.hpp"

namespace sinew::inspect {

namespace {

/// Frames that are looked up of one sequence: a claim that nothing in the file stands behind.
constexpr std::uint32_t most_frames = 4096;

std::string frame_name(const Attachment& attachment, std::uint32_t frame) {
  const Sequence& sequence = *attachment.sequence;
  const std::string number = std::to_string(std::int64_t{sequence.start} + frame);
  std::string name(attachment.path);
  if (number.size() < sequence.digits) name.append(std::min<std::size_t>(sequence.digits - number.size(), 64), '0');
  return name + number;
}

/// An image drawn on a region of another shape: most likely one of the two is older.
void check_shape(Checker& checker, const Attachment& attachment, const AtlasRegion& region) {
  const double width = attachment.region ? attachment.region->width : attachment.width;
  const double height = attachment.region ? attachment.region->height : attachment.height;
  if (width <= 0 || height <= 0 || region.original_width <= 0 || region.original_height <= 0) return;
  // A pixel more or less, at whatever scale the atlas was packed, is rounding.
  const double scale = (region.original_width / width + region.original_height / height) / 2;
  const double off =
      std::max(std::fabs(width * scale - region.original_width), std::fabs(height * scale - region.original_height));
  if (off <= 1.5 || off <= 0.02 * std::max(region.original_width, region.original_height)) return;
  const auto size = [](double w, double h) {
    return std::to_string(std::lround(w)) + " x " + std::to_string(std::lround(h));
  };
  checker.warn("image-shape", checker.path_of(attachment),
               "The attachment is " + size(width, height) + ", but its image " + quote(region.name) + " is " +
                   size(region.original_width, region.original_height) + ": one of them may be out of date.");
}

}  // namespace

void check_images(Checker& checker, const Atlas& atlas) {
  const SkeletonData& data = checker.data;
  std::set<const AtlasRegion*> used;
  std::set<std::string> missing;
  const auto look_up = [&](const Attachment& attachment, const AtlasRegion* region, const std::string& name) {
    if (region) {
      used.insert(region);
      return;
    }
    if (!missing.insert(name).second) return;
    checker.add(Severity::error, "missing-image", checker.path_of(attachment),
                "The image " + quote(name) + " is not in the atlas.");
  };
  for (const Attachment& attachment : data.attachments) {
    if (!attachment.region && !attachment.mesh) continue;
    if (!attachment.sequence) {
      const AtlasRegion* region = atlas.find(attachment.path);
      look_up(attachment, region, std::string(attachment.path));
      if (region) check_shape(checker, attachment, *region);
      continue;
    }
    for (std::uint32_t frame = 0; frame < std::min(attachment.sequence->count, most_frames); ++frame) {
      const std::string name = frame_name(attachment, frame);
      const std::int64_t number = std::int64_t{attachment.sequence->start} + frame;
      look_up(attachment, atlas.find_frame(name, attachment.path, static_cast<int>(number)), name);
    }
  }
  // Regions of a name that is used by its index, or twice in the file, are one image to the eye.
  std::set<std::string_view> used_names;
  for (const AtlasRegion* region : used) used_names.insert(region->name);
  for (const AtlasRegion& region : atlas.regions()) {
    if (used.count(&region) == 1 || (region.index < 0 && used_names.count(region.name) == 1)) continue;
    checker.warn("unused-region", Checker::path_of("regions", region.name),
                 "No attachment shows the region " + quote(region.name) +
                     (region.index >= 0 ? " with index " + std::to_string(region.index) : std::string()) + ".");
  }
}

}  // namespace sinew::inspect

namespace sinew {

namespace {

/// Regions of one page that share pixels without being the same rectangle.
void check_overlaps(const Atlas& atlas, std::vector<Finding>& found) {
  std::vector<const AtlasRegion*> regions;
  for (const AtlasRegion& region : atlas.regions()) regions.push_back(&region);
  std::sort(regions.begin(), regions.end(), [](const AtlasRegion* a, const AtlasRegion* b) {
    return a->page != b->page ? a->page < b->page : a->x < b->x;
  });
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const AtlasRegion& a = *regions[i];
    for (std::size_t j = i + 1; j < regions.size() && regions[j]->page == a.page; ++j) {
      const AtlasRegion& b = *regions[j];
      if (b.x >= a.x + a.packed_width()) break;
      if (++pairs > 10'000'000) return;  // rectangles that wide are no packing; what was found says enough
      const bool same =
          a.x == b.x && a.y == b.y && a.packed_width() == b.packed_width() && a.packed_height() == b.packed_height();
      if (same || b.y >= a.y + a.packed_height() || a.y >= b.y + b.packed_height()) continue;
      found.push_back({Severity::warning, "overlap",
                       "The regions " + inspect::quote(a.name) + " and " + inspect::quote(b.name) +
                           " share pixels of the page " + inspect::quote(atlas.pages()[a.page].name) + ".",
                       inspect::Checker::path_of("regions", b.name)});
      if (found.size() > 10000) return;
    }
  }
}

}  // namespace

std::vector<Finding> check_atlas(const Atlas& atlas) {
  std::vector<Finding> found;
  std::vector<std::string_view> names;
  std::vector<std::string> paths;
  for (const AtlasRegion& region : atlas.regions()) {
    names.push_back(region.name);
    paths.push_back(inspect::Checker::path_of("regions", region.name));
  }
  inspect::check_case(found, "regions", names, paths);
  check_overlaps(atlas, found);
  return found;
}

}  // namespace sinew
