#include <fmt/core.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "app/cli/bench_figures.h"
#include "app/cli/progress_line.h"
#include "app/session/agents.h"
#include "app/session/session.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline cli {
namespace {

constexpr double kMostKernelRatio = 1.03;
constexpr double kLeastOwnShare = 0.1;  // of products; convolutions are reported

struct KernelBench {
  std::string_view operation;
  nlohmann::json parameters;
  std::vector<std::string> variants = {};  ///< empty: all
};

/// Products of two sizes, and a convolution as in the middle of an image network.
const std::vector<KernelBench>& kernelBenches() {
  static const std::vector<KernelBench> kBenches = {
      {"matmul", {{"n", 512}}},
      {"matmul", {{"n", 2048}}, {"vectorised", "warp_tile", "double_buffered", "wide_tile", "library", "onednn"}},
      {"conv2d", {{"n", 8}, {"c", 64}, {"h", 56}, {"filters", 64}}},
  };
  return kBenches;
}

/// The newest Log message of the bench itself.
nlohmann::json newestReport(const TraceSnapshot& snapshot, std::string_view operation) {
  nlohmann::json report;
  for (const SessionMessage& message : snapshot.messages()) {
    if (message.kind != MessageKind::Log) continue;
    auto json = nlohmann::json::parse(message.json, nullptr, /*allow_exceptions=*/false);
    if (textField(json, "bench") == operation) report = std::move(json);
  }
  return report;
}

Result<nlohmann::json> measure(Session& session, const KernelBench& bench) {
  Request request;
  request.name = std::string(bench.operation) + "-bench";
  request.parameters = bench.parameters;
  request.variants = bench.variants;
  STRATA_ASSIGN(const std::uint64_t id, session.run(std::move(request)));
  ProgressLine progress;
  STRATA_ASSIGN(const Answer answer, session.wait(id, [&](const Answer& news) { progress.show(news); }));
  if (answer.status == Answer::Status::Error) return answer.error;
  if (answer.status != Answer::Status::Done) return Error{ErrorCode::Stopped, "The bench was stopped."};
  return newestReport(*session.snapshot(), bench.operation);
}

void addFigures(BenchFigures& figures, const nlohmann::json& report) {
  const auto add = [&](std::string_view name, std::string_view field, double scale, std::string_view unit) {
    BenchFigure figure;
    figure.name = fmt::format("{} {}: {}", textField(report, "bench"), textField(report, "shape"), name);
    figure.value = numberField(report, field).value_or(0) * scale;
    figure.unit = unit;
    figures.push_back(figure);
    return &figures.back();
  };
  add("library through the storeys", "library_seconds", 1e3, "ms");
  add("library called directly", "direct_seconds", 1e3, "ms");
  add("ratio of the two", "ratio", 1, "")->atMost = kMostKernelRatio;
  add(fmt::format("fastest library ({})", textField(report, "fastest_library")), "fastest_library_gflops", 1,
      "GFLOP/s");
  add(fmt::format("best own step ({})", textField(report, "best_step")), "best_step_gflops", 1, "GFLOP/s");
  BenchFigure* share = add("best own step, of the fastest library", "best_step_share", 1, "");
  if (textField(report, "bench") == "matmul") share->atLeast = kLeastOwnShare;
}

/// The library as the environment sets it up, and, where that names a core type, also as Strata would choose it: the
/// faster of the two is the library to compare with.
std::vector<std::string> agentCommands(const std::string& command) {
  if (!std::getenv("OPENBLAS_CORETYPE")) return {command};
  return {command, "env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE " + command};
}

Result<nlohmann::json> measureFastest(const std::string& command, const KernelBench& bench) {
  nlohmann::json fastest;
  for (const std::string& each : agentCommands(command)) {
    Session session({.live = false});
    STRATA_TRY(session.start(each + kHoldEventsOption));
    STRATA_ASSIGN(nlohmann::json report, measure(session, bench));
    session.finish();
    const auto seconds = [](const nlohmann::json& json) { return numberField(json, "direct_seconds").value_or(0); };
    if (fastest.is_null() || seconds(report) < seconds(fastest)) fastest = std::move(report);
  }
  return fastest;
}

}  // namespace

Result<BenchFigures> kernelFigures() {
  STRATA_ASSIGN(const AgentChoice choice, chooseAgent("cpu"));
  BenchFigures figures;
  for (const KernelBench& bench : kernelBenches()) {
    STRATA_ASSIGN(const nlohmann::json report, measureFastest(choice.command, bench));
    addFigures(figures, report);
  }
  return figures;
}

}  // namespace strata::inline cli
