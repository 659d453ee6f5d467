#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "app/facts/view_state.h"
#include "app/studio/analysis.h"
#include "app/studio/looks.h"
#include "app/studio/pulse.h"
#include "app/studio/replay.h"
#include "app/studio/timeline_controller.h"

namespace strata::inline studio {

class SelectionModel;
class StudioSession;
class TimelineWidget;
class ViewWidget;

/// The one ViewState that all views of the window are drawn from, and what their hands do to it.
class Scene : public QObject {
  Q_OBJECT
 public:
  Scene(StudioSession& session, SelectionModel& selection, QObject* parent = nullptr);

  /// The view shows this scene from now on, and its clicks select here.
  void add(ViewWidget& view);
  const std::vector<ViewWidget*>& widgets() const { return m_widgets; }

  const ViewState& state() const { return m_state; }
  TimelineController& timeline() { return m_timeline; }
  TimelineWidget& timelineWidget() { return *m_timelineWidget; }

  void refresh();                           ///< reads session and selection now and redraws what has changed
  void follow();                            ///< back to the newest events
  void zoomTo(const Selection& selection);  ///< zooms to it
  void resetSight();                        ///< another session: see all of it
  void showRange(TimeRange range);
  /// The newest run, once it is done from its first timed call to its last; when that is what is shown, everything.
  void fit();
  void setExperiment(const ExperimentInfo& experiment);
  void forgetExperiment();  ///< the session is of none
  void choose(const ViewChoices& choices);
  void chooseTable(const TableChoices& table);
  void select(const Selection& selection);  ///< and brings its lane into sight
  /// Until the session has run it: its texts are shown, and no results of others. nullptr: the session's own.
  void preview(const ExperimentInfo* experiment);
  /// Of a previewed experiment not even the session's own run is shown.
  void cover(bool covered);
  void setLesson(std::shared_ptr<const LessonSight> lesson);
  /// The lesson is out of sight, and hides nothing meanwhile.
  void pauseLesson(bool paused);
  void setSystems(std::shared_ptr<const SystemsHere> systems);
  void setCompiled(std::shared_ptr<const CompiledSight> compiled);
  /// The frame that is there now, of a request's run; only who shows it is drawn anew.
  void setFrame(std::shared_ptr<const LiveFrame> frame, std::uint64_t request);
  /// Slow motion of what is in sight; false while an agent runs or where there is nothing.
  bool beginReplay();
  bool beginReplayByHand();  ///< the same, and says what is missing
  Replay& replay() { return m_replay; }
  Analysis& analysis() { return m_analysis; }
  /// A run of the list as a side of a comparison; without one all of the session, which is not empty.
  ComparedSession sideOf(std::optional<std::size_t> run) const;
  /// Selects and shows the next (1) or previous (-1) event that is searched for.
  void goToMatch(int by);
  /// Marks a part of time; nothing: none.
  void measure(std::optional<TimeRange> range);
  void measureSelection();  ///< says so where nothing is selected
  /// Measures a part of time and zooms to it.
  void showPart(TimeRange part);
  const Looks& looks() const { return m_looks; }
  void look(int by);  ///< back (-1) or forward (1) through what was looked at
  /// Of a session that holds something.
  void setMarks(std::vector<TimelineMark> marks);
  /// A bookmark where the selection begins, else in the middle of what is in sight; or the one there goes.
  void turnMark();
  bool mayMark();  ///< and says so where there is nothing
  std::string noteHere() const;
  void writeNote(const std::string& note);  ///< there; a bookmark comes with it
  void goToMark(int by);                    ///< the next (1) or previous (-1) from the middle of what is in sight
  void chooseLanes(const LaneChoices& lanes);

 signals:
  void reset();  ///< another session is shown
  void stateChanged(const strata::ViewState& state);
  void followingChanged(bool following);
  void missing(const strata::Error& what);  ///< for what a hand asked for

 private:
  void setRange();
  void readAnalysis();
  void hideForLesson();  ///< what its page is not to show of the session
  /// The newest, while frames come and where no other run of frames is shown: of these nobody keeps the pixels.
  std::shared_ptr<const LiveFrame> shownFrame() const;
  void readSession();
  void readReplay();  ///< over what the session says
  /// To what comes next after the selected event; to the newest call where nothing is selected.
  void step(const std::function<std::optional<EventRef>(EventRef)>& next);
  void showEvent(EventRef event);
  void bringIntoSight(EventRef event);  ///< its lane, also one that was hidden
  HostTime markTime() const;

  StudioSession& m_session;
  SelectionModel& m_selection;
  TimelineController m_timeline;
  Replay m_replay;
  std::shared_ptr<const ExperimentInfo> m_experiment, m_preview;  ///< of the session; of a lesson that has not run
  bool m_covered = false, m_lessonPaused = false;
  Selection m_named;                         ///< the newest that named a call or a kernel, of m_shownRun
  std::optional<std::size_t> m_shownRun;     ///< as the session's list of runs said last
  std::shared_ptr<const TokenStory> m_text;  ///< the session's newest
  std::shared_ptr<const LiveFrame> m_frame;  ///< the newest
  std::uint64_t m_frameRequest = 0;          ///< whose it is
  Analysis m_analysis;
  ViewState m_state;
  std::vector<ViewWidget*> m_widgets;
  Looks m_looks;
  TimelineWidget* m_timelineWidget;
  Pulse m_pulse;  ///< while something runs and its end moves
};

}  // namespace strata::inline studio
