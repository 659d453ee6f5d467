#include "engine/trace/store_bench.h"

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <protozero/pbf_writer.hpp>
#include <span>
#include <string>

#include "engine/trace/perfetto_fields.h"
#include "engine/trace/perfetto_reader.h"
#include "engine/trace/trace_query.h"

namespace strata::inline trace {

namespace {

using protozero::pbf_writer;
namespace p = perfetto::packet;

constexpr std::uint32_t kRun = 7;
constexpr std::uint64_t kWithRun = std::uint64_t{kRun} << 32;
constexpr std::uint64_t kQueueIid = 90, kKernelIid = 91, kFirstNameIid = 1, kDistinctNames = 64;
constexpr std::size_t kFeedBytes = std::size_t{1} << 20;

/// A session in the encoding of docs/trace-format.md, without arguments but those that device work always has.
class SessionMaker {
 public:
  std::string make(std::uint64_t events) {
    head();
    std::uint64_t written = 0;
    for (std::uint64_t call = 1; written < events; ++call) written += addCall(call);
    message(8, R"({"events":0,"dropped":0,"clock_error_ns":0})");
    return std::move(m_bytes);
  }

 private:
  static constexpr Storey kStoreys[] = {Storey::Model, Storey::Framework, Storey::Library, Storey::Runtime,
                                        Storey::Driver};

  template <class Write>
  void packet(std::uint64_t time, Write write) {
    pbf_writer trace(m_bytes);
    pbf_writer packet(trace, perfetto::trace_message::kPacket);
    packet.add_uint64(p::kTimestamp, time);
    packet.add_uint32(p::kSequenceId, kRun);
    packet.add_uint32(p::kSequenceFlags, p::kNeedsState);
    write(packet);
  }

  void message(std::uint32_t kind, const std::string& json) {
    packet(m_time, [&](pbf_writer& out) {
      pbf_writer strata(out, p::kStrata);
      strata.add_uint32(perfetto::strata_message::kKind, kind);
      strata.add_string(perfetto::strata_message::kJson, json);
    });
  }

  void track(std::uint64_t uuid, const std::string& kind, std::string_view storey, const std::string& more) {
    message(10, R"({"uuid":")" + std::to_string(kWithRun | uuid) + R"(","kind":")" + kind + R"(","storey":")" +
                    std::string(storey) + R"(","name":")" + std::string(storey) + "\"" + more + "}");
  }

  void intern(perfetto::Field table, std::uint64_t iid, const std::string& name) {
    packet(m_time, [&](pbf_writer& out) {
      pbf_writer interned(out, p::kInternedData);
      pbf_writer entry(interned, table);
      entry.add_uint64(perfetto::interned_data::kIid, iid);
      entry.add_string(perfetto::interned_data::kName, name);
    });
  }

  void head() {
    namespace i = perfetto::interned_data;
    message(1, R"({"magic":"strata"})");
    for (const Storey storey : kStoreys) track(uuidOf(storey), "host", storeyInfo(storey).key, R"(,"pid":1,"tid":1)");
    track(100, "queue", "hardware", R"(,"queue":1,"hw_queue_iid":90)");
    track(101, "counter", "hardware", R"(,"unit":"bytes")");
    for (std::uint64_t iid = kFirstNameIid; iid < kFirstNameIid + kDistinctNames; ++iid)
      intern(i::kEventNames, iid, "function " + std::to_string(iid));
    for (const StoreyInfo& info : storeys())
      intern(i::kEventCategories, static_cast<std::uint64_t>(info.storey) + 1, std::string(info.key));
    intern(i::kGpuSpecifications, kQueueIid, "stream 1");
    intern(i::kGpuSpecifications, kKernelIid, "kernel");
    intern(i::kComputeArgNames, 1, "call");
  }

  static std::uint64_t uuidOf(Storey storey) { return 10 + static_cast<std::uint64_t>(storey); }

  void begin(Storey storey, std::uint64_t call, bool launches) {
    namespace t = perfetto::track_event;
    packet(m_time += 100, [&](pbf_writer& out) {
      pbf_writer event(out, p::kTrackEvent);
      event.add_enum(t::kType, t::kSliceBegin);
      event.add_uint64(t::kTrackUuid, kWithRun | uuidOf(storey));
      event.add_uint64(t::kCategoryIids, static_cast<std::uint64_t>(storey) + 1);
      event.add_uint64(t::kNameIid, kFirstNameIid + call % kDistinctNames);
      event.add_uint64(t::kCorrelationId, kWithRun | call);
      if (!launches) return;
      pbf_writer link(event, t::kGpuCorrelation);
      link.add_uint64(t::kSubmissionEventIds, kWithRun | call);
    });
  }

  void end(Storey storey) {
    namespace t = perfetto::track_event;
    packet(m_time += 100, [&](pbf_writer& out) {
      pbf_writer event(out, p::kTrackEvent);
      event.add_enum(t::kType, t::kSliceEnd);
      event.add_uint64(t::kTrackUuid, kWithRun | uuidOf(storey));
    });
  }

  void counter(double value) {
    namespace t = perfetto::track_event;
    packet(m_time, [&](pbf_writer& out) {
      pbf_writer event(out, p::kTrackEvent);
      event.add_enum(t::kType, t::kCounter);
      event.add_uint64(t::kTrackUuid, kWithRun | 101);
      event.add_double(t::kDoubleCounterValue, value);
    });
  }

  void kernel(std::uint64_t call) {
    namespace r = perfetto::render_stage;
    packet(m_time - 300, [&](pbf_writer& out) {
      pbf_writer event(out, p::kGpuRenderStageEvent);
      event.add_uint64(r::kEventId, kWithRun | call);
      event.add_uint64(r::kDuration, 250);
      event.add_uint64(r::kHwQueueIid, kQueueIid);
      event.add_uint64(r::kStageIid, kKernelIid);
      event.add_uint64(r::kNameIid, kFirstNameIid);
      pbf_writer launch(event, r::kLaunch);
      pbf_writer argument(launch, r::kArgs);
      argument.add_uint64(r::kArgNameIid, 1);
      argument.add_uint64(r::kArgUint, kWithRun | call);
    });
  }

  /// One call: five nested slices, a kernel and a counter value.
  std::uint64_t addCall(std::uint64_t call) {
    for (const Storey storey : kStoreys) begin(storey, call, storey == Storey::Runtime);
    for (auto storey = std::rbegin(kStoreys); storey != std::rend(kStoreys); ++storey) end(*storey);
    kernel(call);
    counter(static_cast<double>(call));
    return std::size(kStoreys) + 2;
  }

  std::string m_bytes;
  std::uint64_t m_time = 1'000'000;
};

std::size_t heapBytes() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

}  // namespace

StoreBench benchStore(std::uint64_t events, int repeats) {
  const std::string stream = SessionMaker().make(events);
  const auto bytes = std::as_bytes(std::span(stream));
  StoreBench result;
  result.streamBytes = stream.size();
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const std::size_t heapBefore = heapBytes();
    const auto begin = std::chrono::steady_clock::now();
    TraceStore store;
    PerfettoReader reader(store);
    for (std::size_t at = 0; at < bytes.size(); at += kFeedBytes)
      reader.feed(bytes.subspan(at, std::min(kFeedBytes, bytes.size() - at)));
    reader.finish();
    const auto snapshot = store.snapshot();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    result.events = snapshot->totals().slices + snapshot->totals().counters;
    const auto count = static_cast<double>(result.events);
    result.eventsPerSecond = std::max(result.eventsPerSecond, count / seconds.count());
    result.bytesPerEvent = static_cast<double>(heapBytes() - heapBefore) / count;
    result.contentHash = contentHash(*snapshot);
  }
  return result;
}

}  // namespace strata::inline trace
