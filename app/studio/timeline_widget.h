#pragma once

#include <QPointF>
#include <optional>

#include "app/studio/timeline_controller.h"
#include "app/studio/view_widget.h"

class QMenu;

namespace strata::inline studio {

/// The timeline with its hands: wheel, drag and keys move the controller; the window then draws what it shows.
class TimelineWidget : public ViewWidget {
  Q_OBJECT
 public:
  explicit TimelineWidget(TimelineController& controller, QWidget* parent = nullptr);
  /// Scrolls until the event's row can be seen.
  void reveal(EventRef event);
  /// What can be done to the lane at this place.
  void offerLane(QMenu& menu, QPointF place);

 signals:
  void rangeChanged();
  /// Shift and drag: a part of time.
  void measured(std::optional<strata::TimeRange> range);
  void stepAlong(int step);   ///< to the next event of the group
  void stepAcross(int step);  ///< to the group below or above

 protected:
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  void scrollBy(double pixels);
  double page() const;  ///< as many pixels as Page Down goes

  TimelineController& m_controller;
  std::optional<QPointF> m_dragged;
  bool m_dragging = false;
  std::optional<HostTime> m_measureFrom;
  bool m_measuring = false;
};

}  // namespace strata::inline studio
