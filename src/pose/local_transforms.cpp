#include "pose/local_transforms.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "model/local_transform.hpp"

namespace sinew {

namespace {

/// Bones of a lean instance whose rotation or scale some animation changes.
class LeanTurns {
 public:
  LeanTurns(std::span<const LeanTurn> turns, const double* rotations, const double* scales) noexcept
      : turns_(turns.data()), rotations_(rotations), scales_(scales) {}
  [[nodiscard]] double rotation(std::size_t k) const noexcept { return rotations_[turns_[k].rotation]; }
  [[nodiscard]] const double* scale(std::size_t k) const noexcept { return scales_ + turns_[k].scale; }
  [[nodiscard]] std::size_t bone(std::size_t k) const noexcept { return turns_[k].bone; }

 private:
  const LeanTurn* turns_;
  const double *rotations_, *scales_;
};

/// A run of bones of a wide instance that are not sheared.
class WideTurns {
 public:
  explicit WideTurns(const BonePose* poses, std::size_t first) noexcept : poses_(poses + first), first_(first) {}
  [[nodiscard]] double rotation(std::size_t k) const noexcept { return poses_[k].rotation; }
  [[nodiscard]] const double* scale(std::size_t k) const noexcept { return &poses_[k].scale_x; }
  [[nodiscard]] std::size_t bone(std::size_t k) const noexcept { return first_ + k; }

 private:
  const BonePose* poses_;
  std::size_t first_;
};

/// Matrices from sines and cosines. A matrix is read as it was written: what is read across two writes has to wait for
/// them.
template <class Turns, class Which>
[[gnu::always_inline]] inline void set_turned(const Turns& turns, Which which, const Double2& sine,
                                              const Double2& cosine, Affine* locals) noexcept {
  for (std::size_t j = 0; j < 2; ++j) {
    Affine& local = locals[turns.bone(which(j))];
    const double* const scale = turns.scale(which(j));
    store2(&local.a, Double2{cosine[j], sine[j]} * scale[0]);
    store2(&local.c, Double2{-sine[j], cosine[j]} * scale[1]);
  }
}

template <class Turns, class Which>
[[gnu::always_inline]] inline void set_turned(const Turns& turns, Which which, const Double4& sine,
                                              const Double4& cosine, Affine* locals) noexcept {
  const Double4 minus = -sine;
  const Double4 x02 = __builtin_shufflevector(cosine, sine, 0, 4, 2, 6);
  const Double4 x13 = __builtin_shufflevector(cosine, sine, 1, 5, 3, 7);
  const Double4 y02 = __builtin_shufflevector(minus, cosine, 0, 4, 2, 6);
  const Double4 y13 = __builtin_shufflevector(minus, cosine, 1, 5, 3, 7);
  const Double4 linear[4] = {
      __builtin_shufflevector(x02, y02, 0, 1, 4, 5), __builtin_shufflevector(x13, y13, 0, 1, 4, 5),
      __builtin_shufflevector(x02, y02, 2, 3, 6, 7), __builtin_shufflevector(x13, y13, 2, 3, 6, 7)};
  for (std::size_t j = 0; j < 4; ++j) {
    const Double2 scale = load2(turns.scale(which(j)));
    const Double4 scaled = linear[j] * __builtin_shufflevector(scale, scale, 0, 0, 1, 1);
    std::memcpy(&locals[turns.bone(which(j))].a, &scaled, sizeof scaled);
  }
}

[[gnu::always_inline]] inline double size_of(const Double2& v) noexcept {
  const Double2 size = absolute(v);
  return size[0] + size[1];
}
[[gnu::always_inline]] inline double size_of(const Double4& v) noexcept {
  const Double2 size = absolute(__builtin_shufflevector(v, v, 0, 1)) + absolute(__builtin_shufflevector(v, v, 2, 3));
  return size[0] + size[1];
}

template <class Doubles, class Turns, class Which>
[[gnu::always_inline]] inline void turn_some(const Turns& turns, Which which, Affine* locals) noexcept {
  constexpr std::size_t n = lanes_of<Doubles>;
  Doubles degrees, sine, cosine;
  for (std::size_t j = 0; j < n; ++j) degrees[j] = turns.rotation(which(j));
  if (__builtin_expect(!(size_of(degrees) < most_degrees), 0)) {
    for (std::size_t j = 0; j < n; ++j) degrees[j] = std::fmod(degrees[j], 360.0);
  }
  sincos_lanes<Doubles, typename IntegersOf<Doubles>::type>(degrees, sine, cosine);
  set_turned(turns, which, sine, cosine, locals);
}

template <class Doubles, class Turns>
[[gnu::always_inline]] inline void turn_all(const Turns& turns, std::size_t count, Affine* locals) noexcept {
  constexpr std::size_t n = lanes_of<Doubles>;
  std::size_t k = 0;
  for (; k + n <= count; k += n)
    turn_some<Doubles>(
        turns, [k](std::size_t j) { return k + j; }, locals);
  // What the last lanes have too many of is the last one once more.
  if (k < count)
    turn_some<Doubles>(
        turns, [k, count](std::size_t j) { return std::min(k + j, count - 1); }, locals);
}

template <class Turns>
void turn_by_two(Turns turns, std::size_t count, Affine* locals) noexcept {
  turn_all<Double2>(turns, count, locals);
}

void compose_by_two(Affine* worlds, const Affine* locals, const std::uint32_t* parents, std::uint32_t i,
                    std::uint32_t end) noexcept {
  for (; i < end; ++i) compose_child(worlds, locals, parents, i);
}

[[gnu::always_inline]] inline bool sum_is_lost(std::span<const Affine> worlds) noexcept {
  Double2 sum = splat(0);
  for (const Affine& world : worlds) {
    sum += absolute(load2(&world.a)) + absolute(load2(&world.c)) + absolute(load2(&world.tx));
  }
  return !(sum[0] + sum[1] < lost);
}

#ifdef SINEW_FOUR_LANES
template <class Turns>
SINEW_FOUR_LANES void turn_by_four(Turns turns, std::size_t count, Affine* locals) noexcept {
  turn_all<Double4>(turns, count, locals);
}

SINEW_FOUR_LANES void compose_by_four(Affine* worlds, const Affine* locals, const std::uint32_t* parents,
                                      std::uint32_t i, std::uint32_t end) noexcept {
  for (; i < end; ++i) {
    const Affine& parent = worlds[parents[i]];
    const Affine& local = locals[i];
    Double4 l;
    std::memcpy(&l, &local.a, sizeof l);
    const Double2 x = load2(&parent.a), y = load2(&parent.c);
    const Double4 px = __builtin_shufflevector(x, x, 0, 1, 0, 1), py = __builtin_shufflevector(y, y, 0, 1, 0, 1);
    const Double4 linear =
        px * __builtin_shufflevector(l, l, 0, 0, 2, 2) + py * __builtin_shufflevector(l, l, 1, 1, 3, 3);
    const Double2 origin = x * local.tx + y * local.ty + load2(&parent.tx);
    std::memcpy(&worlds[i].a, &linear, sizeof linear);
    store2(&worlds[i].tx, origin);
  }
}

SINEW_FOUR_LANES bool any_lost_by_four(std::span<const Affine> worlds) noexcept {
  return sum_is_lost(worlds);
}

SINEW_FOUR_LANES void copy_by_four(std::span<const Affine> from, Affine* to) noexcept {
  for (const Affine& one : from) {
    Double4 linear;
    std::memcpy(&linear, &one.a, sizeof linear);
    const Double2 origin = load2(&one.tx);
    std::memcpy(&to->a, &linear, sizeof linear);
    store2(&to->tx, origin);
    ++to;
  }
}
#endif

template <class Turns>
void turn_locals(const Turns& turns, std::size_t count, Affine* locals, [[maybe_unused]] bool four) noexcept {
#ifdef SINEW_FOUR_LANES
  if (four) return turn_by_four(turns, count, locals);
#endif
  turn_by_two(turns, count, locals);
}

void copy(std::span<const Affine> from, Affine* to, [[maybe_unused]] bool four) noexcept {
#ifdef SINEW_FOUR_LANES
  if (four) return copy_by_four(from, to);
#endif
  std::copy(from.begin(), from.end(), to);
}

bool is_sheared(const BonePose& pose) noexcept {
  return !(pose.shear_x == 0 && pose.shear_y == 0);
}

void start_lean(const PoseBuffers& pose, Affine* locals, bool four) noexcept {
  const CompiledData& compiled = *pose.compiled;
  const LeanLayout& lean = compiled.lean;
  copy(compiled.setup_locals, locals, four);
  const double* const numbers = pose.numbers.data();
  for (const LeanMove& move : lean.moves) store2(&locals[move.bone].tx, load2(numbers + move.number));
  const auto* const setup = reinterpret_cast<const double*>(compiled.setup_bones.data());
  turn_locals(LeanTurns(lean.rotations, numbers, setup), lean.rotations.size(), locals, four);
  turn_locals(LeanTurns(lean.rotations_and_scales, numbers, numbers), lean.rotations_and_scales.size(), locals, four);
  turn_locals(LeanTurns(lean.scales, setup, numbers), lean.scales.size(), locals, four);
  for (const LeanShear& shear : lean.shears) {
    const double* const now = (shear.own ? numbers : setup) + shear.shear;
    const double* const before = setup + std::size_t{shear.bone} * (sizeof(BonePose) / sizeof(double)) + 5;
    const bool none = now[0] == 0 && now[1] == 0 && before[0] == 0 && before[1] == 0;
    if (!none) locals[shear.bone] = local_transform(local_pose(pose, shear.bone));
  }
}

void start_wide(const PoseBuffers& pose, Affine* locals, bool four) noexcept {
  const BonePose* const poses = pose.local.data();
  const std::size_t count = pose.local.size();
  for (std::size_t i = 0; i < count; ++i) store2(&locals[i].tx, load2(&poses[i].x));
  for (std::size_t i = 0; i < count;) {
    if (is_sheared(poses[i])) {
      locals[i] = local_transform(poses[i]);
      ++i;
      continue;
    }
    const std::size_t first = i;
    while (i < count && !is_sheared(poses[i])) ++i;
    turn_locals(WideTurns(poses, first), i - first, locals, four);
  }
}

}  // namespace

void start_locals(const PoseBuffers& pose, Affine* locals, bool four) noexcept {
  if (pose.lean) return start_lean(pose, locals, four);
  start_wide(pose, locals, four);
}

void compose_run(Affine* worlds, const Affine* locals, const std::uint32_t* parents, std::uint32_t first,
                 std::uint32_t end, [[maybe_unused]] bool four) noexcept {
#ifdef SINEW_FOUR_LANES
  if (four) return compose_by_four(worlds, locals, parents, first, end);
#endif
  compose_by_two(worlds, locals, parents, first, end);
}

bool any_lost(std::span<const Affine> worlds, [[maybe_unused]] bool four) noexcept {
#ifdef SINEW_FOUR_LANES
  if (four) return any_lost_by_four(worlds);
#endif
  return sum_is_lost(worlds);
}

}  // namespace sinew
