// How long draw() takes for generated rigs. Characters: character_benchmark.cpp.
//
// Each iteration draws 200 instances at different times of an animation, each into an empty list. `best_us` is the time
// of one skeleton in the fastest iteration: the figure to compare, for it is the least disturbed one.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "sinew/animation.hpp"
#include "sinew/draw.hpp"

namespace {

constexpr std::size_t instance_count = 200;

struct Crowd {
  Crowd(const sinew::SkeletonDataPtr& data, const std::shared_ptr<const sinew::Atlas>& atlas,
        const sinew::Animation* animation)
      : binding(data, atlas) {
    for (std::size_t i = 0; i < instance_count; ++i) {
      sinew::Skeleton& skeleton = instances.emplace_back(data);
      if (animation != nullptr) {
        sinew::apply(skeleton, *animation,
                     animation->duration * static_cast<double>(i) / static_cast<double>(instance_count));
      }
      skeleton.update(0);
    }
  }

  sinew::AtlasBinding binding;
  std::vector<sinew::Skeleton> instances;
};

void measure(benchmark::State& state, const Crowd& crowd) {
  using Clock = std::chrono::steady_clock;
  sinew::DrawList list;
  double best = 1e9;
  std::size_t vertices = 0, indices = 0, batches = 0;
  for (auto _ : state) {
    const Clock::time_point start = Clock::now();
    vertices = indices = batches = 0;
    for (const sinew::Skeleton& skeleton : crowd.instances) {
      list.clear();
      sinew::draw(skeleton, crowd.binding, list);
      benchmark::DoNotOptimize(list.vertices.data());
      benchmark::ClobberMemory();
      vertices += list.vertices.size();
      indices += list.indices.size();
      batches += list.batches.size();
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    best = std::min(best, seconds);
  }
  const auto per_instance = [](std::size_t sum) { return static_cast<double>(sum) / instance_count; };
  state.counters["best_us"] = best * 1e6 / instance_count;
  state.counters["vertices"] = per_instance(vertices);
  state.counters["triangles"] = per_instance(indices) / 3;
  state.counters["batches"] = per_instance(batches);
  state.counters["ns_per_vertex"] = best * 1e9 / static_cast<double>(std::max<std::size_t>(vertices, 1));
}

// ---------------------------------------------------------------------------------------------------------------------

/// A chain of bones, and on every fifth a mesh whose vertices hang on one to four bones nearby.
std::string generated_rig(std::size_t bones) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> influences(1, 4), near(-2, 2), place(-50, 50);
  std::string json = R"({ "skeleton": { "spine": "4.2.22" }, "bones": [ { "name": "b0" })";
  for (std::size_t i = 1; i < bones; ++i) {
    json += R"(, { "name": "b)" + std::to_string(i) + R"(", "parent": "b)" + std::to_string(i - 1) +
            R"(", "x": 10, "rotation": )" + std::to_string(static_cast<int>(i % 7) - 3) + " }";
  }
  json += R"( ], "slots": [ )";
  std::string attachments;
  for (std::size_t i = 0; i < bones; i += 5) {
    const std::string name = "s" + std::to_string(i);
    json += std::string(i == 0 ? "" : ", ") + R"({ "name": ")" + name + R"(", "bone": "b)" + std::to_string(i) +
            R"(", "attachment": "m" })";
    std::string uvs, vertices, triangles;
    constexpr int columns = 10, rows = 5;
    for (int v = 0; v < columns * rows; ++v) {
      uvs += std::string(v == 0 ? "" : ", ") + std::to_string(v % columns / 9.0) + ", " +
             std::to_string(v / columns / 4.0);
      const int count = influences(random);
      vertices += std::string(v == 0 ? "" : ", ") + std::to_string(count);
      for (int k = 0; k < count; ++k) {
        const int bone = std::clamp(static_cast<int>(i) + near(random), 0, static_cast<int>(bones) - 1);
        vertices += ", " + std::to_string(bone) + ", " + std::to_string(place(random)) + ", " +
                    std::to_string(place(random)) + ", " + std::to_string(1.0 / count);
      }
    }
    for (int r = 0; r + 1 < rows; ++r) {
      for (int c = 0; c + 1 < columns; ++c) {
        const int a = r * columns + c;
        for (const int corner : {a, a + 1, a + columns + 1, a, a + columns + 1, a + columns}) {
          triangles += std::string(triangles.empty() ? "" : ", ") + std::to_string(corner);
        }
      }
    }
    attachments += std::string(i == 0 ? "" : ", ") + '"' + name +
                   R"(": { "m": { "type": "mesh", "path": "image", "uvs": [ )" + uvs + R"( ], "triangles": [ )" +
                   triangles + R"( ], "vertices": [ )" + vertices + " ] } }";
  }
  return json + R"( ], "skins": [ { "name": "default", "attachments": { )" + attachments + " } } ] }";
}

void generated(benchmark::State& state) {
  const auto data = sinew::parse_skeleton(generated_rig(static_cast<std::size_t>(state.range(0))));
  auto atlas = sinew::parse_atlas("page.png\nsize: 256, 256\nimage\nbounds: 0, 0, 100, 100\n");
  if (!data || !atlas) {
    state.SkipWithError("the generated rig does not load");
    return;
  }
  const Crowd crowd(*data, std::make_shared<const sinew::Atlas>(std::move(*atlas)), nullptr);
  measure(state, crowd);
}
BENCHMARK(generated)->Name("draw/generated")->Arg(50)->Arg(200)->Arg(1000)->Unit(benchmark::kMicrosecond);

}  // namespace
