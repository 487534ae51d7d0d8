// What a file is, by what is in it: so that a command that wants another kind can say which command takes it.
#pragma once

#include <string>
#include <string_view>

#include "sinew/result.hpp"

namespace sinew::tools {

enum class ContentKind : std::uint8_t {
  unknown,   ///< none of these, or not readable; binary skeletons, which only reading tells from others
  skeleton,  ///< JSON with bones
  scene,     ///< .scene.json
  atlas,     ///< text with pages and regions
  clip,      ///< .motion
  rig,       ///< .rig, or a scene of entities that clips move
  golden,    ///< JSON of recorded poses
  picture,   ///< PNG, GIF, WebP, JPEG
};

[[nodiscard]] ContentKind kind_of_content(std::string_view bytes);

/// Whether bytes are JSON that is no skeleton. What cannot be read is none.
[[nodiscard]] bool holds_other_json(std::string_view bytes);

/// The error of a command that wanted a file of another kind: where the file is of a kind that is known, an error that
/// names it and the command for it; else the error as it is. For `wanted`, clip and rig are one.
[[nodiscard]] Error explain_wrong_kind(Error error, const std::string& path,
                                       ContentKind wanted = ContentKind::skeleton);

}  // namespace sinew::tools
