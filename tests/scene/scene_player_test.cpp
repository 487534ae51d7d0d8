// How time passes in a scene.
#include <gtest/gtest.h>

#include <cmath>

#include "scene/fixture.hpp"
#include "support/allocation_counter.hpp"

namespace sinew::test {
namespace {

const std::string two_clips =
    R"({"clips": [{"animation": "walk", "loop": true}, {"animation": "wave", "start": 0.71, "mix": 0.25, "loop": true}]})";

std::string one_shot(const std::string& duration = "3") {
  return R"({"name": "one", "duration": )" + duration + R"(, "stage": [{"animation": "pan"}], "actors": {"a": )" +
         two_clips + "}}";
}

class Stepping : public ::testing::TestWithParam<Rules> {};

TEST_P(Stepping, SeekingAStepGivesTheFrameOfPlayingToIt) {
  const auto scene = make_scene(actor_text("a"), one_shot(), GetParam());
  ASSERT_NE(scene, nullptr);
  std::vector<std::string> played;
  ScenePlayer playing(scene);
  for (int step = 0; step < 90; ++step) {
    played.push_back(frame_of(playing));
    playing.advance(1 / 30.0);
  }
  for (const int step : {0, 1, 21, 22, 23, 45, 60, 89, 88, 3}) {
    ScenePlayer fresh(scene);
    fresh.seek(step / 30.0);
    EXPECT_EQ(frame_of(fresh), played[static_cast<std::size_t>(step)]) << step;
    ASSERT_TRUE(playing.jump("one", step / 30.0).has_value());  // forwards and backwards from wherever it is
    EXPECT_EQ(frame_of(playing), played[static_cast<std::size_t>(step)]) << step;
  }
  EXPECT_NE(played[20], played[21]);
}

TEST_P(Stepping, TheCallersFrameRateDoesNotShowInTheSteps) {
  const auto scene = make_scene(actor_text("a"), one_shot(), GetParam());
  ASSERT_NE(scene, nullptr);
  ScenePlayer steps(scene), fine(scene), coarse(scene);
  for (int step = 1; step <= 60; ++step) {
    steps.advance(1 / 30.0);
    for (int i = 0; i < 7; ++i) fine.advance(1 / 210.0);
    EXPECT_EQ(frame_of(steps), frame_of(fine)) << step;
    if (step % 20 != 0) continue;
    coarse.advance(20 / 30.0);
    EXPECT_EQ(frame_of(steps), frame_of(coarse)) << step;
  }
}

TEST_P(Stepping, BetweenStepsThePoseIsExactAndTheSpringsAreThoseOfTheStepBefore) {
  const auto scene = make_scene(actor_text("a"), one_shot(), GetParam());
  ASSERT_NE(scene, nullptr);
  ScenePlayer player(scene);
  // 0.65 s, between steps 19 and 20: the walk's second round is 0.15 s old.
  player.advance(0.65);
  Skeleton expected(scene->actors[0].skeleton.data);
  AnimationState state(expected.shared_data());
  ASSERT_TRUE(state.set_animation(0, "walk", Loop::yes).has_value());
  for (int step = 0; step <= 19; ++step) {
    state.update(step == 0 ? 0 : 1 / 30.0);
    expected.set_to_setup_pose();
    state.apply(expected);
    expected.update(step == 0 ? 0 : 1 / 30.0);
  }
  const double before = expected.world(hair(player)).tx;
  state.update(0.65 - 19 / 30.0);
  expected.set_to_setup_pose();
  state.apply(expected);
  expected.update(0.65 - 19 / 30.0, PhysicsMode::pose);
  const Affine &shown = player.actor(SceneActorIndex(0)).world(hair(player)), &own = expected.world(hair(player));
  EXPECT_NEAR(shown.tx, own.tx, 1e-9);
  EXPECT_NEAR(shown.ty, own.ty, 1e-9);
  EXPECT_NEAR(shown.a, own.a, 1e-9);
  EXPECT_GT(std::fabs(own.tx - before), 0.1);

  // Seeking there shows the same, and looking does not change what follows.
  const std::string frame = frame_of(player);
  player.seek(0.2);
  player.seek(0.65);
  EXPECT_EQ(frame_of(player), frame);
  player.seek(1);
  ScenePlayer direct(scene);
  direct.seek(1);
  EXPECT_EQ(frame_of(player), frame_of(direct));
}

TEST_P(Stepping, AShotStartsFromTheSameStateWheneverItStarts) {
  const std::string second =
      R"(, {"name": "two", "duration": 1, "actors": {"a": {"x": 5, "clips": [{"animation": "wave"}]}}})";
  const auto scene = make_scene(actor_text("a"), one_shot("1.25") + second, GetParam());
  ASSERT_NE(scene, nullptr);
  ScenePlayer playing(scene), direct(scene);
  playing.set_repeat(SceneRepeat::scene);
  for (int round = 0; round < 2; ++round) {
    playing.advance(1.25 + 0.5);
    ASSERT_TRUE(direct.jump("two", 0.5).has_value());
    EXPECT_EQ(playing.shot().value, 1u);
    EXPECT_NEAR(playing.time(), 0.5, 1e-12);
    EXPECT_EQ(frame_of(playing), frame_of(direct));
    playing.advance(0.5);
  }
}

TEST_P(Stepping, AnActorAtHalfScaleSwingsAsAtFullScale) {
  const auto scene = make_scene(
      actor_text("a") + ", " + actor_text("b", R"("scale": 0.5, "flip": true, "x": 30, "y": 7)"),
      R"({"name": "one", "duration": 3, "actors": {"a": )" + two_clips + R"(, "b": )" + two_clips + "}}", GetParam());
  ASSERT_NE(scene, nullptr);
  ScenePlayer player(scene);
  const SceneActorIndex a(0), b(1);
  double least = 1e9, most = -1e9;
  for (int frame = 0; frame < 150; ++frame) {
    const Affine &full = player.actor(a).world(hair(player)), &half = player.actor(b).world(hair(player));
    EXPECT_EQ(std::memcmp(&full, &half, sizeof full), 0);
    const Affine large = player.bone_in_stage(a, hair(player)), small = player.bone_in_stage(b, hair(player));
    EXPECT_DOUBLE_EQ(small.tx, 30 - large.tx / 2);
    EXPECT_DOUBLE_EQ(small.ty, 7 + large.ty / 2);
    EXPECT_DOUBLE_EQ(small.a, -large.a / 2);
    EXPECT_DOUBLE_EQ(small.b, large.b / 2);
    // How far the spring has turned the bone from where the arm would hold it.
    const Affine& arm = player.actor(a).world(player.actor(a).data().find_bone("arm"));
    const double swing = arm.a * full.b - arm.b * full.a;
    least = std::min(least, swing);
    most = std::max(most, swing);
    player.advance(1 / 60.0);
  }
  EXPECT_LT(least, -0.1);
  EXPECT_GT(most, 0.1);
}

std::string suite_name(const ::testing::TestParamInfo<Rules>& rules) {
  return rules.param == Rules::rigby ? "Rigby" : rules.param == Rules::spine_4_2 ? "Spine42" : "Spine43";
}
INSTANTIATE_TEST_SUITE_P(EveryRules, Stepping, ::testing::ValuesIn(every_rules), suite_name);

const std::string three_shots =
    R"({"name": "one", "duration": 1}, {"name": "two", "duration": 0.55}, {"name": "three", "duration": 2})";

TEST(ScenePlayer, TellsWhichShotsHaveEnded) {
  ScenePlayer player(make_scene(actor_text("a"), three_shots));
  player.advance(0.9);
  EXPECT_TRUE(player.ended().empty());
  player.advance(0.2);
  ASSERT_EQ(player.ended().size(), 1u);
  EXPECT_EQ(player.ended()[0].value, 0u);
  EXPECT_NEAR(player.time(), 0.1, 1e-12);
  player.advance(1);  // over the whole of the second
  ASSERT_EQ(player.ended().size(), 1u);
  EXPECT_EQ(player.ended()[0].value, 1u);
  EXPECT_EQ(player.shot().value, 2u);
  EXPECT_FALSE(player.finished());
  player.advance(5);
  ASSERT_EQ(player.ended().size(), 1u);
  EXPECT_TRUE(player.finished());
  EXPECT_EQ(player.shot().value, 2u);
  EXPECT_EQ(player.time(), 2);
  player.advance(5);
  EXPECT_TRUE(player.ended().empty());
  ASSERT_TRUE(player.jump("two").has_value());
  EXPECT_FALSE(player.finished());
  player.advance(3);
  EXPECT_EQ(player.ended().size(), 2u);
}

TEST(ScenePlayer, RepeatsAShotOrTheWholeScene) {
  ScenePlayer player(make_scene(actor_text("a"), three_shots));
  player.set_repeat(SceneRepeat::shot);
  player.advance(2.5);
  EXPECT_EQ(player.ended().size(), 2u);
  EXPECT_EQ(player.shot().value, 0u);
  EXPECT_NEAR(player.time(), 0.5, 1e-12);
  player.set_repeat(SceneRepeat::scene);
  player.advance(0.5 + 0.55 + 2 + 0.25);
  EXPECT_EQ(player.ended().size(), 3u);
  EXPECT_EQ(player.shot().value, 0u);
  EXPECT_NEAR(player.time(), 0.25, 1e-12);
}

TEST(ScenePlayer, AFrameAtAShotsEndIsTheNextShotsFirst) {
  ScenePlayer player(make_scene(actor_text("a"), three_shots));
  for (int frame = 0; frame < 30; ++frame) player.advance(1 / 30.0);  // which do not add up to exactly 1
  EXPECT_EQ(player.shot().value, 1u);
  EXPECT_NEAR(player.time(), 0, 1e-9);
}

TEST(ScenePlayer, RefusesNoAmountOfTimeAndTakesNoTimeThatIsNone) {
  ScenePlayer player(make_scene(actor_text("a"), three_shots));
  player.set_repeat(SceneRepeat::shot);
  player.advance(1e18);
  EXPECT_LE(player.ended().size(), 10000u);
  player.seek(0.5);
  for (const double nothing : {0.0, -1.0, std::nan(""), HUGE_VAL}) player.advance(nothing);
  EXPECT_EQ(player.time(), 0.5);
  player.seek(-3);
  EXPECT_EQ(player.time(), 0);
  player.seek(99);
  EXPECT_EQ(player.time(), 1);
  player.seek(std::nan(""));
  EXPECT_EQ(player.time(), 0);
}

TEST(ScenePlayer, PlaysBetweenStepsThatAreFarApart) {
  Provider provider;
  const auto scene = parse_scene(
      R"({"scene": {"fps": 1e-9}, "stage": {"skeleton": "stage.json", "atlas": "box.atlas", "camera": "camera"},
          "shots": [{"name": "one", "duration": 2, "stage": [{"animation": "pan"}]}]})",
      {}, provider.assets);
  ASSERT_TRUE(scene.has_value());
  ScenePlayer player(*scene);
  player.advance(0.5);
  EXPECT_NEAR(player.camera().x, 40, 1e-9);
  EXPECT_FALSE(player.finished());
  player.advance(1.5);
  EXPECT_TRUE(player.finished());
}

TEST(ScenePlayer, JumpsToShotsThatAreThere) {
  ScenePlayer player(make_scene(actor_text("a"), three_shots));
  ASSERT_TRUE(player.jump("three", 0.5).has_value());
  EXPECT_EQ(player.shot().value, 2u);
  EXPECT_EQ(player.time(), 0.5);
  const Status status = player.jump("four");
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().code, ErrorCode::unknown_name);
  EXPECT_EQ(player.shot().value, 2u);
}

TEST(ScenePlayer, AClipStartsAtItsOffsetAndRunsAtItsSpeed) {
  ScenePlayer player(make_scene(actor_text("a"),
                                R"({"name": "one", "duration": 4, "actors": {"a": {"clips": [
        {"animation": "walk", "start": 0.5, "offset": 0.2, "speed": 0.5},
        {"animation": "walk", "start": 1, "offset": 0.7, "speed": 0}]}}})"));
  const SceneActorIndex a(0);
  const auto root = [&] { return player.bone_in_stage(a, BoneIndex(0)).tx; };
  player.seek(0.4);
  EXPECT_NEAR(root(), 0, 1e-9);
  player.seek(0.5);
  EXPECT_NEAR(root(), 20, 1e-9);
  player.seek(0.8);
  EXPECT_NEAR(root(), 35, 1e-9);
  player.seek(0.99);
  EXPECT_NEAR(root(), 44.5, 1e-9);
  player.seek(3);
  EXPECT_NEAR(root(), 70, 1e-9);  // held
}

TEST(ScenePlayer, ClipsOfOneTrackCrossfade) {
  // The arm is at 80 degrees at 0.4 s of "wave" and at rest in a "walk" held at its start.
  ScenePlayer player(make_scene(actor_text("a"),
                                R"({"name": "one", "duration": 4, "actors": {"a": {"clips": [
        {"animation": "wave", "speed": 0, "offset": 0.4},
        {"animation": "walk", "start": 1.01, "mix": 0.4, "speed": 0}]}}})"));
  const auto arm = [&] {
    const Affine& world = player.actor(SceneActorIndex(0)).world(BoneIndex(1));
    return std::atan2(world.b, world.a) * 180 / 3.14159265358979;
  };
  player.seek(1);
  EXPECT_NEAR(arm(), 80, 1e-6);
  player.seek(1.21);  // half way
  EXPECT_NEAR(arm(), 40, 1e-6);
  player.seek(1.41);
  EXPECT_NEAR(arm(), 0, 1e-6);
}

TEST(ScenePlayer, EventsComeOnceWithTheirActor) {
  ScenePlayer player(make_scene(actor_text("a") + "," + actor_text("b"),
                                R"({"name": "one", "duration": 0.61, "stage": [{"animation": "pan"}],
                                    "actors": {"b": {"clips": [{"animation": "walk", "loop": true}]}}})"));
  player.set_repeat(SceneRepeat::shot);
  std::size_t bells = 0, steps = 0;
  const auto count = [&](double seconds, int frames) {
    bells = steps = 0;
    for (int i = 0; i < frames; ++i) {
      player.advance(seconds / frames);
      for (const SceneEvent& event : player.events()) {
        if (event.actor) {
          EXPECT_EQ(event.actor.value, 1u);
          ++steps;
        } else {
          ++bells;
        }
      }
    }
  };
  // A round has bells at 0 and 0.5; the walk of one second steps at 0 and 0.3.
  count(0.4, 7);
  EXPECT_EQ(bells, 1u);
  EXPECT_EQ(steps, 2u);
  count(0.2, 100);
  EXPECT_EQ(bells, 1u);
  EXPECT_EQ(steps, 0u);
  count(0.61 * 3, 40);
  EXPECT_EQ(bells, 6u);
  EXPECT_EQ(steps, 6u);
  player.seek(0.4);
  EXPECT_TRUE(player.events().empty());
  player.advance(0.2);
  EXPECT_EQ(player.events().size(), 1u);
}

TEST(ScenePlayer, AnEventAfterTheLastStepComesBeforeTheShotEnds) {
  // The last step is at 0.467 s, the bell at 0.495 and 0.49, the end at 0.497 and 0.492.
  ScenePlayer player(make_scene(
      "", R"({"name": "one", "duration": 0.497, "stage": [{"animation": "pan", "start": 0.005, "offset": 0.01}]},
                                        {"name": "two", "duration": 0.492, "stage": [{"animation": "pan", "offset": 0.01}]})"));
  player.advance(0.494);
  EXPECT_TRUE(player.events().empty());
  player.advance(0.3);
  EXPECT_EQ(player.ended().size(), 1u);
  ASSERT_EQ(player.events().size(), 1u);
  EXPECT_EQ(player.events()[0].shot.value, 0u);
  player.advance(0.19);
  EXPECT_EQ(player.events().size(), 0u);
  player.advance(0.1);
  EXPECT_EQ(player.ended().size(), 1u);
  EXPECT_EQ(player.events().size(), 1u);
}

TEST(ScenePlayer, AShotPutsActorsOtherwiseAndLeavesTheOthersAsTheyAre) {
  const auto scene = make_scene(
      actor_text("a", R"("x": 10, "y": 20, "ground": 3, "scale": 2)") + ", " + actor_text("b", R"("x": 1)"),
      R"({"name": "one", "duration": 1, "actors": {"a": {"x": 5, "flip": true, "skin": "other"}, "b": {"visible": false}}},
         {"name": "two", "duration": 1, "actors": {"b": {"y": 4, "scale": 0.25}}})");
  ASSERT_NE(scene, nullptr);
  ScenePlayer player(scene);
  const SceneActorIndex a(0), b(1);
  Affine m = player.actor_to_stage(a);
  EXPECT_EQ(m.a, -2);
  EXPECT_EQ(m.d, 2);
  EXPECT_EQ(m.tx, 5);
  EXPECT_EQ(m.ty, 23);
  EXPECT_EQ(player.actor(a).skin(), scene->actors[0].skeleton.data->find_skin("other"));
  EXPECT_FALSE(player.placement(b).visible);
  ASSERT_TRUE(player.jump("two").has_value());
  m = player.actor_to_stage(a);
  EXPECT_EQ(m.a, 2);
  EXPECT_EQ(m.tx, 10);
  EXPECT_FALSE(player.actor(a).skin().valid());
  EXPECT_TRUE(player.placement(b).visible);
  m = player.actor_to_stage(b);
  EXPECT_EQ(m.d, 0.25);
  EXPECT_EQ(m.tx, 1);
  EXPECT_EQ(m.ty, 4);
}

TEST(ScenePlayer, FramesDoNotAllocateOnceWarm) {
  for (const Rules rules : every_rules) {
    const auto scene = make_scene(actor_text("a"), one_shot(), rules);
    ASSERT_NE(scene, nullptr);
    ScenePlayer player(scene);
    DrawList list;
    const auto play = [&](int frames) {
      for (int i = 0; i < frames; ++i) {
        player.advance(1 / 77.0);
        list.clear();
        player.draw(list);
      }
    };
    play(100);
    const AllocationCounter counter;
    play(100);
    EXPECT_EQ(counter.count(), 0u) << name_of(rules);
    EXPECT_FALSE(player.finished());
  }
}

}  // namespace
}  // namespace sinew::test
