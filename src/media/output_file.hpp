// A file that appears whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "sinew/result.hpp"

namespace sinew {

/// Writes to a temporary file in the folder of the file wanted, which takes that file's place on commit(). Without a
/// commit (an error, a return on the way) the temporary is removed and what was there before stays as it was.
///
/// A symbolic link is followed, so that the link stays and what it points to is replaced. Something that is neither a
/// file nor a folder (a device, a named pipe) cannot be replaced and is written to directly.
///
/// Errors are of code file_not_writable and name the file.
class OutputFile {
 public:
  /// Opens the temporary. Fails when the folder is missing or not writable, or when `path` is a folder.
  [[nodiscard]] static Result<OutputFile> create(std::string path);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Appends at the end of what has been written.
  [[nodiscard]] Status write(std::span<const std::uint8_t> bytes);
  /// Replaces bytes that were written before; `offset` is from the start. Fails on pipes.
  [[nodiscard]] Status write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes);
  /// Closes the file and puts it in its place. Nothing may be written afterwards.
  [[nodiscard]] Status commit();

  /// The name that the caller gave.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// The open file, for another program to inherit and to write in our place.
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
  /// The size of the file on disk: right also when another program writes it, and after commit().
  [[nodiscard]] std::uint64_t size() const noexcept;

 private:
  OutputFile() = default;
  void abandon() noexcept;

  std::string path_;
  std::string target_;     // path_ with symbolic links followed
  std::string temporary_;  // equal to target_ when it is written directly
  int descriptor_ = -1;
  int guard_ = -1;  // slot in the list of files that an interrupt removes
  bool direct_ = false;
  std::uint64_t written_ = 0;
};

/// From now on SIGINT, SIGTERM and SIGHUP first remove the temporaries of all open OutputFiles, then end the process as
/// they always do. A signal that was ignored stays ignored. For programs to call at their start: a library must not
/// take over the signals of the program it is in. Up to 64 files open at once are covered.
void remove_temporary_files_on_interrupt();

/// Error{file_not_writable} about `path`, with the reason that `errno_value` stands for.
[[nodiscard]] Error not_writable(const std::string& path, int errno_value);

}  // namespace sinew
