#include "app/session/session.h"

#include "app/session/agent_errors.h"
#include "app/session/session_impl.h"
#include "engine/interchange/perfetto_trace.h"

namespace strata::inline session {

Session::Session(SessionOptions options, std::function<void()> changed)
    : m_impl(std::make_unique<Impl>(std::move(options), std::move(changed))) {}

Session::~Session() = default;

Result<void> Session::open(const std::string& path) {
  return m_impl->open(std::span(&path, 1));
}

Result<void> Session::open(std::span<const std::string> paths) {
  return m_impl->open(paths);
}
Result<void> Session::start(const std::string& agentCommand) {
  return m_impl->start(agentCommand);
}

Result<std::uint64_t> Session::run(Request request) {
  request.verb = Request::Verb::Run;
  STRATA_TRY(m_impl->deliver(request));
  return request.id;
}

Result<void> Session::fetch(const std::string& tensor) {
  Request request;
  request.verb = Request::Verb::Fetch;
  request.name = tensor;
  return m_impl->deliver(request);
}

void Session::stop() {
  Request request;
  request.verb = Request::Verb::Stop;
  std::shared_ptr<AgentProcess> process;
  {
    const Lock lock(m_impl->mutex);
    if (!m_impl->alive()) return;
    request.id = m_impl->nextRequest++;
    process = m_impl->process;
  }
  // An agent that can no longer be told is ending; its end is reported by itself.
  if (process) (void)process->send(toLine(request));
}

void Session::killAgent() {
  const Lock lock(m_impl->mutex);
  if (m_impl->alive()) m_impl->condemn(agentKilledByUser());
}

void Session::finish(Duration patience) {
  std::shared_ptr<AgentProcess> process;
  {
    const Lock lock(m_impl->mutex);
    process = m_impl->process;
    m_impl->inputClosed = true;
  }
  if (!process) return;
  process->closeInput();
  if (!m_impl->waitForExit(patience)) {
    const Lock lock(m_impl->mutex);
    if (m_impl->alive() && process->running()) m_impl->condemn(agentSilent(patience, "closing"));
  }
  process.reset();
  m_impl->endProcess();
  m_impl->finishOut();
}

Result<void> Session::save(const std::string& path, std::span<const SessionMessage> beside) {
  Lock lock(m_impl->mutex);
  const bool goesOn = !m_impl->unanswered.empty();
  const std::string ending = m_impl->ending(beside);
  if (m_impl->spool.whole()) {
    const std::uint64_t half = m_impl->alive() ? m_impl->bytesFed - m_impl->reader.wholeBytes() : 0;
    STRATA_TRY(m_impl->spool.copyTo(path, half, ending));
  } else {
    const auto now = m_impl->store.snapshot();
    lock.unlock();  // it takes longer than a copy, and the agent is not to wait
    STRATA_TRY(writePerfettoTrace(*now, path, PerfettoWork::Typed, ending));
    lock.lock();
  }
  m_impl->path = path;
  m_impl->setChanged(goesOn);
  m_impl->touch();
  return {};
}

bool Session::unsaved() const {
  const Lock lock(m_impl->mutex);
  return m_impl->changedSinceSaved && m_impl->holdsEvents;
}

std::string Session::keptPath() const {
  const Lock lock(m_impl->mutex);
  return m_impl->spool.keptPath();
}

std::string Session::whyNotKept() const {
  const Lock lock(m_impl->mutex);
  return m_impl->spool.whyNotKept();
}

std::shared_ptr<const TraceSnapshot> Session::snapshot() const {
  const Lock lock(m_impl->mutex);
  return m_impl->store.snapshot();
}

Session::AgentState Session::agentState() const {
  const Lock lock(m_impl->mutex);
  return m_impl->state == AgentState::Idle && m_impl->working() ? AgentState::Running : m_impl->state;
}

bool Session::working() const {
  const Lock lock(m_impl->mutex);
  return m_impl->working();
}

std::optional<Hello> Session::hello() const {
  const Lock lock(m_impl->mutex);
  const auto& hellos = m_impl->messages.hellos();
  return hellos.empty() ? std::nullopt : std::optional(hellos.back());
}

std::vector<DeviceInfo> Session::devices() const {
  const Lock lock(m_impl->mutex);
  return devicesOf(m_impl->messages.hellos());
}

std::optional<Origin> Session::origin() const {
  const Lock lock(m_impl->mutex);
  return m_impl->messages.origin();
}

std::vector<StoreyState> Session::storeys() const {
  const Lock lock(m_impl->mutex);
  return m_impl->messages.storeys();
}

std::vector<RunResult> Session::results() const {
  Lock lock(m_impl->mutex);
  if (m_impl->messages.runs().empty()) return {};
  const RunRecord newest = m_impl->messages.runs().back();
  const auto now = m_impl->store.snapshot();
  lock.unlock();
  return completedResults(newest, *now);
}

std::vector<RunRecord> Session::runs() const {
  const Lock lock(m_impl->mutex);
  return m_impl->messages.runs();
}

std::size_t Session::resultCount() const {
  const Lock lock(m_impl->mutex);
  return m_impl->messages.resultCount();
}

RunPictures Session::pictures(std::optional<std::size_t> run) const {
  const Lock lock(m_impl->mutex);
  return m_impl->messages.pictures(run);
}

std::shared_ptr<const TokenStory> Session::tokens() const {
  const Lock lock(m_impl->mutex);
  const TokenStory& story = m_impl->messages.tokens();
  if (!m_impl->tokens && !story.tokens.empty()) m_impl->tokens = std::make_shared<const TokenStory>(story);
  return m_impl->tokens;
}

std::optional<Answer> Session::lastAnswer() const {
  const Lock lock(m_impl->mutex);
  return m_impl->messages.lastAnswer();
}

std::vector<Error> Session::errors() const {
  const Lock lock(m_impl->mutex);
  return m_impl->errors;
}

int Session::agentPid() const {
  const Lock lock(m_impl->mutex);
  return m_impl->alive() && m_impl->process ? m_impl->process->pid() : 0;
}

std::string Session::path() const {
  const Lock lock(m_impl->mutex);
  return m_impl->path;
}

Result<Hello> Session::awaitHello() {
  Lock lock(m_impl->mutex);
  while (m_impl->state == AgentState::Starting) m_impl->news.wait(lock);
  if (m_impl->messages.hellos().size() > m_impl->agentsBefore) return m_impl->messages.hellos().back();
  return m_impl->death.value_or(Error{ErrorCode::AgentDied, "No agent is running to answer."});
}

Result<Answer> Session::wait(std::uint64_t request, const std::function<void(const Answer&)>& progress) {
  Lock lock(m_impl->mutex);
  std::uint64_t shown = 0;
  for (;;) {
    const Impl::Reply* reply = m_impl->newerReply(request, shown);
    while (!reply && m_impl->alive()) {
      m_impl->news.wait(lock);
      reply = m_impl->newerReply(request, shown);
    }
    if (!reply) return m_impl->death.value_or(Error{ErrorCode::AgentDied, "No agent is running to answer."});
    shown = reply->number;
    const Answer answer = reply->answer;
    if (isFinal(answer.status)) return answer;
    if (!progress || answer.status != Answer::Status::Progress) continue;
    lock.unlock();
    progress(answer);
    lock.lock();
  }
}

}  // namespace strata::inline session
