// A batch does to each character what its own calls would do, on however many threads.
#include "sinew/batch.hpp"

#include <cstring>
#include <vector>

#include "support/player.hpp"

namespace sinew {
namespace {

using test::Player;

/// A crowd whose members play different things at different times.
struct Crowd {
  explicit Crowd(std::size_t count, const SkeletonDataPtr& data = test::dancer()) {
    constexpr const char* names[] = {"ramp", "sixty", "minus", "move", "dress"};
    players.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      Player& player = players.emplace_back(data);
      player.set(names[i % 5], Loop::yes);
      player.add(names[(i / 5) % 5], 0.01 * static_cast<double>(i % 50 + 1), Loop::yes);
      player.state.update(0.003 * static_cast<double>(i));
    }
    for (Player& player : players) instances.push_back({&player.skeleton, &player.state});
  }
  std::vector<Player> players;
  std::vector<Instance> instances;
};

void expect_same_bits(const Crowd& a, const Crowd& b) {
  for (std::size_t i = 0; i < a.players.size(); ++i) {
    const std::span<const Affine> x = a.players[i].skeleton.world_transforms();
    const std::span<const Affine> y = b.players[i].skeleton.world_transforms();
    ASSERT_EQ(std::memcmp(x.data(), y.data(), x.size_bytes()), 0) << "character " << i;
  }
}

/// What update_all() promises to do.
void update_by_hand(Crowd& crowd, double dt) {
  for (Player& player : crowd.players) {
    player.state.update(dt);
    player.state.apply(player.skeleton);
    player.skeleton.update(dt);
  }
}

TEST(Batch, DoesWhatTheCallsDo) {
  Crowd batch(100), by_hand(100);
  for (int frame = 0; frame < 40; ++frame) {
    update_all(batch.instances, 0.02);
    update_by_hand(by_hand, 0.02);
  }
  expect_same_bits(batch, by_hand);
}

TEST(Batch, GivesTheSameBitsOnAnyNumberOfThreads) {
  Crowd alone(1000);
  for (int frame = 0; frame < 20; ++frame) update_all(alone.instances, 0.02);
  for (std::size_t threads : {1u, 2u, 3u, 8u}) {
    ThreadPool pool(threads);
    EXPECT_LE(pool.threads(), threads);
    BatchOptions options;
    options.tasks = pool.tasks();
    Crowd crowd(1000);
    for (int frame = 0; frame < 20; ++frame) update_all(crowd.instances, 0.02, options);
    expect_same_bits(crowd, alone);
  }
}

/// A job system of the caller's: does everything in finish(), backwards, in pieces of its own size.
struct Backwards {
  TaskRange range = nullptr;
  std::size_t count = 0;
  void* work = nullptr;
  int started = 0, finished = 0;

  static void* start(TaskRange range, std::size_t count, std::size_t, void* work, void* user) {
    auto& self = *static_cast<Backwards*>(user);
    self.range = range;
    self.count = count;
    self.work = work;
    ++self.started;
    return &self;
  }
  static void finish(void* started, void* user) {
    auto& self = *static_cast<Backwards*>(user);
    EXPECT_EQ(started, user);
    for (std::size_t end = self.count; end > 0;) {
      const std::size_t begin = end > 7 ? end - 7 : 0;
      self.range(begin, end, self.work);
      end = begin;
    }
    ++self.finished;
  }
};

TEST(Batch, HandsItsWorkToTheCallersJobSystem) {
  Crowd alone(100), crowd(100);
  Backwards system;
  BatchOptions options;
  options.tasks = {&Backwards::start, &Backwards::finish, &system};
  update_all(alone.instances, 0.1);
  update_all(crowd.instances, 0.1, options);
  EXPECT_EQ(system.started, 1);
  EXPECT_EQ(system.finished, 1);
  EXPECT_EQ(system.count, 100u);
  expect_same_bits(crowd, alone);
}

TEST(Batch, AdvancesOnlyTheClockOfWhatIsNotVisible) {
  Crowd hidden(10), shown(10);
  for (Instance& instance : hidden.instances) instance.visible = false;
  const Affine before = hidden.players[0].skeleton.world(BoneIndex(1));
  for (int frame = 0; frame < 30; ++frame) {
    update_all(hidden.instances, 0.02);
    update_all(shown.instances, 0.02);
  }
  EXPECT_EQ(std::memcmp(&before, &hidden.players[0].skeleton.world(BoneIndex(1)), sizeof before), 0);
  EXPECT_EQ(hidden.players[3].time(), shown.players[3].time());
  EXPECT_EQ(hidden.players[3].current(), shown.players[3].current());
  // Posed later, it is where it would have been.
  for (Instance& instance : hidden.instances) instance.visible = true;
  update_all(hidden.instances, 0.02);
  update_all(shown.instances, 0.02);
  expect_same_bits(hidden, shown);
}

TEST(Batch, TakesSkeletonsWithoutPlayersAndPlayersWithoutSkeletons) {
  Player player;
  player.set("ramp");
  Skeleton still(player.data);
  const Instance instances[] = {{nullptr, &player.state}, {&still, nullptr}, {}};
  update_all(instances, 0.25);
  EXPECT_EQ(player.time(), 0.25);
}

TEST(Batch, ResetsPosesWhenAsked) {
  for (test::Rules rules : test::both_spine) {
    Player player(test::make_data(rules, R"("bones": [{"name": "root"}, {"name": "bone", "parent": "root", "x": 5}],
      "animations": {"still": {"bones": {"root": {"rotate": [{"value": 1}]}}}})"));
    player.set("still");
    const BoneIndex bone = player.data->find_bone("bone");
    const Instance instance{&player.skeleton, &player.state};
    BonePose moved = player.skeleton.local_pose(bone);
    moved.x = 50;
    player.skeleton.set_local_pose(bone, moved);
    BatchOptions options;
    update_all({&instance, 1}, 0.1, options);
    EXPECT_EQ(player.skeleton.local_pose(bone).x, 50);
    options.reset_pose = true;
    update_all({&instance, 1}, 0.1, options);
    EXPECT_EQ(player.skeleton.local_pose(bone).x, 5);
  }
}

TEST(ThreadPool, DoesEveryItemOnce) {
  ThreadPool pool(4);
  for (std::size_t count : {0u, 1u, 5u, 1000u}) {
    std::vector<int> done(count, 0);
    const TaskSystem tasks = pool.tasks();
    const auto range = [](std::size_t begin, std::size_t end, void* work) {
      for (std::size_t i = begin; i < end; ++i) ++(*static_cast<std::vector<int>*>(work))[i];
    };
    tasks.finish(tasks.start(range, count, 3, &done, tasks.user), tasks.user);
    EXPECT_EQ(done, std::vector<int>(count, 1));
  }
}

}  // namespace
}  // namespace sinew
