// Big-endian numbers put one behind the other; what ByteReader reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace sinew {

class ByteWriter {
 public:
  void u8(std::uint8_t value) { bytes_ += static_cast<char>(value); }
  void boolean(bool value) { u8(value ? 1 : 0); }
  void u16(std::uint16_t value) {
    u8(static_cast<std::uint8_t>(value >> 8));
    u8(static_cast<std::uint8_t>(value & 0xFF));
  }
  void u32(std::uint32_t value) {
    u16(static_cast<std::uint16_t>(value >> 16));
    u16(static_cast<std::uint16_t>(value & 0xFFFF));
  }
  void i32(std::int32_t value) { u32(static_cast<std::uint32_t>(value)); }
  void f32(float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    u32(bits);
  }
  /// In as few bytes as possible.
  void uv(std::uint32_t value) {
    while (value >= 0x80) {
      u8(static_cast<std::uint8_t>(value | 0x80));
      value >>= 7;
    }
    u8(static_cast<std::uint8_t>(value));
  }
  void sv(std::int32_t value) {
    const auto pattern = static_cast<std::uint32_t>(value);
    uv(pattern << 1 ^ (value < 0 ? 0xffffffffu : 0u));
  }
  void bytes(std::string_view more) { bytes_ += more; }

  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
  [[nodiscard]] std::string_view view() const noexcept { return bytes_; }
  [[nodiscard]] std::string take() noexcept { return std::move(bytes_); }

 private:
  std::string bytes_;
};

}  // namespace sinew
