#include "base/limit_error.hpp"

namespace sinew {

Error limit_error(std::string_view what, std::size_t found, std::string_view unit, std::size_t limit,
                  std::string_view member, std::string_view file_name) {
  std::string message(what);
  message += ' ' + std::to_string(found) + ' ';
  message += unit;
  message += "; the limit is " + std::to_string(limit) + ". A program that trusts the file can raise LoadLimits::";
  message += member;
  message += '.';
  return Error{ErrorCode::limit, std::move(message), {std::string(file_name), 0, 0, {}, {}}};
}

Error file_size_error(std::size_t found, std::size_t limit, std::string_view file_name) {
  return limit_error("The file has", found, "bytes", limit, "max_bytes", file_name);
}

Error endless_file_error(std::size_t limit, std::string_view file_name) {
  return limit_error("The file goes on behind", limit, "bytes", limit, "max_bytes", file_name);
}

}  // namespace sinew
