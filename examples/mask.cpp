// Two animations at once: one for the whole body, and over it one for a bone and everything on it alone.
//
//     mask hero.json walk wave chest
#include <sinew/sinew.hpp>

#include <cmath>
#include <iostream>

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: mask SKELETON ANIMATION UPPER-ANIMATION BONE\n";
    return 2;
  }
  const auto data = sinew::load_skeleton(argv[1]);
  if (!data) {
    std::cerr << data.error() << '\n';
    return 1;
  }
  const sinew::BoneIndex bone = (*data)->find_bone(argv[4]);
  const sinew::AnimationIndex whole = (*data)->find_animation(argv[2]), upper = (*data)->find_animation(argv[3]);
  if (!bone || !whole || !upper) {
    std::cerr << "The skeleton does not have that bone and both animations.\n";
    return 1;
  }
  // Masks are shared: every character of this kind can use it.
  auto mask = std::make_shared<sinew::TrackMask>(**data);
  mask->set_branch(bone, 1);

  sinew::Skeleton masked(*data), plain(*data);
  sinew::AnimationState state(*data), walk(*data);
  state.set_animation(0, whole, sinew::Loop::yes);
  state.set_animation(1, upper, sinew::Loop::yes);
  state.set_mask(1, mask);
  walk.set_animation(0, whole, sinew::Loop::yes);

  state.update(0.3);
  state.apply(masked);
  walk.update(0.3);
  walk.apply(plain);
  for (std::size_t i = 0; i < (*data)->bones.size(); ++i) {
    const sinew::BoneIndex index(i);
    const double turned = masked.local_pose(index).rotation - plain.local_pose(index).rotation;
    if (std::fabs(turned) > 1) std::cout << (**data)[index].name << " is turned by " << turned << " degrees more\n";
  }
}
