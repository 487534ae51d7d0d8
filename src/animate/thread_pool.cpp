// The built-in job system: threads that take the next few items until there are none.
#include <algorithm>
#include <vector>

#include "sinew/batch.hpp"

#if defined(__wasm__) && !defined(__wasm_atomics__)
#define SINEW_THREADS 0
#else
#define SINEW_THREADS 1
#endif

#if SINEW_THREADS
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#endif

namespace sinew {

#if SINEW_THREADS

struct ThreadPoolState {
  // What is to be done; written under the mutex while nobody works.
  TaskRange range = nullptr;
  void* work = nullptr;
  std::size_t count = 0, grain = 1;
  std::atomic<std::size_t> next{0};

  std::mutex mutex;
  std::condition_variable begun, done;
  std::uint64_t round = 0;     ///< counts start()s; a thread works once in each
  std::size_t unfinished = 0;  ///< threads that have not finished this round
  bool stop = false;
  std::vector<std::thread> threads;

  void take() {
    for (;;) {
      const std::size_t begin = next.fetch_add(grain, std::memory_order_relaxed);
      if (begin >= count) return;
      range(begin, std::min(begin + grain, count), work);
    }
  }

  void run() {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex);
    for (;;) {
      begun.wait(lock, [&] { return stop || round != seen; });
      if (stop) return;
      seen = round;
      lock.unlock();
      take();
      lock.lock();
      if (--unfinished == 0) done.notify_one();
    }
  }

  static void* start(TaskRange range, std::size_t count, std::size_t grain, void* work, void* user) {
    auto& pool = *static_cast<ThreadPoolState*>(user);
    {
      const std::lock_guard lock(pool.mutex);
      pool.range = range;
      pool.work = work;
      pool.count = count;
      pool.grain = std::max<std::size_t>(grain, 1);
      pool.next.store(0, std::memory_order_relaxed);
      pool.unfinished = pool.threads.size();
      ++pool.round;
    }
    pool.begun.notify_all();
    return user;
  }

  static void finish(void* started, void*) {
    auto& pool = *static_cast<ThreadPoolState*>(started);
    pool.take();
    std::unique_lock lock(pool.mutex);
    pool.done.wait(lock, [&] { return pool.unfinished == 0; });
  }
};

ThreadPool::ThreadPool(std::size_t threads) : state_(std::make_unique<ThreadPoolState>()) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  state_->threads.reserve(threads);
  while (state_->threads.size() + 1 < threads) {
    try {
      state_->threads.emplace_back([state = state_.get()] { state->run(); });
    } catch (const std::system_error&) {
      break;
    }
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stop = true;
  }
  state_->begun.notify_all();
  for (std::thread& thread : state_->threads) thread.join();
}

std::size_t ThreadPool::threads() const noexcept {
  return state_->threads.size() + 1;
}

#else

struct ThreadPoolState {
  static void* start(TaskRange range, std::size_t count, std::size_t, void* work, void*) {
    range(0, count, work);
    return nullptr;
  }
  static void finish(void*, void*) {}
};

ThreadPool::ThreadPool(std::size_t) : state_(std::make_unique<ThreadPoolState>()) {}
ThreadPool::~ThreadPool() = default;
std::size_t ThreadPool::threads() const noexcept {
  return 1;
}

#endif

TaskSystem ThreadPool::tasks() noexcept {
  return {&ThreadPoolState::start, &ThreadPoolState::finish, state_.get()};
}

}  // namespace sinew
