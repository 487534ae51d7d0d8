// The rule for indices (docs/architecture.md "Errors"), as the public functions check it.
#pragma once

#include "sinew/result.hpp"
#include "sinew/types.hpp"

namespace sinew {

/// Whether the index is one of `list`. None never is, which is nothing to complain of: it is what find_*() returns. A
/// number beyond the end is the caller's mistake.
template <class Tag, class List>
[[nodiscard]] bool is_in(Index<Tag> index, const List& list) {
  SINEW_ASSERT(!index || index.value < list.size());
  return index.value < list.size();
}

}  // namespace sinew
