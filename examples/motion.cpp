// Keyframe clips: moves a rig by a clip, and says where one of its parts is, ten times a second.
//
//     motion examples/crane/crane.rig examples/crane/unload.motion hook
#include <sinew/motion.hpp>

#include <iostream>

namespace motion = sinew::motion;

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: motion RIG CLIP PART\n";
    return 2;
  }
  const auto binding = motion::load_binding(argv[1]);
  if (!binding) {
    std::cerr << binding.error() << '\n';
    return 1;
  }
  const auto clip = motion::load_clip(argv[2]);
  if (!clip) {
    std::cerr << clip.error() << '\n';
    return 1;
  }
  auto rig = motion::bind(*binding, *clip);
  if (!rig) {
    std::cerr << rig.error() << '\n';
    return 1;
  }
  const auto part = rig->find(argv[3]);
  if (!part) {
    std::cerr << "The rig has no part called '" << argv[3] << "'.\n";
    return 1;
  }

  for (int frame = 0; frame <= 10 * clip->duration; ++frame) {
    rig->sample(motion::clip_time(*clip, frame / 10.0));  // a second argument blends with the rest pose
    const motion::Matrix34& world = rig->world(*part);
    std::cout << frame / 10.0 << " s: " << world.m[3] << ", " << world.m[7] << ", " << world.m[11] << '\n';
  }
}
