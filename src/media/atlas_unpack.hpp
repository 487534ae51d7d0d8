// From an atlas and its pages back to single pictures.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "media/image.hpp"
#include "sinew/atlas.hpp"
#include "sinew/result.hpp"

namespace sinew {

/// The region's full, untrimmed picture, upright, pixels as they are on the page (a premultiplied page gives a
/// premultiplied picture); the trimmed margins are transparent black.
/// Errors: bad_value when the page image has another size than the atlas says, or the region does not lie on it or
/// within its original size; limit when the original has a side over max_image_side, or more than 2^26 pixels and more
/// than four times those on the page.
[[nodiscard]] Result<Image> extract_region(const AtlasRegion& region, const AtlasPage& page, const Image& page_image);

struct AtlasUnpackOptions {
  std::optional<bool> premultiplied;  ///< overrides what the atlas says about its pages
  /// At least as many digits for the index in a file name. 0: as many as the largest index of the same name has.
  int index_digits = 0;
};

struct AtlasUnpackReport {
  std::vector<std::string> files;  ///< what was written, in the order of the regions in the atlas
  std::size_t left_out = 0;        ///< regions that could not be written; each has a warning
};

/// The file names, relative to the output folder, for all regions: the region's name, its index if it has one, ".png".
/// The index follows the name directly ("walk" and 3: "walk3", "frame_" and 1 of 12: "frame_01"), after an underscore
/// when the name ends in a digit. Empty for a region whose name and index were there before (the first one counts).
/// Where two different regions still come to the same name, the later one gets "~2", "~3", ... and a warning.
/// Error: bad_value for a name that leads out of the folder (absolute, "..") or cannot be a file's.
[[nodiscard]] Result<std::vector<std::string>> unpacked_file_names(const Atlas& atlas, int index_digits = 0,
                                                                   std::vector<Warning>* warnings = nullptr);

/// Writes every region as a PNG of its own below `folder`, which is created if need be; names with '/' make folders.
/// Colours of premultiplied pages are divided by alpha, which is exact up to rounding; alpha is as it was. Files appear
/// whole or not at all, and none is written when a page image cannot be read, a name leads out of the folder, or all
/// pictures have more than 2^32 pixels together (limit). One page is in memory at a time: where there are several, each
/// is decoded once to see that it can be and once for its regions.
///
/// Errors: those of load_atlas(), read_png(), unpacked_file_names() and OutputFile. Warnings: those of load_atlas();
/// regions that are left out, and why.
[[nodiscard]] Result<AtlasUnpackReport> unpack_atlas(const std::string& atlas_path, const std::string& folder,
                                                     const AtlasUnpackOptions& options = {},
                                                     std::vector<Warning>* warnings = nullptr);

}  // namespace sinew
