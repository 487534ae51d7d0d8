#include "media/piped_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <utility>

// Declared by POSIX for programs to declare themselves.
extern char** environ;  // NOLINT

namespace sinew {

namespace {

constexpr std::size_t complaints_kept = 4096;

void close_if_open(int& descriptor) {
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

/// Above the numbers that the program's own descriptors get, so that setting those up overwrites none of ours.
void move_up(int& descriptor) {
  if (descriptor < 0 || descriptor > 3) return;
  const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 4);
  ::close(std::exchange(descriptor, moved));
}

}  // namespace

int PipedProcess::start(const std::vector<std::string>& arguments, int inherited) {
  // A socket instead of a pipe, because it can be written without a SIGPIPE.
  std::array<int, 2> input = {-1, -1};
  std::array<int, 2> errors = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input.data()) != 0) return errno;
  if (::pipe2(errors.data(), O_CLOEXEC) != 0) {
    const int reason = errno;
    for (int& descriptor : input) close_if_open(descriptor);
    return reason;
  }
  for (int* descriptor : {&input[0], &input[1], &errors[0], &errors[1]}) move_up(*descriptor);

  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments)
    argv.push_back(const_cast<char*>(argument.c_str()));  // exec writes none
  argv.push_back(nullptr);

  int lifted = ::fcntl(inherited, F_DUPFD_CLOEXEC, 4);  // dup2 onto itself would leave it to be closed
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[0], 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, errors[1], 2);
  posix_spawn_file_actions_adddup2(&actions, lifted, 3);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int reason = ::posix_spawnp(&process_, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close_if_open(lifted);
  close_if_open(input[0]);
  close_if_open(errors[1]);
  if (reason != 0) {
    process_ = -1;
    close_if_open(input[1]);
    close_if_open(errors[0]);
    return reason;
  }
  input_ = input[1];
  errors_ = errors[0];
  return 0;
}

PipedProcess::~PipedProcess() {
  close_if_open(input_);
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    (void)wait();
  }
  close_if_open(errors_);
}

bool PipedProcess::write(std::span<const std::uint8_t> bytes) {
  // Both at once: a program that waits for its complaints to be read would never read its input.
  while (!bytes.empty()) {
    std::array<pollfd, 2> wanted = {pollfd{input_, POLLOUT, 0}, pollfd{errors_, POLLIN, 0}};
    if (::poll(wanted.data(), wanted.size(), -1) < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    if (wanted[1].revents != 0) read_complaints();
    if (wanted[0].revents == 0) continue;
    const ssize_t count = ::send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    } else if (errno != EINTR && errno != EAGAIN) {
      return false;
    }
  }
  return true;
}

bool PipedProcess::finish() {
  close_if_open(input_);
  while (errors_ >= 0) read_complaints();
  return wait();
}

void PipedProcess::read_complaints() {
  std::array<char, 1024> text;
  const ssize_t count = ::read(errors_, text.data(), text.size());
  if (count < 0 && errno == EINTR) return;
  if (count <= 0) return close_if_open(errors_);
  complaints_.append(text.data(), static_cast<std::size_t>(count));
  if (complaints_.size() > complaints_kept) complaints_.erase(0, complaints_.size() - complaints_kept);
}

bool PipedProcess::wait() {
  int status = 0;
  pid_t ended = -1;
  do {
    ended = ::waitpid(process_, &status, 0);
  } while (ended < 0 && errno == EINTR);
  process_ = -1;
  return ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace sinew
