#include "tools/check_files.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "formats/json_document.hpp"
#include "formats/json_places.hpp"
#include "sinew/file.hpp"
#include "tools/convert_files.hpp"
#include "tools/file_kind.hpp"
#include "tools/scene_files.hpp"
#ifdef SINEW_HAS_MOTION
#include "sinew/motion.hpp"
#endif

namespace sinew::tools {

namespace {

namespace fs = std::filesystem;

/// The parts of a path, with ~1 and ~0 undone.
std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '/') {
      parts.emplace_back();
    } else if (path[i] == '~' && i + 1 < path.size()) {
      parts.back() += path[++i] == '1' ? '/' : '~';
    } else {
      parts.back() += path[i];
    }
  }
  return parts;
}

/// Places in a skeleton's JSON that findings are about, which they name by names.
class NamedPlaces {
 public:
  explicit NamedPlaces(const JsonDocument& document) : document_(document), places_(document) {}

  /// As near as the path can be followed; nothing when not even its first part can.
  [[nodiscard]] std::optional<Location> find(const std::string& path, const std::string& file) const {
    const JsonNode* at = &document_.root();
    const std::vector<std::string> parts = parts_of(path);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const JsonNode* next = nullptr;
      if (i == 0 && parts.size() >= 3 && parts[0] == "constraints") {
        next = constraint(parts[1], parts[2]);
        i = 2;
      } else {
        next = child(*at, parts[i]);
      }
      if (!next) break;
      at = next;
    }
    if (at == &document_.root()) return std::nullopt;
    return places_.locate(*at, file);
  }

 private:
  using Names = std::unordered_map<std::string_view, const JsonNode*>;

  /// A member of an object, or the first element of an array that has this name. What has been searched once is
  /// remembered by name: there may be as many findings as elements.
  const JsonNode* child(const JsonNode& node, std::string_view name) const {
    if (!node.is(JsonType::object) && !node.is(JsonType::array)) return nullptr;
    const auto [known, is_new] = children_.try_emplace(&node);
    Names& names = known->second;
    if (is_new) {
      for (const JsonNode& element : node) {
        const std::string_view own = node.is(JsonType::object) ? element.key() : text_of(element, "name");
        if (own.data() != nullptr) names.try_emplace(own, &element);
      }
    }
    const auto found = names.find(name);
    return found == names.end() ? nullptr : found->second;
  }
  /// Null when there is no such text.
  static std::string_view text_of(const JsonNode& node, std::string_view member) {
    const JsonNode* found = node.is(JsonType::object) ? node.find(member) : nullptr;
    return found && found->is(JsonType::string) ? found->text() : std::string_view();
  }
  /// In the one array of 4.3, or in the array of its type.
  [[nodiscard]] const JsonNode* constraint(std::string_view type, std::string_view name) const {
    if (!constraints_) {
      constraints_.emplace();
      const JsonNode* all = document_.root().find("constraints");
      if (all && all->is(JsonType::array)) {
        for (const JsonNode& element : *all) {
          constraints_->try_emplace({text_of(element, "type"), text_of(element, "name")}, &element);
        }
      }
    }
    if (const auto found = constraints_->find({type, name}); found != constraints_->end()) return found->second;
    const JsonNode* array = document_.root().find(type);
    return array ? child(*array, name) : nullptr;
  }

  const JsonDocument& document_;
  JsonPlaces places_;
  mutable std::unordered_map<const JsonNode*, Names> children_;
  mutable std::optional<std::map<std::pair<std::string_view, std::string_view>, const JsonNode*>> constraints_;
};

/// The lines on which an atlas's regions begin: findings about "/regions/NAME".
class RegionLines {
 public:
  explicit RegionLines(const std::string& text) {
    std::uint32_t line = 1;
    for (std::size_t at = 0; at < text.size(); ++line) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      std::string_view content(text.data() + at, end - at);
      while (!content.empty() && (content.back() == '\r' || content.back() == ' ')) content.remove_suffix(1);
      lines_.try_emplace(content, line);
      at = end + 1;
    }
  }

  [[nodiscard]] std::optional<Location> find(const std::string& path, const std::string& file) const {
    const std::vector<std::string> parts = parts_of(path);
    const auto found = parts.size() == 2 ? lines_.find(parts[1]) : lines_.end();
    if (found == lines_.end()) return std::nullopt;
    return Location{file, found->second, 1, {}, path};
  }

 private:
  std::unordered_map<std::string_view, std::uint32_t> lines_;  ///< the first of each content
};

void add_findings(FileReport& report, const std::vector<Finding>& findings, const std::string& file,
                  const std::optional<NamedPlaces>& places) {
  for (const Finding& finding : findings) {
    FileFinding one{finding.severity, std::string(finding.code), finding.message, {}};
    if (places) {
      if (const std::optional<Location> where = places->find(finding.path, file)) one.where = *where;
    }
    one.where.file = file;
    one.where.pointer = finding.path;
    report.findings.push_back(std::move(one));
  }
}

/// Reads an atlas, and looks for its page images.
std::optional<Atlas> read_atlas(FileReport& report, const std::string& path) {
  std::vector<Warning> warnings;
  Result<Atlas> atlas = load_atlas(path, &warnings);
  if (!atlas) {
    report.add(Severity::error, atlas.error());
    return std::nullopt;
  }
  for (const Warning& warning : warnings) report.add(Severity::warning, warning);
  for (std::size_t page = 0; page < atlas->pages().size(); ++page) {
    std::error_code problem;
    if (fs::is_regular_file(atlas->page_path(page), problem)) continue;
    FileFinding finding{Severity::error,
                        "missing-page",
                        "The page image '" + atlas->pages()[page].name + "' is not beside the atlas.",
                        {}};
    finding.where.file = path;
    report.findings.push_back(std::move(finding));
  }
  return *std::move(atlas);
}

void check_atlas_file(FileReport& report, const std::string& path) {
  report.kind = "atlas";
  const std::optional<Atlas> atlas = read_atlas(report, path);
  const Result<std::string> text = read_file(path);
  if (!atlas || !text) return;
  const RegionLines lines(*text);
  for (const Finding& finding : check_atlas(*atlas)) {
    FileFinding one{finding.severity, std::string(finding.code), finding.message, {}};
    if (const auto where = lines.find(finding.path, path)) one.where = *where;
    one.where.file = path;
    one.where.pointer = finding.path;
    report.findings.push_back(std::move(one));
  }
}

void check_skeleton_file(FileReport& report, const std::string& path, const Result<std::string>& bytes,
                         const CheckRequest& request) {
  report.kind = "skeleton";
  if (!bytes) return report.add(Severity::error, bytes.error());
  LoadOptions options;
  options.semantics = request.semantics;
  std::vector<Warning> warnings;
  options.warnings = &warnings;
  const Result<SkeletonDataPtr> data = parse_skeleton(*bytes, path, options);
  // One sentence for each mesh says what the reader says for each vertex.
  for (const Warning& warning : warnings) {
    if (warning.message.find("weights of this vertex") == std::string::npos) report.add(Severity::warning, warning);
  }
  if (!data) return report.add(Severity::error, explain_wrong_kind(data.error(), path));
  report.version = (*data)->version_text;

  std::optional<Atlas> atlas;
  if (!request.no_atlas) {
    report.atlas = request.atlas.empty() ? atlas_beside(path) : request.atlas;
    if (!report.atlas.empty()) atlas = read_atlas(report, report.atlas);
  }
  const std::vector<Finding> findings = check_skeleton(**data, atlas ? &*atlas : nullptr);
  const Result<JsonDocument> document = JsonDocument::parse(*bytes, path, {});
  std::optional<NamedPlaces> places;
  if (document) places.emplace(*document);  // a binary file has no lines
  std::vector<Finding> own, regions;
  for (const Finding& finding : findings) (finding.code == "unused-region" ? regions : own).push_back(finding);
  add_findings(report, own, path, places);
  add_findings(report, regions, report.atlas, std::nullopt);
}

std::string real_path(const std::string& path) {
  std::error_code problem;
  const fs::path real = fs::weakly_canonical(path, problem);
  return problem ? path : real.string();
}

/// What 'sinew scene check' says.
void check_scene_file(FileReport& report, const std::string& path) {
  report.kind = "scene";
  std::vector<Warning> warnings;
  const auto scene = check_scene(path, warnings);
  if (!scene) report.add(Severity::error, scene.error());
  for (const Warning& warning : warnings) report.add(Severity::warning, warning);
}

#ifdef SINEW_HAS_MOTION
/// What 'sinew motion check' says of a clip or a rig alone.
void check_motion_file(FileReport& report, const std::string& path, bool clip) {
  report.kind = clip ? "clip" : "rig";
  std::vector<Warning> warnings;
  motion::ReadOptions options;
  options.warnings = &warnings;
  if (clip) {
    const auto loaded = motion::load_clip(path, options);
    if (!loaded) report.add(Severity::error, loaded.error());
  } else {
    const auto loaded = motion::load_binding(path, options);
    if (!loaded) report.add(Severity::error, loaded.error());
  }
  for (const Warning& warning : warnings) report.add(Severity::warning, warning);
}
#endif

/// What a file's name says, where it says more than ".json"; unknown otherwise.
ContentKind kind_of_full_name(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (kind_of_name(path) == FileKind::atlas) return ContentKind::atlas;
  if (kind_of_name(path) == FileKind::skeleton_binary) return ContentKind::skeleton;
  if (name.ends_with(".scene.json")) return ContentKind::scene;
  if (name.ends_with(".motion")) return ContentKind::clip;
  if (name.ends_with(".rig") || name.ends_with(".scene")) return ContentKind::rig;
  return ContentKind::unknown;
}

}  // namespace

void FileReport::add(Severity severity, const Error& error) {
  std::string code(name_of(error.code));
  std::replace(code.begin(), code.end(), '_', '-');
  findings.push_back({severity, std::move(code), error.message, error.where});
  if (findings.back().where.file.empty()) findings.back().where.file = file;
}

std::string atlas_beside(const std::string& skeleton) {
  const fs::path path(skeleton);
  std::error_code problem;
  const fs::path same_stem = fs::path(path).replace_extension(".atlas");
  if (fs::is_regular_file(same_stem, problem)) return same_stem.string();
  const auto is_atlas_name = [](const fs::path& name) {
    std::string ending = name.extension().string();
    for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return ending == ".atlas";
  };
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::string only;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end; entry.increment(problem)) {
    if (!is_atlas_name(entry->path())) continue;
    if (!only.empty()) return {};
    only = (path.parent_path() / entry->path().filename()).string();
  }
  return only;
}

const std::vector<std::string>& check_codes() {
  static const std::vector<std::string> codes = [] {
    std::vector<std::string> all = {
        "missing-image", "missing-page", "unused-region",   "image-shape",     "overlap",           "case-only-names",
        "blank-in-name", "never-active", "zero-scale",      "no-area",         "weights-sum",       "no-triangles",
        "no-polygon",    "uvs-outside",  "clips-to-end",    "path-length",     "setup-frame",       "target-moves",
        "no-length",     "no-path",      "empty-animation", "empty-skin",      "repeated-time",     "negative-time",
        "curve-outside", "unused-bone",  "no-dark-colour",  "unused-event",    "empty-slot",        "no-effect",
        "many-weights",  "one-frame",    "flat-triangles",  "unused-vertices", "unknown-attachment"};
    for (std::uint8_t code = 0; code <= static_cast<std::uint8_t>(ErrorCode::environment); ++code) {
      all.emplace_back(name_of(static_cast<ErrorCode>(code)));
      std::replace(all.back().begin(), all.back().end(), '_', '-');
    }
    return all;
  }();
  return codes;
}

void settle_shared_atlases(std::vector<FileReport>& reports) {
  // How many skeletons were checked with an atlas, and how many of them do not show a region.
  std::map<std::string, std::size_t> skeletons;
  std::map<std::pair<std::string, std::string>, std::size_t> unused;
  const auto is_unused = [](const FileFinding& finding) { return finding.code == "unused-region"; };
  for (FileReport& report : reports) {
    if (report.kind != "skeleton" || report.atlas.empty()) continue;
    ++skeletons[real_path(report.atlas)];
    std::set<std::string> once;
    for (const FileFinding& finding : report.findings) {
      if (is_unused(finding) && once.insert(finding.message).second)
        ++unused[{real_path(report.atlas), finding.message}];
    }
  }
  std::set<std::string> told;
  for (FileReport& report : reports) {
    if (report.atlas.empty()) continue;
    const std::string atlas = real_path(report.atlas);
    const bool first = told.insert(atlas).second;
    std::erase_if(report.findings, [&](const FileFinding& finding) {
      return is_unused(finding) && (!first || unused[{atlas, finding.message}] < skeletons[atlas]);
    });
  }
}

FileReport check_file(const std::string& path, const CheckRequest& request) {
  FileReport report;
  report.file = path;
  ContentKind kind = kind_of_full_name(path);
  std::optional<Result<std::string>> bytes;  // read once: a pipe has them only once
  if (kind == ContentKind::unknown || kind == ContentKind::skeleton) bytes = read_file(path);
  if (kind == ContentKind::unknown && *bytes) kind = kind_of_content(**bytes);
  switch (kind) {
    case ContentKind::atlas:
      check_atlas_file(report, path);
      break;
    case ContentKind::scene:
      check_scene_file(report, path);
      break;
#ifdef SINEW_HAS_MOTION
    case ContentKind::clip:
      check_motion_file(report, path, true);
      break;
    case ContentKind::rig:
      check_motion_file(report, path, false);
      break;
#endif
    default:
      check_skeleton_file(report, path, *bytes, request);
  }
  // Of one severity in the order of the file, as far as lines are known.
  std::stable_sort(report.findings.begin(), report.findings.end(), [](const FileFinding& a, const FileFinding& b) {
    if (a.severity != b.severity) return a.severity < b.severity;
    return a.where.file == b.where.file && a.where.line != 0 && b.where.line != 0 && a.where.line < b.where.line;
  });
  return report;
}

}  // namespace sinew::tools
