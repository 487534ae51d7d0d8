// Hearing of what happens: plays an animation twice, and goes on with another when it is over, from inside of the call.
//
//     listeners hero.json wave idle
#include <sinew/sinew.hpp>

#include <iostream>

namespace {

const char* name_of(sinew::StateEventType type) {
  switch (type) {
    case sinew::StateEventType::start:
      return "starts";
    case sinew::StateEventType::interrupt:
      return "is interrupted";
    case sinew::StateEventType::end:
      return "ends";
    case sinew::StateEventType::dispose:
      return "is gone";
    case sinew::StateEventType::complete:
      return "is complete";
    case sinew::StateEventType::event:
      return "fires";
  }
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: listeners SKELETON ANIMATION NEXT\n";
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
  double time = 0;
  int rounds = 0;
  state.add_listener([&](sinew::AnimationState& here, const sinew::StateEvent& event) {
    std::cout << time << " s: " << (event.animation ? (**data)[event.animation].name : "nothing") << ' '
              << name_of(event.type);
    if (event.key) std::cout << ' ' << (**data)[event.key->event].name;
    std::cout << '\n';
    // Any change is allowed here: it takes place at once, and what it causes is told next.
    if (event.type == sinew::StateEventType::complete && event.animation == first && ++rounds == 2) {
      here.set_mix_duration(here.set_animation(event.track, next, sinew::Loop::yes), 0.2);
    }
  });
  state.set_animation(0, first, sinew::Loop::times(2));
  for (int frame = 0; frame < 60; ++frame) {
    time += 0.125;
    state.update(0.125);
    state.apply(skeleton);
  }
}
