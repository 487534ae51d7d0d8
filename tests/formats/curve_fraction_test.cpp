// The one fraction of a curve of 3.8 is found again in the handles that it became.
#include "formats/curve_fraction.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "base/number_text.hpp"
#include "sinew/diff.hpp"
#include "sinew/write.hpp"
#include "skeleton_json_fixture.hpp"

namespace sinew::test {
namespace {

class Random {
 public:
  /// Of any size from 2^-most to 2^most, or nothing.
  double number(int most) {
    const int exponent = std::uniform_int_distribution<int>(-most, most)(engine_);
    return below(8) == 0 ? 0.0 : std::ldexp(std::uniform_real_distribution<double>(-1, 1)(engine_), exponent);
  }
  unsigned below(unsigned end) { return std::uniform_int_distribution<unsigned>(0, end - 1)(engine_); }

 private:
  std::mt19937_64 engine_{5};
};

TEST(CurveFraction, RangesHoldAllThatGiveTheHandleBack) {
  Random random;
  constexpr double infinity = std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::max();
  for (int i = 0; i < 20000; ++i) {
    const double fraction = random.number(140);
    CurveHandle handle{random.number(140), random.number(140), 0};
    handle.value = handle.place(fraction);
    const std::optional<FractionRange> range = exact_fractions({&handle, 1});
    ASSERT_TRUE(range);
    ASSERT_TRUE(range->has(fraction)) << handle.start << ' ' << handle.span << ' ' << fraction;
    if (handle.span == 0) continue;
    for (const double edge : {range->low, range->high}) ASSERT_EQ(handle.place(edge), handle.value);
    if (range->low > -most) {
      ASSERT_NE(handle.place(std::nextafter(range->low, -infinity)), handle.value);
    }
    if (range->high < most) {
      ASSERT_NE(handle.place(std::nextafter(range->high, infinity)), handle.value);
    }
  }
}

TEST(CurveFraction, HandlesOfDifferentFractionsHaveNoRange) {
  const CurveHandle handles[] = {{0, 1, 0.25}, {0, 1, 0.5}};
  EXPECT_FALSE(exact_fractions(handles));
  const CurveHandle still[] = {{1, 0, 1}, {0, 8, 2}};
  const std::optional<FractionRange> range = exact_fractions(still);
  ASSERT_TRUE(range);
  EXPECT_TRUE(range->has(0.25));
  EXPECT_FALSE(range->has(0.2500001));
}

/// A number that may be any, or one that is close to the one before, or an editor's.
std::string some_number(Random& random, double& before) {
  switch (random.below(4)) {
    case 0:
      before = random.number(120);
      break;
    case 1:
      before = std::nextafter(before, 1e300);
      break;
    case 2:
      before += 1e-9 * before;
      break;
    default:
      before = std::round(random.number(9) * 100) / 100;
  }
  return exact(before);
}

TEST(CurveFraction, WritingCurvesOf38TwiceGivesTheSameText) {
  Random random;
  for (int i = 0; i < 1500; ++i) {
    double before = 0;
    const auto next = [&] { return some_number(random, before); };
    const double time = std::fabs(random.number(30)), later = time + std::fabs(random.number(30));
    const std::string members = R"("bones":[{"name":"b"}],"animations":{"w":{"bones":{"b":{"translate":[{"time":)" +
                                exact(time) + R"(,"x":)" + next() + R"(,"y":)" + next() + R"(,"curve":)" + next() +
                                R"(,"c2":)" + next() + R"(,"c3":)" + next() + R"(,"c4":)" + next() + R"(},{"time":)" +
                                exact(later) + R"(,"x":)" + next() + R"(,"y":)" + next() + "}]}}}}";
    const Loaded loaded = load_good("3.8.99", members);
    const Result<std::string> text = write_skeleton_json(*loaded.data);
    ASSERT_TRUE(text) << text.error() << members;
    const Loaded again = load(*text);
    ASSERT_TRUE(again.data) << *again.error;
    EXPECT_EQ(diff_skeletons(*loaded.data, *again.data).size(), 0u) << members << *text;
    EXPECT_EQ(*write_skeleton_json(*again.data), *text) << members;

    // A binary file has them as floats: what has been one of its files is the same the next time, and so is its text.
    const Result<std::string> rounded = write_skeleton_binary(*loaded.data);
    if (!rounded) continue;  // floats are not as large
    const Loaded floats = load(*rounded);
    ASSERT_TRUE(floats.data) << *floats.error;
    const Result<std::string> binary = write_skeleton_binary(*floats.data);
    ASSERT_TRUE(binary) << binary.error() << members;
    EXPECT_EQ(*write_skeleton_binary(*load(*binary).data), *binary) << members;
    const Result<std::string> decimals = write_skeleton_json(*floats.data);
    ASSERT_TRUE(decimals) << decimals.error() << members;
    EXPECT_EQ(*write_skeleton_json(*load(*decimals).data), *decimals) << members;
  }
}

}  // namespace
}  // namespace sinew::test
