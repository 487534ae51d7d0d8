#include "targets.hpp"

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "exercise.hpp"
#include "json_parsers.hpp"
#include "sinew/atlas.hpp"
#include "sinew/convert.hpp"
#include "sinew/diff.hpp"
#include "sinew/golden.hpp"
#include "sinew/scene.hpp"
#include "sinew/write.hpp"
#ifdef SINEW_HAS_MOTION
#include "motion_targets.hpp"
#endif

namespace sinew::fuzz {

namespace {

/// A problem that a user meets is a sentence with a place, never an empty or unending text.
void check(const Error& error) {
  if (error.message.size() < 10 || error.to_string().size() > 100'000) std::abort();
}
void check(const std::vector<Warning>& warnings) {
  for (const Warning& warning : warnings) check(warning);
}

Result<SkeletonDataPtr> load(std::string_view bytes) {
  std::vector<Warning> warnings;
  LoadOptions options;
  options.warnings = &warnings;
  Result<SkeletonDataPtr> data = parse_skeleton(bytes, "fuzz", options);
  check(warnings);
  if (!data) check(data.error());
  return data;
}

std::uint64_t seed_of(std::string_view bytes) {
  std::uint64_t seed = 14695981039346656037u;
  for (const char c : bytes) seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return seed;
}

void skeleton(std::string_view bytes) {
  static_cast<void>(load(bytes));
}

void play(std::string_view bytes) {
  const Result<SkeletonDataPtr> data = load(bytes);
  if (!data) return;
  // Every animation; of hundreds fewer frames.
  const std::size_t animations = (*data)->animations.size();
  const std::size_t frames = animations > 64 ? 1 : 4;
  play_and_draw(*data, seed_of(bytes), {.animations = animations, .frames = frames, .skins = 2});
}

using Write = Result<std::string>(const SkeletonData&, const WriteOptions&);

/// How near two numbers must be that went through another encoding.
enum class Numbers { same, as_floats };

/// The two must be the same but for how their numbers are spelt.
void must_be_alike(const SkeletonData& data, const SkeletonData& again, Numbers numbers) {
  DiffOptions options;
  if (numbers == Numbers::as_floats) {
    options.relative_tolerance = 1e-5;
    options.tolerance = 1e-30;  // below what a float can be
  }
  std::vector<Difference> differences = diff_skeletons(data, again, options);
  std::erase_if(differences, [&](const Difference& difference) {
    // A file without a version, or with one that leads to another layout, gets one that leads to its own.
    if (difference.path == "/skeleton/spine") return true;
    // Binary files of 4.0 and newer have a number for it.
    if (numbers == Numbers::as_floats && difference.path == "/skeleton/hash") return true;
    if (numbers == Numbers::same) return false;
    if (difference.path.starts_with("/constraints/physics/") && difference.path.ends_with("/scaleY") &&
        difference.b == "\"none\"") {
      return true;  // beside a scaleX of 0
    }
    if (difference.distance == 0) return false;
    // Modes and mixes without effect have no place everywhere.
    if (difference.path.starts_with("/constraints/transform/") && difference.path.find("/mix") != std::string::npos &&
        difference.b == "0" && data.version == FormatVersion::v4_3) {
      return true;
    }
    // A handle of 3.8 lies between keys that may be far from it: what is left of their digits may be none.
    return data.version == FormatVersion::v3_8 && difference.path.ends_with("/curve");
  });
  if (differences.empty()) return;
  for (const Difference& difference : differences) {
    std::cerr << difference.path << ": " << difference.a << " became " << difference.b << '\n';
  }
  std::abort();
}

SkeletonDataPtr must_load(std::string_view bytes, const LoadOptions& options) {
  Result<SkeletonDataPtr> again = parse_skeleton(bytes, "again", options);
  if (!again) {
    std::cerr << again.error() << '\n' << bytes << '\n';
    std::abort();
  }
  return *std::move(again);
}

/// What is written must load again, as the same thing, and be written as the same bytes.
void must_come_back(const SkeletonDataPtr& data, Write& write) {
  const Result<std::string> written = write(*data, {});
  if (!written) return check(written.error());  // the encoding cannot hold it, and says so
  LoadOptions options;
  options.semantics = data->semantics;
  options.keep_unknown = true;
  options.limits.max_depth += 8;  // skins of 3.6 stand deeper afterwards
  const SkeletonDataPtr again = must_load(*written, options);
  // A text has the shortest digits of what was a 32-bit float: read as a double they are another number.
  const bool respelt = data->single_precision && !again->single_precision;
  must_be_alike(*data, *again, respelt ? Numbers::as_floats : Numbers::same);
  const Result<std::string> second = write(*again, {});
  if (!second || *second != *written) {
    std::cerr << "The second writing differs from the first.\n";
    std::abort();
  }
}

void round_trip(std::string_view bytes) {
  LoadOptions options;
  options.keep_unknown = true;
  const Result<SkeletonDataPtr> data = parse_skeleton(bytes, "fuzz", options);
  if (!data) return check(data.error());
  must_come_back(*data, write_skeleton_json);
  // Numbers of texts are rounded by the binary encoding: only from the second time on it is the same.
  std::vector<Warning> losses;
  WriteOptions write_options;
  write_options.warnings = &losses;
  const Result<std::string> binary = write_skeleton_binary(**data, write_options);
  check(losses);
  if (!binary) return check(binary.error());
  options.semantics = (*data)->semantics;
  const SkeletonDataPtr rounded = must_load(*binary, options);
  if (losses.empty()) {
    must_be_alike(**data, *rounded, (*data)->single_precision ? Numbers::same : Numbers::as_floats);
  }
  must_come_back(rounded, write_skeleton_binary);
}

/// As data of every version: what cannot be said there is reported, all else can be written and read.
void convert(std::string_view bytes) {
  const Result<SkeletonDataPtr> data = load(bytes);
  if (!data) return;
  for (const FormatVersion version :
       {FormatVersion::v3_8, FormatVersion::v4_0, FormatVersion::v4_1, FormatVersion::v4_2, FormatVersion::v4_3}) {
    std::vector<Loss> losses;
    const Result<SkeletonDataPtr> converted = convert_skeleton(*data, version, {}, &losses);
    if (!converted) {
      check(converted.error());
      continue;
    }
    LoadOptions load_options;
    load_options.semantics = (*data)->semantics;
    for (Write* const write : {write_skeleton_json, write_skeleton_binary}) {
      const Result<std::string> written = write(**converted, {});
      if (!written) {
        check(written.error());
        continue;
      }
      const SkeletonDataPtr again = must_load(*written, load_options);
      if (again->version != version) std::abort();
    }
  }
}

void atlas(std::string_view bytes) {
  std::vector<Warning> warnings;
  const Result<Atlas> first = parse_atlas(bytes, "fuzz", &warnings);
  check(warnings);
  if (!first) return check(first.error());
  for (const AtlasLayout layout : {AtlasLayout::pretty, AtlasLayout::compact, AtlasLayout::old}) {
    const Result<std::string> written = write_atlas(*first, layout);
    if (!written) {
      check(written.error());
      continue;
    }
    const Result<Atlas> again = parse_atlas(*written, "again");
    const Result<std::string> second = again ? write_atlas(*again, layout) : again.error();
    if (!second || again->regions().size() != first->regions().size() || *second != *written) {
      std::cerr << *written << '\n' << (second ? *second : second.error().to_string()) << '\n';
      std::abort();
    }
  }
}

void json(std::string_view bytes) {
  const std::string difference = difference_of_json_parsers(bytes);
  if (difference.empty()) return;
  std::cerr << difference << '\n';
  std::abort();
}

/// The golden file is the input; the skeleton that it is about is always the same.
void golden(std::string_view bytes) {
  static constexpr std::string_view skeleton_json = R"({"skeleton": {"hash": "x", "spine": "4.2.43"},
    "bones": [{"name": "root"}, {"name": "bone", "parent": "root", "x": 5}], "slots": [{"name": "slot", "bone": "bone"}],
    "animations": {"a": {"bones": {"bone": {"rotate": [{"value": 10}, {"time": 1, "value": 20}]}}}, "b": {}}})";
  const Result<GoldenReport> report = check_golden(bytes, "fuzz", skeleton_json, "skeleton");
  if (!report) check(report.error());
}

/// The scene is the input; whatever it names is always the same skeleton and atlas.
void scene(std::string_view bytes) {
  static constexpr std::string_view skeleton_json = R"({"skeleton": {"hash": "x", "spine": "4.2.43"},
    "bones": [{"name": "root"}, {"name": "camera", "parent": "root", "length": 20}],
    "slots": [{"name": "hill", "bone": "camera", "attachment": "box"}, {"name": "sky", "bone": "root", "attachment": "box"}],
    "skins": [{"name": "default", "attachments": {"hill": {"box": {"width": 9, "height": 9}}, "sky": {"box": {"width": 9, "height": 9}}}},
              {"name": "summer"}],
    "physics": [{"name": "spring", "bone": "camera", "rotate": 1}], "events": {"step": {}},
    "animations": {"walk": {"bones": {"camera": {"translate": [{}, {"time": 1, "x": 30}], "scale": [{}, {"time": 1, "x": 0}]}},
                            "events": [{"time": 0.3, "name": "step"}]},
                   "wave": {"bones": {"root": {"rotate": [{}, {"time": 0.2, "value": 90}]}}}}})";
  SceneAssets assets;
  assets.skeleton = [](const std::string&) { return parse_skeleton(skeleton_json); };
  assets.atlas = [](const std::string&) -> Result<std::shared_ptr<const Atlas>> {
    auto read = parse_atlas("page.png\nsize: 64, 64\nbox\nbounds: 2, 2, 20, 30\n");
    if (!read) return read.error();
    return std::make_shared<const Atlas>(*std::move(read));
  };
  std::vector<Warning> warnings;
  SceneLoadOptions options;
  options.warnings = &warnings;
  const auto read = parse_scene(bytes, "fuzz", assets, options);
  check(warnings);
  if (!read) {
    check(read.error());
    return;
  }
  if ((*read)->actors.size() > 16) return;  // a crowd is slow, not new
  ScenePlayer player(*read);
  player.set_repeat(SceneRepeat::scene);
  DrawList list;
  for (const double seconds : {0.0, 0.01, 0.3, 1.7}) {
    player.advance(seconds);
    list.clear();
    player.draw(list);
    if (list.batches.size() > list.indices.size()) std::abort();
    static_cast<void>(player.hit_test(10, 10));
    const ScenePlayer again = [&] {
      ScenePlayer other(*read);
      if (player.time() < 4) other.seek(player.shot(), player.time());
      return other;
    }();
    if (player.time() < 4 && again.camera().x != player.camera().x) std::abort();  // seeking gives what playing gave
  }
}

constexpr Target all[] = {
    {"atlas", atlas},        {"binary", skeleton},  // the same as skeleton, from other seeds
    {"convert", convert},    {"golden", golden},         {"json", json},
#ifdef SINEW_HAS_MOTION
    {"motion", motion_clip}, {"rig", motion_rig},
#endif
    {"play", play},          {"round_trip", round_trip}, {"scene", scene}, {"skeleton", skeleton},
};

}  // namespace

std::span<const Target> targets() noexcept {
  return all;
}

const Target* find_target(std::string_view name) noexcept {
  for (const Target& target : all) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

}  // namespace sinew::fuzz
