// What sinew convert says about what it did: losses, summaries, a report for programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/convert_files.hpp"

namespace sinew::tools {

/// One file on its way. What it becomes is not kept once it is written.
struct ConvertJob {
  std::string input, output;
  FileKind kind = FileKind::other;  ///< other: is copied
  ConvertedFile file;
  std::optional<Error> error;
  bool written = false;
};

/// Those that count as losses: all but what players compute differently.
[[nodiscard]] std::size_t count_losses(const std::vector<Loss>& losses);
[[nodiscard]] std::size_t count_pose_losses(const std::vector<Loss>& losses);
/// "1 loss, 1 of the pose"
[[nodiscard]] std::string losses_text(std::size_t losses, std::size_t of_the_pose);

/// Losses of one sentence, whatever the numbers and names in it.
struct LossGroup {
  const Loss* example = nullptr;  ///< the one of the largest error, else the first
  std::size_t count = 0;
};
/// In the order of each group's first loss; those that change the pose come first, notes last.
[[nodiscard]] std::vector<LossGroup> group_losses(const std::vector<Loss>& losses);

/// Prints losses to standard error, with `all` each, else by groups and no more lines than a reader reads.
class LossPrinter {
 public:
  explicit LossPrinter(bool all) : all_(all) {}
  void print(const ConvertJob& job);
  /// How many lines were left out of a whole run, after the last file.
  void finish() const;

 private:
  bool all_;
  std::size_t lines_ = 0, left_out_ = 0;
};

/// "out/hero.json: json 4.1.24, from json 4.2.22; 1 loss, 1 of the pose\n"
[[nodiscard]] std::string convert_summary(const ConvertJob& job);
/// The lines of a whole folder: each file's, and the totals.
[[nodiscard]] std::string convert_summary(const std::vector<ConvertJob>& jobs);
[[nodiscard]] std::string convert_report_json(const std::vector<ConvertJob>& jobs);

}  // namespace sinew::tools
