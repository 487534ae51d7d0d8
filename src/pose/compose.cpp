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

/// noScale and noScaleOrReflection under spine: a fresh, unscaled frame whose x axis points where the parent sends
/// `rotation`. Spec: constraints.md 2.3, steps 1 to 4.
Columns unscaled_frame(const PoseBuffers& pose, Inherit mode, const Columns& p, double rotation) noexcept {
  double sine, cosine;
  sincos_degrees(rotation, sine, cosine);
  const Double2 s{pose.scale_x, pose.scale_y};
  const Double2 w = transform(p, Double2{cosine, sine}) / s;
  const double l = length(w);
  // 4.3 divides always; a direction without length stays without one here rather than becoming NaN.
  const bool unit = pose.rules() == RuleSet::spine_4_3 ? l > 0 : l > 1e-5;
  const Double2 z = unit ? w / l : w * l;
  const bool mirrored = (determinant(p) < 0) != ((pose.scale_x < 0) != (pose.scale_y < 0));
  const double g = mode == Inherit::no_scale && mirrored ? -1 : 1;
  return {z, Double2{-g * z[1], g * z[0]}};
}

/// The editor's runtimes. Spec: constraints.md 2.3.
Columns linear_spine(const PoseBuffers& pose, Inherit mode, const Columns& p, const BonePose& local) noexcept {
  const Double2 s{pose.scale_x, pose.scale_y};
  switch (mode) {
    case Inherit::normal:
      return multiply(p, local_columns(local));
    case Inherit::only_translation:
      return scaled(pose, local_columns(local));
    case Inherit::no_rotation_or_reflection: {
      const Double2 px = p.x / s;
      const double n = dot(px, px);
      const double threshold = pose.rules() == RuleSet::spine_4_3 ? 1e-10 : 1e-4;
      // The rule subtracts the angle of the parent's x axis from the rotation; turning the columns back is the same
      // without an arc tangent.
      if (n > threshold) {
        const double k = std::fabs(determinant(p) / (pose.scale_x * pose.scale_y)) / n;
        const Columns frame{px, Double2{-k * px[1], k * px[0]}};
        return scaled(pose, multiply(frame, turn_back(px / std::sqrt(n), local_columns(local))));
      }
      const double l = length(p.y);
      // 90 degrees less the angle of the parent's y axis; a zero vector counts as angle 0.
      const Double2 d = l > 0 ? Double2{p.y[1] / l, p.y[0] / l} : Double2{0, 1};
      return scaled(pose, multiply({Double2{0, 0}, Double2{-p.y[0], p.y[1]}}, turn_back(d, local_columns(local))));
    }
    case Inherit::no_scale:
    case Inherit::no_scale_or_reflection:
      break;
  }
  const Columns frame = unscaled_frame(pose, mode, p, local.rotation);
  return scaled(pose, multiply(frame, local_columns(0, load2(&local.scale_x), load2(&local.shear_x))));
}

void compose_root(PoseBuffers& pose, const BonePose& local) noexcept {
  const Double2 s{pose.scale_x, pose.scale_y};
  store_linear(pose.world[0], scaled(pose, local_columns(local)));
  store_origin(pose.world[0], s * load2(&local.x) + Double2{pose.x, pose.y});
}

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
  const Columns frame = unscaled_frame(pose, mode, p, out.rotation);
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
      n = inverse(unscaled_frame(pose, mode, p, pose.local[bone].rotation), m);
      break;
    }
  }
  const double sx = length(n.x);
  if (sx > 1e-4) {
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

void compute_local_columns(const PoseBuffers& pose, std::uint32_t first, std::uint32_t count,
                           Columns* columns) noexcept {
  const BonePose* locals = pose.local.data() + first;
  std::uint32_t i = 0;
  for (; i + 1 < count; i += 2) {
    const BonePose &a = locals[i], &b = locals[i + 1];
    const Int2 shear = bits_of(load2(&a.shear_x)) | bits_of(load2(&b.shear_x));
    if (__builtin_expect((shear[0] | shear[1]) << 1 != 0, 0)) {
      columns[i] = local_columns(a);
      columns[i + 1] = local_columns(b);
      continue;
    }
    const SinCos2 t = sincos_degrees(Double2{a.rotation, b.rotation});
    const Double2 cosine_sine_a{t.cos[0], t.sin[0]}, cosine_sine_b{t.cos[1], t.sin[1]};
    const Double2 minus_sine_cosine_a{-t.sin[0], t.cos[0]}, minus_sine_cosine_b{-t.sin[1], t.cos[1]};
    columns[i] = {cosine_sine_a * a.scale_x, minus_sine_cosine_a * a.scale_y};
    columns[i + 1] = {cosine_sine_b * b.scale_x, minus_sine_cosine_b * b.scale_y};
  }
  if (i < count) columns[i] = local_columns(locals[i]);
}

void compose_normal(PoseBuffers& pose, std::uint32_t first, std::uint32_t count, const Columns* locals) noexcept {
  const std::uint32_t* parents = pose.compiled->parents.data();
  const BonePose* poses = pose.local.data();
  Affine* worlds = pose.world.data();
  std::uint32_t i = first;
  if (i == 0) {
    const Double2 s{pose.scale_x, pose.scale_y};
    store_linear(worlds[0], scaled(pose, *locals++));
    store_origin(worlds[0], s * load2(&poses[0].x) + Double2{pose.x, pose.y});
    ++i;
  }
  for (const std::uint32_t end = first + count; i < end; ++i) {
    const Affine& parent = worlds[parents[i]];
    const Columns p = columns_of(parent);
    store_linear(worlds[i], multiply(p, *locals++));
    store_origin(worlds[i], transform(p, load2(&poses[i].x)) + origin_of(parent));
  }
}

void compose_bone(PoseBuffers& pose, std::uint32_t bone) noexcept {
  const BonePose& local = pose.applied_pose(bone);
  if (bone == 0) return compose_root(pose, local);
  const Affine& parent = pose.world[pose.compiled->parents[bone]];
  const Columns p = columns_of(parent);
  const Inherit mode = pose.applied_inherit_of(bone);
  Affine& world = pose.world[bone];
  store_origin(world, transform(p, load2(&local.x)) + origin_of(parent));
  if (mode == Inherit::normal) {
    store_linear(world, multiply(p, local_columns(local)));
  } else if (pose.is_rigby()) {
    // The page knows no skeleton scale: its table is applied to the unscaled parent.
    store_linear(world, scaled(pose, multiply(factor_rigby(mode, unscaled(pose, p)), local_columns(local))));
  } else {
    store_linear(world, linear_spine(pose, mode, p, local));
  }
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
