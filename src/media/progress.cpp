#include "media/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/visible_text.hpp"

namespace sinew {

namespace {

using Seconds = std::chrono::duration<double>;
constexpr std::chrono::milliseconds first_draw{330};
constexpr std::chrono::milliseconds between_draws{100};

bool can_move_cursor(int descriptor) {
  const char* term = std::getenv("TERM");
  return ::isatty(descriptor) == 1 && (term == nullptr || std::strcmp(term, "dumb") != 0);
}

int columns_of(int descriptor) {
  winsize size = {};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

/// "4 s", "2:07", "1:02:07".
std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(std::ceil(std::min(seconds, 360000.0)));
  std::array<char, 40> text = {};
  if (whole < 60) {
    std::snprintf(text.data(), text.size(), "%ld s", whole);
  } else if (whole < 3600) {
    std::snprintf(text.data(), text.size(), "%ld:%02ld", whole / 60, whole % 60);
  } else {
    std::snprintf(text.data(), text.size(), "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
  }
  return text.data();
}

void print(int descriptor, const std::string& text) {
  // A bar that cannot be drawn is no reason to stop the work.
  [[maybe_unused]] const ssize_t count = ::write(descriptor, text.data(), text.size());
}

}  // namespace

Progress::Progress(std::string label, std::uint64_t total, std::string unit, int descriptor)
    : label_(visible_text(label)),
      unit_(std::move(unit)),
      total_(total),
      descriptor_(descriptor),
      enabled_(total > 0 && can_move_cursor(descriptor)),
      started_(Clock::now()),
      next_draw_(started_ + first_draw) {}

Progress::~Progress() {
  clear();
}

void Progress::clear() {
  if (!drawn_) return;
  print(descriptor_, "\r\x1b[K");
  drawn_ = false;
}

void Progress::update(std::uint64_t done) {
  done_ = std::min(done, total_);
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_draw_) return;
  next_draw_ = now + between_draws;
  std::string text = "\r";
  text += line(now, columns_of(descriptor_));
  print(descriptor_, text += "\x1b[K");
  drawn_ = true;
}

std::string Progress::line(Clock::time_point now, int columns) const {
  const double share = static_cast<double>(done_) / static_cast<double>(total_);
  std::string tail = "  ";
  tail +=
      std::to_string(static_cast<int>(share * 100)) + " %  " + std::to_string(done_) + " of " + std::to_string(total_);
  tail += ' ' + unit_;
  if (done_ > 0) {
    const double spent = Seconds(now - started_).count();
    tail += "  " + duration_text(spent * (1 - share) / share) + " left";
  }
  std::string text = label_;
  if (!text.empty()) text += "  ";
  // The last column stays free: some terminals wrap when it is written.
  const auto room = static_cast<std::size_t>(std::max(columns - 1, 0));
  const std::size_t used = text.size() + tail.size() + 2;
  if (room >= used + 8) {
    const std::size_t width = std::min<std::size_t>(room - used, 30);
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(width));
    text += '[';
    text.append(filled, '#').append(width - filled, '-').push_back(']');
  }
  text += tail;
  if (text.size() > room) text.resize(room);
  return text;
}

}  // namespace sinew
