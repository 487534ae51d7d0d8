// Checking one file of any kind: what reading it says, and what looking through it finds.
#pragma once

#include <string>
#include <vector>

#include "sinew/check.hpp"
#include "sinew/result.hpp"

namespace sinew::tools {

/// One thing to report.
struct FileFinding {
  Severity severity = Severity::error;
  std::string code;     ///< of Finding or ErrorCode
  std::string message;  ///< a sentence
  Location where;
};

struct FileReport {
  std::string file;
  std::string kind;     ///< "skeleton", "atlas", "scene", "clip", "rig"
  std::string version;  ///< of skeletons, as the header has it
  std::string atlas;    ///< the atlas that a skeleton was checked with; empty: none
  std::vector<FileFinding> findings;

  void add(Severity severity, const Error& error);
};

struct CheckRequest {
  std::string atlas;      ///< for skeletons; empty: the one beside them, if there is one
  bool no_atlas = false;  ///< check skeletons alone
  Semantics semantics = Semantics::automatic;
};

/// Reads and checks a file. Whatever is wrong with it is in the report.
[[nodiscard]] FileReport check_file(const std::string& path, const CheckRequest& request);

/// A region of an atlas that several skeletons were checked with is unused when none of them shows it, and that is said
/// once.
void settle_shared_atlases(std::vector<FileReport>& reports);

/// All codes that a finding can have.
[[nodiscard]] const std::vector<std::string>& check_codes();

/// The atlas beside a skeleton: the one of its name, else the only one in the folder; empty: none or several.
[[nodiscard]] std::string atlas_beside(const std::string& skeleton);

}  // namespace sinew::tools
