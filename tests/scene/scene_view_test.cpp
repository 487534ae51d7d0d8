// What a scene shows: camera, parallax, drawing order, hits.
#include <gtest/gtest.h>

#include <cmath>

#include "scene/fixture.hpp"

namespace sinew::test {
namespace {

const std::string panning = R"({"name": "one", "duration": 3, "stage": [{"animation": "pan"}]})";

/// The middle of each drawn square, and its light colour, in order.
struct Square {
  double x = 0, y = 0, side = 0;
  std::uint32_t light = 0;
};

std::vector<Square> squares(const ScenePlayer& player) {
  DrawList list;
  player.draw(list);
  std::vector<Square> found;
  for (std::size_t i = 0; i + 3 < list.vertices.size(); i += 4) {
    const Vertex &a = list.vertices[i], &b = list.vertices[i + 1], &c = list.vertices[i + 2];
    const double dx = double{b.x} - double{a.x}, dy = double{b.y} - double{a.y};
    found.push_back(
        {(double{a.x} + double{c.x}) / 2, (double{a.y} + double{c.y}) / 2, std::sqrt(dx * dx + dy * dy), a.light});
  }
  return found;
}

constexpr std::uint32_t white = 0xffffffff, green = 0xff00ff00, blue = 0xffff0000, red = 0xff0000ff;

TEST(SceneView, TheCameraBoneIsInTheMiddleOfThePicture) {
  ScenePlayer player(make_scene("", panning));
  EXPECT_EQ(player.camera().x, 10);
  Vec2 middle = player.stage_to_picture().apply(10, 0);
  EXPECT_EQ(middle.x, 100);
  EXPECT_EQ(middle.y, 50);
  player.seek(1);
  middle = player.stage_to_picture().apply(70, 20);
  EXPECT_NEAR(middle.x, 100, 1e-9);
  EXPECT_NEAR(middle.y, 50, 1e-9);
  const Vec2 other = player.stage_to_picture().apply(75, 30);
  EXPECT_NEAR(other.x, 105, 1e-9);
  EXPECT_NEAR(other.y, 60, 1e-9);
}

TEST(SceneView, ATurnedCameraTurnsThePictureTheOtherWayAndALargeOneSeesMore) {
  ScenePlayer player(make_scene("", panning));
  player.seek(2);  // turned by 90 degrees counterclockwise, at scale 2
  const Vec2 right = player.stage_to_picture().apply(80, 20), up = player.stage_to_picture().apply(70, 30);
  EXPECT_NEAR(right.x, 100, 1e-9);
  EXPECT_NEAR(right.y, 45, 1e-9);
  EXPECT_NEAR(up.x, 105, 1e-9);
  EXPECT_NEAR(up.y, 50, 1e-9);
  EXPECT_NEAR(player.camera().scale_x, 2, 1e-9);
  EXPECT_NEAR(squares(player)[0].side, 1, 1e-6);
}

TEST(SceneView, WithoutACameraTheStagesOriginIsInTheMiddle) {
  Provider provider;
  const auto scene = parse_scene(
      R"({"scene": {"width": 200, "height": 100}, "stage": {"skeleton": "stage.json", "atlas": "box.atlas"},
          "shots": [{"name": "one", "duration": 1}]})",
      {}, provider.assets);
  ASSERT_TRUE(scene.has_value());
  const Vec2 middle = ScenePlayer(*scene).stage_to_picture().apply(0, 0);
  EXPECT_EQ(middle.x, 100);
  EXPECT_EQ(middle.y, 50);
}

TEST(SceneView, LayersMoveByTheirDepth) {
  ScenePlayer player(make_scene(actor_text("a", R"("layer": "far")"), panning));
  std::vector<Square> before = squares(player);
  player.seek(1);  // the camera has gone 60 to the right and 20 up
  std::vector<Square> after = squares(player);
  ASSERT_EQ(before.size(), 5u);
  ASSERT_EQ(after.size(), 5u);
  // Sky (depth 100), hill (4), floor (1), the actor (4), leaf (0.5).
  const double depths[] = {100, 4, 1, 4, 0.5};
  const std::uint32_t colours[] = {blue, red, white, white, green};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(before[i].light, colours[i]) << i;
    EXPECT_EQ(after[i].light, colours[i]) << i;
    if (i == 3) continue;
    EXPECT_NEAR(after[i].x - before[i].x, -60 / depths[i], 1e-4) << i;
    EXPECT_NEAR(after[i].y - before[i].y, -20 / depths[i], 1e-4) << i;
  }
  // The actor plays nothing; its spring sags on its own. Its place is what moves.
  const Affine place = player.actor_to_stage(SceneActorIndex(0));
  EXPECT_NEAR(place.tx, 70 * 0.75, 1e-9);
  EXPECT_NEAR(place.ty, 20 * 0.75, 1e-9);
  EXPECT_NEAR(player.parallax(SceneLayerIndex(0)).x, -70, 1e-9);
  EXPECT_EQ(player.parallax({}).x, 0);
}

TEST(SceneView, ActorsAreDrawnByTheirOrderTiesInFileOrder) {
  ScenePlayer player(make_scene(
      actor_text("a", R"("order": 2, "scale": 1)") + "," + actor_text("b", R"("order": -1, "scale": 2)") + "," +
          actor_text("c", R"("order": 2, "scale": 3)") + "," + actor_text("d", R"("scale": 4)"),
      R"({"name": "one", "duration": 1}, {"name": "two", "duration": 1, "actors": {"d": {"visible": false}}})"));
  std::vector<double> sides;
  for (const Square& square : squares(player)) sides.push_back(std::round(square.side));
  EXPECT_EQ(sides, (std::vector<double>{2, 2, 2, 8, 16, 4, 12, 2}));  // sky, hill, floor; b, d, a, c; leaf
  ASSERT_TRUE(player.jump("two").has_value());
  sides.clear();
  for (const Square& square : squares(player)) sides.push_back(std::round(square.side));
  EXPECT_EQ(sides, (std::vector<double>{2, 2, 2, 8, 4, 12, 2}));
}

TEST(SceneView, TheStageAndTheActorsShareOneDrawList) {
  ScenePlayer player(make_scene(actor_text("a") + "," + actor_text("b"), panning));
  DrawList list;
  player.draw(list);
  // One atlas would give one batch; here it is loaded once, for all.
  ASSERT_EQ(list.batches.size(), 1u);
  EXPECT_EQ(list.batches[0].index_count, list.indices.size());
  EXPECT_EQ(list.indices.size(), 6u * 6);
  const std::size_t once = list.vertices.size();
  player.draw(list);  // appends
  EXPECT_EQ(list.vertices.size(), 2 * once);
}

TEST(SceneView, AHitFindsTheFrontActor) {
  // Areas of 20 x 40 units, at x 0 to 20 of the actor; the camera is at (10, 0), the picture 200 x 100.
  ScenePlayer player(make_scene(
      actor_text("a") + "," + actor_text("b", R"("x": 10, "scale": 0.5, "order": 1)") + "," +
          actor_text("c", R"("x": -20, "flip": true)"),
      R"({"name": "one", "duration": 1}, {"name": "two", "duration": 1, "actors": {"b": {"visible": false}}})"));
  const auto hit = [&](double stage_x, double stage_y) {
    const SceneHit found = player.hit_test(stage_x - 10 + 100, stage_y + 50);
    return found.actor ? player.scene().actors[found.actor.value].name : std::string("nothing");
  };
  EXPECT_EQ(hit(5, 10), "a");
  EXPECT_EQ(hit(15, 10), "b");
  EXPECT_EQ(hit(15, 30), "a");
  EXPECT_EQ(hit(-30, 10), "c");
  EXPECT_EQ(hit(-10, 10), "nothing");
  ASSERT_TRUE(player.jump("two").has_value());
  EXPECT_EQ(hit(15, 10), "a");
}

TEST(SceneView, AClipOfTheStageKeepsToItsLayer) {
  // The clipping slot comes first and ends at "b"; "a" is on another layer and is not clipped, nor is "c" after the
  // end.
  const auto data = make_data(Rules::rigby, R"(
    "bones": [{"name": "root"}],
    "slots": [{"name": "clip", "bone": "root", "attachment": "clip"}, {"name": "a", "bone": "root", "attachment": "box"},
              {"name": "b", "bone": "root", "attachment": "box"}, {"name": "c", "bone": "root", "attachment": "box"}],
    "skins": [{"name": "default", "attachments": {
      "clip": {"clip": {"type": "clipping", "end": "b", "vertexCount": 4, "vertices": [-1, -1, 0, -1, 0, 1, -1, 1]}},
      "a": {"box": {"width": 2, "height": 2}}, "b": {"box": {"width": 2, "height": 2}}, "c": {"box": {"width": 2, "height": 2}}}}])");
  ASSERT_NE(data, nullptr);
  const AtlasBinding binding(data, box_atlas());
  const Skeleton skeleton(data);
  const std::uint32_t groups[] = {0, 1, 0, 0}, ends_elsewhere[] = {0, 0, 1, 0};
  const auto area = [&](std::span<const std::uint32_t> by_slot, std::uint32_t group) {
    DrawList list;
    draw_group(skeleton, binding, by_slot, group, list);
    double sum = 0;
    for (std::size_t i = 0; i < list.indices.size(); i += 3) {
      const Vertex &p = list.vertices[list.indices[i]], &q = list.vertices[list.indices[i + 1]],
                   &r = list.vertices[list.indices[i + 2]];
      sum += std::fabs(double{(q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)}) / 2;
    }
    return sum;
  };
  EXPECT_NEAR(area(groups, 0), 2 + 4, 1e-5);
  EXPECT_NEAR(area(groups, 1), 4, 1e-5);
  EXPECT_NEAR(area(ends_elsewhere, 0), 2 + 4, 1e-5);
  EXPECT_NEAR(area(ends_elsewhere, 1), 4, 1e-5);
}

}  // namespace
}  // namespace sinew::test
