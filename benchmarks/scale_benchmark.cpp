// How costs grow: with bones, vertices, instances, and with the length of an animation. The plots of
// docs/performance.md come from these.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "best.hpp"
#include "rigs.hpp"
#include "sinew/animation_state.hpp"
#include "sinew/batch.hpp"
#include "sinew/draw.hpp"

namespace sinew::benchmarks {
namespace {

constexpr double frame = 1.0 / 60;

SkeletonDataPtr generated(const RigOptions& options) {
  LoadOptions spine;
  spine.semantics = Semantics::spine;
  return *parse_skeleton(make_rig(options), "rig.json", spine);
}

/// Play one skeleton's animation on and on, for as long as 64 frames take, from its middle.
double seconds_of_frame(benchmark::State& state, const SkeletonDataPtr& data) {
  Skeleton skeleton(data);
  AnimationState player(data);
  player.set_animation(0, AnimationIndex(0), Loop::yes);
  player.update(data->animations[0].duration / 2);
  player.apply(skeleton);
  constexpr int frames = 64;
  return best_seconds(state,
                      [&] {
                        for (int i = 0; i < frames; ++i) {
                          player.update(frame);
                          player.apply(skeleton);
                          skeleton.update(frame);
                        }
                      }) /
         frames;
}

void scale_bones(benchmark::State& state) {
  RigOptions options;
  options.bones = static_cast<std::uint32_t>(state.range(0));
  state.counters["best_us"] = seconds_of_frame(state, generated(options)) * 1e6;
}

void scale_length(benchmark::State& state) {
  RigOptions options;
  options.bones = 20;
  options.seconds = static_cast<double>(state.range(0));
  options.events_per_second = 4;
  const auto keys = static_cast<std::uint32_t>(state.range(0) * 4);  // four a second
  options.rotate_keys = options.translate_keys = options.scale_keys = keys;
  const SkeletonDataPtr data = generated(options);
  state.counters["best_us"] = seconds_of_frame(state, data) * 1e6;
}

void scale_vertices(benchmark::State& state) {
  RigOptions options;
  options.bones = 20;
  options.bones_per_mesh = 20;
  options.bones_per_region = 100;
  options.mesh_rows = static_cast<std::uint32_t>(state.range(0)) / 4 - 1;
  const SkeletonDataPtr data = generated(options);
  const auto atlas = std::make_shared<const Atlas>(
      *parse_atlas("page.png\nsize: 64, 64\nmesh0\nbounds: 0, 0, 40, 40\nregion0\nbounds: 40, 0, 20, 20\n"));
  const AtlasBinding binding(data, atlas);
  Skeleton skeleton(data);
  DrawList list;
  constexpr int times = 64;
  const double best = best_seconds(state, [&] {
    for (int i = 0; i < times; ++i) {
      list.clear();
      draw(skeleton, binding, list);
      benchmark::DoNotOptimize(list.vertices.data());
    }
  });
  state.counters["best_us"] = best * 1e6 / times;
}

void scale_instances(benchmark::State& state) {
  const SkeletonDataPtr data = generated({});
  const auto count = static_cast<std::size_t>(state.range(0));
  std::vector<Skeleton> skeletons;
  std::vector<AnimationState> players;
  std::vector<Instance> instances;
  skeletons.reserve(count);
  players.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    skeletons.emplace_back(data);
    players.emplace_back(data).set_animation(0, AnimationIndex(0), Loop::yes);
    players[i].update(static_cast<double>(i) * 0.01);
    instances.push_back({&skeletons[i], &players[i]});
  }
  state.counters["best_us"] = best_seconds(state, [&] { update_all(instances, frame); }) * 1e6;
}

#define SINEW_SCALE(function, name) BENCHMARK(function)->Name("scale/" name)->Unit(benchmark::kMicrosecond)

SINEW_SCALE(scale_bones, "bones")->Arg(50)->Arg(100)->Arg(200)->Arg(400)->Arg(700)->Arg(1000)->Iterations(60);
SINEW_SCALE(scale_vertices, "vertices")->Arg(100)->Arg(200)->Arg(500)->Arg(1000)->Arg(1500)->Arg(2000)->Iterations(60);
SINEW_SCALE(scale_instances, "instances")
    ->Arg(100)
    ->Arg(500)
    ->Arg(1000)
    ->Arg(2500)
    ->Arg(5000)
    ->Arg(10000)
    ->Iterations(8);
SINEW_SCALE(scale_length, "seconds of animation")
    ->Arg(2)
    ->Arg(60)
    ->Arg(300)
    ->Arg(900)
    ->Arg(1800)
    ->Arg(3600)
    ->Iterations(60);

#undef SINEW_SCALE

}  // namespace
}  // namespace sinew::benchmarks
