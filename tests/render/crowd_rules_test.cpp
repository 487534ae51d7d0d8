// What a crowd's frame has of each kind of attachment, and which calls draw it: small characters made for the purpose.
#include <cmath>
#include <functional>

#include "draw/rig.hpp"
#include "render/crowd_frame.hpp"
#include "render/crowd_scene.hpp"
#include "support/allocation_counter.hpp"

namespace sinew::testing {
namespace {

// A weighted mesh whose second corner hangs on six bones, an unweighted one on another page, a linked mesh, regions, a
// sequence, dark colours, every blend mode, a clip about one slot, a deform and a draw order.
constexpr std::string_view everything = R"({
"skeleton": { "spine": "4.2.22", "hash": "h" },
"bones": [ { "name": "root" }, { "name": "unused", "parent": "root" },
  { "name": "b1", "parent": "root", "x": 4, "y": 3, "rotation": 10, "scaleX": 1.2 },
  { "name": "b2", "parent": "b1", "x": 9, "rotation": -25, "shearY": 7 },
  { "name": "b3", "parent": "root", "x": -6, "y": 5, "rotation": 70 },
  { "name": "b4", "parent": "b3", "x": 5, "scaleY": -0.8 },
  { "name": "b5", "parent": "root", "x": 2, "y": 14, "rotation": 200 } ],
"slots": [
  { "name": "back", "bone": "b1", "attachment": "back", "color": "ffc0a0e0" },
  { "name": "shape", "bone": "b2", "attachment": "shape", "dark": "204080" },
  { "name": "clip", "bone": "root" },
  { "name": "inner", "bone": "b3", "attachment": "inner" },
  { "name": "twin", "bone": "b4", "attachment": "twin", "blend": "additive" },
  { "name": "rigid", "bone": "b5", "attachment": "rigid", "blend": "multiply" },
  { "name": "series", "bone": "b3", "attachment": "series", "blend": "screen" },
  { "name": "front", "bone": "b5", "attachment": "front", "color": "80ff80ff" } ],
"skins": [ { "name": "default", "attachments": {
  "back": { "back": { "path": "one", "x": 2, "rotation": 30, "width": 24, "height": 20 } },
  "shape": { "shape": { "type": "mesh", "path": "two", "hull": 4, "triangles": [ 0, 1, 2, 2, 3, 0 ],
    "uvs": [ 0, 0, 1, 0, 1, 1, 0, 1 ], "vertices": [ 1, 2, -5, 9, 1,
      6, 0, 20, 12, 0.1, 2, 12, 6, 0.2, 3, 3, 9, 0.15, 4, 9, -15, 0.25, 5, 4, 12, 0.1, 6, -9, 1, 0.2,
      2, 2, 14, -6, 0.5, 3, 5, -7, 0.5, 3, 2, -8, -8, 0.25, 0, -2, -6, 0.5, 6, 3, 8, 0.25 ] } },
  "clip": { "clip": { "type": "clipping", "end": "inner", "vertexCount": 4, "vertices": [ -8, 2, 9, 0, 3, 17, -6, 14 ] } },
  "inner": { "inner": { "path": "one", "y": 3, "width": 18, "height": 18 } },
  "twin": { "twin": { "type": "linkedmesh", "skin": "default", "parent": "rigid", "path": "one", "color": "ffffff80" },
            "rigid": { "type": "mesh", "path": "two", "hull": 3, "triangles": [ 0, 1, 2 ], "uvs": [ 0, 0, 1, 0, 0.5, 1 ],
              "vertices": [ -9, -7, 8, -6, 1, 9 ] } },
  "rigid": { "rigid": { "type": "mesh", "path": "two", "hull": 4, "triangles": [ 1, 2, 3, 3, 0, 1 ],
    "uvs": [ 0, 0, 1, 0, 1, 1, 0, 1 ], "vertices": [ -9, -7, 8, -6, 7, 9, -10, 6 ] } },
  "series": { "series": { "path": "s", "width": 12, "height": 12, "sequence": { "count": 3, "start": 1 } } },
  "front": { "front": { "path": "one", "x": -4, "width": 9, "height": 14, "scaleX": -1 } } } } ],
"animations": {
  "deform": { "attachments": { "default": { "shape": { "shape": { "deform": [ { "vertices": [ 3, -4, 2, 2, 1 ] } ] } } } } },
  "clip": { "slots": { "clip": { "attachment": [ { "name": "clip" } ] } } },
  "order": { "drawOrder": [ { "offsets": [ { "slot": "back", "offset": 7 }, { "slot": "shape", "offset": 3 } ] } ] },
  "hide": { "slots": { "shape": { "attachment": [ {} ] }, "front": { "rgba": [ { "color": "ffffff00" } ] } } },
  "series": { "attachments": { "default": { "series": { "series": { "sequence": [ { "index": 2, "delay": 1 } ] } } } } },
  "bend": { "bones": { "b2": { "rotate": [ {}, { "time": 1, "value": 120 } ] }, "b5": { "scale": [ {}, { "time": 1, "x": 2 } ] } } }
} })";
constexpr std::string_view pages =
    "a.png\nsize: 64, 64\nfilter: Linear, Linear\npma: true\none\nbounds: 1, 1, 30, 28\n"
    "s1\nbounds: 1, 33, 12, 12\ns2\nbounds: 15, 33, 12, 12\ns3\nbounds: 29, 33, 12, 12\n\n"
    "b.png\nsize: 64, 64\nfilter: Linear, Linear\ntwo\nbounds: 2, 2, 60, 60\nrotate: 90\n";

constexpr Color grey{0.5f, 0.5f, 0.5f, 1};

class CrowdRules : public CrowdTest {
 protected:
  void SetUp() override {
    CrowdTest::SetUp();
    assets_ = make_assets(test::parse_rig(everything), test::parse_pages(pages));
    ASSERT_TRUE(assets_.binding->missing().empty());
    for (std::size_t page = 0; page < 2; ++page) set_page(page);
  }
  void TearDown() override {
    assets_.pages = PageTextures();
    CrowdTest::TearDown();
  }

  /// Every texel another colour.
  void set_page(std::size_t page) {
    std::vector<std::uint8_t> pixels;
    for (unsigned y = 0; y < 64; ++y) {
      for (unsigned x = 0; x < 64; ++x) {
        const unsigned alpha = page == 0 ? 160 + (x + y) % 96 : 255 - x % 128;
        const auto channel = [&](unsigned value) {
          return static_cast<std::uint8_t>(page == 0 ? value % 256 * alpha / 255 : value % 256);
        };
        pixels.insert(pixels.end(), {channel(x * 4), channel(y * 4 + 60 * static_cast<unsigned>(page)),
                                     channel(255 - 2 * x - y), static_cast<std::uint8_t>(alpha)});
      }
    }
    const Status set = assets_.pages.set(page, {64, 64, pixels});
    ASSERT_TRUE(set) << set.error();
  }

  /// Adds a character in an animation's pose; characters stand in rows and overlap.
  Skeleton& add(std::string_view animation, double time = 0) {
    auto skeleton = std::make_unique<Skeleton>(assets_.data);
    if (!animation.empty()) apply(*skeleton, (*assets_.data)[assets_.data->find_animation(animation)], time);
    const auto i = static_cast<double>(characters_.size());
    skeleton->set_position(15 + 13 * std::fmod(i, 12), 15 + 11 * std::floor(i / 12));
    skeleton->update(0);
    characters_.push_back(std::move(skeleton));
    return *characters_.back();
  }
  void add_all(std::initializer_list<std::string_view> animations) {
    for (const std::string_view animation : animations) add(animation);
  }
  [[nodiscard]] SlotIndex slot(std::string_view name) const { return assets_.data->find_slot(name); }
  [[nodiscard]] std::vector<const Skeleton*> crowd() const {
    std::vector<const Skeleton*> all;
    for (const auto& skeleton : characters_) all.push_back(skeleton.get());
    return all;
  }

  /// Both ways agree; statistics_ and cpu_calls_ then say what it took.
  void expect_agreement(const CrowdOptions& options = {}) {
    for (const Color& background : {transparent, grey}) {
      const Picture cpu = draw_on_cpu(assets_, crowd(), world_, background);
      const Picture gpu = draw_on_gpu(assets_, crowd(), world_, background, options);
      expect_same(cpu, gpu);
    }
  }

  CrowdAssets assets_;
  std::vector<std::unique_ptr<Skeleton>> characters_;
  WorldRect world_{-10, -10, 200, 200};
};

TEST_F(CrowdRules, EveryKindOfAttachmentIsPosedByTheGpu) {
  add("");
  add("bend", 0.4);
  add("bend", 1);
  expect_agreement();
  EXPECT_EQ(statistics_.characters, 3u);
  EXPECT_EQ(statistics_.gpu_slots, 21u);
  EXPECT_EQ(statistics_.cpu_slots, 0u);
  EXPECT_EQ(statistics_.draw_calls, cpu_calls_);
}

TEST_F(CrowdRules, PicturesThatDifferAreTold) {
  add("bend", 0.4);
  const Picture one = draw_on_gpu(assets_, crowd(), world_, grey);
  characters_[0]->set_position(15.5, 15);
  characters_[0]->update(0);
  const Picture other = draw_on_gpu(assets_, crowd(), world_, grey);
  const PictureDifference found = difference(one, other);
  EXPECT_GT(found.over_one, 200u) << "half a pixel must be seen, or the other tests see nothing";
}

TEST_F(CrowdRules, NoInfluenceIsLeftOut) {
  // The corner on six bones: each of them moves it.
  for (const std::string_view name : {"root", "b1", "b2", "b3", "b4", "b5"}) {
    Skeleton& skeleton = add("");
    const BoneIndex bone = assets_.data->find_bone(name);
    BonePose pose = skeleton.local_pose(bone);
    pose.y += 6;
    skeleton.set_local_pose(bone, pose);
    for (const SlotIndex other : skeleton.draw_order()) {
      if (other != slot("shape")) skeleton.set_attachment(other, {});
    }
    skeleton.update(0);
  }
  expect_agreement();
  EXPECT_EQ(statistics_.gpu_slots, 6u);
}

TEST_F(CrowdRules, DeformedSlotsAreSkinnedByTheCpuInTheirPlaces) {
  add_all({"", "deform", "", "deform"});
  expect_agreement();
  EXPECT_EQ(statistics_.cpu_slots, 2u);
  EXPECT_EQ(statistics_.gpu_slots, 26u);
  EXPECT_EQ(statistics_.draw_calls, cpu_calls_) << "no call more than without";
}

TEST_F(CrowdRules, ClippedSlotsAreCutByTheCpuInTheirPlaces) {
  add_all({"clip", "", "clip"});
  expect_agreement();
  EXPECT_EQ(statistics_.cpu_slots, 2u) << "one slot lies in the clip's range";
  EXPECT_EQ(statistics_.gpu_slots, 19u);
  EXPECT_EQ(statistics_.draw_calls, cpu_calls_);
}

TEST_F(CrowdRules, DrawOrdersHiddenSlotsAndFramesAreEachCharactersOwn) {
  add_all({"order", "", "hide", "series", "order", "hide", "series"});
  characters_[3]->set_tint({0.5f, 1, 0.7f, 0.6f});
  characters_[4]->set_tint({1, 1, 1, 0});
  characters_[5]->set_color(slot("inner"), {1, 0, 0, 1});
  characters_[6]->set_dark_color(slot("rigid"), {1, 0.5f, 0, 1});
  expect_agreement();
  EXPECT_EQ(statistics_.gpu_slots, 7u + 7 + 5 + 7 + 0 + 5 + 7);
}

TEST_F(CrowdRules, AnAttachmentInAnotherSlotThanItsOwnIsSkinnedByTheCpu) {
  Skeleton& skeleton = add("");
  skeleton.set_attachment(slot("front"), skeleton.attachment(slot("back")));
  skeleton.set_attachment(slot("inner"), skeleton.attachment(slot("rigid")));
  expect_agreement();
  EXPECT_EQ(statistics_.cpu_slots, 2u);
}

TEST_F(CrowdRules, AlikeCharactersShareACallOthersAreListed) {
  // Of one page and blend mode.
  const auto show = [&](Skeleton& skeleton, bool front) {
    for (const SlotIndex other : skeleton.draw_order()) {
      if (other != slot("back") && other != slot("inner") && (!front || other != slot("front"))) {
        skeleton.set_attachment(other, {});
      }
    }
  };
  for (int i = 0; i < 30; ++i) show(add("bend", i / 30.0), i % 2 == 0);
  expect_agreement();
  EXPECT_EQ(statistics_.draw_calls, 1u) << "no two in a row look the same";
  const std::size_t listed = statistics_.uploaded_bytes;
  for (auto& skeleton : characters_) skeleton->set_attachment(slot("front"), {});
  expect_agreement();
  EXPECT_EQ(statistics_.draw_calls, 1u) << "all look the same";
  EXPECT_EQ(listed - statistics_.uploaded_bytes, (15u * 18 + 15 * 12 - 12) * 4) << "their triangles are listed once";
  CrowdOptions options;
  options.instanced_from = 31;
  expect_agreement(options);
  EXPECT_EQ(statistics_.draw_calls, 1u);
  options.instanced_from = 1;
  for (std::size_t i = 0; i < 30; i += 10) show(add("bend", 0.5), true);
  expect_agreement(options);
  EXPECT_EQ(statistics_.draw_calls, 2u);
}

TEST_F(CrowdRules, OrderIsKeptWhereCharactersTakeSeveralBlendModes) {
  for (int i = 0; i < 40; ++i) add("bend", i / 40.0);  // alike, and each over the one before
  expect_agreement();
  EXPECT_EQ(statistics_.draw_calls, cpu_calls_);
  EXPECT_GT(statistics_.draw_calls, 40u) << "one after the other";
}

TEST_F(CrowdRules, CharactersThatDoNotFitIntoATextureGetAnother) {
  for (int i = 0; i < 10; ++i) add(i % 3 == 0 ? "deform" : i % 3 == 1 ? "order" : "", i / 10.0);
  for (int i = 0; i < 8; ++i) {
    Skeleton& skeleton = add("bend", i / 8.0);
    for (const SlotIndex other : skeleton.draw_order()) {
      if (other != slot("back") && other != slot("front")) skeleton.set_attachment(other, {});
    }
  }
  CrowdOptions options;
  options.instanced_from = 2;
  for (const std::size_t most : {1, 2, 3, 7, 17, 18, 1000}) {
    SCOPED_TRACE(most);
    options.instances_per_texture = most;
    expect_agreement(options);
  }
}

TEST_F(CrowdRules, WhatDoesNotFitIntoItsMemoryIsSkinnedByTheCpu) {
  add_all({"", "order", "deform", "clip"});
  for (const std::size_t most : {0, 3, 4, 8, 14, 20, 30}) {
    SCOPED_TRACE(most);
    CrowdOptions options;
    options.max_vertices = most;
    expect_agreement(options);
    EXPECT_EQ(statistics_.gpu_slots + statistics_.cpu_slots, 28u);
    if (most == 0) {
      EXPECT_EQ(statistics_.gpu_slots, 0u);
    }
  }
}

TEST_F(CrowdRules, WhatIsOnMissingPagesIsLeftOut) {
  assets_.pages = PageTextures(*assets_.atlas);
  set_page(0);
  add_all({"", "clip", "deform"});
  expect_agreement();
  auto renderer = CrowdRenderer::create(*assets_.binding);
  ASSERT_TRUE(renderer) << renderer.error();
  CrowdFrame frame(*renderer);
  frame.add(*characters_[0]);
  ASSERT_TRUE(renderer->upload(frame));
  const Atlas other = *assets_.atlas;
  paint(world_, grey, [&](const WorldRect& tile) { renderer->draw(PageTextures(other), tile); });
  EXPECT_EQ(renderer->statistics().draw_calls, 0u) << "pages of another atlas";
}

TEST_F(CrowdRules, AFrameCanBeDrawnAgainAndUsedAgain) {
  auto renderer = CrowdRenderer::create(*assets_.binding);
  ASSERT_TRUE(renderer) << renderer.error();
  CrowdFrame frame(*renderer);
  const auto picture = [&](const WorldRect& world) {
    return paint(world, grey, [&](const WorldRect& tile) { renderer->draw(assets_.pages, tile); });
  };
  add("bend", 0.5);
  EXPECT_TRUE(frame.add(*characters_[0]));
  ASSERT_TRUE(renderer->upload(frame));
  const WorldRect near{0, 0, 50, 50};
  expect_same(draw_on_cpu(assets_, crowd(), world_, grey), picture(world_));
  expect_same(draw_on_cpu(assets_, crowd(), near, grey), picture(near));

  frame.clear();
  EXPECT_EQ(frame.size(), 0u);
  ASSERT_TRUE(renderer->upload(frame));
  EXPECT_EQ(difference(picture(near), draw_on_cpu(assets_, {}, near, grey)).largest, 0) << "an empty frame";
  EXPECT_EQ(renderer->statistics().draw_calls, 0u);

  add("order");
  add("clip");
  for (const auto& skeleton : characters_) frame.add(*skeleton);
  CrowdRenderer moved = std::move(*renderer);
  *renderer = std::move(moved);
  ASSERT_TRUE(renderer->upload(frame));
  expect_same(draw_on_cpu(assets_, crowd(), world_, grey), picture(world_));
}

TEST_F(CrowdRules, AddingAllocatesNothingOnceTheFrameHasItsSize) {
  add_all({"", "order", "deform", "clip", "hide", "series"});
  auto renderer = CrowdRenderer::create(*assets_.binding);
  ASSERT_TRUE(renderer) << renderer.error();
  CrowdFrame frame(*renderer);
  const auto fill = [&] {
    frame.clear();
    for (const auto& skeleton : characters_) frame.add(*skeleton);
  };
  fill();
  const test::AllocationCounter counter;
  fill();
  EXPECT_EQ(counter.count(), 0u);
  EXPECT_EQ(frame.size(), 6u);
}

#ifdef NDEBUG
TEST_F(CrowdRules, WhatBelongsToAnotherSkeletonDoesNothing) {
  add("");
  const CrowdAssets other = make_assets(test::parse_rig(everything), test::parse_pages(pages));
  auto renderer = CrowdRenderer::create(*assets_.binding), others = CrowdRenderer::create(*other.binding);
  ASSERT_TRUE(renderer && others);
  CrowdFrame frame(*renderer), others_frame(*others);
  EXPECT_FALSE(frame.add(Skeleton(other.data)));
  EXPECT_EQ(frame.size(), 0u);
  EXPECT_TRUE(frame.add(*characters_[0]));
  ASSERT_TRUE(renderer->upload(frame));
  EXPECT_EQ(renderer->statistics().characters, 1u);
  ASSERT_TRUE(renderer->upload(others_frame));
  EXPECT_EQ(renderer->statistics().characters, 0u);
}
#endif

TEST_F(CrowdRules, OnlyBonesThatMoveSomethingAreUploaded) {
  const CrowdModel model(*assets_.binding, {}, {});
  EXPECT_EQ(model.bones.size(), 6u) << "all but 'unused'";
  EXPECT_EQ(model.colours_per_slot, 2u);
  EXPECT_EQ(model.matrix_texels(), 12u);
  EXPECT_EQ(model.colour_texels(), 16u);
}

TEST_F(CrowdRules, DriversWithSmallVertexNumbersGetMoreCalls) {
  // 24 bits, as little as OpenGL ES promises: the flag, and with 6 bits of vertices 17 bits for characters.
  CrowdLimits limits;
  limits.index_bits = 24;
  const CrowdModel model(*assets_.binding, {}, limits);
  EXPECT_EQ(model.placed_flag(), 1u << 23);
  EXPECT_EQ(model.vertices.size(), 38u);
  EXPECT_EQ(model.vertex_bits, 6u);
  EXPECT_EQ(model.characters_per_call(), 1u << 17);
  EXPECT_EQ(model.most_placed_vertices(), std::size_t{2048} * 2048 / 3);
}

}  // namespace
}  // namespace sinew::testing
