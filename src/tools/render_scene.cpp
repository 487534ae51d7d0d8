// Stills and clips of a scene.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "base/number_text.hpp"
#include "media/image.hpp"
#include "media/progress.hpp"
#include "sinew/debug_overlay.hpp"
#include "sinew/file.hpp"
#include "sinew/scene.hpp"
#include "tools/common.hpp"
#include "tools/file_kind.hpp"
#include "tools/render_assets.hpp"
#include "tools/render_names.hpp"
#include "tools/render_options.hpp"
#include "tools/render_output.hpp"
#include "tools/render_painter.hpp"
#include "tools/render_playback.hpp"

namespace sinew::tools {
namespace {

/// A scene and the page images of its atlases.
struct SceneImages {
  std::shared_ptr<const Scene> scene;
  std::vector<std::unique_ptr<PageTextures>> textures;
};

/// One file to write.
struct Job {
  SceneShotIndex shot;  // none: all of them
  std::string output;
};

Result<SceneImages> load(const RenderOptions& options) {
  SceneImages images;
  const std::filesystem::path folder = std::filesystem::path(options.skeleton).parent_path();
  std::vector<Warning> warnings;
  LoadOptions of_skeletons;
  of_skeletons.semantics = options.semantics;
  of_skeletons.warnings = &warnings;
  SceneAssets assets = scene_files(options.skeleton, of_skeletons);
  PagePixels pixels;
  assets.atlas = [&](const std::string& name) -> Result<std::shared_ptr<const Atlas>> {
    const std::string path = (folder / name).string();
    auto read = load_atlas(path, &warnings);
    if (!read) return read.error();
    const auto atlas = std::make_shared<Atlas>(std::move(*read));
    for (std::size_t page = 0; options.premultiplied && page < atlas->pages().size(); ++page) {
      atlas->set_premultiplied_alpha(page, *options.premultiplied);
    }
    auto textures = upload_pages(*atlas, path, pixels);
    if (!textures) return textures.error();
    images.textures.push_back(std::make_unique<PageTextures>(std::move(*textures)));
    return std::shared_ptr<const Atlas>(atlas);
  };
  const auto bytes = read_file(options.skeleton);
  if (!bytes) return bytes.error();
  SceneLoadOptions of_scene;
  of_scene.warnings = &warnings;
  const auto scene = parse_scene(*bytes, options.skeleton, assets, of_scene);
  if (!scene) return scene.error();
  print_warnings(warnings, "sinew scene check");
  images.scene = *scene;
  std::set<const AtlasBinding*> warned;
  const auto warn_of = [&](const SceneSkeleton& skeleton) {
    if (warned.insert(skeleton.binding.get()).second) {
      warn_about_images(*skeleton.binding, (folder / skeleton.atlas_name).string());
    }
  };
  warn_of(images.scene->stage.skeleton);
  for (const SceneActor& actor : images.scene->actors) warn_of(actor.skeleton);
  return images;
}

Result<std::vector<Job>> plan(const RenderOptions& options, const Scene& scene) {
  std::vector<Job> jobs;
  const auto add = [&](SceneShotIndex shot, bool several) {
    jobs.push_back({shot, output_name(options.output, scene.shots[shot.value].name, several, "{shot}")});
  };
  const bool all = std::any_of(options.shots.begin(), options.shots.end(),
                               [&](const std::string& name) { return name == "all" && !scene.find_shot(name); });
  if (all) {
    for (std::size_t i = 0; i < scene.shots.size(); ++i) add(SceneShotIndex(i), true);
  } else {
    for (const std::string& name : options.shots) {
      const SceneShotIndex shot = scene.find_shot(name);
      if (!shot) return unknown_name_error("shot", name, names_of(scene.shots), options.skeleton);
      add(shot, options.shots.size() > 1);
    }
  }
  if (jobs.empty()) jobs.push_back({{}, output_name(options.output, "all", false, "{shot}")});
  std::vector<NamedOutput> outputs;
  for (const Job& job : jobs) {
    outputs.push_back({"shot", job.shot ? scene.shots[job.shot.value].name : std::string(), job.output});
  }
  const Status distinct = check_distinct(outputs);
  if (!distinct) return distinct.error();
  return jobs;
}

/// Appends what an overlay draws of a skeleton, moved to where it is in the picture.
template <class Overlay>
void overlay_at(const Affine& to_picture, DrawList& list, const Overlay& overlay) {
  const std::size_t first = list.vertices.size();
  overlay();
  for (std::size_t i = first; i < list.vertices.size(); ++i) {
    Vertex& vertex = list.vertices[i];
    const Vec2 at = to_picture.apply(double{vertex.x}, double{vertex.y});
    vertex.x = static_cast<float>(at.x);
    vertex.y = static_cast<float>(at.y);
  }
}

void overlay_skeleton(const Skeleton& skeleton, const Affine& to_picture, const Painter::Look& look, DrawList& list) {
  const double scale = std::sqrt(std::fabs(to_picture.determinant()));
  if (!(scale > 0)) return;
  const double pixel = look.frame.pixel() / scale;
  overlay_at(to_picture, list, [&] {
    if (look.debug_meshes) overlay_meshes(skeleton, pixel, list);
    if (look.debug_bones) overlay_bones(skeleton, pixel, list);
    if (look.debug_bounds) overlay_bounds(skeleton, Bounds(), pixel, list);
  });
}

/// The rig of the stage, on the stage plane whatever its layers, and of the actors that are seen.
void overlay_scene(const ScenePlayer& player, const Painter::Look& look, DrawList& list) {
  if (!look.debug_bones && !look.debug_meshes && !look.debug_bounds) return;
  const Affine view = player.stage_to_picture();
  overlay_skeleton(player.stage(), view, look, list);
  for (std::size_t i = 0; i < player.scene().actors.size(); ++i) {
    const SceneActorIndex actor(i);
    if (!player.placement(actor).visible) continue;
    const Affine own = player.actor_to_stage(actor);
    const Vec2 origin = view.apply(own.tx, own.ty);
    const Affine to_picture{view.a * own.a, view.b * own.a, view.c * own.d, view.d * own.d, origin.x, origin.y};
    overlay_skeleton(player.actor(actor), to_picture, look, list);
  }
}

/// Goes to a time of the whole scene.
void seek_scene(ScenePlayer& player, double time) {
  const auto& shots = player.scene().shots;
  std::size_t shot = 0;
  for (; shot + 1 < shots.size() && time >= shots[shot].duration - 1e-9; ++shot) time -= shots[shot].duration;
  player.seek(SceneShotIndex(shot), time);
}

Result<std::string> draw_job(const Job& job, const RenderOptions& options, const SceneImages& images,
                             Painter& painter) {
  const Scene& scene = *images.scene;
  const bool still = is_still_name(job.output);
  const double fps = options.own_fps ? scene.fps : options.fps;
  RenderOptions framing = options;
  if (!framing.region) framing.region = WorldRect{0, 0, double(scene.width), double(scene.height)};
  if (!framing.size && !framing.scale) framing.scale = 1;
  const auto frame = frame_picture({}, framing);
  if (!frame) return frame.error();

  Painter::Look look;
  look.frame = *frame;
  look.supersampling = options.supersampling.value_or(still ? default_still_supersampling : default_clip_supersampling);
  look.background = options.own_background ? scene.background : options.background;
  look.debug_bones = options.debug_bones;
  look.debug_meshes = options.debug_meshes;
  look.debug_bounds = options.debug_bounds;
  Status status = painter.set_look(look);
  if (!status) return status.error();

  std::vector<const PageTextures*> atlases;
  for (const auto& textures : images.textures) atlases.push_back(textures.get());
  ScenePlayer player(images.scene);
  const std::string name = job.shot ? scene.shots[job.shot.value].name : "the scene";
  Image image;
  const auto paint = [&] {
    const auto fill = [&](DrawList& list, DrawList& overlay) {
      player.draw(list);
      overlay_scene(player, look, overlay);
    };
    return painter.paint(fill, atlases, image);
  };

  if (still) {
    const double time = options.time.value_or(0);
    job.shot ? player.seek(job.shot, time) : seek_scene(player, time);
    status = paint();
    if (!status) return status.error();
    const double end = job.shot ? scene.shots[job.shot.value].duration : scene.duration();
    return write_still(job.output, image, look.background.a >= 1, moment_text(name, time, end));
  }

  const double once = job.shot ? scene.shots[job.shot.value].duration : scene.duration();
  const auto playback = clip_playback(nullptr, options.duration.value_or(once * options.loops.value_or(1)), fps, 0);
  if (!playback) {
    Error error = playback.error();
    error.message += " Draw less of it with --duration, or fewer frames with --fps.";
    return error;
  }
  auto writer = open_clip(job.output, clip_options(options, *frame, fps, look.background));
  if (!writer) return writer.error();
  player.set_repeat(job.shot ? SceneRepeat::shot : SceneRepeat::scene);
  if (job.shot) player.seek(job.shot, 0);
  Progress progress(name, playback->frames);
  for (std::uint64_t i = 0; i < playback->frames; ++i) {
    status = paint();
    if (status) status = (*writer)->add(image);
    if (!status) return status.error();
    progress.step();
    player.advance(1 / fps);
  }
  return finish_clip(**writer);
}

}  // namespace

bool is_scene_file(const std::string& file) {
  if (is_scene_name(file)) return true;
  if (!file.ends_with(".json")) return false;
  const auto bytes = read_file(file);
  return bytes && kind_of_content(*bytes) == ContentKind::scene;
}

int render_scene(const RenderOptions& options) {
  auto painter = Painter::create();
  if (!painter) return print_error(painter.error());
  const auto images = load(options);
  if (!images) return print_error(images.error());
  const auto jobs = plan(options, *images->scene);
  if (!jobs) return print_error(jobs.error());
  int exit_code = exit_success;
  for (const Job& job : *jobs) {
    const auto line = draw_job(job, options, *images, *painter);
    exit_code = line ? print_result(*line + "\n") : print_error(line.error());
    if (exit_code != exit_success) break;  // what keeps one from being written will keep the next
  }
  return exit_code;
}

}  // namespace sinew::tools
