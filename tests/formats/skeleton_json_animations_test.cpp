// Animations: every timeline, every default, curves, scale, order.
#include "skeleton_json_fixture.hpp"

namespace sinew::test {
namespace {

const std::string kBody = R"("bones": [{"name": "root"}, {"name": "b", "parent": "root"}],
  "slots": [{"name": "s", "bone": "root"}, {"name": "t", "bone": "b"}, {"name": "u", "bone": "b"}],
  "skins": [{"name": "default", "attachments": {"s": {"m": {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1],
    "triangles": [0, 1, 2],
    "vertices": [0, 0, 1, 0, 1, 1]}, "r": {"width": 1, "height": 1, "sequence": {"count": 4}}}}}],
  "events": {"e": {"int": 1, "float": 2, "string": "three", "audio": "x", "volume": 0.5, "balance": 0.25}, "f": {}}, )";
const std::string k42 = kBody + R"("ik": [{"name": "c", "bones": ["b"], "target": "root"}],
  "transform": [{"name": "c", "order": 1, "bones": ["b"], "target": "root"}],
  "path": [{"name": "c", "order": 2, "bones": ["b"], "target": "s"},
           {"name": "d", "order": 3, "bones": ["b"], "target": "s", "positionMode": "fixed", "spacingMode": "percent"}],
  "physics": [{"name": "c", "order": 4, "bone": "b"}], )";
const std::string k43 = kBody + R"("constraints": [{"type": "ik", "name": "c", "bones": ["b"], "target": "root"},
  {"type": "transform", "name": "c", "bones": ["b"], "source": "root"}, {"type": "path", "name": "c",
    "bones": ["b"], "slot": "s"},
  {"type": "physics", "name": "c", "bone": "b"}, {"type": "slider", "name": "c", "animation": "a"}], )";

std::string animation(std::string_view members) {
  return "\"animations\": {\"a\": {" + std::string(members) + "}}";
}

/// The only timeline of an animation with these members.
Timeline only_timeline(std::string_view version, std::string_view members, LoadOptions options = {}) {
  const std::string& body = version == "4.3" ? k43 : k42;
  static std::vector<SkeletonDataPtr> kept;  // timelines refer to their data
  const Loaded data = load_clean(version, body + animation(members), options);
  kept.push_back(data.data);
  EXPECT_EQ(data->animations[0].timelines.size(), 1u) << members;
  return first_timeline(data);
}

TEST(SkeletonJsonAnimations, ReadsBoneTimelines) {
  struct Case {
    const char* name;
    TimelineType type;
    const char* key;
    Numbers given, otherwise;  // with a load scale of 10
  };
  const Case cases[] = {
      {"rotate", TimelineType::rotate, R"("value": 400)", {400}, {0}},
      {"translate", TimelineType::translate, R"("x": 1, "y": 2)", {10, 20}, {0, 0}},
      {"translatex", TimelineType::translate_x, R"("value": 1)", {10}, {0}},
      {"translatey", TimelineType::translate_y, R"("value": 1)", {10}, {0}},
      {"scale", TimelineType::scale, R"("x": 3, "y": 2)", {3, 2}, {1, 1}},
      {"scalex", TimelineType::scale_x, R"("value": 3)", {3}, {1}},
      {"scaley", TimelineType::scale_y, R"("value": 3)", {3}, {1}},
      {"shear", TimelineType::shear, R"("x": 3, "y": 2)", {3, 2}, {0, 0}},
      {"shearx", TimelineType::shear_x, R"("value": 3)", {3}, {0}},
      {"sheary", TimelineType::shear_y, R"("value": 3)", {3}, {0}},
  };
  for (const Case& one : cases) {
    const Timeline timeline = only_timeline(
        "4.2.1", R"("bones": {"b": {")" + std::string(one.name) + R"(": [{}, {"time": 0.5, )" + one.key + "}]}}",
        with_scale(10));
    EXPECT_EQ(timeline.type, one.type) << one.name;
    EXPECT_EQ(timeline.components, one.given.size()) << one.name;
    EXPECT_EQ(timeline.curves_per_key, one.given.size()) << one.name;
    EXPECT_EQ(timeline.bone, BoneIndex(1)) << one.name;
    EXPECT_EQ(to_vector(timeline.times), (Numbers{0, 0.5})) << one.name;
    Numbers expected = one.otherwise;
    expected.insert(expected.end(), one.given.begin(), one.given.end());
    EXPECT_EQ(to_vector(timeline.values), expected) << one.name;
    EXPECT_EQ(timeline.curve(0), Curve::linear);
  }
  const Timeline inherit =
      only_timeline("4.2.1", R"("bones": {"b": {"inherit": [{"inherit": "noScale"}, {"time": 1}]}})");
  EXPECT_EQ(inherit.type, TimelineType::inherit);
  EXPECT_EQ(inherit.components, 0);
  EXPECT_EQ(to_vector(inherit.inherits), (std::vector{Inherit::no_scale, Inherit::normal}));
}

TEST(SkeletonJsonAnimations, ReadsSlotTimelines) {
  constexpr double k80 = static_cast<double>(128 / 255.0f);
  struct Case {
    const char* name;
    TimelineType type;
    const char* key;
    Numbers given;
  };
  const Case cases[] = {
      {"rgba", TimelineType::rgba, R"("color": "ff008080")", {1, 0, k80, k80}},
      {"rgb", TimelineType::rgb, R"("color": "ff0080")", {1, 0, k80}},
      {"rgba2", TimelineType::rgba2, R"("light": "ff000080", "dark": "0080ff")", {1, 0, 0, k80, 0, k80, 1}},
      {"rgb2", TimelineType::rgb2, R"("light": "ff0000", "dark": "0080ff")", {1, 0, 0, 0, k80, 1}},
  };
  for (const Case& one : cases) {
    const Timeline timeline = only_timeline(
        "4.2.1", R"("slots": {"t": {")" + std::string(one.name) + R"(": [{}, {"time": 1, )" + one.key + "}]}}");
    EXPECT_EQ(timeline.type, one.type) << one.name;
    EXPECT_EQ(timeline.slot, SlotIndex(1));
    EXPECT_EQ(timeline.components, one.given.size()) << one.name;
    Numbers expected(one.given.size(), 1);  // white
    expected.insert(expected.end(), one.given.begin(), one.given.end());
    EXPECT_EQ(to_vector(timeline.values), expected) << one.name;
  }
}

TEST(SkeletonJsonAnimations, AlphaWithoutValueHangsOnSemantics) {
  const char* members = R"("slots": {"t": {"alpha": [{}, {"time": 1, "value": 0.5}]}})";
  EXPECT_EQ(to_vector(only_timeline("4.2.1", members, with_semantics(Semantics::rigby)).values), (Numbers{1, 0.5}));
  EXPECT_EQ(to_vector(only_timeline("4.2.1", members, with_semantics(Semantics::spine)).values), (Numbers{0, 0.5}));
}

TEST(SkeletonJsonAnimations, ReadsAttachmentKeys) {
  const Timeline timeline =
      only_timeline("4.2.1",
                    R"("slots": {"s": {"attachment": [{"name": "r"}, {"time": 1, "name": null}, {"time": 2}, {"time": 3,
    "name": "gone"}, {"time": 4, "name": ""}]}})");
  EXPECT_EQ(timeline.type, TimelineType::attachment);
  EXPECT_EQ(to_vector(timeline.attachment_names), (std::vector<std::string_view>{"r", "", "", "gone", ""}));
  EXPECT_TRUE(timeline.attachments[0].valid());
  for (const std::size_t hidden : {1u, 2u, 3u, 4u}) EXPECT_FALSE(timeline.attachments[hidden]);
}

TEST(SkeletonJsonAnimations, ReadsConstraintTimelines) {
  const LoadOptions scaled = with_scale(10);
  const Timeline ik =
      only_timeline("4.2.1",
                    R"("ik": {"c": [{}, {"time": 1, "mix": 0.5, "softness": 2, "bendPositive": false, "compress": true,
    "stretch": true}]})",
                    scaled);
  EXPECT_EQ(ik.type, TimelineType::ik);
  EXPECT_EQ(ik.constraint, ConstraintIndex(0));
  EXPECT_EQ(ik.components, 2);
  EXPECT_EQ(to_vector(ik.values), (Numbers{1, 0, 0.5, 20}));
  EXPECT_TRUE(ik.ik_flags[0].bend_positive && !ik.ik_flags[0].compress && !ik.ik_flags[0].stretch);
  EXPECT_TRUE(!ik.ik_flags[1].bend_positive && ik.ik_flags[1].compress && ik.ik_flags[1].stretch);

  const char* transform_keys = R"("transform": {"c": [{}, {"time": 1, "mixX": 0.5, "mixScaleX": 0.25},
    {"time": 2, "mixRotate": 0.1, "mixX": 0.2, "mixY": 0.3, "mixScaleX": 0.4, "mixScaleY": 0.5, "mixShearY": 0.6}]})";
  const Timeline transform = only_timeline("4.2.1", transform_keys, scaled);
  EXPECT_EQ(transform.constraint, ConstraintIndex(1));
  EXPECT_EQ(transform.components, 6);
  EXPECT_EQ(to_vector(transform.values),
            (Numbers{1, 1, 1, 1, 1, 1, 1, 0.5, 0.5, 0.25, 0.25, 1, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6}));
  EXPECT_EQ(to_vector(only_timeline("4.3", transform_keys).values),
            (Numbers{1, 1, 1, 1, 1, 1, 1, 0.5, 0.5, 0.25, 1, 1, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6}))
      << "4.3: mixScaleY is 1 where it is absent";

  const auto path_values = [&](const char* constraint, const char* timeline) {
    return to_vector(only_timeline("4.2.1",
                                   std::string(R"("path": {")") + constraint + R"(": {")" + timeline +
                                       R"(": [{}, {"time": 1, "value": 2}]}})",
                                   scaled)
                         .values);
  };
  EXPECT_EQ(path_values("c", "position"), (Numbers{0, 2})) << "percent";
  EXPECT_EQ(path_values("d", "position"), (Numbers{0, 20})) << "fixed";
  EXPECT_EQ(path_values("c", "spacing"), (Numbers{0, 20})) << "length";
  EXPECT_EQ(path_values("d", "spacing"), (Numbers{0, 2})) << "percent";
  const Timeline mix = only_timeline(
      "4.2.1", R"("path": {"d": {"mix": [{}, {"time": 1, "mixRotate": 0.1, "mixX": 0.2}, {"time": 2, "mixY": 0.3}]}})");
  EXPECT_EQ(mix.type, TimelineType::path_mix);
  EXPECT_EQ(mix.constraint, ConstraintIndex(3));
  EXPECT_EQ(to_vector(mix.values), (Numbers{1, 1, 1, 0.1, 0.2, 0.2, 1, 1, 0.3}));
}

TEST(SkeletonJsonAnimations, ReadsPhysicsTimelines) {
  constexpr std::pair<const char*, TimelineType> names[] = {
      {"inertia", TimelineType::physics_inertia}, {"strength", TimelineType::physics_strength},
      {"damping", TimelineType::physics_damping}, {"mass", TimelineType::physics_mass},
      {"wind", TimelineType::physics_wind},       {"gravity", TimelineType::physics_gravity},
      {"mix", TimelineType::physics_mix}};
  for (const auto& [name, type] : names) {
    for (const char* version : {"4.2.1", "4.3"}) {
      const Timeline timeline =
          only_timeline(version, std::string(R"("physics": {"c": {")") + name + R"(": [{}, {"time": 1, "value": 2}]}})",
                        with_scale(10));
      EXPECT_EQ(timeline.type, type);
      EXPECT_TRUE(timeline.constraint.valid());
      const bool one = std::string_view(version) == "4.3" && type == TimelineType::physics_mix;
      EXPECT_EQ(to_vector(timeline.values), (Numbers{one ? 1.0 : 0.0, 2})) << name << ' ' << version;
    }
  }
  const Timeline reset = only_timeline("4.2.1", R"("physics": {"": {"reset": [{}, {"time": 1}]}})");
  EXPECT_EQ(reset.type, TimelineType::physics_reset);
  EXPECT_FALSE(reset.constraint) << "all of them";
  EXPECT_EQ(reset.components, 0);
  EXPECT_EQ(to_vector(reset.times), (Numbers{0, 1}));
}

TEST(SkeletonJsonAnimations, ReadsSliderTimelines) {
  for (const auto& [name, type] :
       {std::pair{"time", TimelineType::slider_time}, std::pair{"mix", TimelineType::slider_mix}}) {
    const Timeline timeline =
        only_timeline("4.3", std::string(R"("slider": {"c": {")") + name + R"(": [{}, {"time": 1, "value": 0.5}]}})");
    EXPECT_EQ(timeline.type, type);
    EXPECT_EQ(timeline.constraint, ConstraintIndex(4));
    EXPECT_EQ(to_vector(timeline.values), (Numbers{1, 0.5}));
  }
  const Loaded old =
      load_clean("4.2.1", k42 + animation(R"("slider": {"c": {"time": [{}]}}, "drawOrderFolder": [{}])"));
  EXPECT_TRUE(old->animations[0].timelines.empty()) << "unknown members in 4.2";
}

TEST(SkeletonJsonAnimations, ReadsDeformKeys) {
  const Timeline timeline = only_timeline(
      "4.2.1",
      R"("attachments": {"default": {"s": {"m": {"deform": [{"curve": [0.25, 0, 0.75, 1]}, {"time": 1, "offset": 2,
    "vertices": [1, -2]},
        {"time": 2, "vertices": [1, 2, 3, 4, 5, 6]}]}}}})",
      with_scale(10));
  EXPECT_EQ(timeline.type, TimelineType::deform);
  EXPECT_EQ(timeline.components, 0);
  EXPECT_EQ(timeline.curves_per_key, 1);
  EXPECT_EQ(timeline.slot, SlotIndex(0));
  EXPECT_EQ(timeline.attachment, AttachmentIndex(0));
  EXPECT_TRUE(timeline.deforms[0].vertices.empty());
  EXPECT_EQ(timeline.deforms[1].offset, 2u);
  EXPECT_EQ(to_vector(timeline.deforms[1].vertices), (Numbers{10, -20}));
  EXPECT_EQ(timeline.deforms[2].vertices.size(), 6u);
  EXPECT_EQ(timeline.curve(0), Curve::bezier);
  EXPECT_EQ(timeline.beziers[0].cy2, 1) << "a fraction: not scaled";
}

TEST(SkeletonJsonAnimations, ReadsSequenceKeys) {
  const Timeline timeline =
      only_timeline("4.2.1",
                    R"("attachments": {"default": {"s": {"r": {"sequence": [{"index": 1}, {"time": 1, "mode": "loop",
    "delay": 0.1}, {"time": 2, "mode": "hold"},
        {"time": 3, "mode": "pingpongReverse"}]}}}})");
  EXPECT_EQ(timeline.type, TimelineType::sequence);
  EXPECT_EQ(timeline.attachment, AttachmentIndex(1));
  EXPECT_EQ(timeline.sequences[0].mode, SequenceMode::hold);
  EXPECT_EQ(timeline.sequences[0].index, 1);
  EXPECT_EQ(timeline.sequences[0].delay, 0);
  EXPECT_EQ(timeline.sequences[1].mode, SequenceMode::loop);
  EXPECT_EQ(timeline.sequences[2].delay, 0.1) << "carried over, also by keys that hold";
  EXPECT_EQ(timeline.sequences[3].mode, SequenceMode::ping_pong_reverse);
  EXPECT_EQ(timeline.sequences[3].delay, 0.1);
}

TEST(SkeletonJsonAnimations, CarriesDelaysInTheOrderOfTheFile) {
  const Loaded data = load_good("4.2.1", k42 + animation(R"("attachments": {"default": {"s": {"r": {"sequence": [
    {"time": 2, "delay": 0.5}, {"time": 1}, {"time": 0, "delay": 0.1}, {"time": 3}]}}}})"));
  Numbers delays;
  for (const SequenceKey& key : first_timeline(data).sequences) delays.push_back(key.delay);
  EXPECT_EQ(delays, (Numbers{0.1, 0.5, 0.5, 0.1}));
}

TEST(SkeletonJsonAnimations, ReadsDrawOrder) {
  const Timeline timeline =
      only_timeline("4.2.1", R"("drawOrder": [{"offsets": [{"slot": "u", "offset": -2}, {"slot": "s", "offset": 1}]},
    {"time": 1}, {"time": 2, "offsets": []}, {"time": 3, "offsets": [{"slot": "t", "offset": 0}]}])");
  EXPECT_EQ(timeline.type, TimelineType::draw_order);
  ASSERT_EQ(timeline.draw_orders.size(), 4u);
  EXPECT_FALSE(timeline.draw_orders[0].setup);
  ASSERT_EQ(timeline.draw_orders[0].offsets.size(), 2u);
  EXPECT_EQ(timeline.draw_orders[0].offsets[0].slot, 0u) << "sorted by slot";
  EXPECT_EQ(timeline.draw_orders[0].offsets[0].offset, 1);
  EXPECT_EQ(timeline.draw_orders[0].offsets[1].slot, 2u);
  EXPECT_EQ(timeline.draw_orders[0].offsets[1].offset, -2);
  EXPECT_TRUE(timeline.draw_orders[1].setup);
  EXPECT_TRUE(timeline.draw_orders[2].setup);
  EXPECT_FALSE(timeline.draw_orders[3].setup) << "0 pins a slot to its place";
}

TEST(SkeletonJsonAnimations, ReadsDrawOrderFolders) {
  const Loaded data = load_clean("4.3", k43 + animation(R"("drawOrderFolder": [
    {"slots": ["u", "s"], "keys": [{"offsets": [{"slot": "s", "offset": -1}]}, {"time": 1}]}, {"slots": ["t"],
    "keys": []},
    {"slots": ["s", "t", "u"], "keys": [{"offsets": [{"slot": "u", "offset": 0}]}]}])"));
  ASSERT_EQ(data->animations[0].timelines.size(), 2u) << "no keys, no timeline";
  const Timeline& first = data->animations[0].timelines[0];
  EXPECT_EQ(first.type, TimelineType::draw_order_folder);
  EXPECT_EQ(to_vector(first.folder), (std::vector{SlotIndex(2), SlotIndex(0)}));
  EXPECT_EQ(first.draw_orders[0].offsets[0].slot, 1u) << "counted within the folder";
  EXPECT_EQ(first.draw_orders[0].offsets[0].offset, -1);
  EXPECT_TRUE(first.draw_orders[1].setup);
  EXPECT_EQ(data->animations[0].timelines[1].draw_orders[0].offsets[0].slot, 2u);
}

TEST(SkeletonJsonAnimations, ReadsEventKeys) {
  const Loaded data = load_clean(
      "4.2.1", k42 + animation(R"("events": [{"name": "e"}, {"time": 1, "name": "e", "int": 7, "float": 8, "string": "",
    "volume": 0, "balance": -1}, {"time": 2, "name": "f"}])"));
  const Timeline& timeline = first_timeline(data);
  EXPECT_EQ(data->animations[0].events, &timeline);
  const EventKey &plain = timeline.events[0], &full = timeline.events[1], &silent = timeline.events[2];
  EXPECT_EQ(plain.event, EventIndex(0));
  EXPECT_EQ(plain.int_value, 1);
  EXPECT_EQ(plain.float_value, 2);
  EXPECT_EQ(plain.string_value, "three");
  EXPECT_EQ(plain.volume, 0.5);
  EXPECT_EQ(plain.balance, 0.25);
  EXPECT_EQ(full.int_value, 7);
  EXPECT_EQ(full.float_value, 8);
  EXPECT_EQ(full.string_value, "") << "given, and empty";
  EXPECT_EQ(full.volume, 0);
  EXPECT_EQ(full.balance, -1);
  EXPECT_EQ(silent.event, EventIndex(1));
  EXPECT_EQ(silent.volume, 1);
}

TEST(SkeletonJsonAnimations, ReadsCurves) {
  const Timeline timeline =
      only_timeline("4.2.1", R"("bones": {"b": {"translate": [{"curve": "stepped"}, {"time": 1, "curve": "linear"},
    {"time": 2, "curve": [2.1, 3, 2.2, 4, 2.3, 5, 2.4, 6]}, {"time": 3, "curve": null}, {"time": 4, "curve": [4.5,
    0, 4.6, 1, 4.7, 2, 4.8, 3]}, {"time": 5}]}})",
                    with_scale(10));
  const Curve expected[] = {Curve::stepped, Curve::linear, Curve::bezier, Curve::linear, Curve::bezier, Curve::linear};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(timeline.curve(i), expected[i]) << i;
  ASSERT_EQ(timeline.beziers.size(), 4u);
  const Bezier &x = timeline.beziers[timeline.curves[2]], &y = timeline.beziers[timeline.curves[2] + 1];
  EXPECT_EQ((Numbers{x.cx1, x.cy1, x.cx2, x.cy2}), (Numbers{2.1, 30, 2.2, 40})) << "values are scaled, times are not";
  EXPECT_EQ((Numbers{y.cx1, y.cy1, y.cx2, y.cy2}), (Numbers{2.3, 50, 2.4, 60}));
  EXPECT_EQ(timeline.beziers[timeline.curves[4]].cx1, 4.5);
}

TEST(SkeletonJsonAnimations, ScalesHandlesAsTheirValues) {
  const auto cy1 = [](std::string_view version, const std::string& members, std::size_t bezier) {
    return only_timeline(version, members, with_scale(10)).beziers[bezier].cy1;
  };
  const std::string four = "[0, 1, 0, 1", eight = four + ", 0, 1, 0, 1", end = R"(]}, {"time": 1}]}})";
  EXPECT_EQ(cy1("4.2.1", R"("bones": {"b": {"rotate": [{"curve": )" + four + end, 0), 1);
  EXPECT_EQ(cy1("4.2.1", R"("bones": {"b": {"scale": [{"curve": )" + eight + end, 1), 1);
  EXPECT_EQ(cy1("4.2.1", R"("bones": {"b": {"translatey": [{"curve": )" + four + end, 0), 10);
  EXPECT_EQ(cy1("4.2.1", R"("path": {"d": {"position": [{"curve": )" + four + end, 0), 10);
  EXPECT_EQ(cy1("4.2.1", R"("path": {"c": {"position": [{"curve": )" + four + end, 0), 1);
  const std::string ik = R"("ik": {"c": [{"curve": )" + eight + R"(]}, {"time": 1}]})";
  EXPECT_EQ(cy1("4.2.1", ik, 0), 1);
  EXPECT_EQ(cy1("4.2.1", ik, 1), 10);
}

TEST(SkeletonJsonAnimations, PutsGroupsInTheOrderOfApplication) {
  const Loaded data = load_clean(
      "4.3",
      k43 + animation(R"("events": [{"name": "e", "time": 9}], "drawOrderFolder": [{"slots": ["s"], "keys": [{}]}],
    "drawOrder": [{}], "attachments": {"default": {"s": {"m": {"deform": [{}]}}}}, "slider": {"c": {"mix": [{}]}},
    "physics": {"c": {"wind": [{}]}}, "path": {"c": {"mix": [{}]}}, "transform": {"c": [{}]}, "ik": {"c": [{}]},
    "bones": {"b": {"scale": [{}], "rotate": [{}]}, "root": {"shear": [{}]}}, "slots": {"t": {"rgb": [{}]},
    "s": {"attachment": [{}]}})"));
  std::vector<TimelineType> types;
  for (const Timeline& timeline : data->animations[0].timelines) types.push_back(timeline.type);
  using enum TimelineType;
  EXPECT_EQ(types, (std::vector{rgb, attachment, scale, rotate, shear, TimelineType::ik, TimelineType::transform,
                                path_mix, physics_wind, slider_mix, deform, draw_order, draw_order_folder, event}));
  EXPECT_EQ(data->animations[0].duration, 9);
}

TEST(SkeletonJsonAnimations, KeepsTheirOrderAndTheEmptyOnes) {
  const Loaded data = load_clean(
      "4.3",
      k43 + R"("animations": {"z": {}, "a": {"color": "ff0000", "bones": {"b": {"rotate": []}}}, "m": {"bones": {}}})");
  ASSERT_EQ(data->animations.size(), 3u);
  EXPECT_EQ(data->animations[0].name, "z");
  EXPECT_EQ(data->animations[1].color, (Color{1, 0, 0, 1}));
  EXPECT_EQ(data->animations[2].color, Color{});
  for (const Animation& animation : data->animations) {
    EXPECT_TRUE(animation.timelines.empty()) << "no keys, no timeline";
    EXPECT_EQ(animation.duration, 0);
    EXPECT_EQ(animation.events, nullptr);
  }
  EXPECT_EQ(data->find_animation("m"), AnimationIndex(2));
}

TEST(SkeletonJsonAnimations, KeepsEqualAndNegativeTimes) {
  const Timeline timeline =
      only_timeline("4.2.1", R"("bones": {"b": {"rotate": [{"time": -1, "value": 1}, {"time": 0.5, "value": 2},
    {"time": 0.5, "value": 3}]}})");
  EXPECT_EQ(to_vector(timeline.times), (Numbers{-1, 0.5, 0.5}));
  EXPECT_EQ(to_vector(timeline.values), (Numbers{1, 2, 3}));
}

}  // namespace
}  // namespace sinew::test
