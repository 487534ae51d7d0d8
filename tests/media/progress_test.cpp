#include "media/progress.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

#include "clip_fixtures.hpp"

namespace sinew {
namespace {

/// A terminal whose screen the test reads.
class Terminal {
 public:
  explicit Terminal(unsigned short columns) : outer_(::posix_openpt(O_RDWR | O_NOCTTY)) {
    if (outer_ < 0 || ::grantpt(outer_) != 0 || ::unlockpt(outer_) != 0) return;
    inner_ = ::open(::ptsname(outer_), O_RDWR | O_NOCTTY);
    const winsize size = {24, columns, 0, 0};
    ::ioctl(inner_, TIOCSWINSZ, &size);
    ::fcntl(outer_, F_SETFL, O_NONBLOCK);
  }
  ~Terminal() {
    ::close(inner_);
    ::close(outer_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  [[nodiscard]] int descriptor() const { return inner_; }
  std::string read() {
    std::string text;
    char buffer[4096];
    ssize_t count = 0;
    while ((count = ::read(outer_, buffer, sizeof buffer)) > 0) text.append(buffer, static_cast<std::size_t>(count));
    return text;
  }

 private:
  int outer_;
  int inner_ = -1;
};

/// An environment variable for as long as it lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    const char* before = std::getenv(name);
    if (before != nullptr) before_ = before;
    had_ = before != nullptr;
    ::setenv(name, value, 1);
  }
  ~Variable() { had_ ? ::setenv(name_, before_.c_str(), 1) : ::unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::string before_;
  bool had_ = false;
};

void wait(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

TEST(Progress, ShowsHowFarItIsAndWhatIsLeft) {
  const Variable term("TERM", "xterm");
  Terminal terminal(80);
  ASSERT_GE(terminal.descriptor(), 0);
  {
    Progress progress("walk", 60, "frames", terminal.descriptor());
    progress.update(1);
    EXPECT_EQ(terminal.read(), "");  // short work shows nothing
    wait(400);
    progress.update(30);
    const std::string line = terminal.read();
    EXPECT_EQ(line.substr(0, 8), "\rwalk  [");
    EXPECT_NE(line.find("[###############---------------]  50 %  30 of 60 frames  1 s left"), std::string::npos)
        << line;
    EXPECT_EQ(line.substr(line.size() - 3), "\x1b[K");
    progress.update(31);
    EXPECT_EQ(terminal.read(), "");  // not more than ten times a second
    wait(110);
    progress.step();
    EXPECT_NE(terminal.read().find("32 of 60"), std::string::npos);
    progress.clear();
    EXPECT_EQ(terminal.read(), "\r\x1b[K");
    wait(110);
    progress.step();
    EXPECT_NE(terminal.read().find("33 of 60"), std::string::npos);
  }
  EXPECT_EQ(terminal.read(), "\r\x1b[K");  // it clears up when it goes
}

TEST(Progress, FitsANarrowTerminal) {
  const Variable term("TERM", "xterm");
  Terminal terminal(30);
  Progress progress("a long name of an animation", 10, "frames", terminal.descriptor());
  wait(400);
  progress.update(5);
  const std::string line = terminal.read();
  EXPECT_LE(line.size(), 1 + 29 + 3u);
  EXPECT_GT(line.size(), 20u);
}

TEST(Progress, IsSilentWhereNobodyLooks) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  {
    Progress progress("walk", 10, "frames", ends[1]);
    wait(400);
    progress.update(5);
  }
  char byte = 0;
  EXPECT_EQ(::read(ends[0], &byte, 1), -1);
  ::close(ends[0]);
  ::close(ends[1]);

  const Variable term("TERM", "dumb");
  Terminal terminal(80);
  Progress progress("walk", 10, "frames", terminal.descriptor());
  wait(400);
  progress.update(5);
  EXPECT_EQ(terminal.read(), "");
}

TEST(Progress, NothingToDoIsNoDivisionByZero) {
  const Variable term("TERM", "xterm");
  Terminal terminal(80);
  Progress progress("walk", 0, "frames", terminal.descriptor());
  wait(400);
  progress.update(0);
  progress.step();
  EXPECT_EQ(terminal.read(), "");
}

}  // namespace
}  // namespace sinew
