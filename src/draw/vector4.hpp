// Four floats at once, with the compiler's vector extensions: SSE, NEON and WebAssembly alike.
//
// Every operation rounds each lane like the scalar operation of the same name, so that a scalar loop which does the
// same operations in the same order has the same bits.
#pragma once

#include <cstring>

#include "base/simd.hpp"

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector) && __has_builtin(__builtin_convertvector)
#define SINEW_VECTOR_UNIT 1
#endif
#endif

#ifdef SINEW_VECTOR_UNIT

namespace sinew {

using Float4 = float __attribute__((vector_size(16)));
using Float2 = float __attribute__((vector_size(8)));
using Int4 = std::int32_t __attribute__((vector_size(16)));

[[nodiscard]] inline Float4 load4(const float* from) noexcept {
  Float4 v;
  std::memcpy(&v, from, sizeof v);
  return v;
}
inline void store4(float* to, Float4 v) noexcept {
  std::memcpy(to, &v, sizeof v);
}

/// lo[0], lo[1], hi[0], hi[1]. As doubles, because that is how compilers know to load halves of a register.
[[nodiscard]] inline Float4 load_pairs(const float* lo, const float* hi) noexcept {
  double a, b;
  std::memcpy(&a, lo, sizeof a);
  std::memcpy(&b, hi, sizeof b);
  const Double2 both = {a, b};
  Float4 v;
  std::memcpy(&v, &both, sizeof v);
  return v;
}

template <int A, int B, int C, int D>
[[nodiscard]] inline Float4 shuffle(Float4 x, Float4 y) noexcept {
  return __builtin_shufflevector(x, y, A, B, C, D);
}

[[nodiscard]] inline Float2 to_floats(Double2 v) noexcept {
  return __builtin_convertvector(v, Float2);
}

/// Two doubles here and two there, rounded to floats.
[[nodiscard]] inline Float4 load_doubles(const double* lo, const double* hi) noexcept {
  return __builtin_shufflevector(to_floats(load2(lo)), to_floats(load2(hi)), 0, 1, 2, 3);
}

}  // namespace sinew

#endif
