// Two doubles in one register, on every processor with 128-bit vectors; the compilers lower it to scalars elsewhere.
// Each lane computes exactly what scalar code would: no fused operations, no reassociation.
//
// Four of them only in functions that are compiled for processors with 256-bit vectors (SINEW_FOUR_LANES), and never by
// value from or to a function that is not inlined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sinew {

typedef double Double2 __attribute__((vector_size(16)));
typedef std::int64_t Int2 __attribute__((vector_size(16)));
typedef double Double4 __attribute__((vector_size(32)));
typedef std::int64_t Long4 __attribute__((vector_size(32)));

#if defined(__x86_64__) && defined(__OPTIMIZE__)
/// Before a function that may only be called where has_four_lanes().
#define SINEW_FOUR_LANES [[gnu::target("avx2")]]
#endif

/// Whether this processor has 256-bit vectors, and functions for them were compiled.
[[nodiscard]] inline bool has_four_lanes() noexcept {
#ifdef SINEW_FOUR_LANES
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

[[nodiscard]] inline Double2 splat(double x) noexcept {
  return Double2{x, x};
}

/// Loads two neighbouring doubles; no alignment needed.
[[nodiscard]] inline Double2 load2(const double* p) noexcept {
  Double2 v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

[[nodiscard]] inline Int2 bits_of(Double2 v) noexcept {
  Int2 bits;
  std::memcpy(&bits, &v, sizeof bits);
  return bits;
}
[[nodiscard]] inline Double2 from_bits(Int2 bits) noexcept {
  Double2 v;
  std::memcpy(&v, &bits, sizeof v);
  return v;
}
[[nodiscard]] inline Double2 absolute(Double2 v) noexcept {
  constexpr std::int64_t but_the_sign = 0x7fffffffffffffff;
  return from_bits(bits_of(v) & Int2{but_the_sign, but_the_sign});
}

inline void store2(double* p, Double2 v) noexcept {
  std::memcpy(p, &v, sizeof v);
}

/// For what is written once for two and for four lanes.
template <class Doubles>
inline constexpr std::size_t lanes_of = sizeof(Doubles) / sizeof(double);

template <class Doubles>
struct IntegersOf;
template <>
struct IntegersOf<Double2> {
  using type = Int2;
};
template <>
struct IntegersOf<Double4> {
  using type = Long4;
};

// By reference: compilers warn of four lanes that are passed by value also where all is inlined.
template <class Doubles>
[[gnu::always_inline]] inline void load_lanes(const double* p, Doubles& v) noexcept {
  std::memcpy(&v, p, sizeof v);
}
template <class Doubles>
[[gnu::always_inline]] inline void store_lanes(double* p, const Doubles& v) noexcept {
  std::memcpy(p, &v, sizeof v);
}
template <class Doubles>
[[gnu::always_inline]] inline void splat_lanes(double x, Doubles& v) noexcept {
  for (std::size_t i = 0; i < lanes_of<Doubles>; ++i) v[i] = x;
}

}  // namespace sinew
