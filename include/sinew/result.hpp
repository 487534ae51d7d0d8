// Values or errors: how every function that can fail because of its input reports it.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// Checks what the caller promised. Define it before including any header of the library to replace it.
#ifndef SINEW_ASSERT
#define SINEW_ASSERT(condition) assert(condition)
#endif

namespace sinew {

/// What kind of problem an Error or a Warning is; stable, so that a program can act on it.
enum class ErrorCode : std::uint8_t {
  file_not_found,       ///< there is no such file
  file_not_readable,    ///< it is there and cannot be read
  file_not_writable,    ///< an output could not be written
  empty_input,          ///< the file has no bytes
  syntax,               ///< not JSON, not an atlas, ...
  encoding,             ///< invalid UTF-8
  limit,                ///< larger or deeper than the limits allow
  unsupported_version,  ///< a version that this library cannot read
  missing_member,       ///< something required is absent
  wrong_type,           ///< e.g. a number where an object belongs
  bad_value,            ///< right type, impossible value
  unknown_reference,    ///< names something that is not there
  bad_order,            ///< e.g. a bone before its parent
  duplicate,            ///< two things of one name
  unknown_name,         ///< the caller asked for something that the data do not have
  not_supported,        ///< understood, but not done here
  environment,          ///< the machine lacks something, e.g. no OpenGL ES, no ffmpeg
};

/// The code's name, e.g. "missing_member".
[[nodiscard]] std::string_view name_of(ErrorCode code) noexcept;

/// Where in the input something is. Every part may be absent.
struct Location {
  std::string file;                   ///< as the caller named it; empty: not from a file
  std::uint32_t line = 0;             ///< from 1; 0: not known (binary input)
  std::uint32_t column = 0;           ///< from 1, in bytes; 0: not known
  std::optional<std::size_t> offset;  ///< byte offset from the start of the input
  std::string pointer;                ///< JSON pointer, e.g. "/animations/walk/bones/hip/rotate/3/curve"
};

/// One problem: what is wrong, where, and what to do about it.
struct Error {
  ErrorCode code = ErrorCode::bad_value;
  std::string message;  ///< a sentence without the place: "Expected an object, found a number."
  Location where;

  /// "hero.json:12:7: /bones/3/parent: There is no bone called 'hipp' before this one."
  [[nodiscard]] std::string to_string() const;
};

/// A problem that did not keep the input from being used.
using Warning = Error;

std::ostream& operator<<(std::ostream& out, const Error& error);

/// A value, or the Error that kept it from coming about. Use like a pointer after testing it like a bool.
template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit on purpose

  [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  [[nodiscard]] T& value() & {
    SINEW_ASSERT(has_value());
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] const T& value() const& {
    SINEW_ASSERT(has_value());
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] T&& value() && {
    SINEW_ASSERT(has_value());
    return std::move(*std::get_if<0>(&state_));
  }
  [[nodiscard]] const Error& error() const {
    SINEW_ASSERT(!has_value());
    return *std::get_if<1>(&state_);
  }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Error> state_;
};

/// The Result of something that has no value.
using Status = Result<std::monostate>;
[[nodiscard]] inline Status ok() {
  return std::monostate{};
}

}  // namespace sinew
