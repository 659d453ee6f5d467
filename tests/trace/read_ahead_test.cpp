#include "engine/trace/read_ahead.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace strata {
namespace {

TEST(ReadAhead, HandsOutEveryByteInOrder) {
  int pieces = 0;
  ReadAhead ahead(
      [&](std::span<std::byte> piece) {
        if (++pieces > 50) return 0;
        std::ranges::fill(piece, static_cast<std::byte>(pieces));
        return pieces;  // each longer than the one before
      },
      64);
  int seen = 0;
  while (const auto bytes = ahead.next()) {
    ++seen;
    ASSERT_EQ(bytes->size(), static_cast<std::size_t>(seen));
    for (const std::byte byte : *bytes) ASSERT_EQ(byte, static_cast<std::byte>(seen));
  }
  EXPECT_EQ(seen, 50);
  EXPECT_FALSE(ahead.failed());
  EXPECT_FALSE(ahead.next()) << "the end stays the end";
}

TEST(ReadAhead, SaysThatReadingFailedAfterWhatWasRead) {
  int calls = 0;
  ReadAhead ahead([&](std::span<std::byte>) { return ++calls == 1 ? 8 : -1; }, 8);
  EXPECT_TRUE(ahead.next());
  EXPECT_FALSE(ahead.next());
  EXPECT_TRUE(ahead.failed());
}

TEST(ReadAhead, MayBeLeftBeforeItsEnd) {
  ReadAhead ahead([](std::span<std::byte> piece) { return static_cast<int>(piece.size()); }, 16);
  EXPECT_TRUE(ahead.next());
}

}  // namespace
}  // namespace strata
