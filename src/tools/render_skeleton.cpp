// Stills and clips of one skeleton.
#include <algorithm>
#include <cmath>

#include "base/number_text.hpp"
#include "media/clip.hpp"
#include "media/progress.hpp"
#include "tools/common.hpp"
#include "tools/render_assets.hpp"
#include "tools/render_framing.hpp"
#include "tools/render_names.hpp"
#include "tools/render_options.hpp"
#include "tools/render_output.hpp"
#include "tools/render_painter.hpp"
#include "tools/render_playback.hpp"

namespace sinew::tools {
namespace {

/// One file to write.
struct Job {
  const Animation* animation = nullptr;  // null: the setup pose
  std::string output;
  [[nodiscard]] std::string label() const {
    return animation != nullptr ? std::string(animation->name) : "the setup pose";
  }
};

Result<std::vector<Job>> plan(const RenderOptions& options, const SkeletonData& data) {
  std::vector<Job> jobs;
  const auto add = [&](const Animation& animation, bool several) {
    jobs.push_back({&animation, output_name(options.output, animation.name, several)});
  };
  bool all = false;
  for (const std::string& name : options.animations) all = all || (name == "all" && !data.find_animation(name));
  if (all) {
    for (const Animation& animation : data.animations) add(animation, true);
    if (jobs.empty()) {
      Error error{
          ErrorCode::unknown_name, "The skeleton has no animations; without --animation its setup pose is drawn.", {}};
      error.where.file = options.skeleton;
      return error;
    }
  } else {
    for (const std::string& name : options.animations) {
      const AnimationIndex index = data.find_animation(name);
      if (!index) {
        std::vector<std::string_view> names;
        for (const Animation& animation : data.animations) names.push_back(animation.name);
        return unknown_name_error("animation", name, names, options.skeleton);
      }
      add(data[index], options.animations.size() > 1);
    }
  }
  if (jobs.empty()) {
    // Nobody named one: the first, but a still at no time in particular shows the setup pose.
    const bool setup = data.animations.empty() || (is_still_name(options.output) && !options.time);
    if (setup) {
      jobs.push_back({nullptr, output_name(options.output, "setup", false)});
    } else {
      add(data.animations.front(), false);
    }
  }
  std::vector<NamedOutput> outputs;
  for (const Job& job : jobs) outputs.push_back({"animation", job.label(), job.output});
  const Status distinct = check_distinct(outputs);
  if (!distinct) return distinct.error();
  return jobs;
}

/// The moment that a still shows: beyond its end an animation stays there.
double moment_of(const Job& job, const RenderOptions& options) {
  const double time = options.time.value_or(0);
  return job.animation != nullptr ? std::min(time, job.animation->duration) : time;
}

Result<Playback> playback_of(const Job& job, const RenderOptions& options) {
  if (is_still_name(job.output)) {
    return still_playback(job.animation, moment_of(job, options), options.fps, options.warmup);
  }
  const double once = job.animation != nullptr ? job.animation->duration : 0;
  const double seconds = options.duration.value_or(once * options.loops.value_or(1));
  auto playback = clip_playback(job.animation, seconds, options.fps, options.warmup);
  if (playback) return playback;
  Error error = playback.error();
  error.message += " Draw less of it with --duration, or fewer frames with --fps.";
  return error;
}

Result<Bounds> box_of(const Job& job, const RenderOptions& options, const RenderAssets& assets,
                      const Playback& playback) {
  Framing framing = options.framing;
  if (framing == Framing::automatic) {
    framing = is_still_name(job.output) ? Framing::frame : Framing::animation;
  }
  switch (framing) {
    case Framing::setup:
      return playback_bounds(assets, Playback(), options.debug_bones);
    case Framing::frame:
      return playback_bounds(assets, playback, options.debug_bones);
    case Framing::automatic:
    case Framing::animation:
      break;
  }
  if (!is_still_name(job.output) || job.animation == nullptr)
    return playback_bounds(assets, playback, options.debug_bones);
  const auto whole = clip_playback(job.animation, job.animation->duration, options.fps, options.warmup);
  if (whole) return playback_bounds(assets, *whole, options.debug_bones);
  Error error = whole.error();
  error.message += " Frame less of it, with --bounds frame or setup.";
  return error;
}

/// Draws one file and returns the line that says what was written.
Result<std::string> draw_job(const Job& job, const RenderOptions& options, const RenderAssets& assets,
                             Painter& painter) {
  const auto playback = playback_of(job, options);
  if (!playback) return playback.error();
  const Result<Bounds> box = options.region ? Bounds() : box_of(job, options, assets, *playback);
  if (!box) return box.error();
  auto frame = frame_picture(*box, options);
  if (!frame) {
    Error error = frame.error();
    if (box->empty() && !options.region && assets.data->skins.size() > 1) {
      error.message += " Most of this skeleton may be in its skins: --skin puts one on.";
    }
    return error;
  }
  const bool still = is_still_name(job.output);
  Painter::Look look;
  look.frame = *frame;
  look.supersampling = options.supersampling.value_or(still ? default_still_supersampling : default_clip_supersampling);
  look.background = options.background;
  look.debug_bones = options.debug_bones;
  look.debug_meshes = options.debug_meshes;
  look.debug_bounds = options.debug_bounds;
  Status status = painter.set_look(look);
  if (!status) return status.error();

  std::unique_ptr<ClipWriter> writer;
  if (!still) {
    auto opened = open_clip(job.output, clip_options(options, *frame, options.fps, options.background));
    if (!opened) return opened.error();
    writer = std::move(*opened);
  }
  Progress progress(job.label(), playback->frames);
  Image image;
  play(assets, *playback, [&](const Skeleton& skeleton) {
    status = painter.paint(skeleton, assets, image);
    if (status && writer) status = writer->add(image);
    progress.step();
    return status.has_value();
  });
  if (!status) return status.error();
  if (!still) return finish_clip(*writer);
  std::string moment = "setup pose";
  if (job.animation != nullptr) {
    moment = moment_text(std::string(job.animation->name), options.time.value_or(0), job.animation->duration);
  }
  return write_still(job.output, image, options.background.a >= 1, moment);
}

}  // namespace

int render_skeleton(const RenderOptions& options) {
  auto painter = Painter::create();
  if (!painter) return print_error(painter.error());
  AssetRequest request;
  request.skeleton = options.skeleton;
  request.atlas = options.atlas;
  request.skins = options.skins;
  request.semantics = options.semantics;
  request.premultiplied = options.premultiplied;
  auto assets = load_assets(request);
  if (!assets) return print_error(assets.error());
  auto jobs = plan(options, *assets->data);
  if (!jobs) return print_error(jobs.error());

  int exit_code = exit_success;
  for (const Job& job : *jobs) {
    const auto line = draw_job(job, options, *assets, *painter);
    if (line && assets->chosen) {
      print_warning(*assets->chosen);
      assets->chosen.reset();
    }
    exit_code = line ? print_result(*line + "\n") : print_error(line.error());
    if (exit_code != exit_success) break;  // what keeps one from being written will keep the next
  }
  return exit_code;
}

}  // namespace sinew::tools
