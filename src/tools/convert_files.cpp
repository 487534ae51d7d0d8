#include "tools/convert_files.hpp"

#include <algorithm>
#include <filesystem>

#include "formats/json_document.hpp"
#include "model/unknown_fields.hpp"
#include "sinew/atlas.hpp"
#include "sinew/write.hpp"

namespace sinew::tools {

namespace {

namespace fs = std::filesystem;

/// `ending` in small letters; the path in any case.
bool ends_with(const std::string& path, std::string_view ending) {
  return path.size() >= ending.size() && std::equal(ending.rbegin(), ending.rend(), path.rbegin(), [](char a, char b) {
           return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
         });
}

Result<ConvertedFile> convert_atlas(const std::string& input, const std::string& bytes, const ConvertRequest& request) {
  ConvertedFile file;
  file.from = file.to = FileKind::atlas;
  const Result<Atlas> atlas = parse_atlas(bytes, input, &file.warnings);
  if (!atlas) return atlas.error();
  const bool old = request.to == FormatVersion::v3_8;
  std::vector<Warning> left_out;
  Result<std::string> text = write_atlas(*atlas, old ? AtlasLayout::old : AtlasLayout::pretty, &left_out);
  if (!text) return text.error();
  file.bytes = *std::move(text);
  for (const Warning& warning : left_out) {
    file.losses.push_back({Loss::Kind::dropped, warning.where.pointer, warning.message, true});
  }
  return file;
}

/// Whether JSON is a skeleton: an object with bones, and with a header if it has something of that name. (Golden files
/// have a list of bones too.)
Result<bool> has_bones(const std::string& input, const std::string& bytes) {
  const Result<JsonDocument> document = JsonDocument::parse(bytes, input, {});
  if (!document) return document.error();
  const JsonNode& root = document->root();
  if (!root.is(JsonType::object) || !root.find("bones")) return false;
  const JsonNode* header = root.find("skeleton");
  return !header || header->is(JsonType::object) || header->is(JsonType::null);
}

void note_unknown_fields(const SkeletonData& data, std::vector<Loss>& losses) {
  for (const UnknownField& field : data.unknown ? data.unknown->fields : std::span<const UnknownField>()) {
    losses.push_back({Loss::Kind::dropped, std::string(field.owner) + '/' + std::string(field.name),
                      "The binary encoding has no place for members that it does not know; left out.", false});
  }
}

/// What the writer had to say in another way is a loss too, the encoding's.
Result<std::string> encode(const SkeletonData& data, const ConvertRequest& request, ConvertedFile& file) {
  std::vector<Warning> warnings;
  WriteOptions options;
  options.layout = request.compact ? JsonLayout::compact : JsonLayout::pretty;
  options.nonessential = !request.essential_only;
  options.warnings = &warnings;
  const bool json = file.to == FileKind::skeleton_json;
  Result<std::string> bytes = json ? write_skeleton_json(data, options) : write_skeleton_binary(data, options);
  for (const Warning& warning : warnings) {
    file.losses.push_back({Loss::Kind::changed, warning.where.pointer, warning.message, false});
  }
  return bytes;
}

Result<ConvertedFile> convert_skeleton_file(const std::string& input, const std::string& bytes, FileKind from,
                                            FileKind to, const ConvertRequest& request) {
  ConvertedFile file;
  file.from = from;
  file.to = to;
  LoadOptions load_options;
  load_options.semantics = request.semantics;
  load_options.keep_unknown = true;
  load_options.warnings = &file.warnings;
  const Result<SkeletonDataPtr> data = parse_skeleton(bytes, input, load_options);
  if (!data) return data.error();
  file.version_before = (*data)->version_text;
  const FormatVersion target = request.to.value_or((*data)->version);
  Result<SkeletonDataPtr> converted = convert_skeleton(*data, target, request.options, &file.losses);
  if (!converted) {
    Error error = converted.error();
    error.where.file = input;
    return error;
  }
  if (to == FileKind::skeleton_binary && (*converted)->unknown) note_unknown_fields(**converted, file.losses);
  file.version_after = (*converted)->version_text;
  Result<std::string> text = encode(**converted, request, file);
  if (!text) {
    Error error = text.error();
    error.where.file = input;
    return error;
  }
  file.bytes = *std::move(text);
  return file;
}

}  // namespace

FileKind kind_of_name(const std::string& path) {
  if (ends_with(path, ".json")) return FileKind::skeleton_json;
  if (ends_with(path, ".skel") || ends_with(path, ".skel.bytes")) return FileKind::skeleton_binary;
  if (ends_with(path, ".atlas") || ends_with(path, ".atlas.txt")) return FileKind::atlas;
  return FileKind::other;
}

std::string_view name_of(FileKind kind) {
  constexpr std::string_view names[] = {"json", "skel", "atlas", "other"};
  return names[static_cast<std::size_t>(kind)];
}

std::string with_ending(const std::string& path, FileKind kind) {
  if (kind == kind_of_name(path)) return path;
  fs::path changed(path);
  if (ends_with(path, ".bytes") || ends_with(path, ".txt")) changed.replace_extension();
  return changed.replace_extension(std::string(name_of(kind))).string();
}

Result<ConvertedFile> convert_file(const std::string& input, std::string bytes, const std::string& output,
                                   const ConvertRequest& request) {
  if (kind_of_name(input) == FileKind::atlas) return convert_atlas(input, bytes, request);
  // Apart from that the content decides: what begins like JSON is JSON.
  const std::size_t first = bytes.find_first_not_of("\xef\xbb\xbf \t\r\n");
  const bool json = first != std::string::npos && (bytes[first] == '{' || bytes[first] == '[');
  if (json) {
    const Result<bool> skeleton = has_bones(input, bytes);
    if (!skeleton) return skeleton.error();
    if (!*skeleton) {
      ConvertedFile file;
      file.bytes = std::move(bytes);
      return file;
    }
  }
  const FileKind from = json ? FileKind::skeleton_json : FileKind::skeleton_binary;
  const FileKind named = kind_of_name(output) == FileKind::other ? from : kind_of_name(output);
  return convert_skeleton_file(input, bytes, from, request.format.value_or(named), request);
}

}  // namespace sinew::tools
