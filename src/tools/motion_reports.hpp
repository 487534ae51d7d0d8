// What the motion commands print.
#pragma once

#include <string>
#include <vector>

#include "sinew/motion.hpp"
#include "tools/motion_assets.hpp"

namespace sinew::tools {

/// "a rig clip of 3 tracks, 4 s, looping"
[[nodiscard]] std::string describe(const motion::Clip& clip);
/// "a rig of 3 nodes"
[[nodiscard]] std::string describe(const motion::Binding& binding);

[[nodiscard]] std::string motion_info(const std::string& file, const motion::Clip& clip);
[[nodiscard]] std::string motion_info(const std::string& file, const motion::Binding& binding);
[[nodiscard]] std::string motion_info_json(const std::string& file, const motion::Clip& clip);
[[nodiscard]] std::string motion_info_json(const std::string& file, const motion::Binding& binding);

/// When to sample, in the time of the clip.
struct MotionSamples {
  std::vector<double> times;
  double weight = 1;
  bool world = false;
};
[[nodiscard]] std::string motion_samples(const std::string& file, const MotionAssets& assets, motion::Rig& rig,
                                         const MotionSamples& samples);
[[nodiscard]] std::string motion_samples_json(const std::string& file, const MotionAssets& assets, motion::Rig& rig,
                                              const MotionSamples& samples);

}  // namespace sinew::tools
