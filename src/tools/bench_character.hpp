// sinew bench character: what loading, posing and drawing one character costs.
#pragma once

#include <string>
#include <vector>

#include "sinew/skeleton_data.hpp"

namespace sinew::tools {

struct BenchCharacterOptions {
  std::string skeleton, atlas;          ///< an empty atlas: the one beside the skeleton, if there is one
  std::vector<std::string> animations;  ///< empty: all
  std::string skin;                     ///< empty: the default skin alone
  Semantics semantics = Semantics::automatic;
  std::size_t count = 100, frames = 60;
  bool json = false;
};

/// Does what the options ask for, prints, and returns the exit code.
[[nodiscard]] int bench_character(const BenchCharacterOptions& options);

}  // namespace sinew::tools
