// The error of what is beyond a limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sinew/result.hpp"

namespace sinew {

/// "The skeleton has 12 bones; the limit is 10. ... A program that trusts the file can raise LoadLimits::max_bones."
/// `advice`: sentences in between; `member`: the limit's name with that of its structure.
[[nodiscard]] std::string limit_message(std::string_view what, std::uint64_t found, std::string_view unit,
                                        std::uint64_t limit, std::string_view advice, std::string_view member);

/// "The skeleton has 12 bones; the limit is 10. ..." `what` begins the sentence and ends before the number, `unit` is
/// what is counted, `member` the limit's name in LoadLimits.
[[nodiscard]] Error limit_error(std::string_view what, std::size_t found, std::string_view unit, std::size_t limit,
                                std::string_view member, std::string_view file_name);

/// Of a file that is larger than LoadLimits::max_bytes.
[[nodiscard]] Error file_size_error(std::size_t found, std::size_t limit, std::string_view file_name);
/// The same of a pipe or device, of which no more than `limit` bytes were taken.
[[nodiscard]] Error endless_file_error(std::size_t limit, std::string_view file_name);

}  // namespace sinew
