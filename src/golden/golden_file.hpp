// What a golden file holds (docs/golden.md), with a reader and a writer.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/animation.hpp"
#include "sinew/animation_state.hpp"
#include "sinew/golden.hpp"
#include "sinew/skeleton.hpp"
#include "sinew/types.hpp"

namespace sinew {

struct GoldenDraw {
  std::uint32_t slot = 0;
  std::string attachment;  ///< its key in the skin
  std::string image;
  bool mesh = false;  ///< else a quad
  std::vector<double> positions;
  std::array<double, 4> color{};
  std::optional<std::array<double, 3>> dark;
};

struct GoldenEvent {
  std::uint32_t step = 0;
  std::string name;
  std::int64_t int_value = 0;
  double float_value = 0;
  std::string string_value;
  struct Audio {
    double volume = 1, balance = 0;
  };
  std::optional<Audio> audio;  ///< of an event with audio
};

/// One number of a constraint, by the constraint's name and the field's. Flags are 0 or 1.
struct GoldenValue {
  std::string constraint, field;
  double value = 0;
};

/// What the animation state told its listener.
struct GoldenNotification {
  std::uint32_t step = 0, track = 0;
  std::string type, animation, event;
};

struct GoldenFrame {
  std::uint32_t step = 0;
  std::vector<std::optional<Affine>> bones;  ///< none: not active
  std::vector<std::uint32_t> draw_order;
  std::optional<std::vector<GoldenDraw>> draws;  ///< none: not recorded
  std::vector<GoldenEvent> events;
  /// Applied poses after constraints; none: not recorded, or not active. Angles compare modulo a turn.
  std::optional<std::vector<std::optional<BonePose>>> applied;
  std::optional<std::vector<GoldenNotification>> listener;  ///< none: not recorded
  std::vector<GoldenValue> constraints;  ///< what the timelines made of the constraints; those that are recorded
  std::string
      not_understood;  ///< what else the file records and this library cannot compare: a sentence; empty: nothing
};

/// What is called on the animation state.
struct GoldenOp {
  enum class Kind : std::uint8_t {
    set,
    add,
    set_empty,
    add_empty,
    set_empty_all,
    clear,
    clear_all,
    modify,
    time_scale
  };
  Kind kind = Kind::set;
  double at = 0;
  std::uint32_t track = 0;
  std::string animation;
  bool loop = false;
  double delay = 0, value = 0;
  std::optional<double> mix, alpha, time_scale, track_time, track_end, animation_start, animation_end, animation_last;
  std::optional<double> event_threshold, mix_attachment_threshold, alpha_attachment_threshold, mix_draw_order_threshold;
  std::optional<bool> reverse, shortest_rotation, hold_previous, additive;
  std::optional<MixInterpolation> mix_interpolation;
  bool reset_rotation = false;
};

/// What the host does at the beginning of a step.
struct GoldenCall {
  enum class Kind : std::uint8_t { skeleton, physics_translate, physics_rotate, physics, wind };
  Kind kind = Kind::skeleton;
  std::uint32_t step = 0;
  std::optional<double> x, y, scale_x, scale_y, degrees;
  std::optional<double> wind_x, wind_y, gravity_x, gravity_y;
  PhysicsMode physics = PhysicsMode::update;
};

/// One animation of an `apply` run.
struct GoldenApply {
  std::string animation;
  ApplyOptions options;
};

struct GoldenMix {
  std::string from, to;
  double duration = 0;
};

struct GoldenRun {
  std::string name;
  std::optional<std::string> skin;
  double fps = 60;
  GoldenMode mode = GoldenMode::pose;
  std::optional<std::string> animation;  ///< pose mode; none: the setup pose
  std::vector<GoldenOp> ops;             ///< state mode
  double default_mix = 0, time_scale = 1;
  bool reset = true;  ///< state mode: to the setup pose before each application
  std::vector<GoldenMix> mixes;
  std::vector<GoldenApply> applies;  ///< apply mode
  std::vector<GoldenCall> calls;
  std::vector<GoldenFrame> frames;  ///< ascending by step, at least one
  std::string not_understood;       ///< what the run asks for and this library cannot do: a sentence; empty: nothing
};

struct GoldenFile {
  std::string skeleton;
  Semantics semantics = Semantics::rigby;
  double tolerance = 1e-6;
  std::vector<std::string> bones, slots;
  std::vector<GoldenRun> runs;  ///< at least one
};

/// Steps are simulated one by one: a larger number is a mistake, or somebody wants to keep us busy.
inline constexpr std::uint32_t largest_golden_step = 1'000'000;

/// Of all runs of a file together: steps, and operations and calls times the steps of their runs.
inline constexpr std::uint64_t most_golden_steps = 1'000'000, most_golden_looks = 100'000'000;

/// Keeps times far from where doubles run out of range.
[[nodiscard]] constexpr bool is_golden_fps(double fps) noexcept {
  return fps >= 0.001 && fps <= 1'000'000;
}

/// Reads a golden file. Errors carry line and column for what is not JSON, else a JSON pointer.
[[nodiscard]] Result<GoldenFile> read_golden(std::string_view text, std::string_view name,
                                             const LoadLimits& limits = {});

/// Writes a golden file (of pose runs), numbers rounded to 7 decimals. Error bad_value for numbers that are not finite.
[[nodiscard]] Result<std::string> write_golden(const GoldenFile& file);

}  // namespace sinew
