// Path constraints: bones along a path. Spec: constraints.md 8.
#include <algorithm>
#include <array>
#include <cmath>

#include "pose/curves.hpp"
#include "pose/solver.hpp"
#include "pose/world_vertices.hpp"

namespace sinew {

namespace {

/// A place on the path and where the path goes from there, a vector of any length.
struct PathPoint {
  Double2 at{0, 0}, ahead{0, 0};
};

/// The direction of a vector. One without length counts as along x, as its arc tangent does.
Double2 unit(Double2 v) noexcept {
  const double size = length(v);
  return size > 0 ? v / size : Double2{1, 0};
}

/// The lengths of two vectors at once.
Double2 lengths(Double2 a, Double2 b) noexcept {
  const Double2 x{a[0], b[0]}, y{a[1], b[1]};
  const Double2 squares = x * x + y * y;
  return Double2{std::sqrt(squares[0]), std::sqrt(squares[1])};
}

/// The instance's scratch memory, cut for one constraint; model/finish.cpp, path_numbers() has the sizes.
struct PathScratch {
  std::span<double> vertices;    // 2 a vertex
  std::span<double> curve_ends;  // at most 1 a vertex
  std::span<double> spaces;      // bones + 1
  std::span<double> lengths;     // bones + 1
  std::span<double> points;      // 4 a point, at most bones + 1 points

  PathScratch(std::span<double> memory, std::size_t vertex_count, std::size_t bones) {
    const auto take = [&](std::size_t count) {
      const std::span<double> part = memory.first(count);
      memory = memory.subspan(count);
      return part;
    };
    vertices = take(vertex_count * 2);
    curve_ends = take(vertex_count);
    spaces = take(bones + 1);
    lengths = take(bones + 1);
    points = take((bones + 1) * 4);
  }
  void set_point(std::size_t i, const PathPoint& p) {
    store2(&points[4 * i], p.at);
    store2(&points[4 * i + 2], p.ahead);
  }
  [[nodiscard]] PathPoint point(std::size_t i) const { return {load2(&points[4 * i]), load2(&points[4 * i + 2])}; }
};

/// The path as it lies in the world. Spec: 8.2.
class WorldPath {
 public:
  WorldPath(std::span<const double> vertices, std::span<double> ends, const PathShape& shape)
      : vertices_(vertices), ends_(ends), shape_(shape), knots_(vertices.size() / 6) {
    curves_ = shape.closed ? knots_ : knots_ - 1;
    double sum = 0;
    for (std::size_t j = 0; j < curves_; ++j) {
      if (shape.constant_speed) {
        sum += quarter_length(j);
        ends_[j] = sum;
      } else {
        ends_[j] = j < shape.lengths.size() ? shape.lengths[j] : 0;
      }
    }
  }

  [[nodiscard]] double length() const { return ends_[curves_ - 1]; }

  /// The place `s` along the path. Points are asked for in order: the search goes on from the one before.
  PathPoint at(double s, bool with_direction, bool restart) {
    const double l = length();
    if (shape_.closed) {
      s = l != 0 ? std::fmod(s, l) : 0;
      if (s < 0) s += l;
      curve_ = 0;
    } else if (s < 0) {
      const Double2 first = vertex(1), d = vertex(2) - first;
      return {first + s * unit(d), d};
    } else if (s > l) {
      const Double2 last = vertex(3 * knots_ - 2), d = last - vertex(3 * knots_ - 3);
      return {last + (s - l) * unit(d), d};
    }
    while (curve_ + 1 < curves_ && s > ends_[curve_]) ++curve_;
    const double start = curve_ == 0 ? 0 : ends_[curve_ - 1];
    double f = (s - start) / (ends_[curve_] - start);
    if (shape_.constant_speed) {
      if (curve_ != tenths_of_ || (restart && shape_.closed)) piece_ = 0;
      f = by_length(f);
    }
    return on_curve(f, with_direction);
  }

 private:
  [[nodiscard]] Double2 vertex(std::size_t i) const {
    if (i >= 3 * knots_) i -= 3 * knots_;
    return load2(&vertices_[2 * i]);
  }
  [[nodiscard]] std::array<Double2, 4> control(std::size_t curve) const {
    return {vertex(3 * curve + 1), vertex(3 * curve + 2), vertex(3 * curve + 3), vertex(3 * curve + 4)};
  }

  /// Length of the polygon through the curve's quarters, by forward differences.
  [[nodiscard]] double quarter_length(std::size_t curve) const {
    const auto [p0, p1, p2, p3] = control(curve);
    const Double2 a = 0.1875 * (p0 - 2.0 * p1 + p2), b = 0.09375 * (3.0 * (p1 - p2) - p0 + p3);
    const Double2 d1 = 0.75 * (p1 - p0) + a + b / 6.0;
    const Double2 d2 = d1 + 2.0 * a + b, d3 = d2 + 2.0 * a + 2.0 * b, d4 = d3 + 2.0 * a + 3.0 * b;
    const Double2 first = lengths(d1, d2), second = lengths(d3, d4);
    return first[0] + first[1] + second[0] + second[1];
  }

  /// The parameter at the fraction `f` of a curve's length, the curve cut in ten.
  double by_length(double f) {
    if (curve_ != tenths_of_) {
      tenths_of_ = curve_;
      const auto [p0, p1, p2, p3] = control(curve_);
      const Double2 a = 0.03 * (p0 - 2.0 * p1 + p2), b = 0.006 * (3.0 * (p1 - p2) - p0 + p3);
      Double2 d = 0.3 * (p1 - p0) + a + b / 6.0;
      double sum = 0;
      for (std::size_t m = 0; m < 10; m += 2) {
        if (m > 0) d += 2.0 * a + static_cast<double>(m) * b;
        const Double2 before = d;
        d += 2.0 * a + static_cast<double>(m + 1) * b;
        const Double2 both = lengths(before, d);
        tenths_[m] = sum + both[0];
        tenths_[m + 1] = sum = tenths_[m] + both[1];
      }
    }
    const double y = f * tenths_[9];
    while (piece_ < 9 && y > tenths_[piece_]) ++piece_;
    if (piece_ == 0) return 0.1 * y / tenths_[0];
    const double before = tenths_[piece_ - 1];
    return 0.1 * (static_cast<double>(piece_) + (y - before) / (tenths_[piece_] - before));
  }

  [[nodiscard]] PathPoint on_curve(double h, bool with_direction) const {
    const auto [p0, p1, p2, p3] = control(curve_);
    if (h == 0 || !(h == h)) return {p0, p1 - p0};
    PathPoint point;
    const double w = 1 - h;
    point.at = w * w * w * p0 + 3 * w * w * h * p1 + 3 * w * h * h * p2 + h * h * h * p3;
    if (!with_direction) return point;
    point.ahead = h < 0.001 ? p1 - p0 : point.at - (w * w * p0 + 2 * w * h * p1 + h * h * p2);
    return point;
  }

  std::span<const double> vertices_;
  std::span<double> ends_;
  const PathShape& shape_;
  std::size_t knots_, curves_ = 0;
  std::size_t curve_ = 0;
  std::size_t tenths_of_ = npos;  // the curve that tenths_ are of
  std::size_t piece_ = 0;
  std::array<double, 10> tenths_{};
};

/// How far apart the points are. Spec: 8.1. Fills spaces[1 ..] and, for each bone, its length in the world.
void measure_spaces(Solver& solver, const PathData& data, double spacing, std::size_t count, PathScratch& scratch) {
  constexpr double shortest = 1e-5;
  scratch.spaces[0] = 0;
  double sum = 0;
  for (std::size_t i = 0; i < data.bones.size(); ++i) {
    const double len = solver.data[data.bones[i]].length;
    const bool percent = data.spacing_mode == SpacingMode::percent;
    const bool is_short = len < shortest;
    const double e = is_short && !percent ? 0 : len * length(solver.columns(data.bones[i]).x);
    scratch.lengths[i] = e;
    if (i + 1 >= count) continue;
    double space = spacing;
    if (!is_short) {
      switch (data.spacing_mode) {
        case SpacingMode::percent:
          break;
        case SpacingMode::length: {
          const double wanted = len + spacing;
          space = (solver.newer ? std::max(0.0, wanted) : wanted) * e / len;
          break;
        }
        case SpacingMode::fixed:
          space = spacing * e / len;
          break;
        case SpacingMode::proportional:
          space = e;
          sum += e;
          break;
      }
    }
    scratch.spaces[i + 1] = space;
  }
  if (data.spacing_mode == SpacingMode::proportional && sum > 0) {
    for (std::size_t i = 1; i < count; ++i) scratch.spaces[i] *= static_cast<double>(count) * spacing / sum;
  }
}

/// Moves and turns the bones onto the points. Spec: 8.4.
void place_bones(Solver& solver, const PathData& data, const double* values, std::size_t count,
                 const PathScratch& scratch) {
  const double mix_rotate = values[path_value::mix_rotate];
  const Double2 mix{values[path_value::mix_x], values[path_value::mix_y]};
  const bool tip = data.rotate_mode == RotateMode::chain && data.rotation == 0;
  const bool mirrored = !(determinant(solver.columns(solver.data[data.slot].bone)) > 0);
  const double offset = data.rotation * radians_per_degree * (mirrored ? -1 : 1);
  const Double2 offset_direction = tip || mix_rotate != 1 ? Double2{1, 0} : direction(offset);
  Double2 pen = scratch.point(0).at;
  for (std::size_t i = 0; i < data.bones.size(); ++i) {
    const BoneIndex bone = data.bones[i];
    solver.touch_world(bone);
    Affine& world = solver.world(bone);
    Columns m = columns_of(world);
    const Double2 o = origin_of(world);
    store_origin(world, o + (pen - o) * mix);
    const bool has_next = i + 1 < count;
    const PathPoint next = has_next ? scratch.point(i + 1) : PathPoint{};
    const Double2 d = has_next ? next.at - pen : Double2{0, 0};
    const double e = scratch.lengths[i];
    if (data.rotate_mode == RotateMode::chain_scale && e != 0) m.x *= (length(d) / e - 1) * mix_rotate + 1;
    if (has_next) pen = next.at;
    if (mix_rotate > 0) {
      const Double2 wanted = data.rotate_mode == RotateMode::tangent ? scratch.point(i).ahead
                             : scratch.spaces[i + 1] == 0            ? next.ahead
                                                                     : d;
      // From the bone's x axis to where it is to point.
      const Double2 x = unit(m.x);
      const Double2 turned = turn(Double2{x[0], -x[1]}, unit(wanted));
      if (tip) pen += mix_rotate * (solver.data[bone].length * turn(turned, m.x) - d);
      if (mix_rotate == 1) {
        m = turn(turn(offset_direction, turned), m);
      } else {
        double a = angle_of(wanted) - angle_of(m.x);
        if (!tip) a += offset;
        m = turn(direction(wrap_radians(a) * mix_rotate), m);
      }
    }
    store_linear(world, m);
    solver.changed_world(bone);
  }
}

}  // namespace

void solve_path(Solver& solver, std::uint32_t constraint) noexcept {
  const PathData& data = *solver.data.constraints[constraint].path;
  const double* values = solver.values(constraint).values;
  if (values[path_value::mix_rotate] == 0 && values[path_value::mix_x] == 0 && values[path_value::mix_y] == 0) return;
  const AttachmentIndex index = solver.pose.shown().attachment[data.slot.value];
  if (!index) return;
  const Attachment& attachment = solver.data[index];
  if (!attachment.path_shape) return;
  const PathShape& shape = *attachment.path_shape;
  const std::size_t vertices = shape.vertices.count;
  const std::size_t bones = data.bones.size();
  // A path that another slot's skin entry brought here may be larger than what was measured for this constraint.
  const std::size_t needed = vertices * 3 + (bones + 1) * 6;
  if (vertices < (shape.closed ? 3u : 6u) || solver.pose.compiled->path_scratch < needed) return;

  double on_stack[most_path_numbers_on_stack];
  const std::span<double> numbers =
      solver.pose.path_scratch.empty() ? std::span<double>(on_stack) : solver.pose.path_scratch.span();
  PathScratch scratch(numbers, vertices, bones);
  std::span<const double> deform = deform_of(solver.pose, solver.pose.shown(), data.slot);
  if (deform.size() != shape.vertices.deform_size()) deform = {};
  compute_world_vertices(shape.vertices, deform, solver.pose.world.span(), solver.data[data.slot].bone,
                         scratch.vertices);
  WorldPath path(scratch.vertices, scratch.curve_ends, shape);

  const bool tangent = data.rotate_mode == RotateMode::tangent;
  const std::size_t count = tangent ? bones : bones + 1;
  measure_spaces(solver, data, values[path_value::spacing], count, scratch);
  double factor = 1;
  if (data.spacing_mode == SpacingMode::percent) factor = path.length();
  if (data.spacing_mode == SpacingMode::proportional) factor = path.length() / static_cast<double>(count);
  double s = values[path_value::position];
  if (data.position_mode == PositionMode::percent) s *= path.length();
  for (std::size_t i = 0; i < count; ++i) {
    s += factor * scratch.spaces[i];
    const bool with_direction = tangent || (i > 0 && scratch.spaces[i] == 0);
    scratch.set_point(i, path.at(s, with_direction, solver.newer));
  }
  place_bones(solver, data, values, count, scratch);
}

}  // namespace sinew
