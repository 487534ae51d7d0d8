// Physics constraints: springs that follow a bone's movement. Spec: constraints.md 9.
#include <algorithm>
#include <cmath>

#include "pose/physics.hpp"
#include "pose/solver.hpp"

namespace sinew {

namespace {

/// What is kept for `remaining` of a state that has not been updated yet, when nothing remains.
constexpr double not_yet = -1;

void reset(PhysicsState& state, double time) noexcept {
  state.remaining = 0;
  state.last_time = time;
  state.first = true;
  state.x = state.y = state.rotation = state.scale = {};
}

}  // namespace

PhysicsState load_physics(const PoseBuffers& pose, std::uint32_t index) noexcept {
  const PhysicsLayout& layout = pose.compiled->physics_layouts[index];
  const double* number = pose.physics.data() + layout.first;
  PhysicsState state;
  each_number(state, layout.parts, pose.data->version == FormatVersion::v4_3, [&](double& part) { part = *number++; });
  state.first = state.remaining == not_yet;
  if (state.first) state.remaining = 0;
  return state;
}

void store_physics(PoseBuffers& pose, std::uint32_t index, const PhysicsState& state) noexcept {
  const PhysicsLayout& layout = pose.compiled->physics_layouts[index];
  double* number = pose.physics.data() + layout.first;
  PhysicsState copy = state;
  if (copy.first) copy.remaining = not_yet;
  each_number(copy, layout.parts, pose.data->version == FormatVersion::v4_3, [&](double& part) { *number++ = part; });
}

void reset_physics(PoseBuffers& pose, std::uint32_t index) noexcept {
  PhysicsState state = load_physics(pose, index);
  reset(state, pose.time);
  store_physics(pose, index, state);
}

namespace {

/// No bone that can be seen is this far away, in units, radians or as a scale; a double has no fraction left soon
/// after.
constexpr double out_of_reach = 1e12;
/// Nor can any movement as small as this be seen.
constexpr double imperceptible = 1e-100;

/// One constraint in one frame.
class Physics {
 public:
  Physics(Solver& solver, std::uint32_t constraint, PhysicsState& state)
      : pose_(solver.pose),
        data_(*solver.data.constraints[constraint].physics),
        values_(solver.values(constraint).values),
        state_(state),
        world_(pose_.world[data_.bone.value]),
        length_(solver.data[data_.bone].length),
        reference_(solver.data.reference_scale),
        newer_(solver.newer),
        step_(1 / data_.fps) {}

  /// Spec: 9.5.
  void update() {
    const double before = state_.remaining;
    const double dt = std::max(pose_.time - state_.last_time, 0.0);
    state_.remaining += dt;
    state_.last_time = pose_.time;
    // A step of any size ends: what is beyond this many steps is dropped (docs: Skeleton::update).
    state_.remaining = std::min(state_.remaining, before + max_steps * step_);
    if (state_.first) {
      state_.first = false;
      state_.before_x = world_.tx;
      state_.before_y = world_.ty;
    } else {
      const double limit = std::max(data_.limit * dt, 0.0);
      limit_x_ = limit * std::fabs(pose_.scale_x);
      limit_y_ = limit * std::fabs(pose_.scale_y);
      double left = state_.remaining;
      if (on(data_.x) || on(data_.y)) left = translate();
      if (turns() || on(data_.scale_x)) left = turn_and_scale(before);
      state_.remaining = left;
    }
    state_.after_x = world_.tx;
    state_.after_y = world_.ty;
  }

  /// Whether a spring has run away: too stiff for its steps it swings further each time, until nothing is left of the
  /// number. Written so that NaN counts.
  [[nodiscard]] bool ran_away() const {
    const auto& s = state_;
    const Double2 offsets =
        absolute(Double2{s.x.offset, s.y.offset}) + absolute(Double2{s.rotation.offset, s.scale.offset});
    const Double2 speeds =
        absolute(Double2{s.x.velocity, s.y.velocity}) + absolute(Double2{s.rotation.velocity, s.scale.velocity});
    return !(offsets[0] + offsets[1] < out_of_reach && speeds[0] + speeds[1] < out_of_reach * out_of_reach);
  }

  /// What has come to rest rests: a spring without a force swings ever less, down to numbers so small that processors
  /// take a hundred times as long for them.
  void come_to_rest() {
    for (Channel* c : {&state_.x, &state_.y, &state_.rotation, &state_.scale}) {
      if (std::fabs(c->velocity) < imperceptible) c->velocity = 0;
      if (std::fabs(c->offset) < imperceptible) c->offset = 0;
    }
  }

  /// Mode pose: the offsets without advancing.
  void show() {
    lag_ = newer_ ? std::max(0.0, 1 - state_.remaining / step_) : 0;
    if (on(data_.x)) world_.tx += shown(state_.x) * mix() * data_.x;
    if (on(data_.y)) world_.ty += shown(state_.y) * mix() * data_.y;
  }

  /// Spec: 9.6.
  void apply_linear(bool keep_tip) {
    Columns m = columns_of(world_);
    const double y = shown(state_.rotation) * mix();
    if (on(data_.shear_x)) {
      double e = 0;
      if (on(data_.rotate)) {
        e = y * data_.rotate;
        m.y = turn(direction(e), m.y);
      }
      m.x = turn(direction(e + y * data_.shear_x), m.x);
    } else if (on(data_.rotate)) {
      m = turn(direction(y * data_.rotate), m);
    }
    if (on(data_.scale_x)) {
      double s = 1 + shown(state_.scale) * mix() * data_.scale_x;
      m.x *= s;
      if (newer_ && data_.scale_y == ScaleYMode::uniform) m.y *= s;
      if (newer_ && data_.scale_y == ScaleYMode::volume) {
        s = std::fabs(s);
        m.y *= s >= 0.7 ? 1 / s : 4 - 3.67347 * s;
      }
    }
    store_linear(world_, m);
    if (keep_tip) return;
    state_.tip_x = length_ * m.x[0];
    state_.tip_y = length_ * m.x[1];
  }

 private:
  using Channel = PhysicsState::Channel;
  static constexpr double max_steps = 10000;

  static bool on(double weight) { return weight > 0; }
  [[nodiscard]] bool turns() const { return on(data_.rotate) || on(data_.shear_x); }
  [[nodiscard]] double mix() const { return values_[physics_value::mix]; }
  [[nodiscard]] double inertia() const { return values_[physics_value::inertia]; }
  [[nodiscard]] double strength() const { return values_[physics_value::strength]; }
  [[nodiscard]] double shown(const Channel& channel) const { return channel.offset - lag_ * channel.lag; }
  [[nodiscard]] double damping() const { return power(values_[physics_value::damping], 60 * step_); }
  [[nodiscard]] double step_by_mass() const {
    const double mass = values_[physics_value::mass];
    return mass != 0 ? step_ / mass : 0;
  }
  /// Wind and gravity along x and along y, before the reference scale.
  [[nodiscard]] Double2 forces() const {
    const double wind = values_[physics_value::wind], gravity = values_[physics_value::gravity];
    if (!newer_) return Double2{wind, gravity};
    return wind * Double2{pose_.wind_x, pose_.wind_y} + gravity * Double2{pose_.gravity_x, pose_.gravity_y};
  }

  double translate() {
    Channel &x = state_.x, &y = state_.y;
    if (on(data_.x)) {
      x.offset += std::clamp((state_.before_x - world_.tx) * inertia(), -limit_x_, limit_x_);
      state_.before_x = world_.tx;
    }
    if (on(data_.y)) {
      y.offset += std::clamp((state_.before_y - world_.ty) * inertia(), -limit_y_, limit_y_);
      state_.before_y = world_.ty;
    }
    double left = state_.remaining;
    if (left >= step_) {
      const double p = damping(), n = step_by_mass(), k = strength();
      const Double2 force = forces() * reference_ * Double2{pose_.scale_x, pose_.scale_y};
      const double x0 = x.offset, y0 = y.offset;
      do {
        if (on(data_.x)) {
          x.velocity += (force[0] - k * x.offset) * n;
          x.offset += step_ * x.velocity;
          x.velocity *= p;
        }
        if (on(data_.y)) {
          y.velocity -= (force[1] + k * y.offset) * n;
          y.offset += step_ * y.velocity;
          y.velocity *= p;
        }
        left -= step_;
      } while (left >= step_);
      if (newer_) {
        x.lag = x.offset - x0;
        y.lag = y.offset - y0;
      }
    }
    lag_ = newer_ ? std::max(0.0, 1 - left / step_) : 0;
    if (on(data_.x)) world_.tx += shown(x) * mix() * data_.x;
    if (on(data_.y)) world_.ty += shown(y) * mix() * data_.y;
    return left;
  }

  double turn_and_scale(double before) {
    Channel &rotation = state_.rotation, &scale = state_.scale;
    const Double2 axis = load2(&world_.a);
    const double f = angle_of(axis);
    const double ex = std::clamp(state_.after_x - world_.tx, -limit_x_, limit_x_);
    const double ey = std::clamp(state_.after_y - world_.ty, -limit_y_, limit_y_);
    const double earlier_lag = newer_ ? std::max(0.0, 1 - before / step_) : 0;
    const double weight = (data_.rotate + data_.shear_x) * mix();
    double l = length_ * length(axis);
    Double2 d;
    if (turns()) {
      const double known = (rotation.offset - rotation.lag * earlier_lag) * weight;
      const double e = arc_tangent(ey + state_.tip_y, ex + state_.tip_x) - f - known;
      rotation.offset += inertia() * (e - 2 * pi * std::ceil(e / (2 * pi) - 0.5));
      d = direction((rotation.offset - rotation.lag * earlier_lag) * weight + f);
    } else {
      d = direction(f);
      // A lag of scale taken from a length: a flaw of the reference, to be followed.
      l -= scale.lag * earlier_lag;
    }
    if (on(data_.scale_x) && l > 0) scale.offset += (ex * d[0] + ey * d[1]) * inertia() / l;
    double left = state_.remaining;
    if (left >= step_) {
      const double p = damping(), n = step_by_mass(), k = strength();
      const Double2 force = forces();
      const double r0 = rotation.offset, z0 = scale.offset;
      for (;;) {
        left -= step_;
        if (on(data_.scale_x)) {
          scale.velocity += (force[0] * d[0] - force[1] * d[1] - k * scale.offset) * n;
          scale.offset += step_ * scale.velocity;
          scale.velocity *= p;
        }
        if (turns()) {
          rotation.velocity -= ((force[0] * d[1] + force[1] * d[0]) * length_ / reference_ + k * rotation.offset) * n;
          rotation.offset += step_ * rotation.velocity;
          rotation.velocity *= p;
          if (left < step_) break;
          d = direction(rotation.offset * weight + f);
        } else if (left < step_) {
          break;
        }
      }
      if (newer_) {
        rotation.lag = rotation.offset - r0;
        scale.lag = scale.offset - z0;
      }
    }
    lag_ = newer_ ? std::max(0.0, 1 - left / step_) : 0;
    return left;
  }

  PoseBuffers& pose_;
  const PhysicsData& data_;
  const double* values_;
  PhysicsState& state_;
  Affine& world_;
  double length_, reference_;
  bool newer_;
  double step_;
  double limit_x_ = 0, limit_y_ = 0;
  double lag_ = 0;
};

bool in_reach(const Affine& world) noexcept {
  const Double2 sum = absolute(load2(&world.a)) + absolute(load2(&world.c)) + absolute(load2(&world.tx));
  return sum[0] + sum[1] < out_of_reach;
}

}  // namespace

void solve_physics(Solver& solver, std::uint32_t constraint) noexcept {
  if (solver.mode == PhysicsMode::none || solver.values(constraint).values[physics_value::mix] == 0) return;
  const BoneIndex bone = solver.data.constraints[constraint].physics->bone;
  const std::uint32_t index = solver.pose.compiled->physics_of[constraint];
  PhysicsState state = load_physics(solver.pose, index);
  solver.touch_world(bone);
  if (solver.mode == PhysicsMode::reset) reset(state, solver.pose.time);
  const Affine before = solver.world(bone);
  Physics physics(solver, constraint, state);
  const bool advance = solver.mode != PhysicsMode::pose;
  if (advance) {
    physics.update();
    physics.come_to_rest();
  } else {
    physics.show();
  }
  physics.apply_linear(!advance);
  if (physics.ran_away() || !in_reach(solver.world(bone))) {
    // The bone stays where it was, and the spring starts anew (docs/physics.md).
    solver.world(bone) = before;
    reset(state, solver.pose.time);
  }
  store_physics(solver.pose, index, state);
  solver.changed_world(bone);
}

}  // namespace sinew
