// OpenGL ES 3.0, and its errors as ours.
#pragma once

#include <GLES3/gl3.h>

#include <string_view>

#include "sinew/result.hpp"

namespace sinew {

/// The first error that OpenGL has reported since the last check, as an Error of code environment that says what was
/// being done
/// ("reading the picture back"); clears all of them.
[[nodiscard]] Status check_gl(std::string_view doing);

}  // namespace sinew
