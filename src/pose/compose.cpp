#include "pose/compose.hpp"

#include <cmath>

namespace sinew {

namespace {

/// Rotates both columns by the negative angle of `d`, a direction.
Columns turn_back(Double2 d, const Columns& m) noexcept {
  return turn(Double2{d[0], -d[1]}, m);
}

/// The Rigby2D page's table: Q by inherit mode. Spec: constraints.md 2.4.
Columns factor_rigby(Inherit mode, const Columns& p) noexcept {
  if (mode == Inherit::normal) return p;
  if (mode == Inherit::only_translation) return {Double2{1, 0}, Double2{0, 1}};
  double s = length(p.x);  // not hypot: the C library's differs from machine to machine
  if (s < 1e-12) s = 0;
  const double det = determinant(p);
  if (mode == Inherit::no_rotation_or_reflection) return {Double2{s, 0}, Double2{0, s == 0 ? 0 : std::fabs(det) / s}};
  const Double2 u = s == 0 ? Double2{1, 0} : p.x / s;
  const double f = mode == Inherit::no_scale && det < 0 ? -1 : 1;
  return {u, Double2{-u[1] * f, u[0] * f}};
}

/// noScale and noScaleOrReflection under spine: a fresh, unscaled frame whose x axis points where the parent sends `d`,
/// the direction of the rotation. Spec: constraints.md 2.3, steps 1 to 4.
Columns unscaled_frame(const PoseBuffers& pose, Inherit mode, const Columns& p, Double2 d) noexcept {
  const Double2 s{pose.scale_x, pose.scale_y};
  const Double2 w = transform(p, d) / s;
  const double l = length(w);
  // 4.3 divides always; a direction without length stays without one here rather than becoming NaN.
  const bool unit = pose.rules() == RuleSet::spine_4_3 ? l > 0 : l > 1e-5;
  const Double2 z = unit ? w / l : w * l;
  const bool mirrored = (determinant(p) < 0) != ((pose.scale_x < 0) != (pose.scale_y < 0));
  const double g = mode == Inherit::no_scale && mirrored ? -1 : 1;
  return {z, Double2{-g * z[1], g * z[0]}};
}

/// The editor's runtimes. Spec: constraints.md 2.3.
Columns linear_spine(const PoseBuffers& pose, std::uint32_t bone, Inherit mode, const Columns& p,
                     const Columns& local) noexcept {
  const Double2 s{pose.scale_x, pose.scale_y};
  switch (mode) {
    case Inherit::normal:
      return multiply(p, local);
    case Inherit::only_translation:
      return scaled(pose, local);
    case Inherit::no_rotation_or_reflection: {
      const Double2 px = p.x / s;
      const double n = dot(px, px);
      const double threshold = pose.rules() == RuleSet::spine_4_3 ? 1e-10 : 1e-4;
      // The rule subtracts the angle of the parent's x axis from the rotation; turning the columns back is the same
      // without an arc tangent.
      if (n > threshold) {
        const double k = std::fabs(determinant(p) / (pose.scale_x * pose.scale_y)) / n;
        const Columns frame{px, Double2{-k * px[1], k * px[0]}};
        return scaled(pose, multiply(frame, turn_back(px / std::sqrt(n), local)));
      }
      const double l = length(p.y);
      // 90 degrees less the angle of the parent's y axis; a zero vector counts as angle 0.
      const Double2 d = l > 0 ? Double2{p.y[1] / l, p.y[0] / l} : Double2{0, 1};
      return scaled(pose, multiply({Double2{0, 0}, Double2{-p.y[0], p.y[1]}}, turn_back(d, local)));
    }
    case Inherit::no_scale:
    case Inherit::no_scale_or_reflection:
      break;
  }
  const BonePose& applied = pose.applied_pose(bone);
  if (applied.shear_x == 0 && applied.shear_y == 0 && applied.scale_x != 0) {
    const Columns frame = unscaled_frame(pose, mode, p, local.x / applied.scale_x);
    return scaled(pose, {frame.x * applied.scale_x, frame.y * applied.scale_y});
  }
  const Columns frame = unscaled_frame(pose, mode, p, direction_degrees(applied.rotation));
  Affine unturned;
  set_local_linear(unturned, 0, load2(&applied.scale_x), load2(&applied.shear_x));
  return scaled(pose, multiply(frame, columns_of(unturned)));
}

void compose_root(PoseBuffers& pose, const Affine& local) noexcept {
  const Double2 s{pose.scale_x, pose.scale_y};
  store_linear(pose.world[0], scaled(pose, columns_of(local)));
  store_origin(pose.world[0], s * origin_of(local) + Double2{pose.x, pose.y});
}

/// Up to 4.2 an x axis no longer than this counts as nothing.
constexpr double shortest_axis = 1e-4;

// -- Back to a pose
// -----------------------------------------------------------------------------------------------------

double wrap_shear(double t) noexcept {
  return t > 180 ? t - 360 : t <= -180 ? t + 360 : t;
}

/// Spec: constraints.md 3.2, SPLITR.
void split_rotation(BonePose& out, const Columns& n, double extra) noexcept {
  const double sx = length(n.x), sy = length(n.y);
  out.shear_x = 0;
  if (sx * sx > 1e-10) {
    const double a = degrees_of(n.x);
    out.rotation = a + extra;
    out.scale_x = sx;
    out.scale_y = sy;
    out.shear_y = 0;
    if (sy * sy > 1e-10) {
      const double b = degrees_of(n.y);
      if (determinant(n) < 0) {
        out.scale_y = -sy;
        out.shear_y = wrap_shear(b + 90 - a);
      } else {
        out.shear_y = wrap_shear(b - 90 - a);
      }
    }
    return;
  }
  out.scale_x = 0;
  out.scale_y = sy;
  out.shear_y = 0;
  out.rotation = extra + (sy * sy > 1e-10 ? degrees_of(n.y) - 90 : 0);
}

/// Spec: constraints.md 3.2, SPLITH.
void split_shear(BonePose& out, const Columns& n) noexcept {
  const double sx = length(n.x), sy = length(n.y);
  const bool has_x = sx * sx > 1e-10;
  out.shear_x = has_x ? degrees_of(n.x) : 0;
  out.scale_x = has_x ? sx : 0;
  out.scale_y = sy;
  out.shear_y = 0;
  if (sy * sy > 1e-10) {
    const double b = degrees_of(n.y);
    const bool mirrored = determinant(n) < 0;
    if (mirrored) out.scale_y = -sy;
    out.shear_y = wrap_shear(mirrored ? b + 90 : b - 90);
  }
}

void decompose_4_3(const PoseBuffers& pose, Inherit mode, const Affine& world, const Columns* parent,
                   BonePose& out) noexcept {
  const Columns m = columns_of(world);
  const Columns w = unscaled(pose, m);
  if (!parent || mode == Inherit::only_translation) return split_rotation(out, w, 0);
  const Columns& p = *parent;
  if (mode == Inherit::normal) return split_rotation(out, inverse(p, m), 0);
  if (mode == Inherit::no_rotation_or_reflection) {
    const Double2 px = p.x / Double2{pose.scale_x, pose.scale_y};
    const double n = dot(px, px);
    const double dd = std::fabs(determinant(p) / (pose.scale_x * pose.scale_y));
    const double rn = n > 0 ? 1 / n : 0, rd = dd > 0 ? 1 / dd : 0;
    const Columns local{Double2{dot(px, w.x) * rn, cross(px, w.x) * rd},
                        Double2{dot(px, w.y) * rn, cross(px, w.y) * rd}};
    return split_rotation(out, local, degrees_of(px));
  }
  Double2 t = adjugate(p, m.x);
  if (determinant(p) < 0) t = -t;
  out.rotation = degrees_of(t);
  const Columns frame = unscaled_frame(pose, mode, p, direction_degrees(out.rotation));
  const double g = cross(frame.x, frame.y) < 0 ? -1 : 1;
  const Columns local{Double2{dot(frame.x, w.x), g * cross(frame.x, w.x)},
                      Double2{dot(frame.x, w.y), g * cross(frame.x, w.y)}};
  split_shear(out, local);
}

/// Spec: constraints.md 3.1, with its flaws.
void decompose_4_2(const PoseBuffers& pose, std::uint32_t bone, const Affine& world, const Columns* parent,
                   BonePose& out) noexcept {
  const Columns m = columns_of(world);
  out.shear_x = 0;
  if (!parent) {
    out.rotation = degrees_of(m.x);
    out.scale_x = length(m.x);
    out.scale_y = length(m.y);
    out.shear_y = arc_tangent_degrees(dot(m.x, m.y), determinant(m));
    return;
  }
  const Columns& p = *parent;
  const Inherit mode = pose.applied_inherit_of(bone);
  Columns n = m;
  switch (mode) {
    case Inherit::normal:
      n = inverse(p, m);
      break;
    case Inherit::only_translation:
      break;
    case Inherit::no_rotation_or_reflection: {
      const double det = determinant(p), u = pose.scale_x, v = pose.scale_y;
      const double size = dot(p.x, p.x);
      const double s = size > 0 ? std::fabs(det) / size : 0;
      const Double2 y{-p.x[1] * s * u / v, p.x[0] * v * s / u};
      const double d = p.x[0] * y[1] - y[0] * p.x[1];
      const double rd = d != 0 ? 1 / d : 0, rdet = det != 0 ? 1 / det : 0;
      const auto part = [&](Double2 c) {
        return Double2{(y[1] * c[0] - y[0] * c[1]) * rd, (p.x[0] * c[1] - p.x[1] * c[0]) * rdet};
      };
      n = {part(m.x), part(m.y)};
      break;
    }
    case Inherit::no_scale:
    case Inherit::no_scale_or_reflection: {
      // By the local rotation, as animated, not the applied one.
      n = inverse(unscaled_frame(pose, mode, p, direction_degrees(pose.local[bone].rotation)), m);
      break;
    }
  }
  const double sx = length(n.x);
  if (sx > shortest_axis) {
    const double det = determinant(n);
    out.scale_x = sx;
    out.scale_y = det / sx;
    out.rotation = degrees_of(n.x);
    out.shear_y = -arc_tangent_degrees(dot(n.x, n.y), det);
  } else {
    out.scale_x = 0;
    out.scale_y = length(n.y);
    out.shear_y = 0;
    out.rotation = 90 - degrees_of(n.y);
  }
}

}  // namespace

void compose_bone(PoseBuffers& pose, std::uint32_t bone, const Affine& local) noexcept {
  if (bone == 0) return compose_root(pose, local);
  const Affine& parent = pose.world[pose.compiled->parents[bone]];
  const Columns p = columns_of(parent);
  const Inherit mode = pose.applied_inherit_of(bone);
  Affine& world = pose.world[bone];
  const Double2 origin = transform(p, origin_of(local)) + origin_of(parent);
  if (mode == Inherit::normal) {
    store_linear(world, multiply(p, columns_of(local)));
  } else if (pose.is_rigby()) {
    // The page knows no skeleton scale: its table is applied to the unscaled parent.
    store_linear(world, scaled(pose, multiply(factor_rigby(mode, unscaled(pose, p)), columns_of(local))));
  } else {
    store_linear(world, linear_spine(pose, bone, mode, p, columns_of(local)));
  }
  store_origin(world, origin);
}

LocalOfWorld local_of_world(const PoseBuffers& pose, std::uint32_t bone) noexcept {
  const Affine& world = pose.world[bone];
  const Affine& parent = pose.world[pose.compiled->parents[bone]];
  const Columns p = columns_of(parent);
  const Columns n = inverse(p, columns_of(world));
  LocalOfWorld result;
  store_origin(result.local, inverse(p, origin_of(world) - origin_of(parent)));
  const double sx = length(n.x), sy = length(n.y), det = determinant(n);
  if (sx > shortest_axis) {
    result.mirrored = det < 0;
    store_linear(result.local, {n.x, sy > 0 ? n.y * (det / (sx * sy)) : Double2{0, 0}});
  } else {
    store_linear(result.local, {Double2{0, 0}, Double2{-n.y[0], n.y[1]}});
  }
  return result;
}

void decompose_recomposed(const PoseBuffers& pose, std::uint32_t bone, bool mirrored, BonePose& out) noexcept {
  const Affine& world = pose.world[bone];
  const Affine& parent = pose.world[pose.compiled->parents[bone]];
  const Columns p = columns_of(parent);
  const Columns n = inverse(p, columns_of(world));
  const double sign = mirrored ? -1 : 1;
  store2(&out.x, inverse(p, origin_of(world) - origin_of(parent)));
  out.shear_x = out.shear_y = 0;
  out.scale_x = length(n.x);
  out.scale_y = sign * length(n.y);
  if (out.scale_x > shortest_axis) {
    out.rotation = degrees_of(n.x);
    out.shear_y = -arc_tangent_degrees(sign * dot(n.x, n.y), sign * determinant(n));
  } else {
    out.scale_x = 0;
    out.rotation = 90 - degrees_of(Double2{0 - n.y[0], n.y[1]});
  }
}

double turned_rotation(const PoseBuffers& pose, std::uint32_t bone, const BonePose& before) noexcept {
  const Columns p = columns_of(pose.world[pose.compiled->parents[bone]]);
  double turn = degrees_of(inverse(p, load2(&pose.world[bone].a))) - before.rotation;
  if (before.scale_x < 0) turn += 180;
  return before.rotation + (turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn);
}

void decompose_bone(PoseBuffers& pose, std::uint32_t bone) noexcept {
  const std::uint32_t at = pose.applied.empty() ? CompiledData::none : pose.compiled->applied_of[bone];
  if (at != CompiledData::none) decompose_bone(pose, bone, pose.applied[at]);
}

void decompose_bone(const PoseBuffers& pose, std::uint32_t bone, BonePose& out) noexcept {
  const Affine& world = pose.world[bone];
  const Inherit mode = pose.applied_inherit_of(bone);
  const bool older = is_spine_before_4_3(pose.rules());
  if (bone == 0) {
    const Double2 moved = origin_of(world) - Double2{pose.x, pose.y};
    store2(&out.x, older ? moved : moved / Double2{pose.scale_x, pose.scale_y});
    if (older) return decompose_4_2(pose, bone, world, nullptr, out);
    return decompose_4_3(pose, mode, world, nullptr, out);
  }
  const Affine& parent_world = pose.world[pose.compiled->parents[bone]];
  const Columns parent = columns_of(parent_world);
  if (pose.is_rigby()) {
    const Columns q = factor_rigby(mode, unscaled(pose, parent));
    if (determinant(q) == 0) return;  // keeps its previous pose
    store2(&out.x, inverse(parent, origin_of(world) - origin_of(parent_world)));
    return split_rotation(out, inverse(q, unscaled(pose, columns_of(world))), 0);
  }
  store2(&out.x, inverse(parent, origin_of(world) - origin_of(parent_world)));
  if (older) return decompose_4_2(pose, bone, world, &parent, out);
  decompose_4_3(pose, mode, world, &parent, out);
}

}  // namespace sinew
