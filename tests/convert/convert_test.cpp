#include "sinew/convert.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/diff.hpp"
#include "support/skeletons.hpp"

namespace {

using namespace sinew;
using test::Rules;

struct Conversion {
  SkeletonDataPtr data;
  std::vector<Loss> losses;

  /// "kind path" of each loss, with an exclamation mark when it changes the pose.
  [[nodiscard]] std::vector<std::string> list() const {
    std::vector<std::string> texts;
    for (const Loss& loss : losses) {
      texts.push_back(std::string(name_of(loss.kind)) + ' ' + loss.path + (loss.changes_pose ? " !" : ""));
    }
    return texts;
  }
};

Conversion convert(const SkeletonDataPtr& data, FormatVersion target, const ConvertOptions& options = {}) {
  Conversion conversion;
  Result<SkeletonDataPtr> result = convert_skeleton(data, target, options, &conversion.losses);
  EXPECT_TRUE(result) << result.error();
  if (result) conversion.data = *result;
  return conversion;
}

using Texts = std::vector<std::string>;

double pose_distance(const SkeletonDataPtr& a, const SkeletonDataPtr& b) {
  const PoseDifference difference = diff_poses(a, b);
  EXPECT_EQ(difference.attachment.poses + difference.draw_order.poses + difference.activity.poses, 0u);
  return std::max({difference.bone.distance, difference.color.distance, difference.deform.distance});
}

std::string version_after(std::string_view before, FormatVersion target) {
  const std::string json =
      R"({"skeleton": {"hash": "h", "spine": ")" + std::string(before) + R"("}, "bones": [{"name": "root"}]})";
  const Result<SkeletonDataPtr> data = parse_skeleton(json);
  EXPECT_TRUE(data) << data.error();
  return std::string(convert(*data, target).data->version_text);
}

TEST(Convert, TheHeaderNamesTheLastEditorOfTheVersion) {
  EXPECT_EQ(version_after("4.2.22", FormatVersion::v4_3), "4.3.13");
  EXPECT_EQ(version_after("4.2.22", FormatVersion::v4_1), "4.1.24");
  EXPECT_EQ(version_after("4.2.22", FormatVersion::v4_0), "4.0.64");
  EXPECT_EQ(version_after("4.2.22", FormatVersion::v3_8), "3.8.99");
  EXPECT_EQ(version_after("4.3.75-beta", FormatVersion::v4_2), "4.2.43");
}

TEST(Convert, APatchNumberOf0StaysForTheSemanticsHangOnIt) {
  EXPECT_EQ(version_after("4.2.0", FormatVersion::v4_3), "4.3.0");
  EXPECT_EQ(version_after("4.3", FormatVersion::v3_8), "3.8.0");
  EXPECT_EQ(version_after("4.2.22", FormatVersion::v4_2), "4.2.22");
}

TEST(Convert, ASkeletonOfThatVersionIsReturnedAsItIs) {
  const auto data = test::make_data(Rules::spine_4_2, R"("bones": [{"name": "root"}])");
  EXPECT_EQ(convert(data, FormatVersion::v4_2).data, data);
}

TEST(Convert, TheResultOutlivesItsSource) {
  auto data = test::with_bone_timelines(Rules::spine_4_2, R"("x": 5)", R"("rotate": [{}, {"time": 1, "value": 9}])");
  const SkeletonDataPtr there = convert(data, FormatVersion::v4_3).data;
  data.reset();
  EXPECT_EQ(there->bones[1].name, "bone");
  EXPECT_EQ(there->animations[0].timelines[0].values[1], 9);
}

TEST(Convert, SlidersAreLeftOutWithWhatRefersToThem) {
  const auto data = test::make_data(Rules::spine_4_3, R"(
    "bones": [{"name": "root"}, {"name": "b", "parent": "root"}],
    "constraints": [{"type": "slider", "name": "s", "animation": "a", "skin": true},
                    {"type": "ik", "name": "k", "bones": ["b"], "target": "root", "skin": true}],
    "skins": [{"name": "x", "slider": ["s"], "ik": ["k"]}],
    "animations": {"a": {"bones": {"b": {"rotate": [{"value": 5}]}}, "ik": {"k": [{}]},
                         "slider": {"s": {"time": [{"time": 2, "value": 1}]}}}})");
  const Conversion c = convert(data, FormatVersion::v4_2);
  EXPECT_EQ(c.list(), (Texts{"dropped /constraints/slider/s !"}));
  ASSERT_EQ(c.data->constraints.size(), 1u);
  EXPECT_EQ(c.data->constraints[0].order, 0);
  ASSERT_EQ(c.data->skins[0].constraints.size(), 1u);
  EXPECT_EQ(c.data->skins[0].constraints[0].value, 0u);
  ASSERT_EQ(c.data->animations[0].timelines.size(), 2u);
  EXPECT_EQ(c.data->animations[0].timelines[1].constraint.value, 0u);
  EXPECT_EQ(c.data->animations[0].duration, 2) << "the slider's key was the last one";
}

TEST(Convert, MappingsThat42CannotSayAreLeftOut) {
  const auto data = test::make_data(Rules::spine_4_3, R"(
    "bones": [{"name": "root"}, {"name": "b", "parent": "root"}],
    "constraints": [{"type": "transform", "name": "t", "bones": ["b"], "source": "root", "localSource": true,
      "properties": {"rotate": {"to": {"rotate": {}, "x": {"scale": 2}}}, "y": {"to": {"y": {"offset": 3}}}},
      "mixRotate": 0.5, "mixX": 0.25, "mixY": 0}],
    "animations": {"a": {"transform": {"t": [{"mixRotate": 1, "mixX": 1, "mixY": 0}]}}})");
  const Conversion c = convert(data, FormatVersion::v4_2);
  EXPECT_EQ(c.list(), (Texts{"changed /constraints/transform/t/localSource !",
                             "dropped /constraints/transform/t/properties/rotate/to/x !",
                             "dropped /constraints/transform/t/properties/y/to/y"}));
  const TransformData& t = *c.data->constraints[0].transform;
  EXPECT_EQ(t.properties.size(), 6u);
  EXPECT_EQ(t.mix_rotate, 0.5);
  EXPECT_EQ(t.mix_x, 0);
  const auto values = c.data->animations[0].timelines[0].values;
  EXPECT_EQ((std::vector<double>(values.begin(), values.end())), (std::vector<double>{1, 0, 0, 0, 0, 0}));
}

TEST(Convert, DrawOrderFoldersBecomePartOfTheDrawOrder) {
  const auto data = test::make_data(Rules::spine_4_3, R"(
    "bones": [{"name": "root"}],
    "slots": [{"name": "A", "bone": "root"}, {"name": "B", "bone": "root"}, {"name": "C", "bone": "root"},
              {"name": "D", "bone": "root"}],
    "animations": {"a": {
      "drawOrder": [{"time": 0.4, "offsets": [{"slot": "A", "offset": 3}]}, {"time": 1}],
      "drawOrderFolder": [{"slots": ["B", "D"], "keys": [{"time": 0.2, "offsets": [{"slot": "B", "offset": 1}]},
                                                          {"time": 0.7}]}]}})");
  const Conversion c = convert(data, FormatVersion::v4_2);
  EXPECT_EQ(c.list(), (Texts{"changed /animations/a/drawOrderFolder/B/D"}));
  ASSERT_EQ(c.data->animations[0].timelines.size(), 1u);
  EXPECT_EQ(c.data->animations[0].timelines[0].times.size(), 4u);
  EXPECT_EQ(pose_distance(data, c.data), 0);
  Skeleton skeleton(c.data);
  apply(skeleton, c.data->animations[0], 0.3);
  EXPECT_EQ(test::order_of(skeleton), "ADCB");
  apply(skeleton, c.data->animations[0], 0.5);
  EXPECT_EQ(test::order_of(skeleton), "DCBA");
}

TEST(Convert, LinkedMeshesAcrossSlotsBecomeMeshesWithTheSameTimelines) {
  const auto data = test::make_data(Rules::spine_4_3, R"(
    "bones": [{"name": "root"}],
    "slots": [{"name": "s", "bone": "root", "attachment": "m"}, {"name": "t", "bone": "root", "attachment": "l"}],
    "skins": [{"name": "default", "attachments": {
      "s": {"m": {"type": "mesh", "uvs": [0,0,1,0,1,1], "triangles": [0,1,2], "vertices": [0,0,9,0,9,9]}},
      "t": {"l": {"type": "linkedmesh", "source": "m", "slot": "s", "skin": "default"}}}}],
    "animations": {"a": {"attachments": {"default": {"s": {"m": {"deform": [
      {"vertices": [1]}, {"time": 1, "vertices": [5]}]}}}}}})");
  const Conversion c = convert(data, FormatVersion::v4_2);
  EXPECT_EQ(c.list(), (Texts{"changed /skins/default/attachments/t/l/slot"}));
  EXPECT_EQ(c.data->attachments[1].type, AttachmentType::mesh);
  EXPECT_EQ(c.data->animations[0].timelines.size(), 2u);
  EXPECT_EQ(pose_distance(data, c.data), 0);
}

TEST(Convert, ClippingOf43) {
  const auto data = test::make_data(Rules::spine_4_3, R"(
    "bones": [{"name": "root"}], "slots": [{"name": "s", "bone": "root"}],
    "skins": [{"name": "default", "attachments": {"s": {
      "in": {"type": "clipping", "inverse": true, "vertexCount": 3, "vertices": [0,0,9,0,0,9]},
      "convex": {"type": "clipping", "convex": true, "vertexCount": 4, "vertices": [0,0,9,0,9,9,0,9]},
      "dent": {"type": "clipping", "convex": true, "vertexCount": 5, "vertices": [0,0,4,2,9,0,9,9,0,9]},
      "bends": {"type": "clipping", "convex": true, "vertexCount": 3, "vertices": [0,0,9,0,0,9]}}}}],
    "animations": {"a": {"attachments": {"default": {"s": {
      "in": {"deform": [{"vertices": [1]}]}, "bends": {"deform": [{"vertices": [1]}]}}}}}})");
  const Conversion c = convert(data, FormatVersion::v4_2);
  EXPECT_EQ(c.list(), (Texts{"dropped /skins/default/attachments/s/in/inverse !",
                             "changed /skins/default/attachments/s/dent/convex",
                             "changed /skins/default/attachments/s/bends/convex !"}));
  EXPECT_EQ(c.data->attachments[0].type, AttachmentType::point);
  EXPECT_EQ(c.data->attachments[1].clipping->vertices.count, 4u);
  EXPECT_EQ(c.data->attachments[2].clipping->vertices.count, 4u) << "the hull has no dent";
  for (std::size_t i = 1; i < 4; ++i) EXPECT_FALSE(c.data->attachments[i].clipping->convex);
  EXPECT_EQ(c.data->animations[0].timelines.size(), 1u);
}

TEST(Convert, ScaleYModesOf43) {
  const auto data = test::make_data(Rules::spine_4_3, R"(
    "bones": [{"name": "root"}, {"name": "b", "parent": "root"}],
    "constraints": [
      {"type": "ik", "name": "u", "bones": ["b"], "target": "root", "scaleY": "uniform", "stretch": true},
      {"type": "ik", "name": "v", "bones": ["b"], "target": "root", "scaleY": "volume", "stretch": true},
      {"type": "ik", "name": "w", "bones": ["b"], "target": "root", "scaleY": "volume"},
      {"type": "physics", "name": "p", "bone": "b", "scaleX": 0.5, "scaleY": "uniform"}])");
  const Conversion c = convert(data, FormatVersion::v4_2);
  EXPECT_EQ(c.list(), (Texts{"rules /constraints/physics !", "changed /constraints/ik/v/scaleY !",
                             "changed /constraints/ik/w/scaleY", "changed /constraints/physics/p/scaleY !"}));
  EXPECT_EQ(c.data->constraints[0].ik->scale_y, ScaleYMode::uniform);
  EXPECT_EQ(c.data->constraints[1].ik->scale_y, ScaleYMode::none);
}

TEST(Convert, PhysicsAndInheritTimelinesEndWith42) {
  const auto data = test::make_data(Rules::spine_4_2, R"(
    "bones": [{"name": "root"}, {"name": "b", "parent": "root", "icon": "star"}],
    "ik": [{"name": "k", "order": 1, "bones": ["b"], "target": "root"}],
    "physics": [{"name": "p", "order": 0, "bone": "b", "rotate": 1}],
    "animations": {"a": {"bones": {"b": {"inherit": [{"inherit": "noScale"}]}},
                         "physics": {"p": {"wind": [{"value": 1}]}, "": {"wind": [{"value": 1}]}}}})");
  const Conversion c = convert(data, FormatVersion::v4_1);
  EXPECT_EQ(c.list(), (Texts{"dropped /constraints/physics/p !", "dropped /animations/a/physics//wind",
                             "dropped /animations/a/bones/b/inherit !"}));
  ASSERT_EQ(c.data->constraints.size(), 1u);
  EXPECT_EQ(c.data->constraints[0].order, 0);
  EXPECT_TRUE(c.data->animations[0].timelines.empty());
  EXPECT_TRUE(c.data->bones[1].icon.empty());
}

TEST(Convert, SequencesBecomeTheImageOfTheSetupPose) {
  const auto data = test::make_data(Rules::spine_4_2, R"(
    "bones": [{"name": "root"}], "slots": [{"name": "s", "bone": "root", "attachment": "wing"}],
    "skins": [{"name": "default", "attachments": {"s": {"wing": {"width": 1, "height": 1,
      "sequence": {"count": 9, "start": 3, "digits": 3, "setup": 2}}}}}],
    "animations": {"a": {"attachments": {"default": {"s": {"wing": {"sequence": [{"mode": "loop", "delay": 0.1}]}}}}}})");
  const Conversion c = convert(data, FormatVersion::v4_0);
  EXPECT_EQ(c.list(), (Texts{"dropped /animations/a/attachments/default/s/wing/sequence !",
                             "changed /skins/default/attachments/s/wing/sequence"}));
  EXPECT_EQ(c.data->attachments[0].path, "wing005");
  EXPECT_EQ(c.data->attachments[0].name, "wing");
}

TEST(Convert, ConstraintsThatWereNeverAppliedDoNotComeToLife) {
  const std::string members = R"(
    "bones": [{"name": "root"}, {"name": "a", "parent": "root"}, {"name": "b", "parent": "root"}],
    "ik": [{"name": "one", "order": 0, "bones": ["a"], "target": "b"}, {"name": "two", "order": 0, "bones": ["b"], "target": "a"},
           {"name": "far", "order": 7, "bones": ["b"], "target": "a"}])";
  for (const FormatVersion target : {FormatVersion::v4_3, FormatVersion::v4_1}) {
    const Conversion c = convert(test::make_data(Rules::spine_4_2, members), target);
    EXPECT_EQ(c.list(), (Texts{"dropped /constraints/ik/two", "dropped /constraints/ik/far"}));
    EXPECT_EQ(c.data->constraints.size(), 1u);
  }
  // The Rigby2D page applies them all.
  const Conversion c = convert(test::make_data(Rules::rigby, members), FormatVersion::v4_3);
  EXPECT_EQ(c.list(), Texts{});
  EXPECT_EQ(c.data->constraints.size(), 3u);
}

// -- 3.8 --------------------------------------------------------------------------------------------------------------

TEST(ConvertTo38, MixesForBothAxesAreThoseOfX) {
  const auto data = test::make_data(Rules::spine_4_2, R"(
    "bones": [{"name": "root"}, {"name": "b", "parent": "root"}],
    "transform": [{"name": "t", "bones": ["b"], "target": "root", "mixX": 0.5, "mixY": 0.25}],
    "animations": {"a": {"transform": {"t": [{"mixScaleX": 1, "mixScaleY": 0.5}]}}})");
  const Conversion c = convert(data, FormatVersion::v3_8);
  EXPECT_EQ(c.list(), (Texts{"changed /constraints/transform/t/mixY !", "changed /animations/a/transform/t !"}));
  EXPECT_EQ(c.data->constraints[0].transform->mix_y, 0.5);
  EXPECT_EQ(c.data->animations[0].timelines[0].values[4], 1);
  EXPECT_EQ(c.losses[1].error, 0.5);
}

TEST(ConvertTo38, CurvesOfOneShapeStay) {
  const auto data = test::with_bone_timelines(
      Rules::spine_4_2, "",
      R"("translate": [{"curve": [0.25, 0, 0.75, 20,  0.25, 0, 0.75, -10]}, {"time": 1, "x": 20, "y": -10}])");
  const Conversion c = convert(data, FormatVersion::v3_8);
  EXPECT_EQ(c.list(), Texts{});
  EXPECT_EQ(c.data->animations[0].timelines[0].beziers.size(), 2u);
}

TEST(ConvertTo38, NearlyEqualCurvesBecomeEqualWithinTheTolerance) {
  const auto data = test::with_bone_timelines(
      Rules::spine_4_2, "",
      R"("translate": [{"curve": [0.25, 0, 0.75, 20,  0.251, 0, 0.75, -10]}, {"time": 1, "x": 20, "y": -10}])");
  const Conversion c = convert(data, FormatVersion::v3_8);
  EXPECT_EQ(c.list(), (Texts{"changed /animations/a/bones/bone/translate !"}));
  EXPECT_GT(c.losses[0].error, 0);
  EXPECT_LT(c.losses[0].error, 0.002 * 10);
  const auto& beziers = c.data->animations[0].timelines[0].beziers;
  EXPECT_EQ(beziers[0].cx1, beziers[1].cx1);
  EXPECT_NEAR(pose_distance(data, c.data), c.losses[0].error, c.losses[0].error);
}

TEST(ConvertTo38, WhereNoValueChangesNothingIsLost) {
  // Under spine rules the ten pieces of these curves begin at tenths of the time and at millionths.
  const auto data = test::with_bone_timelines(
      Rules::spine_4_2, "", R"("translate": [{"curve": [1, 0, 2, 0,  1, 0, 2, 8]}, {"time": 3, "x": 10, "y": 8}])");
  const Conversion c = convert(data, FormatVersion::v3_8);
  EXPECT_EQ(c.list(), Texts{});
  EXPECT_EQ(c.data->animations[0].timelines[0].times.size(), 2u + 9u);
}

TEST(ConvertTo38, SaysHowManyKeysStandForCurves) {
  const auto data = test::with_bone_timelines(
      Rules::spine_4_2, "",
      R"("translate": [{"curve": [0.25, 0, 0.75, 2000,  0.5, 5, 0.6, -10]}, {"time": 1, "x": 2000, "y": -10}, {"time": 2}])");
  const Conversion c = convert(data, FormatVersion::v3_8);
  ASSERT_EQ(c.losses.size(), 1u);
  const std::size_t more = c.data->animations[0].timelines[0].times.size() - 3;
  EXPECT_NE(c.losses[0].message.find("new keys: " + std::to_string(more) + ")"), std::string::npos)
      << c.losses[0].message;
}

TEST(ConvertTo38, OtherCurvesAreBakedWithoutChangingThePose) {
  const auto data = test::with_bone_timelines(
      Rules::spine_4_2, "",
      R"("translate": [{"curve": [0.25, 0, 0.75, 20,  0.5, 5, 0.6, -10]}, {"time": 1, "x": 20, "y": -10}, {"time": 2}])");
  const Conversion c = convert(data, FormatVersion::v3_8);
  EXPECT_EQ(c.list(), (Texts{"changed /animations/a/bones/bone/translate"}));
  EXPECT_EQ(c.data->animations[0].timelines[0].times.size(), 3u + 18u);
  EXPECT_LT(pose_distance(data, c.data), 1e-5);
  EXPECT_LT(c.losses[0].error, 1e-5);
}

TEST(ConvertTo38, UnderRigbySemanticsCurvesAreBakedWithinTheErrorAskedFor) {
  const auto data = test::with_bone_timelines(
      Rules::rigby, "",
      R"("translate": [{"curve": [0.25, 0, 0.75, 200,  0.5, 50, 0.6, -100]}, {"time": 1, "x": 200, "y": -100}, {"time": 2}])");
  ConvertOptions options;
  double before = 1e9;
  for (const double error : {1e-2, 1e-3, 1e-4}) {
    options.bake_error = error;
    const Conversion c = convert(data, FormatVersion::v3_8, options);
    ASSERT_EQ(c.losses.size(), 1u);
    EXPECT_GT(c.losses[0].error, 0);
    EXPECT_LE(c.losses[0].error, error * 200);
    EXPECT_LE(c.losses[0].error, before);
    before = c.losses[0].error;
    EXPECT_LE(pose_distance(data, c.data), error * 200);
  }
}

TEST(ConvertTo38, RotationsOfHalfATurnOrMoreGetKeysBetween) {
  const auto data = test::with_bone_timelines(
      Rules::spine_4_2, "",
      R"("rotate": [{}, {"time": 1, "value": 400}, {"time": 2, "value": 220}, {"time": 3, "value": 400, "curve": "stepped"}, {"time": 4, "value": 900}])");
  const Conversion c = convert(data, FormatVersion::v3_8);
  EXPECT_EQ(c.list(), (Texts{"changed /animations/a/bones/bone/rotate"}));
  const Timeline& rotate = c.data->animations[0].timelines[0];
  for (std::size_t i = 0; i + 1 < rotate.times.size(); ++i) {
    const double step = rotate.values[i + 1] - rotate.values[i];
    EXPECT_GE(step, -180);
    EXPECT_LT(step, 180);
  }
  EXPECT_EQ(rotate.times.size(), 5u + 2u + 1u);
  EXPECT_LT(pose_distance(data, c.data), 1e-9);
}

TEST(ConvertTo38, CurvedRotationsOfManyTurnsAreBakedAndSplit) {
  const auto data = test::with_bone_timelines(
      Rules::spine_4_2, "", R"("rotate": [{"curve": [0.1, 0, 0.2, 3600]}, {"time": 1, "value": 3600}])");
  const Conversion c = convert(data, FormatVersion::v3_8);
  const Timeline& rotate = c.data->animations[0].timelines[0];
  for (std::size_t i = 0; i + 1 < rotate.times.size(); ++i) {
    EXPECT_LT(std::fabs(rotate.values[i + 1] - rotate.values[i]), 180);
    EXPECT_LT(rotate.times[i], rotate.times[i + 1]);
  }
  EXPECT_LT(pose_distance(data, c.data), 1e-3);
}

TEST(ConvertTo38, SingleAxesAreJoined) {
  const char* const timelines[] = {
      R"("translatex": [{"value": 1}, {"time": 1, "value": 5}], "translatey": [{"value": 2}, {"time": 1, "value": -5}])",
      R"("translatex": [{"time": 0.5, "value": 1}, {"time": 1.5, "value": 5}])",
      R"("scaley": [{"value": 2, "curve": "stepped"}, {"time": 1, "value": 3}], "scalex": [{"value": 2}, {"time": 0.7, "value": 3}, {"time": 1.4}])",
      R"("shearx": [{"curve": [0.2, 0, 0.4, 30]}, {"time": 1, "value": 30}], "sheary": [{"time": 0.3}, {"time": 0.8, "value": 20}])",
      R"("translatey": [{"time": 0.3, "value": 9}, {"time": 0.9, "value": 1}], "translatex": [{"curve": [0.5, 4, 0.9, 7]}, {"time": 1, "value": 5}])",
      R"("scalex": [{"curve": [0.2, 1, 0.4, 3]}, {"time": 1, "value": 3}], "scaley": [{"curve": [0.2, 1, 0.4, 2]}, {"time": 1, "value": 2}])",
  };
  for (const char* const text : timelines) {
    for (const Rules rules : test::every_rules) {
      const auto data = test::with_bone_timelines(rules, R"("x": 3, "scaleX": 2)", text);
      const Conversion c = convert(data, FormatVersion::v3_8);
      ASSERT_EQ(c.data->animations[0].timelines.size(), 1u) << text;
      EXPECT_GE(c.losses.size(), 1u);
      EXPECT_LT(pose_distance(data, c.data), rules == Rules::rigby ? 0.03 : 1e-4)
          << test::name_of(rules) << ' ' << text;
    }
  }
}

TEST(ConvertTo38, PartsOfColoursAreJoined) {
  const auto data = test::make_data(Rules::spine_4_2, R"(
    "bones": [{"name": "root"}],
    "slots": [{"name": "s", "bone": "root", "color": "ff000080", "attachment": "x"},
              {"name": "t", "bone": "root", "dark": "102030", "attachment": "x"}],
    "skins": [{"name": "default", "attachments": {"s": {"x": {"width": 1, "height": 1}}, "t": {"x": {"width": 1, "height": 1}}}}],
    "animations": {"a": {"slots": {
      "s": {"rgb": [{"color": "00ff00"}, {"time": 1, "color": "0000ff"}], "alpha": [{"time": 0.5, "value": 0.25}, {"time": 0.8, "value": 1}]},
      "t": {"rgb2": [{"light": "00ff00", "dark": "ffffff"}, {"time": 1, "light": "0000ff", "dark": "000000"}]}}}})");
  const Conversion c = convert(data, FormatVersion::v3_8);
  EXPECT_EQ(c.losses.size(), 3u);
  ASSERT_EQ(c.data->animations[0].timelines.size(), 2u);
  EXPECT_EQ(c.data->animations[0].timelines[0].type, TimelineType::rgba);
  EXPECT_EQ(c.data->animations[0].timelines[1].type, TimelineType::rgba2);
  EXPECT_LT(pose_distance(data, c.data), 0.5 / 255 + 1e-6) << "colours are bytes";
}

}  // namespace
