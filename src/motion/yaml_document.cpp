#include "motion/yaml_document.hpp"

#include <yaml.h>

#include <algorithm>
#include <string>

#include "base/limit_error.hpp"

namespace sinew::motion {

namespace {

constexpr std::size_t kMaxNodes = 2'000'000;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

Location locate_in(std::string_view text, std::string_view file, std::size_t offset) {
  offset = std::min(offset, text.size());
  const std::size_t start = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  std::uint32_t line = 1;
  std::size_t line_start = start;
  for (std::size_t i = start; i < offset; ++i) {
    const bool lone_return = text[i] == '\r' && !(i + 1 < text.size() && text[i + 1] == '\n');
    if (text[i] == '\n' || lone_return) {
      ++line;
      line_start = i + 1;
    }
  }
  const std::size_t column = offset < line_start ? 0 : offset - line_start;
  return {std::string(file), line, static_cast<std::uint32_t>(column + 1), offset, {}};
}

/// libyaml counts characters; this turns them into bytes.
class ByteOffsets {
 public:
  explicit ByteOffsets(std::string_view text) : text_(text) {
    if (std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return;
    std::size_t characters = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (!is_first_byte(text[i])) continue;
      if (characters++ % kStride == 0) every_.push_back(static_cast<std::uint32_t>(i));
    }
  }

  [[nodiscard]] std::size_t of(std::size_t character) const {
    if (every_.empty()) return std::min(character, text_.size());
    const std::size_t block = character / kStride;
    if (block >= every_.size()) return text_.size();
    std::size_t at = every_[block];
    for (std::size_t left = character % kStride; left > 0 && at < text_.size(); --left) {
      ++at;
      while (at < text_.size() && !is_first_byte(text_[at])) ++at;
    }
    return at;
  }

 private:
  static constexpr std::size_t kStride = 64;
  static bool is_first_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

  std::string_view text_;
  std::vector<std::uint32_t> every_;  // where every 64th character begins; empty: one byte each
};

bool is_null_word(std::string_view text) {
  return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

class Parser {
 public:
  explicit Parser(std::string_view text) : valid_(yaml_parser_initialize(&parser_) == 1) {
    if (!valid_) return;
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    if (text.data() == nullptr) text = "";  // libyaml does not take null, not even for no bytes
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  }
  ~Parser() {
    if (valid_) yaml_parser_delete(&parser_);
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  [[nodiscard]] bool valid() const noexcept { return valid_; }
  [[nodiscard]] yaml_parser_t& get() noexcept { return parser_; }

 private:
  yaml_parser_t parser_;
  bool valid_;
};

class Event {
 public:
  explicit Event(yaml_parser_t& parser) : valid_(yaml_parser_parse(&parser, &event_) == 1) {}
  ~Event() {
    if (valid_) yaml_event_delete(&event_);
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  [[nodiscard]] bool valid() const noexcept { return valid_; }
  const yaml_event_t* operator->() const noexcept { return &event_; }

 private:
  yaml_event_t event_;
  bool valid_;
};

}  // namespace

class YamlDocument::Builder {
 public:
  Builder(YamlDocument& document, std::string_view body, std::size_t shift, std::size_t max_depth)
      : document_(document), shift_(shift), max_depth_(max_depth), offsets_(body), parser_(body) {}

  Status run() {
    if (!parser_.valid()) return fail(ErrorCode::environment, "There is not enough memory.", 0);
    std::size_t documents = 0;
    for (;;) {
      const Event event(parser_.get());
      if (!event.valid()) return syntax_error();
      switch (event->type) {
        case YAML_STREAM_END_EVENT:
          return ok();
        case YAML_DOCUMENT_START_EVENT:
          if (++documents > 1) {
            return fail(ErrorCode::syntax, "A second document begins here. Keep one in a file.",
                        event->start_mark.index);
          }
          break;
        case YAML_ALIAS_EVENT:
          return fail(ErrorCode::not_supported, "Aliases (*name) are not allowed. Write the value itself.",
                      event->start_mark.index);
        case YAML_SCALAR_EVENT:
        case YAML_SEQUENCE_START_EVENT:
        case YAML_MAPPING_START_EVENT:
          if (Status added = add(event); !added) return added;
          break;
        case YAML_SEQUENCE_END_EVENT:
        case YAML_MAPPING_END_EVENT:
          close(event);
          break;
        default:
          break;
      }
    }
  }

 private:
  struct Open {
    std::uint32_t node, last_child;
    std::size_t first_line;
  };

  Status fail(ErrorCode code, std::string message, std::size_t character) const {
    return Error{code, std::move(message),
                 locate_in(document_.text_, document_.file_, offsets_.of(character) + shift_)};
  }

  Status syntax_error() {
    const yaml_parser_t& parser = parser_.get();
    if (parser.error == YAML_MEMORY_ERROR) return fail(ErrorCode::environment, "There is not enough memory.", 0);
    const std::string what = parser.problem == nullptr ? "it cannot be read" : parser.problem;
    if (parser.error == YAML_READER_ERROR) {
      return Error{ErrorCode::encoding, "The file is not UTF-8 text: " + what + '.',
                   locate_in(document_.text_, document_.file_, parser.problem_offset + shift_)};
    }
    std::string message = "The file is not valid YAML: " + what;
    if (parser.context != nullptr) message += ", " + std::string(parser.context);
    return fail(ErrorCode::syntax, message + '.', parser.problem_mark.index);
  }

  Status add(const Event& event) {
    if (document_.nodes_.size() >= kMaxNodes) {
      return fail(ErrorCode::limit, "The file has more than 2000000 values.", event->start_mark.index);
    }
    const auto index = static_cast<std::uint32_t>(document_.nodes_.size());
    Node node;
    node.begin = offset(event->start_mark);
    node.end = offset(event->end_mark);
    if (event->type == YAML_SCALAR_EVENT) {
      const auto& scalar = event->data.scalar;
      const std::string_view text(reinterpret_cast<const char*>(scalar.value), scalar.length);
      const bool plain = scalar.style == YAML_PLAIN_SCALAR_STYLE;
      node.kind = plain && is_null_word(text) ? Kind::null : Kind::scalar;
      node.one_line = event->start_mark.line == event->end_mark.line;
      node.text_begin = static_cast<std::uint32_t>(document_.scalars_.size());
      node.text_size = static_cast<std::uint32_t>(text.size());
      document_.scalars_ += text;
    } else if (event->type == YAML_SEQUENCE_START_EVENT) {
      node.kind = Kind::list;
      node.flow = event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    } else {
      node.kind = Kind::map;
      node.flow = event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
    }
    if (!open_.empty()) {
      Open& parent = open_.back();
      if (parent.last_child == 0) {
        document_.nodes_[parent.node].first = index;
      } else {
        document_.nodes_[parent.last_child].next = index;
      }
      parent.last_child = index;
      ++document_.nodes_[parent.node].count;
    }
    document_.nodes_.push_back(node);
    if (event->type != YAML_SCALAR_EVENT) {
      if (open_.size() >= max_depth_) {
        return fail(ErrorCode::limit,
                    "Values are nested deeper than " + std::to_string(max_depth_) +
                        " levels. A program that trusts the file can raise LoadLimits::max_depth.",
                    event->start_mark.index);
      }
      open_.push_back({index, 0, event->start_mark.line});
    }
    return ok();
  }

  void close(const Event& event) {
    const Open open = open_.back();
    open_.pop_back();
    Node& node = document_.nodes_[open.node];
    if (node.flow) {
      node.end = offset(event->end_mark);
      node.one_line = open.first_line == event->end_mark.line;
    } else if (open.last_child != 0) {
      node.end = document_.nodes_[open.last_child].end;
    }
  }

  [[nodiscard]] std::uint32_t offset(const yaml_mark_t& mark) const {
    return static_cast<std::uint32_t>(offsets_.of(mark.index) + shift_);
  }

  YamlDocument& document_;
  std::size_t shift_;  // a byte order mark
  std::size_t max_depth_;
  ByteOffsets offsets_;
  Parser parser_;
  std::vector<Open> open_;
};

Result<YamlDocument> YamlDocument::parse(std::string_view text, std::string_view file, const LoadLimits& limits) {
  YamlDocument document;
  document.text_ = text;
  document.file_ = file;
  constexpr std::size_t most = 0xfffffff0u;  // places are kept in 32 bits
  if (text.size() > limits.max_bytes || text.size() > most) {
    return file_size_error(text.size(), std::min(limits.max_bytes, most), file);
  }
  // libyaml compares each %TAG with all before it.
  constexpr std::size_t most_directives = 100;
  std::size_t directives = text.starts_with('%') ? 1 : 0;
  for (std::size_t at = text.find("\n%"); at != text.npos; at = text.find("\n%", at + 1)) ++directives;
  for (std::size_t at = text.find("\r%"); at != text.npos; at = text.find("\r%", at + 1)) ++directives;
  if (directives > most_directives) {
    return Error{ErrorCode::limit,
                 "More than 100 lines begin with '%'; clips and rigs need no directives.",
                 {std::string(file), 0, 0, {}, {}}};
  }
  const std::size_t shift = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  Builder builder(document, text.substr(shift), shift, limits.max_depth);
  if (const Status built = builder.run(); !built) return built.error();
  if (document.nodes_.empty()) document.nodes_.emplace_back();
  return document;
}

Location YamlDocument::locate(std::size_t offset) const {
  return locate_in(text_, file_, offset);
}

}  // namespace sinew::motion
