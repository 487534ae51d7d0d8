// Times of one thing that is done again and again.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace sinew::tools {

/// Seconds of each time. The fastest is the least disturbed one, the median what to expect.
class StageTimes {
 public:
  using Clock = std::chrono::steady_clock;

  void add(double seconds) { seconds_.push_back(seconds); }
  /// What has gone by since `start`, which is now from here on.
  void add_since(Clock::time_point& start) {
    const Clock::time_point now = Clock::now();
    add(std::chrono::duration<double>(now - start).count());
    start = now;
  }

  [[nodiscard]] double median() const {
    if (seconds_.empty()) return 0;
    std::vector<double> sorted = seconds_;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
  [[nodiscard]] double fastest() const {
    return seconds_.empty() ? 0 : *std::min_element(seconds_.begin(), seconds_.end());
  }

  /// Time by time the sum of several stages, which were done as often as each other.
  [[nodiscard]] static StageTimes sum(std::initializer_list<const StageTimes*> stages) {
    StageTimes total;
    for (const StageTimes* stage : stages) {
      total.seconds_.resize(stage->seconds_.size());
      for (std::size_t i = 0; i < stage->seconds_.size(); ++i) total.seconds_[i] += stage->seconds_[i];
    }
    return total;
  }

 private:
  std::vector<double> seconds_;
};

}  // namespace sinew::tools
