// Reading typed values out of a JsonDocument: the one place that knows what deviations are put up with
// (spec: skeleton-json.md 11) and how problems are reported (12).
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/json_document.hpp"
#include "formats/json_places.hpp"
#include "model/names.hpp"
#include "sinew/result.hpp"
#include "sinew/types.hpp"

namespace sinew {

/// Whether two names differ at most in the case of ASCII letters.
[[nodiscard]] bool equal_but_for_case(std::string_view a, std::string_view b);

/// 'name', shortened if it is very long.
[[nodiscard]] std::string quoted(std::string_view text);

/// Gives out values and collects problems. The first error sticks: after it every read returns some harmless value, so
/// that callers need to look at failed() only where they loop or allocate.
class JsonFields {
 public:
  /// More warnings than this are only counted.
  static constexpr std::size_t kMostWarnings = 1000;
  /// So are those behind so many bytes of places: a long name stands in each below it.
  static constexpr std::size_t kMostWarningBytes = std::size_t{4} << 20;

  JsonFields(const JsonDocument& document, std::string_view file_name, std::vector<Warning>* warnings)
      : document_(document), file_name_(file_name), warnings_(warnings) {}

  [[nodiscard]] bool failed() const noexcept { return error_.has_value(); }
  [[nodiscard]] Error take_error() { return *std::move(error_); }
  void fail(const JsonNode& at, ErrorCode code, std::string message);
  void warn(const JsonNode& at, ErrorCode code, std::string message);
  /// Says how many warnings were left out. Call it once, at the end.
  void finish_warnings();

  // A value that is there.
  [[nodiscard]] double number(const JsonNode& value) {
    return value.is(JsonType::number) ? value.number() : number_otherwise(value);
  }
  [[nodiscard]] std::int32_t integer(const JsonNode& value) {
    if (value.is(JsonType::number) && std::fabs(value.number()) < 0x7fffffff) {
      const auto whole = static_cast<std::int32_t>(value.number());
      if (whole == value.number()) return whole;
    }
    return integer_otherwise(value);
  }
  /// An integer in least .. most.
  [[nodiscard]] std::uint32_t index(const JsonNode& value, std::uint32_t most);
  [[nodiscard]] bool boolean(const JsonNode& value);
  [[nodiscard]] std::string_view text(const JsonNode& value);
  /// RRGGBBAA or RRGGBB. Without alpha, digits 7 and 8 are not looked at.
  [[nodiscard]] Color color(const JsonNode& value, bool with_alpha);
  /// Checks the type only.
  bool expect(const JsonNode& value, JsonType type);

  // Members with a default.
  [[nodiscard]] double number(const JsonNode& object, const JsonName& name, double otherwise) {
    const JsonNode* value = object.find(name);
    return value ? number(*value) : otherwise;
  }
  [[nodiscard]] std::int32_t integer(const JsonNode& object, const JsonName& name, std::int32_t otherwise) {
    const JsonNode* value = object.find(name);
    return value ? integer(*value) : otherwise;
  }
  [[nodiscard]] bool boolean(const JsonNode& object, const JsonName& name, bool otherwise) {
    const JsonNode* value = object.find(name);
    return value ? boolean(*value) : otherwise;
  }
  /// Empty when absent.
  [[nodiscard]] std::string_view text(const JsonNode& object, const JsonName& name) {
    const JsonNode* value = object.find(name);
    return value ? text(*value) : std::string_view();
  }
  [[nodiscard]] Color color(const JsonNode& object, const JsonName& name, bool with_alpha, Color otherwise) {
    const JsonNode* value = object.find(name);
    return value ? color(*value, with_alpha) : otherwise;
  }
  template <class E>
  [[nodiscard]] E enumeration(const JsonNode& object, const JsonName& name, E otherwise) {
    const JsonNode* value = object.find(name);
    if (!value) return otherwise;
    return static_cast<E>(choice(*value, EnumNames<E>::values).value_or(static_cast<std::size_t>(otherwise)));
  }
  /// Null when the member is absent. An error when it is something else.
  [[nodiscard]] const JsonNode* array(const JsonNode& object, const JsonName& name) {
    return container(object, name, JsonType::array);
  }
  [[nodiscard]] const JsonNode* object(const JsonNode& object, const JsonName& name) {
    return container(object, name, JsonType::object);
  }

  // Required members: an error at the object when absent.
  [[nodiscard]] const JsonNode* required(const JsonNode& object, const JsonName& name);
  [[nodiscard]] const JsonNode* required_array(const JsonNode& object, const JsonName& name);
  [[nodiscard]] std::string_view required_text(const JsonNode& object, const JsonName& name);

  /// Which of the names the value is, with any capitalisation. Nothing (and no error) when it is none of them.
  [[nodiscard]] std::optional<std::size_t> find_choice(const JsonNode& value, std::span<const std::string_view> names);
  /// The same with an error.
  [[nodiscard]] std::optional<std::size_t> choice(const JsonNode& value, std::span<const std::string_view> names);

  /// A number as it stands in the text.
  [[nodiscard]] std::string_view source_of_number(const JsonNode& value);

 private:
  const JsonPlaces& places();
  [[nodiscard]] double number_otherwise(const JsonNode& value);
  [[nodiscard]] std::int32_t integer_otherwise(const JsonNode& value);
  [[nodiscard]] const JsonNode* container(const JsonNode& object, const JsonName& name, JsonType type);
  [[nodiscard]] std::string found(const JsonNode& value);

  const JsonDocument& document_;
  std::string_view file_name_;
  std::vector<Warning>* warnings_;
  std::size_t warning_count_ = 0, warnings_kept_ = 0, warning_bytes_ = 0;
  std::optional<Error> error_;
  std::unique_ptr<JsonPlaces> places_;
};

}  // namespace sinew
