#include "formats/json_fields.hpp"

#include <algorithm>
#include <cmath>

#include "formats/json_number.hpp"

namespace sinew {

namespace {

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

int hexadecimal_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

}  // namespace

bool equal_but_for_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t most = 80;
  std::size_t end = std::min(text.size(), most);
  if (end < text.size()) {
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not inside a character
  }
  std::string result(1, '\'');
  result += text.substr(0, end);
  if (end < text.size()) result += "...";
  result += '\'';
  return result;
}

void JsonFields::fail(const JsonNode& at, ErrorCode code, std::string message) {
  if (error_) return;
  error_ = Error{code, std::move(message), places().locate(at, file_name_)};
}

void JsonFields::warn(const JsonNode& at, ErrorCode code, std::string message) {
  if (!warnings_ || error_) return;
  ++warning_count_;
  if (warnings_kept_ >= kMostWarnings || warning_bytes_ > kMostWarningBytes) return;
  ++warnings_kept_;
  warnings_->push_back({code, std::move(message), places().locate(at, file_name_)});
  warning_bytes_ += warnings_->back().where.pointer.size();
}

void JsonFields::finish_warnings() {
  if (warning_count_ == warnings_kept_) return;
  Location where;
  where.file = file_name_;
  const std::size_t more = warning_count_ - warnings_kept_;
  warnings_->push_back({ErrorCode::limit,
                        more == 1 ? "One more warning is left out of this list."
                                  : std::to_string(more) + " more warnings are left out of this list.",
                        std::move(where)});
}

const JsonPlaces& JsonFields::places() {
  if (!places_) places_ = std::make_unique<JsonPlaces>(document_);
  return *places_;
}

std::string_view JsonFields::source_of_number(const JsonNode& value) {
  const std::string_view text = document_.source();
  const std::size_t first = places().offset(value);
  return text.substr(first, text.find_first_not_of("+-.0123456789eE", first) - first);
}

std::string JsonFields::found(const JsonNode& value) {
  switch (value.type()) {
    case JsonType::number:
      return "the number " + std::string(source_of_number(value).substr(0, 40));
    case JsonType::string:
      return "the text " + quoted(value.text());
    case JsonType::boolean:
      return value.boolean() ? "true" : "false";
    default:
      return std::string(describe(value.type()));
  }
}

bool JsonFields::expect(const JsonNode& value, JsonType type) {
  if (value.is(type)) return true;
  fail(value, ErrorCode::wrong_type, "Expected " + std::string(describe(type)) + ", found " + found(value) + ".");
  return false;
}

double JsonFields::number_otherwise(const JsonNode& value) {
  if (value.is(JsonType::string)) {
    const std::optional<double> converted = parse_json_number(value.text());
    if (converted && std::isfinite(*converted)) {
      warn(value, ErrorCode::wrong_type,
           "The number " + quoted(value.text()) + " is written as a text; it is converted.");
      return *converted;
    }
  }
  fail(value, ErrorCode::wrong_type, "Expected a number, found " + found(value) + ".");
  return 0;
}

std::int32_t JsonFields::integer_otherwise(const JsonNode& value) {
  const double exact = number(value);
  if (failed()) return 0;
  if (exact != std::floor(exact)) {
    fail(value, ErrorCode::bad_value, "Expected a whole number, found " + found(value) + ".");
    return 0;
  }
  if (exact < std::numeric_limits<std::int32_t>::min() || exact > std::numeric_limits<std::int32_t>::max()) {
    fail(value, ErrorCode::bad_value, "Expected a whole number of at most 32 bits, found " + found(value) + ".");
    return 0;
  }
  return static_cast<std::int32_t>(exact);
}

std::uint32_t JsonFields::index(const JsonNode& value, std::uint32_t most) {
  const std::int32_t number = integer(value);
  if (!failed() && (number < 0 || static_cast<std::uint32_t>(number) > most)) {
    fail(value, ErrorCode::bad_value,
         "Expected a whole number from 0 to " + std::to_string(most) + ", found " + found(value) + ".");
  }
  return failed() ? 0 : static_cast<std::uint32_t>(number);
}

bool JsonFields::boolean(const JsonNode& value) {
  if (value.is(JsonType::boolean)) return value.boolean();
  if (value.is(JsonType::number) && (value.number() == 0 || value.number() == 1)) return value.number() == 1;
  if (value.is(JsonType::string) && (value.text() == "true" || value.text() == "false")) return value.text() == "true";
  fail(value, ErrorCode::wrong_type, "Expected true or false, found " + found(value) + ".");
  return false;
}

std::string_view JsonFields::text(const JsonNode& value) {
  if (value.is(JsonType::string)) return value.text();
  if (value.is(JsonType::number)) {
    const std::string_view source = source_of_number(value);
    warn(
        value, ErrorCode::wrong_type,
        "Expected a text in quotes, found the number " + std::string(source.substr(0, 40)) + "; its digits are taken.");
    return source;
  }
  fail(value, ErrorCode::wrong_type, "Expected a text, found " + found(value) + ".");
  return {};
}

Color JsonFields::color(const JsonNode& value, bool with_alpha) {
  std::string_view digits = text(value);
  if (failed()) return {};
  if (digits.starts_with('#')) digits.remove_prefix(1);
  bool good = digits.size() == 6 || digits.size() == 8;
  float channels[4] = {1, 1, 1, 1};
  for (std::size_t i = 0; good && i < digits.size(); i += 2) {
    const int high = hexadecimal_digit(digits[i]), low = hexadecimal_digit(digits[i + 1]);
    good = high >= 0 && low >= 0;
    channels[i / 2] = static_cast<float>(high * 16 + low) / 255.0f;
  }
  if (!good) {
    fail(value, ErrorCode::bad_value,
         std::string("Expected a colour of 6 or 8 hexadecimal digits (RRGGBB") + (with_alpha ? "AA" : "") +
             "), found " + found(value) + ".");
    return {};
  }
  return {channels[0], channels[1], channels[2], with_alpha ? channels[3] : 1.0f};
}

const JsonNode* JsonFields::container(const JsonNode& object, const JsonName& name, JsonType type) {
  const JsonNode* value = object.find(name);
  return value && expect(*value, type) ? value : nullptr;
}

const JsonNode* JsonFields::required(const JsonNode& object, const JsonName& name) {
  const JsonNode* value = object.find(name);
  if (!value) fail(object, ErrorCode::missing_member, "The member '" + std::string(name.text()) + "' is missing.");
  return value;
}

const JsonNode* JsonFields::required_array(const JsonNode& object, const JsonName& name) {
  const JsonNode* value = required(object, name);
  return value && expect(*value, JsonType::array) ? value : nullptr;
}

std::string_view JsonFields::required_text(const JsonNode& object, const JsonName& name) {
  const JsonNode* value = required(object, name);
  return value ? text(*value) : std::string_view();
}

std::optional<std::size_t> JsonFields::find_choice(const JsonNode& value, std::span<const std::string_view> names) {
  const std::string_view name = text(value);
  if (failed()) return std::nullopt;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return i;
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (equal_but_for_case(names[i], name)) {
      warn(value, ErrorCode::bad_value, quoted(name) + " should be written '" + std::string(names[i]) + "'.");
      return i;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> JsonFields::choice(const JsonNode& value, std::span<const std::string_view> names) {
  const std::optional<std::size_t> found_choice = find_choice(value, names);
  if (found_choice || failed()) return found_choice;
  std::string message = "Expected one of ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i != 0) message += i + 1 == names.size() ? " or " : ", ";
    message += quoted(names[i]);
  }
  fail(value, ErrorCode::bad_value, message + ", found " + found(value) + ".");
  return std::nullopt;
}

}  // namespace sinew
