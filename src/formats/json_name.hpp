// Names of members that are looked for: compared eight bytes at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sinew {

/// A name, with its first eight bytes as a number.
class JsonName {
 public:
  /// From a literal, at compile time.
  template <std::size_t N>
  consteval JsonName(const char (&literal)[N]) : JsonName(std::string_view(literal, N - 1)) {}
  constexpr JsonName(std::string_view text) : text_(text) {
    for (std::size_t i = 0; i < 8 && i < text.size(); ++i) {
      head_ |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
      mask_ |= std::uint64_t{0xff} << (8 * i);
    }
  }

  [[nodiscard]] constexpr std::string_view text() const noexcept { return text_; }

  /// Whether it is the name of `size` bytes at `text`, where eight bytes can be read whatever the size.
  [[nodiscard]] bool is(const char* text, std::size_t size) const noexcept {
    if (size != text_.size()) return false;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    std::uint64_t head = 0;
    std::memcpy(&head, text, sizeof head);
    if (((head ^ head_) & mask_) != 0) return false;
    return size <= 8 || std::memcmp(text + 8, text_.data() + 8, size - 8) == 0;
#else
    return std::memcmp(text, text_.data(), size) == 0;
#endif
  }

 private:
  std::string_view text_;
  std::uint64_t head_ = 0, mask_ = 0;
};

}  // namespace sinew
