// Timelines of constraints. Spec: animation.md 5.8, 5.9; constraints.md 11.
#include <cmath>

#include "model/global_physics.hpp"
#include "pose/apply.hpp"
#include "pose/curves.hpp"
#include "pose/physics.hpp"

namespace sinew {

namespace {

/// Which of a constraint's numbers a timeline sets: `count` from `first` on, and whether it honours adding.
struct Numbers {
  std::uint8_t first, count;
  bool adds;
};

Numbers numbers_of(TimelineType type) noexcept {
  switch (type) {
    case TimelineType::ik:
      return {ik_value::mix, 2, false};
    case TimelineType::transform:
      return {transform_value::rotate, 6, true};
    case TimelineType::path_position:
      return {path_value::position, 1, true};
    case TimelineType::path_spacing:
      return {path_value::spacing, 1, false};
    case TimelineType::path_mix:
      return {path_value::mix_rotate, 3, true};
    case TimelineType::physics_inertia:
      return {physics_value::inertia, 1, false};
    case TimelineType::physics_strength:
      return {physics_value::strength, 1, false};
    case TimelineType::physics_damping:
      return {physics_value::damping, 1, false};
    case TimelineType::physics_mass:
      return {physics_value::mass, 1, false};
    case TimelineType::physics_wind:
      return {physics_value::wind, 1, true};
    case TimelineType::physics_gravity:
      return {physics_value::gravity, 1, true};
    case TimelineType::physics_mix:
      return {physics_value::mix, 1, false};
    case TimelineType::slider_time:
      return {slider_value::time, 1, true};
    case TimelineType::slider_mix:
      return {slider_value::mix, 1, true};
    default:
      return {0, 0, false};
  }
}

void mix_flags(IkFlags& current, const IkFlags& setup, const Timeline& timeline, std::size_t key, bool keyed,
               const Mix& mix) noexcept {
  if (mix.rigby()) {
    if (mix.weight >= 0.5) current = timeline.ik_flags[key == npos ? 0 : key];
    return;
  }
  if (!keyed) {
    if (mix.base != MixBase::current) current = setup;
  } else if (!mix.out) {
    current = timeline.ik_flags[key];
  } else if (mix.base == MixBase::setup) {
    current = setup;
  }
}

/// Whether playback from the mix's previous time to `time` passes a key. Spec: animation.md 5.9.
bool passes_key(const Timeline& timeline, double time, const Mix& mix) noexcept {
  const auto until = [&](double end) { return key_in_force(timeline.times, end) + 1; };  // npos + 1 is 0
  const double previous = mix.previous_time;
  if (previous <= time) return until(previous) < until(time);
  return (!std::isnan(previous) && until(previous) < timeline.times.size()) || until(time) > 0;
}

}  // namespace

void apply_constraint(PoseBuffers& pose, const Timeline& timeline, const Moment& at, const Mix& mix) noexcept {
  const SkeletonData& data = *pose.data;
  if (timeline.type == TimelineType::physics_reset) {
    if (mix.slider || !passes_key(timeline, at.time, mix)) return;
    for (std::size_t i = 0; i < data.constraints.size(); ++i) {
      const std::uint32_t state = pose.compiled->physics_of[i];
      const bool meant = !timeline.constraint || timeline.constraint.value == i;
      if (state != CompiledData::none && meant && pose.constraint_active[i]) reset_physics(pose, state);
    }
    return;
  }
  const Numbers numbers = numbers_of(timeline.type);
  if (numbers.count == 0) return;
  double values[7];
  const bool keyed = evaluate(timeline, at, mix.rules, values);
  const auto act_on = [&](std::size_t i) {
    if (!pose.constraint_active[i]) return;
    ConstraintPose& current = stored_constraint(pose, i, mix.slider);
    const ConstraintPose& setup = pose.compiled->setup_constraints[i];
    for (std::size_t k = 0; k < numbers.count; ++k) {
      double& number = current.values[numbers.first + k];
      const double at_setup = setup.values[numbers.first + k];
      number = keyed ? mix_number(number, at_setup, values[k], mix, numbers.adds) : mix_before(number, at_setup, mix);
    }
    if (timeline.type == TimelineType::ik) {
      mix_flags(current.ik, setup.ik, timeline, key_at(timeline, at), keyed, mix);
    }
  };
  if (timeline.constraint) return act_on(timeline.constraint.value);
  // A timeline for all physics constraints that leave this value to it.
  for (std::size_t i = 0; i < data.constraints.size(); ++i) {
    if (data.constraints[i].physics && is_global(*data.constraints[i].physics, timeline.type)) act_on(i);
  }
}

}  // namespace sinew
