// Members of a JSON file that no reader knows, kept so that a writer can write them again.
#pragma once

#include <span>
#include <string_view>

#include "sinew/skeleton_data.hpp"

namespace sinew {

/// One member. All text lies in the arena of the SkeletonData.
struct UnknownField {
  /// JSON pointer of the object it belongs to, as the writer of the same version writes that object.
  std::string_view owner;
  std::string_view name;
  std::string_view json;  ///< its value: JSON without blanks
};

struct UnknownFields {
  FormatVersion version = FormatVersion::v4_2;  ///< of the file; in another version the members may mean other things
  std::span<const UnknownField> fields;         ///< ascending by owner; those of one owner in file order
};

}  // namespace sinew
