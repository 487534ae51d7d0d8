// Google Benchmark, and behind it the table of characters and the plot of how costs grow.
//
//   sinew_benchmarks [--plot=FILE.svg] [--benchmark_filter=...]
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string_view>

#include "table.hpp"

namespace sinew::benchmarks {

void register_characters();  // character_benchmark.cpp

namespace {

/// Milliseconds of a fixed loop of dependent arithmetic, the fastest of many: what to divide by when figures of
/// different days or machines are compared.
double yardstick() {
  using Clock = std::chrono::steady_clock;
  double best = 1e9;
  for (int round = 0; round < 20; ++round) {
    const Clock::time_point start = Clock::now();
    std::uint64_t state = 1;
    double sum = 0;
    for (int i = 0; i < 1'000'000; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      sum = sum * 0.5 + static_cast<double>(state >> 11);
    }
    benchmark::DoNotOptimize(sum);
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best * 1000;
}

class Reporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (run.error_occurred) continue;
      std::string name = run.run_name.function_name;
      if (!run.run_name.args.empty()) name += '/' + run.run_name.args;
      for (const auto& [figure, value] : run.counters) figures[name][figure] = value.value;
    }
  }
  Figures figures;
};

}  // namespace
}  // namespace sinew::benchmarks

int main(int count, char** arguments) {
  using namespace sinew::benchmarks;
  std::string plot;
  const auto end = std::remove_if(arguments + 1, arguments + count, [&](const char* argument) {
    constexpr std::string_view option = "--plot=";
    if (std::string_view(argument).substr(0, option.size()) != option) return false;
    plot = argument + option.size();
    return true;
  });
  count = static_cast<int>(end - arguments);
  register_characters();
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  const double before = yardstick();
  Reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  const double after = yardstick();
  std::cout << '\n' << character_table(reporter.figures);
  std::printf("\nyardstick: %.3f ms before, %.3f ms after (a fixed loop: divide by it to compare days and machines)\n",
              before, after);
  if (plot.empty()) return 0;
  const std::string svg = growth_plot(reporter.figures);
  std::ofstream file(plot, std::ios::binary);
  if (svg.empty() || !(file << svg).flush()) {
    std::cerr << "sinew_benchmarks: cannot write " << plot << '\n';
    return 1;
  }
  return 0;
}
