#include "tests/trace/reader_stream.h"

#include <algorithm>
#include <span>

#include "engine/trace/perfetto_reader.h"

namespace strata::test {

using protozero::pbf_writer;

namespace {

void annotate(pbf_writer& event, std::string_view name, std::int64_t value) {
  pbf_writer annotation(event, 4);
  annotation.add_string(10, name.data(), name.size());
  annotation.add_int64(4, value);
}

std::string quoted(std::uint64_t id) {
  return '"' + std::to_string(id) + '"';
}

}  // namespace

StreamBuilder& StreamBuilder::packet(std::uint64_t time, const Write& write) {
  pbf_writer trace(m_bytes);
  pbf_writer packet(trace, 1);
  packet.add_uint64(8, time);
  packet.add_uint32(10, m_run);
  packet.add_uint32(13, 2);
  write(packet);
  return *this;
}

StreamBuilder& StreamBuilder::raw(std::string_view bytes) {
  m_bytes += bytes;
  return *this;
}

StreamBuilder& StreamBuilder::message(std::uint32_t kind, const std::string& json, std::string_view blob) {
  return packet(0, [&](pbf_writer& packet) {
    pbf_writer strata(packet, 500000);
    strata.add_uint32(1, kind);
    strata.add_string(2, json);
    if (!blob.empty()) strata.add_bytes(3, blob.data(), blob.size());
  });
}

StreamBuilder& StreamBuilder::head() {
  hello();
  packet(0, [&](pbf_writer& packet) {
    packet.add_bool(87, true);
    pbf_writer defaults(packet, 59);
    defaults.add_uint32(58, 3);
  });
  packet(0, [&](pbf_writer& packet) {
    pbf_writer snapshot(packet, 6);
    for (const auto& [id, ns] : {std::pair{3, 1000}, std::pair{6, 5000}, std::pair{1, 900000}}) {
      pbf_writer clock(snapshot, 1);
      clock.add_uint32(1, static_cast<std::uint32_t>(id));
      clock.add_uint64(2, static_cast<std::uint64_t>(ns));
    }
    snapshot.add_enum(2, 3);
  });
  const std::string thread = R"(,"pid":5,"tid":7})";
  message(10, R"({"kind":"host","storey":"model","name":"model","uuid":)" + quoted(withRun(kModel)) + thread);
  message(10, R"({"kind":"host","storey":"runtime","name":"runtime","uuid":)" + quoted(withRun(kRuntime)) + thread);
  message(10, R"({"kind":"counter","storey":"runtime","name":"memory","unit":"bytes","provenance":"counted","uuid":)" +
                  quoted(withRun(kCounter)) + "}");
  return message(10, R"({"kind":"queue","storey":"hardware","name":"stream 1","queue":1,"hw_queue_iid":90,"uuid":)" +
                         quoted(withRun(kQueue)) + "}");
}

StreamBuilder& StreamBuilder::begin(std::uint64_t track, std::uint64_t time, std::string_view name, std::uint32_t call,
                                    std::uint32_t launch) {
  return packet(time, [&](pbf_writer& packet) {
    pbf_writer event(packet, 11);
    event.add_enum(9, 1);
    event.add_uint64(11, withRun(track));
    event.add_string(23, name.data(), name.size());
    if (call != 0) event.add_uint64(52, withRun(call));
    annotate(event, "n", static_cast<std::int64_t>(time));
    if (launch == 0) return;
    pbf_writer link(event, 3000);
    link.add_uint64(1, withRun(launch));
  });
}

StreamBuilder& StreamBuilder::finish(std::uint64_t track, std::uint64_t time) {
  return packet(time, [&](pbf_writer& packet) {
    pbf_writer event(packet, 11);
    event.add_enum(9, 2);
    event.add_uint64(11, withRun(track));
  });
}

StreamBuilder& StreamBuilder::counter(std::uint64_t time, double value) {
  return packet(time, [&](pbf_writer& packet) {
    pbf_writer event(packet, 11);
    event.add_enum(9, 4);
    event.add_uint64(11, withRun(kCounter));
    event.add_double(44, value);
  });
}

StreamBuilder& StreamBuilder::kernel(std::uint64_t time, std::uint64_t duration, std::string_view name,
                                     std::uint32_t call, std::uint32_t correlation) {
  return packet(time, [&](pbf_writer& packet) {
    {
      pbf_writer interned(packet, 12);
      pbf_writer entry(interned, 24);
      entry.add_uint64(1, 91);
      entry.add_string(2, "kernel");
    }
    pbf_writer event(packet, 53);
    event.add_uint64(1, withRun(correlation));
    event.add_uint64(2, duration);
    event.add_uint64(13, 90);
    event.add_uint64(14, 91);
    event.add_string(17, name.data(), name.size());
    pbf_writer launch(event, 21);
    {
      pbf_writer grid(launch, 1);
      grid.add_uint32(1, 8);
      grid.add_uint32(2, 4);
    }
    pbf_writer argument(launch, 3);
    argument.add_string(2, "call");
    argument.add_uint64(4, withRun(call));
  });
}

std::shared_ptr<const TraceSnapshot> read(std::string_view bytes, std::size_t piece) {
  TraceStore store;
  PerfettoReader reader(store);
  const auto all = std::as_bytes(std::span(bytes));
  if (piece == 0) piece = std::max<std::size_t>(all.size(), 1);
  for (std::size_t at = 0; at < all.size(); at += piece) reader.feed(all.subspan(at, std::min(piece, all.size() - at)));
  reader.finish();
  return store.snapshot();
}

std::string smallSession(std::uint32_t run) {
  StreamBuilder stream(run);
  stream.head();
  for (std::uint32_t call = 1; call <= 2; ++call) {
    const std::uint64_t t = 10'000 * call;
    stream.begin(StreamBuilder::kModel, t, "matmul", call);
    stream.begin(StreamBuilder::kRuntime, t + 100, "launch", call, call);
    stream.finish(StreamBuilder::kRuntime, t + 300);
    stream.counter(t + 300, 0.5 * call);
    stream.begin(StreamBuilder::kRuntime, t + 400, "synchronize", call);
    stream.finish(StreamBuilder::kRuntime, t + 900);
    stream.kernel(t + 200, 600, "tiled", call, call);
    stream.finish(StreamBuilder::kModel, t + 1000);
  }
  return stream.end().bytes();
}

}  // namespace strata::test
