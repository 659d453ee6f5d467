#include "engine/interchange/stack_report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/base/median.h"
#include "engine/interchange/each_event.h"
#include "engine/interchange/hello_device.h"
#include "engine/interchange/json_document.h"
#include "engine/trace/copy_facts.h"
#include "engine/trace/holds_trace.h"
#include "engine/trace/launch_shape.h"
#include "engine/trace/token_call.h"

namespace strata::inline interchange {

namespace {

using ReportJson = nlohmann::ordered_json;

/// Rows by what tells them apart, in order of first use until they are sorted.
template <class Key, class Row>
class Rows {
 public:
  /// `named` makes the row, once.
  template <class Named>
  Row& at(const Key& key, Named named) {
    const auto [known, isNew] = m_index.try_emplace(key, m_rows.size());
    if (isNew) m_rows.push_back(named());
    return m_rows[known->second];
  }

  bool empty() const { return m_rows.empty(); }

  std::vector<Row> sorted() && {
    std::stable_sort(m_rows.begin(), m_rows.end(),
                     [](const Row& a, const Row& b) { return a.time.total > b.time.total; });
    return std::move(m_rows);
  }

 private:
  std::map<Key, std::size_t> m_index;
  std::vector<Row> m_rows;
};

/// A part while it is read.
struct PartRows {
  std::array<Duration, kStoreyCount> storeys{};
  Rows<std::string_view, OpReport> ops;
  Rows<std::pair<NameId, std::optional<GridAndBlock>>, KernelReport> kernels, memsets;
  Rows<std::string_view, CopyReport> copies;

  bool empty() const { return ops.empty() && kernels.empty() && copies.empty() && memsets.empty(); }

  ReportPart sorted() && {
    return {storeys, std::move(ops).sorted(), std::move(kernels).sorted(), std::move(copies).sorted(),
            std::move(memsets).sorted()};
  }
};

struct Parts {
  PartRows timed, apart;

  PartRows& of(bool isTimed) { return isTimed ? timed : apart; }
};

void addCallsWork(const std::vector<LevelCall>& calls, StackReport& report) {
  const std::vector<WorkTotals>& operations = report.work.calls;
  std::vector<bool> held(operations.size(), false);
  for (const LevelCall& call : calls) {
    if (call.nested) continue;
    report.ofCalls += call.work;
    for (const CallId id : call.calls) held[static_cast<std::size_t>(id) - 1] = true;
  }
  // An operation that has not ended is in no table, and a call all the same.
  WorkTotals& rest = report.level == CallLevel::Op ? report.ofCalls : report.ofOthers;
  for (std::size_t i = 0; i < operations.size(); ++i)
    if (!held[i]) rest += operations[i];
}

void addCalls(const TraceSnapshot& snapshot, const TimedCalls& timed, StackReport& report, Parts& parts) {
  report.work = workOf(snapshot);
  const std::vector<LevelCall> calls = callsAt(snapshot, report.level, report.work);
  addCallsWork(calls, report);
  for (const LevelCall& call : calls) {
    if (onlyCounts(snapshot, call)) continue;
    const TraceEvent& top = snapshot.event(call.top);
    const std::string_view name = withoutToken(snapshot.name(top.name));
    PartRows& part = parts.of(timed.holds(call));
    OpReport& op = part.ops.at(name, [&] { return OpReport{std::string(name), {}, {}, {}}; });
    op.time.add(top.duration());
    op.work += call.work;
    for (std::size_t storey = 0; storey < kStoreyCount; ++storey) {
      op.storeys[storey] += call.storeys[storey];
      if (!call.nested) part.storeys[storey] += call.storeys[storey];
    }
  }
}

void addWork(const TraceSnapshot& snapshot, const TimedCalls& timed, bool byShape, Parts& parts) {
  eachEvent(snapshot, [&](const TraceEvent& event) {
    if (event.open() || !isWork(event.kind) || onlyCounts(snapshot, event)) return;
    PartRows& part = parts.of(timed.holds(event));
    if (const DeviceWorkKind kind = countedAs(snapshot, event); kind != DeviceWorkKind::Copy) {
      const auto shape = byShape ? launchShape(snapshot, event) : std::nullopt;
      auto& rows = kind == DeviceWorkKind::Kernel ? part.kernels : part.memsets;
      const auto named = [&] {
        return KernelReport{std::string(snapshot.name(event.name)), launchShapeText(shape), {}};
      };
      rows.at({event.name, shape}, named).time.add(event.duration());
    } else {
      const std::string_view direction = copyDirection(snapshot, event);
      CopyReport& copy = part.copies.at(direction, [&] { return CopyReport{.direction = std::string(direction)}; });
      copy.add(event.duration(), snapshot.number(event, arg::kBytes));
    }
  });
}

/// Those of the host; the device has annotations of the same names.
void addSteps(const TraceSnapshot& snapshot, StackReport& report) {
  TimeSummary steps;
  eachEvent(snapshot, [&](const TraceEvent& event) {
    if (event.open() || event.kind != EventKind::Slice || event.storey != Storey::Model) return;
    if (!snapshot.name(event.name).starts_with(kProfilerStep)) return;
    steps.add(event.duration());
  });
  if (steps.count > 0) report.steps = std::move(steps);
}

ReportJson timeJson(const TimeSummary& time) {
  return {{"count", time.count},           {"total_ns", time.total.ns}, {"mean_ns", time.mean().ns},
          {"median_ns", time.median().ns}, {"least_ns", time.least.ns}, {"most_ns", time.most.ns}};
}

ReportJson storeysJson(const std::array<Duration, kStoreyCount>& times) {
  ReportJson json = ReportJson::object();
  for (const StoreyInfo& info : storeys())
    if (info.storey != Storey::Other) json[std::string(info.key)] = times[static_cast<std::size_t>(info.storey)].ns;
  return json;
}

ReportJson workJson(const StackReport& report) {
  const SessionWork& work = report.work;
  const WorkTotals &ofCalls = report.ofCalls, &ofOthers = report.ofOthers;
  ReportJson json = {{"total_ns", work.all.time().ns}, {"busy_ns", work.all.busy.ns}};
  json["devices"] = ReportJson::array();
  for (const DeviceBusy& device : work.devices)
    json["devices"].push_back({{"name", device.name}, {"busy_ns", device.busy.ns}});
  json["kernels"] = work.all.kernels;
  json["copies"] = work.all.copies;
  json["memsets"] = work.all.memsets;
  json["only_counting"] = {{"count", work.all.counting.count}, {"total_ns", work.all.counting.total.ns}};
  json["of_calls"] = {
      {"count", ofCalls.count()}, {"total_ns", ofCalls.time().ns}, {"after_return_ns", ofCalls.afterReturn.ns}};
  json["of_other_operations"] = {{"count", ofOthers.count()}, {"total_ns", ofOthers.time().ns}};
  json["unassigned"] = {{"count", work.unassigned.count()},
                        {"total_ns", work.unassigned.time().ns},
                        {"without_correlation", work.withoutId},
                        {"without_host_call", work.withoutLaunch},
                        {"launched_outside_calls", work.launchedOutside}};
  return json;
}

/// `first` and then how long it took.
ReportJson rowJson(ReportJson first, const TimeSummary& time) {
  first.update(timeJson(time));
  return first;
}

ReportJson namedJson(const std::vector<KernelReport>& rows) {
  ReportJson json = ReportJson::array();
  for (const KernelReport& row : rows) {
    ReportJson names = {{"name", row.name}};
    if (!row.shape.empty()) names["launch"] = row.shape;
    json.push_back(rowJson(std::move(names), row.time));
  }
  return json;
}

ReportJson opsJson(const std::vector<OpReport>& ops) {
  ReportJson json = ReportJson::array();
  for (const OpReport& op : ops) {
    ReportJson row = rowJson({{"name", op.name}}, op.time);
    row["storeys_ns"] = storeysJson(op.storeys);
    row["kernels"] = op.work.kernels;
    row["copies"] = op.work.copies;
    row["memsets"] = op.work.memsets;
    row["device_work_ns"] = op.work.time().ns;
    row["device_busy_ns"] = op.work.busy.ns;
    row["device_after_return_ns"] = op.work.afterReturn.ns;
    json.push_back(std::move(row));
  }
  return json;
}

ReportJson copiesJson(const std::vector<CopyReport>& copies) {
  ReportJson json = ReportJson::array();
  for (const CopyReport& copy : copies) {
    ReportJson row = rowJson({{"direction", copy.direction}}, copy.time);
    row["count_with_bytes"] = copy.sized;
    row["bytes"] = copy.sized > 0 ? ReportJson(copy.bytes) : ReportJson();
    const auto rate = copy.gigabytesPerSecond();
    row["gigabytes_per_second"] = rate ? ReportJson(*rate) : ReportJson();
    json.push_back(std::move(row));
  }
  return json;
}

void addTables(const ReportPart& part, ReportJson& json) {
  json["ops"] = opsJson(part.ops);
  json["kernels"] = namedJson(part.kernels);
  json["copies"] = copiesJson(part.copies);
  json["memsets"] = namedJson(part.memsets);
}

ReportJson resultJson(const nlohmann::json& told) {
  ReportJson json = ReportJson::object();
  for (const char* key :
       {"variant", "status", "message", "seconds", "gflops", "gbytes_per_s", "error", "modelled", "figures", "kinds"})
    json[key] = ReportJson(memberOf(told, key));
  return json;
}

ReportJson runsJson(const StackReport& report) {
  ReportJson json = ReportJson::array();
  for (const ReportRun& run : report.runs) {
    ReportJson row = {{"run", json.size() + 1}, {"request", run.request}};
    row["experiment"] = run.experiment.empty() ? ReportJson() : ReportJson(run.experiment);
    row["parameters"] = ReportJson(*run.parameters);
    row["begin_ns"] = run.timed ? ReportJson((run.timed->begin - report.begin).ns) : ReportJson();
    row["end_ns"] = run.timed ? ReportJson((run.timed->end - report.begin).ns) : ReportJson();
    row["results"] = ReportJson::array();
    for (const ReportResult& result : run.results) row["results"].push_back(resultJson(*result.told));
    json.push_back(std::move(row));
  }
  return json;
}

}  // namespace

void TimeSummary::add(Duration time) {
  least = count == 0 ? time : std::min(least, time);
  most = std::max(most, time);
  total += time;
  ++count;
  times.push_back(time);
}

Duration TimeSummary::median() const {
  if (times.empty()) return {};
  std::vector<Duration> sorted = times;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(medianPlace(sorted.size()));
  std::ranges::nth_element(sorted, middle);
  return *middle;
}

Duration TimeSummary::mean() const {
  if (count == 0) return {};
  const auto many = static_cast<std::int64_t>(count);
  return {total.ns / many + (2 * (total.ns % many) >= many ? 1 : 0)};
}

void CopyReport::add(Duration took, std::optional<double> size) {
  constexpr double kMost = 1e18;
  time.add(took);
  if (!size || !(*size >= 0 && *size < kMost)) return;
  ++sized;
  bytes += static_cast<std::uint64_t>(std::llround(*size));
  sizedTime += took;
}

std::optional<double> CopyReport::gigabytesPerSecond() const {
  if (bytes == 0 || sizedTime.ns <= 0) return std::nullopt;
  return static_cast<double>(bytes) / static_cast<double>(sizedTime.ns);
}

Duration ReportPart::deviceWork() const {
  Duration sum;
  for (const KernelReport& row : kernels) sum += row.time.total;
  for (const CopyReport& row : copies) sum += row.time.total;
  for (const KernelReport& row : memsets) sum += row.time.total;
  return sum;
}

StackReport stackReport(const TraceSnapshot& snapshot, CallLevel level, bool byShape) {
  StackReport report;
  report.level = level;
  if (const auto bounds = snapshot.bounds()) {
    report.begin = bounds->begin;
    report.length = bounds->length();
  }
  report.dropped = snapshot.totals().dropped;
  report.complete = isWhole(snapshot);
  report.problems.assign(snapshot.problems().begin(), snapshot.problems().end());
  report.agents = greetingsOf(snapshot);
  report.stack = newestStack(snapshot);
  report.runs = reportRuns(snapshot);
  const TimedCalls timed = timedCallsOf(report.runs);
  Parts parts;
  addCalls(snapshot, timed, report, parts);
  addWork(snapshot, timed, byShape, parts);
  static_cast<ReportPart&>(report) = std::move(parts.timed).sorted();
  if (!parts.apart.empty()) report.apart = std::move(parts.apart).sorted();
  addSteps(snapshot, report);
  return report;
}

std::string reportJson(const StackReport& report) {
  ReportJson json = {{"version", kReportVersion}, {"complete", report.complete}, {"dropped", report.dropped}};
  json["problems"] = report.problems;
  json["duration_ns"] = report.length.ns;
  json["call_level"] = callLevelKey(report.level);
  json["storeys_ns"] = storeysJson(report.storeys);
  json["device_work"] = workJson(report);
  json["steps"] = report.steps ? timeJson(*report.steps) : ReportJson();
  addTables(report, json);
  json["apart"] = nullptr;
  if (report.apart) {
    json["apart"] = {{"storeys_ns", storeysJson(report.apart->storeys)}};
    addTables(*report.apart, json["apart"]);
  }
  json["agents"] = ReportJson::array();
  for (const KeptJson& agent : report.agents) json["agents"].push_back(ReportJson(*agent));
  json["storeys"] = ReportJson(*report.stack);
  json["runs"] = runsJson(report);
  return json.dump(2, ' ', false, ReportJson::error_handler_t::replace);
}

}  // namespace strata::inline interchange
