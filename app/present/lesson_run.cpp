#include "app/present/lesson_run.h"

#include "app/graphics/headless_show.h"
#include "app/lessons/lesson.h"
#include "app/session/agents.h"
#include "app/session/choices.h"
#include "app/session/newest_request.h"

namespace strata::inline present {
namespace {

Error stopped() {
  return {ErrorCode::Stopped, "The run was stopped. Return runs it again."};
}

}  // namespace

FindAgent agentOf(const std::string& device) {
  return [device, known = std::make_shared<std::string>()]() -> Result<std::string> {
    if (!known->empty()) return *known;
    STRATA_ASSIGN(const AgentChoice choice, chooseAgent(device));
    *known = choice.command;
    return choice.command;
  };
}

LessonRunning::LessonRunning(const RunLine& line, const FindAgent& findAgent, const std::function<void()>& changed)
    : m_experiment(line.experiment), m_frames(std::make_unique<FrameShow>(headlessShow(changed))) {
  SessionOptions options;
  options.frames = [this](FrameSocket socket) { m_frames->attach(std::move(socket)); };
  m_session = std::make_unique<Session>(options, changed);
  const auto lines = singleRuns(line);
  m_waiting.assign(lines.begin(), lines.end());
  const FindAgent find = wantsCpu(line) ? FindAgent([] { return agentProgram("cpu"); }) : findAgent;
  std::promise<Result<std::string>> found;
  m_found = found.get_future();
  m_finding = std::jthread([promise = std::move(found), find, changed]() mutable {
    promise.set_value(find());
    changed();
  });
}

LessonRunning::LessonRunning(const std::string& recording, const std::function<void()>& changed)
    : m_session(std::make_unique<Session>(SessionOptions{}, changed)) {
  const auto opened = m_session->open(recording);
  const auto request = opened.ok() ? newestRequest(*m_session->snapshot()) : std::nullopt;
  if (!request) {
    fail(opened.ok() ? Error{ErrorCode::Unavailable, recording + " holds no run of Strata."} : opened.error());
    return;
  }
  m_experiment = request->name;
  m_done.push_back({request->name, request->parameters, m_session->results(), m_session->hello().value_or(Hello{})});
}

std::shared_ptr<const LiveFrame> LessonRunning::frame() const {
  const auto copy = m_frames ? m_frames->copy() : nullptr;
  return copy ? std::make_shared<const LiveFrame>(liveFrame(m_frames->state(), copy.get())) : nullptr;
}

void LessonRunning::update() {
  if (m_found.valid()) {
    if (m_found.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    const auto agent = m_found.get();
    if (m_stopped) return fail(stopped());
    if (!agent.ok()) return fail(agent.error());
    m_agent = agent.value();
    runNext();
  } else if (m_run && !m_session->working()) {
    takeAnswer();
  }
}

void LessonRunning::runNext() {
  if (m_waiting.empty()) return;
  const RunLine line = m_waiting.front();
  m_waiting.pop_front();
  if (const auto sent = send(line); !sent.ok()) fail(sent.error());
}

Result<void> LessonRunning::send(const RunLine& line) {
  STRATA_ASSIGN(Request request, requestFor(line));
  m_done.push_back({line.experiment, request.parameters, {}, {}});
  if (m_session->agentPid() == 0) STRATA_TRY(m_session->start(m_agent));
  STRATA_ASSIGN(m_run, m_session->run(std::move(request)));
  return {};
}

void LessonRunning::takeAnswer() {
  const auto answer = m_session->lastAnswer();
  const bool done = !m_stopped && answer && answer->id == *m_run && answer->status == Answer::Status::Done;
  m_run.reset();
  if (!done) {
    const auto errors = m_session->errors();
    return fail(errors.empty() ? stopped() : errors.back());
  }
  m_done.back().results = m_session->results();
  m_done.back().hello = m_session->hello().value_or(Hello{});
  runNext();
}

void LessonRunning::stop() {
  m_waiting.clear();
  if (m_run) m_stopped ? m_session->killAgent() : m_session->stop();
  m_stopped = true;
}

void LessonRunning::fail(const Error& error) {
  m_waiting.clear();
  m_problem = error;
}

}  // namespace strata::inline present
