#include "app/present/lesson_show.h"

#include <algorithm>

#include "app/facts/choice_names.h"
#include "app/facts/event_text.h"
#include "app/facts/page_selection.h"
#include "app/facts/selections.h"
#include "app/facts/set_back.h"
#include "app/lessons/systems_here.h"
#include "app/session/choices.h"
#include "app/still/still.h"
#include "engine/base/storey.h"

namespace strata::inline present {
namespace {

std::shared_ptr<const ExperimentInfo> experimentInSight(const LessonPlayer& player) {
  const auto found = findExperiment(player.experimentInSight());
  return found.ok() ? std::make_shared<const ExperimentInfo>(*found.value()) : nullptr;
}

/// The map says where everything is, also before anything ran.
bool isMap(const View* view) {
  return view && view == findView("map");
}

}  // namespace

LessonShow::LessonShow(std::shared_ptr<const Lesson> lesson, FindAgent findAgent, std::function<void()> changed)
    : m_lesson(std::move(lesson)), m_findAgent(std::move(findAgent)), m_changed(std::move(changed)) {
  look();
}

void LessonShow::goOn(bool again) {
  const LessonPlayer& player = m_lesson.player();
  if (player.page().kind != Page::Kind::Ask || player.waitsFor().empty()) return act({m_lesson.goingOn(), {}, 0});
  if (again) return skip();
  black = false;
  m_goingWithout = true;
}

void LessonShow::back() {
  turn([this] { m_lesson.player().back(); });
}

void LessonShow::go(std::size_t page) {
  turn([this, page] { m_lesson.player().go(page); });
}

void LessonShow::skip() {
  turn([this] { m_lesson.player().skip(); });
}

void LessonShow::run() {
  const LessonPlayer& player = m_lesson.player();
  const Page& page = player.page();
  if (working() || !page.runs()) return;
  for (const auto& [ran, before] : m_runs) before->endAgent();
  m_running = player.index();
  m_runs.insert_or_assign(*m_running,
                          page.kind == Page::Kind::Open
                              ? std::make_unique<LessonRunning>(player.lesson().recordingOf(page), m_changed)
                              : std::make_unique<LessonRunning>(page.run, m_findAgent, m_changed));
}

bool LessonShow::stop() {
  readRun();
  if (!m_running) return false;
  m_runs.at(*m_running)->stop();
  return true;
}

bool LessonShow::askToLeave() {
  if (m_leaving || !m_lesson.anyVotes()) return false;
  black = false;
  return m_leaving = true;
}

void LessonShow::forPictures() {
  m_lesson.forPictures();
  look();
}

void LessonShow::play(std::size_t page) {
  if (page < m_lesson.player().index()) go(page);
  while (m_lesson.player().index() < page) skip();
  run();
}

void LessonShow::act(const LessonAct& act) {
  switch (act.kind) {
    case LessonAct::Kind::Next: return turn([this] { m_lesson.next(); });
    case LessonAct::Kind::Back: return back();
    case LessonAct::Kind::Run: return run();
    case LessonAct::Kind::Bet: return m_lesson.take(act.bet);
    case LessonAct::Kind::Reveal: return m_lesson.reveal();
    case LessonAct::Kind::Hint:
    case LessonAct::Kind::Edit:
    case LessonAct::Kind::Start:
    case LessonAct::Kind::Restart:
    case LessonAct::Kind::Leave: return;
  }
}

void LessonShow::turn(const std::function<void()>& move) {
  black = false;
  const std::size_t before = m_lesson.player().index();
  move();
  if (m_lesson.player().index() != before) look();
}

void LessonShow::look() {
  const LessonPlayer& player = m_lesson.player();
  const PageSight& wanted = player.page().sight;
  const std::string view = player.viewInSight();
  m_named = findView(view);
  m_unknown = m_named || view.empty() ? std::nullopt : std::optional(noSuchView(view));
  if (isMap(m_named) && !m_state.sight.systems)
    m_state.sight.systems = std::make_shared<const SystemsHere>(findSystems(stackMap(), PlacesToLook::ofThisMachine()));
  m_experiment = experimentInSight(player);
  ViewChoices& choices = m_state.sight.choices;
  choices.forgetKernel();
  if (!wanted.view.empty() || !wanted.variant.empty()) choices.variant = stepShown(player, m_experiment.get());
  choices.speeds = choiceNamed<SpeedKind>(kSpeedKindNames, wanted.speeds).value_or(choices.speeds);
  choices.line = wanted.line;
  m_selectedFor.reset();
  m_slowSince.reset();
  if (wanted.slow && !m_lesson.isForPictures()) m_slowSince = std::chrono::steady_clock::now();
}

const LessonRunning* LessonShow::shown() const {
  const LessonPlayer& player = m_lesson.player();
  if (const Page* run = player.runInSight())
    if (const auto asked = m_runs.find(static_cast<std::size_t>(run - player.lesson().pages.data()));
        asked != m_runs.end())
      return asked->second.get();
  const auto after = m_runs.upper_bound(player.index());
  return after == m_runs.begin() ? nullptr : std::prev(after)->second.get();
}

bool LessonShow::hidden() const {
  return m_lesson.open() && m_lesson.player().page().sight.hide.value_or(false);
}

bool LessonShow::working() const {
  return m_running.has_value();
}

void LessonShow::readRun() {
  if (!m_running) return;
  LessonRunning& run = *m_runs.at(*m_running);
  run.update();
  if (run.working()) return;
  if (!run.problem()) m_lesson.player().addRuns(*m_running, run.done());
  m_experiment = experimentInSight(m_lesson.player());
  m_running.reset();
}

std::optional<Error> LessonShow::problem() const {
  const LessonPlayer& player = m_lesson.player();
  if (const auto text = player.text(); !text.ok() && !player.runNeeded()) return text.error();
  return problemBeside();
}

std::optional<Error> LessonShow::problemBeside() const {
  const auto run = m_runs.find(m_lesson.player().index());
  if (run != m_runs.end() && run->second->problem()) return run->second->problem();
  return m_unknown;
}

const ViewState& LessonShow::state() {
  readRun();
  const LessonRunning* run = hidden() ? nullptr : shown();
  readShown(run);
  if (!m_state.session.snapshot->bounds())
    m_state.sight.selection = {};
  else if (!run->working())
    selectOnce(run);
  if (m_slowSince) playSlowly();
  m_view = isMap(m_named) || (m_named && m_named->hasContent(m_state)) ? m_named : nullptr;
  const auto wrong = problemBeside();
  m_state.sight.lesson = m_lesson.sight(m_running == m_lesson.player().index(), wrong ? wrong->message : std::string());
  return m_state;
}

/// What another experiment than the page's came to is not shown beside it.
void LessonShow::readShown(const LessonRunning* shown) {
  readSession(shown ? shown->session() : m_blank, m_state);
  m_state.sight.clickable = !m_lesson.isForPictures();
  m_state.sight.frame = shown ? shown->frame() : nullptr;
  m_state.session.experiment = m_experiment;
  if (!shown || !m_experiment || shown->experiment() != m_experiment->name) m_state.session.results.clear();
}

// Choosing reads every event; a slide is drawn again for each move of the spotlight.
void LessonShow::selectOnce(const LessonRunning* shown) {
  const auto now = std::pair(shown, m_state.session.snapshot->state());
  if (m_selectedFor == now) {
    m_state.sight.range = m_range;
    return;
  }
  select(shown ? medianCalls(shown->session().runs()) : std::vector<CallId>());
  m_selectedFor = now;
  m_range = m_state.sight.range;
}

void LessonShow::select(std::span<const CallId> measured) {
  const TraceSnapshot& snapshot = *m_state.session.snapshot;
  const std::vector<RunResult>& results = m_state.session.results;
  const Page& page = m_lesson.player().page();
  Selection& selection = m_state.sight.selection;
  selection = selectionOf(page, snapshot, results, m_experiment.get(), measured);
  if (selection == Selection{})
    selection = selectionElse(m_lesson.player(), snapshot, results, m_experiment.get(), measured);
  if (page.sight.zoom && selection.event) m_state.sight.range = rangeOf(snapshot, *selection.event, m_state.sight.now);
  if (m_named) completeFor(*m_named, m_state);
}

void LessonShow::playSlowly() {
  const TimeRange range = m_state.sight.range;
  if (working() || range.end <= range.begin) return m_slowSince.reset();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - *m_slowSince;
  const auto speed = static_cast<double>(fittingSpeed(range.length()).ns);
  const HostTime now = range.begin + Duration{static_cast<std::int64_t>(seconds.count() * speed)};
  if (now >= range.end) return m_slowSince.reset();
  setBack(m_state, std::make_shared<const TraceSnapshot>(m_state.session.snapshot->until(now)), now);
}

void LessonShow::choose(const Hit& hit) {
  const Page& page = m_lesson.player().page();
  if (page.kind == Page::Kind::Ask && page.question.kind == Question::Kind::Place) return vote(hit);
  m_state.sight.selection = hit.selection;
  if (hit.choices) m_state.sight.choices = *hit.choices;
}

// What is chosen stays: the next click there is the next hand.
void LessonShow::vote(const Hit& hit) {
  if (m_lesson.player().page().question.unit == "line") {
    if (hit.choices) m_lesson.take({static_cast<double>(hit.choices->line), {}, {}});
  } else if (hit.selection.event && hit.selection != m_state.sight.selection) {
    if (const auto event = findEvent(*m_state.session.snapshot, *hit.selection.event))
      m_lesson.take({0, {}, std::string(storeyInfo(event->storey).key)});
  }
}

}  // namespace strata::inline present
