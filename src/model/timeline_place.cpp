#include "model/timeline_place.hpp"

#include <array>

#include "model/names.hpp"

namespace sinew {

namespace {

constexpr auto names = std::to_array<std::string_view>(
    {"rotate",  "translate", "translatex", "translatey",      "scale",   "scalex", "scaley",  "shear",
     "shearx",  "sheary",    "inherit",    "attachment",      "rgba",    "rgb",    "alpha",   "rgba2",
     "rgb2",    "ik",        "transform",  "position",        "spacing", "mix",    "inertia", "strength",
     "damping", "mass",      "wind",       "gravity",         "mix",     "reset",  "time",    "mix",
     "deform",  "sequence",  "drawOrder",  "drawOrderFolder", "events"});
static_assert(names.size() == static_cast<std::size_t>(TimelineType::event) + 1);

}  // namespace

void append_place_part(std::string& path, std::string_view name) {
  path += '/';
  for (const char c : name) {
    if (c == '~') {
      path += "~0";
    } else if (c == '/') {
      path += "~1";
    } else {
      path += c;
    }
  }
}

std::string_view timeline_name(TimelineType type) noexcept {
  return names[static_cast<std::size_t>(type)];
}

std::vector<std::string_view> timeline_place(const SkeletonData& data, const Timeline& timeline) {
  const TimelineType type = timeline.type;
  const std::string_view name = timeline_name(type);
  const std::string_view constraint = timeline.constraint ? data[timeline.constraint].name : std::string_view{};
  if (type <= TimelineType::inherit) return {"bones", data[timeline.bone].name, name};
  if (type <= TimelineType::rgb2) return {"slots", data[timeline.slot].name, name};
  if (type <= TimelineType::transform) return {name, constraint};
  if (type <= TimelineType::path_mix) return {"path", constraint, name};
  if (type <= TimelineType::physics_reset) return {"physics", constraint, name};
  if (type <= TimelineType::slider_mix) return {"slider", constraint, name};
  if (type <= TimelineType::sequence) {
    const Attachment& attachment = data[timeline.attachment];
    return {"attachments", data[attachment.skin].name, data[attachment.slot].name, attachment.key, name};
  }
  std::vector<std::string_view> parts = {name};
  for (const SlotIndex slot : timeline.folder) parts.push_back(data[slot].name);
  return parts;
}

}  // namespace sinew
