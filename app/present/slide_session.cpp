#include "app/present/slide_session.h"

#include "app/graphics/headless_show.h"
#include "app/session/choices.h"
#include "app/words/messages.h"

namespace strata::inline present {

SlideSession::SlideSession(Result<Request> run, const std::string& agent, const std::function<void()>& changed)
    : m_frames(std::make_unique<FrameShow>(headlessShow(changed))) {
  SessionOptions options;
  options.frames = [this](FrameSocket socket) { m_frames->attach(std::move(socket)); };
  m_session = std::make_unique<Session>(options, changed);
  if (const auto started = start(std::move(run), agent); !started.ok()) m_problem = started.error();
}

SlideSession::SlideSession(const std::string& file, const std::function<void()>& changed)
    : m_file(file), m_session(std::make_unique<Session>(SessionOptions{}, changed)) {
  if (const auto opened = m_session->open(file); !opened.ok()) m_problem = opened.error();
}

Result<void> SlideSession::start(Result<Request> run, const std::string& agent) {
  STRATA_ASSIGN(Request request, std::move(run));
  STRATA_ASSIGN(const ExperimentInfo* info, findExperiment(request.name));
  m_experiment = std::make_shared<const ExperimentInfo>(*info);
  STRATA_TRY(m_session->start(agent));
  STRATA_TRY(m_session->run(std::move(request)));
  m_asked = true;
  return {};
}

bool SlideSession::working() const {
  const Session::AgentState agent = m_session->agentState();
  return m_asked && (agent == Session::AgentState::Starting || agent == Session::AgentState::Running);
}

void SlideSession::stop() {
  m_stopped ? m_session->killAgent() : m_session->stop();
  m_stopped = true;
  m_problem = Error{ErrorCode::Stopped, std::string(text(Msg::ShowStopped))};
}

std::optional<Error> SlideSession::problem() const {
  const auto errors = m_session->errors();
  return errors.empty() ? m_problem : errors.back();
}

std::shared_ptr<const LiveFrame> SlideSession::frame() const {
  const auto copy = m_frames ? m_frames->copy() : nullptr;
  return copy ? std::make_shared<const LiveFrame>(liveFrame(m_frames->state(), copy.get())) : nullptr;
}

}  // namespace strata::inline present
