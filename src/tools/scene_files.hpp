// Checking scenes, for 'sinew scene check' and 'sinew check'.
#pragma once

#include <string>
#include <vector>

#include "sinew/scene.hpp"

namespace sinew::tools {

/// Loads a scene with all that it names, and looks for the images that its skeletons show and for the page images:
/// those that are missing are warnings.
[[nodiscard]] Result<std::shared_ptr<const Scene>> check_scene(const std::string& file, std::vector<Warning>& warnings);

}  // namespace sinew::tools
