#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "engine/trace/trace_args.h"
#include "engine/trace/trace_query.h"
#include "engine/trace/trace_store.h"

namespace strata {
namespace {

/// A small session that a test changes in one place.
struct Content {
  std::string name = "launch", key = "n", text = "why", track = "runtime", message = "{}";
  std::int64_t begin = 100, duration = 50, number = 3;
  double counter = 1.5;
  float blob = 2.5f;
  std::uint64_t uuid = 77, dropped = 2;
  std::uint32_t secondCall = 2;
  bool ended = true;
  bool marked = false;  ///< as an export marks kernels that only count
  std::string bookmarks = {}, process = {};
};

TraceEvent slice(TraceStore& store, std::uint32_t track, const Content& c) {
  TraceEvent e;
  e.track = track;
  e.begin = {c.begin};
  e.payload = c.duration;
  e.name = store.intern(c.name);
  e.storey = Storey::Runtime;
  return e;
}

/// `elsewhere`: names, tracks and ids are given out in another order.
std::uint64_t hashOf(const Content& c, bool elsewhere = false) {
  TraceStore store;
  if (elsewhere) {
    for (const char* other : {"unused", "why", "x"}) store.intern(other);
    TrackInfo counterFirst;
    counterFirst.uuid = 5;
    counterFirst.kind = TrackKind::Counter;
    store.track(counterFirst);
  }
  TrackInfo host, counter;
  host.uuid = c.uuid;
  host.name = c.track;
  host.dropped = c.dropped;
  host.process = c.process;
  counter.uuid = 5;
  counter.kind = TrackKind::Counter;
  const std::uint32_t track = store.track(host), values = store.track(counter);
  TraceEvent first = slice(store, track, c), second = first, value;
  first.call = CallId{elsewhere ? 2u : 1u};
  second.begin = first.begin + Duration{1000};
  second.call = c.secondCall == 1 ? first.call : CallId{elsewhere ? 1u : 2u};
  value.track = values;
  value.begin = {c.begin};
  value.kind = EventKind::Counter;
  value.payload = std::bit_cast<std::int64_t>(c.counter);
  std::vector<Arg> args{{store.intern(c.key), c.number}, {store.intern("reason"), store.intern(c.text)}};
  if (c.marked) args.push_back({store.intern(arg::kOnlyCounts), std::int64_t{1}});
  if (elsewhere) store.add(value);
  store.add(first, args);
  store.begin(second);
  if (c.ended) store.end(track, second.begin + Duration{5});
  if (!elsewhere) store.add(value);
  store.addMessage({MessageKind::Tensor, c.message, {c.blob}});
  if (!c.bookmarks.empty()) store.addMessage({MessageKind::Marks, c.bookmarks, {}});
  return contentHash(*store.snapshot());
}

TEST(ContentHash, DoesNotDependOnHowTheStoreWasFilled) {
  EXPECT_EQ(hashOf({}), hashOf({}, true));
}

TEST(ContentHash, LeavesOutBookmarksAndTheMarkOfExports) {
  EXPECT_EQ(hashOf({.marked = true}), hashOf({}));
  EXPECT_EQ(hashOf({.bookmarks = "[]"}), hashOf({}));
}

TEST(ContentHash, IsTheSameInEveryProcessAndVersion) {
  EXPECT_EQ(hashOf({}), 12660220874515022257u);
}

TEST(ContentHash, NoticesEachDifference) {
  const std::function<void(Content&)> changes[] = {
      [](Content& c) { c.name = "launc"; },      [](Content& c) { c.key = "nn"; },
      [](Content& c) { c.text = "whY"; },        [](Content& c) { c.track = "runtim"; },
      [](Content& c) { c.message = "{1}"; },     [](Content& c) { c.begin = 101; },
      [](Content& c) { c.duration = 51; },       [](Content& c) { c.number = 4; },
      [](Content& c) { c.counter = 1.25; },      [](Content& c) { c.blob = -2.5f; },
      [](Content& c) { c.uuid = 78; },           [](Content& c) { c.dropped = 3; },
      [](Content& c) { c.secondCall = 1; },      [](Content& c) { c.ended = false; },
      [](Content& c) { c.process = "trainer"; },
  };
  for (std::size_t i = 0; i < std::size(changes); ++i) {
    Content content;
    changes[i](content);
    EXPECT_NE(hashOf(content), hashOf({})) << "change " << i;
  }
}

}  // namespace
}  // namespace strata
