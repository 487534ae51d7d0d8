// A bone with a spring, and what tests of physics do with it.
#pragma once

#include <cmath>
#include <string>

#include "support/skeletons.hpp"

namespace sinew::test {

/// Bone "a" hangs on the root at (20, 0), turned by 30 degrees, 60 long, with one physics constraint of the given
/// `fields`; bone "c" sits at its tip.
inline SkeletonDataPtr spring(Rules rules, std::string_view fields) {
  std::string members =
      R"("bones": [{"name": "root"}, {"name": "a", "parent": "root", "x": 20, "rotation": 30, "length": 60},
    {"name": "c", "parent": "a", "x": 60}],)";
  members += rules == Rules::spine_4_3 ? R"("constraints": [{"type": "physics", )" : R"("physics": [{)";
  members += R"("name": "spring", "bone": "a", )";
  members += fields;
  members += "}]";
  return make_data(rules, members);
}

/// Where the tip is in the world.
inline Vec2 tip(const Skeleton& skeleton) {
  return skeleton.world(bone(skeleton, "c")).apply(0, 0);
}

inline double distance(Vec2 a, Vec2 b) {
  return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

inline bool all_finite(const Skeleton& skeleton) {
  for (const Affine& world : skeleton.world_transforms()) {
    for (double number : {world.a, world.b, world.c, world.d, world.tx, world.ty}) {
      if (!std::isfinite(number)) return false;
    }
  }
  return true;
}

inline void wait(Skeleton& skeleton, double seconds) {
  for (double t = 0; t < seconds; t += 1 / 60.0) skeleton.update(1 / 60.0);
}

}  // namespace sinew::test
