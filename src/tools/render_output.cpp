#include "tools/render_output.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <system_error>

#include "base/number_text.hpp"
#include "base/visible_text.hpp"
#include "media/output_file.hpp"
#include "media/png.hpp"

namespace sinew::tools {
namespace {

/// "1.4 MB".
std::string byte_text(std::uint64_t bytes) {
  const auto number = static_cast<double>(bytes);
  if (bytes < 1000) return std::to_string(bytes) + " bytes";
  if (bytes < 1000000) return rounded(number / 1e3, 0) + " kB";
  return rounded(number / 1e6, 1) + " MB";
}

}  // namespace

std::string moment_text(const std::string& name, double time, double duration) {
  if (time <= duration) return name + " at " + rounded(time, 3) + " s";
  return name + " at " + rounded(duration, 3) + " s, its end";
}

Status check_writable(const std::string& path) {
  std::error_code problem;
  const std::filesystem::file_status status = std::filesystem::status(path, problem);
  // Opening and closing a pipe would be the end of the file to who reads it.
  const bool replaced = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status) ||
                        std::filesystem::is_directory(status);
  if (!replaced) return ok();
  const Result<OutputFile> file = OutputFile::create(path);  // and is gone again
  if (!file) return file.error();
  return ok();
}

Result<std::string> write_still(const std::string& path, const Image& image, bool opaque, const std::string& moment) {
  PngOptions png;
  png.channels = opaque ? PngChannels::rgb : PngChannels::rgba;
  const Status status = write_png(path, image, png);
  if (!status) return status.error();
  std::error_code problem;
  const auto bytes = std::filesystem::file_size(path, problem);
  std::string line =
      visible_text(path) + ": PNG, " + std::to_string(image.width) + " x " + std::to_string(image.height) + ", ";
  line += visible_text(moment);
  line += opaque ? ", no alpha" : ", with alpha";
  if (!problem) line += ", " + byte_text(bytes);
  return line;
}

ClipOptions clip_options(const RenderOptions& options, const PictureFrame& frame, double fps, const Color& background) {
  ClipOptions clip;
  clip.width = frame.width;
  clip.height = frame.height;
  clip.frame_rate = FrameRate::from_fps(fps);
  clip.plays = options.plays;
  clip.quality = options.quality;
  clip.has_alpha = background.a < 1;
  return clip;
}

Result<std::string> finish_clip(ClipWriter& writer) {
  const auto summary = writer.finish();
  if (!summary) return summary.error();
  std::string line = visible_text(summary->to_string());
  for (const std::string& note : summary->notes) line += "\n  " + visible_text(note);
  return line;
}

Status check_distinct(const std::vector<NamedOutput>& outputs) {
  std::map<std::string, std::string> taken;
  for (const NamedOutput& output : outputs) {
    const auto [place, fresh] = taken.emplace(output.path, output.name);
    if (fresh) continue;
    return Error{ErrorCode::duplicate,
                 "The " + output.kind + "s '" + place->second + "' and '" + output.name +
                     "' would both be written to '" + output.path + "'; draw them one at a time.",
                 {}};
  }
  return ok();
}

}  // namespace sinew::tools
