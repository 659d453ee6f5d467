#include "app/facts/event_search.h"

#include <gtest/gtest.h>

#include "tests/views/sample_session.h"

namespace strata::event_search_test {
namespace {

struct Searched {
  SampleSession session;
  std::shared_ptr<const TraceSnapshot> snapshot;

  Searched() {
    const auto runtime = session.host(Storey::Runtime), driver = session.host(Storey::Driver);
    session.add({runtime, "cudaLaunchKernel", 100, 200});
    session.add({driver, "cuLaunchKernel", 120, 180});
    session.add({runtime, "cudaMemcpy", 300, 400});
    session.add({runtime, "cudaLaunchKernel", 500, 600});
    session.add({driver, "Größe ändern", 700, 800});
    snapshot = session.state().session.snapshot;
  }
  std::vector<std::int64_t> walk(const EventSearch& search, int by, std::size_t steps) const {
    std::vector<std::int64_t> begins;
    std::optional<EventRef> at;
    for (std::size_t i = 0; i < steps; ++i) {
      at = search.next(*snapshot, at, HostTime{SampleSession::kStart + (by > 0 ? 0 : 10'000)}, by);
      if (!at) break;
      begins.push_back(snapshot->event(*at).begin.ns - SampleSession::kStart);
    }
    return begins;
  }
};

TEST(EventSearch, FindsAcrossGroupsInOrderOfTimeAndComesRound) {
  const Searched s;
  const EventSearch search(*s.snapshot, "LAUNCH");
  EXPECT_EQ(search.count(), 3u);
  EXPECT_EQ(s.walk(search, 1, 4), (std::vector<std::int64_t>{100, 120, 500, 100}));
  EXPECT_EQ(s.walk(search, -1, 4), (std::vector<std::int64_t>{500, 120, 100, 500}));
}

TEST(EventSearch, CountsWhereAMatchStands) {
  const Searched s;
  const EventSearch search(*s.snapshot, "kernel");
  std::optional<EventRef> at;
  for (std::size_t i = 0; i < search.count(); ++i) {
    at = search.next(*s.snapshot, at, {}, 1);
    ASSERT_TRUE(at);
    EXPECT_EQ(search.ordinal(*s.snapshot, *at), i);
  }
}

TEST(EventSearch, ANumberIsACorrelationIdToo) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime), stream = session.stream(1);
  const auto add = [&](std::uint32_t track, const char* name, std::int64_t begin, std::int64_t id) {
    session.add({.track = track, .name = name, .begin = begin, .end = begin + 10, .numbers = {{"correlation", id}}});
  };
  add(runtime, "cudaLaunchKernel", 100, 1173);
  add(stream, "gemm", 200, 1173);
  add(stream, "gemm", 300, 11'731);
  add(stream, "sum1173", 400, 8);
  const auto snapshot = session.state().session.snapshot;
  EXPECT_EQ(EventSearch(*snapshot, "1173").count(), 3u) << "those two, and what is called so";
  EXPECT_EQ(EventSearch(*snapshot, "gemm 1173").count(), 0u);
}

TEST(EventSearch, CaseIsFoldedBeyondAscii) {
  const Searched s;
  EXPECT_EQ(EventSearch(*s.snapshot, "gröSSe Ändern").count(), 1u);
}

TEST(EventSearch, WhatIsNotThereIsNotFound) {
  const Searched s;
  const EventSearch none(*s.snapshot, "hipLaunch"), empty(*s.snapshot, "");
  EXPECT_EQ(none.count(), 0u);
  EXPECT_FALSE(none.next(*s.snapshot, std::nullopt, {}, 1));
  EXPECT_EQ(empty.count(), 0u);
  EXPECT_EQ(EventSearch(*s.snapshot, std::string("\xff\xfe", 2)).count(), 0u) << "what is no UTF-8 is harmless";
}

}  // namespace
}  // namespace strata::event_search_test
