#include "tools/scene_files.hpp"

#include <filesystem>
#include <set>
#include <system_error>

#include "tools/file_kind.hpp"

namespace sinew::tools {

namespace {

/// What loading does not look at: the page images, and whether the atlases have what the skeletons show.
void look_at_images(const std::string& file, const Scene& scene, std::vector<Warning>& warnings) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  std::set<const AtlasBinding*> bindings;
  std::set<std::string> atlases;
  const auto look = [&](const SceneSkeleton& skeleton) {
    const std::string atlas_file = (folder / skeleton.atlas_name).string();
    const auto warn = [&](ErrorCode code, std::string sentence) {
      Warning warning{code, std::move(sentence), {}};
      warning.where.file = atlas_file;
      warnings.push_back(std::move(warning));
    };
    if (!bindings.insert(skeleton.binding.get()).second) return;
    for (const AtlasBinding::MissingImage& image : skeleton.binding->missing()) {
      warn(ErrorCode::unknown_reference,
           "The image '" + image.image + "' of " + skeleton.skeleton_name + " is not in this atlas.");
    }
    if (!atlases.insert(skeleton.atlas_name).second) return;
    const Atlas& atlas = skeleton.binding->atlas();
    for (std::size_t page = 0; page < atlas.pages().size(); ++page) {
      std::error_code problem;
      if (std::filesystem::is_regular_file(atlas.page_path(page), problem)) continue;
      warn(ErrorCode::file_not_found, "The page image '" + atlas.page_path(page) + "' is missing.");
    }
  };
  look(scene.stage.skeleton);
  for (const SceneActor& actor : scene.actors) look(actor.skeleton);
}

}  // namespace

Result<std::shared_ptr<const Scene>> check_scene(const std::string& file, std::vector<Warning>& warnings) {
  SceneLoadOptions options;
  options.warnings = &warnings;
  auto scene = load_scene(file, options);
  if (!scene) return explain_wrong_kind(scene.error(), file, ContentKind::scene);
  look_at_images(file, **scene, warnings);
  return scene;
}

}  // namespace sinew::tools
