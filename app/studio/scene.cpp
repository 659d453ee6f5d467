#include "app/studio/scene.h"

#include "app/studio/event_steps.h"
#include "app/studio/selection_model.h"
#include "app/studio/studio_session.h"
#include "app/studio/timeline_widget.h"

namespace strata {
namespace {

constexpr int kTickMs = 33;

}  // namespace

Scene::Scene(StudioSession& session, SelectionModel& selection, QObject* parent)
    : QObject(parent), m_session(session), m_selection(selection), m_timelineWidget(new TimelineWidget(m_timeline)) {
  add(*m_timelineWidget);
  m_tick.setInterval(kTickMs);
  connect(m_timelineWidget, &TimelineWidget::rangeChanged, this, &Scene::setRange);
  connect(m_timelineWidget, &TimelineWidget::stepAlong, this,
          [this](int step) { this->step(strata::stepAlong, step); });
  connect(m_timelineWidget, &TimelineWidget::stepAcross, this,
          [this](int step) { this->step(strata::stepAcross, step); });
  connect(&m_selection, &SelectionModel::changed, this, &Scene::refresh);
  connect(&m_session, &StudioSession::changed, this, &Scene::refresh);
  connect(&m_session, &StudioSession::replaced, this, &Scene::resetSight);
  connect(&m_tick, &QTimer::timeout, this, &Scene::refresh);
}

void Scene::add(ViewWidget& view) {
  m_widgets.push_back(&view);
  connect(&view, &ViewWidget::picked, &m_selection, &SelectionModel::select);
  connect(&view, &ViewWidget::opened, this, &Scene::zoomTo);
  connect(&view, &ViewWidget::chosen, this, &Scene::choose);
}

void Scene::refresh() {
  m_state.snapshot = m_session.snapshot();
  m_state.storeys = m_session.storeys();
  m_state.hello = m_session.hello();
  m_state.results = m_session.results();
  m_state.tensor = m_session.tensor();
  m_state.selection = m_selection.selection();
  m_state.live = m_session.agentAlive();
  m_state.now = m_session.now();
  const bool moving = m_session.running() && !m_state.snapshot->openEvents().empty();
  if (moving != m_tick.isActive()) moving ? m_tick.start() : m_tick.stop();
  if (const auto bounds = m_state.snapshot->bounds()) {
    TimeRange newest = m_session.newestRun();
    if (moving) newest.end = m_state.now;
    m_timeline.setContent({bounds->begin, newest.end}, newest);
  }
  setRange();
}

void Scene::setRange() {
  m_state.range = m_timeline.range();
  m_state.scroll = m_timeline.scroll();
  for (ViewWidget* view : m_widgets) view->setState(m_state);
  emit stateChanged(m_state);
  emit followingChanged(m_timeline.following());
}

void Scene::follow() {
  m_timeline.follow();
  setRange();
}

void Scene::resetSight() {
  m_selection.clear();
  m_timeline = {};
  refresh();
}

void Scene::zoomTo(const Selection& selection) {
  m_selection.select(selection);
  if (!selection.event || !valid(*m_state.snapshot, *selection.event)) return;
  m_timeline.show(rangeOf(*m_state.snapshot, *selection.event, m_state.now));
  setRange();
}

void Scene::step(Step next, int by) {
  const TraceSnapshot& snapshot = *m_state.snapshot;
  const auto& selected = m_selection.selection().event;
  const bool any = selected && valid(snapshot, *selected);
  const auto last = CallId{static_cast<std::uint32_t>(snapshot.callCount())};
  const auto event = any ? next(snapshot, *selected, by) : selectionOf(snapshot, last).event;
  if (!event) return;
  m_selection.select(selectionOf(snapshot, *event));
  m_timeline.reveal(rangeOf(snapshot, *event, m_state.now));
  setRange();
}

void Scene::showRange(TimeRange range) {
  m_timeline.show(range);
  setRange();
}

void Scene::setExperiment(std::shared_ptr<const ExperimentInfo> experiment) {
  m_state.experiment = std::move(experiment);
  setRange();
}

void Scene::choose(const ViewChoices& choices) {
  if (choices == m_state.choices) return;
  m_state.choices = choices;
  setRange();
}

}  // namespace strata
