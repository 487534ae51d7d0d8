// Memory that runs out at every moment of something.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <optional>

#include "sinew/result.hpp"
#include "support/allocation_counter.hpp"

namespace sinew::test {

/// The code of a result's error; nothing when it has a value.
template <class T>
[[nodiscard]] std::optional<ErrorCode> code_of(const Result<T>& result) {
  if (result) return std::nullopt;
  return result.error().code;
}

/// Lets the n-th allocation fail, alone or with all after it, for n = 1, 2, ... until none does: every time there must
/// be the error `limit` and nothing leaked. `run` gives the code of its error, or nothing.
inline void fail_everywhere(const std::function<std::optional<ErrorCode>()>& run, bool all_after,
                            std::optional<ErrorCode> normally) {
  ASSERT_EQ(run(), normally);
  std::size_t n = 1;
  for (;; ++n) {
    const std::ptrdiff_t before = blocks_held();
    std::optional<ErrorCode> code;
    bool failed = false, threw = false;
    {
      FailingAllocations failing(n, all_after);
      code = run();
      failed = failing.failed();
      threw = failing.threw();
    }
    ASSERT_EQ(blocks_held(), before) << "leak when allocation " << n << " fails";
    if (!failed) break;
    if (threw) {
      ASSERT_EQ(code, ErrorCode::limit) << "allocation " << n;
    } else {
      ASSERT_TRUE(code == normally || code == ErrorCode::limit) << "allocation " << n;
    }
    ASSERT_LT(n, 100'000u);
  }
  EXPECT_GT(n, 3u);
}

/// `normally`: the code of the error that there is with all the memory in the world.
inline void fail_everywhere(const std::function<std::optional<ErrorCode>()>& run,
                            std::optional<ErrorCode> normally = std::nullopt) {
  fail_everywhere(run, false, normally);
  fail_everywhere(run, true, normally);
}

}  // namespace sinew::test
