// The tables that solving an instance starts from.
#pragma once

#include "base/arena.hpp"
#include "base/scratch.hpp"
#include "model/compiled.hpp"

namespace sinew {

/// Setup poses as matrices; where instances keep the states of springs; which bones of a lean instance differ from the
/// setup pose. After all other tables. `scratch`: memory for the work.
void compile_solving(const SkeletonData& data, Arena& arena, CompiledData& compiled, Arena& scratch);

}  // namespace sinew
