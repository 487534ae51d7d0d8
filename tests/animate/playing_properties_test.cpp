// Random sequences of calls and steps, the same ones each time: nothing is lost, nothing told twice, everything ends.
#include <chrono>
#include <cmath>
#include <map>
#include <memory>

#include "support/number_text.hpp"
#include "support/player.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

using test::Random;
using test::Rules;

/// Durations and steps are sums of powers of two, so that doubles hold them exactly; the smallest is about 1e-6, the
/// largest step about 1e6.
constexpr double tiny = 1.0 / (1 << 20);
constexpr double huge = 1 << 20;

/// "zero", "tiny", "half" and "one" are called by their durations; each has events "begin", "mid" and "end" at the
/// start, at a quarter, and at the end of it.
SkeletonDataPtr make_durations(Rules rules) {
  std::string animations;
  for (const auto& [name, duration] : {std::pair{"zero", 0.0}, {"tiny", tiny}, {"half", 0.5}, {"one", 1.0}}) {
    const std::string end = test::scientific(duration, 20), quarter = test::scientific(duration / 4, 20);
    animations += std::string(animations.empty() ? "\"" : ", \"") + name +
                  R"(": {"bones": {"bone": {"rotate": [{}, {"time": )" + end +
                  R"(, "value": 90}], "translatex": [{"value": 3}]}},
          "slots": {"slot": {"attachment": [{"name": "x"}]}},
          "events": [{"name": "begin"}, {"time": )" +
                  quarter + R"(, "name": "mid"}, {"time": )" + end + R"(, "name": "end"}]})";
  }
  return test::make_data(rules, R"("bones": [{"name": "root"}, {"name": "bone", "parent": "root"}],
    "slots": [{"name": "slot", "bone": "bone"}],
    "skins": [{"name": "default", "attachments": {"slot": {"x": {"width": 1, "height": 1}}}}],
    "events": {"begin": {}, "mid": {}, "end": {}}, "animations": {)" +
                                    animations + "}");
}

const SkeletonDataPtr& durations(Rules rules) {
  static std::map<Rules, SkeletonDataPtr> all;
  SkeletonDataPtr& data = all[rules];
  if (!data) data = make_durations(rules);
  return data;
}

std::uint64_t whole(double x) {
  return x < 0 ? 0 : static_cast<std::uint64_t>(std::floor(x));
}

struct Counts {
  std::uint64_t complete = 0, events[3] = {};
  std::uint64_t most_at_once = 0;
  void add(const AnimationState& state) {
    std::uint64_t here = 0;
    for (const StateEvent& event : state.notifications()) {
      if (event.type == StateEventType::complete) complete += event.times, here += event.times;
      if (event.type == StateEventType::event) events[event.key->event.value] += event.times;
    }
    most_at_once = std::max(most_at_once, here);
  }
};

TEST(PlayingProperties, RigbyPassesEverythingOnceAPassAtAnyStep) {
  const double steps[] = {0, 0.125, 0.5, 1, 17, huge, -0.25, -3, tiny, 0.4375};
  const std::string_view names[] = {"zero", "tiny", "half", "one"};
  const SkeletonDataPtr data = durations(Rules::rigby);
  Skeleton skeleton(data);
  Random random(21);
  for (int sequence = 0; sequence < 1000; ++sequence) {
    const std::string_view name = random.one_of(names);
    const double d = test::animation(data, name).duration;
    const Loop loop = random.chance(0.4) ? Loop::yes : random.chance(0.5) ? Loop::no : Loop::times(2 + random.below(4));
    AnimationState state(data);
    state.set_animation(0, data->find_animation(name), loop);
    Counts counts;
    double time = 0, most = 0;
    // Tiny rounds and huge steps together fill the list, and the test's time, most.
    const int length = d == tiny ? 3 : 25;
    for (int i = 0; i < length; ++i) {
      const double dt = random.one_of(steps);
      state.update(dt);
      if (random.chance(0.9)) state.apply(skeleton);
      counts.add(state);
      ASSERT_LT(state.notifications().size(), 70000u);
      // Rounds that are shorter than the clock's resolution cannot be told apart; these are not.
      time += dt;
      if (i == 0 || time > most) most = time;
      if (loop == Loop::yes && d > 0) most = std::max(most, time);
    }
    if (most < 0) continue;
    const double rounds = loop.rounds() == 0 ? 1e300 : loop.rounds();
    const std::string what =
        std::string(name) + " x" + std::to_string(loop.rounds()) + " in " + std::to_string(sequence);
    if (d == 0) {
      ASSERT_EQ(counts.complete, loop.rounds()) << what << ": a loop without duration is never complete";
      for (const std::uint64_t events : counts.events) ASSERT_EQ(events, 1u) << what;
      continue;
    }
    const auto passes = [&](double key) { return whole(std::min(std::floor((most - key) / d) + 1, rounds)); };
    ASSERT_EQ(counts.complete, passes(d)) << what;
    ASSERT_EQ(counts.events[0], passes(0)) << what;
    ASSERT_EQ(counts.events[1], passes(d / 4)) << what;
    ASSERT_EQ(counts.events[2], passes(d)) << what;
  }
}

// As recorded of the reference: at most one `complete` a step, each event at most once, and time that goes back is
// passed again. With steps shorter than a round, forwards, nothing is lost; with a number of rounds, never.
TEST(PlayingProperties, SpinePassesEverythingOnceAPassInStepsBelowARound) {
  const std::string_view names[] = {"half", "one"};
  for (const Rules rules : test::both_spine) {
    const SkeletonDataPtr data = durations(rules);
    Skeleton skeleton(data);
    Random random(22);
    for (int sequence = 0; sequence < 700; ++sequence) {
      const std::string_view name = random.one_of(names);
      const double d = test::animation(data, name).duration;
      const Loop loop = random.chance(0.4)   ? Loop::yes
                        : random.chance(0.5) ? Loop::no
                                             : Loop::times(2 + random.below(4));
      const bool counted = loop.rounds() > 1;
      AnimationState state(data);
      state.set_animation(0, data->find_animation(name), loop);
      Counts counts;
      double time = 0;
      for (int i = 0; i < 25; ++i) {
        double dt = random.below(32) * (d / 32);
        if (counted && random.chance(0.1)) dt = random.chance(0.5) ? 17 : huge;
        state.update(dt);
        state.apply(skeleton);
        counts.add(state);
        time += dt;
      }
      const double rounds = loop.rounds() == 0 ? 1e300 : loop.rounds();
      const auto passes = [&](double key) { return whole(std::min(std::floor((time - key) / d) + 1, rounds)); };
      const std::string what =
          std::string(name) + " x" + std::to_string(loop.rounds()) + " in " + std::to_string(sequence);
      ASSERT_EQ(counts.complete, passes(d)) << what;
      ASSERT_EQ(counts.events[0], passes(0)) << what;
      ASSERT_EQ(counts.events[1], passes(d / 4)) << what;
      ASSERT_EQ(counts.events[2], passes(d)) << what;
      if (!counted) {
        ASSERT_LE(counts.most_at_once, 1u) << what;
      }
    }
  }
}

TEST(PlayingProperties, SpineTellsAtMostOneCompleteAStepHoweverLong) {
  const std::string_view names[] = {"zero", "tiny", "half", "one"};
  const double steps[] = {0, 17, huge, -0.25, -3, tiny};
  for (const Rules rules : test::both_spine) {
    const SkeletonDataPtr data = durations(rules);
    Skeleton skeleton(data);
    Random random(23);
    for (int sequence = 0; sequence < 400; ++sequence) {
      AnimationState state(data);
      const AnimationIndex animation = data->find_animation(random.one_of(names));
      const bool loop = random.chance(0.5);
      state.set_animation(0, animation, loop ? Loop::yes : Loop::no);
      Counts counts;
      int arrivals = 0;
      bool there = false;
      double time = 0;
      for (int i = 0; i < 25; ++i) {
        const double dt = random.one_of(steps);
        time += dt;
        state.update(dt);
        state.apply(skeleton);
        counts.add(state);
        ASSERT_LT(state.notifications().size(), 20u);
        const bool now = time >= (*data)[animation].duration;
        if (now && !there) ++arrivals;
        there = now;
      }
      ASSERT_LE(counts.most_at_once, 1u);
      if (!loop) {
        ASSERT_EQ(counts.complete, static_cast<std::uint64_t>(arrivals)) << "once each time it reaches its end";
      }
    }
  }
}

// -- Anything at all --------------------------------------------------------------------------------------------------

/// Follows every entry by what is told of it.
class Ledger {
 public:
  void note(const StateEvent& event) {
    Life& life = lives_[event.entry.value];
    EXPECT_FALSE(life.disposed) << "nothing is told of an entry that is gone";
    switch (event.type) {
      case StateEventType::start:
        EXPECT_FALSE(life.started);
        life.started = true;
        break;
      case StateEventType::interrupt:
        EXPECT_TRUE(life.started && !life.interrupted && !life.ended);
        life.interrupted = true;
        break;
      case StateEventType::end:
        EXPECT_TRUE(life.started && !life.ended);
        life.ended = true;
        break;
      case StateEventType::dispose:
        EXPECT_EQ(life.started, life.ended) << "after its end, or in the queue";
        life.disposed = true;
        break;
      case StateEventType::complete:
      case StateEventType::event:
        EXPECT_TRUE(life.started && !life.ended);
        break;
    }
  }
  std::size_t alive() const {
    std::size_t count = 0;
    for (const auto& [id, life] : lives_) count += life.disposed ? 0 : 1;
    return count;
  }

 private:
  struct Life {
    bool started = false, interrupted = false, ended = false, disposed = false;
  };
  std::map<std::uint64_t, Life> lives_;
};

/// One random call after the other on a state.
class Monkey {
 public:
  Monkey(SkeletonDataPtr data, std::uint32_t seed) : data_(std::move(data)), random_(seed) {
    space_ = *blend_plane(data_, {{"half", 0, 0}, {"one", 1, 0}, {"zero", 0, 1}, {"half", 1, 1}});
  }

  void call(AnimationState& state) {
    const std::uint32_t track = random_.below(3);
    // Every step of a tiny loop passes so much that the test's time would go there.
    const std::string_view names[] = {"zero", "half", "one"};
    const AnimationIndex animation = data_->find_animation(random_.chance(0.01) ? "tiny" : random_.one_of(names));
    switch (random_.below(16)) {
      case 0:
      case 1:
        entry_ = state.set_animation(track, animation, loop());
        break;
      case 2:
      case 3:
        entry_ = state.add_animation(track, animation, loop(), delay());
        break;
      case 4:
        entry_ = state.set_empty(track, seconds());
        break;
      case 5:
        entry_ = state.add_empty(track, seconds(), delay());
        break;
      case 6:
        if (random_.chance(0.5)) state.clear(track);
        break;
      case 7:
        if (random_.chance(0.3)) state.set_empty_all(seconds());
        break;
      case 8:
        state.set_settings(entry_, settings());
        break;
      case 9:
        state.set_default_mix(seconds());
        break;
      case 10:
        entry_ = random_.chance(0.5) ? state.set_blend(track, space_, loop())
                                     : state.add_blend(track, space_, loop(), delay());
        break;
      case 11:
        state.set_blend_position(entry_, random_.between(-2, 2), random_.between(-2, 2));
        break;
      case 12:
        state.set_sync(entry_, static_cast<Sync>(random_.below(3)));
        break;
      case 13:
        state.set_loop(entry_, loop());
        break;
      case 14:
        if (random_.chance(0.5)) {
          state.set_mask(track, nullptr);
        } else {
          state.set_mask(
              track, std::make_shared<TrackMask>(TrackMask(*data_, random_.unit()).set(BoneIndex(1), random_.unit())));
        }
        break;
      default:
        if (random_.chance(0.5)) {
          state.set_mix_duration(entry_, seconds(), delay());
        } else if (random_.chance(0.3)) {
          RootMotionOptions options;
          options.bone = BoneIndex(1);
          options.rotation = random_.chance(0.5);
          state.set_root_motion(options);
        } else {
          state.set_track_time(entry_, seconds());
        }
        break;
    }
  }

  double step() {
    const double steps[] = {0, 1 / 60.0, 0.1, 0.3, 17, -0.1, -2};
    if (random_.chance(0.002)) return 1e6;  // passes so much that all the test's time would go there
    return random_.chance(0.9) ? random_.between(0, 0.1) : random_.one_of(steps);
  }
  Random& random() { return random_; }

 private:
  Loop loop() {
    return random_.chance(0.4) ? Loop::yes : random_.chance(0.5) ? Loop::no : Loop::times(random_.below(5));
  }
  double seconds() {
    const double list[] = {0, 1e-6, 0.05, 0.2, 0.7};
    return random_.one_of(list);
  }
  double delay() { return random_.chance(0.5) ? 0 : random_.between(-1, 1); }
  EntrySettings settings() {
    EntrySettings settings;
    if (random_.chance(0.5)) settings.alpha = random_.unit();
    if (random_.chance(0.3)) settings.time_scale = random_.between(0, 3);
    settings.reverse = random_.chance(0.3);
    settings.additive = random_.chance(0.2);
    settings.hold_previous = random_.chance(0.2);
    settings.shortest_rotation = random_.chance(0.2);
    if (random_.chance(0.2)) settings.animation_start = 0.125;
    if (random_.chance(0.2)) settings.animation_end = 0.375;
    if (random_.chance(0.2)) settings.track_end = random_.unit();
    settings.event_threshold = random_.unit();
    settings.mix_interpolation = static_cast<MixInterpolation>(random_.below(5));
    return settings;
  }

  SkeletonDataPtr data_;
  Random random_;
  BlendSpacePtr space_;
  EntryId entry_;
};

TEST(PlayingProperties, EveryEntryHasOneLife) {
  const auto started = std::chrono::steady_clock::now();
  for (const Rules rules : test::every_rules) {
    const SkeletonDataPtr data = durations(rules);
    Skeleton skeleton(data);
    for (std::uint32_t sequence = 0; sequence < 800; ++sequence) {
      Monkey monkey(data, sequence);
      AnimationState state(data);
      Ledger ledger;
      state.add_listener([&](AnimationState&, const StateEvent& event) { ledger.note(event); });
      for (int i = 0; i < 30; ++i) {
        for (std::uint32_t calls = monkey.random().below(3); calls > 0; --calls) monkey.call(state);
        state.update(monkey.step());
        if (monkey.random().chance(0.9)) state.apply(skeleton);
        ASSERT_TRUE(std::isfinite(skeleton.local_pose(BoneIndex(1)).rotation)) << sequence;
        ASSERT_TRUE(std::isfinite(state.root_motion().x)) << sequence;
        ASSERT_FALSE(::testing::Test::HasFailure()) << test::name_of(rules) << ' ' << sequence;
      }
      state.clear();
      ASSERT_EQ(ledger.alive(), 0u) << "all are disposed of";
    }
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started;
  EXPECT_LT(seconds.count(), 120);  // a second or two; more under sanitizers
}

TEST(PlayingProperties, ListenersThatDoAnythingAreSurvived) {
  for (const Rules rules : test::every_rules) {
    const SkeletonDataPtr data = durations(rules);
    Skeleton skeleton(data);
    for (std::uint32_t sequence = 0; sequence < 500; ++sequence) {
      Monkey monkey(data, 100000 + sequence);
      auto state = std::make_unique<AnimationState>(data);
      Ledger ledger;
      bool gone = false;
      int budget = 200;  // what listeners cause causes more of it
      const bool destroys = sequence % 2 == 0;
      state->add_listener([&](AnimationState& here, const StateEvent& event) {
        ASSERT_FALSE(gone);
        ASSERT_EQ(&here, state.get());
        ledger.note(event);
        if (budget <= 0 || !monkey.random().chance(0.3)) return;
        --budget;
        if (destroys && monkey.random().chance(0.05)) {
          gone = true;
          state.reset();
        } else if (monkey.random().chance(0.1)) {
          here.clear();
        } else if (monkey.random().chance(0.1)) {
          state = std::make_unique<AnimationState>(std::move(here));
        } else if (monkey.random().chance(0.1)) {
          here.update(0.05);
          here.apply(skeleton);
        } else {
          monkey.call(here);
        }
      });
      for (int i = 0; i < 30 && state; ++i) {
        monkey.call(*state);
        if (state) state->update(monkey.step());
        if (state) state->apply(skeleton);
        ASSERT_FALSE(::testing::Test::HasFailure()) << test::name_of(rules) << ' ' << sequence;
      }
    }
  }
}

}  // namespace
}  // namespace sinew
