#include "formats/skeleton_binary.hpp"

#include <cmath>
#include <limits>

#include "base/limit_error.hpp"
#include "formats/json_fields.hpp"
#include "model/builder.hpp"
#include "model/limits.hpp"

namespace sinew {

namespace {

using skeleton_binary::Reading;

std::string unsupported_message(std::string_view version) {
  return "This is a binary skeleton of version " + quoted(version) +
         ", which cannot be read; export it again as one of 3.8, 4.0, 4.1, 4.2 or 4.3.";
}

void read_skeleton(Reading& reading, const BinarySigns& signs, const LoadOptions& options) {
  skeleton_binary::read_header(reading, signs, options);
  const auto read_all_constraints =
      reading.before(FormatVersion::v4_3) ? skeleton_binary::read_constraint_lists : skeleton_binary::read_constraints;
  void (*const parts[])(Reading&) = {skeleton_binary::read_bones,  skeleton_binary::read_slots,
                                     read_all_constraints,         skeleton_binary::read_skins,
                                     skeleton_binary::read_events, skeleton_binary::read_animations};
  for (const auto part : parts) {
    if (reading.failed()) return;
    part(reading);
  }
  if (const std::size_t left = reading.in.remaining(); left != 0) {
    reading.warn(reading.in.offset(), ErrorCode::syntax,
                 "Behind the end of the skeleton " + std::to_string(left) + " more bytes follow; they are ignored.");
  }
}

}  // namespace

Result<SkeletonDataPtr> parse_skeleton_binary(std::string_view bytes, const BinarySigns& signs,
                                              std::string_view file_name, const LoadOptions& options) {
  const auto failure = [&](ErrorCode code, std::string message, std::optional<std::size_t> offset = {}) {
    return Error{code, std::move(message), {std::string(file_name), 0, 0, offset, {}}};
  };
  if (!std::isfinite(options.scale) || options.scale == 0) {
    return failure(ErrorCode::bad_value, "The load scale must be a finite number other than 0.");
  }
  // Counts and places are kept in 32 bits.
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  if (bytes.size() > options.limits.max_bytes || bytes.size() > most) {
    return file_size_error(bytes.size(), std::min(options.limits.max_bytes, most), file_name);
  }
  if (signs.kind != BinarySigns::Kind::skeleton) {
    return failure(ErrorCode::unsupported_version, unsupported_message(signs.version_text), signs.version_offset);
  }
  if (signs.version_text.starts_with("3.8.75")) {
    return failure(
        ErrorCode::unsupported_version,
        "Version 3.8.75 was a beta with a layout of its own, which cannot be read; export the skeleton again "
        "with a later version.",
        signs.version_offset);
  }
  const auto data = std::make_shared<SkeletonData>();
  // Numbers double in size and curves become tables: 5 to 14 bytes for one of the file. What is not used is never
  // touched.
  data->arena().set_limit(options.limits.max_memory);
  data->arena().reserve(bytes.size() * 14 + 16384);
  Reading reading(bytes, file_name, *data, options);
  read_skeleton(reading, signs, options);
  reading.finish_warnings();
  if (reading.failed()) return reading.take_error();
  if (const Status few = check_counts(*data, options.limits, file_name); !few) return few.error();
  if (const Status done = finish(*data, options.limits.max_updates, file_name); !done) return done.error();
  return SkeletonDataPtr(data);
}

}  // namespace sinew
