// Root motion: where an animation puts a bone, and what it moves by.
#pragma once

#include <optional>
#include <vector>

#include "model/compiled.hpp"
#include "sinew/root_motion.hpp"

namespace sinew {

/// The timelines that move the bone whose movement is taken out, by animation.
class MotionTimelines {
 public:
  void set(const SkeletonData& data, const std::optional<RootMotionOptions>& options);

  [[nodiscard]] bool wanted() const noexcept { return options_.has_value(); }
  [[nodiscard]] const RootMotionOptions& options() const noexcept { return *options_; }
  /// Whether an animation moves the bone.
  [[nodiscard]] bool moves(AnimationIndex animation) const noexcept;
  /// Where the bone is, beside its setup pose, at a time of an animation.
  [[nodiscard]] RootMotion place(AnimationIndex animation, double time, RuleSet rules) const noexcept;

 private:
  struct Channel {
    const Timeline* timeline = nullptr;
    std::uint8_t component = 0;
  };
  struct Channels {
    Channel x, y, rotation;
  };
  std::optional<RootMotionOptions> options_;
  std::vector<Channels> animations_;
};

/// One movement after the other.
[[nodiscard]] RootMotion then(const RootMotion& first, const RootMotion& second) noexcept;
/// The movement from one place to another.
[[nodiscard]] RootMotion between(const RootMotion& from, const RootMotion& to) noexcept;
/// The same movement n times.
[[nodiscard]] RootMotion repeated(RootMotion motion, double n) noexcept;

}  // namespace sinew
