#include "engine/trace/free_rows.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <vector>

#include "engine/trace/trace_store.h"

namespace strata::free_rows_test {
namespace {

/// What FreeRows promises, read row by row.
struct OneByOne {
  struct Row {
    bool taken = false;
    std::optional<HostTime> from;
  };
  std::vector<Row> rows;

  std::uint32_t first(std::uint32_t from, HostTime time) const {
    std::uint32_t row = from;
    while (row < rows.size() && (rows[row].taken || (rows[row].from && *rows[row].from > time))) ++row;
    return row;
  }
  void set(std::uint32_t row, Row state) {
    if (row >= rows.size()) rows.resize(row + 1);
    rows[row] = state;
  }
};

TEST(FreeRows, AreThoseThatLookingRowByRowFinds) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    FreeRows free;
    OneByOne expected;
    const std::uint32_t spread = 1 + static_cast<std::uint32_t>(random() % 70);
    for (int step = 0; step < 300; ++step) {
      const auto from = static_cast<std::uint32_t>(random() % spread);
      const HostTime time{static_cast<std::int64_t>(random() % 50) - 25};
      ASSERT_EQ(free.first(from, time), expected.first(from, time));
      const auto row = static_cast<std::uint32_t>(random() % spread);
      if (random() % 4 == 0) {
        free.take(row);
        expected.set(row, {true, {}});
      } else {
        free.freeFrom(row, time);
        expected.set(row, {false, time});
      }
    }
  }
}

TEST(FreeRows, HoldAtBothEndsOfTime) {
  constexpr HostTime kFirst{INT64_MIN}, kLast{INT64_MAX};
  FreeRows free;
  EXPECT_EQ(free.first(0, kFirst), 0u) << "nobody spoke of it";
  free.take(0);
  EXPECT_EQ(free.first(0, kLast), 1u);
  free.freeFrom(0, kLast);
  EXPECT_EQ(free.first(0, kLast), 0u);
  EXPECT_EQ(free.first(0, kFirst), 1u);
  EXPECT_EQ(free.first(9, kFirst), 9u);
}

std::uint32_t rowsOfNest(std::uint32_t depth, bool begunAndEnded) {
  TraceStore store;
  TrackInfo info;
  info.uuid = 1;
  TraceEvent event;
  event.track = store.track(info);
  for (std::int64_t i = 0; i < depth; ++i) {
    event.begin = {i};
    event.payload = 3 * std::int64_t{depth} - 2 * i;
    EXPECT_EQ((begunAndEnded ? store.begin(event) : store.add(event)).row, i);
  }
  for (std::int64_t i = 0; begunAndEnded && i < depth; ++i) store.end(event.track, {2 * std::int64_t{depth} + i});
  event.begin = {4 * std::int64_t{depth}};
  EXPECT_EQ(store.add(event).row, 0u) << "all has ended";
  return static_cast<std::uint32_t>(store.snapshot()->rowCount(event.track));
}

TEST(FreeRows, EachNestedEventHasARowOfItsOwn) {
  EXPECT_EQ(rowsOfNest(300, false), 300u);
  EXPECT_EQ(rowsOfNest(300, true), 300u);
}

}  // namespace
}  // namespace strata::free_rows_test
