// Names and other foreign text as a terminal may show them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sinew {

/// What a character does to what shows it.
enum class Effect {
  none,
  control,    ///< U+0000..U+001F, U+007F, the separators of lines U+2028 and U+2029
  hidden,     ///< U+0080..U+009F (a terminal may take them for the start of a command), and the controls of direction
              ///< U+202A..U+202E and U+2066..U+2069, which show the text around them in another order
  malformed,  ///< a byte that is no part of a character
};

/// A character at the beginning of a text, or one byte that belongs to none.
struct LeadingCharacter {
  std::size_t size = 1;  ///< in bytes
  char32_t code = 0;     ///< 0 where malformed
  Effect effect = Effect::none;
};

/// `text` is not empty.
[[nodiscard]] LeadingCharacter leading_character(std::string_view text) noexcept;

/// A text for one line of a report or a message: controls become spaces; what is hidden or no UTF-8, U+FFFD. All other
/// text stays as it is. Names come from files of anybody, and what prints them must not make a terminal obey them.
[[nodiscard]] std::string visible_text(std::string_view text);

/// The same for a text of many lines: line feeds stay.
[[nodiscard]] std::string visible_lines(std::string_view text);

}  // namespace sinew
