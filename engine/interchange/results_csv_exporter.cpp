#include <nlohmann/json.hpp>

#include "engine/interchange/csv_table.h"
#include "engine/interchange/exporter.h"
#include "engine/interchange/report_runs.h"
#include "engine/interchange/results_table.h"

namespace strata::inline interchange {

namespace {

std::string resultsHead() {
  std::string names = "run,experiment";
  for (const ResultColumn& column : resultColumns()) names.append(",").append(column.name);
  return names;
}

Result<ExportSummary> writeResults(const TraceSnapshot& snapshot, const std::string& path) {
  CsvTable table(path, resultsHead());
  ExportSummary summary;
  summary.results = 0;
  std::int64_t number = 0;
  for (const ReportRun& run : reportRuns(snapshot)) {
    ++number;
    for (const ReportResult& result : run.results) {
      table.row().integer(number).text(run.experiment);
      const ResultRow row{*result.told, *run.parameters, run.callsBefore};
      for (const ResultColumn& column : resultColumns()) table.text(column.cell(row));
      ++*summary.results;
    }
  }
  STRATA_TRY(table.finish());
  return summary;
}

}  // namespace

const Exporter& resultsCsvExporter() {
  static constexpr Exporter kExporter{"csv-results", "Table of results", "csv",
                                      "a table of what was run: each variant with its times, speeds and error",
                                      writeResults};
  return kExporter;
}

}  // namespace strata::inline interchange
