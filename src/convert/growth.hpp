// How much a conversion may add to a skeleton. See ConvertOptions::max_new_keys and those after it.
#pragma once

#include <cstdint>

#include "sinew/convert.hpp"

namespace sinew::convert {

/// For each key or number that the skeleton has. The examples of all versions take up to 110 new keys for one, where
/// small files have hardly anything but curves; the larger ones take 11.
inline constexpr std::uint64_t new_keys_for_each = 128;
inline constexpr std::uint64_t copies_for_each = 16;

/// So many of something may be taken.
class Allowance {
 public:
  explicit Allowance(std::uint64_t most) : most_(most) {}
  /// At least `least`, or `factor` for each of the `count` that there are.
  Allowance(std::uint64_t least, std::uint64_t factor, std::uint64_t count);

  /// False: there are not so many left. They count nevertheless.
  [[nodiscard]] bool take(std::uint64_t count);
  [[nodiscard]] std::uint64_t taken() const noexcept { return taken_; }
  [[nodiscard]] std::uint64_t most() const noexcept { return most_; }

 private:
  std::uint64_t most_, taken_ = 0;
};

/// How many numbers a file holds for these.
[[nodiscard]] std::uint64_t numbers_of(const Vertices& vertices) noexcept;
[[nodiscard]] std::uint64_t numbers_of(const MeshShape& mesh) noexcept;
[[nodiscard]] std::uint64_t numbers_of_deforms(const Timeline& timeline) noexcept;

/// What a skeleton has: the keys of all timelines; the numbers of all meshes that are no links, and of all deforms.
[[nodiscard]] std::uint64_t count_keys(const SkeletonData& data) noexcept;
[[nodiscard]] std::uint64_t count_numbers(const SkeletonData& data) noexcept;

}  // namespace sinew::convert
