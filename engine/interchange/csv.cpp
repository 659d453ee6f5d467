#include "engine/interchange/csv.h"

#include "engine/interchange/csv_table.h"
#include "engine/interchange/each_event.h"
#include "engine/interchange/json_number.h"

namespace strata::inline interchange {

namespace {

constexpr std::string_view kEventColumns =
    "storey,kind,track,thread,name,begin_ns,duration_ns,value,call,correlation,provenance,arguments,process,pid,tid";

std::string arguments(const TraceSnapshot& snapshot, const TraceEvent& event) {
  std::string text;
  for (const Arg& arg : snapshot.args(event)) {
    if (!text.empty()) text += "; ";
    text.append(snapshot.name(arg.key)).append("=");
    if (const auto* integer = std::get_if<std::int64_t>(&arg.value))
      appendNumber(text, *integer);
    else if (const auto* real = std::get_if<double>(&arg.value))
      appendNumber(text, *real);
    else
      text += snapshot.name(std::get<NameId>(arg.value));
  }
  return text;
}

void writeEvent(CsvTable& table, const TraceSnapshot& snapshot, const TraceEvent& event) {
  const TrackInfo& track = snapshot.tracks()[event.track];
  const bool counter = event.kind == EventKind::Counter;
  table.row().text(storeyInfo(event.storey).key).text(eventKindKey(event.kind)).text(track.name).text(track.thread);
  table.text(snapshot.name(event.name)).integer(event.begin.ns);
  if (counter || event.open())
    table.none();
  else
    table.integer(event.payload);
  if (counter)
    table.real(event.value());
  else
    table.none();
  table.integer(static_cast<std::uint32_t>(event.call)).integer(static_cast<std::uint32_t>(event.correlation));
  table.text(provenanceKey(event.provenance)).text(arguments(snapshot, event)).text(track.process);
  for (const std::int64_t id : {isDeviceTrack(track.kind) ? 0 : track.pid, track.tid})
    if (id == 0)
      table.none();
    else
      table.integer(id);
}

}  // namespace

Result<ExportSummary> writeCsv(const TraceSnapshot& snapshot, const std::string& path) {
  CsvTable table(path, kEventColumns);
  ExportSummary summary;
  eachEvent(snapshot, [&](const TraceEvent& event) {
    writeEvent(table, snapshot, event);
    const bool running = event.open() && isOnDevice(event.kind);
    if (event.kind == EventKind::Counter)
      ++summary.counters;
    else if (!running)
      ++summary.slices;
  });
  summary.flows = snapshot.totals().flows;
  STRATA_TRY(table.finish());
  return summary;
}

}  // namespace strata::inline interchange
