// Blend spaces: one entry that plays several animations, weighted by a number (a speed) or a place (a direction).
//
//     blend hero.json idle walk jump
#include <sinew/sinew.hpp>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: blend SKELETON ANIMATION ANIMATION ANIMATION\n";
    return 2;
  }
  const auto data = sinew::load_skeleton(argv[1]);
  if (!data) {
    std::cerr << data.error() << '\n';
    return 1;
  }
  const auto speeds = sinew::blend_line(*data, {{argv[2], 0}, {argv[3], 100}, {argv[4], 300}});
  const auto plane = sinew::blend_plane(*data, {{argv[2], 0, 0}, {argv[3], 1, 0}, {argv[4], 0, 1}});
  if (!speeds || !plane) {
    std::cerr << (speeds ? plane : speeds).error() << '\n';
    return 1;
  }
  const auto show = [&](const sinew::BlendSpace& space, double x, double y) {
    for (const sinew::BlendWeights::Item& item : space.weights(x, y)) {
      std::cout << ' ' << 100 * item.weight << " % " << (**data)[space.animation(item.point)].name;
    }
    std::cout << '\n';
  };
  sinew::Skeleton skeleton(*data);
  sinew::AnimationState state(*data);
  const sinew::EntryId entry = state.set_blend(0, *speeds);
  for (const double speed : {0.0, 50.0, 100.0, 250.0}) {
    state.set_blend_position(entry, speed);
    state.update(0.25);
    state.apply(skeleton);
    std::cout << "speed " << speed << ':';
    show(**speeds, speed, 0);
  }
  std::cout << "at 0.25, 0.5:";
  show(**plane, 0.25, 0.5);
}
