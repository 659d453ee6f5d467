#include <nlohmann/json.hpp>

#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

#include "app/cli/bench_figures.h"
#include "app/cli/progress_line.h"
#include "app/session/agents.h"
#include "app/session/session.h"

namespace strata::inline cli {
namespace {

constexpr int kTracingRounds = 9;  ///< of loops without a trace, with one that is written afterwards, and meanwhile
constexpr int kProducts = 300;
constexpr double kMostTracingRatio = 1.05;

/// Median seconds of a product in a loop. A new agent each time: whether it observes is settled when it starts.
Result<double> loopSeconds(const std::string& command) {
  Session session;
  STRATA_TRY(session.start(command));
  Request request;
  request.name = "matmul-loop";
  *request.parameters = {{"n", 1024}};
  request.repeat = kProducts;
  STRATA_ASSIGN(const std::uint64_t id, session.run(std::move(request)));
  ProgressLine progress;
  STRATA_ASSIGN(const Answer answer, session.wait(id, [&](const Answer& news) { progress.show(news); }));
  session.finish();
  if (answer.status == Answer::Status::Error) return answer.error;
  if (answer.status != Answer::Status::Done || session.results().empty())
    return Error{ErrorCode::Stopped, "The bench was stopped."};
  return session.results().front().seconds.median;
}

}  // namespace

Result<BenchFigures> tracingFigures() {
  STRATA_ASSIGN(const AgentChoice choice, chooseAgent("best"));
  std::vector<double> plain, held, streamed, heldRatios, streamedRatios;
  for (int i = 0; i < kTracingRounds; ++i) {
    STRATA_ASSIGN(const double without, loopSeconds(choice.command + " --no-trace"));
    STRATA_ASSIGN(const double after, loopSeconds(choice.command + kHoldEventsOption));
    STRATA_ASSIGN(const double meanwhile, loopSeconds(choice.command));
    plain.push_back(without);
    held.push_back(after);
    streamed.push_back(meanwhile);
    heldRatios.push_back(after / without);
    streamedRatios.push_back(meanwhile / without);
  }
  BenchFigures figures;
  const auto add = [&](std::string name, const std::vector<double>& values, double scale, std::string unit) {
    BenchFigure& figure = figures.emplace_back();
    figure.name = std::move(name);
    figure.value = median(values) * scale;
    figure.unit = std::move(unit);
  };
  const std::string loop = fmt::format("product of 1024³ in a loop on {}", choice.device);
  add(loop + ", untraced", plain, 1e6, "µs");
  add("traced, written when it is done (strata run)", held, 1e6, "µs");
  add("ratio to untraced", heldRatios, 1, "");
  figures.back().atMost = kMostTracingRatio;
  add("traced, written meanwhile (Studio)", streamed, 1e6, "µs");
  add("ratio to untraced, written meanwhile", streamedRatios, 1, "");
  figures.back().atMost = kMostTracingRatio;
  return figures;
}

}  // namespace strata::inline cli
