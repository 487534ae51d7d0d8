// Big-endian numbers out of memory, never past its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

namespace sinew {

/// Reads items one behind the other. The first problem sticks: after it nothing is left to read and every read gives 0,
/// so that callers need to ask ok() only before they use a value as more than a number.
class ByteReader {
 public:
  enum class Problem : std::uint8_t {
    none,
    end,      ///< the bytes end within the item
    integer,  ///< a variable-length integer of more than 32 bits
    number,   ///< not a number, or infinite
    stopped,  ///< the caller's own
  };

  explicit ByteReader(std::string_view bytes) noexcept
      : begin_(reinterpret_cast<const unsigned char*>(bytes.data())), at_(begin_), end_(begin_ + bytes.size()) {}

  [[nodiscard]] bool ok() const noexcept { return problem_ == Problem::none; }
  [[nodiscard]] Problem problem() const noexcept { return problem_; }
  /// Where the item begins that had the problem.
  [[nodiscard]] std::size_t problem_offset() const noexcept { return problem_offset_; }

  [[nodiscard]] std::size_t offset() const noexcept { return static_cast<std::size_t>(at_ - begin_); }
  [[nodiscard]] std::size_t remaining() const noexcept { return static_cast<std::size_t>(end_ - at_); }

  /// Goes on reading from an earlier offset. Does nothing after a problem.
  void rewind(std::size_t offset) noexcept {
    if (ok() && offset <= this->offset()) at_ = begin_ + offset;
  }
  /// Makes the caller's own problem stick.
  void stop(std::size_t offset) noexcept { fail(Problem::stopped, offset); }

  [[nodiscard]] std::uint8_t u8() noexcept {
    if (at_ == end_) return fail(Problem::end), std::uint8_t{0};
    return *at_++;
  }
  [[nodiscard]] bool boolean() noexcept { return u8() != 0; }
  [[nodiscard]] std::int8_t i8() noexcept { return static_cast<std::int8_t>(u8()); }

  [[nodiscard]] std::uint16_t u16() noexcept {
    if (remaining() < 2) return fail(Problem::end), std::uint16_t{0};
    const auto value = static_cast<std::uint16_t>((at_[0] << 8) | at_[1]);
    at_ += 2;
    return value;
  }
  [[nodiscard]] std::int32_t i32() noexcept {
    if (remaining() < 4) return fail(Problem::end), 0;
    const std::uint32_t value = big_endian(at_);
    at_ += 4;
    return static_cast<std::int32_t>(value);
  }
  /// A finite number of single precision.
  [[nodiscard]] float f32() noexcept {
    if (remaining() < 4) return fail(Problem::end), 0.0f;
    const std::uint32_t bits = big_endian(at_);
    if ((bits & kExponent) == kExponent) return fail(Problem::number), 0.0f;
    at_ += 4;
    float value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }
  /// As many of them as `target` has room for; zeros after a problem.
  void f32s(std::span<double> target) noexcept { read_f32s(target); }
  void f32s(std::span<float> target) noexcept { read_f32s(target); }
  /// A variable-length integer: seven bits a byte, the lowest first, at most five bytes.
  [[nodiscard]] std::uint32_t uv() noexcept {
    if (at_ != end_ && *at_ < 0x80) return *at_++;
    return long_uv();
  }
  /// As many of them as `target` has room for, if each is of one byte: gives the largest. Else nothing is read.
  [[nodiscard]] std::optional<std::uint32_t> short_uvs(std::span<std::uint32_t> target) noexcept {
    if (remaining() < target.size()) return std::nullopt;
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i < target.size(); ++i) {
      target[i] = at_[i];
      if (at_[i] > largest) largest = at_[i];
    }
    if (largest >= 0x80) return std::nullopt;
    at_ += target.size();
    return largest;
  }
  /// A variable-length integer for numbers of either sign near zero.
  [[nodiscard]] std::int32_t sv() noexcept {
    const std::uint32_t pattern = uv();
    return static_cast<std::int32_t>((pattern >> 1) ^ (0u - (pattern & 1u)));
  }
  /// `size` bytes as they are.
  [[nodiscard]] std::string_view bytes(std::size_t size) noexcept {
    if (remaining() < size) return fail(Problem::end), std::string_view();
    const std::string_view view(reinterpret_cast<const char*>(at_), size);
    at_ += size;
    return view;
  }
  void skip(std::size_t size) noexcept {
    if (remaining() < size) return fail(Problem::end);
    at_ += size;
  }

 private:
  /// All of a number's exponent: set in infinity and in what is not a number.
  static constexpr std::uint32_t kExponent = 0x7f800000u;

  [[nodiscard]] static std::uint32_t big_endian(const unsigned char* at) noexcept {
    return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | at[3];
  }

  template <class Number>
  void read_f32s(std::span<Number> target) noexcept {
    std::uint32_t largest = 0;
    if (remaining() / 4 >= target.size()) {
      const unsigned char* next = at_;
      for (Number& one : target) {
        const std::uint32_t bits = big_endian(next);
        const std::uint32_t exponent = bits & kExponent;
        if (exponent > largest) largest = exponent;
        float value = 0;
        std::memcpy(&value, &bits, sizeof(value));
        one = static_cast<Number>(value);
        next += 4;
      }
      if (largest < kExponent) {
        at_ = next;
        return;
      }
    }
    // One by one up to the problem.
    for (Number& one : target) one = static_cast<Number>(f32());
  }

  [[nodiscard]] std::uint32_t long_uv() noexcept {
    std::uint32_t value = 0;
    const unsigned char* next = at_;
    for (int shift = 0; shift <= 28; shift += 7) {
      if (next == end_) return fail(Problem::end), 0u;
      const std::uint32_t byte = *next++;
      // Of the fifth byte only four bits are used.
      value |= (byte & (shift == 28 ? 0x0fu : 0x7fu)) << shift;
      if (byte < 0x80) {
        at_ = next;
        return value;
      }
    }
    return fail(Problem::integer), 0u;
  }

  void fail(Problem problem) noexcept { fail(problem, offset()); }
  void fail(Problem problem, std::size_t offset) noexcept {
    if (!ok()) return;
    problem_ = problem;
    problem_offset_ = offset;
    at_ = end_;
  }

  const unsigned char* begin_;
  const unsigned char* at_;
  const unsigned char* end_;
  std::size_t problem_offset_ = 0;
  Problem problem_ = Problem::none;
};

}  // namespace sinew
