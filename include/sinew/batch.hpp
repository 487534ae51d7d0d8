// Many characters at once, on one thread or on several.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "sinew/animation_state.hpp"
#include "sinew/skeleton.hpp"

namespace sinew {

/// Does the items `begin` .. `end` - 1 of some work.
using TaskRange = void (*)(std::size_t begin, std::size_t end, void* work);

/// The caller's job system, as two functions. Both are called on the thread that called update_all().
struct TaskSystem {
  /// Starts `range(begin, end, work)` for ranges that cover 0 .. count - 1 once, on any threads, in any order; of
  /// `grain` items or more each, where there are so many. May do the work at once. Returns what `finish` needs.
  void* (*start)(TaskRange range, std::size_t count, std::size_t grain, void* work, void* user) = nullptr;
  /// Returns when all of it is done.
  void (*finish)(void* started, void* user) = nullptr;
  void* user = nullptr;
};

/// A few threads that wait for work, for callers without a job system of their own. Used by one thread at a time. Where
/// there are no threads (WebAssembly built without them) the caller's thread does everything.
class ThreadPool {
 public:
  /// With so many threads, the caller's among them; 0: as many as the machine has. Threads that the system refuses to
  /// start are done without.
  explicit ThreadPool(std::size_t threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// How many threads share the work, the caller's among them.
  [[nodiscard]] std::size_t threads() const noexcept;
  /// Valid as long as the pool.
  [[nodiscard]] TaskSystem tasks() noexcept;

 private:
  std::unique_ptr<struct ThreadPoolState> state_;
};

/// One character of a batch: a skeleton, and what plays on it.
struct Instance {
  Skeleton* skeleton = nullptr;      ///< none: only the player advances
  AnimationState* player = nullptr;  ///< none: the skeleton keeps its local pose, physics go on
  /// Of a character that is not visible only the player's clock advances: AnimationState::update() without apply(). Its
  /// skeleton stays as it was, and physics go on from there when it is visible again (Skeleton::reset_physics() lets
  /// them start anew). Under spine semantics a queued animation starts, and events fire, only with the next apply().
  bool visible = true;
};

struct BatchOptions {
  /// Who does the work; the default is the calling thread alone.
  TaskSystem tasks;
  PhysicsMode physics = PhysicsMode::update;
  /// Sets a skeleton to its setup pose before its player is applied, as rigby semantics always do. What animations that
  /// have ended left behind goes; so does what the host set.
  bool reset_pose = false;
};

/// One frame of every instance: AnimationState::update(dt), apply(), Skeleton::update(dt). Each skeleton and each
/// player may occur once; a player of other data than
/// its skeleton's only advances, and sets nothing. The poses are the same bits whatever the number of threads.
/// Allocates nothing of its own.
void update_all(std::span<const Instance> instances, double dt, const BatchOptions& options = {});

}  // namespace sinew
