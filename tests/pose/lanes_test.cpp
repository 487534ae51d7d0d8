// What many bones go through at once gives the same bits with four lanes as with two, and as bone by bone.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "model/local_transform.hpp"
#include "pose/local_transforms.hpp"
#include "pose/pose_buffers.hpp"

namespace sinew {
namespace {

bool same_bits(std::span<const Affine> a, std::span<const Affine> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

/// Poses of every size, some of them sheared, some beyond what one reduction can take.
std::vector<BonePose> random_poses(std::size_t count) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<BonePose> poses(count);
  for (std::size_t i = 0; i < count; ++i) {
    BonePose& pose = poses[i];
    pose = {unit(random) * 500, unit(random) * 500, unit(random) * 720, unit(random) * 3, unit(random) * 3, 0, 0};
    if (i % 11 == 0) pose.shear_x = unit(random) * 90;
    if (i % 17 == 0) pose.shear_y = unit(random) * 90;
    if (i % 23 == 0) pose.rotation = unit(random) * 1e15;
    if (i % 29 == 0) pose.rotation = 90.0 * static_cast<double>(i);
  }
  return poses;
}

TEST(Lanes, OneDirectionHasTheBitsOfTwo) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  std::uniform_int_distribution<int> exponent(-60, 60);
  for (int i = 0; i < 100000; ++i) {
    const double degrees = i < 1000 ? (i - 500) * 15.0 : std::ldexp(mantissa(random), exponent(random));
    const SinCos2 two = sincos_degrees(splat(degrees));
    const Double2 one = direction_degrees(degrees);
    const double expected[] = {two.cos[0], two.sin[0]}, actual[] = {one[0], one[1]};
    ASSERT_EQ(std::memcmp(expected, actual, sizeof expected), 0) << degrees;
  }
}

TEST(Lanes, LocalTransformsOfAWideInstance) {
  for (const std::size_t count : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 127u}) {
    std::vector<BonePose> poses = random_poses(count);
    PoseBuffers pose;
    pose.local = poses;
    std::vector<Affine> one(count), two(count), four(count);
    for (std::size_t i = 0; i < count; ++i) one[i] = local_transform(poses[i]);
    start_locals(pose, two.data(), false);
    EXPECT_TRUE(same_bits(one, two)) << count;
    if (!has_four_lanes()) continue;
    start_locals(pose, four.data(), true);
    EXPECT_TRUE(same_bits(one, four)) << count;
  }
}

TEST(Lanes, WorldTransforms) {
  constexpr std::uint32_t count = 127;
  const std::vector<BonePose> poses = random_poses(count);
  std::vector<Affine> locals(count);
  std::vector<std::uint32_t> parents(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    locals[i] = local_transform(poses[i]);
    parents[i] = i == 0 ? 0 : i * 5 % 7 % i;
  }
  for (const std::uint32_t first : {1u, 2u, 64u}) {
    for (const std::uint32_t end : {first, first + 1, first + 2, count}) {
      std::vector<Affine> one = locals, two = locals, four = locals;
      for (std::uint32_t i = first; i < end; ++i) compose_child(one.data(), locals.data(), parents.data(), i);
      compose_run(two.data(), locals.data(), parents.data(), first, end, false);
      EXPECT_TRUE(same_bits(one, two)) << first << " to " << end;
      if (!has_four_lanes()) continue;
      compose_run(four.data(), locals.data(), parents.data(), first, end, true);
      EXPECT_TRUE(same_bits(one, four)) << first << " to " << end;
    }
  }
}

TEST(Lanes, FindABoneThatIsLost) {
  for (const std::size_t count : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 40u}) {
    for (const bool four : {false, true}) {
      if (four && !has_four_lanes()) continue;
      std::vector<Affine> worlds(count);
      EXPECT_FALSE(any_lost(worlds, four));
      for (std::size_t i = 0; i < count; ++i) {
        for (double Affine::*const number :
             {&Affine::a, &Affine::b, &Affine::c, &Affine::d, &Affine::tx, &Affine::ty}) {
          for (const double value : {1e101, -1e101, HUGE_VAL, std::nan("")}) {
            std::vector<Affine> some = worlds;
            some[i].*number = value;
            EXPECT_TRUE(any_lost(some, four)) << count << " bones, of them " << i;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace sinew
