// The least disturbed of many measurements.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>

namespace sinew::benchmarks {

/// Runs `work` once an iteration and returns the seconds of the fastest one: on a shared machine the only figure that
/// comes out alike twice.
template <class Work>
double best_seconds(benchmark::State& state, Work work) {
  using Clock = std::chrono::steady_clock;
  double best = 1e9;
  for (auto _ : state) {
    const Clock::time_point start = Clock::now();
    work();
    benchmark::ClobberMemory();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

}  // namespace sinew::benchmarks
