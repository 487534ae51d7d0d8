// Every skeleton of the corpus that has an atlas, in every animation and skin.

#include <gtest/gtest.h>

#include <cmath>

#include "draw/binding.hpp"
#include "sinew/animation.hpp"
#include "sinew/draw.hpp"
#include "support/allocation_counter.hpp"
#include "support/corpus.hpp"
#include "support/number_text.hpp"

namespace sinew {
namespace {

/// Poses every animation at some times, in every skin.
template <class Check>
void for_each_pose(Skeleton& skeleton, const Check& check) {
  const SkeletonData& data = skeleton.data();
  for (std::size_t skin = 0; skin < data.skins.size(); ++skin) {
    skeleton.set_skin(SkinIndex(skin));
    for (const Animation& animation : data.animations) {
      for (const double part : {0.0, 0.3, 0.8}) {
        skeleton.set_to_setup_pose();
        apply(skeleton, animation, animation.duration * part);
        skeleton.update(0);
        SCOPED_TRACE(std::string(data.skins[skin].name) + ", " + std::string(animation.name) + " at " +
                     test::fixed(animation.duration * part));
        check();
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

void expect_sound(const DrawList& list, const Atlas& atlas) {
  for (const Vertex& v : list.vertices) {
    ASSERT_TRUE(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.u) && std::isfinite(v.v));
  }
  for (const std::uint32_t index : list.indices) ASSERT_LT(index, list.vertices.size());
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < list.batches.size(); ++i) {
    const DrawBatch& batch = list.batches[i];
    ASSERT_EQ(batch.first_index, next);
    ASSERT_GT(batch.index_count, 0u);
    ASSERT_EQ(batch.index_count % 3, 0u);
    ASSERT_LT(batch.page, atlas.pages().size());
    ASSERT_TRUE(i == 0 || batch.page != list.batches[i - 1].page || batch.blend != list.batches[i - 1].blend);
    next += batch.index_count;
  }
  ASSERT_EQ(next, list.indices.size());
}

/// The positions that draw() must give for a slot, in the order of its vertices, from world_vertices() in double.
std::vector<double> expected_positions(const Skeleton& skeleton, const AtlasBinding& binding, SlotIndex slot) {
  const AttachmentIndex index = skeleton.attachment(slot);
  const Attachment& attachment = skeleton.data()[index];
  std::vector<double> world(world_vertex_numbers(attachment));
  world_vertices(skeleton, slot, world);
  const BoundAttachment& bound = binding.impl().attachments[index.value];
  if (attachment.region != nullptr) {
    // Trim the whole quad: the corners are at fractions of its sides.
    const AtlasRegion* region =
        binding.atlas().find(image_path(attachment, attachment.sequence ? skeleton.sequence_frame(slot) : 0));
    const RegionExtents extents = trimmed_extents(*region, 1, 1);
    const auto at = [&world](double h, double k) {
      return Vec2{world[6] + h * (world[4] - world[6]) + k * (world[0] - world[6]),
                  world[7] + h * (world[5] - world[7]) + k * (world[1] - world[7])};
    };
    const double left = extents.left + 0.5, right = extents.right + 0.5, bottom = extents.bottom + 0.5,
                 top = extents.top + 0.5;
    std::vector<double> trimmed;
    for (const Vec2 p : {at(left, top), at(right, top), at(right, bottom), at(left, bottom)}) {
      trimmed.push_back(p.x);
      trimmed.push_back(p.y);
    }
    return trimmed;
  }
  if (bound.layout->vertex_source.empty()) return world;
  std::vector<double> ordered;
  for (const std::uint32_t source : bound.layout->vertex_source) {
    ordered.push_back(world[2 * source]);
    ordered.push_back(world[2 * source + 1]);
  }
  return ordered;
}

class CorpusDrawing : public ::testing::Test {
 protected:
  template <class Check>
  void for_each_rig(const Check& check) {
    const auto corpus = test::corpus();
    if (!corpus) GTEST_SKIP() << "there is no corpus";
    std::size_t drawn = 0;
    for (const char* version : {"3.8", "4.0", "4.1", "4.2", "4.3"}) {
      for (const test::CorpusRig& rig : test::corpus_rigs(*corpus / version)) {
        SCOPED_TRACE(rig.skeleton.string());
        const auto data = load_skeleton(rig.skeleton.string());
        ASSERT_TRUE(data) << data.error();
        auto atlas = load_atlas(rig.atlas.string());
        ASSERT_TRUE(atlas) << atlas.error();
        const AtlasBinding binding(*data, std::make_shared<const Atlas>(std::move(*atlas)));
        Skeleton skeleton(*data);
        check(skeleton, binding);
        if (HasFailure()) return;
        ++drawn;
      }
    }
    EXPECT_GE(drawn, 25u);
    RecordProperty("rigs", static_cast<int>(drawn));
  }
};

TEST_F(CorpusDrawing, GivesSoundListsAndDoesNotAllocateOnceWarmedUp) {
  for_each_rig([](Skeleton& skeleton, const AtlasBinding& binding) {
    for (const auto& missing : binding.missing()) ADD_FAILURE() << "no image " << missing.image;
    DrawList list;
    std::size_t most = 0;
    for_each_pose(skeleton, [&] {
      list.clear();
      draw(skeleton, binding, list);
      expect_sound(list, binding.atlas());
      most = std::max(most, list.vertices.size());
    });
    EXPECT_GT(most, 0u);
    EXPECT_FALSE(list.truncated);
    std::size_t allocations = 0;
    for_each_pose(skeleton, [&] {
      list.clear();
      const test::AllocationCounter counter;
      draw(skeleton, binding, list);
      allocations += counter.count();
    });
    EXPECT_EQ(allocations, 0u);
  });
}

TEST_F(CorpusDrawing, PutsVerticesWhereDoublePrecisionPutsThem) {
  for_each_rig([](Skeleton& skeleton, const AtlasBinding& binding) {
    const SkeletonData& data = skeleton.data();
    DrawList list;
    std::size_t compared = 0;
    for_each_pose(skeleton, [&] {
      // Everything visible and nothing clipped, so that each slot's vertices are all there, one slot after the other.
      for (std::size_t i = 0; i < data.slots.size(); ++i) {
        const SlotIndex slot(i);
        skeleton.set_color(slot, {1, 1, 1, 1});
        const AttachmentIndex attachment = skeleton.attachment(slot);
        if (attachment && data[attachment].clipping != nullptr) skeleton.set_attachment(slot, {});
      }
      list.clear();
      draw(skeleton, binding, list);
      std::size_t next = 0;
      for (const SlotIndex slot : skeleton.draw_order()) {
        const AttachmentIndex index = skeleton.attachment(slot);
        if (!index || !skeleton.active(data[slot].bone) || data[index].color.a == 0) continue;
        if (data[index].region == nullptr && data[index].mesh == nullptr) continue;
        const std::vector<double> expected = expected_positions(skeleton, binding, slot);
        ASSERT_LE(next + expected.size() / 2, list.vertices.size());
        // Float has 24 bits. Bones may be further out than what hangs on them.
        double size = 1;
        for (const double number : expected) size = std::max(size, std::fabs(number));
        for (const Affine& world : skeleton.world_transforms()) {
          size = std::max({size, std::fabs(world.tx), std::fabs(world.ty)});
        }
        for (std::size_t i = 0; i < expected.size(); i += 2, ++next) {
          ASSERT_NEAR(list.vertices[next].x, expected[i], 1e-6 * size) << data[slot].name << ", vertex " << i / 2;
          ASSERT_NEAR(list.vertices[next].y, expected[i + 1], 1e-6 * size) << data[slot].name << ", vertex " << i / 2;
          ++compared;
        }
      }
      ASSERT_EQ(next, list.vertices.size());
    });
    EXPECT_GT(compared, 0u);
  });
}

TEST_F(CorpusDrawing, BoundsHoldWhatIsDrawn) {
  for_each_rig([](Skeleton& skeleton, const AtlasBinding& binding) {
    DrawList list, scratch;
    for_each_pose(skeleton, [&] {
      list.clear();
      draw(skeleton, binding, list);
      const Bounds whole = drawn_bounds(skeleton, binding, false, scratch);
      const Bounds clipped = drawn_bounds(skeleton, binding, true, scratch);
      ASSERT_TRUE(scratch.vertices.empty());
      for (const Vertex& v : list.vertices) {
        ASSERT_TRUE(box_contains(clipped, static_cast<double>(v.x), static_cast<double>(v.y)));
      }
      if (!clipped.empty()) {
        ASSERT_TRUE(clipped.min_x >= whole.min_x - 1e-3 && clipped.max_x <= whole.max_x + 1e-3);
        ASSERT_TRUE(clipped.min_y >= whole.min_y - 1e-3 && clipped.max_y <= whole.max_y + 1e-3);
      }
    });
  });
}

}  // namespace
}  // namespace sinew
