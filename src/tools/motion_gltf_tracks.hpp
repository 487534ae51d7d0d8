// Tracks as glTF has them: keys whose interpolation glTF knows, close enough together for what it does not know.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "sinew/motion.hpp"

namespace sinew::tools {

struct GltfTrack {
  std::string_view path;           ///< "translation", "rotation", "scale"
  std::string_view interpolation;  ///< "STEP", "LINEAR", "CUBICSPLINE"
  std::vector<float> times;        ///< strictly increasing, from 0 to the end of the clip
  std::vector<float> values;       ///< 3 or 4 for each time; cubic splines: tangent, value, tangent
};

/// Within 1/10000 of the range of the values, or 0.05 degrees, of the clip. Takes what it adds to the track's keys from
/// `spare_keys`; nothing: there are not enough of them.
[[nodiscard]] std::optional<GltfTrack> gltf_track(const motion::Clip& clip, const motion::Track& track,
                                                  const motion::Transform& rest, std::size_t& spare_keys);

}  // namespace sinew::tools
