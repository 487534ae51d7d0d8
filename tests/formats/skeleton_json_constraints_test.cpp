// Constraints: every member, every default, per version.
#include "skeleton_json_fixture.hpp"

namespace sinew::test {
namespace {

const std::string kBody = R"("bones": [{"name": "root"}, {"name": "a", "parent": "root"}, {"name": "b", "parent": "a"},
  {"name": "t", "parent": "root"}], "slots": [{"name": "s", "bone": "root"}], "animations": {"go": {}}, )";

TEST(SkeletonJsonConstraints, ReadsIk) {
  const Loaded data = load_clean("4.2.1", kBody + R"("ik": [{"name": "i", "bones": ["a"], "target": "t"},
    {"name": "j", "order": 1, "skin": true, "bones": ["a", "b"], "target": "t", "mix": 0.5, "softness": 3,
    "bendPositive": false,
     "compress": true, "stretch": true, "uniform": true}])",
                                 with_scale(2));
  ASSERT_EQ(data->constraints.size(), 2u);
  const IkData& plain = *data->constraints[0].ik;
  EXPECT_EQ(data->constraints[0].type, ConstraintType::ik);
  EXPECT_FALSE(data->constraints[0].skin_required);
  EXPECT_EQ(to_vector(plain.bones), (std::vector{BoneIndex(1)}));
  EXPECT_EQ(plain.target, BoneIndex(3));
  EXPECT_EQ(plain.mix, 1);
  EXPECT_EQ(plain.softness, 0);
  EXPECT_TRUE(plain.bend_positive);
  EXPECT_FALSE(plain.compress);
  EXPECT_FALSE(plain.stretch);
  EXPECT_EQ(plain.scale_y, ScaleYMode::none);
  const IkData& full = *data->constraints[1].ik;
  EXPECT_TRUE(data->constraints[1].skin_required);
  EXPECT_EQ(to_vector(full.bones), (std::vector{BoneIndex(1), BoneIndex(2)}));
  EXPECT_EQ(full.mix, 0.5);
  EXPECT_EQ(full.softness, 6);
  EXPECT_FALSE(full.bend_positive);
  EXPECT_TRUE(full.compress);
  EXPECT_TRUE(full.stretch);
  EXPECT_EQ(full.scale_y, ScaleYMode::uniform);
  EXPECT_EQ(data->find_constraint(ConstraintType::ik, "j"), ConstraintIndex(1));
}

TEST(SkeletonJsonConstraints, ReadsScaleYOfIkIn43) {
  const Loaded data = load_clean("4.3.1", kBody + R"("constraints": [
    {"type": "ik", "name": "v", "bones": ["a"], "target": "t", "scaleY": "volume"},
    {"type": "ik", "name": "u", "bones": ["a"], "target": "t", "scaleY": "uniform"},
    {"type": "ik", "name": "old", "bones": ["a"], "target": "t", "uniform": true},
    {"type": "ik", "name": "none", "bones": ["a"], "target": "t"}])");
  EXPECT_EQ(data->constraints[0].ik->scale_y, ScaleYMode::volume);
  EXPECT_EQ(data->constraints[1].ik->scale_y, ScaleYMode::uniform);
  EXPECT_EQ(data->constraints[2].ik->scale_y, ScaleYMode::uniform) << "mixed files";
  EXPECT_EQ(data->constraints[3].ik->scale_y, ScaleYMode::none);
  const Loaded old =
      load_clean("4.2.1", kBody + R"("ik": [{"name": "v", "bones": ["a"], "target": "t", "scaleY": "volume"}])");
  EXPECT_EQ(old->constraints[0].ik->scale_y, ScaleYMode::none) << "4.2 does not have it";
}

void expect_identity(const TransformData& transform) {
  ASSERT_EQ(transform.properties.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(transform.properties[i].property, static_cast<BoneProperty>(i));
    EXPECT_EQ(transform.properties[i].offset, 0);
    ASSERT_EQ(transform.properties[i].to.size(), 1u);
    EXPECT_EQ(transform.properties[i].to[0].property, static_cast<BoneProperty>(i));
    EXPECT_EQ(transform.properties[i].to[0].offset, 0);
    EXPECT_EQ(transform.properties[i].to[0].scale, 1);
  }
}

TEST(SkeletonJsonConstraints, ReadsTransformOf42AsIdentityMap) {
  const Loaded data = load_clean("4.2.1", kBody + R"("transform": [{"name": "t", "bones": ["a", "b"], "target": "t"},
    {"name": "u", "order": 1, "bones": ["a"], "target": "t", "local": true, "relative": true, "rotation": 1,
    "x": 2, "y": 3, "scaleX": 4,
     "scaleY": 5, "shearY": 6, "mixRotate": -1, "mixX": 0.25, "mixScaleX": 0.5, "mixShearY": 2},
    {"name": "w", "order": 2, "bones": ["a"], "target": "t", "mixX": 0, "mixY": 0.7, "mixScaleX": 0.1,
    "mixScaleY": 0.2}])",
                                 with_scale(10));
  const TransformData& plain = *data->constraints[0].transform;
  EXPECT_EQ(plain.bones.size(), 2u);
  EXPECT_EQ(plain.source, BoneIndex(3));
  EXPECT_FALSE(plain.local_source || plain.local_target || plain.additive || plain.clamp);
  EXPECT_EQ(plain.scale_x, 0) << "0, not 1";
  for (const double mix :
       {plain.mix_rotate, plain.mix_x, plain.mix_y, plain.mix_scale_x, plain.mix_scale_y, plain.mix_shear_y}) {
    EXPECT_EQ(mix, 1);
  }
  expect_identity(plain);
  const TransformData& full = *data->constraints[1].transform;
  EXPECT_TRUE(full.local_source && full.local_target && full.additive);
  EXPECT_EQ(full.rotation, 1);
  EXPECT_EQ(full.x, 20);
  EXPECT_EQ(full.y, 30);
  EXPECT_EQ(full.scale_x, 4);
  EXPECT_EQ(full.scale_y, 5);
  EXPECT_EQ(full.shear_y, 6);
  EXPECT_EQ(full.mix_rotate, -1);
  EXPECT_EQ(full.mix_x, 0.25);
  EXPECT_EQ(full.mix_y, 0.25) << "as mixX";
  EXPECT_EQ(full.mix_scale_x, 0.5);
  EXPECT_EQ(full.mix_scale_y, 0.5) << "as mixScaleX";
  EXPECT_EQ(full.mix_shear_y, 2);
  expect_identity(full);
  EXPECT_EQ(data->constraints[2].transform->mix_y, 0.7);
  EXPECT_EQ(data->constraints[2].transform->mix_scale_y, 0.2);
}

TEST(SkeletonJsonConstraints, ReadsPropertiesOf43) {
  const Loaded data =
      load_clean("4.3.1", kBody + R"("constraints": [{"type": "transform", "name": "m", "bones": ["a"], "source": "t",
    "localSource": true, "localTarget": true, "additive": true, "clamp": true, "rotation": 7,
    "properties": {"y": {"offset": 3, "to": {"rotate": {"offset": 1, "max": 90, "scale": 2}, "x": {"offset": 1,
    "max": 5}}},
                   "rotate": {"to": {"scaleY": {}}}, "x": {"offset": 4}, "scaleX": {"to": {}}},
    "mixRotate": 0.5, "mixY": 0.9, "mixScaleX": 0.3}])",
                 with_scale(10));
  const TransformData& transform = *data->constraints[0].transform;
  EXPECT_TRUE(transform.local_source && transform.local_target && transform.additive && transform.clamp);
  EXPECT_EQ(transform.source, BoneIndex(3));
  EXPECT_EQ(transform.rotation, 7);
  ASSERT_EQ(transform.properties.size(), 2u) << "sources without targets are dropped";
  const PropertySource& y = transform.properties[0];
  EXPECT_EQ(y.property, BoneProperty::y) << "in the order of the file";
  EXPECT_EQ(y.offset, 30);
  ASSERT_EQ(y.to.size(), 2u);
  EXPECT_EQ(y.to[0].property, BoneProperty::rotate);
  EXPECT_EQ(y.to[0].offset, 1);
  EXPECT_EQ(y.to[0].max, 90);
  EXPECT_DOUBLE_EQ(y.to[0].scale, 0.2) << "degrees per pixel";
  EXPECT_EQ(y.to[1].property, BoneProperty::x);
  EXPECT_EQ(y.to[1].offset, 10);
  EXPECT_EQ(y.to[1].max, 50);
  EXPECT_EQ(y.to[1].scale, 1);
  const PropertySource& rotate = transform.properties[1];
  EXPECT_EQ(rotate.offset, 0);
  EXPECT_EQ(rotate.to[0].property, BoneProperty::scale_y);
  EXPECT_EQ(rotate.to[0].max, 1);
  EXPECT_EQ(rotate.to[0].scale, 1);
  // Mixes count for the targets rotate, x and scaleY only.
  EXPECT_EQ(transform.mix_rotate, 0.5);
  EXPECT_EQ(transform.mix_x, 1);
  EXPECT_EQ(transform.mix_y, 0);
  EXPECT_EQ(transform.mix_scale_x, 0);
  EXPECT_EQ(transform.mix_scale_y, 0) << "the default is mixScaleX, which is 0 here";
  EXPECT_EQ(transform.mix_shear_y, 0);
}

TEST(SkeletonJsonConstraints, ScalesPropertiesFromAnglesToLengths) {
  const Loaded data =
      load_clean("4.3.1", kBody + R"("constraints": [{"type": "transform", "name": "m", "bones": ["a"], "source": "t",
    "properties": {"rotate": {"offset": 3, "to": {"y": {"scale": 2}}}}}])",
                 with_scale(10));
  const PropertySource& source = data->constraints[0].transform->properties[0];
  EXPECT_EQ(source.offset, 3);
  EXPECT_EQ(source.to[0].scale, 20) << "pixels per degree";
  EXPECT_EQ(source.to[0].max, 10);
  EXPECT_EQ(data->constraints[0].transform->mix_y, 0) << "mixX is 0 here, and mixY follows it";
}

TEST(SkeletonJsonConstraints, ReadsMixedFiles) {
  const Loaded data = load_clean("4.3.0", kBody + R"("constraints": [
    {"type": "path", "name": "p", "bones": ["a"], "target": "s"},
    {"type": "transform", "name": "t", "bones": ["a"], "target": "t", "mixX": 0.5},
    {"type": "transform", "name": "u", "bones": ["a"], "source": "t", "relative": true},
    {"type": "transform", "name": "v", "bones": ["a"], "source": "t"}],
    "physics": [{"name": "ph", "order": 0, "bone": "a", "x": 1}],
    "ik": [{"name": "i", "order": 1, "bones": ["a"], "target": "t"}, {"name": "j", "order": 0, "bones": ["a"],
    "target": "t"}])");
  ASSERT_EQ(data->constraints.size(), 7u);
  EXPECT_EQ(data->constraints[0].path->slot, SlotIndex(0));
  expect_identity(*data->constraints[1].transform);
  EXPECT_EQ(data->constraints[1].transform->mix_y, 0.5);
  expect_identity(*data->constraints[2].transform);
  EXPECT_TRUE(data->constraints[2].transform->additive);
  EXPECT_TRUE(data->constraints[3].transform->properties.empty()) << "4.3 without properties does nothing";
  EXPECT_EQ(data->constraints[3].transform->mix_rotate, 0);
  // The arrays of 4.2 come behind, in their own order.
  EXPECT_EQ(data->constraints[4].name, "j");
  EXPECT_EQ(data->constraints[5].name, "ph");
  EXPECT_EQ(data->constraints[6].name, "i");
  for (std::int32_t i = 0; i < 7; ++i) EXPECT_EQ(data->constraints[static_cast<std::size_t>(i)].order, i);
  EXPECT_EQ(data->constraints[5].physics->inertia, 0.5) << "defaults by the file's version";
}

TEST(SkeletonJsonConstraints, ReadsPath) {
  const auto path = [](std::string_view members) {
    return load_clean(
        "4.2.1", kBody + R"("path": [{"name": "p", "bones": ["a", "b"], "target": "s")" + std::string(members) + "}]",
        with_scale(10));
  };
  const Loaded plain = path("");
  const PathData& one = *plain->constraints[0].path;
  EXPECT_EQ(one.slot, SlotIndex(0));
  EXPECT_EQ(one.bones.size(), 2u);
  EXPECT_EQ(one.position_mode, PositionMode::percent);
  EXPECT_EQ(one.spacing_mode, SpacingMode::length);
  EXPECT_EQ(one.rotate_mode, RotateMode::tangent);
  EXPECT_EQ(one.mix_rotate, 1);
  EXPECT_EQ(one.mix_x, 1);
  EXPECT_EQ(one.mix_y, 1);
  const Loaded full =
      path(R"(, "positionMode": "fixed", "spacingMode": "percent", "rotateMode": "chainScale", "rotation": 5,
    "position": 2, "spacing": 3, "mixRotate": 0.1, "mixX": 0.2)");
  const PathData& two = *full->constraints[0].path;
  EXPECT_EQ(two.position_mode, PositionMode::fixed);
  EXPECT_EQ(two.spacing_mode, SpacingMode::percent);
  EXPECT_EQ(two.rotate_mode, RotateMode::chain_scale);
  EXPECT_EQ(two.rotation, 5);
  EXPECT_EQ(two.position, 20) << "fixed positions are scaled";
  EXPECT_EQ(two.spacing, 3) << "percent spacing is not";
  EXPECT_EQ(two.mix_rotate, 0.1);
  EXPECT_EQ(two.mix_x, 0.2);
  EXPECT_EQ(two.mix_y, 0.2) << "as mixX";
  EXPECT_EQ(path(R"(, "position": 2, "spacing": 3)")->constraints[0].path->position, 2);
  EXPECT_EQ(path(R"(, "spacing": 3)")->constraints[0].path->spacing, 30);
  EXPECT_EQ(path(R"(, "spacing": 3, "spacingMode": "fixed")")->constraints[0].path->spacing, 30);
  EXPECT_EQ(path(R"(, "spacing": 3, "spacingMode": "proportional")")->constraints[0].path->spacing, 3);
  EXPECT_EQ(path(R"(, "rotateMode": "chain", "mixY": 0.4)")->constraints[0].path->mix_y, 0.4);
  const Loaded new_name =
      load_clean("4.3.1", kBody + R"("constraints": [{"type": "path", "name": "p", "bones": ["a"], "slot": "s"}])");
  EXPECT_EQ(new_name->constraints[0].path->slot, SlotIndex(0));
}

TEST(SkeletonJsonConstraints, ReadsPhysicsWithTheDefaultsOfItsVersion) {
  const Loaded old = load_clean("4.2.1", kBody + R"("physics": [{"name": "p", "bone": "b"}])", with_scale(2));
  const PhysicsData& p = *old->constraints[0].physics;
  EXPECT_EQ(p.bone, BoneIndex(2));
  for (const double part : {p.x, p.y, p.rotate, p.scale_x, p.shear_x, p.wind, p.gravity}) EXPECT_EQ(part, 0);
  EXPECT_EQ(p.limit, 10000) << "a length";
  EXPECT_EQ(p.fps, 60);
  EXPECT_EQ(p.inertia, 1);
  EXPECT_EQ(p.strength, 100);
  EXPECT_EQ(p.damping, 1);
  EXPECT_EQ(p.mass, 1);
  EXPECT_EQ(p.mix, 1);
  EXPECT_FALSE(p.inertia_global || p.strength_global || p.damping_global || p.mass_global || p.wind_global ||
               p.gravity_global || p.mix_global);
  const Loaded fresh = load_clean("4.3.1", kBody + R"("constraints": [{"type": "physics", "name": "p", "bone": "b"}])");
  EXPECT_EQ(fresh->constraints[0].physics->inertia, 0.5);
  EXPECT_EQ(fresh->constraints[0].physics->damping, 0.85);
  const Loaded full =
      load_clean("4.3.1", kBody + R"("constraints": [{"type": "physics", "name": "p", "bone": "b", "x": 0.1, "y": 0.2,
    "rotate": 0.3, "scaleX": 0.4, "shearX": 0.5, "scaleY": "volume", "limit": 6, "fps": 30, "inertia": 0.7,
    "strength": 8,
    "damping": 0.9, "mass": 10, "wind": 11, "gravity": -12, "mix": 0.13, "inertiaGlobal": true, "strengthGlobal": true,
    "dampingGlobal": true, "massGlobal": true, "windGlobal": true, "gravityGlobal": true, "mixGlobal": true}])");
  const PhysicsData& f = *full->constraints[0].physics;
  EXPECT_EQ((Numbers{f.x, f.y, f.rotate, f.scale_x, f.shear_x, f.limit, f.fps, f.inertia, f.strength, f.damping, f.mass,
                     f.wind, f.gravity, f.mix}),
            (Numbers{0.1, 0.2, 0.3, 0.4, 0.5, 6, 30, 0.7, 8, 0.9, 10, 11, -12, 0.13}));
  EXPECT_EQ(f.scale_y, ScaleYMode::volume);
  EXPECT_TRUE(f.inertia_global && f.strength_global && f.damping_global && f.mass_global && f.wind_global &&
              f.gravity_global && f.mix_global);
}

TEST(SkeletonJsonConstraints, ReadsSliders) {
  const Loaded data =
      load_clean("4.3.1", kBody + R"("constraints": [{"type": "slider", "name": "s", "animation": "go", "time": 0.5},
    {"type": "slider", "name": "t", "animation": "go", "additive": true, "loop": true, "mix": 0.5, "local": true,
    "bone": "t",
     "property": "y", "from": 2, "to": 3, "scale": 4, "max": 5, "time": 9},
    {"type": "slider", "name": "u", "animation": "go", "bone": "t", "property": "scaleX", "from": 2}])",
                 with_scale(10));
  const SliderData& plain = *data->constraints[0].slider;
  EXPECT_EQ(plain.animation, AnimationIndex(0));
  EXPECT_FALSE(plain.additive || plain.loop || plain.local);
  EXPECT_FALSE(plain.bone);
  EXPECT_EQ(plain.time, 0.5);
  EXPECT_EQ(plain.mix, 1);
  const SliderData& full = *data->constraints[1].slider;
  EXPECT_TRUE(full.additive && full.loop && full.local);
  EXPECT_EQ(full.mix, 0.5);
  EXPECT_EQ(full.bone, BoneIndex(3));
  EXPECT_EQ(full.property, BoneProperty::y);
  EXPECT_EQ(full.from, 20);
  EXPECT_EQ(full.to, 3);
  EXPECT_DOUBLE_EQ(full.scale, 0.4) << "seconds per pixel";
  EXPECT_EQ(full.max, 5);
  EXPECT_EQ(full.time, 0) << "not read beside a bone";
  const SliderData& scale = *data->constraints[2].slider;
  EXPECT_EQ(scale.from, 2);
  EXPECT_EQ(scale.scale, 1);
}

TEST(SkeletonJsonConstraints, SortsByOrderThenTypeThenPosition) {
  const Loaded data = load_good("4.2.1", kBody + R"(
    "physics": [{"name": "ph", "order": 1, "bone": "a"}],
    "path": [{"name": "pa", "order": 1, "bones": ["a"], "target": "s"}],
    "ik": [{"name": "i5", "order": 5, "bones": ["a"], "target": "t"}, {"name": "i1", "order": 1, "bones": ["a"],
    "target": "t"},
           {"name": "i1b", "order": 1, "bones": ["a"], "target": "t"}],
    "transform": [{"name": "tr", "order": 0, "bones": ["a"], "target": "t"}])");
  std::string names;
  for (const ConstraintData& constraint : data->constraints) names += std::string(constraint.name) + " ";
  EXPECT_EQ(names, "tr i1 i1b pa ph i5 ");
  EXPECT_EQ(data->constraints[5].order, 5) << "as the file says";
  ASSERT_EQ(data.warnings.size(), 4u) << "three repeats and a gap";
  EXPECT_EQ(data.warnings[0].where.pointer, "/ik/2");
  EXPECT_EQ(data.warnings[3].where.pointer, "/ik/0");
  for (const Warning& warning : data.warnings) EXPECT_EQ(warning.code, ErrorCode::bad_order);
}

TEST(SkeletonJsonConstraints, KeepsTheOrderOf43AndLeavesOutUnknownTypes) {
  const Loaded data = load_good("4.3.1", kBody + R"("constraints": [{"type": "physics", "name": "x", "bone": "a"},
    {"type": "magnet", "name": "m"}, {"type": "ik", "name": "x", "bones": ["a"], "target": "t"}])");
  ASSERT_EQ(data->constraints.size(), 2u);
  EXPECT_EQ(data->constraints[0].type, ConstraintType::physics);
  EXPECT_EQ(data->constraints[1].type, ConstraintType::ik);
  ASSERT_EQ(data.warnings.size(), 1u) << "one name in two types is fine";
  EXPECT_EQ(data.warnings[0].where.pointer, "/constraints/1/type");
  EXPECT_EQ(data->find_constraint(ConstraintType::ik, "x"), ConstraintIndex(1));
  EXPECT_EQ(data->find_constraint(ConstraintType::physics, "x"), ConstraintIndex(0));
}

}  // namespace
}  // namespace sinew::test
