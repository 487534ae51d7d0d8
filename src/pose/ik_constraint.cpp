// Inverse kinematics of one and two bones. Spec: constraints.md 6.
#include <algorithm>
#include <cmath>

#include "pose/local_transforms.hpp"
#include "pose/mix.hpp"
#include "pose/solver.hpp"

namespace sinew {

namespace {

/// How IK scales a bone that has to reach further, or less far.
struct Reach {
  bool compress = false, stretch = false;
  ScaleYMode scale_y = ScaleYMode::none;
};

double wrap_degrees(const Solver& solver, double t) noexcept {
  if (t > 180) return t - 360;
  return (solver.newer ? t <= -180 : t < -180) ? t + 360 : t;
}

void scale_by(BonePose& bone, double f, ScaleYMode mode) noexcept {
  bone.scale_x *= f;
  if (mode == ScaleYMode::uniform) {
    bone.scale_y *= f;
  } else if (mode == ScaleYMode::volume) {
    bone.scale_y /= f >= 0.7 ? f : 0.25 + 0.642857 * f;
  }
}

/// Up to 4.2 IK that is mixed in wholly, of bones that are not sheared, needs no angles: a bone is given its direction,
/// and its rotation is worked out when somebody asks (turned_rotation()).
bool takes_directions(const Solver& solver, double mix) noexcept {
  return mix == 1 && solver.use != PoseUse::reading && solver.pose.rules() == RuleSet::spine_4_2;
}

/// Whether a direction tells the rotation: one step of wrapping then brings it within half a turn of the one before.
bool is_told_by_direction(const BonePose& pose) noexcept {
  return pose.scale_x != 0 && std::fabs(pose.rotation) <= 270;
}
bool can_point(const BonePose& pose) noexcept {
  return pose.shear_x == 0 && pose.shear_y == 0 && is_told_by_direction(pose);
}

/// Half a turn may be one way or the other: that is left to angles.
bool is_back(Double2 direction) noexcept {
  return direction[1] == 0 && !(direction[0] > 0);
}

void point(Solver& solver, BoneIndex bone, const BonePose& pose, Double2 direction) noexcept {
  Affine& local = solver.locals[bone.value];
  store_linear(local, {direction * pose.scale_x, Double2{-direction[1], direction[0]} * pose.scale_y});
  store_origin(local, load2(&pose.x));
  solver.pose.stale[bone.value] = static_cast<std::uint8_t>(Stale::turned);
}

/// Turns one bone towards the world point `t`. True: its local transform is up to date, but for its pose's rotation.
bool solve_one(Solver& solver, BoneIndex bone, Double2 t, const Reach& reach, double mix, bool directly) noexcept {
  const BoneIndex parent = solver.data[bone].parent;
  BonePose& pose = solver.applied(bone);
  const Inherit inherit = solver.inherit(bone);
  const double u = solver.pose.scale_x, v = solver.pose.scale_y;
  const Double2 o = solver.origin(bone);
  Columns p = solver.columns(parent);
  double e = -pose.shear_x - pose.rotation;
  Double2 q{0, 0};
  if (inherit == Inherit::only_translation) {
    q = Double2{sign_of(u), sign_of(v)} * (t - o);
  } else {
    if (inherit == Inherit::no_rotation_or_reflection) {
      const double k = std::fabs(determinant(p)) / std::max(solver.epsilon, dot(p.x, p.x));
      const double a = p.x[0] / u, c = p.x[1] / v;
      p.y = Double2{-c * k * u, a * k * v};
      e += arc_tangent_degrees(c, a);
    }
    const double det = determinant(p);
    if (std::fabs(det) > solver.epsilon) q = adjugate(p, t - solver.origin(parent)) / det - load2(&pose.x);
  }
  const auto scale = [&](Double2 to) {
    if (!reach.compress && !reach.stretch) return;
    if (inherit == Inherit::no_scale || inherit == Inherit::no_scale_or_reflection) to = t - o;
    const double n = solver.data[bone].length * pose.scale_x;
    if (!(n > solver.epsilon)) return;
    const double distance2 = dot(to, to);
    if ((reach.compress && distance2 < n * n) || (reach.stretch && distance2 > n * n)) {
      scale_by(pose, (std::sqrt(distance2) / n - 1) * mix + 1, reach.scale_y);
    }
  };
  const double distance = directly ? length(q) : 0;
  if (distance > 0 && inherit == Inherit::normal && can_point(pose) && !is_back(q)) {
    const Double2 direction = q / (pose.scale_x < 0 ? -distance : distance);
    scale(q);
    point(solver, bone, pose, direction);
    return true;
  }
  e += degrees_of(q);
  if (pose.scale_x < 0) e += 180;
  pose.rotation += mix * wrap_degrees(solver, e);
  scale(q);
  return false;
}

/// The two angles of a chain, in radians: of the first bone in its parent's frame, and the bend.
struct Bend {
  double first = 0, second = 0;
};

/// Where the joint's lower half runs on an ellipse, half axes h and v, centre at distance l. Spec: 6.2 step 7, not
/// even.
Bend bend_uneven(double l, double n, double a, double b, Double2 q, double g2, double bend) noexcept {
  const double h = a * n, v = b * n;
  const double j = angle_of(q);
  const double k2 = v * v - h * h, k1 = -2 * v * v * l, k0 = v * v * l * l + h * h * g2 - h * h * v * v;
  const double e = k1 * k1 - 4 * k2 * k0;
  if (e >= 0) {
    const double root = std::sqrt(e);
    const double m = -(k1 < 0 ? k1 - root : k1 + root) / 2;
    const double r0 = m / k2, r1 = k0 / m;
    const double i = std::fabs(r0) < std::fabs(r1) ? r0 : r1;
    const double rest = g2 - i * i;
    if (rest >= 0) {
      const double y = std::sqrt(rest) * bend;
      return {j - arc_tangent(y, i), arc_tangent(y / b, (i - l) / a)};
    }
  }
  double near_angle = pi, near_x = l - h, near_y = 0, near_d = near_x * near_x;
  double far_angle = 0, far_x = l + h, far_y = 0, far_d = far_x * far_x;
  const double k = -h * l / (h * h - v * v);
  if (k >= -1 && k <= 1) {
    const double angle = arc_cosine(k);
    const Double2 d = direction(angle);
    const double x = h * d[0] + l, y = v * d[1], distance = x * x + y * y;
    if (distance < near_d) {
      near_angle = angle;
      near_x = x;
      near_y = y;
      near_d = distance;
    }
    if (distance > far_d) {
      far_angle = angle;
      far_x = x;
      far_y = y;
      far_d = distance;
    }
  }
  if (g2 <= (near_d + far_d) / 2) return {j - arc_tangent(near_y * bend, near_x), near_angle * bend};
  return {j - arc_tangent(far_y * bend, far_x), far_angle * bend};
}

/// True: the local transforms are up to date, but for the poses' rotations.
bool solve_two(Solver& solver, const IkData& ik, const ConstraintPose& values) noexcept {
  const BoneIndex first = ik.bones[0], second = ik.bones[1];
  if (solver.inherit(first) != Inherit::normal || solver.inherit(second) != Inherit::normal) return false;
  const double mix = values.values[ik_value::mix], softness = values.values[ik_value::softness];
  const double bend = values.ik.bend_positive ? 1 : -1;
  const Double2 t = solver.origin(ik.target);
  BonePose& a = solver.applied(first);
  BonePose& b = solver.applied(second);
  double sa = a.scale_x, sb = a.scale_y, sc = b.scale_x;
  double va = 0, vb = 0, g = 1;
  if (sa < 0) {
    sa = -sa;
    va = 180;
    g = -1;
  }
  if (sb < 0) {
    sb = -sb;
    g = -g;
  }
  if (sc < 0) {
    sc = -sc;
    vb = 180;
  }
  const bool even = std::fabs(sa - sb) <= solver.epsilon;
  if (!even || values.ik.stretch) b.y = 0;
  const BoneIndex parent = solver.data[first].parent;
  const Columns q_frame = solver.columns(parent);
  const double det = determinant(q_frame);
  const bool directly = takes_directions(solver, mix) && std::fabs(det) > solver.epsilon;
  const double w = std::fabs(det) <= solver.epsilon ? 0 : 1 / det;
  const auto to_parent = [&](Double2 z) { return w * adjugate(q_frame, z - solver.origin(parent)) - load2(&a.x); };
  const double l = length(to_parent(transform(solver.columns(first), load2(&b.x)) + solver.origin(first)));
  double n = solver.data[second].length * sc;
  if (l < solver.epsilon) {
    solve_one(solver, first, t, {false, values.ik.stretch, ScaleYMode::none}, mix, false);
    b.rotation = 0;
    return false;
  }
  Double2 q = to_parent(t);
  double g2 = dot(q, q);
  if (softness != 0) {
    const double h = softness * sa * (sc + 1) / 2;
    const double distance = std::sqrt(g2);
    const double j = distance - l - n * sa + h;
    // A target right in the first joint has no direction to be softened along.
    if (j > 0 && distance > 0) {
      const double k = std::min(1.0, j / (2 * h)) - 1;
      const double m = (j - h * (1 - k * k)) / distance;
      q = (1 - m) * q;
      g2 = dot(q, q);
    }
  }
  Bend angles;
  if (even) {
    n *= sa;
    double k = (g2 - l * l - n * n) / (2 * l * n);
    if (!(k == k)) k = 1;  // a second bone without length, the target just where the first one ends
    if (k > 1 && values.ik.stretch) scale_by(a, (std::sqrt(g2) / (l + n) - 1) * mix + 1, ik.scale_y);
    k = std::clamp(k, -1.0, 1.0);
    // The bend's cosine is k.
    const double sine = std::sqrt((1 - k) * (1 + k)) * bend;
    const double i1 = l + n * k, i2 = n * sine;
    const Double2 to{q[0] * i1 + q[1] * i2, q[1] * i1 - q[0] * i2};
    const double size = length(to);
    const bool is_plain = va == 0 && vb == 0 && is_told_by_direction(a) && can_point(b) && b.x > 0;
    if (directly && is_plain && size > 0 && k > -1 && !is_back(to)) {
      const double off = length(load2(&b.x));
      const Double2 offset{b.x / off, b.y / off * g};
      Double2 to_second = turn(offset, Double2{k, sine});
      if (g < 0) to_second[1] = -to_second[1];
      a.shear_x = a.shear_y = 0;
      point(solver, first, a, turn(Double2{offset[0], -offset[1]}, to / size));
      point(solver, second, b, to_second);
      return true;
    }
    angles.second = arc_tangent(sine, k);
    angles.first = arc_tangent(to[1], to[0]);
  } else {
    angles = bend_uneven(l, n, sa, sb, q, g2, bend);
  }
  const double offset = arc_tangent(b.y, b.x) * g;
  a.rotation += mix * wrap_degrees(solver, (angles.first - offset) * degrees_per_radian + va - a.rotation);
  if (!solver.newer) a.shear_x = a.shear_y = 0;
  b.rotation +=
      mix * wrap_degrees(solver, ((angles.second + offset) * degrees_per_radian - b.shear_x) * g + vb - b.rotation);
  return false;
}

}  // namespace

void solve_ik(Solver& solver, std::uint32_t constraint) noexcept {
  const IkData& ik = *solver.data.constraints[constraint].ik;
  const ConstraintPose& values = solver.values(constraint);
  const double mix = values.values[ik_value::mix];
  if (mix == 0 || !solver.data[ik.bones[0]].parent) return;
  for (BoneIndex bone : ik.bones) solver.touch_pose(bone);
  bool done = false;
  if (ik.bones.size() == 1) {
    done = solve_one(solver, ik.bones[0], solver.origin(ik.target), {values.ik.compress, values.ik.stretch, ik.scale_y},
                     mix, takes_directions(solver, mix));
  } else {
    done = solve_two(solver, ik, values);
  }
  for (BoneIndex bone : ik.bones) {
    if (done) {
      compose_child(solver.pose.world.data(), solver.locals, solver.pose.compiled->parents.data(), bone.value);
    } else {
      solver.changed_pose(bone);
    }
  }
}

}  // namespace sinew
