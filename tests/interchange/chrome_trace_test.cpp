#include "engine/interchange/chrome_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "engine/trace/device_work.h"
#include "engine/trace/trace_store.h"
#include "tests/interchange/export_file.h"
#include "tests/interchange/import_fixture.h"
#include "tests/trace/reader_stream.h"

namespace strata::test {
namespace {

using Json = nlohmann::json;

const std::string kOddNames[] = {"plain",
                                 "quote\" back\\slash / slash",
                                 "line\nbreak\ttab\r\b\f",
                                 std::string("nul\0inside", 10),
                                 "\x01\x1f\x7f",
                                 "ünïcödé → 行列 🚀",
                                 "void gemm<float, 32>(float const*, int)::{lambda()#1}",
                                 "</script><!--",
                                 "",
                                 "\u2028"};

class ChromeTrace : public ExportFile {
 protected:
  Json parsed(const TraceSnapshot& snapshot) { return Json::parse(exported(snapshot, "chrome")); }

  static std::vector<Json> eventsOf(const Json& trace, const std::string& phase) {
    std::vector<Json> found;
    for (const Json& event : trace["traceEvents"])
      if (event["ph"] == phase) found.push_back(event);
    return found;
  }

  /// Microseconds with three decimals, exactly.
  static std::int64_t ns(const Json& microseconds) { return std::llround(microseconds.get<double>() * 1000); }
};

/// Host slices given as tracks of one thread, as the recorder would.
struct Thread {
  TraceStore store;
  std::map<std::pair<Storey, TrackKind>, std::uint32_t> tracks;

  std::uint32_t track(Storey storey, TrackKind kind = TrackKind::Host, std::uint32_t queue = 0,
                      std::string name = "x") {
    TrackInfo info;
    info.uuid = 1 + static_cast<std::uint64_t>(storey) * 100 + static_cast<std::uint64_t>(kind) * 10 + queue;
    info.kind = kind;
    info.storey = storey;
    info.name = std::move(name);
    info.pid = kind == TrackKind::Host ? 500 : 0;
    info.tid = kind == TrackKind::Host ? 501 : 0;
    info.thread = kind == TrackKind::Host ? "main" : "";
    info.stream = queue;
    return store.track(info);
  }
  TraceEvent event(std::uint32_t on, Storey storey, std::int64_t begin, std::int64_t duration,
                   EventKind kind = EventKind::Slice) {
    TraceEvent e;
    e.track = on;
    e.storey = storey;
    e.kind = kind;
    e.begin = {begin};
    e.payload = duration;
    e.name = store.intern("event");
    return e;
  }
};

/// On each thread, slices nest: of two that overlap one lies within the other.
void expectNesting(const Json& trace) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::pair<std::int64_t, std::int64_t>>> threads;
  for (const Json& e : trace["traceEvents"]) {
    if (e["ph"] != "X") continue;
    const auto begin = std::llround(e["ts"].get<double>() * 1000), length = std::llround(e["dur"].get<double>() * 1000);
    threads[{e["pid"], e["tid"]}].push_back({begin, -(begin + length)});
  }
  for (auto& [thread, slices] : threads) {
    std::sort(slices.begin(), slices.end());
    std::vector<std::int64_t> ends;
    for (const auto& [begin, negativeEnd] : slices) {
      while (!ends.empty() && ends.back() <= begin) ends.pop_back();
      const bool flat = thread.first == 0;  // the device
      ASSERT_TRUE(ends.empty() || (!flat && -negativeEnd <= ends.back())) << thread.first << "/" << thread.second;
      ends.push_back(-negativeEnd);
    }
  }
}

TEST_F(ChromeTrace, SaysWhatTheSessionSays) {
  const auto snapshot = read(smallSession());
  const Json trace = parsed(*snapshot);
  const auto& totals = snapshot->totals();
  EXPECT_EQ(summary, (ExportSummary{totals.slices, totals.flows, totals.counters}));
  EXPECT_EQ(eventsOf(trace, "X").size(), totals.slices);
  EXPECT_EQ(eventsOf(trace, "s").size(), totals.flows);
  EXPECT_EQ(eventsOf(trace, "f").size(), totals.flows);
  EXPECT_EQ(eventsOf(trace, "C").size(), totals.counters);

  const auto slices = eventsOf(trace, "X");
  const auto kernel = std::find_if(slices.begin(), slices.end(), [](const Json& e) { return e["cat"] == "kernel"; });
  ASSERT_NE(kernel, slices.end());
  EXPECT_EQ(ns((*kernel)["ts"]) + trace["baseTimeNanoseconds"].get<std::int64_t>(), 10'200);
  EXPECT_EQ(ns((*kernel)["dur"]), 600);
  EXPECT_EQ((*kernel)["pid"], 0);
  EXPECT_EQ((*kernel)["tid"], 1);
  EXPECT_EQ((*kernel)["args"]["External id"], 1);
  EXPECT_EQ((*kernel)["args"]["correlation"], 1);
  EXPECT_EQ((*kernel)["args"]["stream"], 1);
  EXPECT_EQ((*kernel)["args"]["grid"], Json::parse("[8,4,1]"));
  EXPECT_FALSE((*kernel)["args"].contains("grid_x"));
  const auto launch = std::find_if(slices.begin(), slices.end(), [](const Json& e) { return e["name"] == "launch"; });
  EXPECT_EQ((*launch)["cat"], "cuda_runtime");
  EXPECT_EQ((*launch)["args"]["correlation"], 1);
  EXPECT_FALSE((*launch)["args"].contains("stream"));
}

TEST_F(ChromeTrace, EachArrowStandsInsideBothItsSlices) {
  const Json trace = parsed(*read(smallSession()));
  const auto inside = [&](const Json& flow) {
    for (const Json& e : eventsOf(trace, "X")) {
      const std::int64_t at = ns(flow["ts"]), begin = ns(e["ts"]), end = begin + ns(e["dur"]);
      if (e["pid"] == flow["pid"] && e["tid"] == flow["tid"] && begin <= at && at < end &&
          e["args"].value("correlation", 0) == flow["id"].get<int>())
        return true;
    }
    return false;
  };
  for (const char* phase : {"s", "f"})
    for (const Json& flow : eventsOf(trace, phase)) EXPECT_TRUE(inside(flow)) << flow;
  for (const Json& flow : eventsOf(trace, "f")) EXPECT_EQ(flow["bp"], "e");
}

TEST_F(ChromeTrace, AKernelThatClocksPutBeforeItsLaunchKeepsItsArrow) {
  Thread t;
  TraceEvent launch = t.event(t.track(Storey::Runtime), Storey::Runtime, 1000, 100);
  TraceEvent kernel =
      t.event(t.track(Storey::Hardware, TrackKind::Queue, 1), Storey::Hardware, 980, 200, EventKind::Kernel);
  launch.correlation = kernel.correlation = CorrelationId{1};
  t.store.add(launch);
  t.store.add(kernel);
  const Json trace = parsed(*t.store.snapshot());
  EXPECT_EQ(summary.flows, 1u);
  EXPECT_GE(ns(eventsOf(trace, "f")[0]["ts"]), ns(eventsOf(trace, "s")[0]["ts"]));
}

TEST_F(ChromeTrace, OddNamesComeBackAsTheyWere) {
  Thread t;
  const std::uint32_t track = t.track(Storey::Library);
  std::int64_t time = 0;
  for (const std::string& name : kOddNames) {
    TraceEvent e = t.event(track, Storey::Library, time += 100, 10);
    e.name = t.store.intern(name);
    const Arg args[] = {{t.store.intern(name + "!"), t.store.intern(name)}};
    t.store.add(e, args);
  }
  const auto slices = eventsOf(parsed(*t.store.snapshot()), "X");
  ASSERT_EQ(slices.size(), std::size(kOddNames));
  for (std::size_t i = 0; i < slices.size(); ++i) {
    EXPECT_EQ(slices[i]["name"], kOddNames[i]);
    EXPECT_EQ(slices[i]["args"][kOddNames[i] + "!"], kOddNames[i]);
  }
}

TEST_F(ChromeTrace, NumbersAreIntegersOrFinite) {
  Thread t;
  const std::uint32_t track = t.track(Storey::Library);
  const double kInf = std::numeric_limits<double>::infinity();
  const Arg args[] = {{t.store.intern("big"), std::int64_t{9007199254740993}},
                      {t.store.intern("nan"), std::nan("")},
                      {t.store.intern("inf"), -kInf},
                      {t.store.intern("tiny"), 5e-324},
                      {t.store.intern("stream"), std::int64_t{3}}};
  t.store.add(t.event(track, Storey::Library, 5, 10), args);
  const Json trace = parsed(*t.store.snapshot());
  const Json slice = eventsOf(trace, "X")[0];
  EXPECT_EQ(slice["args"]["big"].get<std::int64_t>(), 9007199254740993);
  EXPECT_EQ(slice["args"]["nan"], "nan");
  EXPECT_EQ(slice["args"]["inf"], "-inf");
  EXPECT_EQ(slice["args"]["tiny"], 5e-324);
  EXPECT_FALSE(slice["args"].contains("stream")) << "a launch with a stream is taken for device work";
  for (const Json& e : trace["traceEvents"]) {
    EXPECT_TRUE(e["pid"].is_number_integer()) << e;
    EXPECT_TRUE(e["tid"].is_number_integer()) << e;
  }
}

TEST_F(ChromeTrace, StoreysOfAThreadNestThere) {
  Thread t;
  const Storey order[] = {Storey::Model, Storey::Framework, Storey::Library, Storey::Runtime, Storey::Driver};
  for (std::int64_t call = 0; call < 3; ++call)
    for (std::int64_t depth = 0; depth < 5; ++depth)
      t.store.add(t.event(t.track(order[depth]), order[depth], call * 100 + depth, 50 - 2 * depth));
  const Json trace = parsed(*t.store.snapshot());
  expectNesting(trace);
  std::set<std::int64_t> tids;
  for (const Json& e : eventsOf(trace, "X")) tids.insert(e["tid"].get<std::int64_t>());
  EXPECT_EQ(tids, std::set<std::int64_t>{501});
}

TEST_F(ChromeTrace, WhatDoesNotNestGoesToAThreadOfItsOwn) {
  std::mt19937 random(41);
  for (int round = 0; round < 10; ++round) {
    Thread t;
    for (int i = 0; i < 300; ++i) {
      const bool work = random() % 2 == 0;
      const auto storey = work ? Storey::Hardware : static_cast<Storey>(random() % 6);
      const std::uint32_t on =
          work ? t.track(storey, random() % 2 ? TrackKind::Queue : TrackKind::Copy, 1 + random() % 2) : t.track(storey);
      t.store.add(t.event(on, storey, static_cast<std::int64_t>(random() % 3000),
                          static_cast<std::int64_t>(random() % 90), work ? EventKind::Kernel : EventKind::Slice));
    }
    const auto snapshot = t.store.snapshot();
    const Json trace = parsed(*snapshot);
    EXPECT_EQ(eventsOf(trace, "X").size(), 300u);
    expectNesting(trace);
    for (const Json& e : eventsOf(trace, "X")) EXPECT_GE(e["tid"].get<std::int64_t>(), 1);
  }
}

TEST_F(ChromeTrace, WorkOfNoStreamGoesToNoStreamsThread) {
  Thread t;
  std::map<std::string, std::uint32_t> tracks;
  tracks["stream 1"] = t.track(Storey::Hardware, TrackKind::Queue, 1, "stream 1");
  tracks["scratch memory"] = t.track(Storey::Hardware, TrackKind::Queue, 0, "scratch memory");
  tracks["copy H→D"] = t.track(Storey::Hardware, TrackKind::Copy, 0, "copy H→D");
  for (const auto& [name, track] : tracks) {
    TraceEvent event = t.event(track, Storey::Hardware, 100, 10, EventKind::Kernel);
    event.name = t.store.intern(name);
    t.store.add(event);
  }
  std::map<std::string, std::int64_t> tids;
  for (const Json& e : eventsOf(parsed(*t.store.snapshot()), "X")) tids[e["name"]] = e["tid"];
  EXPECT_EQ(tids, (std::map<std::string, std::int64_t>{{"stream 1", 1}, {"scratch memory", 2}, {"copy H→D", 3}}));
}

TEST_F(ChromeTrace, CopiesAreNamedAsReadersKnowThem) {
  Thread t;
  const std::uint32_t copies = t.track(Storey::Hardware, TrackKind::Copy, 1, "copy H→D");
  TraceEvent copy = t.event(copies, Storey::Hardware, 100, 1000, EventKind::Copy);
  const Arg args[] = {{t.store.intern("bytes"), std::int64_t{4096}},
                      {t.store.intern("host_memory"), t.store.intern("pinned")}};
  t.store.add(copy, args);
  const Json slice = eventsOf(parsed(*t.store.snapshot()), "X")[0];
  EXPECT_EQ(slice["name"], "Memcpy HtoD (Pinned -> Device)");
  EXPECT_EQ(slice["cat"], "gpu_memcpy");
  EXPECT_EQ(slice["args"]["name"], "event");
  EXPECT_EQ(slice["args"]["memory bandwidth (GB/s)"], 4.096);
}

TEST_F(ChromeTrace, AMemsetIsNoKernel) {
  Thread t;
  const std::uint32_t stream = t.track(Storey::Hardware, TrackKind::Queue, 1, "stream 1");
  for (const char* name : {"Memset (Device)", "memset_rows"}) {
    TraceEvent event = t.event(stream, Storey::Hardware, 100, 10, EventKind::Kernel);
    event.name = t.store.intern(name);
    t.store.add(event);
  }
  std::map<std::string, std::string> categories;
  for (const Json& e : eventsOf(parsed(*t.store.snapshot()), "X")) categories[e["name"]] = e["cat"];
  EXPECT_EQ(categories,
            (std::map<std::string, std::string>{{"Memset (Device)", "gpu_memset"}, {"memset_rows", "kernel"}}));
}

TEST_F(ChromeTrace, AnUnfinishedSliceLastsToTheEndAndSaysSo) {
  StreamBuilder stream;
  stream.head()
      .begin(StreamBuilder::kModel, 100, "matmul")
      .begin(StreamBuilder::kRuntime, 150, "synchronize")
      .counter(900, 1);
  const auto snapshot = read(stream.bytes());
  const auto slices = eventsOf(parsed(*snapshot), "X");
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(summary.slices, snapshot->totals().slices);
  EXPECT_EQ(ns(slices[1]["dur"]), 750);
  EXPECT_EQ(slices[1]["args"]["unfinished"], true);
}

TEST_F(ChromeTrace, AKernelThatOnlyCountsIsMarkedAndComesBackAsOne) {
  Thread thread;
  const std::uint32_t model = thread.track(Storey::Model),
                      queue = thread.track(Storey::Hardware, TrackKind::Queue, 1, "stream 1");
  std::uint32_t call = 0;
  for (const char* name : {"naive", "naive, counted for NVIDIA T4"}) {
    TraceEvent top = thread.event(model, Storey::Model, 1000 * call, 500);
    top.name = thread.store.intern(name);
    TraceEvent kernel = thread.event(queue, Storey::Hardware, 1000 * call + 10, 400, EventKind::Kernel);
    top.call = kernel.call = CallId{++call};
    thread.store.add(top);
    thread.store.add(kernel);
  }
  const std::string text = exported(*thread.store.snapshot(), "chrome");
  std::map<std::string, std::pair<Json, Json>> marks;  // and stream
  for (const Json& slice : eventsOf(Json::parse(text), "X")) {
    const Json& args = slice["args"];
    if (!args.contains("device")) continue;
    marks[slice["cat"]] = {args.value("only_counts", Json()), args.value("stream", Json())};
    EXPECT_EQ(slice["tid"], 1);
  }
  EXPECT_EQ(marks, (std::map<std::string, std::pair<Json, Json>>{{"kernel", {Json(), Json(1)}},
                                                                 {"kernel_only_counts", {Json(1), Json()}}}))
      << "HTA takes all that has a stream for time of the GPU";
  const auto again = importText(text);
  int kernels = 0, counting = 0;
  for (std::uint32_t track = 0; track < again->tracks().size(); ++track)
    for (std::size_t i = 0; i < again->row(track, 0).size(); ++i) {
      kernels += isKernel(*again, again->row(track, 0)[i]);
      counting += onlyCounts(*again, again->row(track, 0)[i]);
    }
  EXPECT_EQ(kernels, 2);
  EXPECT_EQ(counting, 1);
  EXPECT_EQ(Json::parse(exported(*again, "chrome"))["traceEvents"].dump().find("(argument)"), std::string::npos);
}

TEST_F(ChromeTrace, AStepIsANumberAloneAndItsNameComesBack) {
  Thread thread;
  thread.store.addMessage({MessageKind::Hello, R"({"agent":"strata-agent-cpu"})", {}});
  TraceEvent top = thread.event(thread.track(Storey::Model), Storey::Model, 0, 500);
  top.name = thread.store.intern("naive 8×8×8");
  top.call = CallId{1};
  thread.store.add(top);
  const std::string text = exported(*thread.store.snapshot(), "chrome");
  const Json step = eventsOf(Json::parse(text), "X").at(0);
  EXPECT_EQ(step["name"], "ProfilerStep#1") << "HTA reads the rest of such a name as a number";
  EXPECT_EQ(step["args"]["name"], "naive 8×8×8");
  EXPECT_EQ(eventNamed(*importText(text), "naive 8×8×8").storey, Storey::Model);
}

TEST_F(ChromeTrace, TheHeadIsWhatItsReadersLookFor) {
  const std::string text = exported(*read(smallSession()), "chrome");
  EXPECT_NE(text.find("\"rank\": 0"), std::string::npos) << "HTA looks for this text, with the space";
  const Json trace = Json::parse(text);
  EXPECT_EQ(trace["schemaVersion"], 1);
  EXPECT_EQ(trace["deviceProperties"][0]["id"], 0);
  for (const Json& e : eventsOf(trace, "X")) EXPECT_GT(ns(e["ts"]), 0) << "some readers take 0 for no time";
}

TEST_F(ChromeTrace, AnEmptySessionIsAValidFile) {
  TraceStore store;
  const Json trace = parsed(*store.snapshot());
  EXPECT_TRUE(trace["traceEvents"].empty());
  EXPECT_EQ(summary, ExportSummary{});
}

TEST(Exporters, AreFoundByName) {
  EXPECT_EQ(findExporter("nothing"), nullptr);
  for (const Exporter& exporter : exporters()) {
    EXPECT_EQ(findExporter(exporter.name), &exporter);
    EXPECT_EQ(exporter.title.find_first_of("-_.()"), std::string_view::npos) << exporter.title << " is not plain words";
    EXPECT_TRUE(std::isupper(static_cast<unsigned char>(exporter.title.at(0)))) << exporter.title;
  }
}

TEST(Exporters, SayWhenAFileCannotBeWritten) {
  for (const Exporter& exporter : exporters()) {
    for (const char* path : {"/nowhere/at/all.json", "/dev/full"}) {
      const auto result = exporter.write(*read(smallSession()), path);
      ASSERT_FALSE(result.ok()) << path;
      EXPECT_EQ(result.error().code, ErrorCode::Io);
      EXPECT_NE(result.error().message.find(path), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace strata::test
