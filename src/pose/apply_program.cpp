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

template <Meets meets>
void set_singles(double* numbers, std::span<const NumberStep> steps, std::uint32_t NumberStep::*place,
                 const Sample* samples, const std::uint8_t* active) noexcept {
  for (const NumberStep& step : steps) {
    if (active && !active[step.bone]) continue;
    const Sample sample = samples[step.channel];
    const double* const value = step.values + sample.piece;
    numbers[step.*place] = met<meets>(step.setup[0], value[0] + sample.fraction * (value[1] - value[0]));
  }
}

template <Meets meets>
void set_pairs(double* numbers, std::span<const NumberStep> steps, std::uint32_t NumberStep::*place,
               const Sample* samples, const std::uint8_t* active) noexcept {
  for (const NumberStep& step : steps) {
    if (active && !active[step.bone]) continue;
    const Sample sample = samples[step.channel];
    const double* const value = step.values + sample.piece * std::size_t{2};
    const Double2 from = load2(value), to = load2(value + 2);
    store2(numbers + step.*place, met<meets>(load2(step.setup), from + splat(sample.fraction) * (to - from)));
  }
}

void set_color(PoseBuffers& pose, const ColorStep& step, const Sample& sample) noexcept {
  float* const channels = &stored_color(pose, pose.slots, step.slot).r + step.first;
  const float* const setup = &pose.compiled->setup_colors[step.slot].r + step.first;
  const double* value = step.values + sample.piece * std::size_t{step.lanes};
  for (std::size_t i = 0; i < step.lanes; ++i, ++value) {
    if (sample.piece == 0) {
      channels[i] = setup[i];
      continue;
    }
    const double mixed = value[0] + sample.fraction * (value[step.lanes] - value[0]);
    channels[i] = static_cast<float>(step.clamp ? std::clamp(mixed, 0.0, 1.0) : mixed);
  }
}

}  // namespace

void apply_steps(PoseBuffers& pose, const AnimationProgram& program, const Sample* samples) noexcept {
  double* const numbers = pose.lean ? pose.numbers.data() : reinterpret_cast<double*>(pose.local.data());
  const auto place = pose.lean ? &NumberStep::lean : &NumberStep::wide;
  const std::uint8_t* const active = program.checks_bones ? pose.active.data() : nullptr;
  set_singles<Meets::adds>(numbers, program.offsets, place, samples, active);
  set_pairs<Meets::adds>(numbers, program.offset_pairs, place, samples, active);
  set_singles<Meets::scales>(numbers, program.scales, place, samples, active);
  set_pairs<Meets::scales>(numbers, program.scale_pairs, place, samples, active);
  for (const ColorStep& step : program.colors) {
    if (!active || active[step.bone]) set_color(pose, step, samples[step.channel]);
  }
}

}  // namespace sinew
