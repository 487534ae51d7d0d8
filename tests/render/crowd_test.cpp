// A crowd shows the same whether the CPU or the GPU skins it: whole characters.
#include "render/crowd_scene.hpp"

#include <algorithm>
#include <cmath>

#include "support/corpus.hpp"

namespace sinew::testing {
namespace {

/// Every animation at some times in some skins, standing close together, each a little over the one before.
struct Crowd {
  std::vector<std::unique_ptr<Skeleton>> characters;
  std::vector<const Skeleton*> all;
  WorldRect world;
};

Crowd every_pose(const CrowdAssets& assets, std::size_t most_skins, std::size_t most_characters) {
  Crowd crowd;
  const SkeletonData& data = *assets.data;
  // Those that dress a character most.
  std::vector<SkinIndex> skins;
  for (std::size_t i = 0; i < data.skins.size(); ++i) skins.emplace_back(i);
  std::stable_sort(skins.begin(), skins.end(),
                   [&data](SkinIndex a, SkinIndex b) { return data[a].entries.size() > data[b].entries.size(); });
  skins.resize(std::min(std::max<std::size_t>(skins.size(), 1), most_skins));
  for (const SkinIndex skin : skins) {
    for (std::size_t i = 0; i <= data.animations.size(); ++i) {
      for (const double part : {0.0, 0.35, 0.8}) {
        if (crowd.characters.size() == most_characters) break;
        auto skeleton = std::make_unique<Skeleton>(assets.data);
        skeleton->set_skin(skin);
        skeleton->set_to_setup_pose();
        if (i < data.animations.size()) {
          apply(*skeleton, data.animations[i], data.animations[i].duration * part);
        } else if (part > 0) {
          continue;  // the setup pose once
        }
        skeleton->update(0);
        crowd.characters.push_back(std::move(skeleton));
      }
    }
  }
  Bounds one;
  DrawList scratch;
  for (const auto& skeleton : crowd.characters) {
    const Bounds box = drawn_bounds(*skeleton, *assets.binding, true, scratch);
    if (box.empty()) continue;
    one.add(box.min_x, box.min_y);
    one.add(box.max_x, box.max_y);
  }
  const double width = one.max_x - one.min_x, height = one.max_y - one.min_y;
  const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(crowd.characters.size()))));
  for (std::size_t i = 0; i < crowd.characters.size(); ++i) {
    Skeleton& skeleton = *crowd.characters[i];
    skeleton.set_position(static_cast<double>(i % columns) * width * 0.6,
                          -static_cast<double>(i / columns) * height * 0.5);
    skeleton.update(0);
    crowd.all.push_back(&skeleton);
  }
  const double rows = static_cast<double>((crowd.all.size() + columns - 1) / columns);
  crowd.world.width = width * (1 + 0.6 * static_cast<double>(columns - 1));
  crowd.world.height = height * (1 + 0.5 * (rows - 1));
  crowd.world.x = one.min_x;
  crowd.world.y = one.max_y - crowd.world.height;
  return crowd;
}

class CrowdPictures : public CrowdTest {
 protected:
  void expect_both_ways_agree(const CrowdAssets& assets, std::size_t most_skins, std::size_t most_characters) {
    const Crowd crowd = every_pose(assets, most_skins, most_characters);
    ASSERT_FALSE(crowd.all.empty());
    for (const Color& background : {transparent, Color{0.3f, 0.4f, 0.5f, 1}}) {
      const Picture cpu = draw_on_cpu(assets, crowd.all, crowd.world, background);
      const Picture gpu = draw_on_gpu(assets, crowd.all, crowd.world, background);
      expect_same(cpu, gpu);
      EXPECT_GT(statistics_.gpu_slots, statistics_.cpu_slots);
      gpu_slots_ += statistics_.gpu_slots;
      cpu_slots_ += statistics_.cpu_slots;
    }
  }

  std::size_t gpu_slots_ = 0, cpu_slots_ = 0;
};

TEST_F(CrowdPictures, OfTheDemoCharacter) {
  width_ = height_ = 700;
  const std::filesystem::path folder = std::filesystem::path(SINEW_SOURCE_DIR) / "examples" / "nuri";
  const CrowdAssets assets = load_assets(folder / "nuri.json", folder / "nuri.atlas");
  ASSERT_TRUE(assets.data);
  expect_both_ways_agree(assets, 3, 100);
  EXPECT_GT(gpu_slots_, 0u);
  EXPECT_GT(cpu_slots_, 0u) << "it has deforms and clips";
}

TEST_F(CrowdPictures, OfTheCorpus) {
  const auto corpus = test::corpus();
  if (!corpus) GTEST_SKIP() << "no corpus";
  width_ = height_ = 500;
  std::size_t count = 0;
  for (const char* const version : {"3.8", "4.0", "4.1", "4.2", "4.3"}) {
    for (const test::CorpusRig& rig : test::corpus_rigs(*corpus / version)) {
      SCOPED_TRACE(rig.skeleton.string());
      const CrowdAssets assets = load_assets(rig.skeleton, rig.atlas);
      ASSERT_TRUE(assets.data);
      expect_both_ways_agree(assets, 3, 60);
      ++count;
    }
  }
  EXPECT_GT(count, 0u);
  EXPECT_GT(gpu_slots_, 0u);
  EXPECT_GT(cpu_slots_, 0u);
}

}  // namespace
}  // namespace sinew::testing
