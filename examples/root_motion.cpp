// Root motion: the way an animation moves a bone is handed to the program, which moves the character instead.
//
//     root_motion hero.json jump body
#include <sinew/sinew.hpp>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: root_motion SKELETON ANIMATION BONE\n";
    return 2;
  }
  const auto data = sinew::load_skeleton(argv[1]);
  if (!data) {
    std::cerr << data.error() << '\n';
    return 1;
  }
  sinew::RootMotionOptions options;
  options.bone = (*data)->find_bone(argv[3]);
  if (!options.bone) {
    std::cerr << "The skeleton has no bone called '" << argv[3] << "'.\n";
    return 1;
  }
  sinew::Skeleton skeleton(*data);
  sinew::AnimationState state(*data);
  if (const auto entry = state.set_animation(0, argv[2], sinew::Loop::no); !entry) {
    std::cerr << entry.error() << '\n';
    return 1;
  }
  state.set_root_motion(options);
  sinew::Vec2 place;
  double heading = 0;  // stays 0: the rotation is left in the pose
  for (int frame = 0; frame < 6; ++frame) {
    state.update(0.25);
    state.apply(skeleton);
    sinew::advance(place, heading, state.root_motion());
    skeleton.set_position(place.x, place.y);  // or ask the game's physics first
    skeleton.update(0.25);
    std::cout << (frame + 1) * 0.25 << " s: the character is at " << place.x << ", " << place.y << "; the bone at "
              << skeleton.local_pose(options.bone).x << ", " << skeleton.local_pose(options.bone).y << " as always\n";
  }
}
