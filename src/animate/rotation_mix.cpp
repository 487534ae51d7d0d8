#include "animate/rotation_mix.hpp"

#include <cmath>

#include "pose/apply.hpp"
#include "pose/curves.hpp"

namespace sinew {

namespace {

/// The whole turns in an angle.
double turns_in(double angle) noexcept {
  return std::fabs(angle) < 360 ? 0 : angle - std::fmod(angle, 360);
}

/// The short way, from above -180 to 180. Spec: animation.md 10.5.
double half_turn_at_most(double diff) noexcept {
  return std::fabs(diff) < 179 ? diff : diff - 360 * std::ceil(diff / 360 - 0.5);
}

/// How far to go from the memory of a mix: the difference the short way, and the turns that go on. Spec: animation.md
/// 10.5, 3.1 to 3.4.
double go_on(double diff, double& total, double last) noexcept {
  if (diff == 0) return total;
  const double turns = turns_in(total);
  double t = diff + turns;
  const bool now = diff >= 0;
  bool then = total >= 0;
  if (std::fabs(last) <= 90 && sign_of(last) != sign_of(diff)) {
    if (std::fabs(total - turns) > 180) {
      t += 360 * sign_of(total);
      then = now;
    } else if (turns != 0) {
      t -= 360 * sign_of(total);
    } else {
      then = now;
    }
  }
  if (then != now) t += 360 * sign_of(total);
  return total = t;
}

/// The same in 3.8. Spec: animation.md 12.3.
double go_on_3_8(double diff, double& total, double last) noexcept {
  if (diff == 0) return total;
  const bool now = diff > 0;
  bool then = total >= 0;
  if (std::fabs(last) <= 90 && sign_of(last) != sign_of(diff)) {
    if (std::fabs(total) > 180) total += 360 * sign_of(total);
    then = now;
  }
  double t = diff + total - std::fmod(total, 360);
  if (then != now) t += 360 * sign_of(total);
  return total = t;
}

/// Where there is nothing to go and what is remembered is not applied: the whole turns alone go on.
double stay(double& total) noexcept {
  double t = turns_in(total);
  if (std::fabs(total - t) > 180) t += 360 * sign_of(total);
  return total = t;
}

}  // namespace

void mix_rotation(PoseBuffers& pose, const Timeline& timeline, const Moment& at, const Mix& mix, double* memory,
                  bool steady) noexcept {
  if (mix.weight == 1) {
    Mix plain = mix;
    plain.out = false;
    return apply_timeline(pose, timeline, at, plain);
  }
  const std::uint32_t bone = timeline.bone.value;
  if (!pose.active[bone]) return;
  double& current = *group_of(pose, bone, pose_group::rotate);
  const double setup = pose.compiled->setup_bones[bone].rotation;
  double from = current, to = setup, value[1];
  if (!evaluate_few(timeline, at, mix.rules, value)) {
    if (mix.base == MixBase::setup) current = setup;
    if (mix.base != MixBase::first) return;
  } else {
    if (mix.base == MixBase::setup) from = setup;
    to = setup + value[0];
  }
  double& total = memory[0];
  double& last = memory[1];
  double diff = to - from;
  if (mix.rules == RuleSet::spine_3_8) {
    diff = short_way(diff);
    const double way = diff == 0 && steady ? stay(total) : go_on_3_8(diff, total, last);
    current = short_way(from + way * mix.weight);
  } else {
    diff = half_turn_at_most(diff);
    const double way = diff == 0 && steady ? stay(total) : go_on(diff, total, last);
    current = from + way * mix.weight;
  }
  last = diff;
}

}  // namespace sinew
