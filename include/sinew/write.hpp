// Writing skeletons.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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
  /// Binary files: write what only editors show (colours of bones, edges of meshes, ...), if the data have it.
  bool nonessential = true;
  /// What is written in another way than the data have it, without a difference to poses or with the smallest possible
  /// one, is appended here, if given.
  std::vector<Warning>* warnings = nullptr;
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

/// Writes a binary skeleton (`.skel`) in the layout of `data.version`. The same data give the same bytes; data that
/// were read from a binary file are equal to what reading the result gives. Numbers are rounded to single precision,
/// channels of colours to bytes.
///
/// What the encoding has no place for, whatever the version, is replaced, with a warning: a version text that does not
/// say `data.version`; lists of bones and constraints of the default skin; a clipping polygon that never ends (it ends
/// at the last slot); an outline that does not go with the number of triangles.
///
/// Errors: `not_supported` when the data hold what that version has no place for, `bad_value` when they hold what no
/// binary file can (a number beyond single precision, an empty name, more than 65,536 vertices up to 4.1, physics whose
/// steps a second are not a whole number up to 255). `where.pointer` says where in JSON it would be.
[[nodiscard]] Result<std::string> write_skeleton_binary(const SkeletonData& data, const WriteOptions& options = {});

}  // namespace sinew
