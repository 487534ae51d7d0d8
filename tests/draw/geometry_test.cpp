#include "sinew/geometry.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "sinew/animation.hpp"
#include "sinew/load.hpp"

namespace sinew {
namespace {

SkeletonDataPtr load(std::string_view json) {
  LoadOptions options;
  options.semantics = Semantics::rigby;
  const Result<SkeletonDataPtr> data = parse_skeleton(json, "test.json", options);
  if (!data) ADD_FAILURE() << data.error();
  return data ? *data : nullptr;
}

std::vector<double> vertices_of(const Skeleton& skeleton, std::uint32_t slot) {
  const AttachmentIndex attachment = skeleton.attachment(SlotIndex(slot));
  if (!attachment) return {};
  std::vector<double> positions(world_vertex_numbers(skeleton.data()[attachment]));
  world_vertices(skeleton, SlotIndex(slot), positions);
  return positions;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12) << i;
}

// The bone turns by 90 degrees and moves to (10, 20): (x, y) is at (10 - y, 20 + x).
const char* const skeleton_json = R"({"skeleton": {"spine": "4.2.0"},
"bones": [{"name": "root"}, {"name": "turned", "parent": "root", "x": 10, "y": 20, "rotation": 90}, {"name": "off", "parent": "root", "skin": true}],
"slots": [{"name": "region", "bone": "turned", "attachment": "r"}, {"name": "mesh", "bone": "turned", "attachment": "m"},
          {"name": "weighted", "bone": "root", "attachment": "w"}, {"name": "point", "bone": "turned", "attachment": "p"},
          {"name": "box", "bone": "turned", "attachment": "b"}, {"name": "empty", "bone": "root"}, {"name": "hidden", "bone": "off", "attachment": "h"}],
"skins": [{"name": "default", "attachments": {
  "region": {"r": {"x": 5, "y": 1, "rotation": 180, "scaleX": 2, "scaleY": 0.5, "width": 4, "height": 8}},
  "mesh": {"m": {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "hull": 3, "vertices": [0, 0, 4, 0, 4, 3]}},
  "weighted": {"w": {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "hull": 3,
     "vertices": [1, 0, 7, 8, 1, 2, 0, 2, 4, 0.25, 1, 6, -8, 0.75, 1, 1, 1, 2, 1]}},
  "point": {"p": {"type": "point", "x": 1}},
  "box": {"b": {"type": "boundingbox", "vertexCount": 3, "vertices": [100, 0, 0, 100, 5, 5]}},
  "hidden": {"h": {"width": 1000, "height": 1000}}}}],
"animations": {"push": {"attachments": {"default": {
  "mesh": {"m": {"deform": [{"offset": 3, "vertices": [1, -1]}]}},
  "weighted": {"w": {"deform": [{"offset": 2, "vertices": [8, 0, 0, 4]}]}}}}}}})";

TEST(WorldVertices, OfARegionAreItsCornersFromTheTopLeftClockwise) {
  const Skeleton skeleton(load(skeleton_json));
  // Half the size is (4, 2) once scaled; turned by 180 degrees: top left is at (5 + 4, 1 - 2) in the bone's space.
  expect_near(vertices_of(skeleton, 0), {11, 29, 11, 21, 7, 21, 7, 29});
}

TEST(WorldVertices, OfAMeshFollowTheSlotsBone) {
  const Skeleton skeleton(load(skeleton_json));
  expect_near(vertices_of(skeleton, 1), {10, 20, 10, 24, 7, 24});
}

TEST(WorldVertices, OfAWeightedMeshFollowItsOwnBonesAlone) {
  const Skeleton skeleton(load(skeleton_json));
  // Second vertex: 0.25 * (2, 4) + 0.75 * (10 + 8, 20 + 6).
  expect_near(vertices_of(skeleton, 2), {7, 8, 14, 20.5, 8, 21});
}

TEST(WorldVertices, AddDeformsBeforeTheBone) {
  const SkeletonDataPtr data = load(skeleton_json);
  Skeleton skeleton(data);
  apply(skeleton, data->animations[0], 0);
  skeleton.update(0);
  expect_near(vertices_of(skeleton, 1), {10, 20, 9, 24, 7, 23});
  // Second vertex: 0.25 * (2 + 8, 4) + 0.75 * (10 + 8 - 4, 20 + 6).
  expect_near(vertices_of(skeleton, 2), {7, 8, 13, 20.5, 8, 21});
}

TEST(WorldVertices, OfOtherKinds) {
  const Skeleton skeleton(load(skeleton_json));
  EXPECT_TRUE(vertices_of(skeleton, 3).empty());
  expect_near(vertices_of(skeleton, 4), {10, 120, -90, 20, 5, 25});
  EXPECT_TRUE(vertices_of(skeleton, 5).empty());
}

TEST(ImagePath, IsThePathWithoutASequence) {
  Attachment attachment;
  attachment.path = "art/hand";
  EXPECT_EQ(image_path(attachment, 0), "art/hand");
  EXPECT_EQ(image_path(attachment, 7), "art/hand");
}

TEST(ImagePath, CountsFromTheSequencesStart) {
  Sequence sequence;
  sequence.count = 12;
  sequence.start = 8;
  sequence.digits = 2;
  Attachment attachment;
  attachment.path = "run_";
  attachment.sequence = &sequence;
  EXPECT_EQ(image_path(attachment, 0), "run_08");
  EXPECT_EQ(image_path(attachment, 2), "run_10");
  EXPECT_EQ(image_path(attachment, 11), "run_19");
  EXPECT_EQ(image_path(attachment, 12), "run_19") << "there are only 12";
  sequence.digits = 0;
  EXPECT_EQ(image_path(attachment, 0), "run_8");
  sequence.start = 0;
  EXPECT_EQ(image_path(attachment, 0), "run_0");
}

TEST(Bounds, HoldRegionsAndMeshesOfActiveBones) {
  const Skeleton skeleton(load(skeleton_json));
  const Bounds box = bounds(skeleton);
  ASSERT_FALSE(box.empty());
  EXPECT_NEAR(box.min_x, 7, 1e-12);
  EXPECT_NEAR(box.max_x, 14, 1e-12);
  EXPECT_NEAR(box.min_y, 8, 1e-12);
  EXPECT_NEAR(box.max_y, 29, 1e-12);
}

TEST(Bounds, AreEmptyWhenNothingIsShown) {
  const Skeleton skeleton(load(R"({"skeleton": {"spine": "4.2.0"}, "bones": [{"name": "root"}]})"));
  EXPECT_TRUE(bounds(skeleton).empty());
}

}  // namespace
}  // namespace sinew
