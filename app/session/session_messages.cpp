#include "app/session/session_messages.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/json_document.h"
#include "engine/interchange/import_message.h"
#include "engine/protocol/json_fields.h"
#include "engine/trace/device_work.h"
#include "engine/trace/trace_query.h"
#include "layers/workloads/ladder/ladder_experiment.h"

namespace strata::inline session {
namespace {

/// null if it is no JSON, or nested too deep for copies to be made of it.
nlohmann::json parse(const SessionMessage& message) {
  auto json = parseJson("the session", message.json);
  return json.ok() ? std::move(json).value() : nlohmann::json();
}

void fillTimes(RunResult& result, const TraceSnapshot& snapshot) {
  const CallId call{result.medianCall};
  if (!snapshot.call(call)) return;
  const auto times = storeyTimes(snapshot, call);
  for (std::size_t i = 0; i < kStoreyCount; ++i) result.storeyNs[i] = times[i].ns;
  result.kinds["storeys"] = Provenance::Measured;
  const WorkTotals work = workOfCall(snapshot, call);
  if (work.count() == 0) return;
  result.deviceTime = {work.time().ns, work.busy.ns, work.afterReturn.ns};
  result.kinds["device_work"] = Provenance::Measured;
}

/// Of an export of Strata's own the device may be a processor.
std::optional<DeviceInfo> gpuOf(const ImportFacts& facts) {
  const std::vector<ImportedDevice>& devices = facts.devices;
  const auto isAlike = [&](const ImportedDevice& device) { return device.isAlike(devices.front()); };
  if (facts.tool == kOwnTool || devices.empty() || !std::ranges::all_of(devices, isAlike)) return std::nullopt;
  const std::string_view unit = computeUnitOf(devices.front());
  if (unit.empty()) return std::nullopt;
  DeviceInfo gpu;
  gpu.name = devices.front().name;
  gpu.architecture = devices.front().architecture;
  gpu.computeUnits = devices.front().computeUnits;
  gpu.computeUnitName = unit;
  gpu.memoryBytes = devices.front().memoryBytes;
  return gpu;
}

/// Of several vendors' routines the fastest is the library that others are measured against.
const RunResult* libraryOf(const std::vector<RunResult>& results) {
  const RunResult* fastest = nullptr;
  for (const RunResult& result : results) {
    if (!isLibraryVariant(result.variant) || result.status != RunResult::Status::Ok || result.seconds.median <= 0)
      continue;
    if (!fastest || result.seconds.median < fastest->seconds.median) fastest = &result;
  }
  return fastest;
}

}  // namespace

bool isFinal(Answer::Status status) {
  return status != Answer::Status::Accepted && status != Answer::Status::Progress;
}

void SessionMessages::take(const SessionMessage& message) {
  switch (message.kind) {
    case MessageKind::Hello: takeHello(message); break;
    case MessageKind::Answer: takeAnswer(message); break;
    case MessageKind::Result: takeResult(message); break;
    case MessageKind::Tensor: takeTensor(message); break;
    case MessageKind::Token: takeTokens(message); break;
    case MessageKind::Import: takeOrigin(message); break;
    case MessageKind::Storeys: {
      const auto json = parse(message);
      if (!json.is_array()) break;
      m_storeys.clear();
      for (const auto& state : json) m_storeys.push_back(storeyStateFromJson(state));
      break;
    }
    case MessageKind::End: takeEnd(message); break;
    case MessageKind::Saved: takeSaved(); break;
    default: break;
  }
}

std::string Origin::device() const {
  const bool same = std::ranges::all_of(devices, [&](const std::string& name) { return name == devices.front(); });
  return devices.empty() || !same ? std::string{} : devices.front();
}

void SessionMessages::takeOrigin(const SessionMessage& message) {
  auto facts = importFactsOf(message);
  if (!facts) return;
  std::vector<std::string> names;
  for (const ImportedDevice& each : facts->devices) names.push_back(each.name);
  std::optional<DeviceInfo> gpu = gpuOf(*facts);
  m_origin = {std::move(facts->format),  std::move(facts->tool),   std::move(names),
              std::move(facts->leftOut), std::move(facts->clocks), std::move(gpu)};
  const std::string device = m_origin->device();
  if (device.empty()) return;
  StoreyState hardware;
  hardware.storey = Storey::Hardware;
  hardware.available = true;
  hardware.name = device;
  m_storeys = {std::move(hardware)};
}

void SessionMessages::takeHello(const SessionMessage& message) {
  auto hello = helloFromJson(parse(message));
  if (!hello.ok()) return;
  const bool again = !m_hellos.empty() && m_hellos.back().run == hello.value().run;
  if (again) {
    m_hellos.back() = std::move(hello).value();
    return;
  }
  m_hellos.push_back(std::move(hello).value());
  m_runs.greet(m_hellos.back().run, message.callsBefore);
  m_awaited.clear();
  m_heldAtFinal = message.callsBefore;
}

/// By then the clocks have been compared more often than when the agent greeted.
void SessionMessages::takeEnd(const SessionMessage& message) {
  const auto json = parse(message);
  if (!m_hellos.empty() && field(json, "clock_error_ns"))
    m_hellos.back().clockErrorNs = integerField<std::int64_t>(json, "clock_error_ns");
}

std::optional<std::int64_t> SessionMessages::clockErrorNs() const {
  return m_hellos.empty() ? std::nullopt : std::optional(m_hellos.back().clockErrorNs);
}

void SessionMessages::takeAnswer(const SessionMessage& message) {
  auto answer = answerFromJson(parse(message));
  if (!answer.ok()) return;
  m_lastAnswer = std::move(answer).value();
  const bool failed = m_lastAnswer->status == Answer::Status::Error;
  if (failed) m_errors.push_back(m_lastAnswer->error);
  if (!isFinal(m_lastAnswer->status)) {
    m_awaited.try_emplace(m_lastAnswer->id, message.callsBefore);
    return;
  }
  takeFinal(message);
  if (!failed || m_lastAnswer->error.code != ErrorCode::AgentDied) settle(m_lastAnswer->id);
}

void SessionMessages::takeFinal(const SessionMessage& message) {
  m_heldAtFinal = message.callsBefore;
  if (RunRecord* run = m_runs.known(m_lastAnswer->id)) run->heldAfter = message.callsBefore;
}

/// Its agent was at work then, and went on.
void SessionMessages::takeSaved() {
  while (!m_awaited.empty()) settle(m_awaited.begin()->first);
}

void SessionMessages::settle(std::uint64_t request) {
  m_awaited.erase(request);
  if (RunRecord* run = m_runs.known(request)) run->awaited = false;
}

void SessionMessages::takeResult(const SessionMessage& message) {
  const auto json = parse(message);
  auto result = runResultFromJson(json);
  if (!result.ok()) return;
  const auto request = integerField<std::uint64_t>(json, "request");
  RunRecord& run = m_runs.of(request);
  if (run.results.empty()) {
    run.experiment = textField(json, "experiment");
    if (!m_hellos.empty()) run.device = m_hellos.back().device.key();
    if (const auto* parameters = field(json, "parameters"); parameters && parameters->is_object())
      run.parameters = *parameters;
    const auto taken = m_awaited.find(request);
    run.awaited = taken != m_awaited.end();
    run.heldBefore = std::max(m_heldAtFinal, run.awaited ? taken->second : 0);
  }
  run.heldAfter = std::max(run.heldAfter, message.callsBefore);
  ++m_resultCount;
  addResult(run.results, std::move(result).value());
}

void SessionMessages::takeTensor(const SessionMessage& message) {
  const nlohmann::json json = parse(message);
  // Older agents do not say whose it is: theirs came after the results.
  const std::uint64_t newest = runs().empty() ? 0 : runs().back().request;
  RunPictures& pictures = picturesOf(integerField<std::uint64_t>(json, "request", newest));
  pictures.tensor = std::make_shared<const SessionMessage>(message);
  const std::string name = textField(json, "name");
  const auto known = std::ranges::find(pictures.names, name);
  if (known != pictures.names.end()) {
    pictures.previews[static_cast<std::size_t>(known - pictures.names.begin())] = pictures.tensor;
    return;
  }
  pictures.names.push_back(name);
  pictures.previews.push_back(pictures.tensor);
}

RunPictures& SessionMessages::picturesOf(std::uint64_t request) {
  const std::string run = m_hellos.empty() ? std::string{} : m_hellos.back().run;
  for (RunPictures& pictures : m_pictures)
    if (pictures.request == request && pictures.run == run) return pictures;
  return m_pictures.emplace_back(RunPictures{request, run, runs().size()});
}

RunPictures SessionMessages::pictures(std::optional<std::size_t> run) const {
  if (run) {
    const RunRecord& record = runs()[*run];
    const auto found = std::ranges::find_if(m_pictures, [&](const RunPictures& pictures) {
      return pictures.request == record.request && pictures.run == record.run;
    });
    return found == m_pictures.end() ? RunPictures{} : *found;
  }
  if (m_pictures.empty()) return {};
  const RunPictures& newest = m_pictures.back();
  const bool hasResult = !runs().empty() && runs().back().request == newest.request && runs().back().run == newest.run;
  return hasResult || newest.runsThen < runs().size() ? RunPictures{} : newest;
}

void SessionMessages::takeTokens(const SessionMessage& message) {
  addTokens(m_tokens, message);
  m_tokens.callsBefore = m_runs.callsBefore();
}

Request requestOf(const RunRecord& record) {
  Request request;
  request.name = record.experiment;
  request.parameters = record.parameters;
  for (const RunResult& result : record.results) {
    request.variants.push_back(result.variant);
    if (result.seconds.repeats > 0) request.repeat = result.seconds.repeats;
  }
  return request;
}

std::optional<TimeRange> partOf(const RunRecord& record, const TraceSnapshot& snapshot) {
  return timedPart(record, snapshot);
}

std::vector<TimedPart> timedPartsOf(const RunRecord& record, const TraceSnapshot& snapshot) {
  return timedParts(record, snapshot);
}

std::optional<TimeRange> workedPartOf(const RunRecord& record, const TraceSnapshot& snapshot) {
  const auto first = snapshot.call(CallId{record.heldBefore + 1});
  const auto bounds = snapshot.bounds();
  if (record.heldAfter <= record.heldBefore || !first || !bounds) return std::nullopt;
  const auto next = snapshot.call(CallId{record.heldAfter + 1});
  const TimeRange part{first->begin, next ? next->begin : bounds->end};
  return part.begin < part.end ? std::optional(part) : std::nullopt;
}

SessionMessages messagesOf(const TraceSnapshot& snapshot) {
  SessionMessages all;
  for (const SessionMessage& message : snapshot.messages()) all.take(message);
  return all;
}

std::vector<DeviceInfo> devicesOf(std::span<const Hello> hellos) {
  std::vector<DeviceInfo> devices;
  for (const Hello& hello : hellos) {
    const auto same = [&](const DeviceInfo& known) {
      return known.key() == hello.device.key() && known.name == hello.device.name;
    };
    const auto known = std::ranges::find_if(devices, same);
    known == devices.end() ? devices.push_back(hello.device) : void(*known = hello.device);
  }
  return devices;
}

std::vector<CallId> medianCalls(std::span<const RunRecord> runs) {
  std::vector<CallId> calls;
  for (const RunRecord& run : runs)
    for (const RunResult& result : run.results)
      if (result.medianCall != 0) calls.push_back(CallId{result.medianCall + run.callsBefore});
  return calls;
}

std::vector<RunResult> completedResults(const RunRecord& record, const TraceSnapshot& snapshot) {
  std::vector<RunResult> results = record.results;
  const RunResult* library = libraryOf(results);
  for (RunResult& result : results) {
    for (std::uint32_t* call : {&result.firstCall, &result.lastCall, &result.medianCall})
      if (*call != 0) *call += record.callsBefore;
    if (result.status != RunResult::Status::Ok) continue;
    if (result.medianCall != 0) fillTimes(result, snapshot);
    if (!library || result.seconds.median <= 0) continue;
    result.shareOfLibrary = library->seconds.median / result.seconds.median;
    result.kinds["share_of_library"] = Provenance::Measured;
  }
  return results;
}

}  // namespace strata::inline session
