#include "engine/interchange/csv_table.h"
#include "engine/interchange/exporter.h"
#include "engine/interchange/timed_results.h"
#include "engine/trace/device_work.h"
#include "engine/trace/trace_query.h"

namespace strata::inline interchange {

namespace {

constexpr std::string_view kOpsColumns =
    "call,name,storey,thread,begin_ns,duration_ns,model_ns,framework_ns,library_ns,compiler_ns,runtime_ns,driver_ns,"
    "hardware_ns,kernels,kernel_ns,copies,copy_ns,bytes_copied,device_work_ns,"
    "device_busy_ns,device_after_return_ns,memsets,memset_ns,only_counts,timed,run,variant";

void writeCall(CsvTable& table, const TraceSnapshot& snapshot, CallId id, const CallInfo& call, const WorkTotals& work,
               const TimedResults& timed) {
  const TraceEvent& top = snapshot.event(call.top);
  table.row().integer(static_cast<std::uint32_t>(id)).text(snapshot.name(top.name));
  table.text(storeyInfo(top.storey).key).text(snapshot.tracks()[top.track].thread).integer(top.begin.ns);
  if (top.open() || wasStopped(snapshot, id))
    table.none();
  else
    table.integer(top.payload);
  for (const Duration time : storeyTimes(snapshot, id)) table.integer(time.ns);
  table.integer(static_cast<std::int64_t>(work.kernels)).integer(work.kernelTime.ns);
  table.integer(static_cast<std::int64_t>(work.copies)).integer(work.copyTime.ns);
  table.integer(std::optional(work.bytesCopied));
  table.integer(work.time().ns).integer(work.busy.ns).integer(work.afterReturn.ns);
  table.integer(static_cast<std::int64_t>(work.memsets)).integer(work.memsetTime.ns);
  table.integer(onlyCounts(snapshot, id) ? 1 : 0);
  addTimedCells(table, timed, top);
}

Result<ExportSummary> writeOps(const TraceSnapshot& snapshot, const std::string& path) {
  CsvTable table(path, kOpsColumns);
  ExportSummary summary;
  const SessionWork work = workOf(snapshot);
  const TimedResults timed(snapshot);
  for (std::uint32_t i = 1; i <= snapshot.callCount(); ++i) {
    const auto call = snapshot.call(CallId{i});
    if (!call) continue;
    writeCall(table, snapshot, CallId{i}, *call, work.calls[i - 1], timed);
    ++summary.slices;
  }
  STRATA_TRY(table.finish());
  return summary;
}

}  // namespace

const Exporter& opsCsvExporter() {
  static constexpr Exporter kExporter{"csv-ops", "Table of calls", "csv",
                                      "a table of calls with their time on each storey and their device work",
                                      writeOps};
  return kExporter;
}

}  // namespace strata::inline interchange
