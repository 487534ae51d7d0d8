// The small types that everything shares: indices, colours, matrices.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sinew {

/// An index that knows what it indexes. A default one is "none", which is also what SkeletonData::find_*() give back
/// for a name that is not there.
///
/// Every function of the library takes "none" where it takes an index: what would change something does nothing (and
/// gives back false, no entry, or an error where it can say so), what would look something up gives back nothing:
/// none, false, 0, an empty list, a default value. Where "none" means more than that, the function says so. Any other
/// number that is not an index of the right list is the caller's mistake: SINEW_ASSERT in debug builds, as "none" in
/// others. The exception are the subscripts of SkeletonData, `data[bone]`: like those of the standard library they
/// check nothing but by SINEW_ASSERT.
template <class Tag>
struct Index {
  static constexpr std::uint32_t none = 0xffffffffu;
  std::uint32_t value = none;

  constexpr Index() = default;
  constexpr explicit Index(std::uint32_t v) : value(v) {}
  constexpr explicit Index(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}
  constexpr explicit Index(int v) : value(static_cast<std::uint32_t>(v)) {}
  [[nodiscard]] constexpr bool valid() const noexcept { return value != none; }
  constexpr explicit operator bool() const noexcept { return valid(); }
  friend constexpr bool operator==(Index a, Index b) noexcept { return a.value == b.value; }
  friend constexpr bool operator!=(Index a, Index b) noexcept { return a.value != b.value; }
};

using BoneIndex = Index<struct BoneTag>;                ///< into SkeletonData::bones
using SlotIndex = Index<struct SlotTag>;                ///< into SkeletonData::slots
using SkinIndex = Index<struct SkinTag>;                ///< into SkeletonData::skins
using AttachmentIndex = Index<struct AttachmentTag>;    ///< into SkeletonData::attachments
using PlaceholderIndex = Index<struct PlaceholderTag>;  ///< into SkeletonData::placeholders
using ConstraintIndex = Index<struct ConstraintTag>;    ///< into SkeletonData::constraints
using EventIndex = Index<struct EventTag>;              ///< into SkeletonData::events
using AnimationIndex = Index<struct AnimationTag>;      ///< into SkeletonData::animations

/// Red, green, blue, alpha; 1 is full. Not premultiplied unless a function says so.
struct Color {
  float r = 1, g = 1, b = 1, a = 1;
  friend constexpr bool operator==(const Color& x, const Color& y) noexcept {
    return x.r == y.r && x.g == y.g && x.b == y.b && x.a == y.a;
  }
};

struct Vec2 {
  double x = 0, y = 0;
};

/// A 2D affine matrix: x' = a x + c y + tx, y' = b x + d y + ty. Columns (a, b) and (c, d) are where the axes point.
struct Affine {
  double a = 1, b = 0, c = 0, d = 1, tx = 0, ty = 0;

  [[nodiscard]] constexpr Vec2 apply(double x, double y) const noexcept {
    return {a * x + c * y + tx, b * x + d * y + ty};
  }
  [[nodiscard]] constexpr double determinant() const noexcept { return a * d - c * b; }
};

}  // namespace sinew
