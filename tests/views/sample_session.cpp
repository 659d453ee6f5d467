#include "tests/views/sample_session.h"

#include <algorithm>
#include <bit>

namespace strata {

SampleSession::SampleSession() = default;

std::uint32_t SampleSession::track(TrackInfo info) {
  const std::string key =
      info.name + "/" + std::to_string(info.tid) + "/" + std::to_string(static_cast<int>(info.kind));
  const auto found = std::ranges::find(m_tracks, key, &std::pair<std::string, std::uint32_t>::first);
  if (found != m_tracks.end()) return found->second;
  info.uuid = ++m_lastUuid;
  m_tracks.emplace_back(key, m_store.track(info));
  return m_tracks.back().second;
}

std::uint32_t SampleSession::host(Storey storey, std::int64_t tid) {
  TrackInfo info;
  info.name = storeyInfo(storey).key;
  info.storey = storey;
  info.tid = tid;
  return track(info);
}

std::uint32_t SampleSession::stream(std::uint32_t number, std::uint32_t device) {
  TrackInfo info;
  info.name = (device > 0 ? "GPU " + std::to_string(device) + " " : "") + "stream " + std::to_string(number);
  info.kind = TrackKind::Queue;
  info.storey = Storey::Hardware;
  info.stream = number;
  info.pid = device;
  return track(info);
}

std::uint32_t SampleSession::copies(std::string_view direction) {
  TrackInfo info;
  info.name = "copy " + std::string(direction);
  info.kind = TrackKind::Copy;
  info.storey = Storey::Hardware;
  return track(info);
}

std::uint32_t SampleSession::counter(std::string_view name, std::string_view unit) {
  TrackInfo info;
  info.name = name;
  info.unit = unit;
  info.kind = TrackKind::Counter;
  info.storey = Storey::Runtime;
  return track(info);
}

std::uint32_t SampleSession::tracingCost() {
  TrackInfo info;
  info.name = "tracing cost";
  info.kind = TrackKind::TracingCost;
  return track(info);
}

TraceEvent SampleSession::eventOf(const Spec& spec) {
  TraceEvent event;
  event.begin = {kStart + spec.begin};
  event.payload = spec.end - spec.begin;
  event.name = m_store.intern(spec.name);
  event.track = spec.track;
  event.call = static_cast<CallId>(spec.call);
  event.correlation = static_cast<CorrelationId>(spec.correlation);
  event.kind = spec.kind;
  event.storey = spec.storey;
  return event;
}

std::vector<Arg> SampleSession::argsOf(const Spec& spec) {
  std::vector<Arg> args;
  for (const auto& [key, value] : spec.numbers) args.push_back({m_store.intern(key), value});
  for (const auto& [key, value] : spec.texts) args.push_back({m_store.intern(key), m_store.intern(value)});
  return args;
}

void SampleSession::add(const Spec& spec) {
  m_store.add(eventOf(spec), argsOf(spec));
}

void SampleSession::open(const Spec& spec) {
  m_store.begin(eventOf(spec), argsOf(spec));
}

void SampleSession::count(std::uint32_t track, std::int64_t at, double value) {
  TraceEvent event;
  event.begin = {kStart + at};
  event.payload = std::bit_cast<std::int64_t>(value);
  event.track = track;
  event.kind = EventKind::Counter;
  event.storey = Storey::Runtime;
  event.provenance = Provenance::Counted;
  m_store.add(event);
}

void SampleSession::addMatmul(std::uint32_t call, std::int64_t start, bool library) {
  const std::int64_t t = start;
  const std::uint32_t launch = call * 2;
  const auto slice = [&](Storey storey, std::string_view name, std::int64_t from, std::int64_t to,
                         std::uint32_t link = 0) {
    add({host(storey), name, t + from, t + to, call, link, EventKind::Slice, storey, {}, {}});
  };
  slice(Storey::Model, library ? "repeat 3 · library" : "repeat 3 · tiled", 0, 61'800);
  add({host(Storey::Framework),
       "matmul",
       t + 1'200,
       t + 58'000,
       call,
       0,
       EventKind::Slice,
       Storey::Framework,
       {{"m", 512}, {"n", 512}, {"k", 512}},
       {{arg::kVariant, library ? "library" : "tiled"}, {arg::kReason, "asked for by name"}}});
  slice(Storey::Library, library ? "cblas_sgemm" : "strata::matmul_tiled", 3'000, 14'000);
  slice(Storey::Runtime, "strataLaunchKernel", 6'000, 13'000, launch);
  slice(Storey::Driver, "futex wake", 8'000, 10'500);
  slice(Storey::Runtime, "strataStreamSynchronize", 15'000, 57'000);
  add({stream(1),
       library ? "openblas sgemm" : "matmul_tiled<32>",
       t + 16'400,
       t + 56'000,
       call,
       launch,
       EventKind::Kernel,
       Storey::Hardware,
       {{arg::kGridX, 16},
        {arg::kGridY, 16},
        {arg::kGridZ, 1},
        {arg::kBlockX, 32},
        {arg::kBlockY, 32},
        {arg::kBlockZ, 1}},
       {}});
}

void SampleSession::addRun(std::uint32_t calls) {
  const auto copy = [&](std::string_view direction, std::int64_t begin, std::int64_t end, std::string_view memory) {
    add({copies(direction),
         "copy",
         begin,
         end,
         0,
         0,
         EventKind::Copy,
         Storey::Hardware,
         {{arg::kBytes, 1'048'576}},
         {{arg::kDirection, direction}, {arg::kHostMemory, memory}}});
  };
  const std::uint32_t device = counter("device memory", "bytes"), pinned = counter("pinned memory", "bytes");
  count(pinned, 100, 2'097'152);
  for (int i = 1; i <= 3; ++i) count(device, 1'000 * i, 1'048'576.0 * i);
  copy("H→D", 4'000, 84'000, "pinned");
  copy("H→D", 85'000, 205'000, "pageable");
  for (std::uint32_t i = 0; i < calls; ++i) addMatmul(i + 1, 210'000 + 65'000 * std::int64_t{i}, i % 2 == 1);
  const std::int64_t end = 210'000 + 65'000 * std::int64_t{calls};
  copy("D→H", end, end + 90'000, "pinned");
  add({tracingCost(), "writer", 60'000, 64'000, 0, 0, EventKind::TracingCost, Storey::Other, {}, {}});
  count(device, end + 95'000, 0);
  count(pinned, end + 96'000, 0);
}

ViewState SampleSession::state() {
  ViewState state;
  state.session.snapshot = m_store.snapshot();
  state.session.storeys = sampleStoreys();
  state.session.hello = sampleHello();
  state.sight.range = state.session.snapshot->bounds().value_or(TimeRange{});
  state.sight.now = state.sight.range.end;
  return state;
}

std::vector<StoreyState> sampleStoreys() {
  return {{Storey::Model, true, "Matmul ladder", "", "observed: every repeat", ""},
          {Storey::Framework, true, "Strata ops", "0.1", "observed: every op, with its shapes", ""},
          {Storey::Library, true, "OpenBLAS", "0.3.21", "observed: each call, not what it does inside", ""},
          {Storey::Compiler, true, "g++", "12.2.0",
           "worked ahead of time, when this program was built (x86-64-v3, -O3)", ""},
          {Storey::Runtime, true, "Strata CPU runtime", "0.1", "observed: every call", ""},
          {Storey::Driver, true, "Linux kernel", "6.1.0-18-amd64", "observed: system calls the runtime makes", ""},
          {Storey::Hardware, true, "AMD EPYC 9354", "2 cores, L3 32 MiB", "observed: kernels and copies", ""}};
}

Hello sampleHello() {
  Hello hello;
  hello.agent = "strata-agent-cpu 0.1";
  hello.device.backend = "cpu";
  hello.device.name = "AMD EPYC 9354";
  hello.device.computeUnitName = "core";
  hello.device.computeUnits = 2;
  hello.device.memoryBytes = std::uint64_t{8} << 30;
  hello.clock = "tsc";
  hello.clockErrorNs = 400;
  return hello;
}

RunResult sampleResult(std::string_view variant, double gflops, double gbytesPerSecond) {
  RunResult result;
  result.variant = variant;
  result.gflops = gflops;
  result.gbytesPerSecond = gbytesPerSecond;
  result.kinds = {{"gflops", Provenance::Measured}, {"gbytes_per_s", Provenance::Counted}};
  return result;
}

}  // namespace strata
