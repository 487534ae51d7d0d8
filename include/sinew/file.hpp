// The one place where the core library touches a file system.
#pragma once

#include <string>

#include "sinew/result.hpp"

namespace sinew {

/// The whole file as bytes. Errors: file_not_found, file_not_readable (a folder, no permission), limit (over 1 GiB).
[[nodiscard]] Result<std::string> read_file(const std::string& path);

}  // namespace sinew
