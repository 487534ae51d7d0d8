#include "base/visible_text.hpp"

#include <array>
#include <cstdint>

#include "base/utf8.hpp"

namespace sinew {

namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";

std::size_t size_by_first_byte(unsigned char first) noexcept {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

Effect effect_of(char32_t code) noexcept {
  if (code < 0x20 || code == 0x7f || code == 0x2028 || code == 0x2029) return Effect::control;
  const bool hidden =
      (code >= 0x80 && code <= 0x9f) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return hidden ? Effect::hidden : Effect::none;
}

std::string made_visible(std::string_view text, bool keep_line_feeds) {
  std::string visible;
  visible.reserve(text.size());
  while (!text.empty()) {
    const LeadingCharacter character = leading_character(text);
    if (character.effect == Effect::none || (keep_line_feeds && character.code == '\n')) {
      visible += text.substr(0, character.size);
    } else if (character.effect == Effect::control) {
      visible += ' ';
    } else {
      visible += replacement;
    }
    text.remove_prefix(character.size);
  }
  return visible;
}

}  // namespace

LeadingCharacter leading_character(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t size = size_by_first_byte(byte(0));
  if (size == 1) return {1, byte(0), effect_of(byte(0))};
  if (size > text.size() || check_utf8(text.substr(0, size)) != Utf8::good) return {1, 0, Effect::malformed};
  static constexpr std::array<unsigned char, 5> masks = {0, 0x7f, 0x1f, 0x0f, 0x07};
  char32_t code = byte(0) & masks[size];
  for (std::size_t i = 1; i < size; ++i) code = code << 6 | (byte(i) & 0x3fu);
  return {size, code, effect_of(code)};
}

std::string visible_text(std::string_view text) {
  return made_visible(text, false);
}

std::string visible_lines(std::string_view text) {
  return made_visible(text, true);
}

}  // namespace sinew
