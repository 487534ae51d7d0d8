// .motion clips: loading, and sampling the largest clip that the format allows on the largest rig.
//
//   build/benchmarks/sinew_benchmarks --benchmark_filter=Motion
//
// 128 tracks of 512 keys on 512 nodes, 10 levels deep; "Forward" is what a game does.
#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <string>

#include "sinew/motion.hpp"

namespace sinew::benchmarks {
namespace {

using motion::Interpolation;

motion::Clip make_clip(Interpolation interpolation) {
  motion::Clip clip;
  clip.binding = "crowd.rig";
  clip.model = "Crowd";
  clip.duration = 60;
  clip.loop = true;
  for (std::size_t t = 0; t < motion::max_tracks; ++t) {
    motion::Track track;
    track.part = "node " + std::to_string(t * 4);
    track.property = static_cast<motion::Property>(t % 3);
    track.interpolation = interpolation;
    for (std::size_t k = 0; k < motion::max_keys; ++k) {
      const double time = 60.0 * static_cast<double>(k) / motion::max_keys, phase = time + static_cast<double>(t);
      track.keys.push_back({time, {1.5 + std::sin(phase), 1.5 + std::cos(phase), 1.5 + std::sin(2 * phase)}});
    }
    clip.tracks.push_back(std::move(track));
  }
  return clip;
}

std::vector<motion::Part> make_parts() {
  std::vector<motion::Part> parts;
  for (std::size_t i = 0; i < motion::max_nodes; ++i) {
    const std::string parent = i == 0 ? "" : "node " + std::to_string((i - 1) / 2);
    parts.push_back({"node " + std::to_string(i), parent, {{1, 0.5, 0}, {0.1, 0.2, 0.3}, {1, 1, 1}}});
  }
  return parts;
}

enum class Times { forward, backward, random };

void sample(benchmark::State& state, Interpolation interpolation, Times order) {
  auto rig = motion::Rig::create(make_parts(), make_clip(interpolation));
  if (!rig) return state.SkipWithError(rig.error().to_string().c_str());
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(0, 60);
  std::vector<double> times(4096);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double time = std::fmod(static_cast<double>(i) / 60, 60);
    times[i] = order == Times::forward ? time : order == Times::backward ? 60 - time : any(random);
  }
  std::size_t at = 0;
  for (auto _ : state) {
    rig->sample(times[at++ % times.size()]);
    benchmark::DoNotOptimize(rig->worlds().data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rig->size()));
}

void MotionForward(benchmark::State& state) {
  sample(state, static_cast<Interpolation>(state.range(0)), Times::forward);
}
void MotionBackward(benchmark::State& state) {
  sample(state, static_cast<Interpolation>(state.range(0)), Times::backward);
}
void MotionRandom(benchmark::State& state) {
  sample(state, static_cast<Interpolation>(state.range(0)), Times::random);
}
constexpr int kLinear = static_cast<int>(Interpolation::linear), kBezier = static_cast<int>(Interpolation::bezier);
BENCHMARK(MotionForward)->Arg(kLinear)->Arg(kBezier)->Unit(benchmark::kMicrosecond);
BENCHMARK(MotionBackward)->Arg(kLinear)->Arg(kBezier)->Unit(benchmark::kMicrosecond);
BENCHMARK(MotionRandom)->Arg(kLinear)->Arg(kBezier)->Unit(benchmark::kMicrosecond);

void MotionLoad(benchmark::State& state) {
  const auto text = motion::write_clip(make_clip(Interpolation::linear));
  if (!text) return state.SkipWithError(text.error().to_string().c_str());
  for (auto _ : state) {
    auto clip = motion::parse_clip(*text);
    if (!clip) return state.SkipWithError(clip.error().to_string().c_str());
    benchmark::DoNotOptimize(clip);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text->size()));
}
BENCHMARK(MotionLoad)->Unit(benchmark::kMillisecond);

void MotionBind(benchmark::State& state) {
  const auto parts = make_parts();
  const auto clip = make_clip(Interpolation::linear);
  for (auto _ : state) {
    auto rig = motion::Rig::create(parts, clip);
    benchmark::DoNotOptimize(rig);
  }
}
BENCHMARK(MotionBind)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sinew::benchmarks
