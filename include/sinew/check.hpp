// Finding what is wrong or suspicious in a skeleton and its atlas, beyond what keeps it from loading.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/atlas.hpp"
#include "sinew/load.hpp"

namespace sinew {

enum class Severity : std::uint8_t {
  error,    ///< something will be missing or wrong when it is shown
  warning,  ///< most likely not what was meant
  hint,     ///< worth knowing; often on purpose
};

/// "error", "warning", "hint".
[[nodiscard]] std::string_view name_of(Severity severity) noexcept;

struct Finding {
  Severity severity = Severity::warning;
  std::string_view code;  ///< stable, e.g. "unused-bone"; docs/converting.md lists all
  std::string message;    ///< a sentence
  /// What it is about, with names for places as in Difference::path: "/bones/hip",
  /// "/skins/default/attachments/arm/sleeve". Empty: the whole.
  std::string path;
};

/// Looks through a skeleton: bones, slots and events that nothing uses, names that differ only by case, weights that do
/// not add up to 1, constraints and animations without effect, and so on; see docs/converting.md. With an atlas also
/// images that are not in it, regions that no attachment uses, and images of another shape than their attachments.
/// O(n log n) in the size of both.
[[nodiscard]] std::vector<Finding> check_skeleton(const SkeletonData& data, const Atlas* atlas = nullptr);

/// Looks through an atlas alone: regions that overlap, names that differ only by case. O(n log n), times how many
/// regions lie beside one another.
[[nodiscard]] std::vector<Finding> check_atlas(const Atlas& atlas);

}  // namespace sinew
