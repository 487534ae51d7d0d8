// From single pictures to an atlas and its pages.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "media/image.hpp"
#include "sinew/atlas.hpp"
#include "sinew/result.hpp"

namespace sinew {

struct AtlasPackOptions {
  bool trim = true;          ///< cut off margins with alpha 0; a picture without a visible pixel keeps one
  bool rotate = true;        ///< pictures may be turned by 90 degrees
  bool share = true;         ///< pictures with the same pixels (after trimming) share one place
  int padding = 2;           ///< pixels between neighbours, 0 to 64; none at the page's edge, where sampling is clamped
  bool bleed = true;         ///< straight pages: give invisible pixels the colour of their visible neighbours
  bool premultiply = false;  ///< multiply colours by alpha (`pma: true`); then nothing bleeds
  int max_size = 2048;       ///< of a page's sides, 1 to max_image_side
  bool power_of_two = false;  ///< the pages' sides are powers of two
  /// "walk3" becomes the name "walk" with index 3, "frame_01" the name "frame_" with index 1. Off by default: lookup by
  /// the full name, which sequences try first, finds only what kept its number. File names that are nothing but a
  /// number stay, as do numbers that do not fit an index.
  bool indexes = false;
  TextureFilter min_filter = TextureFilter::linear;
  TextureFilter mag_filter = TextureFilter::linear;
  AtlasLayout layout = AtlasLayout::pretty;
};

/// One picture to be packed, straight alpha.
struct AtlasSource {
  std::string name;  ///< the region's name
  int index = -1;
  Image image;
  std::string file;  ///< what messages call it; may be empty
};

struct PackedAtlas {
  Atlas atlas;
  std::vector<Image> pages;  ///< in the order of the atlas's pages, premultiplied if that was asked for
  std::size_t shared = 0;    ///< how many pictures use another one's place
};

/// Packs pictures. The pages are called STEM.png, STEM_2.png, ... The order of `sources` does not matter, and the same
/// pictures give the same result on every machine.
/// Errors: bad_value (an option out of range, an empty picture, a name that an atlas cannot express), limit (a picture
/// larger than a page may be, trimmed; it is named), duplicate (the same name and index twice), missing_member (nothing
/// to pack).
[[nodiscard]] Result<PackedAtlas> pack_atlas(std::vector<AtlasSource> sources, const std::string& page_stem,
                                             const AtlasPackOptions& options = {});

struct AtlasPackReport {
  std::vector<std::string> files;  ///< what was written: the atlas, then its pages
  Atlas atlas;
  std::size_t shared = 0;  ///< how many pictures use another one's place
};

/// Packs every `.png` below `folder` into the file `atlas_path`, which ends in ".atlas", with the pages beside it. A
/// region is called like its file, relative to `folder`, without the ending and with '/' between folders. Files and
/// folders that begin with a dot are left out. The atlas appears last, and every file whole or not at all.
///
/// Errors: those of pack_atlas(), read_png() and OutputFile, and bad_value when the atlas would be written into the
/// folder that is packed (the next run would pack its pages), or be called "...-pma.atlas" without being premultiplied.
/// Warnings: those of write_atlas(); pages left over from a larger atlas of the same name.
[[nodiscard]] Result<AtlasPackReport> pack_atlas_folder(const std::string& folder, const std::string& atlas_path,
                                                        const AtlasPackOptions& options = {},
                                                        std::vector<Warning>* warnings = nullptr);

}  // namespace sinew
