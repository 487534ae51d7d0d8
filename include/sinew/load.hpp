// Loading skeletons.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/limits.hpp"
#include "sinew/result.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew {

struct LoadOptions {
  Semantics semantics = Semantics::automatic;
  double scale = 1;  ///< multiplies every length (not angles, scales, weights, times); must be finite and not 0
  LoadLimits limits;
  /// Keeps the members of JSON that no reader knows (and what only such members describe), so that
  /// write_skeleton_json() writes them again. Takes time and memory that players do not need to spend.
  bool keep_unknown = false;
  /// What is unusual but not wrong is appended here, if given.
  std::vector<Warning>* warnings = nullptr;
};

using SkeletonDataPtr = std::shared_ptr<const SkeletonData>;

/// Reads skeleton JSON or a binary skeleton from memory, which of them is decided by the bytes; `file_name` is only
/// used in messages. The bytes are not kept. Errors carry line, column and JSON pointer; in a binary file the byte
/// offset, and the JSON pointer that the thing would have in JSON. Time and memory are linear in the size of the input
/// (times its logarithm for sorted names), but for the order in which bones and constraints are computed: see
/// LoadLimits::max_updates.
[[nodiscard]] Result<SkeletonDataPtr> parse_skeleton(std::string_view bytes, std::string_view file_name = {},
                                                     const LoadOptions& options = {});

/// Reads a skeleton file: no more of it than limits.max_bytes.
[[nodiscard]] Result<SkeletonDataPtr> load_skeleton(const std::string& path, const LoadOptions& options = {});

}  // namespace sinew
