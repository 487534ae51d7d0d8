// Sliders: an animation driven by a number. Spec: constraints.md 10.
#include <algorithm>
#include <cmath>

#include "pose/apply.hpp"
#include "pose/solver.hpp"

namespace sinew {

void solve_slider(Solver& solver, std::uint32_t constraint) noexcept {
  const SliderData& data = *solver.data.constraints[constraint].slider;
  const double* values = solver.values(constraint).values;
  PoseBuffers& pose = solver.pose;
  if (values[slider_value::mix] == 0 || !data.animation) return;
  const Animation& animation = solver.data[data.animation];
  double time = values[slider_value::time];
  if (data.bone) {
    if (!pose.active[data.bone.value]) return;
    if (data.local) solver.need_pose(data.bone);
    time = data.to + (read_property(solver, data.bone, data.property, data.local, {}) - data.from) * data.scale;
    if (data.loop) {
      time = animation.duration > 0 ? animation.duration + std::fmod(time, animation.duration) : 0;
    } else {
      time = std::max(0.0, time);
    }
  }
  if (data.loop && animation.duration != 0) time = std::fmod(time, animation.duration);

  for (const Timeline& timeline : animation.timelines) {
    if (timeline.bone) solver.touch_pose(timeline.bone);
  }
  Mix mix;
  mix.rules = pose.rules();
  mix.weight = values[slider_value::mix];
  mix.additive = data.additive;
  mix.slider = true;
  const Samples samples(animation.program, time);
  for (const Timeline& timeline : animation.timelines) apply_timeline(pose, timeline, samples.moment(), mix);
  for (const Timeline& timeline : animation.timelines) {
    if (timeline.bone) solver.changed_pose(timeline.bone);
  }
}

}  // namespace sinew
