#include "sinew/file.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "base/system_reason.hpp"

namespace sinew {

namespace {
constexpr std::size_t max_size = std::size_t{1} << 30;
}

Result<std::string> read_file(const std::string& path) {
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
  const auto too_large = [&] {
    return Error{ErrorCode::limit, "The file is larger than 1 GiB.", {path, 0, 0, {}, {}}};
  };
  if (!unknown && size > max_size) return too_large();
  std::string bytes;
  std::size_t used = 0;
  for (;;) {
    bytes.resize(used + (used < 65536 ? 65536 : used));
    const std::size_t got = std::fread(bytes.data() + used, 1, bytes.size() - used, file.get());
    used += got;
    if (got == 0) break;
    if (used > max_size) {
      return too_large();
    }
  }
  if (std::ferror(file.get())) {
    const std::string why = errno == EISDIR ? "It is a folder." : system_reason(errno) + '.';
    return Error{ErrorCode::file_not_readable, "The file cannot be read: " + why, {path, 0, 0, {}, {}}};
  }
  bytes.resize(used);
  return bytes;
}

}  // namespace sinew
