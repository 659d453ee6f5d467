#include "engine/interchange/perfetto_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

#include "engine/interchange/synthetic_session.h"
#include "engine/trace/trace_query.h"
#include "engine/trace/trace_store.h"
#include "tests/interchange/export_file.h"
#include "tests/interchange/import_fixture.h"
#include "tests/trace/reader_stream.h"

namespace strata::test {
namespace {

class PerfettoExport : public ExportFile {
 protected:
  std::shared_ptr<const TraceSnapshot> roundTrip(const TraceSnapshot& snapshot) {
    return read(exported(snapshot, "perfetto"));
  }
  std::shared_ptr<const TraceSnapshot> compatibleRoundTrip(const TraceSnapshot& snapshot) {
    return read(exported(snapshot, "perfetto", Readers::Older));
  }
};

/// What a slice says, wherever it stands.
using Said = std::tuple<std::int64_t, std::int64_t, std::string, Storey, EventKind, std::uint32_t, std::size_t>;
using Arrow = std::pair<std::int64_t, std::int64_t>;

Said said(const TraceSnapshot& snapshot, const TraceEvent& event) {
  return {event.begin.ns,
          event.payload,
          std::string(snapshot.name(event.name)),
          event.storey,
          event.kind,
          static_cast<std::uint32_t>(event.call),
          snapshot.args(event).size()};
}

std::multiset<Said> events(const TraceSnapshot& snapshot) {
  std::multiset<Said> all;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    for (std::uint32_t row = 0; row < snapshot.rowCount(track); ++row)
      for (std::size_t i = 0; i < snapshot.row(track, row).size(); ++i)
        all.insert(said(snapshot, snapshot.row(track, row)[i]));
  return all;
}

std::multiset<Arrow> arrows(const TraceSnapshot& snapshot) {
  std::multiset<Arrow> all;
  for (std::uint32_t i = 1; i <= snapshot.correlationCount(); ++i) {
    const auto from = snapshot.launchOf(CorrelationId{i}), to = snapshot.workOf(CorrelationId{i});
    if (from && to) all.insert({snapshot.event(*from).begin.ns, snapshot.event(*to).begin.ns});
  }
  return all;
}

TEST_F(PerfettoExport, ASessionComesBackAsItWas) {
  for (const bool oddNames : {false, true}) {
    const auto snapshot = syntheticSession({5000, true, oddNames, false});
    EXPECT_EQ(contentHash(*roundTrip(*snapshot)), contentHash(*snapshot));
    EXPECT_EQ(summary,
              (ExportSummary{snapshot->totals().slices, snapshot->totals().flows, snapshot->totals().counters}));
  }
}

TEST_F(PerfettoExport, TheLaunchShapeIsTyped) {
  const std::string bytes = exported(*read(smallSession()), "perfetto");
  // GpuRenderStageEvent.launch (21) { grid_size (1) { x: 8 y: 4 z: 1 } }
  EXPECT_NE(bytes.find("\x0A\x06\x08\x08\x10\x04\x18\x01"), std::string::npos);
}

TEST_F(PerfettoExport, MessagesDropsAndWhatStillRunsComeBack) {
  StreamBuilder stream;
  stream.head()
      .message(9, R"({"storey":"library","message":"a word"})")
      .begin(StreamBuilder::kModel, 100, "matmul", 1)
      .begin(StreamBuilder::kRuntime, 150, "launch", 1, 1)
      .finish(StreamBuilder::kRuntime, 160)
      .counter(170, 0.25)
      .message(6, "{\"" + std::to_string(stream.withRun(StreamBuilder::kRuntime)) + "\":17}")
      .message(7, R"([{"track":")" + std::to_string(stream.withRun(StreamBuilder::kQueue)) +
                      R"(","kind":"kernel","name":"endless","begin":155,"call":")" + std::to_string(stream.withRun(1)) +
                      R"(","correlation":")" + std::to_string(stream.withRun(1)) + "\"}]");
  const auto snapshot = read(stream.bytes());
  ASSERT_EQ(snapshot->openEvents().size(), 2u);
  const auto back = roundTrip(*snapshot);
  EXPECT_EQ(contentHash(*back), contentHash(*snapshot));
  EXPECT_EQ(back->complete(), snapshot->complete());
  EXPECT_EQ(back->totals().dropped, 17u);
}

/// Names of the threads of all tracks.
std::multiset<std::string> threadsOf(const TraceSnapshot& snapshot) {
  std::multiset<std::string> names;
  for (const TrackInfo& track : snapshot.tracks()) names.insert(track.thread);
  return names;
}

TEST_F(PerfettoExport, AsynchronousLanesOfAProcessKeepTheirNames) {
  std::string events;
  for (const auto& [name, phase, ts] :
       {std::tuple("http", "b", 1), std::tuple("http", "e", 3), std::tuple("read", "b", 2), std::tuple("read", "e", 4),
        std::tuple("fence", "n", 5)})
    events += std::string(events.empty() ? "" : ",") + R"({"ph":")" + phase + R"(","cat":"c","pid":1,"id":")" + name +
              R"(","name":")" + name + R"(","ts":)" + std::to_string(ts) + "}";
  const auto snapshot = importEvents(events);
  const std::multiset<std::string> expected{"http", "read", "fence"};
  EXPECT_EQ(threadsOf(*snapshot), expected);
  EXPECT_EQ(threadsOf(*roundTrip(*snapshot)), expected);
  EXPECT_EQ(threadsOf(*compatibleRoundTrip(*snapshot)), expected);
  EXPECT_EQ(threadsOf(*roundTrip(*roundTrip(*snapshot))), expected);
}

TEST_F(PerfettoExport, WorkSaysOnWhichGpuItRan) {
  const auto bytesWithGpus = [&](std::initializer_list<int> gpus) {
    std::string events;
    for (const int gpu : gpus)
      events += std::string(events.empty() ? "" : ",") +
                R"({"ph":"X","cat":"kernel","tid":7,"name":"k","ts":1,"dur":2,)" + R"("pid":)" + std::to_string(gpu) +
                R"(,"args":{"device":)" + std::to_string(gpu) + "}}";
    return exported(*importText(R"({"schemaVersion":1,"traceEvents":[)" + events + "]}"), "perfetto");
  };
  const auto says = [](const std::string& bytes, char gpu) {  // gpu_id (11), hw_queue_iid (13)
    return bytes.find(std::string("\x58") + gpu + "\x68") != bytes.npos;
  };
  const std::string two = bytesWithGpus({0, 3}), one = bytesWithGpus({0});
  EXPECT_TRUE(says(two, 3));
  EXPECT_FALSE(says(two, 1));
  EXPECT_EQ(deviceCount(*read(two)), 2u);
  EXPECT_FALSE(says(one, 0)) << "as absent";
}

TEST_F(PerfettoExport, ProvenanceIsKept) {
  TraceStore store;
  TrackInfo info;
  info.uuid = 77;
  info.name = "library";
  info.storey = Storey::Library;
  TraceEvent event;
  event.track = store.track(info);
  event.storey = Storey::Library;
  event.payload = 5;
  event.provenance = Provenance::Modelled;
  store.add(event);
  const auto back = roundTrip(*store.snapshot());
  EXPECT_EQ(back->row(0, 0)[0].provenance, Provenance::Modelled);
  EXPECT_TRUE(back->args(back->row(0, 0)[0]).empty());
}

TEST_F(PerfettoExport, AKernelThatOnlyCountsSaysSoInBothForms) {
  TraceStore store;
  TrackInfo model, queue;
  model.uuid = 1;
  model.storey = Storey::Model;
  queue.uuid = 2;
  queue.kind = TrackKind::Queue;
  queue.storey = Storey::Hardware;
  TraceEvent top, kernel;
  top.track = store.track(model);
  top.storey = Storey::Model;
  top.name = store.intern("naive, memory observed");
  top.payload = 500;
  kernel.track = store.track(queue);
  kernel.storey = Storey::Hardware;
  kernel.kind = EventKind::Kernel;
  kernel.name = store.intern("matmul_naive");
  kernel.payload = 400;
  top.call = kernel.call = CallId{1};
  store.add(top);
  store.add(kernel);
  const auto snapshot = store.snapshot();
  for (const auto& once : {roundTrip(*snapshot), compatibleRoundTrip(*snapshot)}) {
    for (const auto& again : {once, roundTrip(*once)}) {
      const TraceEvent found = eventNamed(*again, "matmul_naive");
      EXPECT_EQ(found.kind, EventKind::Kernel);
      EXPECT_EQ(again->number(found, arg::kOnlyCounts), 1.0);
      EXPECT_EQ(again->args(found).size(), 1u) << "said once";
    }
  }
}

TEST_F(PerfettoExport, WhatDoesNotNestIsKept) {
  const auto snapshot = syntheticSession({5000, true, true, true});
  const auto back = roundTrip(*snapshot);
  EXPECT_TRUE(events(*back) == events(*snapshot));
  EXPECT_TRUE(arrows(*back) == arrows(*snapshot));
  EXPECT_EQ(back->totals().unmatchedEnds, 0u);
  EXPECT_TRUE(back->problems().empty());
}

TEST_F(PerfettoExport, AnyHeapOfSlicesIsKept) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    TraceStore store;
    for (std::uint64_t uuid = 1; uuid <= 3; ++uuid) {
      TrackInfo info;
      info.uuid = uuid;
      info.name = "track";
      if (uuid == 3) {
        info.kind = TrackKind::Queue;
        info.storey = Storey::Hardware;
      }
      store.track(info);
    }
    for (int i = 0; i < 200; ++i) {
      TraceEvent event;
      event.track = random() % 3;
      event.kind = event.track == 2 ? EventKind::Kernel : EventKind::Slice;
      event.storey = event.track == 2 ? Storey::Hardware : Storey::Other;
      event.begin = {static_cast<std::int64_t>(random() % 60)};
      event.payload = static_cast<std::int64_t>(random() % 20);
      event.name = store.intern("slice " + std::to_string(i));
      store.add(event);
    }
    const auto snapshot = store.snapshot();
    EXPECT_TRUE(events(*roundTrip(*snapshot)) == events(*snapshot));
    EXPECT_TRUE(events(*compatibleRoundTrip(*snapshot)) == events(*snapshot));
  }
}

TEST_F(PerfettoExport, OlderReadersGetPlainSlices) {
  const auto snapshot = read(smallSession());
  const auto back = compatibleRoundTrip(*snapshot);
  EXPECT_TRUE(events(*back) == events(*snapshot));
  EXPECT_TRUE(arrows(*back) == arrows(*snapshot));
}

TEST_F(PerfettoExport, AnArrowToSeveralKernelsKeepsThemAll) {
  TraceStore store;
  TrackInfo host, queue;
  host.uuid = 1;
  host.name = "runtime";
  host.storey = Storey::Runtime;
  queue.uuid = 2;
  queue.name = "stream 1";
  queue.kind = TrackKind::Queue;
  queue.storey = Storey::Hardware;
  queue.stream = 1;
  TraceEvent launch;
  launch.track = store.track(host);
  launch.storey = Storey::Runtime;
  launch.begin = {100};
  launch.payload = 50;
  launch.correlation = CorrelationId{1};
  const EventRef from = store.add(launch);
  for (std::uint32_t i = 1; i <= 3; ++i) {
    TraceEvent kernel;
    kernel.track = store.track(queue);
    kernel.storey = Storey::Hardware;
    kernel.kind = EventKind::Kernel;
    kernel.begin = {100 + 100 * i};
    kernel.payload = 50;
    kernel.correlation = CorrelationId{i};
    const EventRef to = store.add(kernel);
    if (i > 1) store.link(CorrelationId{i}, from, to);
  }
  const auto snapshot = store.snapshot();
  ASSERT_EQ(arrows(*snapshot).size(), 3u);
  EXPECT_TRUE(arrows(*roundTrip(*snapshot)) == arrows(*snapshot));
  EXPECT_EQ(summary.flows, 3u);
  EXPECT_TRUE(arrows(*compatibleRoundTrip(*snapshot)) == arrows(*snapshot));
}

TEST_F(PerfettoExport, AnArrowWithoutAFormIsCounted) {
  TraceStore store;
  TrackInfo queue;
  queue.uuid = 2;
  queue.name = "stream 1";
  queue.kind = TrackKind::Queue;
  queue.storey = Storey::Hardware;
  TraceEvent kernel;
  kernel.track = store.track(queue);
  kernel.storey = Storey::Hardware;
  kernel.kind = EventKind::Kernel;
  kernel.payload = 50;
  const EventRef first = store.add(kernel);
  kernel.begin = {100};
  store.link(CorrelationId{1}, first, store.add(kernel));
  roundTrip(*store.snapshot());
  EXPECT_EQ(summary.arrowsLeftOut, 1u);
  compatibleRoundTrip(*store.snapshot());
  EXPECT_EQ(summary.arrowsLeftOut, 0u);
}

TEST_F(PerfettoExport, AProcessHasItsOwnAgentsName) {
  TraceStore store;
  const auto hello = [&](int pid, const std::string& agent) {
    store.addMessage({MessageKind::Hello,
                      R"({"magic":"strata","pid":)" + std::to_string(pid) + R"(,"agent":")" + agent + "\"}",
                      {}});
  };
  hello(5, "first agent");
  hello(6, "second agent");
  for (const std::int64_t pid : {5, 6, 7}) {
    TrackInfo host;
    host.uuid = static_cast<std::uint64_t>(pid);
    host.pid = host.tid = pid;
    TraceEvent slice;
    slice.track = store.track(host);
    slice.payload = 10;
    store.add(slice);
  }
  const std::string bytes = exported(*store.snapshot(), "perfetto");
  for (const std::string agent : {"first agent", "second agent"}) {
    const std::size_t ofHello = bytes.find(agent), ofProcess = bytes.find(agent, ofHello + 1);
    EXPECT_NE(ofProcess, bytes.npos) << agent;
    EXPECT_EQ(bytes.find(agent, ofProcess + 1), bytes.npos) << agent;
  }
}

TEST_F(PerfettoExport, WorkWithoutALaunchHasAnIdAndNoArrow) {
  TraceStore store;
  TrackInfo queue;
  queue.uuid = 2;
  queue.name = "stream 1";
  queue.kind = TrackKind::Queue;
  queue.storey = Storey::Hardware;
  TraceEvent kernel;
  kernel.track = store.track(queue);
  kernel.storey = Storey::Hardware;
  kernel.kind = EventKind::Kernel;
  kernel.name = store.intern("gemm");
  kernel.begin = {100};
  kernel.payload = 50;
  store.add(kernel);
  const auto snapshot = store.snapshot();
  const std::string bytes = exported(*snapshot, "perfetto");
  // gpu_render_stage_event with event_id 0, without which trace_processor shows nothing, and the duration.
  const std::string head("\x08\x00\x10\x32", 4);
  EXPECT_NE(bytes.find(head), std::string::npos);
  const auto back = read(bytes);
  EXPECT_TRUE(events(*back) == events(*snapshot));
  EXPECT_EQ(back->correlationCount(), 0u);
}

TEST_F(PerfettoExport, AnEmptySessionIsAValidFile) {
  TraceStore store;
  EXPECT_EQ(events(*roundTrip(*store.snapshot())).size(), 0u);
  EXPECT_EQ(summary, ExportSummary{});
}

}  // namespace
}  // namespace strata::test
