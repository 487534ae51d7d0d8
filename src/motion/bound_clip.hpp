// A clip prepared for a hierarchy: flat arrays, rotations as arcs.
#pragma once

#include <vector>

#include "motion/rotation.hpp"
#include "sinew/motion.hpp"

namespace sinew::motion {

struct BoundClip::Data {
  struct Track {
    std::uint32_t part = 0;
    Property property = Property::position;
    Interpolation interpolation = Interpolation::linear;
    bool arcs = false;  ///< values are in `arcs`, not in `values`
    Curve curve;
    std::uint32_t first_time = 0;  ///< of its keys' times
    std::uint32_t first = 0;       ///< of its keys' values: in `arcs` or in `values`
    std::uint32_t count = 0;       ///< of keys
  };

  ClipKind kind = ClipKind::rig;
  double duration = 0;
  bool loop = false;
  std::size_t parts = 0;  ///< of the hierarchy that it was prepared for
  std::vector<Track> tracks;
  std::vector<double> times;
  std::vector<Vec3> values;
  std::vector<Arc> arcs;                  ///< from each key to the next; the last key of a track goes nowhere
  std::vector<std::uint32_t> parts_used;  ///< each part that has tracks, once
};

}  // namespace sinew::motion
