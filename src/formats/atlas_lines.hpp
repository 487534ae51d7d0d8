// The text of an atlas as lines, and lines as entries; every piece knows its place (spec: atlas.md 3).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "formats/atlas_text.hpp"

namespace sinew::atlas_text {

/// A piece of the text and where it starts.
struct Piece {
  std::string_view text;
  std::uint32_t line = 0;    // from 1
  std::uint32_t column = 0;  // from 1, in bytes
};

/// A line with a colon. Further values than four are not kept.
struct Entry {
  Piece name;
  std::array<Piece, 4> values;
  std::size_t count = 0;
};

/// The lines of the text, trimmed, one ahead.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) { advance(); }

  [[nodiscard]] bool done() const noexcept { return done_; }
  [[nodiscard]] const Piece& current() const noexcept { return current_; }
  [[nodiscard]] bool blank() const noexcept { return current_.text.empty(); }
  [[nodiscard]] bool is_entry() const noexcept { return !done_ && colon_ != std::string_view::npos; }

  void advance() noexcept {
    if (rest_.empty()) {
      done_ = true;
      return;
    }
    ++number_;
    const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
    current_ = trimmed({rest_.substr(0, end), number_, 1});
    colon_ = current_.text.find(':');
    const bool two = rest_.substr(end, 2) == "\r\n";
    rest_.remove_prefix(std::min(end + (two ? 2 : 1), rest_.size()));
  }

  /// The current line as an entry; is_entry() must hold.
  [[nodiscard]] Entry entry() const noexcept {
    Entry result;
    result.name = trimmed(part(0, colon_));
    for (std::size_t start = colon_ + 1; result.count < result.values.size();) {
      const std::size_t comma = std::min(current_.text.find(',', start), current_.text.size());
      result.values[result.count++] = trimmed(part(start, comma));
      if (comma == current_.text.size()) break;
      start = comma + 1;
    }
    return result;
  }

 private:
  [[nodiscard]] Piece part(std::size_t begin, std::size_t end) const noexcept {
    return {current_.text.substr(begin, end - begin), current_.line,
            current_.column + static_cast<std::uint32_t>(begin)};
  }

  static Piece trimmed(Piece piece) noexcept {
    std::size_t skipped = 0;
    while (skipped < piece.text.size() && is_blank(piece.text[skipped])) ++skipped;
    piece.column += static_cast<std::uint32_t>(skipped);
    piece.text = trim(piece.text);
    return piece;
  }

  std::string_view rest_;
  Piece current_;
  std::size_t colon_ = std::string_view::npos;
  std::uint32_t number_ = 0;
  bool done_ = false;
};

}  // namespace sinew::atlas_text
