#include <nlohmann/json.hpp>

#include "engine/interchange/csv_table.h"
#include "engine/interchange/exporter.h"
#include "engine/interchange/hello_device.h"
#include "engine/interchange/json_document.h"
#include "engine/interchange/report_runs.h"
#include "engine/interchange/results_table.h"

namespace strata::inline interchange {

namespace {

std::string resultsHead() {
  std::string names = "run,experiment,device";
  for (const ResultColumn& column : resultColumns()) names.append(",").append(column.name);
  return names;
}

/// The name of the device that a run's agent greeted with.
std::string deviceOf(const ReportRun& run, const std::vector<KeptJson>& greetings) {
  for (const KeptJson& greeting : greetings)
    if (textOf(memberOf(*greeting, "run")) == run.run)
      return std::string(textOf(memberOf(memberOf(*greeting, "device"), "name")));
  return {};
}

Result<ExportSummary> writeResults(const TraceSnapshot& snapshot, const std::string& path) {
  CsvTable table(path, resultsHead());
  ExportSummary summary;
  summary.results = 0;
  const std::vector<KeptJson> greetings = greetingsOf(snapshot);
  std::int64_t number = 0;
  for (const ReportRun& run : reportRuns(snapshot)) {
    ++number;
    const std::string device = deviceOf(run, greetings);
    for (const ReportResult& result : run.results) {
      table.row().integer(number).text(run.experiment).text(device);
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
