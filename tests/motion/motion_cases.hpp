// Clips and rigs with expected results: the project's own in tests/data/motion, and the corpus's. Both have the layout
// that tests/data/motion/README.md describes.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sinew::test {

/// The names of all cases of a folder, without their endings, sorted.
[[nodiscard]] std::vector<std::string> motion_cases(const std::filesystem::path& folder);

/// Loads, samples and compares one case; fails the test where something is not as expected.
void check_motion_case(const std::filesystem::path& folder, const std::string& name);

/// Case name and expected message of every case of a folder that must be refused.
[[nodiscard]] std::map<std::string, std::string> motion_messages(const std::filesystem::path& folder);

}  // namespace sinew::test
