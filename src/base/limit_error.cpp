#include "base/limit_error.hpp"

namespace sinew {

std::string limit_message(std::string_view what, std::uint64_t found, std::string_view unit, std::uint64_t limit,
                          std::string_view advice, std::string_view member) {
  std::string message(what);
  message += ' ' + std::to_string(found) + ' ';
  message += unit;
  message += "; the limit is " + std::to_string(limit) + ". ";
  message += advice;
  if (!advice.empty()) message += ' ';
  message += "A program that trusts the file can raise ";
  message += member;
  message += '.';
  return message;
}

Error limit_error(std::string_view what, std::size_t found, std::string_view unit, std::size_t limit,
                  std::string_view member, std::string_view file_name) {
  std::string message = limit_message(what, found, unit, limit, {}, "LoadLimits::" + std::string(member));
  return Error{ErrorCode::limit, std::move(message), {std::string(file_name), 0, 0, {}, {}}};
}

Error file_size_error(std::size_t found, std::size_t limit, std::string_view file_name) {
  return limit_error("The file has", found, "bytes", limit, "max_bytes", file_name);
}

Error endless_file_error(std::size_t limit, std::string_view file_name) {
  return limit_error("The file goes on behind", limit, "bytes", limit, "max_bytes", file_name);
}

}  // namespace sinew
