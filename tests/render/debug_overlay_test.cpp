#include "sinew/debug_overlay.hpp"

#include "render/gl_fixture.hpp"
#include "support/skeletons.hpp"

namespace sinew {
namespace {

using testing::Picture;
using testing::Pixel;
using testing::transparent;

class DebugOverlayTest : public testing::GlTest {
 protected:
  static constexpr WorldRect world{-32, -32, 64, 64};

  Picture paint(const DrawList& list) {
    Picture picture{64, 64, std::vector<std::uint8_t>(std::size_t{4} * 64 * 64)};
    OffscreenOptions options;
    options.width = options.height = 64;
    auto target = OffscreenTarget::create(options);
    EXPECT_TRUE(target);
    const Status status = target->draw(
        world, transparent, [&](const WorldRect& tile) { renderer_->draw_shapes(list, tile); }, picture.pixels);
    EXPECT_TRUE(status) << status.error();
    return picture;
  }

  /// The pixel at a place in the world.
  static Pixel at(const Picture& picture, double x, double y) {
    return picture.at(static_cast<int>(x + 32), static_cast<int>(32 - y));
  }
};

const char* const rig = R"("bones": [{"name": "root"},
    {"name": "arm", "parent": "root", "length": 24, "rotation": 90, "color": "ff0000ff"},
    {"name": "hidden", "parent": "root", "length": 24, "rotation": 180, "skin": true}],
  "slots": [{"name": "quad", "bone": "root", "attachment": "quad"}, {"name": "mesh", "bone": "root", "attachment": "mesh"},
    {"name": "hit", "bone": "root", "attachment": "hit"}, {"name": "off", "bone": "hidden", "attachment": "off"}],
  "skins": [{"name": "default", "attachments": {
    "quad": {"quad": {"width": 40, "height": 40}},
    "mesh": {"mesh": {"type": "mesh", "vertices": [-10.5, -10.5, 10.5, -10.5, 10.5, 10.5, -10.5, 10.5],
      "uvs": [0, 1, 1, 1, 1, 0, 0, 0], "triangles": [0, 1, 2, 2, 3, 0], "hull": 4}},
    "hit": {"hit": {"type": "boundingbox", "vertexCount": 3, "vertices": [-30, -30, 30, -30, 0, -24]}},
    "off": {"off": {"width": 60, "height": 60}}}}])";

TEST_F(DebugOverlayTest, bones_run_from_joint_to_tip_in_their_colour) {
  const auto data = test::make_data(test::Rules::spine_4_2, rig);
  ASSERT_TRUE(data);
  DrawList list;
  overlay_bones(Skeleton(data), 1, list);
  EXPECT_EQ(list.batches.size(), 1u);
  const Picture picture = paint(list);
  const Pixel middle = at(picture, 0, 12);
  EXPECT_GT(middle.a, 80);
  EXPECT_GT(middle.r, 200);
  EXPECT_LT(middle.g, 20);
  EXPECT_GT(at(picture, 0, 22).a, 80);
  EXPECT_EQ(at(picture, 0, 28).a, 0);    // past the tip
  EXPECT_EQ(at(picture, -12, 0).a, 0);   // a bone that is not active
  EXPECT_GT(at(picture, 0, -1).a, 200);  // the root has no length: a square
}

TEST_F(DebugOverlayTest, meshes_show_outlines_and_triangles) {
  const auto data = test::make_data(test::Rules::spine_4_2, rig);
  ASSERT_TRUE(data);
  DrawList list;
  overlay_meshes(Skeleton(data), 1, list);
  const Picture picture = paint(list);
  EXPECT_GT(at(picture, 10, 4).a, 200);     // right edge of the mesh
  EXPECT_GT(at(picture, 4, -10.5).a, 200);  // lower edge
  EXPECT_GT(at(picture, 5, 5.5).a, 100);    // diagonal
  EXPECT_EQ(at(picture, 5, -3).a, 0);       // inside a triangle
  EXPECT_EQ(at(picture, 15, 0).a, 0);
  int frame = 0;  // the region's left edge at x = -20 lies on a pixel border: either side
  for (const double x : {-20.5, -19.5}) frame += at(picture, x, 3).a > 200;
  EXPECT_GE(frame, 1);
  for (const double x : {-30.5, -29.5}) EXPECT_EQ(at(picture, x, 3).a, 0);  // its bone is not active
}

TEST_F(DebugOverlayTest, bounds_show_hit_polygons_and_the_box) {
  const auto data = test::make_data(test::Rules::spine_4_2, rig);
  ASSERT_TRUE(data);
  DrawList list;
  Bounds box;
  box.add(-20, -5);
  box.add(25, 28);
  overlay_bounds(Skeleton(data), box, 1, list);
  const Picture picture = paint(list);
  EXPECT_GT(at(picture, -20, 10).a, 200);
  EXPECT_GT(at(picture, 25, 10).a, 200);
  EXPECT_GT(at(picture, 0, 28).a, 200);
  EXPECT_GT(at(picture, 0, -30).g, 200);  // the bounding box attachment
  EXPECT_EQ(at(picture, 0, -10).a, 0);

  DrawList without;
  overlay_bounds(Skeleton(data), Bounds(), 1, without);
  EXPECT_EQ(at(paint(without), -20, 10).a, 0);
}

}  // namespace
}  // namespace sinew
