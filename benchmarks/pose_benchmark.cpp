// Loading and posing: what a character costs before it is drawn.
//
//   build/benchmarks/sinew_benchmarks --benchmark_filter=Pose
//
// The generated skeletons (rigs.hpp) have keys about as dense as the busiest real characters. The goal: animate and
// solve 1,000 bones in less than 60 microseconds. "Dense" ones are keyed in rotation, translation and scale on every
// bone.
#include <benchmark/benchmark.h>

#include "rigs.hpp"
#include "sinew/animation.hpp"
#include "sinew/animation_state.hpp"
#include "sinew/load.hpp"
#include "sinew/skeleton.hpp"

namespace sinew::benchmarks {
namespace {

SkeletonDataPtr load_rig(benchmark::State& state, Semantics semantics, bool dense = false) {
  RigOptions rig;
  if (dense) rig.bones_per_translate = rig.bones_per_scale = 1;
  rig.bones = static_cast<std::uint32_t>(state.range(0));
  LoadOptions options;
  options.semantics = semantics;
  Result<SkeletonDataPtr> data = parse_skeleton(make_rig(rig), "rig.json", options);
  if (!data) {
    state.SkipWithError(data.error().to_string().c_str());
    return nullptr;
  }
  return *std::move(data);
}

/// A clock that goes round the animation in steps that meet keys and Beziers alike.
class Clock {
 public:
  explicit Clock(double duration) : duration_(duration) {}
  double next() {
    time_ += 1.0 / 60;
    if (time_ >= duration_) time_ -= duration_;
    return time_;
  }

 private:
  double duration_, time_ = 0;
};

void count_bones(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void PoseLoad(benchmark::State& state) {
  RigOptions rig;
  rig.bones = static_cast<std::uint32_t>(state.range(0));
  const std::string text = make_rig(rig);
  for (auto _ : state) {
    Result<SkeletonDataPtr> data = parse_skeleton(text);
    if (!data) return state.SkipWithError(data.error().to_string().c_str());
    benchmark::DoNotOptimize(data);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

template <Semantics semantics>
void PoseAnimate(benchmark::State& state) {
  const SkeletonDataPtr data = load_rig(state, semantics);
  if (!data) return;
  Skeleton skeleton(data);
  const Animation& animation = data->animations[0];
  Clock clock(animation.duration);
  for (auto _ : state) {
    apply(skeleton, animation, clock.next());
    benchmark::ClobberMemory();
  }
  count_bones(state);
}

template <Semantics semantics>
void PoseSolve(benchmark::State& state) {
  const SkeletonDataPtr data = load_rig(state, semantics);
  if (!data) return;
  Skeleton skeleton(data);
  apply(skeleton, data->animations[0], 0.4);
  for (auto _ : state) {
    skeleton.update(1.0 / 60);
    benchmark::ClobberMemory();
  }
  count_bones(state);
}

template <Semantics semantics, bool dense = false>
void PoseAnimateAndSolve(benchmark::State& state) {
  const SkeletonDataPtr data = load_rig(state, semantics, dense);
  if (!data) return;
  Skeleton skeleton(data);
  const Animation& animation = data->animations[0];
  Clock clock(animation.duration);
  for (auto _ : state) {
    apply(skeleton, animation, clock.next());
    skeleton.update(1.0 / 60);
    benchmark::ClobberMemory();
  }
  count_bones(state);
}

/// A whole frame of a player: reset, one track, world transforms.
template <Semantics semantics>
void PoseFrame(benchmark::State& state) {
  const SkeletonDataPtr data = load_rig(state, semantics);
  if (!data) return;
  Skeleton skeleton(data);
  AnimationState player(data);
  player.set_animation(0, AnimationIndex(0), Loop::yes);
  for (auto _ : state) {
    player.update(1.0 / 60);
    player.apply(skeleton);
    skeleton.update(1.0 / 60);
    benchmark::ClobberMemory();
  }
  count_bones(state);
}

#define SINEW_SIZES Arg(50)->Arg(200)->Arg(1000)->Unit(benchmark::kMicrosecond)

BENCHMARK(PoseLoad)->SINEW_SIZES;
BENCHMARK(PoseAnimate<Semantics::rigby>)->SINEW_SIZES;
BENCHMARK(PoseAnimate<Semantics::spine>)->SINEW_SIZES;
BENCHMARK(PoseSolve<Semantics::rigby>)->SINEW_SIZES;
BENCHMARK(PoseSolve<Semantics::spine>)->SINEW_SIZES;
BENCHMARK(PoseAnimateAndSolve<Semantics::rigby>)->SINEW_SIZES;
BENCHMARK(PoseAnimateAndSolve<Semantics::spine>)->SINEW_SIZES;
BENCHMARK(PoseAnimateAndSolve<Semantics::rigby, true>)->SINEW_SIZES;
BENCHMARK(PoseAnimateAndSolve<Semantics::spine, true>)->SINEW_SIZES;
BENCHMARK(PoseFrame<Semantics::rigby>)->SINEW_SIZES;
BENCHMARK(PoseFrame<Semantics::spine>)->SINEW_SIZES;

#undef SINEW_SIZES

}  // namespace
}  // namespace sinew::benchmarks
