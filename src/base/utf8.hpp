// Whether bytes are text.
#pragma once

#include <cstddef>
#include <string_view>

namespace sinew {

/// What a piece of bytes is, as UTF-8.
enum class Utf8 {
  good,
  surrogates,  ///< good but for characters beyond U+FFFF as two groups of three bytes, one for each half
  bad,
};

[[nodiscard]] Utf8 check_utf8(std::string_view bytes) noexcept;

/// Writes a text with surrogates as regular UTF-8, which is never longer. Returns its length. `target` has room for
/// `bytes.size()` characters.
std::size_t join_surrogates(std::string_view bytes, char* target) noexcept;

}  // namespace sinew
