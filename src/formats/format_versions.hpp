// Which layout the version text of a file's header means.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sinew/skeleton_data.hpp"

namespace sinew {

struct LayoutChoice {
  FormatVersion layout = FormatVersion::v4_2;
  /// Between 3.8 and 4.0, which no release is: 3.8 and 4.0 both may be meant, `layout` is 4.0.
  bool between = false;
  /// The beginning of a sentence when no released version of a known layout is meant, such as "Version '4.9.0' is newer
  /// than 4.3"; else empty.
  std::string doubt;
};

/// Nothing when the text does not begin with "major.minor". Spec: skeleton-json.md 1.
[[nodiscard]] std::optional<LayoutChoice> choose_layout(std::string_view version_text);

/// The version text to write for data of a layout whose own text means another one or none: a release of the layout, or
/// patch number 0 where the text has that, since the choice of semantics hangs on it. Spec: skeleton-json.md 18.
[[nodiscard]] std::string substitute_version(std::string_view version_text, FormatVersion layout);

}  // namespace sinew
