#include "pose/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "base/arena.hpp"
#include "model/compile_animations.hpp"
#include "model/sample_curves.hpp"
#include "pose/apply.hpp"
#include "pose/apply_program.hpp"
#include "pose/curves.hpp"
#include "support/corpus.hpp"
#include "support/skeletons.hpp"

namespace sinew {
namespace {

std::uint64_t bits(double x) {
  std::uint64_t number;
  std::memcpy(&number, &x, sizeof number);
  return number;
}

/// Timelines of all kinds of keys, some of them at the same times as others.
class RandomTimelines {
 public:
  explicit RandomTimelines(std::uint32_t seed) : random_(seed) {
    const std::size_t count = 1 + random_() % 12;
    for (std::size_t i = 0; i < count; ++i) {
      const bool copy = !timelines_.empty() && random_() % 3 == 0;
      Timeline timeline = copy ? timelines_[random_() % timelines_.size()] : Timeline{};
      if (copy) {
        fill_values(timeline);  // at the same times
      } else {
        make(timeline);
      }
      timelines_.push_back(timeline);
      duration_ = std::max(duration_, timeline.times.back());
    }
    TrackScratch scratch(arena_);
    compile_tracks(arena_, timelines_, duration_, program_, scratch);
  }

  /// Times at which something may happen, and others.
  std::vector<double> times() {
    std::vector<double> all = {-1e300, -5, 0, duration_, duration_ + 1, 1e300, INFINITY, -INFINITY, NAN};
    for (const TimeChannel& channel : program_.channels) {
      for (std::uint32_t i = 0; i < channel.count; ++i) {
        const double start = channel.starts[i];
        for (const double time : {start, std::nextafter(start, -1e9), std::nextafter(start, 1e9)}) all.push_back(time);
      }
    }
    for (int i = 0; i < 100; ++i) all.push_back(unit() * duration_ * 1.1 - 0.1);
    return all;
  }

  [[nodiscard]] const std::vector<Timeline>& timelines() const { return timelines_; }
  [[nodiscard]] const AnimationProgram& program() const { return program_; }

 private:
  double unit() { return std::uniform_real_distribution<double>(0, 1)(random_); }

  void make(Timeline& timeline) {
    const std::size_t keys = 1 + random_() % (random_() % 8 == 0 ? 200 : 9);
    timeline.components = static_cast<std::uint8_t>(1 + random_() % 4);
    timeline.type = TimelineType::rotate;
    timeline.curves_per_key = timeline.components;
    if (random_() % 3 == 0) {
      const bool deform = random_() % 2 == 0;
      timeline.type = deform ? TimelineType::deform : TimelineType::attachment;
      timeline.components = 0;
      timeline.curves_per_key = deform ? 1 : 0;
    }
    const std::span<double> times = arena_.array<double>(keys);
    const std::span<std::uint32_t> curves = arena_.array<std::uint32_t>(keys);
    std::vector<Bezier> beziers;
    double time = random_() % 3 == 0 ? unit() * 2 - 1 : 0;
    for (std::size_t k = 0; k < keys; ++k) {
      times[k] = time;
      time += random_() % 6 == 0 ? 0 : random_() % 2 == 0 ? 1.0 / 30 : unit();
    }
    const bool one_curve = random_() % 2 == 0, wild = random_() % 5 == 0;
    for (std::size_t k = 0; k < keys; ++k) {
      const auto kind = random_() % 4;
      curves[k] = kind == 0   ? Timeline::kStepped
                  : kind == 1 ? Timeline::kLinear
                              : static_cast<std::uint32_t>(beziers.size());
      if (kind < 2) continue;
      const double t1 = times[k], t2 = k + 1 < keys ? times[k + 1] : t1 + 1;
      Bezier handles;
      for (std::size_t c = 0; c < timeline.curves_per_key; ++c) {
        if (c == 0 || !one_curve) {
          handles.cx1 = t1 + (t2 - t1) * (wild ? unit() * 6 - 3 : unit());
          handles.cx2 = t1 + (t2 - t1) * (wild ? unit() * 6 - 3 : unit());
        }
        handles.cy1 = unit() * 200 - 100;
        handles.cy2 = unit() * 200 - 100;
        beziers.push_back(handles);
      }
    }
    timeline.times = times;
    timeline.curves = curves;
    timeline.beziers = arena_.copy(std::span<const Bezier>(beziers));
    fill_values(timeline);
  }

  void fill_values(Timeline& timeline) {
    const std::span<double> values = arena_.array<double>(timeline.times.size() * timeline.components);
    for (double& value : values) value = random_() % 5 == 0 ? 0 : unit() * 400 - 200;
    timeline.values = values;
  }

  std::mt19937 random_;
  Arena arena_;
  std::vector<Timeline> timelines_;
  AnimationProgram program_;
  double duration_ = 0;
};

/// The timeline as it would be worked out key by key.
Timeline without_tables(Timeline timeline) {
  timeline.tracks = nullptr;
  return timeline;
}

TEST(Sampling, GivesTheBitsOfTheCurves) {
  std::size_t compared = 0, shared = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    RandomTimelines animation(seed);
    std::size_t components = 0;
    for (const Timeline& timeline : animation.timelines()) components += std::max<std::size_t>(timeline.components, 1);
    shared += components - animation.program().channels.size();
    for (const double time : animation.times()) {
      const Samples samples(&animation.program(), time);
      ASSERT_NE(samples.moment().samples, nullptr);
      for (const Timeline& timeline : animation.timelines()) {
        const Timeline plain = without_tables(timeline);
        for (const Moment& at : {samples.moment(), Moment{time}}) {
          if (timeline.components == 0) {
            ASSERT_EQ(key_at(timeline, at), key_in_force(timeline.times, time)) << "seed " << seed << " at " << time;
          }
          if (timeline.type == TimelineType::deform) {
            const DeformSegment expected = evaluate_deform(plain, Moment{time}, RuleSet::spine_4_2);
            const DeformSegment got = evaluate_deform(timeline, at, RuleSet::spine_4_2);
            ASSERT_EQ(got.key, expected.key);
            ASSERT_EQ(got.to_next, expected.to_next);
            ASSERT_EQ(bits(got.fraction), bits(expected.fraction)) << "seed " << seed << " at " << time;
            continue;
          }
          if (timeline.components == 0) continue;
          double expected[4] = {}, got[4] = {};
          const bool keyed = evaluate(plain, Moment{time}, RuleSet::spine_4_2, expected);
          ASSERT_EQ(evaluate(timeline, at, RuleSet::spine_4_2, got), keyed) << "seed " << seed << " at " << time;
          for (std::size_t c = 0; keyed && c < timeline.components; ++c) {
            ASSERT_EQ(bits(got[c]), bits(expected[c]))
                << "seed " << seed << " at " << time << ", " << got[c] << " for " << expected[c];
          }
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 100'000u);
  EXPECT_GT(shared, 300u) << "timelines with the same times have one channel";
}

/// What a timeline is sampled to, and what lies behind, which nobody may touch.
std::vector<double> sampled(const Timeline& timeline, bool four) {
  constexpr double untouched = 12345.5;
  constexpr std::size_t behind = 4;
  const std::size_t count = count_pieces(timeline);
  std::vector<double> all;
  const auto add = [&](std::size_t numbers, auto sample) {
    std::vector<double> out(numbers + behind, untouched);
    sample(out.data());
    EXPECT_TRUE(std::all_of(out.end() - behind, out.end(), [=](double x) { return x == untouched; }));
    all.insert(all.end(), out.begin(), out.end());
  };
  if (timeline.type == TimelineType::deform) {
    add(count * 2, [&](double* out) { sample_progress(timeline, out, four); });
  }
  for (std::size_t c = 0; c < timeline.components; ++c) {
    std::vector<Piece> pieces(count);
    add(count, [&](double* starts) { sample_times(timeline, c, starts, pieces.data(), four); });
    for (const Piece& piece : pieces) all.insert(all.end(), {piece.start, piece.width});
    for (std::size_t lanes = 1; c + lanes <= timeline.components; ++lanes) {
      add(count * lanes, [&](double* out) { sample_values(timeline, c, lanes, out, four); });
    }
  }
  return all;
}

TEST(Sampling, FourLanesGiveTheBitsOfTwo) {
  if (!has_four_lanes()) GTEST_SKIP() << "this processor, or this build, has no four lanes";
  std::size_t compared = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    RandomTimelines animation(seed);
    for (const Timeline& timeline : animation.timelines()) {
      const std::vector<double> two = sampled(timeline, false), four = sampled(timeline, true);
      ASSERT_EQ(two.size(), four.size());
      for (std::size_t i = 0; i < two.size(); ++i) ASSERT_EQ(bits(two[i]), bits(four[i])) << "seed " << seed;
      compared += two.size();
    }
    for (const TimeChannel& channel : animation.program().channels) {
      std::vector<std::uint32_t> two(40), four(40);
      count_starts(channel, 3.7, 12, two.data() + 1, 3, false);
      count_starts(channel, 3.7, 12, four.data() + 1, 3, true);
      ASSERT_EQ(two, four) << "seed " << seed;
    }
  }
  EXPECT_GT(compared, 100'000u);
}

TEST(Sampling, LeavesNumbersOutOfTheOrdinaryToTheCurves) {
  Arena arena;
  const double times[] = {0, 1}, values[] = {1.7e308, -1.7e308};
  const std::uint32_t curves[] = {Timeline::kStepped, Timeline::kLinear};
  std::vector<Timeline> timelines(1);
  timelines[0].components = timelines[0].curves_per_key = 1;
  timelines[0].times = times;
  timelines[0].values = values;
  timelines[0].curves = curves;
  AnimationProgram program;
  TrackScratch scratch(arena);
  compile_tracks(arena, timelines, 1, program, scratch);
  EXPECT_EQ(timelines[0].tracks, nullptr);
  double value = 0;
  ASSERT_TRUE(evaluate(timelines[0], Moment{0.5}, RuleSet::spine_4_2, &value));
  EXPECT_EQ(value, 1.7e308);
}

/// Applies an animation at many times, in steps and timeline by timeline, from poses that are not the setup pose.
void expect_same_poses(const SkeletonDataPtr& data, bool wide) {
  for (const Animation& animation : data->animations) {
    Skeleton in_steps(data), one_by_one(data);
    for (Skeleton* skeleton : {&in_steps, &one_by_one}) {
      if (wide) skeleton->reserve();
    }
    for (int frame = 0; frame < 80; ++frame) {
      const double time = (frame * 7 % 41 - 2) * animation.duration / 33;
      // Some from where the time before has left them.
      for (Skeleton* skeleton : {&in_steps, &one_by_one}) {
        if (frame % 4 < 2) skeleton->set_to_setup_pose();
      }
      ApplyOptions options;
      options.base = frame % 2 == 0 ? MixBase::setup : MixBase::first;
      apply(in_steps, animation, time, options);
      Mix mix;
      mix.rules = data->compiled->rules;
      mix.base = options.base;
      mix.previous_time = time;
      for (const Timeline& timeline : animation.timelines) {
        apply_timeline(one_by_one.buffers(), without_tables(timeline), Moment{time}, mix);
      }
      for (std::uint32_t i = 0; i < data->bones.size(); ++i) {
        const BonePose a = in_steps.local_pose(BoneIndex(i)), b = one_by_one.local_pose(BoneIndex(i));
        ASSERT_EQ(std::memcmp(&a, &b, sizeof a), 0) << animation.name << " at " << time << ", " << data->bones[i].name;
      }
      for (std::uint32_t i = 0; i < data->slots.size(); ++i) {
        const SlotIndex slot(i);
        ASSERT_TRUE(in_steps.color(slot) == one_by_one.color(slot)) << animation.name << " at " << time;
        ASSERT_EQ(in_steps.attachment(slot), one_by_one.attachment(slot)) << animation.name << " at " << time;
        const std::span<const double> a = in_steps.deform(slot), b = one_by_one.deform(slot);
        ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << animation.name << " at " << time;
      }
      for (std::uint32_t i = 0; i < data->constraints.size(); ++i) {
        const std::span<const double> a = in_steps.keyed_values(ConstraintIndex(i));
        const std::span<const double> b = one_by_one.keyed_values(ConstraintIndex(i));
        ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << animation.name << " at " << time;
      }
    }
  }
}

TEST(Sampling, AnAnimationInStepsIsTheSameAsTimelineByTimeline) {
  const std::string keys = R"(
    "rotate": [{"time": 0.2, "value": 10, "curve": [0.25, 10, 0.4, 80]}, {"time": 1, "value": 80}],
    "translate": [{"x": 3, "y": 4, "curve": [0.2, 3, 0.5, 9, 0.3, 1, 0.9, 5]}, {"time": 1, "x": 7}],
    "translatex": [{"time": 0.5, "value": 100}],
    "scale": [{"time": 0.4, "x": 2, "y": 3}, {"time": 0.8, "x": -1, "y": 0.5}],
    "shear": [{"x": 1, "curve": "stepped"}, {"time": 0.6, "y": 4}])";
  for (test::Rules rules : test::both_spine) {
    const SkeletonDataPtr data = test::with_bone_timelines(rules, "", keys);
    ASSERT_TRUE(data);
    for (const bool wide : {false, true}) expect_same_poses(data, wide);
  }
}

TEST(Sampling, PublishedCharactersToo) {
  const auto corpus = test::corpus();
  if (!corpus) GTEST_SKIP() << "no corpus";
  for (const char* file : {"4.2/spineboy/spineboy-pro.json", "4.2/raptor/raptor-pro.json",
                           "4.2/goblins/goblins-pro.json", "4.2/owl/owl-pro.json", "4.2/cloud-pot/cloud-pot.json"}) {
    const auto data = load_skeleton((*corpus / file).string());
    ASSERT_TRUE(data) << file;
    expect_same_poses(*data, false);
  }
}

}  // namespace
}  // namespace sinew
