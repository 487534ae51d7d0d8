#include "sinew/result.hpp"

#include <array>
#include <ostream>

namespace sinew {

std::string_view name_of(ErrorCode code) noexcept {
  static constexpr std::array<std::string_view, 17> names = {
      "file_not_found", "file_not_readable",   "file_not_writable", "empty_input",   "syntax",     "encoding",
      "limit",          "unsupported_version", "missing_member",    "wrong_type",    "bad_value",  "unknown_reference",
      "bad_order",      "duplicate",           "unknown_name",      "not_supported", "environment"};
  const auto index = static_cast<std::size_t>(code);
  return index < names.size() ? names[index] : std::string_view("unknown");
}

std::string Error::to_string() const {
  std::string text = where.file;
  if (where.line != 0) {
    if (text.empty()) text = "line";
    text += ':' + std::to_string(where.line);
    if (where.column != 0) text += ':' + std::to_string(where.column);
  } else if (where.offset) {
    if (!text.empty()) text += ": ";
    text += "byte " + std::to_string(*where.offset);
  }
  if (!where.pointer.empty()) {
    if (!text.empty()) text += ": ";
    text += where.pointer;
  }
  if (!text.empty()) text += ": ";
  return text + message;
}

std::ostream& operator<<(std::ostream& out, const Error& error) {
  return out << error.to_string();
}

}  // namespace sinew
