// Which physics constraints a timeline for all of them reaches.
#pragma once

#include "sinew/skeleton_data.hpp"

namespace sinew {

/// Whether a constraint leaves the value that a timeline of this type sets to the timelines for all constraints.
[[nodiscard]] constexpr bool is_global(const PhysicsData& physics, TimelineType type) noexcept {
  switch (type) {
    case TimelineType::physics_inertia:
      return physics.inertia_global;
    case TimelineType::physics_strength:
      return physics.strength_global;
    case TimelineType::physics_damping:
      return physics.damping_global;
    case TimelineType::physics_mass:
      return physics.mass_global;
    case TimelineType::physics_wind:
      return physics.wind_global;
    case TimelineType::physics_gravity:
      return physics.gravity_global;
    case TimelineType::physics_mix:
      return physics.mix_global;
    default:
      return true;
  }
}

}  // namespace sinew
