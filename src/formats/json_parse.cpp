#include "formats/json_parse.hpp"

#include <rapidjson/encodedstream.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "formats/json_number.hpp"

namespace sinew {

namespace {

/// The magnitude of a whole number, when it fits.
std::optional<std::uint64_t> magnitude_of(std::string_view digits) {
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (value > (largest - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

/// Hands everything on to the document but numbers, which arrive as texts.
class ExactNumbers : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, ExactNumbers> {
 public:
  explicit ExactNumbers(rapidjson::Document& document) : document_(document) {}

  bool Null() { return document_.Null(); }
  bool Bool(bool value) { return document_.Bool(value); }
  bool RawNumber(const char* text, rapidjson::SizeType length, bool) {
    const std::string_view number(text, length);
    const bool negative = number[0] == '-';
    const auto magnitude = magnitude_of(number.substr(negative ? 1 : 0));
    if (magnitude && !negative) {
      return *magnitude <= std::numeric_limits<std::uint32_t>::max()
                 ? document_.Uint(static_cast<std::uint32_t>(*magnitude))
                 : document_.Uint64(*magnitude);
    }
    if (magnitude && *magnitude <= std::uint64_t{1} << 63) {
      return document_.Int64(static_cast<std::int64_t>(~*magnitude + 1));
    }
    const std::optional<double> value = parse_json_number(number);
    too_big = value && !std::isfinite(*value);
    return value && !too_big && document_.Double(*value);
  }
  bool String(const char* text, rapidjson::SizeType length, bool copy) { return document_.String(text, length, copy); }
  bool StartObject() { return document_.StartObject(); }
  bool Key(const char* text, rapidjson::SizeType length, bool copy) { return document_.Key(text, length, copy); }
  bool EndObject(rapidjson::SizeType count) { return document_.EndObject(count); }
  bool StartArray() { return document_.StartArray(); }
  bool EndArray(rapidjson::SizeType count) { return document_.EndArray(count); }

  bool too_big = false;

 private:
  rapidjson::Document& document_;
};

}  // namespace

rapidjson::ParseResult parse_json(std::string_view text, rapidjson::Document& document) {
  rapidjson::ParseResult result;
  auto generate = [&](rapidjson::Document& handler) {
    rapidjson::MemoryStream memory(text.data(), text.size());
    rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream> stream(memory);
    ExactNumbers numbers(handler);
    rapidjson::Reader reader;
    result = reader.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag |
                          rapidjson::kParseNumbersAsStringsFlag>(stream, numbers);
    if (numbers.too_big) result.Set(rapidjson::kParseErrorNumberTooBig, result.Offset());
    return !result.IsError();
  };
  document.Populate(generate);
  return result;
}

}  // namespace sinew
