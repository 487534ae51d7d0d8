#include "base/follow_links.hpp"

#include <filesystem>
#include <system_error>

namespace sinew {

std::string follow_links(const std::string& path) {
  std::filesystem::path end = path;
  for (int links = 0; links <= 40; ++links) {  // as many as Linux follows
    std::error_code problem;
    const std::filesystem::path next = std::filesystem::read_symlink(end, problem);
    if (problem) return end.string();  // no link
    end = end.parent_path() / next;
  }
  return {};
}

}  // namespace sinew
