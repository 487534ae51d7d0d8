#include "formats/json_document.hpp"

#include <rapidjson/error/error.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/limit_error.hpp"
#include "formats/json_allocator.hpp"
#include "formats/json_number.hpp"
#include "formats/json_places.hpp"

namespace sinew {

std::string_view describe(JsonType type) noexcept {
  static constexpr std::array<std::string_view, 6> names = {"null",     "a boolean", "a number",
                                                            "a string", "an array",  "an object"};
  return names[static_cast<std::size_t>(type)];
}

/// Receives RapidJSON's events and appends nodes.
class JsonBuilder : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, JsonBuilder> {
 public:
  enum class Problem : std::uint8_t { none, depth, number };

  JsonBuilder(JsonDocument& document, std::uint32_t max_depth) : document_(document), max_depth_(max_depth) {
    open_.reserve(std::min<std::size_t>(max_depth, 64));
  }

  bool Null() { return add(JsonType::null) != nullptr; }
  bool Bool(bool value) {
    add(JsonType::boolean)->size_ = value ? 1 : 0;
    return true;
  }
  bool RawNumber(const char* text, rapidjson::SizeType size, bool /*copy*/) {
    const std::optional<double> value = parse_json_number({text, size});
    if (!value || !std::isfinite(*value)) {
      problem_ = Problem::number;
      return false;
    }
    add(JsonType::number)->content_.number = *value;
    return true;
  }
  bool String(const char* text, rapidjson::SizeType size, bool /*copy*/) {
    JsonNode* node = add(JsonType::string);
    node->content_.text = text;
    node->size_ = size;
    return true;
  }
  bool Key(const char* text, rapidjson::SizeType size, bool /*copy*/) {
    key_ = {text, size};
    return true;
  }
  bool StartObject() { return open(JsonType::object); }
  bool StartArray() { return open(JsonType::array); }
  bool EndArray(rapidjson::SizeType /*count*/) {
    open_.pop_back();
    return true;
  }
  bool EndObject(rapidjson::SizeType /*count*/) {
    const std::size_t object = open_.back().node;
    open_.pop_back();
    if (has_repeated_members(object)) resolve_repeated_members(object);
    return true;
  }

  [[nodiscard]] Problem problem() const { return problem_; }

  /// JSON pointer of the value that was about to be added.
  [[nodiscard]] std::string pointer() const {
    std::string pointer;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const JsonNode& container = document_.nodes_[open_[i].node];
      const bool last = i + 1 == open_.size();
      if (container.type_ == JsonType::object) {
        append_pointer_part(pointer, last ? key_ : document_.nodes_[open_[i + 1].node].key());
      } else {
        append_pointer_part(pointer, std::to_string(last ? container.size_ : container.size_ - 1));
      }
    }
    return pointer;
  }

 private:
  struct Open {
    std::uint32_t node = 0;
    std::uint32_t last_child = 0;
  };

  JsonNode* add(JsonType type) {
    auto& nodes = document_.nodes_;
    const auto index = static_cast<std::uint32_t>(nodes.size());
    if (!open_.empty()) {
      Open& parent = open_.back();
      JsonNode& container = nodes[parent.node];
      if (container.size_ == 0) {
        container.content_.first = static_cast<std::int32_t>(index - parent.node);
      } else {
        nodes[parent.last_child].next_ = static_cast<std::int32_t>(index - parent.last_child);
      }
      ++container.size_;
      parent.last_child = index;
    }
    JsonNode& node = nodes.emplace_back();
    node.type_ = type;
    node.key_ = key_.data();
    node.key_size_ = static_cast<std::uint32_t>(key_.size());
    key_ = {"", 0};
    return &node;
  }

  bool open(JsonType type) {
    if (open_.size() >= max_depth_) {
      problem_ = Problem::depth;
      return false;
    }
    add(type);
    open_.push_back({static_cast<std::uint32_t>(document_.nodes_.size() - 1), 0});
    return true;
  }

  bool has_repeated_members(std::size_t object) {
    const JsonNode& node = document_.nodes_[object];
    if (node.size_ < 2) return false;
    if (node.size_ <= 12) {
      for (auto a = node.begin(); a != node.end(); ++a) {
        for (auto b = a; ++b != node.end();) {
          const std::string_view x = a->key(), y = b->key();
          if (x.size() == y.size() && (x.empty() || (x[0] == y[0] && x == y))) return true;
        }
      }
      return false;
    }
    sort_members(object);
    for (std::size_t i = 1; i < members_.size(); ++i) {
      if (key_of(members_[i - 1]) == key_of(members_[i])) return true;
    }
    return false;
  }

  /// Fills members_ with the object's children, by name and then as in the text.
  void sort_members(std::size_t object) {
    members_.clear();
    const JsonNode* const base = document_.nodes_.data();
    for (const JsonNode& member : base[object]) members_.push_back(static_cast<std::uint32_t>(&member - base));
    std::sort(members_.begin(), members_.end(), [this](std::uint32_t a, std::uint32_t b) {
      const std::string_view x = key_of(a), y = key_of(b);
      if (x.size() != y.size()) return x.size() < y.size();
      const int order = x.compare(y);
      return order != 0 ? order < 0 : a < b;
    });
  }

  /// The last member of a name counts, at the place of the first.
  void resolve_repeated_members(std::size_t object) {
    auto& nodes = document_.nodes_;
    sort_members(object);
    // Pairs of place and member: sorting them by place gives the order in which members are kept.
    kept_.clear();
    for (std::size_t i = 0; i < members_.size();) {
      std::size_t last = i;
      while (last + 1 < members_.size() && key_of(members_[last + 1]) == key_of(members_[i])) ++last;
      kept_.push_back({members_[i], members_[last]});
      if (last != i) document_.repeated_.push_back(members_[last]);
      i = last + 1;
    }
    std::sort(kept_.begin(), kept_.end(), [](const Kept& a, const Kept& b) { return a.place < b.place; });
    const auto distance = [](std::size_t from, std::size_t to) {
      return static_cast<std::int32_t>(static_cast<std::int64_t>(to) - static_cast<std::int64_t>(from));
    };
    nodes[object].size_ = static_cast<std::uint32_t>(kept_.size());
    nodes[object].content_.first = distance(object, kept_.front().member);
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      nodes[kept_[i].member].next_ = i + 1 < kept_.size() ? distance(kept_[i].member, kept_[i + 1].member) : 0;
    }
  }

  [[nodiscard]] std::string_view key_of(std::uint32_t node) const { return document_.nodes_[node].key(); }

  struct Kept {
    std::uint32_t place = 0, member = 0;
  };

  JsonDocument& document_;
  std::uint32_t max_depth_;
  std::vector<Open> open_;
  std::string_view key_ = {"", 0};
  Problem problem_ = Problem::none;
  std::vector<std::uint32_t> members_;
  std::vector<Kept> kept_;
};

namespace {

/// An upper bound for the number of values: each is the first one, the first in a container, or behind a comma.
std::size_t bound_of_values(std::string_view text) {
  std::size_t count = 1;
  for (const char c : text) count += static_cast<std::size_t>((c == ',') | (c == '[') | (c == '{'));
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

Result<JsonDocument> JsonDocument::parse(std::string_view bytes, std::string_view file_name, const LoadLimits& limits) {
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

  const std::size_t values = bound_of_values(text);
  if (values > limits.max_memory / sizeof(JsonNode)) {
    return limit_error("The values of the text may need", values * sizeof(JsonNode), "bytes of memory",
                       limits.max_memory, "max_memory", file_name);
  }
  // Zeros behind it: checking UTF-8, RapidJSON takes all four bytes that a first byte announces before it looks at
  // them.
  constexpr std::size_t zeros = 4;
  document.buffer_.reset(new char[text.size() + zeros]);
  std::memcpy(document.buffer_.get(), text.data(), text.size());
  std::memset(document.buffer_.get() + text.size(), 0, zeros);
  document.nodes_.reserve(std::min<std::size_t>(values, std::size_t{1} << 20));

  constexpr unsigned flags = rapidjson::kParseInsituFlag | rapidjson::kParseIterativeFlag |
                             rapidjson::kParseValidateEncodingFlag | rapidjson::kParseNumbersAsStringsFlag;
  JsonBuilder builder(document, limits.max_depth);
  rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, JsonAllocator> reader;
  rapidjson::InsituStringStream stream(document.buffer_.get());
  const rapidjson::ParseResult result = reader.Parse<flags>(stream, builder);

  if (builder.problem() == JsonBuilder::Problem::depth) {
    const std::size_t at = std::min(result.Offset(), text.size() - 1);
    Error error = located({ErrorCode::limit,
                           "Arrays and objects are nested more than " + std::to_string(limits.max_depth) +
                               " deep. A program that trusts the file can raise LoadLimits::max_depth.",
                           {}},
                          at);
    error.where.pointer = builder.pointer();
    return error;
  }
  if (builder.problem() == JsonBuilder::Problem::number || result.Code() == rapidjson::kParseErrorNumberTooBig) {
    // RapidJSON stops before, in or behind the number, depending on what it noticed.
    constexpr std::string_view in_numbers = "+-.0123456789eE";
    std::size_t first = std::min(result.Offset(), text.size());
    while (first > 0 && in_numbers.find(text[first - 1]) != std::string_view::npos) --first;
    std::size_t last = text.find_first_not_of(in_numbers, first);
    if (last == std::string_view::npos) last = text.size();
    std::string number(text.substr(first, std::min<std::size_t>(last - first, 40)));
    if (last - first > 40) number += "...";
    Error error = located({ErrorCode::bad_value, "The number " + number + " is out of range.", {}}, first);
    error.where.pointer = builder.pointer();
    return error;
  }
  if (result.IsError()) return located(syntax_error(result.Code(), text, result.Offset()), result.Offset());
  if (stream.Tell() < text.size()) {
    return located({ErrorCode::syntax, "The file has a byte 0 in it, which JSON does not allow.", {}}, stream.Tell());
  }
  return document;
}

}  // namespace sinew
