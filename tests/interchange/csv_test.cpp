#include "engine/interchange/csv.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/interchange/results_table.h"
#include "engine/interchange/stack_report.h"
#include "engine/trace/trace_store.h"
#include "tests/interchange/export_file.h"
#include "tests/interchange/import_fixture.h"
#include "tests/trace/reader_stream.h"

namespace strata::test {
namespace {

/// Reads RFC 4180, by its own words.
std::vector<std::vector<std::string>> parseCsv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1);
  std::string field;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      field += text[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == ',' || c == '\r')) {
      rows.back().push_back(std::exchange(field, ""));
    } else if (!quoted && c == '\n') {
      rows.emplace_back();
    } else {
      field += c;
    }
  }
  rows.pop_back();
  return rows;
}

class Csv : public ExportFile {};

TEST_F(Csv, HasOneRowPerEvent) {
  const auto snapshot = read(smallSession());
  const auto rows = parseCsv(exported(*snapshot, "csv"));
  const auto& totals = snapshot->totals();
  ASSERT_EQ(rows.size(), 1 + totals.slices + totals.counters);
  EXPECT_EQ(summary, (ExportSummary{totals.slices, totals.flows, totals.counters}));
  for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
  const std::vector<std::string> kernel{"hardware", "kernel", "stream 1", "",
                                        "tiled",    "20200",  "600",      "",
                                        "2",        "2",      "measured", "grid_x=8; grid_y=4; grid_z=1",
                                        "",         "",       ""};
  EXPECT_NE(std::find(rows.begin(), rows.end(), kernel), rows.end());
  const std::vector<std::string> counter{"runtime", "counter", "memory",  "", "memory", "10300", "", "0.5",
                                         "0",       "0",       "counted", "", "",       "",      ""};
  EXPECT_NE(std::find(rows.begin(), rows.end(), counter), rows.end());
}

TEST_F(Csv, OddNamesComeBackAsTheyWere) {
  TraceStore store;
  TrackInfo info;
  info.uuid = 1;
  info.name = "a, \"quoted\"\r\ntrack";
  TraceEvent e;
  e.track = store.track(info);
  e.name = store.intern("gemm<float, 32>\n\"x\"");
  store.add(e);
  const auto rows = parseCsv(exported(*store.snapshot(), "csv"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1][2], info.name);
  EXPECT_EQ(rows[1][4], "gemm<float, 32>\n\"x\"");
}

TEST_F(Csv, TextsAreUtf8WhateverTheTraceHolds) {
  TraceStore store;
  TrackInfo info;
  info.uuid = 1;
  TraceEvent e;
  e.track = store.track(info);
  e.name = store.intern(std::string_view("bad\xFF\xFE, \"ü\"\0\xE2\x82", 14));
  store.add(e);
  const auto rows = parseCsv(exported(*store.snapshot(), "csv"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1][4], "bad\uFFFD\uFFFD, \"ü\"\uFFFD\uFFFD\uFFFD");
}

using Rows = std::vector<std::vector<std::string>>;

std::string cell(const Rows& rows, std::size_t row, const std::string& column) {
  const auto found = std::find(rows[0].begin(), rows[0].end(), column);
  return found == rows[0].end() ? "no such column" : rows[row][static_cast<std::size_t>(found - rows[0].begin())];
}

TEST_F(Csv, MemsetsAreCountedApartFromKernels) {
  TraceStore store;
  TrackInfo info;
  info.uuid = 1;
  info.kind = TrackKind::Queue;
  TraceEvent e;
  e.track = store.track(info);
  e.kind = EventKind::Kernel;
  e.call = CallId{1};
  e.storey = Storey::Hardware;
  e.payload = 50;
  for (const char* name : {"gemm", "Memset (Device)", "Memset (Device)"}) {
    e.name = store.intern(name);
    store.add(e);
    e.begin.ns += 100;
  }
  EXPECT_EQ(parseCsv(exported(*store.snapshot(), "csv-kernels")).size(), 2u);
  const Rows rows = parseCsv(exported(*store.snapshot(), "csv-ops"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(cell(rows, 1, "kernels"), "1");
  EXPECT_EQ(cell(rows, 1, "kernel_ns"), "50");
  EXPECT_EQ(cell(rows, 1, "memsets"), "2");
  EXPECT_EQ(cell(rows, 1, "memset_ns"), "100");
  EXPECT_EQ(cell(rows, 1, "device_work_ns"), "150");
}

TEST_F(Csv, KernelsHaveTheirLaunches) {
  const Rows rows = parseCsv(exported(*read(smallSession()), "csv-kernels"));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[2].size(), rows[0].size());
  EXPECT_EQ(cell(rows, 2, "name"), "tiled");
  EXPECT_EQ(cell(rows, 2, "begin_ns"), "20200");
  EXPECT_EQ(cell(rows, 2, "duration_ns"), "600");
  EXPECT_EQ(cell(rows, 2, "launch_begin_ns"), "20100");
  EXPECT_EQ(cell(rows, 2, "launch_duration_ns"), "200");
  EXPECT_EQ(cell(rows, 2, "grid_y"), "4");
  EXPECT_EQ(cell(rows, 2, "block_x"), "");
  EXPECT_EQ(cell(rows, 2, "registers_per_thread"), "");
  EXPECT_EQ(cell(rows, 2, "call"), "2");
}

TEST_F(Csv, OpsHaveTheTimeOfEachStorey) {
  const Rows rows = parseCsv(exported(*read(smallSession()), "csv-ops"));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(cell(rows, 1, "name"), "matmul");
  EXPECT_EQ(cell(rows, 1, "duration_ns"), "1000");
  // Of a call of 1000 ns its kernel runs 600; the launch has 100 before it, synchronize 100 behind; the rest is the
  // model's.
  EXPECT_EQ(cell(rows, 1, "hardware_ns"), "600");
  EXPECT_EQ(cell(rows, 1, "runtime_ns"), "200");
  EXPECT_EQ(cell(rows, 1, "model_ns"), "200");
  EXPECT_EQ(cell(rows, 1, "kernels"), "1");
  EXPECT_EQ(cell(rows, 1, "kernel_ns"), "600");
  EXPECT_EQ(cell(rows, 1, "device_work_ns"), "600");
  EXPECT_EQ(cell(rows, 1, "device_busy_ns"), "600");
  EXPECT_EQ(cell(rows, 1, "device_after_return_ns"), "0");
}

TEST_F(Csv, OpsThatOnlyCountAreMarked) {
  TraceStore store;
  TrackInfo info;
  info.uuid = 1;
  TraceEvent e;
  e.track = store.track(info);
  e.storey = Storey::Model;
  e.payload = 50;
  std::uint32_t calls = 0;
  for (const char* name : {"naive", "naive, memory observed"}) {
    e.name = store.intern(name);
    e.call = CallId{++calls};
    store.add(e);
    e.begin.ns += 100;
  }
  const Rows rows = parseCsv(exported(*store.snapshot(), "csv-ops"));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(cell(rows, 1, "only_counts"), "0");
  EXPECT_EQ(cell(rows, 2, "only_counts"), "1");
}

TEST_F(Csv, KernelsHaveWhatTheirLaunchesTake) {
  TraceStore store;
  TrackInfo info;
  info.uuid = 1;
  info.kind = TrackKind::Queue;
  TraceEvent e;
  e.track = store.track(info);
  e.kind = EventKind::Kernel;
  e.name = store.intern("nvjet");
  const auto arg = [&](std::string_view key, std::int64_t value) { return Arg{store.intern(key), value}; };
  const Arg args[] = {arg(arg::kRegisters, 168), arg(arg::kStaticShared, 1024), arg(arg::kSharedBytes, 213'156)};
  store.add(e, args);
  const Rows rows = parseCsv(exported(*store.snapshot(), "csv-kernels"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(cell(rows, 1, "registers_per_thread"), "168");
  EXPECT_EQ(cell(rows, 1, "static_shared_mem_bytes"), "1024");
  EXPECT_EQ(cell(rows, 1, "shared_mem_bytes"), "213156");
}

TEST_F(Csv, KernelsOfKinetoHaveTheirRegistersAndTheSumOfTheirSharedMemory) {
  const auto session = importText(R"({"schemaVersion":1,"deviceProperties":[],"traceEvents":[
    {"ph":"X","cat":"kernel","name":"sgemm","pid":0,"tid":7,"ts":40,"dur":12,"args":{"correlation":5,
     "registers per thread":128,"shared memory":16384,"grid":[16,8,1],"block":[128,1,1]}}]})");
  const Rows rows = parseCsv(exported(*session, "csv-kernels"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(cell(rows, 1, "registers_per_thread"), "128");
  EXPECT_EQ(cell(rows, 1, "shared_mem_bytes"), "16384");
  EXPECT_EQ(cell(rows, 1, "static_shared_mem_bytes"), "");
  EXPECT_EQ(cell(rows, 1, "correlation"), "1");
  EXPECT_EQ(cell(rows, 1, "file_correlation"), "5");
}

TEST_F(Csv, CopiesOfAllDirectionsComeInOrderOfTime) {
  TraceStore store;
  for (const std::uint64_t track : {1, 2}) {
    TrackInfo info;
    info.uuid = track;
    info.kind = TrackKind::Copy;
    TraceEvent e;
    e.track = store.track(info);
    e.kind = EventKind::Copy;
    e.payload = 10;
    for (const int turn : {0, 1}) {
      e.begin.ns = turn * 100 + static_cast<std::int64_t>(track) * 20;
      store.add(e, {});
    }
  }
  const Rows rows = parseCsv(exported(*store.snapshot(), "csv-copies"));
  ASSERT_EQ(rows.size(), 5u);
  const char* const times[] = {"20", "40", "120", "140"};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(cell(rows, i + 1, "begin_ns"), times[i]);
}

TEST_F(Csv, CopiesHaveTheirRates) {
  TraceStore store;
  TrackInfo info;
  info.uuid = 1;
  info.name = "copy H→D";
  info.kind = TrackKind::Copy;
  TraceEvent e;
  e.track = store.track(info);
  e.kind = EventKind::Copy;
  e.payload = 1000;
  const Arg args[] = {{store.intern("bytes"), std::int64_t{4096}}, {store.intern("direction"), store.intern("H→D")}};
  store.add(e, args);
  const Rows rows = parseCsv(exported(*store.snapshot(), "csv-copies"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(cell(rows, 1, "direction"), "H→D");
  EXPECT_EQ(cell(rows, 1, "bytes"), "4096");
  EXPECT_EQ(cell(rows, 1, "gigabytes_per_second"), "4.096");
  EXPECT_EQ(cell(rows, 1, "file_correlation"), "") << "no other tool numbered it";
}

TEST_F(Csv, TheReportSumsUpWhatTheTablesHave) {
  const auto report = nlohmann::json::parse(exported(*read(smallSession()), "report"));
  ASSERT_EQ(report["ops"].size(), 1u);
  EXPECT_EQ(report["ops"][0]["name"], "matmul");
  EXPECT_EQ(report["ops"][0]["count"], 2);
  EXPECT_EQ(report["ops"][0]["total_ns"], 2000);
  EXPECT_EQ(report["ops"][0]["storeys_ns"]["hardware"], 1200);
  EXPECT_EQ(report["kernels"][0]["mean_ns"], 600);
  EXPECT_EQ(report["storeys_ns"]["hardware"], 1200);
  EXPECT_EQ(report["ops"][0]["device_work_ns"], 1200);
  EXPECT_EQ(report["ops"][0]["device_after_return_ns"], 0);
  EXPECT_EQ(report["device_work"]["total_ns"], 1200);
  EXPECT_EQ(report["device_work"]["unassigned"]["count"], 0);
  EXPECT_EQ(report["complete"], true);
}

TEST(TimeSummary, ItsMeanIsToTheNearestNanosecond) {
  TimeSummary time;
  EXPECT_EQ(time.mean(), Duration{0});
  for (const std::int64_t ns : {100, 101, 101}) time.add({ns});
  EXPECT_EQ(time.mean(), Duration{101}) << "not 100, as 100.67 is nearer to it";
  time.add({100});
  time.add({100});
  EXPECT_EQ(time.mean(), Duration{100}) << "of 100.4";
}

TEST_F(Csv, TheReportListsWhatWasRunAndWhen) {
  TraceStore store;
  store.addMessage({MessageKind::Hello, R"({"run":"a"})", {}});
  TrackInfo info;
  info.uuid = 1;
  info.storey = Storey::Model;
  TraceEvent call;
  call.track = store.track(info);
  call.storey = Storey::Model;
  call.payload = 50;
  for (std::uint32_t id = 1; id <= 4; ++id) {
    call.begin = {1000 + 100 * std::int64_t{id}};
    call.call = CallId{id};
    store.add(call);
  }
  const auto result = [&](const char* text) { store.addMessage({MessageKind::Result, text, {}}); };
  result(R"({"request":1,"experiment":"matmul","parameters":{"n":64},"variant":"naive","status":"ok",
             "seconds":{"median":0.5},"first_call":2,"last_call":2,"modelled":null})");
  result(R"({"request":1,"experiment":"matmul","parameters":{"n":64},"variant":"tiled","status":"ok",
             "seconds":{"median":0.25},"first_call":3,"last_call":4,"modelled":null})");
  result(R"({"request":1,"experiment":"matmul","parameters":{"n":64},"variant":"naive","status":"ok",
             "seconds":{"median":0.5},"first_call":2,"last_call":2,"modelled":{}})");
  result(R"({"request":2,"variant":"naive","status":"not_run","seconds":null,"first_call":null})");
  const auto runs = nlohmann::json::parse(exported(*store.snapshot(), "report"))["runs"];
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0]["run"], 1);
  EXPECT_EQ(runs[0]["request"], 1);
  EXPECT_EQ(runs[0]["experiment"], "matmul");
  EXPECT_EQ(runs[0]["parameters"]["n"], 64);
  EXPECT_EQ(runs[0]["begin_ns"], 100) << "without what lies before its first timed call";
  EXPECT_EQ(runs[0]["end_ns"], 350);
  ASSERT_EQ(runs[0]["results"].size(), 2u) << "what is told of a variant a second time is no other one";
  EXPECT_EQ(runs[0]["results"][1]["variant"], "tiled");
  EXPECT_EQ(runs[0]["results"][1]["seconds"]["median"], 0.25);
  EXPECT_TRUE(runs[1]["experiment"].is_null()) << "nobody says it";
  EXPECT_TRUE(runs[1]["begin_ns"].is_null());
  EXPECT_EQ(runs[1]["results"][0]["status"], "not_run");
}

TEST_F(Csv, TheReportHasWhatNoResultWasMeasuredWithApart) {
  TraceStore store;
  store.addMessage({MessageKind::Hello, R"({"run":"a"})", {}});
  TrackInfo host, stream;
  host.uuid = 1;
  host.storey = Storey::Model;
  stream.uuid = 2;
  stream.kind = TrackKind::Queue;
  TraceEvent call, kernel;
  call.track = store.track(host);
  call.storey = Storey::Model;
  kernel.track = store.track(stream);
  kernel.kind = EventKind::Kernel;
  kernel.storey = Storey::Hardware;
  std::uint32_t calls = 0;
  const auto add = [&](const char* name, const char* launched, std::int64_t length) {
    call.name = store.intern(name);
    kernel.name = store.intern(launched);
    call.call = kernel.call = CallId{++calls};
    call.begin = kernel.begin = {10'000 * std::int64_t{calls}};
    call.payload = kernel.payload = length;
    store.add(call);
    store.add(kernel);
  };
  add("roof: scalar", "copy_scalar", 9000);
  add("naive", "matmul_naive", 50);
  add("naive", "matmul_naive", 70);
  add("check", "matmul_naive", 4000);
  add("tiled", "matmul_tiled", 30);
  const auto result = [&](const char* text) { store.addMessage({MessageKind::Result, text, {}}); };
  result(R"({"request":1,"variant":"naive","status":"ok","first_call":2,"last_call":3})");
  result(R"({"request":1,"variant":"tiled","status":"ok","first_call":5,"last_call":5})");
  const auto report = nlohmann::json::parse(exported(*store.snapshot(), "report"));
  ASSERT_EQ(report["ops"].size(), 2u) << report["ops"];
  EXPECT_EQ(report["ops"][0]["name"], "naive");
  EXPECT_EQ(report["ops"][0]["count"], 2);
  ASSERT_EQ(report["kernels"].size(), 2u);
  EXPECT_EQ(report["kernels"][0]["total_ns"], 120) << "without that of the check between two results";
  const auto& apart = report["apart"];
  ASSERT_EQ(apart["ops"].size(), 2u) << apart["ops"];
  EXPECT_EQ(apart["ops"][0]["name"], "roof: scalar");
  EXPECT_EQ(apart["kernels"][1]["total_ns"], 4000);
  EXPECT_EQ(apart["copies"].size(), 0u);
  EXPECT_EQ(report["device_work"]["total_ns"], 13'150) << "of the whole session";
  const auto sum = [](const nlohmann::json& part) {
    std::int64_t all = 0;
    for (const auto& storey : part["storeys_ns"]) all += storey.get<std::int64_t>();
    return all;
  };
  EXPECT_EQ(sum(report), 150);
  EXPECT_EQ(sum(apart), 13'000);
  EXPECT_TRUE(nlohmann::json::parse(exported(*read(smallSession()), "report"))["apart"].is_null())
      << "nothing was timed in it, and all counts";
}

/// Of one agent: a roof, two timed calls of "naive" with a check behind, and one of "tiled", of 100 ns with a kernel
/// and a copy each.
void addTimedRun(TraceStore& store, bool results) {
  store.addMessage({MessageKind::Hello,
                    R"({"magic":"strata","run":"a","agent":"strata-agent-cpu 0.1.0","device":{"name":"Xeon"}})",
                    {}});
  store.addMessage({MessageKind::Storeys, R"([{"storey":"compiler","name":"GCC","version":"12.2"}])", {}});
  TrackInfo host, stream, copies;
  host.uuid = 1;
  host.storey = Storey::Model;
  stream.uuid = 2;
  stream.kind = TrackKind::Queue;
  copies.uuid = 3;
  copies.kind = TrackKind::Copy;
  TraceEvent call, kernel, copy;
  call.track = store.track(host);
  call.storey = Storey::Model;
  kernel.track = store.track(stream);
  kernel.kind = EventKind::Kernel;
  copy.track = store.track(copies);
  copy.kind = EventKind::Copy;
  kernel.storey = copy.storey = Storey::Hardware;
  std::uint32_t calls = 0;
  for (const char* name : {"roof", "naive", "naive", "check", "tiled"}) {
    ++calls;
    for (TraceEvent* event : {&call, &kernel, &copy}) {
      event->name = store.intern(name);
      event->call = CallId{calls};
      event->begin = {1000 * std::int64_t{calls}};
      event->payload = 100;
      store.add(*event);
    }
  }
  if (!results) return;
  const auto result = [&](const char* text) { store.addMessage({MessageKind::Result, text, {}}); };
  result(R"({"request":1,"experiment":"matmul","parameters":{"n":64,"type":"fp32"},"variant":"naive","status":"ok",
             "seconds":{"median":0.000012345,"min":1e-7,"max":0.5,"repeats":2,"clock":"device","each":[0.5,1e-7]},
             "gflops":0.38887926026367875,"gbytes_per_s":2,"error":{"metric":"relative Frobenius","value":4e-07,"limit":null},
             "kinds":{"seconds":"measured","gflops":"measured","gbytes_per_s":"modelled"},
             "figures":[{"name":"share_of_roof","value":0.00379,"unit":"","kind":"modelled"}],
             "first_call":2,"last_call":3,"median_call":2})");
  result(
      R"({"request":1,"variant":"tiled","status":"failed","message":"far, \"too\" far","first_call":5,"last_call":5})");
}

TEST_F(Csv, ResultsAreATableOfExactNumbersWithUnitsInItsHead) {
  TraceStore store;
  addTimedRun(store, true);
  const Rows rows = parseCsv(exported(*store.snapshot(), "csv-results"));
  EXPECT_EQ(writtenText(summary), "2 results");
  ASSERT_EQ(rows.size(), 3u);
  const std::pair<const char*, const char*> naive[] = {{"run", "1"},
                                                       {"experiment", "matmul"},
                                                       {"device", "Xeon"},
                                                       {"parameters", "n=64; type=fp32"},
                                                       {"variant", "naive"},
                                                       {"status", "ok"},
                                                       {"median_ns", "12345"},
                                                       {"min_ns", "100"},
                                                       {"max_ns", "500000000"},
                                                       {"repeats", "2"},
                                                       {"clock", "device"},
                                                       {"time_provenance", "measured"},
                                                       {"gflop_per_second", "0.38887926026367875"},
                                                       {"gflop_provenance", "measured"},
                                                       {"gigabytes_per_second", "2"},
                                                       {"gigabytes_provenance", "modelled"},
                                                       {"tokens_per_second", ""},
                                                       {"share_of_roof", "0.00379"},
                                                       {"share_of_roof_provenance", "modelled"},
                                                       {"error", "4e-07"},
                                                       {"error_limit", ""},
                                                       {"error_metric", "relative Frobenius"},
                                                       {"modelled_ns", ""},
                                                       {"first_call", "2"},
                                                       {"median_call", "2"}};
  for (const auto& [column, value] : naive) EXPECT_EQ(cell(rows, 1, column), value) << column;
  EXPECT_EQ(cell(rows, 2, "message"), "far, \"too\" far");
  EXPECT_EQ(cell(rows, 2, "median_ns"), "");
  for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
}

TEST_F(Csv, CallsKernelsAndCopiesSayWhichResultWasMeasuredWithThem) {
  TraceStore store, untimed;
  addTimedRun(store, true);
  addTimedRun(untimed, false);
  for (const char* format : {"csv-ops", "csv-kernels", "csv-copies"}) {
    const Rows rows = parseCsv(exported(*store.snapshot(), format));
    ASSERT_EQ(rows.size(), 6u) << format;
    const char* const expected[][3] = {
        {"0", "", ""}, {"1", "1", "naive"}, {"1", "1", "naive"}, {"0", "", ""}, {"1", "1", "tiled"}};
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(cell(rows, i + 1, "timed"), expected[i][0]) << format << i;
      EXPECT_EQ(cell(rows, i + 1, "run"), expected[i][1]) << format << i;
      EXPECT_EQ(cell(rows, i + 1, "variant"), expected[i][2]) << format << i;
    }
    EXPECT_EQ(cell(parseCsv(exported(*untimed.snapshot(), format)), 1, "timed"), "") << "nothing was timed in it";
  }
}

TEST_F(Csv, OfACallThatSeveralResultsShareNoVariantIsNamed) {
  TraceStore store;
  addTimedRun(store, false);
  const auto result = [&](const char* text) { store.addMessage({MessageKind::Result, text, {}}); };
  result(R"({"request":1,"variant":"pipe","status":"ok","first_call":2,"last_call":4})");
  result(R"({"request":1,"variant":"host","status":"ok","first_call":3,"last_call":5})");
  const Rows rows = parseCsv(exported(*store.snapshot(), "csv-ops"));
  EXPECT_EQ(cell(rows, 2, "variant"), "pipe");
  EXPECT_EQ(cell(rows, 3, "variant"), "");
  EXPECT_EQ(cell(rows, 3, "run"), "1");
  EXPECT_EQ(cell(rows, 5, "variant"), "host");
}

TEST_F(Csv, TheReportSaysOnWhatMachineAndHowRightResultsAre) {
  TraceStore store;
  addTimedRun(store, true);
  const auto report = nlohmann::json::parse(exported(*store.snapshot(), "report"));
  ASSERT_EQ(report["agents"].size(), 1u);
  EXPECT_EQ(report["agents"][0]["agent"], "strata-agent-cpu 0.1.0");
  EXPECT_EQ(report["agents"][0]["device"]["name"], "Xeon");
  EXPECT_EQ(report["storeys"][0]["version"], "12.2");
  const auto& results = report["runs"][0]["results"];
  EXPECT_EQ(results[0]["gflops"], 0.38887926026367875);
  EXPECT_EQ(results[0]["gbytes_per_s"], 2);
  EXPECT_EQ(results[0]["error"]["value"], 4e-07);
  EXPECT_EQ(results[0]["seconds"]["each"].size(), 2u);
  EXPECT_EQ(results[0]["kinds"]["gflops"], "measured");
  EXPECT_EQ(results[1]["message"], "far, \"too\" far");
}

TEST(ResultsTable, ForTheClipboardCellsAreApartByTabs) {
  const auto result =
      nlohmann::json::parse(R"({"variant":"naive","message":"one\ttwo\nthree","seconds":{"median":1}})");
  const nlohmann::json parameters;
  const ResultRow row{result, parameters};
  const std::string text = tabbedResults({&row, 1});
  EXPECT_TRUE(text.starts_with("parameters\tvariant\tstatus\tmessage\tmedian_ns\t")) << text;
  EXPECT_NE(text.find("\n\tnaive\t\tone two three\t1000000000\t"), std::string::npos) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
}

TEST_F(Csv, TheReportCallsAWayThatToreTornAndCounts) {
  TraceStore store;
  store.addMessage({MessageKind::Hello, R"({"run":"a"})", {}});
  const auto way = [&](const std::string& name, const std::string& figures) {
    const std::string text =
        R"({"request":1,"experiment":"frames","variant":")" + name + R"(","status":"ok","figures":)" + figures + "}";
    store.addMessage({MessageKind::Result, text, {}});
  };
  way("pipe", R"([{"name":"frames_torn","value":0,"unit":"","kind":"counted"}])");
  way("host", R"([{"name":"frames_drawn","value":149},{"name":"frames_torn","value":83,"unit":"","kind":"counted"}])");
  way("device", "null");
  const auto results = nlohmann::json::parse(exported(*store.snapshot(), "report"))["runs"][0]["results"];
  EXPECT_EQ(results[0]["status"], "ok");
  EXPECT_EQ(results[1]["status"], "torn");
  EXPECT_EQ(results[1]["figures"][1]["value"], 83);
  EXPECT_EQ(results[2]["status"], "ok");
  EXPECT_TRUE(results[2]["figures"].is_null());
}

}  // namespace
}  // namespace strata::test
