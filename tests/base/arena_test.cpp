#include "base/arena.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace sinew {
namespace {

struct Thing {
  int number = 42;
  double value = 1.5;
};

TEST(Arena, GivesValueInitialisedArrays) {
  Arena arena;
  const std::span<int> numbers = arena.array<int>(1000);
  ASSERT_EQ(numbers.size(), 1000u);
  for (int number : numbers) EXPECT_EQ(number, 0);
  for (const Thing& thing : arena.array<Thing>(10)) {
    EXPECT_EQ(thing.number, 42);
    EXPECT_EQ(thing.value, 1.5);
  }
}

TEST(Arena, GivesAnEmptySpanForNothing) {
  Arena arena;
  EXPECT_TRUE(arena.array<double>(0).empty());
  EXPECT_TRUE(arena.text("").empty());
  EXPECT_TRUE(arena.copy(std::span<const int>()).empty());
  EXPECT_EQ(arena.capacity(), 0u);
}

TEST(Arena, AlignsEveryPiece) {
  Arena arena;
  for (int i = 0; i < 1000; ++i) {
    static_cast<void>(arena.text("x"));
    const std::span<double> numbers = arena.array<double>(1);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers.data()) % alignof(double), 0u);
  }
}

TEST(Arena, NeverMovesWhatItHasGiven) {
  Arena arena;
  const std::string_view first = arena.text("the first piece");
  const std::span<std::uint32_t> numbers = arena.array<std::uint32_t>(100);
  for (std::uint32_t i = 0; i < 100; ++i) numbers[i] = i * i;
  for (int i = 0; i < 200; ++i) {
    const std::span<std::byte> filler = arena.array<std::byte>(10000);
    for (std::byte& byte : filler) byte = std::byte{0xff};
  }
  EXPECT_EQ(first, "the first piece");
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(numbers[i], i * i);
}

TEST(Arena, GivesPiecesThatDoNotOverlap) {
  Arena arena;
  std::vector<std::span<std::uint8_t>> pieces;
  for (std::size_t i = 0; i < 500; ++i) {
    pieces.push_back(arena.array<std::uint8_t>(i * 7 % 300 + 1));
    for (std::uint8_t& byte : pieces.back()) byte = static_cast<std::uint8_t>(i);
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (std::uint8_t byte : pieces[i]) ASSERT_EQ(byte, static_cast<std::uint8_t>(i));
  }
}

TEST(Arena, TakesPiecesLargerThanItsBlocks) {
  Arena arena;
  const std::span<double> large = arena.array<double>(1 << 20);
  large.back() = 3;
  EXPECT_EQ(arena.text("after"), "after");
  EXPECT_EQ(large.back(), 3);
  EXPECT_GE(arena.capacity(), (std::size_t{1} << 20) * sizeof(double));
}

TEST(Arena, CopiesTextAndArrays) {
  Arena arena;
  std::string text = "hip";
  const std::string_view kept = arena.text(text);
  text = "xxx";
  EXPECT_EQ(kept, "hip");
  int numbers[] = {1, 2, 3};
  const std::span<int> copied = arena.copy(std::span<const int>(numbers));
  numbers[1] = 9;
  ASSERT_EQ(copied.size(), 3u);
  EXPECT_EQ(copied[1], 2);
}

TEST(Arena, TakesNothingMoreFromTheSystemWithinWhatWasReserved) {
  Arena arena;
  arena.reserve(1 << 20);
  const std::size_t capacity = arena.capacity();
  EXPECT_GE(capacity, std::size_t{1} << 20);
  for (int i = 0; i < 100; ++i) static_cast<void>(arena.array<std::byte>(10000));
  EXPECT_EQ(arena.capacity(), capacity);
}

}  // namespace
}  // namespace sinew
