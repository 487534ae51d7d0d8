// Where a thing stands in the text that a clip was read from.
#pragma once

#include <string>
#include <string_view>

#include "sinew/motion.hpp"

namespace sinew::motion {

/// The place of a pointer such as "/tracks/2/part": with line and column where the clip still has its text, and the
/// pointer alone where it has not. What the text does not have is looked for where it would be.
[[nodiscard]] Location place_in_source(const Clip& clip, std::string pointer);

}  // namespace sinew::motion
