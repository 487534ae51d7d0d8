// Which atlas belongs to a skeleton file.
#pragma once

#include <string>
#include <vector>

#include "sinew/result.hpp"

namespace sinew::tools {

/// The atlas beside a skeleton file: the one of the same stem, else the only one in the folder. Errors: file_not_found;
/// unknown_name when there are several to choose from.
[[nodiscard]] Result<std::string> find_atlas(const std::string& skeleton);

/// "'a', 'b' and 3 more".
[[nodiscard]] std::string name_list(const std::vector<std::string>& names, std::size_t most);

}  // namespace sinew::tools
