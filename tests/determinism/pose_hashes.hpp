// Poses of a fixed set of runs, as one number each: the same with every compiler, at every optimisation level, on every
// processor.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sinew::test {

struct PoseHash {
  std::string skeleton;  ///< path below the folder of test data
  std::uint64_t hash = 0;
};

/// Plays every skeleton of the test data (constraints, physics, crossfades, meshes, clipping) for some frames and
/// hashes the bits of world transforms, slot colours, deforms, draw order and drawn vertices. Ordered by path. An empty
/// result: the folder is not there, or one of its files does not load (the reason is on stderr).
[[nodiscard]] std::vector<PoseHash> pose_hashes(const std::string& data_folder);

/// "0123456789abcdef  golden/curves.json", one a line.
[[nodiscard]] std::string to_text(const std::vector<PoseHash>& hashes);

}  // namespace sinew::test
