// A worked case of constraints.md: a skeleton, played frame by frame, and the world transforms that the text lists.
#pragma once

#include <span>
#include <string>

#include "support/skeletons.hpp"

namespace sinew::test {

struct WorkedRow {
  int step;
  std::string_view bone;
  Affine world;
};

/// Plays an animation ("": none) at `fps` frames a second as golden files do, frame 0 taking no time, and compares each
/// row at its step; the rows are in order of steps. The text has 9 decimals.
inline void expect_worked(Rules rules, std::string_view rig, std::string_view constraints,
                          std::span<const WorkedRow> rows, std::string_view animation_name = {}, double fps = 60) {
  constexpr double tolerance = 6e-10;
  const SkeletonDataPtr data = make_data(rules, std::string(rig) + ", " + std::string(constraints));
  if (!data) return;
  Skeleton skeleton(data);
  int next = 0;
  for (const WorkedRow& row : rows) {
    for (; next <= row.step; ++next) {
      skeleton.set_to_setup_pose();
      if (!animation_name.empty()) apply(skeleton, animation(data, animation_name), next / fps);
      skeleton.update(next == 0 ? 0 : 1 / fps);
    }
    const Affine& world = skeleton.world(bone(data, row.bone));
    const std::string where =
        std::string(name_of(rules)) + ", bone " + std::string(row.bone) + ", step " + std::to_string(row.step);
    EXPECT_NEAR(world.a, row.world.a, tolerance) << where;
    EXPECT_NEAR(world.b, row.world.b, tolerance) << where;
    EXPECT_NEAR(world.c, row.world.c, tolerance) << where;
    EXPECT_NEAR(world.d, row.world.d, tolerance) << where;
    EXPECT_NEAR(world.tx, row.world.tx, tolerance) << where;
    EXPECT_NEAR(world.ty, row.world.ty, tolerance) << where;
  }
}

}  // namespace sinew::test
