#include "app/studio/timeline_widget.h"

#include <QKeyEvent>
#include <QMenu>
#include <QWheelEvent>
#include <cmath>
#include <functional>
#include <utility>

#include "app/studio/ui_text.h"
#include "app/views/timeline/timeline_lanes.h"
#include "app/views/timeline/timeline_layout.h"
#include "app/views/timeline/timeline_view.h"

namespace strata::inline studio {
namespace {

constexpr double kZoomPerNotch = 1.25;
constexpr double kPanPerNotch = 0.15;
constexpr double kPixelsPerNotch = 60;
constexpr double kDragStart = 5;

}  // namespace

TimelineWidget::TimelineWidget(TimelineController& controller, QWidget* parent)
    : ViewWidget(timelineView(), parent), m_controller(controller) {
  setFocusPolicy(Qt::StrongFocus);
}

void TimelineWidget::scrollBy(double pixels) {
  const Rect plot = timelinePlot(area());
  m_controller.scrollBy(static_cast<float>(pixels), timelineContentHeight(state()), plot.h);
}

double TimelineWidget::page() const {
  constexpr double kSeenTwice = 25;  // a lane
  return std::max(kPixelsPerNotch, layoutTimeline(area(), state()).stripOf(false).h - kSeenTwice);
}

void TimelineWidget::reveal(EventRef event) {
  const TimelineLayout layout = layoutTimeline(area(), state());
  const TrackGroup* group = layout.groupOf(event.track);
  if (!group || layout.plot.h <= 0) return;
  const Rect row = layout.rowRect(*group, event.row);
  const Rect strip = layout.stripOf(group->pinned);
  if (group->pinned || strip.h < row.h) return;
  if (row.y < strip.y)
    scrollBy(row.y - strip.y);
  else if (row.bottom() > strip.bottom())
    scrollBy(row.bottom() - strip.bottom());
}

void TimelineWidget::offerLane(QMenu& menu, QPointF place) {
  const TimelineLayout layout = layoutTimeline(area(), state());
  const TrackGroup* group = layout.groupAt(toView(place).y);
  if (!group) return;
  const auto offer = [&](Msg words, std::function<LaneChoices(const ViewState&)> made) {
    return menu.addAction(say(words), this, [this, made = std::move(made)] {
      ViewChoices choices = state().sight.choices;
      choices.lanes = made(state());
      emit chosen(choices);
    });
  };
  for (const LaneAct act : kLaneActs)
    offer(laneWords(act, *group),
          [act, track = group->tracks.front()](const ViewState& now) { return laneActed(now, track, act); });
  offer(Msg::LanesHideQuiet, quietLanesHidden)->setEnabled(anyQuietLane(state()));
}

void TimelineWidget::wheelEvent(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / 120.0;
  const double sideways = event->angleDelta().x() / 120.0;
  const float x = toView(event->position()).x;
  if (event->modifiers() & Qt::ShiftModifier || std::abs(sideways) > std::abs(notches))
    m_controller.pan(-(sideways + notches) * kPanPerNotch);
  else if (event->modifiers() & Qt::AltModifier || x < timelinePlot(area()).x)
    scrollBy(-notches * kPixelsPerNotch);
  else
    m_controller.zoom(timelineTimeAt(area(), state(), x), std::pow(kZoomPerNotch, -notches));
  event->accept();
  emit rangeChanged();
}

void TimelineWidget::keyPressEvent(QKeyEvent* event) {
  if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) return ViewWidget::keyPressEvent(event);
  const auto step = [this](auto signal, int by) {
    forgetSpot();  // what was clicked has the keys no more
    emit(this->*signal)(by);
  };
  switch (event->key()) {
    case Qt::Key_Left: return step(&TimelineWidget::stepAlong, -1);
    case Qt::Key_Right: return step(&TimelineWidget::stepAlong, 1);
    case Qt::Key_Up: return step(&TimelineWidget::stepAcross, -1);
    case Qt::Key_Down: return step(&TimelineWidget::stepAcross, 1);
    case Qt::Key_PageUp: scrollBy(-page()); break;
    case Qt::Key_PageDown: scrollBy(page()); break;
    case Qt::Key_Home: scrollBy(-timelineContentHeight(state())); break;
    case Qt::Key_End: scrollBy(timelineContentHeight(state())); break;
    default: return ViewWidget::keyPressEvent(event);
  }
  emit rangeChanged();
}

void TimelineWidget::mousePressEvent(QMouseEvent* event) {
  ViewWidget::mousePressEvent(event);
  if (event->button() != Qt::LeftButton) return;
  if (event->modifiers() & Qt::ShiftModifier) {
    m_measureFrom = timelineTimeAt(area(), state(), toView(event->position()).x);
    return;
  }
  m_dragged = event->position();
  m_dragging = false;
}

void TimelineWidget::mouseMoveEvent(QMouseEvent* event) {
  ViewWidget::mouseMoveEvent(event);
  if (m_measureFrom) {
    const HostTime to = timelineTimeAt(area(), state(), toView(event->position()).x);
    emit measured(TimeRange{std::min(*m_measureFrom, to), std::max(*m_measureFrom, to)});
    m_measuring = true;
  }
  if (!m_dragged) return;
  const QPointF moved = (event->position() - *m_dragged) / zoom();
  if (!m_dragging && moved.manhattanLength() < kDragStart) return;
  m_dragging = true;
  m_dragged = event->position();
  setCursor(Qt::ClosedHandCursor);
  if (moved.x() != 0) m_controller.pan(-moved.x() / std::max(1.0f, timelinePlot(area()).w));
  if (m_controller.scroll() != kGroupsFitted) scrollBy(-moved.y());
  emit rangeChanged();
}

void TimelineWidget::mouseReleaseEvent(QMouseEvent* event) {
  unsetCursor();
  m_dragged.reset();
  if (m_measureFrom && !m_measuring) emit measured(std::nullopt);
  m_measureFrom.reset();
  m_measuring = false;
  ViewWidget::mouseReleaseEvent(event);
}

}  // namespace strata::inline studio
