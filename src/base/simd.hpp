// Two doubles in one register, on every processor with 128-bit vectors; the compilers lower it to scalars elsewhere.
// Each lane computes exactly what scalar code would: no fused operations, no reassociation.
#pragma once

#include <cstdint>
#include <cstring>

namespace sinew {

typedef double Double2 __attribute__((vector_size(16)));
typedef std::int64_t Int2 __attribute__((vector_size(16)));

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

}  // namespace sinew
