// Whatever numbers a program hands to the player, it neither crashes nor hangs.
#include <chrono>
#include <limits>

#include "support/player.hpp"

namespace sinew {
namespace {

using test::Player;
using test::Rules;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double numbers[] = {0,     -0.0, 1e-320, 1e-6,     1,         1e6,         1e18,
                              1e300, -1,   -1e300, infinity, -infinity, not_a_number};

SkeletonDataPtr with_duration(std::string_view duration, Rules rules = Rules::rigby) {
  const std::string d(duration);
  return test::make_data(rules,
                         R"("bones": [{"name": "root"}, {"name": "bone", "parent": "root"}], "events": {"hit": {}},
    "animations": {"a": {"events": [{"name": "hit"}, {"time": )" +
                             d + R"(, "name": "hit"}],
                         "bones": {"bone": {"rotate": [{}, {"time": )" +
                             d + R"(, "value": 1}]}}},
                   "b": {"events": [{"time": )" +
                             d + R"(, "name": "hit"}]}})");
}

class Seconds {
 public:
  double passed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

TEST(HostileTime, AHugeStepOverAShortLoopTakesBoundedTime) {
  for (std::string_view duration : {"0", "1e-6", "1e-300", "5e-324", "1", "1e300"}) {
    for (std::string_view name : {"a", "b"}) {
      for (double step : {1e6, 1e18, 1e300}) {
        Player player(with_duration(duration));
        player.set(name, Loop::yes);
        const Seconds seconds;
        for (int i = 0; i < 10; ++i) player.state.update(step);
        player.rotation();
        EXPECT_LT(seconds.passed(), 2) << duration << ' ' << step;
      }
    }
  }
}

TEST(HostileTime, AQueueOfManyEntriesIsGoneThroughInOneStep) {
  Player player(with_duration("1e-6"));
  player.set("a");
  for (int i = 0; i < 20000; ++i) player.add(i % 2 ? "a" : "b", 0, Loop::yes);
  const Seconds seconds;
  player.state.update(1e6);
  EXPECT_LT(seconds.passed(), 2);
  EXPECT_EQ(player.current(), "a") << "the last one";
}

TEST(HostileTime, ALongChainOfCrossfadesDoesNotOverflowTheStack) {
  Player player(with_duration("1"));
  player.set("a", Loop::yes);
  for (int i = 0; i < 20000; ++i) player.fade_to(i % 2 ? "a" : "b", 1e9, Loop::yes);
  player.state.update(0.1);
  player.rotation();
  player.state.set_empty(0, 0.1);
  player.state.update(0.2);
  EXPECT_EQ(player.current(), "-");
}

TEST(HostileTime, AnyNumberIsSurvived) {
  for (const Rules rules : test::every_rules) {
    for (std::string_view duration : {"0", "1e-6", "1"}) {
      const SkeletonDataPtr data = with_duration(duration, rules);
      for (double first : numbers) {
        for (double second : numbers) {
          Player player(data);
          player.state.set_default_mix(second);
          const EntryId a = player.set("a", Loop::yes);
          player.state.update(first);
          player.rotation();
          const EntryId b = player.add("b", second, Loop::yes);
          player.state.set_alpha(a, second);
          player.state.set_time_scale(a, first);
          player.state.update(second);
          player.rotation();
          player.state.set_mix_duration(b, first, second);
          player.state.set_track_time(a, second);
          player.state.update(first);
          player.rotation();
          player.fade_to("a", first);
          player.state.update(0.1);
          player.state.set_empty(0, second);
          player.state.add_empty(0, first, second);
          player.state.set_time_scale(first);
          player.state.update(second);
          player.state.update(0.1);
          player.rotation();
        }
      }
    }
  }
}

TEST(HostileTime, NothingIsPassedFromATimeThatIsNoNumber) {
  for (const Rules rules : test::every_rules) {
    const SkeletonDataPtr data = with_duration("1", rules);
    for (const Loop loop : {Loop::yes, Loop::times(4'000'000'000u)}) {
      for (const bool last : {false, true}) {
        for (const bool played : {false, true}) {
          Player player(data);
          const EntryId entry = player.set("a", loop);
          if (played) player.state.update(0.1);
          if (played) player.rotation();
          last ? player.state.set_animation_last(entry, not_a_number)
               : player.state.set_track_time(entry, not_a_number);
          const Seconds seconds;
          for (const double step : {0.016, 4e9, 1e-320}) {
            player.state.update(step);
            player.rotation();
          }
          player.state.set_track_time(entry, 4e9);
          player.state.update(0.1);
          player.rotation();
          EXPECT_LT(seconds.passed(), 2) << name_of(rules);
        }
      }
    }
  }
}

TEST(HostileTime, AnyTrackTimeIsSurvivedByWhatPlaysAlone) {
  for (const Rules rules : test::every_rules) {
    const SkeletonDataPtr data = with_duration("1", rules);
    for (const Loop loop : {Loop::yes, Loop::no}) {
      for (const double time : numbers) {
        Player player(data);
        const EntryId entry = player.set("a", loop);
        player.state.set_track_time(entry, time);
        player.rotation();
        player.state.update(0.1);
        player.rotation();
        EXPECT_EQ(player.current(), "a") << "without a track end it plays on";
      }
    }
  }
}

}  // namespace
}  // namespace sinew
