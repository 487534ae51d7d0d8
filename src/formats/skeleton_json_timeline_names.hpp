// Where the JSON of an animation has which timelines, and what it calls them. Spec: skeleton-json.md 10, 14.4, 15
// to 17.
#pragma once

#include <cstdint>
#include <string_view>

#include "sinew/skeleton_data.hpp"

namespace sinew::skeleton_json {

/// What the members of an animation are about; constraints by type.
enum class TimelineGroup : std::uint8_t {
  bones,
  slots,
  ik,
  transform,
  path,
  physics,
  slider,
  attachments,
  draw_order,
  draw_order_folder,
  events
};

struct TimelineKind {
  TimelineGroup group;
  std::string_view name;      ///< empty: the keys are the group's entry itself
  std::string_view name_3_8;  ///< empty for a timeline with a name: 3.8 has none such
  FormatVersion since = FormatVersion::v3_8;
};

/// In the order of TimelineType.
inline constexpr TimelineKind kTimelineKinds[] = {
    {TimelineGroup::bones, "rotate", "rotate"},
    {TimelineGroup::bones, "translate", "translate"},
    {TimelineGroup::bones, "translatex", "", FormatVersion::v4_0},
    {TimelineGroup::bones, "translatey", "", FormatVersion::v4_0},
    {TimelineGroup::bones, "scale", "scale"},
    {TimelineGroup::bones, "scalex", "", FormatVersion::v4_0},
    {TimelineGroup::bones, "scaley", "", FormatVersion::v4_0},
    {TimelineGroup::bones, "shear", "shear"},
    {TimelineGroup::bones, "shearx", "", FormatVersion::v4_0},
    {TimelineGroup::bones, "sheary", "", FormatVersion::v4_0},
    {TimelineGroup::bones, "inherit", "", FormatVersion::v4_2},
    {TimelineGroup::slots, "attachment", "attachment"},
    {TimelineGroup::slots, "rgba", "color"},
    {TimelineGroup::slots, "rgb", "", FormatVersion::v4_0},
    {TimelineGroup::slots, "alpha", "", FormatVersion::v4_0},
    {TimelineGroup::slots, "rgba2", "twoColor"},
    {TimelineGroup::slots, "rgb2", "", FormatVersion::v4_0},
    {TimelineGroup::ik, "", ""},
    {TimelineGroup::transform, "", ""},
    {TimelineGroup::path, "position", "position"},
    {TimelineGroup::path, "spacing", "spacing"},
    {TimelineGroup::path, "mix", "mix"},
    {TimelineGroup::physics, "inertia", "", FormatVersion::v4_2},
    {TimelineGroup::physics, "strength", "", FormatVersion::v4_2},
    {TimelineGroup::physics, "damping", "", FormatVersion::v4_2},
    {TimelineGroup::physics, "mass", "", FormatVersion::v4_2},
    {TimelineGroup::physics, "wind", "", FormatVersion::v4_2},
    {TimelineGroup::physics, "gravity", "", FormatVersion::v4_2},
    {TimelineGroup::physics, "mix", "", FormatVersion::v4_2},
    {TimelineGroup::physics, "reset", "", FormatVersion::v4_2},
    {TimelineGroup::slider, "time", "", FormatVersion::v4_3},
    {TimelineGroup::slider, "mix", "", FormatVersion::v4_3},
    {TimelineGroup::attachments, "deform", "deform"},
    {TimelineGroup::attachments, "sequence", "", FormatVersion::v4_1},
    {TimelineGroup::draw_order, "", ""},
    {TimelineGroup::draw_order_folder, "", "", FormatVersion::v4_3},
    {TimelineGroup::events, "", ""},
};

[[nodiscard]] constexpr const TimelineKind& kind_of(TimelineType type) {
  return kTimelineKinds[static_cast<std::size_t>(type)];
}

/// What files of a version call a timeline that they have.
[[nodiscard]] constexpr std::string_view name_in(const TimelineKind& kind, FormatVersion version) {
  return version == FormatVersion::v3_8 ? kind.name_3_8 : kind.name;
}

}  // namespace sinew::skeleton_json
