#include "app/still/told_side.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/canvas/format.h"
#include "app/facts/repeat_spread.h"
#include "app/facts/variant_facts.h"
#include "app/still/result_words.h"
#include "engine/base/fingerprint.h"
#include "engine/base/text_parts.h"
#include "engine/trace/holds_trace.h"

namespace strata::inline still {
namespace {

/// Of what data sheets say; what an agent measured differs each time.
ToldValues machineOf(const DeviceInfo& device) {
  ToldValues told;
  const auto add = [&](std::string name, std::string value) {
    if (!value.empty()) told.emplace(std::move(name), std::move(value));
  };
  add("architecture", device.architecture);
  if (device.computeUnits > 0) add(device.computeUnitName + "s", std::to_string(device.computeUnits));
  for (const DeviceFact& fact : device.facts)
    if (fact.provenance == Provenance::Spec) add(fact.key, formatValue(fact.value, fact.unit));
  return told;
}

/// Of processors, whose libraries say how many threads they work on; what is observed of them is left out.
std::string threadsOf(const StoreyState& state) {
  const std::string all = state.reason.substr(0, state.reason.find("observed:"));
  const std::size_t last = all.find_last_not_of("; ");
  return last == std::string::npos ? std::string() : all.substr(0, last + 1);
}

/// The storey of the hardware repeats what is known of the device.
ToldValues softwareOf(const SessionFacts& session) {
  ToldValues told;
  for (const StoreyState& state : session.storeys) {
    if (!state.available || state.storey == Storey::Hardware) continue;
    const std::string storey(storeyInfo(state.storey).key);
    told[storey] = state.name + (state.version.empty() ? "" : " " + state.version);
    if (state.storey != Storey::Library || !session.hello->device.isProcessor()) continue;
    if (std::string threads = threadsOf(state); !threads.empty()) told[storey + " threads"] = std::move(threads);
  }
  told["agent"] = session.hello->agent;
  return told;
}

SideVariant variantOf(const RunResult& result) {
  SideVariant variant{result.variant, ranWell(result), "ok", statusText(result)};
  if (!result.text.empty()) variant.ownText = fingerprint(result.text);
  if (variant.measured) return variant;
  variant.status = toldJson(result).value("status", "");
  variant.message = firstLineOf(result.message);
  return variant;
}

}  // namespace

SideTold toldOf(const SessionFacts& session, const RunRecord* run) {
  SideTold told;
  told.problems.assign(session.snapshot->problems().begin(), session.snapshot->problems().end());
  told.whole = isWhole(*session.snapshot);
  if (session.hello && (!run || run->run == session.hello->run)) {
    told.machine = machineOf(session.hello->device);
    told.software = softwareOf(session);
  }
  if (!run) return told;
  for (const RunResult& result : run->results) told.variants.push_back(variantOf(result));
  told.unsteady = wideSpreadText(run->results);
  return told;
}

}  // namespace strata::inline still
