#include "app/session/known_speeds.h"

#include <algorithm>

#include "engine/protocol/json_fields.h"
#include "layers/workloads/ladder/slow_steps.h"

namespace strata::inline session {
namespace {

constexpr std::size_t kMostRuns = 50;

RunRecord slim(const RunRecord& run) {
  RunRecord kept;
  kept.experiment = run.experiment;
  kept.device = run.device;
  kept.parameters = run.parameters;
  for (const RunResult& result : run.results) {
    const bool timed = result.status == RunResult::Status::Ok && result.seconds.median > 0;
    const Figure* counting = result.figure(kCountingTime);
    if (!timed && !counting) continue;
    RunResult& known = kept.results.emplace_back();
    known.variant = result.variant;
    if (timed) known.seconds.median = result.seconds.median;
    if (counting) known.figures = {*counting};
  }
  return kept;
}

bool alike(const RunRecord& a, const RunRecord& b) {
  return a.experiment == b.experiment && a.device == b.device && a.parameters == b.parameters;
}

RunResult& resultFor(RunRecord& run, const std::string& variant) {
  const auto known = std::ranges::find(run.results, variant, &RunResult::variant);
  if (known != run.results.end()) return *known;
  run.results.emplace_back().variant = variant;
  return run.results.back();
}

RunRecord recordFrom(const nlohmann::json& json) {
  RunRecord run;
  run.experiment = textField(json, "experiment");
  run.device = textField(json, "device");
  if (const auto* parameters = field(json, "parameters"); parameters && parameters->is_object())
    run.parameters = *parameters;
  const auto each = [&](std::string_view times, const auto& take) {
    const auto* seconds = field(json, times);
    if (seconds == nullptr || !seconds->is_object()) return;
    for (const auto& [variant, time] : seconds->items())
      if (time.is_number()) take(resultFor(run, variant), time.template get<double>());
  };
  each("seconds", [](RunResult& result, double time) { result.seconds.median = time; });
  each(kCountingTime, [](RunResult& result, double time) {
    result.figures = {{std::string(kCountingTime), time, "s", Provenance::Measured}};
  });
  return run;
}

}  // namespace

KnownSpeeds KnownSpeeds::fromText(std::string_view text) {
  KnownSpeeds known;
  const auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_array()) return known;
  for (const auto& each : json) known.add(recordFrom(each));
  return known;
}

std::string KnownSpeeds::toText() const {
  nlohmann::json all = nlohmann::json::array();
  for (const RunRecord& run : m_runs) {
    nlohmann::json seconds = nlohmann::json::object(), counting = nlohmann::json::object();
    for (const RunResult& result : run.results) {
      if (result.seconds.median > 0) seconds[result.variant] = result.seconds.median;
      if (const Figure* figure = result.figure(kCountingTime)) counting[result.variant] = figure->value;
    }
    all.push_back({{"experiment", run.experiment},
                   {"device", run.device},
                   {"parameters", *run.parameters},
                   {"seconds", std::move(seconds)},
                   {kCountingTime, std::move(counting)}});
  }
  return all.dump();
}

void KnownSpeeds::add(const RunRecord& run) {
  RunRecord kept = slim(run);
  if (kept.experiment.empty() || kept.results.empty()) return;
  std::erase_if(m_runs, [&](const RunRecord& known) { return alike(known, kept); });
  m_runs.push_back(std::move(kept));
  if (m_runs.size() > kMostRuns) m_runs.erase(m_runs.begin());
}

}  // namespace strata::inline session
