// The formats' own messages, word for word (docs/motion.md lists them with their causes).
#pragma once

#include <string>
#include <string_view>

namespace sinew::motion::message {

inline constexpr std::string_view needs_binding = "Animation requires a binding asset";
inline constexpr std::string_view needs_model_and_duration =
    "Animation needs a model and a duration in (0, 3600] seconds";
inline constexpr std::string_view track_count = "Animation needs 1 to 128 tracks";
inline constexpr std::string_view part_and_property = "Track needs a part and position, rotation or scale property";
inline constexpr std::string_view interpolation = "Interpolation must be step, linear, smooth or bezier";
inline constexpr std::string_view duplicate_track = "Duplicate part/property animation track";
inline constexpr std::string_view key_count = "Track needs 1 to 512 keyframes";
inline constexpr std::string_view key_times = "Key times must increase strictly within the clip duration";
inline constexpr std::string_view scale = "Animated scale must stay positive";
inline constexpr std::string_view value_range = "Animation values must be finite and within +/-1000000";
inline constexpr std::string_view vector = "Expected [x, y, z]";
inline constexpr std::string_view curve = "Curve coordinates must be finite and between 0 and 1";
inline constexpr std::string_view node_count = "Binding needs 1 to 512 nodes";
inline constexpr std::string_view node_id = "Node IDs must be nonempty and contain no slash or colon";
inline constexpr std::string_view node_kind = "Node kind must be joint, entity or attachment";
inline constexpr std::string_view cycle = "Part hierarchy contains a cycle";
inline constexpr std::string_view levels = "Part hierarchy exceeds 128 levels";
inline constexpr std::string_view no_match = "Clip does not match its joint/scene binding";

inline std::string clip_format(std::string_view version) {
  return ".motion file uses format version " + std::string(version) +
         "; this cTurtle reads format 1.x up to 1.0.0 and 2.x up to 2.0.0";
}
inline std::string clip_version(std::string_view version) {
  return ".motion file: `version: " + std::string(version) + "` is not a clip version";
}
inline std::string rig_version(std::string_view version) {
  return ".rig file: `version: " + std::string(version) + "` is no longer used";
}
inline std::string rig_format(std::string_view version) {
  return ".rig file uses format version " + std::string(version) + "; this cTurtle reads format 1.x up to 1.0.0";
}
inline std::string duplicate_part(std::string_view name) {
  return "Duplicate part name: " + std::string(name);
}
inline std::string missing_parent(std::string_view name) {
  return "Missing parent part: " + std::string(name);
}
inline std::string missing_part(std::string_view name) {
  return "Animation part is missing: " + std::string(name);
}

}  // namespace sinew::motion::message
