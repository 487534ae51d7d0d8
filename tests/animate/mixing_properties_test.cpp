// What holds of every crossfade, whatever is played and however time goes on: random sequences, the same ones each
// time.
//
// Where the recorded behaviour of the reference is otherwise, that is what is played, and the test says so.
#include <algorithm>
#include <cmath>
#include <map>

#include "support/player.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

using test::Random;
using test::Rules;

/// Ten animations that hold values: p0 to p9 put the bone to x = 0, 10, .. and turn it by values that lie less than a
/// quarter turn apart; "spin" and "sway" turn it; "u" shows attachment u, "l" attachment l, "hide" shows nothing and u
/// by turns, "late" keys the slot only from 0.4 s on, and setup is s.
SkeletonDataPtr poses(Rules rules) {
  std::string animations;
  for (int i = 0; i < 10; ++i) {
    animations += "\"p" + std::to_string(i) + R"(": {"bones": {"bone": {"translate": [{"x": )" +
                  std::to_string(10 * i) + R"(}, {"time": 1, "x": )" + std::to_string(10 * i) +
                  R"(}], "rotate": [{"value": )" + std::to_string(i * 9 - 40) + R"(}, {"time": 1, "value": )" +
                  std::to_string(i * 9 - 40) + "}]}}}, ";
  }
  return test::make_data(rules, R"("bones": [{"name": "root"}, {"name": "bone", "parent": "root"}],
    "slots": [{"name": "slot", "bone": "bone", "attachment": "s"}],
    "skins": [{"name": "default", "attachments": {"slot": {"s": {"width": 1, "height": 1}, "u": {"width": 1, "height": 1},
               "l": {"width": 1, "height": 1}}}}],
    "animations": {)" + animations + R"("spin": {"bones": {"bone": {"rotate": [{}, {"time": 1, "value": 360}]}}},
      "sway": {"bones": {"bone": {"rotate": [{"value": -100}, {"time": 1, "value": 100}, {"time": 2, "value": -100}]}}},
      "nod": {"bones": {"bone": {"rotate": [{"value": 30}, {"time": 0.7, "value": -50}, {"time": 1.4, "value": 30}]}}},
      "u": {"slots": {"slot": {"attachment": [{"name": "u"}]}}, "bones": {"bone": {"shear": [{}, {"time": 1}]}}},
      "l": {"slots": {"slot": {"attachment": [{"name": "l"}]}}},
      "hide": {"slots": {"slot": {"attachment": [{"name": null}, {"time": 0.3, "name": "u"}, {"time": 0.6, "name": null}]}}},
      "late": {"slots": {"slot": {"attachment": [{"time": 0.4, "name": "u"}, {"time": 0.8, "name": null}]}}},
      "none": {"bones": {"bone": {"shear": [{}, {"time": 1}]}}}})");
}

const SkeletonDataPtr& shared_poses(Rules rules) {
  static std::map<Rules, SkeletonDataPtr> all;
  SkeletonDataPtr& data = all[rules];
  if (!data) data = poses(rules);
  return data;
}

struct Stage {
  explicit Stage(Rules rules) : data(shared_poses(rules)), skeleton(data), state(data) {}
  EntryId set(std::uint32_t track, std::string_view name, double mix) {
    const EntryId entry = state.set_animation(track, data->find_animation(name), Loop::yes);
    state.set_mix_duration(entry, mix);
    return entry;
  }
  void step(double dt, bool reset = true) {
    if (reset) skeleton.set_to_setup_pose();
    state.update(dt);
    state.apply(skeleton);
  }
  double x() const { return skeleton.local_pose(BoneIndex(1)).x; }
  double rotation() const { return skeleton.local_pose(BoneIndex(1)).rotation; }

  SkeletonDataPtr data;
  Skeleton skeleton;
  AnimationState state;
};

std::string pose_name(std::uint32_t i) {
  return "p" + std::to_string(i);
}

constexpr double tolerance = 1e-9;

TEST(MixingProperties, AValueMixedBetweenTwoHeldOnesStaysBetweenThemAndMovesOneWay) {
  for (const Rules rules : test::every_rules) {
    Random random(11);
    for (int sequence = 0; sequence < 800; ++sequence) {
      Stage stage(rules);
      const std::uint32_t a = random.below(10), b = random.below(10), lower = random.below(10);
      const std::uint32_t track = random.below(2);
      stage.set(0, pose_name(lower), 0);
      stage.set(track, pose_name(a), 0);
      stage.step(random.between(0, 2));
      double last = stage.x();
      ASSERT_NEAR(last, 10 * a, tolerance);
      stage.set(track, pose_name(b), random.between(0.01, 2));
      // Recorded: 4.2 holds only the first track's values, so that on an upper track the lower one shows through.
      const bool dips = rules == Rules::spine_4_2 && track == 1;
      const double low = 10.0 * (dips ? std::min({a, b, lower}) : std::min(a, b));
      const double high = 10.0 * (dips ? std::max({a, b, lower}) : std::max(a, b));
      for (int i = 0; i < 30; ++i) {
        stage.step(random.between(0, 0.15));
        ASSERT_GE(stage.x(), low - tolerance) << test::name_of(rules) << ' ' << sequence;
        ASSERT_LE(stage.x(), high + tolerance) << test::name_of(rules) << ' ' << sequence;
        if (!dips) {
          ASSERT_GE((stage.x() - last) * (double(b) - double(a)), -tolerance)
              << test::name_of(rules) << ' ' << sequence;
        }
        last = stage.x();
      }
      stage.step(5);
      stage.step(0);
      ASSERT_NEAR(stage.x(), 10 * b, tolerance) << "and arrives";
    }
  }
}

TEST(MixingProperties, HoweverOftenACrossfadeIsInterruptedTheValueStaysAmongThoseThatWerePlayed) {
  for (const Rules rules : test::every_rules) {
    Random random(12);
    for (int sequence = 0; sequence < 800; ++sequence) {
      Stage stage(rules);
      std::uint32_t low = random.below(10), high = low;
      stage.set(0, pose_name(low), 0);
      stage.step(0.1);
      for (int i = 0; i < 30; ++i) {
        if (random.chance(0.3)) {
          const std::uint32_t next = random.below(10);
          low = std::min(low, next), high = std::max(high, next);
          stage.set(0, pose_name(next), random.between(0, 1));
        }
        stage.step(random.between(0, 0.15));
        ASSERT_GE(stage.x(), 10 * low - tolerance) << test::name_of(rules) << ' ' << sequence;
        ASSERT_LE(stage.x(), 10 * high + tolerance) << test::name_of(rules) << ' ' << sequence;
      }
    }
  }
}

/// How far apart two angles are.
double apart(double a, double b) {
  return std::fabs(std::remainder(a - b, 360.0));
}

// Weights change by at most dt / mix a crossfade, and what is mixed is less than half a turn apart.
TEST(MixingProperties, NoRotationSnapsByMoreThanItsStep) {
  for (const Rules rules : test::every_rules) {
    Random random(13);
    for (int sequence = 0; sequence < 500; ++sequence) {
      Stage stage(rules);
      const double mix = random.between(0.2, 1), dt = random.between(0.002, 0.02);
      stage.set(0, pose_name(random.below(10)), 0);
      stage.step(dt);
      double last = stage.rotation();
      for (int i = 0; i < 120; ++i) {
        if (random.chance(0.05)) stage.set(0, pose_name(random.below(10)), mix);
        stage.step(dt);
        // At most so many crossfades are under way at once.
        const double most = 90 * (dt / mix) * 6 + tolerance;
        ASSERT_LE(apart(stage.rotation(), last), most) << test::name_of(rules) << ' ' << sequence << ' ' << i;
        last = stage.rotation();
      }
    }
  }
}

// Over a lower track that goes round and round. Under rigby rotations are plain numbers, which jump where the lower
// animation does, at the end of its round: that is the page's rule.
TEST(MixingProperties, NoRotationSnapsOverASpinningTrack) {
  for (const Rules rules : test::both_spine) {
    Random random(14);
    for (int sequence = 0; sequence < 300; ++sequence) {
      Stage stage(rules);
      const double alpha = random.between(0.05, 0.95), dt = random.between(0.003, 0.03), speed = random.between(0.3, 2);
      stage.state.set_time_scale(stage.set(0, "spin", 0), speed);
      stage.state.set_alpha(stage.set(1, pose_name(random.below(10)), 0), alpha);
      stage.step(dt);
      double last = stage.rotation();
      for (int i = 0; i < 150; ++i) {
        stage.step(dt);
        ASSERT_LE(apart(stage.rotation(), last), 360 * speed * dt + 1e-6) << test::name_of(rules) << ' ' << sequence;
        last = stage.rotation();
      }
    }
  }
}

TEST(MixingProperties, AlphaUpAndDownForLongLeavesRotationsWithinATurnOfAFreshPose) {
  for (const Rules rules : test::every_rules) {
    for (const bool reset : {true, false}) {
      Random random(15);
      for (int sequence = 0; sequence < 20; ++sequence) {
        Stage stage(rules);
        stage.set(0, "sway", 0);
        const EntryId upper = stage.set(1, "nod", 0);
        const double period = random.between(20, 200), dt = random.between(0.005, 0.05);
        double time = 0;
        for (int frame = 0; frame < 700; ++frame) {
          const double wave = std::fabs(std::remainder(frame, period)) / (period / 2);
          stage.state.set_alpha(upper, wave);
          stage.step(dt, reset);
          time += dt;
          Stage fresh(rules);
          fresh.state.set_track_time(fresh.set(0, "sway", 0), time);
          const EntryId other = fresh.set(1, "nod", 0);
          fresh.state.set_track_time(other, time);
          fresh.state.set_alpha(other, wave);
          fresh.step(0);
          ASSERT_LE(std::fabs(stage.rotation() - fresh.rotation()), 360) << test::name_of(rules) << ' ' << frame;
        }
      }
    }
  }
}

TEST(MixingProperties, AnUpperTrackThatMixesOutNeverPutsTheSetupAttachmentOverTheLowerOnes) {
  for (const Rules rules : test::every_rules) {
    Random random(16);
    for (int sequence = 0; sequence < 700; ++sequence) {
      Stage stage(rules);
      stage.set(0, "l", 0);
      stage.step(0.05);
      for (int i = 0; i < 25; ++i) {
        if (random.chance(0.3)) {
          const double mix = random.chance(0.2) ? 0 : random.between(0, 0.5);
          EntryId entry;
          switch (random.below(6)) {
            case 0:
              entry = stage.state.set_empty(1, mix);
              break;
            case 3:
              entry = stage.set(1, "hide", mix);
              break;
            case 4:
              entry = stage.set(1, "late", mix);
              break;
            case 1:
              entry = stage.set(1, "none", mix);
              break;
            case 2:
              stage.state.clear(1);
              break;
            default:
              entry = stage.set(1, "u", mix);
              break;
          }
          EntrySettings settings = stage.state.settings(entry);
          settings.mix_attachment_threshold = random.unit();
          settings.alpha_attachment_threshold = random.chance(0.5) ? 0 : random.unit();
          settings.alpha = random.chance(0.5) ? 1 : random.unit();
          stage.state.set_settings(entry, settings);
        }
        stage.step(random.between(0, 0.2));
        ASSERT_NE(test::shown(stage.skeleton, "slot"), "s") << test::name_of(rules) << ' ' << sequence << ' ' << i;
      }
    }
  }
}

}  // namespace
}  // namespace sinew
