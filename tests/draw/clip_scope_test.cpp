// Which slots a clip acts on: the table of docs/drawing.md "Which slots", row by row.

#include <gtest/gtest.h>

#include <map>

#include "draw/rig.hpp"

namespace sinew {
namespace {

using test::Rig;

/// Slots s0 .. s5 in this order; each holds a 2 x 2 region at x = 10 i, or what `special` says. Clips are squares that
/// leave only x, y > 0 of each region, so that a clipped slot is known by its smallest y.
class ClipScope : public ::testing::Test {
 protected:
  void build(const std::map<int, std::string>& special, std::string_view animations = "",
             std::string_view version = "4.2.22") {
    std::string json = R"({ "skeleton": { "hash": "h", "spine": ")" + std::string(version) +
                       R"(" }, "bones": [ { "name": "root" }, { "name": "hidden", "parent": "root", "skin": true } ], "slots": [ )";
    std::string attachments;
    for (int i = 0; i < 6; ++i) {
      const std::string name = "s" + std::to_string(i);
      std::string attachment = R"({ "path": "one", "x": )" + std::to_string(10 * i) + R"(, "width": 2, "height": 2 })";
      std::string members = R"("bone": "root", "attachment": "x")";
      if (const auto found = special.find(i); found != special.end()) {
        const std::string& text = found->second;
        if (text.starts_with('{')) {
          attachment = text;
        } else {
          members = text;
        }
      }
      json += std::string(i == 0 ? "" : ", ") + R"({ "name": ")" + name + R"(", )" + members + " }";
      attachments += std::string(i == 0 ? "" : ", ") + '"' + name + R"(": { "x": )" + attachment + " }";
    }
    json += R"( ], "skins": [ { "name": "default", "attachments": { )" + attachments + " } } ]" +
            (animations.empty() ? "" : R"(, "animations": { "a": )" + std::string(animations) + " }") + " }";
    rig = std::make_unique<Rig>(json, "p.png\nsize: 64, 64\none\nbounds: 0, 0, 10, 10\n");
  }

  static std::string clip(std::string_view end = "") {
    return R"({ "type": "clipping", "vertexCount": 4, "vertices": [ -5, 0, 100, 0, 100, 9, -5, 9 ])" +
           (end.empty() ? "" : R"(, "end": ")" + std::string(end) + '"') + " }";
  }

  /// By slot 0 .. 5: '-' not drawn, '1' whole, 'c' clipped.
  std::string drawn() {
    const DrawList& list = rig->draw();
    std::string result = "------";
    for (const Vertex& v : list.vertices) {
      char& slot = result[static_cast<std::size_t>((v.x + 5) / 10)];
      if (slot == '-') slot = 'c';
      if (v.y < 0) slot = '1';
    }
    return result;
  }

  std::unique_ptr<Rig> rig;
};

TEST_F(ClipScope, FromTheNextSlotUpToAndIncludingTheEndSlot) {
  build({{1, clip("s3")}});
  EXPECT_EQ(drawn(), "1-cc11");
}

TEST_F(ClipScope, WithoutEndToTheEndOfTheSkeleton) {
  build({{1, clip()}});
  EXPECT_EQ(drawn(), "1-cccc");
}

TEST_F(ClipScope, EndIsTheClippingSlotItself) {
  build({{1, clip("s1")}});
  EXPECT_EQ(drawn(), "1-cccc");
}

TEST_F(ClipScope, EndSlotComesBeforeTheClippingSlot) {
  build({{2, clip("s0")}});
  EXPECT_EQ(drawn(), "11-ccc");
}

TEST_F(ClipScope, EndSlotIsWhereTheDrawOrderPutsIt) {
  build({{1, clip("s3")}}, R"({ "drawOrder": [ { "offsets": [ { "slot": "s3", "offset": 2 } ] } ] })");
  rig->pose("a", 0);
  EXPECT_EQ(drawn(), "1-cccc");
  build({{1, clip("s3")}}, R"({ "drawOrder": [ { "offsets": [ { "slot": "s3", "offset": -3 } ] } ] })");
  rig->pose("a", 0);
  EXPECT_EQ(drawn(), "1-c1cc");
}

TEST_F(ClipScope, EndSlotEndsItThoughItDrawsNothing) {
  build({{1, clip("s3")}, {3, R"("bone": "root")"}});
  EXPECT_EQ(drawn(), "1-c-11") << "empty";
  build({{1, clip("s3")}, {3, R"("bone": "hidden", "attachment": "x")"}});
  EXPECT_EQ(drawn(), "1-c-11") << "inactive";
  build({{1, clip("s3")}, {3, R"("bone": "root", "attachment": "x", "color": "ffffff00")"}});
  EXPECT_EQ(drawn(), "1-c-11") << "transparent";
  build({{1, clip("s3")}, {3, R"({ "type": "point" })"}});
  EXPECT_EQ(drawn(), "1-c-11") << "another type";
  build({{1, clip("s3")}, {3, R"({ "path": "nowhere", "width": 2, "height": 2 })"}});
  EXPECT_EQ(drawn(), "1-c-11") << "no image";
}

TEST_F(ClipScope, ASecondClipIsIgnoredWithItsEnd) {
  // If the second one counted, s3 would end clipping, or s4 and s5 would be clipped.
  build({{1, clip("s4")}, {2, clip("s3")}});
  EXPECT_EQ(drawn(), "1--cc1");
  build({{1, clip("s3")}, {2, clip("s5")}});
  EXPECT_EQ(drawn(), "1--c11");
}

TEST_F(ClipScope, AClippingSlotThatIsTheEndStartsItsOwn) {
  build({{0, clip("s2")}, {2, clip("s4")}});
  EXPECT_EQ(drawn(), "-c-cc1");
}

TEST_F(ClipScope, NoClipWithoutItsBoneOrAttachment) {
  build({{1, clip("s3")}});
  rig->skeleton.set_attachment(rig->slot("s1"), {});
  EXPECT_EQ(drawn(), "1-1111");
  std::string json = R"({ "skeleton": { "hash": "h", "spine": "4.2.22" }, "bones": [ { "name": "root" }, { "name": "hidden", "parent": "root", "skin": true } ],
    "slots": [ { "name": "s0", "bone": "hidden", "attachment": "x" }, { "name": "s1", "bone": "root", "attachment": "x" } ],
    "skins": [ { "name": "default", "attachments": { "s0": { "x": )" +
                     clip() + R"( }, "s1": { "x": { "path": "one", "x": 10, "width": 2, "height": 2 } } } } ] })";
  rig = std::make_unique<Rig>(json, "p.png\nsize: 64, 64\none\nbounds: 0, 0, 10, 10\n");
  EXPECT_EQ(drawn(), "-1----");
}

TEST_F(ClipScope, AClipWithFewerThanThreeCornersDoesNotStart) {
  build({{0, R"({ "type": "clipping", "vertexCount": 2, "vertices": [ 0, 0, 1, 1 ] })"}, {2, clip("s3")}});
  EXPECT_EQ(drawn(), "-1-c11");
}

TEST_F(ClipScope, AClipWithoutAreaHidesEverythingUpToItsEnd) {
  build({{0, R"({ "type": "clipping", "end": "s3", "vertexCount": 3, "vertices": [ 0, 0, 50, 0, 90, 0 ] })"}});
  EXPECT_EQ(drawn(), "----11");
  EXPECT_EQ(rig->list.batches.size(), 1u);
  EXPECT_EQ(rig->list.batches[0].index_count, 12u);
}

TEST_F(ClipScope, TheAlphaOfTheClippingSlotPlaysNoPart) {
  build({{1, clip("s3")}});
  rig->skeleton.set_color(rig->slot("s1"), {1, 1, 1, 0});
  EXPECT_EQ(drawn(), "1-cc11");
}

TEST_F(ClipScope, TheFlagsOf43AreRead) {
  const std::string corners = R"("vertexCount": 5, "vertices": [ -5, 0, 100, 0, 100, 9, 50, 0.1, -5, 9 ])";
  build({{0, R"({ "type": "clipping", "inverse": true, )" + corners + " }"}}, "", "4.3.10");
  const DrawList& list = rig->draw();
  ASSERT_FALSE(list.vertices.empty());
  for (const Vertex& v : list.vertices) EXPECT_LE(v.y, 1e-6f);
  build({{0, R"({ "type": "clipping", "convex": true, )" + corners + " }"}}, "", "4.3.10");
  float top = 0;
  for (const Vertex& v : rig->draw().vertices) {
    EXPECT_GE(v.y, -1e-6f);
    top = std::max(top, v.y);
  }
  EXPECT_EQ(top, 1);
  EXPECT_EQ(drawn(), "-ccccc");
}

TEST_F(ClipScope, ClippingDoesNotBreakBatchesOrOutliveTheSkeleton) {
  build({{1, clip()}});
  rig->list.clear();
  draw(rig->skeleton, rig->binding, rig->list);
  const std::size_t first = rig->list.vertices.size();
  draw(rig->skeleton, rig->binding, rig->list);
  EXPECT_EQ(rig->list.batches.size(), 1u);
  // s0 of the second drawing is whole.
  EXPECT_EQ(rig->list.vertices[first].y, 1);
  EXPECT_EQ(rig->list.vertices[first + 2].y, -1);
}

}  // namespace
}  // namespace sinew
