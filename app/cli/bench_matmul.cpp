#include <fmt/core.h>

#include "app/cli/bench_figures.h"
#include "app/cli/progress_line.h"
#include "app/session/agents.h"
#include "app/session/session.h"
#include "engine/protocol/json_fields.h"

namespace strata {
namespace {

constexpr int kSizes[] = {512, 2048};
constexpr double kMostRatio = 1.03;
constexpr double kLeastTiledPerCore = 2;

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
  add("tiled", "tiled_gflops_per_core", 1, "GFLOP/s per core")->atLeast = kLeastTiledPerCore;
}

}  // namespace

Result<BenchFigures> matmulFigures() {
  STRATA_ASSIGN(const AgentChoice choice, chooseAgent("cpu"));
  Session session;
  STRATA_TRY(session.start(choice.command));
  BenchFigures figures;
  for (const int n : kSizes) {
    STRATA_ASSIGN(const nlohmann::json report, measure(session, n));
    addFigures(figures, n, report);
  }
  session.finish();
  return figures;
}

}  // namespace strata
