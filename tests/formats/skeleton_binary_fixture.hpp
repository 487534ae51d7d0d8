// Binary skeletons for the tests of their reader and writer, written out byte by byte.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/load.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew::test {

/// Bytes from hexadecimal digits; blanks and line breaks between them do not matter.
inline std::string from_hex(std::string_view digits) {
  std::string bytes;
  int high = -1;
  for (const char c : digits) {
    const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0) continue;
    if (high < 0) {
      high = digit;
    } else {
      bytes += static_cast<char>(high * 16 + digit);
      high = -1;
    }
  }
  return bytes;
}

/// Puts items one behind the other, in the notation of the specification.
class Bytes {
 public:
  Bytes& u8(int value) {
    text_ += static_cast<char>(static_cast<unsigned char>(value));
    return *this;
  }
  Bytes& u16(int value) { return u8(value >> 8).u8(value); }
  Bytes& i32(std::int32_t value) { return word(static_cast<std::uint32_t>(value)); }
  Bytes& f32(float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return word(bits);
  }
  Bytes& numbers(std::initializer_list<float> values) {
    for (const float value : values) f32(value);
    return *this;
  }
  Bytes& uv(std::uint32_t value) {
    while (value >= 0x80) {
      u8(static_cast<int>(value & 0x7f) | 0x80);
      value >>= 7;
    }
    return u8(static_cast<int>(value));
  }
  Bytes& str(std::string_view text) {
    uv(static_cast<std::uint32_t>(text.size() + 1));
    text_ += text;
    return *this;
  }
  Bytes& hex(std::string_view digits) {
    text_ += from_hex(digits);
    return *this;
  }
  Bytes& add(const Bytes& other) {
    text_ += other.text_;
    return *this;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  Bytes& word(std::uint32_t bits) {
    return u8(static_cast<int>(bits >> 24))
        .u8(static_cast<int>(bits >> 16))
        .u8(static_cast<int>(bits >> 8))
        .u8(static_cast<int>(bits));
  }
  std::string text_;
};

struct BinaryLoaded {
  SkeletonDataPtr data;
  std::optional<Error> error;
  std::vector<Warning> warnings;
  const SkeletonData* operator->() const { return data.get(); }
};

inline BinaryLoaded load_binary(std::string_view bytes, LoadOptions options = {}) {
  BinaryLoaded loaded;
  options.warnings = &loaded.warnings;
  Result<SkeletonDataPtr> result = parse_skeleton(bytes, "test.skel", options);
  if (result) {
    loaded.data = *result;
  } else {
    loaded.error = result.error();
  }
  return loaded;
}

/// The two test vectors of the specification (skeleton-binary.md 19), whole files of 4.3.
inline std::string vector_a() {
  return from_hex(R"(
      00 01 02 03 04 05 06 07  06 34 2e 33 2e 30  c1200000 00000000 41a00000 42200000 42c80000  00  01 04 69 6d 67
      02
      05 72 6f 6f 74  00000000 00000000 00000000 3f800000 3f800000 00000000 00000000 00 00000000 00
      04 61 72 6d 00  42b40000 41200000 00000000 3f800000 3f800000 00000000 00000000 00 42480000 00
      01 02 73 01 ffffffff ffffffff 01 00
      00
      01 00 01 01  00 00000000 00000000 3f800000 3f800000 42000000 41800000
      00
      01 04 68 69 74 00 00000000 01 00
      01 02 61 02  00  01 01 01 00  02 01
      00000000 00000000  3f800000 42b40000 02 3e800000 00000000 3f400000 42b40000
      00 00 00 00 00 00 00 00  01 3f000000 00 00 00000000 00)");
}

inline std::string vector_b() {
  return from_hex(R"(
      00 00 00 00 00 00 00 00  06 34 2e 33 2e 30  00000000 00000000 00000000 00000000 42c80000  00  00
      02
      02 72  00000000 00000000 00000000 3f800000 3f800000 00000000 00000000 00 00000000 00
      02 74 00  00000000 00000000 00000000 3f800000 3f800000 00000000 00000000 00 00000000 00
      02  03 73 30 00 ffffffff ffffffff 00 00  03 73 31 01 ffffffff ffffffff 00 00
      04
      02 6b 00 01 00 01 66 02 3f000000
      02 78 02 01 01 00 22  00 00000000 01 01 3f800000 42c80000 40000000  01 42340000 02 3f000000
      02 70 03 01 90 bfa00000  3c 3f000000 42c80000 3f59999a 3f000000 00000000 00000000  80 00000000
      02 64 04 d2  00 41000000 02 00000000 3f000000
      00 00 00
      01 02 61 04 00 00
      01 00 02 00  09 00000000  4e 3f800000 40000000
      00 00
      01 00 01 05 01 00 00000000 40400000
      00 00
      02 00000000 01 01 ff ff ff ff 0f  3f800000 00
      01 02 01 00 01 3f000000 01 01 ff ff ff ff 0f
      00
      00)");
}

}  // namespace sinew::test
