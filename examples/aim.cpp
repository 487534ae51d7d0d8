// Aiming: hangs the target of an IK constraint on a point of the world, as a program would do with the mouse.
//
//     aim hero.json target 120 80
#include <sinew/sinew.hpp>

#include <cstdlib>
#include <iostream>

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: aim SKELETON TARGET-BONE X Y\n";
    return 2;
  }
  const auto data = sinew::load_skeleton(argv[1]);
  if (!data) {
    std::cerr << data.error() << '\n';
    return 1;
  }
  const sinew::BoneIndex target = (*data)->find_bone(argv[2]);
  if (!target) {
    std::cerr << "The skeleton has no bone called '" << argv[2] << "'.\n";
    return 1;
  }
  const sinew::Vec2 point{std::atof(argv[3]), std::atof(argv[4])};

  sinew::Skeleton skeleton(*data);
  skeleton.update(0);
  // After the animations, if there are any, and before the update that solves the constraints.
  if (!sinew::set_world_position(skeleton, target, point)) {
    std::cerr << "The parent of '" << argv[2] << "' is scaled to nothing: the bone cannot be placed.\n";
    return 1;
  }
  skeleton.update(1.0 / 60);

  bool aims = false;
  for (const sinew::ConstraintData& constraint : (*data)->constraints) {
    if (!constraint.ik || constraint.ik->target != target) continue;
    aims = true;
    const sinew::BoneIndex last = constraint.ik->bones[constraint.ik->bones.size() - 1];
    const sinew::Vec2 tip = sinew::bone_to_world(skeleton, last, {(**data)[last].length, 0});
    std::cout << constraint.name << ": the tip of " << (**data)[last].name << " is at " << tip.x << ", " << tip.y
              << ", turned to " << sinew::world_rotation_x(skeleton, last) << " degrees\n";
  }
  if (!aims) {
    std::cerr << "'" << argv[2] << "' is the target of no IK constraint: nothing aims at it.\n";
    return 1;
  }
}
