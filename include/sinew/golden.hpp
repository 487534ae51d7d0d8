// Golden files: what an independent runtime computed, frame by frame; recording and comparing them.
// The format is docs/golden.md, "sinew-golden/1".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sinew/load.hpp"

namespace sinew {

/// Which runs of a golden file to check.
enum class GoldenMode : std::uint8_t {
  any,
  pose,   ///< one animation at a time
  state,  ///< an AnimationState that is told what to play
  apply,  ///< apply() with all its options
};

/// What became of comparing a golden file: the largest difference found, and where.
struct GoldenReport {
  std::string skeleton;              ///< as the golden file names it
  std::size_t runs = 0, frames = 0;  ///< of the mode asked for
  std::size_t failed_runs = 0;       ///< runs with a failed frame, and runs that this library cannot simulate
  std::size_t failed_frames = 0;     ///< frames that differ, or were not compared in everything they record
  double tolerance = 1e-6;
  double largest = 0;  ///< largest absolute difference of any number; infinite where things differ in kind
  std::string where;   ///< e.g. "run walk, step 12, bone hip, tx: 12.3 instead of 12.4"; empty: nothing differs at all
  /// Whether everything was compared and equal within the tolerance. A file without runs of the mode passes.
  [[nodiscard]] bool passed() const noexcept { return failed_runs == 0; }
};

/// Compares a golden file (its text) with what this library computes for `skeleton_bytes`, the skeleton it names. What
/// a file records and this library cannot compute counts as failed, with the reason in `where`. Errors: either of the
/// two cannot be read, or is beyond `limits`. The names are only used in messages.
[[nodiscard]] Result<GoldenReport> check_golden(std::string_view golden_text, std::string_view golden_name,
                                                std::string_view skeleton_bytes, std::string_view skeleton_name,
                                                GoldenMode mode = GoldenMode::any, const LoadLimits& limits = {});

/// The `skeleton` member of a golden file: which skeleton it is about.
[[nodiscard]] Result<std::string> golden_skeleton(std::string_view golden_text, std::string_view golden_name,
                                                  const LoadLimits& limits = {});

struct GoldenRecordOptions {
  Semantics semantics = Semantics::automatic;
  std::vector<std::string> animations;  ///< empty: all
  std::string skin;                     ///< empty: the default skin alone
  double fps = 60;                      ///< steps a second, 0.001 to 1,000,000
  /// The steps to record. Empty: the first two, three between, the one on the end and one after. Under spine semantics
  /// every step that fires an event is recorded too.
  std::vector<std::uint32_t> steps;
  std::string skeleton_name;                 ///< written as the golden file's `skeleton`
  std::vector<Warning>* warnings = nullptr;  ///< what is unusual in the skeleton is appended here, if given
  LoadLimits limits;                         ///< of the skeleton
};

/// Records a pose run of each animation (of a skeleton without one: its setup pose). The same input gives the same
/// bytes. Errors: unknown_name for an animation or skin that the skeleton does not have; limit for a step above
/// 1,000,000; bad_value where a pose has numbers that are not finite.
[[nodiscard]] Result<std::string> record_golden(std::string_view skeleton_bytes, std::string_view skeleton_file,
                                                const GoldenRecordOptions& options);

}  // namespace sinew
