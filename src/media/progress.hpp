// How far long work has come, for people who wait at a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace sinew {

/// A bar with the time left on stderr, e.g. "walk  [#########-----------]  45 %  27 of 60 frames  4 s left".
/// Silent unless the stream is a terminal that can move its cursor. Draws at most ten times a second, and not within
/// the first third of a second: short work shows nothing. The line is cleared when the object goes.
class Progress {
 public:
  /// `total` steps are to be done, each called `unit` (plural). `descriptor` is for tests.
  Progress(std::string label, std::uint64_t total, std::string unit = "frames", int descriptor = 2);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` steps of the total are done.
  void update(std::uint64_t done);
  /// One step more is done.
  void step() { update(done_ + 1); }
  /// Clears the line, to print something else; the next update() draws it again.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] std::string line(Clock::time_point now, int columns) const;

  std::string label_;
  std::string unit_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  int descriptor_;
  bool enabled_;
  bool drawn_ = false;
  Clock::time_point started_;
  Clock::time_point next_draw_;
};

}  // namespace sinew
