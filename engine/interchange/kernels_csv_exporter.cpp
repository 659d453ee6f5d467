#include "engine/interchange/csv_table.h"
#include "engine/interchange/each_event.h"
#include "engine/interchange/exporter.h"
#include "engine/interchange/timed_results.h"
#include "engine/trace/device_work.h"

namespace strata::inline interchange {

namespace {

constexpr std::string_view kKernelsColumns =
    "name,queue,begin_ns,duration_ns,launch_begin_ns,launch_duration_ns,grid_x,grid_y,grid_z,block_x,block_y,block_z,"
    "shared_mem_bytes,static_shared_mem_bytes,registers_per_thread,flop,call,correlation,provenance,only_counts,"
    "file_correlation,timed,run,variant";

Result<ExportSummary> writeKernels(const TraceSnapshot& snapshot, const std::string& path) {
  CsvTable table(path, kKernelsColumns);
  const TimedResults timed(snapshot);
  ExportSummary summary;
  eachEvent(snapshot, [&](const TraceEvent& event) {
    if (event.open() || !isKernel(snapshot, event)) return;
    ++summary.slices;
    table.row().text(snapshot.name(event.name)).text(snapshot.tracks()[event.track].name);
    table.integer(event.begin.ns).integer(event.payload);
    if (const auto launch = snapshot.launchOf(event.correlation)) {
      ++summary.flows;
      const TraceEvent& api = snapshot.event(*launch);
      table.integer(api.begin.ns).integer(api.payload);
    } else {
      table.none().none();
    }
    for (const std::string_view key : {arg::kGridX, arg::kGridY, arg::kGridZ, arg::kBlockX, arg::kBlockY, arg::kBlockZ})
      table.integer(snapshot.number(event, key));
    const auto sum = snapshot.number(event, arg::kSharedSum);
    table.integer(sum ? sum : snapshot.number(event, arg::kSharedBytes));
    for (const std::string_view key : {arg::kStaticShared, arg::kRegisters, arg::kFlop})
      table.integer(snapshot.number(event, key));
    table.integer(static_cast<std::uint32_t>(event.call)).integer(static_cast<std::uint32_t>(event.correlation));
    table.text(provenanceKey(event.provenance)).integer(onlyCounts(snapshot, event) ? 1 : 0);
    table.integer(snapshot.number(event, arg::kFileCorrelation));
    addTimedCells(table, timed, event);
  });
  STRATA_TRY(table.finish());
  return summary;
}

}  // namespace

const Exporter& kernelsCsvExporter() {
  static constexpr Exporter kExporter{"csv-kernels", "Table of kernels", "csv",
                                      "a table of kernels with their launches, launch shapes and times", writeKernels};
  return kExporter;
}

}  // namespace strata::inline interchange
