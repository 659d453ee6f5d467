#include <nlohmann/json.hpp>

#include <fmt/core.h>

#include <string>
#include <vector>

#include "app/cli/bench_figures.h"
#include "app/cli/progress_line.h"
#include "app/session/agents.h"
#include "app/session/choices.h"
#include "app/session/session.h"
#include "layers/workloads/common/watch_args.h"

namespace strata::inline cli {
namespace {

/// At sizes that are watched as they are: smaller than what a run would choose.
const std::vector<RunLine>& watchedLines() {
  static const std::vector<RunLine> kLines = {{"saxpy", {"n=100000"}, {"naive"}},
                                              {"reduce", {"n=100000"}, {"sequential"}},
                                              {"matmul", {"n=64"}, {"naive"}},
                                              {"matmul", {"n=64"}, {"tiled"}}};
  return kLines;
}

struct WatchCost {
  double seconds = 0, accesses = 0, bytesFollowed = 0, bytesKept = 0;
};

std::vector<WatchCost> watchCosts(const TraceSnapshot& snapshot) {
  std::vector<WatchCost> costs;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    for (std::uint32_t row = 0; row < snapshot.rowCount(track); ++row) {
      const RowView& events = snapshot.row(track, row);
      for (std::size_t i = 0; i < events.size(); ++i)
        if (const auto kept = snapshot.number(events[i], watch_arg::kBytesKept))
          costs.push_back({snapshot.number(events[i], watch_arg::kTime).value_or(0) * 1e-9,
                           snapshot.number(events[i], watch_arg::kAccesses).value_or(0),
                           snapshot.number(events[i], watch_arg::kBytesFollowed).value_or(0), *kept});
    }
  return costs;
}

Result<void> addFigures(const RunLine& line, const std::string& command, BenchFigures& figures) {
  RunLine watched = line;
  watched.set.insert(watched.set.end(), {"observe=errors", "roofs=off", "model_gpu=none", "repeat=21"});
  STRATA_ASSIGN(Request request, requestFor(watched));
  Session session({.live = false});
  STRATA_TRY(session.start(command + kHoldEventsOption));
  STRATA_ASSIGN(const std::uint64_t id, session.run(std::move(request)));
  ProgressLine progress;
  STRATA_ASSIGN(const Answer answer, session.wait(id, [&](const Answer& news) { progress.show(news); }));
  session.finish();
  if (answer.status == Answer::Status::Error) return answer.error;
  const std::vector<WatchCost> costs = watchCosts(*session.snapshot());
  if (answer.status != Answer::Status::Done || session.results().empty() || costs.empty())
    return Error{ErrorCode::Stopped, "The bench was stopped."};
  const WatchCost& first = costs.front();  // at the run's own sizes; those of the second one are odd
  const double plain = session.results().front().seconds.median;
  const auto add = [&](const char* what, double value, const char* unit, Provenance kind = Provenance::Measured) {
    figures.push_back(benchFigure(fmt::format("{}: {}", toText(line), what), value, unit, kind));
  };
  add("watched", first.seconds * 1e3, "ms");
  add("plainly", plain * 1e3, "ms");
  add("times as long", first.seconds / plain, "");
  add("an access, watched", first.seconds / first.accesses * 1e9, "ns");
  add("kept for a byte", first.bytesKept / first.bytesFollowed, "bytes", Provenance::Counted);
  return {};
}

}  // namespace

Result<BenchFigures> watchFigures() {
  STRATA_ASSIGN(const AgentChoice choice, chooseAgent("cpu"));
  BenchFigures figures;
  for (const RunLine& line : watchedLines()) STRATA_TRY(addFigures(line, choice.command, figures));
  return figures;
}

}  // namespace strata::inline cli
