#include <fmt/core.h>

#include <memory>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/json_out.h"
#include "app/cli/not_onto.h"
#include "app/cli/print.h"
#include "app/cli/report_compare.h"
#include "app/facts/device_use.h"
#include "app/session/session.h"
#include "app/session/session_messages.h"
#include "app/still/report_page.h"
#include "app/still/report_tables.h"
#include "app/still/session_text.h"
#include "app/still/still.h"
#include "engine/base/new_file.h"

namespace strata::inline cli {
namespace {

struct ReportOptions {
  std::string file, level = "op", out, compare;
  bool json = false, byShape = false;
};

std::string asText(const StackReport& report, const TraceSnapshot& snapshot) {
  const TableLimits limits;
  const std::string runs = runsText(messagesOf(snapshot)), between = runs.empty() ? "" : "\n";
  if (const std::string nothing = noEventsText(snapshot); !nothing.empty())
    return problemsText(report.problems) + runs + between + nothing;
  const std::string none = noCallsText(report);
  const auto table = [&](std::string_view title, const std::vector<KernelReport>& rows) {
    return kernelsTable(title, rows, report.work.all.time(), limits).str();
  };
  const std::string memsets = report.memsets.empty() ? std::string{} : "\n" + table("memsets", report.memsets);
  const std::string problems = problemsText(report.problems);
  return fmt::format("{}{}{}{}{}\n{}\n{}{}\n{}{}\n{}{}", problems, problems.empty() ? "" : "\n", runs, between,
                     storeysTable(report).str(),
                     stepsText(report) + workText(report) + useText(report, snapshot) + timedText(report, snapshot),
                     none.empty() ? callsTable(report, limits).str() : none, restText(report.ops.size(), limits),
                     table("kernels", report.kernels), restText(report.kernels.size(), limits),
                     copiesTable(report).str(), memsets);
}

/// To each run, as in the text, what of the device's work lies within its timed calls.
void addDeviceWork(OrderedJson& json, const std::vector<ReportRun>& runs, const TraceSnapshot& snapshot) {
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const DeviceUse use = runs[run].timed ? deviceUseOf(snapshot, *runs[run].timed) : DeviceUse{};
    OrderedJson work;
    if (use.work > 0) work = {{"total_ns", use.workTime.ns}, {"busy_ns", use.busy.ns}, {"span_ns", use.span.ns}};
    json[run]["device_work"] = std::move(work);
  }
}

/// Of each device, from its first work in the session to its last, and of all launches.
OrderedJson deviceUse(const TraceSnapshot& snapshot) {
  const auto bounds = snapshot.bounds();
  const DeviceUse use = bounds ? deviceUseOf(snapshot, *bounds) : DeviceUse{};
  OrderedJson json;
  json["devices"] = OrderedJson::array();
  for (const DeviceUse::One& one : use.each)
    json["devices"].push_back({{"name", one.name},
                               {"span_ns", one.span.ns},
                               {"busy_ns", one.busy.ns},
                               {"idle_ns", one.idle().ns},
                               {"gaps", one.gapCount}});
  const DeviceUse::Latency& latency = use.latency;
  OrderedJson& ofLaunches = json["launch_latency"];
  if (latency.count == 0) return json;
  ofLaunches = {{"count", latency.count}, {"median_ns", latency.median.ns}};
  ofLaunches["p99_ns"] = latency.p99 ? OrderedJson(latency.p99->ns) : OrderedJson();
  ofLaunches["most_ns"] = latency.most.ns;
  return json;
}

void printReportJson(const StackReport& report, const TraceSnapshot& snapshot) {
  OrderedJson json = OrderedJson::parse(reportJson(report));
  addDeviceWork(json["runs"], report.runs, snapshot);
  json["device_use"] = deviceUse(snapshot);
  printJson(json);
}

/// Of both the newest run, where they hold any.
Result<void> reportComparison(const ReportOptions& options) {
  Session session, other;
  STRATA_TRY(session.open(options.file));
  STRATA_TRY(other.open(options.compare));
  ViewState state;
  readSession(session, state);
  const auto run = newestRunOf(*session.snapshot()), otherRun = newestRunOf(*other.snapshot());
  compareWith(other, state, run, otherRun);
  if (!state.sight.comparison)
    return Error{ErrorCode::Unsupported, fmt::format("There is nothing to compare: '{}' or '{}' holds no events.",
                                                     options.file, options.compare)};
  const auto figures = comparedFigures(runOf(*session.snapshot(), run), runOf(*other.snapshot(), otherRun));
  if (options.json)
    printJson(comparisonJson(*state.sight.comparison, figures));
  else
    print("{}", comparisonText(*state.sight.comparison, figures));
  return {};
}

Result<void> report(const ReportOptions& options) {
  if (!options.compare.empty()) return reportComparison(options);
  const auto level = callLevelFromKey(options.level);
  if (!level)
    return Error{ErrorCode::Usage,
                 fmt::format("There is no level '{}'; choose from: op, module, annotation.", options.level)};
  if (!options.out.empty()) STRATA_TRY(notOnto(options.file, options.out));
  Session session;
  STRATA_TRY(session.open(options.file));
  const StackReport report = stackReport(*session.snapshot(), *level, options.byShape);
  if (!options.out.empty()) STRATA_TRY(writeWholeFile(options.out, reportPage(session, report)));
  if (options.json)
    printReportJson(report, *session.snapshot());
  else if (options.out.empty())
    print("{}", asText(report, *session.snapshot()));
  return {};
}

ExitCode runReport(const ReportOptions& options) {
  if (const auto done = report(options); !done.ok()) return complain(done.error(), options.json);
  return ExitCode::Done;
}

}  // namespace

void addReport(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand("report", "A session in figures: calls, kernels, copies and storeys");
  command->add_option("file", options->file, "A session or another tool's trace")->required();
  command
      ->add_option("--level", options->level,
                   "What counts as a call: op, or in other tools' traces the module or annotation around it")
      ->capture_default_str();
  command->add_flag("--by-shape", options->byShape, "A row for each grid and block that a kernel was launched with");
  command->add_flag("--json", options->json, "Print one JSON object");
  command->add_option("--out", options->out,
                      "Write a page (HTML) with every view that has something to show, and all tables");
  command
      ->add_option("--compare", options->compare,
                   "The second session, and what differs by name; of both the newest run, where they hold any")
      ->excludes("--level")
      ->excludes("--by-shape")
      ->excludes("--out");
  command->callback([options, &action] { action = [options] { return runReport(*options); }; });
}

}  // namespace strata::inline cli
