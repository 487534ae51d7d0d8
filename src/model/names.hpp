// One table for each enumeration: how files spell it.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "sinew/skeleton_data.hpp"

namespace sinew {

template <class E>
struct EnumNames;  // specialised below: `values`, in the order of the enumerators

#define SINEW_ENUM_NAMES(Type, ...)                                                \
  template <>                                                                      \
  struct EnumNames<Type> {                                                         \
    static constexpr auto values = std::to_array<std::string_view>({__VA_ARGS__}); \
  }

SINEW_ENUM_NAMES(Semantics, "automatic", "rigby", "spine");
SINEW_ENUM_NAMES(FormatVersion, "3.8", "4.0", "4.1", "4.2", "4.3");
SINEW_ENUM_NAMES(Inherit, "normal", "onlyTranslation", "noRotationOrReflection", "noScale", "noScaleOrReflection");
SINEW_ENUM_NAMES(BlendMode, "normal", "additive", "multiply", "screen");
SINEW_ENUM_NAMES(AttachmentType, "region", "mesh", "linkedmesh", "boundingbox", "path", "point", "clipping");
SINEW_ENUM_NAMES(SequenceMode, "hold", "once", "loop", "pingpong", "onceReverse", "loopReverse", "pingpongReverse");
SINEW_ENUM_NAMES(ConstraintType, "ik", "transform", "path", "physics", "slider");
SINEW_ENUM_NAMES(ScaleYMode, "none", "uniform", "volume");
SINEW_ENUM_NAMES(BoneProperty, "rotate", "x", "y", "scaleX", "scaleY", "shearY");
SINEW_ENUM_NAMES(PositionMode, "fixed", "percent");
SINEW_ENUM_NAMES(SpacingMode, "length", "fixed", "percent", "proportional");
SINEW_ENUM_NAMES(RotateMode, "tangent", "chain", "chainScale");

#undef SINEW_ENUM_NAMES

template <class E>
[[nodiscard]] constexpr std::string_view name_of(E value) noexcept {
  const auto index = static_cast<std::size_t>(value);
  return index < EnumNames<E>::values.size() ? EnumNames<E>::values[index] : std::string_view{};
}

/// The enumerator of this name, exactly as spelled.
template <class E>
[[nodiscard]] constexpr std::optional<E> parse_name(std::string_view name) noexcept {
  for (std::size_t i = 0; i < EnumNames<E>::values.size(); ++i) {
    if (EnumNames<E>::values[i] == name) return static_cast<E>(i);
  }
  return std::nullopt;
}

}  // namespace sinew
