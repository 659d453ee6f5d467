#include "app/present/presentation.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "app/facts/device_use.h"
#include "app/facts/live_frame.h"
#include "app/facts/named_events.h"
#include "app/facts/selections.h"
#include "app/facts/sight_text.h"
#include "app/facts/variant_facts.h"
#include "app/graphics/headless_show.h"
#include "app/session/choices.h"
#include "app/still/still.h"
#include "app/views/timeline/timeline_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::inline present {

Presentation::Presentation(Show show, std::string folder, std::string agent, std::function<void()> changed)
    : m_show(std::move(show)),
      m_folder(std::move(folder)),
      m_agent(std::move(agent)),
      m_changed(std::move(changed)),
      m_frames(headlessShow(m_changed)),
      m_session(std::make_unique<Session>(SessionOptions{}, m_changed)) {
  act();
}

/// Of sessions whose agents' frames slides show.
SessionOptions Presentation::options() {
  SessionOptions options;
  options.frames = [this](FrameSocket socket) { m_frames.attach(std::move(socket)); };
  return options;
}

void Presentation::next() {
  if (!slide().answer.empty() && !m_answerShown) {
    m_answerShown = true;
    return;
  }
  if (m_index + 1 < m_show.slides.size()) go(m_index + 1);
}

void Presentation::back() {
  if (m_index > 0) go(m_index - 1);
}

void Presentation::go(std::size_t index) {
  m_index = std::min(index, m_show.slides.size() - 1);
  m_answerShown = false;
  black = false;
  act();
}

void Presentation::again() {
  m_opened.clear();
  act();
}

// A slide without an action shows the session of the slide before.
void Presentation::act() {
  m_problem.reset();
  m_unmatched.reset();
  m_state.sight.selection = {};
  m_state.sight.comparison.reset();
  m_state.sight.scroll = kGroupsFitted;
  m_state.sight.choices = {};
  m_state.sight.choices.variant = slide().variant;
  m_state.sight.choices.line = slide().codeLine;
  m_state.sight.measured.reset();
  m_state.sight.marks.clear();
  m_state.sight.statistics.reset();
  m_chosenFor.reset();
  if (!slide().open.empty()) openFile();
  if (!slide().run.experiment.empty()) runExperiment();
  if (!slide().beside.empty() && slide().beside != Slide::kBefore) openBeside();
}

/// The session of the slide before goes, or stands beside this one; there it stays when this slide acts again.
void Presentation::show(std::unique_ptr<Session> session) {
  if (slide().beside == Slide::kBefore && m_besideFor != m_index) {
    m_beside = std::move(m_session);
    m_besideFor = m_index;
  }
  m_session = std::move(session);
}

std::optional<Error> Presentation::problem() const {
  if (!m_problem || !m_unmatched) return m_problem ? m_problem : m_unmatched;
  Error both = *m_problem;
  both.message = m_unmatched->message + " " + both.message;
  return both;
}

/// The slide's second session; nullptr if it has none.
const Session* Presentation::beside() const {
  return !slide().beside.empty() && m_besideFor == m_index ? m_beside.get() : nullptr;
}

void Presentation::openBeside() {
  auto session = std::make_unique<Session>(SessionOptions{}, m_changed);
  const auto done = session->open((std::filesystem::path(m_folder) / slide().beside).string());
  m_beside = done.ok() ? std::move(session) : nullptr;
  m_besideFor = m_index;
  if (!done.ok()) m_problem = done.error();
}

void Presentation::openFile() {
  const std::string path = (std::filesystem::path(m_folder) / slide().open).string();
  if (path != m_opened) {
    auto session = std::make_unique<Session>(SessionOptions{}, m_changed);
    if (const auto done = session->open(path); !done.ok()) {
      m_problem = done.error();
      return;
    }
    show(std::move(session));
    m_opened = path;
    m_run.reset();
    m_state.sight.frame.reset();
  }
  readSession(*m_session, m_state, slide().ofRun);
  m_state.session.experiment =
      withOwnKernels(experimentOf(*m_state.session.snapshot, slide().ofRun), m_state.session.results);
}

void Presentation::runExperiment() {
  const auto send = [this]() -> Result<void> {
    STRATA_ASSIGN(const ExperimentInfo* info, findExperiment(slide().run.experiment));
    STRATA_ASSIGN(Request request, requestFor(slide().run));
    show(std::make_unique<Session>(options(), m_changed));
    m_state.sight.frame.reset();
    m_opened.clear();
    STRATA_TRY(m_session->start(m_agent));
    STRATA_ASSIGN(m_run, m_session->run(std::move(request)));
    m_state.session.experiment = std::make_shared<const ExperimentInfo>(*info);
    return {};
  };
  if (const auto done = send(); !done.ok()) m_problem = done.error();
}

bool Presentation::working() const {
  const Session::AgentState agent = m_session->agentState();
  return m_run && (agent == Session::AgentState::Starting || agent == Session::AgentState::Running);
}

const ViewState& Presentation::state() {
  readSession(*m_session, m_state, slide().ofRun);
  if (const auto frame = m_frames.copy(); frame && m_run && m_opened.empty())
    m_state.sight.frame = std::make_shared<const LiveFrame>(liveFrame(m_frames.state(), frame.get()));
  if (m_state.session.snapshot->bounds() && !working()) chooseOnce();
  for (const Error& error : m_session->errors()) m_problem = error;
  return m_state;
}

// Choosing reads every event; a slide is drawn again for each move of the spotlight.
void Presentation::chooseOnce() {
  const std::uint64_t other = beside() ? beside()->snapshot()->version() : 0;
  const auto now = std::tuple(m_state.session.snapshot->version(), other, m_state.session.results.size());
  if (m_chosenFor == now) {
    m_state.sight.range = m_chosenRange;
    return;
  }
  chooseEvent();
  m_chosenFor = now;
  m_chosenRange = m_state.sight.range;
}

bool Presentation::hasNotes() const {
  return std::ranges::any_of(m_show.slides, [](const Slide& slide) { return !slide.note.empty(); });
}

std::optional<EventRef> Presentation::selected(const TraceSnapshot& snapshot) const {
  const auto bounds = snapshot.bounds();
  if (!slide().at || !bounds) return longestNamed(snapshot, slide().select, medianCalls(m_session->runs()));
  return namedAt(snapshot, slide().select, bounds->begin + Duration{*slide().at});
}

void Presentation::chooseEvent() {
  const TraceSnapshot& snapshot = *m_state.session.snapshot;
  m_state.sight.selection = {};
  m_unmatched.reset();
  if (!slide().select.empty()) {
    if (const auto event = selected(snapshot))
      m_state.sight.selection = selectionOf(snapshot, *event);
    else
      m_unmatched = Error{ErrorCode::Usage, fillText(Msg::ShowSelectsNothing, {slide().select})};
  } else if (m_state.session.experiment) {
    if (const auto kernel = typicalKernel(snapshot, m_state.session.results, *m_state.session.experiment))
      m_state.sight.selection = selectionOf(snapshot, *kernel);
  }
  if (slide().zoom && m_state.sight.selection.event)
    if (const auto call = snapshot.call(m_state.sight.selection.call)) m_state.sight.range = {call->begin, call->end};
  if (const auto bounds = snapshot.bounds(); slide().range && bounds)
    m_state.sight.range = {bounds->begin + Duration{slide().range->first},
                           bounds->begin + Duration{slide().range->second}};
  readSight(slide().seen, snapshot, m_state.sight);
  if (const View* view = findView(slide().view)) completeFor(*view, m_state);
  const auto run = m_state.sight.device ? runOf(snapshot, slide().ofRun) : std::nullopt;
  if (const auto part = run ? partOf(*run, snapshot) : std::nullopt)
    m_state.sight.device = std::make_shared<const DeviceUse>(deviceUseOf(snapshot, *part));
  if (beside()) compareWith(*beside(), m_state, slide().ofRun, slide().besideRun);
}

}  // namespace strata::inline present
