#include "tools/motion_assets.hpp"

#include <algorithm>

#include "tools/common.hpp"
#include "tools/file_kind.hpp"

namespace sinew::tools {

namespace {

template <class Load>
auto load_and_warn_with(Load load, const std::string& path) {
  std::vector<Warning> warnings;
  motion::ReadOptions options;
  options.warnings = &warnings;
  auto loaded = load(path, options);
  for (const Warning& warning : warnings) print_warning(warning);
  if (!loaded) return decltype(loaded)(explain_wrong_kind(loaded.error(), path, ContentKind::clip));
  return loaded;
}

}  // namespace

Result<motion::Clip> load_clip_and_warn(const std::string& path) {
  return load_and_warn_with(motion::load_clip, path);
}

Result<motion::Binding> load_binding_and_warn(const std::string& path) {
  return load_and_warn_with(motion::load_binding, path);
}

Result<MotionAssets> load_motion(const std::string& clip_path, const std::string& rig_path) {
  auto clip = load_clip_and_warn(clip_path);
  if (!clip) return clip.error();
  MotionAssets assets{*std::move(clip), {}, {}};
  if (!rig_path.empty()) {
    auto binding = load_binding_and_warn(rig_path);
    if (!binding) return binding.error();
    const auto bound = motion::bind(*binding, assets.clip);
    if (!bound) {
      Error error = bound.error();
      error.where.file = clip_path;
      return error;
    }
    assets.parts = motion::parts_of(*binding);
    assets.binding = *std::move(binding);
    return assets;
  }
  for (const motion::Track& track : assets.clip.tracks) {
    const bool known = std::any_of(assets.parts.begin(), assets.parts.end(),
                                   [&](const motion::Part& part) { return part.name == track.part; });
    if (!known) assets.parts.push_back({track.part, {}, {}});
  }
  return assets;
}

}  // namespace sinew::tools
