#include "media/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "base/follow_links.hpp"
#include "base/system_reason.hpp"

namespace sinew {

namespace {

// What an interrupt has to remove. A signal handler may neither lock nor allocate, so the names lie in fixed slots and
// a slot's state says when its name may be read.
struct GuardSlot {
  enum State : int { vacant, being_filled, active };
  std::atomic<int> state = vacant;
  std::array<char, 4096> path = {};
};
std::array<GuardSlot, 64> guard_slots;
static_assert(std::atomic<int>::is_always_lock_free);

int guard(const std::string& path) {
  if (path.size() >= guard_slots[0].path.size()) return -1;
  for (std::size_t i = 0; i < guard_slots.size(); ++i) {
    int expected = GuardSlot::vacant;
    if (!guard_slots[i].state.compare_exchange_strong(expected, GuardSlot::being_filled)) continue;
    std::memcpy(guard_slots[i].path.data(), path.c_str(), path.size() + 1);
    guard_slots[i].state.store(GuardSlot::active);
    return static_cast<int>(i);
  }
  return -1;
}

/// Holds back the signals that remove temporaries while one has been made and is not yet in the list.
class SignalsHeldBack {
 public:
  SignalsHeldBack() {
    sigset_t held;
    ::sigemptyset(&held);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&held, signal);
    ::pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  ~SignalsHeldBack() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeldBack(const SignalsHeldBack&) = delete;
  SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;

 private:
  sigset_t before_;
};

void release_guard(int slot) noexcept {
  if (slot >= 0) guard_slots[static_cast<std::size_t>(slot)].state.store(GuardSlot::vacant);
}

extern "C" void remove_temporary_files(int signal) {
  for (GuardSlot& slot : guard_slots) {
    if (slot.state.load() == GuardSlot::active) ::unlink(slot.path.data());
  }
  std::raise(signal);  // the handler was installed for one time: this one ends the process
}

mode_t default_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return static_cast<mode_t>(0666) & ~mask;
}

}  // namespace

Error not_writable(const std::string& path, int errno_value) {
  std::string reason;
  switch (errno_value) {
    case ENOENT:
      reason = "its folder does not exist; create it first";
      break;
    case ENOTDIR:
      reason = "a part of its path is not a folder";
      break;
    case EACCES:
    case EPERM:
      reason = "you are not permitted to write there";
      break;
    case EROFS:
      reason = "the file system is read-only";
      break;
    case ENOSPC:
      reason = "no space is left on the disk";
      break;
    case EDQUOT:
      reason = "your disk quota is used up";
      break;
    case EISDIR:
      reason = "it is a folder";
      break;
    default:
      reason = system_reason(errno_value);
      break;
  }
  return Error{ErrorCode::file_not_writable, "The file cannot be written: " + reason + '.', {path, 0, 0, {}, {}}};
}

Result<OutputFile> OutputFile::create(std::string path) {
  OutputFile file;
  file.path_ = std::move(path);
  if (file.path_.empty()) return Error{ErrorCode::file_not_writable, "The name of the output file is empty.", {}};
  file.target_ = follow_links(file.path_);
  if (file.target_.empty()) return not_writable(file.path_, ELOOP);

  struct stat status = {};
  const bool exists = ::stat(file.target_.c_str(), &status) == 0;
  if ((exists && S_ISDIR(status.st_mode)) || file.target_.back() == '/') return not_writable(file.path_, EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    file.direct_ = true;
    file.temporary_ = file.target_;
    file.descriptor_ = ::open(file.target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (file.descriptor_ < 0) return not_writable(file.path_, errno);
    return file;
  }
  // Renaming asks the folder for permission, not the file: a file that its owner protected must stay protected.
  if (exists && ::access(file.target_.c_str(), W_OK) != 0) return not_writable(file.path_, errno);

  std::string name = file.target_ + ".XXXXXX";
  {
    const SignalsHeldBack held_back;
    file.descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (file.descriptor_ < 0) return not_writable(file.path_, errno);
    file.temporary_ = std::move(name);
    file.guard_ = guard(file.temporary_);
  }
  // mkostemp makes private files; the result should be as readable as the one it replaces, or as any other new file.
  ::fchmod(file.descriptor_, exists ? status.st_mode & static_cast<mode_t>(07777) : default_mode());
  return file;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::move(other.temporary_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      guard_(std::exchange(other.guard_, -1)),
      direct_(other.direct_),
      written_(other.written_) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this != &other) {
    abandon();
    path_ = std::move(other.path_);
    target_ = std::move(other.target_);
    temporary_ = std::move(other.temporary_);
    descriptor_ = std::exchange(other.descriptor_, -1);
    guard_ = std::exchange(other.guard_, -1);
    direct_ = other.direct_;
    written_ = other.written_;
  }
  return *this;
}

OutputFile::~OutputFile() {
  abandon();
}

void OutputFile::abandon() noexcept {
  if (descriptor_ < 0) return;
  ::close(std::exchange(descriptor_, -1));
  if (!direct_) ::unlink(temporary_.c_str());
  release_guard(std::exchange(guard_, -1));
}

Status OutputFile::write(std::span<const std::uint8_t> bytes) {
  SINEW_ASSERT(descriptor_ >= 0);
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0) {
      if (errno == EINTR) continue;
      return not_writable(path_, errno);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    written_ += static_cast<std::uint64_t>(count);
  }
  return ok();
}

Status OutputFile::write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
  SINEW_ASSERT(descriptor_ >= 0 && offset + bytes.size() <= written_);
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0) {
      if (errno == EINTR) continue;
      return not_writable(path_, errno);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return ok();
}

Status OutputFile::commit() {
  SINEW_ASSERT(descriptor_ >= 0);
  // Some file systems report a full disk only here.
  if (::close(std::exchange(descriptor_, -1)) != 0) {
    const int reason = errno;
    if (!direct_) ::unlink(temporary_.c_str());
    release_guard(std::exchange(guard_, -1));
    return not_writable(path_, reason);
  }
  if (direct_) return ok();
  const int renamed = std::rename(temporary_.c_str(), target_.c_str());
  const int reason = errno;
  if (renamed != 0) ::unlink(temporary_.c_str());
  release_guard(std::exchange(guard_, -1));
  if (renamed != 0) return not_writable(path_, reason);
  return ok();
}

std::uint64_t OutputFile::size() const noexcept {
  if (direct_) return written_;
  struct stat status = {};
  const int result = descriptor_ >= 0 ? ::fstat(descriptor_, &status) : ::stat(target_.c_str(), &status);
  return result == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

void remove_temporary_files_on_interrupt() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action = {};
    if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = remove_temporary_files;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace sinew
