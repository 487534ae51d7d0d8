// Transform constraints: the fixed properties of up to 4.2 and the property map of 4.3. Spec: constraints.md 7.
#include <algorithm>
#include <cmath>

#include "pose/solver.hpp"

namespace sinew {

namespace {

struct Mixes {
  double rotate, x, y, scale_x, scale_y, shear_y;
};

// -- Up to 4.2
// ----------------------------------------------------------------------------------------------------------

Double2 turn_back(Double2 d, Double2 v) noexcept {
  return turn(Double2{d[0], -d[1]}, v);
}

/// Mixed in wholly or not at all, turns are products of directions; between that they are angles.
class WorldTurns {
 public:
  WorldTurns(Columns target, const TransformData& constraint, const Mixes& mix) noexcept
      : target_(target),
        relative_(constraint.additive),
        mix_(mix),
        length_x_(length(target.x)),
        length_y_(length(target.y)) {
    const double sign = determinant(target) > 0 ? 1 : -1;
    offset_rotation_ = sign * constraint.rotation;
    offset_shear_ = sign * constraint.shear_y;
    if (mix.rotate == 1) rotation_ = direction_degrees(offset_rotation_);
    if (mix.shear_y == 1) shear_ = direction_degrees(offset_shear_);
  }

  void rotate(Columns& m) const noexcept {
    const double size = length_x_ * length(m.x);
    if (mix_.rotate == 1 && size > 0) {
      const Double2 d = relative_ ? target_.x / length_x_ : turn_back(m.x, target_.x) / size;
      m = turn(turn(rotation_, d), m);
      return;
    }
    double e = angle_of(target_.x) + offset_rotation_ * radians_per_degree;
    if (!relative_) e = angle_of(target_.x) - angle_of(m.x) + offset_rotation_ * radians_per_degree;
    m = turn(direction(mix_.rotate * wrap_radians(e)), m);
  }

  void shear_y(Columns& m) const noexcept {
    const double size = length_x_ * length_y_ * length(m.x);
    if (mix_.shear_y == 1 && !relative_ && size > 0) {
      m.y = (length(m.y) / size) * turn(shear_, turn(m.x, turn_back(target_.x, target_.y)));
      return;
    }
    const double tx_angle = angle_of(target_.x), ty_angle = angle_of(target_.y), b = angle_of(m.y);
    const double e = relative_ ? wrap_radians(ty_angle - tx_angle) - pi / 2
                               : wrap_radians(ty_angle - tx_angle - (b - angle_of(m.x)));
    m.y = length(m.y) * direction(b + (e + offset_shear_ * radians_per_degree) * mix_.shear_y);
  }

  [[nodiscard]] double length_x() const noexcept { return length_x_; }
  [[nodiscard]] double length_y() const noexcept { return length_y_; }

 private:
  Columns target_;
  bool relative_;
  const Mixes& mix_;
  double length_x_, length_y_;
  double offset_rotation_ = 0, offset_shear_ = 0;  // degrees
  Double2 rotation_{1, 0}, shear_{1, 0};           // their directions, where they are needed
};

void world_4_2(Solver& solver, const TransformData& constraint, const Mixes& mix) noexcept {
  const WorldTurns turns(solver.columns(constraint.source), constraint, mix);
  const bool relative = constraint.additive;
  for (BoneIndex bone : constraint.bones) {
    Affine& world = solver.world(bone);
    Columns m = columns_of(world);
    Double2 o = origin_of(world);
    if (mix.rotate != 0) turns.rotate(m);
    if (mix.x != 0 || mix.y != 0) {
      const Double2 g = transform(solver.columns(constraint.source), Double2{constraint.x, constraint.y}) +
                        solver.origin(constraint.source);
      o += (relative ? g : g - o) * Double2{mix.x, mix.y};
    }
    const auto scale = [&](Double2& axis, double target, double offset, double amount) {
      if (amount == 0) return;
      if (relative) {
        axis *= (target - 1 + offset) * amount + 1;
        return;
      }
      const double s = length(axis);
      axis = s != 0 ? axis * ((s + (target - s + offset) * amount) / s) : Double2{0, 0};
    };
    scale(m.x, turns.length_x(), constraint.scale_x, mix.scale_x);
    scale(m.y, turns.length_y(), constraint.scale_y, mix.scale_y);
    if (mix.shear_y > 0) turns.shear_y(m);
    store_linear(world, m);
    store_origin(world, o);
    solver.changed_world(bone);
  }
}

void local_4_2(Solver& solver, const TransformData& constraint, const Mixes& mix) noexcept {
  const bool relative = constraint.additive;
  for (BoneIndex bone : constraint.bones) {
    BonePose& p = solver.applied(bone);
    const BonePose t = solver.applied(constraint.source);
    const auto move = [&](double& value, double target, double offset, double amount) {
      value += ((relative ? target : target - value) + offset) * amount;
    };
    move(p.rotation, t.rotation, constraint.rotation, mix.rotate);
    move(p.x, t.x, constraint.x, mix.x);
    move(p.y, t.y, constraint.y, mix.y);
    const auto scale = [&](double& value, double target, double offset, double amount) {
      if (relative) {
        value *= (target - 1 + offset) * amount + 1;
      } else if (amount != 0 && value != 0) {
        // Divided by the old scale: a flaw of the reference, to be followed.
        value = (value + (target - value + offset) * amount) / value;
      }
    };
    scale(p.scale_x, t.scale_x, constraint.scale_x, mix.scale_x);
    scale(p.scale_y, t.scale_y, constraint.scale_y, mix.scale_y);
    move(p.shear_y, t.shear_y, constraint.shear_y, mix.shear_y);
    solver.changed_pose(bone);
  }
}

// -- 4.3
// ----------------------------------------------------------------------------------------------------------------

double mix_of(const Mixes& mix, BoneProperty property) noexcept {
  switch (property) {
    case BoneProperty::rotate:
      return mix.rotate;
    case BoneProperty::x:
      return mix.x;
    case BoneProperty::y:
      return mix.y;
    case BoneProperty::scale_x:
      return mix.scale_x;
    case BoneProperty::scale_y:
      return mix.scale_y;
    case BoneProperty::shear_y:
      return mix.shear_y;
  }
  return 0;
}

void write_local(BonePose& pose, BoneProperty property, double w, double mix, bool additive) noexcept {
  const auto move = [&](double& value) { value += (additive ? w : w - value) * mix; };
  const auto scale = [&](double& value) {
    if (additive) {
      value *= 1 + (w - 1) * mix;
    } else if (value != 0) {
      value += (w - value) * mix;
    }
  };
  switch (property) {
    case BoneProperty::rotate:
      move(pose.rotation);
      break;
    case BoneProperty::x:
      move(pose.x);
      break;
    case BoneProperty::y:
      move(pose.y);
      break;
    case BoneProperty::scale_x:
      scale(pose.scale_x);
      break;
    case BoneProperty::scale_y:
      scale(pose.scale_y);
      break;
    case BoneProperty::shear_y:
      move(pose.shear_y);
      break;
  }
}

void write_world(Solver& solver, Affine& world, BoneProperty property, double w, double mix, bool additive) noexcept {
  const PoseBuffers& pose = solver.pose;
  const double u = pose.scale_x, v = pose.scale_y;
  const Columns m = columns_of(world);
  const auto scale = [&](Double2 axis, double& first) {
    double factor = 1 + (w - 1) * mix;
    if (!additive) {
      const double s = length(axis / Double2{u, v});
      factor = s != 0 ? 1 + (w - s) * mix / s : 1;
    }
    store2(&first, axis * factor);
  };
  switch (property) {
    case BoneProperty::rotate: {
      const Columns n = unscaled(pose, m);
      double e = w * radians_per_degree;
      if (!additive) e -= angle_of(n.x);
      store_linear(world, scaled(pose, turn(direction(wrap_radians(e) * mix), n)));
      break;
    }
    case BoneProperty::x:
      world.tx += (additive ? w : w - world.tx / u) * mix * u;
      break;
    case BoneProperty::y:
      world.ty += (additive ? w : w - world.ty / v) * mix * v;
      break;
    case BoneProperty::scale_x:
      scale(m.x, world.a);
      break;
    case BoneProperty::scale_y:
      scale(m.y, world.c);
      break;
    case BoneProperty::shear_y: {
      const Columns n = unscaled(pose, m);
      const double b = angle_of(n.y);
      double e = (w + 90) * radians_per_degree;
      e = additive ? e - pi / 2 : wrap_radians(e - (b - angle_of(n.x)));
      store2(&world.c, length(n.y) * Double2{u, v} * direction(b + e * mix));
      break;
    }
  }
}

void solve_4_3(Solver& solver, const TransformData& constraint, const Mixes& mix) noexcept {
  if (constraint.local_source) solver.need_pose(constraint.source);
  const PropertyOffsets offsets{constraint.rotation, constraint.x,       constraint.y,
                                constraint.scale_x,  constraint.scale_y, constraint.shear_y};
  for (BoneIndex bone : constraint.bones) {
    if (constraint.local_target) {
      solver.touch_pose(bone);
    } else {
      solver.touch_world(bone);
    }
    for (const PropertySource& source : constraint.properties) {
      const double value =
          read_property(solver, constraint.source, source.property, constraint.local_source, offsets) - source.offset;
      for (const PropertyTarget& target : source.to) {
        const double amount = mix_of(mix, target.property);
        if (amount == 0) continue;
        double w = target.offset + value * target.scale;
        if (constraint.clamp) {
          w = std::min(std::max(w, std::min(target.offset, target.max)), std::max(target.offset, target.max));
        }
        if (constraint.local_target) {
          write_local(solver.applied(bone), target.property, w, amount, constraint.additive);
        } else {
          write_world(solver, solver.world(bone), target.property, w, amount, constraint.additive);
        }
      }
    }
    if (constraint.local_target) {
      solver.changed_pose(bone);
    } else {
      solver.changed_world(bone);
    }
  }
}

}  // namespace

double read_property(Solver& solver, BoneIndex bone, BoneProperty property, bool local,
                     const PropertyOffsets& offsets) noexcept {
  if (local) {
    const BonePose& p = solver.applied(bone);
    switch (property) {
      case BoneProperty::rotate:
        return p.rotation + offsets.rotation;
      case BoneProperty::x:
        return p.x + offsets.x;
      case BoneProperty::y:
        return p.y + offsets.y;
      case BoneProperty::scale_x:
        return p.scale_x + offsets.scale_x;
      case BoneProperty::scale_y:
        return p.scale_y + offsets.scale_y;
      case BoneProperty::shear_y:
        return p.shear_y + offsets.shear_y;
    }
  }
  const PoseBuffers& pose = solver.pose;
  const Columns t = solver.columns(bone);
  const Columns n = unscaled(pose, t);
  switch (property) {
    case BoneProperty::rotate: {
      const double g = determinant(t) * pose.scale_x * pose.scale_y > 0 ? 1 : -1;
      const double angle = degrees_of(n.x) + g * offsets.rotation;
      return angle < 0 ? angle + 360 : angle;
    }
    case BoneProperty::x:
      return (transform(t, Double2{offsets.x, offsets.y}) + solver.origin(bone))[0] / pose.scale_x;
    case BoneProperty::y:
      return (transform(t, Double2{offsets.x, offsets.y}) + solver.origin(bone))[1] / pose.scale_y;
    case BoneProperty::scale_x:
      return length(n.x) + offsets.scale_x;
    case BoneProperty::scale_y:
      return length(n.y) + offsets.scale_y;
    case BoneProperty::shear_y:
      return (angle_of(n.y) - angle_of(n.x)) * degrees_per_radian - 90 + offsets.shear_y;
  }
  return 0;
}

void solve_transform(Solver& solver, std::uint32_t constraint) noexcept {
  const TransformData& data = *solver.data.constraints[constraint].transform;
  const double* v = solver.values(constraint).values;
  const Mixes mix{v[transform_value::rotate],  v[transform_value::x],       v[transform_value::y],
                  v[transform_value::scale_x], v[transform_value::scale_y], v[transform_value::shear_y]};
  if (mix.rotate == 0 && mix.x == 0 && mix.y == 0 && mix.scale_x == 0 && mix.scale_y == 0 && mix.shear_y == 0) return;
  if (solver.newer) {
    solve_4_3(solver, data, mix);
  } else if (data.local_target) {
    local_4_2(solver, data, mix);
  } else {
    world_4_2(solver, data, mix);
  }
}

}  // namespace sinew
