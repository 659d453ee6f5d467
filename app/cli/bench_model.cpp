#include <nlohmann/json.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "app/cli/bench_figures.h"
#include "app/cli/progress_line.h"
#include "app/facts/published_times.h"
#include "app/session/agents.h"
#include "app/session/session.h"
#include "engine/base/median.h"

// The model of times on GPUs that are not here, against what others published of the same ideas.

namespace strata::inline cli {
namespace {

constexpr double kMostMedianError = 0.3, kMostFactor = 2.5, kLeastRankCorrelation = 0.9;
constexpr double kRounding = 0.005;  ///< of what is told

/// A published time, and what the model says in its unit.
struct Row {
  PublishedTime published;
  double modelled = 0;

  double ratio() const { return modelled / published.rate(); }
  double factor() const { return std::max(ratio(), 1 / ratio()); }
};

bool sameRun(const Row& a, const Row& b) {
  const PublishedTime &one = a.published, &two = b.published;
  return one.gpu == two.gpu && one.experiment == two.experiment && one.set == two.set;
}

/// One run for all rows from `first` on that ask for the same.
Result<void> model(Session& session, std::span<Row> rows) {
  Request request;
  request.name = rows.front().published.experiment;
  request.parameters = rows.front().published.set;
  request.parameters["model_gpu"] = rows.front().published.gpu;
  request.parameters["times"] = "modelled";
  for (const Row& row : rows) request.variants.push_back(row.published.variant);
  STRATA_ASSIGN(const std::uint64_t id, session.run(std::move(request)));
  ProgressLine progress;
  STRATA_ASSIGN(const Answer answer, session.wait(id, [&](const Answer& news) { progress.show(news); }));
  if (answer.status == Answer::Status::Error) return answer.error;
  if (answer.status != Answer::Status::Done) return Error{ErrorCode::Stopped, "The bench was stopped."};
  for (const RunResult& result : session.results())
    for (Row& row : rows)
      if (row.published.variant == result.variant && result.modelled)
        row.modelled = (row.published.gflops ? result.modelled->gflops : result.modelled->gbytesPerSecond).value_or(0);
  return {};
}

std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<double> all;
  all.reserve(values.size());
  for (const double value : values)
    all.push_back(static_cast<double>(std::ranges::count_if(values, [&](double other) { return other < value; })));
  return all;
}

/// Spearman's, of rows of one run.
double rankCorrelation(std::span<const Row> rows) {
  std::vector<double> published, modelled;
  for (const Row& row : rows) {
    published.push_back(row.published.rate());
    modelled.push_back(row.modelled);
  }
  const std::vector<double> a = ranks(published), b = ranks(modelled);
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
  const auto n = static_cast<double>(a.size());
  return 1 - 6 * squares / (n * (n * n - 1));
}

double medianError(const std::vector<Row>& rows) {
  std::vector<double> errors;
  errors.reserve(rows.size());
  for (const Row& row : rows) errors.push_back(std::abs(row.ratio() - 1));
  std::ranges::sort(errors);
  return errors.empty() ? 0 : errors[medianPlace(errors.size())];
}

void addSummary(BenchFigures& figures, const std::string& of, const std::vector<Row>& rows, double mostError,
                double mostFactor) {
  if (rows.empty()) return;
  figures.push_back(benchFigure("median error, " + of, medianError(rows), "", Provenance::Modelled));
  figures.back().atMost = mostError;
  double worst = 1;
  for (const Row& row : rows) worst = std::max(worst, row.factor());
  figures.push_back(benchFigure("largest factor, " + of, worst, "×", Provenance::Modelled));
  figures.back().atMost = mostFactor;
}

}  // namespace

Result<BenchFigures> modelFigures() {
  STRATA_ASSIGN(std::vector<PublishedTime> times, publishedTimes());
  std::vector<Row> rows;
  rows.reserve(times.size());
  for (PublishedTime& time : times) rows.push_back({std::move(time)});
  STRATA_ASSIGN(const AgentChoice choice, chooseAgent("cpu"));
  Session session({.live = false});
  STRATA_TRY(session.start(choice.command + kHoldEventsOption));
  BenchFigures figures;
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    while (end < rows.size() && sameRun(rows[begin], rows[end])) ++end;
    const std::span<Row> run(rows.data() + begin, end - begin);
    STRATA_TRY(model(session, run));
    for (const Row& row : run) {
      const PublishedTime& time = row.published;
      if (row.modelled <= 0)
        return Error{ErrorCode::Internal,
                     fmt::format("{} {} on {} has no modelled time.", time.experiment, time.variant, time.gpu)};
      figures.push_back(benchFigure(fmt::format("{} {} on {}, published by {}{}", time.experiment, time.variant,
                                                time.gpu, time.source, time.fitted ? ", fitted" : ""),
                                    time.rate(), time.gflops ? "GFLOP/s" : "GB/s"));
      figures.push_back(benchFigure("modelled of published", row.ratio(), "×", Provenance::Modelled));
    }
    if (run.size() > 2) {
      figures.push_back(
          benchFigure(fmt::format("rank correlation of {} on {}", run[0].published.experiment, run[0].published.gpu),
                      rankCorrelation(run), "", Provenance::Modelled));
      figures.back().atLeast = kLeastRankCorrelation;
    }
  }
  session.finish();
  std::vector<Row> judged;
  std::ranges::copy_if(rows, std::back_inserter(judged), [](const Row& row) { return !row.published.fitted; });
  addSummary(figures, "all rows", rows, kMostMedianError, kMostFactor);
  const ModelAccuracy& told = modelAccuracy();
  addSummary(figures, "rows that nothing was fitted on", judged, told.medianError + kRounding,
             told.largestFactor + kRounding);
  return figures;
}

}  // namespace strata::inline cli
