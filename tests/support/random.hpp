// Random numbers that are the same everywhere: the distributions of the standard library are not.
#pragma once

#include <cstdint>
#include <random>

namespace sinew::test {

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  /// From 0 to just below 1.
  double unit() { return next() / 4294967296.0; }
  double between(double low, double high) { return low + unit() * (high - low); }
  std::uint32_t below(std::uint32_t n) { return next() % n; }
  bool chance(double p) { return unit() < p; }
  template <class T, std::size_t n>
  T one_of(const T (&list)[n]) {
    return list[below(n)];
  }

 private:
  std::uint32_t next() { return static_cast<std::uint32_t>(engine_()); }
  std::mt19937 engine_;
};

}  // namespace sinew::test
