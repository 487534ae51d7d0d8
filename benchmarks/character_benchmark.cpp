// What a character costs: loading, animating, solving, drawing, a whole frame, a crossfade, crowds. The table that
// `make bench` prints comes from these.
#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <vector>

#include "best.hpp"
#include "heap.hpp"
#include "known_rigs.hpp"
#include "sinew/animation_state.hpp"
#include "sinew/batch.hpp"
#include "sinew/draw.hpp"

namespace sinew::benchmarks {
namespace {

constexpr double frame = 1.0 / 60;

/// Instances of one character, each at another time of its animation.
struct Crowd {
  Crowd(const LoadedRig& rig, std::size_t count, AnimationIndex animation, AnimationIndex second = {})
      : binding(rig.data, rig.atlas) {
    skeletons.reserve(count);
    players.reserve(count);
    const double duration = (*rig.data)[animation].duration;
    for (std::size_t i = 0; i < count; ++i) {
      Skeleton& skeleton = skeletons.emplace_back(rig.data);
      AnimationState& player = players.emplace_back(rig.data);
      player.set_animation(0, animation, Loop::yes);
      player.update(duration * static_cast<double>(i) / static_cast<double>(count));
      player.apply(skeleton);
      if (second) {
        // A fade that lasts longer than the measurement, somewhere in its middle.
        player.set_mix_duration(player.set_animation(0, second, Loop::yes), 1000);
        player.update(0.3);
        player.apply(skeleton);
      }
      skeleton.update(frame);
      instances.push_back({&skeleton, &player});
    }
  }

  void animate() {
    for (std::size_t i = 0; i < skeletons.size(); ++i) {
      players[i].update(frame);
      players[i].apply(skeletons[i]);
    }
  }
  void solve() {
    for (Skeleton& skeleton : skeletons) skeleton.update(frame);
  }
  void draw() {
    vertices = 0;
    for (const Skeleton& skeleton : skeletons) {
      list.clear();
      sinew::draw(skeleton, binding, list);
      benchmark::DoNotOptimize(list.vertices.data());
      vertices += list.vertices.size();
    }
  }

  AtlasBinding binding;
  std::vector<Skeleton> skeletons;
  std::vector<AnimationState> players;
  std::vector<Instance> instances;
  DrawList list;
  std::size_t vertices = 0;
};

AnimationIndex find(benchmark::State& state, const LoadedRig& rig, const char* name) {
  const AnimationIndex found = rig.data->find_animation(name);
  if (!found) state.SkipWithError("there is no such animation");
  return found;
}

void count_bytes(benchmark::State& state, const LoadedRig& rig, AnimationIndex animation) {
  const std::size_t before = heap_use().bytes;
  auto skeleton = std::make_unique<Skeleton>(rig.data);
  auto player = std::make_unique<AnimationState>(rig.data);
  const std::size_t fresh = skeleton->memory();
  player->set_animation(0, animation, Loop::yes);
  for (double time = 0; time < (*rig.data)[animation].duration; time += frame) {
    player->update(frame);
    player->apply(*skeleton);
    skeleton->update(frame);
  }
  state.counters["bytes"] = static_cast<double>(fresh);
  state.counters["bytes_played"] = static_cast<double>(skeleton->memory());
  state.counters["bytes_with_player"] = static_cast<double>(heap_use().bytes - before);
}

void measure_load(benchmark::State& state, const std::string& bytes) {
  if (bytes.empty()) return state.SkipWithError("there is no such file");
  const std::size_t before = heap_use().allocations;
  { benchmark::DoNotOptimize(parse_skeleton(bytes)); }
  state.counters["allocations"] = static_cast<double>(heap_use().allocations - before);
  SkeletonDataPtr last;  // freed outside of the time that is taken: it lives as long as the program, as a rule
  double best = 1e9;
  using Clock = std::chrono::steady_clock;
  for (auto _ : state) {
    last.reset();
    const Clock::time_point start = Clock::now();
    last = *parse_skeleton(bytes);
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  state.counters["best_us"] = best * 1e6;
}

/// A stage of 200 instances; `work` does it once for all of them.
template <class Work>
void measure_stage(benchmark::State& state, const LoadedRig& rig, const char* animation, const char* second,
                   Work work) {
  const AnimationIndex index = find(state, rig, animation);
  const AnimationIndex other = second ? find(state, rig, second) : AnimationIndex{};
  if (!index || (second && !other)) return;
  constexpr std::size_t count = 200;
  Crowd crowd(rig, count, index, other);
  const double best = best_seconds(state, [&] { work(crowd); });
  state.counters["best_us"] = best * 1e6 / count;
  state.counters["ns_per_bone"] = best * 1e9 / static_cast<double>(count * rig.data->bones.size());
  state.counters["bones"] = static_cast<double>(rig.data->bones.size());
  state.counters["slots"] = static_cast<double>(rig.data->slots.size());
  if (crowd.vertices == 0) return;
  state.counters["vertices"] = static_cast<double>(crowd.vertices) / count;
  state.counters["ns_per_vertex"] = best * 1e9 / static_cast<double>(crowd.vertices);
}

void measure_crowd(benchmark::State& state, const LoadedRig& rig, const char* animation, std::size_t count,
                   std::size_t threads) {
  const AnimationIndex index = find(state, rig, animation);
  if (!index) return;
  Crowd crowd(rig, count, index);
  ThreadPool pool(threads);
  BatchOptions options;
  if (threads > 1) options.tasks = pool.tasks();
  const double best = best_seconds(state, [&] { update_all(crowd.instances, frame, options); });
  state.counters["best_us"] = best * 1e6 / static_cast<double>(count);
}

/// Of what is not visible: clocks only.
void measure_hidden(benchmark::State& state, const LoadedRig& rig, const char* animation) {
  const AnimationIndex index = find(state, rig, animation);
  if (!index) return;
  constexpr std::size_t count = 10'000;
  Crowd crowd(rig, count, index);
  for (Instance& instance : crowd.instances) instance.visible = false;
  const double best = best_seconds(state, [&] { update_all(crowd.instances, frame); });
  state.counters["best_us"] = best * 1e6 / count;
}

void register_rig(const KnownRig& known, const std::shared_ptr<const LoadedRig>& rig) {
  const auto add = [&](const std::string& what, int iterations, auto run) {
    benchmark::RegisterBenchmark(("character/" + std::string(known.name) + "/" + what).c_str(),
                                 [rig, run](benchmark::State& state) { run(state, *rig); })
        ->Iterations(iterations)
        ->Unit(benchmark::kMicrosecond);
  };
  const char *const animation = known.animation, *const second = known.second;
  add("load", 200, [=](auto& state, const LoadedRig& one) {
    measure_load(state, one.text);
    if (const AnimationIndex index = find(state, one, animation)) count_bytes(state, one, index);
  });
  if (!rig->binary.empty()) {
    add("load skel", 200, [](auto& state, const LoadedRig& one) { measure_load(state, one.binary); });
  }
  const auto stage = [&](const char* name, const char* fade_to, auto work) {
    add(name, 60,
        [=](benchmark::State& state, const LoadedRig& one) { measure_stage(state, one, animation, fade_to, work); });
  };
  stage("animate", nullptr, [](Crowd& crowd) { crowd.animate(); });
  stage("solve", nullptr, [](Crowd& crowd) { crowd.solve(); });
  stage("draw", nullptr, [](Crowd& crowd) { crowd.draw(); });
  const auto whole = [](Crowd& crowd) {
    for (std::size_t i = 0; i < crowd.skeletons.size(); ++i) {
      crowd.players[i].update(frame);
      crowd.players[i].apply(crowd.skeletons[i]);
      crowd.skeletons[i].update(frame);
      crowd.list.clear();
      sinew::draw(crowd.skeletons[i], crowd.binding, crowd.list);
      benchmark::DoNotOptimize(crowd.list.vertices.data());
    }
  };
  stage("frame", nullptr, whole);
  stage("crossfade", second, [](Crowd& crowd) { crowd.animate(); });
  for (const std::size_t count : {1u, 100u, 10'000u}) {
    for (const std::size_t threads : {1u, 2u}) {
      const std::string name = "crowd of " + std::to_string(count) + "/" + std::to_string(threads) + " threads";
      add(name, count > 1000 ? 8 : 60,
          [=](benchmark::State& state, const LoadedRig& one) { measure_crowd(state, one, animation, count, threads); });
    }
  }
  add("hidden", 20, [=](auto& state, const LoadedRig& one) { measure_hidden(state, one, animation); });
}

}  // namespace

void register_characters() {
  for (const KnownRig& known : known_rigs()) {
    if (std::optional<LoadedRig> rig = load(known)) {
      register_rig(known, std::make_shared<const LoadedRig>(*std::move(rig)));
    }
  }
}

}  // namespace sinew::benchmarks
