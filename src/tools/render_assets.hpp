// All that drawing a skeleton takes: data, skin, atlas, page textures.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sinew/draw.hpp"
#include "sinew/render.hpp"

namespace sinew::tools {

struct RenderAssets {
  SkeletonDataPtr data;
  SkinIndex skin;  ///< into data->skins, perhaps composed of several; none: the default skin alone
  AtlasBinding binding;
  PageTextures textures;
  std::optional<Warning> chosen;  ///< says which skin choose_skin() found; not printed yet
};

struct AssetRequest {
  std::string skeleton, atlas;      ///< an empty atlas: find_atlas() says which
  std::vector<std::string> skins;   ///< combined; empty: the default skin alone, or what choose_skin() finds
  bool default_skin_alone = false;  ///< without `skins`, do not choose another
  Semantics semantics = Semantics::automatic;
  std::optional<bool> premultiplied;  ///< overrides what the atlas says
};

/// The skin to show a character in when nobody says which: none (the default skin alone), unless that fills less than
/// half of the slots that have an image in the setup pose; then the one that fills the most, of equal ones the first.
[[nodiscard]] SkinIndex choose_skin(const SkeletonData& data);
/// The skins that dress a character as fully as that one, itself among them: for crowds.
[[nodiscard]] std::vector<SkinIndex> choose_skins(const SkeletonData& data);

/// Loads everything and uploads the pages; needs a current OpenGL ES context. Prints warnings: page images that are
/// missing (all at once), images that no page has. Errors: those of loading, unknown
/// skins, no page image at all.
[[nodiscard]] Result<RenderAssets> load_assets(const AssetRequest& request);

/// How many pixels the page images in memory have together.
struct PagePixels {
  /// 1 GiB as RGBA: 16 pages of 4096 x 4096. A page of some kilobytes may hold a quarter of it.
  static constexpr std::uint64_t most = std::uint64_t{1} << 28;
  std::uint64_t used = 0;
};

/// Reads the page images of an atlas, sets their sizes, and uploads those that are there; needs a current context, and
/// the atlas to stay where it is. One image is decoded at a time, and a file that several pages name once. Warns of
/// those that are missing, and fails where all are, and where `pixels`, to which they are added, would be beyond its
/// limit.
[[nodiscard]] Result<PageTextures> upload_pages(Atlas& atlas, const std::string& file, PagePixels& pixels);
/// Warns of images that the binding's atlas, read from `file`, does not have.
void warn_about_images(const AtlasBinding& binding, const std::string& file);

}  // namespace sinew::tools
