// Which members the reader and the writer of skeleton JSON know, object by object and version by version. All others
// are unknown: LoadOptions::keep_unknown keeps them. Spec: skeleton-json.md.
#pragma once

#include <span>
#include <string_view>

#include "formats/json_document.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew::skeleton_json {

using KnownNames = std::span<const std::string_view>;

[[nodiscard]] KnownNames known_root(FormatVersion version);
[[nodiscard]] KnownNames known_header(FormatVersion version);
[[nodiscard]] KnownNames known_bone(FormatVersion version);
[[nodiscard]] KnownNames known_slot(FormatVersion version);
[[nodiscard]] KnownNames known_skin(FormatVersion version);
[[nodiscard]] KnownNames known_animation(FormatVersion version);
[[nodiscard]] KnownNames known_constraint(FormatVersion version, ConstraintType type, const JsonNode& node);
[[nodiscard]] KnownNames known_attachment(FormatVersion version, AttachmentType type, const JsonNode& node);
/// Without `time` and the members of curves.
[[nodiscard]] KnownNames known_key(FormatVersion version, TimelineType type);
[[nodiscard]] bool is_curve_member(FormatVersion version, std::string_view name);

inline constexpr std::string_view kKnownEvent[] = {"int", "float", "string", "audio", "volume", "balance"};
inline constexpr std::string_view kKnownSequence[] = {"count", "start", "digits", "setup", "setupIndex"};
inline constexpr std::string_view kKnownOffset[] = {"slot", "offset"};
inline constexpr std::string_view kKnownFolder[] = {"slots", "keys"};
inline constexpr std::string_view kKnownSource[] = {"offset", "to"};  ///< in `properties` of transform constraints
inline constexpr std::string_view kKnownTarget[] = {"offset", "max", "scale"};

}  // namespace sinew::skeleton_json
