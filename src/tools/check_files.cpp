#include "tools/check_files.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "formats/json_document.hpp"
#include "formats/json_places.hpp"
#include "sinew/file.hpp"
#include "tools/convert_files.hpp"

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
  static const JsonNode* child(const JsonNode& node, std::string_view name) {
    if (node.is(JsonType::object)) return node.find(name);
    if (!node.is(JsonType::array)) return nullptr;
    for (const JsonNode& element : node) {
      if (has(element, "name", name)) return &element;
    }
    return nullptr;
  }
  static bool has(const JsonNode& node, std::string_view member, std::string_view text) {
    const JsonNode* found = node.is(JsonType::object) ? node.find(member) : nullptr;
    return found && found->is(JsonType::string) && found->text() == text;
  }
  /// In the one array of 4.3, or in the array of its type.
  [[nodiscard]] const JsonNode* constraint(std::string_view type, std::string_view name) const {
    if (const JsonNode* all = document_.root().find("constraints"); all && all->is(JsonType::array)) {
      for (const JsonNode& element : *all) {
        if (has(element, "type", type) && has(element, "name", name)) return &element;
      }
    }
    const JsonNode* array = document_.root().find(type);
    return array ? child(*array, name) : nullptr;
  }

  const JsonDocument& document_;
  JsonPlaces places_;
};

/// The lines on which an atlas's regions begin: findings about "/regions/NAME".
std::optional<Location> place_in_atlas(const std::string& text, const std::string& path, const std::string& file) {
  const std::vector<std::string> parts = parts_of(path);
  if (parts.size() != 2) return std::nullopt;
  std::uint32_t line = 1;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view content(text.data() + at, end - at);
    while (!content.empty() && (content.back() == '\r' || content.back() == ' ')) content.remove_suffix(1);
    if (content == parts[1]) return Location{file, line, 1, {}, path};
    at = end + 1;
  }
  return std::nullopt;
}

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
  for (const Finding& finding : check_atlas(*atlas)) {
    FileFinding one{finding.severity, std::string(finding.code), finding.message, {}};
    if (const auto where = place_in_atlas(*text, finding.path, path)) one.where = *where;
    one.where.file = path;
    one.where.pointer = finding.path;
    report.findings.push_back(std::move(one));
  }
}

void check_skeleton_file(FileReport& report, const std::string& path, const CheckRequest& request) {
  report.kind = "skeleton";
  const Result<std::string> bytes = read_file(path);
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
  if (!data) return report.add(Severity::error, data.error());
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
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::string only;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end; entry.increment(problem)) {
    if (entry->path().extension() != ".atlas") continue;
    if (!only.empty()) return {};
    only = (path.parent_path() / entry->path().filename()).string();
  }
  return only;
}

FileReport check_file(const std::string& path, const CheckRequest& request) {
  FileReport report;
  report.file = path;
  if (kind_of_name(path) == FileKind::atlas) {
    check_atlas_file(report, path);
  } else {
    check_skeleton_file(report, path, request);
  }
  // Of one severity in the order of the file, as far as lines are known.
  std::stable_sort(report.findings.begin(), report.findings.end(), [](const FileFinding& a, const FileFinding& b) {
    if (a.severity != b.severity) return a.severity < b.severity;
    return a.where.file == b.where.file && a.where.line != 0 && b.where.line != 0 && a.where.line < b.where.line;
  });
  return report;
}

}  // namespace sinew::tools
