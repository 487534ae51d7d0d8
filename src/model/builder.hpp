// What every reader does in the same way once it has filled the arrays of a SkeletonData.
#pragma once

#include "base/arena.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew {

// A reader fills SkeletonData in this order: header; bones, then index_bones(); slots, then index_slots(); events, then
// index_events(); names of animations, then index_animations() (sliders refer to them); constraints, then
// index_constraints() (skins list them); skins with their entries and attachments and the placeholders, then
// index_skins(); timelines; finally finish().
//
// The index_... functions sort names so that the find_... functions of SkeletonData work.

void index_bones(SkeletonData& data);
void index_slots(SkeletonData& data);
/// Numbers the distinct (slot, key) pairs of all attachments, which are skin by skin, and gives every skin its entries.
/// False when a skin has two attachments of one pair.
bool number_placeholders(SkeletonData& data, std::span<SkinData> skins, std::span<const Attachment> attachments);
/// Needs `skins` (with `entries`), `attachments` and `placeholders`. Sorts the entries, finds the default skin, and
/// resolves the slots' setup placeholders.
void index_skins(SkeletonData& data);
void index_constraints(SkeletonData& data);
void index_events(SkeletonData& data);
void index_animations(SkeletonData& data);

/// The header's version as layout version: leading "major.minor"; false when the text has none.
struct ParsedVersion {
  int major = 0, minor = 0, patch = 0;
  bool has_patch = false;
  bool has_more = false;  ///< something follows the numbers, such as "-beta"
};
bool parse_version(std::string_view text, ParsedVersion& version) noexcept;

/// DESIGN: spine when `hash` is not empty and the version's patch number is not 0 (none counts as 0), rigby otherwise.
[[nodiscard]] Semantics automatic_semantics(std::string_view hash, std::string_view version_text) noexcept;

/// Last step: animations' durations, sampled curves, tables of the pose engine. Needs semantics and version. Expects
/// valid data: indices in range, links resolved (`timeline_attachment` set), times ascending. The error is that of
/// LoadLimits::max_updates.
[[nodiscard]] Status finish(SkeletonData& data, std::size_t max_updates, std::string_view file_name);

}  // namespace sinew
