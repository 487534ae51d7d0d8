// The demo scene of examples/meadow: what one must not see when it plays.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "sinew/scene.hpp"

namespace sinew::test {
namespace {

class Meadow : public ::testing::Test {
 protected:
  void SetUp() override {
    std::vector<Warning> warnings;
    SceneLoadOptions options;
    options.warnings = &warnings;
    const auto read = load_scene(std::string(SINEW_SOURCE_DIR) + "/examples/meadow/meadow.scene.json", options);
    ASSERT_TRUE(read.has_value()) << read.error().to_string();
    EXPECT_TRUE(warnings.empty());
    scene_ = *read;
  }

  /// A joint of the actor's foot in stage space, without what its layer moves with the camera.
  static Vec2 joint(const ScenePlayer& player, SceneActorIndex actor, const std::string& bone) {
    const Affine world = player.bone_in_stage(actor, player.actor(actor).data().find_bone(bone));
    const Vec2 moved = player.parallax(player.scene().actors[actor.value].layer);
    return {world.tx - moved.x, world.ty - moved.y};
  }

  std::shared_ptr<const Scene> scene_;
};

TEST_F(Meadow, HasEveryImage) {
  EXPECT_TRUE(scene_->stage.skeleton.binding->missing().empty());
  for (const SceneActor& actor : scene_->actors) EXPECT_TRUE(actor.skeleton.binding->missing().empty());
}

TEST_F(Meadow, StandingFeetDoNotSlide) {
  // A foot stands flat while its ankle and its toe are as low as they get: it must not move along the ground then.
  for (const char* name : {"ember", "dusk"}) {
    const SceneActorIndex actor = scene_->find_actor(name);
    ASSERT_TRUE(actor.valid());
    const double scale = scene_->actors[actor.value].placement.scale;
    for (const std::string side : {"near", "far"}) {
      ScenePlayer player(scene_);
      double low = std::numeric_limits<double>::infinity();
      for (int i = 0; i < 60; ++i, player.advance(1 / 60.0)) low = std::min(low, joint(player, actor, "toe-" + side).y);
      player.seek(0);
      int standing = 0;
      double walked = joint(player, actor, "root").x;
      Vec2 before = joint(player, actor, "toe-" + side), ankle_before = joint(player, actor, "foot-" + side);
      for (int i = 0; i < 300; ++i) {
        player.advance(1 / 60.0);
        const Vec2 toe = joint(player, actor, "toe-" + side), ankle = joint(player, actor, "foot-" + side);
        const double level = std::fabs(toe.y - low) + std::fabs(before.y - low) + std::fabs(ankle.y - ankle_before.y);
        if (level < 0.3 * scale) {
          ++standing;
          EXPECT_NEAR(toe.x, before.x, 0.4 * scale) << name << ", " << side << " foot, frame " << i;
        }
        before = toe;
        ankle_before = ankle;
      }
      EXPECT_GT(standing, 40) << name;
      walked = std::fabs(joint(player, actor, "root").x - walked);
      EXPECT_NEAR(walked, 145.8333 * scale * 5, 1) << name;
    }
  }
}

TEST_F(Meadow, TheHorizonIsSteady) {
  // The far layers go along with the camera: in the picture the mountains move a ninth of what the path does.
  ScenePlayer player(scene_);
  const auto seen = [&](const char* layer, Vec2 at) {
    SceneLayerIndex index;
    for (std::size_t i = 0; i < scene_->stage.layers.size(); ++i) {
      if (scene_->stage.layers[i].name == layer) index = SceneLayerIndex(i);
    }
    const Vec2 moved = player.parallax(index);
    return player.stage_to_picture().apply(at.x + moved.x, at.y + moved.y);
  };
  const Vec2 sky = seen("sky", {}), mountains = seen("mountains", {}), path = seen("", {});
  for (int i = 0; i < 359; ++i) {
    player.advance(1 / 60.0);
    ASSERT_EQ(player.shot().value, 0u);
    EXPECT_NEAR(seen("sky", {}).x, sky.x, 1);
    EXPECT_NEAR(seen("sky", {}).y, sky.y, 1);
    EXPECT_NEAR(seen("mountains", {}).y, mountains.y, 1);
    EXPECT_NEAR(seen("mountains", {}).x - mountains.x, (seen("", {}).x - path.x) / 9, 1e-9);
  }
  EXPECT_LT(seen("", {}).x - path.x, -500);
}

}  // namespace
}  // namespace sinew::test
