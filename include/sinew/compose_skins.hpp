// Dressing a character in several skins at once.
#pragma once

#include <span>
#include <string_view>

#include "sinew/load.hpp"

namespace sinew {

/// The same skeleton with one more skin, the last, made of several: it lists every bone and constraint that one of
/// `skins` lists, and every attachment; where two have the same slot and key, the later one's counts. Attachments are
/// shared with the skins they come from. An empty list gives an empty skin; an index
/// that is none adds nothing.
///
/// Everything else is shared with `data`, which the result keeps alive: indices of bones, slots, attachments and
/// animations mean the same in both. The cost is that of copying the entries.
[[nodiscard]] SkeletonDataPtr compose_skins(const SkeletonDataPtr& data, std::span<const SkinIndex> skins,
                                            std::string_view name);

}  // namespace sinew
