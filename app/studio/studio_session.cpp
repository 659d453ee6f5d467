#include "app/studio/studio_session.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "app/session/run_forecast.h"
#include "app/still/report_page.h"
#include "app/studio/device_probe.h"
#include "app/studio/session_reading.h"
#include "app/studio/ui_text.h"
#include "app/studio/window_words.h"
#include "app/words/messages.h"

namespace strata::inline studio {
namespace {

constexpr int kRefreshMs = 16;

/// An agent whose last word is that it ends may still be there for a moment.
bool endsItself(const std::optional<Answer>& lastAnswer) {
  return lastAnswer && lastAnswer->status == Answer::Status::Error && lastAnswer->error.code == ErrorCode::AgentDied;
}

}  // namespace

StudioSession::StudioSession(QObject* parent, std::string keepIn) : QObject(parent), m_keepIn(std::move(keepIn)) {
  m_frame.setSingleShot(true);
  connect(&m_frame, &QTimer::timeout, this, &StudioSession::refresh);
  adopt(newSession());
}

StudioSession::~StudioSession() {
  qDeleteAll(findChildren<SessionReading*>(Qt::FindDirectChildrenOnly));  // what they read tells this one
  if (m_leaving.valid()) m_leaving.wait();
}

std::unique_ptr<Session> StudioSession::newSession(std::function<bool(std::uint64_t, std::uint64_t)> opening) {
  SessionOptions options;
  options.opening = std::move(opening);
  options.keepIn = m_keepIn;
  options.frames = [this](FrameSocket socket) {
    if (m_frames) m_frames(std::move(socket));
  };
  return std::make_unique<Session>(std::move(options), [this] {
    if (!m_noticed.exchange(true)) QMetaObject::invokeMethod(this, &StudioSession::notice, Qt::QueuedConnection);
  });
}

void StudioSession::replace(std::unique_ptr<Session> session, bool fromFile) {
  const bool saved = !m_session->unsaved();
  const QString path = QString::fromStdString(saved ? m_session->path() : m_session->keptPath());
  const QString why = saved || m_keepIn.empty() ? QString() : whyNotKept();
  const bool cutOff = running();
  std::unique_ptr<Session> before = std::exchange(m_session, nullptr);
  adopt(std::move(session));
  m_fromFile = fromFile;
  if (fromFile) m_runs.cutOffAwaited(std::string(text(Msg::StudioEndNotTold)));
  m_leaving = std::async(std::launch::async, [earlier = m_leaving, ending = std::move(before)]() mutable {
                if (earlier.valid()) earlier.wait();
                ending.reset();
              }).share();
  emit replaced();
  if (!path.isEmpty() || !why.isEmpty()) emit left(path, saved, why, cutOff);
}

void StudioSession::adopt(std::unique_ptr<Session> session) {
  m_session = std::move(session);
  m_command.clear();
  m_beside.clear();
  m_fromFile = m_lost = false;
  m_runs = {};
  m_resultCount = 0;
  m_runId.reset();
  m_progress.reset();
  m_problemsSeen = m_callsBefore = 0;
  m_clockOffset = {INT64_MIN / 2};
  m_clockState = {};
  readState();
}

void StudioSession::open(std::vector<std::string> paths) {
  cancelOpening();
  m_reading = new SessionReading([this](auto opening) { return newSession(std::move(opening)); }, std::move(paths),
                                 this, m_leaving);
  connect(m_reading, &SessionReading::done, this, &StudioSession::finishOpening);
}

void StudioSession::cancelOpening() {
  if (m_reading != nullptr) std::exchange(m_reading, nullptr)->abandon();
}

double StudioSession::openedShare() const {
  return m_reading != nullptr ? m_reading->share() : 0;
}

void StudioSession::finishOpening() {
  SessionReading* reading = std::exchange(m_reading, nullptr);
  reading->deleteLater();
  auto read = reading->take();
  const QString path = reading->paths().size() == 1 ? QString::fromStdString(reading->paths().front()) : QString();
  if (!read.ok()) {
    emit openFailed(path, read.error());
    return;
  }
  replace(std::move(read.value()), true);
  emit changed();
  emit opened(path);
  reportProblems();
}

Result<void> StudioSession::run(const std::string& agentCommand, Request request) {
  cancelOpening();
  if (m_fromFile) replace(newSession(), false);
  if (agentCommand != m_command || m_session->agentPid() == 0 || endsItself(m_session->lastAnswer())) {
    STRATA_TRY(m_session->start(agentCommand));
    m_command = agentCommand;
  }
  m_callsBefore = m_session->snapshot()->callCount();
  m_request = std::move(request);
  STRATA_ASSIGN(m_runId, m_session->run(m_request));
  m_runClock.start();
  m_stopAsked = false;
  m_progress.reset();
  m_runs.await();
  m_lost = false;
  readState();
  emit changed();
  return {};
}

void StudioSession::stop() {
  if (!m_runId) return;
  if (std::exchange(m_stopAsked, true))
    m_session->killAgent();
  else
    m_session->stop();
  emit changed();
}

std::string StudioSession::page() const {
  return reportPage(*m_session, stackReport(*m_session->snapshot()));
}

Result<void> StudioSession::save(const std::string& path) {
  STRATA_TRY(m_session->save(path, m_beside));
  readState();
  emit changed();
  return {};
}

QString StudioSession::whyNotKept() const {
  const std::string why = m_session->whyNotKept();
  if (why.empty() && !partKept()) return say(Msg::StudioNotKeptTogether);
  return QString::fromStdString(inWindow(why));
}

QString StudioSession::device() const {
  if (m_hello) return deviceTitle(m_hello->device);
  return m_origin ? QString::fromStdString(m_origin->device()) : QString();
}

bool StudioSession::agentAlive() const {
  return m_agentState != Session::AgentState::None && m_agentState != Session::AgentState::Exited;
}

bool StudioSession::working() const {
  return m_agentState == Session::AgentState::Starting || m_agentState == Session::AgentState::Running;
}

void StudioSession::notice() {
  m_noticed = false;
  if (m_frame.isActive()) return;
  const qint64 rested = m_sinceRefresh.isValid() ? m_sinceRefresh.elapsed() : kRefreshMs;
  m_frame.start(static_cast<int>(std::max<qint64>(0, kRefreshMs - rested)));
}

void StudioSession::refresh() {
  m_sinceRefresh.start();
  readState();
  emit changed();
  reportProblems();
  checkRun();
}

void StudioSession::readState() {
  m_agentState = m_session->agentState();
  m_snapshot = m_session->snapshot();
  if (const std::size_t count = m_session->resultCount(); std::exchange(m_resultCount, count) != count)
    m_runs.take(m_session->runs(), running() ? std::time(nullptr) : 0);
  m_results = m_runs.shown() ? inWindow(completedResults(m_runs.all()[*m_runs.shown()], *m_snapshot))
                             : std::vector<RunResult>();
  m_storeys = m_session->storeys();
  m_hello = m_session->hello();
  m_devices = m_session->devices();
  m_origin = m_session->origin();
  m_pictures = m_session->pictures(m_runs.shown());
  m_tokens = m_session->tokens();
  const auto answer = m_session->lastAnswer();
  if (answer && m_runId && answer->id == *m_runId) m_progress = answer;
  if (const auto bounds = m_snapshot->bounds(); bounds && m_snapshot->state() != m_clockState) {
    m_clockState = m_snapshot->state();
    m_clockOffset = std::max(m_clockOffset, bounds->end - hostNow());
  }
}

void StudioSession::reportProblems() {
  std::vector<Error> problems = m_session->errors();
  problems.erase(problems.begin(), problems.begin() + static_cast<std::ptrdiff_t>(m_problemsSeen));
  if (problems.empty()) return;
  m_problemsSeen += problems.size();
  for (Error& met : problems) met.message = inWindow(std::move(met.message));
  if (m_fromFile) {
    emit fileProblems(problems);
  } else {
    for (const Error& met : problems) emit problem(met);
  }
}

void StudioSession::checkRun() {
  if (!m_runId || working()) return;
  Answer answer;
  answer.id = *m_runId;
  answer.status = m_stopAsked ? Answer::Status::Stopped : Answer::Status::Done;
  if (m_agentState == Session::AgentState::Exited && !m_stopAsked) {
    answer.status = Answer::Status::Error;
    if (const auto problems = m_session->errors(); !problems.empty()) answer.error = problems.back();
  }
  if (m_progress && m_progress->status != Answer::Status::Progress && m_progress->status != Answer::Status::Accepted)
    answer = *m_progress;
  answer.error.message = inWindow(std::move(answer.error.message));
  const bool died = m_agentState == Session::AgentState::Exited && !m_stopAsked;
  const bool cutOff = died && answer.status == Answer::Status::Error;
  m_lost = cutOff && (m_runs.all().empty() || m_runs.all().back().request != m_runId);
  m_runId.reset();
  changeRuns([&](RunList& runs) {
    if (m_lost) {
      runs.lose(m_request, answer.error.message, sinceRun().value_or(TimeRange{}));
      // What came of a text before it would be taken for what came of this one: they have one name.
      // A run that a person chose meanwhile stays.
      if (!m_request.kernels.empty() && !runs.shown() && !runs.shownLost()) runs.showLost(runs.lost().size() - 1);
    } else if (cutOff) {
      runs.cutOffNewest(answer.error.message, m_request.kernels);
    }
    runs.stopAwaiting();
  });
  emit runEnded(answer);
}

void StudioSession::changeRuns(const std::function<void(RunList&)>& change) {
  change(m_runs);
  readState();
  emit changed();
}

std::optional<TimeRange> StudioSession::shownPart() const {
  if (const auto lost = m_runs.shownLost()) return m_runs.lost()[*lost].part;
  return m_runs.shown() ? partOf(m_runs.all()[*m_runs.shown()], *m_snapshot) : std::nullopt;
}

std::vector<TimedPart> StudioSession::shownTimedParts() const {
  const auto run = m_runs.shownLost() ? std::nullopt : m_runs.shown();
  return run ? timedPartsOf(m_runs.all()[*run], *m_snapshot) : std::vector<TimedPart>{};
}

std::string StudioSession::shownShape() const {
  return m_runs.shown() ? shapeOf(m_runs.all()[*m_runs.shown()]) : std::string();
}

std::optional<TimeRange> StudioSession::sinceRun() const {
  const auto first = m_snapshot->call(CallId{static_cast<std::uint32_t>(m_callsBefore + 1)});
  const auto bounds = m_snapshot->bounds();
  return first && bounds ? std::optional(TimeRange{first->begin, bounds->end}) : std::nullopt;
}

TimeRange StudioSession::newestRun() const {
  const auto bounds = m_snapshot->bounds();
  if (!bounds) return {};
  const auto since = sinceRun();
  return m_callsBefore == 0 || !since ? m_snapshot->lastingBounds().value_or(*bounds) : *since;
}

std::optional<TimeRange> StudioSession::newestPart() const {
  const auto run = m_runs.newest();
  const auto part = run ? partOf(m_runs.all()[*run], *m_snapshot) : std::nullopt;
  return part && newestRun().covers(*part) ? part : std::nullopt;  // else the newest was lost, or is not in the list
}

HostTime StudioSession::now() const {
  const auto bounds = m_snapshot->bounds();
  if (!bounds) return hostNow();
  return working() ? std::max(bounds->end, hostNow() + m_clockOffset) : bounds->end;
}

}  // namespace strata::inline studio
