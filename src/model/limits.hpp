// Whether what a reader has read is within the limits.
#pragma once

#include <string_view>

#include "sinew/limits.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew {

/// The counts of LoadLimits. `data` need not be finished.
[[nodiscard]] Status check_counts(const SkeletonData& data, const LoadLimits& limits, std::string_view file_name);

}  // namespace sinew
