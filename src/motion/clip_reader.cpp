// Reading .motion files: the checks, and the order in which they are made (docs/motion.md).
#include "base/memory_guard.hpp"
#include "motion/fields.hpp"
#include "motion/names.hpp"
#include "motion/rules.hpp"
#include "sinew/file.hpp"

namespace sinew::motion {

namespace {

using YamlNode = YamlDocument::Node;
using Kind = YamlDocument::Kind;

std::string at(std::string_view list, std::size_t index) {
  return '/' + std::string(list) + '/' + std::to_string(index);
}

class ClipReader {
 public:
  ClipReader(const YamlDocument& document, const ReadOptions& options) : fields_(document, options) {}

  Result<Clip> read() {
    const YamlNode& root = fields_.document().root();
    if (root.kind != Kind::map && root.kind != Kind::null) {
      return fields_.error(ErrorCode::wrong_type,
                           "This is not a .motion file. Expected fields such as 'model:', 'duration:' and 'tracks:'.",
                           &root, nullptr, {});
    }
    root_ = as_map(&root);
    for (const auto step : {&ClipReader::read_version, &ClipReader::read_head, &ClipReader::read_tracks}) {
      if (Status done = (this->*step)(); !done) return done.error();
    }
    return std::move(clip_);
  }

 private:
  Status read_version() {
    if (const YamlNode* const format = fields_.find(root_, "format")) {
      clip_.kind = ClipKind::rig;
      const YamlNode* const version = fields_.find(as_map(format), "version");
      if (version == nullptr) return ok();
      const std::string_view text = fields_.shown(*version);
      const std::optional<FormatVersion> read = parse_version(text);
      // The newest of each kind are 1.0.0 and 2.0.0; there never was anything before.
      if (!read || read->major < 1 || read->major > 2 || read->minor > 0 || read->patch > 0) {
        return fields_.error(ErrorCode::unsupported_version, message::clip_format(text), version, nullptr,
                             "/format/version");
      }
      clip_.kind = read->major == 1 ? ClipKind::model : ClipKind::rig;
      return ok();
    }
    if (const YamlNode* const version = fields_.find(root_, "version")) {
      const std::string_view text = fields_.shown(*version);
      if (text != "1" && text != "2") {
        return fields_.error(ErrorCode::unsupported_version, message::clip_version(text), version, nullptr, "/version");
      }
      clip_.kind = text == "1" ? ClipKind::model : ClipKind::rig;
    }
    return ok();
  }

  Status read_head() {
    clip_.binding = fields_.text(root_, "binding");
    if (clip_.kind == ClipKind::rig && clip_.binding.empty()) {
      return fields_.error(ErrorCode::missing_member, message::needs_binding, fields_.find(root_, "binding"), root_,
                           "/binding");
    }
    clip_.model = fields_.text(root_, "model");
    const YamlNode* const duration = fields_.find(root_, "duration");
    const std::optional<double> seconds = fields_.number(duration);
    if (clip_.model.empty()) {
      return fields_.error(ErrorCode::missing_member, message::needs_model_and_duration, fields_.find(root_, "model"),
                           root_, "/model");
    }
    if (!seconds || !good_duration(*seconds)) {
      return fields_.error(duration == nullptr ? ErrorCode::missing_member : ErrorCode::bad_value,
                           message::needs_model_and_duration, duration, root_, "/duration");
    }
    clip_.duration = *seconds;
    // Required, but there is no message for it: missing means false.
    const std::string_view loop = fields_.text(root_, "loop");
    clip_.loop = loop.size() == 4 && (loop[0] | 0x20) == 't' && (loop[1] | 0x20) == 'r' && (loop[2] | 0x20) == 'u' &&
                 (loop[3] | 0x20) == 'e';
    return ok();
  }

  Status read_tracks() {
    const YamlNode* const tracks = fields_.find(root_, "tracks");
    const std::size_t count = list_size(tracks);
    if (count < 1 || count > max_tracks) {
      return fields_.error(tracks == nullptr ? ErrorCode::missing_member : ErrorCode::limit, message::track_count,
                           tracks, root_, "/tracks");
    }
    clip_.tracks.reserve(count);
    for (const YamlNode* node = fields_.first(*tracks); node != nullptr; node = fields_.next(*node)) {
      if (Status read = read_track(*node); !read) return read;
    }
    return ok();
  }

  Status read_track(const YamlNode& node) {
    const std::string place = at("tracks", clip_.tracks.size());
    const YamlNode* const map = as_map(&node);
    const auto fail = [&](ErrorCode code, std::string_view message, const YamlNode* value, std::string_view field) {
      return fields_.error(code, message, value, &node, place + std::string(field));
    };
    Track track;
    track.part = fields_.text(map, "part");
    if (track.part.empty()) {
      return fail(ErrorCode::missing_member, message::part_and_property, fields_.find(map, "part"), "/part");
    }
    const auto property = named<Property>(property_names, fields_.text(map, "property"));
    if (!property) {
      return fail(ErrorCode::bad_value, message::part_and_property, fields_.find(map, "property"), "/property");
    }
    track.property = *property;
    const auto interpolation = named<Interpolation>(interpolation_names, fields_.text(map, "interpolation"));
    if (!interpolation) {
      return fail(ErrorCode::bad_value, message::interpolation, fields_.find(map, "interpolation"), "/interpolation");
    }
    track.interpolation = *interpolation;
    for (const Track& other : clip_.tracks) {
      if (other.property == track.property && other.part == track.part) {
        return fail(ErrorCode::duplicate, message::duplicate_track, nullptr, "");
      }
    }
    // Also where it is not used.
    if (const YamlNode* const curve = fields_.find(map, "curve")) {
      std::array<double, 4> c = {};
      const bool read = fields_.numbers(curve, c);
      track.curve = {c[0], c[1], c[2], c[3]};
      if (!read || !good_curve(track.curve)) return fail(ErrorCode::bad_value, message::curve, curve, "/curve");
    }
    const YamlNode* const keys = fields_.find(map, "keys");
    const std::size_t count = list_size(keys);
    if (count < 1 || count > max_keys) {
      return fail(keys == nullptr ? ErrorCode::missing_member : ErrorCode::limit, message::key_count, keys, "/keys");
    }
    track.keys.reserve(count);
    for (const YamlNode* key = fields_.first(*keys); key != nullptr; key = fields_.next(*key)) {
      if (Status read = read_key(*key, place, track); !read) return read;
    }
    clip_.tracks.push_back(std::move(track));
    return ok();
  }

  Status read_key(const YamlNode& node, const std::string& track_place, Track& track) {
    const YamlNode* const map = as_map(&node);
    const auto fail = [&](ErrorCode code, std::string_view message, const YamlNode* value, std::string_view field) {
      return fields_.error(code, message, value, &node,
                           track_place + at("keys", track.keys.size()) + std::string(field));
    };
    const YamlNode* const time = fields_.find(map, "time");
    const std::optional<double> seconds = fields_.number(time);
    const std::optional<double> before =
        track.keys.empty() ? std::nullopt : std::optional<double>(track.keys.back().time);
    if (!seconds || !good_time(*seconds, before, clip_.duration)) {
      return fail(time == nullptr ? ErrorCode::missing_member : ErrorCode::bad_order, message::key_times, time,
                  "/time");
    }
    const YamlNode* const value = fields_.find(map, "value");
    std::array<double, 3> v = {};
    if (!fields_.numbers(value, v)) {
      return fail(value == nullptr ? ErrorCode::missing_member : ErrorCode::wrong_type, message::vector, value,
                  "/value");
    }
    const Vec3 vector{v[0], v[1], v[2]};
    if (const Verdict wrong = check_value(track.property, vector)) {
      return fail(wrong->code, wrong->message, value, "/value");
    }
    track.keys.push_back({*seconds, vector});
    return ok();
  }

  Fields fields_;
  const YamlNode* root_ = nullptr;
  Clip clip_;
};

}  // namespace

Result<Clip> parse_clip(std::string_view text, std::string_view file, const ReadOptions& options) {
  return guard_memory(file, [&]() -> Result<Clip> {
    const Result<YamlDocument> document = YamlDocument::parse(text, file, options.limits);
    if (!document) return document.error();
    Result<Clip> clip = ClipReader(*document, options).read();
    if (clip && options.keep_source) clip->source = std::make_shared<const std::string>(text);
    return clip;
  });
}

Result<Clip> load_clip(const std::string& path, const ReadOptions& options) {
  const Result<std::string> text = read_file(path, options.limits.max_bytes);
  if (!text) return text.error();
  return parse_clip(*text, path, options);
}

}  // namespace sinew::motion
