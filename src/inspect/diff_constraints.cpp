// Constraints.
#include "inspect/differ.hpp"

namespace sinew::inspect {

namespace {

void diff_ik(Differ& d, const IkData& x, const IkData& y) {
  diff_bone_lists(d, "bones", x.bones, y.bones);
  d.text("target", bone_name(d.a, x.target), bone_name(d.b, y.target));
  d.number("mix", x.mix, y.mix);
  d.number("softness", x.softness, y.softness);
  // Of one bone it has no effect, and encodings differ in whether they keep it.
  if (x.bones.size() > 1 || d.options.editor) d.boolean("bendPositive", x.bend_positive, y.bend_positive);
  d.boolean("compress", x.compress, y.compress);
  d.boolean("stretch", x.stretch, y.stretch);
  d.enumeration("scaleY", x.scale_y, y.scale_y);
}

void diff_target(Differ& d, const PropertyTarget& x, const PropertyTarget& y, bool clamped) {
  d.number("offset", x.offset, y.offset);
  if (clamped) d.number("max", x.max, y.max);
  d.number("scale", x.scale, y.scale);
}

void diff_transform(Differ& d, const TransformData& x, const TransformData& y) {
  diff_bone_lists(d, "bones", x.bones, y.bones);
  d.text("source", bone_name(d.a, x.source), bone_name(d.b, y.source));
  d.boolean("localSource", x.local_source, y.local_source);
  d.boolean("localTarget", x.local_target, y.local_target);
  d.boolean("additive", x.additive, y.additive);
  d.boolean("clamp", x.clamp, y.clamp);
  {
    const Differ::Scope scope(d, "properties");
    const auto name = [](const SkeletonData&, const auto& thing) { return std::string(name_of(thing.property)); };
    d.lists(x.properties, y.properties, true, name, [&](const PropertySource& p, const PropertySource& q) {
      d.number("offset", p.offset, q.offset);
      const Differ::Scope to(d, "to");
      d.lists(p.to, q.to, true, name, [&](const PropertyTarget& r, const PropertyTarget& s) {
        diff_target(d, r, s, x.clamp || y.clamp || d.options.every_order);
      });
    });
  }
  d.number("rotation", x.rotation, y.rotation);
  d.number("x", x.x, y.x);
  d.number("y", x.y, y.y);
  d.number("scaleX", x.scale_x, y.scale_x);
  d.number("scaleY", x.scale_y, y.scale_y);
  d.number("shearY", x.shear_y, y.shear_y);
  d.number("mixRotate", x.mix_rotate, y.mix_rotate);
  d.number("mixX", x.mix_x, y.mix_x);
  d.number("mixY", x.mix_y, y.mix_y);
  d.number("mixScaleX", x.mix_scale_x, y.mix_scale_x);
  d.number("mixScaleY", x.mix_scale_y, y.mix_scale_y);
  d.number("mixShearY", x.mix_shear_y, y.mix_shear_y);
}

void diff_path(Differ& d, const PathData& x, const PathData& y) {
  diff_bone_lists(d, "bones", x.bones, y.bones);
  d.text("slot", slot_name(d.a, x.slot), slot_name(d.b, y.slot));
  d.enumeration("positionMode", x.position_mode, y.position_mode);
  d.enumeration("spacingMode", x.spacing_mode, y.spacing_mode);
  d.enumeration("rotateMode", x.rotate_mode, y.rotate_mode);
  d.number("rotation", x.rotation, y.rotation);
  d.number("position", x.position, y.position);
  d.number("spacing", x.spacing, y.spacing);
  d.number("mixRotate", x.mix_rotate, y.mix_rotate);
  d.number("mixX", x.mix_x, y.mix_x);
  d.number("mixY", x.mix_y, y.mix_y);
}

void diff_physics(Differ& d, const PhysicsData& x, const PhysicsData& y) {
  d.text("bone", bone_name(d.a, x.bone), bone_name(d.b, y.bone));
  d.number("x", x.x, y.x);
  d.number("y", x.y, y.y);
  d.number("rotate", x.rotate, y.rotate);
  d.number("scaleX", x.scale_x, y.scale_x);
  d.number("shearX", x.shear_x, y.shear_x);
  d.enumeration("scaleY", x.scale_y, y.scale_y);
  d.number("limit", x.limit, y.limit);
  d.number("fps", x.fps, y.fps);
  d.number("inertia", x.inertia, y.inertia);
  d.number("strength", x.strength, y.strength);
  d.number("damping", x.damping, y.damping);
  d.number("mass", x.mass, y.mass);
  d.number("wind", x.wind, y.wind);
  d.number("gravity", x.gravity, y.gravity);
  d.number("mix", x.mix, y.mix);
  d.boolean("inertiaGlobal", x.inertia_global, y.inertia_global);
  d.boolean("strengthGlobal", x.strength_global, y.strength_global);
  d.boolean("dampingGlobal", x.damping_global, y.damping_global);
  d.boolean("massGlobal", x.mass_global, y.mass_global);
  d.boolean("windGlobal", x.wind_global, y.wind_global);
  d.boolean("gravityGlobal", x.gravity_global, y.gravity_global);
  d.boolean("mixGlobal", x.mix_global, y.mix_global);
}

void diff_slider(Differ& d, const SliderData& x, const SliderData& y) {
  const auto animation = [](const SkeletonData& data, const SliderData& slider) {
    return slider.animation ? data[slider.animation].name : std::string_view{};
  };
  d.text("animation", animation(d.a, x), animation(d.b, y));
  d.boolean("additive", x.additive, y.additive);
  d.boolean("loop", x.loop, y.loop);
  d.number("mix", x.mix, y.mix);
  d.text("bone", bone_name(d.a, x.bone), bone_name(d.b, y.bone));
  if (!x.bone && !y.bone) return d.number("time", x.time, y.time);
  d.boolean("local", x.local, y.local);
  d.enumeration("property", x.property, y.property);
  d.number("from", x.from, y.from);
  d.number("to", x.to, y.to);
  d.number("scale", x.scale, y.scale);
  if (d.options.editor) d.number("max", x.max, y.max);
}

/// Up to 4.2 the editor's runtimes apply one constraint of each order below the number of constraints; 4.3, and the
/// Rigby2D page, apply all.
std::vector<bool> applied(const SkeletonData& data) {
  std::vector<bool> list(data.constraints.size(), true);
  if (data.semantics == Semantics::rigby || data.version == FormatVersion::v4_3) return list;
  std::int64_t last = -1;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::int64_t order = data.constraints[i].order;
    list[i] = order >= 0 && order < static_cast<std::int64_t>(list.size()) && order != last;
    if (list[i]) last = order;
  }
  return list;
}

void diff_constraint(Differ& d, const ConstraintData& x, const ConstraintData& y) {
  d.boolean("skin", x.skin_required, y.skin_required);
  if (d.options.every_order) d.number("order", x.order, y.order);
  switch (x.type) {
    case ConstraintType::ik:
      return diff_ik(d, *x.ik, *y.ik);
    case ConstraintType::transform:
      return diff_transform(d, *x.transform, *y.transform);
    case ConstraintType::path:
      return diff_path(d, *x.path, *y.path);
    case ConstraintType::physics:
      return diff_physics(d, *x.physics, *y.physics);
    case ConstraintType::slider:
      return diff_slider(d, *x.slider, *y.slider);
  }
}

}  // namespace

void diff_constraints(Differ& d) {
  const Differ::Scope scope(d, "constraints");
  const std::vector<bool> applied_a = applied(d.a), applied_b = applied(d.b);
  const auto name = [](const SkeletonData&, const ConstraintData& constraint) {
    return std::string(name_of(constraint.type)) + part_separator + std::string(constraint.name);
  };
  d.lists(d.a.constraints, d.b.constraints, true, name, [&](const ConstraintData& x, const ConstraintData& y) {
    d.boolean("applied", applied_a[static_cast<std::size_t>(&x - d.a.constraints.data())],
              applied_b[static_cast<std::size_t>(&y - d.b.constraints.data())]);
    diff_constraint(d, x, y);
  });
}

}  // namespace sinew::inspect
