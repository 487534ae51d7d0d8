// Phases: goes over from one loop to another of different length without the feet falling out of step.
//
//     sync hero.json walk idle
#include <sinew/sinew.hpp>

#include <cmath>
#include <iostream>

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: sync SKELETON ANIMATION NEXT\n";
    return 2;
  }
  const auto data = sinew::load_skeleton(argv[1]);
  if (!data) {
    std::cerr << data.error() << '\n';
    return 1;
  }
  const sinew::AnimationIndex first = (*data)->find_animation(argv[2]), next = (*data)->find_animation(argv[3]);
  if (!first || !next) {
    std::cerr << "The skeleton does not have both animations.\n";
    return 1;
  }
  sinew::Skeleton skeleton(*data);
  sinew::AnimationState state(*data);
  const sinew::EntryId from = state.set_animation(0, first, sinew::Loop::yes);
  state.update(0.3);
  state.apply(skeleton);
  const sinew::EntryId to = state.set_animation(0, next, sinew::Loop::yes);
  state.set_mix_duration(to, 0.5);
  state.set_sync(to, sinew::Sync::together);
  const auto phase = [&](sinew::EntryId entry) {
    const double rounds = state.track_time(entry) / (**data)[state.animation(entry)].duration;
    return rounds - std::floor(rounds);
  };
  for (int frame = 0; frame < 4; ++frame) {
    state.update(0.1);
    state.apply(skeleton);
    std::cout << (**data)[first].name << " is at " << 100 * phase(from) << " %, " << (**data)[next].name << " at "
              << 100 * phase(to) << " %\n";
  }
}
