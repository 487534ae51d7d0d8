// Where a file is really written to.
#pragma once

#include <string>

namespace sinew {

/// Where a chain of symbolic links ends, also when nothing is there yet; empty: it does not end.
[[nodiscard]] std::string follow_links(const std::string& path);

}  // namespace sinew
