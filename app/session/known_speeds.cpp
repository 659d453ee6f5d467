#include "app/session/known_speeds.h"

#include "engine/protocol/json_fields.h"

namespace strata::inline session {
namespace {

constexpr std::size_t kMostRuns = 50;

RunRecord slim(const RunRecord& run) {
  RunRecord kept;
  kept.experiment = run.experiment;
  kept.device = run.device;
  kept.parameters = run.parameters;
  for (const RunResult& result : run.results) {
    if (result.status != RunResult::Status::Ok || result.seconds.median <= 0) continue;
    RunResult& known = kept.results.emplace_back();
    known.variant = result.variant;
    known.seconds.median = result.seconds.median;
  }
  return kept;
}

bool alike(const RunRecord& a, const RunRecord& b) {
  return a.experiment == b.experiment && a.device == b.device && a.parameters == b.parameters;
}

RunRecord recordFrom(const nlohmann::json& json) {
  RunRecord run;
  run.experiment = textField(json, "experiment");
  run.device = textField(json, "device");
  if (const auto* parameters = field(json, "parameters"); parameters && parameters->is_object())
    run.parameters = *parameters;
  const auto* seconds = field(json, "seconds");
  if (seconds == nullptr || !seconds->is_object()) return run;
  for (const auto& [variant, once] : seconds->items()) {
    RunResult result;
    result.variant = variant;
    if (once.is_number()) result.seconds.median = once.get<double>();
    run.results.push_back(std::move(result));
  }
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
    nlohmann::json seconds = nlohmann::json::object();
    for (const RunResult& result : run.results) seconds[result.variant] = result.seconds.median;
    all.push_back({{"experiment", run.experiment},
                   {"device", run.device},
                   {"parameters", *run.parameters},
                   {"seconds", std::move(seconds)}});
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
