#include "app/studio/view_area.h"

#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "app/studio/event_steps.h"
#include "app/studio/selection_model.h"
#include "app/studio/studio_session.h"
#include "app/studio/timeline_widget.h"
#include "app/views/views.h"

namespace strata {
namespace {

constexpr int kTickMs = 33;
constexpr int kMemoryHeight = 150;
constexpr int kStackHeight = 404;

}  // namespace

ViewArea::ViewArea(StudioSession& session, SelectionModel& selection, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_selection(selection),
      m_splitter(new QSplitter(Qt::Vertical, this)),
      m_stack(new ViewWidget({drawStack, hitStack})),
      m_memory(new ViewWidget({drawMemory, hitMemory})),
      m_timelineWidget(new TimelineWidget(m_timeline)) {
  m_stack->setObjectName(QStringLiteral("Stack"));
  m_timelineWidget->setObjectName(QStringLiteral("Timeline"));
  m_memory->setObjectName(QStringLiteral("Memory"));
  m_splitter->setChildrenCollapsible(false);
  m_splitter->setHandleWidth(5);
  for (ViewWidget* view : widgets()) m_splitter->addWidget(view);
  m_splitter->setStretchFactor(0, 0);
  m_splitter->setStretchFactor(1, 1);
  m_splitter->setStretchFactor(2, 0);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(m_splitter);
  m_tick.setInterval(kTickMs);
  connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_userSized = true; });
  connectViews();
}

std::vector<ViewWidget*> ViewArea::widgets() const {
  return {m_stack, m_timelineWidget, m_memory};
}

void ViewArea::connectViews() {
  for (ViewWidget* view : widgets()) {
    connect(view, &ViewWidget::picked, &m_selection, &SelectionModel::select);
    connect(view, &ViewWidget::opened, this, &ViewArea::zoomTo);
  }
  connect(m_timelineWidget, &TimelineWidget::rangeChanged, this, &ViewArea::setRange);
  connect(m_timelineWidget, &TimelineWidget::stepAlong, this,
          [this](int step) { this->step(strata::stepAlong, step); });
  connect(m_timelineWidget, &TimelineWidget::stepAcross, this,
          [this](int step) { this->step(strata::stepAcross, step); });
  connect(&m_selection, &SelectionModel::changed, this, &ViewArea::refresh);
  connect(&m_session, &StudioSession::changed, this, &ViewArea::refresh);
  connect(&m_session, &StudioSession::replaced, this, &ViewArea::resetSight);
  connect(&m_tick, &QTimer::timeout, this, &ViewArea::refresh);
}

void ViewArea::refresh() {
  m_state.snapshot = m_session.snapshot();
  m_state.storeys = m_session.storeys();
  m_state.hello = m_session.hello();
  m_state.results = m_session.results();
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

void ViewArea::setRange() {
  m_state.range = m_timeline.range();
  m_state.scroll = m_timeline.scroll();
  for (ViewWidget* view : widgets()) view->setState(m_state);
  emit stateChanged(m_state);
  emit followingChanged(m_timeline.following());
}

void ViewArea::follow() {
  m_timeline.follow();
  setRange();
}

void ViewArea::resetSight() {
  m_selection.clear();
  m_timeline = {};
  refresh();
}

void ViewArea::zoomTo(const Selection& selection) {
  m_selection.select(selection);
  if (!selection.event || !valid(*m_state.snapshot, *selection.event)) return;
  m_timeline.show(rangeOf(*m_state.snapshot, *selection.event, m_state.now));
  setRange();
}

void ViewArea::step(Step next, int by) {
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

QByteArray ViewArea::saveSizes() const {
  return m_userSized ? m_splitter->saveState() : QByteArray();
}

void ViewArea::restoreSizes(const QByteArray& sizes) {
  m_userSized = m_splitter->restoreState(sizes);
}

// The heights of the design, and less of each where the window is lower.
void ViewArea::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (m_userSized) return;
  const int stack = std::clamp(kStackHeight, height() * 28 / 100, height() * 42 / 100);
  const int memory = std::min(kMemoryHeight, height() * 20 / 100);
  m_splitter->setSizes({stack, height() - stack - memory, memory});
}

}  // namespace strata
