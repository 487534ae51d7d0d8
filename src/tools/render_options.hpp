// What `sinew render` was asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sinew/render.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew::tools {

/// What a picture must show whole.
enum class Framing : std::uint8_t {
  automatic,  ///< the frame of a still, the whole animation of a clip
  frame,      ///< what the still shows
  animation,  ///< all that the animation shows while it plays
  setup,      ///< the setup pose
};

struct PictureSize {
  int width = 0, height = 0;
};

struct RenderOptions {
  bool scene = false;                   // the file is a scene
  std::string skeleton, output, atlas;  // the first may be a scene; an empty atlas: found beside the skeleton
  std::vector<std::string> animations;  // "all" stands for every one; empty: the first, of stills the setup pose
  std::vector<std::string> skins;       // combined, later ones over earlier ones; empty: choose_skin()
  std::vector<std::string> shots;       // of a scene; "all" stands for every one; empty: all of them, in one file
  Semantics semantics = Semantics::automatic;

  std::optional<double> time;  // of a still, in seconds
  double fps = 30;
  std::optional<double> duration;  // of a clip, in seconds
  std::optional<int> loops;        // of the animation in a clip
  double warmup = 0;               // seconds that are played before the first frame
  std::uint32_t plays = 0;         // of a GIF, APNG, WebP; 0: for ever
  std::optional<int> quality;      // of lossy formats, 0 to 100

  std::optional<PictureSize> size;
  std::optional<double> scale;  // pixels a world unit
  int padding = 8;              // pixels on each side
  Framing framing = Framing::automatic;
  std::optional<WorldRect> region;
  Color background{0, 0, 0, 0};
  std::optional<int> supersampling;

  bool debug_bones = false, debug_meshes = false, debug_bounds = false;
  std::optional<bool> premultiplied;           // overrides what the atlas says of all pages
  std::string manifest;                        // draw this list of pictures instead
  bool own_fps = true, own_background = true;  // nobody gave another: a scene's own counts
};

/// Samples a pixel and axis that pictures get unless the user says otherwise.
inline constexpr int default_still_supersampling = 4, default_clip_supersampling = 3;

/// Does what the options ask for, prints what was written, and returns the exit code.
[[nodiscard]] int render_skeleton(const RenderOptions& options);
/// The same for a scene.
[[nodiscard]] int render_scene(const RenderOptions& options);
/// The same for a list of pictures.
[[nodiscard]] int render_manifest(const RenderOptions& options);

/// Whether a file is a scene, by its name, or by what is in it.
[[nodiscard]] bool is_scene_file(const std::string& file);

}  // namespace sinew::tools
