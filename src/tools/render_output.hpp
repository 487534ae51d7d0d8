// Writing what `sinew render` has drawn, and saying so.
#pragma once

#include <string>
#include <vector>

#include "media/clip.hpp"
#include "sinew/types.hpp"
#include "tools/render_framing.hpp"
#include "tools/render_options.hpp"

namespace sinew::tools {

/// "walk at 0.5 s"; of a time after the end, what is shown then: "walk at 1.2 s, its end".
[[nodiscard]] std::string moment_text(const std::string& name, double time, double duration);

/// Whether a file could be written there: for work that takes long and is written at its end. Errors:
/// file_not_writable.
[[nodiscard]] Status check_writable(const std::string& path);

/// Writes a PNG and returns the line about it; `moment` says what it shows: "walk at 0.5 s".
[[nodiscard]] Result<std::string> write_still(const std::string& path, const Image& image, bool opaque,
                                              const std::string& moment);

/// What the options say of a clip.
[[nodiscard]] ClipOptions clip_options(const RenderOptions& options, const PictureFrame& frame, double fps,
                                       const Color& background);

/// Ends a clip and returns the lines about it.
[[nodiscard]] Result<std::string> finish_clip(ClipWriter& writer);

/// A file that is to be written.
struct NamedOutput {
  std::string kind, name;  ///< what it shows: "animation", "walk"
  std::string path;
};
/// Fails where two would be written to one file.
[[nodiscard]] Status check_distinct(const std::vector<NamedOutput>& outputs);

}  // namespace sinew::tools
