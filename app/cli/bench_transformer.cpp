#include <fmt/core.h>

#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/bench_figures.h"
#include "app/cli/progress_line.h"
#include "app/session/agents.h"
#include "app/session/session.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline cli {
namespace {

constexpr int kRounds = 3;  ///< in each: with and without a trace, launched one by one and as a graph
constexpr int kTokens = 128;

/// A run: its figures by name, and the time of each kind of operation in seconds.
struct TransformerRun {
  std::map<std::string, double> figures;
  std::vector<std::pair<std::string, double>> operations;
  double operationCount = 0;

  double figure(const std::string& name) const {
    const auto found = figures.find(name);
    return found == figures.end() ? 0 : found->second;
  }
};

TransformerRun runOf(const RunResult& result) {
  TransformerRun run;
  for (const Figure& figure : result.figures) run.figures[figure.name] = figure.value;
  if (!result.details->is_object() || !result.details->contains("operations")) return run;
  for (const nlohmann::json& each : result.details["operations"]) {
    run.operations.emplace_back(textField(each, "operation"), numberField(each, "seconds").value_or(0));
    run.operationCount += numberField(each, "count").value_or(0);
  }
  return run;
}

Result<void> run(Session& session, nlohmann::json parameters) {
  Request request;
  request.name = "transformer";
  request.parameters = std::move(parameters);
  STRATA_ASSIGN(const std::uint64_t id, session.run(std::move(request)));
  ProgressLine progress;
  STRATA_ASSIGN(const Answer answer, session.wait(id, [&](const Answer& news) { progress.show(news); }));
  if (answer.status == Answer::Status::Error) return answer.error;
  if (answer.status != Answer::Status::Done) return Error{ErrorCode::Stopped, "The bench was stopped."};
  return {};
}

/// The same ids from the last to the first: as many tokens, of which none is known already.
std::string reversed(const std::string& ids) {
  std::istringstream words(ids);
  std::string all;
  for (std::string id; words >> id;) all.insert(0, id + " ");
  return all;
}

/// A new agent each time: what the last run left in its buffers is not this run's. The first prompt only warms it up.
Result<TransformerRun> measure(const std::string& command, const std::string& model, const std::string& promptIds,
                               bool asGraph) {
  Session session({.live = false});
  STRATA_TRY(session.start(command));
  nlohmann::json parameters{{"tokens", kTokens}, {"watch", "off"}, {"ahead", "on"}, {"graph", asGraph ? "on" : "off"}};
  if (!model.empty()) parameters["model"] = model;
  nlohmann::json warmUp = parameters;
  warmUp["prompt"] = "At the end of all";
  if (!promptIds.empty()) {
    parameters["prompt_ids"] = promptIds;
    warmUp["prompt_ids"] = reversed(promptIds);
  }
  STRATA_TRY(run(session, warmUp));
  STRATA_TRY(run(session, parameters));
  session.finish();
  const std::vector<RunResult> results = session.results();
  if (results.empty()) return Error{ErrorCode::Stopped, "The bench ended without a result."};
  const RunResult& result = results.front();
  if (result.status == RunResult::Status::Failed)
    return Error{ErrorCode::CheckFailed, fmt::format("{}: {}", result.variant, result.message)};
  return runOf(result);
}

using Runs = std::vector<TransformerRun>;

/// A run of each kind from each round.
struct Rounds {
  Runs plain, traced, graph, tracedGraph;
};

double median(const Runs& runs, const std::function<double(const TransformerRun&)>& of) {
  std::vector<double> values;
  for (const TransformerRun& run : runs) values.push_back(of(run));
  return cli::median(std::move(values));
}

class Report {
 public:
  explicit Report(const Rounds& rounds)
      : m_plain(rounds.plain), m_traced(rounds.traced), m_graph(rounds.graph), m_tracedGraph(rounds.tracedGraph) {}

  BenchFigures figures() {
    speeds("prompt", "prompt_tokens_per_s", m_plain, m_traced);
    speeds("generation", "generation_tokens_per_s", m_plain, m_traced);
    speeds("generation as a graph", "generation_tokens_per_s", m_graph, m_tracedGraph);
    launches("launching a token, one by one", "launch_time_per_token");
    launches("launching a token as a graph", "graph_launch_time_per_token");
    const double operations = m_plain.front().operationCount;
    add("operations of a token", operations, "operations", Provenance::Counted);
    if (operations > 0) {
      const double plain = tokenTime(m_plain) / operations, traced = tokenTime(m_traced) / operations;
      add("time of an operation, untraced", plain * 1e6, "µs");
      add("time of an operation, traced", traced * 1e6, "µs");
      add("of which for the trace", (traced - plain) * 1e6, "µs");
    }
    for (std::size_t i = 0; i < m_plain.front().operations.size(); ++i) {
      const auto time = [i](const TransformerRun& run) { return run.operations.at(i).second; };
      const std::string& name = m_plain.front().operations[i].first;
      add(fmt::format("{}, all layers, untraced", name), median(m_plain, time) * 1e6, "µs");
      add(fmt::format("{}, all layers, traced", name), median(m_traced, time) * 1e6, "µs");
    }
    return std::move(m_figures);
  }

 private:
  static double tokenTime(const Runs& runs) {
    return 1 / median(runs, [](const TransformerRun& run) { return run.figure("generation_tokens_per_s"); });
  }

  void speeds(const std::string& what, const std::string& figure, const Runs& untracedRuns, const Runs& tracedRuns) {
    const auto speed = [&](const TransformerRun& run) { return run.figure(figure); };
    const double plain = median(untracedRuns, speed), traced = median(tracedRuns, speed);
    add(what + ", untraced", plain, "tokens/s");
    add(what + ", traced", traced, "tokens/s");
    add(what + ", traced of untraced", plain > 0 ? traced / plain : 0, "");
  }

  /// Of the runs that launched in both ways.
  void launches(const std::string& what, const std::string& figure) {
    const auto time = [&](const TransformerRun& run) { return run.figure(figure); };
    add(what + ", untraced", median(m_graph, time), "µs");
    add(what + ", traced", median(m_tracedGraph, time), "µs");
  }

  void add(std::string name, double value, std::string unit, Provenance kind = Provenance::Measured) {
    m_figures.push_back({std::move(name), value, std::move(unit), kind, std::nullopt, std::nullopt});
  }

  const Runs &m_plain, &m_traced, &m_graph, &m_tracedGraph;
  BenchFigures m_figures;
};

}  // namespace

Result<BenchFigures> transformerFigures(const std::string& model, const std::string& promptIds) {
  STRATA_ASSIGN(const AgentChoice choice, chooseAgent("cpu"));
  Rounds rounds;
  const auto add = [&](Runs& runs, const std::string& command, bool asGraph) -> Result<void> {
    STRATA_ASSIGN(TransformerRun run, measure(command, model, promptIds, asGraph));
    runs.push_back(std::move(run));
    return {};
  };
  const std::string traced = choice.command + kHoldEventsOption, plain = traced + " --no-trace";
  for (int i = 0; i < kRounds; ++i) {
    STRATA_TRY(add(rounds.plain, plain, false));
    STRATA_TRY(add(rounds.traced, traced, false));
    STRATA_TRY(add(rounds.graph, plain, true));
    STRATA_TRY(add(rounds.tracedGraph, traced, true));
  }
  return Report(rounds).figures();
}

}  // namespace strata::inline cli
