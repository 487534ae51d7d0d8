// Timelines of slots: colours and attachments. Spec: animation.md 4, 5.2, 5.3.
#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::both_spine;
using test::every_rules;
using test::Rules;

/// A slot "s" with setup colour (0.2, 0.4, 0.6, 0.8), with or without a dark colour (0.2, 0, 1).
SkeletonDataPtr with_slot_timelines(Rules rules, std::string_view timelines, bool dark = true) {
  return test::make_data(
      rules,
      std::string(R"("bones": [{"name": "root"}], "slots": [{"name": "s", "bone": "root", "color": "336699cc")") +
          (dark ? R"(, "dark": "3300ff")" : "") + R"(}], "animations": {"a": {"slots": {"s": {)" +
          std::string(timelines) + "}}}}");
}

struct Colors {
  Color light;
  std::optional<Color> dark;
};

Colors after(const SkeletonDataPtr& data, double time, const ApplyOptions& options, const Color* current = nullptr) {
  if (!data) return {};
  Skeleton skeleton(data);
  if (current) {
    skeleton.set_color(SlotIndex(0), *current);
    skeleton.set_dark_color(SlotIndex(0), *current);
  }
  apply(skeleton, test::animation(data, "a"), time, options);
  return {skeleton.color(SlotIndex(0)), skeleton.dark_color(SlotIndex(0))};
}

void expect_color(const Color& color, double r, double g, double b, double a) {
  EXPECT_NEAR(color.r, r, 1e-6);
  EXPECT_NEAR(color.g, g, 1e-6);
  EXPECT_NEAR(color.b, b, 1e-6);
  EXPECT_NEAR(color.a, a, 1e-6);
}

void expect_dark(const Colors& colors, double r, double g, double b) {
  ASSERT_TRUE(colors.dark.has_value());
  EXPECT_NEAR(colors.dark->r, r, 1e-6);
  EXPECT_NEAR(colors.dark->g, g, 1e-6);
  EXPECT_NEAR(colors.dark->b, b, 1e-6);
}

TEST(ApplyColor, SetsTheChannelsOfItsType) {
  for (Rules rules : every_rules) {
    const Colors rgba = after(with_slot_timelines(rules, R"("rgba": [{"color": "ff000000"}])"), 0, {});
    expect_color(rgba.light, 1, 0, 0, 0);
    expect_dark(rgba, 0.2, 0, 1);
    const Colors rgb = after(with_slot_timelines(rules, R"("rgb": [{"color": "ff0000"}])"), 0, {});
    expect_color(rgb.light, 1, 0, 0, 0.8);
    const Colors alpha = after(with_slot_timelines(rules, R"("alpha": [{"value": 0.25}])"), 0, {});
    expect_color(alpha.light, 0.2, 0.4, 0.6, 0.25);
    const Colors rgba2 =
        after(with_slot_timelines(rules, R"("rgba2": [{"light": "00ff00ff", "dark": "ff00ff"}])"), 0, {});
    expect_color(rgba2.light, 0, 1, 0, 1);
    expect_dark(rgba2, 1, 0, 1);
    const Colors rgb2 = after(with_slot_timelines(rules, R"("rgb2": [{"light": "00ff00", "dark": "ff00ff"}])"), 0, {});
    expect_color(rgb2.light, 0, 1, 0, 0.8);
    expect_dark(rgb2, 1, 0, 1);
  }
}

TEST(ApplyColor, MissingColoursAreWhite) {
  for (Rules rules : every_rules) {
    expect_color(after(with_slot_timelines(rules, R"("rgba": [{}])"), 0, {}).light, 1, 1, 1, 1);
    expect_color(after(with_slot_timelines(rules, R"("rgb": [{}])"), 0, {}).light, 1, 1, 1, 0.8);
    const Colors rgba2 = after(with_slot_timelines(rules, R"("rgba2": [{}])"), 0, {});
    expect_color(rgba2.light, 1, 1, 1, 1);
    expect_dark(rgba2, 1, 1, 1);
    // O6 of rigby-open-points.md; 0 is the format's default.
    expect_color(after(with_slot_timelines(rules, R"("alpha": [{}])"), 0, {}).light, 0.2, 0.4, 0.6,
                 rules == Rules::rigby ? 1 : 0);
  }
}

TEST(ApplyColor, InterpolatesPerChannel) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data =
        with_slot_timelines(rules, R"("rgba": [{"color": "ff000000"}, {"time": 1, "color": "00ff0033"}])");
    expect_color(after(data, 0.25, {}).light, 0.75, 0.25, 0, 0.05);
  }
}

TEST(ApplyColor, RigbyBlendsFromTheCurrentColour) {
  const Color current{0.6f, 0.6f, 0.6f, 0.6f};
  const ApplyOptions quarter{.weight = 0.25};
  expect_color(
      after(with_slot_timelines(Rules::rigby, R"("rgba": [{"color": "ff000000"}])"), 0, quarter, &current).light,  //
      0.7, 0.45, 0.45, 0.45);
  expect_color(
      after(with_slot_timelines(Rules::rigby, R"("rgb": [{"color": "ff0000"}])"), 0, quarter, &current).light,  //
      0.7, 0.45, 0.45, 0.6);
  expect_color(after(with_slot_timelines(Rules::rigby, R"("alpha": [{"value": 1}])"), 0, quarter, &current).light,  //
               0.6, 0.6, 0.6, 0.7);
  const Colors two = after(with_slot_timelines(Rules::rigby, R"("rgb2": [{"light": "ff0000", "dark": "00ff00"}])"), 0,
                           quarter, &current);
  expect_color(two.light, 0.7, 0.45, 0.45, 0.6);
  expect_dark(two, 0.45, 0.7, 0.45);
}

TEST(ApplyColor, RigbyBlendsADarkColourThatIsNotThereFromBlack) {
  const SkeletonDataPtr data =
      with_slot_timelines(Rules::rigby, R"("rgba2": [{"light": "ffffffff", "dark": "ff0033"}])", false);
  ASSERT_TRUE(data);
  Skeleton skeleton(data);
  EXPECT_FALSE(skeleton.dark_color(SlotIndex(0)).has_value()) << "not before it is keyed";
  const Colors colors = after(data, 0, {.weight = 0.5});
  expect_dark(colors, 0.5, 0, 0.1);
  expect_color(colors.light, 0.6, 0.7, 0.8, 0.9);
  apply(skeleton, test::animation(data, "a"), 0);
  EXPECT_TRUE(skeleton.dark_color(SlotIndex(0)).has_value());
  skeleton.set_to_setup_pose();
  EXPECT_FALSE(skeleton.dark_color(SlotIndex(0)).has_value());
}

TEST(ApplyColor, SpineMixesFromSetupOrFromTheCurrentColour) {
  const Color current{0.6f, 0.6f, 0.6f, 0.6f};
  for (Rules rules : both_spine) {
    const SkeletonDataPtr data = with_slot_timelines(rules, R"("rgba2": [{"light": "ff0000ff", "dark": "00ff00"}])");
    const Colors from_setup = after(data, 0, {.weight = 0.5, .base = MixBase::setup}, &current);
    expect_color(from_setup.light, 0.6, 0.2, 0.3, 0.9);
    expect_dark(from_setup, 0.1, 0.5, 0.5);
    for (MixBase base : {MixBase::first, MixBase::current}) {
      for (bool additive : {false, true}) {
        const Colors from_current = after(data, 0, {.weight = 0.5, .base = base, .additive = additive}, &current);
        expect_color(from_current.light, 0.8, 0.3, 0.3, 0.8);
        expect_dark(from_current, 0.3, 0.8, 0.3);
      }
    }
  }
}

TEST(ApplyColor, SpineGoesBackToSetupBeforeTheFirstKey) {
  const Color current{0.6f, 0.6f, 0.6f, 0.6f};
  for (Rules rules : both_spine) {
    const SkeletonDataPtr data = with_slot_timelines(rules, R"("rgba": [{"time": 1, "color": "ff0000ff"}])");
    expect_color(after(data, 0, {.weight = 0.5, .base = MixBase::setup}, &current).light, 0.2, 0.4, 0.6, 0.8);
    expect_color(after(data, 0, {.weight = 0.5, .base = MixBase::first}, &current).light, 0.4, 0.5, 0.6, 0.7);
    expect_color(after(data, 0, {.weight = 0.5, .base = MixBase::current}, &current).light, 0.6, 0.6, 0.6, 0.6);
  }
  expect_color(
      after(with_slot_timelines(Rules::rigby, R"("rgba": [{"time": 1, "color": "ff0000ff"}])"), 0, {}, &current)
          .light,  //
      1, 0, 0, 1);
}

TEST(ApplyColor, ClampsOvershootWhereTheRuntimesDo) {
  // X(0.5) = 0.5 and Y = (3 * 2 + 3 * 2 + 1) / 8 = 1.625.
  const std::string_view alpha = R"("alpha": [{"value": 0, "curve": [0.25, 2, 0.75, 2]}, {"time": 1, "value": 1}])";
  const std::string_view rgba =
      R"("rgba": [{"color": "00000000", "curve": [0.25, 2, 0.75, 2, 0.25, 2, 0.75, 2, 0.25, 2, 0.75, 2,
    0.25, 2, 0.75, 2]}, {"time": 1, "color": "ffffffff"}])";
  const std::string_view rgb =
      R"("rgb": [{"color": "000000", "curve": [0.25, 2, 0.75, 2, 0.25, 2, 0.75, 2, 0.25, 2, 0.75, 2]},
    {"time": 1, "color": "ffffff"}])";
  expect_color(after(with_slot_timelines(Rules::rigby, rgba), 0.5, {}).light, 1.625, 1.625, 1.625, 1.625);
  expect_color(after(with_slot_timelines(Rules::spine_4_2, rgba), 0.5, {}).light, 1, 1, 1, 1);
  expect_color(after(with_slot_timelines(Rules::spine_4_3, rgba), 0.5, {}).light, 1, 1, 1, 1);
  expect_color(after(with_slot_timelines(Rules::spine_4_2, rgb), 0.5, {}).light, 1.625, 1.625, 1.625, 0.8);
  expect_color(after(with_slot_timelines(Rules::spine_4_3, rgb), 0.5, {}).light, 1, 1, 1, 0.8);
  expect_color(after(with_slot_timelines(Rules::rigby, alpha), 0.5, {}).light, 0.2, 0.4, 0.6, 1.625);
  expect_color(after(with_slot_timelines(Rules::spine_4_2, alpha), 0.5, {}).light, 0.2, 0.4, 0.6, 1.625);
  expect_color(after(with_slot_timelines(Rules::spine_4_3, alpha), 0.5, {}).light, 0.2, 0.4, 0.6, 1);
}

TEST(ApplyColor, TwoColourCurvesGoLightThenDark) {
  // Every channel from 0 to 1 over a second; only one of seven curves leaves the straight line at a time.
  for (int bent = 0; bent < 7; ++bent) {
    std::string curve;
    for (int c = 0; c < 7; ++c) {
      if (c != 0) curve += ", ";
      curve += c == bent ? "0.25, 0, 0.75, 0" : "0.25, 0.25, 0.75, 0.75";
    }
    const Colors colors =
        after(with_slot_timelines(Rules::rigby, R"("rgba2": [{"light": "00000000", "dark": "000000", "curve": [)" +
                                                    curve + R"(]}, {"time": 1}])"),
              0.5, {});
    ASSERT_TRUE(colors.dark.has_value());
    const float channels[] = {colors.light.r, colors.light.g, colors.light.b, colors.light.a,
                              colors.dark->r, colors.dark->g, colors.dark->b};
    for (int c = 0; c < 7; ++c) EXPECT_NEAR(channels[c], c == bent ? 0.125 : 0.5, 1e-6) << bent << ' ' << c;
  }
}

// -- Attachments ------------------------------------------------------------------------------------------------------

constexpr std::string_view dressed = R"(
  "bones": [{"name": "root"}], "slots": [{"name": "s", "bone": "root", "attachment": "a"}],
  "skins": [{"name": "default", "attachments": {"s": {"a": {"width": 1, "height": 1}, "b": {"width": 2, "height": 2}}}},
            {"name": "red", "attachments": {"s": {"b": {"width": 3, "height": 3}, "only": {"width": 4, "height": 4}}}}],
  "animations": {"a": {"slots": {"s": {"attachment": [{"time": 1, "name": "b"}, {"time": 2, "name": null}, {"time": 3, "name": "only"}]}}}})";

std::string shown_after(Rules rules, double time, const ApplyOptions& options, std::string_view current = "a") {
  const SkeletonDataPtr data = test::make_data(rules, dressed);
  if (!data) return "error";
  Skeleton skeleton(data);
  skeleton.set_attachment(SlotIndex(0), data->find_attachment(SkinIndex(), SlotIndex(0), current));
  apply(skeleton, test::animation(data, "a"), time, options);
  return test::shown(skeleton, "s");
}

TEST(ApplyAttachment, ShowsTheKeyInForce) {
  for (Rules rules : every_rules) {
    EXPECT_EQ(shown_after(rules, 1, {}), "b");
    EXPECT_EQ(shown_after(rules, 1.99, {}), "b");
    EXPECT_EQ(shown_after(rules, 2, {}), "") << "no name: nothing";
    EXPECT_EQ(shown_after(rules, 3, {}), "") << "a name that only another skin has: nothing";
  }
}

TEST(ApplyAttachment, LooksInTheActiveSkinFirst) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = test::make_data(rules, dressed);
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    ASSERT_TRUE(skeleton.set_skin("red"));
    apply(skeleton, test::animation(data, "a"), 1);
    ASSERT_TRUE(skeleton.attachment(SlotIndex(0)));
    EXPECT_EQ((*data)[skeleton.attachment(SlotIndex(0))].region->width, 3);
    apply(skeleton, test::animation(data, "a"), 3);
    EXPECT_EQ(test::shown(skeleton, "s"), "only");
  }
}

TEST(ApplyAttachment, RigbyChangesFromHalfTheWeightOn) {
  EXPECT_EQ(shown_after(Rules::rigby, 1, {.weight = 0.49}), "a");
  EXPECT_EQ(shown_after(Rules::rigby, 1, {.weight = 0.5}), "b");
  EXPECT_EQ(shown_after(Rules::rigby, 1, {.weight = 0.51}), "b");
  EXPECT_EQ(shown_after(Rules::rigby, 2, {.weight = 0.49}), "a");
  EXPECT_EQ(shown_after(Rules::rigby, 2, {.weight = 0.5}), "");
  EXPECT_EQ(shown_after(Rules::rigby, 0, {}), "b") << "before the first key: that key";
}

TEST(ApplyAttachment, SpineIgnoresTheWeight) {
  for (Rules rules : both_spine) {
    EXPECT_EQ(shown_after(rules, 1, {.weight = 0.01}), "b");
    EXPECT_EQ(shown_after(rules, 0, {.base = MixBase::setup}, "b"), "a");
    EXPECT_EQ(shown_after(rules, 0, {.base = MixBase::first}, "b"), "a");
    EXPECT_EQ(shown_after(rules, 0, {.base = MixBase::current}, "b"), "b");
    EXPECT_EQ(shown_after(rules, 1, {.base = MixBase::setup, .mixing_out = true}, "b"), "a");
    EXPECT_EQ(shown_after(rules, 1, {.base = MixBase::current, .mixing_out = true}, "a"), "a");
  }
}

}  // namespace
}  // namespace sinew
