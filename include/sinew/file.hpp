// The one place where the core library touches a file system.
#pragma once

#include <string>

#include "sinew/limits.hpp"
#include "sinew/result.hpp"

namespace sinew {

/// The whole file as bytes; of a pipe or device what comes until it ends. No more than `max_bytes` are taken. Errors:
/// file_not_found, file_not_readable (a folder, no permission), limit (more than max_bytes, or no memory for them).
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t max_bytes = LoadLimits().max_bytes);

}  // namespace sinew
