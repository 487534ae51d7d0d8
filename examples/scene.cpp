// Playing a scene: several skeletons on a stage, in shots, from one draw list.
//
//     scene examples/meadow/meadow.scene.json
//
// A program that keeps its files elsewhere calls parse_scene() with functions that provide skeletons and atlases by
// name.
#include <sinew/sinew.hpp>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: scene SCENE\n";
    return 2;
  }
  const auto scene = sinew::load_scene(argv[1]);
  if (!scene) {
    std::cerr << scene.error() << '\n';
    return 1;
  }
  sinew::ScenePlayer player(*scene);
  sinew::DrawList list;
  double seconds = 0;
  while (!player.finished()) {
    const double dt = 1 / 60.0;  // of the game's own clock; physics keep to the scene's steps
    player.advance(dt);
    seconds += dt;

    list.clear();
    player.draw(list);  // pixels of the picture, y up: (0, 0) to (width, height), on scene->background

    for (const sinew::SceneEvent& event : player.events()) {
      const sinew::Skeleton& who = event.actor ? player.actor(event.actor) : player.stage();
      const std::string name = event.actor ? (*scene)->actors[event.actor.value].name : "the stage";
      std::cout << seconds << " s: " << name << ": " << who.data()[event.event.key->event].name << '\n';
    }
    for (const sinew::SceneShotIndex shot : player.ended()) {
      std::cout << seconds << " s: the shot '" << (*scene)->shots[shot.value].name << "' is over\n";
    }
  }
  std::cout << list.batches.size() << " draw calls, " << list.vertices.size() << " vertices in the last frame\n";
}
