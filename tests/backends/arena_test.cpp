#include "engine/backends/cpu/arena.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "engine/device/device_checks.h"

namespace strata::cpu {
namespace {

struct Piece {
  unsigned char* memory = nullptr;
  std::size_t bytes = 0;
  unsigned char mark = 0;
};

bool intact(const Piece& piece) {
  return std::all_of(piece.memory, piece.memory + piece.bytes, [&](unsigned char c) { return c == piece.mark; });
}

TEST(Arena, PiecesNeverOverlapWhateverTheOrder) {
  Arena arena(64 << 20);
  std::mt19937 random(7);
  std::vector<Piece> pieces;
  for (int step = 0; step < 3000; ++step) {
    if (pieces.size() < 40 || random() % 2 == 0) {
      Piece piece{nullptr, 1 + random() % 100'000, static_cast<unsigned char>(step)};
      piece.memory = static_cast<unsigned char*>(arena.allocate(piece.bytes, nullptr));
      ASSERT_NE(piece.memory, nullptr);
      ASSERT_EQ(reinterpret_cast<std::uintptr_t>(piece.memory) % Arena::kAlignment, 0u);
      std::memset(piece.memory, piece.mark, piece.bytes);
      pieces.push_back(piece);
    } else {
      std::swap(pieces[random() % pieces.size()], pieces.back());
      ASSERT_TRUE(intact(pieces.back()));
      arena.free(pieces.back().memory, nullptr);
      pieces.pop_back();
    }
    if (pieces.size() > 400) break;
  }
  for (const Piece& piece : pieces) {
    EXPECT_TRUE(intact(piece));
    arena.free(piece.memory, nullptr);
  }
  EXPECT_EQ(arena.used(), 0u);
}

TEST(Arena, FreePiecesJoinAgain) {
  Arena arena(2 << 20);
  std::vector<void*> pieces;
  for (int i = 0; i < 8; ++i) pieces.push_back(arena.allocate(256 << 10, nullptr));
  EXPECT_EQ(arena.allocate(1, nullptr), nullptr);
  for (const int i : {1, 3, 2, 7, 0, 5, 6, 4}) arena.free(pieces[static_cast<std::size_t>(i)], nullptr);
  void* whole = arena.allocate(2 << 20, nullptr);
  EXPECT_NE(whole, nullptr);
  arena.free(whole, nullptr);
}

TEST(Arena, HandsOutNoMoreThanItsCapacity) {
  Arena arena(1 << 20);
  void* most = arena.allocate((1 << 20) - 256, nullptr);
  ASSERT_NE(most, nullptr);
  EXPECT_EQ(arena.allocate(257, nullptr), nullptr);
  EXPECT_EQ(arena.allocate(SIZE_MAX, nullptr), nullptr);
  void* last = arena.allocate(256, nullptr);
  EXPECT_NE(last, nullptr);
  EXPECT_EQ(arena.used(), arena.capacity());
  arena.free(most, nullptr);
  EXPECT_EQ(arena.used(), 256u);
  arena.free(last, nullptr);
}

// What is left may be more than what was requested, and less than the segment it takes.
TEST(Arena, WhatIsMissingIsTheSegment) {
  EXPECT_EQ(Arena::segmentBytes(40000), 2u << 20);
  EXPECT_EQ(Arena::segmentBytes((2 << 20) + 1), 4u << 20);
  const std::string why = outOfPieces(40000, "the CPU device's memory", Arena::segmentBytes(40000), 1300 << 10).message;
  EXPECT_TRUE(
      why.starts_with("40000 bytes of the CPU device's memory were requested: that takes 2.0 MiB more from the "
                      "system, and 1.3 MiB are left."))
      << why;
  const std::string refused = outOfPieces(40000, "memory", 2 << 20, 8 << 20).message;
  EXPECT_TRUE(
      refused.starts_with("40000 bytes of memory were requested: that takes 2.0 MiB more from the system, which "
                          "it refused."))
      << refused;
}

}  // namespace
}  // namespace strata::cpu
