#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/cli/bench_figures.h"
#include "app/cli/progress_line.h"
#include "app/session/agents.h"
#include "app/session/session.h"
#include "engine/protocol/json_fields.h"

namespace strata {
namespace {

constexpr int kSizes[] = {512, 2048};
constexpr double kMostRatio = 1.03;
constexpr double kLeastOwnPerCore = 2;

/// The newest Log message of the bench itself.
nlohmann::json newestReport(const TraceSnapshot& snapshot) {
  nlohmann::json report;
  for (const SessionMessage& message : snapshot.messages()) {
    if (message.kind != MessageKind::Log) continue;
    auto json = nlohmann::json::parse(message.json, nullptr, /*allow_exceptions=*/false);
    if (textField(json, "bench") == "matmul") report = std::move(json);
  }
  return report;
}

Result<nlohmann::json> measure(Session& session, int n) {
  Request request;
  request.name = "matmul-bench";
  request.parameters["n"] = n;
  STRATA_ASSIGN(const std::uint64_t id, session.run(std::move(request)));
  ProgressLine progress;
  STRATA_ASSIGN(const Answer answer, session.wait(id, [&](const Answer& news) { progress.show(news); }));
  if (answer.status == Answer::Status::Error) return answer.error;
  if (answer.status != Answer::Status::Done) return Error{ErrorCode::Stopped, "The bench was stopped."};
  return newestReport(*session.snapshot());
}

void addFigures(BenchFigures& figures, int n, const nlohmann::json& report) {
  const auto add = [&](std::string_view name, std::string_view field, double scale, std::string_view unit) {
    BenchFigure figure;
    figure.name = fmt::format("n={} {}", n, name);
    figure.value = numberField(report, field).value_or(0) * scale;
    figure.unit = unit;
    figures.push_back(figure);
    return &figures.back();
  };
  add("library through the storeys", "library_seconds", 1e3, "ms");
  add("library called directly", "direct_seconds", 1e3, "ms");
  add("ratio of the two", "ratio", 1, "")->atMost = kMostRatio;
  const double cores = std::max(1.0, numberField(report, "cores").value_or(1));
  add(fmt::format("best own step ({})", textField(report, "best_step")), "best_step_gflops", 1 / cores,
      "GFLOP/s per core")
      ->atLeast = kLeastOwnPerCore;
}

/// The library as the environment sets it up, and, where that names a core type, also as Strata would choose it: the
/// faster of the two is the library to compare with.
std::vector<std::string> agentCommands(const std::string& command) {
  if (!std::getenv("OPENBLAS_CORETYPE")) return {command};
  return {command, "env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE " + command};
}

Result<nlohmann::json> measureFastest(const std::string& command, int n) {
  nlohmann::json fastest;
  for (const std::string& each : agentCommands(command)) {
    Session session;
    STRATA_TRY(session.start(each));
    STRATA_ASSIGN(nlohmann::json report, measure(session, n));
    session.finish();
    const auto seconds = [](const nlohmann::json& json) { return numberField(json, "direct_seconds").value_or(0); };
    if (fastest.is_null() || seconds(report) < seconds(fastest)) fastest = std::move(report);
  }
  return fastest;
}

}  // namespace

Result<BenchFigures> matmulFigures() {
  STRATA_ASSIGN(const AgentChoice choice, chooseAgent("cpu"));
  BenchFigures figures;
  for (const int n : kSizes) {
    STRATA_ASSIGN(const nlohmann::json report, measureFastest(choice.command, n));
    addFigures(figures, n, report);
  }
  return figures;
}

}  // namespace strata
