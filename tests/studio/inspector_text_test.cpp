#include "app/studio/inspector_text.h"

#include <gtest/gtest.h>
#include <QStringList>

#include <algorithm>
#include <array>

#include "engine/interchange/import_message.h"
#include "small_session.h"

namespace strata {
namespace {

const InspectorText::Row* find(const InspectorText& text, const QString& key) {
  const auto found = std::find_if(text.rows.begin(), text.rows.end(), [&](const auto& row) { return row.key == key; });
  return found == text.rows.end() ? nullptr : &*found;
}

TEST(InspectorText, SaysAllOfAKernel) {
  const SmallSession session;
  ViewState state = session.state();
  state.sight.selection = {session.kernel, CallId{1}};
  state.session.results.resize(1);
  state.session.results[0].firstCall = state.session.results[0].lastCall = 1;
  state.session.results[0].error = RunResult::Check{"relative Frobenius", 8.1e-7, 1e-5};
  state.session.results[0].status = RunResult::Status::Stopped;
  const InspectorText text = describe(state);
  EXPECT_EQ(text.title, "matmulTiled");
  ASSERT_NE(find(text, "Duration"), nullptr);
  EXPECT_EQ(find(text, "Duration")->value, "600 ns");
  EXPECT_EQ(find(text, "Duration")->kind, "measured");
  ASSERT_NE(find(text, "Launched by"), nullptr);
  EXPECT_TRUE(find(text, "Launched by")->value.contains("launchKernel in "))
      << find(text, "Launched by")->value.toStdString();
  EXPECT_EQ(find(text, "Launch latency")->value, "150 ns");
  EXPECT_EQ(find(text, "Queue time")->value, "50 ns");
  EXPECT_EQ(find(text, "grid · block")->value, "32×1×1 · 16×1×1");
  EXPECT_EQ(find(text, "Bytes")->value, "4 KiB");
  EXPECT_EQ(find(text, "Storey")->value, "Hardware · stream 1");
  EXPECT_EQ(find(text, "Check vs fp64")->tone, InspectorText::Tone::Good) << "stopped, and right";
}

/// An operation that ended when its work was queued, and `bytes` or FLOP of it.
EventRef addOperation(SmallSession& session, std::string_view key, double amount, std::int64_t begin = 100) {
  TraceEvent operation = session.store.snapshot()->event(session.launch);
  operation.begin = {begin};
  operation.correlation = CorrelationId::None;
  operation.storey = Storey::Framework;
  operation.name = session.store.intern("linear");
  TrackInfo track;
  track.uuid = 5, track.name = "framework", track.storey = Storey::Framework;
  operation.track = session.store.track(track);
  const std::array<Arg, 1> args{Arg{session.store.intern(key), amount}};
  return session.store.add(operation, args);
}

InspectorText describeSelected(const SmallSession& session, EventRef ref) {
  ViewState state = session.state();
  state.sight.selection = {ref, CallId{1}};
  return describe(state);
}

TEST(InspectorText, ARateOfAnOperationIsByTheDevicesTime) {
  SmallSession session;
  const EventRef operation = addOperation(session, arg::kFlop, 60'000);
  session.store.link(CorrelationId{7}, session.launch, session.kernel);
  const InspectorText text = describeSelected(session, operation);
  EXPECT_EQ(find(text, "Rate"), nullptr);
  ASSERT_NE(find(text, "Rate on the device"), nullptr);
  EXPECT_EQ(find(text, "Rate on the device")->value, "100 GFLOP/s") << "in the kernel's 600 ns, not the call's 100";

  TraceEvent another = session.store.snapshot()->event(session.kernel);
  another.begin = another.end();
  another.payload = 600;
  another.correlation = CorrelationId{99};
  session.store.link(another.correlation, session.launch, session.store.add(another));
  EXPECT_EQ(find(describeSelected(session, operation), "Rate on the device")->value, "50 GFLOP/s") << "of both";

  TraceEvent later = another;
  later.begin = another.end();
  later.correlation = CorrelationId{100};
  session.store.link(later.correlation, session.second, session.store.add(later));
  EXPECT_EQ(find(describeSelected(session, operation), "Rate on the device")->value, "50 GFLOP/s")
      << "the other was asked for after the operation";
}

TEST(InspectorText, BytesOfACallThatLaunchesNothingHaveNoRate) {
  SmallSession session;
  const InspectorText text = describeSelected(session, addOperation(session, arg::kBytes, 1 << 20, 400));
  ASSERT_NE(find(text, "Bytes"), nullptr);
  EXPECT_EQ(find(text, "Rate"), nullptr);
  EXPECT_EQ(find(text, "Rate on the device"), nullptr);
}

TEST(InspectorText, AnOperationWhoseWorkStillRunsHasNoRateYet) {
  SmallSession session;
  const EventRef operation = addOperation(session, arg::kFlop, 60'000);
  TraceEvent running = session.store.snapshot()->event(session.kernel);
  running.begin = running.end();
  running.correlation = CorrelationId{99};
  const EventRef open = session.store.begin(running);
  session.store.link(running.correlation, session.launch, open);
  const InspectorText text = describeSelected(session, operation);
  ASSERT_NE(find(text, "FLOP"), nullptr);
  EXPECT_EQ(find(text, "Rate on the device"), nullptr);
}

TEST(InspectorText, SaysOfWorkThatIsWatchedThatItIsSlow) {
  SmallSession session;
  const auto says = [&](EventRef ref) {
    ViewState state = session.state();
    state.sight.selection = {ref, state.session.snapshot->event(ref).call};
    const InspectorText text = describe(state);
    return std::ranges::any_of(text.rows, [](const auto& row) { return row.value.startsWith("watched: "); });
  };
  EXPECT_FALSE(says(session.kernel));
  TraceEvent top = session.store.snapshot()->event(session.model);
  top.begin = top.end();
  top.name = session.store.intern("step 1, memory observed");
  top.call = CallId{2};
  const EventRef model = session.store.add(top);
  TraceEvent work = session.store.snapshot()->event(session.kernel);
  work.begin = top.begin;
  work.call = top.call;
  EXPECT_TRUE(says(session.store.add(work)));
  EXPECT_TRUE(says(model)) << "the call is as slow";
}

TEST(InspectorText, SaysOfWhatItsAgentDidNotFinishHowLongItWasSeen) {
  SmallSession session;
  TraceEvent top = session.store.snapshot()->event(session.model);
  top.begin = top.end();
  top.call = CallId{2};
  const EventRef endless = session.store.begin(top);
  session.store.cutOff(endless, top.begin + Duration{300});
  ViewState state = session.state();
  state.sight.now = top.begin + Duration{900};
  state.sight.selection = {endless, CallId{2}};
  const InspectorText text = describe(state);
  ASSERT_NE(find(text, "Duration"), nullptr);
  EXPECT_EQ(find(text, "Duration")->value, "300 ns, then its agent ended");
}

TEST(InspectorText, SaysWhatACallLaunched) {
  const SmallSession session;
  ViewState state = session.state();
  state.sight.selection = {session.launch, CallId{1}};
  const InspectorText text = describe(state);
  ASSERT_NE(find(text, "Launches"), nullptr);
  EXPECT_EQ(find(text, "Launches")->value, "matmulTiled");
}

TEST(InspectorText, WorkThatBeganWithinItsLaunchHasNoQueueTime) {
  SmallSession session;
  TraceEvent early = session.store.snapshot()->event(session.kernel);
  early.begin = session.store.snapshot()->event(session.launch).begin + Duration{40};
  early.correlation = CorrelationId{98};
  const EventRef kernel = session.store.add(early);
  session.store.link(early.correlation, session.launch, kernel);
  ViewState state = session.state();
  state.sight.selection = {kernel, CallId{1}};
  const InspectorText text = describe(state);
  ASSERT_NE(find(text, "Launch latency"), nullptr);
  EXPECT_EQ(find(text, "Launch latency")->value, "40 ns");
  EXPECT_EQ(find(text, "Queue time"), nullptr);
}

TEST(InspectorText, SaysHowManyKernelsAGraphsLaunchStarts) {
  SmallSession session;
  TraceEvent another = session.store.snapshot()->event(session.kernel);
  another.begin = another.end();
  another.payload = 10;
  another.correlation = CorrelationId{99};
  session.store.link(another.correlation, session.launch, session.store.add(another));
  ViewState state = session.state();
  state.sight.selection = {session.launch, CallId{1}};
  const InspectorText text = describe(state);
  ASSERT_NE(find(text, "Launches"), nullptr);
  EXPECT_EQ(find(text, "Launches")->value, "matmulTiled and 1 more");
}

TEST(InspectorText, OnlyTheFirstWorkOfAGraphHasALaunchLatency) {
  SmallSession session;
  TraceEvent earlier = session.store.snapshot()->event(session.kernel);
  earlier.begin = {230};
  earlier.name = session.store.intern("rms_norm");
  earlier.correlation = CorrelationId{99};
  session.store.link(earlier.correlation, session.launch, session.store.add(earlier));
  const InspectorText ofLaunch = describeSelected(session, session.launch);
  ASSERT_NE(find(ofLaunch, "Launches"), nullptr);
  EXPECT_EQ(find(ofLaunch, "Launches")->value, "rms_norm and 1 more") << "what began first, wherever it stands";
  ASSERT_NE(find(ofLaunch, "Launch latency"), nullptr);
  EXPECT_EQ(find(ofLaunch, "Launch latency")->value, "130 ns");
  const InspectorText ofLater = describeSelected(session, session.kernel);
  EXPECT_NE(find(ofLater, "Launched by"), nullptr);
  EXPECT_EQ(find(ofLater, "Launch latency"), nullptr);
  EXPECT_EQ(find(ofLater, "Queue time"), nullptr);
}

TEST(InspectorText, AnArrowBetweenHostEventsIsNoLaunch) {
  SmallSession session;
  session.store.link(CorrelationId{50}, session.model, session.second);
  for (const EventRef end : {session.model, session.second})
    EXPECT_EQ(find(describeSelected(session, end), "Launches"), nullptr);
  ASSERT_EQ(session.store.snapshot()->totals().flows, 2u);
  ASSERT_NE(find(describe(session.state()), "Launches"), nullptr);
  EXPECT_EQ(find(describe(session.state()), "Launches")->value, "1");
}

TEST(InspectorText, WithoutASelectionItSpeaksOfTheDeviceAndTheSession) {
  const SmallSession session;
  ViewState state = session.state();
  state.session.hello = Hello{};
  state.session.hello->device.name = "AMD EPYC";
  state.session.hello->device.computeUnits = 8;
  state.session.hello->device.memoryBytes = std::uint64_t{64} << 30;
  state.session.hello->device.facts.push_back({"peak fp32", 1234, "GFLOP/s", Provenance::Modelled});
  const InspectorText text = describe(state);
  EXPECT_EQ(text.title, "AMD EPYC");
  ASSERT_NE(find(text, "peak fp32"), nullptr);
  EXPECT_EQ(find(text, "peak fp32")->kind, "modelled");
  ASSERT_NE(find(text, "Memory"), nullptr);
  EXPECT_EQ(find(text, "Memory")->kind, "spec");
  ASSERT_NE(find(text, "Compute units"), nullptr);
  EXPECT_EQ(find(text, "Compute units")->kind, "spec");
  ASSERT_NE(find(text, "Calls"), nullptr);
  state.session.hello->device.backend = "cpu";
  const InspectorText host = describe(state);
  EXPECT_EQ(find(host, "Memory"), nullptr);
  ASSERT_NE(find(host, "Device arena"), nullptr);
  EXPECT_EQ(find(host, "Device arena")->kind, "measured");
  EXPECT_EQ(find(host, "Device arena")->value, "up to 64 GiB of the RAM");
}

TEST(InspectorText, OfASessionThatIsCutOffItCountsNoMoreThanWasRead) {
  SmallSession session;
  session.store.addMessage({MessageKind::Hello, "{}", {}});
  ViewState state = session.state();
  state.sight.live = true;
  ASSERT_NE(find(describe(state), "Launches"), nullptr);
  EXPECT_EQ(find(describe(state), "Launches")->value, "1");
  state.sight.live = false;
  EXPECT_EQ(find(describe(state), "Launches")->value, "at least 1: the end is cut off");
  session.store.addMessage({MessageKind::End, "{}", {}});
  state.session.snapshot = session.store.snapshot();
  EXPECT_EQ(find(describe(state), "Launches")->value, "1");
}

TEST(InspectorText, OfSeveralThreadsAndProcessesItSaysWhose) {
  TraceStore store;
  const auto add = [&](std::int64_t pid, std::int64_t tid, const char* thread, const char* process) {
    TrackInfo info;
    info.uuid = 100 + store.snapshot()->tracks().size();
    info.name = "other";
    info.pid = pid, info.tid = tid, info.thread = thread, info.process = process;
    TraceEvent event;
    event.track = store.track(info);
    return store.add(event);
  };
  const auto whose = [&](EventRef ref) {
    ViewState state;
    state.session.snapshot = store.snapshot();
    state.sight.selection.event = ref;
    const InspectorText text = describe(state);
    QStringList said;
    for (const char* key : {"Thread", "Process", "Device"})
      if (const auto* row = find(text, key)) said << row->value;
    return said.join(QStringLiteral(", ")).toStdString();
  };
  const EventRef first = add(11, 1, "thread 1", "worker");
  EXPECT_EQ(whose(first), "") << "there is no other";
  const EventRef pool = add(11, 2, "pool", "worker");
  EXPECT_EQ(whose(first), "thread 1");
  EXPECT_EQ(whose(pool), "pool (2)");
  const EventRef unnamed = add(12, 1, "thread 1", "");
  EXPECT_EQ(whose(first), "thread 1, worker (11)");
  EXPECT_EQ(whose(unnamed), "thread 1, 12");
  EXPECT_EQ(whose(add(1, 7, "stream 7", "")), "GPU 1 · stream 7");
}

TEST(InspectorText, OfASessionItSaysAllThatIsWrongWithIt) {
  SmallSession session;
  const auto said = [&](const char* key) {
    const InspectorText text = describe(session.state());
    std::vector<std::string> values;
    for (const auto& row : text.rows)
      if (row.key == key) values.push_back(row.value.toStdString());
    return values;
  };
  EXPECT_TRUE(said("Problem").empty());
  session.store.addProblem("It ends early.");
  session.store.addProblem("1 event without a time is skipped.");
  ImportFacts facts;
  facts.leftOut = {{"events of phase 'N'", 12}, {"events without a time", 1}};
  addImportMessage(session.store, facts);
  EXPECT_EQ(said("Problem"), (std::vector<std::string>{"It ends early.", "1 event without a time is skipped."}));
  EXPECT_EQ(said("Left out"), (std::vector<std::string>{"events of phase 'N': 12", "events without a time: 1"}));
  for (int i = 0; i < 120; ++i) session.store.addProblem("again");
  EXPECT_EQ(said("Problem").size(), 101u);
  EXPECT_EQ(said("Problem").back(), "and 22 more; strata info lists all");
}

TEST(InspectorText, ASelectionThatTheSessionDoesNotHoldIsNoSelection) {
  const SmallSession session;
  ViewState state = session.state();
  state.sight.selection.event = EventRef{77, 0, 0};
  EXPECT_EQ(describe(state).title, "Nothing selected");
  EXPECT_EQ(describe(ViewState{}).title, "Nothing selected");
}

}  // namespace
}  // namespace strata
