// Sequence timelines. Spec: animation.md 5.5, drawing.md 4.4.
#include "pose/sequence.hpp"

#include <cmath>
#include <limits>

#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::both_spine;
using test::every_rules;
using test::Rules;

TEST(SequenceFrame, CountsByItsMode) {
  // animation.md 5.5, the example: 4 frames, index 0, delay 0.125, 0.75 s after the key: k' = 6.
  const auto frame = [](SequenceMode mode) { return sequence_frame_at({mode, 0, 0.125}, 0.75, 4); };
  EXPECT_EQ(frame(SequenceMode::hold), 0);
  EXPECT_EQ(frame(SequenceMode::once), 3);
  EXPECT_EQ(frame(SequenceMode::loop), 2);
  EXPECT_EQ(frame(SequenceMode::ping_pong), 0);
  EXPECT_EQ(frame(SequenceMode::once_reverse), 0);
  EXPECT_EQ(frame(SequenceMode::loop_reverse), 1);
  EXPECT_EQ(frame(SequenceMode::ping_pong_reverse), 3);
}

TEST(SequenceFrame, RunsThroughItsFramesStepByStep) {
  struct Case {
    SequenceMode mode;
    std::vector<int> frames;
  };
  // Three frames, a second each, from index 0.
  const Case cases[] = {
      {SequenceMode::hold, {0, 0, 0, 0, 0, 0, 0, 0}},
      {SequenceMode::once, {0, 1, 2, 2, 2, 2, 2, 2}},
      {SequenceMode::loop, {0, 1, 2, 0, 1, 2, 0, 1}},
      {SequenceMode::ping_pong, {0, 1, 2, 1, 0, 1, 2, 1}},
      {SequenceMode::once_reverse, {2, 1, 0, 0, 0, 0, 0, 0}},
      {SequenceMode::loop_reverse, {2, 1, 0, 2, 1, 0, 2, 1}},
      {SequenceMode::ping_pong_reverse, {2, 1, 0, 1, 2, 1, 0, 1}},
  };
  for (const Case& c : cases) {
    for (int second = 0; second < 8; ++second) {
      EXPECT_EQ(sequence_frame_at({c.mode, 0, 1}, second + 0.5, 3), c.frames[second])
          << static_cast<int>(c.mode) << ' ' << second;
      EXPECT_EQ(sequence_frame_at({c.mode, 0, 1}, second, 3), c.frames[second])
          << static_cast<int>(c.mode) << ' ' << second;
    }
    EXPECT_EQ(sequence_frame_at({c.mode, 1, 1}, 3, 3), c.mode == SequenceMode::hold ? 1 : c.frames[4])
        << "from index 1";
  }
}

TEST(SequenceFrame, ForgivesTimesJustBeforeAFrame) {
  // The quotient gets 1e-5 added: 0.3 / 0.1 is just below 3 in binary.
  EXPECT_EQ(sequence_frame_at({SequenceMode::loop, 0, 0.1}, 0.3, 10), 3);
  EXPECT_EQ(sequence_frame_at({SequenceMode::loop, 0, 1}, 2.99999, 10), 3);
  EXPECT_EQ(sequence_frame_at({SequenceMode::loop, 0, 1}, 2.9999, 10), 2);
}

TEST(SequenceFrame, OneImageIsAlwaysFrame0) {
  for (int mode = 1; mode < 7; ++mode) {
    for (double time : {0.0, 1.0, 2.5, 100.0})
      EXPECT_EQ(sequence_frame_at({static_cast<SequenceMode>(mode), 0, 1}, time, 1), 0);
  }
}

TEST(SequenceFrame, WithoutADelayNoTimePasses) {
  for (double delay : {0.0, -1.0}) {
    EXPECT_EQ(sequence_frame_at({SequenceMode::loop, 1, delay}, 100, 4), 1);
    EXPECT_EQ(sequence_frame_at({SequenceMode::once_reverse, 1, delay}, 100, 4), 2);
  }
}

TEST(SequenceFrame, StaysInTheListForHostileKeys) {
  for (int mode = 1; mode < 7; ++mode) {
    for (std::int32_t index : {0, -5, 2147483647, -2147483647 - 1}) {
      for (double delay : {1e-300, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
        for (double elapsed :
             {0.0, 1e300, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
          const std::int32_t frame = sequence_frame_at({static_cast<SequenceMode>(mode), index, delay}, elapsed, 4);
          EXPECT_GE(frame, 0);
          EXPECT_LT(frame, 4);
        }
      }
    }
  }
}

// -- Timelines --------------------------------------------------------------------------------------------------------

SkeletonDataPtr with_sequence(Rules rules, std::string_view keys,
                              std::string_view sequence = R"("count": 4, "setup": 2)") {
  return test::make_data(rules,
                         R"("bones": [{"name": "root"}], "slots": [{"name": "s", "bone": "root", "attachment": "r"}],
    "skins": [{"name": "default", "attachments": {"s": {"r": {"width": 1, "height": 1, "sequence": {)" +
                             std::string(sequence) + R"(}}, "plain": {"width": 1, "height": 1}}}}],
    "animations": {"a": {"attachments": {"default": {"s": {"r": {"sequence": )" +
                             std::string(keys) + "}}}}}}");
}

std::uint32_t frame_after(const SkeletonDataPtr& data, double time, const ApplyOptions& options = {}) {
  if (!data) return 99;
  Skeleton skeleton(data);
  apply(skeleton, test::animation(data, "a"), time, options);
  return skeleton.sequence_frame(SlotIndex(0));
}

constexpr std::string_view keys =
    R"([{"time": 0.25, "mode": "loop", "delay": 0.125}, {"time": 2, "mode": "hold", "index": 1},
                                      {"time": 3, "mode": "once", "index": 1}, {"time": 4, "index": 9}])";

TEST(ApplySequence, TakesTheKeyInForce) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = with_sequence(rules, keys);
    EXPECT_EQ(frame_after(data, 0.25), 0u);
    EXPECT_EQ(frame_after(data, 1), 2u);
    EXPECT_EQ(frame_after(data, 2), 1u);
    EXPECT_EQ(frame_after(data, 2.9), 1u);
    EXPECT_EQ(frame_after(data, 3), 1u);
    EXPECT_EQ(frame_after(data, 3.2), 2u) << "the delay is carried over from the key before, also over mode hold";
    EXPECT_EQ(frame_after(data, 4), 3u) << "an index beyond the end shows the last image";
  }
}

TEST(ApplySequence, ShowsTheSetupFrameWithoutATimeline) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = with_sequence(rules, keys);
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    EXPECT_EQ(skeleton.sequence_frame(SlotIndex(0)), 2u);
    apply(skeleton, test::animation(data, "a"), 2);
    EXPECT_EQ(skeleton.sequence_frame(SlotIndex(0)), 1u);
    skeleton.set_slots_to_setup_pose();
    EXPECT_EQ(skeleton.sequence_frame(SlotIndex(0)), 2u);
  }
}

TEST(ApplySequence, BeforeTheFirstKey) {
  EXPECT_EQ(frame_after(with_sequence(Rules::rigby, keys), 0), 0u) << "rigby: that key, at its start";
  for (Rules rules : both_spine) EXPECT_EQ(frame_after(with_sequence(rules, keys), 0), 2u) << "spine: the setup frame";
}

TEST(ApplySequence, RigbyChangesFromHalfTheWeightOn) {
  const SkeletonDataPtr data = with_sequence(Rules::rigby, keys);
  EXPECT_EQ(frame_after(data, 2, {.weight = 0.49}), 2u);
  EXPECT_EQ(frame_after(data, 2, {.weight = 0.5}), 1u);
  EXPECT_EQ(frame_after(data, 2, {.weight = 0.51}), 1u);
}

TEST(ApplySequence, SpineIgnoresTheWeight) {
  for (Rules rules : both_spine) {
    const SkeletonDataPtr data = with_sequence(rules, keys);
    EXPECT_EQ(frame_after(data, 2, {.weight = 0.01}), 1u);
    EXPECT_EQ(frame_after(data, 2, {.base = MixBase::setup, .mixing_out = true}), 2u);
  }
}

TEST(ApplySequence, AnotherAttachmentStartsAtItsSetupFrame) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = with_sequence(rules, keys);
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    apply(skeleton, test::animation(data, "a"), 2);
    const AttachmentIndex sequence = skeleton.attachment(SlotIndex(0));
    skeleton.set_attachment(SlotIndex(0), sequence);
    EXPECT_EQ(skeleton.sequence_frame(SlotIndex(0)), 1u) << "setting what is there already changes nothing";
    skeleton.set_attachment(SlotIndex(0), data->find_attachment({}, SlotIndex(0), "plain"));
    EXPECT_EQ(skeleton.sequence_frame(SlotIndex(0)), 0u) << "no sequence";
    skeleton.set_attachment(SlotIndex(0), sequence);
    EXPECT_EQ(skeleton.sequence_frame(SlotIndex(0)), 2u);
  }
}

TEST(ApplySequence, DoesNotReachAnotherAttachment) {
  for (Rules rules : every_rules) {
    const SkeletonDataPtr data = with_sequence(rules, keys);
    ASSERT_TRUE(data);
    Skeleton skeleton(data);
    const AttachmentIndex sequence = skeleton.attachment(SlotIndex(0));
    skeleton.set_attachment(SlotIndex(0), data->find_attachment({}, SlotIndex(0), "plain"));
    apply(skeleton, test::animation(data, "a"), 2);
    skeleton.set_attachment(SlotIndex(0), sequence);
    EXPECT_EQ(skeleton.sequence_frame(SlotIndex(0)), 2u);
  }
}

TEST(ApplySequence, CountsTheFramesOfTheTimelinesMeshUpTo42AndOfTheSlotsIn43) {
  // The source has 4 images, the linked mesh 3; looping for 5 frames gives 1 of 4 and 2 of 3.
  for (Rules rules : both_spine) {
    const std::string source = rules == Rules::spine_4_3 ? R"("source": "mesh")" : R"("parent": "mesh")";
    const SkeletonDataPtr data = test::make_data(
        rules, R"("bones": [{"name": "root"}], "slots": [{"name": "s", "bone": "root", "attachment": "linked"}],
      "skins": [{"name": "default", "attachments": {"s": {
        "mesh": {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "vertices": [0, 0, 1, 0, 1, 1], "hull": 3, "sequence": {"count": 4}},
        "linked": {"type": "linkedmesh", "sequence": {"count": 3}, )" +
                   source + R"(}}}}],
      "animations": {"a": {"attachments": {"default": {"s": {"mesh": {"sequence": [{"mode": "loop", "delay": 1}]}}}}}})");
    EXPECT_EQ(frame_after(data, 5), rules == Rules::spine_4_3 ? 2u : 1u) << test::name_of(rules);
  }
}

}  // namespace
}  // namespace sinew
