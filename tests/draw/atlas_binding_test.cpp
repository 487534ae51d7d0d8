#include <gtest/gtest.h>

#include "draw/binding.hpp"
#include "draw/rig.hpp"

namespace sinew {
namespace {

using test::expect_vertex;
using test::Rig;

std::string one_attachment(std::string_view attachment) {
  return R"({ "skeleton": { "hash": "h", "spine": "4.2.22" }, "bones": [ { "name": "root" } ],
    "slots": [ { "name": "s", "bone": "root", "attachment": "x" } ],
    "skins": [ { "name": "default", "attachments": { "s": { "x": )" +
         std::string(attachment) + " } } } ] }";
}

constexpr std::string_view four_rotations = R"(page.png
size: 256, 128
a
bounds: 10, 20, 30, 40
offsets: 5, 7, 50, 60
b
bounds: 100, 20, 30, 40
offsets: 5, 7, 50, 60
rotate: 90
c
bounds: 10, 70, 30, 40
offsets: 5, 7, 50, 60
rotate: 180
d
bounds: 100, 70, 30, 40
offsets: 5, 7, 50, 60
rotate: 270
)";

TEST(AtlasBinding, TrimsQuadsInAllFourRotations) {
  const double quads[4][4][2] = {{{10, 20}, {40, 20}, {40, 60}, {10, 60}},
                                 {{100, 50}, {100, 20}, {140, 20}, {140, 50}},
                                 {{40, 110}, {10, 110}, {10, 70}, {40, 70}},
                                 {{140, 70}, {140, 100}, {100, 100}, {100, 70}}};
  const double corners[4][2] = {{-40, 34}, {20, 34}, {20, -46}, {-40, -46}};
  for (int i = 0; i < 4; ++i) {
    Rig rig(one_attachment(std::string(R"({ "path": ")") + static_cast<char>('a' + i) +
                           R"(", "width": 100, "height": 120 })"),
            four_rotations);
    const DrawList& list = rig.draw();
    ASSERT_EQ(list.vertices.size(), 4u);
    for (std::size_t k = 0; k < 4; ++k) {
      expect_vertex(list.vertices[k], corners[k][0], corners[k][1], quads[i][k][0], quads[i][k][1], 256, 128);
    }
  }
}

TEST(AtlasBinding, MapsMeshesInAllFourRotations) {
  const double pixels[4][4][2] = {{{5, 7}, {55, 7}, {55, 67}, {5, 67}},
                                  {{87, 55}, {87, 5}, {147, 5}, {147, 55}},
                                  {{45, 123}, {-5, 123}, {-5, 63}, {45, 63}},
                                  {{153, 65}, {153, 115}, {93, 115}, {93, 65}}};
  for (int i = 0; i < 4; ++i) {
    const std::string json = one_attachment(std::string(R"({ "type": "mesh", "path": ")") + static_cast<char>('a' + i) +
                                            R"(", "uvs": [ 0, 0, 1, 0, 1, 1, 0, 1 ], "triangles": [ 0, 1, 2, 2, 3, 0 ],
                                            "vertices": [ -1, 1, 2, 1, 2, -3, -1, -3 ] })");
    const SkeletonDataPtr data = test::parse_rig(json);
    const auto atlas = test::parse_pages(four_rotations);
    Skeleton skeleton(data);
    const AtlasBinding binding(data, atlas);
    DrawList list;
    draw(skeleton, binding, list);
    ASSERT_EQ(list.vertices.size(), 4u);
    const double corners[4][2] = {{-1, 1}, {2, 1}, {2, -3}, {-1, -3}};
    for (std::size_t k = 0; k < 4; ++k) {
      expect_vertex(list.vertices[k], corners[k][0], corners[k][1], pixels[i][k][0], pixels[i][k][1], 256, 128);
    }
    // Mapping while drawing, for meshes beyond the memory limit, leads to the same place.
    const auto impl = bind_atlas(data, atlas, {0, 0});
    const MeshFrame& frame = impl->attachments[0].meshes[0];
    EXPECT_EQ(frame.uvs, nullptr);
    for (std::size_t k = 0; k < 4; ++k) {
      const Vec2 uv = frame.uv_transform.apply(k == 1 || k == 2, k >= 2);
      EXPECT_NEAR(uv.x * 256, pixels[i][k][0], 1e-9);
      EXPECT_NEAR(uv.y * 128, pixels[i][k][1], 1e-9);
    }
  }
}

TEST(AtlasBinding, PlacesRegionsByOffsetRotationAndScale) {
  Rig rig(one_attachment(R"({ "path": "plain", "x": 7, "y": -3, "rotation": 90, "scaleX": 2, "scaleY": -0.5, "width": 10, "height": 20 })"),
          "p.png\nsize: 16, 16\nplain\nbounds: 0, 0, 10, 10\n");
  const DrawList& list = rig.draw();
  ASSERT_EQ(list.vertices.size(), 4u);
  // (h, k) goes to (7 - k (-0.5), -3 + h 2).
  const double h[4] = {-5, 5, 5, -5}, k[4] = {10, 10, -10, -10};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(list.vertices[i].x, 7 + 0.5 * k[i], 1e-5);
    EXPECT_NEAR(list.vertices[i].y, -3 + 2 * h[i], 1e-5);
  }
}

// ---------------------------------------------------------------------------------------------------------------------

constexpr std::string_view wing = R"({ "path": "wing", "width": 100, "height": 100, "sequence": { "count": 3, "start": 1, "digits": 2, "setup": 2 } })";

void show_frame(Rig& rig, int frame) {
  rig.skeleton.set_to_setup_pose();
  apply(rig.skeleton, rig.data->animations[0], frame + 0.5);
  rig.skeleton.update(0);
}

std::string wing_animation() {
  std::string json = one_attachment(wing);
  json.resize(json.rfind('}'));
  return json + R"(, "animations": { "a": { "attachments": { "default": { "s": { "x": { "sequence": [
    { "mode": "hold", "index": 0 }, { "time": 1, "mode": "hold", "index": 1 }, { "time": 2, "mode": "hold", "index": 2 },
    { "time": 3, "mode": "hold", "index": 7 } ] } } } } } } })";
}

TEST(AtlasBinding, ShowsTheFramesOfASequenceEachTrimmedInItsWay) {
  Rig rig(wing_animation(),
          "p.png\nsize: 100, 100\nwing01\nbounds: 0, 0, 10, 10\nwing02\nbounds: 20, 0, 5, 5\noffsets: 5, 0, 10, 10\nwing03\nbounds: 40, 0, 10, 10\n");
  EXPECT_TRUE(rig.binding.missing().empty());
  expect_vertex(rig.draw().vertices[0], -50, 50, 40, 0, 100, 100);  // setup: frame 2
  show_frame(rig, 0);
  expect_vertex(rig.draw().vertices[0], -50, 50, 0, 0, 100, 100);
  show_frame(rig, 1);
  expect_vertex(rig.draw().vertices[0], 0, 0, 20, 0, 100, 100);
  show_frame(rig, 2);
  expect_vertex(rig.draw().vertices[0], -50, 50, 40, 0, 100, 100);
  show_frame(rig, 3);
  expect_vertex(rig.draw().vertices[0], -50, 50, 40, 0, 100, 100);  // beyond the last
}

TEST(AtlasBinding, FindsFramesByBaseNameAndIndex) {
  Rig rig(wing_animation(),
          "p.png\nsize: 100, 100\nwing\nindex: 3\nbounds: 0, 0, 10, 10\nwing\nindex: 1\nbounds: 20, 0, 10, 10\nwing\nbounds: 60, 0, 10, 10\n");
  ASSERT_EQ(rig.binding.missing().size(), 1u);
  EXPECT_EQ(rig.binding.missing()[0].image, "wing02");
  show_frame(rig, 0);
  expect_vertex(rig.draw().vertices[0], -50, 50, 20, 0, 100, 100);
  show_frame(rig, 1);
  EXPECT_TRUE(rig.draw().vertices.empty());
  show_frame(rig, 2);
  expect_vertex(rig.draw().vertices[0], -50, 50, 0, 0, 100, 100);
}

TEST(AtlasBinding, ListsEveryMissingImageOnceInOrder) {
  const std::string json = R"({ "skeleton": { "spine": "4.2.22" }, "bones": [ { "name": "root" } ],
    "slots": [ { "name": "a", "bone": "root" }, { "name": "b", "bone": "root" } ],
    "skins": [ { "name": "default", "attachments": {
      "a": { "x": { "path": "zebra" }, "y": { "path": "one" }, "z": { "path": "apple" } },
      "b": { "x": { "path": "zebra" }, "p": { "type": "point" }, "q": { "path": "Zebra" } } } } ] })";
  Rig rig(json, "p.png\nsize: 64, 64\none\nbounds: 0, 0, 10, 10\n");
  ASSERT_EQ(rig.binding.missing().size(), 3u);
  EXPECT_EQ(rig.binding.missing()[0].image, "zebra");
  EXPECT_EQ(rig.binding.missing()[1].image, "apple");
  EXPECT_EQ(rig.binding.missing()[2].image, "Zebra");
  EXPECT_EQ((*rig.data)[rig.binding.missing()[0].attachment].slot, rig.slot("a"));
}

TEST(AtlasBinding, IsNotMisledByHugeSequences) {
  std::string json = R"({ "skeleton": { "spine": "4.2.22" }, "bones": [ { "name": "root" } ], "slots": [ { "name": "s", "bone": "root", "attachment": "x0" } ],
    "skins": [ { "name": "default", "attachments": { "s": { )";
  for (int i = 0; i < 500; ++i) {
    json += std::string(i == 0 ? "" : ", ") + "\"x" + std::to_string(i) +
            R"(": { "path": "f", "width": 1, "height": 1, "sequence": { "count": 2147483647, "start": 0 } })";
  }
  json += " } } } ] }";
  Rig rig(json, "p.png\nsize: 64, 64\nf0\nbounds: 0, 0, 10, 10\nf1\nbounds: 10, 0, 10, 10\n");
  std::size_t frames = 0;
  for (const BoundAttachment& attachment : rig.binding.impl().attachments) frames += attachment.frame_count;
  EXPECT_LE(frames, std::size_t{AtlasBinding::max_sequence_frames});
  EXPECT_EQ(rig.draw().vertices.size(), 4u);
}

TEST(AtlasBinding, StaysLinearWithManyLinksToABigMesh) {
  constexpr int corners = 3000, links = 3000;
  std::string uvs, vertices;
  for (int i = 0; i < corners; ++i) {
    uvs += std::string(i == 0 ? "" : ", ") + "0, 0.5";
    vertices += std::string(i == 0 ? "" : ", ") + std::to_string(i) + ", 1";
  }
  std::string json = R"({ "skeleton": { "hash": "h", "spine": "4.2.22" }, "bones": [ { "name": "root" } ], "slots": [ { "name": "s", "bone": "root", "attachment": "m" } ],
    "skins": [ { "name": "default", "attachments": { "s": { "m": { "type": "mesh", "path": "r0", "triangles": [ 0, 1, 2 ], "uvs": [ )" +
                     uvs + R"( ], "vertices": [ )" + vertices + " ] }";
  std::string atlas = "p.png\nsize: 4096, 4096\n";
  for (int i = 0; i < links; ++i) {
    json += ", \"l" + std::to_string(i) + R"(": { "type": "linkedmesh", "skin": "default", "parent": "m", "path": "r)" +
            std::to_string(i + 1) + "\" }";
    atlas += "r" + std::to_string(i) + "\nbounds: 0, 0, 1, 1\n";
  }
  json += " } } } ] }";
  Rig rig(json, atlas);
  EXPECT_EQ(rig.data->attachments.size(), std::size_t{links + 1});
  // Mapped for every link the texture coordinates alone would take 72 MB.
  EXPECT_LT(rig.binding.impl().arena.capacity(), std::size_t{8} << 20);
  const auto last = rig.data->find_attachment({}, rig.slot("s"), "l" + std::to_string(links - 2));
  ASSERT_EQ(rig.binding.impl().attachments[last.value].meshes[0].uvs, nullptr);
  rig.skeleton.set_attachment(rig.slot("s"), last);
  const DrawList& list = rig.draw();
  ASSERT_EQ(list.vertices.size(), std::size_t{corners});
  EXPECT_NEAR(list.vertices[7].v, 0.5 / 4096, 1e-9);
  EXPECT_EQ(list.vertices[7].x, 7);
}

}  // namespace
}  // namespace sinew
