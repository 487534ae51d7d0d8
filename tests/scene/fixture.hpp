// A small scene for tests: a stage with layers and a camera, and a character with a spring.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>

#include "sinew/scene.hpp"
#include "support/skeletons.hpp"

namespace sinew::test {

/// Bones "camera" and "ground"; animation "pan" moves the camera by 60 units in x and 20 in y in a second, turned by 90
/// degrees and at scale 2 after two. Slots "sky", "hill", "floor", "leaf" show squares of 2 x 2 units round the origin.
inline SkeletonDataPtr stage_data(Rules rules = Rules::rigby) {
  return make_data(rules, R"(
    "bones": [{"name": "root"}, {"name": "camera", "parent": "root", "x": 10}],
    "slots": [{"name": "floor", "bone": "root", "attachment": "box"}, {"name": "leaf", "bone": "root", "attachment": "box"},
              {"name": "sky", "bone": "root", "attachment": "box"}, {"name": "hill", "bone": "root", "attachment": "box"}],
    "skins": [{"name": "default", "attachments": {
      "floor": {"box": {"width": 2, "height": 2}}, "leaf": {"box": {"width": 2, "height": 2, "color": "00ff00ff"}},
      "sky": {"box": {"width": 2, "height": 2, "color": "0000ffff"}}, "hill": {"box": {"width": 2, "height": 2, "color": "ff0000ff"}}}}],
    "events": {"bell": {}},
    "animations": {"pan": {
      "bones": {"camera": {"translate": [{}, {"time": 1, "x": 60, "y": 20}],
                           "rotate": [{"time": 1}, {"time": 2, "value": 90}],
                           "scale": [{"time": 1}, {"time": 2, "x": 2, "y": 2}]}},
      "events": [{"name": "bell"}, {"time": 0.5, "name": "bell"}]}})");
}

/// A bone "arm" that "wave" and "walk" swing about the root, with a spring "hair" at its tip; "walk" also moves the
/// root by 100 units a second. Slot "hair" has a bounding box of 20 x 20 units round the tip's origin.
inline SkeletonDataPtr actor_data(Rules rules = Rules::rigby) {
  std::string members = R"(
    "bones": [{"name": "root"}, {"name": "arm", "parent": "root", "length": 50}, {"name": "hair", "parent": "arm", "x": 50, "length": 30}],
    "slots": [{"name": "hair", "bone": "hair", "attachment": "box"}, {"name": "area", "bone": "root", "attachment": "area"}],
    "skins": [{"name": "default", "attachments": {"hair": {"box": {"width": 4, "height": 4}},
                "area": {"area": {"type": "boundingbox", "vertexCount": 4, "vertices": [0, 0, 20, 0, 20, 40, 0, 40]}}}},
              {"name": "other", "attachments": {"hair": {"box": {"width": 8, "height": 8}}}}],
    "events": {"step": {}},
    "animations": {
      "wave": {"bones": {"arm": {"rotate": [{}, {"time": 0.4, "value": 80}, {"time": 0.8}]}}},
      "walk": {"bones": {"arm": {"rotate": [{}, {"time": 0.25, "value": -50}, {"time": 0.5}]},
                         "root": {"translate": [{}, {"time": 1, "x": 100}]}},
               "events": [{"name": "step"}, {"time": 0.3, "name": "step"}]}},)";
  members += rules == Rules::spine_4_3 ? R"("constraints": [{"type": "physics", )" : R"("physics": [{)";
  members += R"("name": "spring", "bone": "hair", "rotate": 1, "x": 0.5, "y": 0.5, "inertia": 0.5, "strength": 80,
                "damping": 0.9, "gravity": 5}])";
  return make_data(rules, members);
}

inline std::shared_ptr<const Atlas> box_atlas() {
  Result<Atlas> atlas = parse_atlas("page.png\nsize: 4, 4\nfilter: Linear, Linear\nbox\nbounds: 0, 0, 2, 2\n");
  if (!atlas) {
    ADD_FAILURE() << atlas.error().to_string();
    return nullptr;
  }
  return std::make_shared<const Atlas>(*std::move(atlas));
}

/// Provides "stage.json", "actor.json" and "box.atlas", and counts what was asked for.
struct Provider {
  explicit Provider(Rules rules = Rules::rigby) {
    assets.skeleton = [this, rules](const std::string& name) -> Result<SkeletonDataPtr> {
      ++asked[name];
      if (name == "stage.json") return stage_data(rules);
      if (name == "actor.json") return actor_data(rules);
      return Error{ErrorCode::file_not_found, "There is no such file.", {name, 0, 0, {}, {}}};
    };
    assets.atlas = [this](const std::string& name) -> Result<std::shared_ptr<const Atlas>> {
      ++asked[name];
      if (name == "box.atlas") return box_atlas();
      return Error{ErrorCode::file_not_found, "There is no such file.", {name, 0, 0, {}, {}}};
    };
  }
  Provider(const Provider&) = delete;
  Provider& operator=(const Provider&) = delete;
  std::map<std::string, int> asked;
  SceneAssets assets;
};

/// A scene of the two, with the given text of its members "actors" and "shots".
inline std::string scene_text(const std::string& actors, const std::string& shots) {
  return R"({"scene": {"name": "test", "fps": 30, "width": 200, "height": 100},
 "stage": {"skeleton": "stage.json", "atlas": "box.atlas", "camera": "camera",
           "layers": [{"name": "near", "slots": ["leaf"], "depth": 0.5}, {"name": "far", "slots": ["hill"], "depth": 4},
                      {"name": "sky", "slots": ["sky"], "depth": 100}]},
 "actors": [)" +
         actors + R"(],
 "shots": [)" +
         shots + "]}";
}

inline std::shared_ptr<const Scene> make_scene(const std::string& actors, const std::string& shots,
                                               Rules rules = Rules::rigby) {
  Provider provider(rules);
  auto scene = parse_scene(scene_text(actors, shots), "test.scene.json", provider.assets);
  if (!scene) {
    ADD_FAILURE() << scene.error().to_string();
    return nullptr;
  }
  return *std::move(scene);
}

inline std::string actor_text(const std::string& name, const std::string& more = {}) {
  return R"({"name": ")" + name + R"(", "skeleton": "actor.json", "atlas": "box.atlas")" +
         (more.empty() ? "" : ", " + more) + "}";
}

/// Every bit of what a player shows: vertices, and all world transforms.
inline std::string frame_of(const ScenePlayer& player) {
  std::string bytes;
  const auto take = [&](const Skeleton& skeleton) {
    for (const Affine& world : skeleton.world_transforms()) {
      bytes.append(reinterpret_cast<const char*>(&world), sizeof world);
    }
  };
  take(player.stage());
  for (std::size_t i = 0; i < player.scene().actors.size(); ++i) take(player.actor(SceneActorIndex(i)));
  DrawList list;
  player.draw(list);
  for (const Vertex& vertex : list.vertices) bytes.append(reinterpret_cast<const char*>(&vertex), sizeof vertex);
  for (const std::uint32_t index : list.indices) bytes.append(reinterpret_cast<const char*>(&index), sizeof index);
  return bytes;
}

inline BoneIndex hair(const ScenePlayer& player, SceneActorIndex actor = SceneActorIndex(0)) {
  return player.actor(actor).data().find_bone("hair");
}

}  // namespace sinew::test
