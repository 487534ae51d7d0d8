// Lists of pictures, "sinew-pictures/1": drawn so that they can be compared with what another renderer drew.
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <filesystem>
#include <map>
#include <set>
#include <system_error>

#include "base/visible_text.hpp"
#include "formats/json_parse.hpp"
#include "media/png.hpp"
#include "media/progress.hpp"
#include "sinew/animation.hpp"
#include "sinew/file.hpp"
#include "tools/common.hpp"
#include "tools/render_assets.hpp"
#include "tools/render_options.hpp"
#include "tools/render_painter.hpp"

namespace sinew::tools {
namespace {

namespace fs = std::filesystem;
using Json = rapidjson::Value;

struct Entry {
  std::string file, skeleton, atlas;
  std::optional<std::string> animation, skin;
  double fps = 60;
  std::uint32_t step = 0;
  Color tint;
  PictureFrame frame;
  int supersampling = default_still_supersampling;
  std::string output;  // where it is written, relative to the folder
};

struct Manifest {
  Semantics semantics = Semantics::automatic;
  Color background{0, 0, 0, 0};
  std::vector<Entry> entries;
};

/// Reads members of one object; remembers the first thing that is wrong.
class Members {
 public:
  Members(const Json& object, std::string pointer, std::optional<Error>& problem, const std::string& file)
      : object_(object), pointer_(std::move(pointer)), problem_(problem), file_(file) {
    if (!object.IsObject()) fail("", ErrorCode::wrong_type, "Expected an object.");
  }

  std::string text(const char* name) {
    const Json* value = find(name, true);
    if (value == nullptr) return {};
    if (!value->IsString()) return fail(name, ErrorCode::wrong_type, "Expected a text."), std::string();
    return std::string(value->GetString(), value->GetStringLength());
  }
  std::optional<std::string> text_or_null(const char* name) {
    const Json* value = find(name, false);
    if (value == nullptr || value->IsNull()) return std::nullopt;
    return text(name);
  }
  double number(const char* name, double low, double high, std::optional<double> missing = {}) {
    const Json* value = find(name, !missing);
    if (value == nullptr) return missing.value_or(low);
    if (!value->IsNumber()) return fail(name, ErrorCode::wrong_type, "Expected a number."), low;
    const double result = value->GetDouble();
    if (!(result >= low && result <= high)) {
      fail(name, ErrorCode::bad_value, "The number is out of range.");
      return low;
    }
    return result;
  }
  int whole(const char* name, int low, int high, std::optional<int> missing = {}) {
    const double result = number(name, low, high, missing ? std::optional<double>(*missing) : std::nullopt);
    if (result != static_cast<int>(result)) fail(name, ErrorCode::bad_value, "Expected a whole number.");
    return static_cast<int>(result);
  }
  Color color(const char* name, const Color& missing) {
    const Json* value = find(name, false);
    if (value == nullptr) return missing;
    bool good = value->IsArray() && value->Size() == 4;
    for (rapidjson::SizeType i = 0; good && i < 4; ++i) good = (*value)[i].IsNumber();
    if (!good) return fail(name, ErrorCode::wrong_type, "Expected four numbers."), missing;
    return {(*value)[0].GetFloat(), (*value)[1].GetFloat(), (*value)[2].GetFloat(), (*value)[3].GetFloat()};
  }
  const Json* member(const char* name) { return find(name, true); }

 private:
  const Json* find(const char* name, bool required) {
    if (!object_.IsObject()) return nullptr;
    const auto found = object_.FindMember(name);
    if (found != object_.MemberEnd()) return &found->value;
    if (required) fail(name, ErrorCode::missing_member, "This member is missing.");
    return nullptr;
  }
  void fail(const std::string& name, ErrorCode code, const char* sentence) {
    if (problem_) return;
    problem_ = Error{code, sentence, {}};
    problem_->where.file = file_;
    problem_->where.pointer = name.empty() ? pointer_ : pointer_ + "/" + name;
  }

  const Json& object_;
  std::string pointer_;
  std::optional<Error>& problem_;
  const std::string& file_;
};

Entry read_entry(const Json& json, const std::string& pointer, std::optional<Error>& problem, const std::string& file) {
  Members members(json, pointer, problem, file);
  Entry entry;
  entry.file = members.text("file");
  entry.skeleton = members.text("skeleton");
  entry.atlas = members.text("atlas");
  entry.animation = members.text_or_null("animation");
  entry.skin = members.text_or_null("skin");
  entry.fps = members.number("fps", 0.1, 10000);
  entry.step = static_cast<std::uint32_t>(members.whole("step", 0, 1000000));
  entry.tint = members.color("skeletonColor", Color());
  entry.supersampling = members.whole("supersampling", 1, 16, default_still_supersampling);
  if (const Json* world = members.member("world")) {
    Members rectangle(*world, pointer + "/world", problem, file);
    entry.frame.world.x = rectangle.number("x", -1e9, 1e9);
    entry.frame.world.y = rectangle.number("y", -1e9, 1e9);
    entry.frame.world.width = rectangle.number("width", 1e-6, 1e9);
    entry.frame.world.height = rectangle.number("height", 1e-6, 1e9);
  }
  if (const Json* pixels = members.member("pixels")) {
    Members size(*pixels, pointer + "/pixels", problem, file);
    entry.frame.width = size.whole("width", 1, max_image_side);
    entry.frame.height = size.whole("height", 1, max_image_side);
  }
  return entry;
}

Error located(ErrorCode code, std::string sentence, const std::string& file, std::string pointer) {
  Error error{code, std::move(sentence), {}};
  error.where.file = file;
  error.where.pointer = std::move(pointer);
  return error;
}

/// Entries that share a file name, once for each atlas, are told apart by a folder named after the atlas.
std::optional<Error> place_outputs(std::vector<Entry>& entries, const std::string& file) {
  std::set<std::string> taken;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    Entry& entry = entries[i];
    const fs::path name = fs::path(entry.file).lexically_normal();
    if (entry.file.empty() || name.is_absolute() || *name.begin() == "..") {
      return located(ErrorCode::bad_value, "'" + entry.file + "' is not a path below a folder.", file,
                     "/pictures/" + std::to_string(i) + "/file");
    }
    entry.output = name.string();
    if (taken.insert(entry.output).second) continue;
    entry.output = (fs::path(entry.atlas).stem() / name).string();
    if (!taken.insert(entry.output).second) {
      return located(ErrorCode::duplicate, "Another entry of the same atlas has the file name '" + entry.file + "'.",
                     file, "/pictures/" + std::to_string(i) + "/file");
    }
  }
  return std::nullopt;
}

Result<Manifest> read_manifest(const std::string& file) {
  const auto text = read_file(file);
  if (!text) return text.error();
  rapidjson::Document document;
  const rapidjson::ParseResult parsed = parse_json(*text, document);
  if (parsed.IsError()) {
    Error error{ErrorCode::syntax, std::string("Not JSON: ") + rapidjson::GetParseError_En(parsed.Code()), {}};
    error.where.file = file;
    error.where.offset = parsed.Offset();
    return error;
  }
  std::optional<Error> problem;
  Manifest manifest;
  Members members(document, "", problem, file);
  if (members.text("format") != "sinew-pictures/1" && !problem) {
    problem = located(ErrorCode::unsupported_version, "The format is not 'sinew-pictures/1'.", file, "/format");
  }
  const std::string semantics = members.text("semantics");
  if (semantics == "spine") manifest.semantics = Semantics::spine;
  if (semantics == "rigby") manifest.semantics = Semantics::rigby;
  if (manifest.semantics == Semantics::automatic && !problem) {
    problem = located(ErrorCode::bad_value, "Semantics are 'spine' or 'rigby'.", file, "/semantics");
  }
  manifest.background = members.color("background", manifest.background);
  const Json* pictures = members.member("pictures");
  if (pictures != nullptr && !pictures->IsArray() && !problem) {
    problem = located(ErrorCode::wrong_type, "Expected an array.", file, "/pictures");
  }
  if (problem) return *problem;
  for (rapidjson::SizeType i = 0; i < pictures->Size(); ++i) {
    manifest.entries.push_back(read_entry((*pictures)[i], "/pictures/" + std::to_string(i), problem, file));
    if (problem) return *problem;
  }
  problem = place_outputs(manifest.entries, file);
  if (problem) return *problem;
  return manifest;
}

/// docs/golden.md, "pose mode": every step from 0 is simulated.
Status pose(Skeleton& skeleton, const RenderAssets& assets, const Entry& entry) {
  if (assets.skin) skeleton.set_skin(assets.skin);
  const Animation* animation = nullptr;
  if (entry.animation) {
    const AnimationIndex index = assets.data->find_animation(*entry.animation);
    if (!index) {
      return Error{ErrorCode::unknown_name, "The skeleton has no animation called '" + *entry.animation + "'.", {}};
    }
    animation = &(*assets.data)[index];
  }
  ApplyOptions options;
  options.previous_time = -1;
  for (std::uint32_t step = 0; step <= entry.step; ++step) {
    const double time = step / entry.fps;
    skeleton.set_to_setup_pose();
    if (animation != nullptr) apply(skeleton, *animation, time, options);
    options.previous_time = time;
    skeleton.update(step == 0 ? 0 : 1 / entry.fps);
  }
  skeleton.set_tint(entry.tint);
  return ok();
}

class ManifestPainter {
 public:
  ManifestPainter(const RenderOptions& options, const Manifest& manifest, Painter& painter)
      : options_(options), manifest_(manifest), painter_(painter) {
    std::error_code problem;
    const fs::path file = fs::absolute(options.manifest, problem).lexically_normal();
    corpus_ = file.parent_path().parent_path().parent_path();
  }

  Status draw(const Entry& entry) {
    auto assets = find_assets(entry);
    if (!assets) return assets.error();
    Skeleton skeleton((*assets)->data);
    Status status = pose(skeleton, **assets, entry);
    if (!status) return status;
    Painter::Look look;
    look.frame = entry.frame;
    look.supersampling = options_.supersampling.value_or(entry.supersampling);
    look.background = manifest_.background;
    status = painter_.set_look(look);
    if (status) status = painter_.paint(skeleton, **assets, image_);
    if (!status) return status;
    const fs::path output = fs::path(options_.output) / entry.output;
    std::error_code problem;
    fs::create_directories(output.parent_path(), problem);  // if that fails, so does writing, and that says why
    PngOptions png;
    png.channels = PngChannels::rgba;
    return write_png(output.string(), image_, png);
  }

 private:
  /// Neighbouring entries share skeletons, skins and atlases in turn: those of one skeleton are kept.
  Result<const RenderAssets*> find_assets(const Entry& entry) {
    if (entry.skeleton != skeleton_) assets_.clear();
    skeleton_ = entry.skeleton;
    const std::string key = entry.atlas + '\n' + entry.skin.value_or("");
    const auto found = assets_.find(key);
    if (found != assets_.end()) return &found->second;
    AssetRequest request;
    request.skeleton = (corpus_ / entry.skeleton).string();
    request.atlas = (corpus_ / entry.atlas).string();
    request.semantics = manifest_.semantics;
    request.default_skin_alone = true;
    if (entry.skin) request.skins.push_back(*entry.skin);
    auto loaded = load_assets(request);
    if (!loaded) return loaded.error();
    return &assets_.emplace(key, std::move(*loaded)).first->second;
  }

  const RenderOptions& options_;
  const Manifest& manifest_;
  Painter& painter_;
  fs::path corpus_;
  std::string skeleton_;
  std::map<std::string, RenderAssets> assets_;
  Image image_;
};

}  // namespace

int render_manifest(const RenderOptions& options) {
  const auto manifest = read_manifest(options.manifest);
  if (!manifest) return print_error(manifest.error());
  auto painter = Painter::create();
  if (!painter) return print_error(painter.error());
  ManifestPainter pictures(options, *manifest, *painter);
  Progress progress("pictures", manifest->entries.size(), "pictures");

  std::map<std::string, std::size_t> written;  // by folder of their own
  std::size_t failed = 0;
  for (const Entry& entry : manifest->entries) {
    const Status status = pictures.draw(entry);
    if (status) {
      ++written[entry.output == fs::path(entry.file).lexically_normal() ? "" : fs::path(entry.atlas).stem().string()];
    } else {
      progress.clear();
      Error error = status.error();
      error.message = entry.output + ": " + error.message;
      print_error(error);
      ++failed;
    }
    progress.step();
  }
  progress.clear();

  fs::path out = fs::path(options.output).lexically_normal();
  if (!out.has_filename() && out.has_relative_path()) out = out.parent_path();  // "out/"
  std::string text;
  for (const auto& [folder, count] : written) {
    text += visible_text((folder.empty() ? out : out / folder).string()) + ": " + std::to_string(count) + " pictures";
    text += folder.empty() ? "\n" : ", whose names those above have taken\n";
  }
  if (failed > 0) text += std::to_string(failed) + " pictures could not be drawn\n";
  const int exit_code = print_result(text);
  return failed > 0 ? exit_fell_short : exit_code;
}

}  // namespace sinew::tools
