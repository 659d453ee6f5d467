#include "engine/protocol/agent.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/protocol/agent_options.h"
#include "engine/protocol/guarded.h"
#include "engine/protocol/json_fields.h"
#include "engine/protocol/run_check.h"

namespace strata::inline protocol {

namespace {

using Status = Answer::Status;

constexpr Duration kFlushPatience{100'000'000};
constexpr Duration kFarewellPatience{15'000'000'000};
constexpr Duration kLastWordsPatience{1'000'000'000};
constexpr Duration kStopPatience{2'000'000'000};     ///< for work whose viewer has gone
constexpr Duration kTerminatePatience{500'000'000};  ///< for work after a terminating signal
constexpr int kDiedStatus = 5;

Error refused(std::uint64_t id) {
  return {
      ErrorCode::Usage,
      fmt::format("Request id {} is still in use, or the agent is about to leave; give every request its own id.", id)};
}

/// A picture of a tensor says which run's it is.
SessionMessage ofRequest(SessionMessage message, std::uint64_t request) {
  if (message.kind != MessageKind::Tensor) return message;
  nlohmann::json json = nlohmann::json::parse(message.json, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return message;
  json["request"] = request;
  message.json = jsonLine(json);
  return message;
}

/// One line on standard error; nothing where that would block, since the watchdog says its last words here too.
void complain(std::string line) {
  line.resize(std::min<std::size_t>(line.size(), PIPE_BUF - 1));
  std::ranges::replace_if(
      line, [](unsigned char c) { return c < ' '; }, ' ');
  line += '\n';
  pollfd out{STDERR_FILENO, POLLOUT, 0};
  if (::poll(&out, 1, 0) > 0) std::fputs(line.c_str(), stderr);
}

}  // namespace

Agent::Agent(AgentParts& parts, const AgentOptions& options)
    : m_parts(parts),
      m_options(options),
      m_progress([this](const Answer& answer) { m_stream->answer(answer); }),
      m_watchdog({options.hangLimit, [this] { return m_beats + m_stream->activity(); }, [this] { tick(); },
                  [this](const std::string& what) { hung(what); },
                  [this](Duration between) { return m_waits.heldUp(between); }}) {}

/// The stream is there before the device, so that a driver that does not answer can be told of.
void Agent::greet(ProbeDepth depth) {
  m_recorder.nameThread("main");
  m_stream = std::make_unique<AgentStream>(m_recorder, m_parts, m_options);
  m_watchdog.start();
  m_watchdog.begin("Opening the device");
  openDevice();
  m_watchdog.begin("Asking each storey what is there");
  if (m_parts.probeStoreys) m_storeys = m_parts.probeStoreys(m_device.get(), depth);
  m_watchdog.end();
  sayHello();
  m_stream->storeys(m_storeys);
}

void Agent::openDevice() {
  auto device = guarded("Opening the device", [&] { return m_parts.openDevice(m_options.deviceIndex); });
  if (device.ok()) {
    m_available = true;
    m_device = std::move(device).value();
    m_device->setControl(&m_control);
    if (m_parts.observe && m_options.trace) m_observation = m_parts.observe(*m_device, m_recorder);
    m_opened = m_device.get();
  } else {
    m_unavailable = device.error();
    m_unavailable.code = ErrorCode::Unavailable;
  }
}

void Agent::sayHello() {
  const Device* device = m_opened;
  if (!m_greeted.exchange(true)) m_stream->hello(device ? device->info() : DeviceInfo{});
}

int Agent::probe() {
  greet(ProbeDepth::Whole);
  if (!m_device) m_stream->error(0, m_unavailable);
  farewell();
  return status();
}

int Agent::serve() {
  greet(ProbeDepth::Quick);
  std::thread reader([this] { readRequests(); });
  work();
  reader.join();
  farewell();
  return status();
}

/// Experiments keep streams and buffers, so they go before the device; the device must not speak to an observer that is
/// gone.
void Agent::farewell() {
  m_watchdog.begin("Leaving");
  m_parts.workloads.clear();
  if (m_device) m_device->setObserver(nullptr);
  m_observation.reset();
  m_opened = nullptr;
  m_device.reset();
  m_watchdog.stop();
  m_stream->close(m_leaving ? kLastWordsPatience : kFarewellPatience);
}

void Agent::work() {
  while (const auto running = m_queue.pop()) {
    m_runningId = running->request.id;
    carryOut(*running);
    m_runningId = 0;
    m_queue.finished();
    m_stream->flush(kFlushPatience);
  }
}

void Agent::carryOut(const RequestQueue::Running& running) {
  const Request& request = running.request;
  const std::string what = (request.verb == Request::Verb::Run ? "The run of " : "The fetch of ") + request.name;
  m_watchdog.begin(what);
  m_control.resume();
  const std::stop_callback giveUp(running.stop, [this] { m_control.abandon(); });
  const Result<void> result =
      guarded(what, [&] { return request.verb == Request::Verb::Run ? run(request, running.stop) : fetch(request); });
  m_watchdog.end();
  m_progress.close();
  const bool stopped = running.stop.stop_requested() && (result.ok() || result.error().code == ErrorCode::Stopped);
  if (stopped) return m_stream->answer(request.id, Status::Stopped);
  if (result.ok()) return m_stream->answer(request.id, Status::Done);
  if (result.error().code == ErrorCode::AgentDied) die(result.error());
  fail(request.id, result.error());
}

Result<void> Agent::run(const Request& request, std::stop_token stop) {
  STRATA_ASSIGN(m_lastRun, findWorkload(m_parts.workloads, request.name));
  m_lastRunId = request.id;
  WorkContext context{*m_device,
                      m_recorder,
                      std::move(stop),
                      [&](std::string_view message, double fraction) { progress(request.id, message, fraction); },
                      [&](const RunResult& result) { postResult(request, result); },
                      [&](SessionMessage message) {
                        ++m_beats;
                        m_stream->post(ofRequest(std::move(message), request.id));
                      }};
  return m_lastRun->run(request, context);
}

Result<void> Agent::fetch(const Request& request) {
  if (!m_lastRun)
    return Error{ErrorCode::Usage,
                 fmt::format("There is no tensor '{}' yet because nothing has run; send a run first.", request.name)};
  STRATA_ASSIGN(SessionMessage tensor, m_lastRun->fetch(request.name));
  m_stream->post(ofRequest(std::move(tensor), m_lastRunId));
  return {};
}

void Agent::postResult(const Request& request, const RunResult& result) {
  ++m_beats;
  if (m_parts.settle) m_parts.settle();
  nlohmann::json json = toJson(result);
  json["request"] = request.id;
  json["experiment"] = request.name;
  json["parameters"] = *request.parameters;
  m_stream->post(MessageKind::Result, json);
}

void Agent::progress(std::uint64_t id, std::string_view message, double fraction) {
  ++m_beats;
  Answer answer;
  answer.id = id;
  answer.status = Status::Progress;
  answer.message = message;
  answer.fraction = fraction;
  m_progress.offer(std::move(answer));
}

AgentMoment Agent::moment(std::string what) {
  AgentMoment moment;
  moment.what = std::move(what);
  moment.lastSeen = m_progress.newest();
  if (const Device* device = m_opened) {
    moment.running = device->running();
    moment.runsInThisProcess = device->info().isProcessor();
  }
  return moment;
}

void Agent::hung(const std::string& what) {
  const bool opening = !m_greeted;
  sayHello();
  if (m_leaving) die(workWouldNotStop(moment(what)));
  const Silence silence = m_watchdog.silence();
  die(opening ? openingHung(what, m_options.hangLimit, silence) : workHung(moment(what), m_options.hangLimit, silence));
}

/// The process goes on to die of the signal, so that whoever watches it sees that, too.
void Agent::crash(const Crash& crash) {
  sayHello();
  AgentMoment now = moment(m_watchdog.watched());
  if (m_parts.lineOf && crash.pc != 0) now.crashedAt = m_parts.lineOf(crash.pc);
  lastWords(crashed(now, crash));
  crashTold();
}

void Agent::fail(std::uint64_t id, const Error& error) {
  m_stream->error(id, error);
  tellUnattached(id, error);
}

void Agent::tellUnattached(std::uint64_t id, const Error& error) {
  if (m_attached) return;
  complain(fmt::format("{}: request {}: {}", m_parts.name, id, error.message));
  int none = 0;
  m_errorStatus.compare_exchange_strong(none, exitStatusOf(error.code));
}

void Agent::lastWords(const Error& error) {
  for (const std::uint64_t id : m_queue.stop(0)) m_stream->answer(id, Status::Stopped);
  m_stream->lastWord(m_runningId, error);
  tellUnattached(m_runningId, error);
  m_stream->flush(kLastWordsPatience);
}

void Agent::die(const Error& error) {
  lastWords(error);
  ::_exit(kDiedStatus);
}

void Agent::readRequests() {
  RequestReader reader(m_options.inputFd, m_options.stopFd);
  std::string line;
  for (;;) {
    const RequestReader::Outcome outcome = reader.next(line);
    if (outcome == RequestReader::Outcome::Line) {
      take(line);
    } else if (outcome == RequestReader::Outcome::TooLong) {
      fail(0, {ErrorCode::Usage, "A request is longer than 1 MiB and was skipped."});
    } else {
      return leaveInput(outcome);
    }
  }
}

void Agent::leaveInput(RequestReader::Outcome how) {
  if (how == RequestReader::Outcome::End && m_attached) return leave(kStopPatience);
  m_queue.close();
}

void Agent::tick() {
  if (const auto news = takeCrash(m_options.crashFd)) crash(*news);
  if (m_control.moved()) {
    ++m_beats;
    m_progress.again();
  }
  m_progress.tick();
  pollfd stop{m_options.stopFd, POLLIN, 0};
  if (!m_leaving && ::poll(&stop, 1, 0) > 0) leave(kTerminatePatience);
}

void Agent::leave(Duration patience) {
  m_leaving = true;
  m_watchdog.hurry(patience);
  for (const std::uint64_t id : m_queue.stop(0)) m_stream->answer(id, Status::Stopped);
  m_queue.close();
}

void Agent::take(const std::string& line) {
  Result<Request> parsed = parseRequest(line);
  if (!parsed.ok()) return fail(requestId(line), parsed.error());
  Request request = std::move(parsed).value();
  switch (request.verb) {
    case Request::Verb::Run:
    case Request::Verb::Fetch: return takeWork(std::move(request));
    case Request::Verb::Stop: return stop(request);
    case Request::Verb::Attach:
      m_attached = true;
      m_stream->answer(request.id, Status::Accepted);
      break;
    case Request::Verb::Probe:
      m_stream->answer(request.id, Status::Accepted);
      m_stream->hello(m_device ? m_device->info() : DeviceInfo{});
      m_stream->storeys(m_storeys);
      break;
  }
  m_stream->answer(request.id, Status::Done);
}

Result<Request> Agent::prepared(Request request) const {
  if (!m_device) return m_unavailable;
  if (request.verb == Request::Verb::Fetch) return request;
  STRATA_ASSIGN(const Workload* workload, findWorkload(m_parts.workloads, request.name));
  STRATA_ASSIGN(const ExperimentInfo info, workload->infoFor(request));
  return checkedRun(info, std::move(request));
}

void Agent::takeWork(Request request) {
  const std::uint64_t id = request.id;
  Result<Request> ready = prepared(std::move(request));
  if (!ready.ok()) return fail(id, ready.error());
  m_stream->answer(id, Status::Accepted);
  const RequestQueue::Pushed pushed = m_queue.push(std::move(ready).value());
  for (const std::uint64_t old : pushed.replaced) {
    m_stream->answer(old, Status::Replaced);
    m_stream->answer(old, Status::Stopped);
  }
  if (!pushed.added) fail(id, refused(id));
}

void Agent::stop(const Request& request) {
  m_stream->answer(request.id, Status::Accepted);
  for (const std::uint64_t id : m_queue.stop(request.target)) m_stream->answer(id, Status::Stopped);
  m_stream->answer(request.id, Status::Done);
}

}  // namespace strata::inline protocol
