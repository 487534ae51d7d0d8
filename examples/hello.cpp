// The smallest use of the library: load a skeleton, play an animation, say where its bones are.
//
//     hello hero.json walk
#include <sinew/sinew.hpp>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: hello SKELETON ANIMATION\n";
    return 2;
  }
  const auto data = sinew::load_skeleton(argv[1]);
  if (!data) {
    std::cerr << data.error() << '\n';
    return 1;
  }
  sinew::Skeleton skeleton(*data);
  sinew::AnimationState state(*data);
  const auto entry = state.set_animation(0, argv[2], sinew::Loop::yes);
  if (!entry) {
    std::cerr << entry.error() << '\n';
    return 1;
  }
  for (int frame = 0; frame < 4; ++frame) {
    state.update(0.25);
    state.apply(skeleton);
    skeleton.update(0.25);
    std::cout << "after " << (frame + 1) * 0.25 << " s\n";
    for (std::size_t i = 0; i < (*data)->bones.size(); ++i) {
      const sinew::Affine& world = skeleton.world(sinew::BoneIndex(i));
      std::cout << "  " << (*data)->bones[i].name << ": " << world.tx << ", " << world.ty << '\n';
    }
    for (const sinew::FiredEvent& event : state.events()) {
      std::cout << "  event " << (**data)[event.key->event].name << '\n';
    }
  }
}
