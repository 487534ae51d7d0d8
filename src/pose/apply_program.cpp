#include "pose/apply_program.hpp"

#include <algorithm>

namespace sinew {

namespace {

/// Rotation, translation and shear are added to the setup pose's, scale is a factor of it.
enum class Meets : std::uint8_t { adds, scales };

template <Meets meets, class Number>
Number met(Number setup, Number value) noexcept {
  return meets == Meets::adds ? setup + value : setup * value;
}

struct Target {
  double* numbers;
  std::uint32_t NumberStep::*place;
  const std::uint8_t* active;  ///< by bone; null: all are
  bool first;                  ///< the base: before a first key numbers go to the setup pose from where they are
};

/// Whether a step is not to be taken; or it has been taken already, as the time is before its first key.
bool done(const Target& target, const NumberStep& step, const Sample& sample, std::size_t count) noexcept {
  if (target.active && !target.active[step.bone]) return true;
  if (!target.first || sample.piece != 0) return false;
  for (std::size_t i = 0; i < count; ++i) {
    double& number = target.numbers[step.*target.place + i];
    number += step.setup[i] - number;
  }
  return true;
}

/// `checks`: whether steps have to be looked at before they are taken.
template <Meets meets, bool checks>
void set_singles(const Target& target, std::span<const NumberStep> steps, const Sample* samples) noexcept {
  for (const NumberStep& step : steps) {
    const Sample sample = samples[step.channel];
    if (checks && done(target, step, sample, 1)) continue;
    const double* const value = step.values + sample.piece;
    target.numbers[step.*target.place] = met<meets>(step.setup[0], value[0] + sample.fraction * (value[1] - value[0]));
  }
}

template <Meets meets, bool checks>
void set_pairs(const Target& target, std::span<const NumberStep> steps, const Sample* samples) noexcept {
  for (const NumberStep& step : steps) {
    const Sample sample = samples[step.channel];
    if (checks && done(target, step, sample, 2)) continue;
    const double* const value = step.values + sample.piece * std::size_t{2};
    const Double2 from = load2(value), to = load2(value + 2);
    store2(target.numbers + step.*target.place,
           met<meets>(load2(step.setup), from + splat(sample.fraction) * (to - from)));
  }
}

template <bool checks>
void set_numbers(const Target& target, const AnimationProgram& program, const Sample* samples) noexcept {
  set_singles<Meets::adds, checks>(target, program.offsets, samples);
  set_pairs<Meets::adds, checks>(target, program.offset_pairs, samples);
  set_singles<Meets::scales, checks>(target, program.scales, samples);
  set_pairs<Meets::scales, checks>(target, program.scale_pairs, samples);
}

void set_color(PoseBuffers& pose, const ColorStep& step, const Sample& sample, bool first) noexcept {
  float* const channels = &stored_color(pose, pose.slots, step.slot).r + step.first;
  const float* const setup = &pose.compiled->setup_colors[step.slot].r + step.first;
  const double* value = step.values + sample.piece * std::size_t{step.lanes};
  for (std::size_t i = 0; i < step.lanes; ++i, ++value) {
    if (sample.piece == 0) {
      const auto current = static_cast<double>(channels[i]), wanted = static_cast<double>(setup[i]);
      channels[i] = first ? static_cast<float>(current + (wanted - current)) : setup[i];
      continue;
    }
    const double mixed = value[0] + sample.fraction * (value[step.lanes] - value[0]);
    channels[i] = static_cast<float>(step.clamp ? std::clamp(mixed, 0.0, 1.0) : mixed);
  }
}

}  // namespace

void apply_steps(PoseBuffers& pose, const AnimationProgram& program, const Moment& at, MixBase base) noexcept {
  const Target target{pose.lean ? pose.numbers.data() : reinterpret_cast<double*>(pose.local.data()),
                      pose.lean ? &NumberStep::lean : &NumberStep::wide,
                      program.checks_bones ? pose.active.data() : nullptr, base == MixBase::first};
  if (target.active || (target.first && at.any_before)) {
    set_numbers<true>(target, program, at.samples);
  } else {
    set_numbers<false>(target, program, at.samples);
  }
  for (const ColorStep& step : program.colors) {
    if (!target.active || target.active[step.bone]) set_color(pose, step, at.samples[step.channel], target.first);
  }
}

}  // namespace sinew
