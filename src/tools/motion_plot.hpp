// A picture of a clip's values over time.
#pragma once

#include <string>

#include "sinew/motion.hpp"

namespace sinew::tools {

/// An SVG document; `name` is its title.
[[nodiscard]] std::string motion_plot(const std::string& name, const motion::Clip& clip);

}  // namespace sinew::tools
