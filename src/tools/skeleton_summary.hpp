// What 'sinew info' says about a skeleton, counted once for both of its outputs.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "sinew/geometry.hpp"
#include "sinew/load.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew::tools {

struct SkeletonSummary {
  static constexpr std::size_t attachment_types = 7, constraint_types = 5;

  struct Skin {
    std::string_view name;
    std::size_t attachments = 0, bones = 0, constraints = 0;
  };
  struct AnimationInfo {
    std::string_view name;
    double duration = 0;
    std::size_t timelines = 0, keys = 0;
  };

  std::string semantics_reason;  ///< why these semantics are the file's: "the header has no hash"
  std::size_t skin_bones = 0;    ///< bones that are active only with a skin
  std::array<std::size_t, attachment_types> attachments{};         ///< by AttachmentType
  std::array<std::size_t, constraint_types> constraints{};         ///< by ConstraintType
  std::size_t vertices = 0, weighted_vertices = 0, triangles = 0;  ///< of meshes that are not linked
  std::vector<Skin> skins;
  std::vector<AnimationInfo> animations;
  Bounds setup_bounds;  ///< of what the default skin shows in the setup pose, untrimmed
};

[[nodiscard]] SkeletonSummary summarize(const SkeletonDataPtr& data);

}  // namespace sinew::tools
