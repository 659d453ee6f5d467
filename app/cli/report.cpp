#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/fail_above.h"
#include "app/cli/json_out.h"
#include "app/cli/not_onto.h"
#include "app/cli/number_of.h"
#include "app/cli/print.h"
#include "app/cli/report_compare.h"
#include "app/cli/report_json.h"
#include "app/facts/comparison_notes.h"
#include "app/facts/other_parameters.h"
#include "app/session/session.h"
#include "app/session/session_messages.h"
#include "app/still/printable.h"
#include "app/still/report_page.h"
#include "app/still/report_tables.h"
#include "app/still/report_use.h"
#include "app/still/session_text.h"
#include "app/still/still.h"
#include "app/words/messages.h"
#include "engine/base/how_many.h"
#include "engine/base/new_file.h"
#include "engine/base/text_parts.h"

namespace strata::inline cli {
namespace {

struct ReportOptions {
  std::vector<std::string> files;
  std::string level = "op", out, compare;
  std::optional<double> failAbove;              ///< percent
  std::optional<std::size_t> run, comparedRun;  ///< as `strata report` numbers them; none: the newest
  bool json = false, byShape = false;

  const std::string& file() const { return files.front(); }
};

/// The tables of a part that have rows, or what is said in place of its calls.
std::string tablesText(const ReportPart& part, const std::string& noCalls) {
  const TableLimits limits;
  const auto named = [&](std::string_view title, const std::vector<KernelReport>& rows) {
    return kernelsTable(title, rows, part.deviceWork(), limits).str() + restText(rows.size(), limits);
  };
  std::string all;
  const auto add = [&](bool isThere, const std::string& table) {
    if (isThere) all += (all.empty() ? "" : "\n") + table;
  };
  add(!noCalls.empty() || !part.ops.empty(),
      (noCalls.empty() ? callsTable(part, limits).str() : noCalls) + restText(part.ops.size(), limits));
  add(!part.kernels.empty(), named("kernels", part.kernels));
  add(!part.copies.empty(), copiesTable(part).str());
  add(!part.memsets.empty(), named("memsets", part.memsets));
  return all;
}

std::string gapsText(const ReportGaps& gaps, const TraceSnapshot& snapshot) {
  const TableLimits limits{10, 40};
  if (gaps.longest.empty()) return {};
  return "\n" + gapsTable(gaps, snapshot, limits).str() + gapsRest(gaps, limits);
}

std::string asText(const StackReport& report, const TraceSnapshot& snapshot) {
  const std::string runs = runsText(messagesOf(snapshot)), between = runs.empty() ? "" : "\n";
  if (const std::string nothing = noEventsText(snapshot); !nothing.empty())
    return problemsText(report.problems) + runs + between + nothing;
  const std::string problems = problemsText(report.problems);
  const ReportUse use = reportUse(report, snapshot);
  std::string all =
      fmt::format("{}{}{}{}{}\n{}\n", problems, problems.empty() ? "" : "\n", runs, between, storeysTable(report).str(),
                  stepsText(report) + workText(report) + useText(use) + timedText(use));
  if (report.apart) all += std::string(text(Msg::ReportTimed)) + "\n\n";
  all += tablesText(report, noCallsText(report)) + gapsText(gapsOf(use), snapshot);
  if (report.apart) all += fmt::format("\n{}\n\n{}", text(Msg::ReportApart), tablesText(*report.apart, {}));
  return all;
}

/// A page, unless its name promises another format.
Result<void> checkPageName(const ReportOptions& options) {
  constexpr std::string_view kOthers[] = {".csv", ".json", ".pftrace", ".svg",  ".png", ".md",
                                          ".txt", ".pdf",  ".docx",    ".xlsx", ".gz"};
  const std::string ending = lowered(std::filesystem::path(options.out).extension().string());
  if (std::ranges::find(kOthers, ending) == std::end(kOthers)) return {};
  return Error{ErrorCode::Usage,
               fmt::format("--out {}: the report writes a page, whose name ends in .html. As data: strata report {} "
                           "--json; as tables: strata export {} --to csv-ops --out {}",
                           printable(options.out), printable(options.file()), printable(options.file()),
                           ending == ".csv" ? printable(options.out) : "calls.csv")};
}

/// One session, of one file.
Result<void> checkOneFile(const ReportOptions& options) {
  if (options.files.size() == 1) return {};
  std::string all;
  for (const std::string& file : options.files) all += " " + printable(file);
  return Error{ErrorCode::Usage,
               fmt::format("A report is of one session, and {} files were given. Ranks of one job become one first: "
                           "strata import{} --out ranks.pftrace. Two sessions side by side: strata report {} "
                           "--compare {}",
                           options.files.size(), all, printable(options.files[0]), printable(options.files[1]))};
}

/// That a side has modelled times, which no comparison is of; of each file that does.
std::vector<std::string> modelledApart(const Comparison& comparison, const std::array<std::string, 2>& files) {
  std::vector<std::string> notes;
  for (std::size_t side = 0; side < files.size(); ++side) {
    const std::string& gpu = comparison.sides[side].modelledOn;
    if (gpu.empty()) continue;
    const std::string apart = fillText(Msg::CompareModelledApart, {printable(files[side]), printable(gpu)});
    notes.push_back(fillText(Msg::ReportModelledApart, {apart}));
  }
  return notes;
}

std::vector<std::string> notesOn(const Comparison& comparison, const std::array<std::string, 2>& files) {
  std::vector<std::string> notes = modelledApart(comparison, files);
  if (const std::string others = otherParametersText(comparison); !others.empty())
    notes.push_back(fillText(Msg::ReportOtherParameters, {printable(others)}));
  for (const std::string& note : comparisonNotes(comparison))
    notes.push_back(printable(note) + (note.ends_with('.') ? "" : "."));
  if (const TooFewRepeats few = tooFewRepeats(comparison); few.rows > 0)
    notes.push_back(fillText(
        Msg::ReportTooFew,
        {std::to_string(few.rows), std::to_string(few.ofAll), std::to_string(few.most[0]), std::to_string(few.most[1]),
         comparison.moreRepeatsHelp() ? text(Msg::ReportTooFewHow) : "", repeatsWord(comparison)}));
  return notes;
}

/// What is wrong with it; empty: nothing.
std::string percentageProblem(const std::string& given) {
  const auto percent = numberOf<double>(given);
  return percent && *percent >= 0 ? std::string() : "a percentage, 0 or more, such as 5";
}

/// What is wrong with it; empty: nothing.
std::string runNumberProblem(const std::string& given) {
  return numberOf<std::size_t>(given).value_or(0) > 0 ? std::string()
                                                      : "the number of a run, as strata report lists them, such as 1";
}

/// Its place, of the newest where no number is given; nothing: the session holds no run.
Result<std::optional<std::size_t>> comparedRunOf(const Session& session, std::optional<std::size_t> number) {
  if (!number) return newestRunOf(*session.snapshot());
  const std::size_t runs = session.runs().size();
  if (*number <= runs) return std::optional(*number - 1);
  return Error{ErrorCode::Usage, fmt::format("'{}' has no run {}: it holds {}.", session.path(), *number,
                                             runs == 0 ? "none" : howMany(runs, "run", "runs"))};
}

Result<void> checkEvents(const Session& session) {
  if (session.snapshot()->bounds()) return {};
  return Error{ErrorCode::Unsupported,
               fmt::format("There is nothing to compare: '{}' holds no events.", session.path())};
}

/// Of both the run that is asked for, else the newest, where they hold any.
Result<ExitCode> reportComparison(const ReportOptions& options) {
  Session session, other;
  STRATA_TRY(session.open(options.file()));
  STRATA_TRY(other.open(options.compare));
  for (const Session* side : {&session, &other}) STRATA_TRY(checkEvents(*side));
  STRATA_ASSIGN(const auto run, comparedRunOf(session, options.run));
  STRATA_ASSIGN(const auto otherRun, comparedRunOf(other, options.comparedRun));
  ViewState state;
  readSession(session, state);
  compareWith(other, state, run, otherRun);
  const auto figures = comparedFigures(runOf(*session.snapshot(), run), runOf(*other.snapshot(), otherRun));
  const std::vector<std::string> notes = notesOn(*state.sight.comparison, {options.file(), options.compare});
  std::optional<SlowerRows> slower;
  if (options.failAbove) slower = slowerBy(*options.failAbove, *state.sight.comparison);
  if (options.json) {
    OrderedJson json = comparisonJson(*state.sight.comparison, figures);
    json["notes"] = notes;
    json["fail_above"] = slower ? slowerJson(*slower, *state.sight.comparison) : OrderedJson();
    printJson(json);
  } else {
    print("{}", comparisonText(*state.sight.comparison, figures));
    for (const std::string& note : notes) print("\n{}\n", note);
  }
  return slower ? verdictOn(*slower, *state.sight.comparison) : ExitCode::Done;
}

Result<void> reportOne(const ReportOptions& options) {
  const auto level = callLevelFromKey(options.level);
  if (!level)
    return Error{ErrorCode::Usage,
                 fmt::format("There is no level '{}'; choose from: op, module, annotation.", options.level)};
  if (!options.out.empty()) {
    STRATA_TRY(notAmongJson(options.out, options.json));
    STRATA_TRY(notOnto(options.file(), options.out));
    STRATA_TRY(checkPageName(options));
  }
  Session session;
  STRATA_TRY(session.open(options.file()));
  const StackReport report = stackReport(*session.snapshot(), *level, options.byShape);
  if (!options.out.empty()) STRATA_TRY(writeWholeFile(options.out, reportPage(session, report)));
  if (options.json)
    printJson(wholeReportJson(report, *session.snapshot()));
  else if (options.out.empty())
    print("{}", asText(report, *session.snapshot()));
  return {};
}

Result<ExitCode> report(const ReportOptions& options) {
  STRATA_TRY(checkOneFile(options));
  if (!options.compare.empty()) return reportComparison(options);
  STRATA_TRY(reportOne(options));
  return ExitCode::Done;
}

ExitCode runReport(const ReportOptions& options) {
  const auto code = report(options);
  if (code.ok()) return code.value();
  return complain(code.error(), options.json, options.compare.empty() ? kReportVersion : kComparisonVersion);
}

}  // namespace

void addReport(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand("report", "A session in figures: calls, kernels, copies and storeys");
  command->add_option("file", options->files, "A session or another tool's trace")->required();
  command
      ->add_option("--level", options->level,
                   "What counts as a call: op, or in other tools' traces the module or annotation around it")
      ->capture_default_str();
  command->add_flag("--by-shape", options->byShape, "A row for each grid and block that a kernel was launched with");
  command->add_flag("--json", options->json, "Print one JSON object");
  command->add_option("--out", options->out,
                      "Write a page (HTML) with every view that has something to show, and all tables");
  CLI::Option* compare =
      command->add_option("--compare", options->compare,
                          "The second session, and what differs by name; of both the newest run, where they hold any");
  command->add_option("--run", options->run, "With --compare: this run of the first session instead of its newest")
      ->type_name("NUMBER")
      ->check(runNumberProblem)
      ->needs(compare);
  command
      ->add_option("--compare-run", options->comparedRun,
                   "With --compare: this run of the second session instead of its newest")
      ->type_name("NUMBER")
      ->check(runNumberProblem)
      ->needs(compare);
  compare->excludes("--level")->excludes("--by-shape")->excludes("--out");
  command
      ->add_option(
          "--fail-above", options->failAbove,
          fmt::format(
              "With --compare: end with exit code {} where a call, kernel, copy or memset is slower in "
              "the second by more than so many percent, and that hardly by chance; with {} where a variant failed in "
              "the second alone, with {} where it was not measured or a session is cut short",
              static_cast<int>(ExitCode::Slower), static_cast<int>(ExitCode::CheckFailed),
              static_cast<int>(ExitCode::Unavailable)))
      ->type_name("PERCENT")
      ->check(percentageProblem)
      ->needs(compare);
  command->callback([options, &action] { action = [options] { return runReport(*options); }; });
}

}  // namespace strata::inline cli
