#include "formats/json_simdjson.hpp"

#include "formats/json_nodes.hpp"

#ifdef SINEW_HAS_SIMDJSON

#include <simdjson.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <string_view>

#include "formats/json_number.hpp"
#include "formats/json_string.hpp"

namespace sinew {

namespace {

namespace ondemand = simdjson::ondemand;

static_assert(simdjson_padding >= simdjson::SIMDJSON_PADDING);

/// Whether a number or word that ends before this character is complete. simdjson checks what comes behind white space.
constexpr bool ends_scalar(char c) {
  return c == ',' || c == ']' || c == '}' || c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// The first quote or backslash from here on; there is one, and 16 bytes behind it can be read. Most names are found
/// in the first step: a second one, now and then, would be guessed wrong.
const char* find_quote_or_escape(const char* at) {
#ifdef __SSE2__
  for (;; at += 16) {
    __m128i bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    const __m128i found =
        _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(found));
    if (mask != 0) return at + __builtin_ctz(mask);
  }
#else
  while (*at != '"' && *at != '\\') ++at;
  return at;
#endif
}

/// Visits every value, so that nothing that is wrong goes unseen: On-Demand looks only where one goes. Every function
/// returns false where RapidJSON has to look.
class Reader {
 public:
  Reader(JsonNodeWriter& nodes, char* text, std::uint32_t max_depth) : nodes_(nodes), text_(text), left_(max_depth) {}

  /// The whole document: an array or object, and nothing behind it.
  bool read(ondemand::document& document) {
    ondemand::json_type type{};
    if (document.type().get(type) != simdjson::SUCCESS) return false;
    if (type == ondemand::json_type::object) {
      if (!read_object(document, nodes_.add(JsonType::object, JsonNodeWriter::no_name))) return false;
    } else if (type == ondemand::json_type::array) {
      if (!read_array(document, nodes_.add(JsonType::array, JsonNodeWriter::no_name))) return false;
    } else {
      return false;
    }
    return document.current_location().error() == simdjson::OUT_OF_BOUNDS;
  }

 private:
  // Inlined where it is called: most children are numbers, and reading one needs less than calling a function does.
  [[gnu::always_inline]] bool read_child(ondemand::value& value, std::string_view key, JsonNodeWriter::Open& parent) {
    const char* const token = value.raw_json_token().data();
    const auto add = [&](JsonType type) {
      const std::uint32_t node = nodes_.add(type, key);
      nodes_.link(parent, node);
      return node;
    };
    switch (*token) {
      case '{':
        return read_object(value, add(JsonType::object));
      case '[':
        return read_array(value, add(JsonType::array));
      case '"':
        return read_string(value, add(JsonType::string));
      case 't':
        nodes_.set_boolean(add(JsonType::boolean), true);
        return is_word(token, "true");
      case 'f':
        add(JsonType::boolean);
        return is_word(token, "false");
      case 'n':
        add(JsonType::null);
        return is_word(token, "null");
      default:
        return read_number(value, token, add(JsonType::number));
    }
  }

  static bool is_word(const char* token, std::string_view word) {
    return std::memcmp(token, word.data(), word.size()) == 0 && ends_scalar(token[word.size()]);
  }

  bool read_number(ondemand::value& value, const char* token, std::uint32_t node) {
    double number = 0;
    const std::size_t length = parse_short_json_number(token, number);
    if (length == 0 || !ends_scalar(token[length])) return read_long_number(value, node);
    nodes_.set_number(node, number);
    return true;
  }

  [[gnu::noinline]] bool read_long_number(ondemand::value& value, std::uint32_t node) {
    std::string_view text = value.raw_json_token();
    while (!text.empty() && ends_scalar(text.back())) text.remove_suffix(1);
    // RapidJSON refuses some numbers with large exponents or very many digits that are in range.
    if (text.size() > 300) return false;
    if (const std::size_t e = text.find_first_of("eE"); e != std::string_view::npos) {
      if (e + 1 == text.size() || text[e + 1] != '-') return false;
    }
    const std::optional<double> number = parse_json_number(text);
    if (!number || !std::isfinite(*number)) return false;
    nodes_.set_number(node, *number);
    return true;
  }

  bool read_string(ondemand::value& value, std::uint32_t node) {
    // This takes the token. Left alone, it would be skipped, and ["a": 1] would pass: before a colon, simdjson takes
    // what it skips for the name of a member.
    ondemand::raw_json_string raw;
    if (value.get_raw_json_string().get(raw) != simdjson::SUCCESS) return false;
    const std::optional<std::string_view> text = decode(raw.raw());
    if (text) nodes_.set_text(node, text->data(), text->size());
    return text.has_value();
  }

  /// Of a value or a document.
  template <class Value>
  bool read_array(Value& value, std::uint32_t node) {
    ondemand::array array;
    if (left_ == 0 || value.get_array().get(array) != simdjson::SUCCESS) return false;
    --left_;
    JsonNodeWriter::Open open{node, node, 0};
    for (auto result : array) {
      ondemand::value element;
      if (std::move(result).get(element) != simdjson::SUCCESS || !read_child(element, JsonNodeWriter::no_name, open))
        return false;
    }
    nodes_.close_array(open);
    ++left_;
    return true;
  }

  template <class Value>
  bool read_object(Value& value, std::uint32_t node) {
    ondemand::object object;
    if (left_ == 0 || value.get_object().get(object) != simdjson::SUCCESS) return false;
    --left_;
    JsonNodeWriter::Open open{node, node, 0};
    // A bit for each kind of name: while no two are of one kind, no two are the same.
    std::uint64_t kinds = 0;
    bool distinct = true;
    for (auto result : object) {
      ondemand::field field;
      if (std::move(result).get(field) != simdjson::SUCCESS) return false;
      const std::optional<std::string_view> key = decode(field.key().raw());
      if (!key) return false;
      const std::uint64_t kind = std::uint64_t{1}
                                 << ((static_cast<unsigned char>(*key->data()) + 8 * key->size()) & 63);
      distinct = distinct && (kinds & kind) == 0;
      kinds |= kind;
      if (!read_child(field.value(), *key, open)) return false;
    }
    nodes_.close_object(open, distinct);
    ++left_;
    return true;
  }

  /// The text of a string whose first character is at `first`. Escapes are decoded in place.
  std::optional<std::string_view> decode(const char* first) {
    const char* const end = find_quote_or_escape(first);
    if (*end == '"') return std::string_view(first, static_cast<std::size_t>(end - first));
    return decode_json_string(text_ + (first - 1 - text_));
  }

  JsonNodeWriter& nodes_;
  char* text_;
  std::uint32_t left_;  ///< how much deeper arrays and objects may be nested
};

}  // namespace

SimdjsonVerdict read_with_simdjson(JsonNodeWriter& nodes, char* text, std::size_t size, std::uint32_t max_depth) {
  // It takes memory by the size of the text, more than five times as much: no more than 90 MB.
  constexpr std::size_t most_bytes = std::size_t{16} << 20;
  if (size > most_bytes) return SimdjsonVerdict::not_tried;
  constexpr std::uint32_t most_depth = 256;  // each level is a few hundred bytes of stack
  // Values of skeletons take eight bytes or more. What is not used is never touched; and one block that is larger than
  // all others together is what makes the C library keep memory for the next skeleton instead of giving it back.
  nodes.start(std::min<std::size_t>(size / 3 + 16, std::size_t{1} << 20));
  ondemand::parser parser;
  ondemand::document document;
  simdjson::error_code error = parser.allocate(size, most_depth);
  if (error == simdjson::SUCCESS) error = parser.iterate(text, size, size + simdjson_padding).get(document);
  if (error == simdjson::MEMALLOC) throw std::bad_alloc();
  const bool read = error == simdjson::SUCCESS && Reader(nodes, text, std::min(max_depth, most_depth)).read(document);
  return read ? SimdjsonVerdict::read : SimdjsonVerdict::unsure;
}

}  // namespace sinew

#else

namespace sinew {

SimdjsonVerdict read_with_simdjson(JsonNodeWriter&, char*, std::size_t, std::uint32_t) {
  return SimdjsonVerdict::not_tried;
}

}  // namespace sinew

#endif
