#include "animate/rounds.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "sinew/animation_state.hpp"
#include "support/number_text.hpp"
#include "support/skeletons.hpp"

namespace sinew {
namespace {

TEST(Rounds, TheTimeInARoundIsExact) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < 200'000; ++i) {
    const double length = std::exp2(unit(random) * 12 - 6);
    double time = length * std::exp2(unit(random) * 14 - 2);
    if (i % 5 == 0) time = length * static_cast<double>(random() % 3000);
    if (i % 7 == 0) time = std::nextafter(time, 0);
    ASSERT_EQ(time_in_round(time, length), std::fmod(time, length)) << time << " of " << length;
  }
  for (const double time : {-1.0, -0.25, 0.0, 1e-300, 1e300}) {
    for (const double length : {1e-200, 0.3, 7.0, 1e200, -2.0}) {
      EXPECT_EQ(time_in_round(time, length), std::fmod(time, length)) << time << " of " << length;
    }
  }
  EXPECT_TRUE(std::isnan(time_in_round(NAN, 1)));
  EXPECT_TRUE(std::isnan(time_in_round(INFINITY, 1)));
}

/// An animation with events at these times, which last `duration` seconds.
SkeletonDataPtr with_events(test::Rules rules, const std::vector<double>& times, double duration) {
  std::string keys;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (i != 0) keys += ", ";
    keys += "{\"time\": " + test::fixed(times[i]) + ", \"name\": \"e\", \"int\": " + std::to_string(i) + "}";
  }
  return test::make_data(rules, R"("bones": [{"name": "root"}], "events": {"e": {}}, "animations": {"a": {"bones": )"
                                R"({"root": {"rotate": [{}, {"time": )" +
                                    test::fixed(duration) + R"(, "value": 1}]}}, "events": [)" + keys + "]}}");
}

/// Every event of every round once, in order, whatever the steps: told by looking at all of them.
TEST(Rounds, EventsAreFoundAmongManyAsByLookingAtAll) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(0, 1);
  for (const test::Rules rules : {test::Rules::rigby, test::Rules::spine_4_2, test::Rules::spine_4_3}) {
    for (int round = 0; round < 12; ++round) {
      constexpr double duration = 8;
      std::vector<double> times(1 + random() % 400);
      // Off the ends, and never within a rounding error of a step.
      for (double& time : times) time = 0.0625 + std::floor(unit(random) * 7.8 * 64) / 64;
      std::sort(times.begin(), times.end());
      const SkeletonDataPtr data = with_events(rules, times, duration);
      ASSERT_TRUE(data);
      Skeleton skeleton(data);
      AnimationState player(data);
      const EntryId entry = player.set_animation(0, AnimationIndex(0), Loop::yes);
      const bool reverse = rules == test::Rules::spine_4_3 && round % 2 == 1;
      if (reverse) {
        EntrySettings settings = player.settings(entry);
        settings.reverse = true;
        player.set_settings(entry, settings);
      }
      double now = 0;
      std::vector<std::int32_t> expected, told;
      for (int step = 0; step < 60; ++step) {
        const double before = now;
        // Multiples of 1/64 and a bit: sums are exact.
        const double dt = (std::floor(unit(random) * (step % 10 == 0 ? 500 : 60)) + 0.25) / 64;
        now += dt;
        for (double k = 0; k <= now / duration; ++k) {
          for (std::size_t n = 0; n < times.size(); ++n) {
            const std::size_t i = reverse ? times.size() - 1 - n : n;
            const double at = k * duration + (reverse ? duration - times[i] : times[i]);
            if (before < at && at <= now) expected.push_back(static_cast<std::int32_t>(i));
          }
        }
        player.update(dt);
        player.apply(skeleton);
        for (const FiredEvent& event : player.events()) told.push_back(event.key->int_value);
        if (reverse) {
          // Those of one step are told in the order of the file.
          std::sort(expected.begin(), expected.end());
          std::sort(told.begin(), told.end());
        }
        ASSERT_EQ(told, expected) << test::name_of(rules) << ", step " << step << " from " << before << " to " << now;
        told.clear();
        expected.clear();
      }
    }
  }
}

}  // namespace
}  // namespace sinew
