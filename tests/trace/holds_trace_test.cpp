#include "engine/trace/holds_trace.h"

#include <gtest/gtest.h>

#include "engine/trace/trace_store.h"

namespace strata::holds_trace_test {
namespace {

SessionMessage messageOf(MessageKind kind) {
  SessionMessage message;
  message.kind = kind;
  message.json = "{}";
  return message;
}

TEST(HoldsTrace, AGreetingIsATraceAndNoWork) {
  TraceStore store;
  store.addMessage(messageOf(MessageKind::Hello));
  EXPECT_TRUE(holdsTrace(*store.snapshot()));
  EXPECT_FALSE(holdsWork(*store.snapshot()));
}

TEST(HoldsTrace, ABeginningWithoutAnythingIsNone) {
  TraceStore store;
  SessionMessage other = messageOf(MessageKind::Import);
  other.json = R"({"format":"Perfetto trace","skipped":0})";
  store.addMessage(other);
  EXPECT_FALSE(holdsTrace(*store.snapshot()));
  EXPECT_TRUE(isOnlyBegun(*store.snapshot()));
  (void)store.track({});
  EXPECT_TRUE(holdsTrace(*store.snapshot()));
}

TEST(HoldsTrace, PacketsOfAKindThatIsNotReadAreSaidAndNotRefused) {
  TraceStore store;
  SessionMessage other = messageOf(MessageKind::Import);
  other.json = R"({"format":"Perfetto trace","skipped":12})";
  store.addMessage(other);
  EXPECT_TRUE(holdsTrace(*store.snapshot()));
  EXPECT_FALSE(isOnlyBegun(*store.snapshot()));
}

TEST(HoldsTrace, AnImportThatPromisesEventsAndHasNoneIsOnlyBegun) {
  TraceStore store;
  SessionMessage import = messageOf(MessageKind::Import);
  import.json = R"({"format":"Chrome trace","skipped":1,"holds_events":true})";
  store.addMessage(import);
  const std::uint32_t track = store.track({});
  EXPECT_FALSE(holdsTrace(*store.snapshot()));
  EXPECT_TRUE(isOnlyBegun(*store.snapshot()));
  TraceEvent event;
  event.track = track;
  event.begin = {10};
  event.payload = 5;
  store.add(event);
  EXPECT_TRUE(holdsTrace(*store.snapshot()));
}

TEST(HoldsTrace, AMessageOfOtherKindsOfValuesPromisesNothing) {
  TraceStore store;
  SessionMessage import = messageOf(MessageKind::Import);
  import.json = R"({"skipped":"many","holds_events":"yes","cut_off":1})";
  store.addMessage(import);
  EXPECT_FALSE(holdsTrace(*store.snapshot()));
  EXPECT_FALSE(isCutOff(*store.snapshot()));
}

TEST(HoldsTrace, AResultAloneIsWorkAsOfARunThatWasNotTraced) {
  TraceStore store;
  store.addMessage(messageOf(MessageKind::Result));
  EXPECT_TRUE(holdsWork(*store.snapshot()));
}

TEST(HoldsTrace, AnEventAloneIsWork) {
  TraceStore store;
  TraceEvent event;
  event.track = store.track({});
  event.begin = {10};
  event.payload = 5;
  store.add(event);
  EXPECT_TRUE(holdsWork(*store.snapshot()));
}

}  // namespace
}  // namespace strata::holds_trace_test
