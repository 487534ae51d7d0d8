#include "base/utf8.hpp"

#include <cstdint>

namespace sinew {

namespace {

std::uint32_t byte_at(std::string_view text, std::size_t i) noexcept {
  return static_cast<unsigned char>(text[i]);
}

bool is_continuation(std::string_view text, std::size_t i) noexcept {
  return i < text.size() && (byte_at(text, i) & 0xC0u) == 0x80u;
}

/// How many bytes the regular character at `i` has, surrogate halves included; 0: none.
std::size_t length_at(std::string_view text, std::size_t i) noexcept {
  const std::uint32_t first = byte_at(text, i);
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return is_continuation(text, i + 1) ? 2 : 0;
  if (first < 0xF0) {
    if (!is_continuation(text, i + 1) || !is_continuation(text, i + 2)) return 0;
    return first == 0xE0 && byte_at(text, i + 1) < 0xA0 ? 0 : 3;
  }
  if (first > 0xF4) return 0;
  for (std::size_t k = 1; k <= 3; ++k) {
    if (!is_continuation(text, i + k)) return 0;
  }
  const std::uint32_t second = byte_at(text, i + 1);
  return (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F) ? 0 : 4;
}

/// ED A0..AF xx: the first half; ED B0..BF xx: the second.
bool is_high_half(std::string_view text, std::size_t i) noexcept {
  return byte_at(text, i) == 0xED && byte_at(text, i + 1) >= 0xA0 && byte_at(text, i + 1) < 0xB0;
}
bool is_low_half(std::string_view text, std::size_t i) noexcept {
  return i + 2 < text.size() && byte_at(text, i) == 0xED && byte_at(text, i + 1) >= 0xB0 &&
         is_continuation(text, i + 1) && is_continuation(text, i + 2);
}

bool is_half(std::string_view text, std::size_t i) noexcept {
  return byte_at(text, i) == 0xED && byte_at(text, i + 1) >= 0xA0;
}

std::uint32_t bits_of_half(std::string_view text, std::size_t i) noexcept {
  return (byte_at(text, i + 1) & 0x0Fu) << 6 | (byte_at(text, i + 2) & 0x3Fu);
}

}  // namespace

Utf8 check_utf8(std::string_view bytes) noexcept {
  Utf8 result = Utf8::good;
  std::size_t i = 0;
  while (i < bytes.size()) {
    if (byte_at(bytes, i) < 0x80) {
      ++i;
      continue;
    }
    const std::size_t length = length_at(bytes, i);
    if (length == 0) return Utf8::bad;
    if (length == 3 && is_half(bytes, i)) {
      if (!is_high_half(bytes, i) || !is_low_half(bytes, i + 3)) return Utf8::bad;
      result = Utf8::surrogates;
      i += 6;
    } else {
      i += length;
    }
  }
  return result;
}

std::size_t join_surrogates(std::string_view bytes, char* target) noexcept {
  char* out = target;
  std::size_t i = 0;
  const auto put = [&](std::uint32_t byte) { *out++ = static_cast<char>(static_cast<unsigned char>(byte)); };
  while (i < bytes.size()) {
    if (i + 5 < bytes.size() && is_high_half(bytes, i) && is_low_half(bytes, i + 3)) {
      const std::uint32_t code = 0x10000u + (bits_of_half(bytes, i) << 10 | bits_of_half(bytes, i + 3));
      put(0xF0u | code >> 18);
      put(0x80u | (code >> 12 & 0x3Fu));
      put(0x80u | (code >> 6 & 0x3Fu));
      put(0x80u | (code & 0x3Fu));
      i += 6;
    } else {
      *out++ = bytes[i++];
    }
  }
  return static_cast<std::size_t>(out - target);
}

}  // namespace sinew
