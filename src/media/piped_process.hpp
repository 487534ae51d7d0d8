// Another program that eats bytes from a pipe.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sinew {

/// Runs a program found in PATH, without a shell, and feeds its standard input. What it prints goes to nowhere, what it
/// complains about is kept (the end of it). A program that stops reading is an ordinary failure: no SIGPIPE is raised.
/// One that is still running when the object goes is killed.
class PipedProcess {
 public:
  /// `arguments` begin with the program's name. `inherited` becomes the program's descriptor 3.
  /// Returns 0, or the errno of why it could not be started: ENOENT when there is no such program.
  [[nodiscard]] int start(const std::vector<std::string>& arguments, int inherited);

  PipedProcess() = default;
  PipedProcess(const PipedProcess&) = delete;
  PipedProcess& operator=(const PipedProcess&) = delete;
  ~PipedProcess();

  /// Blocks until the program has taken all bytes; false when it does not take any more.
  [[nodiscard]] bool write(std::span<const std::uint8_t> bytes);
  /// Ends its input and waits for its end; true when it says that all went well.
  [[nodiscard]] bool finish();
  /// The last lines that it has complained with.
  [[nodiscard]] const std::string& complaints() const noexcept { return complaints_; }

 private:
  void read_complaints();
  [[nodiscard]] bool wait();

  pid_t process_ = -1;
  int input_ = -1;   // our end of the program's standard input
  int errors_ = -1;  // our end of its standard error
  std::string complaints_;
};

}  // namespace sinew
