// What the atlas reader and writer share: the names of things, numbers as text, and what counts as blank.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sinew::atlas_text {

/// spec: atlas.md 3.1. Other formats are kept, with a warning.
inline constexpr std::array<std::string_view, 7> texture_formats = {"Alpha",    "Intensity", "LuminanceAlpha", "RGB565",
                                                                    "RGBA4444", "RGB888",    "RGBA8888"};

/// Entries of a region that are not custom values.
inline constexpr std::array<std::string_view, 10> region_entries = {"bounds", "xy",     "size",  "offsets", "offset",
                                                                    "orig",   "rotate", "index", "split",   "pad"};
/// Entries of a page that are not custom values.
inline constexpr std::array<std::string_view, 6> page_entries = {"size", "format", "filter", "repeat", "pma", "scale"};

[[nodiscard]] constexpr bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t';
}

/// Without spaces and tabs at both ends.
[[nodiscard]] std::string_view trim(std::string_view text) noexcept;

/// Where the first byte is that does not belong to valid UTF-8, if there is one.
[[nodiscard]] std::optional<std::size_t> find_invalid_utf8(std::string_view text) noexcept;

enum class NumberStatus : std::uint8_t { ok, malformed, out_of_range };

/// A decimal integer of 32 bits with an optional sign. A fraction is accepted and rounded to nearest, halves away from
/// zero.
NumberStatus parse_int(std::string_view text, int& value) noexcept;

/// A decimal number with optional sign, fraction and exponent, at most 64 characters, rounded correctly.
NumberStatus parse_number(std::string_view text, double& value);

/// The shortest text that parse_number() reads as the same value, which must be finite; "1" and not "1.0".
void append_number(std::string& text, double value);

}  // namespace sinew::atlas_text
