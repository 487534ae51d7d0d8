// How a timeline's value meets the pose: the rules of mixing, one function a kind of value.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/short_way.hpp"
#include "model/compiled.hpp"
#include "sinew/animation.hpp"

namespace sinew {

/// One application of an animation. Under rigby the base is always current (after a reset that is the setup pose).
struct Mix {
  RuleSet rules = RuleSet::rigby;
  double weight = 1;
  MixBase base = MixBase::current;
  bool additive = false;
  bool out = false;
  bool slider = false;       ///< applied by a slider: changes what is shown, and nothing before a timeline's first key
  double previous_time = 0;  ///< for physics resets: the time of the application before

  [[nodiscard]] bool rigby() const noexcept { return rules == RuleSet::rigby; }
};

/// Rotation, translation, shear: the key's value is relative to setup. Spec: animation.md 4.1, 4.2.
[[nodiscard]] inline double mix_offset(double current, double setup, double value, const Mix& mix) noexcept {
  if (mix.base == MixBase::setup) return setup + value * mix.weight;
  if (mix.additive) return current + value * mix.weight;
  const double target = setup + value;
  return mix.weight == 1 ? target : current + (target - current) * mix.weight;
}

/// Rotation in 3.8. After the last key the value is as the file has it, and then it is not wrapped. Spec: animation.md
/// 12.3.
[[nodiscard]] inline double mix_rotation_3_8(double current, double setup, double value, bool after_last,
                                             const Mix& mix) noexcept {
  if (mix.base == MixBase::setup || mix.additive) {
    const double base = mix.base == MixBase::setup ? setup : current;
    return base + (after_last ? value : short_way(value)) * mix.weight;
  }
  return current + short_way(value + setup - current) * mix.weight;
}

[[nodiscard]] inline double sign_of(double x) noexcept {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/// Scale: the key's value is a factor of setup.
[[nodiscard]] inline double mix_scale(double current, double setup, double value, const Mix& mix) noexcept {
  const double target = setup * value;
  if (mix.rigby()) return mix.weight == 1 ? target : current + (target - current) * mix.weight;
  if (mix.weight == 1) {
    if (!mix.additive) return target;
    if (is_spine_before_4_3(mix.rules)) return current + target - setup;
  }
  const bool add = mix.additive;
  if (add && mix.rules == RuleSet::spine_3_8) {
    if (mix.out) return current + (std::fabs(target) * sign_of(current) - setup) * mix.weight;
    const double sign = sign_of(target);
    return std::fabs(current) * sign + (target - std::fabs(setup) * sign) * mix.weight;
  }
  const double base = mix.base == MixBase::setup && !(add && mix.rules == RuleSet::spine_4_2) ? setup : current;
  if (add) return base + (target - setup) * mix.weight;
  if (mix.out) return base + (std::fabs(target) * sign_of(base) - base) * mix.weight;
  const double signed_base = std::fabs(base) * sign_of(target);
  return signed_base + (target - signed_base) * mix.weight;
}

/// Colour channels: absolute values; adding is ignored.
[[nodiscard]] inline float mix_channel(float current, float setup, double value, const Mix& mix, bool clamp) noexcept {
  double mixed = value;
  if (mix.weight != 1) {
    const double base = static_cast<double>(mix.base == MixBase::setup ? setup : current);
    mixed = base + (value - base) * mix.weight;
  }
  if (clamp) mixed = std::clamp(mixed, 0.0, 1.0);
  return static_cast<float>(mixed);
}

/// What constraint timelines set: absolute numbers. `adds`: whether the timeline honours adding. Spec:
/// animation.md 4.2, 5.0.
[[nodiscard]] inline double mix_number(double current, double setup, double value, const Mix& mix, bool adds) noexcept {
  const double base = mix.base == MixBase::setup ? setup : current;
  if (mix.additive && adds && mix.rules == RuleSet::spine_4_3) return base + value * mix.weight;
  return mix.weight == 1 ? value : base + (value - base) * mix.weight;
}

/// Before the first key (spine): the number goes back towards setup, or stays.
[[nodiscard]] inline double mix_before(double current, double setup, const Mix& mix) noexcept {
  switch (mix.base) {
    case MixBase::setup:
      return setup;
    case MixBase::first:
      return current + (setup - current) * mix.weight;
    case MixBase::current:
      return current;
  }
  return current;
}

/// What becomes of a value that cannot be blended.
enum class Held : std::uint8_t { keep, setup, key };

/// Spec: animation.md 4.1 rule 4 (rigby), 4.2 held (spine).
[[nodiscard]] inline Held mix_held(bool before_first, const Mix& mix) noexcept {
  if (mix.rigby()) return mix.weight >= 0.5 ? Held::key : Held::keep;
  if (mix.out) {
    const bool back = mix.base == MixBase::setup || (mix.base == MixBase::first && mix.rules == RuleSet::spine_4_3);
    return back ? Held::setup : Held::keep;
  }
  if (before_first) return mix.base == MixBase::current ? Held::keep : Held::setup;
  return Held::key;
}

}  // namespace sinew
