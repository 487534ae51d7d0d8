// Deform timelines. Spec: animation.md 4.1, 5.4; drawing.md 4.2, 4.3.
#include <algorithm>
#include <cmath>

#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::both_spine;
using test::every_rules;
using test::Rules;

using Numbers = std::vector<double>;

constexpr std::string_view quad =
    R"("type": "mesh", "uvs": [0, 0, 1, 0, 1, 1, 0, 1], "triangles": [0, 1, 2, 2, 3, 0], "vertices": [0, 0, 1, 0, 1, 1, 0, 1], "hull": 4)";
// Vertex 1 hangs on two bones: five entries, ten numbers.
constexpr std::string_view weighted_quad =
    R"("type": "mesh", "uvs": [0, 0, 1, 0, 1, 1, 0, 1], "triangles": [0, 1, 2, 2, 3, 0], "hull": 4,
       "vertices": [1, 0, 0, 10, 1, 2, 0, 30, 10, 0.25, 1, -20, 10, 0.75, 1, 1, 20, -10, 1, 1, 1, 0, -10, 1])";

/// Slots "s" and "t" with these attachments of the default skin, by slot, and these deform timelines of animation "a".
SkeletonDataPtr with_meshes(Rules rules, std::string_view attachments, std::string_view animations,
                            std::string_view setup = "mesh") {
  return test::make_data(
      rules,
      R"("bones": [{"name": "root"}, {"name": "b", "parent": "root"}], "slots": [{"name": "s", "bone": "b", "attachment": ")" +
          std::string(setup) + R"("}, {"name": "t", "bone": "b", "attachment": ")" + std::string(setup) +
          R"("}], "skins": [{"name": "default", "attachments": {)" + std::string(attachments) +
          R"(}}], "animations": {)" + std::string(animations) + "}");
}

std::string mesh_in_s(std::string_view shape = quad) {
  return R"("s": {"mesh": {)" + std::string(shape) + "}}";
}
std::string deforming(std::string_view name, std::string_view key, std::string_view keys) {
  return '"' + std::string(name) + R"(": {"attachments": {"default": {"s": {")" + std::string(key) +
         R"(": {"deform": )" + std::string(keys) + "}}}}}";
}

/// A slot's deform with "nothing" spelled out as zeros.
Numbers deform_of(const Skeleton& skeleton, std::string_view slot, std::size_t size = 8) {
  const std::span<const double> deform = skeleton.deform(test::slot(skeleton, slot));
  return deform.empty() ? Numbers(size, 0.0) : Numbers(deform.begin(), deform.end());
}

void expect_near(const Numbers& found, const Numbers& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12) << "number " << i;
}

TEST(ApplyDeform, ExpandsSparseKeys) {
  // animation.md 5.4, the example.
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data =
        with_meshes(rules, mesh_in_s(), deforming("a", "mesh", R"([{"offset": 2, "vertices": [1, 0.5, -0.5]}])"));
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    expect_near(deform_of(skeleton, "s"), {0, 0, 0, 0, 0, 0, 0, 0});
    apply(skeleton, test::animation(data, "a"), 0);
    expect_near(deform_of(skeleton, "s"), {0, 0, 1, 0.5, -0.5, 0, 0, 0});
    skeleton.set_to_setup_pose();
    expect_near(deform_of(skeleton, "s"), {0, 0, 0, 0, 0, 0, 0, 0});
  }
}

TEST(ApplyDeform, InterpolatesTheExpandedArrays) {
  // Runs that overlap, touch nothing, and a key without vertices.
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = with_meshes(
        rules, mesh_in_s(),
        deforming("a", "mesh", R"([{"offset": 0, "vertices": [4, 4, 4]}, {"time": 1, "offset": 2, "vertices": [8, 8]},
           {"time": 2, "offset": 6, "vertices": [4, 8]}, {"time": 3}, {"time": 4, "offset": 7, "vertices": [1], "curve": "stepped"}, {"time": 5}])"));
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    const auto at = [&](double time) {
      apply(skeleton, test::animation(data, "a"), time);
      return deform_of(skeleton, "s");
    };
    expect_near(at(0.25), {3, 3, 5, 2, 0, 0, 0, 0});
    expect_near(at(1.5), {0, 0, 4, 4, 0, 0, 2, 4});
    expect_near(at(2.75), {0, 0, 0, 0, 0, 0, 1, 2});
    expect_near(at(3.5), {0, 0, 0, 0, 0, 0, 0, 0.5});
    expect_near(at(4.9), {0, 0, 0, 0, 0, 0, 0, 1});
    expect_near(at(9), {0, 0, 0, 0, 0, 0, 0, 0});
    expect_near(at(0), {4, 4, 4, 0, 0, 0, 0, 0});
  }
}

TEST(ApplyDeform, HasOneCurveForAllNumbers) {
  // The example of animation.md 3.2 as a fraction: (v - 10) / 70.
  const std::string keys = R"([{"curve": [0.25, 0, 0.5, 1]}, {"time": 1, "vertices": [100, -10]}])";
  const SkeletonDataPtr rigby = with_meshes(Rules::rigby, mesh_in_s(), deforming("a", "mesh", keys));
  ASSERT_TRUE(rigby);
  Skeleton skeleton(rigby);
  apply(skeleton, test::animation(rigby, "a"), 0.3);
  EXPECT_NEAR(deform_of(skeleton, "s")[0], 100 * (32.7897582 - 10) / 70, 1e-6);
  EXPECT_NEAR(deform_of(skeleton, "s")[1], -10 * (32.7897582 - 10) / 70, 1e-6);
  for (Rules rules : both_spine) {
    const SkeletonDataPtr spine = with_meshes(rules, mesh_in_s(), deforming("a", "mesh", keys));
    ASSERT_TRUE(spine);
    Skeleton other(spine);
    apply(other, test::animation(spine, "a"), 0.3);
    EXPECT_NEAR(deform_of(other, "s")[0], 100 * (32.8320475 - 10) / 70, 1e-6);
  }
}

TEST(ApplyDeform, HasTwoNumbersABoneEntryOfWeightedMeshes) {
  // skeleton-json.md 19 at 0.5.
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data =
        with_meshes(rules, mesh_in_s(weighted_quad),
                    deforming("a", "mesh", R"([{}, {"time": 1, "offset": 2, "vertices": [4, -3]}])"));
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    apply(skeleton, test::animation(data, "a"), 0.5);
    expect_near(deform_of(skeleton, "s", 10), {0, 0, 2, -1.5, 0, 0, 0, 0, 0, 0});
  }
}

TEST(ApplyDeform, RigbyBlendsByWeight) {
  const SkeletonDataPtr data =
      with_meshes(Rules::rigby, mesh_in_s(),
                  deforming("a", "mesh", R"([{"vertices": [10, 20]}])") + "," +
                      deforming("b", "mesh", R"([{"time": 1, "offset": 1, "vertices": [40, 8]}])"));
  ASSERT_TRUE(data);
  Skeleton skeleton(data);
  apply(skeleton, test::animation(data, "a"), 0, {.weight = 0.5});
  expect_near(deform_of(skeleton, "s"), {5, 10, 0, 0, 0, 0, 0, 0});
  apply(skeleton, test::animation(data, "b"), 0, {.weight = 0.25});  // before its first key
  expect_near(deform_of(skeleton, "s"), {3.75, 17.5, 2, 0, 0, 0, 0, 0});
}

TEST(ApplyDeform, SpineMixesByBase) {
  for (Rules rules : both_spine) {
    const SkeletonDataPtr data =
        with_meshes(rules, mesh_in_s(),
                    deforming("a", "mesh", R"([{"vertices": [10, 20]}])") + "," +
                        deforming("b", "mesh", R"([{"time": 1, "offset": 1, "vertices": [40, 8]}])"));
    ASSERT_TRUE(data);
    const auto after = [&](double time, const ApplyOptions& options) {
      Skeleton skeleton(data);
      apply(skeleton, test::animation(data, "a"), 0);
      apply(skeleton, test::animation(data, "b"), time, options);
      return deform_of(skeleton, "s");
    };
    expect_near(after(1, {.weight = 0.25, .base = MixBase::setup}), {0, 10, 2, 0, 0, 0, 0, 0});
    expect_near(after(1, {.weight = 0.25, .base = MixBase::first}), {7.5, 25, 2, 0, 0, 0, 0, 0});
    expect_near(after(1, {.weight = 0.25, .base = MixBase::current}), {7.5, 25, 2, 0, 0, 0, 0, 0});
    expect_near(after(1, {.weight = 0.25, .base = MixBase::current, .mixing_out = true}), {7.5, 25, 2, 0, 0, 0, 0, 0});
    expect_near(after(1, {.weight = 0.25, .base = MixBase::current, .additive = true}), {10, 30, 2, 0, 0, 0, 0, 0});
    expect_near(after(1, {.weight = 1, .base = MixBase::current, .additive = true}), {10, 60, 8, 0, 0, 0, 0, 0});
    expect_near(after(1, {.weight = 1, .base = MixBase::current}), {0, 40, 8, 0, 0, 0, 0, 0});
    // Before the first key.
    expect_near(after(0, {.weight = 0.25, .base = MixBase::setup}), {0, 0, 0, 0, 0, 0, 0, 0});
    expect_near(after(0, {.weight = 0.25, .base = MixBase::first}), {7.5, 15, 0, 0, 0, 0, 0, 0});
    expect_near(after(0, {.weight = 0.25, .base = MixBase::current}), {10, 20, 0, 0, 0, 0, 0, 0});
  }
}

TEST(ApplyDeform, SpineDeformsWhatTheSlotShowsOnly) {
  const std::string meshes =
      R"("s": {"mesh": {)" + std::string(quad) + R"(}, "other": {)" + std::string(quad) + R"(}})";
  for (Rules rules : both_spine) {
    const SkeletonDataPtr data =
        with_meshes(rules, meshes, deforming("a", "mesh", R"([{"vertices": [10, 20]}])"), "other");
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    apply(skeleton, test::animation(data, "a"), 0);
    skeleton.set_attachment(SlotIndex(0), data->find_attachment({}, SlotIndex(0), "mesh"));
    expect_near(deform_of(skeleton, "s"), {0, 0, 0, 0, 0, 0, 0, 0});
    apply(skeleton, test::animation(data, "a"), 0);
    expect_near(deform_of(skeleton, "s"), {10, 20, 0, 0, 0, 0, 0, 0});
    skeleton.set_attachment(SlotIndex(0), data->find_attachment({}, SlotIndex(0), "other"));
    expect_near(deform_of(skeleton, "s"), {0, 0, 0, 0, 0, 0, 0, 0});
    skeleton.set_attachment(SlotIndex(0), data->find_attachment({}, SlotIndex(0), "mesh"));
    expect_near(deform_of(skeleton, "s"), {0, 0, 0, 0, 0, 0, 0, 0});
  }
}

TEST(ApplyDeform, RigbyKeepsADeformWithItsAttachment) {
  // rigby-open-points, open-deform-hidden: deformed although it is shown only in the end.
  const std::string meshes =
      R"("s": {"mesh": {)" + std::string(quad) + R"(}, "other": {)" + std::string(quad) + R"(}})";
  const SkeletonDataPtr data =
      with_meshes(Rules::rigby, meshes, deforming("a", "mesh", R"([{"vertices": [10, 20]}])"), "other");
  ASSERT_TRUE(data);
  Skeleton skeleton(data);
  apply(skeleton, test::animation(data, "a"), 0);
  expect_near(deform_of(skeleton, "s"), {0, 0, 0, 0, 0, 0, 0, 0});
  skeleton.set_attachment(SlotIndex(0), data->find_attachment({}, SlotIndex(0), "mesh"));
  expect_near(deform_of(skeleton, "s"), {10, 20, 0, 0, 0, 0, 0, 0});
  skeleton.set_attachment(SlotIndex(0), data->find_attachment({}, SlotIndex(0), "other"));
  expect_near(deform_of(skeleton, "s"), {0, 0, 0, 0, 0, 0, 0, 0});
}

// -- Linked meshes ----------------------------------------------------------------------------------------------------

/// "mesh"; "follows" takes its deform keys, "alone" (deform false) does not.
std::string linked(Rules rules) {
  const bool v43 = rules == Rules::spine_4_3;
  const std::string source = v43 ? R"("source": "mesh")" : R"("parent": "mesh")";
  return R"("s": {"mesh": {)" + std::string(quad) + R"(}, "follows": {"type": "linkedmesh", )" + source +
         R"(}, "alone": {"type": "linkedmesh", )" + source + ", " +
         (v43 ? R"("timelines": false)" : R"("deform": false, "timelines": false)") + "}}";
}

TEST(ApplyDeform, LinkedMeshesFollowTheirSourceUnlessTheyAreNotToDoSo) {
  for (Rules rules : every_rules) {
    for (std::string_view shown : {"mesh", "follows", "alone"}) {
      const SkeletonDataPtr data =
          with_meshes(rules, linked(rules), deforming("a", "mesh", R"([{"vertices": [10, 20]}])"), shown);
      ASSERT_TRUE(data);
      Skeleton skeleton(data);
      apply(skeleton, test::animation(data, "a"), 0);
      expect_near(deform_of(skeleton, "s"), shown == "alone" ? Numbers(8, 0.0) : Numbers{10, 20, 0, 0, 0, 0, 0, 0});
    }
  }
}

TEST(ApplyDeform, SpineKeepsTheDeformBetweenALinkedMeshAndItsSource) {
  for (Rules rules : both_spine) {
    const SkeletonDataPtr data =
        with_meshes(rules, linked(rules), deforming("a", "mesh", R"([{"vertices": [10, 20]}])"));
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    apply(skeleton, test::animation(data, "a"), 0);
    skeleton.set_attachment(SlotIndex(0), data->find_attachment({}, SlotIndex(0), "follows"));
    expect_near(deform_of(skeleton, "s"), {10, 20, 0, 0, 0, 0, 0, 0});
    skeleton.set_attachment(SlotIndex(0), data->find_attachment({}, SlotIndex(0), "alone"));
    expect_near(deform_of(skeleton, "s"), {0, 0, 0, 0, 0, 0, 0, 0});
    skeleton.set_attachment(SlotIndex(0), data->find_attachment({}, SlotIndex(0), "mesh"));
    expect_near(deform_of(skeleton, "s"), {0, 0, 0, 0, 0, 0, 0, 0});
  }
}

TEST(ApplyDeform, ALinkedMeshWithKeysOfItsOwnShowsThemUnderRigbyAlone) {
  // O15: its own count, not the source's. Under spine, deform keys on a mesh that follows its source never act.
  const std::string animations =
      R"("a": {"attachments": {"default": {"s": {"mesh": {"deform": [{"vertices": [10, 20]}]},
    "follows": {"deform": [{"vertices": [1, 2]}]}, "alone": {"deform": [{"vertices": [3, 4]}]}}}}})";
  for (Rules rules : every_rules) {
    const auto after = [&](std::string_view shown) {
      const SkeletonDataPtr data = with_meshes(rules, linked(rules), animations, shown);
      if (!data) return Numbers();
      Skeleton skeleton(data);
      apply(skeleton, test::animation(data, "a"), 0);
      return deform_of(skeleton, "s");
    };
    expect_near(after("mesh"), {10, 20, 0, 0, 0, 0, 0, 0});
    expect_near(after("follows"),
                rules == Rules::rigby ? Numbers{1, 2, 0, 0, 0, 0, 0, 0} : Numbers{10, 20, 0, 0, 0, 0, 0, 0});
    expect_near(after("alone"), {3, 4, 0, 0, 0, 0, 0, 0});
  }
}

TEST(ApplyDeform, ReachesLinkedMeshesInOtherSlotsIn43Alone) {
  const std::string meshes = R"("s": {"mesh": {)" + std::string(quad) +
                             R"(}}, "t": {"mesh": {"type": "linkedmesh", "source": "mesh", "slot": "s"}})";
  const SkeletonDataPtr data =
      with_meshes(Rules::spine_4_3, meshes, deforming("a", "mesh", R"([{"vertices": [10, 20]}])"));
  ASSERT_TRUE(data);
  Skeleton skeleton(data);
  apply(skeleton, test::animation(data, "a"), 0);
  expect_near(deform_of(skeleton, "s"), {10, 20, 0, 0, 0, 0, 0, 0});
  expect_near(deform_of(skeleton, "t"), {10, 20, 0, 0, 0, 0, 0, 0});
}

TEST(ApplyDeform, DoesNothingForTheSameNameInAnotherSkin) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = test::make_data(
        rules, R"("bones": [{"name": "root"}], "slots": [{"name": "s", "bone": "root", "attachment": "mesh"}],
          "skins": [{"name": "default", "attachments": {"s": {"mesh": {)" +
                   std::string(quad) + R"(}}}}, {"name": "red", "attachments": {"s": {"mesh": {)" + std::string(quad) +
                   R"(}}}}],
          "animations": {)" +
                   deforming("a", "mesh", R"([{"vertices": [10, 20]}])") + "}");
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    ASSERT_TRUE(skeleton.set_skin("red"));
    skeleton.set_to_setup_pose();
    apply(skeleton, test::animation(data, "a"), 0);
    expect_near(deform_of(skeleton, "s"), {0, 0, 0, 0, 0, 0, 0, 0});
  }
}

TEST(ApplyDeform, ReachesALinkedMeshOfAnotherSkin) {
  for (Rules rules : every_rules) {
    const std::string source = rules == Rules::spine_4_3 ? R"("source": "mesh")" : R"("parent": "mesh")";
    const SkeletonDataPtr data = test::make_data(
        rules, R"("bones": [{"name": "root"}], "slots": [{"name": "s", "bone": "root", "attachment": "mesh"}],
          "skins": [{"name": "default", "attachments": {"s": {"mesh": {)" +
                   std::string(quad) +
                   R"(}}}}, {"name": "red", "attachments": {"s": {"mesh": {"type": "linkedmesh", "skin": "default", )" +
                   source + R"(}}}}], "animations": {)" + deforming("a", "mesh", R"([{"vertices": [10, 20]}])") + "}");
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    ASSERT_TRUE(skeleton.set_skin("red"));
    skeleton.set_to_setup_pose();
    apply(skeleton, test::animation(data, "a"), 0);
    expect_near(deform_of(skeleton, "s"), {10, 20, 0, 0, 0, 0, 0, 0});
  }
}

}  // namespace
}  // namespace sinew
