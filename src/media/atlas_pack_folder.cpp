// Packing a folder: which files become which regions, and writing the atlas with its pages.
#include <algorithm>
#include <filesystem>
#include <limits>
#include <span>
#include <system_error>
#include <utility>

#include "base/system_reason.hpp"
#include "media/atlas_pack.hpp"
#include "media/output_file.hpp"
#include "media/png.hpp"

namespace sinew {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view atlas_ending = ".atlas";

Error about(const std::string& file, ErrorCode code, std::string message) {
  Location where;
  where.file = file;
  return {code, std::move(message), where};
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool is_png(const fs::path& path) {
  std::string ending = path.extension().string();
  for (char& c : ending) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return ending == ".png";
}

/// Every picture below the folder, sorted.
Result<std::vector<fs::path>> find_pictures(const std::string& folder) {
  std::error_code problem;
  if (!fs::is_directory(folder, problem)) {
    return about(folder, ErrorCode::file_not_found, "There is no such folder.");
  }
  std::vector<fs::path> pictures;
  fs::recursive_directory_iterator entry(folder, problem);
  for (; !problem && entry != fs::recursive_directory_iterator(); entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    std::error_code ignored;
    const bool is_folder = entry->is_directory(ignored);
    if (!name.empty() && name.front() == '.') {
      if (is_folder) entry.disable_recursion_pending();
    } else if (!is_folder && is_png(entry->path())) {
      pictures.push_back(entry->path());
    }
  }
  if (problem) {
    return about(folder, ErrorCode::file_not_readable,
                 "The folder cannot be read: " + system_reason(problem.value()) + '.');
  }
  if (pictures.empty()) {
    return about(folder, ErrorCode::missing_member, "There are no PNG pictures in this folder or those below it.");
  }
  std::sort(pictures.begin(), pictures.end());
  return pictures;
}

/// Takes a number off the end of the name, if it leaves something of the file's own name. False if there is none.
bool split_index(std::string& name, int& index) {
  std::size_t digits = name.size();
  while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') --digits;
  if (digits == name.size() || digits == 0 || name[digits - 1] == '/') return false;
  if (name[digits - 1] == ' ' || name[digits - 1] == '\t') return false;  // a name cannot end in a blank
  std::int64_t value = 0;
  for (std::size_t i = digits; i < name.size(); ++i) {
    value = value * 10 + (name[i] - '0');
    if (value > std::numeric_limits<int>::max()) return false;
  }
  index = static_cast<int>(value);
  name.resize(digits);
  return true;
}

bool is_inside(const fs::path& folder, const fs::path& other) {
  std::error_code problem;
  const fs::path outer = fs::canonical(folder, problem);
  if (problem) return false;
  const fs::path inner = fs::weakly_canonical(other.empty() ? fs::path(".") : other, problem);
  if (problem) return false;
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

std::span<const std::uint8_t> as_bytes(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// Every file is written beside its place first, then all are put there, the atlas last: until then the old atlas, if
/// there is one, is still there, and no error can leave half a file.
Result<std::vector<std::string>> write_files(const PackedAtlas& packed, const fs::path& folder,
                                             const std::string& atlas_path, const std::string& text) {
  std::vector<OutputFile> outputs;
  const auto add = [&outputs](const std::string& path, std::span<const std::uint8_t> bytes) -> Status {
    Result<OutputFile> output = OutputFile::create(path);
    if (!output) return output.error();
    if (Status status = output->write(bytes); !status) return status;
    outputs.push_back(*std::move(output));
    return ok();
  };
  for (std::size_t i = 0; i < packed.pages.size(); ++i) {
    PngOptions png;
    png.channels = PngChannels::rgba;
    const auto bytes = encode_png(packed.pages[i], png);
    if (!bytes) return bytes.error();
    const std::string path = (folder / packed.atlas.pages()[i].name).string();
    if (Status status = add(path, *bytes); !status) return status.error();
  }
  if (Status status = add(atlas_path, as_bytes(text)); !status) return status.error();
  std::vector<std::string> files = {atlas_path};
  for (OutputFile& output : outputs) {
    if (Status status = output.commit(); !status) return status.error();
    if (&output != &outputs.back()) files.push_back(output.path());
  }
  return files;
}

}  // namespace

Result<AtlasPackReport> pack_atlas_folder(const std::string& folder, const std::string& atlas_path,
                                          const AtlasPackOptions& options, std::vector<Warning>* warnings) {
  const fs::path path(atlas_path);
  const std::string file_name = path.filename().string();
  if (!ends_with(file_name, atlas_ending) || file_name.size() == atlas_ending.size()) {
    return about(atlas_path, ErrorCode::bad_value, "The name of the output must end in '.atlas', e.g. 'hero.atlas'.");
  }
  if (!options.premultiply && ends_with(file_name, "-pma.atlas")) {
    return about(
        atlas_path, ErrorCode::bad_value,
        "A name that ends in '-pma.atlas' says that the pages are premultiplied, but these would not be. Choose "
        "another name, or premultiply them.");
  }
  const Result<std::vector<fs::path>> pictures = find_pictures(folder);
  if (!pictures) return pictures.error();
  if (is_inside(folder, path.parent_path())) {
    return about(
        atlas_path, ErrorCode::bad_value,
        "The atlas would lie in the folder that is packed, and its pages would be packed the next time. Write it "
        "somewhere else.");
  }

  std::vector<AtlasSource> sources;
  for (const fs::path& picture : *pictures) {
    Result<Image> image = read_png(picture.string());
    if (!image) return image.error();
    AtlasSource source;
    source.file = picture.string();
    source.name = picture.lexically_relative(folder).replace_extension().generic_string();
    if (options.indexes) split_index(source.name, source.index);
    source.image = *std::move(image);
    sources.push_back(std::move(source));
  }
  const std::string stem = path.stem().string();
  Result<PackedAtlas> packed = pack_atlas(std::move(sources), stem, options);
  if (!packed) return packed.error();
  Result<std::string> text = write_atlas(packed->atlas, options.layout, warnings);
  if (!text) return text.error();

  Result<std::vector<std::string>> files = write_files(*packed, path.parent_path(), atlas_path, *text);
  if (!files) return files.error();
  const fs::path next = path.parent_path() / (stem + "_" + std::to_string(packed->pages.size() + 1) + ".png");
  if (std::error_code ignored; warnings != nullptr && fs::exists(next, ignored)) {
    warnings->push_back(about(next.string(), ErrorCode::duplicate,
                              "This file is named like a further page, but the atlas has no such page. Remove it if it "
                              "is left over from an earlier run."));
  }
  AtlasPackReport report;
  report.files = *std::move(files);
  report.atlas = std::move(packed->atlas);
  report.shared = packed->shared;
  return report;
}

}  // namespace sinew
