#include <algorithm>
#include <vector>

#include "engine/interchange/csv_table.h"
#include "engine/interchange/each_event.h"
#include "engine/interchange/exporter.h"
#include "engine/interchange/timed_results.h"
#include "engine/trace/copy_facts.h"

namespace strata::inline interchange {

namespace {

constexpr std::string_view kCopiesColumns =
    "name,queue,direction,host_memory,bytes,begin_ns,duration_ns,gigabytes_per_second,call,correlation,provenance,"
    "file_correlation,timed,run,variant";

/// Each direction has a track of its own.
std::vector<TraceEvent> copiesInTime(const TraceSnapshot& snapshot) {
  std::vector<TraceEvent> copies;
  eachEvent(snapshot, [&](const TraceEvent& event) {
    if (event.kind == EventKind::Copy && !event.open()) copies.push_back(event);
  });
  std::ranges::stable_sort(copies, {}, &TraceEvent::begin);
  return copies;
}

Result<ExportSummary> writeCopies(const TraceSnapshot& snapshot, const std::string& path) {
  CsvTable table(path, kCopiesColumns);
  const TimedResults timed(snapshot);
  ExportSummary summary;
  for (const TraceEvent& event : copiesInTime(snapshot)) {
    ++summary.slices;
    if (snapshot.launchOf(event.correlation)) ++summary.flows;
    table.row().text(snapshot.name(event.name)).text(snapshot.tracks()[event.track].name);
    table.text(copyDirection(snapshot, event)).text(snapshot.text(event, arg::kHostMemory));
    const auto bytes = snapshot.number(event, arg::kBytes);
    table.integer(bytes).integer(event.begin.ns).integer(event.payload);
    if (bytes && event.payload > 0)
      table.real(*bytes / static_cast<double>(event.payload));
    else
      table.none();
    table.integer(static_cast<std::uint32_t>(event.call)).integer(static_cast<std::uint32_t>(event.correlation));
    table.text(provenanceKey(event.provenance)).integer(snapshot.number(event, arg::kFileCorrelation));
    addTimedCells(table, timed, event);
  }
  STRATA_TRY(table.finish());
  return summary;
}

}  // namespace

const Exporter& copiesCsvExporter() {
  static constexpr Exporter kExporter{"csv-copies", "Table of copies", "csv",
                                      "a table of copies with their bytes, directions and rates", writeCopies};
  return kExporter;
}

}  // namespace strata::inline interchange
