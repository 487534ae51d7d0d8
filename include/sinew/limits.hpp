// Limits of what is loaded.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sinew {

/// How large a file and what it describes may be: what is larger is an error (ErrorCode::limit) that names the member
/// below, its value, and what was found. The defaults are far beyond what editors export. Lower them where files come
/// from strangers and memory or time are short; raise them for larger files that you trust.
///
/// Whatever the limits are, a reader takes time and memory by the size of the input, not by what the input claims to
/// hold.
struct LoadLimits {
  std::size_t max_bytes = std::size_t{256} << 20;  ///< size of the file; nothing beyond it is read
  std::uint32_t max_depth = 64;                    ///< nesting of arrays and objects in JSON and YAML
  /// Memory of the loaded skeleton, in bytes; and of the parsed JSON, which is given back once all is loaded.
  std::size_t max_memory = std::size_t{1} << 30;

  /// Bytes of one name, path or text of the header of a skeleton. Names stand in every message about what they name.
  /// Strings of events are a program's own data, and bounded by the file alone.
  std::size_t max_name = 4096;

  // Counts of one skeleton.
  std::size_t max_bones = 100'000;
  std::size_t max_slots = 100'000;
  std::size_t max_constraints = 100'000;
  std::size_t max_attachments = 1'000'000;  ///< of all skins together
  std::size_t max_vertices = 10'000'000;    ///< of all attachments together
  std::size_t max_animations = 100'000;
  std::size_t max_keys = 30'000'000;  ///< of all timelines of all animations together
  /// What one frame may have to compute beside solving each constraint once, under whatever skin: bones (again after
  /// each constraint that they hang on), timelines that sliders apply, and bones that constraints wait for. It is not
  /// bounded by the size of the file, but by the product of constraints and bones; the default takes a frame a tenth of
  /// a second or so.
  std::size_t max_updates = std::size_t{4} << 20;

  std::size_t max_regions = 1'000'000;  ///< of one atlas
};

}  // namespace sinew
