// Where a timeline stands in a file: what it is called and what it belongs to.
#pragma once

#include <string_view>
#include <vector>

#include "sinew/skeleton_data.hpp"

namespace sinew::inspect {

/// What the timeline is called in 4.3, e.g. "rotate", "drawOrder".
[[nodiscard]] std::string_view timeline_name(TimelineType type) noexcept;

/// Its place within an animation, part by part: bones, hip, rotate; ik, aim; attachments, default, arm, sleeve, deform.
/// A draw order folder is followed by the names of its slots. Timelines for all physics have an empty name.
[[nodiscard]] std::vector<std::string_view> timeline_place(const SkeletonData& data, const Timeline& timeline);

}  // namespace sinew::inspect
