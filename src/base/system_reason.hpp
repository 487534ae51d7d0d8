// Why the operating system refused something.
#pragma once

#include <string>

namespace sinew {

/// What the error number `error` (of errno, or of a std::error_code of the system) means, in English whatever the
/// locale is, because it becomes a part of an English sentence; without a full stop.
[[nodiscard]] std::string system_reason(int error);

}  // namespace sinew
