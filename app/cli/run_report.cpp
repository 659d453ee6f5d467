#include "app/cli/run_report.h"

#include <nlohmann/json.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "app/cli/findings_text.h"
#include "app/cli/frames_text.h"
#include "app/cli/model_text.h"
#include "app/cli/result_cells.h"
#include "app/facts/above_roof.h"
#include "app/facts/ladder_turn.h"
#include "app/facts/published_times.h"
#include "app/facts/repeat_spread.h"
#include "app/facts/variant_facts.h"
#include "app/session/session_messages.h"
#include "app/still/printable.h"
#include "app/still/result_kind.h"
#include "app/still/result_words.h"
#include "app/still/text_table.h"
#include "app/still/units.h"
#include "app/words/messages.h"
#include "engine/base/how_many.h"
#include "engine/base/text_parts.h"
#include "engine/protocol/result_order.h"

namespace strata::inline cli {
namespace {

std::optional<double> shareOfRoof(const RunResult& result) {
  const Figure* share = result.figure("share_of_roof");
  return share ? std::optional(share->value) : std::nullopt;
}

/// A ladder's steps stand under the same roof.
std::string kindOfRoof(const std::vector<RunResult>& results) {
  for (const RunResult& result : results)
    if (const Figure* share = result.figure("share_of_roof")) return std::string(provenanceKey(share->provenance));
  return "–";
}

std::vector<std::string> rowOf(const RunResult& result, const FlopUnit& unit) {
  const auto& s = result.seconds;
  const bool timed = s.repeats > 0;
  return {printable(result.variant),
          statusText(result),
          timed ? formatSeconds(s.median) : "–",
          spreadText(result),
          timed ? fmt::format("{}", s.repeats) : "–",
          unit.figure(result.gflops),
          formatFigure(result.gbytesPerSecond),
          checkText(result),
          formatShare(shareOfRoof(result)),
          formatShare(result.shareOfLibrary)};
}

std::string resultTable(const std::vector<RunResult>& results) {
  double most = 0;
  for (const RunResult& result : results) most = std::max(most, result.gflops.value_or(0));
  const FlopUnit unit = flopUnit(most);
  TextTable table({"variant", "result", "median", "min – max", "repeats", unit.name, "GB/s", "error, limit", "of roof",
                   shareHead(libraryOfShares(results))});
  table.alignLeft(1);
  table.add({"", "", kindOf(results, "seconds"), kindOf(results, "seconds"), "counted", kindOf(results, "gflops"),
             kindOf(results, "gbytes_per_s"), kindOf(results, "error"), kindOfRoof(results),
             kindOf(results, "share_of_library")});
  for (const RunResult& result : unsupportedLast(results)) table.add(rowOf(result, unit));
  table.dropEmptyColumns();
  return table.str();
}

bool hasModel(const RunResult& result) {
  return result.modelled.has_value();
}

/// What holds a modelled run up beside what holds it most: "issue 40.6 us, l2 28.8 us".
std::string otherBounds(const ModelledRun& run) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 1; i < std::min(run.only.size(), 1 + kMost); ++i)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", printable(run.only[i].bound),
                        formatSeconds(run.only[i].seconds));
  return text;
}

/// Bytes that its memory would move, in its time.
std::optional<double> memoryRate(const ModelledRun& run) {
  const std::optional<double> bytes = run.memoryBytes();
  return bytes ? std::optional(*bytes / run.seconds / 1e9) : std::nullopt;
}

std::string ownNotModelled(const std::vector<RunResult>& results) {
  std::string lines;
  for (const RunResult& result : results)
    if (!result.modelled && !result.text.empty())
      lines += fmt::format("{}: {}.\n", printable(result.variant), text(Msg::OwnNotModelled));
  return lines;
}

/// What is to be known of code and counts that the modelled times are of.
std::string modelNotes(const std::vector<RunResult>& results) {
  std::string code, spills, lanes;
  for (const RunResult& result : results) {
    if (!result.modelled) continue;
    const ModelledRun& run = *result.modelled;
    if (!run.code.empty()) code = withCapital(fillText(Msg::ModelCode, {printable(run.code)})) + ".\n";
    if (const std::uint64_t bytes = run.spillBytes(); bytes > 0)
      spills +=
          fmt::format("{}: {}.\n", printable(result.variant), fillText(Msg::ModelSpills, {std::to_string(bytes)}));
    if (run.countedLanes > 0)
      lanes = withCapital(fillText(Msg::ModelLanes, {std::to_string(run.countedLanes)})) + ".\n";
  }
  return code + lanes + spills;
}

std::string modelTable(const std::vector<RunResult>& results) {
  double most = 0;
  for (const RunResult& result : results)
    if (result.modelled) most = std::max(most, result.modelled->gflops.value_or(0));
  const FlopUnit unit = flopUnit(most);
  TextTable table(
      {"variant", "time", unit.name, "operands GB/s", "memory GB/s", "held by", "alone", "next", "counted on"});
  for (const std::size_t column : {5u, 7u, 8u}) table.alignLeft(column);
  std::string gpu;
  for (const RunResult& result : results) {
    if (!result.modelled) continue;
    const ModelledRun& run = *result.modelled;
    gpu = printable(run.gpuTitle);
    table.add({printable(result.variant), formatSeconds(run.seconds), unit.figure(run.gflops),
               formatFigure(run.gbytesPerSecond), formatFigure(memoryRate(run)), printable(run.bound),
               run.only.empty() ? "–" : formatSeconds(run.only.front().seconds), otherBounds(run),
               run.basis.empty() ? "all blocks" : printable(run.basis)});
  }
  return fmt::format(
      "Modelled on {}, which is not here: from what the CPU device counted (modelled; alone: if nothing else took "
      "time):\n{}operands: each of their bytes once; memory: what caches let through to it. Together what is alone "
      "takes (Σ tᵖ)^(1/p), as it hides behind each other only in part, and on top the launch and a block alone on its "
      "unit; of memory and caches, and of "
      "arithmetic and instruction issue, only the longest is in the sum.\nThe model is "
      "{}.\n{}{}",
      gpu, table.str(), modelAccuracyText(), modelNotes(results), ownNotModelled(results));
}

bool hasStoreys(const RunResult& result) {
  const bool untimedFrames = isOfFrames(result) && result.seconds.repeats == 0;
  if (untimedFrames) return false;  // none of them has the median's latency
  return std::any_of(result.storeyNs.begin(), result.storeyNs.end(), [](std::int64_t ns) { return ns != 0; });
}

std::string storeyTable(const std::vector<RunResult>& results) {
  std::vector<std::string> head = {"variant"};
  for (std::size_t i = 0; i < kStoreyCount; ++i) head.emplace_back(storeys()[i].key);
  const bool overlapped = std::any_of(results.begin(), results.end(), [](const RunResult& result) {
    return hasStoreys(result) && result.deviceTime && result.deviceTime->busyNs < result.deviceTime->workNs;
  });
  head.insert(head.end(), {"sum", haveFrames(results) ? "device work of that frame" : "device work"});
  if (overlapped) head.emplace_back("busy");
  head.emplace_back("after return");
  TextTable table(std::move(head));
  for (const RunResult& result : results) {
    if (!hasStoreys(result)) continue;
    std::vector<std::string> row = {printable(result.variant)};
    std::int64_t sum = 0;
    for (const std::int64_t ns : result.storeyNs) {
      row.push_back(formatNs(ns));
      sum += ns;
    }
    row.push_back(formatNs(sum));
    const auto device = [&](std::int64_t RunResult::DeviceTime::*time) {
      return result.deviceTime ? formatNs((*result.deviceTime).*time) : "–";
    };
    row.push_back(device(&RunResult::DeviceTime::workNs));
    if (overlapped) row.push_back(device(&RunResult::DeviceTime::busyNs));
    row.push_back(device(&RunResult::DeviceTime::afterReturnNs));
    table.add(std::move(row));
  }
  return fmt::format("Time per storey of {}, while its caller waited, and the device work for it{} ({}):\n{}",
                     haveFrames(results) ? "one frame each way, whose latency is the median" : "the median repeat",
                     overlapped ? ", some of it at once; busy: while any of it ran" : "", kindOf(results, "storeys"),
                     table.str());
}

/// Places by line; of the branches only those where lanes were idle.
std::vector<ObservedPlace> worthShowing(const RunResult& result) {
  std::uint64_t most = 0;
  for (const ObservedPlace& place : result.places)
    most = std::max(most, place.lanes / std::max<std::uint64_t>(1, place.requests));
  std::vector<ObservedPlace> places;
  for (const ObservedPlace& place : result.places)
    if (place.what != "branch" || place.lanes < most * place.requests) places.push_back(place);
  std::stable_sort(places.begin(), places.end(), [](const ObservedPlace& a, const ObservedPlace& b) {
    return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
  });
  return places;
}

/// Its line, and where that has several of its kind, the column.
std::string whereText(const ObservedPlace& place, const std::vector<ObservedPlace>& all) {
  const auto alike = std::ranges::count_if(all, [&](const ObservedPlace& other) {
    return other.file == place.file && other.line == place.line && other.kind() == place.kind() &&
           other.space == place.space;
  });
  const std::string column = alike > 1 && place.column > 0 ? fmt::format(":{}", place.column) : "";
  return fmt::format("  {}:{}{}", printable(place.file), place.line, column);
}

std::string eachOf(const ObservedPlace& place, std::uint64_t count) {
  return formatFigure(static_cast<double>(count) / static_cast<double>(std::max<std::uint64_t>(1, place.requests)));
}

/// What is worst of its requests.
std::string worstText(const ObservedPlace& place) {
  if (place.what == "branch") return place.partial > 0 ? fmt::format("{} partial", place.partial) : "–";
  if (place.sameAddress > 0 && place.turns == 0) return fmt::format("{} on one", place.sameAddress);
  if (place.sameAddress > 0) return fmt::format("{} on one, mean {}", place.sameAddress, eachOf(place, place.turns));
  return place.space == "shared" ? fmt::format("{}-way", place.worstWays) : "–";
}

std::string memoryTable(const RunResult& result) {
  TextTable table(
      {"  place", "what", "array", "width", "warp requests", "lanes", "sectors", "bytes used", "wavefronts", "worst"});
  table.alignLeft(1);
  table.alignLeft(2);
  bool written = false, branches = false, atomics = false;
  std::string code;
  const std::vector<ObservedPlace> places = worthShowing(result);
  for (const ObservedPlace& p : places) {
    const auto each = [&](std::uint64_t count) { return eachOf(p, count); };
    const bool global = p.space == "global", shared = p.space == "shared";
    written |= p.widthOf == "text";
    branches |= p.what == "branch";
    atomics |= p.sameAddress > 0;
    if (code.empty()) code = p.compiledWidth();
    table.add({whereText(p, places), fmt::format("{} {}", p.kind(), p.space),
               p.arrays.empty() ? "–" : printable(p.arrayText()),
               p.example.bytes > 0 ? fmt::format("{} B{}", p.example.bytes, p.widthOf == "text" ? "*" : "") : "–",
               fmt::format("{}", p.requests), each(p.lanes), global ? each(p.sectors) : "–",
               global ? each(p.usedBytes) : "–", shared ? each(p.wavefronts) : "–", worstText(p)});
  }
  return fmt::format(
      "\n{}: memory observed, per warp request (counted); width: of a lane{}{}{}:\n{}", printable(result.variant),
      code.empty() ? "" : fmt::format(", as {} has it", printable(code)), written ? ", * as the source has it" : "",
      fmt::format("{}{}",
                  branches ? "; branch: code of the line in which some lanes were idle, partial: "
                             "requests of such warps"
                           : "",
                  atomics ? "; on one: lanes of an atomic on one address, one after the other, unless the compiler "
                            "combines them within the warp first; wavefronts do not count that"
                          : ""),
      table.str());
}

/// Whether the parameter means something with what else was asked.
bool isUsed(const ParameterInfo& parameter, const nlohmann::json& parameters) {
  if (!parameter.usedWith) return true;
  const auto choice = parameters.find(parameter.usedWith->choice);
  return choice == parameters.end() || parameter.usedWith->holds(*choice);
}

std::string headline(const RunReport& report, const ExperimentInfo& info) {
  std::string line = fmt::format("{} on {}", info.title, report.device);
  if (report.hello && !report.hello->device.name.empty())
    line += fmt::format(", {}", printable(report.hello->device.name));
  line += ":";
  for (const ParameterInfo& parameter : info.parameters) {
    const auto value = report.parameters.find(parameter.name);
    if (value == report.parameters.end() || *value == "" || !isUsed(parameter, report.parameters) ||
        (parameter.ofRun && *value == *parameter.defaultValue))
      continue;
    const std::string text = value->is_string() ? value->get<std::string>() : value->dump();
    line += fmt::format(" {}={}", parameter.name, printable(text));
  }
  return line + "\n\n";
}

/// What the column "error" holds, in words.
std::string errorNote(const RunResult& result) {
  const std::string metric = result.error ? printable(result.error->metric) : "relative";
  if (metric.starts_with("Freivalds")) return "error is estimated in fp64 by Freivalds' check and 4096 samples";
  return fmt::format("error is the {} error against an fp64 reference", metric);
}

/// Runs whose time the host's launches show in.
std::string asLaunched(const std::vector<RunResult>& results) {
  std::string text;
  for (const RunResult& result : results)
    if (const Figure* launched = result.figure("time_as_launched"))
      text +=
          fmt::format("{}{} {}", text.empty() ? "" : ", ", printable(result.variant), formatSeconds(launched->value));
  if (text.empty()) return text;
  return fmt::format(
      "Times are of work queued before the device begins. As the host launches it, the device waiting "
      "for it (measured): {}.\n",
      text);
}

std::string notes(const std::vector<RunResult>& results) {
  std::string text = reasonsText(results);
  const auto device = std::find_if(results.begin(), results.end(), [](const auto& r) { return r.seconds.repeats > 0; });
  const std::string launched = asLaunched(results);
  if (device != results.end()) {
    const bool between = device->seconds.clock == "device" && launched.empty();
    text +=
        fmt::format("Seconds are read from the {}'s clock{}; {}.\n", printable(device->seconds.clock),
                    between ? ", between events before and after the kernels: of short ones launching is a part" : "",
                    errorNote(*device));
  }
  if (kindOfRoof(results) != "–") text += "of roof: the share of what the roofs allow if each byte moved once.\n";
  return text + launched;
}

}  // namespace

void RunReport::readFrom(const Session& session) {
  const auto now = session.snapshot();
  const auto& totals = now->totals();
  file = session.path();
  results = session.results();
  hello = session.hello();
  if (hello && !hello->device.backend.empty()) device = hello->device.key();
  clockErrorNs = messagesOf(*now).clockErrorNs();
  events = totals.slices + totals.counters;
  dropped = totals.dropped;
  errors = session.errors();
}

OrderedJson toJson(const RunReport& report) {
  OrderedJson runs = OrderedJson::array();
  for (const RunResult& result : report.results) runs.push_back(OrderedJson(toldJson(result)));
  OrderedJson errors = OrderedJson::array();
  for (const Error& error : report.errors) errors.push_back(errorJson(error));
  OrderedJson trace;
  trace["file"] = report.file.empty() ? OrderedJson(nullptr) : OrderedJson(report.file);
  trace["events"] = report.events;
  trace["dropped"] = report.dropped;
  trace["clock_error_ns"] = report.clockErrorNs ? OrderedJson(*report.clockErrorNs) : OrderedJson(nullptr);
  OrderedJson json = {{"version", 1}, {"experiment", report.experiment}, {"device", report.device}};
  json["device_name"] = report.hello ? OrderedJson(report.hello->device.name) : OrderedJson(nullptr);
  json["parameters"] = report.parameters;
  json["runs"] = std::move(runs);
  json["trace"] = std::move(trace);
  json["errors"] = std::move(errors);
  return json;
}

std::string toText(const RunReport& report, const ExperimentInfo& info) {
  if (report.results.empty()) return {};
  std::string text = headline(report, info);
  if (hasModelText(report.results.front())) {
    for (const RunResult& result : report.results) text += modelText(result);
  } else if (haveFrames(report.results)) {
    text += framesText(report.results);
  } else {
    text += resultTable(report.results) + "\n" + notes(report.results);
  }
  if (const std::string above = aboveRoofText(report.results); !above.empty()) text += printable(above) + "\n";
  if (const std::string spread = wideSpreadText(report.results); !spread.empty()) text += printable(spread) + "\n";
  if (std::any_of(report.results.begin(), report.results.end(), hasModel)) {
    text += "\n" + modelTable(report.results);
    const bool processor = ofProcessor(report.hello);
    if (const std::string turn = ladderTurn(report.results, info, processor); !turn.empty())
      text += "\n" + printable(turn) + "\n";
  }
  if (std::any_of(report.results.begin(), report.results.end(), hasStoreys)) text += "\n" + storeyTable(report.results);
  for (const RunResult& result : report.results)
    if (!result.places.empty()) text += memoryTable(result);
  for (const RunResult& result : report.results)
    if (result.findings) text += findingsText(result);
  text += report.traced
              ? fmt::format("\n{} recorded, {} dropped", howMany(report.events, "event", "events"), report.dropped)
              : "\nNo events recorded (--no-trace)";
  if (report.clockErrorNs) text += fmt::format(", clocks agree within {}", formatNs(*report.clockErrorNs));
  return text + (report.file.empty() ? "\n" : fmt::format("; session: {}\n", report.file));
}

}  // namespace strata::inline cli
