#include "engine/interchange/exporter.h"
#include "engine/interchange/stack_report.h"
#include "engine/interchange/text_file.h"

namespace strata::inline interchange {

namespace {

Result<ExportSummary> writeReport(const TraceSnapshot& snapshot, const std::string& path) {
  TextFile file(path);
  file.text() = reportJson(stackReport(snapshot)) + "\n";
  STRATA_TRY(file.finish());
  const TraceSnapshot::Totals& totals = snapshot.totals();
  return ExportSummary{totals.slices, totals.flows, totals.counters};
}

}  // namespace

const Exporter& reportExporter() {
  static constexpr Exporter kExporter{
      "report", "Report as JSON", "json",
      "the session in figures: what was run, calls, kernels and copies with their times, as one JSON object",
      writeReport};
  return kExporter;
}

}  // namespace strata::inline interchange
