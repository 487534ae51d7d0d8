#include "pose/compose.hpp"

#include <cmath>

namespace sinew {

namespace {

/// M * v for a matrix given by its columns.
inline Double2 transform(const Columns& m, Double2 v) noexcept { return m.x * v[0] + m.y * v[1]; }

inline Columns columns_of(const Affine& m) noexcept { return {load2(&m.a), load2(&m.c)}; }

inline void store(Affine& world, const Columns& linear, Double2 origin) noexcept {
  store2(&world.a, linear.x);
  store2(&world.c, linear.y);
  store2(&world.tx, origin);
}

inline Columns multiply(const Columns& p, const Columns& l) noexcept { return {transform(p, l.x), transform(p, l.y)}; }

double determinant(const Columns& m) noexcept { return m.x[0] * m.y[1] - m.y[0] * m.x[1]; }

double length(Double2 v) noexcept { return std::sqrt(v[0] * v[0] + v[1] * v[1]); }

/// The Rigby2D page's table: Q by inherit mode. Spec: constraints.md 2.4.
Columns linear_rigby(Inherit mode, const Columns& p, const BonePose& pose) noexcept {
  const Columns local = local_columns(pose);
  if (mode == Inherit::only_translation) return local;
  double s = length(p.x);  // not hypot: the C library's differs from machine to machine
  if (s < 1e-12) s = 0;
  const double det = determinant(p);
  if (mode == Inherit::no_rotation_or_reflection) {
    return multiply({Double2{s, 0}, Double2{0, s == 0 ? 0 : std::fabs(det) / s}}, local);
  }
  const Double2 u = s == 0 ? Double2{1, 0} : p.x / s;
  const double f = mode == Inherit::no_scale && det < 0 ? -1 : 1;
  return multiply({u, Double2{-u[1] * f, u[0] * f}}, local);
}

/// Rotates both columns by the negative angle of `direction`, a vector of length 1.
Columns turn_back(const Columns& m, Double2 direction) noexcept {
  return multiply({Double2{direction[0], -direction[1]}, Double2{direction[1], direction[0]}}, m);
}

/// The editor's runtimes. Spec: constraints.md 2.3, with skeleton scale 1.
Columns linear_spine(RuleSet rules, Inherit mode, const Columns& p, const BonePose& pose) noexcept {
  if (mode == Inherit::only_translation) return local_columns(pose);
  const double det = determinant(p);
  if (mode == Inherit::no_rotation_or_reflection) {
    const double n = p.x[0] * p.x[0] + p.x[1] * p.x[1];
    const double threshold = rules == RuleSet::spine_4_3 ? 1e-10 : 1e-4;
    if (n > threshold) {
      // The page subtracts the angle of the parent's x axis from the rotation; turning the columns back is the same
      // without an arc tangent.
      const double k = std::fabs(det) / n;
      const Columns frame{p.x, Double2{-k * p.x[1], k * p.x[0]}};
      return multiply(frame, turn_back(local_columns(pose), p.x / std::sqrt(n)));
    }
    const double l = length(p.y);
    // 90 degrees less the angle of the parent's y axis; a zero vector counts as angle 0.
    const Double2 direction = l > 0 ? Double2{p.y[1] / l, p.y[0] / l} : Double2{0, 1};
    return multiply({Double2{0, 0}, Double2{-p.y[0], p.y[1]}}, turn_back(local_columns(pose), direction));
  }
  double sine, cosine;
  sincos_degrees(pose.rotation, sine, cosine);
  const Double2 w = transform(p, Double2{cosine, sine});
  const double l = length(w);
  // 4.3 divides always; a direction without length stays without one here rather than becoming NaN.
  const bool unit = rules == RuleSet::spine_4_3 ? l > 0 : l > 1e-5;
  const Double2 z = unit ? w / l : w * l;
  const double g = mode == Inherit::no_scale && det < 0 ? -1 : 1;
  return multiply({z, Double2{-g * z[1], g * z[0]}}, local_columns(0, load2(&pose.scale_x), load2(&pose.shear_x)));
}

void compose_root(PoseBuffers& pose) noexcept {
  const BonePose& local = pose.local[0];
  store(pose.world[0], local_columns(local), load2(&local.x));
}

void compose_normal(PoseBuffers& pose, std::uint32_t first, std::uint32_t count) noexcept {
  const std::uint32_t* parents = pose.compiled->parents.data();
  const BonePose* locals = pose.local.data();
  Affine* worlds = pose.world.data();
  std::uint32_t i = first;
  if (i == 0) {
    compose_root(pose);
    ++i;
  }
  for (const std::uint32_t end = first + count; i < end; ++i) {
    const BonePose& local = locals[i];
    const Affine& parent = worlds[parents[i]];
    const Columns l = local_columns(local);
    const Columns p = columns_of(parent);
    const Double2 origin = transform(p, load2(&local.x)) + load2(&parent.tx);
    store(worlds[i], multiply(p, l), origin);
  }
}

void compose_any(PoseBuffers& pose, std::uint32_t first, std::uint32_t count) noexcept {
  const bool rigby = pose.is_rigby();
  for (std::uint32_t i = first; i < first + count; ++i) {
    if (!rigby && !pose.active[i]) continue;  // keeps its last world transform
    if (i == 0) {
      compose_root(pose);
      continue;
    }
    const BonePose& local = pose.local[i];
    const Affine& parent = pose.world[pose.compiled->parents[i]];
    const Columns p = columns_of(parent);
    const Double2 origin = transform(p, load2(&local.x)) + load2(&parent.tx);
    const Inherit mode = pose.inherit[i];
    const Columns linear = mode == Inherit::normal ? multiply(p, local_columns(local))
                           : rigby                 ? linear_rigby(mode, p, local)
                                                   : linear_spine(pose.rules(), mode, p, local);
    store(pose.world[i], linear, origin);
  }
}

}  // namespace

void compose_all(PoseBuffers& pose) noexcept {
  if (pose.own_inherits) {
    compose_any(pose, 0, static_cast<std::uint32_t>(pose.local.size()));
    return;
  }
  for (const UpdateStep& step : pose.compiled->schedule) {
    switch (step.kind) {
      case UpdateStep::Kind::compose_normal: compose_normal(pose, step.first, step.count); break;
      case UpdateStep::Kind::compose_any: compose_any(pose, step.first, step.count); break;
    }
  }
}

}  // namespace sinew
