#include "model/sample_curves.hpp"

#include <algorithm>
#include <cstring>

#include "model/curve_pieces.hpp"

namespace sinew {

namespace {

template <class Doubles>
[[gnu::always_inline]] inline Cubic<Doubles> cubic(double p0, double p1, double p2, double p3) noexcept {
  Cubic<Doubles> same;
  splat_lanes(p0, same.p0);
  splat_lanes(p1, same.p1);
  splat_lanes(p2, same.p2);
  splat_lanes(p3, same.p3);
  return same;
}

/// x0, y0, x1, y1, ...
[[gnu::always_inline]] inline void store_in_turn(double* to, const Double2& x, const Double2& y) noexcept {
  store2(to, __builtin_shufflevector(x, y, 0, 2));
  store2(to + 2, __builtin_shufflevector(x, y, 1, 3));
}
[[gnu::always_inline]] inline void store_in_turn(double* to, const Double4& x, const Double4& y) noexcept {
  store_lanes<Double4>(to, __builtin_shufflevector(x, y, 0, 4, 1, 5));
  store_lanes<Double4>(to + 4, __builtin_shufflevector(x, y, 2, 6, 3, 7));
}

/// The next larger numbers.
template <class Doubles>
[[gnu::always_inline]] inline void next_after(const Doubles& from, Doubles& next) noexcept {
  typename IntegersOf<Doubles>::type bits, negative;
  next = from + 0.0;  // no negative zero
  const auto below_zero = next < 0.0;
  static_assert(sizeof bits == sizeof next && sizeof negative == sizeof below_zero);
  std::memcpy(&bits, &next, sizeof bits);
  std::memcpy(&negative, &below_zero, sizeof negative);
  bits += 1 + 2 * negative;
  std::memcpy(&next, &bits, sizeof next);
}

/// From `start` to `end`. Where a piece has no width it is infinitely wide, so that it never gets anywhere.
template <class Doubles>
[[gnu::always_inline]] inline void widths(const Doubles& start, const Doubles& end, Doubles& width) noexcept {
  typename IntegersOf<Doubles>::type bits, none;
  width = end - start;
  const auto is_zero = width == 0.0;
  std::memcpy(&bits, &width, sizeof bits);
  std::memcpy(&none, &is_zero, sizeof none);
  constexpr std::int64_t infinity = 0x7ff0000000000000;
  bits = (bits & ~none) | (none & infinity);
  std::memcpy(&width, &bits, sizeof width);
}

/// The times of one Bezier, some of its pieces at a time.
template <class Doubles>
struct BezierTimes {
  double* starts;
  Piece* pieces;

  /// `in_order`: stays negative in the lanes whose pieces start before they end.
  [[gnu::always_inline]] void add(const Cubic<Doubles>& curve, std::size_t i,
                                  typename IntegersOf<Doubles>::type& in_order) const noexcept {
    Doubles start, end, width, next;
    curve.get(cubic_weights<1>, i, start);
    curve.get(cubic_weights<1>, i + 1, end);
    const auto before = start <= end;
    typename IntegersOf<Doubles>::type mask;
    std::memcpy(&mask, &before, sizeof mask);
    in_order &= mask;
    widths(start, end, width);
    store_in_turn(&pieces[i].start, start, width);
    next_after(start, next);
    store_lanes(starts + i, next);
  }
};

/// Where handles lead back in time. The first piece is taken for times strictly before its end, the others up to and
/// including it. Whoever comes to a piece has passed the ends of all before it, wherever they are.
void start_out_of_order(double t1, const double* points, double t2, double* starts) noexcept {
  double from = starts[0] = t1;
  for (std::size_t j = 1; j < pieces_of_bezier; ++j) {
    Double2 next = splat(points[j - 1]);
    next_after(next, next);
    const double start = j == 1 ? points[0] : next[0];
    starts[j] = from = std::min(std::max(from, start), t2);
  }
}

template <class Doubles>
[[gnu::always_inline]] inline void add_bezier(double t1, const Bezier& handles, double t2, double* starts,
                                              Piece* pieces) noexcept {
  constexpr std::size_t n = lanes_of<Doubles>, last = pieces_of_bezier - 2;
  typename IntegersOf<Doubles>::type in_order = {};
  in_order = ~in_order;
  const Cubic<Doubles> curve = cubic<Doubles>(t1, handles.cx1, handles.cx2, t2);
  for (std::size_t i = 0; i + n <= last; i += n) BezierTimes<Doubles>{starts, pieces}.add(curve, i, in_order);
  Int2 last_in_order = {-1, -1};
  const Cubic<Double2> rest = cubic<Double2>(t1, handles.cx1, handles.cx2, t2);
  BezierTimes<Double2>{starts, pieces}.add(rest, last, last_in_order);
  // Exactly where the key is, whatever the sign of its zero.
  starts[0] = pieces[0].start = t1;
  starts[1] = pieces[1].start;
  std::int64_t all = last_in_order[0] & last_in_order[1];
  for (std::size_t i = 0; i < n; ++i) all &= in_order[i];
  if (__builtin_expect(all != 0 && pieces[pieces_of_bezier - 1].start < t2, 1)) return;
  double points[pieces_of_bezier];
  sample_cubic(t1, handles.cx1, handles.cx2, t2, points);
  start_out_of_order(t1, points, t2, starts);
}

template <class Doubles>
[[gnu::always_inline]] inline void times_of_all(const Timeline& timeline, std::size_t component, double* starts,
                                                Piece* pieces) noexcept {
  const std::size_t keys = timeline.times.size();
  for (std::size_t key = 0; key < keys; ++key) {
    const double t1 = timeline.times[key];
    const Curve kind = curve_from(timeline, key);
    if (kind == Curve::bezier) {
      add_bezier<Doubles>(t1, handles_of(timeline, key, component), timeline.times[key + 1], starts, pieces);
      starts += pieces_of_bezier;
      pieces += pieces_of_bezier;
      continue;
    }
    const double t2 = kind == Curve::linear ? timeline.times[key + 1] : t1;
    *starts++ = t1;
    *pieces++ = {t1, t2 != t1 ? t2 - t1 : std::numeric_limits<double>::infinity()};
  }
}

/// The values of one component; `lanes` numbers from one to the next.
template <class Doubles>
[[gnu::always_inline]] inline void values_of_one(const Timeline& timeline, std::size_t c, std::size_t lanes,
                                                 double* out) noexcept {
  constexpr std::size_t n = lanes_of<Doubles>, inner = pieces_of_bezier - 1;
  const std::size_t components = timeline.components, keys = timeline.times.size();
  for (std::size_t key = 0; key < keys; ++key) {
    const double v1 = timeline.values[key * components + c];
    *out = v1;
    out += lanes;
    if (curve_from(timeline, key) != Curve::bezier) continue;
    const Bezier& handles = handles_of(timeline, key, c);
    const double v2 = timeline.values[(key + 1) * components + c];
    const Cubic<Doubles> curve = cubic<Doubles>(v1, handles.cy1, handles.cy2, v2);
    const auto& w = cubic_weights<1>.of;
    const double ninth = w[0][inner] * v1 + w[1][inner] * handles.cy1 + w[2][inner] * handles.cy2 + w[3][inner] * v2;
    for (std::size_t i = 0; i + n <= inner; i += n) {
      Doubles points;
      curve.get(cubic_weights<1>, i + 1, points);
      if (lanes == 1) {
        store_lanes(out + i, points);
      } else {
        for (std::size_t j = 0; j < n; ++j) out[(i + j) * lanes] = points[j];
      }
    }
    out[(inner - 1) * lanes] = ninth;
    out += inner * lanes;
  }
}

[[gnu::always_inline]] inline void set_pair(Double2& lanes, double x, double y) noexcept {
  lanes = Double2{x, y};
}
[[gnu::always_inline]] inline void set_pair(Double4& lanes, double x, double y) noexcept {
  lanes = Double4{x, y, x, y};
}

template <class Doubles>
[[gnu::always_inline]] inline Cubic<Doubles> cubic_of_pair(const double* v1, const Bezier& x, const Bezier& y,
                                                           const double* v2) noexcept {
  Cubic<Doubles> curve;
  set_pair(curve.p0, v1[0], v1[1]);
  set_pair(curve.p1, x.cy1, y.cy1);
  set_pair(curve.p2, x.cy2, y.cy2);
  set_pair(curve.p3, v2[0], v2[1]);
  return curve;
}

/// The values of both components of a timeline of two.
template <class Doubles>
[[gnu::always_inline]] inline void values_of_two(const Timeline& timeline, double* out) noexcept {
  constexpr std::size_t n = lanes_of<Doubles>, inner = 2 * (pieces_of_bezier - 1);
  const std::size_t keys = timeline.times.size();
  for (std::size_t key = 0; key < keys; ++key) {
    const double* const v1 = &timeline.values[key * 2];
    store2(out, load2(v1));
    out += 2;
    if (curve_from(timeline, key) != Curve::bezier) continue;
    const Bezier &x = handles_of(timeline, key, 0), &y = handles_of(timeline, key, 1);
    const Cubic<Doubles> curve = cubic_of_pair<Doubles>(v1, x, y, v1 + 2);
    for (std::size_t i = 0; i + n <= inner; i += n) {
      Doubles points;
      curve.get(cubic_weights<2>, i + 2, points);
      store_lanes(out + i, points);
    }
    Double2 ninth;
    cubic_of_pair<Double2>(v1, x, y, v1 + 2).get(cubic_weights<2>, inner, ninth);
    store2(out + inner - 2, ninth);
    out += inner;
  }
}

template <class Doubles>
[[gnu::always_inline]] inline void values_of_all(const Timeline& timeline, std::size_t first, std::size_t lanes,
                                                 double* values) noexcept {
  if (lanes == 2 && timeline.components == 2) return values_of_two<Doubles>(timeline, values);
  if (lanes == 1) return values_of_one<Doubles>(timeline, first, 1, values);
  for (std::size_t lane = 0; lane < lanes; ++lane) values_of_one<Doubles>(timeline, first + lane, lanes, values + lane);
}

/// The starts and ends of some pieces of the ten in `out`.
template <class Doubles>
[[gnu::always_inline]] inline void store_ends(const Cubic<Doubles>& curve, std::size_t i, double* out) noexcept {
  Doubles start, end;
  curve.get(cubic_weights<1>, i, start);
  curve.get(cubic_weights<1>, i + 1, end);
  store_in_turn(out + 2 * i, start, end);
}

template <class Doubles>
[[gnu::always_inline]] inline void progress_of_all(const Timeline& timeline, double* out) noexcept {
  constexpr std::size_t n = lanes_of<Doubles>, last = pieces_of_bezier - 2;
  for (std::size_t key = 0; key < timeline.times.size(); ++key) {
    const Curve kind = curve_from(timeline, key);
    if (kind != Curve::bezier) {
      store2(out, Double2{0, kind == Curve::linear ? 1.0 : 0.0});
      out += 2;
      continue;
    }
    const Bezier& handles = handles_of(timeline, key, 0);
    const Cubic<Doubles> curve = cubic<Doubles>(0, handles.cy1, handles.cy2, 1);
    for (std::size_t i = 0; i + n <= last; i += n) store_ends(curve, i, out);
    store_ends(cubic<Double2>(0, handles.cy1, handles.cy2, 1), last, out);
    out += 2 * pieces_of_bezier;
  }
}

void count_one_by_one(const TimeChannel& channel, std::size_t first, double cells_per_second, double last_cell,
                      std::uint32_t* counts, std::size_t stride) noexcept {
  for (std::size_t i = first; i < channel.count; ++i) {
    ++counts[cell_of(channel.starts[i], cells_per_second, last_cell) * stride];
  }
}

#ifdef SINEW_FOUR_LANES
SINEW_FOUR_LANES void count_by_four(const TimeChannel& channel, double cells_per_second, double last_cell,
                                    std::uint32_t* counts, std::size_t stride) noexcept {
  typedef std::int32_t Numbers __attribute__((vector_size(16)));
  const Double4 zero = {};
  Double4 last, per_second;
  splat_lanes(last_cell, last);
  splat_lanes(cells_per_second, per_second);
  std::size_t i = 0;
  for (; i + 4 <= channel.count; i += 4) {
    Double4 cell;
    load_lanes(channel.starts + i, cell);
    cell *= per_second;
    cell = cell < last ? cell : last;
    cell = cell > zero ? cell : zero;
    const auto numbers = __builtin_convertvector(cell, Numbers);
    for (std::size_t j = 0; j < 4; ++j) ++counts[static_cast<std::uint32_t>(numbers[j]) * stride];
  }
  count_one_by_one(channel, i, cells_per_second, last_cell, counts, stride);
}
SINEW_FOUR_LANES void times_by_four(const Timeline& timeline, std::size_t component, double* starts,
                                    Piece* pieces) noexcept {
  times_of_all<Double4>(timeline, component, starts, pieces);
}
SINEW_FOUR_LANES void values_by_four(const Timeline& timeline, std::size_t first, std::size_t lanes,
                                     double* values) noexcept {
  values_of_all<Double4>(timeline, first, lanes, values);
}
SINEW_FOUR_LANES void progress_by_four(const Timeline& timeline, double* values) noexcept {
  progress_of_all<Double4>(timeline, values);
}
#endif

}  // namespace

std::size_t count_pieces(const Timeline& timeline) noexcept {
  std::size_t count = 0;
  for (std::size_t key = 0; key < timeline.times.size(); ++key) {
    count += curve_from(timeline, key) == Curve::bezier ? pieces_of_bezier : 1;
  }
  return count;
}

void sample_times(const Timeline& timeline, std::size_t component, double* starts, Piece* pieces,
                  [[maybe_unused]] bool four) noexcept {
#ifdef SINEW_FOUR_LANES
  if (four) return times_by_four(timeline, component, starts, pieces);
#endif
  times_of_all<Double2>(timeline, component, starts, pieces);
}

void sample_values(const Timeline& timeline, std::size_t first, std::size_t lanes, double* values,
                   [[maybe_unused]] bool four) noexcept {
#ifdef SINEW_FOUR_LANES
  if (four) return values_by_four(timeline, first, lanes, values);
#endif
  values_of_all<Double2>(timeline, first, lanes, values);
}

void sample_progress(const Timeline& timeline, double* values, [[maybe_unused]] bool four) noexcept {
#ifdef SINEW_FOUR_LANES
  if (four) return progress_by_four(timeline, values);
#endif
  progress_of_all<Double2>(timeline, values);
}

void count_starts(const TimeChannel& channel, double cells_per_second, double last_cell, std::uint32_t* counts,
                  std::size_t stride, [[maybe_unused]] bool four) noexcept {
#ifdef SINEW_FOUR_LANES
  if (four) return count_by_four(channel, cells_per_second, last_cell, counts, stride);
#endif
  count_one_by_one(channel, 0, cells_per_second, last_cell, counts, stride);
}

}  // namespace sinew
