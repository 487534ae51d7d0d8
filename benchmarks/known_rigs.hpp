// Characters that are measured: eight well-known ones where the corpus is there, and the project's own.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "sinew/atlas.hpp"
#include "sinew/load.hpp"

namespace sinew::benchmarks {

/// What the format's usual C++ runtime needs for a character: microseconds per skeleton and frame, the best of 60
/// frames over 200 instances; loading in milliseconds; bytes of an instance. Measured once, on another day and machine
/// than yours: ratios to it move with the machine (docs/performance.md).
struct Reference {
  double animate, solve, draw, all, load_json, load_skel;
  double bytes;
};

struct KnownRig {
  const char* name;
  const char* animation;
  const char* second;  ///< another one, for crossfades
  const char* folder;  ///< in the corpus, below "4.2"; or in the source folder
  const char* file;
  const char* atlas;
  std::optional<Reference> reference;  ///< none: a character of the project
};

[[nodiscard]] std::span<const KnownRig> known_rigs();

struct LoadedRig {
  std::string text;    ///< of the skeleton file
  std::string binary;  ///< the same character as .skel; empty when there is no such file
  SkeletonDataPtr data;
  std::shared_ptr<const Atlas> atlas;
};

/// Nothing when the files are not there.
[[nodiscard]] std::optional<LoadedRig> load(const KnownRig& rig);

}  // namespace sinew::benchmarks
