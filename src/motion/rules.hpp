// The limits of clips and rigs, as one function each: readers and checks of data in memory ask the same ones.
#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "motion/messages.hpp"
#include "sinew/motion.hpp"

namespace sinew::motion {

/// What is wrong with a value, or nothing.
struct Complaint {
  ErrorCode code = ErrorCode::bad_value;
  std::string message;
};
using Verdict = std::optional<Complaint>;

[[nodiscard]] inline bool good_duration(double duration) noexcept {
  return duration > 0 && duration <= max_duration;  // neither holds for NaN
}
[[nodiscard]] inline bool good_time(double time, std::optional<double> before, double duration) noexcept {
  return time >= 0 && time <= duration && (!before || time > *before);
}
[[nodiscard]] inline bool good_curve(const Curve& curve) noexcept {
  for (const double c : {curve.x1, curve.y1, curve.x2, curve.y2}) {
    if (!(c >= 0 && c <= 1)) return false;
  }
  return true;
}
[[nodiscard]] inline bool good_id(std::string_view id) noexcept {
  return !id.empty() && id.find_first_of("/:") == std::string_view::npos;
}

/// A vector of numbers as a position, rotation or scale.
[[nodiscard]] inline Verdict check_value(Property property, const Vec3& value) {
  for (const double c : {value.x, value.y, value.z}) {
    if (property == Property::scale && c <= 0) return Complaint{ErrorCode::bad_value, std::string(message::scale)};
  }
  for (const double c : {value.x, value.y, value.z}) {
    if (!(std::fabs(c) <= max_value)) return Complaint{ErrorCode::bad_value, std::string(message::value_range)};
  }
  return std::nullopt;
}

/// What is wrong with a hierarchy, and with which part of it.
struct HierarchyComplaint {
  Complaint complaint;
  std::size_t part = 0;
};

/// A part's name and that of its parent (empty: none).
struct Kinship {
  std::string_view name, parent;
};

struct HierarchyOrder {
  std::vector<std::uint32_t> parents;  ///< index of each part's parent; none: 0xffffffff
  std::vector<std::uint32_t> order;    ///< every part after its parent
};
inline constexpr std::uint32_t no_parent = 0xffffffffu;

/// Duplicate names first, then missing parents, cycles, depth. Fills `order` when all is well.
[[nodiscard]] std::optional<HierarchyComplaint> check_hierarchy(std::span<const Kinship> parts, HierarchyOrder& order);

}  // namespace sinew::motion
