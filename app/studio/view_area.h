#pragma once

#include <QTimer>
#include <QWidget>

#include "app/studio/timeline_controller.h"
#include "app/views/view_state.h"

class QSplitter;

namespace strata {

class SelectionModel;
class StudioSession;
class TimelineWidget;
class ViewWidget;

/// Stack, timeline and memory strip, one above the other, all drawn from one ViewState.
class ViewArea : public QWidget {
  Q_OBJECT
 public:
  ViewArea(StudioSession& session, SelectionModel& selection, QWidget* parent = nullptr);

  const ViewState& state() const { return m_state; }
  TimelineController& timeline() { return m_timeline; }
  TimelineWidget& timelineWidget() { return *m_timelineWidget; }
  std::vector<ViewWidget*> widgets() const;
  QByteArray saveSizes() const;
  void restoreSizes(const QByteArray& sizes);

  void refresh();                           ///< reads session and selection now and redraws what has changed
  void follow();                            ///< back to the newest events
  void zoomTo(const Selection& selection);  ///< zooms to it
  void resetSight();                        ///< another session: see all of it

 signals:
  void stateChanged(const strata::ViewState& state);
  void followingChanged(bool following);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void connectViews();
  void setRange();
  using Step = std::optional<EventRef> (*)(const TraceSnapshot&, EventRef, int);
  /// To the next event in a direction; to the newest call where nothing is selected.
  void step(Step next, int by);

  StudioSession& m_session;
  SelectionModel& m_selection;
  TimelineController m_timeline;
  ViewState m_state;
  QSplitter* m_splitter;
  ViewWidget *m_stack, *m_memory;
  TimelineWidget* m_timelineWidget;
  QTimer m_tick;  ///< while something runs and its end moves
  bool m_userSized = false;
};

}  // namespace strata
