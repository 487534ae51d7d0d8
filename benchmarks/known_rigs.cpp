#include "known_rigs.hpp"

#include <cstdlib>
#include <utility>

#include "sinew/file.hpp"

namespace sinew::benchmarks {

namespace {

const KnownRig rigs[] = {
    {"spineboy-pro", "walk", "run", "spineboy", "spineboy-pro.json", "spineboy.atlas",
     Reference{1.59, 2.91, 8.45, 13.3, 1.88, 0.25, 29600}},
    {"raptor-pro", "walk", "jump", "raptor", "raptor-pro.json", "raptor.atlas",
     Reference{3.96, 4.04, 20.3, 28.4, 2.06, 0.23, 33800}},
    {"celestial-circus-pro", "swing", "wings-and-feet", "celestial-circus", "celestial-circus-pro.json",
     "celestial-circus.atlas", Reference{1.24, 5.86, 24.8, 32.5, 1.41, 0.20, 33700}},
    {"stretchyman-pro", "sneak", "idle", "stretchyman", "stretchyman-pro.json", "stretchyman.atlas",
     Reference{2.00, 6.87, 4.91, 14.3, 0.57, 0.05, 23700}},
    {"cloud-pot", "rain", "playing-in-the-rain", "cloud-pot", "cloud-pot.json", "cloud-pot.atlas",
     Reference{0.27, 2.71, 4.89, 8.3, 0.26, 0.04, 16600}},
    {"alien-pro", "run", "jump", "alien", "alien-pro.json", "alien.atlas",
     Reference{0.57, 1.20, 7.11, 9.0, 1.06, 0.11, 13500}},
    {"owl-pro", "idle", "left", "owl", "owl-pro.json", "owl.atlas",
     Reference{0.40, 0.51, 7.78, 8.7, 0.48, 0.08, 11400}},
    {"goblins-pro", "walk", "walk", "goblins", "goblins-pro.json", "goblins.atlas",
     Reference{0.70, 0.50, 0.50, 1.7, 0.40, 0.07, 13100}},
    {"nuri", "walk", "idle", nullptr, "examples/nuri/nuri.json", "examples/nuri/nuri.atlas", std::nullopt},
};

std::filesystem::path folder_of(const KnownRig& rig) {
  const std::filesystem::path source = SINEW_SOURCE_DIR;
  if (!rig.folder) return source;
  const char* const variable = std::getenv("SINEW_CORPUS");
  return (variable ? std::filesystem::path(variable) : source / ".." / "shared" / "corpus") / "4.2" / rig.folder;
}

}  // namespace

std::span<const KnownRig> known_rigs() {
  return rigs;
}

std::optional<LoadedRig> load(const KnownRig& rig) {
  const std::filesystem::path folder = folder_of(rig);
  Result<std::string> text = read_file((folder / rig.file).string());
  if (!text) return std::nullopt;
  const Result<SkeletonDataPtr> data = parse_skeleton(*text, rig.file);
  Result<Atlas> atlas = load_atlas((folder / rig.atlas).string());
  if (!data || !atlas) return std::nullopt;
  Result<std::string> binary = read_file((folder / rig.file).replace_extension(".skel").string());
  return LoadedRig{*std::move(text), binary ? *std::move(binary) : std::string(), *data,
                   std::make_shared<const Atlas>(*std::move(atlas))};
}

}  // namespace sinew::benchmarks
