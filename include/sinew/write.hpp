// Writing skeletons.
#pragma once

#include <cstdint>
#include <string>

#include "sinew/result.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew {

/// How a JSON text is spread over lines.
enum class JsonLayout : std::uint8_t {
  /// As the editor does it: tabs; objects of up to six plain members and arrays of plain values are one line each.
  pretty,
  compact,  ///< no blanks and no line breaks
};

struct WriteOptions {
  JsonLayout layout = JsonLayout::pretty;
};

/// Writes a skeleton as JSON in the layout of `data.version`, in UTF-8. The same data and options give the same bytes.
///
/// Numbers are the shortest decimals that read back to the same double; for data from a binary file
/// (`data.single_precision`) to the same 32-bit float. Members that equal their default are left out. Unknown members
/// that were kept when the skeleton was read (LoadOptions::keep_unknown) are written again if the version is the same.
///
/// Errors: `not_supported` when the data hold what that version has no place for, `bad_value` when they hold what no
/// JSON can (a number that is not finite, text that is not UTF-8, a reference by a name that means something else);
/// `where.pointer` says where in the JSON it would be.
[[nodiscard]] Result<std::string> write_skeleton_json(const SkeletonData& data, const WriteOptions& options = {});

}  // namespace sinew
