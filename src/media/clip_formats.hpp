// The writers behind open_clip(), one for every format.
#pragma once

#include <memory>
#include <string>

#include "media/clip.hpp"

namespace sinew {

using ClipWriterResult = Result<std::unique_ptr<ClipWriter>>;

// All of them get options that open_clip() has checked, and open their file at once, so that a folder that cannot be
// written is known before the first frame is drawn.
ClipWriterResult open_apng(const std::string& path, const ClipOptions& options);
ClipWriterResult open_gif(const std::string& path, const ClipOptions& options);
ClipWriterResult open_numbered_pictures(const std::string& path, const ClipOptions& options);
ClipWriterResult open_webp(const std::string& path, const ClipOptions& options);

enum class VideoFormat { mp4, webm, mov };
ClipWriterResult open_video(VideoFormat format, const std::string& path, const ClipOptions& options);

}  // namespace sinew
