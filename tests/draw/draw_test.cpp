#include "sinew/draw.hpp"

#include <gtest/gtest.h>

#include "draw/rig.hpp"
#include "support/allocation_counter.hpp"

namespace sinew {
namespace {

using test::expect_vertex;
using test::Rig;

// The worked example of the specification. Its transform constraint turns and moves `hand`; here the bone has the local
// transform that comes out, so that the test is about drawing alone.
constexpr std::string_view worked_example = R"({
"skeleton": { "spine": "4.2.22" },
"bones": [ { "name": "root" }, { "name": "arm", "parent": "root", "x": 20, "rotation": 75 },
  { "name": "hand", "parent": "root", "x": 39.70571, "y": 46.22222, "rotation": 37.5 } ],
"slots": [
  { "name": "arm", "bone": "arm", "attachment": "arm" },
  { "name": "hand", "bone": "hand", "color": "ff8000ff", "dark": "200000", "attachment": "hand", "blend": "additive" } ],
"skins": [ { "name": "default", "attachments": {
  "arm": { "arm": { "x": 25, "width": 50, "height": 20 } },
  "hand": { "hand": { "type": "mesh", "uvs": [ 0, 0, 1, 0, 1, 1, 0, 1 ], "triangles": [ 0, 1, 2, 2, 3, 0 ],
    "vertices": [ 1, 2, 0, 10, 1,  2, 1, 30, 10, 0.25, 2, -20, 10, 0.75,  1, 2, 20, -10, 1,  1, 2, 0, -10, 1 ], "hull": 4 } } } } ],
"animations": { "wave": {
  "slots": { "hand": { "rgba2": [ { "light": "ff8000ff", "dark": "200000", "curve": "stepped" }, { "time": 1, "light": "ffffffff", "dark": "000000" } ] } },
  "attachments": { "default": { "hand": { "hand": { "deform": [ {}, { "time": 1, "offset": 2, "vertices": [ 4, -3 ] } ] } } } },
  "drawOrder": [ { "time": 0.5, "offsets": [ { "slot": "arm", "offset": 1 } ] } ] } }
})";
constexpr std::string_view worked_atlas = R"(page.png
size: 256, 128
filter: Linear, Linear
pma: true
arm
bounds: 2, 2, 20, 8
offsets: 3, 1, 25, 10
hand
bounds: 30, 2, 20, 10
rotate: 90
)";

TEST(Draw, GivesTheNumbersOfTheWorkedExample) {
  Rig rig(worked_example, worked_atlas);
  rig.pose("wave", 0.5);
  const DrawList& list = rig.draw();
  ASSERT_TRUE(rig.binding.missing().empty());
  ASSERT_EQ(list.batches.size(), 2u);
  EXPECT_EQ(list.batches[0].blend, BlendMode::additive);
  EXPECT_EQ(list.batches[1].blend, BlendMode::normal);
  EXPECT_EQ(list.batches[0].page, 0u);
  EXPECT_EQ(list.batches[0].first_index, 0u);
  EXPECT_EQ(list.batches[0].index_count, 6u);
  EXPECT_EQ(list.batches[1].first_index, 6u);
  EXPECT_EQ(list.batches[1].index_count, 6u);

  // The mesh's triangles are (0, 1, 2), (2, 3, 0) of the file, whatever order its vertices have in memory.
  ASSERT_EQ(list.indices.size(), 12u);
  const auto hand = [&list](std::size_t i) -> const Vertex& {
    constexpr std::size_t at[4] = {0, 1, 2, 4};
    return list.vertices[list.indices[at[i]]];
  };
  expect_vertex(hand(0), 33.61810, 54.15575, 30, 22, 256, 128);
  expect_vertex(hand(1), 18.33123, 39.76279, 30, 2, 256, 128);
  expect_vertex(hand(2), 61.66039, 50.46391, 40, 2, 256, 128);
  expect_vertex(hand(3), 45.79333, 38.28869, 40, 22, 256, 128);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(hand(i).light, 0xff0080ffu);  // 255, 128, 0, 255
    EXPECT_EQ(hand(i).dark, 0xff000020u);   // 32, 0, 0
  }

  const Vertex* arm = &list.vertices[4];
  const double world_x = 0.25882 * 6 - 0.96593 * 8 + 20, world_y = 0.96593 * 6 + 0.25882 * 8;
  expect_vertex(arm[0], 13.82551, 7.86611, 2, 2, 256, 128);
  EXPECT_NEAR(arm[0].x, world_x, 1e-4);
  EXPECT_NEAR(arm[0].y, world_y, 1e-4);
  // Bone-space corners (46, 8), (46, -8), (6, -8).
  expect_vertex(arm[1], 0.258819 * 46 - 0.965926 * 8 + 20, 0.965926 * 46 + 0.258819 * 8, 22, 2, 256, 128);
  expect_vertex(arm[2], 0.258819 * 46 + 0.965926 * 8 + 20, 0.965926 * 46 - 0.258819 * 8, 22, 10, 256, 128);
  expect_vertex(arm[3], 0.258819 * 6 + 0.965926 * 8 + 20, 0.965926 * 6 - 0.258819 * 8, 2, 10, 256, 128);
  EXPECT_EQ(arm[0].light, 0xffffffffu);
  EXPECT_EQ(arm[0].dark, 0xff000000u);
  const std::uint32_t quad[6] = {4, 5, 6, 6, 7, 4};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(list.indices[6 + i], quad[i]);
}

// ---------------------------------------------------------------------------------------------------------------------

/// Slots a, b, c, d, each with a region of its own; `members` of the slots beside name and bone.
std::string four_slots(std::string_view a = "", std::string_view b = "", std::string_view c = "",
                       std::string_view d = "") {
  const auto slot = [](std::string_view name, std::string_view members) {
    return std::string(R"({ "name": ")") + std::string(name) + R"(", "bone": "root", "attachment": "x")" +
           (members.empty() ? "" : ", ") + std::string(members) + " }";
  };
  std::string json = R"({ "skeleton": { "spine": "4.2.22", "hash": "h" }, "bones": [ { "name": "root" } ], "slots": [ )";
  json += slot("a", a) + ", " + slot("b", b) + ", " + slot("c", c) + ", " + slot("d", d);
  json += R"( ], "skins": [ { "name": "default", "attachments": {
    "a": { "x": { "path": "one", "width": 10, "height": 10 } }, "b": { "x": { "path": "one", "width": 10, "height": 10 } },
    "c": { "x": { "path": "two", "width": 10, "height": 10 } }, "d": { "x": { "path": "one", "width": 10, "height": 10 } } } } ] })";
  return json;
}
constexpr std::string_view one_page = "p.png\nsize: 64, 64\none\nbounds: 0, 0, 10, 10\ntwo\nbounds: 20, 0, 10, 10\n";
constexpr std::string_view two_pages =
    "p.png\nsize: 64, 64\none\nbounds: 0, 0, 10, 10\n\nq.png\nsize: 64, 64\ntwo\nbounds: 20, 0, 10, 10\n";

TEST(DrawBatches, JoinSlotsThatAgreeInPageAndBlendMode) {
  Rig rig(four_slots(), one_page);
  rig.draw();
  ASSERT_EQ(rig.list.batches.size(), 1u);
  EXPECT_EQ(rig.list.batches[0].index_count, 24u);
  EXPECT_EQ(rig.list.batches[0].atlas, &rig.binding.atlas());
  EXPECT_EQ(rig.list.vertices.size(), 16u);
}

TEST(DrawBatches, BreakWhereThePageChanges) {
  Rig rig(four_slots(), two_pages);
  rig.draw();
  ASSERT_EQ(rig.list.batches.size(), 3u);
  EXPECT_EQ(rig.list.batches[0].page, 0u);
  EXPECT_EQ(rig.list.batches[1].page, 1u);
  EXPECT_EQ(rig.list.batches[2].page, 0u);
  EXPECT_EQ(rig.list.batches[0].index_count, 12u);
  EXPECT_EQ(rig.list.batches[1].first_index, 12u);
  EXPECT_EQ(rig.list.batches[2].first_index, 18u);
}

TEST(DrawBatches, BreakWhereTheBlendModeChanges) {
  Rig rig(four_slots("", R"("blend": "additive")", R"("blend": "additive")", R"("blend": "screen")"), one_page);
  rig.draw();
  ASSERT_EQ(rig.list.batches.size(), 3u);
  EXPECT_EQ(rig.list.batches[0].blend, BlendMode::normal);
  EXPECT_EQ(rig.list.batches[1].blend, BlendMode::additive);
  EXPECT_EQ(rig.list.batches[1].index_count, 12u);
  EXPECT_EQ(rig.list.batches[2].blend, BlendMode::screen);
}

TEST(DrawBatches, DoNotBreakForColoursDarkColoursOrWhatIsNotDrawn) {
  // Slot c, on the other page, is invisible.
  Rig rig(four_slots(R"("color": "ff0000ff")", R"("dark": "00ff00")", R"("color": "ffffff00", "blend": "multiply")"),
          two_pages);
  rig.draw();
  EXPECT_EQ(rig.list.batches.size(), 1u);
  EXPECT_EQ(rig.list.vertices.size(), 12u);
}

TEST(DrawBatches, GoOnFromSkeletonToSkeleton) {
  Rig rig(four_slots(), one_page);
  draw(rig.skeleton, rig.binding, rig.list);
  draw(rig.skeleton, rig.binding, rig.list);
  ASSERT_EQ(rig.list.batches.size(), 1u);
  EXPECT_EQ(rig.list.batches[0].index_count, 48u);
  EXPECT_EQ(rig.list.indices[24], 16u);
}

TEST(DrawBatches, BreakWhereTheCallerAsksAndWhereTheAtlasChanges) {
  Rig rig(four_slots(), one_page), other(four_slots(), one_page);
  draw(rig.skeleton, rig.binding, rig.list);
  rig.list.end_batch();
  draw(rig.skeleton, rig.binding, rig.list);
  draw(other.skeleton, other.binding, rig.list);
  ASSERT_EQ(rig.list.batches.size(), 3u);
  EXPECT_EQ(rig.list.batches[1].first_index, 24u);
  EXPECT_EQ(rig.list.batches[2].atlas, &other.binding.atlas());
}

// ---------------------------------------------------------------------------------------------------------------------

TEST(DrawColour, MultipliesSkeletonSlotAndAttachmentAndPremultiplies) {
  const std::string json = R"({ "skeleton": { "spine": "4.2.22" }, "bones": [ { "name": "root" } ],
    "slots": [ { "name": "a", "bone": "root", "attachment": "x", "color": "80ff40cc", "dark": "ff8000" } ],
    "skins": [ { "name": "default", "attachments": { "a": { "x": { "path": "one", "width": 10, "height": 10, "color": "ffc080ff" } } } } ] })";
  Rig rig(json, one_page);
  rig.skeleton.set_tint({0.5f, 1, 1, 0.75f});
  rig.draw();
  ASSERT_EQ(rig.list.vertices.size(), 4u);
  const double alpha = 0xcc / 255.0 * 0.75;
  const auto byte = [](double channel) { return static_cast<std::uint32_t>(channel * 255 + 0.5); };
  const std::uint32_t light = byte(0x80 / 255.0 * 0.5 * alpha) | byte(0xc0 / 255.0 * alpha) << 8 |
                              byte(0x40 / 255.0 * 0x80 / 255.0 * alpha) << 16 | byte(alpha) << 24;
  const std::uint32_t dark = byte(alpha) | byte(0x80 / 255.0 * alpha) << 8 | 0xff000000u;
  for (const Vertex& v : rig.list.vertices) {
    EXPECT_EQ(v.light, light);
    EXPECT_EQ(v.dark, dark);
  }
}

TEST(DrawColour, ClampsEachColourFirst) {
  Rig rig(four_slots(), one_page);
  rig.skeleton.set_tint({4, 0.5f, -3, 2});
  rig.skeleton.set_color(rig.slot("a"), {0.5f, 9, 1, 1});
  rig.draw();
  EXPECT_EQ(rig.list.vertices[0].light, 0xff008080u);  // 1 x 0.5, 0.5 x 1, 0 x 1
}

TEST(DrawColour, DrawsNothingWithoutAlphaOfSkeletonSlotOrAttachment) {
  Rig rig(four_slots(), one_page);
  rig.skeleton.set_color(rig.slot("a"), {1, 1, 1, 0});
  EXPECT_EQ(rig.draw().vertices.size(), 12u);
  rig.skeleton.set_color(rig.slot("a"), {1, 1, 1, -0.5f});
  EXPECT_EQ(rig.draw().vertices.size(), 12u);
  rig.skeleton.set_tint({1, 1, 1, 0});
  EXPECT_TRUE(rig.draw().vertices.empty());
  EXPECT_TRUE(rig.list.batches.empty());
}

// ---------------------------------------------------------------------------------------------------------------------

TEST(Draw, LeavesOutInactiveBonesEmptySlotsAndMissingImages) {
  const std::string json = R"({ "skeleton": { "spine": "4.2.22" },
    "bones": [ { "name": "root" }, { "name": "hidden", "parent": "root", "skin": true } ],
    "slots": [ { "name": "a", "bone": "root", "attachment": "x" }, { "name": "b", "bone": "hidden", "attachment": "x" },
               { "name": "c", "bone": "root" }, { "name": "d", "bone": "root", "attachment": "x" } ],
    "skins": [ { "name": "default", "attachments": {
      "a": { "x": { "path": "one", "width": 10, "height": 10 } }, "b": { "x": { "path": "one", "width": 10, "height": 10 } },
      "c": { "x": { "path": "one", "width": 10, "height": 10 } }, "d": { "x": { "path": "nowhere", "width": 10, "height": 30 } } } },
      { "name": "more", "bones": [ "hidden" ] } ] })";
  Rig rig(json, one_page);
  EXPECT_EQ(rig.draw().vertices.size(), 4u);
  ASSERT_EQ(rig.binding.missing().size(), 1u);
  EXPECT_EQ(rig.binding.missing()[0].image, "nowhere");
  EXPECT_EQ((*rig.data)[rig.binding.missing()[0].attachment].slot, rig.slot("d"));
  ASSERT_TRUE(rig.skeleton.set_skin("more"));
  rig.skeleton.update(0);
  EXPECT_EQ(rig.draw().vertices.size(), 8u);
}

TEST(DrawnBounds, CountWhatIsInvisibleOrHasNoImageAndKeepTheList) {
  const std::string json = R"({ "skeleton": { "spine": "4.2.22" }, "bones": [ { "name": "root" } ],
    "slots": [ { "name": "a", "bone": "root", "attachment": "x" }, { "name": "b", "bone": "root", "attachment": "x", "color": "ffffff00" },
               { "name": "c", "bone": "root", "attachment": "x" } ],
    "skins": [ { "name": "default", "attachments": {
      "a": { "x": { "path": "trimmed", "width": 20, "height": 20 } },
      "b": { "x": { "path": "one", "x": 100, "width": 10, "height": 10 } },
      "c": { "x": { "path": "nowhere", "y": -50, "width": 4, "height": 6 } } } } ] })";
  Rig rig(json, "p.png\nsize: 64, 64\none\nbounds: 0, 0, 10, 10\ntrimmed\nbounds: 20, 0, 5, 6\noffsets: 1, 2, 10, 10\n");
  rig.draw();
  const std::size_t vertices = rig.list.vertices.size();
  const Bounds bounds = drawn_bounds(rig.skeleton, rig.binding, false, rig.list);
  EXPECT_EQ(bounds.min_x, -8);   // trimmed: left = -10 + 20 * 1/10
  EXPECT_EQ(bounds.max_x, 105);  // invisible
  EXPECT_EQ(bounds.min_y, -53);  // no image
  EXPECT_EQ(bounds.max_y, 6);    // trimmed: top = -10 + 20 * (2 + 6)/10
  EXPECT_EQ(rig.list.vertices.size(), vertices);
  EXPECT_EQ(rig.list.batches.size(), 1u);

  for (const char* slot : {"a", "b", "c"}) rig.skeleton.set_attachment(rig.slot(slot), {});
  EXPECT_TRUE(drawn_bounds(rig.skeleton, rig.binding, false, rig.list).empty());
}

TEST(DrawnBounds, MayRespectClipping) {
  const std::string json = R"({ "skeleton": { "spine": "4.2.22" }, "bones": [ { "name": "root" } ],
    "slots": [ { "name": "clip", "bone": "root", "attachment": "x" }, { "name": "a", "bone": "root", "attachment": "x" } ],
    "skins": [ { "name": "default", "attachments": {
      "clip": { "x": { "type": "clipping", "vertexCount": 4, "vertices": [ 0, 0, 3, 0, 3, 2, 0, 2 ] } },
      "a": { "x": { "path": "one", "width": 10, "height": 10 } } } } ] })";
  Rig rig(json, one_page);
  const Bounds whole = drawn_bounds(rig.skeleton, rig.binding, false, rig.list);
  EXPECT_EQ(whole.min_x, -5);
  EXPECT_EQ(whole.max_y, 5);
  const Bounds clipped = drawn_bounds(rig.skeleton, rig.binding, true, rig.list);
  EXPECT_NEAR(clipped.min_x, 0, 1e-6);
  EXPECT_NEAR(clipped.max_x, 3, 1e-6);
  EXPECT_NEAR(clipped.min_y, 0, 1e-6);
  EXPECT_NEAR(clipped.max_y, 2, 1e-6);
  EXPECT_TRUE(rig.list.vertices.empty());
}

TEST(DrawList, StopsAtItsLimitsAndSaysSo) {
  Rig rig(four_slots(), one_page);
  rig.list.max_vertices = 9;
  EXPECT_EQ(rig.draw().vertices.size(), 8u);
  EXPECT_TRUE(rig.list.truncated);
  rig.list.max_vertices = 100;
  rig.list.max_indices = 23;
  EXPECT_EQ(rig.draw().indices.size(), 18u);
  EXPECT_TRUE(rig.list.truncated);
  rig.list.max_indices = 24;
  rig.draw();
  EXPECT_FALSE(rig.list.truncated);
}

TEST(DrawList, CanBeMovedAndUsedAgain) {
  Rig rig(four_slots(), one_page);
  rig.draw();
  const DrawList moved = std::move(rig.list);
  EXPECT_EQ(moved.vertices.size(), 16u);
  rig.list.clear();
  EXPECT_EQ(rig.draw().vertices.size(), 16u);
}

TEST(Draw, DoesNotAllocateOnceWarmedUp) {
  Rig rig(worked_example, worked_atlas);
  rig.pose("wave", 0.5);
  rig.draw();
  const test::AllocationCounter counter;
  rig.draw();
  EXPECT_EQ(counter.count(), 0u);
  EXPECT_EQ(rig.list.vertices.size(), 8u);
}

}  // namespace
}  // namespace sinew
