#include "app/studio/scene.h"

#include <QFileInfo>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

#include "app/facts/call_picture.h"
#include "app/facts/event_text.h"
#include "app/facts/kernel_facts.h"
#include "app/facts/own_kernels.h"
#include "app/facts/published_times.h"
#include "app/facts/selections.h"
#include "app/facts/set_back.h"
#include "app/facts/sight_text.h"
#include "app/facts/variant_facts.h"
#include "app/facts/what_if.h"
#include "app/studio/inspector_text.h"
#include "app/studio/selection_model.h"
#include "app/studio/studio_session.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/ui_text.h"
#include "app/views/timeline/event_steps.h"
#include "app/views/timeline/timeline_lanes.h"
#include "engine/frames/frame_story.h"
#include "engine/trace/trace_store.h"
#include "layers/workloads/ladder/ladder_experiment.h"

namespace strata::inline studio {

namespace {

/// What was chosen of a text is not of another.
void forgetText(ViewChoices& choices) {
  choices.token.reset();
  choices.head.reset();
}

bool sameText(const std::shared_ptr<const TokenStory>& a, const std::shared_ptr<const TokenStory>& b) {
  return a && b && !a->tokens.empty() && !b->tokens.empty() && a->tokens.front() == b->tokens.front();
}

}  // namespace

Scene::Scene(StudioSession& session, SelectionModel& selection, QObject* parent)
    : QObject(parent), m_session(session), m_selection(selection), m_timelineWidget(new TimelineWidget(m_timeline)) {
  add(*m_timelineWidget);
  connect(m_timelineWidget, &TimelineWidget::rangeChanged, this, &Scene::setRange);
  connect(m_timelineWidget, &TimelineWidget::stepAlong, this,
          [this](int by) { step([&](EventRef from) { return stepAlong(*m_state.session.snapshot, from, by); }); });
  connect(m_timelineWidget, &TimelineWidget::stepAcross, this, [this](int by) {
    step([&](EventRef from) { return stepAcross(*m_state.session.snapshot, from, by, m_state.sight.choices.lanes); });
  });
  connect(&m_selection, &SelectionModel::changed, this, [this] {
    const std::string shown(kernelFacts(m_state).file);
    m_state.sight.selection = m_selection.selection();
    if (!namesKernel(m_state)) return refresh();
    m_named = m_selection.selection();
    if (m_state.session.hidden == LessonHides::OtherExperiment) return refresh();  // the kernel is the page's
    m_state.sight.choices.kernelFile.clear();
    const bool decides = resultOfCall(m_state.session.results, m_named.call) || selectedKernel(m_state, m_named);
    if (decides) m_state.sight.choices.variant.clear();
    const bool ofKernel = m_state.session.experiment && m_state.session.experiment->variants.empty();
    if (ofKernel || kernelFacts(m_state).file != shown) m_state.sight.choices.forgetKernel();
    refresh();
  });
  m_state.session.ownSteps = ownSteps();
  m_state.session.published = keptPublishedTimes();
  connect(&m_session, &StudioSession::changed, this, &Scene::refresh);
  connect(&m_session, &StudioSession::replaced, this, &Scene::resetSight);
  connect(&m_pulse, &Pulse::beat, this, &Scene::refresh);
  connect(m_timelineWidget, &QOpenGLWidget::frameSwapped, &m_pulse, &Pulse::shown);
  connect(m_timelineWidget, &TimelineWidget::measured, this, &Scene::measure);
  connect(&m_analysis, &Analysis::changed, this, &Scene::setRange);
  connect(&m_replay, &Replay::moved, this, &Scene::refresh);
}

void Scene::add(ViewWidget& view) {
  m_widgets.push_back(&view);
  if (&view == m_timelineWidget)
    connect(&view, &ViewWidget::picked, &m_selection, &SelectionModel::select);
  else
    connect(&view, &ViewWidget::picked, this, &Scene::select);
  connect(&view, &ViewWidget::opened, this, &Scene::zoomTo);
  connect(&view, &ViewWidget::chosen, this, &Scene::choose);
  connect(&view, &ViewWidget::tableChosen, this, &Scene::chooseTable);
  connect(&view, &ViewWidget::partShown, this, &Scene::showPart);
}

void Scene::readSession() {
  m_state.session.snapshot = m_session.snapshot();
  m_state.session.storeys = m_session.storeys();
  m_state.session.hello = m_session.hello();
  m_state.session.devices = m_session.devices();
  m_state.session.foreignGpu = m_session.origin() ? m_session.origin()->gpu : std::nullopt;
  m_state.session.file = m_session.path();
  m_state.session.title = QFileInfo(toQt(m_session.path())).fileName().toStdString();
  m_state.session.results = m_session.results();
  m_state.session.part = m_session.shownPart();
  m_state.session.timed = m_session.shownTimedParts();
  m_state.session.shape = m_session.shownShape();
  m_state.session.lost = m_session.runs().shownLost().has_value();
  m_state.session.sent = m_session.runs().shownSent();
  m_state.session.otherRuns = m_session.runs().otherCalls();
  m_state.session.experiment = withOwnKernels(m_experiment, m_state.session.results, m_state.session.sent);
  m_state.session.tensor = m_session.pictures().tensor;
  m_state.session.previews = m_session.pictures().previews;
  const auto text = std::exchange(m_text, m_session.tokens());
  if (!sameText(text, m_text)) forgetText(m_state.sight.choices);
  m_state.session.tokens = m_text;
  m_state.sight.selection = m_selection.selection();
  const auto run = m_session.runs().shown();
  if (std::exchange(m_shownRun, run) != run) m_named = m_selection.selection();
  m_state.sight.named = m_named;
  hideForLesson();
  m_state.session.gpu = modelledGpu(m_state.session.results, m_state.session.gpu);
  m_state.sight.live = m_session.agentAlive();
  m_state.sight.running = m_session.running();
  m_state.sight.now = m_session.now();
  m_state.sight.frame = shownFrame();
}

void Scene::hideForLesson() {
  SessionFacts& session = m_state.session;
  session.hidden = LessonHides::Nothing;
  if (!m_preview || m_lessonPaused) return;
  const bool any = !session.results.empty(), own = any && m_experiment && m_experiment->name == m_preview->name;
  if (own && !m_covered) return;
  m_state.sight.named = {};
  if (any) session.hidden = own ? LessonHides::Answer : LessonHides::OtherExperiment;
  session.experiment = m_preview;
  session.results.clear();
  if (session.hidden != LessonHides::Answer) return;
  static const auto kNothing = TraceStore().snapshot();
  session.snapshot = kNothing;
  session.tensor.reset();
  session.previews.clear();
  session.tokens.reset();
  m_state.sight.selection = {};
}

std::shared_ptr<const LiveFrame> Scene::shownFrame() const {
  const RunList& runs = m_session.runs();
  if (!runs.shown()) return m_frame;
  const RunRecord& shown = runs.all()[*runs.shown()];
  const bool coming = m_frame && m_frame->coming;
  return coming || shown.experiment != kFramesExperiment || shown.request == m_frameRequest ? m_frame : nullptr;
}

void Scene::readReplay() {
  setBack(m_state, m_replay.snapshot(), m_replay.now());
}

bool Scene::beginReplay() {
  const auto bounds = m_session.snapshot()->bounds();
  if (m_session.running() || !bounds || m_state.session.hidden == LessonHides::Answer) return false;
  TimeRange range = m_timeline.range();
  range = {std::max(range.begin, bounds->begin), std::min(range.end, bounds->end)};
  if (range.end <= range.begin) return false;
  m_timeline.hold();
  // Before the first moment in sight there is nothing to be seen, in a tiny range for seconds.
  range.begin = firstToBeSeen(*m_session.snapshot(), range);
  m_replay.start(m_session.snapshot(), range);
  return true;
}

bool Scene::beginReplayByHand() {
  if (beginReplay()) return true;
  const Msg why = m_session.running()                             ? Msg::StudioReplayWaits
                  : m_state.session.hidden == LessonHides::Answer ? Msg::StudioReplayHidden
                                                                  : Msg::StudioReplayNothing;
  emit missing({ErrorCode::Usage, std::string(text(why))});
  return false;
}

void Scene::refresh() {
  readSession();
  if (m_session.running()) m_replay.leave();
  if (m_replay.active()) {
    readReplay();
    return setRange();
  }
  const bool moving = m_session.running() && !m_state.session.snapshot->openEvents().empty();
  m_pulse.setActive(moving);
  if (const auto bounds = m_state.session.snapshot->bounds()) {
    TimeRange newest = m_session.newestRun();
    if (!m_session.running() && !m_session.fromFile()) newest = shownOfRun(newest, m_session.newestPart());
    if (moving) newest.end = m_state.sight.now;
    m_timeline.setContent({bounds->begin, std::max(bounds->end, newest.end)}, newest, m_state.sight.running);
  }
  setRange();
}

void Scene::setRange() {
  m_state.sight.range = m_timeline.range();
  m_state.sight.scroll = m_timeline.scroll();
  readAnalysis();
  lookThroughLens(m_state);
  const bool any = m_state.session.snapshot && m_state.session.snapshot->bounds();
  if (any && !m_timeline.following() && !m_replay.active())
    m_looks.watch({m_state.sight.range, m_state.sight.selection});
  for (ViewWidget* view : m_widgets) view->setState(m_state);
  emit stateChanged(m_state);
  emit followingChanged(m_timeline.following());
}

/// Of what is hidden there is none, and what was counted of it stays for when it is back.
void Scene::readAnalysis() {
  Sight& sight = m_state.sight;
  if (m_state.session.hidden == LessonHides::Answer) {
    sight.search.reset(), sight.statistics.reset(), sight.table.reset();
    sight.shares.reset(), sight.device.reset(), sight.comparison.reset();
    return;
  }
  const bool any = m_state.session.snapshot && m_state.session.snapshot->bounds();
  const RunList& runs = m_session.runs();
  const bool beside = any && m_analysis.comparing();
  m_analysis.setSight(m_state, beside ? sideOf(runs.shown() ? runs.shown() : runs.newest()) : ComparedSession{});
  sight.search = m_analysis.search();
  sight.statistics = m_analysis.statistics();
  sight.table = m_analysis.table();
  sight.shares = m_analysis.shares();
  sight.device = m_analysis.device();
  sight.comparison = m_analysis.comparison();
}

ComparedSession Scene::sideOf(std::optional<std::size_t> run) const {
  return strata::sideOf(m_state, m_session.runs(), run);
}

void Scene::follow() {
  m_timeline.follow();
  setRange();
}

void Scene::resetSight() {
  // First what points into the session before, since each of the others draws the new one.
  {
    const QSignalBlocker quiet(m_selection);
    m_selection.clear();
  }
  m_named = {};
  m_analysis.forget();
  m_state.sight.measured.reset();
  forgetText(m_state.sight.choices);
  m_state.sight.choices.cell.reset();
  m_state.sight.choices.speedFirst = 0;
  m_state.sight.choices.table = {};
  m_state.sight.choices.compare.row.reset();
  m_state.sight.choices.device = {};
  m_state.sight.choices.lanes = {};
  m_state.sight.marks.clear();
  m_looks.forget();
  m_covered = false;
  m_state.sight.choices.forgetKernel();
  m_timeline = {};
  m_replay.leave();
  emit reset();
  refresh();
}

void Scene::zoomTo(const Selection& selection) {
  m_selection.select(selection);
  if (!selection.event || !findEvent(*m_state.session.snapshot, *selection.event)) return;
  m_timeline.show(rangeOf(*m_state.session.snapshot, *selection.event, m_state.sight.now));
  bringIntoSight(*selection.event);
}

void Scene::bringIntoSight(EventRef event) {
  chooseLanes(laneShown(m_state, event.track));
  m_timelineWidget->reveal(event);
  setRange();
}

void Scene::step(const std::function<std::optional<EventRef>(EventRef)>& next) {
  const TraceSnapshot& snapshot = *m_state.session.snapshot;
  const auto& selected = m_selection.selection().event;
  const bool any = selected && findEvent(snapshot, *selected);
  const auto event = any ? next(*selected) : selectionOf(snapshot, chosenCall(m_state)).event;
  if (!event) return;
  showEvent(*event);
}

void Scene::showEvent(EventRef event) {
  m_selection.select(selectionOf(*m_state.session.snapshot, event));
  m_timeline.reveal(rangeOf(*m_state.session.snapshot, event, m_state.sight.now));
  bringIntoSight(event);
}

void Scene::goToMatch(int by) {
  const auto& search = m_analysis.search();
  if (!search) return;
  const auto& selected = m_selection.selection().event;
  const bool any = selected && findEvent(*m_state.session.snapshot, *selected);
  if (const auto match =
          search->next(*m_state.session.snapshot, any ? selected : std::nullopt, m_state.sight.range.begin, by))
    showEvent(*match);
}

void Scene::measure(std::optional<TimeRange> range) {
  m_state.sight.measured = range;
  setRange();
}

void Scene::showPart(TimeRange part) {
  m_state.sight.measured = part;
  showRange(part);
}

void Scene::look(int by) {
  const auto look = m_looks.go(by);
  if (!look) return;
  m_selection.select(look->selection);
  m_timeline.showExactly(look->range);
  if (const auto& event = look->selection.event; event && findEvent(*m_state.session.snapshot, *event))
    m_timelineWidget->reveal(*event);
  setRange();
}

void Scene::setMarks(std::vector<TimelineMark> marks) {
  m_state.sight.marks = std::move(marks);
  std::ranges::sort(m_state.sight.marks, {}, &TimelineMark::time);
  m_session.keepBeside({marksMessage(m_state.sight.marks, *m_state.session.snapshot)});
  setRange();
}

HostTime Scene::markTime() const {
  const TimeRange& range = m_state.sight.range;
  const auto& selected = m_state.sight.selection.event;
  const TraceEvent* event = selected ? findEvent(*m_state.session.snapshot, *selected) : nullptr;
  const bool seen = event && event->begin >= range.begin && event->begin <= range.end;
  return seen ? event->begin : range.begin + Duration{range.length().ns / 2};
}

bool Scene::mayMark() {
  if (m_state.session.snapshot && m_state.session.snapshot->bounds()) return true;
  emit missing({ErrorCode::Usage, std::string(text(Msg::StudioMarkNothing))});
  return false;
}

void Scene::turnMark() {
  if (!mayMark()) return;
  std::vector<TimelineMark> marks = m_state.sight.marks;
  if (std::erase_if(marks, [this](const TimelineMark& mark) { return mark.time == markTime(); }) == 0)
    marks.push_back({markTime(), {}});
  setMarks(std::move(marks));
}

std::string Scene::noteHere() const {
  const auto here = std::ranges::find(m_state.sight.marks, markTime(), &TimelineMark::time);
  return here == m_state.sight.marks.end() ? std::string() : here->note;
}

void Scene::writeNote(const std::string& note) {
  if (!m_state.session.snapshot || !m_state.session.snapshot->bounds()) return;
  std::vector<TimelineMark> marks = m_state.sight.marks;
  std::erase_if(marks, [this](const TimelineMark& mark) { return mark.time == markTime(); });
  marks.push_back({markTime(), note});
  setMarks(std::move(marks));
}

void Scene::goToMark(int by) {
  const HostTime now = markTime();
  const TimelineMark* next = nullptr;
  for (const TimelineMark& mark : m_state.sight.marks)
    if (by > 0 ? mark.time > now && !next : mark.time < now) next = &mark;
  if (!next) return;
  m_selection.clear();
  const Duration half{m_timeline.range().length().ns / 2};
  m_timeline.showExactly({next->time - half, next->time - half + m_timeline.range().length()});
  setRange();
}

void Scene::chooseLanes(const LaneChoices& lanes) {
  ViewChoices choices = m_state.sight.choices;
  choices.lanes = lanes;
  choose(choices);
}

void Scene::measureSelection() {
  const auto& selected = m_selection.selection().event;
  if (selected && findEvent(*m_state.session.snapshot, *selected))
    measure(rangeOf(*m_state.session.snapshot, *selected, m_state.sight.now));
  else
    emit missing({ErrorCode::Usage, std::string(text(Msg::StudioMeasureNothing))});
}

void Scene::showRange(TimeRange range) {
  m_timeline.show(range);
  setRange();
}

void Scene::fit() {
  m_timeline.fit(m_session.running() ? std::nullopt : m_session.newestPart());
  setRange();
}

void Scene::setExperiment(const ExperimentInfo& experiment) {
  if (m_experiment && m_experiment->name == experiment.name) return;
  m_experiment = std::make_shared<const ExperimentInfo>(experiment);
  refresh();
}

void Scene::forgetExperiment() {
  m_experiment = nullptr;
  refresh();
}

void Scene::choose(const ViewChoices& choices) {
  if (choices == m_state.sight.choices) return;
  m_state.sight.choices = choices;
  setRange();
}

void Scene::chooseTable(const TableChoices& table) {
  ViewChoices choices = m_state.sight.choices;
  choices.table = table;
  choose(choices);
}

void Scene::select(const Selection& selection) {
  m_selection.select(selection);
  if (!selection.event || !findEvent(*m_state.session.snapshot, *selection.event)) return;
  m_timelineWidget->reveal(*selection.event);
  setRange();
}

void Scene::preview(const ExperimentInfo* experiment) {
  if (experiment ? m_preview && m_preview->name == experiment->name : !m_preview) return;
  m_preview = experiment ? std::make_shared<const ExperimentInfo>(*experiment) : nullptr;
  refresh();
}

void Scene::cover(bool covered) {
  if (std::exchange(m_covered, covered) != covered) refresh();
}

void Scene::pauseLesson(bool paused) {
  if (std::exchange(m_lessonPaused, paused) != paused) refresh();
}

void Scene::setLesson(std::shared_ptr<const LessonSight> lesson) {
  m_state.sight.lesson = std::move(lesson);
  refresh();
}

void Scene::setFrame(std::shared_ptr<const LiveFrame> frame, std::uint64_t request) {
  m_frame = std::move(frame);
  m_frameRequest = request;
  if (m_replay.active()) return;
  m_state.sight.frame = shownFrame();
  for (ViewWidget* view : m_widgets)
    if (view->view().showsFrames) view->setState(m_state);
}

void Scene::setCompiled(std::shared_ptr<const CompiledSight> compiled) {
  m_state.sight.compiled = std::move(compiled);
  refresh();
}

void Scene::setSystems(std::shared_ptr<const SystemsHere> systems) {
  m_state.sight.systems = std::move(systems);
  setRange();
}

}  // namespace strata::inline studio
