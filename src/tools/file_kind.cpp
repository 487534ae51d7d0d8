#include "tools/file_kind.hpp"

#include <filesystem>

#include "formats/json_document.hpp"
#include "sinew/atlas.hpp"
#include "sinew/file.hpp"
#include "sinew/load.hpp"
#ifdef SINEW_HAS_MOTION
#include "sinew/motion.hpp"
#endif

namespace sinew::tools {

namespace {

bool begins_like_json(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of("\xef\xbb\xbf \t\r\n");
  return first != std::string_view::npos && (bytes[first] == '{' || bytes[first] == '[');
}

bool is_picture(std::string_view bytes) {
  return bytes.starts_with("\x89PNG\r\n") || bytes.starts_with("GIF8") || bytes.starts_with("\xff\xd8\xff") ||
         (bytes.starts_with("RIFF") && bytes.size() > 12 && bytes.substr(8, 4) == "WEBP");
}

ContentKind kind_of_json(const JsonNode& root) {
  if (!root.is(JsonType::object)) return ContentKind::unknown;
  if (root.find("bones")) {
    // Golden files have a list of bones too, and the name of the skeleton in place of its header.
    const JsonNode* header = root.find("skeleton");
    const bool skeleton = !header || header->is(JsonType::object) || header->is(JsonType::null);
    return skeleton ? ContentKind::skeleton : ContentKind::golden;
  }
  return root.find("shots") && (root.find("actors") || root.find("stage")) ? ContentKind::scene : ContentKind::unknown;
}

ContentKind kind_of_motion([[maybe_unused]] std::string_view text) {
#ifdef SINEW_HAS_MOTION
  if (const auto kind = motion::kind_of_text(text)) {
    return *kind == motion::FileKind::clip ? ContentKind::clip : ContentKind::rig;
  }
#endif
  return ContentKind::unknown;
}

/// What a file is and what takes it; empty: nothing can be said.
std::string_view sentence_for(ContentKind kind) {
  switch (kind) {
    case ContentKind::skeleton:
      return "This is a skeleton; use 'sinew info' or 'sinew check'.";
    case ContentKind::scene:
      return "This is a scene; use 'sinew scene info', 'sinew scene check' or 'sinew render'.";
    case ContentKind::atlas:
      return "This is an atlas; use 'sinew atlas info' or 'sinew check'.";
    case ContentKind::clip:
      return "This is a motion clip; use 'sinew motion info', 'sinew motion check' or 'sinew motion sample'.";
    case ContentKind::rig:
      return "This is a rig of motion clips; use 'sinew motion info' or 'sinew motion check'.";
    case ContentKind::golden:
      return "This is a golden file; use 'sinew golden check'.";
    case ContentKind::picture:
      return "This is a picture; 'sinew atlas pack' takes pictures.";
    case ContentKind::unknown:
      break;
  }
  return {};
}

}  // namespace

ContentKind kind_of_content(std::string_view bytes) {
  if (is_picture(bytes)) return ContentKind::picture;
  if (bytes.find('\0') != std::string_view::npos) return ContentKind::unknown;
  if (begins_like_json(bytes)) {
    const Result<JsonDocument> document = JsonDocument::parse(bytes, {}, {});
    const ContentKind kind = document ? kind_of_json(document->root()) : ContentKind::unknown;
    return kind == ContentKind::unknown && document ? kind_of_motion(bytes) : kind;
  }
  if (const ContentKind kind = kind_of_motion(bytes); kind != ContentKind::unknown) return kind;
  // The reader is patient; without a rectangle it is some other text.
  if (bytes.find("bounds:") == bytes.npos && bytes.find("xy:") == bytes.npos) return ContentKind::unknown;
  const Result<Atlas> atlas = parse_atlas(bytes, {});
  return atlas && !atlas->pages().empty() && !atlas->regions().empty() ? ContentKind::atlas : ContentKind::unknown;
}

bool holds_other_json(std::string_view bytes) {
  if (!begins_like_json(bytes)) return false;
  const Result<JsonDocument> document = JsonDocument::parse(bytes, {}, {});
  return document && kind_of_json(document->root()) != ContentKind::skeleton;
}

Error explain_wrong_kind(Error error, const std::string& path, ContentKind wanted) {
  if (error.code == ErrorCode::file_not_found || error.code == ErrorCode::file_not_readable ||
      error.code == ErrorCode::limit) {
    return error;
  }
  std::error_code problem;
  if (!std::filesystem::is_regular_file(path, problem)) return error;  // a pipe can be read only once
  const Result<std::string> bytes = read_file(path);
  if (!bytes) return error;
  ContentKind kind = kind_of_content(*bytes);
  if (kind == ContentKind::unknown && wanted != ContentKind::skeleton && parse_skeleton(*bytes, path))
    kind = ContentKind::skeleton;  // a binary one
  const auto is_motion = [](ContentKind one) { return one == ContentKind::clip || one == ContentKind::rig; };
  const std::string_view sentence = sentence_for(kind);
  if (sentence.empty() || kind == wanted || (is_motion(kind) && is_motion(wanted))) return error;
  return Error{ErrorCode::not_supported, std::string(sentence), {path, 0, 0, {}, {}}};
}

}  // namespace sinew::tools
