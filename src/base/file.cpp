#include "sinew/file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "base/limit_error.hpp"
#include "base/memory_guard.hpp"
#include "base/system_reason.hpp"

namespace sinew {

namespace {

Result<std::string> read(const std::string& path, std::size_t max_bytes) {
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  errno = 0;
  const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rb"));
  if (!file) {
    if (errno == ENOENT) return Error{ErrorCode::file_not_found, "There is no such file.", {path, 0, 0, {}, {}}};
    return Error{
        ErrorCode::file_not_readable, "The file cannot be opened: " + system_reason(errno) + '.', {path, 0, 0, {}, {}}};
  }
  // A file that says its size is looked at before anything is read; pipes and devices are read until they end.
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  if (!unknown && size > max_bytes) return file_size_error(static_cast<std::size_t>(size), max_bytes, path);
  // One byte more than may be, so that it shows whether the file goes on.
  const std::size_t most = max_bytes < std::string().max_size() ? max_bytes + 1 : max_bytes;
  std::string bytes;
  std::size_t used = 0;
  for (;;) {
    bytes.resize(std::min(used + std::max<std::size_t>(used, 65536), most));
    const std::size_t got = std::fread(bytes.data() + used, 1, bytes.size() - used, file.get());
    used += got;
    if (used > max_bytes) return endless_file_error(max_bytes, path);
    if (got == 0) break;
  }
  if (std::ferror(file.get())) {
    const std::string why = errno == EISDIR ? "It is a folder." : system_reason(errno) + '.';
    return Error{ErrorCode::file_not_readable, "The file cannot be read: " + why, {path, 0, 0, {}, {}}};
  }
  bytes.resize(used);
  return bytes;
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  return guard_memory(path, [&] { return read(path, max_bytes); });
}

}  // namespace sinew
