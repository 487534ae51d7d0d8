// Golden files: what an independent runtime computed, frame by frame; recording and comparing them.
// The format is docs/golden.md, "sinew-golden/1".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sinew/load.hpp"

namespace sinew {

/// Which runs of a golden file to check.
enum class GoldenMode : std::uint8_t { any, pose, state, apply };

/// The largest difference found in a golden file, and where.
struct GoldenReport {
  std::string skeleton;        ///< as the golden file names it
  std::size_t runs = 0, frames = 0;  ///< compared
  std::size_t failed_frames = 0;
  double tolerance = 1e-6;
  double largest = 0;          ///< largest absolute difference of any number; infinite where things differ in kind
  std::string where;           ///< e.g. "run walk, step 12, bone hip, tx: 12.3 instead of 12.4"
  [[nodiscard]] bool passed() const noexcept { return failed_frames == 0; }
};

/// Compares a golden file (its text) with what this library computes for `skeleton_json`, the text of the skeleton it names.
[[nodiscard]] Result<GoldenReport> check_golden(std::string_view golden_text, std::string_view golden_name,
                                                std::string_view skeleton_bytes, std::string_view skeleton_name,
                                                GoldenMode mode = GoldenMode::any);

/// The `skeleton` member of a golden file: which skeleton it is about.
[[nodiscard]] Result<std::string> golden_skeleton(std::string_view golden_text, std::string_view golden_name);

struct GoldenRecordOptions {
  Semantics semantics = Semantics::automatic;
  std::vector<std::string> animations;  ///< empty: all
  std::string skin;                     ///< empty: the default skin alone
  double fps = 60;
  std::vector<std::uint32_t> steps;     ///< empty: first, last, and some between
  std::string skeleton_name;            ///< written as the golden file's `skeleton`
};

/// Records pose runs of a skeleton. Error unknown_name for an animation or skin that the skeleton does not have.
[[nodiscard]] Result<std::string> record_golden(std::string_view skeleton_bytes, std::string_view skeleton_file,
                                                const GoldenRecordOptions& options);

}  // namespace sinew
