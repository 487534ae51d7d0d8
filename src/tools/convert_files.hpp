// Converting one file: what it is, what it becomes, and what is lost.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/convert.hpp"
#include "sinew/result.hpp"

namespace sinew::tools {

enum class FileKind : std::uint8_t { skeleton_json, skeleton_binary, atlas, other };

/// What a file's name says it is: .json, .skel or .skel.bytes, .atlas or .atlas.txt, in any case.
[[nodiscard]] FileKind kind_of_name(const std::string& path);
/// "json", "skel", "atlas", "other".
[[nodiscard]] std::string_view name_of(FileKind kind);
/// The path with the ending of another kind; ".bytes" and ".txt" behind it go.
[[nodiscard]] std::string with_ending(const std::string& path, FileKind kind);

struct ConvertRequest {
  std::optional<FormatVersion> to;  ///< none: the input's
  std::optional<FileKind> format;   ///< encoding of skeletons; none: what the output's name says
  bool compact = false;             ///< JSON without blanks
  bool essential_only = false;      ///< binary without what only editors show
  Semantics semantics = Semantics::automatic;
  ConvertOptions options;
};

struct ConvertedFile {
  FileKind from = FileKind::other, to = FileKind::other;
  std::string version_before, version_after;  ///< of skeletons, as their headers have it
  std::string bytes;                          ///< what to write
  std::vector<Loss> losses;
  std::vector<Warning> warnings;  ///< about the input
};

/// Converts the bytes of a file; `input` is used in messages. A JSON file without bones is `other`: its bytes are
/// returned as they are. `output`'s name decides the encoding, unless the request does; a
/// name that says none keeps the input's.
[[nodiscard]] Result<ConvertedFile> convert_file(const std::string& input, std::string bytes, const std::string& output,
                                                 const ConvertRequest& request);

}  // namespace sinew::tools
