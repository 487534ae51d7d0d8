#include "sinew/golden.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/memory_guard.hpp"
#include "base/number_text.hpp"
#include "golden/golden_compare.hpp"
#include "golden/golden_file.hpp"
#include "golden/golden_player.hpp"

namespace sinew {

namespace {

/// Where the two lists of names differ: "bone 3: 'hip' instead of 'hips'"; empty: nowhere.
template <class List>
std::string different_names(const List& found, const std::vector<std::string>& expected, const std::string& what) {
  for (std::size_t i = 0; i < std::max<std::size_t>(found.size(), expected.size()); ++i) {
    const std::string have = i < found.size() ? "'" + std::string(found[i].name) + "'" : "nothing";
    const std::string want = i < expected.size() ? "'" + expected[i] + "'" : "nothing";
    if (have != want) return what + ' ' + std::to_string(i) + ": " + have + " instead of " + want;
  }
  return {};
}

/// Whether every frame of the run is as recorded; adds the frames that are not.
bool check_run(const SkeletonDataPtr& data, const GoldenRun& run, GoldenCompare& compare, GoldenReport& report) {
  Result<GoldenPlayer> player = GoldenPlayer::start(data, run);
  if (!player) {
    compare.note(run, nullptr, player.error().message);
    report.failed_frames += run.frames.size();
    return false;
  }
  std::size_t next = 0;
  bool equal = true;
  for (std::uint32_t step = 0; next < run.frames.size(); ++step) {
    const Status status = player->step();
    if (!status) {
      compare.note(run, &run.frames[next], status.error().message);
      report.failed_frames += run.frames.size() - next;
      return false;
    }
    const GoldenFrame& expected = run.frames[next];
    if (step != expected.step) continue;
    if (!compare.frame(run, player->take_frame(expected.draws.has_value()), expected)) {
      ++report.failed_frames;
      equal = false;
    }
    ++next;
  }
  return equal;
}

/// The first two steps, three between, the one at or after the end, and the next one.
std::vector<std::uint32_t> usual_steps(double duration, double fps) {
  const double end = std::ceil(duration * fps);
  const double last = std::min(end, largest_golden_step - 2.0);  // and the one behind, all within a million
  std::vector<std::uint32_t> steps = {0, 1};
  for (int i = 1; i <= 3; ++i) steps.push_back(static_cast<std::uint32_t>(last * i / 4));
  steps.push_back(static_cast<std::uint32_t>(last));
  steps.push_back(static_cast<std::uint32_t>(last) + 1);
  return steps;
}

void sort_steps(std::vector<std::uint32_t>& steps) {
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
}

/// Records the run's frames. Under spine semantics a frame for every step that fires an event is added.
Status record_run(const SkeletonDataPtr& data, const std::vector<std::uint32_t>& steps, GoldenRun& run) {
  Result<GoldenPlayer> player = GoldenPlayer::start(data, run);
  if (!player) return player.error();
  std::size_t next = 0;
  for (std::uint32_t step = 0; next < steps.size(); ++step) {
    const Status status = player->step();
    if (!status) return status;
    const bool asked = step == steps[next];
    if (asked) ++next;
    if (asked || (data->semantics == Semantics::spine && player->fired()))
      run.frames.push_back(player->take_frame(true));
  }
  return ok();
}

Result<GoldenReport> check(std::string_view golden_text, std::string_view golden_name, std::string_view skeleton_bytes,
                           std::string_view skeleton_name, GoldenMode mode, const LoadLimits& limits) {
  const Result<GoldenFile> file = read_golden(golden_text, golden_name, limits);
  if (!file) return file.error();
  LoadOptions options;
  options.limits = limits;
  options.semantics = file->semantics;
  const Result<SkeletonDataPtr> data = parse_skeleton(skeleton_bytes, skeleton_name, options);
  if (!data) return data.error();

  GoldenReport report;
  report.skeleton = file->skeleton;
  report.tolerance = file->tolerance;
  std::string names = different_names((*data)->bones, file->bones, "bone");
  if (names.empty()) names = different_names((*data)->slots, file->slots, "slot");
  if (!names.empty()) {
    report.largest = std::numeric_limits<double>::infinity();
    report.where = names;
  }
  GoldenCompare compare(*file, report);
  for (const GoldenRun& run : file->runs) {
    if (mode != GoldenMode::any && run.mode != mode) continue;
    ++report.runs;
    report.frames += run.frames.size();
    if (!names.empty()) {
      report.failed_frames += run.frames.size();
      ++report.failed_runs;
    } else if (!check_run(*data, run, compare, report)) {
      ++report.failed_runs;
    }
  }
  compare.finish();
  return report;
}

Result<std::string> record(std::string_view skeleton_bytes, std::string_view skeleton_file,
                           const GoldenRecordOptions& options) {
  LoadOptions load;
  load.semantics = options.semantics;
  load.warnings = options.warnings;
  load.limits = options.limits;
  const Result<SkeletonDataPtr> loaded = parse_skeleton(skeleton_bytes, skeleton_file, load);
  if (!loaded) return loaded.error();
  const SkeletonDataPtr& data = *loaded;
  const auto error = [&](ErrorCode code, std::string message) {
    return Error{code, std::move(message), {std::string(skeleton_file), 0, 0, {}, {}}};
  };
  if (!is_golden_fps(options.fps)) {
    return error(ErrorCode::bad_value, "The number of steps a second must be from 0.001 to 1000000.");
  }
  if (!options.skin.empty() && !data->find_skin(options.skin)) {
    return error(ErrorCode::unknown_name, "There is no skin called '" + options.skin + "'.");
  }

  GoldenFile file;
  file.skeleton = options.skeleton_name;
  file.semantics = data->semantics;
  for (const BoneData& bone : data->bones) file.bones.emplace_back(bone.name);
  for (const SlotData& slot : data->slots) file.slots.emplace_back(slot.name);

  std::vector<std::optional<std::string>> animations(options.animations.begin(), options.animations.end());
  if (animations.empty()) {
    for (const Animation& animation : data->animations) animations.emplace_back(animation.name);
  }
  if (animations.empty()) animations.emplace_back();  // the setup pose
  std::uint64_t all_steps = 0;
  for (const std::optional<std::string>& name : animations) {
    GoldenRun& run = file.runs.emplace_back();
    run.name = name.value_or("setup pose");
    if (!options.skin.empty()) run.skin = options.skin;
    run.fps = options.fps;
    run.animation = name;
    double duration = 0;
    if (name) {
      const AnimationIndex animation = data->find_animation(*name);
      if (!animation) return error(ErrorCode::unknown_name, "There is no animation called '" + *name + "'.");
      duration = (*data)[animation].duration;
    }
    std::vector<std::uint32_t> steps = options.steps.empty() ? usual_steps(duration, options.fps) : options.steps;
    sort_steps(steps);
    if (steps.back() > largest_golden_step) {
      return error(ErrorCode::limit,
                   "The largest step that can be recorded is " + std::to_string(largest_golden_step) + '.');
    }
    all_steps += std::uint64_t{steps.back()} + 1;
    if (all_steps > most_golden_steps) {
      return error(ErrorCode::limit, "The animations take more than " + std::to_string(most_golden_steps) +
                                         " steps together; record some of them, or fewer steps a second.");
    }
    const Status status = record_run(data, steps, run);
    if (!status) return error(status.error().code, status.error().message);
  }
  Result<std::string> text = write_golden(file);
  if (!text) return error(text.error().code, text.error().message);
  return text;
}

}  // namespace

Result<GoldenReport> check_golden(std::string_view golden_text, std::string_view golden_name,
                                  std::string_view skeleton_bytes, std::string_view skeleton_name, GoldenMode mode,
                                  const LoadLimits& limits) {
  return guard_memory(golden_name,
                      [&] { return check(golden_text, golden_name, skeleton_bytes, skeleton_name, mode, limits); });
}

Result<std::string> golden_skeleton(std::string_view golden_text, std::string_view golden_name,
                                    const LoadLimits& limits) {
  return guard_memory(golden_name, [&]() -> Result<std::string> {
    Result<GoldenFile> file = read_golden(golden_text, golden_name, limits);
    if (!file) return file.error();
    return std::move(file->skeleton);
  });
}

Result<std::string> record_golden(std::string_view skeleton_bytes, std::string_view skeleton_file,
                                  const GoldenRecordOptions& options) {
  return guard_memory(skeleton_file, [&] { return record(skeleton_bytes, skeleton_file, options); });
}

}  // namespace sinew
