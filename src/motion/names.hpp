// The words of the formats: one table for each enum, for reading and for writing.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "sinew/motion.hpp"

namespace sinew::motion {

inline constexpr std::array<std::string_view, 2> clip_kind_names = {"model", "rig"};
inline constexpr std::array<std::string_view, 3> property_names = {"position", "rotation", "scale"};
inline constexpr std::array<std::string_view, 4> interpolation_names = {"step", "linear", "smooth", "bezier"};
inline constexpr std::array<std::string_view, 3> node_kind_names = {"joint", "attachment", "entity"};

template <class E, std::size_t N>
[[nodiscard]] std::optional<E> named(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<E>(i);
  }
  return std::nullopt;
}

}  // namespace sinew::motion
