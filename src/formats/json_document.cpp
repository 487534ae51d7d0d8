#include "formats/json_document.hpp"

#include <rapidjson/error/error.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/limit_error.hpp"
#include "formats/json_allocator.hpp"
#include "formats/json_nodes.hpp"
#include "formats/json_number.hpp"
#include "formats/json_places.hpp"
#include "formats/json_simdjson.hpp"

namespace sinew {

std::string_view describe(JsonType type) noexcept {
  static constexpr std::array<std::string_view, 6> names = {"null",     "a boolean", "a number",
                                                            "a string", "an array",  "an object"};
  return names[static_cast<std::size_t>(type)];
}

namespace {

/// Receives RapidJSON's events and appends nodes. Its texts lie in a buffer that can be read a bit beyond their ends.
class NodeHandler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, NodeHandler> {
 public:
  enum class Problem : std::uint8_t { none, depth, number };

  NodeHandler(JsonNodeWriter& nodes, std::uint32_t max_depth) : nodes_(nodes), max_depth_(max_depth) {
    open_.reserve(std::min<std::size_t>(max_depth, 64));
  }

  bool Null() {
    add(JsonType::null);
    return true;
  }
  bool Bool(bool value) {
    nodes_.set_boolean(add(JsonType::boolean), value);
    return true;
  }
  bool RawNumber(const char* text, rapidjson::SizeType size, bool /*copy*/) {
    double number = 0;
    if (parse_short_json_number(text, number) != size) {
      const std::optional<double> value = parse_json_number({text, size});
      if (!value || !std::isfinite(*value)) {
        problem_ = Problem::number;
        return false;
      }
      number = *value;
    }
    nodes_.set_number(add(JsonType::number), number);
    return true;
  }
  bool String(const char* text, rapidjson::SizeType size, bool /*copy*/) {
    nodes_.set_text(add(JsonType::string), text, size);
    return true;
  }
  bool Key(const char* text, rapidjson::SizeType size, bool /*copy*/) {
    key_ = {text, size};
    return true;
  }
  bool StartObject() { return open(JsonType::object); }
  bool StartArray() { return open(JsonType::array); }
  bool EndArray(rapidjson::SizeType /*count*/) {
    nodes_.close_array(open_.back());
    open_.pop_back();
    return true;
  }
  bool EndObject(rapidjson::SizeType /*count*/) {
    nodes_.close_object(open_.back());
    open_.pop_back();
    return true;
  }

  [[nodiscard]] Problem problem() const { return problem_; }

  /// JSON pointer of the value that was about to be added.
  [[nodiscard]] std::string pointer() const {
    std::string pointer;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const JsonNodeWriter::Open& container = open_[i];
      const bool last = i + 1 == open_.size();
      if (nodes_.type_of(container.node) == JsonType::object) {
        append_pointer_part(pointer, last ? key_ : nodes_.key_of(open_[i + 1].node));
      } else {
        append_pointer_part(pointer, std::to_string(last ? container.size : container.size - 1));
      }
    }
    return pointer;
  }

 private:
  std::uint32_t add(JsonType type) {
    const std::uint32_t node = nodes_.add(type, key_);
    if (!open_.empty()) nodes_.link(open_.back(), node);
    key_ = JsonNodeWriter::no_name;
    return node;
  }

  bool open(JsonType type) {
    if (open_.size() >= max_depth_) {
      problem_ = Problem::depth;
      return false;
    }
    const std::uint32_t node = add(type);
    open_.push_back({node, node, 0});
    return true;
  }

  JsonNodeWriter& nodes_;
  std::uint32_t max_depth_;
  std::vector<JsonNodeWriter::Open> open_;
  std::string_view key_ = JsonNodeWriter::no_name;
  Problem problem_ = Problem::none;
};

/// An upper bound for the number of values: each is the first one, the first in a container, or behind a comma.
std::size_t bound_of_values(std::string_view text) {
  const auto starts_value = [](char c) { return (c == ',') | (c == '[') | (c == '{'); };
  std::size_t count = 1, at = 0;
  // In blocks whose count fits into a byte: compilers then look at 16 characters at once.
  constexpr std::size_t block = 240;
  for (; at + block <= text.size(); at += block) {
    std::uint8_t in_block = 0;
    for (std::size_t i = 0; i < block; ++i) in_block = static_cast<std::uint8_t>(in_block + starts_value(text[at + i]));
    count += in_block;
  }
  for (; at < text.size(); ++at) count += static_cast<std::size_t>(starts_value(text[at]));
  return count;
}

std::string hexadecimal(unsigned char byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  return {'0', 'x', digits[byte >> 4], digits[byte & 15]};
}

std::string at_offset(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return "the end of the file";
  const auto byte = static_cast<unsigned char>(text[offset]);
  if (byte < 0x20 || byte >= 0x7f) return "the byte " + hexadecimal(byte);
  return std::string("'") + text[offset] + "'";
}

Error syntax_error(rapidjson::ParseErrorCode code, std::string_view text, std::size_t offset) {
  const std::string found = at_offset(text, offset);
  switch (code) {
    case rapidjson::kParseErrorDocumentRootNotSingular:
      return {ErrorCode::syntax, "Something follows after the end of the JSON document: " + found + ".", {}};
    case rapidjson::kParseErrorObjectMissName:
      return {ErrorCode::syntax, "Expected the name of a member in quotes, found " + found + ".", {}};
    case rapidjson::kParseErrorObjectMissColon:
      return {ErrorCode::syntax, "Expected ':' after the name of a member, found " + found + ".", {}};
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
      return {ErrorCode::syntax, "Expected ',' or '}' after a member of an object, found " + found + ".", {}};
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
      return {ErrorCode::syntax, "Expected ',' or ']' after an element of an array, found " + found + ".", {}};
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
      return {ErrorCode::syntax, "\\u must be followed by four hexadecimal digits.", {}};
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
      return {ErrorCode::encoding, "This \\u escape is half of a surrogate pair.", {}};
    case rapidjson::kParseErrorStringEscapeInvalid: {
      const bool control = offset < text.size() && static_cast<unsigned char>(text[offset]) < 0x20;
      return {ErrorCode::syntax,
              control ? "A string must not hold a line break or another control character; write it as an escape."
                      : "A string has a \\ escape that JSON does not know.",
              {}};
    }
    case rapidjson::kParseErrorStringMissQuotationMark:
      return {ErrorCode::syntax, "A string is not closed: the file ends inside it.", {}};
    case rapidjson::kParseErrorStringInvalidEncoding:
      return {ErrorCode::encoding, "A string is not valid UTF-8. Save the file as UTF-8.", {}};
    case rapidjson::kParseErrorNumberMissFraction:
      return {ErrorCode::syntax, "Expected a digit after the decimal point, found " + found + ".", {}};
    case rapidjson::kParseErrorNumberMissExponent:
      return {ErrorCode::syntax, "Expected a digit in the exponent, found " + found + ".", {}};
    default:
      return {ErrorCode::syntax, "Expected a JSON value, found " + found + ".", {}};
  }
}

}  // namespace

Result<JsonDocument> JsonDocument::parse(std::string_view bytes, std::string_view file_name, const LoadLimits& limits,
                                         JsonParser parser) {
  const auto failure = [&](ErrorCode code, std::string message) {
    return Error{code, std::move(message), {std::string(file_name), 0, 0, {}, {}}};
  };
  if (bytes.empty()) return failure(ErrorCode::empty_input, "The file is empty.");
  // Nodes refer to each other by 32-bit distances, and there are at most half as many nodes as bytes.
  constexpr std::size_t most = 0xfffffff0u;
  if (bytes.size() > limits.max_bytes || bytes.size() > most) {
    return file_size_error(bytes.size(), std::min(limits.max_bytes, most), file_name);
  }

  JsonDocument document;
  document.mark_size_ = bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  document.source_ = bytes.substr(document.mark_size_);
  const std::string_view text = document.source_;

  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) {
    return failure(ErrorCode::empty_input, "The file has nothing but white space in it.");
  }
  const auto located = [&](Error error, std::size_t offset) {
    error.where.file = file_name;
    error.where.offset = offset + document.mark_size_;
    set_line_and_column(error.where, text, offset);
    return error;
  };
  if (std::string_view("{[\"-0123456789tfn").find(text[start]) == std::string_view::npos) {
    return located({ErrorCode::syntax,
                    "This is not JSON: it begins with " + at_offset(text, start) +
                        ", not with '{'. (A binary skeleton, .skel, is not text.)",
                    {}},
                   start);
  }

  // Each value but the last takes two bytes or more; counting them takes a pass that small texts can do without.
  if (text.size() / 2 + 1 > limits.max_memory / sizeof(JsonNode)) {
    const std::size_t values = bound_of_values(text);
    if (values > limits.max_memory / sizeof(JsonNode)) {
      return limit_error("The values of the text may need", values * sizeof(JsonNode), "bytes of memory",
                         limits.max_memory, "max_memory", file_name);
    }
  }
  // Zeros behind it: simdjson and our reader of numbers look further than a value goes, and RapidJSON, checking UTF-8,
  // takes all four bytes that a first byte announces before it looks at them.
  document.buffer_.reset(new char[text.size() + simdjson_padding]);
  char* const buffer = document.buffer_.get();
  std::memcpy(buffer, text.data(), text.size());
  std::memset(buffer + text.size(), 0, simdjson_padding);
  JsonNodeWriter nodes(document);
  if (parser == JsonParser::fastest) {
    switch (read_with_simdjson(nodes, buffer, text.size(), limits.max_depth)) {
      case SimdjsonVerdict::read:
        return document;
      case SimdjsonVerdict::unsure:  // RapidJSON has the last word, and words for what is wrong
        std::memcpy(buffer, text.data(), text.size());
        document.repeated_.clear();
        break;
      case SimdjsonVerdict::not_tried:
        break;
    }
  }

  nodes.start(std::min<std::size_t>(bound_of_values(text), std::size_t{1} << 20));
  NodeHandler handler(nodes, limits.max_depth);
  rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, JsonAllocator> reader;
  rapidjson::InsituStringStream stream(buffer);
  constexpr unsigned flags =
      rapidjson::kParseInsituFlag | rapidjson::kParseValidateEncodingFlag | rapidjson::kParseNumbersAsStringsFlag;
  // Recursion is faster, and the handler bounds its depth; what may be deeper goes without.
  constexpr std::uint32_t most_recursion = 256;
  const bool recursive = limits.max_depth <= most_recursion;
  const rapidjson::ParseResult result = recursive
                                            ? reader.Parse<flags>(stream, handler)
                                            : reader.Parse<flags | rapidjson::kParseIterativeFlag>(stream, handler);

  if (handler.problem() == NodeHandler::Problem::depth) {
    // The bracket; reading recursively, it has been passed.
    const std::size_t at = std::min(result.Offset() - (recursive ? 1 : 0), text.size() - 1);
    Error error = located({ErrorCode::limit,
                           "Arrays and objects are nested more than " + std::to_string(limits.max_depth) +
                               " deep. A program that trusts the file can raise LoadLimits::max_depth.",
                           {}},
                          at);
    error.where.pointer = handler.pointer();
    return error;
  }
  if (handler.problem() == NodeHandler::Problem::number || result.Code() == rapidjson::kParseErrorNumberTooBig) {
    // RapidJSON stops before, in or behind the number, depending on what it noticed.
    constexpr std::string_view in_numbers = "+-.0123456789eE";
    std::size_t first = std::min(result.Offset(), text.size());
    while (first > 0 && in_numbers.find(text[first - 1]) != std::string_view::npos) --first;
    std::size_t last = text.find_first_not_of(in_numbers, first);
    if (last == std::string_view::npos) last = text.size();
    std::string number(text.substr(first, std::min<std::size_t>(last - first, 40)));
    if (last - first > 40) number += "...";
    Error error = located({ErrorCode::bad_value, "The number " + number + " is out of range.", {}}, first);
    error.where.pointer = handler.pointer();
    return error;
  }
  if (result.IsError()) return located(syntax_error(result.Code(), text, result.Offset()), result.Offset());
  if (stream.Tell() < text.size()) {
    return located({ErrorCode::syntax, "The file has a byte 0 in it, which JSON does not allow.", {}}, stream.Tell());
  }
  return document;
}

}  // namespace sinew
