// The worked example of the specification, and all skeletons of the corpus if it is there.
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "sinew/animation.hpp"
#include "sinew/file.hpp"
#include "skeleton_json_example.hpp"
#include "skeleton_json_fixture.hpp"
#include "support/allocation_counter.hpp"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

TEST(SkeletonJsonExample, SaysTheSameInEveryVersion) {
  for (const FormatVersion version : every_version) {
    const Loaded data = load(worked_example(version));
    ASSERT_TRUE(data.data) << *data.error;
    for (const Warning& warning : data.warnings) ADD_FAILURE() << warning;
    EXPECT_EQ(data->version, version);
    EXPECT_EQ(data->semantics, Semantics::rigby) << "the hash is empty";

    const TransformData& follow = *data->constraints[0].transform;
    EXPECT_EQ(follow.source, data->find_bone("goal"));
    EXPECT_EQ(follow.properties.size(), 6u);
    EXPECT_EQ(follow.mix_rotate, 0.5);
    EXPECT_EQ(follow.mix_y, 0.25);
    EXPECT_EQ(follow.mix_scale_y, 0);

    const Vertices& hand = data->attachments[1].mesh->vertices;
    EXPECT_TRUE(hand.weighted());
    EXPECT_EQ(hand.deform_size(), 10u);
    EXPECT_EQ(to_vector(hand.first_entry), (std::vector<std::uint32_t>{0, 1, 3, 4, 5}));

    const Animation& wave = data->animations[0];
    ASSERT_EQ(wave.timelines.size(), 6u);
    EXPECT_EQ(wave.duration, 1);
    EXPECT_EQ(wave.timelines[3].deforms[1].offset, 2u);
    EXPECT_EQ(wave.events->events[0].int_value, 7);
  }
}

/// The table at the end of the specification's example.
TEST(SkeletonJsonExample, IsPosedTheSameInEveryVersion) {
  const auto expect_matrix = [](const Affine& m, const Affine& expected) {
    for (const auto part : {&Affine::a, &Affine::b, &Affine::c, &Affine::d, &Affine::tx, &Affine::ty}) {
      EXPECT_NEAR(m.*part, expected.*part, 5e-6);
    }
  };
  for (const FormatVersion version : every_version) {
    SCOPED_TRACE(name_of(version));
    const Loaded data = load(worked_example(version), with_semantics(Semantics::spine));
    ASSERT_TRUE(data.data) << *data.error;
    Skeleton skeleton(data.data);
    apply(skeleton, data->animations[0], 0.5);
    skeleton.update(0);
    const BonePose arm = skeleton.local_pose(BoneIndex(1));
    EXPECT_NEAR(arm.rotation, 75, 1e-12);
    EXPECT_NEAR(arm.x, 20, 1e-12);
    EXPECT_NEAR(arm.y, 0, 1e-12);
    expect_matrix(skeleton.world(BoneIndex(1)), {0.25882, 0.96593, -0.96593, 0.25882, 20, 0});
    expect_matrix(skeleton.world(BoneIndex(2)), {0.79335, 0.60876, -0.60876, 0.79335, 39.70571, 46.22222});
    const SlotIndex hand = data->find_slot("hand");
    EXPECT_EQ(skeleton.color(hand), (Color{1, 128 / 255.0f, 0, 1}));
    ASSERT_TRUE(skeleton.dark_color(hand));
    EXPECT_EQ(*skeleton.dark_color(hand), (Color{32 / 255.0f, 0, 0, 1}));
    EXPECT_EQ(to_vector(skeleton.deform(hand)), (Numbers{0, 0, 2, -1.5, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(to_vector(skeleton.draw_order()), (std::vector{SlotIndex(1), SlotIndex(0)}));
    std::vector<const EventKey*> events;
    collect_events(data->animations[0], -1, 0.5, events);
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(events[0]->int_value, 7);
  }
}

/// The folder of test skeletons: SINEW_CORPUS, or beside the source folder. Empty when there is none.
fs::path corpus() {
  const char* given = std::getenv("SINEW_CORPUS");
  const fs::path path = given ? fs::path(given) : fs::path(SINEW_SOURCE_DIR) / "../shared/corpus";
  return fs::is_directory(path) ? path : fs::path();
}

bool is_skeleton(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.ends_with(".json") && !name.ends_with(".golden.json");
}

TEST(SkeletonJsonCorpus, LoadsEverySkeleton) {
  if (corpus().empty()) GTEST_SKIP() << "There is no corpus; set SINEW_CORPUS.";
  std::size_t files = 0, warnings = 0, bytes_read = 0, timelines = 0;
  for (const fs::path& folder : {corpus() / "3.8", corpus() / "4.0", corpus() / "4.1", corpus() / "4.2",
                                 corpus() / "4.3", corpus() / "rigby", corpus() / "../spec/cases"}) {
    if (!fs::is_directory(folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (!is_skeleton(entry.path())) continue;
      const Result<std::string> bytes = read_file(entry.path().string());
      ASSERT_TRUE(bytes);
      const Loaded loaded = load(*bytes);
      ++files;
      bytes_read += bytes->size();
      warnings += loaded.warnings.size();
      ASSERT_TRUE(loaded.data) << entry.path() << ": " << *loaded.error;
      EXPECT_FALSE(loaded->bones.empty());
      for (const Animation& animation : loaded->animations) timelines += animation.timelines.size();
      const bool exported =
          entry.path().string().find("rigby") == std::string::npos && folder != corpus() / "../spec/cases";
      for (const Warning& warning : loaded.warnings) {
        // Those of 4.3 are of a beta, which is worth a warning.
        const bool beta = loaded->version_text == "4.3.75-beta" && warning.code == ErrorCode::unsupported_version;
        if (exported && !beta)
          ADD_FAILURE() << "an editor's export gives a warning: " << entry.path() << ": " << warning;
      }
    }
  }
  EXPECT_GE(files, 100u);
  std::cout << files << " skeletons, " << bytes_read << " bytes, " << timelines << " timelines, " << warnings
            << " warnings\n";
}

TEST(SkeletonJsonCorpus, LoadsWithFewAllocations) {
  if (corpus().empty()) GTEST_SKIP() << "There is no corpus; set SINEW_CORPUS.";
  std::size_t most = 0;
  std::string where;
  for (const char* version : {"3.8", "4.0", "4.1", "4.2", "4.3"}) {
    for (const auto& entry : fs::recursive_directory_iterator(corpus() / version)) {
      if (!is_skeleton(entry.path())) continue;
      const Result<std::string> bytes = read_file(entry.path().string());
      ASSERT_TRUE(bytes);
      const AllocationCounter counter;
      const Result<SkeletonDataPtr> data = parse_skeleton(*bytes);
      const std::size_t count = counter.count();
      ASSERT_TRUE(data);
      if (count > most) most = count, where = entry.path().filename().string();
    }
  }
  EXPECT_LE(most, 100u) << where;
  std::cout << "at most " << most << " allocations (" << where << ")\n";
}

}  // namespace
}  // namespace sinew::test
