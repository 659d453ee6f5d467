// client_files FOLDER SESSION.pftrace | client_files FOLDER synthetic EVENTS | client_files FOLDER lone
// Writes the session in every format that other tools read, and dump.json: what it says, as Strata itself reads it.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/interchange/exporter.h"
#include "engine/interchange/synthetic_session.h"
#include "engine/trace/device_work.h"
#include "engine/trace/perfetto_reader.h"

namespace strata::test {
namespace {

using Json = nlohmann::ordered_json;

std::string kindText(EventKind kind) {
  switch (kind) {
    case EventKind::Kernel: return "kernel";
    case EventKind::Copy: return "copy";
    case EventKind::Instant: return "instant";
    case EventKind::Counter: return "counter";
    case EventKind::TracingCost: return "tracing cost";
    default: return "slice";
  }
}

/// Integers as text: JavaScript's numbers hold 53 bits.
Json valueJson(const TraceSnapshot& snapshot, const ArgValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return {"int", std::to_string(*integer)};
  if (const auto* real = std::get_if<double>(&value)) return {"real", *real};
  return {"string", snapshot.name(std::get<NameId>(value))};
}

class Dump {
 public:
  explicit Dump(const TraceSnapshot& snapshot) : m_snapshot(snapshot) {}

  Json make() {
    Json tracks = Json::array(), slices = Json::array(), counters = Json::array();
    for (std::uint32_t track = 0; track < m_snapshot.tracks().size(); ++track) {
      tracks.push_back(trackJson(m_snapshot.tracks()[track]));
      for (std::uint32_t row = 0; row < m_snapshot.rowCount(track); ++row)
        for (std::uint32_t i = 0; i < m_snapshot.row(track, row).size(); ++i) add({track, row, i}, slices, counters);
    }
    for (const TraceSnapshot::OpenEvent& open : m_snapshot.openEvents())
      if (open.event.kind != EventKind::Kernel && open.event.kind != EventKind::Copy)
        slices.push_back(sliceJson(open.event));
    const auto bounds = m_snapshot.bounds().value_or(TimeRange{});
    return {{"begin", bounds.begin.ns}, {"end", bounds.end.ns}, {"tracks", tracks},
            {"slices", slices},         {"counters", counters}, {"flows", flows()}};
  }

 private:
  static Json trackJson(const TrackInfo& track) {
    return {{"uuid", std::to_string(track.uuid)},
            {"name", track.name},
            {"kind", static_cast<int>(track.kind)},
            {"queue", track.stream},
            {"pid", track.pid},
            {"tid", track.tid},
            {"unit", track.unit}};
  }

  void add(EventRef ref, Json& slices, Json& counters) {
    const TraceEvent& event = m_snapshot.row(ref.track, ref.row)[ref.index];
    if (event.kind == EventKind::Counter) {
      counters.push_back({event.begin.ns, m_snapshot.tracks()[ref.track].name, event.value(), ref.track});
    } else {
      m_numbers[ref] = slices.size();
      slices.push_back(sliceJson(event));
    }
  }

  Json sliceJson(const TraceEvent& event) const {
    Json args = Json::array();
    for (const Arg& arg : m_snapshot.args(event)) {
      Json one = valueJson(m_snapshot, arg.value);
      one.insert(one.begin(), m_snapshot.name(arg.key));
      args.push_back(std::move(one));
    }
    const auto call = m_snapshot.call(event.call);
    const bool top = call && &m_snapshot.event(call->top) == &event;
    return {{"ts", event.begin.ns},
            {"dur", event.open() ? -1 : event.duration().ns},
            {"name", m_snapshot.name(event.name)},
            {"storey", storeyInfo(event.storey).key},
            {"kind", kindText(event.kind)},
            {"track", event.track},
            {"call", static_cast<std::uint32_t>(event.call)},
            {"correlation", static_cast<std::uint32_t>(event.correlation)},
            {"provenance", provenanceKey(event.provenance)},
            {"top", top},
            {"counts", onlyCounts(m_snapshot, event)},
            {"args", std::move(args)}};
  }

  Json flows() const {
    Json flows = Json::array();
    for (std::uint32_t i = 1; i <= m_snapshot.correlationCount(); ++i) {
      const auto from = m_snapshot.launchOf(CorrelationId{i}), to = m_snapshot.workOf(CorrelationId{i});
      if (from && to) flows.push_back({m_numbers.at(*from), m_numbers.at(*to)});
    }
    return flows;
  }

  const TraceSnapshot& m_snapshot;
  std::map<EventRef, std::size_t> m_numbers;  ///< of slices, in the dump
};

bool exportTo(const TraceSnapshot& snapshot, const Exporter& exporter, bool compatible, const std::string& path) {
  const auto result = (compatible ? exporter.writeCompatible : exporter.write)(snapshot, path);
  if (!result.ok()) std::fprintf(stderr, "%s\n", result.error().message.c_str());
  return result.ok();
}

/// A kernel that nothing launched.
std::shared_ptr<const TraceSnapshot> loneKernel() {
  TraceStore store;
  TrackInfo queue;
  queue.uuid = 2;
  queue.name = "stream 1";
  queue.kind = TrackKind::Queue;
  queue.storey = Storey::Hardware;
  queue.stream = 1;
  TraceEvent kernel;
  kernel.track = store.track(queue);
  kernel.storey = Storey::Hardware;
  kernel.kind = EventKind::Kernel;
  kernel.name = store.intern("gemm");
  kernel.begin = {100};
  kernel.payload = 50;
  store.add(kernel);
  return store.snapshot();
}

int run(const std::filesystem::path& folder, const std::string& source, const std::string& events) {
  std::shared_ptr<const TraceSnapshot> snapshot;
  TraceStore store;
  if (source == "synthetic") {
    snapshot = syntheticSession({std::stoull(events), true, true, true});
  } else if (source == "lone") {
    snapshot = loneKernel();
  } else {
    if (!readSession(source, store).ok()) return 1;
    snapshot = store.snapshot();
  }
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "dump.json") << Dump(*snapshot).make();
  const Exporter &perfetto = *findExporter("perfetto"), &chrome = *findExporter("chrome");
  const bool all = exportTo(*snapshot, perfetto, false, folder / "typed.pftrace") &&
                   exportTo(*snapshot, perfetto, true, folder / "compat.pftrace") &&
                   exportTo(*snapshot, chrome, false, folder / "trace.json") &&
                   exportTo(*snapshot, chrome, false, folder / "trace.json.gz");
  return all ? 0 : 1;
}

}  // namespace
}  // namespace strata::test

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  return strata::test::run(argv[1], argv[2], argc > 3 ? argv[3] : "0");
}
