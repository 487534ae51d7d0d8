// Atlases: where each image lies on the page images, how to find it, and the texture coordinates that follow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/limits.hpp"
#include "sinew/result.hpp"
#include "sinew/types.hpp"

namespace sinew {

/// How a page is sampled. Magnification is only ever `nearest` or `linear`.
enum class TextureFilter : std::uint8_t {
  nearest,
  linear,
  mipmap,  ///< the same as mipmap_linear_linear
  mipmap_nearest_nearest,
  mipmap_linear_nearest,
  mipmap_nearest_linear,
  mipmap_linear_linear,
};

/// The filter's name in an atlas file, e.g. "MipMapLinearNearest".
[[nodiscard]] std::string_view name_of(TextureFilter filter) noexcept;

/// The filter of that name (case-sensitive), or nothing.
[[nodiscard]] std::optional<TextureFilter> texture_filter(std::string_view name) noexcept;

/// A page entry that the format does not know, kept as text.
struct AtlasPageValue {
  std::string name;
  std::vector<std::string> values;  ///< at most 4
  friend bool operator==(const AtlasPageValue& a, const AtlasPageValue& b) {
    return a.name == b.name && a.values == b.values;
  }
};

/// A region entry that the format does not know: a name and numbers.
struct AtlasRegionValue {
  std::string name;
  std::vector<double> values;  ///< at most 4
  friend bool operator==(const AtlasRegionValue& a, const AtlasRegionValue& b) {
    return a.name == b.name && a.values == b.values;
  }
};

/// One page image.
struct AtlasPage {
  std::string name;                 ///< file name of the image, relative to the atlas file; may contain folders
  int width = 0;                    ///< pixels; 0: the file does not say, see Atlas::set_image_size
  int height = 0;                   ///< pixels; 0: the file does not say
  std::string format = "RGBA8888";  ///< preferred texture format, a hint
  TextureFilter min_filter = TextureFilter::nearest;
  TextureFilter mag_filter = TextureFilter::nearest;
  bool repeat_u = false;               ///< false: clamp to edge
  bool repeat_v = false;               ///< false: clamp to edge
  bool premultiplied_alpha = false;    ///< the image's colours are already multiplied by its alpha
  double scale = 1;                    ///< scale at which the images were packed; informational
  std::vector<AtlasPageValue> values;  ///< other entries, in file order
};

/// One image on a page.
struct AtlasRegion {
  std::uint32_t page = 0;  ///< into Atlas::pages()
  std::string name;        ///< the image's name, usually a path without file ending: "goblin/left-arm"
  int x = 0;               ///< left edge of the packed rectangle on the page, pixels
  int y = 0;               ///< top edge of the packed rectangle on the page, pixels, Y down
  int width = 0;           ///< of the packed (trimmed) image before it was turned
  int height = 0;          ///< of the packed (trimmed) image before it was turned
  int degrees = 0;         ///< 0, 90, 180 or 270, counterclockwise as seen on the page
  int offset_x = 0;        ///< columns trimmed off the left of the original image
  int offset_y = 0;        ///< rows trimmed off the bottom of the original image
  int original_width = 0;  ///< of the untrimmed image
  int original_height = 0;
  int index = -1;                           ///< frame number; -1: none
  std::optional<std::array<int, 4>> split;  ///< nine-patch: left, right, top, bottom
  std::optional<std::array<int, 4>> pad;    ///< nine-patch: left, right, top, bottom
  std::vector<AtlasRegionValue> values;     ///< other entries, in file order

  /// Size of the rectangle taken up on the page: width and height swap for 90 and 270 degrees.
  [[nodiscard]] int packed_width() const noexcept { return degrees == 90 || degrees == 270 ? height : width; }
  [[nodiscard]] int packed_height() const noexcept { return degrees == 90 || degrees == 270 ? width : height; }
  /// Whether transparent margins were cut off.
  [[nodiscard]] bool trimmed() const noexcept {
    return offset_x != 0 || offset_y != 0 || original_width != width || original_height != height;
  }
};

/// The contents of an `.atlas` file with an index by name. May be copied, moved and, while nobody changes it, shared
/// between threads.
class Atlas {
 public:
  Atlas() = default;
  /// Builds the index: O(n log n) in the number of regions. Every region's page must be an index into `pages`.
  /// `folder`: where the page images are, empty for the working folder or when there is none.
  Atlas(std::vector<AtlasPage> pages, std::vector<AtlasRegion> regions, std::string folder = {});

  [[nodiscard]] const std::vector<AtlasPage>& pages() const noexcept { return pages_; }
  /// In file order.
  [[nodiscard]] const std::vector<AtlasRegion>& regions() const noexcept { return regions_; }
  /// The page that the region lies on.
  [[nodiscard]] const AtlasPage& page_of(const AtlasRegion& region) const;

  /// The folder of the atlas file as the caller named it; empty when parsed from memory or in the working folder.
  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }
  /// Path of a page's image: the folder and the page's name.
  [[nodiscard]] std::string page_path(std::size_t page) const;

  /// The first region in file order with exactly this name (case-sensitive), or null. O(log n). The pointer stays valid
  /// until the atlas is destroyed or assigned to.
  [[nodiscard]] const AtlasRegion* find(std::string_view name) const noexcept;
  /// The first region in file order with this name and index, or null. O(log n).
  [[nodiscard]] const AtlasRegion* find(std::string_view name, int index) const noexcept;
  /// All regions of this name by ascending index, -1 last; in file order where indices are equal.
  [[nodiscard]] std::vector<const AtlasRegion*> find_all(std::string_view name) const;
  /// The image of one frame of a sequence: the region called `frame_name` ("wing01"), or else the region called
  /// `base_name` ("wing") with this index, which is how packers write it that take numbers off names. Null: neither.
  [[nodiscard]] const AtlasRegion* find_frame(std::string_view frame_name, std::string_view base_name,
                                              int index) const noexcept;

  /// Tells the atlas how large the image of a page really is (both > 0). A page without a size takes it over, and a
  /// warning is added for each of its regions that does not lie on it. The size in the file, if there is one, stays
  /// what texture coordinates come from; a warning is added when the image differs.
  void set_image_size(std::size_t page, int width, int height, std::vector<Warning>* warnings = nullptr);
  /// Overrides what the file says (or, in the old layout, cannot say) about a page's alpha.
  void set_premultiplied_alpha(std::size_t page, bool premultiplied);

 private:
  /// One entry of the index, sorted by (hash, name, index, file order).
  struct Entry {
    std::uint64_t hash = 0;
    std::uint32_t region = 0;
    std::uint32_t first_of_name = 0;  ///< the first region in file order that has this entry's name
  };

  /// The first entry not before (name, index key), where the name's hash is `hash`.
  [[nodiscard]] std::size_t lower_bound(std::uint64_t hash, std::string_view name, std::int64_t key) const noexcept;
  [[nodiscard]] bool has_name(std::size_t entry, std::string_view name) const noexcept;

  std::vector<AtlasPage> pages_;
  std::vector<AtlasRegion> regions_;
  std::vector<Entry> index_;
  std::string folder_;
};

/// An affine map from a position (u, v) on the untrimmed image, v = 0 at its top edge, to the page's texture
/// coordinates.
using UvTransform = Affine;

/// For meshes: texture coordinates on the page are `uv_transform(region, page).apply(u, v)`. A vertex in the trimmed
/// margin gets a coordinate outside the packed rectangle, as intended. A page size that is not known (0) counts as 1:
/// the results are pixels then.
[[nodiscard]] UvTransform uv_transform(const AtlasRegion& region, const AtlasPage& page) noexcept;

/// Texture coordinates of the packed rectangle's corners: top left, top right, bottom right, bottom left of the upright
/// image. A page size that is not known (0) counts as 1.
[[nodiscard]] std::array<Vec2, 4> quad_uvs(const AtlasRegion& region, const AtlasPage& page) noexcept;

/// A rectangle in an attachment's own space, Y up.
struct RegionExtents {
  double left = 0, right = 0, bottom = 0, top = 0;
};

/// Where the trimmed part of the image lies for an attachment of that size, centred on the origin, before its own
/// scale, rotation and offset. Only the ratio of trimmed to original size counts, so an atlas packed at another scale
/// is fine.
[[nodiscard]] RegionExtents trimmed_extents(const AtlasRegion& region, double attachment_width,
                                            double attachment_height) noexcept;

/// Reads an atlas in the old layout, the new one, pretty or compact, or any mixture. `file_name` is used in messages,
/// and for one convention: a page without a `pma` entry counts as premultiplied when the name ends in "-pma.atlas" (the
/// old layout cannot say; Atlas::set_premultiplied_alpha overrides it).
///
/// Errors (with line and column): empty_input, encoding (not UTF-8), syntax (no page), wrong_type (not a number),
/// missing_member (too few values), bad_value (rotation that is no quarter turn, zero or negative size, original
/// smaller than what is left of it, number out of range), limit (larger than limits.max_bytes, more regions,
/// pages or unknown entries than limits.max_regions). Warnings: unknown filter, format, repeat or pma value; region
/// outside its page; region without fields; the same name and index twice (the first one counts); a page that looks
/// like a region after a stray blank line. At most 1,000 are collected. Time is O(n log n) in the number of regions,
/// otherwise linear.
[[nodiscard]] Result<Atlas> parse_atlas(std::string_view text, std::string_view file_name = {},
                                        std::vector<Warning>* warnings = nullptr, const LoadLimits& limits = {});

/// Reads the file and parses it; its folder becomes Atlas::folder(). Errors: those of read_file and parse_atlas.
[[nodiscard]] Result<Atlas> load_atlas(const std::string& path, std::vector<Warning>* warnings = nullptr,
                                       const LoadLimits& limits = {});

/// How an atlas is written.
enum class AtlasLayout : std::uint8_t {
  pretty,   ///< 4.0 and later: indented, only what differs from the default
  compact,  ///< the same without indentation and spaces
  old,      ///< 3.8 and earlier: fixed fields in fixed order; has no place for pma, scale and custom values
};

/// The text of an `.atlas` file. Pages in order, the regions of each by name, then index.
///
/// Errors: bad_value for what the format cannot express, e.g. a name with a colon or a line break, or a rotation that
/// is no quarter turn. Warnings (not_supported): what the old layout leaves out.
[[nodiscard]] Result<std::string> write_atlas(const Atlas& atlas, AtlasLayout layout = AtlasLayout::pretty,
                                              std::vector<Warning>* warnings = nullptr);

}  // namespace sinew
