// What the values of a physics constraint come to in each of its steps.
#pragma once

#include "base/trig.hpp"
#include "model/compiled.hpp"

namespace sinew {

/// Spec: constraints.md 9.5.
[[nodiscard]] inline SpringForm spring_form(const PhysicsData& data, const ConstraintPose& pose) noexcept {
  const double* const values = pose.values;
  SpringForm form;
  form.step = 1 / data.fps;
  const double mass = values[physics_value::mass];
  form.step_by_mass = mass != 0 ? form.step / mass : 0;
  form.damping = power(values[physics_value::damping], 60 * form.step);
  form.inertia = values[physics_value::inertia];
  form.strength = values[physics_value::strength];
  form.wind = values[physics_value::wind];
  form.gravity = values[physics_value::gravity];
  form.mix = values[physics_value::mix];
  return form;
}

}  // namespace sinew
