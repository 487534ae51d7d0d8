#include "formats/skeleton_json.hpp"

#include <cmath>

#include "base/memory_guard.hpp"
#include "formats/skeleton_binary.hpp"
#include "formats/skeleton_json_unknown.hpp"
#include "model/builder.hpp"
#include "model/limits.hpp"
#include "sinew/file.hpp"

namespace sinew {

namespace {

using skeleton_json::Reading;

void read_skeleton(Reading& reading, const JsonNode& root, const LoadOptions& options) {
  // Everything after what it refers to, whatever the order in the file.
  constexpr void (*parts[])(Reading&, const JsonNode&) = {
      skeleton_json::read_bones,           skeleton_json::read_slots,       skeleton_json::read_events,
      skeleton_json::read_animation_names, skeleton_json::read_constraints, skeleton_json::read_skins,
      skeleton_json::read_animations};
  skeleton_json::read_header(reading, root, options);
  for (const auto part : parts) {
    if (reading.json.failed()) return;
    part(reading, root);
  }
}

Result<SkeletonDataPtr> parse(std::string_view bytes, std::string_view file_name, const LoadOptions& options) {
  const BinarySigns signs = look_for_binary_skeleton(bytes);
  if (signs.kind != BinarySigns::Kind::none) return parse_skeleton_binary(bytes, signs, file_name, options);
  if (!std::isfinite(options.scale) || options.scale == 0) {
    return Error{ErrorCode::bad_value, "The load scale must be a finite number other than 0.", {}};
  }
  Result<JsonDocument> document = JsonDocument::parse(bytes, file_name, options.limits);
  if (!document) return document.error();
  const JsonNode& root = document->root();

  JsonFields fields(*document, file_name, options.warnings);
  for (const std::uint32_t member : document->repeated()) {
    const JsonNode& node = document->nodes()[member];
    fields.warn(node, ErrorCode::duplicate,
                "The member " + quoted(node.key()) + " occurs more than once in this object; the last one counts.");
  }
  const auto data = std::make_shared<SkeletonData>();
  // Skeletons need 8 to 25 bytes for a value of the text; the arena grows by itself if that was too little.
  data->arena().set_limit(options.limits.max_memory);
  data->arena().reserve(document->nodes().size() * 20 + 4096);
  Reading reading(fields, *data, options);
  if (fields.expect(root, JsonType::object)) read_skeleton(reading, root, options);
  fields.finish_warnings();
  if (fields.failed()) {
    Error error = fields.take_error();
    if (!reading.version_doubt.empty()) error.message += " " + reading.version_doubt;
    return error;
  }
  if (options.keep_unknown) skeleton_json::keep_unknown_fields(*data, *document);
  if (const Status few = check_counts(*data, options.limits, file_name); !few) return few.error();
  if (const Status done = finish(*data, options.limits.max_updates, file_name); !done) return done.error();
  return SkeletonDataPtr(data);
}

}  // namespace

Result<SkeletonDataPtr> parse_skeleton(std::string_view bytes, std::string_view file_name, const LoadOptions& options) {
  return guard_memory(file_name, [&] { return parse(bytes, file_name, options); });
}

Result<SkeletonDataPtr> load_skeleton(const std::string& path, const LoadOptions& options) {
  const Result<std::string> bytes = read_file(path, options.limits.max_bytes);
  if (!bytes) return bytes.error();
  return parse_skeleton(*bytes, path, options);
}

}  // namespace sinew
