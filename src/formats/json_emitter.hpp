// Writing JSON member by member, without blanks.
#pragma once

#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/json_number_text.hpp"
#include "model/unknown_fields.hpp"
#include "sinew/result.hpp"
#include "sinew/types.hpp"

namespace sinew {

/// Appends values to a text. It knows where it is: every member may be given a name, which counts in objects only.
/// What no JSON can hold (a number that is not finite, text that is not UTF-8) is an error; the first one sticks.
class JsonEmitter {
 public:
  /// With `unknown`, each object gets the fields that belong to it when it is closed.
  explicit JsonEmitter(NumberDigits digits, const UnknownFields* unknown = nullptr);

  /// Closes what was opened.
  class [[nodiscard]] Scope {
   public:
    explicit Scope(JsonEmitter& emitter) : emitter_(emitter) {}
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { emitter_.close_or_note(); }

   private:
    JsonEmitter& emitter_;
  };
  Scope object(std::string_view name = {}) {
    open('{', name);
    return Scope(*this);
  }
  Scope array(std::string_view name = {}) {
    open('[', name);
    return Scope(*this);
  }

  void number(std::string_view name, double value) { number_with(name, value, digits_); }
  /// A number that is a float even where the others are doubles.
  void number(std::string_view name, float value) {
    number_with(name, static_cast<double>(value), NumberDigits::of_float);
  }
  /// A number whose every bit counts, even where the others are floats.
  void exact_number(std::string_view name, double value) { number_with(name, value, NumberDigits::of_double); }
  void integer(std::string_view name, std::int64_t value);
  void boolean(std::string_view name, bool value);
  void text(std::string_view name, std::string_view value);
  /// Six digits, or eight with alpha; channels beyond 0 to 1 are taken to their limits.
  void color(std::string_view name, Color value, bool with_alpha);
  void null(std::string_view name);

  // What is left out when it is the default.
  void number(std::string_view name, double value, double otherwise) {
    if (value != otherwise) number(name, value);
  }
  void integer(std::string_view name, std::int64_t value, std::int64_t otherwise) {
    if (value != otherwise) integer(name, value);
  }
  void boolean(std::string_view name, bool value, bool otherwise) {
    if (value != otherwise) boolean(name, value);
  }
  void text_unless_empty(std::string_view name, std::string_view value) {
    if (!value.empty()) text(name, value);
  }

  /// Says that the value called `name` (or the open container, if there is no name) cannot be written.
  void fail(std::string_view name, ErrorCode code, std::string message);
  [[nodiscard]] const std::optional<Error>& error() const noexcept { return error_; }

  [[nodiscard]] std::string take() {
    if (no_memory_) throw std::bad_alloc();
    return std::move(text_);
  }

 private:
  struct Level {
    bool array = false;
    std::size_t children = 0;
    std::size_t path_size = 0;  ///< of path_ without this container's own part
  };

  void open(char bracket, std::string_view name);
  void close();
  /// Where memory runs out, take() will say so: a Scope may be closed because something was thrown.
  void close_or_note() noexcept;
  void begin_value(std::string_view name);
  void number_with(std::string_view name, double value, NumberDigits digits);
  void quote(std::string_view value);
  void append_unknown();

  std::string text_;
  std::string path_;  ///< JSON pointer of the container that is open
  std::vector<Level> levels_;
  NumberDigits digits_;
  std::span<const UnknownField> unknown_;
  std::vector<bool> used_;  ///< of the unknown fields: written already
  std::optional<Error> error_;
  bool no_memory_ = false;
};

}  // namespace sinew
