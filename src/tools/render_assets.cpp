#include "tools/render_assets.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "media/png.hpp"
#include "sinew/atlas.hpp"
#include "sinew/compose_skins.hpp"
#include "tools/common.hpp"
#include "tools/find_atlas.hpp"

namespace sinew::tools {
namespace {

void warn(ErrorCode code, std::string sentence, const std::string& file) {
  Warning warning{code, std::move(sentence), {}};
  warning.where.file = file;
  print_warning(warning);
}

Result<SkinIndex> find_skin(const SkeletonData& data, const std::string& name, const std::string& file) {
  const SkinIndex skin = data.find_skin(name);
  if (skin) return skin;
  std::vector<std::string_view> names;
  for (const SkinData& other : data.skins) names.push_back(other.name);
  return unknown_name_error("skin", name, names, file);
}

/// Sets `data` and `skin`.
Status put_on_skins(const std::vector<std::string>& names, const std::string& file, SkeletonDataPtr& data,
                    SkinIndex& skin) {
  std::vector<SkinIndex> skins;
  std::string all;
  for (const std::string& name : names) {
    auto found = find_skin(*data, name, file);
    if (!found) return found.error();
    skins.push_back(*found);
    all += (all.empty() ? "" : " + ") + name;
  }
  if (skins.size() == 1) skin = skins.front();
  if (skins.size() > 1) {
    data = compose_skins(data, skins, all);
    skin = SkinIndex(data->skins.size() - 1);
  }
  return ok();
}

std::size_t filled_slots(const SkeletonData& data, SkinIndex skin) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < data.slots.size(); ++i) {
    const SlotData& slot = data.slots[i];
    if (!slot.attachment.empty() && data.find_attachment(skin, SlotIndex(i), slot.attachment)) ++count;
  }
  return count;
}

/// The same for all names of a file.
std::string same_name(const std::string& path) {
  std::error_code problem;
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(path, problem);
  return problem ? std::filesystem::path(path).lexically_normal().string() : canonical.string();
}

std::uint64_t pixels_of(const PngSize& size) {
  return static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(size.height);
}

bool fits(const PngSize& size, const PagePixels& pixels) {
  return pixels_of(size) <= PagePixels::most - pixels.used;
}

Error too_many_pixels(const PngSize& size, const std::string& path) {
  return Error{
      ErrorCode::limit,
      "This page image is " + std::to_string(size.width) + " x " + std::to_string(size.height) +
          " pixels: with the page images before it, these are more than " + std::to_string(PagePixels::most) +
          " pixels (1 GiB), the limit of all pages together. Scale the pages down, or divide the atlas among " +
          "several files.",
      {path, 0, 0, {}, {}}};
}

}  // namespace

Result<PageTextures> upload_pages(Atlas& atlas, const std::string& file, PagePixels& pixels) {
  PageTextures textures(atlas);
  std::vector<std::string> missing;
  std::map<std::string, std::vector<std::size_t>> pages_of;
  std::vector<std::string> files;
  for (std::size_t page = 0; page < atlas.pages().size(); ++page) {
    files.push_back(same_name(atlas.page_path(page)));
    pages_of[files.back()].push_back(page);
  }
  for (std::size_t page = 0; page < atlas.pages().size(); ++page) {
    const std::vector<std::size_t>& pages = pages_of[files[page]];
    if (pages.front() != page) continue;  // with the first one
    const std::string path = atlas.page_path(page);
    const auto bytes = read_picture_file(path);
    if (!bytes && bytes.error().code == ErrorCode::file_not_found) {
      for (const std::size_t other : pages) missing.push_back(atlas.page_path(other));
      continue;
    }
    if (!bytes) return bytes.error();
    const auto size = png_size(*bytes, path);
    if (!size) return size.error();
    if (!fits(*size, pixels)) return too_many_pixels(*size, path);
    const auto image = decode_png(*bytes, path);
    if (!image) return image.error();
    for (const std::size_t same : pages) {
      std::vector<Warning> warnings;
      atlas.set_image_size(same, image->width, image->height, &warnings);
      for (const Warning& warning : warnings) print_warning(warning);
      const bool shared = std::any_of(pages.begin(), pages.end(),
                                      [&](std::size_t other) { return other < same && textures.share(same, other); });
      if (shared) continue;
      if (!fits(*size, pixels)) return too_many_pixels(*size, path);
      pixels.used += pixels_of(*size);
      const Status status = textures.set(same, {image->width, image->height, image->pixels});
      if (!status) return status.error();
    }
  }
  if (!missing.empty() && missing.size() == atlas.pages().size()) {
    Error error{ErrorCode::file_not_found, "None of the page images is there: " + name_list(missing, 10) + ".", {}};
    error.where.file = file;
    return error;
  }
  if (!missing.empty()) {
    warn(ErrorCode::file_not_found,
         (missing.size() == 1 ? "A page image is missing: "
                              : std::to_string(missing.size()) + " page images are missing: ") +
             name_list(missing, missing.size()) + ". What is on " + (missing.size() == 1 ? "it" : "them") +
             " is not drawn.",
         file);
  }
  return textures;
}

void warn_about_images(const AtlasBinding& binding, const std::string& file) {
  if (binding.missing().empty()) return;
  std::vector<std::string> names;
  for (const AtlasBinding::MissingImage& image : binding.missing()) names.push_back(image.image);
  warn(ErrorCode::unknown_reference,
       (names.size() == 1 ? "An image of the skeleton is not in this atlas: "
                          : std::to_string(names.size()) + " images of the skeleton are not in this atlas: ") +
           name_list(names, 10) + ".",
       file);
}

SkinIndex choose_skin(const SkeletonData& data) {
  const auto wanted = static_cast<std::size_t>(std::count_if(
      data.slots.begin(), data.slots.end(), [](const SlotData& slot) { return !slot.attachment.empty(); }));
  std::size_t most = filled_slots(data, {});
  SkinIndex best;
  if (2 * most >= wanted) return best;
  for (std::size_t i = 0; i < data.skins.size(); ++i) {
    const std::size_t count = filled_slots(data, SkinIndex(i));
    if (count > most) {
      most = count;
      best = SkinIndex(i);
    }
  }
  return best;
}

std::vector<SkinIndex> choose_skins(const SkeletonData& data) {
  const SkinIndex best = choose_skin(data);
  if (!best) return {best};
  std::vector<SkinIndex> skins;
  for (std::size_t i = 0; i < data.skins.size(); ++i) {
    if (filled_slots(data, SkinIndex(i)) == filled_slots(data, best)) skins.emplace_back(i);
  }
  return skins;
}

Result<RenderAssets> load_assets(const AssetRequest& request) {
  LoadOptions load_options;
  load_options.semantics = request.semantics;
  auto data = load_and_warn(request.skeleton, load_options);
  if (!data) return data.error();
  std::string atlas_file = request.atlas;
  if (atlas_file.empty()) {
    auto found = find_atlas(request.skeleton);
    if (!found) return found.error();
    atlas_file = *found;
  }
  std::vector<Warning> warnings;
  auto atlas = load_atlas(atlas_file, &warnings);
  if (!atlas) return atlas.error();
  for (const Warning& warning : warnings) print_warning(warning);
  if (request.premultiplied) {
    for (std::size_t page = 0; page < atlas->pages().size(); ++page) {
      atlas->set_premultiplied_alpha(page, *request.premultiplied);
    }
  }

  SkinIndex skin;
  std::optional<Warning> chosen;
  const Status status = put_on_skins(request.skins, request.skeleton, *data, skin);
  if (!status) return status.error();
  if (request.skins.empty() && !request.default_skin_alone) {
    skin = choose_skin(**data);
    if (skin) {
      chosen = Warning{ErrorCode::unknown_name,
                       "The default skin is nearly bare; drawn in skin '" + std::string((**data)[skin].name) +
                           "'. --skin says which to put on.",
                       {request.skeleton, 0, 0, {}, {}}};
    }
  }
  const auto shared_atlas = std::make_shared<Atlas>(std::move(*atlas));  // stays where it is from here on
  PagePixels pixels;
  auto textures = upload_pages(*shared_atlas, atlas_file, pixels);
  if (!textures) return textures.error();
  AtlasBinding binding(*data, shared_atlas);
  warn_about_images(binding, atlas_file);
  return RenderAssets{*data, skin, std::move(binding), std::move(*textures), std::move(chosen)};
}

}  // namespace sinew::tools
