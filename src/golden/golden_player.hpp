// Simulates a run of a golden file step by step, and takes frames of it.
#pragma once

#include <memory>
#include <vector>

#include "golden/golden_file.hpp"
#include "sinew/animation_state.hpp"
#include "sinew/skeleton.hpp"

namespace sinew {

/// Plays one run: fresh skeleton, setup pose, step 0 first.
class GoldenPlayer {
 public:
  /// `run` must outlive the player. Errors: unknown_name for a skin or animation that the skeleton does not have,
  /// not_supported for what the run asks for and cannot be done.
  [[nodiscard]] static Result<GoldenPlayer> start(SkeletonDataPtr data, const GoldenRun& run);

  /// Simulates the next step. Errors: an op that cannot be carried out, too many events.
  [[nodiscard]] Status step();

  /// Whether an event was passed since the last frame.
  [[nodiscard]] bool fired() const noexcept { return !events_.empty(); }

  /// What a golden file records of the step simulated last; the events are those since the last call.
  [[nodiscard]] GoldenFrame take_frame(bool with_draws);

 private:
  GoldenPlayer(SkeletonDataPtr data, const GoldenRun& run);

  void pose(double time);
  [[nodiscard]] Status play(double time, double dt);
  void apply_all(double time);
  [[nodiscard]] Status carry_out(const GoldenOp& op);
  void record_event(const EventKey& key);
  void record_notification(const StateEvent& event);
  void change_settings(const GoldenOp& op, EntryId entry);
  void call(const GoldenCall& call);
  [[nodiscard]] std::vector<GoldenValue> constraint_values() const;

  SkeletonDataPtr data_;
  const GoldenRun* run_;
  Skeleton skeleton_;
  AnimationState state_;
  AnimationIndex animation_;                ///< pose mode
  std::vector<AnimationIndex> animations_;  ///< apply mode, one for each apply
  std::vector<bool> carried_out_;           ///< state mode, one for each op
  std::uint32_t next_step_ = 0;
  double previous_time_ = -1;
  PhysicsMode physics_ = PhysicsMode::update;
  std::vector<const EventKey*> passed_;
  std::vector<GoldenEvent> events_;                ///< since the last frame
  std::vector<GoldenNotification> notifications_;  ///< likewise
};

}  // namespace sinew
