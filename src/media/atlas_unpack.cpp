#include "media/atlas_unpack.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/system_reason.hpp"
#include "media/alpha.hpp"
#include "media/png.hpp"

namespace sinew {

namespace fs = std::filesystem;

namespace {

Error about(const std::string& file, ErrorCode code, std::string message) {
  Location where;
  where.file = file;
  return {code, std::move(message), where};
}

std::string size_text(int width, int height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

std::string called(const AtlasRegion& region) {
  return "'" + region.name + (region.index == -1 ? "'" : "' with index " + std::to_string(region.index));
}

/// Why the name cannot be a file below a folder; null if it can. Backslashes count as separators too, because they are
/// on some systems.
const char* problem_of(std::string_view name) {
  if (name.find('\0') != std::string_view::npos) return "contains a zero byte";
  if (name.empty()) return "is empty";
  if (name.front() == '/' || name.front() == '\\') return "is an absolute path";
#ifdef _WIN32
  if (name.find(':') != std::string_view::npos) return "contains a colon";
#endif
  for (std::size_t start = 0; start <= name.size();) {
    const std::size_t end = std::min(name.find_first_of("/\\", start), name.size());
    const std::string_view part = name.substr(start, end - start);
    if (part == "..") return "leads out of the output folder";
    if (part == "." || (part.empty() && end != name.size())) return "has a folder without a name";
    start = end + 1;
  }
  return nullptr;
}

/// All that a few bytes of an atlas can ask for in one picture: 8192 x 8192, 256 MiB in memory. More is for those that
/// bring pixels of their own.
constexpr std::int64_t most_pixels = std::int64_t{1} << 26;
constexpr std::int64_t most_times_packed = 4;
/// And in all pictures together: 2,000 of full HD.
constexpr std::int64_t most_pixels_in_all = std::int64_t{1} << 32;

std::int64_t original_pixels(const AtlasRegion& region) {
  return std::int64_t{region.original_width} * region.original_height;
}

bool is_too_large(const AtlasRegion& region) {
  if (region.original_width > max_image_side || region.original_height > max_image_side) return true;
  const std::int64_t pixels = original_pixels(region);
  return pixels > most_pixels && pixels / most_times_packed > std::int64_t{region.width} * region.height;
}

/// Whether the pictures of all regions that become files (those with a name) are not too much.
Status check_sum(const Atlas& atlas, const std::vector<std::string>& names, const std::string& file) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const AtlasRegion& region = atlas.regions()[i];
    if (names[i].empty() || is_too_large(region) || region.original_width <= 0 || region.original_height <= 0) continue;
    sum += original_pixels(region);
    if (sum <= most_pixels_in_all) continue;
    return about(file, ErrorCode::limit,
                 "With the region " + called(region) + ", of " +
                     size_text(region.original_width, region.original_height) +
                     " pixels with its margins, the pictures have more than " + std::to_string(most_pixels_in_all) +
                     " pixels together, which is the limit. Nothing was written. Correct the original sizes, or " +
                     "divide the atlas.");
  }
  return ok();
}

/// Decodes pages, and keeps the last one.
class PageReader {
 public:
  Result<const Image*> read(const std::string& path) {
    if (image_.width != 0 && path == path_) return &image_;
    image_ = Image();  // first, so that there are never two
    Result<Image> image = read_png(path);
    if (!image) return image.error();
    image_ = *std::move(image);
    path_ = path;
    return &image_;
  }

 private:
  std::string path_;
  Image image_;
};

std::size_t digits_of(int number) {
  return std::to_string(number).size();
}

}  // namespace

Result<Image> extract_region(const AtlasRegion& region, const AtlasPage& page, const Image& page_image) {
  if ((page.width != 0 && page.width != page_image.width) || (page.height != 0 && page.height != page_image.height)) {
    return Error{ErrorCode::bad_value,
                 "The page '" + page.name + "' is " + size_text(page_image.width, page_image.height) +
                     " pixels, but the atlas was made for " + size_text(page.width, page.height) +
                     ". Use the image that belongs to the atlas.",
                 {}};
  }
  const std::string name = "The region " + called(region);
  const std::int64_t right = std::int64_t{region.x} + region.packed_width();
  const std::int64_t bottom = std::int64_t{region.y} + region.packed_height();
  if (region.width <= 0 || region.height <= 0) return Error{ErrorCode::bad_value, name + " is empty.", {}};
  if (region.x < 0 || region.y < 0 || right > page_image.width || bottom > page_image.height) {
    return Error{ErrorCode::bad_value, name + " does not lie on its page.", {}};
  }
  if (is_too_large(region)) {
    return Error{ErrorCode::limit,
                 name + " has an original size of " + size_text(region.original_width, region.original_height) +
                     " for " + size_text(region.width, region.height) + " pixels on its page; the limit is " +
                     std::to_string(max_image_side) + " pixels a side, and " + std::to_string(most_pixels) +
                     " in all or " + std::to_string(most_times_packed) + " times as many as are on the page.",
                 {}};
  }
  const std::int64_t top = std::int64_t{region.original_height} - region.offset_y - region.height;
  if (region.offset_x < 0 || region.offset_y < 0 || top < 0 ||
      std::int64_t{region.offset_x} + region.width > region.original_width) {
    return Error{ErrorCode::bad_value, name + " does not lie within its original size.", {}};
  }

  // Where the upright picture's pixel (0, 0) is on the page, and what one step right or down is there (atlas.md 5).
  int x = region.x, y = region.y;
  int right_x = 1, right_y = 0, down_x = 0, down_y = 1;
  if (region.degrees == 90) {
    y += region.width - 1;
    right_x = 0, right_y = -1, down_x = 1, down_y = 0;
  } else if (region.degrees == 180) {
    x += region.width - 1;
    y += region.height - 1;
    right_x = -1, right_y = 0, down_x = 0, down_y = -1;
  } else if (region.degrees == 270) {
    x += region.height - 1;
    right_x = 0, right_y = 1, down_x = -1, down_y = 0;
  }
  Image image(region.original_width, region.original_height);
  for (int row = 0; row < region.height; ++row) {
    for (int column = 0; column < region.width; ++column) {
      std::memcpy(image.at(region.offset_x + column, static_cast<int>(top) + row),
                  page_image.at(x + column * right_x + row * down_x, y + column * right_y + row * down_y), 4);
    }
  }
  return image;
}

Result<std::vector<std::string>> unpacked_file_names(const Atlas& atlas, int index_digits,
                                                     std::vector<Warning>* warnings) {
  std::unordered_map<std::string_view, std::size_t> digits;
  for (const AtlasRegion& region : atlas.regions()) {
    std::size_t& most = digits.try_emplace(region.name, std::max(index_digits, 1)).first->second;
    if (region.index >= 0) most = std::max(most, digits_of(region.index));
  }
  std::vector<std::string> names;
  std::unordered_set<std::string> taken;
  for (const AtlasRegion& region : atlas.regions()) {
    if (atlas.find(region.name, region.index) != &region) {
      names.emplace_back();
      continue;
    }
    std::string name = region.name;
    if (region.index != -1) {
      if (!name.empty() && name.back() >= '0' && name.back() <= '9') name += '_';
      const std::string number = std::to_string(region.index);
      if (region.index >= 0) name.append(digits[region.name] - number.size(), '0');
      name += number;
    }
    const char* problem = problem_of(name);
    if (problem == nullptr && name.find_last_of("/\\") == name.size() - 1) problem = "is that of a folder";
    if (problem != nullptr) {
      return Error{ErrorCode::bad_value,
                   "The name of the region " + called(region) + ' ' + problem + ", so it cannot become a file.",
                   {}};
    }
    std::string unique = name;
    for (int copy = 2; !taken.insert(unique).second; ++copy) unique = name + '~' + std::to_string(copy);
    if (unique != name && warnings != nullptr) {
      warnings->push_back({ErrorCode::duplicate,
                           "The region " + called(region) + " becomes '" + unique + ".png', because '" + name +
                               ".png' is another region already.",
                           {}});
    }
    names.push_back(unique + ".png");
  }
  return names;
}

Result<AtlasUnpackReport> unpack_atlas(const std::string& atlas_path, const std::string& folder,
                                       const AtlasUnpackOptions& options, std::vector<Warning>* warnings) {
  Result<Atlas> atlas = load_atlas(atlas_path, warnings);
  if (!atlas) return atlas.error();
  std::vector<Warning> own_warnings;
  const Result<std::vector<std::string>> names = unpacked_file_names(*atlas, options.index_digits, &own_warnings);
  if (!names) return about(atlas_path, names.error().code, names.error().message);

  if (const Status small_enough = check_sum(*atlas, *names, atlas_path); !small_enough) return small_enough.error();

  // Regions by file rather than by page, of which several may name one.
  std::map<std::string, std::vector<std::size_t>> regions_of;
  for (std::size_t i = 0; i < atlas->regions().size(); ++i) {
    regions_of[fs::path(atlas->page_path(atlas->regions()[i].page)).lexically_normal().string()].push_back(i);
  }
  PageReader pages;
  for (const auto& [path, regions] : regions_of) {  // all of them, before anything is written
    const Result<const Image*> page = pages.read(path);
    if (!page) return page.error();
  }

  AtlasUnpackReport report;
  std::vector<std::string> files(names->size());
  std::map<std::size_t, Warning> left_out;
  for (const auto& [path, regions] : regions_of) {
    const Result<const Image*> page_image = pages.read(path);
    if (!page_image) return page_image.error();
    for (const std::size_t i : regions) {
      if ((*names)[i].empty()) continue;  // the reader has warned about it
      const AtlasRegion& region = atlas->regions()[i];
      const AtlasPage& page = atlas->page_of(region);
      Result<Image> image = extract_region(region, page, **page_image);
      if (!image) {
        left_out.emplace(i, about(atlas_path, image.error().code, image.error().message + " It is left out."));
        continue;
      }
      if (options.premultiplied.value_or(page.premultiplied_alpha)) unpremultiply_alpha(*image);
      const fs::path file = fs::path(folder) / (*names)[i];
      std::error_code problem;
      fs::create_directories(file.parent_path(), problem);
      if (problem) {
        return about(file.parent_path().string(), ErrorCode::file_not_writable,
                     "The folder cannot be created: " + system_reason(problem.value()) + '.');
      }
      if (Status status = write_png(file.string(), *image); !status) return status.error();
      files[i] = file.string();
    }
  }
  for (std::string& file : files) {
    if (!file.empty()) report.files.push_back(std::move(file));
  }
  report.left_out = left_out.size();
  for (auto& [region, warning] : left_out) own_warnings.push_back(std::move(warning));
  if (warnings != nullptr) warnings->insert(warnings->end(), own_warnings.begin(), own_warnings.end());
  return report;
}

}  // namespace sinew
