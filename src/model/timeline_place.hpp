// Places in a skeleton, with names for indices: where a timeline stands, what it is called and what it belongs to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sinew/skeleton_data.hpp"

namespace sinew {

/// Appends "/name" with ~ and / escaped as in JSON pointers.
void append_place_part(std::string& path, std::string_view name);

/// What the timeline is called in 4.3, e.g. "rotate", "drawOrder".
[[nodiscard]] std::string_view timeline_name(TimelineType type) noexcept;

/// Its place within an animation, part by part: bones, hip, rotate; ik, aim; attachments, default, arm, sleeve, deform.
/// A draw order folder is followed by the names of its slots. Timelines for all physics have an empty name.
[[nodiscard]] std::vector<std::string_view> timeline_place(const SkeletonData& data, const Timeline& timeline);

}  // namespace sinew
