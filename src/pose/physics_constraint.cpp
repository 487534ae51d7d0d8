// Physics constraints: springs that follow a bone's movement. Spec: constraints.md 9.
#include <algorithm>
#include <cmath>
#include <limits>

#include "model/spring_form.hpp"
#include "pose/physics.hpp"
#include "pose/solver.hpp"

namespace sinew {

namespace {

/// What is kept for `remaining` of a state that has not been updated yet, when nothing remains.
constexpr double not_yet = -1;
constexpr double max_steps = 10000;

bool has_lags(const PoseBuffers& pose) noexcept {
  return pose.data->version == FormatVersion::v4_3;
}

void reset(PhysicsState& state, double time) noexcept {
  state.remaining = 0;
  state.last_time = time;
  state.first = true;
  state.anew = false;
  state.x = state.y = state.rotation = state.scale = {};
}

/// A bone's axes, turned and sheared by what a spring shows. Spec: 9.6.
inline Columns turned_by_spring(const PhysicsData& data, Columns m, double angle) noexcept {
  if (!(data.shear_x > 0)) return turn(direction(angle * data.rotate), m);
  double turned = 0;
  if (data.rotate > 0) {
    turned = angle * data.rotate;
    m.y = turn(direction(turned), m.y);
  }
  m.x = turn(direction(turned + angle * data.shear_x), m.x);
  return m;
}

}  // namespace

PhysicsState load_physics(const PoseBuffers& pose, std::uint32_t index) noexcept {
  const PhysicsLayout& layout = physics_layout(pose, index);
  const double *const numbers = pose.physics.data() + layout.first, *const clock = pose.physics.data() + layout.clock;
  const double* number = numbers;
  PhysicsState state;
  each_number(state, layout.parts, has_lags(pose), [&](double& part) { part = *number++; });
  // A place that is no number: the first of the numbers is one.
  state.anew = number != numbers && std::isnan(*numbers);
  if (state.anew) state.after_x = state.before_x = state.before_y = 0;
  state.remaining = clock[0];
  state.last_time = clock[1];
  state.first = state.remaining == not_yet;
  if (state.first) state.remaining = 0;
  return state;
}

void store_physics(PoseBuffers& pose, std::uint32_t index, const PhysicsState& state) noexcept {
  const PhysicsLayout& layout = physics_layout(pose, index);
  double *const numbers = pose.physics.data() + layout.first, *const clock = pose.physics.data() + layout.clock;
  double* number = numbers;
  PhysicsState copy = state;
  each_number(copy, layout.parts, has_lags(pose), [&](double& part) { *number++ = part; });
  if (state.anew && number != numbers) *numbers = std::numeric_limits<double>::quiet_NaN();
  clock[0] = state.first ? not_yet : state.remaining;
  clock[1] = state.last_time;
}

void reset_physics(PoseBuffers& pose, std::uint32_t index) noexcept {
  PhysicsState state = load_physics(pose, index);
  reset(state, pose.time);
  store_physics(pose, index, state);
}

void move_clocks(PoseBuffers& pose, double by) noexcept {
  const std::uint32_t shared = pose.lean ? pose.compiled->lean.shared_clock : CompiledData::none;
  for (std::uint32_t i = 0; i < pose.compiled->physics_count; ++i) {
    const std::uint32_t clock = physics_layout(pose, i).clock;
    if (clock != shared) pose.physics[clock + 1] += by;
  }
  if (shared != CompiledData::none) pose.physics[shared + 1] += by;
}

namespace {

/// Spec: 9.3. Frames with steps take them all; the first one after a reset takes none.
Tick advance(double* clock, double time, double fps) noexcept {
  Tick tick;
  tick.step = 1 / fps;
  tick.first = clock[0] == not_yet;
  tick.before = tick.first ? 0 : clock[0];
  tick.dt = std::max(time - clock[1], 0.0);
  // A step of any size ends: what is beyond this many steps is dropped (docs: Skeleton::update).
  tick.remaining = std::min(tick.before + tick.dt, tick.before + max_steps * tick.step);
  tick.left = tick.remaining;
  if (!tick.first) {
    for (; tick.left >= tick.step; tick.left -= tick.step) ++tick.steps;
  }
  clock[0] = tick.left;
  clock[1] = time;
  return tick;
}

/// No bone that can be seen is this far away, in units, radians or as a scale; a double has no fraction left soon
/// after.
constexpr double out_of_reach = 1e12;
/// Nor can any movement as small as this be seen.
constexpr double imperceptible = 1e-100;

double within(double t, double limit) noexcept {
  t = -limit > t ? -limit : t;
  return limit < t ? limit : t;
}

/// The angle from one direction to another. Vectors without length have the angles that their signs give them.
double angle_between(Double2 from, Double2 to) noexcept {
  const double along = dot(from, to), across = cross(from, to);
  if (along > 0 || across != 0) return arc_tangent(across, along);
  return angle_of(to) - angle_of(from);
}

/// An angle brought to -pi to pi.
double less_turns(double e) noexcept {
  if (e > -pi && e <= pi) return e;
  return e - 2 * pi * std::ceil(e / (2 * pi) - 0.5);
}

/// The direction `angle` on from an axis of this length.
Double2 turned_axis(Double2 axis, double size, double angle) noexcept {
  const Double2 unit = size > 0 ? axis / size : direction(angle_of(axis));
  return turn(direction(angle), unit);
}

/// An offset with its velocity and, in format 4.3, how far it moved in the last frame that had steps.
struct Channel {
  double *offset_at = nullptr, *velocity_at = nullptr, *lag_at = nullptr;
  [[nodiscard]] double& offset() const { return *offset_at; }
  [[nodiscard]] double& velocity() const { return *velocity_at; }
  [[nodiscard]] double& lag() const { return *lag_at; }
};

/// One constraint in one frame, on the numbers that the instance keeps (each_number() has their order).
template <bool newer>
class Spring {
 public:
  Spring(Solver& solver, const SpringData& spring, const SpringForm& form, double* numbers, std::uint8_t parts,
         const Tick& tick)
      : pose_(solver.pose),
        data_(*spring.data),
        form_(form),
        tick_(tick),
        parts_(parts),
        world_(pose_.world[data_.bone.value]),
        length_(spring.length),
        reference_(solver.data.reference_scale) {
    anew_ = parts_ != 0 && numbers[0] != numbers[0];
    const auto take = [&](double*& place, unsigned part, std::size_t count) {
      if (!has(part)) return;
      place = numbers;
      numbers += count;
    };
    const auto both = [&](double*& x, double*& y) {
      take(x, physics_part::x, 1);
      take(y, physics_part::y, 1);
    };
    const auto channel = [&](Channel& one, unsigned part) {
      take(one.offset_at, part, 1);
      take(one.velocity_at, part, 1);
      if (newer) take(one.lag_at, part, 1);
    };
    take(after_, physics_part::tip, 4);
    both(before_x_, before_y_);
    both(x_.offset_at, y_.offset_at);
    both(x_.velocity_at, y_.velocity_at);
    if (newer) both(x_.lag_at, y_.lag_at);
    channel(rotation_, physics_part::rotation);
    channel(scale_, physics_part::scale);
  }

  /// Spec: 9.5.
  void update() {
    if (tick_.first || anew_) {
      if (has(physics_part::x)) *before_x_ = world_.tx;
      if (has(physics_part::y)) *before_y_ = world_.ty;
    } else {
      const double limit = std::max(data_.limit * tick_.dt, 0.0);
      limit_x_ = limit * std::fabs(pose_.scale_x);
      limit_y_ = limit * std::fabs(pose_.scale_y);
      if (newer) lag_ = std::max(0.0, 1 - tick_.left / tick_.step);
      if (has(physics_part::x | physics_part::y)) translate();
      if (has(physics_part::tip)) turn_and_scale();
    }
    if (!has(physics_part::tip)) return;
    after_[0] = world_.tx;
    after_[1] = world_.ty;
  }

  /// Mode pose: the offsets without advancing.
  void show() {
    if (newer) lag_ = std::max(0.0, 1 - tick_.left / tick_.step);
    show_translation();
  }

  /// Spec: 9.6.
  void apply_linear(bool keep_tip) {
    if (!has(physics_part::tip)) return;
    Columns m = columns_of(world_);
    if (has(physics_part::rotation)) {
      m = turned_by_spring(data_, m, shown(rotation_) * mix());
    }
    if (has(physics_part::scale)) {
      double s = 1 + shown(scale_) * mix() * data_.scale_x;
      m.x *= s;
      if (newer && data_.scale_y == ScaleYMode::uniform) m.y *= s;
      if (newer && data_.scale_y == ScaleYMode::volume) {
        s = std::fabs(s);
        m.y *= s >= 0.7 ? 1 / s : 4 - 3.67347 * s;
      }
    }
    store_linear(world_, m);
    if (!keep_tip) store2(after_ + 2, length_ * m.x);
  }

  /// Whether the spring has run away: too stiff for its steps it swings further each time, until nothing is left of the
  /// number. Written so that NaN counts. What has come to rest rests: a spring without a force swings ever less, down
  /// to numbers so small that processors take a hundred times as long for them.
  [[nodiscard]] bool runs_away() {
    bool near = true;
    each_channel([&](const Channel& channel) {
      const double offset = std::fabs(channel.offset()), velocity = std::fabs(channel.velocity());
      if (velocity < imperceptible) channel.velocity() = 0;
      if (offset < imperceptible) channel.offset() = 0;
      near = near && offset < out_of_reach && velocity < out_of_reach * out_of_reach;
    });
    return !near;
  }

  /// Starts again from where it finds its bone next time.
  void start_anew() {
    each_channel([&](const Channel& channel) {
      channel.offset() = channel.velocity() = 0;
      if (newer) channel.lag() = 0;
    });
    if (parts_ == 0) return;
    double* const first = has(physics_part::tip) ? after_ : has(physics_part::x) ? before_x_ : before_y_;
    *first = std::numeric_limits<double>::quiet_NaN();
  }

 private:
  [[nodiscard]] bool has(unsigned part) const { return (parts_ & part) != 0; }
  [[nodiscard]] double mix() const { return form_.mix; }
  [[nodiscard]] double shown(const Channel& channel) const {
    return newer ? channel.offset() - lag_ * channel.lag() : channel.offset();
  }
  template <class Do>
  void each_channel(Do&& act) {
    if (has(physics_part::x)) act(x_);
    if (has(physics_part::y)) act(y_);
    if (has(physics_part::rotation)) act(rotation_);
    if (has(physics_part::scale)) act(scale_);
  }
  /// Wind and gravity along x and along y, before the reference scale.
  [[nodiscard]] Double2 forces() const {
    const double wind = form_.wind, gravity = form_.gravity;
    if (!newer) return Double2{wind, gravity};
    return wind * Double2{pose_.wind_x, pose_.wind_y} + gravity * Double2{pose_.gravity_x, pose_.gravity_y};
  }

  /// One coordinate, pulled by `force`.
  void follow(const Channel& channel, double& before, double place, double limit, double force) {
    double offset = channel.offset() + within((before - place) * form_.inertia, limit);
    before = place;
    if (tick_.steps > 0) {
      const double start = offset, k = form_.strength;
      double velocity = channel.velocity();
      for (std::uint32_t i = 0; i < tick_.steps; ++i) {
        velocity += (force - k * offset) * form_.step_by_mass;
        offset += tick_.step * velocity;
        velocity *= form_.damping;
      }
      channel.velocity() = velocity;
      if (newer) channel.lag() = offset - start;
    }
    channel.offset() = offset;
  }

  void translate() {
    const Double2 force = forces() * reference_ * Double2{pose_.scale_x, pose_.scale_y};
    if (has(physics_part::x)) follow(x_, *before_x_, world_.tx, limit_x_, force[0]);
    if (has(physics_part::y)) follow(y_, *before_y_, world_.ty, limit_y_, -force[1]);
    show_translation();
  }

  void show_translation() {
    if (has(physics_part::x)) world_.tx += shown(x_) * mix() * data_.x;
    if (has(physics_part::y)) world_.ty += shown(y_) * mix() * data_.y;
  }

  void turn_and_scale() {
    const Double2 axis = load2(&world_.a);
    const double size = length(axis);
    const double ex = within(after_[0] - world_.tx, limit_x_);
    const double ey = within(after_[1] - world_.ty, limit_y_);
    const double earlier_lag = newer ? std::max(0.0, 1 - tick_.before / tick_.step) : 0;
    const double weight = (data_.rotate + data_.shear_x) * mix();
    const bool turns = has(physics_part::rotation), scales = has(physics_part::scale);
    const Double2 force = forces();
    const bool directed = scales || force[0] != 0 || force[1] != 0;
    double l = length_ * size;
    Double2 d{1, 0};
    if (turns) {
      const auto known = [&] {
        return (newer ? rotation_.offset() - rotation_.lag() * earlier_lag : rotation_.offset()) * weight;
      };
      const double e = angle_between(axis, Double2{ex + after_[2], ey + after_[3]}) - known();
      rotation_.offset() += form_.inertia * less_turns(e);
      if (directed) d = turned_axis(axis, size, known());
    } else {
      d = turned_axis(axis, size, 0);
      // A lag of scale taken from a length: a flaw of the reference, to be followed.
      if (newer) l -= scale_.lag() * earlier_lag;
    }
    if (scales && l > 0) scale_.offset() += (ex * d[0] + ey * d[1]) * form_.inertia / l;
    if (tick_.steps == 0) return;
    const double k = form_.strength;
    const double r0 = turns ? rotation_.offset() : 0, z0 = scales ? scale_.offset() : 0;
    for (std::uint32_t i = 0; i < tick_.steps; ++i) {
      if (scales) step(scale_, force[0] * d[0] - force[1] * d[1] - k * scale_.offset());
      if (!turns) continue;
      const double pull = directed ? (force[0] * d[1] + force[1] * d[0]) * length_ / reference_ : 0;
      step(rotation_, -(pull + k * rotation_.offset()));
      if (directed && i + 1 < tick_.steps) d = turned_axis(axis, size, rotation_.offset() * weight);
    }
    if (newer && turns) rotation_.lag() = rotation_.offset() - r0;
    if (newer && scales) scale_.lag() = scale_.offset() - z0;
  }

  void step(const Channel& channel, double force) {
    channel.velocity() += force * form_.step_by_mass;
    channel.offset() += tick_.step * channel.velocity();
    channel.velocity() *= form_.damping;
  }

  PoseBuffers& pose_;
  const PhysicsData& data_;
  const SpringForm& form_;
  const Tick& tick_;
  unsigned parts_;
  bool anew_ = false;
  Affine& world_;
  double length_, reference_;
  double *after_ = nullptr, *before_x_ = nullptr, *before_y_ = nullptr;
  Channel x_, y_, rotation_, scale_;
  double limit_x_ = 0, limit_y_ = 0;
  double lag_ = 0;
};

bool in_reach(const Affine& world) noexcept {
  const Double2 sum = absolute(load2(&world.a)) + absolute(load2(&world.c)) + absolute(load2(&world.tx));
  return sum[0] + sum[1] < out_of_reach;
}

/// What is left of a number that may have come to rest (Spring::runs_away).
Double2 perceptible(Double2 v) noexcept {
  const Int2 small = absolute(v) < splat(imperceptible);
  return from_bits(bits_of(v) & ~small);
}

/// Springs of two common kinds, up to 4.2, in frames that advance: Spring does the same at more length. False, and
/// nothing done, where something is out of the ordinary.
[[gnu::noinline]] bool solve_place(const PoseBuffers& pose, const PhysicsData& data, const SpringForm& form,
                                   double reference, double* numbers, Affine& world, const Tick& tick) noexcept {
  const Double2 place = load2(&world.tx), before = load2(numbers);
  if (tick.first || !(before[0] == before[0])) return false;
  const double limit = std::max(data.limit * tick.dt, 0.0);
  const Double2 moved = (before - place) * form.inertia;
  Double2 offset = load2(numbers + 2) + Double2{within(moved[0], limit * std::fabs(pose.scale_x)),
                                                within(moved[1], limit * std::fabs(pose.scale_y))};
  Double2 velocity = load2(numbers + 4);
  const Double2 force = Double2{form.wind, -form.gravity} * reference * Double2{pose.scale_x, pose.scale_y};
  for (std::uint32_t i = 0; i < tick.steps; ++i) {
    velocity += (force - form.strength * offset) * form.step_by_mass;
    offset += tick.step * velocity;
    velocity *= form.damping;
  }
  const Double2 shown = place + offset * form.mix * Double2{data.x, data.y};
  const Double2 size = absolute(offset) + absolute(velocity) * (1 / out_of_reach) + absolute(shown);
  if (!(size[0] + size[1] < out_of_reach)) return false;
  store2(numbers, place);
  store2(numbers + 2, perceptible(offset));
  store2(numbers + 4, perceptible(velocity));
  store2(&world.tx, shown);
  return true;
}

template <bool scales>
[[gnu::noinline]] bool solve_turn(const PoseBuffers& pose, const PhysicsData& data, const SpringForm& form,
                                  double length, double* numbers, Affine& world, const Tick& tick) noexcept {
  const Columns m = columns_of(world);
  const Double2 place = load2(&world.tx), after = load2(numbers);
  if (tick.first || !(after[0] == after[0]) || form.wind != 0 || form.gravity != 0) return false;
  const double limit = std::max(data.limit * tick.dt, 0.0);
  const Double2 moved = after - place;
  const Double2 ahead{within(moved[0], limit * std::fabs(pose.scale_x)),
                      within(moved[1], limit * std::fabs(pose.scale_y))};
  double offset = numbers[4], velocity = numbers[5];
  const double weight = (data.rotate + data.shear_x) * form.mix;
  offset += form.inertia * less_turns(angle_between(m.x, ahead + load2(numbers + 2)) - offset * weight);
  double scale = 0, scale_velocity = 0;
  if (scales) {
    scale = numbers[6];
    scale_velocity = numbers[7];
    const double size = sinew::length(m.x), l = length * size;
    if (l > 0) scale += dot(ahead, turned_axis(m.x, size, offset * weight)) * form.inertia / l;
  }
  for (std::uint32_t i = 0; i < tick.steps; ++i) {
    if (scales) {
      scale_velocity -= (form.strength * scale) * form.step_by_mass;
      scale += tick.step * scale_velocity;
      scale_velocity *= form.damping;
    }
    velocity -= (form.strength * offset) * form.step_by_mass;
    offset += tick.step * velocity;
    velocity *= form.damping;
  }
  const double angle = offset * form.mix;
  Columns turned = turned_by_spring(data, m, angle);
  if (scales) turned.x *= 1 + scale * form.mix * data.scale_x;
  const Double2 size = absolute(turned.x) + absolute(turned.y) + absolute(place) + absolute(Double2{offset, scale}) +
                       absolute(Double2{velocity, scale_velocity}) * (1 / out_of_reach);
  if (!(size[0] + size[1] < out_of_reach)) return false;
  store2(numbers, place);
  store2(numbers + 2, length * turned.x);
  store2(numbers + 4, perceptible(Double2{offset, velocity}));
  if (scales) store2(numbers + 6, perceptible(Double2{scale, scale_velocity}));
  store_linear(world, turned);
  return true;
}

template <bool newer>
[[gnu::noinline]] void solve_any(Solver& solver, const SpringData& data, const SpringForm& form,
                                 const PhysicsLayout& layout, const Tick& tick) noexcept {
  Affine& world = solver.world(data.data->bone);
  const Affine before = world;
  Spring<newer> spring(solver, data, form, solver.pose.physics.data() + layout.first, layout.parts, tick);
  const bool advances = solver.mode != PhysicsMode::pose;
  if (advances) {
    spring.update();
  } else {
    spring.show();
  }
  spring.apply_linear(!advances);
  if ((advances && spring.runs_away()) || !in_reach(world)) {
    // The bone stays where it was, and the spring starts anew (docs/physics.md).
    world = before;
    spring.start_anew();
  }
}

void solve(Solver& solver, const SpringData& spring, const SpringForm& form, const PhysicsLayout& layout,
           const Tick& tick) noexcept {
  if (solver.newer) return solve_any<true>(solver, spring, form, layout, tick);
  PoseBuffers& pose = solver.pose;
  double* const numbers = pose.physics.data() + layout.first;
  const PhysicsData& data = *spring.data;
  Affine& world = pose.world[data.bone.value];
  if (solver.mode != PhysicsMode::pose) {
    constexpr std::uint8_t both = physics_part::x | physics_part::y,
                           turning = physics_part::tip | physics_part::rotation;
    if (layout.parts == both && solve_place(pose, data, form, solver.data.reference_scale, numbers, world, tick)) {
      return;
    }
    if (layout.parts == turning && solve_turn<false>(pose, data, form, spring.length, numbers, world, tick)) return;
    if (layout.parts == (turning | physics_part::scale) &&
        solve_turn<true>(pose, data, form, spring.length, numbers, world, tick)) {
      return;
    }
  }
  solve_any<false>(solver, spring, form, layout, tick);
}

}  // namespace

void start_clock(Solver& solver) noexcept {
  PoseBuffers& pose = solver.pose;
  if (!pose.lean || pose.compiled->lean.shared_clock == CompiledData::none) return;
  if (solver.mode == PhysicsMode::none || solver.mode == PhysicsMode::pose) return;
  double* const clock = &pose.physics[pose.compiled->lean.shared_clock];
  if (solver.mode == PhysicsMode::reset) {
    clock[0] = not_yet;
    clock[1] = pose.time;
  }
  solver.shared_tick = advance(clock, pose.time, pose.compiled->lean.shared_fps);
}

namespace {

/// What is not the common case: clocks of their own, other modes.
[[gnu::noinline]] void solve_with_own_clock(Solver& solver, std::uint32_t index, const SpringForm& form) noexcept {
  PoseBuffers& pose = solver.pose;
  const SpringData& spring = pose.compiled->springs[index];
  const PhysicsLayout& layout = physics_layout(pose, index);
  const bool shared = pose.lean && layout.clock == pose.compiled->lean.shared_clock;
  double* const clock = pose.physics.data() + layout.clock;
  Tick tick = solver.shared_tick;
  if (solver.mode == PhysicsMode::pose) {
    tick.step = form.step;
    tick.left = clock[0] == not_yet ? 0 : clock[0];
  } else {
    if (solver.mode == PhysicsMode::reset) {
      const double now[] = {clock[0], clock[1]};
      reset_physics(pose, index);
      if (shared) std::copy(now, now + 2, clock);  // has advanced already
    }
    if (!shared) tick = advance(clock, pose.time, spring.data->fps);
  }
  solve(solver, spring, form, layout, tick);
}

void solve_with(Solver& solver, std::uint32_t index, const SpringForm& form) noexcept {
  const PoseBuffers& pose = solver.pose;
  const PhysicsLayout& layout = physics_layout(pose, index);
  if (solver.mode == PhysicsMode::update && pose.lean && layout.clock == pose.compiled->lean.shared_clock) {
    solve(solver, pose.compiled->springs[index], form, layout, solver.shared_tick);
  } else {
    solve_with_own_clock(solver, index, form);
  }
}

/// What is not the common case: other values than those of the setup pose.
[[gnu::noinline]] void solve_with_own_values(Solver& solver, std::uint32_t constraint) noexcept {
  const std::uint32_t index = solver.pose.compiled->physics_of[constraint];
  const SpringForm form = spring_form(*solver.pose.compiled->springs[index].data, solver.values(constraint));
  if (form.mix == 0) return;
  const BoneIndex bone = solver.pose.compiled->springs[index].data->bone;
  solver.touch_world(bone);
  solve_with(solver, index, form);
  solver.changed_world(bone);
}

}  // namespace

void solve_physics(Solver& solver, std::uint32_t constraint) noexcept {
  if (solver.mode == PhysicsMode::none) return;
  const PoseBuffers& pose = solver.pose;
  const CompiledData& compiled = *pose.compiled;
  if (!pose.lean || compiled.lean.constraint_of[constraint] != CompiledData::none) {
    return solve_with_own_values(solver, constraint);
  }
  const std::uint32_t index = compiled.physics_of[constraint];
  const SpringData& spring = compiled.springs[index];
  if (spring.form.mix == 0) return;
  const BoneIndex bone = spring.data->bone;
  solver.touch_world(bone);
  solve_with(solver, index, spring.form);
  solver.changed_world(bone);
}

}  // namespace sinew
